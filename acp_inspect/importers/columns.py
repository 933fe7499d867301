"""A message out of the columns that a recorder has taken it apart into."""

from __future__ import annotations

from collections.abc import Mapping

from acp_inspect.importers.assemble import message_line
from acp_inspect.importers.database import text_of
from acp_inspect.wire.json_text import Json, JsonFault, read_json


def message_of_columns(row: Mapping[str, object], id_column: str) -> bytes:
    """The line of a message with the columns method, params, result and error, which hold JSON text, an id, and
    perhaps a message_type. Of an
    id that is stored as text, digits are taken for a number."""
    message: dict[str, Json] = {"jsonrpc": "2.0"}
    method, number = row.get("method"), row.get(id_column)
    if number is not None and number != "":
        message["id"] = _id(number)
    answered = row.get("result") is not None or row.get("error") is not None
    if answered or row.get("message_type") == "response" or (not method and "id" in message):
        outcome = "error" if row.get("error") is not None else "result"
        message[outcome] = _value(row.get(outcome))
    else:
        message["method"] = text_of(method)
        if row.get("params") is not None:
            message["params"] = _value(row["params"])
    return message_line(message)


def _id(stored: object) -> Json:
    if isinstance(stored, int | float):
        return stored
    value = _value(stored)
    return value if isinstance(value, str | int | float) and not isinstance(value, bool) else text_of(stored)


def _value(stored: object) -> Json:
    """A column's JSON; its text, where it is none."""
    text = text_of(stored)
    if stored is None:
        return None
    read = read_json(text.encode(errors="replace"))
    return text if isinstance(read, JsonFault) else read.value
