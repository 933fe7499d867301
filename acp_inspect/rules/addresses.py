"""An address that a user may be sent to, taken apart: total on any text."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Final, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from acp_inspect.wire.json_text import Json

_LONGEST: Final = 8_192
_MOST: Final = 200


class Address(NamedTuple):
    """An address."""

    scheme: str
    """In lower case."""
    host: str
    """In lower case, without port; empty where there is none."""
    user: bool
    """Whether it names a user, with or without password."""
    pairs: tuple[tuple[str, str], ...]
    """Names and values of its query and its fragment."""

    @property
    def is_local(self) -> bool:
        """Whether it leads to the machine itself."""
        if self.host == "localhost" or self.host.endswith(".localhost"):
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False


def address_of(text: Json) -> Address | None:
    """The parts of an address; None for what is none."""
    if not isinstance(text, str) or len(text) > _LONGEST:
        return None
    try:
        parts = urlsplit(text)
        host = parts.hostname or ""
    except ValueError:
        return None
    if not parts.scheme:
        return None
    return Address(parts.scheme, host, "@" in parts.netloc, (*_pairs(parts.query), *_pairs(parts.fragment)))


def _pairs(query: str) -> list[tuple[str, str]]:
    """Names and values; none where there are too many."""
    try:
        return parse_qsl(query, keep_blank_values=True, max_num_fields=_MOST)
    except ValueError:
        return []
