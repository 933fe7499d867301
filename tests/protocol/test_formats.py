"""Which strings are URIs and times. The expected verdicts are those of the URL standard and of RFC 3339."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.protocol.formats import is_date_time, is_uri

URIS = [
    "file:///a", "file:/a", "file:", "file://host/x", "file://c:/x", "http:a", "http:///a", "https://a.b:80/",
    "http://u:p@h/", "http://[::1]/", "http://0x7f.1/", "http://a..b/", "http://%41/", "http://256/", "foo:", "foo://",
    "foo:///x", "foo://a%zz/", "a:b", "a+b.c-d:x", "urn:uuid:1", "mailto:a@b", "data:,x", "C:\\a", "http:\\\\a\\b",
    "zed:///agent/thread", "localhost:3000", "about:blank", "http://a:0065535/", " http://a/ ", "http://a\n.b/",
    "ssh://git@h:22/x", "http://a.1.b./",
]  # fmt: skip
NO_URIS = [
    "", "/abs", "rel", "a/b:c", "//a/b", "?x", "#x", "1a:b", "_a:b", ":a", "http:", "http://", "http://user@/",
    "https://a:99999/", "https://a:65536", "https://a:x", "http://[::1", "http://[zz]/", "http://[::1%25x]/",
    "http://a b/", "http://a|b/", "http://a%20b/", "http://%00/", "http://a\x7fb/", "http://a:80:80/", "http://:80/",
    "http://999.1.1.1/", "http://1.2.3.4.5/", "http://1.2.3.256/", "http://08.1.1.1/", "http://a.1/", "http://a.0x/",
    "http://4294967296/", "foo://[bad", "foo://a:x/", "foo://a^b/", "foo://:1/", "foo://@/", "file://[bad]/",
    "file://a^b/x", "http://" + "1" * 5_000 + "/",
]  # fmt: skip
TIMES = [
    "2026-11-02T10:00:00Z", "2026-11-02T10:00:00.123456789Z", "2024-02-29T00:00:00Z", "2000-02-29T00:00:00Z",
    "2026-11-02T10:00:00+01:00", "2026-11-02T10:00:00-23:59", "0000-01-01T00:00:00Z",
]  # fmt: skip
NO_TIMES = [
    "", "2026-11-02", "2026-11-02T10:00Z", "2026-11-02T10:00:00", "2026-11-02t10:00:00z", "2026-11-02 10:00:00Z",
    "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-11-31T00:00:00Z", "2026-13-01T00:00:00Z",
    "2026-11-02T24:00:00Z", "2026-11-02T23:59:60Z", "2026-11-02T10:00:00+24:00", "2026-11-02T10:00:00+0100",
    "2026-11-02T10:00:00.Z", "2026-11-02T10:00:00Z\n", "٢٠٢٦-11-02T10:00:00Z",
]  # fmt: skip


@pytest.mark.parametrize("text", URIS)
def test_a_uri(text: str) -> None:
    assert is_uri(text)


@pytest.mark.parametrize("text", NO_URIS)
def test_no_uri(text: str) -> None:
    assert not is_uri(text)


@pytest.mark.parametrize("text", TIMES)
def test_a_time(text: str) -> None:
    assert is_date_time(text)


@pytest.mark.parametrize("text", NO_TIMES)
def test_no_time(text: str) -> None:
    assert not is_date_time(text)


@given(st.sampled_from(["", "http://", "file://", "foo://", "http://[", "http://a:"]), st.text())
def test_every_text_gets_an_answer(start: str, rest: str) -> None:
    assert is_uri(start + rest) in (True, False)
    assert is_date_time(start + rest) in (True, False)
