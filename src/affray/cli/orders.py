"""What can be typed at any prompt besides an answer."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from affray.autopilot.advice import advise
from affray.cli.advice import told as advised
from affray.cli.locale import say
from affray.cli.session_odds import policy_named, priced
from affray.core.act import Act
from affray.core.downtime import Deed
from affray.core.effect import Who
from affray.core.errors import BadAnswer, unknown
from affray.core.live import Answer, Pending
from affray.core.message import Verbatim, joined, msg
from affray.core.notation import read
from affray.core.profile import Profile, begins
from affray.session.controller import ALL, GAME_MASTER, Given
from affray.session.correction import corrections, usage

if TYPE_CHECKING:
    from affray.cli.player import Player


ASK = "ask"
"""The answer that ends a standing one."""
PLACES: dict[str, str] = {
    "m": "your own place, in metres: `move to 4 2`",
    "ft": "your own place, in feet: `move to 4 2`",
}
"""What is said of places, by the unit of the map."""
QUICK_TRIES = 200
"""Fights for each option when nothing else is said at a prompt."""


class Leave(Exception):
    """Somebody leaves the fight; it is kept."""


class Orders:
    """Obeys what a person at the terminal wants besides answering."""

    def __init__(self, player: Player) -> None:
        self.player, self.screen, self.session = player, player.screen, player.session
        self.before: dict[str, str] | None = None
        """In whose hands the fighters were before the machine took over the whole fight."""

    def obey(self, word: str, rest: str) -> None:
        """Do it; raises AffrayError when it cannot be done."""
        action, _, _ = ORDERS[word]
        action(self, rest.strip())

    # --- back and forth ---------------------------------------------------------------------------

    def undo(self, rest: str) -> None:
        """Take back what people did last."""
        self.session.say.undo(_count(rest))
        self._moved("Undone.")

    def redo(self, rest: str) -> None:
        """Do it again."""
        self.session.say.redo(_count(rest))
        self._moved("Redone.")

    def _moved(self, said: str) -> None:
        if self.before is not None:
            self.player.controller.given, self.before = self.before, None
        self.screen.say(said, "green")
        self.player.shown = min(self.player.shown, len(self.session.story))
        self.player.fresh = True

    # --- reading ----------------------------------------------------------------------------------

    def log(self, rest: str) -> None:
        """Tell the story again: its last lines, or all of it."""
        lines = self.screen.lines(self.session)
        most = len(lines) if rest == "all" else _count(rest, 30)
        self.screen.told(self.session, lines[-most] if most < len(lines) else 0)

    def odds(self, rest: str) -> None:
        """Show everything that an option can do, by the choices of a policy or the best ones.

        A place or number of one's own is judged by the rules first: `odds sprint to 5 3`.
        """
        number, _, said = rest.partition(" ")
        act = self.player.own(rest)
        if act is None:
            act = self.player.option(_count(number))
        else:
            said = ""
        if isinstance(act, Deed):
            game, fight = self.session.ruleset, self.session.fight
            policy = policy_named(game, said.strip() or None)
            self.screen.odds(
                self.session.options.in_words(act), priced(game, fight, act.by, act.act, policy), policy
            )
            return
        if not isinstance(act, Act):
            raise BadAnswer("only actions have odds", code="answer/no-odds")
        policy = policy_named(self.session.ruleset, said.strip() or None)
        odds = self.player.precisely(self.player.chances.apart(act, policy))
        self.screen.odds(self.session.options.in_words(act), odds, policy)

    def advise(self, rest: str) -> None:
        """Say what to answer, tried out in many fights."""
        controller = self.player.controller
        advice = advise(
            self.session, n=_count(rest, QUICK_TRIES), seed=controller.seed(), pilot=controller.pilot
        )
        advised(self.screen, self.player.advised(advice))

    def why(self, rest: str) -> None:
        """Show the receipt of a line, or of the dice that are asked for."""
        pending = self.session.pending
        if rest:
            self.screen.receipt(self.session, self.screen.part(self.session, _count(rest)))
        elif pending is not None:
            self.screen.asked_for(self.session, pending)

    def state(self, rest: str) -> None:
        """Show everybody and the menu again."""
        self.player.fresh = True

    def help(self, rest: str) -> None:
        """Show what can be typed."""
        self.screen.say("Answer with a number from the list, or in words. You can also type:", "bold")
        grid = Table.grid(padding=(0, 2, 0, 2))
        grid.add_column(no_wrap=True, style="cyan")
        grid.add_column(overflow="fold")
        shown = {
            "[ACTION] to X Y": PLACES[self.session.ruleset.plan.unit],
            "[ACTION] N": "your own number: `speak 12`",
            "odds [ACTION] …": "odds of an action in words: `odds sprint to 5 3`",
            **{typed: meaning for _, typed, meaning in ORDERS.values()},
        }
        for typed, meaning in shown.items():
            grid.add_row(Text(typed), Text(say(meaning)))
        self.screen.print(grid)
        if rest == "override":
            for name, kind in corrections(self.session.ruleset).items():
                self.screen.say(Verbatim(f"    {usage(name, kind)}"), "dim")

    def dice(self, rest: str) -> None:
        """Throw dice beside the fight, or say what real ones show."""
        notation, real, faces = rest.partition("=")
        fell = read(notation).chance.read(faces)[1] if real else None
        roll = self.session.say.free_roll(notation, fell, name="Game master")
        dice = " ".join(map(str, roll.dice))
        said = msg("{notation}: {result} ({dice})", notation=roll.notation, result=roll.result, dice=dice)
        self.screen.say(said, "green")

    # --- changing ---------------------------------------------------------------------------------

    def override(self, rest: str) -> None:
        """Correct the fight."""
        words, _, why = rest.partition(" because ")
        self.session.say.correct(words.split(), why.strip())
        self.player.tell()
        self.player.fresh = True

    def remove(self, rest: str) -> None:
        """Take somebody out of the fight."""
        self.override(f"remove {rest}")

    def join(self, rest: str) -> None:
        """Let somebody come in, from a file with one fighter as in a scene."""
        record = _record(Path(rest)) if rest.endswith(".toml") else _inline(rest)
        self.session.say.join(record)
        self.player.tell()
        self.player.fresh = True

    def hands(self, rest: str) -> None:
        """Show who runs whom, or put somebody into other hands."""
        if rest:
            words = rest.replace("=", " ").split()
            at = begins(words)
            if at == len(words):
                self._whose(" ".join(words))
                at -= 1
            self.player.controller.give(" ".join(words[:at]), " ".join(words[at:]))
        for who in self.session.fight.here:
            run_by = _run_by(self.player.controller.profile(who))
            said = msg("  {who}: {run_by}", who=self.session.names[who], run_by=run_by)
            if self.screen.shows(self.session, said):
                self.screen.say(said)

    def _whose(self, name: str) -> None:
        """See that more than a name was typed; raises BadAnswer."""
        names = [*self.session.names, GAME_MASTER, ALL]
        if " " not in name or name.casefold() in map(str.casefold, names):
            raise BadAnswer(
                msg(
                    "expected who plays them after the name, such as hands {name} autopilot",
                    name=Verbatim(name),
                ),
                code="answer/no-hand",
            )

    def always(self, rest: str) -> None:
        """Give a question the same answer from now on."""
        pending, controller = self.session.pending, self.player.controller
        question, answer = self._order(rest)
        if answer != ASK:
            self._fits(question, answer)
        people = [self.session.names[w] for w in self.session.fight.here if controller.of(w) != "autopilot"]
        for name in people:
            controller.order(name, question, "" if answer == ASK else answer)
        self.screen.say(
            msg("{question}: you will be asked again", question=question)
            if answer == ASK
            else msg("{question}: {answer}", question=question, answer=answer),
            "green",
        )
        self.player.fresh = pending is not self.session.pending

    def _order(self, rest: str) -> tuple[str, str]:
        """A question of the game and what stands behind it; raises BadAnswer."""
        pending, words = self.session.pending, rest.split()
        known = self.session.ruleset.questions | {*self._asked()}
        for n in range(len(words) - 1, 0, -1):
            question = " ".join(words[:n])
            if question in known or not self.session.ruleset.questions:
                return question, " ".join(words[n:])
        if len(words) > 1:
            raise BadAnswer(unknown("question", " ".join(words[:-1]), known), code="answer/no-order")
        asked = pending.asked.question if pending is not None and pending.chance is None else "defend"
        raise BadAnswer(
            msg("expected: always QUESTION ANSWER, such as always {asked} no", asked=Verbatim(asked)),
            code="answer/no-order",
        )

    def _asked(self) -> dict[str, int]:
        """The questions of this fight so far, each with its last entry; -1 for now."""
        answers = ((line.entry, line.seq) for line in self.session.standing.played)
        own, pending = self.player.is_asked, self.session.pending
        asked = {
            e.asked.question: seq
            for e, seq in answers
            if isinstance(e, Answer) and not e.asked.chance and own(e.asked.who)
        }
        now = pending is not None and pending.chance is None and own(pending.asked.who)
        return {**asked, pending.asked.question: -1} if pending and now else asked

    def _fits(self, question: str, answer: str) -> None:
        """See that an answer fits the question; raises BadAnswer."""
        at = self._asked().get(question)
        if at is None:
            self.screen.say(
                "That question has not come up yet. If this answer does not fit then, you will be asked.",
                "dim",
            )
            return
        there = self.session if at < 0 else self.session.before(at)
        pending = there.pending
        assert pending is not None
        open_ = self.player.open(pending)
        words = there.options.in_words(there.options.named(answer, among=open_))
        if not f"{words} ".casefold().startswith(f"{answer} ".casefold()):
            known = map(there.options.in_words, pending.options if open_ is None else open_)
            raise BadAnswer(unknown("option", answer, known), code="answer/not-offered")

    def auto(self, rest: str) -> None:
        """Let the machine answer: the turn of this fighter, or the whole fight."""
        if self.session.pending is None:
            return
        who = self.session.pending.asked.who
        if rest == "fight":
            first = self._answered(who)
            assert first is not None
            self.before = self.player.controller.given
            self.player.controller.lend("autopilot")
            self.session.answer(first.value, first.dice, by="person")
        else:
            while (given := self._answered(who)) is not None:
                pending = self.session.pending
                last = pending.asked.who == who and _ends(pending, given)
                self.session.answer(given.value, given.dice, by=given.by)
                self.player.tell()
                if last:
                    break
        self.player.fresh = True

    def _answered(self, who: Who) -> Given | None:
        """What the machine answers now, for this fighter and for whom no person runs."""
        pending, controller = self.session.pending, self.player.controller
        given = controller.answer()
        if given is not None or pending is None or pending.asked.who != who:
            return given
        given = controller.throw(pending) if pending.chance else controller.judge(pending)
        return given._replace(by="person")

    # --- the rest ---------------------------------------------------------------------------------

    def save(self, rest: str) -> None:
        """Write a copy of the log."""
        if not rest:
            raise BadAnswer("expected: save FILE", code="answer/no-file")
        self.session.log.save(Path(rest))
        self.screen.say(msg("Saved as {file}.", file=Verbatim(rest)), "green")

    def quit(self, rest: str) -> None:
        """Leave; the fight is kept."""
        raise Leave


def _hide(orders: Orders, rest: str) -> None:
    """Keep somebody from the players, as if nobody were there."""
    _conceal(orders, rest, True)


def _show(orders: Orders, rest: str) -> None:
    """Let the players see somebody who was hidden."""
    _conceal(orders, rest, False)


def _conceal(orders: Orders, rest: str, hidden: bool) -> None:
    name, _, why = rest.partition(" because ")
    names = orders.player.controller.named(name.strip()) if name.strip() else []
    if len(names) != 1 or names[0] == GAME_MASTER:
        raise BadAnswer(
            msg(
                "expected the name of one fighter: {order} NAME [because WHY]",
                order=Verbatim("hide" if hidden else "show"),
            ),
            code="answer/no-fighter",
        )
    who = Who(list(orders.session.names).index(names[0]))
    orders.session.say.hide(who, hidden, why.strip())
    orders.player.tell()
    orders.player.fresh = True


def _run_by(profile: Profile) -> str:
    """How somebody is run, in words."""
    guards, _, whom = profile.temper.partition(" ")
    temper = msg("guards {whom}", whom=Verbatim(whom)) if whom else guards
    usual = Profile()
    said = [profile.hand]
    said += [profile.level] if profile.level != usual.level else []
    said += [temper] if profile.temper != usual.temper else []
    return joined(" ", said)


def _ends(pending: Pending, given: Given) -> bool:
    """Whether this is the action that ends a turn: the first of every menu."""
    return isinstance(given.value, Act) and given.value == pending.options[0]


def _count(text: str, otherwise: int = 1) -> int:
    if not text:
        return otherwise
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise BadAnswer(
            msg("expected a number from 1 up, got {text}", text=Verbatim(repr(text))), code="answer/no-number"
        )
    if not int(text):
        raise BadAnswer(
            msg("expected a number from 1 up, got {text}", text=Verbatim(text)), code="answer/no-number"
        )
    return int(text)


def _record(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as e:
        raise BadAnswer(msg("{path}: {fault}", path=path, fault=e), code="answer/no-file") from None


def _inline(text: str) -> dict[str, Any]:
    """A fighter in one line, as in an inline table: `name = "Rat", …`."""
    try:
        record: dict[str, Any] = tomllib.loads(f"f = {{{text}}}")["f"]
    except ValueError as e:
        raise BadAnswer(
            msg('expected a file, or name = "…", side = "…", at = [X, Y], …: {fault}', fault=e),
            code="answer/no-record",
        ) from None
    return record


Order = tuple[Callable[[Orders, str], None], str, str]

ORDERS: dict[str, Order] = {
    "undo": (Orders.undo, "undo [N]", "undo the last thing people did, or N things"),
    "redo": (Orders.redo, "redo [N]", "redo them"),
    "log": (Orders.log, "log [N | all]", "the last lines of the log, or all of it"),
    "odds": (Orders.odds, "odds N [best]", "everything option N can do, and how likely"),
    "advise": (Orders.advise, "advise [N]", "try every answer in N fights: how often does it win?"),
    "why": (Orders.why, "why [N]", "how line N came about, or the roll you are asked for now"),
    "state": (Orders.state, "state", "show everybody and the menu again"),
    "dice": (Orders.dice, "dice 2d6+1 [= 3 5]", "roll any dice, outside the fight, or enter your own"),
    "override": (Orders.override, "override … [because WHY]", (
        "make a correction: `help override` lists them"
    )),
    "join": (Orders.join, "join FILE", "add a fighter, written as in a scene"),
    "remove": (Orders.remove, "remove NAME [because WHY]", (
        "take a fighter out of the fight; undo reverts that"
    )),
    "hide": (_hide, "hide NAME [because WHY]", "hide a fighter from the players; `show` ends that"),
    "show": (_show, "show NAME [because WHY]", "show a hidden fighter to the players"),
    "hands": (Orders.hands, "hands [NAME HAND]", "who plays whom, and how: `hands Kaan veteran cautious`"),
    "always": (Orders.always, "always QUESTION ANSWER", (
        "give this answer from now on; `always … ask` stops that"
    )),
    "auto": (Orders.auto, "auto [fight]", "let the autopilot finish this turn, or the whole fight"),
    "save": (Orders.save, "save FILE", "a copy of the log"),
    "help": (Orders.help, "help", "this list"),
    "quit": (Orders.quit, "quit", "leave; the fight is saved"),
}  # fmt: skip
ORDERS.update(receipt=ORDERS["why"], exit=ORDERS["quit"])
ORDERS["?"] = ORDERS["help"]
