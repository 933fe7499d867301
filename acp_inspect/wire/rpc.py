"""Say what JSON-RPC a line carries. Any bytes decode to something; nothing here raises.

Classified as the reference peers do: a `method` makes a request (with `id`) or a notification (without), otherwise
`result` or `error` makes a response. Everything else is `Malformed`, which is data too: often the bug under study.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final, Literal, NamedTuple, TypeAlias

from acp_inspect.wire.json_text import ExactNumber, Json, JsonFault, Oddity, read_json, write_json


class Side(StrEnum):
    """The two ends of a connection."""

    CLIENT = "client"
    AGENT = "agent"

    @property
    def peer(self) -> Side:
        """The other end."""
        return Side.AGENT if self is Side.CLIENT else Side.CLIENT


class Absent(Enum):
    """The type of `ABSENT`."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT
"""A member that is not there. Omitted, null and a value are three things."""


class RpcId(NamedTuple):
    """A request id as JSON has it: `1` ≠ `"1"`, `1` = `1.0`; the spelling on the wire is kept.

    Compare `key`, never the whole: two spellings of one id differ in `text`.
    """

    key: Hashable
    text: str
    """JSON text, as it was written."""

    @classmethod
    def of(cls, value: Json) -> RpcId:
        """The id that a JSON value stands for. Values that JSON-RPC forbids as ids get a key of their own."""
        match value:
            case bool():
                return cls(("other", value), write_json(value))
            case ExactNumber():
                return cls(_number_key(value.text), value.text)
            case int():
                return cls(value, str(value))
            case float():
                text = write_json(value)
                return cls(_number_key(text), text)
            case str():
                return cls(("string", value), write_json(value))
            case None:
                return cls(None, "null")
        text = write_json(value)
        return cls(("other", text), text)


class MalformedKind(StrEnum):
    """Why a line is no JSON-RPC message."""

    NOT_JSON = "not-json"
    NOT_OBJECT = "not-object"
    EMPTY_BATCH = "empty-batch"
    METHOD_NOT_STRING = "method-not-string"
    NEITHER = "neither-method-nor-result"


@dataclass(frozen=True, slots=True)
class Request:
    """A message with `method` and `id`: its receiver owes an answer."""

    id: RpcId
    method: str
    params: Json | Absent
    message: dict[str, Json]
    oddities: tuple[Oddity, ...] = ()


@dataclass(frozen=True, slots=True)
class Notification:
    """A message with `method` and no `id`."""

    method: str
    params: Json | Absent
    message: dict[str, Json]
    oddities: tuple[Oddity, ...] = ()


@dataclass(frozen=True, slots=True)
class Response:
    """A message with `result` or `error` (a faulty one may have both)."""

    id: RpcId | Absent
    result: Json | Absent
    error: Json | Absent
    message: dict[str, Json]
    oddities: tuple[Oddity, ...] = ()


@dataclass(frozen=True, slots=True)
class Malformed:
    """A line, or an entry of a batch, that is no JSON-RPC message."""

    kind: MalformedKind
    reason: str
    message: Json | Absent
    """The JSON value, where there is one."""
    oddities: tuple[Oddity, ...] = ()
    raw: bytes = b""
    """The line's bytes, for there is no other way to tell what it was; empty for an entry of a batch."""


Rpc: TypeAlias = Request | Notification | Response | Malformed


def decode_line(raw: bytes) -> list[Rpc]:
    """The JSON-RPC messages of one line: one, or one for each entry of a batch, or none for a blank line."""
    if not raw.strip(b" \t\r\n"):
        return []
    read = read_json(raw)
    if isinstance(read, JsonFault):
        return [Malformed(MalformedKind.NOT_JSON, f"{read.reason} at character {read.position + 1}", ABSENT, (), raw)]
    if isinstance(read.value, list):
        if not read.value:
            return [Malformed(MalformedKind.EMPTY_BATCH, "an empty batch", read.value, read.oddities, raw)]
        return [_classify(entry, read.oddities) for entry in read.value]
    return [_classify(read.value, read.oddities, raw)]


def is_batch(raw: bytes) -> bool:
    """Whether a line that `decode_line` could read is a batch."""
    return raw.lstrip(b" \t\r\n\xef\xbb\xbf").startswith(b"[")


def _classify(message: Json, oddities: tuple[Oddity, ...], raw: bytes = b"") -> Rpc:
    if not isinstance(message, dict):
        return Malformed(MalformedKind.NOT_OBJECT, f"{_a_word(message)} is no message", message, oddities, raw)
    if "method" in message:
        method = message["method"]
        if not isinstance(method, str):
            reason = f"method is {_a_word(method)}, not a string"
            return Malformed(MalformedKind.METHOD_NOT_STRING, reason, message, oddities, raw)
        params = message.get("params", ABSENT)
        if "id" in message:
            return Request(RpcId.of(message["id"]), method, params, message, oddities)
        return Notification(method, params, message, oddities)
    if "result" in message or "error" in message:
        return Response(
            RpcId.of(message["id"]) if "id" in message else ABSENT,
            message.get("result", ABSENT),
            message.get("error", ABSENT),
            message,
            oddities,
        )
    return Malformed(MalformedKind.NEITHER, "neither method nor result nor error", message, oddities, raw)


def json_type(value: Json) -> Literal["null", "boolean", "number", "string", "array", "object"]:
    """The JSON type of a value, in JSON's own word."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
    return "object"


def _a_word(value: Json) -> str:
    word = json_type(value)
    if word == "null":
        return word
    return f"an {word}" if word[0] in "ao" else f"a {word}"


def _number_key(text: str) -> Hashable:
    """A key that is equal for every spelling of one number, without ever computing 10 to a hostile exponent."""
    mantissa, _, exponent_text = text.lower().partition("e")
    sign = "-" if mantissa.startswith("-") else ""
    whole, _, fraction = mantissa.lstrip("-").partition(".")
    digits = (whole + fraction).lstrip("0")
    if not digits:
        return 0
    # An exponent of more than 18 digits is beyond every number in use; its own text keeps it apart.
    if len(exponent_text) > 18:
        return ("number", sign, digits, exponent_text)
    exponent = int(exponent_text or "0") - len(fraction)
    stripped = digits.rstrip("0")
    exponent += len(digits) - len(stripped)
    if exponent >= 0 and len(stripped) + exponent <= 4_000:
        return int(sign + stripped + "0" * exponent)
    return ("number", sign, stripped, exponent)
