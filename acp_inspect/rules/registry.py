"""Find all rules and memories: the folders are the registry, so adding one touches one file."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Final

from acp_inspect import rules
from acp_inspect.rules.declare import Declared, Rule

_NOT_GROUPS: Final = {"memory"}


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, by id. Imports the rule files; a file that declares none, or two, raises RuntimeError."""
    return tuple(sorted(_found(), key=lambda rule: rule.id))


@cache
def rules_by_id() -> dict[str, Rule]:
    """Every rule under its id."""
    return {rule.id: rule for rule in all_rules()}


def modules_under(package: ModuleType) -> Iterator[ModuleType]:
    """The modules of a package's folder, imported."""
    for found in pkgutil.iter_modules(package.__path__):
        yield import_module(f"{package.__name__}.{found.name}")


def _found() -> Iterable[Rule]:
    for group in pkgutil.iter_modules(rules.__path__):
        if group.ispkg and group.name not in _NOT_GROUPS:
            for module in modules_under(import_module(f"{rules.__name__}.{group.name}")):
                yield _rule_of(module)


def _rule_of(module: ModuleType) -> Rule:
    _, _, group, name = module.__name__.split(".")
    checks = [value for value in vars(module).values() if hasattr(value, "__declared__")]
    if len(checks) != 1:
        raise RuntimeError(f"{module.__name__} declares {len(checks)} rules; a rule file declares one")
    declared: Declared = checks[0].__declared__
    return Rule(
        id=f"{group}/{name}".replace("_", "-"),
        check=checks[0],
        page=module.__doc__ or "",
        **declared._asdict(),
    )
