"""Git patches: sections, paths and operations; any text reads as something."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.rules.git_patch import Named, read_patch

MODIFY = "diff --git /w/a /w/a\nindex 1..2 100644\n--- /w/a\n+++ /w/a\n@@ -1,2 +1,2 @@\n-x\n+y\n--- a/not a header\n"


def test_a_section_and_its_paths() -> None:
    patch = read_patch(MODIFY)
    assert patch.before == ""
    (section,) = patch.sections
    assert section.paths == (
        Named("diff --git", "/w/a"),
        Named("diff --git", "/w/a"),
        Named("---", "/w/a"),
        Named("+++", "/w/a"),
    )
    assert section.operation == "modify"


@pytest.mark.parametrize(
    ("text", "operation", "path"),
    [
        ("diff --git /a /a\nnew file mode 100644\n--- /dev/null\n+++ /a\n@@ -0,0 +1 @@\n+x\n", "add", "/a"),
        ("diff --git /a /a\ndeleted file mode 100644\n--- /a\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n", "delete", "/a"),
        ("diff --git /a /b\nsimilarity index 90%\nrename from /a\nrename to /b\n--- /a\n+++ /b\n", "move", "/b"),
        ("diff --git /a /b\ncopy from /a\ncopy to /b\n", "copy", "/b"),
        ("diff --git /a /a\r\n--- /dev/null\r\n+++ /a\r\n@@ -0,0 +1 @@\r\n", "add", "/a"),
        ('diff --git "/\\303\\244 \\"b" "/\\303\\244 \\"b"\n', "modify", '/ä "b'),
        ("diff --git /a b /a b\n", "modify", "/a b"),
        ("diff --git /a b c\n", "modify", None),
        ("diff --git /a /a\n--- /a\t2026-01-01\n", "modify", "/a"),
    ],
)
def test_operations(text: str, operation: str, path: str | None) -> None:
    (section,) = read_patch(text).sections
    assert section.operation == operation
    assert section.path("rename to", "copy to", "+++", "---", "diff --git") == path


def test_what_stands_around_the_sections() -> None:
    patch = read_patch("Subject: x\n\n" + MODIFY + MODIFY + "-- \n2.43.0\n\n")
    assert patch.before == "Subject: x\n"
    assert len(patch.sections) == 2
    assert patch.signature == "2.43.0"
    assert read_patch(MODIFY).signature is None
    assert read_patch("--- a\n+++ b\n").sections == ()


LINES = st.sampled_from(
    [
        "diff --git ",
        'diff --git "a',
        "--- ",
        "+++ a",
        "rename to ",
        "@@",
        "-- ",
        "2.0",
        '--- "\\9\\777"',
        "new file mode",
    ]
)


@given(st.lists(LINES | st.text(max_size=20)).map("\n".join))
def test_any_text_reads_as_something(text: str) -> None:
    for section in read_patch(text).sections:
        assert section.operation in ("add", "delete", "modify", "move", "copy")
