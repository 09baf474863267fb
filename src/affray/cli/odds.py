"""The odds of one action, from a scene and what is typed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from affray import operations
from affray.cli import click_help, locale
from affray.cli.console import Printer, printer
from affray.cli.odds_chart import odds_chart
from affray.cli.packs import packed
from affray.cli.session_odds import policy_named, priced
from affray.core.act import Act, Offer
from affray.core.effect import Who
from affray.core.errors import BadAnswer, Illegal, NotFound, unknown
from affray.core.message import Verbatim, joined, msg
from affray.core.ruleset import names_of
from affray.core.space import Point, point
from affray.pricing import ActionOdds, Distribution, told_apart


def tell(
    show: Printer,
    opened: operations.Opened,
    actor: str,
    name: str,
    target: str | None,
    item: str,
    to: str | None,
    policy: str | None,
    as_json: bool,
) -> None:
    """Print the odds of a fighter's action in the first round of a scene; raises AffrayError."""
    locale.about(opened)
    game, start = opened.ruleset, opened.ruleset.start(opened.scene)
    names = names_of(game, start)
    who = _fighter(names, actor)
    fight = game.in_combat(start, who)
    at = _fighter(names, target) if target else None
    act = _act_meant(game.menu(fight, who), name, at, item, _spot(to))
    chooser = policy_named(game, policy)
    odds = told_apart(game, fight, who, act, priced(game, fight, who, act, chooser), policy=chooser)
    heading = msg("{who}: {action}", who=names[who], action=game.words.option(names, "action", act))
    if as_json:
        click.echo(json.dumps(as_data(heading, chooser, odds), indent=2, ensure_ascii=False))
    else:
        show.print(*odds_chart(heading, odds, chooser, show.fancy, show.console.width))


def _fighter(names: tuple[str, ...], said: str) -> Who:
    matches = [n for n, name in enumerate(names) if name.casefold() == said.casefold()]
    if not matches:
        raise NotFound("fighter", said, names)
    return Who(matches[0])


def _spot(text: str | None) -> Point | None:
    if text is None:
        return None
    try:
        x, y = (float(part) for part in text.split(","))
        return point(x, y)
    except (ValueError, OverflowError):
        raise BadAnswer(
            msg("expected a place as X,Y, got {text}", text=Verbatim(repr(text))), code="answer/no-place"
        ) from None


def _act_meant(offers: Any, name: str, at: Who | None, item: str, to: Point | None) -> Act:
    """The action that is meant; raises Illegal with every reason."""
    named = [o for o in offers if o.act.name == name]
    if not named:
        raise BadAnswer(unknown("action here", name, {o.act.name for o in offers}), code="answer/no-action")
    fitting = [o for o in named if _fits(o, at, item, to)]
    if not fitting:
        meant = [o for o in named if at is not None and o.act.item == item and o.act.at is None]
        raise BadAnswer(
            msg("{action}: expected {expected}", action=name, expected=_expected(named, bool(meant))),
            code="answer/no-action",
        )
    offer = next((o for o in fitting if not o.refused), fitting[0])
    if offer.refused:
        raise Illegal(offer.refused)
    act: Act = offer.act
    return act._replace(at=None, to=to) if to is not None else act


def _fits(offer: Offer, at: Who | None, item: str, to: Point | None) -> bool:
    if to is not None:
        return offer.wants == "to"
    return (
        (at is None or offer.act.at == at)
        and (not item or offer.act.item == item)
        and (at is not None or offer.act.at is None)
    )


def _expected(named: list[Offer], untargeted: bool) -> str:
    """What would fit; `untargeted` where all but the target does, as with a spell just begun."""
    if untargeted:
        return "no target (--target)"
    items = [Verbatim(item) for item in sorted({o.act.item for o in named if o.act.item})]
    wanted = ["a target (--target)"] if all(o.act.at is not None for o in named) else []
    wanted += [msg("--with {items}", items=joined(" or ", items))] if items else []
    return joined(", ", wanted) if wanted else "no such target, item or place"


def as_data(heading: str, policy: str, odds: ActionOdds) -> dict[str, Any]:
    """The odds for programs: each chance as an exact fraction and as a number."""
    return {
        "action": heading,
        "policy": policy,
        "exact": odds.exact,
        "samples": odds.samples,
        "tail": str(odds.tail),
        "headline": odds.headline.name if odds.headline else None,
        "measures": {measure.name: _rows(measure) for measure in odds.measures},
        "kinds": {m.name: {"kind": m.measure.kind, "whom": m.measure.whom} for m in odds.measures},
    }


def _rows(measure: Distribution) -> list[dict[str, Any]]:
    return [
        {"value": value, "fraction": str(p), "probability": float(p)}
        for value, p in measure.fractions.items()
    ]


@click.command("odds", cls=click_help.LocalizedCommand)
@click.argument("scene")
@click.option("--actor", required=True, help="Who acts.")
@click.option("--action", required=True, help="What it does, such as `aimed shot`.")
@click.option("--target", help="At whom.")
@click.option("--with", "item", default="", help="With what.")
@click.option("--to", help="Where to, as X,Y.")
@click.option("--policy", help="Who makes the choices: a policy of the game, such as sensible, or best.")
@packed
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def odds_command(
    scene: str,
    actor: str,
    action: str,
    target: str | None,
    item: str,
    to: str | None,
    policy: str | None,
    packs: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Everything that an action can do as SCENE opens, and how likely.

    The choices on the way are made by the game's own policy, or by what is best for whoever chooses."""
    tell(printer(), operations.load_scene(scene, packs), actor, action, target, item, to, policy, as_json)
