"""Building the site: staged, rendered by Sphinx, looked at as a whole."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.site import links
from tools.site.staging import stage

HERE = Path(__file__).resolve().parent
BETTER = {
    "<pre>": '<pre tabindex="0">',
    '<div class="table-wrapper docutils container">': '<div class="table-wrapper container" tabindex="0">',
    '<th class="head"><p></p></th>': "<td></td>",
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="All pages">',
    '<aside class="toc-drawer': '<aside aria-label="On this page" class="toc-drawer',
}
"""What the theme writes, and what it has to be for readers without a mouse or without eyes."""


def build(site: Path) -> list[str]:
    """Build the site into that folder, anew; what is wrong with it, a line each."""
    with tempfile.TemporaryDirectory() as name:
        source, made = Path(name) / "pages", Path(name) / "site"
        stage(source)
        done = subprocess.run(
            [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going", "-c", str(HERE),
             "-d", str(Path(name) / "trees"), str(source), str(made)],
            capture_output=True, text=True, check=False, cwd=HERE.parents[1],
        )  # fmt: skip
        said = [line.replace(f"{source}/", "") for line in done.stderr.splitlines() if line.strip()]
        if done.returncode and not (made / "index.html").is_file():
            return said
        for path in made.rglob("*.html"):
            reachable(path)
        shutil.rmtree(site, ignore_errors=True)
        shutil.move(made, site)
    return [*(said if done.returncode else []), *links.faults(site)]


def reachable(path: Path) -> None:
    """Let whoever has no mouse scroll what is wide; name what stands beside it."""
    text = path.read_text(encoding="utf-8")
    for made, wanted in BETTER.items():
        text = text.replace(made, wanted)
    path.write_text(text, encoding="utf-8")
