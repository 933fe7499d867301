"""What a filter's text means, and what is said of one that means nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.views.filter import Filter, both, read_filter
from acp_inspect.views.filter_language.fault import Fault
from acp_inspect.views.filter_language.nodes import (
    All,
    Holds,
    Ids,
    Levels,
    Node,
    Not,
    Numbers,
    Pattern,
    Rules,
    Says,
    SessionPick,
    Sessions,
    Some,
    Span,
    Words,
)
from acp_inspect.views.filter_language.operators import FLAGS, NAMES, OPERATORS
from acp_inspect.views.filter_language.scan import quoted


def root(text: str) -> Node:
    read = read_filter(text)
    assert isinstance(read, Filter), read
    assert read.text == text
    return read.root


def fault(text: str) -> Fault:
    read = read_filter(text)
    assert isinstance(read, Fault), read
    return read


def kind(*words: str) -> Words:
    return Words("kind", tuple(Pattern((word,)) for word in words))


A, B, C = Says("a"), Says("b"), Says("c")


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("", All()),
        ("  \t", All()),
        ("a", A),
        ("a b", All((A, B))),
        ("a and b && c", All((A, B, C))),
        ("a or b | c", Some((A, B, C))),
        ("a b or c", Some((All((A, B)), C))),
        ("a (b or c)", All((A, Some((B, C))))),
        ("not a b", All((Not(A), B))),
        ("NOT (a OR b)", Not(Some((A, B)))),
        ("!a ! b", All((Not(A), Not(B)))),
        ("not not a", Not(Not(A))),
        ("((a))", A),
        ('"a b"', Says("a b")),
        ('"or" "not"', All((Says("or"), Says("not")))),
        (r'"say \"hi\" \\ \n"', Says(r'say "hi" \ \n')),
        ('"gap"', Says("gap")),
        ("gap", kind("gap")),
        ("STDERR", kind("stderr")),
        ("batch", Numbers("part", (Span(0),))),
        ("pending", Words("status", (Pattern(("pending",)),))),
        ("kind:request,response", kind("request", "response")),
        ("Kind:Request", kind("request")),
        ("kind:stre*", kind("stream-ended")),
        ("kind:update", All((kind("notification"), Words("method", (Pattern(("session/update",)),))))),
        ("method:fs/*,x", Words("method", (Pattern(("fs/", "")), Pattern(("x",))))),
        ('method:"a*,b"', Words("method", (Pattern(("a*,b",)),))),
        ("update:*call*", Words("update", (Pattern(("", "call", "")),))),
        ("session:A", Sessions((SessionPick(0, Pattern(("A", ""))),))),
        ("session:AB,ab", Sessions((SessionPick(27, Pattern(("AB", ""))), SessionPick(None, Pattern(("ab", "")))))),
        ('session:"A"', Sessions((SessionPick(None, Pattern(("A", ""))),))),
        ("session:a*z", Sessions((SessionPick(None, Pattern(("a", "z"))),))),
        ("side:recorder", Not(Words("side", (Pattern(("client",)), Pattern(("agent",)))))),
        ("outcome:error", Words("status", (Pattern(("error",)),))),
        ("latency:>1s,<1ms", Numbers("latency", (Span(low=10**9 + 1), Span(high=10**6 - 1)))),
        ("at:..5", Numbers("at", (Span(0, 5 * 10**9),))),
        ("size:5", Numbers("size", (Span(5, 5),))),
        ("id:1", Ids(((1, "1"),))),
        ("id:1.0", Ids(((1, "1.0"),))),
        ('id:"1"', Ids(((("string", "1"), '"1"'),))),
        ("id:call-1,null", Ids(((("string", "call-1"), '"call-1"'), (None, "null")))),
        ("id:-", Ids(((("string", "-"), '"-"'),))),
        ("finding:notice*,stdio", Rules((Pattern(("notice", "")), Pattern(("stdio",))))),
        ("level:error,info", Levels(("error", "info"))),
        ("text:a,b", Says("a,b")),
        ('text:"rate limit"', Says("rate limit")),
        (r'raw:"\\u00e9"', Holds(rb"\u00e9")),
        ("12:30", Says("12:30")),
        (":x", Says(":x")),
    ],
)
def test_what_a_text_means(text: str, tree: Node) -> None:
    assert root(text) == tree


@pytest.mark.parametrize(
    ("text", "wrong", "message"),
    [
        ("a stauts:error", "stauts", "there is no operator “stauts”; did you mean status?"),
        ("zzzz:1", "zzzz", "the operators are kind, method,"),
        ('http:"//x y"', "http", r'To search for the text, quote it: "http:\"//x y\""'),
        ("status:eror", "eror", "did you mean error?"),
        ("level:fatal", "fatal", "it is one of error, warning, info"),
        ("kind:", "", "right is, for example, kind:request"),
        ("kind:request, a", "", "something is missing here"),
        ("text:", "", "a text is missing here"),
        ('a text:""', "", "a text is missing here"),
        ('""', '""', "a text to search for is missing here"),
        ("latency:500ms", "500ms", "a time with its unit and a comparison or a range"),
        ("seq:9..3 a", "9..3", "this range is empty"),
        ("at:x", "x", "seconds since the start"),
        ("a or", "", "a condition is missing here"),
        ("a and or b", "or", "a condition is missing here"),
        ("not", "", "a condition is missing here"),
        ("()", ")", "a condition is missing here"),
        ("(a b", "(", "this parenthesis is not closed"),
        ("a) b", ")", "this parenthesis closes none"),
        ('a "b c', '"b c', "this quotation mark is not closed"),
        ("a\0", "\0", "this is no text"),
        ("a\udcff", "\udcff", "this is no text"),
        ("a " * 201, "a " * 201, "at most 200 terms"),
        ("(" * 51 + "a" + ")" * 51, "(", "more than 50 deep"),
        ("not " * 51 + "a", "not", "more than 50 deep"),
        ("a" * 10_001, "a", "at most 10,000 characters"),
    ],
)
def test_what_is_wrong_and_where(text: str, wrong: str, message: str) -> None:
    read = fault(text)
    assert text[read.start : read.end] == wrong
    assert message in read.message
    assert read.message.replace("\0", "").isprintable()


def test_every_example_of_the_table_is_right() -> None:
    for operator in OPERATORS.values():
        assert operator.examples
        for example in operator.examples:
            root(example)
        for word in operator.choices:
            root(f"{operator.name}:{word}")
        for name in operator.also:
            assert NAMES[name] is operator
    for flag in FLAGS:
        assert root(flag) == FLAGS[flag].means


_PIECES = [
    "(",
    ")",
    " ",
    "not ",
    "or ",
    '"',
    "\\",
    ":",
    ",",
    "*",
    "..",
    ">",
    "a",
    "kind:",
    "request",
    "seq:",
    "5",
    "id:",
    "-",
]


@given(st.lists(st.sampled_from(_PIECES), max_size=12).map("".join) | st.text(max_size=30))
def test_any_text_means_something_or_is_wrong_somewhere(text: str) -> None:
    match read_filter(text):
        case Fault(start, end, message):
            assert 0 <= start <= end <= len(text)
            assert message
        case Filter(same, _):
            assert same == text


@given(st.text(min_size=1, max_size=20))
def test_what_is_quoted_means_itself(text: str) -> None:
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        assert isinstance(read_filter(quoted(text)), Fault)
    elif quoted(text) not in FLAGS:
        assert root(f"text:{quoted(text)}") == Says(text)
        assert root(f"method:{quoted(text)}") == Words("method", (Pattern((text,)),))


def test_what_a_filter_knows_of_itself() -> None:
    where = read_filter('kind:update (text:"a b" or not finding:x) not zzz not not b')
    assert isinstance(where, Filter)
    assert where.asks_findings
    assert where.searched == ("a b", "b")
    assert not where.everything
    nothing = read_filter(" ")
    assert isinstance(nothing, Filter)
    assert nothing.everything
    assert not nothing.asks_findings
    assert both(nothing, where) == Filter(f"( ) ({where.text})", All((All(), where.root)))
