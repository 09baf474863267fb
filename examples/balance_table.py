"""A balance table: how the odds of a scene move with what one fighter wears."""

from __future__ import annotations

import affray

duel = affray.scene("duel")
print(f"{duel.title}: how often the crew wins")
for armour in ("light armour", "heavy armour"):
    found = affray.simulate(duel.change({"Kaan.armour": armour}), n=400)
    crew = found.wins["crew"]
    print(f"  Kaan in {armour:<14} {crew.share:6.1%}  ({crew.low:.1%} to {crew.high:.1%})")
