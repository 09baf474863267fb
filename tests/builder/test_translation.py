"""What the builder's page shows in French; what it sends stays as it was."""

from __future__ import annotations

import json

import pytest

from affray import operations
from affray.builder import endpoints, sliced_search, translation
from affray.builder.documents import of_text
from affray.builder.offer import offered
from affray.core.message import Verbatim, msg, word
from affray.languages.catalogues import language
from affray.languages.language import LETTERS, MARK
from affray.languages.reader import reading

GAMES = sorted(operations.rulesets())
SAME = frozenset(
    {"Bonus", "Crit", "Initiative", "Intelligence", "Perception", "Protection", "Rounds", "Style", "Traits"}
)
"""Labels that are the same in French."""
DUEL = of_text(operations.scenes()["landing_field"])


def in_french(work, *args):
    return json.loads(endpoints.read_in("fr", work, *args))


def sent(**fields):
    return json.dumps(fields).encode()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_an_offer_is_said_and_its_names_stay(game):
    plain = offered(game)
    told = in_french(endpoints.offered, game)
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
    locale, offer = language("fr", game), offered(game)
    labels = {text for text in offer["labels"].values() if translation.label(text, locale) != text}
    assert [
        text
        for text in {*translation.texts(offer)} - labels
        if LETTERS.search(text) and not MARK.fullmatch(text)
        if not locale.knows(text) and not locale.knows(text.replace("-", " ")) and text not in SAME
    ] == []


@pytest.mark.parametrize("scene", sorted(operations.scenes()))
def test_a_scene_is_opened_as_it_is_and_its_words_are_beside_it(scene):
    plain, told = (
        json.loads(endpoints.opened(sent(scene=scene))),
        in_french(endpoints.opened, sent(scene=scene)),
    )
    assert told["data"] == plain["data"]
    assert told["said"][plain["data"]["title"]] != plain["data"]["title"]
    people = {fighter["name"] for fighter in plain["data"]["fighters"]}
    assert people & told["said"].keys() == set()


def test_faults_are_said_and_stay_in_their_places():
    body = sent(data={**DUEL, "title": "", "fighters": [{**DUEL["fighters"][0], "count": 31}]})
    plain, told = json.loads(endpoints.looked(body)), in_french(endpoints.looked, body)
    assert [fault["at"] for fault in told["faults"]] == [fault["at"] for fault in plain["faults"]]
    assert "au plus 30" in " ".join(fault["say"] for fault in told["faults"])


def test_what_lies_on_the_map_is_shown_by_its_words():
    body = sent(data=of_text(operations.scenes()["boarding"]))
    plain, told = json.loads(endpoints.looked(body)), in_french(endpoints.looked, body)
    covers, said = plain["ground"]["cover"], told["ground"]["cover"]
    assert [(c["name"], c["at"]) for c in covers] != [(c["name"], c["at"]) for c in said]
    assert [c["at"] for c in covers] == [c["at"] for c in said]


def test_a_text_passes_as_it_is():
    assert in_french(endpoints.text, sent(data=DUEL)) == json.loads(endpoints.text(sent(data=DUEL)))


@pytest.mark.slow
def test_what_packs_bring_is_offered_and_said():
    plain, told = json.loads(endpoints.packs(sent(data=DUEL))), in_french(endpoints.packs, sent(data=DUEL))
    assert told["brings"] == plain["brings"]
    assert told["offer"]["labels"]["weapons"] == "Armes"
    assert "said" not in plain["offer"]


@pytest.mark.slow
def test_rounds_are_counted_by_a_word():
    plain, told = json.loads(endpoints.odds(sent(data=DUEL))), in_french(endpoints.odds, sent(data=DUEL))
    assert (plain["word"], told["word"]) == ("round", "round")
    assert [side["name"] for side in told["sides"]] == [side["name"] for side in plain["sides"]]


def test_what_was_found_is_said_and_the_documents_that_go_with_it_stay(monkeypatch):
    proposal = {
        "words": [word("prone"), msg("{name} is already in the campaign", name=Verbatim("Prone"))],
        "data": {"words": ["prone"]},
    }
    monkeypatch.setattr(
        sliced_search, "tuned", lambda *_: {"t": "found", "side": "crew", "proposals": [proposal]}
    )
    told = in_french(endpoints.tuned, "a", sent(data=DUEL))
    assert told["side"] == "crew"
    (found,) = told["proposals"]
    assert found["words"] == ["au sol", "Prone est déjà dans la campagne"]
    assert found["data"] == {"words": ["prone"]}


def test_titles_of_ours_are_said_and_those_of_others_stay():
    title = DUEL["title"]
    scenes = [
        {"name": n, "title": t, "game": g}
        for n, t, g in (("a", title, "traveller"), ("b", "Zbrnk", "d6"), ("c", title, "?"))
    ]
    with reading(language("fr")):
        ours, theirs, odd = translation.kept(scenes)
    assert ours["title"] == odd["title"] != title
    assert theirs["title"] == "Zbrnk"
    assert (ours["name"], ours["game"]) == ("a", "traveller")


@pytest.mark.slow
def test_in_english_nothing_is_added():
    assert (
        translation.kept([{"name": "a", "title": DUEL["title"], "game": "traveller"}])[0]["title"]
        == DUEL["title"]
    )
    assert "said" not in json.loads(endpoints.opened(sent(scene="duel")))
    assert json.loads(endpoints.offered("d6")) == json.loads(json.dumps(offered("d6")))
