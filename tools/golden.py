"""Write the golden texts of every game, which tests compare.

For each scene a fight on autopilot, told in full; and in branches.txt what every action can come
to from some states of each scene, and the number of ways through a fight of weak people
(small.toml beside the texts).  `python -m tools.golden` writes them; read the differences
before they are committed.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from pathlib import Path

from affray.core.play import Policy
from affray.core.ruleset import Ruleset, rulesets
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.pricing.cache import ResultCache
from affray.testing.playthrough import branches_in_words, playthrough, stops, ways_in_words

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "golden"
SEED = 1
BRANCHES = "branches"
SMALL = "small.toml"
EVERY, MOST = 9, 2
"""States looked at in a scene: where the first action is chosen, and each so many after it; so many."""
DEAR = {("serenity", "assault"): 1}
"""States left out at a scene's beginning: one burst there has two million ends, and takes a minute."""


def texts(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Each golden text of a game with its name."""
    for name in ruleset.scenes:
        yield name, told(ruleset, name)
    yield BRANCHES, branched(ruleset)


def told(ruleset: Ruleset, name: str) -> str:
    """A fight of one scene."""
    scene = read_scene(ruleset.scenes[name], ruleset.scene, name)
    policy, policy_name = _policy(ruleset)
    head = f"{scene.title} ({ruleset.title}, scene {name}, seed {SEED}, policy {policy_name})"
    lines = playthrough(ruleset, ruleset.start(scene), policy, Stream(SEED))
    return "\n".join([head, "", *lines, ""])


def branched(ruleset: Ruleset, left_out: Collection[str] = ()) -> str:
    """What actions come to in states of every scene, and ways through the small one.

    States that are left out are named as their headings are: "assault, action 10".
    """
    policy, policy_name = _policy(ruleset)
    lines = [
        f"What every action can come to ({ruleset.title}, seed {SEED}, policy {policy_name}):",
        "the different states at the end, and the means of what is measured.",
    ]
    for name, text in ruleset.scenes.items():
        fight, cache = ruleset.start(read_scene(text, ruleset.scene, name)), ResultCache()
        found = list(enumerate(stops(ruleset, fight, policy, Stream(SEED), EVERY)[:MOST]))
        for n, stop in found[DEAR.get((ruleset.id, name), 0) :]:
            if (head := f"{name}, action {1 + n * EVERY}") not in left_out:
                lines += ["", head, *branches_in_words(ruleset, stop, policy, cache)]
    small = GOLDEN / ruleset.id / SMALL
    if small.is_file():
        fight = ruleset.start(read_scene(small.read_text(encoding="utf-8"), ruleset.scene, SMALL))
        lines += ["", f"The ways in which the answers to an action can go, whatever people choose: {SMALL}"]
        for stop in stops(ruleset, fight, policy, Stream(SEED), 1)[:1]:
            lines += ["    ways  action", *ways_in_words(ruleset, stop)]
    return "\n".join([*[line.rstrip() for line in lines], ""])


def _policy(ruleset: Ruleset) -> tuple[Policy, str]:
    name, policy = next(iter(ruleset.policies.items()))
    return policy, name


def place(ruleset: str, name: str) -> Path:
    """Where a golden text lies."""
    return GOLDEN / ruleset / f"{name}.txt"


def main() -> int:
    """Write all texts and name those that changed."""
    for ruleset in rulesets().values():
        for name, text in texts(ruleset):
            path = place(ruleset.id, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.is_file() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
                print(f"wrote {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
