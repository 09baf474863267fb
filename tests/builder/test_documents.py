"""Documents: what comes from a page, its faults, its text."""

from __future__ import annotations

import re

import msgspec
import pytest

from affray import operations
from affray.builder import endpoints
from affray.builder.documents import DEEP, MOST, decoded, document, of_text, read, sound, text_of
from affray.builder.offer import offered
from affray.core.errors import AffrayError, BadAnswer, BadData, NotFound
from affray.core.scene import read_scene

SCENES = [pytest.param(shipped, id=shipped.name) for shipped in operations.shipped()]


@pytest.mark.parametrize("shipped", SCENES)
def test_a_shipped_scene_comes_back_from_its_text_as_it_was(shipped):
    data = of_text(shipped.text)
    again = of_text(text_of(data))
    assert again == data
    assert read(data).faults == []
    assert read_scene(text_of(data), shipped.ruleset.scene) == read_scene(shipped.text, shipped.ruleset.scene)


def test_all_faults_are_told_each_with_its_place_and_in_the_words_of_the_check():
    data = of_text(operations.scenes()["duel"])
    data["fighters"][0]["weapons"] = ["carbne"]
    data["fighters"][1]["at"] = [0]
    data["colour"] = "red"
    faults = read(data).faults
    assert {fault.at for fault in faults} >= {("fighters", 0, "weapons", 0), ("colour",)}
    with pytest.raises(BadData) as told:
        operations.start_text(text_of(data))
    for fault in faults:
        assert fault.say in str(told.value)
    with pytest.raises(BadData, match=r"fighters\.1\.weapons"):
        sound(data)


def test_faults_across_records_are_told_too():
    data = of_text(operations.scenes()["duel"])
    data["fighters"][0]["cover"] = "nothing like it"
    assert [fault.at for fault in read(data).faults] == [("fighters", 0, "cover")]


@pytest.mark.parametrize("body", [b"", b"[]", b"nul", b"{", b'"x"', b"[" * 5_000, b"\xff", b"9" * (MOST + 1)])
def test_what_is_no_record_is_refused_in_a_sentence(body):
    with pytest.raises(BadAnswer, match="expected"):
        decoded(body)


def test_what_is_no_scene_is_refused_in_a_sentence():
    deep: object = 1
    for _ in range(DEEP):
        deep = [deep]
    for sent, kind in (
        ({}, BadAnswer),
        ({"data": []}, BadAnswer),
        ({"data": {"x": [deep]}}, BadAnswer),
        ({"data": {"title": "No game"}}, BadAnswer),
        ({"data": {"ruleset": 3}}, BadAnswer),
        ({"data": {"ruleset": "whist"}}, NotFound),
    ):
        with pytest.raises(kind):
            endpoints.looked(msgspec.json.encode(sent))


def test_what_is_nothing_is_left_out_for_toml_has_no_nulls():
    data = {"ruleset": "coriolis", "title": None, "fighters": [None, {"name": "A", "armour": None}]}
    assert document({"data": data}) == {"ruleset": "coriolis", "fighters": [{"name": "A"}]}


def test_a_text_is_opened_with_its_faults_and_what_is_no_toml_is_refused():
    found = msgspec.json.decode(
        endpoints.opened(b'{"text": "ruleset = \\"d6\\"\\ntitle = \\"x\\"\\nborn = 1990-01-01"}')
    )
    assert found["data"] == {"ruleset": "d6", "title": "x", "born": "1990-01-01"}
    assert ["fighters"] in [fault["at"] for fault in found["faults"]]
    for text in ("[[", "a = 1\na = 2", 'title = "no game"'):
        with pytest.raises(AffrayError, match=r"scene:|game"):
            endpoints.opened(msgspec.json.encode({"text": text}))
    with pytest.raises(BadAnswer):
        endpoints.opened(b'{"scene": "../secrets"}')


@pytest.mark.parametrize("game", sorted(operations.rulesets()))
def test_a_game_offers_its_names_where_they_may_stand(game):
    found = offered(game)
    schema = found["schema"]
    record = schema["$defs"][schema["properties"]["fighters"]["items"]["$ref"].rpartition("/")[2]]
    who = record["properties"][found["people"]]["anyOf"]
    assert who[0]["examples"] == found["folk"]
    assert len(found["folk"]) > 3
    assert {option["key"] for option in found["options"]} == set(operations.ruleset(game).catalogue.options)
    assert found["scenes"]
    weapons = next(s for s in _schemas(record["properties"]["weapons"]) if "examples" in s)
    assert len(weapons["examples"]) > 5
    msgspec.json.encode(found)


def test_a_text_of_few_words_comes_with_its_choices():
    schema = offered("coriolis")["schema"]
    texts = [each for each in _schemas(schema) if "choices" in each]
    assert [each["choices"] for each in texts] == [["calm", "cautious", "aggressive", "guards …"]]
    assert all(re.search(each["pattern"], "guards Ines") for each in texts)


def _schemas(found):
    """A schema and all within it."""
    if isinstance(found, dict):
        yield found
        for inner in found.values():
            yield from _schemas(inner)
    elif isinstance(found, list):
        for inner in found:
            yield from _schemas(inner)


def test_the_ground_of_a_sound_scene_is_told():
    data = of_text(operations.scenes()["boarding"])
    told = msgspec.json.decode(endpoints.looked(msgspec.json.encode({"data": data})))
    assert told["faults"] == []
    assert [cover["name"] for cover in told["ground"]["cover"]] == ["crate", "bulkhead", "airlock door"]
    assert told["ground"]["cover"][0]["at"] == [[3, -2], [3, 2]]
    assert len(told["ground"]["spots"]) == 8
