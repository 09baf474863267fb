"""The environment for learning machines: decisions a second, and their parts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import process_time
from typing import Any

from affray.core.ruleset import rulesets
from affray.core.stream import Stream
from affray.env import FightEnv, raw
from affray.session import opening
from benchmarks.report import Report

SECONDS, SHORT = 2.0, 1.0
"""CPU seconds for each scene, in the long form and in the short one."""
CROWDS = {
    "coriolis": "boarding", "d6": "alley", "horizon": "yard", "serenity": "assault",
    "traveller": "forest_road",
}  # fmt: skip
DUELS = {
    "coriolis": "duel", "d6": "bridge", "horizon": "duel", "serenity": "showdown",
    "traveller": "landing_field",
}  # fmt: skip


def main(report: Report) -> None:
    """Print a line for each game's duel and for a large fight of it.

    All choices are random.
    """
    print("  a decision: listing the options, the rest of a step, what the agent sees; a session's answers")
    places = [(game, scenes[game]) for game in rulesets() for scenes in (DUELS, CROWDS) if game in scenes]
    for n, (game, scene) in enumerate(places, 1):
        report.step(f"{game}/{scene}", n, len(places))
        one_scene(game, scene, SECONDS if report.long else SHORT, report)


def one_scene(game: str, scene: str, seconds: float, report: Report) -> None:
    """Decisions a second by CPU time, and its parts.

    Beside it those of a session that is answered in the same way.
    """
    env = raw(game, scene, words=False)
    env.reset(seed=1)
    source, spent = Stream(1), {"menu": 0.0, "step": 0.0, "seen": 0.0}
    decisions, agents = 0, len(env.possible_agents)
    while sum(spent.values()) < seconds:
        if env.pending is None or any(env.truncations.values()):
            env.reset()
            continue
        open_ = timed(spent, "seen", lambda: env.observe(env.agent_selection))["action_mask"].nonzero()[0]
        listed = menus(env, spent)
        slot = int(open_[source.below(len(open_))])
        timed(spent, "step", partial(env.step, slot))
        spent["step"] -= listed
        decisions += 1
    parts = ", ".join(f"{name} {took / decisions * 1e6:4.0f} us" for name, took in spent.items())
    each = report.figure(f"{game}/{scene}, decisions", decisions / sum(spent.values()), "/s", "more")
    of_session = report.figure(
        f"{game}/{scene}, a session", session_rate(env, game, scene, seconds / 2), "/s", "more"
    )
    report.line(
        f"  {game}/{scene}, {agents} agents, {len(env.seen.names):,} figures: "
        f"{each:6,.0f}/s ({parts}), a session {of_session:6,.0f}/s"
    )


def menus(env: FightEnv, spent: dict[str, float]) -> float:
    """Seconds to list the options, as it was done in the step before."""
    assert env.pending is not None
    before = process_time()
    env.pending.listed()
    took = process_time() - before
    spent["menu"] += took
    return took


def timed(spent: dict[str, float], part: str, what: Callable[[], Any]) -> Any:
    """What it gives; its CPU time is added up."""
    before = process_time()
    found = what()
    spent[part] += process_time() - before
    return found


def session_rate(env: FightEnv, game: str, scene: str, seconds: float) -> float:
    """Decisions a second where random answers go through a session."""
    source, decisions, before = Stream(1), 0, process_time()
    while process_time() - before < seconds:
        session = opening.begin(env.ruleset, env.ruleset.scenes[scene], source=game)
        while session.pending is not None and process_time() - before < seconds:
            pending = session.pending
            if pending.chance is not None:
                session.answer(pending.chance.sample(source))
                continue
            session.answer(pending.options[source.below(len(pending.options))])
            decisions += 1
    return decisions / (process_time() - before)
