"""What asks for or holds a secret, judged by names and words alone. Values are never looked at."""

from __future__ import annotations

import re
from typing import Final

_CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_OTHER: Final = re.compile(r"[^A-Za-z0-9]+")
_SECRET: Final = (
    r"pass ?words?|pass ?phrases?|pass ?codes?|passwd|api ?keys?|api ?tokens?|secret ?keys?|client secret|"
    r"(?:access|auth|authentication|authorization|bearer|refresh|personal access|security) tokens?|"
    r"private keys?|recovery codes?|recovery phrases?|seed phrases?|(?:credit )?card numbers?|cvv|cvc"
)
_HARMLESS: Final = (
    r"policy|limits?|length|manager|file|path|field|type|name|hint|rotation|expiry|expiration|strength|generator|"
    r"variable|env|environment|id|ids|store|count|reset|required|label|prefix|scope|scopes|format|url|protected"
)
_NAMES_SECRET: Final = re.compile(rf"\b(?:{_SECRET})\b(?! (?:{_HARMLESS})\b)")
_ASKS: Final = re.compile(
    rf"\b(?:enter|paste|type in|provide|supply|input) (?:\w+ ){{0,4}}?(?:{_SECRET})\b(?! (?:{_HARMLESS})\b)"
)
_LONGEST: Final = 500

SECRET_PARAMETERS: Final = frozenset(
    {"token", "accesstoken", "idtoken", "refreshtoken", "authtoken", "apikey", "password", "passwd", "pwd", "secret"}
    | {"clientsecret", "sessiontoken", "jwt", "email"}
)
"""Names of parameters of an address, in plain letters, that hold credentials or tell who the user is."""


def names_secret(text: str) -> bool:
    """Whether a name or a title is that of a secret: `apiKey`, `Your password`, but not `Password policy`."""
    return _NAMES_SECRET.search(_plain(text)) is not None


def asks_for_secret(text: str) -> bool:
    """Whether a sentence asks for a secret: "Paste your access token"."""
    return _ASKS.search(_plain(text)) is not None


def letters(name: str) -> str:
    """A name in lower case, without what separates its words."""
    return _OTHER.sub("", name[:_LONGEST]).casefold()


def _plain(text: str) -> str:
    return _OTHER.sub(" ", _CAMEL.sub(" ", text[:_LONGEST])).casefold().strip()
