"""What the pages of session lists told: cursors with the request they belong to, and the ids that were listed."""

from __future__ import annotations

from typing import NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side


class Page(NamedTuple):
    """A page that is not the last one."""

    request: int
    """`seq` of the request that it answers."""
    cwd: Json
    """The filters of that request; None = none."""
    archived: Json
    ids: Map[str, int]
    """The sessions of this page and of those before it in the chain, with the `seq` of the answer that listed them."""


class Listing(NamedTuple):
    """All lists of a connection."""

    pages: Map[str, Page] = Map()
    """By the cursor that leads on from it."""
    ids: Map[str, int] = Map()
    """Every session that was ever listed, with the `seq` of the first answer that listed it."""


@remember(Listing, On(kinds=("response",), methods=("session/list",)))
def listed(known: Listing, case: Case) -> Listing:
    """The listing after a page."""
    sessions, cursor, ask = at(case.wire, "sessions"), at(case.wire, "nextCursor"), case.step.ask
    if case.sender is not Side.AGENT or ask is None:
        return known
    ids = page_ids(sessions)
    known = known._replace(ids=known.ids.update({name: case.seq for name in ids if name not in known.ids}))
    if not isinstance(cursor, str):
        return known
    before = known.pages.get(ask.text("cursor") or "")
    chain: Map[str, int] = before.ids if before is not None else Map()
    chain = chain.update({name: case.seq for name in ids if name not in chain})
    page = Page(ask.seq, ask.params.get("cwd"), ask.params.get("archived"), chain)
    return known._replace(pages=known.pages.set(cursor, page))


def page_ids(sessions: Json) -> list[str]:
    """The session ids of a page, in its order."""
    ids = [at(session, "sessionId") for session in sessions] if isinstance(sessions, list) else []
    return [name for name in ids if isinstance(name, str)]
