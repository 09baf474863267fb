"""The commands of the terminal."""

from __future__ import annotations

import json
import secrets
import sys
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from affray import operations
from affray.autopilot.advice import is_log
from affray.campaign import is_campaign
from affray.cli import advice as advice_view
from affray.cli import click_help, design, library, locale, programs, progress, sessions
from affray.cli import odds as odds_view
from affray.cli import packs as packs_view
from affray.cli import rules as rules_view
from affray.cli import sheet as sheet_view
from affray.cli import simulation as simulation_view
from affray.cli import solve as solution_view
from affray.cli.backups import backup, restore
from affray.cli.campaign import campaign
from affray.cli.characters import import_command
from affray.cli.console import Console
from affray.cli.doctor import doctor
from affray.cli.options import typed
from affray.cli.packs import packed
from affray.cli.player import Player
from affray.cli.recount import recount_command
from affray.cli.report import report
from affray.cli.screen import Screen
from affray.cli.server import serve_command
from affray.cli.solo import Solo, alone
from affray.cli.table import table
from affray.cli.verification import verify_command
from affray.core import files
from affray.core.deadlock import Stall, hopeless
from affray.core.errors import BadAnswer
from affray.core.message import Verbatim, joined, msg
from affray.core.profile import HANDS, LEVELS, TEMPERS
from affray.core.ruleset import NOBODY
from affray.languages.catalogues import languages
from affray.session import Session, opening
from affray.session.logfile import begun
from affray.solver import BEST, SAMPLES, STATES
from affray.store.blocking_store import BlockingStore, StoreKeeper

NO_SOLO = (
    "you need a terminal to type at for --solo; without one, or with --auto, the autopilot plays everybody"
)
NO_HANDS = "people need a terminal to type at for --hands; without one, or with --auto, the autopilot plays"
AGAIN = 12
"""So many parts of the story are told again when a fight is gone on with."""


def screen(plain: bool = False) -> Screen:
    """A screen on what the program prints to."""
    return Screen(Console(highlight=False, no_color=True if plain else None, emoji=False), plain)


class LanguageOption(click.Option):
    """An option whose help lists the languages that are installed, which is looked up only for help."""

    def make_metavar(self, ctx: click.Context) -> str:
        """The codes of all languages."""
        return "|".join(languages())


@click.group(
    cls=click_help.RootGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Combat for tabletop role-playing games: play it, price it, check it.",
)
@click.version_option(package_name="affray")
@click.option(
    click_help.LANGUAGE,
    cls=LanguageOption,
    expose_value=False,
    help="The language that is spoken; else that of AFFRAY_LANGUAGE, or of the terminal.",
)
def cli() -> None:
    """All commands of the terminal."""


