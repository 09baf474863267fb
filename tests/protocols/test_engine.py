"""The engine: a fight in one process, for a program that speaks lines of JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray import operations
from affray.protocols.messages import KINDS, LONGEST, OWN, PROTOCOL, schema
from affray.table import wire
from tests.core.test_pack import ALL, SCENE
from tests.protocols.people import Program, ran, spoken
from tools import schemas


@pytest.mark.slow
def test_it_says_who_it_is_and_what_there_is():
    async def work(program):
        hello = await program.data("hello")
        assert (hello["protocol"], hello["longest"]) == (PROTOCOL, LONGEST)
        assert set(hello["commands"]) == set(KINDS) >= {"new", "go", "answer", "undo"}
        games = await program.data("games")
        assert [game["id"] for game in games] == hello["games"] == list(operations.rulesets())
        assert all(game["rules"] > 50 and game["scenes"] and game["options"] for game in games)
        scenes = await program.data("scenes", game="d6")
        assert {scene["game"] for scene in scenes} == {"d6"}
        assert all(scene["title"] and scene["about"] for scene in scenes)
        assert len(await program.data("scenes")) == len(operations.scenes())

    spoken(work)


def test_a_file_with_the_name_of_a_scene_is_not_read(tmp_path, monkeypatch):
    (tmp_path / "duel").write_text("secret")
    monkeypatch.chdir(tmp_path)

    async def work(program):
        assert "duel" in {scene["name"] for scene in await program.data("scenes", game="coriolis")}
        assert (await program.data("new", scene="duel"))["title"]["scene"] == "A duel in the cargo bay"

    spoken(work)


def test_a_scene_may_name_what_packs_bring(tmp_path):
    for name, text in ALL.items():
        (tmp_path / name).write_text(text, encoding="utf-8")

    async def work(program):
        found = await program.data("new", toml=SCENE)
        assert found["title"]["scene"] == "On the quay"
        assert "harpoon gun" in json.dumps(await program.data("view"))

    async def without(program):
        assert "there is no archetype 'docker'" in json.dumps(await program.do("new", toml=SCENE))

    spoken(work, operations.packs_by_game([tmp_path]))
    spoken(without)


@pytest.mark.slow
def test_as_a_process_it_takes_packs_or_says_what_is_wrong_with_them(tmp_path):
    for name, text in ALL.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    lines = json.dumps({"id": "1", "do": "new", "toml": SCENE})
    code, (told,), complaints = ran("engine", "--pack", str(tmp_path), lines=lines)
    assert (code, told["t"], complaints) == (0, "done", "")
    (tmp_path / "armours.csv").write_text("name,rating\noilskins,much\n", encoding="utf-8")
    code, answers, complaints = ran("engine", "--pack", str(tmp_path), lines=lines)
    assert (code, answers) == (2, [])
    assert complaints == f"{tmp_path}/armours.csv:2: rating: expected a whole number, got 'much'\n"


def test_rules_are_looked_up_by_id_and_by_words():
    async def work(program):
        (one,) = await program.data("rule", game="coriolis", words="cor-ovw-03")
        assert (one["id"], one["title"]) == ("COR-OVW-03", "Overwatch duration")
        several = await program.data("rule", game="coriolis", words="overwatch", n=3)
        assert len(several) == 3
        assert (await program.do("rule", game="coriolis", words="zeppelin"))["code"] == "name/nothing-found"
        assert (await program.do("rule", game="chess", words="rook"))["code"] == "name/unknown"

    spoken(work)


async def to_action(program: Program) -> None:
    """Answer till somebody is to act."""
    while (await program.data("legal", odds=False))["ask"]["kind"] != "action":
        await program.data("answer", n=1)


@pytest.mark.slow
def test_a_fight_is_begun_answered_and_taken_back():
    async def work(program):
        now = await program.data("new", scene="duel", seed=7)
        assert now["ask"]["question"].startswith("Zara: what now?")
        await to_action(program)
        legal = await program.data("legal")
        assert legal["ask"]["kind"] == "action"
        assert any("%" in action["chance"] for action in legal["actions"])
        assert any(action["why_not"] for action in legal["actions"])
        attack = next(action for action in legal["actions"] if "%" in action["chance"])
        odds = await program.data("odds", n=attack["n"])
        assert abs(sum(p for _, p in odds["measures"][0]["values"]) - 1) < 1e-4
        before = await program.data("log")
        await program.data("answer", n=attack["n"])
        after = await program.data("log", after=len(before))
        assert after[0]["n"] == len(before) + 1
        await program.data("undo")
        assert await program.data("log") == before
        await program.data("redo")
        assert (await program.data("log"))[len(before)] == after[0]

    spoken(work)


def test_odds_are_found_only_where_somebody_asks():
    async def work(program):
        await program.data("new", scene="duel", seed=7)
        await to_action(program)
        legal = await program.data("legal", odds=False)
        assert not any(action["chance"] for action in legal["actions"])
        assert any(action["chance"] for action in (await program.data("legal"))["actions"])

    spoken(work)


def test_real_dice_are_typed():
    async def work(program):
        await program.data("new", scene="duel", seed=7)
        await program.data("hands", name="all", manner="dice")
        await program.data("undo_to", entry=0)
        now = await program.data("legal")
        assert (now["ask"]["kind"], now["ask"]["dice"]["notation"]) == ("dice", "1d6")
        assert (await program.do("dice", faces=[7]))["code"] == "answer/dice-range"
        assert (await program.do("advise"))["code"] == "answer/nothing-to-decide"
        await program.data("dice", faces=[4])
        assert (await program.data("log"))[-1]["words"].endswith("'s initiative: 4")
        await program.data("roll")

    spoken(work)


@pytest.mark.slow
def test_the_same_lines_get_the_same_answers():
    lines = [
        '{"id":"a","do":"new","scene":"boarding","seed":3}',
        '{"id":"b","do":"hands","name":"all","manner":"autopilot"}',
        '{"id":"c","do":"view"}',
    ]

    def told():
        found = []

        async def work(program):
            found.extend([await program.say(line) for line in lines])

        spoken(work)
        return found

    first = told()
    assert first[-1]["data"]["title"]["over"]
    assert told() == first


def test_a_log_is_taken_out_and_loaded_and_goes_on():
    async def work(program):
        await program.data("new", scene="duel", seed=7, options={"defence.cost": 0})
        await program.data("answer", n=1)
        log = await program.data("export", form="log")
        lines = await program.data("log")
        await program.data("new", scene="bridge")
        assert (await program.data("load", log=log))["title"]["game"] == "coriolis"
        assert await program.data("log") == lines
        assert await program.data("export", form="log") == log
        await program.data("undo")

    spoken(work)


def test_what_cannot_be_begun_leaves_the_fight_that_there_is():
    async def work(program):
        await program.data("new", scene="duel", seed=7)
        log = await program.data("export", form="log")
        bad: list[tuple[str, dict[str, Any], str]] = [
            ("new", {}, "answer/no-scene"), ("new", {"scene": "duell"}, "name/unknown"),
            ("new", {"scene": "duel", "toml": "x"}, "answer/no-scene"),
            ("new", {"scene": "/etc/passwd"}, "name/unknown"),
            ("new", {"scene": "duel", "options": {"no.such": 1}}, "data/faults"),
            ("new", {"toml": "ruleset = "}, "data/faults"), ("load", {"log": ""}, "log/damaged"),
            ("load", {"log": log.replace('"seq":1,', '"seq":9,')}, "log/gap"),
            ("load", {"log": log[:-9]}, "log/damaged"), ("scenes", {"game": "chess"}, "name/unknown"),
            ("fork", {}, "store/nowhere"),
        ]  # fmt: skip
        for name, fields, code in bad:
            found = await program.do(name, **fields)
            assert (found["t"], found["code"]) == ("refused", code), found
        faulty = await program.do("new", toml='ruleset = "coriolis"\ntitle = 3\nx = 1\n')
        assert len(faulty["faults"]) > 1
        assert "toml:2" in {fault["place"] for fault in faulty["faults"]}
        assert await program.data("export", form="log") == log

    spoken(work)


@pytest.mark.parametrize(
    ("line", "code", "place"),
    [
        ("{", "wire/unreadable", ""),
        ("nonsense", "wire/unreadable", "byte"),
        (b"\xff\xfe", "wire/unreadable", "byte"),
        ("[" * 100_000, "wire/unreadable", ""),
        ('{"id":"x"}', "wire/unreadable", "do"),
        ('{"id":"x","do":"conquer"}', "wire/unreadable", "do"),
        ('{"id":"x","do":"new","scene":1,"seed":-1,"sede":1}', "wire/unreadable", "scene"),
        ('{"id":"x","do":"go","fights":0}', "wire/unreadable", "fights"),
        ('{"id":"x","do":"go","seconds":1e9}', "wire/unreadable", "seconds"),
        ('{"id":1,"do":"answer","n":"1"}', "wire/unreadable", "id"),
        ('{"id":"x","do":"legal"}', "engine/no-fight", None),
        ('{"id":"x","do":"answer","n":1}', "engine/no-fight", None),
        ('{"id":"x","do":"go"}', "engine/no-fight", None),
        (b"x" * (LONGEST + 1), "wire/too-long", None),
    ],
)  # fmt: skip
def test_a_bad_line_gets_one_answer_and_the_next_one_another(line, code, place):
    async def work(program):
        found = await program.say(line)
        assert (found["t"], found["code"]) == ("refused", code)
        assert place is None or any(fault["place"].startswith(place) for fault in found["faults"])
        assert "Traceback" not in found["why"]
        assert (await program.do("hello"))["t"] == "done"

    spoken(work)


def test_all_faults_of_a_line_are_told_at_once():
    async def work(program):
        found = await program.say('{"id":"x","do":"new","scene":1,"seed":-1,"sede":1}')
        assert {fault["place"] for fault in found["faults"]} == {"scene", "seed", "sede"}
        assert found["id"] == "x"

    spoken(work)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
FIELDS = st.sampled_from(sorted({f for k in KINDS.values() for f in k.__struct_fields__}))
SAID = st.dictionaries(FIELDS, JSON, max_size=4)
NAMES = st.sampled_from([name for name in KINDS if name not in ("quit", "advise")])


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(NAMES, SAID) | JSON | st.binary(max_size=30), min_size=1, max_size=5))
def test_whatever_is_said_is_answered_and_the_fight_goes_on(lines):
    async def work(program):
        await program.data("new", scene="duel", seed=1)
        for line in lines:
            named = {"id": "a", **line[1], "do": line[0]} if isinstance(line, tuple) else line
            said = named if isinstance(named, bytes) else json.dumps(named).encode()
            before = len(program.told)
            await program.engine.hear(said)
            await program.data("stop")
            told = [each for each in program.told[before:] if each["t"] != "info"]
            assert 1 <= len(told) <= 2
            assert not any(each.get("code") == "affray/fault" for each in told), (said, told)
        assert (await program.do("ping"))["t"] == "pong"

    spoken(work)


# --- searching --------------------------------------------------------------------------------------


async def found(program: Program, name: str) -> dict:
    """The answer to a search, once it is there."""
    assert program.engine._searching is not None
    await program.engine._searching
    return next(each for each in program.told if each.get("id") == name and each["t"] != "info")


@pytest.mark.slow
def test_the_best_answer_is_found_and_is_a_command():
    async def work(program):
        await program.data("new", scene="duel", seed=7)
        await program.engine.hear(b'{"id":"g","do":"go","fights":60}')
        best = (await found(program, "g"))["data"]
        assert best["fights"] == 60
        assert best["options"][0]["label"] == best["label"]
        assert best["reason"].startswith(best["label"])
        told = [each for each in program.told if each["t"] == "info"]
        assert [each["fights"] for each in told] == [8, 16, 32, 60]
        assert (await program.do(**best["best"]))["t"] == "done"
        assert (await program.data("log"))[-1]["words"]

    spoken(work)


def test_a_search_is_stopped_with_what_it_has_found():
    async def work(program):
        await program.data("new", scene="duel", seed=7)
        await program.engine.hear(b'{"id":"g","do":"go","seconds":3600}')
        await program.engine.hear(b'{"id":"again","do":"go"}')
        assert program.told[-1]["code"] == "engine/searching"
        assert (await program.do("legal", odds=False))["t"] == "done", "others are answered meanwhile"
        await program.data("stop")
        assert (await found(program, "g"))["data"]["best"]["do"] == "answer"

    spoken(work)


def test_dice_are_rolled_and_what_takes_no_side_is_not_searched():
    async def work(program):
        await program.data("new", scene="duel", seed=7)
        await program.data("hands", name="all", manner="dice")
        await program.data("undo_to", entry=0)
        await program.engine.hear(b'{"id":"g","do":"go"}')
        assert (await found(program, "g"))["data"]["best"] == {"do": "roll"}
        await program.data("hands", name="all", manner="autopilot")
        assert (await program.data("legal"))["title"]["over"]
        await program.engine.hear(b'{"id":"h","do":"go"}')
        assert program.told[-1]["code"] == "answer/over"

    spoken(work)


# --- the schema -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_message_is_as_its_schema_says():
    whole = schema()
    assert schemas.place("engine").read_text(encoding="utf-8") == schemas.schemas()["engine"]
    jsonschema.Draft202012Validator.check_schema(whole)
    assert {kind.__name__ for kind in KINDS.values()} <= set(whole["$defs"])
    assert not set(OWN) & set(wire.COMMANDS)

    def fits(value, name=None):
        part = {"$ref": f"#/$defs/{name}"} if name else {"anyOf": whole["anyOf"]}
        jsonschema.Draft202012Validator({**part, "$defs": whole["$defs"]}).validate(value)

    async def work(program):
        fits(await program.data("hello"), "Greeting")
        fits((await program.data("games"))[0], "GameAbout")
        fits(await program.data("new", scene="duel", seed=7), "Stand")
        await program.engine.hear(b'{"id":"g","do":"go","fights":9}')
        fits((await found(program, "g"))["data"], "BestAnswer")
        await program.say("nonsense")
        await program.do("ping")
        for told in program.told:
            fits(told)
        with pytest.raises(jsonschema.ValidationError):
            fits({"id": "a", "do": "conquer"})

    spoken(work)


# --- as a process -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_as_a_process_it_answers_line_by_line_and_ends_with_quit():
    lines = [
        '{"id":"1","do":"new","scene":"duel","seed":7}', "", "nonsense", '{"id":"2","do":"answer","n":1}',
        '{"id":"3","do":"quit"}', '{"id":"4","do":"hello"}',
    ]  # fmt: skip
    code, told, complaints = ran("engine", lines="\n".join(lines))
    assert [(each["id"], each["t"]) for each in told] == [
        ("1", "done"), ("", "refused"), ("2", "done"), ("3", "done"),
    ]  # fmt: skip
    assert (code, complaints) == (0, "")


@pytest.mark.slow
def test_as_a_process_it_speaks_english_whatever_the_terminal_speaks():
    lines = [
        {"do": "new", "scene": "duel"},
        {"do": "legal"},
        {"do": "roll"},
        {"do": "log"},
        {"do": "nonsense"},
    ]
    sent = "".join(f"{json.dumps({**line, 'id': str(n)})}\n" for n, line in enumerate(lines))
    code, answers, complaints = ran("--language", "fr", "engine", lines=sent)
    assert (code, answers, complaints) == ran("engine", lines=sent)
    assert "Un duel dans la soute" not in json.dumps(answers, ensure_ascii=False)
    assert "A duel in the cargo bay" in json.dumps(answers)


@pytest.mark.slow
def test_as_a_process_it_ends_with_its_lines_and_a_search_with_it():
    code, told, complaints = ran(
        "engine", lines='{"id":"1","do":"new","scene":"duel"}\n{"id":"2","do":"go","seconds":3600}'
    )
    assert (code, complaints) == (0, "")
    assert told[-1]["id"] == "2"
    assert told[-1]["data"]["best"]


@pytest.mark.slow
def test_a_line_without_end_is_refused_and_the_next_one_read():
    code, told, complaints = ran("engine", lines=b"x" * (3 * LONGEST) + b'\n{"id":"1","do":"ping"}\n')
    assert [each.get("code", each["t"]) for each in told] == ["wire/too-long", "pong"]
    assert (code, complaints) == (0, "")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
@pytest.mark.parametrize("words", [["engine"], ["rules", "coriolis"]])
def test_answers_that_cannot_be_written_are_told_in_a_sentence(words):
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-c", "from affray.cli import main; main()", *words],
            input=b'{"id":"1","do":"hello"}\n',
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == b"Cannot write the output: No space left on device\n"
