"""Phrases that games have in common: at whom an action is, with what, where."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from affray.core.live import UNSAID, Came, Hid, Went
from affray.core.message import Message, Verbatim, joined, msg, word

GAME_MASTER = word("The game master")


PHRASES: dict[str, Callable[[str], Message]] = {
    "": lambda what: joined("", (what,)),
    "at": lambda what: msg("at {what}", what=what),
    "towards": lambda what: msg("towards {what}", what=what),
    "from": lambda what: msg("from {what}", what=what),
    "for": lambda what: msg("for {what}", what=what),
    "on": lambda what: msg("on {what}", what=what),
    "by": lambda what: msg("by {what}", what=what),
    "against": lambda what: msg("against {what}", what=what),
    "to": lambda what: msg("to {what}", what=what),
    "with": lambda what: msg("with {what}", what=what),
    "behind": lambda what: msg("behind {what}", what=what),
}


def phrase(preposition: str, what: str) -> Message:
    """What an action is at, from, with: a preposition and a name or a thing; without one, that alone.

    Raises KeyError for a preposition of which there is no phrase.

    >>> phrase("towards", "Zara"), phrase("", "knife")
    ('towards Zara', 'knife')
    """
    return PHRASES[preposition](what)


def thing(name: str) -> Message:
    """A thing, which may have a number that tells it from others of its name.

    >>> thing("knife").form, thing("knife 2").form
    ('knife', '{what} {n}')
    """
    bare, _, number = name.rpartition(" ")
    return counted(bare, int(number)) if bare and number.isdigit() else word(name)


def modified(what: str, amount: int) -> Message:
    """Something that counts for or against, such as `aim +2`."""
    return msg("{what} {amount}", what=what, amount=f"{amount:+d}")


def counted(what: str, n: int) -> Message:
    """Something with its number, such as `STR 2`."""
    return msg("{what} {n}", what=what, n=n)


def fallen(line: str, how: str) -> Message:
    """What harm was done, and that somebody is out of it by that: `how` is "down", "dead" or "mind".

    >>> fallen("Kaan loses 3 hit points", "down"), fallen("Kaan loses 3 hit points", "dead")
    ('Kaan loses 3 hit points and is down', 'Kaan loses 3 hit points and dies')
    """
    return msg(
        "{line} and {dead, select, true {dies} other {{mind, select, true {breaks down} other {is down}}}}",
        line=line,
        dead=how == "dead",
        mind=how == "mind",
    )


def rounds(n: int, word: str) -> Message:
    """A number of rounds, by the game's own word for them.

    >>> rounds(1, "round"), rounds(3, "combat turn")
    ('1 round', '3 combat turns')
    """
    match word:
        case "round":
            return msg("{n, plural, one {# round} other {# rounds}}", n=n)
        case "combat turn":
            return msg("{n, plural, one {# combat turn} other {# combat turns}}", n=n)
    return msg("{n, plural, one {# {word}} other {# {word}s}}", n=n, word=word)


def ends_turn(who: str) -> Message:
    """Somebody ends the turn.

    >>> ends_turn("Zara")
    'Zara ends the turn'
    """
    return msg("{who} ends the turn", who=who)


def roll_name(words: object, question: str) -> str:
    """What people call a roll: its question, where a game's words have no other name in `rolls`.

    A form has its name there, too, and a part of a question, such as "stay up" of "stay up against 7".
    """
    names: Mapping[str, str] = getattr(words, "rolls", {})
    if question in names or not isinstance(question, Message) or not question.fields:
        return names.get(question, question)
    if question.form in names:
        return msg(names[question.form], **question.fields)
    return question.retold(lambda part, _: names.get(part, part))


def decision(words: object, who: str, question: str, yes: bool) -> Message:
    """What somebody decided who was asked whether to; a game's words have the verb in `deeds`.

    >>> decision(None, "Zara", "pray", False)
    'Zara chooses not to pray'
    """
    deed = getattr(words, "deeds", {}).get(question, question)
    return msg(
        "{who} {yes, select, true {chooses to} other {chooses not to}} {deed}", who=who, yes=yes, deed=deed
    )


def actions_left(n: int) -> str:
    """How many actions of a turn are left, if any.

    >>> actions_left(1), actions_left(2), actions_left(0)
    ('1 action left', '2 actions left', '')
    """
    return msg("{n, plural, one {# action} other {# actions}} left", n=n) if n > 0 else ""


def correction(why: str, line: str) -> Message:
    """A correction, and the reason if there is one.

    >>> correction("a stone", "Zara falls"), correction(UNSAID, "Zara falls")
    ('Correction (a stone): Zara falls', 'Correction: Zara falls')
    """
    if why == UNSAID:
        return msg("Correction: {line}", line=line)
    return msg("Correction ({typed}): {line}", typed=Verbatim(why), line=line)


def joins(who: str, why: str) -> Message:
    """Somebody comes in, and why if that was said.

    >>> joins("Guard", ""), joins("Guard", "heard the shots")
    ('Guard joins the fight', 'Guard joins the fight (heard the shots)')
    """
    if not why:
        return msg("{who} joins the fight", who=who)
    return msg("{who} joins the fight ({why})", who=who, why=why)


def leaves(who: str, why: str) -> Message:
    """Somebody is taken out of the fight, and why if that was said.

    >>> leaves("Guard", "")
    'Guard leaves the fight'
    """
    if not why:
        return msg("{who} leaves the fight", who=who)
    return msg("{who} leaves the fight ({why})", who=who, why=why)


def comes_or_goes(who: str, told: Came | Went | Hid) -> Message:
    """Somebody comes in, is taken out, is hidden or is shown, under this name.

    >>> from affray.core.effect import Who
    >>> comes_or_goes("Rat", Went(Who(2), "he runs"))
    'Rat leaves the fight (he runs)'
    """
    match told:
        case Came():
            return joins(who, told.why)
        case Went():
            return leaves(who, told.why)
        case Hid():
            return hides(who, told.hidden, told.why)


def hides(who: str, hidden: bool, why: str) -> Message:
    """Somebody is hidden from the players, or shown to them, and why if that was said.

    >>> hides("Rat", True, ""), hides("Rat", False, "kicks the door in")
    ('Rat is hidden', 'Rat is shown (kicks the door in)')
    """
    said = msg("{who} is hidden", who=who) if hidden else msg("{who} is shown", who=who)
    return msg("{said} ({why})", said=said, why=Verbatim(why)) if why else said


def the_side(side: str) -> str:
    """A side within a sentence: with its article, where it is no name.

    >>> the_side("boarders"), the_side("Team B")
    ('the boarders', 'Team B')
    """
    return msg("the {side}", side=side) if side[:1].islower() else side


def out_or_up(name: str, out: bool) -> Message:
    """Somebody is out of the fight, or comes back into it."""
    return msg("{name} is out of the fight", name=name) if out else msg("{name} is up again", name=name)


def became(name: str, deeds: Sequence[str], states: Sequence[str]) -> str:
    """What somebody has done and what has become of them; empty for nothing.

    >>> became("Kaan", ["moves"], ["prone"]), became("Kaan", [], ["prone"])
    ('Kaan moves, prone', 'Kaan: prone')
    """
    if not deeds and not states:
        return ""
    told = joined(", ", [*deeds, *states])
    return msg("{who} {told}", who=name, told=told) if deeds else msg("{name}: {told}", name=name, told=told)
