"""Laws of the chain: it is a tuple that grows cheaply and never changes."""

from __future__ import annotations

from itertools import islice
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.trace.chain import Chain

# Each step appends to one of the versions made so far, the newest or an older one.
GROWTH = st.lists(st.tuples(st.integers(0, 30), st.integers()), max_size=40)


@given(st.lists(st.integers()), GROWTH)
def test_every_version_stays_what_it_was(start: list[int], growth: list[tuple[int, int]]) -> None:
    chains = [Chain(start)]
    tuples = [tuple(start)]
    for back, item in growth:
        place = max(0, len(chains) - 1 - back)
        chains.append(chains[place].append(item))
        tuples.append((*tuples[place], item))
    assert [tuple(chain) for chain in chains] == tuples
    assert [len(chain) for chain in chains] == [len(items) for items in tuples]


@given(st.lists(st.integers(), max_size=8), st.integers(-9, 9), st.slices(8))
def test_reads_like_a_tuple(items: list[int], index: int, part: slice) -> None:
    # Behind the chain's own end lies what another version appended.
    chain = Chain(items)
    chain.append(99)
    assert list(reversed(chain)) == items[::-1]
    assert chain[part] == items[part]
    if -len(items) <= index < len(items):
        assert chain[index] == items[index]
    else:
        with pytest.raises(IndexError):
            chain[index]


def test_equal_by_content() -> None:
    one = Chain([1, 2])
    assert one == Chain([1]).append(2)
    assert one != Chain([1]).append(3)
    assert one != Chain([1])
    assert one != [1, 2]
    assert Chain() == Chain()


def test_what_it_was_made_of_does_not_matter_later() -> None:
    items = [1]
    chain = Chain(items)
    items.append(2)
    assert list(chain) == [1]
    assert repr(chain) == "Chain([1])"


def test_versions_share_their_past() -> None:
    chain: Chain[int] = Chain()
    versions = []
    for item in range(1_000):
        chain = chain.append(item)
        versions.append(chain)
    assert len({id(version._items) for version in versions}) == 1


def test_two_threads_may_grow_the_same_version() -> None:
    start = Chain(range(10))
    grown: list[list[int]] = []

    def grow(name: int) -> None:
        for _ in range(200):
            chain = start
            for item in range(20):
                chain = chain.append(name * 100 + item)
            grown.append(list(islice(chain, 10, None)))

    threads = [Thread(target=grow, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected = [[name * 100 + item for item in range(20)] for name in range(4)]
    assert len(grown) == 800
    assert all(items in expected for items in grown)
