"""The odds of one action, from a scene and what is typed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import click

from affray import operations
from affray.cli import click_help, locale, odds_menu, values
from affray.cli.console import Printer, printer
from affray.cli.first_round import FirstRound, fighter_named
from affray.cli.odds_chart import odds_chart
from affray.cli.packs import packed
from affray.cli.session_odds import policy_named, priced
from affray.core.act import Act, Offer
from affray.core.effect import Who
from affray.core.errors import BadAnswer, Illegal, NotFound, unknown
from affray.core.message import Verbatim, joined, msg
from affray.core.space import Point, point
from affray.pricing import ActionOdds, Distribution, told_apart


class Wanted(NamedTuple):
    """What was typed of an action: in words, or its name with target, item and place apart."""

    action: str
    target: str | None
    item: str
    to: str | None
    named: bool
    """Whether it was given by an option, as its name."""


def tell(show: Printer, turn: FirstRound, wanted: Wanted, policy: str | None, as_json: bool) -> None:
    """Print the odds of a fighter's action in the first round of a scene; raises AffrayError."""
    game, act = turn.ruleset, _act(turn, wanted)
    chooser = policy_named(game, policy)
    odds = priced(game, turn.fight, turn.who, act, chooser)
    odds = told_apart(game, turn.fight, turn.who, act, odds, policy=chooser)
    heading = msg("{who}: {action}", who=turn.names[turn.who], action=turn.in_words(act))
    if as_json:
        click.echo(json.dumps(as_data(heading, chooser, odds), indent=2, ensure_ascii=False))
    else:
        show.print(*odds_chart(heading, odds, chooser, show.fancy, show.console.width))


def _act(turn: FirstRound, wanted: Wanted) -> Act:
    """The action that is meant: by its name where something is given apart, else by its words."""
    offers = turn.offers
    apart = wanted.target is not None or wanted.item or wanted.to is not None
    names = {offer.act.name for offer in offers}
    if apart or (wanted.named and wanted.action in names):
        at = fighter_named(turn.names, wanted.target) if wanted.target else None
        return _act_meant(offers, wanted.action, at, wanted.item, _spot(wanted.to))
    try:
        return turn.meant(wanted.action)
    except NotFound:
        if wanted.named:
            raise BadAnswer(unknown("action here", wanted.action, names), code="answer/no-action") from None
        raise


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
@click.argument("scene", shell_complete=values.scene)
@click.argument("actor", required=False, shell_complete=values.fighter)
@click.argument("words", metavar="[ACTION]", nargs=-1, shell_complete=values.action)
@click.option("--actor", "actor_option", help="Who acts.", shell_complete=values.fighter)
@click.option("--action", help="The action, such as `aimed shot`.")
@click.option("--target", help="The target.", shell_complete=values.fighter)
@click.option("--with", "item", default="", help="The weapon or item.")
@click.option("--to", help="The destination, as X,Y.")
@click.option(
    "--policy",
    help="Who makes the choices: one of the game's policies, such as sensible, or best.",
    shell_complete=values.policy,
)
@packed
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
@click.option("--plain", is_flag=True, help="Plain text: no colours or box drawing.")
def odds_command(
    scene: str,
    actor: str | None,
    words: tuple[str, ...],
    actor_option: str | None,
    action: str | None,
    target: str | None,
    item: str,
    to: str | None,
    policy: str | None,
    packs: tuple[Path, ...],
    as_json: bool,
    plain: bool,
) -> None:
    """Show everything an action in SCENE can do, and how likely.

    ACTION is what the menu says, such as `aimed shot at Kaan`, or its first words. Without it, all of
    ACTOR's actions are listed with their odds; without ACTOR, those of whoever acts first. Choices
    along the way are made by the game's own policy, or with `--policy best` as is best for whoever
    chooses."""
    if actor_option is not None and actor is not None:
        words = (actor, *words)
    if action is not None and words:
        raise click.UsageError("the action is given twice: leave out --action or the words")
    opened = operations.load_scene(scene, packs)
    locale.about(opened)
    turn = FirstRound.of(opened, actor_option or actor or "")
    if action is None and not words:
        if target is not None or item or to is not None:
            raise click.UsageError("name an action: --target, --with and --to go with one")
        odds_menu.tell(printer(plain), turn, scene, policy, as_json)
    else:
        wanted = Wanted(action or " ".join(words), target, item, to, named=action is not None)
        tell(printer(plain), turn, wanted, policy, as_json)
