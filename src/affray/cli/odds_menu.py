"""All that a fighter may do in the first round of a scene, with its odds."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import click
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from affray.cli.console import Printer
from affray.cli.first_round import FirstRound
from affray.cli.locale import say
from affray.cli.menu import HELPED, Unbroken, closed_up, meanings, menu_cell, menu_lines, refusals
from affray.cli.session_odds import QUICK, CachedEffort, policy_named, priced
from affray.cli.shell import quoted
from affray.core.act import Act
from affray.core.errors import OverBudget
from affray.core.meant import beginning
from affray.core.message import Verbatim, msg
from affray.pricing import ActionOdds, Prices, helped, told_apart


def tell(show: Printer, turn: FirstRound, scene: str, policy: str | None, as_json: bool) -> None:
    """Print the menu of a fighter; raises AffrayError."""
    chooser = policy_named(turn.ruleset, policy)
    chances = _chances(turn, chooser)
    if as_json:
        click.echo(json.dumps(as_data(turn, chooser, chances), indent=2, ensure_ascii=False))
    else:
        told(show, turn, scene, chooser, chances)


def _chances(turn: FirstRound, policy: str) -> dict[Act, ActionOdds]:
    """The odds of all that is allowed; what takes too long to find is left out."""
    game, fight, who = turn.ruleset, turn.fight, turn.who
    chances, how = dict[Act, ActionOdds](), CachedEffort(**QUICK, prices=Prices())
    for act in (offer.act for offer in turn.offers if not offer.refused):
        with suppress(OverBudget):
            odds = priced(game, fight, who, act, policy, **how)
            chances[act] = told_apart(game, fight, who, act, odds, policy=policy, **how)
    return chances


def told(show: Printer, turn: FirstRound, scene: str, policy: str, chances: dict[Act, ActionOdds]) -> None:
    """The menu as lines: what it costs, the action, its targets with their chances."""
    from affray.reference import cost_in_words

    who, offers = turn.names[turn.who], turn.offers
    heading = msg("{who}, in the first round", who=who)
    show.print(Text(say(heading), "bold") + Text(say(msg("  {policy} choices", policy=policy)), "dim"))
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", no_wrap=True, style="dim")
    grid.add_column(max_width=max(20, show.console.width * 5 // 12))
    grid.add_column(overflow="fold")
    for row in menu_lines(turn, [offer for offer in offers if not offer.refused]):
        cells = Unbroken("   ").join(menu_cell(turn, offer, {}, chances) for offer in row.offers)
        grid.add_row(say(cost_in_words(turn.ruleset, row.cost)), Text(closed_up(row.title)), cells)
    show.print(grid)
    below = meanings(chances.values())
    if turn.ruleset.unaided and any(map(helped, chances.values())):
        below.append(turn.ruleset.unaided.said(f"{HELPED}:"))
    for line in [*below, *refusals(turn, offers)]:
        show.print(Padding(Text(closed_up(line), "dim"), (0, 0, 0, 5)))
    if one := next((turn.in_words(act) for act, odds in chances.items() if odds.headline), None):
        line = Verbatim(f"affray odds {quoted(scene)} {quoted(who)} {quoted(beginning(turn.by_words, one))}")
        show.say(msg("For one of them in full: {line}", line=line), "dim")


def as_data(turn: FirstRound, policy: str, chances: dict[Act, ActionOdds]) -> dict[str, Any]:
    """The menu for programs: of each action what it is for, and how likely or how much of it."""
    return {
        "actor": turn.names[turn.who],
        "policy": policy,
        "actions": [
            {
                "action": turn.in_words(offer.act),
                "cost": offer.cost,
                "refused": [{"rule": each.rule, "why": each.why} for each in offer.refused],
                "headline": _headline(chances.get(offer.act)),
            }
            for offer in turn.offers
        ],
    }


def _headline(odds: ActionOdds | None) -> dict[str, Any] | None:
    """What an action is for: its chance, or the mean of how much."""
    head = odds.headline if odds is not None else None
    if odds is None or head is None:
        return None
    return {
        "measure": head.name,
        "kind": head.measure.kind,
        "exact": odds.exact,
        "chance": float(head.chance),
        "mean": float(head.mean),
    }
