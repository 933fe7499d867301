"""A moment of a recording as a word: `214`, `last`, `+12.5`, each with steps back or on: `214-1`."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable

    from acp_inspect.store.reader import Recording
    from acp_inspect.views.state import Moment

    _Function = TypeVar("_Function", bound=Callable[..., Any])

MOMENT_HELP: Final = """A moment is the number of the last event that counts (0 is before all of them), `last`, or
seconds since the start, as in +12.5 or +12.5s. Steps may follow: 214-1 is the moment before event 214, when its
receiver had not read it yet."""

_MOMENT: Final = re.compile(
    r"(?:(?P<seq>\d{1,18})|(?P<last>last)|\+(?P<seconds>\d{1,9}(?:\.\d{1,9})?)s?)(?P<steps>[-+]\d{1,18})?", re.ASCII
)


def moment_option() -> Callable[[_Function], _Function]:
    """`--at`, as the parameter `at`; the last moment where it is left out."""
    return click.option("--at", metavar="N|last|+S", help="The moment; the last one by default.")


def moment_of(recording: Recording, text: str | None, where: str) -> Moment:
    """The moment that a word means, None = the last. `where`: what the word was given to, for messages.

    Raises UsageError where it is none, or beyond the recording's ends.
    """
    from acp_inspect.errors import UsageError
    from acp_inspect.views.state import Moment

    last = recording.count()
    seq = last
    if text is not None:
        match = _MOMENT.fullmatch(text.strip())
        if match is None:
            raise UsageError(
                f"{where} {text}: expected the number of an event, `last`, or + and seconds, as in +12.5; steps may"
                " follow, as in 214-1"
            )
        if match["seq"] is not None:
            seq = int(match["seq"])
        elif match["seconds"] is not None:
            if not recording.info().timed:
                raise UsageError(f"{where} {text}: this recording has no times; give the number of an event")
            seq = recording.seq_at(int(Decimal(match["seconds"]).scaleb(9)))
        seq += int(match["steps"] or 0)
        if not 0 <= seq <= last:
            ends = f"its moments are 0 (before all) to {last}" if last else "it has no events yet, only moment 0"
            raise UsageError(f"{where} {text}: the recording has no moment {seq}; {ends}")
    event = recording.event(seq)
    return Moment(seq, last, -1 if event is None else event.at)
