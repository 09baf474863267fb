"""Which versions of the rules have played a session, and how today's take over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.core.errors import LogError
from affray.core.live import Answer, Concealed, Joined, Override
from affray.session.entries import Amend, SessionLine, Upgraded
from affray.session.takeover import noticed, told

if TYPE_CHECKING:
    from affray.session.session import Session


class Versions:
    """The versions of a game that a session has been played by."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def aged(self) -> bool:
        """Whether an older version has played all that counts."""
        return self._session.timeline.aged

    @property
    def notice(self) -> str:
        """Which versions have played it, in words; empty for today's alone."""
        here = self._session.timeline
        return noticed(here.takeover, here.standing, here.taken.seam if here.taken else None)

    @property
    def settled(self) -> int:
        """So many entries were played by rules that are gone, and cannot be amended."""
        course = self._session.timeline.course
        return course.marks[0].entries if course.before is not None else 0

    def check(self, line: SessionLine) -> None:
        """Raise LogError where an entry goes on with a fight that only older rules have played."""
        if self.aged and isinstance(line.entry, Answer | Override | Joined | Concealed | Amend):
            here = self._session.timeline
            raise LogError(told(here.version, here.ruleset), code="log/older")

    def needed(self, line: SessionLine) -> tuple[SessionLine, ...]:
        """What has to be entered before a line: nothing, or an upgrade."""
        moves = isinstance(line.entry, Answer | Override | Joined | Concealed | Amend)
        return (self._session.lines.upgrade(),) if moves and self.aged else ()

    def upgraded(self) -> Upgraded:
        """The entry from which on today's rules play."""
        if not self.aged:
            raise LogError("it already uses today's rules", code="log/nothing-to-upgrade")
        here = self._session.timeline
        seam = here.taken.seam if here.taken else None
        mark = here.course.marks[-1] if here.course.before is None or seam is None else seam.mark
        fell = seam.fell if seam else ()
        standing = mark.entries, mark.effects, mark.fight.bodies
        return Upgraded(here.version, here.ruleset.version, *standing, fell, mark.fight.gone)

    def moved(self, line: SessionLine) -> SessionLine:
        """A line whose correction or newcomer comes in where the fight is now."""
        if not isinstance(line.entry, Override | Joined | Concealed):
            return line
        return line._replace(entry=line.entry._replace(after=len(self._session.effects)))