@cli.command()
@click.argument("scene", required=False)
@click.option("--auto", is_flag=True, help="The autopilot runs everybody.")
@click.option(
    "--seed", type=int, help="A number the machine's dice come from, the same each time; else a sealed key."
)
@click.option(
    "--log", type=click.Path(dir_okay=False, path_type=Path), help="The log; gone on with if it exists."
)
@click.option(
    "--store", "address", metavar="STORE", help="Keep it there: a file that ends in .db, or postgresql://…"
)
@click.option("--session", "name", help="The session of a store that is gone on with.")
@click.option(
    "--hands",
    "given",
    multiple=True,
    metavar="NAME=HAND",
    cls=click_help.MessageOption,
    help=msg(
        "Who runs whom: {hands} or guards NAME.", hands=Verbatim(", ".join((*HANDS, *LEVELS, *TEMPERS)))
    ),
)
@click.option(
    "--solo", metavar="NAME", help="You are NAME: the autopilot runs all others, and foes keep their secrets."
)
@packed
@click.option("--plain", is_flag=True, help="Letters only: no colours, no lines.")
def play(
    scene: str | None,
    auto: bool,
    seed: int | None,
    log: Path | None,
    address: str | None,
    name: str | None,
    given: tuple[str, ...],
    solo: str | None,
    packs: tuple[Path, ...],
    plain: bool,
) -> None:
    """Play SCENE, a file or one of `affray scenes`.

    Without it you choose from a list.
    Without a terminal the autopilot plays it, or the demo, to its end."""
    typed = _typing(auto, solo)
    show = screen(plain)
    if typed and scene is None and not name and not (log is not None and begun(log)):
        scene = library.chosen(show, input)
    with ExitStack() as stack:
        if address or name:
            store = stack.enter_context(sessions.opened(address))
            session = _stored(store, scene, seed, log, packs, name)
        else:
            session = stack.enter_context(_session(scene, seed, log, packs, kept=typed))
        locale.about(session)
        if is_campaign(session):
            raise BadAnswer(
                msg("{title} is a campaign: affray campaign play", title=Verbatim(session.scene.title)),
                code="answer/no-fight",
            )
        if session.log.keys.lost and not session.over:
            session.say.seal()
        controller = operations.AutopilotController(session)
        if not typed:
            controller.lend("autopilot")
        if solo is not None:
            alone(controller, solo)
        for each in given:
            controller.give(*_hand(each))
        if not typed and any(controller.of(who) != "autopilot" for who in session.fight.here):
            raise BadAnswer(NO_HANDS, code="answer/no-terminal")
        _opening(show, session)
        player = (
            Player(session, controller, show, input)
            if solo is None
            else Solo(session, controller, show, input, solo)
        )
        player.tell(again=AGAIN)
        if typed:
            player.play()
            _leaving(show, session, address)
        else:
            player.watch()
            show.fighters(session)
            show.ending(session)


def _typing(auto: bool, solo: str | None) -> bool:
    """Whether people type; raises BadAnswer where one has to and cannot."""
    typed = sys.stdin.isatty() and not auto
    if solo is not None and not typed:
        raise BadAnswer(NO_SOLO, code="answer/no-terminal")
    if not (auto or typed):
        locale.echo("No terminal to type at: the autopilot plays, and what comes in is not read.", err=True)
    return typed


def _hand(text: str) -> tuple[str, str]:
    name, equals, hand = text.partition("=")
    if not equals:
        raise BadAnswer(
            msg("expected NAME=HAND, such as Zara=dice, got {text}", text=Verbatim(repr(text))),
            code="answer/no-hand",
        )
    return name.strip(), hand.strip()


def _stored(
    store: BlockingStore,
    scene: str | None,
    seed: int | None,
    log: Path | None,
    packs: tuple[Path, ...],
    name: str | None,
) -> Session:
    """A fight of a store gone on with, or a new one that is kept there."""
    if log is not None:
        raise click.UsageError("a fight is kept in one place: give --log or --store")
    if name is not None:
        if scene is not None or packs:
            raise click.UsageError("the session has its scene and packs already; leave them out")
        return store.take_up(sessions.session_named(store, name).session)
    session = operations.start(scene or operations.demo(), seed=seed, packs=packs)
    store.begin(secrets.token_hex(5), session.scene.title, session)
    return session


def _session(
    scene: str | None, seed: int | None, log: Path | None, packs: tuple[Path, ...], kept: bool
) -> Session:
    """A new fight, or one gone on with, which has its packs in its log."""
    if log is not None and begun(log):
        session = opening.resume(log)
        if packs:
            session.close()
            raise BadAnswer(_packed_already(log), code="log/other-packs")
        if scene is not None and operations.scene_text(scene) != session.header.scene:
            session.close()
            raise BadAnswer(
                msg("{log}: is the log of another scene than {scene}", log=log, scene=Verbatim(scene)),
                code="log/other-scene",
            )
        return session
    name = scene or operations.demo()
    path = log or (_place(name) if kept else None)
    return operations.start(name, log=path, seed=seed, packs=packs)


