"""The page of a rule, out of its docstring: what is wrong, why it matters, what to do instead, and examples.

    Answers a request twice.

    ## Why it matters
    …
    ## Instead
    …

    ```acp bad after v1-session
    A  {"jsonrpc":"2.0","id":1,"result":{}}
    A! {"jsonrpc":"2.0","id":1,"result":{}}
    ```

    ```acp good after v1-session
    …
    ```

The first paragraph says what is wrong. A block is a transcript (`wire.transcript`); `!` marks each line that must be
reported, no other may be. `after` names a beginning (`rules.beginnings`) that comes first.
"""

from __future__ import annotations

import re
from inspect import cleandoc
from typing import NamedTuple

from acp_inspect.rules.beginnings import BEGINNINGS
from acp_inspect.wire.transcript import Entry, parse_transcript

_BLOCK = re.compile(r"^```acp (bad|good)(?: after ([a-z0-9-]+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Example(NamedTuple):
    """A block of a page."""

    bad: bool
    beginning: str | None
    text: str
    """The transcript of the block alone."""

    @property
    def entries(self) -> list[Entry]:
        """The whole exchange, the beginning included. Raises KeyError for a beginning that nobody knows."""
        before = parse_transcript(BEGINNINGS[self.beginning]) if self.beginning else []
        return before + parse_transcript(self.text)


class Page(NamedTuple):
    """A rule's page in its parts."""

    summary: str
    """What is wrong, in one paragraph."""
    text: str
    """The whole page, Markdown."""
    examples: tuple[Example, ...]


def read_page(docstring: str) -> Page:
    """The page that a docstring holds."""
    text = cleandoc(docstring)
    summary = " ".join(text.split("\n\n", 1)[0].split())
    blocks = [Example(match[1] == "bad", match[2], match[3]) for match in _BLOCK.finditer(text)]
    return Page(summary, text, tuple(blocks))
