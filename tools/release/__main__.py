"""Build everything of a release into `dist/`, twice, and look whether it works; nothing is published.

python -m tools.release               # all of it
python -m tools.release --no-single   # without the single files, which need the package index
python -m tools.release --try         # only look at what is in dist/, and use it
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tools.release.closure import third_party
from tools.release.notes import notes, sums
from tools.release.single_file import build_single
from tools.release.targets import TARGETS
from tools.release.verify import check_release
from tools.release.wheels import ROOT, build_wheels, epoch, exported


def main() -> None:
    """Build, compare, verify; the exit code says whether all is well."""
    options = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__.splitlines()[0])
    options.add_argument("--dist", type=Path, default=ROOT / "dist", help="where everything goes (dist/)")
    options.add_argument("--no-single", action="store_true", help="without the single files")
    options.add_argument(
        "--try", action="store_true", dest="only_try", help="build nothing: use what is there"
    )
    asked = options.parse_args()
    if asked.only_try:
        with tempfile.TemporaryDirectory() as scratch:
            check_release(asked.dist, Path(scratch))
        return
    written = ROOT / "THIRD-PARTY.md"
    if written.read_text(encoding="utf-8") != third_party():
        sys.exit("THIRD-PARTY.md is not that of this environment: run python -m tools.release.closure.")
    shutil.rmtree(asked.dist, ignore_errors=True)
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory(prefix="another-") as other:
        build(asked.dist, Path(one), not asked.no_single)
        again = Path(other, "dist")
        build(again, Path(other), not asked.no_single)
        compare(asked.dist, again)
        check_release(asked.dist, Path(one))
    for path in sorted(asked.dist.iterdir()):
        print(f"{path.stat().st_size / 1e6:7.2f} MB  {path.name}")


def build(dist: Path, scratch: Path, singles: bool) -> None:
    """Make every file of a release out of a copy of the sources in `scratch`."""
    dist.mkdir(parents=True)
    begun = time.monotonic()
    root = exported(scratch / "sources")
    build_wheels(root, dist, scratch / "kernels")
    version = next(dist.glob("*.tar.gz")).name.removeprefix("affray-").removesuffix(".tar.gz")
    if singles:
        for target in TARGETS:
            [wheel] = dist.glob(f"*{target.tag}.whl")
            build_single(target, wheel, root, dist, scratch / "sites", int(epoch()))
    (dist / "RELEASE-NOTES.md").write_text(
        notes((root / "CHANGELOG.md").read_text(encoding="utf-8"), version), encoding="utf-8"
    )
    (dist / "SHA256SUMS").write_text(sums(dist), encoding="utf-8")
    print(f"built {version} in {time.monotonic() - begun:.0f} s")


def compare(one: Path, other: Path) -> None:
    """Two builds of the same sources are the same bytes."""
    first, second = (dict(_lines(dist / "SHA256SUMS")) for dist in (one, other))
    differing = sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))
    if differing:
        sys.exit("Built twice, these differ: " + ", ".join(differing))
    print(f"built twice: {len(first)} files, the same bytes")


def _lines(path: Path) -> list[tuple[str, str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [(name, digest) for digest, name in (line.split("  ", 1) for line in lines)]


if __name__ == "__main__":
    main()
