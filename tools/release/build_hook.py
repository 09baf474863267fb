"""Called by the build backend: puts a kernel into a wheel that `tools.release` makes for one platform.

Without `AFFRAY_WHEEL_KERNEL`, a folder with a library and its label, and `AFFRAY_WHEEL_TAG`, a wheel is pure,
and so is one that somebody builds from the sdist.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class KernelHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the files of one kernel to a wheel, and names its platform."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Say what else belongs into this wheel."""
        folder = os.environ.get("AFFRAY_WHEEL_KERNEL")
        if not folder or version == "editable":
            return
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{os.environ['AFFRAY_WHEEL_TAG']}"
        for path in sorted(Path(folder).iterdir()):
            build_data["force_include"][str(path)] = f"affray/simulation/shipped/{path.name}"
