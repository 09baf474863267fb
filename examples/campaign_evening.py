"""A campaign: a fight, its wounds carried home, days of rest."""

from __future__ import annotations

import affray
from affray import campaign

home = campaign.begin(affray.game("traveller"), "Out of the port", seed=1)
campaign.enlist(home, affray.scene("startown_bar").text)
home.say.correct(["hurt", "Cook", "0", "0", "4"], "a fall on the way")
print(campaign.state(home)["time"])
campaign.do(home, campaign.deed_of(home, "rest 2 days"))
print(campaign.state(home)["time"])
