"""Small duels, one of each game: exact in seconds; and coins, whose rounds do not matter."""

from tests.core.coins import RULESET as COINS

__all__ = ["COINS", "DUELS"]

DUELS = {
    "coriolis": """
ruleset = "coriolis"
title = "Fists"
[[fighters]]
name = "Ana"
side = "a"
at = [0, 0]
attributes = { strength = 2, agility = 3, wits = 2, empathy = 2 }
skills = { "melee combat" = 1 }
hit_points = 2
mind_points = 3
weapons = []
[[fighters]]
name = "Ben"
side = "b"
at = [1, 0]
npc = true
attributes = { strength = 3, agility = 2, wits = 2, empathy = 2 }
hit_points = 3
mind_points = 2
weapons = []
""",
    "d6": """
ruleset = "d6"
title = "Clubs"
[[fighters]]
name = "Ana"
side = "a"
at = [0, 0]
archetype = "thug"
hit_points = 8
[[fighters]]
name = "Ben"
side = "b"
at = [1, 0]
archetype = "guard"
hit_points = 10
in_hand = ["long sword"]
""",
    "horizon": """
ruleset = "horizon"
title = "Knives"
[[fighters]]
name = "Ana"
side = "a"
at = [0, 0]
archetype = "guard"
health = 8
weapons = ["rusty-weapon"]
[[fighters]]
name = "Ben"
side = "b"
at = [1, 0]
archetype = "scavenger"
health = 8
weapons = ["rusty-weapon"]
""",
    "serenity": """
ruleset = "serenity"
title = "Knives"
[[fighters]]
name = "Ana"
side = "a"
at = [0, 0]
life = 2
weapons = ["knife"]
plot = 0
[fighters.attributes]
agility = "d6"
strength = "d6"
vitality = "d4"
alertness = "d6"
intelligence = "d8"
willpower = "d4"
[[fighters]]
name = "Ben"
side = "b"
at = [1, 0]
life = 2
weapons = ["baton"]
plot = 0
[fighters.attributes]
agility = "d6"
strength = "d4"
vitality = "d4"
alertness = "d6"
intelligence = "d8"
willpower = "d4"
""",
    "traveller": """
ruleset = "traveller"
title = "Fists"
[[fighters]]
name = "Ana"
side = "a"
at = [0, 0]
characteristics = { STR = 2, DEX = 7, END = 2, INT = 6, EDU = 5, SOC = 5 }
weapons = ["cudgel"]
armour = 0
[[fighters]]
name = "Ben"
side = "b"
at = [1, 0]
characteristics = { STR = 3, DEX = 6, END = 3, INT = 6, EDU = 5, SOC = 5 }
weapons = ["dagger"]
armour = 0
""",
}
