"""Paths: which are absolute, and which mean the same place."""

from __future__ import annotations

import pytest

from acp_inspect.rules.paths import is_absolute, is_inside, may_be_same_path, same_path


@pytest.mark.parametrize("path", ["/", "/x", "C:\\x", "c:/x", "\\\\host\\share"])
def test_absolute_on_some_platform(path: str) -> None:
    assert is_absolute(path)


@pytest.mark.parametrize("path", ["", ".", "x", "~/x", "./x", "file:///x", "C:x", "\\x"])
def test_not_absolute_on_any_platform(path: str) -> None:
    assert not is_absolute(path)


@pytest.mark.parametrize(
    ("one", "other"), [("/w", "/w/"), ("/w", "/w/./"), ("C:\\w", "c:/w"), ("/w//x", "/w/x"), ("/", "/.")]
)
def test_the_same_path_written_otherwise(one: str, other: str) -> None:
    assert same_path(one, other)
    assert same_path(other, one)


@pytest.mark.parametrize(("one", "other"), [("/w", "/W"), ("/w", "w"), ("/w", "/w/x"), ("/", "/w")])
def test_other_paths(one: str, other: str) -> None:
    assert not same_path(one, other)
    assert not same_path(other, one)


def test_a_path_behind_a_link_may_be_the_same() -> None:
    assert may_be_same_path("/tmp/x", "/private/tmp/x")
    assert not may_be_same_path("/tmp/x", "/private/tmp/y")
    assert not may_be_same_path("/tmp/x", "/private/tmp/xx")


@pytest.mark.parametrize(
    ("path", "root", "inside"),
    [
        ("/work/a", "/work", True),
        ("/work", "/work/", True),
        ("/work/../etc/passwd", "/work", False),
        ("/work/sub/../a", "/work", True),
        ("/workshop/a", "/work", False),
        ("/a", "/", True),
        ("c:\\work\\a.py", "C:/work", True),
        ("D:\\work\\a.py", "C:\\work", False),
        ("\\\\host\\share\\a", "\\\\host\\share", True),
    ],
)
def test_inside_of_a_root(path: str, root: str, inside: bool) -> None:
    assert is_inside(path, root) is inside
