"""The titles that the Client set, as long as they stand."""

from __future__ import annotations

from typing import NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.rules.sessions import asked, succeeded


class Stored(NamedTuple):
    """A title, as the Agent stored it."""

    title: str
    seq: int
    """Of the answer."""


class Titles(NamedTuple):
    """The titles that were set, by session. One that is about to be set anew, or was replaced, is gone."""

    stored: Map[str, Stored] = Map()


@remember(
    Titles,
    On(kinds=("request", "response"), methods=("session/set_title",)),
    On(kinds=("notification",), updates=("session_info_update",)),
)
def titled(known: Titles, case: Case) -> Titles:
    """The titles after a change."""
    session = case.session
    if session is None:
        return known
    if case.kind == "response":
        title = at(case.wire, "title")
        title = title if isinstance(title, str) else asked(case, "title")
        if succeeded(case) and isinstance(title, str):
            return known._replace(stored=known.stored.set(session, Stored(title, case.seq)))
        return known
    stored = known.stored.get(session)
    if stored is None:
        return known
    title = at(case.held, "update", "title")
    stands = case.kind == "notification" and (not isinstance(title, str) or title == stored.title)
    return known if stands else known._replace(stored=known.stored.delete(session))