def _place(scene: str) -> Path:
    """A log of its own for each fight, among the user's data."""
    began = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    return Path(click.get_app_dir("affray")) / "fights" / f"{Path(scene).stem}-{began}.jsonl"


SHOWN = 16
"""So many digits of a seal are shown where the log has the rest."""


def _opening(show: Screen, session: Session) -> None:
    show.say(session.scene.title, "bold")
    if session.scene.about:
        show.say(session.scene.about, "dim")
    for notice in filter(None, (session.notice, session.versions.notice)):
        show.say(notice, "yellow")
    kept = [msg("Kept in {file}.", file=session.log.path)] if session.log.path else []
    seal, seed = session.log.keys.seal, session.header.seed
    dice = (
        msg("Dice sealed as {seal}.", seal=Verbatim(seal[:SHOWN])) if seal else msg("Seed {seed}.", seed=seed)
    )
    show.say(joined(" ", [*kept, dice]), "dim")


def _leaving(show: Screen, session: Session, address: str | None) -> None:
    if not session.over:
        show.say(msg("Go on with: affray play{again}", again=_again(session, address)), "dim")


def _again(session: Session, address: str | None) -> Verbatim:
    """What to type behind a blank to go on with a fight."""
    if isinstance(session.log.keeper, StoreKeeper):
        return Verbatim(f"{sessions.at(address)} --session {session.log.keeper.session}")
    return Verbatim(f" --log {sessions.quoted(str(session.log.path))}")


@cli.command()
@click.argument("file")
@packed
def check(file: str, packs: tuple[Path, ...]) -> None:
    """See whether a scene, a log, or the folder of a pack is in order.

    Lists every fault with its line, and what a pack brings."""
    if files.is_folder(Path(file)):
        packs_view.check(Path(file))
        return
    if is_log(file) or Path(file).suffix == ".jsonl":
        _check_log(file, packs)
        return
    opened = operations.load_scene(file, packs)
    locale.about(opened)
    fight = opened.ruleset.start(opened.scene)
    locale.echo(
        msg(
            "{file}: no faults: {title}, {game}, {n} fighters",
            file=Verbatim(file),
            title=Verbatim(repr(opened.scene.title)),
            game=opened.ruleset.title,
            n=len(fight.fighters),
        )
    )
    winner = opened.ruleset.winner(fight)
    if winner == NOBODY:
        locale.echo("The fight is over as it begins: nobody can act.")
    elif winner is not None:
        locale.echo(msg("The fight is over as it begins: only {side} can act.", side=winner))
    elif hopeless(opened.ruleset, fight):
        locale.echo(Stall("hopeless").why)


def _check_log(file: str, packs: tuple[Path, ...]) -> None:
    """Say that a log is in order; raises LogError that names the line."""
    session = opening.replay(file)
    if packs:
        raise BadAnswer(_packed_already(Path(file)), code="log/other-packs")
    locale.about(session)
    locale.echo(
        msg(
            "{file}: no faults: {title}, {game}, {n} entries",
            file=Verbatim(file),
            title=Verbatim(repr(session.scene.title)),
            game=session.ruleset.title,
            n=session.seq,
        )
    )
    for notice in filter(None, (session.notice, session.versions.notice)):
        locale.echo(notice)


def _packed_already(log: Path) -> str:
    return msg("{log}: the fight has its packs already; leave out --pack", log=log)


@cli.command()
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--plain", is_flag=True, help="Letters only: no colours, no lines.")
def replay(log: Path, plain: bool) -> None:
    """Tell the fight of LOG again, checked effect by effect."""
    session = opening.replay(log)
    locale.about(session)
    show = screen(plain)
    show.say(session.scene.title, "bold")
    show.told(session, 0)
    show.fighters(session)
    if session.over:
        show.ending(session)
    for notice in filter(None, (session.notice, session.versions.notice)):
        show.say(notice, "yellow")
    if session.versions.aged:
        show.say(
            msg(
                "{n} entries, {effects} effects: as they were recorded.",
                n=session.seq,
                effects=len(session.effects),
            ),
            "green",
        )
        return
    show.say(
        msg(
            "{n} entries, {effects} effects: all as the rules have them.",
            n=session.seq,
            effects=len(session.effects),
        ),
        "green",
    )


