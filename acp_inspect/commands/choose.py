"""The argument REC of many commands, and how it becomes an open recording."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from acp_inspect.store.reader import Recording

_Function = TypeVar("_Function", bound=Callable[..., Any])


def recording_argument(*, required: bool = False) -> Callable[[_Function], _Function]:
    """The argument REC as the parameter `reference`; the newest recording where it is left out and not required."""
    return click.argument(
        "reference",
        metavar="REC" if required else "[REC]",
        required=required,
        shell_complete=complete_recording,
    )


def find_recording(reference: str | None) -> Path:
    """The file of the recording, with all in it that its journal holds; None = the newest.

    Raises NoSuchRecording, NotARecording, NewerFormat, StoreError.
    """
    from acp_inspect.errors import NoSuchRecording
    from acp_inspect.store.library import catch_up, find

    try:
        path = find("1" if reference is None else reference)
    except NoSuchRecording:
        if reference is not None:
            raise
        raise NoSuchRecording("there are no recordings yet; `acp-inspect record -- AGENT` makes one") from None
    catch_up(path)
    return path


def open_recording(reference: str | None) -> Recording:
    """The recording, open for reading. Raises NoSuchRecording, NotARecording, NewerFormat, StoreError."""
    from acp_inspect.store.reader import Recording

    return Recording.open(find_recording(reference))


def complete_recording(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names of recordings that begin with what is typed, and files."""
    from click.shell_completion import CompletionItem

    from acp_inspect.store.library import library_folder

    names = sorted(path.stem for path in library_folder().glob("*.acprec"))
    matching = [CompletionItem(name) for name in names if name.startswith(incomplete)]
    return matching or [CompletionItem(incomplete, type="file")]
