"""Packs that come with a document: validated, told, used, never run."""

from __future__ import annotations

import tomllib

import msgspec
import pytest

from affray import operations
from affray.builder import endpoints
from affray.builder.documents import PACKS, of_text
from affray.core.errors import AffrayError
from affray.server.builder_routes import started

PACK = """
ruleset = "coriolis"
title = "Harbour arms"

[[archetypes]]
name = "harbour guard"
attributes = { strength = 3, agility = 4, wits = 3, empathy = 2 }

[[weapons]]
name = "boat hook"
kind = "melee"
damage = 2
"""


def body(*packs, weapon="boat hook"):
    data = of_text(operations.scenes()["duel"])
    data["fighters"][0]["weapons"] = [weapon]
    return msgspec.json.encode({"data": data, "packs": list(packs)})


@pytest.mark.slow
def test_names_of_a_pack_may_stand_in_a_scene_and_only_with_it():
    assert msgspec.json.decode(endpoints.looked(body()))["faults"]
    assert msgspec.json.decode(endpoints.looked(body(PACK)))["faults"] == []
    assert msgspec.json.decode(endpoints.odds(body(PACK)))["n"] > 0


@pytest.mark.slow
def test_what_a_pack_brings_is_told_and_stands_among_the_names():
    found = msgspec.json.decode(endpoints.packs(body(PACK)))
    assert found["titles"] == [tomllib.loads(PACK)["title"]]
    assert found["brings"] == {"archetypes": ["harbour guard"], "weapons": ["boat hook"]}
    assert found["offer"]["folk"][-1] == "harbour guard"
    assert msgspec.json.encode(found["offer"]["schema"]).count(b'"boat hook"') >= 1
    assert b"boat hook" not in endpoints.offered("coriolis")


def test_a_fight_begins_with_what_packs_bring_in_its_log():
    text, content = started(body(PACK))
    session = operations.start_text(text, content=content)
    assert "boat hook" in session.header.content["tables"]["weapons"][0].values()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("[[", "pack 1"),
        ('ruleset = "coriolis"', "title: is missing"),
        (PACK.replace("coriolis", "d6"), "this pack is for 'd6'"),
        (PACK.replace("damage = 2", 'damage = "two"'), "damage: expected a whole number"),
        (PACK.replace("[[weapons]]", "[[wepons]]"), "there is no table 'wepons'"),
        (PACK.replace("boat hook", "knife"), "the game already has a 'knife'"),
        (PACK + '\nweapon = "__import__(1)"\n', "weapon"),
        (PACK.replace('title = "Harbour arms"', 'title = "Harbour arms"\nreplaces = "x"'), "replaces"),
    ],
)
def test_every_fault_of_a_pack_is_told(wrong, said):
    with pytest.raises(AffrayError) as told:
        endpoints.packs(body(wrong))
    assert said in str(told.value)


def test_all_faults_of_all_packs_are_told_at_once():
    wrong = (
        PACK.replace("[[weapons]]", "[[wepons]]")
        .replace("agility = 4", "agility = 99")
        .replace('title = "Har', 'ttle = "Har')
    )
    with pytest.raises(AffrayError) as told:
        endpoints.packs(body("[[", wrong))
    for said in ("pack 1", "ttle", "title: is missing", "there is no table 'wepons'", "agility"):
        assert said in str(told.value)


@pytest.mark.parametrize("packs", ["x", [1], [PACK] * (PACKS + 1), {"a": 1}])
def test_what_is_no_list_of_packs_is_refused(packs):
    data = of_text(operations.scenes()["duel"])
    with pytest.raises(AffrayError, match="packs"):
        endpoints.looked(msgspec.json.encode({"data": data, "packs": packs}))
