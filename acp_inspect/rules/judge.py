"""Run the rules over steps: look up those an event concerns, collect what they say, keep the most exact of it.

Total: a rule or a memory that crashes becomes the finding `rule-crashed`, and the loop goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Finding, Hit, Level, On, Rule
from acp_inspect.rules.registry import all_rules
from acp_inspect.rules.remember import Memory, all_topics
from acp_inspect.wire.rpc import Side

CRASHED: Final = "rule-crashed"
"""The rule id of a finding about ourselves."""

T = TypeVar("T")


class Choice(NamedTuple):
    """Which rules run."""

    pedantic: bool = False
    dialect: Dialect = Dialect.NOVEMBER
    only: frozenset[str] = frozenset()
    """Rule ids or groups; empty = all."""
    ignore: frozenset[str] = frozenset()

    def takes(self, rule: Rule) -> bool:
        """Whether a rule runs."""
        names = {rule.id, rule.group}
        return (
            (self.pedantic or not rule.pedantic or not self.only.isdisjoint({rule.id}))
            and (not self.only or not self.only.isdisjoint(names))
            and self.ignore.isdisjoint(names)
        )


_DEFAULT: Final = Choice()


class Judge:
    """Rules and memories, looked up by what they look at. Holds no state: the memory is the caller's."""

    __slots__ = ("_choice", "_over", "_rules", "_topics")

    def __init__(self, choice: Choice = _DEFAULT, rules: Sequence[Rule] | None = None) -> None:
        chosen = [rule for rule in (all_rules() if rules is None else rules) if choice.takes(rule)]
        self._choice = choice
        self._rules = _Index([(on, rule) for rule in chosen for on in rule.on])
        self._topics = _Index([(on, topic) for topic in all_topics() for on in topic.on])
        self._over = {rule.id: rule.over for rule in chosen}

    def judge(self, case: Case) -> list[Finding]:
        """What the rules say about a case."""
        found: list[tuple[Rule, Hit]] = []
        crashed: list[Finding] = []
        for rule in self._rules.at(case):
            if case.version not in rule.versions or (case.version == 2 and self._choice.dialect not in rule.dialects):
                continue
            try:
                found += [(rule, hit) for hit in rule.check(case)]
            except Exception as error:  # whatever a rule's bug raises must not end the analysis
                crashed.append(_crash(case, rule.id, error))
        return [_finding(case, rule, hit) for rule, hit in self._most_exact(case, found)] + crashed

    def remember(self, memory: Memory, case: Case) -> Memory:
        """The memory after a case."""
        for topic in self._topics.at(case):
            before = memory.get(topic.type)
            try:
                after = topic.grow(topic.type() if before is None else before, case)
            except Exception:  # as above; the topic stays as it was
                continue
            if after is not before:
                memory = memory.set(topic.type, after)
        return memory

    def _most_exact(self, case: Case, found: list[tuple[Rule, Hit]]) -> Iterable[tuple[Rule, Hit]]:
        if len(found) < 2:
            return found
        return [
            (rule, hit)
            for rule, hit in found
            if not any(rule.id in self._reach(better.id) and _same_place(case, hit, other) for better, other in found)
        ]

    def _reach(self, rule_id: str) -> frozenset[str]:
        """The rules that a rule goes over, those included that they go over themselves."""
        reach: set[str] = set()
        todo = list(self._over[rule_id])
        while todo:
            lesser = todo.pop()
            if lesser not in reach:
                reach.add(lesser)
                todo += self._over.get(lesser, ())
        return frozenset(reach)


class _Index(Generic[T]):
    """Finds what looks at an event; the answer is kept for each kind of event."""

    def __init__(self, entries: list[tuple[On, T]]) -> None:
        self._entries = entries
        self._known: dict[tuple[str, str | None, str | None, bool, bool], tuple[T, ...]] = {}

    def at(self, case: Case) -> tuple[T, ...]:
        key = (case.kind, case.method, case.update, case.faulty, case.odd)
        hit = self._known.get(key)
        if hit is None:
            kind, method, update, faulty, odd = key
            found = {
                id(entry): entry
                for on, entry in self._entries
                if (not on.kinds or kind in on.kinds)
                and (not on.methods or method in on.methods)
                and (not on.updates or update in on.updates)
                and (faulty or not on.faulty)
                and (odd or not on.odd)
            }
            hit = tuple(found.values())
            # Names come from the wire: hostile traffic must not fill the memory with them.
            if len(self._known) < 10_000:
                self._known[key] = hit
        return hit


def _same_place(case: Case, one: Hit, other: Hit) -> bool:
    if (one.seq or case.seq) != (other.seq or case.seq):
        return False
    shorter, longer = sorted((one.pointer, other.pointer), key=len)
    return longer == shorter or longer.startswith(shorter + "/") or not shorter


def _finding(case: Case, rule: Rule, hit: Hit) -> Finding:
    return Finding(
        rule.id,
        hit.level or rule.level,
        hit.side or rule.side or case.sender or Side.AGENT,
        hit.seq or case.seq,
        hit.pointer,
        hit.message,
        hit.related,
        hit.effect,
        hit.evidence,
        hit.session or case.session,
        case.version,
    )


def _crash(case: Case, rule_id: str, error: Exception) -> Finding:
    message = f"the rule {rule_id} failed with {type(error).__name__}: {error}"
    side = case.sender or Side.AGENT
    return Finding(CRASHED, Level.INFO, side, case.seq, "", message, (), None, None, case.session, case.version)
