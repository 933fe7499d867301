"""Which sessions this connection archived."""

from __future__ import annotations

from typing import NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.rules.sessions import succeeded


class Archive(NamedTuple):
    """The archived sessions."""

    ids: Map[str, int] = Map()
    """With the `seq` of the answer. One that the Client wants to bring back is out at once."""


@remember(
    Archive,
    On(kinds=("response",), methods=("session/archive",)),
    On(kinds=("request",), methods=("session/unarchive", "session/load", "session/resume")),
)
def archived(known: Archive, case: Case) -> Archive:
    """The archive after a session went in or out."""
    session = case.session
    if session is None:
        return known
    if case.kind == "response":
        return known._replace(ids=known.ids.set(session, case.seq)) if succeeded(case) else known
    return known._replace(ids=known.ids.delete(session)) if session in known.ids else known
