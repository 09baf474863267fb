"""A fight loop for people with real dice: it asks, they type faces, words or "undo".

python examples/real_dice.py SCENE
"""

from __future__ import annotations

import sys

import affray

session = affray.start(sys.argv[1] if len(sys.argv) > 1 else "duel", run_by={"all": "dice"})
told = 0
while not session.over:
    for line in session.story[told:]:
        print(line)
    told = len(session.story)
    print(f"{session.actor}: {session.question}?", *session.legal_actions(), sep="\n  ")
    typed = sys.stdin.readline()
    if not typed:
        break
    try:
        session.undo() if typed.strip() == "undo" else session.act(typed)
    except affray.AffrayError as e:
        print(e)
    told = min(told, len(session.story))
print("won:", session.winner)
