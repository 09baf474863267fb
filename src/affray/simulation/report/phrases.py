"""A simulation in words: percentages, intervals, which rounds are worth showing."""

from __future__ import annotations

from affray.core.message import Figure, figure, joined, msg
from affray.core.phrases import rounds
from affray.simulation.result import Proportion, Simulation, Spread

TIED = "\N{NO-BREAK SPACE}"
SHOWN = 0.995
"""Charts end with the round in which this share of the fights is over."""
MOST_ROUNDS = 60


def percentage(share: float, digits: int = 1) -> Figure:
    """A share as people read it; never 0 or 100 for what is neither.

    >>> percentage(0.4567), percentage(0.00001), percentage(1), percentage(0.99999)
    ('45.7\\xa0%', '<0.1\\xa0%', '100\\xa0%', '>99.9\\xa0%')
    """
    least = 10.0**-digits
    if share in (0, 1):
        return Figure(f"{share * 100:.0f}{TIED}%")
    if share * 100 < least:
        return Figure(f"<{least:g}{TIED}%")
    if 100 - share * 100 < least:
        return Figure(f">{100 - least:g}{TIED}%")
    return Figure(f"{share * 100:.{digits}f}{TIED}%")


def interval(share: Proportion) -> str:
    """Where the chance lies, with 95 % confidence.

    >>> interval(Proportion(50, 0.5, 0.4038, 0.5962))
    '40.4 to 59.6\\xa0%'
    """
    low, high = figure(share.low * 100, ".1f"), figure(share.high * 100, ".1f")
    return msg("{low} to {high}\N{NO-BREAK SPACE}%", low=low, high=high)


def shown_rounds(simulation: Simulation) -> int:
    """The last round that charts show: nearly all fights are over by then.

    It is 0 where no round is ever played.
    """
    last = len(simulation.going) - 1
    enough = next((n for n, going in enumerate(simulation.going) if going <= 1 - SHOWN), last)
    return min(last, max(1, min(enough, MOST_ROUNDS)))


def range_in_words(spread: Spread, what: str = "") -> str:
    """The middle and where nine in ten lie.

    >>> range_in_words(Spread(3.2, 0.1, (2, 3, 3, 4, 5), ((3, 9),)), "round")
    'median 3 rounds, with 2 to 5 in nine fights out of ten'
    """
    low, _, middle, _, high = spread.quantiles
    median = rounds(middle, what) if what else middle
    if low == high:
        return msg("{median} in at least nine fights out of ten", median=median)
    return msg(
        "median {median}, with {low} to {high} in nine fights out of ten",
        median=median,
        low=low,
        high=high,
    )


def how(simulation: Simulation) -> list[str]:
    """How the fights were run, where that is worth a sentence."""
    said: list[str] = []
    if simulation.interrupted:
        said.append(
            msg(
                "Interrupted: {fights} of {asked} fights.",
                fights=figure(simulation.fights, ","),
                asked=figure(simulation.asked, ","),
            )
        )
    if simulation.engine.name == "plain":
        said.append(
            "Played by the plain engine because there is no compiled kernel: the same fights, more "
            "slowly. The wheels for Linux, macOS and Windows include one; elsewhere a C compiler builds "
            "it."
        )
    steps = sum(simulation.engine.plain_steps.values())
    if steps:
        reasons = joined("; ", simulation.engine.plain_steps)
        said.append(
            msg(
                "The plain engine played {steps} steps, by the same rules: {reasons}.",
                steps=figure(steps, ","),
                reasons=reasons,
            )
        )
    for stopped in simulation.stopped:
        share = percentage(stopped.fights / simulation.fights)
        said.append(msg("{share} of the fights were stopped undecided. {why}", share=share, why=stopped.why))
    return said


def title(simulation: Simulation) -> str:
    """What was simulated."""
    return simulation.scene or simulation.game


def subtitle(simulation: Simulation) -> str:
    """How much of it, and from where."""
    first = msg(" from number {first}", first=figure(simulation.first, ",")) if simulation.first else ""
    return msg(
        "{fights} fights{first}, seed {seed}, policy {policy}",
        fights=figure(simulation.fights, ","),
        first=first,
        seed=simulation.seed,
        policy=simulation.policy,
    )


def house_rules(simulation: Simulation) -> list[str]:
    """What differs from the game's own rules."""
    return [
        f"{key} = {str(value).lower() if isinstance(value, bool) else value}"
        for key, value in simulation.options.items()
    ]
