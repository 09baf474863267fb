"""The Makefile: which Python it takes."""

from __future__ import annotations

import os
import subprocess

from tools.rules import ROOT


def python(*words: str, **more: str) -> str:
    """Which one `make` takes, so called."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHON"}
    asked = ["make", "-s", "--eval=which: ; @echo $(PYTHON)", "which", *words]
    made = subprocess.run(
        asked, cwd=ROOT, env={**environment, **more}, capture_output=True, text=True, check=True
    )
    return made.stdout.strip()


def test_it_is_new_enough_and_can_make_environments():
    fit = "import sys, venv, ensurepip; assert sys.version_info >= (3, 11)"
    subprocess.run([python(), "-c", fit], check=True)


def test_without_one_of_the_system_s_that_will_do_it_is_that_on_the_path_and_one_can_name_another():
    assert python("SYSTEM=") == "python3"
    assert python("PYTHON=python3.13") == python(PYTHON="python3.13") == "python3.13"
