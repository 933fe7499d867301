"""Modes, and the config option that says the same."""

from __future__ import annotations

from acp_inspect.rules.memory.config_offers import Offered
from acp_inspect.rules.modes import differing, disagreement, mode_option, offered_modes

MODES = {"currentModeId": "ask", "availableModes": [{"id": "ask", "name": "Ask"}, {"id": "code", "name": "Code"}]}
OPTION = {
    "id": "approval",
    "category": "mode",
    "type": "select",
    "currentValue": "code",
    "options": [{"value": "ask", "name": "Ask"}, {"value": "code", "name": "Code"}],
}


def test_the_modes_on_offer() -> None:
    assert offered_modes(Offered(modes=MODES)) == frozenset({"ask", "code"})
    assert offered_modes(Offered(modes=None)) is None
    assert offered_modes(Offered()) is None


def test_the_option_is_found_by_its_category_not_its_id() -> None:
    assert mode_option([{"id": "mode", "type": "select"}, OPTION]) is OPTION
    assert mode_option([{**OPTION, "type": "boolean"}]) is None


def test_a_setup_disagrees_with_itself() -> None:
    assert disagreement({"modes": MODES, "configOptions": [OPTION]})
    assert not disagreement({"modes": MODES, "configOptions": [{**OPTION, "currentValue": "ask"}]})
    assert not disagreement({"modes": MODES})


def test_values_that_the_other_side_does_not_have_cannot_be_compared() -> None:
    assert differing("ask", frozenset({"ask"}), [OPTION]) == ""
    assert differing("plan", frozenset({"plan", "code"}), [OPTION]) == ""
    assert differing("ask", frozenset({"ask", "code"}), [OPTION])
