"""Who did what: harm done and taken, help, ammunition, by figures of bodies."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from affray.core.act import Act
from affray.core.effect import TABLE, Who
from affray.core.follow import Figures, figures, lost
from affray.core.live import Chose, Happened, Rolled
from affray.session import Session


@dataclass(slots=True)
class Tale:
    """What somebody did and suffered in a fight; points by the name of their gauge.

    `attacks` are actions aimed at a foe for which it rolled, `hits` those that cost a foe anything.
    """

    name: str
    side: str
    actions: int = 0
    attacks: int = 0
    hits: int = 0
    dealt: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)
    healed: Counter[str] = field(default_factory=Counter)
    spent: Counter[str] = field(default_factory=Counter)
    outs: list[str] = field(default_factory=list)
    """Whom it has put out of the fight."""
    kills: list[str] = field(default_factory=list)
    injured: int = 0
    """Injuries that it has dealt."""
    fate: str = ""
    """How it is at the end, when not well: out, dead, left the fight."""


class Tales:
    """Follows the story: who acted last, and what became of whom."""

    def __init__(self, session: Session) -> None:
        self.session = session
        fight = session.fight
        self.follows = session.ruleset.follows(fight.house)
        cards = [session.ruleset.words.card(fight, who) for who in fight.everyone]
        self.tales = [Tale(card.name, card.side) for card in cards]
        self.scope: list[Who] = []
        """Who has acted or rolled since the present action began, the latest last; its actor first."""
        self.aimed = self.tried = self.hit = False
        """Whether the action is aimed at a foe, has been rolled for, has cost a foe anything."""

    def told(self) -> list[Tale]:
        """What everybody did, in the order of the scene."""
        before = self.session.moments.start
        for told, fight, _ in self.session.story:
            match told:
                case Chose(asked, Act() as act, _) if asked.who != TABLE:
                    self._began(asked.who, act)
                case Rolled(asked, _, _, _, _) if asked.who != TABLE:
                    self.scope.append(asked.who)
                    if asked.who == self.scope[0]:
                        self._attacks(self.tales[asked.who])
                case Chose(asked, _, _) if asked.who != TABLE:
                    self.scope.append(asked.who)
                case Happened(effect, _, why):
                    if effect.who == TABLE:
                        self._round(before.table, fight.table)
                    elif effect.who < len(before.fighters):
                        body, now = before.bodies[effect.who], fight.bodies[effect.who]
                        if body is not now and not why:
                            one, two = figures(self.follows, body), figures(self.follows, now)
                            self._changed(effect.who, one, two)
            before = fight
        self._ends()
        return self.tales

    def _began(self, who: Who, act: Act) -> None:
        """Somebody acts; an attack is an action aimed at a foe."""
        self.scope, self.aimed, self.tried, self.hit = [who], False, False, False
        if act.name in self.session.ruleset.idle:
            return
        tale = self.tales[who]
        tale.actions += 1
        self.aimed = act.at is not None and self.tales[act.at].side != tale.side

    def _attacks(self, tale: Tale) -> None:
        """The action under way is an attack, counted once."""
        tale.attacks += self.aimed and not self.tried
        self.tried = True

    def _round(self, before: object, now: object) -> None:
        """What a new round brings is nobody's doing."""
        if getattr(before, self.follows.round, 0) != getattr(now, self.follows.round, 0):
            self.scope, self.aimed = [], False

    def _changed(self, who: Who, one: Figures, two: Figures) -> None:
        """Somebody's figures have changed: whose doing that was."""
        mine = self.tales[who]
        worse = self._harmed(mine, one, two)
        doer = self.by(who, harm=worse) if worse or two.left != one.left else None
        tale = None if doer is None else self.tales[doer]
        for gauge, a, b in zip(self.follows.gauges, one.stocks, two.stocks, strict=True):
            if gauge.kind == "ammunition":
                mine.spent[gauge.name] += lost(a, b)
            elif gauge.kind == "life":
                self._life(tale, mine, gauge.name, sum(n for _, n in b) - sum(n for _, n in a))
        if tale is not None and tale.side != mine.side:
            tale.injured += max(0, len(two.injuries) - len(one.injuries))
            tale.outs += [mine.name] * (two.out and not one.out)
            tale.kills += [mine.name] * (two.dead and not one.dead)

    def _harmed(self, mine: Tale, one: Figures, two: Figures) -> bool:
        less = any(
            g.kind == "life" and a > b
            for g, a, b in zip(self.follows.gauges, one.left, two.left, strict=True)
        )
        fell = (two.out and not one.out) or (two.dead and not one.dead)
        return less or fell or len(two.injuries) > len(one.injuries)

    def _life(self, tale: Tale | None, mine: Tale, gauge: str, by: int) -> None:
        if by < 0:
            mine.taken[gauge] -= by
        if tale is None or not by:
            return
        if by > 0 and tale.side == mine.side:
            tale.healed[gauge] += by
        elif by < 0:
            tale.dealt[gauge] -= by
            if tale.side != mine.side:
                self._hits(tale)

    def _hits(self, tale: Tale) -> None:
        """The attack under way has cost a foe something, once for each attack."""
        actor = self.tales[self.scope[0]] if self.scope else None
        if tale is actor and self.aimed and not self.hit:
            self._attacks(tale)
            tale.hits, self.hit = tale.hits + 1, True

    def by(self, who: Who, harm: bool) -> Who | None:
        """Who did this to somebody: the last foe to act or roll, else who acts.

        Help is the actor's.
        """
        if not self.scope:
            return None
        foes = [each for each in reversed(self.scope) if self.tales[each].side != self.tales[who].side]
        return foes[0] if harm and foes else self.scope[0]

    def _ends(self) -> None:
        fight = self.session.fight
        for who, tale in zip(fight.everyone, self.tales, strict=True):
            end = figures(self.follows, fight.bodies[who])
            tale.fate = (
                "left the fight" if who in fight.gone else "dead" if end.dead else "out" if end.out else ""
            )


def tales(session: Session) -> list[Tale]:
    """What everybody did in a fight, in the order of the scene."""
    return Tales(session).told()
