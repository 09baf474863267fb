"""`affray odds` with a scene alone, with who acts, and with an action in words."""

from __future__ import annotations

import json

import pytest

from affray import operations
from affray.cli.commands import cli
from affray.core.act import Act, Offer
from affray.core.effect import Who
from affray.core.errors import BadAnswer, Illegal, NotFound, Refusal, close_to
from affray.core.meant import act_meant, beginning
from affray.core.ruleset import names_of

DUEL = ("odds", "duel")


def test_a_scene_alone_shows_the_menu_of_whoever_acts_first(affray):
    code, out, err = affray(*DUEL)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith("Zara, in the first round")
    assert any(line.startswith("2 AP") and "normal shot" in line and "Kaan 96 %" in line for line in lines)
    assert "not at Close range [COR-MEL-03]" in " ".join(out.split())
    assert lines[-1] == 'For one of them in full: affray odds duel Zara "quick shot"'
    assert affray(*DUEL, "Zara") == affray(*DUEL, "--actor", "zara") == (0, out, "")


@pytest.mark.slow
def test_the_line_that_the_menu_names_shows_that_action(affray):
    code, out, err = affray(*DUEL, "Zara", "quick shot")
    assert (code, err) == (0, "")
    assert out.startswith("Zara: quick shot at Kaan with service pistol")


def test_the_menu_as_data_has_the_same_figures_as_the_action(affray):
    menu = json.loads(affray(*DUEL, "Zara", "--json")[1])
    (shot,) = [each for each in menu["actions"] if each["action"].startswith("normal shot")]
    alone = json.loads(affray(*DUEL, "Zara", shot["action"], "--json")[1])
    (hit,) = [row for row in alone["measures"][shot["headline"]["measure"]] if row["value"] is True]
    assert shot["headline"]["chance"] == hit["probability"]
    refused = [each for each in menu["actions"] if each["refused"]]
    assert {rule["rule"] for each in refused for rule in each["refused"]} == {"COR-MEL-03"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("Zara", "normal shot at Kaan"),
        ("zara", "Normal", "shot", "at", "kaan"),
        ("--actor", "Zara", "normal"),
        ("Zara", "--action", "normal shot", "--target", "Kaan"),
        ("--actor", "Zara", "--action", "normal shot at"),
        ("--action", "normal"),
    ],
)
def test_one_action_is_said_in_many_ways(affray, words):
    code, out, err = affray(*DUEL, *words)
    assert (code, err) == (0, "")
    assert out.startswith("Zara: normal shot at Kaan with service pistol  exact")


@pytest.mark.slow
def test_an_action_may_be_said_in_the_language_that_is_spoken(affray):
    english = affray("--language", "fr", *DUEL, "Zara", "normal shot")
    assert "tir normal sur Kaan" in english[1]
    assert affray("--language", "fr", *DUEL, "Zara", "tir normal") == english


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("odds", "dule"), "there is no scene 'dule'; did you mean 'duel'?"),
        (("odds", "duel", "zra"), "there is no fighter 'zra'; did you mean 'Zara'?"),
        (("odds", "duel", "Zara", "normal shit"), "did you mean 'normal shot at Kaan with service pistol'?"),
        (("odds", "duel", "Zara", "melee"), "the target is not at Close range [COR-MEL-03]"),
        (("odds", "alley", "Pavel", "move"), "'move' matches 6 actions: 'move towards Thug 1', "),
        (("odds", "duel", "Zara", "shot", "--action", "shot"), "the action is given twice"),
        (("odds", "duel", "--target", "Kaan"), "name an action"),
        (("odds", "duel", "--actr", "Zara"), "'--actor'"),
        (("ods", "duel"), "No such command 'ods'. Did you mean 'odds'?"),
        (("scenes", "coriolos"), "there is no ruleset 'coriolos'; did you mean 'coriolis'?"),
        (("rules", "travler"), "there is no ruleset 'travler'; did you mean 'traveller'?"),
        (("advise", "duel", "Zara", "--actor", "Kaan"), "ACTOR is given twice"),
        (("solve", "duel", "Zra"), "there is no fighter 'Zra'; did you mean 'Zara'?"),
    ],
)
def test_what_is_close_is_suggested(affray, arguments, said):
    code, out, err = affray(*arguments)
    assert (code, out) == (2, "")
    assert said in err


@pytest.mark.parametrize(
    ("name", "today", "former"),
    [
        ("advise", "--actor", "--for"),
        ("solve", "--actor", "--for"),
        ("compare", "--actor", "--fighter"),
        ("compare", "--options", "--option"),
        ("import", "--scene", "--into"),
        ("balance", "--odds", "--target"),
    ],
)
def test_old_names_of_options_still_go_and_help_does_not_show_them(affray, name, today, former):
    (param,) = [param for param in cli.commands[name].params if today in param.opts]
    context = cli.commands[name].make_context(name, ["a", former, "0.5"], resilient_parsing=True)
    assert context.params[param.name] in ("0.5", 0.5, ("0.5",))
    out = affray(name, "--help")[1]
    assert today in out
    assert f"{former} " not in out


def test_which_action_is_meant():
    no = (Refusal("R-1", "not now"),)
    menu = {
        "aim": Offer(Act("aim"), 1),
        "shoot Bo": Offer(Act("shoot", Who(1)), 1),
        "shoot Cleo": Offer(Act("shoot", Who(2)), 1, no),
        "shout": Offer(Act("shout"), 0),
    }
    assert act_meant(menu, " AIM ") == Act("aim")
    assert act_meant(menu, "shoo") == Act("shoot", Who(1))
    with pytest.raises(Illegal, match="not now"):
        act_meant(menu, "shoot c")
    with pytest.raises(BadAnswer, match="'sho' matches 2 actions: 'shoot Bo', 'shout'; type more of it"):
        act_meant(menu, "sho")
    with pytest.raises(NotFound, match="did you mean 'shout' or 'shoot Bo'"):
        act_meant(menu, "shot")
    with pytest.raises(NotFound, match="known: aim"):
        act_meant(menu, "")
    assert [beginning(menu, words) for words in menu] == ["aim", "shoot", "shoot", "shout"]
    assert close_to("KAAN", ["Zara", "Kaan"]) == ["Kaan"]


@pytest.mark.slow
def test_who_acts_first_is_somebody_who_may_act_in_every_scene():
    from affray.cli.first_round import FirstRound

    for name in ("duel", "alley", "taproom", "showdown", "startown_bar"):
        opened = operations.load_scene(name)
        turn = FirstRound.of(opened, "")
        assert turn.names == names_of(opened.ruleset, opened.ruleset.start(opened.scene))
        assert turn.legal, name
