"""What can happen in a fight: each effect changes one body."""

from __future__ import annotations

from affray.rulesets.d6.effects.arms import *
from affray.rulesets.d6.effects.harm import *
from affray.rulesets.d6.effects.outward import *
from affray.rulesets.d6.effects.place import *
from affray.rulesets.d6.effects.turn import *
