"""Campaigns: fighters carried from one fight to the next, and the time between."""

from affray.campaign.carryover import ELSEWHERE, LATER, as_told, away, begin, bring, carried, carry, enlist
from affray.campaign.downtime_deeds import Ask, deed_of, do, do_again, settle, take_back
from affray.campaign.overview import Fought, back_since, changed_since, fought, is_campaign, state

__all__ = [
    "ELSEWHERE",
    "LATER",
    "Ask",
    "Fought",
    "as_told",
    "away",
    "back_since",
    "begin",
    "bring",
    "carried",
    "carry",
    "changed_since",
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
