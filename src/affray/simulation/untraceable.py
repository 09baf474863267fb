"""What is raised where the trees end."""

from __future__ import annotations


class Untraceable(Exception):
    """Something the trees cannot hold; the step is played by the plain engine."""
