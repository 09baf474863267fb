"""What each seat is told as somebody is noticed, attacked or in danger, rule by rule."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from affray import operations
from affray.autopilot.controller import AutopilotController
from affray.cli.screen import Screen
from affray.cli.solo import Solo, alone
from affray.core.ruleset import ruleset
from affray.session import Session, opening
from affray.table.visibility import Viewer, VisibilityRules
from tests.table.test_known import LOT, screen, seated, sections
from tests.table.unknown import named

MASTER = Viewer("gm", "s0", "Game master")


def seen(session: Session, side: str) -> set[str]:
    """Whom each seat of this side sees, which is the same for all."""
    room, viewers = seated(session, side)
    found = [{each["name"] for each in sections(room, viewer)["order"]} for viewer in viewers]
    assert found == [found[0]] * len(viewers)
    return found[0]


def lines(session: Session, side: str) -> list[str]:
    """The log of a player of this side."""
    room, viewers = seated(session, side)
    return [line["words"] for line in sections(room, viewers[0])["log"]]


def goes_on(session: Session, question: str) -> None:
    """Play by habit until this is asked."""
    controller = AutopilotController(session)
    while (pending := session.pending) is not None and pending.asked.question != question:
        if pending.chance is None:
            session.answer(controller.by_habit(pending).value)
        else:
            given = controller.throw(pending)
            session.answer(given.value, given.dice)


@pytest.mark.slow
@pytest.mark.rule("HZN-STL-02", "HZN-STL-03", "HZN-STL-04", "HZN-RUL-09")
@pytest.mark.parametrize(("stealth", "noticed"), [(8, True), (9, False)], ids=["less", "a tie"])
def test_who_loses_against_awareness_is_seen_and_who_ties_is_not(stealth, noticed):
    session = operations.start("horizon/duel", seed=3)
    session.say.correct(["hide", "Juno", str(stealth)], "it is so")
    goes_on(session, "notice")
    session.say.answer_text("6 6 6")  # 2 each, and 3 for ACU: 9
    assert seen(session, "guards") == ({"Odell", "Juno"} if noticed else {"Odell"})
    assert [line for line in lines(session, "guards") if "Juno" in line and "spotted" in line] == (
        ["Juno is spotted"] if noticed else []
    )
    assert bool([line for line in lines(session, "guards") if "Juno" in line]) == noticed
    assert [line for line in lines(session, "guards") if line.startswith("Odell's Awareness: 9 AP")]
    assert ("Juno" in screen(session, "guards")) == noticed
    assert "Odell" in screen(session, "scavengers")


@pytest.mark.rule("DSX-AWARE-01", "DSX-R39")
@pytest.mark.option("aware.attacked")
@pytest.mark.parametrize("learns", [True, False])
def test_whoever_was_attacked_sees_the_attacker_from_then_on(learns):
    text = operations.scene_text("d6/bridge") + f"\n[options]\n'aware.attacked' = {str(learns).lower()}\n"
    session = opening.begin(ruleset("d6"), text, seed=4)
    session.say.correct(["notice", "Brida", "no"], "it is so")
    assert seen(session, "ferry") == {"Brida"}
    assert "Ansel" not in screen(session, "ferry")
    goes_on(session, "attack")
    goes_on(session, "action")
    assert not session.over
    assert seen(session, "ferry") == ({"Ansel", "Brida"} if learns else {"Brida"})


@pytest.mark.slow
@pytest.mark.rule("DSX-R21")
def test_nobody_but_the_game_master_sees_a_mine():
    session = operations.start("d6/ford", seed=3)
    for side in ("squad", "raiders"):
        room, viewers = seated(session, side)
        for viewer in viewers:
            assert not sections(room, viewer)["map"].get("zones")
            assert "buried charge" not in room.audience.full(viewer).decode()
        assert [zone["name"] for zone in sections(room, MASTER)["map"]["zones"]] == ["buried charge"]
        assert "buried" not in screen(session, side)


@pytest.mark.slow
@pytest.mark.rule("COR-DEF-03")
def test_the_darkness_points_lie_open():
    session = operations.start("coriolis/ambush", seed=3)
    for side in ("scavengers", "guards"):
        room, viewers = seated(session, side)
        for viewer in (*viewers, MASTER):
            assert sections(room, viewer)["pools"] == [{"name": "darkness points", "value": "3"}]
        assert "darkness points 3" in screen(session, side)


@pytest.mark.slow
@pytest.mark.rule("SER-R38")
def test_of_a_planted_charge_its_side_alone_knows():
    planted = '[[charges]]\nexplosive = "demolition charge"\nside = "raiders"\nat = [9, 9]\n'
    session = opening.begin(
        ruleset("serenity"), f"{operations.scene_text('serenity/wreck')}\n{planted}", seed=3
    )
    for side, charges in {"raiders": ["demolition charge"], "convoy": []}.items():
        room, viewers = seated(session, side)
        zones = [sections(room, viewer)["map"].get("zones", []) for viewer in viewers]
        assert [[zone["name"] for zone in each if zone["kind"] == "charge"] for each in zones] == [
            charges
        ] * len(viewers)
        assert "planted" not in str([sections(room, viewer)["title"] for viewer in viewers])
        assert "planted" not in screen(session, side)
    assert "1 charge planted" in sections(room, MASTER)["title"]["round"]


def declares(said: str) -> Session:
    """A showdown in which the law has declared this, and the drifters one action."""
    session = operations.start("serenity/showdown", seed=3)
    goes_on(session, "declare")
    session.say.answer_text("1 action")
    session.say.answer_text(said)
    return session


DECLARED = [
    ("2 actions", [], []),
    ("1 action and 2 defences", [], []),
    ("all-out attack, 2 actions", ["Holt: all-out attack"], ["all-out attack"]),
    ("all-out defence, 3 defences", ["Holt: all-out defence"], ["all-out defence"]),
]
"""What is declared; what is told of it to a foe, who sees how somebody goes at it; and on the card."""


@pytest.mark.slow
@pytest.mark.rule("SER-ACT-01", "SER-ACT-05", "SER-AOA-01", "SER-AOD-01")
@pytest.mark.parametrize(("said", "heard", "states"), DECLARED)
def test_how_much_somebody_has_declared_its_own_side_alone_hears(said, heard, states):
    session = declares(said)
    for side, own in {"law": True, "drifters": False}.items():
        room, viewers = seated(session, side)
        for viewer in (*viewers, MASTER):
            whole = own or viewer is MASTER
            log = [line["words"] for line in sections(room, viewer)["log"] if "Holt" in line["words"]]
            assert log[1:] == ([f"Holt: {said}"] if whole else heard)
            holt = sections(room, viewer)["order"][1]
            assert [state for state in holt["states"] if "all-out" in state] == states
            assert ("actions" in {track["name"] for track in holt["tracks"]}) == whole
        assert (f"Holt: {said}" in screen(session, side)) == own


@pytest.mark.rule("SER-ACT-05", "SER-AOA-01")
@pytest.mark.parametrize("foes", ["numbers", "nothing"])
def test_what_a_foe_has_declared_is_a_figure(foes):
    said = "all-out attack, 2 actions"
    session = declares(said)
    room, viewers = seated(session, "drifters")
    room.settings.visibility_rules = VisibilityRules(foes=foes)
    for viewer in viewers:
        log = [line["words"] for line in sections(room, viewer)["log"] if "Holt" in line["words"]]
        assert log[1:] == ([f"Holt: {said}"] if foes == "numbers" else [])
        assert ("all-out attack" in str(sections(room, viewer)["order"])) == (foes == "numbers")


@pytest.mark.slow
@pytest.mark.rule("SER-ACT-05", "SER-R36")
def test_of_somebody_in_hiding_no_declaration_is_heard():
    session = operations.start("serenity/wreck", seed=3)
    goes_on(session, "declare")
    while session.pending is not None and session.pending.asked.question == "declare":
        session.say.answer_text("all-out attack, 1 action")
    assert [line for line in lines(session, "raiders") if "all-out" in line and "Sefa" in line]
    assert not [line for line in lines(session, "convoy") if "Sefa" in line or "Dov" in line]


def test_who_plays_alone_is_not_told_what_others_were_asked():
    session = operations.start("coriolis/duel", seed=4)
    asked = {"Zara": set[str](), "Kaan": set[str]()}
    controller = AutopilotController(session)
    while (pending := session.pending) is not None:
        asked[session.names[pending.asked.who]] |= set() if pending.chance else {pending.asked.question}
        if others := asked["Kaan"] - asked["Zara"]:
            break
        given = controller.throw(pending) if pending.chance else controller.by_habit(pending)
        session.answer(given.value, given.dice)
    said = solo_says(session, "Zara", "always", f"{min(others)} zzz")
    assert "That question has not come up yet" in said
    assert "Kaan" not in said


def solo_says(session: Session, mine: str, word: str, rest: str) -> str:
    """What somebody who plays alone reads after an order."""
    controller, said = AutopilotController(session), io.StringIO()
    alone(controller, mine)
    console = Console(file=said, width=300, no_color=True)
    Solo(session, controller, Screen(console, plain=True), str, mine).orders.obey(word, rest)
    return said.getvalue()


@pytest.mark.slow
@pytest.mark.rule("DSX-ADV-04", "DSX-R39")
def test_whoever_is_struck_from_behind_unknowing_is_told_only_then_by_whom():
    session = operations.start("d6/bridge", seed=4)
    session.say.correct(["turn", "Brida", "9", "0"], "she looks over the water")
    session.say.correct(["notice", "Brida", "no"], "and hears nothing")
    goes_on(session, "attack")
    assert seen(session, "ferry") == {"Brida"}
    assert not [line for line in lines(session, "ferry") if "Ansel" in line]
    assert lines(session, "ferry")[-1] == "To hit Brida: 5 (unaware, from behind)"
    assert session.pending is not None
    assert [mod.why for mod in session.pending.tally] == ["melee combat"], "no die of an advantage"
    session.say.answer_text("1 1 1 1 1 1")
    assert lines(session, "ferry")[-2:] == [
        "Brida loses 7 hit points",
        "Brida notices the fight",
    ]
    assert seen(session, "ferry") == {"Ansel", "Brida"}


# --- Horizon: three sides, of which one lies in wait, flees or looks about ------------------------


def of_the_lot(*changes: tuple[str, str]) -> Session:
    """Behind the shed, with this text in place of that."""
    text = LOT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return opening.begin(ruleset("horizon"), text, seed=1)


def unlucky(session: Session, question: str, name: str = "") -> None:
    """Tests that come to nothing, and turns in which nothing is done, until somebody is asked this."""
    controller = AutopilotController(session)
    while (pending := session.pending) is not None:
        if pending.asked.question == question and name in ("", session.names[pending.asked.who]):
            return
        if pending.chance is None:
            session.answer(pending.options[0])
        elif pending.asked.question == "roll-off":
            session.answer(controller.throw(pending).value)
        else:
            session.say.answer_text("1 " * int(str(pending.chance).partition("d")[0]))


def strip(session: Session, side: str) -> str:
    """What a player of this side reads of who is waited for and what is asked."""
    room, viewers = seated(session, side)
    return str(sections(room, viewers[0])["ask"])


def naming(session: Session, side: str, *names: str) -> list[str]:
    """The lines of the log that name one of these."""
    return [line for line in lines(session, side) if named(line, session.names, set(names))]


@pytest.mark.slow
@pytest.mark.rule("HZN-SUR-08")
def test_a_shot_from_afar_is_foreseen_or_not_without_telling_whose_it_is():
    session = of_the_lot(
        ("[[walls]]", 'way = "distance"\n[[walls]]'),
        ("count = 2", "count = 2\naware = false"),
        ("at = [0, 0]", "at = [0, 0]\nhidden = 30"),
        ("at = [0, 8]", "at = [0, 8]\nhidden = 30"),
    )
    for guard, penalty, dice in (("Guard 1", "-10", "6 6 6"), ("Guard 2", "no test", "")):
        unlucky(session, "penalty to foresee")
        for side in ("guards", "cats"):
            assert not named(strip(session, side), session.names, {"Wren", "Tam"})
        session.say.answer_text(penalty)
        if dice:
            unlucky(session, "foresee")
            assert "Wren" not in strip(session, "guards")
            session.say.answer_text(dice)
        assert f"{guard} suspects nothing" in lines(session, "guards")
    for side in ("guards", "cats"):
        assert naming(session, side, "Wren", "Tam") == []
        assert not named(screen(session, side), session.names, {"Wren", "Tam"})
    assert not [line for line in lines(session, "cats") if "suspects" in line]
    assert [line for line in lines(session, "raiders") if "lie in wait" in line]
    assert "Wren gains the surprise bonus" in lines(session, "raiders")


@pytest.mark.slow
@pytest.mark.rule("HZN-SUR-07")
def test_an_ambush_is_told_to_its_victims_as_it_strikes_and_not_before():
    session = of_the_lot(
        ("[[walls]]", "before = 2\n[[walls]]"),
        ("count = 2", "count = 2\naware = false"),
        ("at = [0, 0]", "at = [0, 0]\nhidden = 30"),
        ("at = [0, 8]", "at = [0, 8]\nhidden = 30"),
    )
    unlucky(session, "action", "Tam")
    session.say.answer_text("end the turn")
    unlucky(session, "action", "Tam")
    for side in ("guards", "cats"):
        assert not named(strip(session, side), session.names, {"Wren", "Tam"})
        assert not [line for line in lines(session, side) if "suspects" in line]
    session.say.answer_text("open combat")
    said = lines(session, "guards")
    assert naming(session, "guards", "Wren", "Tam", "Cat") == []
    assert said.index("Combat begins") < said.index("Guard 1 suspects nothing")
    assert "Guard 2 is caught by surprise" in said
    unlucky(session, "combat test")
    assert naming(session, "guards", "Wren", "Tam") == []
    assert not named(screen(session, "guards"), session.names, {"Wren", "Tam"})


@pytest.mark.slow
@pytest.mark.rule("HZN-ESC-01", "HZN-ESC-02", "HZN-ESC-03")
def test_of_a_flight_nobody_is_told_who_does_not_see_it():
    session = of_the_lot(("[0, 0]", "[0, -20]"), ("[0, 8]", "[0, -25]"), ("[20, 20]", "[20, -10]"))
    fled = back = False
    while not back:
        if session.pending and session.pending.chance:
            goes_on(session, "action")
        assert session.pending
        for side in ("guards", "cats"):
            assert not named(strip(session, side), session.names, {"Wren", "Tam"})
        if session.pending.asked.question == "meet again":
            session.say.answer_text("yes")
            back = True
            continue
        who = session.names[session.pending.asked.who]
        flees = who == "Wren" and not fled
        fled = fled or flees
        session.say.answer_text("flee" if flees else "end the turn")
    for side in ("guards", "cats"):
        assert naming(session, side, "Wren", "Tam") == []
        assert not named(screen(session, side), session.names, {"Wren", "Tam"})
    told = lines(session, "raiders")
    assert told.count("Wren was not found this round") == 3
    assert told.index("Wren has escaped") < told.index("Wren meets the enemy again: a new combat begins")


@pytest.mark.slow
@pytest.mark.rule("HZN-AWR-01", "HZN-STL-03")
@pytest.mark.parametrize(("dice", "found"), [("6 6 6", True), ("1 1 1", False)])
def test_what_one_of_several_watchers_finds_its_side_sees_and_no_other(dice, found):
    session = of_the_lot(("at = [0, 8]", "at = [0, 8]\nhidden = 8"))
    unlucky(session, "action", "Guard 1")
    for side in ("guards", "cats"):
        assert "Tam" not in seen(session, side)
    session.say.answer_text("look about")
    session.say.answer_text(dice)  # 2 each, and 3 for ACU: 9, else 3
    assert ("Tam" in seen(session, "guards")) == found
    assert "Tam" not in seen(session, "cats")
    assert naming(session, "cats", "Tam") == []
    assert bool(naming(session, "guards", "Tam")) == found
    assert "Tam" not in screen(session, "cats")
    assert ("Tam" in screen(session, "guards")) == found
    offered = [session.options.in_words(o) for o in session.pending.options] if session.pending else []
    assert bool([said for said in offered if said == "push on towards Tam"]) == found


def test_a_roll_tells_the_kinds_of_its_dice_and_how_many_count_to_who_sees_them():
    session = operations.start("coriolis/duel", seed=3)
    controller = AutopilotController(session)
    while session.pending is not None and len(session.story) < 60:
        pending = session.pending
        given = controller.by_habit(pending) if pending.chance is None else controller.throw(pending)
        session.answer(given.value, given.dice)
    room, viewers = seated(session, session.fight.fighters[0].side)
    for viewer in (MASTER, *viewers):
        rolls = [line for line in sections(room, viewer)["log"] if line["kind"] == "roll"]
        assert any(line["dice"] for line in rolls)
        for line in rolls:
            assert len(line.get("sides", ())) == len(line["dice"])
            sixes = line["dice"].count(6)
            assert "counts" not in line or line["counts"] == sixes
            assert line["dice"] or "counts" not in line, "nor what unseen dice come to"
