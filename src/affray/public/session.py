"""A live fight as `import affray` gives it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, Self

from affray.autopilot import advice
from affray.autopilot.advice import Advice
from affray.autopilot.controller import AutopilotController
from affray.core.effect import TABLE
from affray.core.errors import BadAnswer
from affray.core.fight import GameFight
from affray.core.live import Came, Chose, Happened, Hid, Pending, Rolled, Told, Went
from affray.core.tally import NOTHING, Tally
from affray.pricing import ActionOdds, price_action
from affray.public.arguments import checked
from affray.public.menu import LegalAction, legal_act, policy_named
from affray.session.entries import THROW
from affray.session.session import Session as LiveSession


class StoryLine(NamedTuple):
    """One line of what has happened.

    `kind` is "rolled", "chose", "happened", "came", "went" or "hid"; `entry` is the number of the entry
    in the log that led to it (0: the scene), `dice` are the dice rolled, `tally` shows how their number
    adds up, and `rules` are the ids of the rules that caused it.
    """

    n: int
    words: str
    kind: str
    entry: int
    dice: tuple[int, ...] = ()
    tally: Tally = NOTHING
    rules: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<StoryLine {self.n}: {self.words}>"

    def __str__(self) -> str:
        return self.words


class Session:
    """A live fight: who acts, what is legal, at what odds, and every way to continue or undo.

    You get one from `affray.start`, `affray.resume` and `affray.replay`. Affray's dice and the autopilot
    answer by themselves, so every question is one for a person.

    >>> import affray
    >>> session = affray.start("duel", seed=7)
    >>> session
    <Session 'A duel in the cargo bay': Zara is asked, action>
    >>> session.legal_actions()[:2]
    [<LegalAction 'end the turn'>, <LegalAction 'quick shot at Kaan with service pistol'>]
    >>> session.odds("normal shot at Kaan")
    <ActionOdds hits Kaan 96.2 %, exact>
    >>> session.act("normal shot at Kaan")
    >>> session.story[-1]
    <StoryLine 8: Zara's normal shot: 2 sixes (6 6 3 3 5 1 2 1 5)>
    >>> session.undo()
    >>> session.actor, session.question, session.run()
    ('Zara', 'action', 'guild')

    `live` is the fight as stores and campaigns take it; `live.pending` is what it waits for.
    """

    def __init__(self, live: LiveSession) -> None:
        self.live = live
        self.path = live.log.path
        self.notice = live.notice
        self._controller = AutopilotController(live)

    def __repr__(self) -> str:
        now = f"{self.winner or 'nobody'} won" if self.over else f"{self.actor} is asked, {self.question}"
        return f"<Session {self.live.scene.title!r}: {now}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the log."""
        self.live.close()

    # --- what is there ------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the fight has ended."""
        return self.live.over

    @property
    def winner(self) -> str | None:
        """The side that has won; None while it is open."""
        return self.live.winner

    @property
    def actor(self) -> str | None:
        """Who has to answer: a fighter's name, or "game master"; None when the fight is over."""
        return self._controller.name(self.live.pending.asked.who) if self.live.pending else None

    @property
    def question(self) -> str:
        """What is asked, such as "action"; empty when it is over."""
        return self.live.pending.asked.question if self.live.pending else ""

    @property
    def fight(self) -> GameFight:
        """The current state of the fight: frozen, and equal to another state if everything in it is."""
        return self.live.fight

    @property
    def fighters(self) -> dict[str, str]:
        """How each fighter is doing, in words, by name; empty if there is nothing to report."""
        words, fight = self.live.ruleset.words, self.live.fight
        return {self.live.names[who]: words.fighter(fight, who) for who in fight.here}

    @property
    def story(self) -> list[StoryLine]:
        """Everything that has happened and still counts, line by line."""
        return _story(self.live)

    def legal_actions(self) -> list[LegalAction]:
        """The possible answers: actions if one is asked for, otherwise options; nothing for dice."""
        pending = self.live.pending
        if pending is None or pending.chance is not None:
            return []
        return [LegalAction(self.live.options.in_words(option), option) for option in pending.options]

    @checked
    def odds(self, action: str | LegalAction, *, policy: str = "") -> ActionOdds:
        """Everything an action can lead to, exactly if possible; `policy` makes the choices along the
        way.

        Raises Illegal with every rule against it, NotFound, or BadAnswer if no action is asked for.
        """
        live, pending = self.live, self.live.asking
        offers = live.options.menu()
        if not offers:
            said = f"{self.actor} is asked for {self.question}, not for an action: there are no odds of it"
            raise BadAnswer(said, code="answer/no-action")
        act = legal_act(live.ruleset, live.names, offers, action)
        answers = policy_named(live.ruleset, policy)
        return price_action(live.ruleset, live.fight, pending.asked.who, act, policy=answers)

    @checked
    def advise(self, n: int = advice.TRIES, seed: int = 0) -> Advice:
        """What to do: each option tried out in n fights, the best first; raises BadAnswer if dice are
        asked for."""
        return advice.advise(self.live, n=n, seed=seed)

    # --- what goes on with it -----------------------------------------------------------------------

    @checked
    def act(self, action: str | LegalAction) -> None:
        """Answer the current question, with one of `legal_actions` or in words.

        If dice are asked for, give them ("6 3 1"), their result ("=2"), or "roll" to have them rolled.
        Raises Illegal with every rule against an action, or BadAnswer.
        """
        live, asking = self.live, self.live.asking
        if isinstance(action, LegalAction):
            live.answer(action.value)
        elif asking.chance is None:
            live.answer(_meant(live, asking, action))
        elif action.strip() == "roll":
            given = self._controller.throw(asking)
            live.answer(given.value, given.dice, by=THROW)
        else:
            live.answer(*asking.chance.read(action), by="dice")
        self._controller.run()

    @checked
    def run(self, profile: str = "autopilot") -> str | None:
        """Let the autopilot play everybody to the end; returns the side that wins, or None.

        `profile` says how it plays: with a level and a temper, such as "autopilot veteran aggressive".
        """
        self._controller.lend(profile)
        try:
            self._controller.run()
        finally:
            self._controller.take_up()
        return self.winner

    @checked
    def undo(self, n: int = 1) -> None:
        """Undo the last n decisions of people, and everything that followed from them; raises LogError."""
        self.live.say.undo(n)
        self._controller.take_up()

    @checked
    def redo(self, n: int = 1) -> None:
        """Redo the next n decisions that were undone; raises LogError."""
        self.live.say.redo(n)
        self._controller.take_up()

    @checked
    def give(self, name: str, profile: str) -> None:
        """Change who plays a fighter, "all" or the "game master"; raises BadAnswer.

        `profile` is "person", "dice" (a person who rolls real dice and enters them), or "autopilot" with
        a level and a temper.
        """
        self._controller.give(name, profile)
        self._controller.run()

    @checked
    def correct(self, words: str, why: str = "") -> None:
        """Make a correction as the game master, such as `hurt Zara 2`; raises BadAnswer.

        `remove Kaan` takes a fighter out of the fight.
        """
        self.live.say.correct(words.split(), why)
        self._controller.run()

    @checked
    def join(self, record: Mapping[str, Any], why: str = "") -> None:
        """Add a fighter, written as in a scene; raises BadData with every fault."""
        self.live.say.join(record, why)
        self._controller.run()

    @checked
    def amend(self, entry: int, answer: str, why: str = "") -> None:
        """Change the answer of a log entry (`StoryLine.entry`), and keep whatever still applies after it.

        Raises LogError if that entry does not count or is not an answer, BadAnswer if the answer does not
        fit.
        """
        there = self.live.before(entry)
        chance = there.asking.chance
        value, dice = chance.read(answer) if chance else (_meant(there, there.asking, answer), ())
        amendment = self.live.lines.amend(
            entry, value, dice, why, lambda trial: AutopilotController(trial).answer()
        )
        self.live.enter(amendment.line)
        self._controller.run()

    # --- elsewhere ----------------------------------------------------------------------------------

    @checked
    def fork(self, entry: int | None = None) -> Session:
        """A new fight in memory that branches off at an entry of the log, or now; raises LogError."""
        return Session(self.live.fork(entry))

    @checked
    def save(self, path: str | Path) -> None:
        """Write the log to another file as well; raises LogError if the file exists."""
        self.live.log.save(path)


