"""The Makefile: which Python it takes."""

from __future__ import annotations

import os
import subprocess

from tools.rules import ROOT

TOLD = ("PYTHON", "MAKEFLAGS", "MAKEOVERRIDES", "MFLAGS", "MAKELEVEL")
"""How whoever called this by `make` has named one."""


def python(*words: str, **more: str) -> str:
    """Which one `make` takes, so called."""
    environment = {name: value for name, value in os.environ.items() if name not in TOLD}
    asked = ["make", "-s", "--eval=which: ; @echo $(PYTHON)", "which", *words]
    made = subprocess.run(
        asked, cwd=ROOT, env={**environment, **more}, capture_output=True, text=True, check=True
    )
    return made.stdout.strip()


def test_one_of_the_system_s_is_new_enough_and_can_make_environments_or_is_not_taken():
    fit = "import sys, venv, ensurepip; assert sys.version_info >= (3, 11)"
    does = subprocess.run(["sh", "-c", f"/usr/bin/python3 -c '{fit}'"], capture_output=True, check=False)
    assert python() == ("python3" if does.returncode else "/usr/bin/python3")


def test_without_one_of_the_system_s_that_will_do_it_is_that_on_the_path_and_one_can_name_another():
    assert python("SYSTEM=") == "python3"
    assert python("PYTHON=python3.13") == python(PYTHON="python3.13") == "python3.13"
