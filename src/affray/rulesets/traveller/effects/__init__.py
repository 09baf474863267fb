"""What can happen in a fight: each effect changes one body."""

from __future__ import annotations

from affray.rulesets.traveller.effects.arms import *
from affray.rulesets.traveller.effects.harm import *
from affray.rulesets.traveller.effects.outward import *
from affray.rulesets.traveller.effects.place import *
from affray.rulesets.traveller.effects.turn import *
