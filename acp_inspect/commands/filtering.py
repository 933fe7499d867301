"""Filters on the command line: reading them, completing them, and showing how far a search has come."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from acp_inspect.views.filter import Filter

_Function = TypeVar("_Function", bound=Callable[..., Any])

_QUIET_SECONDS: Final = 0.3


def filter_option(what: str) -> Callable[[_Function], _Function]:
    """The option `--filter` as the parameter `filter_text`; `what` begins its help."""
    return click.option(
        "--filter",
        "filter_text",
        metavar="FILTER",
        help=f"{what} that meet it; `acp-inspect filters` explains the language.",
        shell_complete=complete_filter,
    )


def filter_of(command: str, texts: Iterable[str | None]) -> Filter | None:
    """The filter that asks what all these texts ask; None where none asks anything. Raises UsageError."""
    from acp_inspect.errors import UsageError
    from acp_inspect.views.filter import both, read_filter
    from acp_inspect.views.filter_language.fault import Fault

    whole: Filter | None = None
    for text in texts:
        if text is None or not text.strip():
            continue
        read = read_filter(text)
        if isinstance(read, Fault):
            wrong = text[read.start : read.end][:60]
            raise UsageError(f"{command}: in the filter, at {f'“{wrong}”' if wrong else 'its end'}: {read.message}")
        whole = read if whole is None else both(whole, read)
    return whole


def split_terms(reference: str | None, terms: Sequence[str]) -> tuple[str | None, str]:
    """The recording and the filter's text, where the recording may be left out before a term such as `status:error`."""
    if reference is not None and _is_term(reference) and not Path(reference).exists():
        return None, _joined([reference, *terms])
    return reference, _joined(terms)


def _joined(terms: Sequence[str]) -> str:
    """One filter of several words of a shell; a word that is a whole filter, such as `'a or b'`, stays together."""
    from acp_inspect.views.filter import Filter, read_filter

    return " ".join(
        f"({term})" if " " in term.strip() and isinstance(read_filter(term), Filter) else term for term in terms
    )


def _is_term(text: str) -> bool:
    from acp_inspect.views.filter_language.operators import NAMES

    name, colon, _ = text.lstrip("(!").partition(":")
    first, *rest = name.split() or [""]
    return text[:1] in ("(", "!") or first.lower() == "not" or (bool(colon) and not rest and first.lower() in NAMES)


def judged_before(path: Path, where: Filter | None) -> None:
    """Let the rules see a finished recording first, if the filter asks what they say. Raises StoreError."""
    if where is not None and where.asks_findings:
        from acp_inspect.store.findings import judge_recording

        judge_recording(path)


def complete_filter(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """What may stand at the end of the filter that is typed."""
    from click.shell_completion import CompletionItem

    from acp_inspect.views.filter_language.complete import complete, known_names

    found = complete(incomplete, len(incomplete), known_names())
    return [
        CompletionItem(incomplete[: found.start] + candidate.text, help=candidate.help)
        for candidate in found.candidates
    ]


class Searching:
    """A line on stderr, in a terminal, that says how far a search has come; gone as soon as there is something else."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._shown = False
        self._asked = sys.stderr.isatty()
        self._quiet_until = time.monotonic() + _QUIET_SECONDS

    def at(self, seq: int) -> None:
        """The search has come to event `seq`."""
        if self._asked and time.monotonic() > self._quiet_until:
            sys.stderr.write(f"\rsearching … {seq * 100 // max(1, self._total)} %")
            sys.stderr.flush()
            self._shown = True

    def clear(self) -> None:
        """Take the line away: something else will be written."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._shown = False
        self._quiet_until = time.monotonic() + _QUIET_SECONDS
