"""A rule's page as Markdown: for `acp-inspect rule`, docs/rules and reports."""

from __future__ import annotations

from acp_inspect.rules.declare import Dialect, Level, Rule
from acp_inspect.rules.page import read_page

_WORDS = {
    Level.ERROR: "error: the specification says MUST, or the receiver loses the message",
    Level.WARNING: "warning: the specification says SHOULD, or something is repaired or dropped silently",
    Level.INFO: "information: legal, but worth knowing",
}


def page_markdown(rule: Rule) -> str:
    """The page with its facts, ending with a newline."""
    page = read_page(rule.page)
    facts = [
        f"- Level: {_WORDS[rule.level]}",
        f"- At fault: {'either side' if rule.side is None else f'the {rule.side.value.capitalize()}'}",
        f"- Protocol: {', '.join(f'v{version}' for version in sorted(rule.versions))}"
        + ("" if rule.stable else "; unstable surface")
        + _dialects(rule),
        *([] if not rule.pedantic else ["- Off unless `--pedantic`: messages can rarely decide it"]),
        f"- Source: {'; '.join(rule.sources)}",
        *([f"- Official test kit: {', '.join(rule.tck)}"] if rule.tck else []),
        *([f"- Reported instead of: {', '.join(rule.over)}"] if rule.over else []),
    ]
    return f"# {rule.id}\n\n{page.text.strip()}\n\n## Facts\n\n" + "\n".join(facts) + "\n"


def _dialects(rule: Rule) -> str:
    if 2 not in rule.versions or rule.dialects == frozenset(Dialect):
        return ""
    return f"; v2 only in the dialects {', '.join(sorted(dialect.value for dialect in rule.dialects))}"
