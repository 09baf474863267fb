"""The files of `deploy`: what they name is there, and the page about serving names them all."""

from __future__ import annotations

import json
import re
import shutil
import subprocess

import click
import pytest

from affray.cli.commands import cli
from affray.server.metrics import ABOUT, Counts, text
from tests.debian import needed
from tests.whole import in_the_whole
from tools.blocks import ROOT, blocks

DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs/howto/serving.md").read_text(encoding="utf-8")
UNITS = sorted(
    path.name
    for path in DEPLOY.iterdir()
    if path.suffix in (".service", ".timer") or path.name == "affray-tls.conf"
)
SOME = Counts(clients={"gm": 1}, commands={"say done": 1}, requests={"200": 1}, version="1")
ROW = re.compile(r"^(affray_\w+)\{(.*)\} \S+$", re.MULTILINE)
LABEL = re.compile(r'(\w+)="')
NAMED = re.compile(r"\baffray_\w+")
BY = re.compile(r"\bby \(([^)]*)\)")
THEIRS = {"instance", "job"}
"""Labels that Prometheus adds."""


def read(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def figures() -> dict[str, set[str]]:
    """Every figure that a server shows, with its labels."""
    return {name: {*LABEL.findall(labels), *THEIRS} for name, labels in ROW.findall(text({"0": SOME}))}


def queries() -> list[str]:
    """All that the dashboard and the alerts ask."""
    panels = json.loads(read("grafana.json"))["panels"]
    alerts = re.findall(r"^ +expr: (.+)$", read("alerts.yml"), re.MULTILINE)
    return [*(target["expr"] for panel in panels for target in panel["targets"]), *alerts]


# --- what is watched --------------------------------------------------------------------------------------


@pytest.mark.parametrize("query", queries())
def test_every_query_is_of_figures_and_labels_that_there_are(query):
    known, named = figures(), NAMED.findall(query)
    assert named
    assert set(named) <= known.keys()
    wanted = {label.strip() for found in BY.findall(query) for label in found.split(",")}
    wanted |= set(re.findall(r"[{,]\s*(\w+)=", query))
    assert wanted <= set.intersection(*(known[name] for name in named))


def test_every_figure_is_on_the_dashboard():
    shown = " ".join(queries())
    assert [name for name in ABOUT if f"affray_{name}" not in shown] == []


def test_what_a_legend_names_is_a_label_of_its_query():
    for panel in json.loads(read("grafana.json"))["panels"]:
        for target in panel["targets"]:
            labels = set.intersection(*(figures()[name] for name in NAMED.findall(target["expr"])))
            assert set(re.findall(r"\{\{(\w+)\}\}", target["legendFormat"])) <= labels


@pytest.mark.slow
@in_the_whole
def test_prometheus_takes_what_it_is_told():
    promtool = needed(lambda: shutil.which("promtool"), "prometheus")
    for words in (("rules", DEPLOY / "alerts.yml"), ("config", "--syntax-only", DEPLOY / "prometheus.yml")):
        subprocess.run([promtool, "check", *words], check=True, capture_output=True)


def command_named(name: str) -> click.Command:
    found = cli.get_command(click.Context(cli), name)
    assert found is not None, name
    return found


# --- what is run ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", [name for name in UNITS if not name.endswith(".timer")])
def test_every_command_of_a_unit_is_one(unit):
    commands = re.findall(r"/opt/affray/bin/affray (\w+)(.*)", read(unit))
    assert commands
    for name, words in commands:
        command = command_named(name)
        known = {each for param in command.params for each in (*param.opts, *param.secondary_opts)}
        assert set(re.findall(r"--[\w-]+", words)) <= known


def test_the_unit_of_a_port_is_the_unit_with_another_port():
    one = read("affray.service").replace("8000", "%i").replace("live table", "live table, at port %i")
    assert read("affray@.service") == one.replace("/run/affray.link", "/run/affray-%i.link")


def test_the_options_of_the_environment_are_options_of_the_server():
    said = re.search(r"^AFFRAY_OPTIONS=(.*)$", read("affray.env"), re.MULTILINE)
    assert said
    serve = command_named("serve")
    assert serve.make_context("serve", said[1].split()).params["keep_days"] == 400


@pytest.mark.slow
@in_the_whole
def test_systemd_takes_the_units_and_finds_little_that_they_may_do(tmp_path):
    analyze = needed(lambda: shutil.which("systemd-analyze"), "systemd")
    for unit in UNITS:
        if unit.endswith(".conf"):
            continue
        placed = tmp_path / unit.replace("@", "@8001")
        placed.write_text(read(unit).replace("/opt/affray/bin/affray", "/bin/true"))
        subprocess.run([analyze, "verify", "--man=no", placed], check=True, capture_output=True)
        if unit.endswith(".service"):
            words = ["security", "--offline=true", "--threshold=20", str(placed)]
            subprocess.run([analyze, *words], check=True, capture_output=True)


# --- the page ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(DEPLOY.iterdir()), ids=lambda path: path.name)
def test_the_page_names_every_file_and_puts_it_where_it_says_that_it_goes(path):
    assert f"deploy/{path.name}" in PAGE
    goes = re.search(
        r"[Gg]oes to (?:the end of )?(/etc/[\w/.@-]+?)[.,;]?(?:\n|\s|$)", path.read_text("utf-8")
    )
    assert goes is None or goes[1] in PAGE, "the page does not say where it goes"


def test_every_file_that_the_page_names_is_there():
    named = set(re.findall(r"\bdeploy/([\w@.-]+\w)", PAGE))
    assert named <= {path.name for path in DEPLOY.iterdir()}


def test_what_the_page_shows_of_a_file_stands_in_it():
    shown = [block for block in blocks(PAGE) if block.kind in ("ini", "caddy", "nginx")]
    files = [read(path.name) for path in sorted(DEPLOY.iterdir())]
    for block in shown:
        assert any(block.text.strip() in file for file in files), block.text[:80]


def test_no_file_names_another_place_for_the_program_or_the_data():
    for path in DEPLOY.iterdir():
        said = path.read_text("utf-8")
        assert set(re.findall(r"/o[p]t/[\w/]+", said)) <= {"/opt/affray/bin/affray"}
        assert set(re.findall(r"/v[a]r/[\w/]+", said)) <= {"/var/lib/affray", "/var/lib/affray/fights",
            "/var/backups/affray", "/var/backups/affray/"}  # fmt: skip
