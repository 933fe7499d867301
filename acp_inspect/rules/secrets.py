"""What looks like a secret, judged by names alone."""

from __future__ import annotations

import re
from typing import Final

from acp_inspect.wire.json_text import Json

_LONGEST: Final = 4_096
_USER_INFO: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/?#\\]*@", re.ASCII)


def has_user_info(address: Json) -> bool:
    """Whether an address names a user, with or without password, before its host."""
    return isinstance(address, str) and _USER_INFO.match(address[:_LONGEST]) is not None
