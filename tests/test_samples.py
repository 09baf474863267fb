"""What the pages in docs show as printed is what the commands print."""

from __future__ import annotations

import doctest

import pytest

from affray.core.ruleset import rulesets
from affray.sim.kernel import kernel
from tools import samples


def test_every_game_has_a_sample_of_its_whole_fights():
    text = (samples.DOCS / "simulate.md").read_text(encoding="utf-8")
    shown = [found["printed"] for found in samples.SAMPLE.finditer(text) if "simulate" in found["typed"]]
    for game in rulesets().values():
        assert any(f"{game.title}: 200 fights" in printed for printed in shown), game.title


@pytest.mark.slow
def test_the_examples_in_python_run():
    tried = doctest.testfile(str(samples.DOCS / "simulate.md"), module_relative=False)
    assert tried.attempted > 5
    assert not tried.failed


@pytest.mark.slow
@pytest.mark.skipif(kernel() is None, reason="the pages are written where there is a C compiler")
@pytest.mark.parametrize("page", samples.pages(), ids=lambda page: page.name)
def test_samples_are_what_is_printed(page):
    text = page.read_text(encoding="utf-8")
    assert samples.recomputed(text) == text, "run: python -m tools.samples"
