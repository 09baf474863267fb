"""Out of a fight into a campaign, and from a campaign into a fight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from affray.campaign.overview import back_since, changed_since, downtime_of, fought, is_over, still_away
from affray.core.campaign import CAMPAIGN
from affray.core.catalogue import OptionValue
from affray.core.downtime import Carry, Downtime, Left, Returned
from affray.core.effect import TABLE, Who, pack
from affray.core.errors import BadAnswer, NotFound
from affray.core.live import Came, Joined, Override, Told
from affray.core.message import Message, Verbatim, joined, msg
from affray.core.pack import NOTHING, Content
from affray.core.profile import Profile
from affray.core.ruleset import Ruleset, names_of, ruleset
from affray.core.space import Point
from affray.session import Controller, Session, SessionLine, log, opening
from affray.session.controller import GAME_MASTER

HERE = Point(0, 0)
"""Where everybody is between fights."""
ELSEWHERE, LATER = "answer/elsewhere", "answer/later"
"""Codes of what is refused unless it is wanted again: two fights at once, and an older one coming back."""


def came_from(title: str) -> Message:
    """Why somebody joins who comes from this scene or fight."""
    return msg("from {title}", title=title)


def as_told(told: Told) -> Told:
    """A part of the story; where somebody joins, its log has as text why: that is a message again."""
    if isinstance(told, Came):
        why = came_from(told.why[len(came_from("")) :])
        return told._replace(why=why) if why == told.why else told
    return told


def begin(
    game: Ruleset, title: str, options: Mapping[str, OptionValue] | None = None, *, seed: int | None = 0
) -> Session:
    """A campaign of a game in which nobody is yet, in memory.

    `options` are its house rules.  Raises BadAnswer where the game says nothing of the time between
    fights, BadData for options that it does not have.
    """
    between = game.campaign
    if between is None:
        raise BadAnswer(
            msg("{title} has no rules for the time between fights, so it has no campaigns", title=game.title),
            code="answer/no-campaign",
        )
    said = title.strip()
    if not said or len(said) > 60 or not said.isprintable():
        raise BadAnswer(
            msg("expected a title of 1 to 60 characters, got {title}", title=Verbatim(repr(title[:70]))),
            code="answer/no-title",
        )
    quoted = said.replace("\\", "\\\\").replace('"', '\\"')
    text = f'ruleset = "{between.id}"\ntitle = "{quoted}"\n'
    campaign = opening.begin(between, text, options=options, seed=seed, source="campaign")
    Controller(campaign).give(GAME_MASTER, "person")
    return campaign


def enlist(
    campaign: Session,
    text: str,
    only: Iterable[str] = (),
    *,
    source: str = "scene",
    content: Content = NOTHING,
) -> list[str]:
    """Let fighters of a scene join, as they stand in it; their names.

    Those named in `only`, or the side of whoever a person plays, or else everybody.  Raises BadData for a
    scene with faults, NotFound for somebody who is not in it, BadAnswer for one who is here already.
    """
    home = downtime_of(campaign)
    game = ruleset(campaign.ruleset.id.removesuffix(CAMPAIGN))
    fight = opening.begin(game, text, source=source, content=content, options=campaign.header.options)
    wanted = [*only] or sorted(set(_players(fight)) - {*campaign.names}, key=list(fight.names).index)
    for name in wanted:
        if name not in fight.names:
            raise NotFound("fighter of this scene", name, fight.names)
        if name in campaign.names:
            raise BadAnswer(
                msg("{name} is already in the campaign", name=Verbatim(name)), code="answer/joined-already"
            )
    bodies = dict(zip(fight.names, game.start(fight.scene).fighters, strict=True))
    for name in wanted:
        why = came_from(fight.scene.title)
        campaign.enter(SessionLine(Joined(at_home(bodies[name], home), why, len(campaign.effects))))
    return wanted


def bring(
    campaign: Session, fight: Session, name: str, only: Iterable[str] = (), *, again: bool = False
) -> list[str]:
    """Let fighters come out of a fight as they are; their names.

    Those who are in the campaign already, and those named in `only`; where nobody is named and none of
    them is known, the side of whoever a person plays comes, else everybody.  `name` is what the fight is
    called by.  Raises BadAnswer for a fight of another game, one that is back already, or one in which
    something is still asked; NotFound for somebody who was not in it.  Who has come back from another
    fight since this one began, or was cared for, would lose what came of that: BadAnswer, unless `again`.
    """
    home, game = downtime_of(campaign), fight.ruleset
    if game.id + CAMPAIGN != campaign.ruleset.id:
        raise BadAnswer(
            msg(
                "{fight} is a {game} fight, but the campaign uses {other}",
                fight=Verbatim(name),
                game=game.title,
                other=campaign.ruleset.title,
            ),
            code="answer/other-game",
        )
    if not is_over(fight):
        raise BadAnswer(
            msg("{fight} is not over yet; play it to the end first", fight=Verbatim(name)),
            code="answer/not-over",
        )
    if any(each.session == name and each.back for each in fought(campaign)):
        raise BadAnswer(
            msg(
                "{title} ({fight}) has already been brought back",
                title=fight.scene.title,
                fight=Verbatim(name),
            ),
            code="answer/back-already",
        )
    names = _chosen(campaign, fight, only)
    title = next((each.title for each in fought(campaign) if each.session == name), fight.scene.title)
    if not again:
        _keeps_all(campaign, title, name, names)
    seconds = home.clock(campaign.fight.table)
    own = fight.header.carried
    same_clock = own is not None and any(each.session == name for each in fought(campaign))
    then, began = fight.fight.table, home.clock(fight.moments.start.table)
    ended = home.clock(then) if same_clock else seconds + max(0, home.clock(then) - began)
    bodies = _bodies(campaign, fight, names, 0 if same_clock else seconds - began)
    here = list(campaign.names)
    newcomers = [each for each in names if each not in here]
    for each in newcomers:
        campaign.enter(SessionLine(Joined(bodies[each], came_from(fight.scene.title), len(campaign.effects))))
    where = {each: Who(n) for n, each in enumerate(campaign.names)}
    table = home.at(campaign.fight.table, max(seconds, ended))
    pairs = tuple((where[each], bodies[each]) for each in names)
    back = Returned(name, title, fight.winner or "", pairs, table)
    campaign.enter(SessionLine(Override(back, came_from(fight.scene.title), len(campaign.effects))))
    return names


def _keeps_all(campaign: Session, title: str, name: str, names: Iterable[str]) -> None:
    """See that nobody loses what came later, of a fight or a deed; or BadAnswer."""
    back = back_since(campaign, name)
    lost = [each for each in names if each in back]
    if lost:
        others = joined(", ", dict.fromkeys(back[each] for each in lost))
        raise BadAnswer(
            msg(
                "{who} returned from {others} after {title} began; that would be lost",
                who=joined(", ", lost),
                others=others,
                title=title,
            ),
            code=LATER,
        )
    changed = changed_since(campaign, name)
    if lost := [each for each in names if each in changed]:
        raise BadAnswer(
            msg(
                "{who} changed here after {title} began (see the log); that would be lost",
                who=joined(", ", lost),
                title=title,
            ),
            code=LATER,
        )


def _chosen(campaign: Session, fight: Session, only: Iterable[str]) -> list[str]:
    """Who comes out of a fight; raises NotFound."""
    there = list(fight.names)
    for each in only:
        if each not in there:
            raise NotFound("fighter of this fight", each, there)
    wanted = {*only} | {*campaign.names}
    come = [each for each in there if each in wanted]
    return come if come or only else _players(fight)


def _players(fight: Session) -> list[str]:
    """The sides of those whom people play; everybody where nobody is."""
    cards = [fight.ruleset.words.card(fight.fight, who) for who in fight.fight.everyone]
    sides = {card.side for card in cards if Profile().read(card.run_by).hand != "autopilot"}
    return [card.name for card in cards if not sides or card.side in sides]


def _bodies(campaign: Session, fight: Session, names: Iterable[str], shift: int) -> dict[str, Any]:
    """How each comes out of a fight, its times counted from the campaign's clock."""
    home = downtime_of(campaign)
    fresh = fight.ruleset.start(fight.scene)
    started = dict(zip(names_of(fight.ruleset, fresh), fresh.fighters, strict=True))
    joined = [line.entry.body for line in fight.standing.played if isinstance(line.entry, Joined)]
    started.update(zip(fight.names[len(started) :], joined, strict=True))
    here = {name: Who(n) for n, name in enumerate(campaign.names)}
    met = {Who(n): here[name] for n, name in enumerate(fight.names) if name in here}
    bodies = dict(zip(fight.names, fight.fight.fighters, strict=True))
    loads = {}
    for name in names:
        calm = at_home(started[name], home)
        carry = Carry(home.timed(bodies[name], shift), fight.fight.table, calm, campaign.fight.table, met)
        loads[name] = home.carried(carry)
    return loads


