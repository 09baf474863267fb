"""What the builder's page shows in French; what it sends stays as it was."""

from __future__ import annotations

import json

import pytest

from affray import operations
from affray.builder import endpoints, translation
from affray.builder.documents import of_text
from affray.builder.offer import offered
from affray.languages.catalogues import language

GAMES = sorted(operations.rulesets())
DUEL = of_text(operations.scenes()["landing_field"])


def in_french(answer, sent=b""):
    return json.loads(translation.worded(answer, "fr", sent))


@pytest.mark.parametrize("game", GAMES)
def test_an_offer_is_said_and_its_names_stay(game):
    plain = offered(game)
    told = in_french(endpoints.offered(game))
    assert told["folk"] == plain["folk"]
    assert told["unit"] == plain["unit"]
    assert told["labels"].keys() == plain["labels"].keys()
    assert told["labels"]["weapons"] == "Armes"
    for ours, theirs in zip(plain["options"], told["options"], strict=True):
        assert (ours["key"], ours["default"]) == (theirs["key"], theirs["default"])
        assert [value for value, _ in ours["values"]] == [value for value, _ in theirs["values"]]
        assert ours["summary"] != theirs["summary"]
    assert without_descriptions(told["schema"]) == json.loads(
        json.dumps(without_descriptions(plain["schema"]))
    )
    assert told["said"]["heroes"] == "héros"
    assert told["said"]["guards …"] == "protège …"


def without_descriptions(schema):
    if isinstance(schema, list | tuple):
        return [without_descriptions(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        k: without_descriptions(v)
        for k, v in schema.items()
        if not (k == "description" and isinstance(v, str))
    }


@pytest.mark.parametrize("game", GAMES)
def test_there_are_words_for_all_that_is_offered(game):
    locale = language("fr", game)
    assert [
        text
        for text in translation.texts(offered(game))
        if locale.left(text) and locale.left(text.replace("-", " "))
    ] == []


@pytest.mark.parametrize("scene", sorted(operations.scenes()))
def test_a_scene_is_opened_as_it_is_and_its_words_are_beside_it(scene):
    answer = endpoints.opened(json.dumps({"scene": scene}).encode())
    plain, told = json.loads(answer), in_french(answer)
    assert told["data"] == plain["data"]
    assert told["said"][plain["data"]["title"]] != plain["data"]["title"]
    people = {fighter["name"] for fighter in plain["data"]["fighters"]}
    assert people & told["said"].keys() == set()


def test_faults_are_said_and_stay_in_their_places():
    wrong = {**DUEL, "title": "", "fighters": [{**DUEL["fighters"][0], "count": 31}]}
    sent = json.dumps({"data": wrong}).encode()
    plain, told = json.loads(endpoints.looked(sent)), in_french(endpoints.looked(sent), sent)
    assert [fault["at"] for fault in told["faults"]] == [fault["at"] for fault in plain["faults"]]
    assert "au plus 30" in " ".join(fault["say"] for fault in told["faults"])


def test_a_text_and_a_path_pass_as_they_are():
    text = endpoints.text(json.dumps({"data": DUEL}).encode())
    assert in_french(text) == json.loads(text)
    assert in_french(b'{"path":"/s/turn"}') == {"path": "/s/turn"}


def test_what_was_found_is_said_and_the_documents_that_go_with_it_stay():
    proposal = {
        "words": ["prone"],
        "odds": [0.5, 0.4, 0.6],
        "near": True,
        "data": {**DUEL, "words": ["prone"]},
    }
    found = {"t": "found", "side": "crew", "proposals": [proposal]}
    told = in_french(json.dumps(found).encode(), json.dumps({"data": DUEL}).encode())
    assert told["side"] == "crew"
    assert told["proposals"][0] == {**proposal, "words": ["au sol"]}


def test_titles_of_ours_are_said_and_those_of_others_stay():
    title = DUEL["title"]
    ours, theirs, odd = translation.kept(
        [
            {"name": n, "title": t, "game": g}
            for n, t, g in (("a", title, "traveller"), ("b", "Zbrnk", "d6"), ("c", title, "?"))
        ],
        "fr",
    )
    assert ours["title"] == odd["title"] != title
    assert theirs["title"] == "Zbrnk"
    assert (ours["name"], ours["game"]) == ("a", "traveller")


def test_in_english_an_answer_passes_untouched():
    assert translation.worded(b"anything", "en") == b"anything"
