"""The odds of the sheet: what is worth knowing before one rolls."""

from __future__ import annotations

from affray.core.message import msg
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.reference import questions
from affray.rulesets.traveller.reference.people import signed
from affray.rulesets.traveller.reference.questions import REACTIONS, TREATMENTS
from affray.sheet import OddsTable

DMS = range(-6, 7)
EFFECTS = (0, 1, 2, 3, 4, 6)
DICE, ARMOUR = range(1, 6), (0, 3, 5, 8, 9, 11, 14, 18)
LEVELS = range(5)
SKILLS, AIMS = range(4), (0, 1, 2, 3, 6)
MEDICS = range(-1, 6)
ENDS, MINUTES = (0, 1, 3, 6), range(1, 6)


def odds(house: House) -> tuple[OddsTable, ...]:
    """Everything that is worth knowing before one rolls."""
    return (
        OddsTable(
            "check-odds",
            "An Effect of at least",
            "DM",
            tuple(map(signed, DMS)),
            tuple(map(str, EFFECTS)),
            lambda row, column: questions.check_odds(house, DMS[row], EFFECTS[column]),
            rules=("TRV-CORE-01", "TRV-R1"),
            note="Per cent; an Effect of 0 is a success.",
        ),
        OddsTable(
            "damage-odds",
            "Damage that comes through",
            "dice",
            tuple(msg("{dice}D", dice=dice) for dice in DICE),
            tuple(map(str, ARMOUR)),
            lambda row, column: questions.damage(house, DICE[row], ARMOUR[column]),
            "mean",
            ("TRV-RNG-02", "TRV-COVER-07"),
            "On average with an Effect of 2, by armour and cover together.",
        ),
        OddsTable(
            "out-odds",
            "A hit puts out of action",
            "dice",
            tuple(msg("{dice}D", dice=dice) for dice in DICE),
            tuple(map(str, ARMOUR)),
            lambda row, column: questions.put_out(house, DICE[row], ARMOUR[column]),
            rules=("TRV-UNC-01", "TRV-R15"),
            note="Per cent that a hit with an Effect of 2 puts out a target with 7 in STR, DEX and END.",
        ),
        OddsTable(
            "react-odds",
            "What a reaction is worth",
            "reaction",
            tuple(REACTIONS),
            tuple(f"+{skill}" for skill in LEVELS),
            lambda row, column: questions.shot_at(house, tuple(REACTIONS)[row], LEVELS[column]),
            "chance",
            ("TRV-DODGE-01", "TRV-DIVE-01", "TRV-REACT-01"),
            "Per cent to be hit, by the attacker's DM.",
        ),
        OddsTable(
            "aim-odds",
            "What aiming is worth",
            "skill",
            tuple(map(str, SKILLS)),
            tuple(f"+{aim}" for aim in AIMS),
            lambda row, column: questions.aimed(house, SKILLS[row], AIMS[column]),
            "chance",
            ("TRV-AIM-01", "TRV-RANGE-03"),
            "Per cent to hit at long range with a carbine, by the aim.",
        ),
        OddsTable(
            "aid-odds",
            "What treatment brings",
            "DM",
            tuple(map(signed, MEDICS)),
            TREATMENTS,
            lambda row, column: questions.treated(house, MEDICS[row], TREATMENTS[column]),
            "mean",
            ("TRV-FAID-04", "TRV-SURG-03", "TRV-SURG-04"),
            "Points on average, by Medic and EDU DM together.",
        ),
        OddsTable(
            "wake-odds",
            "Awake again",
            "END",
            tuple(map(str, ENDS)),
            tuple(msg("{minutes} min", minutes=minutes) for minutes in MINUTES),
            lambda row, column: questions.awake(house, ENDS[row], MINUTES[column]),
            rules=("TRV-WAKE-01", "TRV-WAKE-04"),
            note="Per cent after so many minutes.",
        ),
        OddsTable(
            "grapple-odds",
            "Who wins a grapple",
            "level",
            tuple(map(str, LEVELS)),
            tuple(map(str, LEVELS)),
            lambda row, column: questions.opposed(house, LEVELS[row], LEVELS[column]),
            "chance",
            ("TRV-GRAP-01",),
            "Per cent, by your Melee (unarmed) and your opponent's.",
        ),
    )
