"""How Hypothesis runs: no deadline on a busy machine, and the same examples every time in CI."""

import os

from hypothesis import settings

settings.register_profile("here", deadline=None)
settings.register_profile("everywhere the same", deadline=None, derandomize=True)
settings.load_profile("everywhere the same" if os.environ.get("CI") else "here")
