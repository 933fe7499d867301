"""The pieces summaries are made of: quoted text, content blocks, a look into any JSON value.

All total: any JSON value gives some text, short, not yet made visible.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from acp_inspect.views.units import count, size
from acp_inspect.views.visible import clip
from acp_inspect.wire.json_text import Json, write_json

TEXT_LIMIT: Final = 160
"""Characters of a text that a summary quotes."""

_WORD_LIMIT: Final = 60
_MEMBERS: Final = 8


def members(value: Json) -> dict[str, Json]:
    """The members of a JSON object; none where it is something else."""
    return value if isinstance(value, dict) else {}


def items(value: Json) -> list[Json]:
    """The items of a JSON array; none where it is something else."""
    return value if isinstance(value, list) else []


def word(value: Json, limit: int = _WORD_LIMIT) -> str:
    """A string as it is, null as nothing, any other value as a look into it; clipped."""
    if value is None:
        return ""
    return clip(value if isinstance(value, str) else preview(value), limit)


def join(*pieces: str, by: str = " ") -> str:
    """The pieces that are not empty."""
    return by.join(piece for piece in pieces if piece)


def quoted(value: Json, limit: int = TEXT_LIMIT) -> str:
    """A text in quotation marks; one that is cut is followed by its length. Nothing for null."""
    if value is None:
        return ""
    if not isinstance(value, str):
        return preview(value)
    if len(value) <= limit:
        return f"“{value}”"
    return f"“{clip(value, limit)}” {count(len(value), 'character')}"


def label(value: Json) -> str:
    """A name or title in quotation marks, shorter than a text."""
    return quoted(value, _WORD_LIMIT)


def listed(values: Iterable[str], separator: str = ", ", limit: int = TEXT_LIMIT) -> str:
    """The values, as many as fit in `limit` characters."""
    return clip(separator.join(islice(values, limit)), limit)


def content(value: Json) -> str:
    """A content block, or a list of them: its text, and what else it holds."""
    blocks = value if isinstance(value, list) else [value]
    text = ""
    others: list[str] = []
    for block in blocks:
        fields = members(block)
        if fields.get("type") == "content":
            fields = members(fields.get("content"))
        if isinstance(fields.get("text"), str) and fields.get("type", "text") == "text":
            text += fields["text"]
        elif len(others) < _MEMBERS:
            others.append(_block(fields) if fields else word(block))
    return join(quoted(text) if text or (not others and blocks) else "", *others, by=" + ")


def preview(value: Json, limit: int = TEXT_LIMIT) -> str:
    """A look into a JSON value: one level of members, what is deeper as `{…}` or `[3]`."""
    match value:
        case dict():
            shown = [f"{clip(name, _WORD_LIMIT)}: {_brief(member)}" for name, member in islice(value.items(), _MEMBERS)]
            return clip("{" + ", ".join(shown) + (", …" if len(value) > _MEMBERS else "") + "}", limit)
        case list():
            shown = [_brief(item) for item in value[:_MEMBERS]]
            return clip("[" + ", ".join(shown) + (f", … {len(value)}" if len(value) > _MEMBERS else "") + "]", limit)
    return clip(_brief(value), limit)


def _brief(value: Json) -> str:
    match value:
        case dict():
            return "{…}" if value else "{}"
        case list():
            return f"[{len(value)}]" if value else "[]"
        case str():
            return f'"{clip(value, _WORD_LIMIT)}"'
    return clip(write_json(value), _WORD_LIMIT)


def _block(fields: dict[str, Json]) -> str:
    kind = word(fields.get("type"))
    match fields:
        case {"data": str(data)}:
            # Base64 has four characters for three bytes.
            return join(kind, word(fields.get("mimeType")), size(len(data) * 3 // 4))
        case {"type": "diff", "changes": list(changes)}:
            return join(kind, listed(word(members(change).get("path")) for change in changes))
        case {"type": "diff"}:
            return join(kind, word(fields.get("path")))
        case {"type": "terminal"}:
            return join(kind, word(fields.get("terminalId")))
        case {"resource": dict(resource)}:
            return join(kind, word(resource.get("uri")))
        case {"uri": uri}:
            return join(kind, word(uri))
    return join(kind, preview({name: member for name, member in fields.items() if name != "type"}))
