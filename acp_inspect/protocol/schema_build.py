"""Official schema file → the project's schema data: structure only, the method table, a stamp. Pure, and repeatable.

What a receiver's decoder acts on is kept: types, members, required, enums, constants, unions, bounds, formats and the
`x-deserialize-*` markers. Titles, descriptions and examples go. The definitions of whole JSON-RPC messages go too, once
the method table is read from them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from acp_inspect.errors import UsageError
from acp_inspect.wire.json_text import JsonFault, read_json

FORMAT: Final = 1
"""The layout of the schema data. Files with another number are refused."""

_KEPT: Final = frozenset(
    {
        "$ref", "additionalProperties", "allOf", "anyOf", "const", "contentEncoding", "default", "discriminator",
        "enum", "format", "items", "maximum", "minItems", "minLength", "minimum", "not", "oneOf", "properties",
        "required", "type", "unevaluatedProperties", "x-deserialize-default-on-error", "x-deserialize-default-on-null",
        "x-deserialize-skip-invalid-items", "x-method", "x-side",
    }
)  # fmt: skip
_PROSE: Final = frozenset({"$comment", "$schema", "deprecated", "description", "examples", "title", "x-docs-ignore"})
_VALUES: Final = frozenset({"const", "default", "discriminator", "enum", "required", "type"})
_REF: Final = "#/$defs/"


class SchemaSource(NamedTuple):
    """Where an official file came from; goes into the stamp."""

    package: str
    version: str
    file: str
    """Path inside the package, with slashes."""


def build(raw: bytes, source: SchemaSource) -> dict[str, Any]:
    """The schema data made from the bytes of one official file.

    Raises UsageError, naming the file, when the bytes are no ACP schema.
    """
    read = read_json(raw)
    if isinstance(read, JsonFault):
        raise UsageError(f"{source.file} is no JSON: {read.reason} at character {read.position + 1}")
    try:
        return _build(read.value, raw, source)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise UsageError(f"{source.file} is no ACP schema: {_why(error)}") from error


def canonical(data: dict[str, Any]) -> bytes:
    """The one way the schema data is written: sorted, one method or definition a line, so that a diff reads well."""

    def lines(items: list[str]) -> str:
        return ",\n".join(f"  {item}" for item in items)

    head = {name: value for name, value in data.items() if name not in {"methods", "definitions"}}
    methods = lines([_compact(method) for method in data["methods"]])
    definitions = lines([f"{_compact(name)}: {_compact(body)}" for name, body in sorted(data["definitions"].items())])
    stamp = _compact(head)[1:-1]
    return f'{{\n{stamp},\n"methods": [\n{methods}\n],\n"definitions": {{\n{definitions}\n}}\n}}\n'.encode()


def fingerprint(data: dict[str, Any]) -> str:
    """SHA-256 of methods and definitions: what `structure` in the stamp must say."""
    return hashlib.sha256(_compact([data["methods"], data["definitions"]]).encode()).hexdigest()


def reference(node: dict[str, Any]) -> str:
    """The definition that a `$ref` names. Raises ValueError for references that leave the file."""
    target: str = node["$ref"]
    if not target.startswith(_REF):
        raise ValueError(f"the reference {target!r} leaves the file")
    return target.removeprefix(_REF)


def _build(root: dict[str, Any], raw: bytes, source: SchemaSource) -> dict[str, Any]:
    definitions = root["$defs"]
    envelopes: set[str] = set()
    uses = list(_message_uses(root, definitions, envelopes))
    unread: set[str] = set()
    kept = {name: _stripped(body, unread) for name, body in definitions.items() if name not in envelopes}
    data = {
        "format": FORMAT,
        "package": source.package,
        "version": source.version,
        "file": source.file,
        "sha256": hashlib.sha256(raw).hexdigest(),
        "structure": "",
        "unread": sorted(unread),
        "methods": _methods(definitions, uses),
        "definitions": kept,
    }
    if not data["methods"]:
        raise ValueError("it binds no method")
    data["structure"] = fingerprint(data)
    return data


def _stripped(node: Any, unread: set[str]) -> Any:
    if isinstance(node, bool):
        return node
    kept: dict[str, Any] = {}
    for key, value in node.items():
        if key in _PROSE:
            continue
        if key not in _KEPT:
            unread.add(key)
        elif key == "properties":
            kept[key] = {name: _stripped(member, unread) for name, member in value.items()}
        elif key in _VALUES or not isinstance(value, dict | list):
            kept[key] = value
        elif isinstance(value, list):
            kept[key] = [_stripped(part, unread) for part in value]
        else:
            kept[key] = _stripped(value, unread)
    return kept


class _Use(NamedTuple):
    role: str
    """`request`, `notification` or `result`."""
    definition: str


def _message_uses(node: dict[str, Any], definitions: dict[str, Any], envelopes: set[str]) -> Iterator[_Use]:
    """How the messages below the root use definitions; definitions of messages themselves go into `envelopes`."""
    if "$ref" in node:
        name = reference(node)
        if name not in envelopes:
            envelopes.add(name)
            yield from _message_uses(definitions[name], definitions, envelopes)
        return
    members = node.get("properties", {})
    if "method" in members:
        role = "request" if "id" in members else "notification"
        yield from (_Use(role, name) for name in _named(members.get("params", {})))
    elif "result" in members:
        yield from (_Use("result", name) for name in _named(members["result"]))
    for part in node.get("anyOf", []) + node.get("oneOf", []) + node.get("allOf", []):
        yield from _message_uses(part, definitions, envelopes)


def _named(node: dict[str, Any]) -> Iterator[str]:
    if "$ref" in node:
        yield reference(node)
    for part in node.get("anyOf", []) + node.get("oneOf", []) + node.get("allOf", []):
        yield from _named(part)


def _methods(definitions: dict[str, Any], uses: list[_Use]) -> list[dict[str, Any]]:
    """One row a method, kind and handling side; params and result are paired by the markers on their definitions."""

    def binding(name: str) -> tuple[str, str] | None:
        body = definitions[name]
        return (body["x-method"], body["x-side"]) if "x-method" in body else None

    results = {binding(use.definition): use.definition for use in uses if use.role == "result"}
    rows = {}
    for use in uses:
        bound = binding(use.definition)
        if bound is None or use.role == "result":
            continue
        row = {"method": bound[0], "side": bound[1], "kind": use.role, "params": use.definition}
        if use.role == "request":
            row["result"] = results[bound]
        rows[bound[0], use.role, bound[1]] = row
    return [rows[key] for key in sorted(rows)]


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _why(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"{error.args[0]!r} is missing"
    return str(error)
