"""The controller of a session with the whole autopilot: every level and temper."""

from __future__ import annotations

from affray.autopilot.pilot import Pilot, Verdict
from affray.core.live import Pending
from affray.core.profile import Profile
from affray.core.stream import Stream, mixed
from affray.session.controller import Controller, Given
from affray.session.sealed import Keyed
from affray.session.session import Session

APART = 0xA17
"""Mixed into the seed, so that the autopilot's playouts never foresee the machine's dice."""


class AutopilotController(Controller):
    """Answers for all whom no person runs, each at its level and by its temper."""

    def __init__(self, session: Session, policy: str = "") -> None:
        super().__init__(session, policy)
        self.pilot = Pilot(session.ruleset)

    def judge(self, pending: Pending) -> Given:
        """What the autopilot answers; says why where it did not go by habit."""
        profile = self.profile(pending.asked.who)
        if profile.habitual:
            return super().judge(pending)
        verdict = self.verdict(pending, profile)
        return Given(verdict.value, (), "autopilot", verdict.why)

    def by_habit(self, pending: Pending) -> Given:
        """What the autopilot answers without thinking, whatever its level."""
        return super().judge(pending)

    def verdict(self, pending: Pending, profile: Profile) -> Verdict:
        """The autopilot's answer; the same for the same seed and the same entries."""
        return self.pilot.judge(self.session.moments.now, pending, profile, self.seed())

    def seed(self) -> int:
        """Where it plays on from here, by how many entries count and the session's key, or its seed.

        Nobody who sits elsewhere foresees by the seed what it will choose where there is a key.
        """
        keys, entries = self.session.log.keys, len(self.session.standing.played)
        if keys.lost or not keys.now:
            return mixed(Stream(self.session.header.seed ^ APART, entries).state)
        return Keyed(keys.now, b"autopilot %d" % entries).below(1 << 64)
