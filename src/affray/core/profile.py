"""How a fighter is run: by whom, and how the autopilot plays it."""

from __future__ import annotations

from typing import NamedTuple

from affray.core.errors import BadAnswer, unknown

HANDS = ("person", "dice", "autopilot")
"""A person; a person who throws real dice; the autopilot."""
LEVELS = ("green", "regular", "veteran")
"""Careless; by the game's own habits; by trying out what comes of each option."""
TEMPERS = ("calm", "cautious", "aggressive")
"""To win; also to stay up; also to put foes out.  Besides, `guards` and a name."""
GUARDS = "guards"


class Profile(NamedTuple):
    """In whose hands a fighter is, and how the autopilot plays it when it does.

    `temper` is one of TEMPERS or "guards " and the name of another fighter.

    >>> str(Profile().read("veteran guards Zara")), str(Profile("person"))
    ('autopilot veteran guards Zara', 'person')
    """

    hand: str = "autopilot"
    level: str = "regular"
    temper: str = "calm"

    def read(self, text: str) -> Profile:
        """This profile with the changes that the words ask for; raises BadAnswer.

        A level or a temper alone is the autopilot's.
        """
        profile, words = self, text.split()
        if not words:
            raise BadAnswer(unknown("hand", text, (*HANDS, *LEVELS, *TEMPERS)), code="answer/no-hand")
        if words[0] not in HANDS:
            profile = profile._replace(hand="autopilot")
        for n, word in enumerate(words):
            if word == GUARDS:
                return profile._replace(temper=" ".join(words[n:])).checked()
            if word in HANDS:
                profile = profile._replace(hand=word)
            elif word in LEVELS:
                profile = profile._replace(level=word)
            elif word in TEMPERS:
                profile = profile._replace(temper=word)
            else:
                known = (*HANDS, *LEVELS, *TEMPERS, GUARDS)
                raise BadAnswer(unknown("hand", word, known), code="answer/no-hand")
        return profile

    def checked(self) -> Profile:
        """This profile, if it names the fighter it guards; raises BadAnswer otherwise."""
        if self.temper == GUARDS:
            raise BadAnswer("say whom: guards NAME", code="answer/no-hand")
        return self

    @property
    def ward(self) -> str:
        """The name of the fighter it guards; empty for nobody."""
        return self.temper[len(GUARDS) + 1 :] if self.temper.startswith(GUARDS + " ") else ""

    @property
    def habitual(self) -> bool:
        """Whether it plays exactly as the game's own policy does."""
        return self.level == "regular" and self.temper == "calm"

    def __str__(self) -> str:
        level = [self.level] if self.level != "regular" else []
        temper = [self.temper] if self.temper != "calm" else []
        return " ".join([self.hand, *level, *temper])


def begins(words: list[str]) -> int:
    """Where in these words a profile begins, after a name; their number if nowhere.

    >>> begins("Guard 1 veteran cautious".split())
    2
    """
    known = (*HANDS, *LEVELS, *TEMPERS, GUARDS)
    return next((n for n, word in enumerate(words) if n and word in known), len(words))
