"""Fights at the terminal: `affray play`."""

from __future__ import annotations

import secrets
import sys
from contextlib import ExitStack, suppress
from datetime import datetime
from pathlib import Path

import click

from affray import operations
from affray.campaign import is_campaign
from affray.cli import click_help, kept, library, locale, sessions, values
from affray.cli.packs import packed, packed_already
from affray.cli.player import Player
from affray.cli.screen import Screen, screen
from affray.cli.shell import quoted
from affray.cli.solo import Solo, alone
from affray.core.errors import BadAnswer, Conflict
from affray.core.message import Verbatim, joined, msg
from affray.core.profile import HANDS, LEVELS, TEMPERS
from affray.session import Session, opening
from affray.session.logfile import begun
from affray.store.blocking_store import BlockingStore, StoreKeeper

AGAIN = 12
"""So many parts of the story are told again when a fight is gone on with."""


@click.command(cls=click_help.LocalizedCommand)
@click.argument("scene", required=False, shell_complete=values.scene)
@click.option("--auto", is_flag=True, help="The autopilot plays everybody.")
@click.option(
    "--seed",
    type=int,
    help="Random seed, for the same dice each time. Default: a secret key, locked in before the fight.",
)
@click.option(
    "--log",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Save the fight in this log, or continue it if it exists.",
)
@click.option(
    "--store",
    "address",
    metavar="STORE",
    help="Save the fight there: a file ending in .db, or postgresql://…",
)
@click.option(
    "--session",
    "name",
    help="Continue this session from the store.",
    shell_complete=values.session,
)
@click.option(
    "--hands",
    "given",
    multiple=True,
    metavar="NAME=HAND",
    cls=click_help.MessageOption,
    help=msg(
        "Who plays whom: {hands} or guards NAME.", hands=Verbatim(", ".join((*HANDS, *LEVELS, *TEMPERS)))
    ),
)
@click.option(
    "--solo",
    metavar="NAME",
    help="Play NAME: the autopilot plays everyone else, and foes keep their secrets.",
)
@packed
@click.option("--plain", is_flag=True, help="Plain text: no colours or box drawing.")
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
    """Play SCENE: a file, or one listed by `affray scenes`.

    Without SCENE you choose one from a list, or a saved fight to continue. Without a terminal the autopilot
    plays the scene, or the demo, to the end."""
    typed = _typing(auto, solo)
    show = screen(plain)
    if typed and scene is None and not name and not (log is not None and begun(log)):
        scene, log, name = _picked(show, log, address)
    with ExitStack() as stack:
        if address or name:
            store = stack.enter_context(sessions.opened(address))
            session = _stored(store, scene, seed, log, packs, name)
        else:
            session = stack.enter_context(_session(scene, seed, log, packs, keeps=typed))
        locale.about(session)
        if is_campaign(session):
            raise BadAnswer(
                msg("{title} is a campaign: affray campaign play", title=Verbatim(session.scene.title)),
                code="answer/no-fight",
            )
        while session.log.keys.lost and not session.over:
            with suppress(Conflict):  # who was quicker has entered something, which is adopted now
                session.say.seal()
        controller = operations.AutopilotController(session)
        _hand_out(controller, typed, solo, given)
        if not typed and any(controller.of(who) != "autopilot" for who in session.fight.here):
            raise BadAnswer(
                "people need a terminal to type in (--hands); "
                "without one, or with --auto, the autopilot plays",
                code="answer/no-terminal",
            )
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


def _hand_out(
    controller: operations.AutopilotController, typed: bool, solo: str | None, given: tuple[str, ...]
) -> None:
    """Give everybody to whoever runs them here, also where others at the session are quicker."""
    while True:
        try:
            if not typed:
                controller.lend("autopilot")
            if solo is not None:
                alone(controller, solo)
            for each in given:
                controller.give(*_hand(each))
        except Conflict:
            controller.take_up()
        else:
            return


def _picked(
    show: Screen, log: Path | None, address: str | None
) -> tuple[str | None, Path | None, str | None]:
    """The scene that is chosen and the log for it, or the log or session of a fight that is continued."""
    picked = library.chosen(show, input, {} if log is not None else kept.kept(address))
    if isinstance(picked, kept.SavedFight):
        return None, picked.log, picked.session or None
    return picked, log, None


def _typing(auto: bool, solo: str | None) -> bool:
    """Whether people type; raises BadAnswer where one has to and cannot."""
    typed = sys.stdin.isatty() and not auto
    if solo is not None and not typed:
        raise BadAnswer(
            "you need a terminal to type in (--solo); "
            "without one, or with --auto, the autopilot plays everybody",
            code="answer/no-terminal",
        )
    if not (auto or typed):
        locale.echo("No terminal to type in: the autopilot plays, and input is ignored.", err=True)
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
        raise click.UsageError("a fight is saved in one place: use --log or --store, not both")
    if name is not None:
        if scene is not None or packs:
            raise click.UsageError("the session already has its scene and packs; leave them out")
        return store.take_up(sessions.session_named(store, name).session)
    session = operations.start(scene or operations.demo(), seed=seed, packs=packs)
    store.begin(secrets.token_hex(5), session.scene.title, session)
    return session


def _session(
    scene: str | None, seed: int | None, log: Path | None, packs: tuple[Path, ...], keeps: bool
) -> Session:
    """A new fight, or one gone on with, which has its packs in its log."""
    if log is not None and begun(log):
        session = opening.resume(log)
        if packs:
            session.close()
            raise BadAnswer(packed_already(log), code="log/other-packs")
        if scene is not None and operations.scene_text(scene) != session.header.scene:
            session.close()
            raise BadAnswer(
                msg("{log}: is the log of a different scene, not {scene}", log=log, scene=Verbatim(scene)),
                code="log/other-scene",
            )
        return session
    name = scene or operations.demo()
    path = log or (_place(name) if keeps else None)
    return operations.start(name, log=path, seed=seed, packs=packs)


def _place(scene: str) -> Path:
    """A log of its own for each fight, among the user's data."""
    began = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    return kept.folder() / f"{Path(scene).stem}-{began}.jsonl"


SHOWN = 16
"""So many digits of a seal are shown where the log has the rest."""


def _opening(show: Screen, session: Session) -> None:
    show.say(session.scene.title, "bold")
    if session.scene.about:
        show.say(session.scene.about, "dim")
    for notice in filter(None, (session.notice, session.versions.notice)):
        show.say(notice, "yellow")
    saved = [msg("Saved in {file}.", file=session.log.path)] if session.log.path else []
    seal, seed = session.log.keys.seal, session.header.seed
    dice = (
        msg("Dice locked in, with the seal {seal}.", seal=Verbatim(seal[:SHOWN]))
        if seal
        else msg("Seed {seed}.", seed=seed)
    )
    show.say(joined(" ", [*saved, dice]), "dim")


def _leaving(show: Screen, session: Session, address: str | None) -> None:
    if not session.over:
        show.whole(msg("Continue with: affray play{again}", again=_again(session, address)), "dim")


def _again(session: Session, address: str | None) -> Verbatim:
    """What to type behind a blank to go on with a fight."""
    if isinstance(session.log.keeper, StoreKeeper):
        return Verbatim(f"{sessions.at(address)} --session {session.log.keeper.session}")
    return Verbatim(f" --log {quoted(str(session.log.path))}")