@cli.command()
@click.argument("ruleset", required=False)
def scenes(ruleset: str | None) -> None:
    """List the scenes that come with the games, or with RULESET."""
    shipped = operations.shipped()
    if ruleset is not None:
        game = operations.ruleset(ruleset)
        shipped = [each for each in shipped if each.ruleset is game]
    library.told(screen(), shipped)


@cli.command()
@click.argument("ruleset", required=False)
def schema(ruleset: str | None) -> None:
    """Print the JSON Schema of the scenes of RULESET.

    It must be named if there are several."""
    click.echo(schema_of(ruleset or _only_game()), nl=False)


def _only_game() -> str:
    games = list(operations.rulesets())
    if len(games) != 1:
        raise click.UsageError(msg("say of which game: {games}", games=Verbatim(", ".join(games))))
    return games[0]


def schema_of(ruleset: str) -> str:
    """The JSON Schema of a game's scenes, as it is published."""
    dialect = "https://json-schema.org/draft/2020-12/schema"
    schema: dict[str, Any] = {"$schema": dialect, **operations.ruleset(ruleset).scene.model_json_schema()}
    return json.dumps(schema, indent=2) + "\n"


@cli.command()
@click.argument("scene")
@click.option("--actor", required=True, help="Who acts.")
@click.option("--action", required=True, help="What it does, such as `aimed shot`.")
@click.option("--target", help="At whom.")
@click.option("--with", "item", default="", help="With what.")
@click.option("--to", help="Where to, as X,Y.")
@click.option("--policy", help="Who makes the choices: a policy of the game, such as sensible, or best.")
@packed
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def odds(
    scene: str,
    actor: str,
    action: str,
    target: str | None,
    item: str,
    to: str | None,
    policy: str | None,
    packs: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Everything that an action can do as SCENE opens, and how likely.

    The choices on the way are made by the game's own policy, or by what is best for whoever chooses."""
    odds_view.tell(
        screen(), operations.load_scene(scene, packs), actor, action, target, item, to, policy, as_json
    )


@cli.command()
@click.argument("scene")
@click.option("-n", "--fights", "n", type=int, default=1000, show_default=True, help="How many fights.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same again for the same number.")
@click.option("--policy", default="sensible", show_default=True, help="Who makes the choices.")
@click.option("--options", "given", multiple=True, metavar="KEY=VALUE,...", help="House rules of this table.")
@packed
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option(
    "--report", type=click.Path(dir_okay=False, path_type=Path), help="Write a page of HTML to this file."
)
@click.option(
    "--chart", type=click.Path(dir_okay=False, path_type=Path), help="Draw a picture: a file .svg or .png."
)
@click.option("--plain", is_flag=True, help="Letters only: no colours, no lines.")
def simulate(
    scene: str,
    n: int,
    seed: int,
    policy: str,
    given: tuple[str, ...],
    packs: tuple[Path, ...],
    as_json: bool,
    report: Path | None,
    chart: Path | None,
    plain: bool,
) -> None:
    """Who wins SCENE, how long it takes, who falls, what it costs.

    Everybody is run by a policy. Ctrl-C ends it with the fights that are done."""
    opened = operations.load_scene(scene, packs)
    locale.about(opened)
    options = typed(opened.ruleset, given)
    simulation = progress.run(scene, n, seed, policy, options, packs, report, chart)
    with progress.written(simulation, report, chart):
        if as_json:
            click.echo(simulation.to_json(), nl=False)
        else:
            simulation_view.show(screen(plain), simulation)
    if simulation.interrupted:
        raise click.Abort


@cli.command()
@click.argument("scene", metavar="SCENE|LOG")
@click.option("--for", "who", default="", metavar="NAME", help="Whose options; by default of who is asked.")
@click.option("-n", "n", type=int, default=1_000, show_default=True, help="Fights for each option.")
@click.option("--seed", type=int, default=0, help="Where the dice come from.")
@packed
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--plain", is_flag=True, help="Letters only: no colours, no lines.")
def advise(
    scene: str, who: str, n: int, seed: int, packs: tuple[Path, ...], as_json: bool, plain: bool
) -> None:
    """What somebody should do now: the options by how often they win.

    Of a log it is what is asked at its end. A scene runs by itself until somebody, or NAME, chooses
    an action."""
    fight = opening.replay(scene) if is_log(scene) else None
    locale.about(fight or operations.load_scene(scene, packs))
    with progress.waited("Trying what can be done; far apart, fights are long"):
        advice = operations.advise(fight or scene, who, n=n, seed=seed, packs=packs)
    advice_view.tell(screen(plain), advice, as_json)


@cli.command()
@click.argument("scene")
@click.option(
    "--policy", default="", help="Who makes the choices: a policy of the game, such as sensible, or best."
)
@click.option("--for", "whose", help="Whose best choices are looked for; by default those of the first.")
@click.option("--both", is_flag=True, help="Look for the best choices of everybody.")
@click.option(
    "--states", type=click.IntRange(1), default=STATES, show_default=True, help="Refuse beyond these."
)
@click.option(
    "--samples", type=click.IntRange(1), default=SAMPLES, show_default=True, help="Played instead then."
)
@click.option("--seed", type=int, default=0, help="Where the samples' dice come from.")
@packed
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def solve(
    scene: str,
    policy: str,
    whose: str | None,
    both: bool,
    states: int,
    samples: int,
    seed: int,
    packs: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Who wins SCENE how often, exactly; with --policy best what is best to do.

    A fight with too many states is refused, and sampled instead; so is one at Ctrl+C."""
    best = BEST if (whose is not None or both) and not policy else policy
    with progress.progress("Following states") as told:
        solution = operations.solve(
            scene,
            policy=best,
            whose=whose,
            both=both,
            states=states,
            samples=samples,
            seed=seed,
            packs=packs,
            heard=told and (lambda met: told(min(met, states), states)),
        )
    solution_view.tell(screen(), operations.load_scene(scene, packs), solution, as_json)


@cli.command()
@click.argument("ruleset", required=False)
@click.argument("words", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def rules(ruleset: str | None, words: tuple[str, ...], as_json: bool) -> None:
    """Read the rules of RULESET: all, those with all of WORDS, or one by its ID.

    Without RULESET the installed games are listed."""
    if ruleset is None:
        library.games(screen(), as_json)
    else:
        rules_view.read(screen(), ruleset, words, as_json)


@cli.command()
@click.argument("ruleset", required=False)
@click.option("--format", "kind", type=click.Choice(sheet_view.KINDS), help="What it is made for.")
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Write it to this file.")
@click.option("--options", "given", multiple=True, metavar="KEY=VALUE,...", help="House rules of this table.")
@click.option("--scene", help="Take the house rules of this scene.")
@click.option("--plain", is_flag=True, help="Letters only: no colours, no lines.")
def sheet(
    ruleset: str | None,
    kind: str | None,
    output: Path | None,
    given: tuple[str, ...],
    scene: str | None,
    plain: bool,
) -> None:
    """The quick reference of RULESET: actions, modifiers, flows, odds and tables.

    As one page of HTML it is made for screens of any size and for paper. The ending of the file
    says the format where none is given."""
    game = operations.ruleset(ruleset or _only_game())
    locale.among(game.id)
    sheet_view.tell(screen(plain), game, given, scene, kind, output)


for _command in (
    *design.COMMANDS, *programs.COMMANDS, import_command, serve_command, sessions.sessions, campaign,
    recount_command, verify_command, backup, restore, doctor, table,
    report,
):  # fmt: skip
    cli.add_command(_command)
