"""Why a Client does not advertise a capability."""

from __future__ import annotations

from typing import Any

import pytest

from acp_inspect.rules.memory.notice_offer import Offer
from acp_inspect.wire.rpc import ABSENT


@pytest.mark.parametrize(
    ("version", "capabilities", "words"),
    [
        (1, ABSENT, "left out clientCapabilities"),
        (1, None, "null for clientCapabilities"),
        (1, [], "an empty array for clientCapabilities"),
        (1, {}, "left out clientCapabilities.session"),
        (1, {"session": None}, "null for clientCapabilities.session"),
        (1, {"session": {}}, "left out clientCapabilities.session.notices"),
        (1, {"session": {"notices": None}}, "null for clientCapabilities.session.notices"),
        (1, {"session": {"notices": True}}, "true for clientCapabilities.session.notices"),
        (2, ABSENT, "asked for version 2"),
        (2, {"session": {"notices": False}}, "false for clientCapabilities.session.notices"),
    ],
)
def test_each_shade_has_its_words(version: int, capabilities: Any, words: str) -> None:
    assert words in Offer(1, version, capabilities).lacks("session", "notices")
