"""Who is talking."""

from __future__ import annotations

from acp_inspect.trace.handshake import Handshake, Party
from tests.trace.traffic import analysed


def _shaken(transcript: str) -> Handshake:
    return analysed(transcript)[0].handshake


def test_v1_names() -> None:
    assert _shaken(
        """
        C {"id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{"fs":{}},"clientInfo":{"name":"zed","title":"Zed","version":"1.0"}}}
        A {"id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"ag","version":"2"},"agentCapabilities":{"loadSession":true}}}
        """
    ) == Handshake(Party("zed", "Zed", "1.0", {"fs": {}}), Party("ag", None, "2", {"loadSession": True}), 1, 1)


def test_v2_names_and_a_downgrade() -> None:
    handshake = _shaken(
        """
        C {"id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"c","version":"1"},"capabilities":{}}}
        A {"id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"a","version":"1"},"agentCapabilities":{}}}
        """
    )
    assert (handshake.offered, handshake.version) == (2, 1)
    assert handshake.client == Party("c", None, "1", {})


def test_nothing_usable_is_nothing() -> None:
    handshake = _shaken(
        """
        C {"id":0,"method":"initialize","params":{"protocolVersion":"1","clientInfo":[],"clientCapabilities":null}}
        A {"id":0,"error":{"code":-32602,"message":"no"}}
        """
    )
    assert handshake == Handshake()
    assert _shaken('C {"id":0,"method":"initialize","params":[1]}') == Handshake()
    assert _shaken('C {"id":0,"method":"initialize","params":{"protocolVersion":true}}').offered is None


def test_a_repeat_replaces_all_of_it() -> None:
    handshake = _shaken(
        """
        C {"id":0,"method":"initialize","params":{"protocolVersion":1}}
        A {"id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"a","version":"1"}}}
        C {"id":1,"method":"initialize","params":{"protocolVersion":2}}
        """
    )
    assert handshake == Handshake(offered=2)


def test_a_party_has_a_label() -> None:
    assert Party("zed", "Zed", "1.0").label == "zed 1.0"
    assert Party(None, "Zed").label == "Zed"
    assert Party().label == ""
