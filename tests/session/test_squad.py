"""Squads: one choice for many, and the very fight that it would be if each was told the same."""

from __future__ import annotations

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.session.squad import _for, kinds, squad_choice
from tests.session.gangs import GAMES, Gang, one_by_one
from tests.whole import part_of, some

FIGHTS = some(1_000, 500)
"""Fights of each game that are compared entry by entry."""
ADA = Who(0)


def rows(session):
    """The log, but for who said what."""
    return [
        {name: getattr(row, name) for name in row.__struct_fields__ if name not in ("by", "sum")}
        for row in session.log.rows
    ]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_squad_fights_as_its_members_do_one_by_one_with_the_same_choices(game):
    """The logs are the same, entry by entry, with the same dice: so what comes of it is equally likely, too.

    That is more than frequencies can show.  Two ways to play one dice stream whose logs differ in at most a
    share p of all streams have distributions that differ by p at most, whatever is counted.  A thousand
    fights without a difference keep p below 0.3 % (95 %); to count 20,000 fights each way would tell the
    shares of the winners no nearer than 1 % (two standard errors, each of 0.5 %), and nothing of the rest.
    """
    given = 0
    for seed in range(FIGHTS):
        gang = Gang(game, 4, seed)
        squad = gang.play(2)
        alone = one_by_one(squad)
        assert rows(squad) == rows(alone), seed
        assert squad.state_hash == alone.state_hash
        given += gang.given
    assert given >= FIGHTS


@pytest.mark.slow
@pytest.mark.parametrize("game", [*part_of(GAMES, 2, 1)])  # of each, ten foes are counted at a table
def test_forty_foes_are_asked_at_most_twelve_times_a_round(game):
    gang = Gang(game, 40, 1)
    gang.play(1)
    assert len(gang.squad) == 40
    assert 0 < gang.asked[1] <= 12
    assert gang.given >= 40


def turn(gang):
    """Play until a member of the squad is to do something; whose turn it is."""
    while gang.session.asking.asked.who not in gang.squad or gang.session.asking.asked.question != "action":
        gang.answer()
    return gang.session.asking.asked.who


def does(gang, name, at=None):
    """Have whoever is asked do this; what the dice and others say comes by habit, until it is done."""
    session, who = gang.session, gang.session.asking.asked.who
    act = next(o for o in session.asking.options if isinstance(o, Act) and (o.name, o.at) == (name, at))
    session.answer(act)
    if name != "end":
        while session.asking.asked != (who, "action", ""):
            gang.answer()
    return act


def chosen(gang):
    """What the squad has chosen for whoever is asked."""
    return squad_choice(gang.session, gang.squad, gang.session.asking)


def test_the_first_deed_of_one_is_the_first_of_the_next():
    gang = Gang("coriolis", 4, 1)
    first = turn(gang)
    assert chosen(gang) == ()
    shot = does(gang, "quick shot", ADA)
    assert chosen(gang) == (), "the second deed is another choice"
    end = does(gang, "end")
    assert turn(gang) != first
    assert chosen(gang) == (shot,)
    assert squad_choice(gang.session, [gang.session.asking.asked.who], gang.session.asking) == ()
    assert squad_choice(gang.session, [first], gang.session.asking) == ()
    gang.session.answer(shot, by="order")
    turn(gang)
    assert chosen(gang) == (end,)


def test_a_choice_holds_while_its_foe_does():
    gang = Gang("coriolis", 4, 1)
    turn(gang)
    shot = does(gang, "quick shot", ADA)
    does(gang, "end")
    turn(gang)
    assert chosen(gang) == (shot,)
    gang.session.say.correct(["die", "Ada"])
    assert chosen(gang) == ()
    gang.session.say.undo()
    assert chosen(gang) == (shot,)


def test_a_choice_is_of_its_round():
    gang = Gang("coriolis", 4, 1)
    turn(gang)
    does(gang, "end")
    gang.play(1)
    turn(gang)
    assert chosen(gang) == ()


def test_what_one_did_to_itself_the_next_does_to_itself():
    gang = Gang("coriolis", 4, 1)
    first = turn(gang)
    assert _for(Act("heal", first), first, Who(7)) == Act("heal", Who(7))
    assert _for(Act("heal", ADA), first, Who(7)) == Act("heal", ADA)
    assert _for((1, (first, first)), first, Who(7)) == (1, (Who(7), Who(7)))
    assert _for(int(first), first, Who(7)) == int(first)


def test_those_who_differ_are_no_kind():
    gang = Gang("coriolis", 4, 1)
    assert [len(kind) for kind in kinds(gang.session.fight)] == [1, 1, 1, 1, 4]
