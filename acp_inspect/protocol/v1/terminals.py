"""Terminals and files of v1: the Client's, used by the Agent through requests. Known by what was asked and answered."""

from __future__ import annotations

from acp_inspect.protocol.entities import FILE, TERMINAL, Answer, Ref
from acp_inspect.protocol.holdings import Ask
from acp_inspect.protocol.v1.state import FileOperation, Session, Terminal
from acp_inspect.wire.json_text import Json


def created(session: Session, ask: Ask, answer: Answer) -> Session:
    """terminal/create was answered."""
    if answer.result is None:
        return session
    limit = ask.params.get("outputByteLimit")
    terminal = Terminal(
        answer.result["terminalId"],
        " ".join((ask.text("command") or "", *ask.texts("args"))),
        ask.text("cwd"),
        limit if isinstance(limit, int) else None,
        first=answer.seq,
    )
    return _with(session, terminal, answer.seq)


def output_told(session: Session, ask: Ask, answer: Answer) -> Session:
    """terminal/output was answered: the whole output, as far as the Client keeps it."""
    terminal = _asked(session, ask)
    if terminal is None or answer.result is None:
        return session
    status = answer.result.get("exitStatus")
    told = terminal._replace(
        output=answer.result["output"],
        truncated=answer.result["truncated"],
        exit=terminal.exit if status is None else exit_of(status),
    )
    return _with(session, told, answer.seq)


def exit_told(session: Session, ask: Ask, answer: Answer) -> Session:
    """terminal/wait_for_exit was answered."""
    terminal = _asked(session, ask)
    if terminal is None or answer.result is None:
        return session
    return _with(session, terminal._replace(exit=exit_of(answer.result)), answer.seq)


def killed(session: Session, ask: Ask, answer: Answer) -> Session:
    """terminal/kill was answered."""
    terminal = _asked(session, ask)
    if terminal is None or answer.result is None:
        return session
    return _with(session, terminal._replace(killed=True), answer.seq)


def released(session: Session, ask: Ask, answer: Answer) -> Session:
    """terminal/release was answered."""
    terminal = _asked(session, ask)
    if terminal is None or answer.result is None:
        return session
    return _with(session, terminal._replace(released=True), answer.seq)


def file_read(session: Session, ask: Ask, answer: Answer) -> Session:
    """fs/read_text_file was answered."""
    text = None if answer.result is None else answer.result["content"]
    return _logged(session, "read", text, ask, answer)


def file_written(session: Session, ask: Ask, answer: Answer) -> Session:
    """fs/write_text_file was answered."""
    return _logged(session, "write", ask.text("content"), ask, answer)


def exit_of(members: dict[str, Json]) -> Json:
    """How a process ended: exitCode and signal, without nulls."""
    return {name: members[name] for name in ("exitCode", "signal") if members.get(name) is not None}


def _asked(session: Session, ask: Ask) -> Terminal | None:
    return session.terminals.get(ask.text("terminalId") or "")


def _with(session: Session, terminal: Terminal, seq: int) -> Session:
    terminals = session.terminals.set(terminal.id, terminal._replace(last=seq))
    return session._replace(terminals=terminals, touched=(Ref(TERMINAL, terminal.id),))


def _logged(session: Session, operation: str, text: str | None, ask: Ask, answer: Answer) -> Session:
    size = None if text is None else len(text.encode())
    done = FileOperation(operation, ask.text("path"), answer.result is not None, size, answer.seq)
    return session._replace(files=session.files.append(done), touched=(Ref(FILE, str(len(session.files))),))
