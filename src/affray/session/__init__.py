"""Live fights: a session is a list of entries; all else follows from them."""

from affray.core.manner import HANDS
from affray.session import opening
from affray.session.entries import Redo, SessionLine, Undo
from affray.session.hands import Given, Hands
from affray.session.prepared import Prepared
from affray.session.session import Session

__all__ = ["HANDS", "Given", "Hands", "Prepared", "Redo", "Session", "SessionLine", "Undo", "opening"]
