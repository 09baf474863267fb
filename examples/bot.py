"""A bot: of all legal actions it takes the one most likely to do what it is for."""

from __future__ import annotations

import affray


def worth(session: affray.Session, action: affray.LegalAction) -> float:
    """How likely an action does what it is for; 0 where it is for nothing that can fail."""
    head = session.odds(action).headline
    return float(head.chance) if head else 0.0


def choose(session: affray.Session) -> affray.LegalAction:
    """The best action, or the first option of any other question."""
    legal = session.legal_actions()
    if session.question != "action":
        return legal[0]
    return max(legal, key=lambda action: worth(session, action))


session = affray.start("duel", seed=7)
while not session.over:
    session.act(choose(session))
print(session.winner, "after", len(session.story), "lines")
