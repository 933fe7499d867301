"""The filter language explained, for the terminal and as a page of the documentation; both made from its tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.views.filter_language.operators import FLAGS, OPERATORS, Operator

_INTRODUCTION: Final = (
    "A filter is a list of conditions. An event is shown if it meets all of them. A condition is an operator with a"
    " value, such as status:error, or a text, which is searched for in the line as it crossed."
)

_RULES: Final = (
    ("status:error side:agent", "both are met"),
    ("kind:request or kind:response", "at least one is met; `or` binds weaker than a space or `and`"),
    ("kind:request,response", "the same: one of the values"),
    ("not method:session/update", "it is not met; an event that has no method meets this too"),
    ("(stderr or gap) at:>1m", "parentheses group"),
    ("update:tool_call*", "a star stands for anything; without one, the whole name counts"),
    ('"rate limit" or text:café', 'with spaces or signs, text is quoted; \\" is ", \\\\ is \\'),
    ("latency:>500ms", "comparisons are > >= < <=; ranges are 1s..2s, 100.., ..200"),
)

_NOTES: Final = (
    "Units of time are ns, us, ms, s, m, h, also together as in 1m30s; units of size are B, kB, MB, GB, KiB, MiB, GiB."
    " The words not, and, or may be written ! && ||.",
    "Each condition is asked about the event by itself: finding:notice* level:error finds events about which a notice"
    " rule says something, and about which some rule reports an error. Every entry of a batch has the whole line's text"
    " and size.",
    "In a shell, put a filter in single quotation marks: parentheses, stars, double quotation marks and > mean"
    " something there.",
)


def filter_help() -> Iterator[str]:
    """The explanation as lines for a terminal, at most 100 characters wide."""
    from textwrap import wrap

    yield from wrap(_INTRODUCTION, 98)
    yield ""
    yield from (f"  {example:<34} {said}" for example, said in _RULES)
    yield ""
    yield "Operators: events …"
    for operator in OPERATORS.values():
        first, *rest = wrap(operator.help + _others(operator), 84)
        yield f"  {operator.name + ':':<10} {first}"
        yield from (f"{'':<13}{line}" for line in rest)
        for line in wrap("  ".join(_values(operator)), 84, break_on_hyphens=False):
            yield f"{'':<13}{line}"
    yield ""
    yield "Words that stand alone:"
    yield from (f"  {name:<10} {flag.help}" for name, flag in FLAGS.items())
    for note in _NOTES:
        yield ""
        yield from wrap(note, 98)


def filter_page() -> str:
    """docs/reference/filter.md."""
    parts = [
        "# Filters\n\nGenerated from the tables of the language by `docs/build.py`.\n\n",
        f"{_INTRODUCTION}\n\n`acp-inspect show`, `export` and `check` take one with `--filter`, `show` also behind the"
        " recording.\n\n| filter | meaning |\n|---|---|\n",
        *(f"| {_code(example)} | {_cell(said)} |\n" for example, said in _RULES),
        "\n",
        "\n\n".join(_NOTES),
        "\n\n## Operators\n\n| operator | events … | value | examples |\n|---|---|---|---|\n",
    ]
    for operator in OPERATORS.values():
        examples = " ".join(_code(example) for example in operator.examples)
        help_ = _cell(operator.help + _others(operator))
        parts.append(f"| `{operator.name}:` | {help_} | {_cell(operator.takes.value)} | {examples} |\n")
    parts.append("\n## Words that stand alone\n\n| word | events |\n|---|---|\n")
    parts += [f"| `{name}` | {flag.help} |\n" for name, flag in FLAGS.items()]
    for operator in OPERATORS.values():
        if operator.choices:
            parts.append(f"\n## The words of `{operator.name}:`\n\n| word | meaning |\n|---|---|\n")
            parts += [f"| `{word}` | {choice.help} |\n" for word, choice in operator.choices.items()]
    return "".join(parts)


def _values(operator: Operator) -> list[str]:
    return list(operator.choices) or list(operator.examples)


def _others(operator: Operator) -> str:
    return f" (also {', '.join(f'{name}:' for name in operator.also)})" if operator.also else ""


def _code(example: str) -> str:
    return f"`{_cell(example)}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
