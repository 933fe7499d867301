"""Tees that are ended with the test, however it went."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.record.running import Tee


class Starter:
    """Starts tees, and remembers them."""

    def __init__(self) -> None:
        self.tees: list[Tee] = []

    def __call__(self, *arguments: Any, **how: Any) -> Tee:
        """The arguments are those of `Tee`."""
        tee = Tee(*arguments, **how)
        self.tees.append(tee)
        return tee


@pytest.fixture
def start() -> Iterator[Starter]:
    starter = Starter()
    yield starter
    for tee in starter.tees:
        tee.clean_up()
