"""Every format that can be imported, and how it is recognised: by content, never by a file's name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from acp_inspect.importers import (
    acp,
    acp_devtools,
    acp_el,
    acp_tck,
    acpdbg,
    acpx,
    acpx_flow,
    conductor,
    conductor_debug,
    inspector_trace,
    jetbrains,
    jsonl,
    lsp_devtools,
    mcp_debugger,
    mcphawk,
    mcpsnoop,
    ndjson,
    sacp_tee,
    toad,
    venikman,
    vscode_acp,
    zed,
)
from acp_inspect.importers.captured import CapturedLine, Part, Source
from acp_inspect.importers.database import MAGIC, Database, opened
from acp_inspect.importers.refused import reason
from acp_inspect.store.format import APPLICATION_ID


class Format(NamedTuple):
    """One format. A text has `detect`, a database `has_tables`; it has either one way to be read or the other."""

    name: str
    about: str
    """What such a file is, for people."""
    detect: Callable[[bytes], bool] | None = None
    """Whether a file that starts with these bytes has the format."""
    read: Callable[[Source], Iterator[CapturedLine]] | None = None
    """The lines of a file that holds one connection."""
    read_parts: Callable[[Source], list[Part]] | None = None
    """The connections of a file that may hold several."""
    has_tables: Callable[[Database], bool] | None = None
    """Whether a database has the format."""

    def parts(self, source: Source) -> list[Part]:
        """The connections of a file, at least one. Raises ImportFault."""
        if self.has_tables is not None:
            with opened(source) as database:
                if not self.has_tables(database):
                    raise source.fault(None, f"has not the tables of {self.name}")
        if self.read is not None:
            return [Part("", self.read(source))]
        parts = self.read_parts(source) if self.read_parts is not None else []
        if not parts:
            raise source.fault(None, f"is {self.about}, but holds no messages")
        return [Part("", parts[0].lines)] if len(parts) == 1 else parts


FORMATS: Final = (
    Format("jsonl", '{"t", "dir", "raw"} on each line, as export writes it', jsonl.detect, jsonl.read),
    Format("zed", "what Zed's ACP log copies", zed.detect, zed.read),
    Format("jetbrains", "acp-transport.log of a JetBrains IDE", jetbrains.detect, jetbrains.read),
    Format("acp-devtools", "an export of acp-devtools", acp_devtools.detect, acp_devtools.read),
    Format(
        "acp-devtools-db",
        "captures.db of acp-devtools",
        read_parts=acp_devtools.read_store,
        has_tables=acp_devtools.has_tables,
    ),
    Format("acpx", "a session stream of acpx", acpx.detect, acpx.read),
    Format("acpx-flow", "events.ndjson of an acpx flow", acpx_flow.detect, acpx_flow.read),
    Format("conductor", "a conductor's --trace", conductor.detect, read_parts=conductor.read_parts),
    Format(
        "conductor-debug", "a conductor's --debug log", conductor_debug.detect, read_parts=conductor_debug.read_parts
    ),
    Format("sacp-tee", "a log of sacp-tee, raw or JSON", sacp_tee.detect, sacp_tee.read),
    Format("acp-inspector", "an acp-inspector-trace", inspector_trace.detect, read_parts=inspector_trace.read_parts),
    Format("venikman", "JSONL of venikman's ACP-inspector", venikman.detect, venikman.read),
    Format("acpdbg", "what kandev's acpdbg writes", acpdbg.detect, acpdbg.read),
    Format("vscode-acp", "the ACP Traffic channel of vscode-acp", vscode_acp.detect, vscode_acp.read),
    Format("acp-el", "a .traffic file of acp.el", acp_el.detect, acp_el.read),
    Format("toad", "a log of Toad", toad.detect, toad.read),
    Format("acp-tck", "a report of acp-tck with transcripts", acp_tck.detect, read_parts=acp_tck.read_parts),
    Format("lsp-devtools", "a store of lsp-devtools", read=lsp_devtools.read, has_tables=lsp_devtools.has_tables),
    Format("mcphawk", "a store of mcphawk", read_parts=mcphawk.read_parts, has_tables=mcphawk.has_tables),
    Format("mcpsnoop", "a capture of mcpsnoop", mcpsnoop.detect, mcpsnoop.read),
    Format(
        "mcp-debugger",
        "a store of mcp-debugger",
        read_parts=mcp_debugger.read_parts,
        has_tables=mcp_debugger.has_tables,
    ),
    Format("acp", "a transcript with C, A, E or = before each line", acp.detect, acp.read),
    Format("ndjson", "JSON-RPC messages, one a line, both directions mixed", ndjson.detect, ndjson.read),
)
"""In the order they are tried: the more particular first."""


def format_named(name: str) -> Format:
    """The format of that name. Raises KeyError for another."""
    return {format_.name: format_ for format_ in FORMATS}[name]


def detect(source: Source) -> Format:
    """The format of a file. Raises ImportFault, saying what was looked for, when it has none of ours."""
    head = source.head()
    if not head.strip():
        raise source.fault(None, "is empty, so there is nothing to import")
    found = _database(source, head) if head.startswith(MAGIC) else _text(head)
    if found is not None:
        return found
    if (why := reason(head)) is not None:
        raise source.fault(None, why)
    if head.startswith(MAGIC):
        known = ", ".join(format_.name for format_ in FORMATS if format_.has_tables is not None)
        raise source.fault(None, f"is an SQLite database without the tables of what can be imported: {known}")
    known = ", ".join(format_.name for format_ in FORMATS if format_.detect is not None)
    raise source.fault(
        None,
        f"is in no format that can be imported; looked for {known} (`acp-inspect import --help` tells what they are)",
    )


def _text(head: bytes) -> Format | None:
    return next((one for one in FORMATS if one.detect is not None and one.detect(head)), None)


def _database(source: Source, head: bytes) -> Format | None:
    if int.from_bytes(head[68:72]) == APPLICATION_ID:
        raise source.fault(None, "is a recording already; name it to show or view as it is, without importing it")
    with opened(source) as database:
        return next((one for one in FORMATS if one.has_tables is not None and one.has_tables(database)), None)
