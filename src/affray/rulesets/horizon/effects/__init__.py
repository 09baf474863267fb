"""What can happen in a fight: each effect changes one body."""

from __future__ import annotations

from affray.rulesets.horizon.effects.gear import *
from affray.rulesets.horizon.effects.harm import *
from affray.rulesets.horizon.effects.place import *
from affray.rulesets.horizon.effects.turn import *
