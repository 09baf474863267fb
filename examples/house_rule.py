"""A house rule: what it does to a scene, in odds of an action and in fights won."""

from __future__ import annotations

import affray

game = affray.scene("duel").game
for key, option in list(game.catalogue.options.items())[:4]:
    print(f"{key}: {option.summary} Usually {option.default}.")

for tie in ("roll_off", "pcs_first"):
    found = affray.simulate("duel", n=400, options={"init.tie": tie})
    print(f"init.tie = {tie}: the crew wins {found.wins['crew'].share:.1%}")
try:
    affray.start("duel", options={"init.ties": "pcs_first"})
except affray.BadData as e:
    print(e)