def at_home(body: Any, downtime: Downtime) -> Any:
    """A body away from its scene: no cover, no posture, in sight of everybody."""
    return body._replace(spot=HERE, **{name: body._field_defaults[name] for name in downtime.of_scene})


def away(campaign: Session, session: str, title: str, fighters: Iterable[str] = (), file: str = "") -> None:
    """Note that a fight has begun that carries fighters from here.

    `file` is where it is kept, if it is in no store.
    """
    left = Left(session, title, TABLE, tuple(fighters), file)
    campaign.enter(SessionLine(Override(left, "into a fight", len(campaign.effects))))


def carried(campaign: Session, fight: Session) -> list[str]:
    """The names of those who are in a fight as they are in the campaign."""
    return [each for each in fight.names if each in campaign.names]


def carry(
    campaign: Session,
    text: str,
    *,
    name: str = "campaign",
    seed: int | None = 0,
    source: str = "scene",
    content: Content = NOTHING,
    again: bool = False,
) -> Session:
    """A fight of this scene, with fighters of the campaign as they are.

    In memory, under the house rules of the campaign and those of the scene.  Raises BadData for a
    scene with faults, BadAnswer where nobody of the campaign is in it, or somebody is in another fight
    that has not come back, unless `again`.
    """
    home = downtime_of(campaign)
    base = campaign.ruleset.id.removesuffix(CAMPAIGN)
    options = campaign.header.options
    plain = opening.begin(ruleset(base), text, seed=seed, source=source, content=content, options=options)
    start = plain.ruleset.start(plain.scene)
    there = names_of(plain.ruleset, start)
    known = {each: campaign.fight.bodies[n] for n, each in enumerate(campaign.names)}
    if not any(each in known for each in there):
        here = joined(", ", campaign.names) or "nobody yet"
        raise BadAnswer(
            msg(
                "nobody from the campaign ({here}) is in {source}: give the fighters there the same names",
                here=here,
                source=Verbatim(source),
            ),
            code="answer/nobody-carried",
        )
    if not again:
        _all_here(campaign, there)
    clock = home.clock(campaign.fight.table)
    table = home.at(start.table, clock)
    met: dict[Who, Who] = {}
    bodies = {
        each: home.carried(Carry(known[each], campaign.fight.table, fresh, table, met))
        for each, fresh in zip(there, start.fighters, strict=True)
        if each in known
    }
    packed = {each: cast("dict[str, Any]", pack(body)) for each, body in bodies.items()}
    carried = log.CarriedFighters(campaign=name, table=cast("dict[str, Any]", pack(table)), fighters=packed)
    return opening.begin(
        plain.ruleset, text, seed=seed, source=source, content=content, options=options, carried=carried
    )


def _all_here(campaign: Session, names: Iterable[str]) -> None:
    """See that nobody is in another fight that has not come back; raises BadAnswer."""
    away = still_away(campaign)
    gone = [each for each in names if each in away]
    if gone:
        others = joined(", ", dict.fromkeys(away[each].title for each in gone))
        raise BadAnswer(
            msg(
                "{who} is still in {others}, which has not been brought back yet",
                who=joined(", ", gone),
                others=others,
            ),
            code=ELSEWHERE,
        )
