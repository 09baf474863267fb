"""What is allowed is what the menu has nothing against, in all games: each is found in its own way."""

from __future__ import annotations

from importlib import import_module

import pytest

from affray import operations
from affray.core.act import Act
from affray.core.ruleset import rulesets
from tests.session.fights import fresh, run_by_itself
from tests.whole import some

SCENES = {each.ruleset.id: each.name for each in operations.shipped()}


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(rulesets()))
def test_what_is_allowed_is_all_of_the_menu_that_is_not_refused(game):
    menu = rulesets()[game].menu
    home = getattr(menu, "__self__", None) or import_module(menu.__module__)  # all actions, or a module
    session, looks = fresh(SCENES[game]), 0
    controller = run_by_itself(session)
    for _ in range(some(160, 2)):
        pending = session.pending
        if pending is None:
            break
        if pending.chance is None and any(isinstance(option, Act) for option in pending.options):
            who = pending.asked.who
            offered = [offer.act for offer in menu(session.fight, who) if not offer.refused]
            assert home.legal(session.fight, who) == offered
            looks += len(offered) > 1
        controller.run(1)
    assert looks > 2
