"""Corrections of a game master, with all that follows from them."""

from __future__ import annotations

from affray.core.effect import Effect
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity import harm, movement
from affray.rulesets.serenity.fighter import Fighter
from affray.rulesets.serenity.state import Game


def corrected(play: Game, effect: Effect) -> None:
    """Put something right.

    Who is brought in sight is seen (SER-R37), who is put elsewhere is out of arm's length
    (SER-R18, SER-R34), and a stunning or a lost limb has all that it has in play (SER-R15).
    """
    if isinstance(effect, fx.LimbLost):
        harm.lose_limb(play, Fighter(play, effect.who), effect.limb, "SER-LIMB-03")
        return
    play.do(effect)
    one = Fighter(play, effect.who)
    if isinstance(effect, fx.Placed | fx.Stood) or (isinstance(effect, fx.Hid) and not effect.hidden):
        play.do(fx.Appeared(effect.who))
    if isinstance(effect, fx.Placed):
        movement.apart(play, one)
    elif isinstance(effect, fx.Stunned):
        harm.spare(play, one, "SER-R15")
