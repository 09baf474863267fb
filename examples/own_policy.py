"""A policy of one's own, played against the game's in ten fights."""

from __future__ import annotations

from collections import Counter

import affray


def careful(session: affray.Session) -> affray.LegalAction:
    """Aim where one can, shoot where one cannot, else whatever comes first."""
    legal = session.legal_actions()
    for way in ("aimed shot", "normal shot", "quick shot"):
        shots = [action for action in legal if action.words.startswith(way)]
        if shots:
            return shots[0]
    return legal[0]


won: Counter[str | None] = Counter()
for seed in range(10):
    session = affray.start("duel", seed=seed)
    while not session.over:
        session.act(careful(session))
    won[session.winner] += 1
print("careful:", dict(won))
print("the game's own:", affray.simulate("duel", n=200).wins["crew"])