def begun(live: LiveSession, run_by: Mapping[str, str]) -> Session:
    """A session whose fighters are played so, up to the next question for a person."""
    session = Session(live)
    for name, profile in run_by.items():
        session._controller.give(name, profile)
    session._controller.run()
    return session


def _meant(live: LiveSession, asking: Pending, text: str) -> object:
    """The answer that is typed; raises Illegal where the rules forbid an action that is meant."""
    try:
        return live.options.named(text)
    except BadAnswer as e:
        offers = live.options.menu() if e.code == "answer/not-offered" and asking.asked.who != TABLE else ()
        if not offers:
            raise
    return legal_act(live.ruleset, live.names, offers, text)


def _story(live: LiveSession) -> list[StoryLine]:
    played, words = live.standing.played, live.ruleset.words
    lines: list[StoryLine] = []
    for telling in live.story:
        told = telling.told
        if said := words.told(telling.fight, live.names, told):
            entry = played[telling.entries - 1].seq if telling.entries else 0
            lines.append(StoryLine(len(lines) + 1, said, KINDS[type(told)], entry, *_behind(told)))
    return lines


def _behind(told: Told) -> tuple[Any, ...]:
    """The dice, the tally and the rules of a part of the story."""
    match told:
        case Rolled():
            return told.dice, told.tally, told.rules
        case Came() | Went() | Hid():
            return ()
        case Happened():
            return (), told.tally, told.rules
    return (), NOTHING, told.rules


KINDS: dict[type, str] = {
    Rolled: "rolled", Chose: "chose", Happened: "happened", Came: "came", Went: "went", Hid: "hid",
}  # fmt: skip
"""What the parts of a story are called."""
