"""Servers that are killed while fighters of a campaign are carried into a fight.

`main` is given a store: there is a copy of it for each, named in a line of JSON with whether it was killed.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
from itertools import count
from pathlib import Path

from affray.campaign import desk
from affray.server import campaign_routes
from affray.server.tables import Tables
from affray.store import open_store
from tests.store.killed import Doom, arm
from tests.whole import WHOLE

STEP = 1 if WHOLE else 4
"""So many calls of the database lie between two deaths."""


async def carry(path: Path, doom: Doom) -> None:
    """Carry the campaign into a fight, as the page does."""
    arm(doom)
    store = await open_store(path)
    tables = Tables(store)
    [listed] = await tables.campaigns()
    events = await store.events(listed.session)
    kept = desk.Kept(listed.session, tuple(each.body for each in events), None)
    doom.armed = True
    await campaign_routes._carry(
        campaign_routes.CampaignRequest(tables, listed, kept, {"scene": "shipped:duel", "again": "on"})
    )
    doom.armed = False
    os._exit(0)


def one(path: Path, n: int) -> bool:
    """One that is killed at its n-th call; whether it was."""
    child = os.fork()
    if not child:
        asyncio.run(carry(path, Doom(n, after=True)))
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, status
    return os.WIFSIGNALED(status)


def main(store: str) -> None:
    """One after the other, until one is not killed any more."""
    path = Path(store)
    for n in count(1, STEP):
        copy = path.with_name(f"copy{n}.db")
        shutil.copyfile(path, copy)
        killed = one(copy, n)
        sys.stdout.write(json.dumps({"path": str(copy), "killed": killed}) + "\n")
        if not killed:
            return
