"""What `import affray` gives: scenes, live fights, odds, simulations, solutions, and what goes wrong."""

from affray.autopilot.advice import Advice, OptionAdvice
from affray.balancing.change import Change
from affray.balancing.compare import Comparison
from affray.balancing.grid import SweepGrid
from affray.balancing.search import BalanceResult, OutOfReach, Proposal
from affray.balancing.sweep import Swept
from affray.core.errors import (
    AffrayError,
    BadAnswer,
    BadData,
    Conflict,
    Diverged,
    Endless,
    Fault,
    Illegal,
    LeftOver,
    LogError,
    NotFound,
    OverBudget,
    Refusal,
    StoreError,
)
from affray.core.live import Pending
from affray.core.ruleset import Ruleset
from affray.importers import ImportedCharacters, ImportOptions
from affray.pricing import ActionOdds, Distribution
from affray.public.arguments import BadArgument
from affray.public.functions import (
    advise,
    balance,
    compare,
    game,
    games,
    import_characters,
    odds,
    replay,
    resume,
    scene,
    scenes,
    simulate,
    solve,
    start,
    sweep,
)
from affray.public.menu import LegalAction
from affray.public.scene import Scene
from affray.public.session import Session, StoryLine
from affray.simulation.result import Simulation
from affray.solver import Solution

__all__ = [
    "ActionOdds",
    "Advice",
    "AffrayError",
    "BadAnswer",
    "BadArgument",
    "BadData",
    "BalanceResult",
    "Change",
    "Comparison",
    "Conflict",
    "Distribution",
    "Diverged",
    "Endless",
    "Fault",
    "Illegal",
    "ImportOptions",
    "ImportedCharacters",
    "LeftOver",
    "LegalAction",
    "LogError",
    "NotFound",
    "OptionAdvice",
    "OutOfReach",
    "OverBudget",
    "Pending",
    "Proposal",
    "Refusal",
    "Ruleset",
    "Scene",
    "Session",
    "Simulation",
    "Solution",
    "StoreError",
    "StoryLine",
    "SweepGrid",
    "Swept",
    "advise",
    "balance",
    "compare",
    "game",
    "games",
    "import_characters",
    "odds",
    "replay",
    "resume",
    "scene",
    "scenes",
    "simulate",
    "solve",
    "start",
    "sweep",
]
