"""Whole fights exactly: who wins and how often, and what is best to do."""

from affray.solver.chances import EPSILON, ONE, STATES, Chances, chances
from affray.solver.game import First, Game, solved
from affray.solver.solution import BEST, SAMPLES, Sample, Solution, solve
from affray.solver.states import States

__all__ = [
    "BEST",
    "EPSILON",
    "ONE",
    "SAMPLES",
    "STATES",
    "Chances",
    "First",
    "Game",
    "Sample",
    "Solution",
    "States",
    "chances",
    "solve",
    "solved",
]
