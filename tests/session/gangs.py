"""Fights against many foes of one kind, in each game, for tests of squads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from affray.core.effect import Who
from affray.core.ruleset import ruleset, rulesets
from affray.session import Controller, Session, opening
from affray.session.squad import kinds, squad_choice

SCENES = Path(__file__).parents[1] / "evening" / "scenes"
GAMES = tuple(rulesets())
MOST = 30
"""So many of one kind are in a scene as one entry."""


def gang_text(game: str, foes: int) -> str:
    """The scene of a game with four people against so many foes."""
    people, _, gang = (SCENES / f"{game}.toml").read_text().rpartition("[[fighters]]")
    counts = [min(MOST, foes - n) for n in range(0, foes, MOST)]
    gangs = [
        gang.replace("count = 4", f"count = {count}").replace('name = "', f'name = "{"Old " * n}')
        for n, count in enumerate(counts)
    ]
    return people + "\n".join("[[fighters]]" + each for each in gangs)


class Gang:
    """A fight whose foes are one squad: the habit answers for people, and once for the squad."""

    def __init__(self, game: str, foes: int, seed: int) -> None:
        self.session = opening.begin(ruleset(game), gang_text(game, foes), seed=seed)
        self.habit = Controller(self.session)
        self.squad: tuple[Who, ...] = max(kinds(self.session.fight), key=len)
        self.asked: list[int] = [0]
        """How often the squad was asked in each round, from 0."""
        self.given = 0
        """How often a member was given what was chosen."""

    @property
    def round(self) -> int:
        """The number of the round."""
        follows = self.session.ruleset.follows(self.session.fight.house)
        return int(getattr(self.session.fight.table, follows.round))

    def play(self, rounds: int) -> Session:
        """So many rounds."""
        while self.session.pending is not None and self.round <= rounds:
            self.answer()
        return self.session

    def answer(self) -> None:
        """Answer what is asked."""
        session, pending = self.session, self.session.asking
        if pending.chance is not None:
            thrown = self.habit.throw(pending)
            session.answer(thrown.value, thrown.dice, by=thrown.by)
        elif chosen := squad_choice(session, self.squad, pending):
            self.given += 1
            session.answer(chosen[0], by="order")
        else:
            self.asked += [0] * (self.round + 1 - len(self.asked))
            self.asked[self.round] += pending.asked.who in self.squad
            session.answer(self.habit.judge(pending).value)


def one_by_one(like: Session) -> Session:
    """The same fight where a person says everything that was said there, and the machine throws again."""
    session = opening.begin(like.ruleset, like.header.scene, seed=like.header.seed)
    habit = Controller(session)
    for line in like.standing.played:
        entry: Any = line.entry
        if session.asking.chance is None:
            session.answer(entry.value)
        else:
            thrown = habit.throw(session.asking)
            session.answer(thrown.value, thrown.dice, by=thrown.by)
    return session
