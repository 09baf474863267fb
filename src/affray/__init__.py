"""Affray: combat for tabletop games; a rule is written once and run four ways."""

from affray.api import (
    AffrayError,
    BadData,
    Fault,
    Hands,
    NotFound,
    Opened,
    Ruleset,
    Session,
    load_scene,
    ruleset,
    rulesets,
    scenes,
    start,
)

__all__ = [
    "AffrayError",
    "BadData",
    "Fault",
    "Hands",
    "NotFound",
    "Opened",
    "Ruleset",
    "Session",
    "load_scene",
    "ruleset",
    "rulesets",
    "scenes",
    "start",
]
