"""Campaigns: fighters carried from one fight to the next, and the time between."""

from affray.campaign.carrying import away, begin, bring, carry, enlist
from affray.campaign.doing import Ask, deed_of, do, do_again, settle, take_back
from affray.campaign.telling import Fought, fought, is_campaign, state

__all__ = [
    "Ask",
    "Fought",
    "away",
    "begin",
    "bring",
    "carry",
    "deed_of",
    "do",
    "do_again",
    "enlist",
    "fought",
    "is_campaign",
    "settle",
    "state",
    "take_back",
]
