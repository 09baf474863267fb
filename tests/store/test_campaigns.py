"""Campaigns in every store: begun, taken up, gone on with by somebody else."""

from __future__ import annotations

from affray import campaign
from affray.session import Session
from affray.store import stored_sessions
from tests.campaign.parties import correct, party
from tests.store.events import opened


async def entered(store, session: Session, seq: int) -> None:
    """Keep what was entered since."""
    for row in session.log.rows[seq:]:
        assert await store.append([stored_sessions.event_of("home", row, 2_000)]) is None


async def test_a_campaign_is_kept_and_taken_up_by_two(where):
    home = party("coriolis", {"name": "Zara", "archetype": "soldier"})
    async with opened(where) as store:
        await stored_sessions.begin(store, "home", home.scene.title, home, 1_000)
        before = home.seq
        correct(home, "hurt Zara 9", "2")
        campaign.do(home, campaign.deed_of(home, "wait 3 hours"))
        await entered(store, home, before)
        other = await stored_sessions.take_up(store, "home")
        assert other.state_hash == home.state_hash
        assert (await store.listed("home")).game == "coriolis/campaign"
        before = other.seq
        campaign.take_back(other)
        await entered(store, other, before)
        assert await stored_sessions.catch_up(store, "home", home) == 1
        assert home.fight.fighters[0].hp == 0
        assert home.state_hash == other.state_hash
