"""Run the rules over steps: look up those an event concerns, collect what they say, keep the most exact of it.

Total: a rule or a memory that crashes becomes the finding `rule-crashed`, and the loop goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Finding, Hit, Level, On, Rule
from acp_inspect.rules.registry import all_rules
from acp_inspect.rules.remember import Memory, Topic, all_topics
from acp_inspect.wire.rpc import Side

T = TypeVar("T")

CRASHED: Final = "rule-crashed"
"""The rule id of a finding about ourselves."""


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
_EVERY: Final = frozenset({1, 2})
_Gated: TypeAlias = tuple[T, type | None]
_Key: TypeAlias = tuple[str, str | None, str | None, bool, bool, bool, int]


class Judge:
    """Rules and memories, looked up by what they look at. Holds no state: the memory is the caller's."""

    __slots__ = ("_over", "_rules", "_topics")

    def __init__(
        self, choice: Choice = _DEFAULT, rules: Sequence[Rule] | None = None, topics: Sequence[Topic] | None = None
    ) -> None:
        """`rules`, `topics`: instead of all there are."""
        chosen = [rule for rule in (all_rules() if rules is None else rules) if choice.takes(rule)]
        self._rules = _Index([(on, _versions(rule, choice), rule) for rule in chosen for on in rule.on])
        self._topics = _Index(
            [(on, _EVERY, topic) for topic in (all_topics() if topics is None else topics) for on in topic.on]
        )
        self._over = {rule.id: rule.over for rule in chosen}

    def judge(self, case: Case) -> list[Finding]:
        """What the rules say about a case."""
        found: list[tuple[Rule, Hit]] = []
        crashed: list[Finding] = []
        memory = case.memory
        for rule, once in self._rules.at(case):
            if once is not None and once not in memory:
                continue
            if rule.exact and case.after.reserialised:
                continue
            try:
                for hit in rule.check(case):
                    found.append((rule, hit))  # a comprehension would cost a call for every rule
            except Exception as error:  # whatever a rule's bug raises must not end the analysis
                crashed.append(_crash(case, f"rule {rule.id}", error))
        if not found:
            return crashed
        return [_finding(case, rule, hit) for rule, hit in self._most_exact(case, found)] + crashed

    def remember(self, memory: Memory, case: Case) -> tuple[Memory, list[Finding]]:
        """The memory after a case; and a finding for each topic that crashed, which stays as it was."""
        crashed: list[Finding] = []
        known = case.memory
        for (kind, _, grow, start), once in self._topics.at(case):
            if once is not None and once not in known:
                continue
            before = memory.get(kind, start)
            try:
                after = grow(before, case)
            except Exception as error:  # as above
                crashed.append(_crash(case, f"memory {kind.__name__}", error))
                continue
            if after is before:
                continue
            if after != start:
                memory = memory.set(kind, after)
            elif kind in memory:
                memory = memory.delete(kind)
        return memory, crashed

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


def _versions(rule: Rule, choice: Choice) -> frozenset[int]:
    """In which versions a rule runs."""
    return rule.versions if choice.dialect in rule.dialects else rule.versions - {2}


class _Index(Generic[T]):
    """Finds what looks at an event; the answer is kept for each kind of event."""

    def __init__(self, entries: list[tuple[On, frozenset[int], T]]) -> None:
        self._entries = entries
        self._methods = frozenset(method for on, _, _ in entries for method in on.methods)
        self._updates = frozenset(update for on, _, _ in entries for update in on.updates)
        self._known: dict[_Key, tuple[_Gated[T], ...]] = {}

    def at(self, case: Case) -> tuple[_Gated[T], ...]:
        """Each entry that may look at the case, with the memory that must have begun, if one must."""
        # Names come from the wire. Those that nobody looks at are all alike, so that there are only so many keys.
        method = case.method if case.method in self._methods else None
        update = case.update if case.update in self._updates else None
        key = (case.kind, method, update, case.faulty, case.odd, case.rich, case.version)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._matching(*key)
        return known

    def _matching(
        self, kind: str, method: str | None, update: str | None, faulty: bool, odd: bool, rich: bool, version: int
    ) -> tuple[_Gated[T], ...]:
        found: dict[int, tuple[T, set[type | None]]] = {}
        for on, versions, entry in self._entries:
            if (
                version in versions
                and (not on.kinds or kind in on.kinds)
                and (not on.methods or method in on.methods)
                and (not on.updates or update in on.updates)
                and (faulty or not on.faulty)
                and (odd or not on.odd)
                and (rich or not on.rich)
            ):
                found.setdefault(id(entry), (entry, set()))[1].add(on.once)
        return tuple((entry, gates.pop() if len(gates) == 1 else None) for entry, gates in found.values())


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


def _crash(case: Case, what: str, error: Exception) -> Finding:
    message = f"the {what} failed with {type(error).__name__}: {error}"
    side = case.sender or Side.AGENT
    return Finding(CRASHED, Level.INFO, side, case.seq, "", message, (), None, None, case.session, case.version)
