"""What a rule alone refuses: a state in which an action is allowed, and what differs where it is not."""

from __future__ import annotations

from typing import Any

import pytest

Given = dict[str, Any]


def row(
    rule: str, deed: Any, *, needs: Given | None = None, also: tuple[str, ...] = (), **differs: Any
) -> Any:
    """A rule against an action: what differs makes it apply, `needs` is so in either case.

    `also` are rules that it shows besides.
    """
    return pytest.param(rule, deed, needs or {}, differs, marks=pytest.mark.rule(rule, *also))


def merged(needs: Given, differs: Given) -> Given:
    """What is needed, with what differs; of who is told of in both, field by field."""
    return {
        key: {**needs[key], **given} if isinstance(given, dict) and key in needs else given
        for key, given in {**needs, **differs}.items()
    }
