"""A simulation as a chart of letters: how long a fight lasts, and who stands at its end."""

from __future__ import annotations

import affray

found = affray.simulate("duel", n=1000)
print(found)
for rounds, fights in found.rounds.counts:
    print(f"{found.word} {rounds:>3} {'#' * round(200 * fights / found.fights)} {fights}")
for fighter in found.fighters:
    print(f"{fighter.name:<10} falls {fighter.falls.share:6.1%}, dies {fighter.dead.share:6.1%}")
