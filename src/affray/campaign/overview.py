"""What a campaign holds: its fights, and how everybody is, in words and as data."""

from __future__ import annotations

from typing import Any, NamedTuple

from affray.core.campaign import CAMPAIGN
from affray.core.downtime import Downtime, Left, Returned, clock_in_words
from affray.core.errors import BadAnswer
from affray.core.follow import figures
from affray.core.live import Override
from affray.session import Session


class Fought(NamedTuple):
    """A fight of a campaign: its name, its title, who won ("" while it goes on).

    `fighters` are the names of those who went or came back; `file` is where it is kept, if not in a store.
    """

    session: str
    title: str
    winner: str
    back: bool
    fighters: tuple[str, ...] = ()
    file: str = ""


def is_campaign(session: Session) -> bool:
    """Whether a session is a campaign, and no fight."""
    return session.ruleset.id.endswith(CAMPAIGN)


def downtime_of(campaign: Session) -> Downtime:
    """What the game says of the time between fights; raises BadAnswer for a fight."""
    downtime = campaign.ruleset.downtime
    if downtime is None or not is_campaign(campaign):
        raise BadAnswer("expected a campaign, got a fight", code="answer/no-campaign")
    return downtime


def fought(campaign: Session) -> list[Fought]:
    """The fights of a campaign, in the order in which they began or came back."""
    fights: dict[str, Fought] = {}
    for effect in campaign.effects:
        if isinstance(effect, Left):
            fights[effect.session] = _gone(effect)
        elif isinstance(effect, Returned):
            who = tuple(campaign.names[each] for each, _ in effect.fighters)
            fights[effect.session] = Fought(effect.session, effect.title, effect.winner, True, who)
    return list(fights.values())


def _gone(left: Left) -> Fought:
    return Fought(left.session, left.title, "", False, left.fighters, left.file)


def still_away(campaign: Session) -> dict[str, Fought]:
    """Who is in a fight that has not come back, by name, and in which."""
    return {who: fight for fight in fought(campaign) if not fight.back for who in fight.fighters}


def back_since(campaign: Session, name: str) -> dict[str, str]:
    """Who came back from another fight after this one began, and from which."""
    effects = list(campaign.effects)
    left = [n for n, each in enumerate(effects) if isinstance(each, Left) and each.session == name]
    later = effects[left[-1] :] if left else []
    back = (each for each in later if isinstance(each, Returned) and each.session != name)
    return {campaign.names[who]: each.title for each in back for who, _ in each.fighters}


def changed_since(campaign: Session, name: str) -> list[str]:
    """Who is not as they were when this fight began: cared for, rested, put right."""
    entries = ((line.seq, line.entry) for line in campaign.standing.kept)
    left = [n for n, e in entries if isinstance(e, Override) and _begins(e.effect, name)]
    if not left:
        return []
    then, now = campaign.fork(left[-1]).fight, campaign.fight
    return [campaign.names[who] for who in then.everyone if then.bodies[who] != now.bodies[who]]


def _begins(effect: object, name: str) -> bool:
    return isinstance(effect, Left) and effect.session == name


def taken_back(campaign: Session) -> list[Fought]:
    """Fights whose beginning was taken back; they are kept nevertheless."""
    entries = (line.entry for line in campaign.standing.undone)
    left = [e.effect for e in entries if isinstance(e, Override) and isinstance(e.effect, Left)]
    return [_gone(each) for each in left]


def is_over(fight: Session) -> bool:
    """Whether a fight has been played to its end, or somebody has won it meanwhile."""
    return fight.over or fight.ruleset.winner(fight.fight) is not None


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
