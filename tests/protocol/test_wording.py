"""What a problem says was expected."""

from __future__ import annotations

from typing import Any

import pytest

from acp_inspect.protocol.shape import Definitions
from acp_inspect.protocol.wording import describe


@pytest.mark.parametrize(
    ("node", "words"),
    [
        (True, "anything"),
        ({"type": "string"}, "a string"),
        ({"type": ["string", "null"]}, "a string or null"),
        ({"type": ["integer", "string"]}, "an integer or a string"),
        ({"type": "integer", "minimum": 0}, "an integer of at least 0"),
        ({"type": "integer", "format": "uint16"}, "an integer from 0 to 65535"),
        ({"type": "string", "minLength": 1}, "a string that is not empty"),
        ({"type": "array", "minItems": 2}, "an array of at least 2 items"),
        ({"const": "x"}, '"x"'),
        ({"anyOf": [{"const": "x"}, {"const": 5}, {"type": "null"}]}, 'one of "x", 5 or null'),
        ({"$ref": "#/$defs/Thing"}, "an object (Thing)"),
        ({"anyOf": [{"$ref": "#/$defs/Thing"}, {"type": "null"}]}, "a value (Thing) or null"),
        ({"enum": list(range(20))}, "one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 …"),
    ],
)  # fmt: skip
def test_what_a_shape_expects(node: Any, words: str) -> None:
    definitions = Definitions({"Thing": {"properties": {"a": True}}})
    assert describe(definitions.shape(node)) == words
