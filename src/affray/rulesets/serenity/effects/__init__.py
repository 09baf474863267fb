"""What can happen in a fight: each effect changes one body."""

from __future__ import annotations

from affray.rulesets.serenity.effects.arms import *
from affray.rulesets.serenity.effects.harm import *
from affray.rulesets.serenity.effects.place import *
from affray.rulesets.serenity.effects.turn import *
