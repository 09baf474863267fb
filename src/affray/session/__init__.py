"""Live fights: a session is a list of entries; all else follows from them."""

from affray.core.profile import HANDS
from affray.session import opening
from affray.session.controller import Controller, Given
from affray.session.entries import Redo, SessionLine, Undo
from affray.session.prepared import Prepared
from affray.session.session import Session

__all__ = ["HANDS", "Controller", "Given", "Prepared", "Redo", "Session", "SessionLine", "Undo", "opening"]
