"""What a campaign holds: its fights, and how everybody is, in words and as data."""

from __future__ import annotations

from typing import Any, NamedTuple

from affray.core.campaign import CAMPAIGN
from affray.core.downtime import Downtime, Left, Returned, clock_in_words
from affray.core.errors import BadAnswer
from affray.core.follow import figures
from affray.session import Session


class Fought(NamedTuple):
    """A fight of a campaign: its name, its title, who won ("" while it goes on)."""

    session: str
    title: str
    winner: str
    back: bool


def is_campaign(session: Session) -> bool:
    """Whether a session is a campaign, and no fight."""
    return session.ruleset.id.endswith(CAMPAIGN)


def downtime_of(campaign: Session) -> Downtime:
    """What the game says of the time between fights; raises BadAnswer for a fight."""
    found = campaign.ruleset.downtime
    if found is None or not is_campaign(campaign):
        raise BadAnswer("expected a campaign, got a fight", code="answer/no-campaign")
    return found


def fought(campaign: Session) -> list[Fought]:
    """The fights of a campaign, in the order in which they began or came back."""
    found: dict[str, Fought] = {}
    for effect in campaign.effects:
        if isinstance(effect, Left):
            found[effect.session] = Fought(effect.session, effect.title, "", False)
        elif isinstance(effect, Returned):
            found[effect.session] = Fought(effect.session, effect.title, effect.winner, True)
    return list(found.values())


def state(campaign: Session) -> dict[str, Any]:
    """A campaign as plain data: time, fighters, fights, what is silent."""
    downtime, ruleset, fight = downtime_of(campaign), campaign.ruleset, campaign.fight
    follows = ruleset.follows(fight.house)
    clock = downtime.clock(fight.table)
    people = []
    for who in fight.everyone:
        body = fight.bodies[who]
        seen = figures(follows, body)
        gauges = {g.name: dict(parts) if parts and parts[0][0] else sum(n for _, n in parts)
                  for g, parts in zip(follows.gauges, seen.stocks, strict=True)}  # fmt: skip
        people.append(
            {
                "name": campaign.names[who],
                "side": ruleset.words.card(fight, who).side,
                "out": seen.out,
                "dead": seen.dead,
                "injuries": list(seen.injuries),
                "left": gauges,
                "state": ruleset.words.fighter(fight, who),
            }
        )
    return {
        "title": campaign.scene.title,
        "game": ruleset.id,
        "clock": clock,
        "time": clock_in_words(clock),
        "fighters": people,
        "fights": [each._asdict() for each in fought(campaign)],
        "silent": list(downtime.silent),
    }
