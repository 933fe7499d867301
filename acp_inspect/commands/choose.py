"""The argument REC of many commands, and how it becomes an open recording."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from acp_inspect.store.reader import Recording

NEWEST: Final = "1"

_Function = TypeVar("_Function", bound=Callable[..., Any])


def recording_argument(*, required: bool = False) -> Callable[[_Function], _Function]:
    """The argument REC as the parameter `reference`; the newest recording where it is left out and not required."""
    return click.argument(
        "reference",
        metavar="REC" if required else "[REC]",
        required=required,
        default=None if required else NEWEST,
        shell_complete=complete_recording,
    )


def find_recording(reference: str) -> Path:
    """The file of the recording, with all in it that its journal holds. Raises NoSuchRecording, StoreError."""
    from acp_inspect.store.library import catch_up, find

    path = find(reference)
    catch_up(path)
    return path


def open_recording(reference: str) -> Recording:
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
