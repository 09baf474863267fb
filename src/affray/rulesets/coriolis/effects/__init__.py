"""What can happen in a fight: each effect changes one body."""

from __future__ import annotations

from affray.rulesets.coriolis.effects.arms import *
from affray.rulesets.coriolis.effects.harm import *
from affray.rulesets.coriolis.effects.place import *
from affray.rulesets.coriolis.effects.turn import *
