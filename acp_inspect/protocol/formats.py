"""The string formats that the reference decoders check: URIs and RFC 3339 times. Others are not checked.

A URI is what the WHATWG URL standard parses without a base, for that is what the TypeScript decoders ask. Its rules for
international domain names are left out: of those only the characters are judged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from ipaddress import AddressValueError, IPv6Address
from typing import Final
from unicodedata import normalize
from urllib.parse import unquote

_DAY = (
    r"(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29"
    r"|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])))"
)
_TIME = r"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)"
_DATE_TIME = re.compile(f"{_DAY}T{_TIME}", re.ASCII)

_TRIMMED: Final = (
    "".join(map(chr, range(0x21)))
    + "\xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff"
    + "".join(map(chr, range(0x2000, 0x200B)))
)
_DELETED = str.maketrans("", "", "\t\n\r")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):", re.ASCII)
_SPECIAL: Final = frozenset({"ftp", "http", "https", "ws", "wss"})
_PORT = re.compile(r"0*\d{0,5}", re.ASCII)
_DRIVE = re.compile(r"[A-Za-z][:|]", re.ASCII)
_NO_HOST = re.compile(r"[\x00\t\n\r #/:<>?@\[\\\]^|]")
_NO_DOMAIN = re.compile(r"[\x00-\x20#/:<>?@\[\\\]^|%\x7f]")
_NUMBER = re.compile(r"\d+|0[xX][0-9A-Fa-f]*", re.ASCII)


def is_date_time(text: str) -> bool:
    """Whether a text is an RFC 3339 time: seconds, upper-case T and Z, an offset, a day that exists."""
    return _DATE_TIME.fullmatch(text) is not None


def is_uri(text: str) -> bool:
    """Whether a text is a URI: a scheme, and a possible host and port where there are any (web schemes need a host)."""
    text = text.strip(_TRIMMED).translate(_DELETED)
    match = _SCHEME.match(text)
    if match is None:
        return False
    scheme, rest = match[1].lower(), text[match.end() :]
    if scheme in _SPECIAL:
        return _is_authority(re.split(r"[/\\?#]", rest.lstrip("/\\"), maxsplit=1)[0], _is_domain)
    if scheme == "file":
        rest = rest.replace("\\", "/")
        host = re.split(r"[/?#]", rest[2:], maxsplit=1)[0] if rest.startswith("//") else ""
        return not host or _DRIVE.fullmatch(host) is not None or _is_host(host, _is_domain)
    authority = re.split(r"[/?#]", rest[2:], maxsplit=1)[0] if rest.startswith("//") else ""
    return not authority or _is_authority(authority, lambda host: _NO_HOST.search(host) is None)


def _is_authority(text: str, good: Callable[[str], bool]) -> bool:
    host_and_port = text.rpartition("@")[2]
    match = re.fullmatch(r"(\[[^\]]*\]|[^:]*)(?::(.*))?", host_and_port, re.DOTALL)
    if match is None or not match[1]:
        return False
    port = match[2] or ""
    return _PORT.fullmatch(port) is not None and int(port.lstrip("0") or 0) <= 65_535 and _is_host(match[1], good)


def _is_host(text: str, good: Callable[[str], bool]) -> bool:
    if text.startswith("["):
        try:
            return text.endswith("]") and "%" not in text and bool(IPv6Address(text[1:-1]))
        except AddressValueError:
            return False
    return good(text)


def _is_domain(text: str) -> bool:
    host = normalize("NFKC", unquote(text, errors="replace"))
    if not host or _NO_DOMAIN.search(host):
        return False
    parts = re.split(r"[.。]", host)
    if len(parts) > 1 and not parts[-1]:
        parts.pop()
    return _NUMBER.fullmatch(parts[-1]) is None or _is_ipv4(parts)


def _is_ipv4(parts: list[str]) -> bool:
    """Whether a host that ends in a number is an IPv4 address: up to four numbers, the last one takes the rest."""
    numbers = [_number(part) for part in parts]
    *heads, last = numbers
    return (
        len(numbers) <= 4
        and None not in numbers
        and all(head <= 255 for head in heads if head is not None)
        and (last is not None and last < 256 ** (5 - len(numbers)))
    )


def _number(part: str) -> int | None:
    try:
        if part[:2] in ("0x", "0X"):
            return int(part[2:] or "0", 16)
        return int(part, 8 if len(part) > 1 and part[0] == "0" else 10) if _NUMBER.fullmatch(part) else None
    except ValueError:
        return None


FORMATS: Final[Mapping[str, tuple[str, Callable[[str], bool]]]] = {
    "date-time": ("an RFC 3339 time with seconds and offset", is_date_time),
    "uri": ("a URI with its scheme", is_uri),
}
"""Format → (what is expected, in words; the check)."""
