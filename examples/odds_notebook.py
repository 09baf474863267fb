"""A notebook of odds: every legal action of somebody's turn, with all that it can come to."""

from __future__ import annotations

import affray

session = affray.start("duel", seed=7)
print(f"{session.actor} may:")
for action in session.legal_actions():
    odds = session.odds(action)
    head = odds.headline
    print(f"  {action.words:<45} {f'{float(head.chance):6.1%} {head.name}' if head else ''}")

shot = affray.odds("duel", "Zara", "normal shot at Kaan")
for measure in shot.measures:
    print(f"  {measure.name:<30} {float(measure.mean):.3f} on average")
