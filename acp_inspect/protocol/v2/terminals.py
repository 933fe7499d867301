"""Terminals of v2: the Agent's processes, whose output comes as bytes in base64."""

from __future__ import annotations

import binascii

from acp_inspect.protocol.entities import TERMINAL, Ref
from acp_inspect.protocol.patch import patched, patched_meta
from acp_inspect.protocol.v2.state import Session, Terminal
from acp_inspect.protocol.v2.windows import afresh
from acp_inspect.trace.chain import Chain
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT


def _terminal(session: Session, terminal: str, seq: int) -> tuple[Session, Ref, Terminal]:
    ref = Ref(TERMINAL, terminal)
    known = session.terminals.get(terminal)
    if session.window is not None:
        session, again = afresh(session, ref)
        if known is not None and again:
            known = Terminal(terminal, first=known.first)
    return session, ref, known or Terminal(terminal, first=seq)


def terminal_update(session: Session, update: dict[str, Json], seq: int) -> Session:
    session, ref, old = _terminal(session, update["terminalId"], seq)
    terminal = old._replace(
        command=patched(old.command, update, "command", None),
        cwd=patched(old.cwd, update, "cwd", None),
        size=patched(old.size, update, "size", None),
        capabilities=patched(old.capabilities, update, "capabilities", None),
        exit=_patched_exit(old.exit, update),
        meta=patched_meta(old.meta, update),
        last=seq,
    )
    snapshot = update.get("output", ABSENT)
    if snapshot is None:
        terminal = terminal._replace(output=Chain(), held=0, damaged=0)
    elif snapshot is not ABSENT:
        output = _bytes_of(snapshot["data"])
        if output is None:
            terminal = terminal._replace(damaged=terminal.damaged + 1)
        else:
            terminal = terminal._replace(output=Chain((output,)), held=len(output), damaged=0)
    return session._replace(terminals=session.terminals.set(ref.key, terminal), touched=(ref,))


def _patched_exit(old: Json, update: dict[str, Json]) -> Json:
    told = update.get("exitStatus", ABSENT)
    if told is ABSENT:
        return old
    # An object says that it exited, even an empty one; null says that it runs, or that nobody knows.
    return None if told is None else {name: value for name, value in told.items() if value is not None}


def terminal_output_chunk(session: Session, update: dict[str, Json], seq: int) -> Session:
    session, ref, old = _terminal(session, update["terminalId"], seq)
    output = _bytes_of(update["data"])
    if output is None:
        terminal = old._replace(damaged=old.damaged + 1, last=seq)
    else:
        terminal = old._replace(output=old.output.append(output), held=old.held + len(output), last=seq)
    return session._replace(terminals=session.terminals.set(ref.key, terminal), touched=(ref,))


def _bytes_of(data: str) -> bytes | None:
    # No decoder checks base64; a piece that is none is passed over.
    try:
        return binascii.a2b_base64(data, strict_mode=True)
    except ValueError:
        return None
