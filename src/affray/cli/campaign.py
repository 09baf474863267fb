"""Campaigns at the terminal: who comes along, what time brings, what is done."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from affray import campaign as campaigns
from affray import operations
from affray.autopilot.controller import AutopilotController
from affray.cli import click_help, locale, sessions, values
from affray.cli import odds as odds_view
from affray.cli.packs import packed
from affray.cli.player import Player
from affray.cli.replay import story
from affray.cli.screen import screen
from affray.cli.shell import quoted
from affray.core.campaign import CAMPAIGN
from affray.core.errors import BadAnswer
from affray.core.files import is_file
from affray.core.live import Pending
from affray.core.message import Verbatim, msg
from affray.core.phrases import the_side
from affray.pricing import price_action
from affray.reference.assignments import typed
from affray.session import Given, Session, opening
from affray.store import Listed
from affray.store.blocking_store import BlockingStore, CollectingKeeper

things = click.argument("n", type=click.IntRange(min=1), default=1)
titled = click.argument("campaign", metavar="CAMPAIGN")
dice = click.option("--dice", is_flag=True, help="Roll real dice and enter them.")
LAST = 12
"""So many lines of the log are told when none are asked for."""


@click.group("campaign", cls=click_help.LocalizedGroup, invoke_without_command=True)
@sessions.stored
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
@click.pass_context
def campaign(context: click.Context, address: str | None, as_json: bool) -> None:
    """Take fighters from one fight to the next, with time between.

    CAMPAIGN is a campaign's id or title. Without a command, lists all campaigns."""
    makes = context.invoked_subcommand == "new"
    store = context.obj = (sessions.opened if makes else sessions.there)(address)
    context.call_on_close(store.close)
    if context.invoked_subcommand is None:
        _list([each for each in store.do(lambda s: s.sessions()) if _is(each)], as_json, address)


def _is(listed: Listed) -> bool:
    return listed.game.endswith(CAMPAIGN)


def _address() -> str | None:
    """The store that was typed, for hints that can be pasted."""
    context = click.get_current_context()
    typed = context.parent.params.get("address") if context.parent is not None else None
    return typed if isinstance(typed, str) else None


def _typed(command: str, *words: str) -> str:
    """A command of campaigns with the store that was typed, to be typed itself."""
    return " ".join([f"affray campaign{sessions.at(_address())}", command, *map(quoted, words)])


def _list(listed: Sequence[Listed], as_json: bool, address: str | None) -> None:
    if as_json:
        click.echo(json.dumps([each._asdict() for each in listed]))
    elif not listed:
        at = sessions.at(address)
        locale.echo(msg("No campaigns yet. Start one: affray campaign{at} new TITLE --game GAME", at=at))
    else:
        table = Table(*map(locale.say, ("Campaign", "Title", "Game", "Entries")), box=None)
        for each in listed:
            told = (each.session, each.name, each.game.removesuffix(CAMPAIGN), str(each.last))
            table.add_row(*map(Text, told))
        screen().print(table)


def _taken_up(store: BlockingStore, said: str) -> tuple[Listed, Session]:
    """The campaign of this id or title; raises NotFound."""
    everything = store.do(lambda s: s.sessions())
    listed = sessions.one_of(list(filter(_is, everything)), said, "campaign", "single campaign")
    session = store.take_up(listed.session)
    locale.about(session)
    return listed, session


@campaign.command()
@click.argument("title")
@click.option(
    "--game",
    required=True,
    help="The game; see `affray rules`.",
    shell_complete=values.game,
)
@click.option("--options", "given", multiple=True, metavar="KEY=VALUE,...", help="House rules to use.")
@click.option("--seed", type=int, help="Random seed for the dice.")
@click.pass_obj
def new(store: BlockingStore, title: str, game: str, given: tuple[str, ...], seed: int | None) -> None:
    """Start a campaign called TITLE."""
    ruleset = operations.ruleset(game)
    begun = campaigns.begin(ruleset, title, typed(ruleset, given), seed=seed)
    if any(_is(x) and x.name.casefold() == title.strip().casefold() for x in _all(store)):
        raise BadAnswer(
            msg("there is already a campaign called {title}", title=Verbatim(repr(title.strip()))),
            code="answer/exists",
        )
    store.begin(secrets.token_hex(5), begun.scene.title, begun)
    locale.among(ruleset.id)
    locale.echo(
        msg(
            "{title}: a {game} campaign. Add fighters from a scene:",
            title=Verbatim(begun.scene.title),
            game=ruleset.title,
        )
    )
    click.echo(_typed("enlist", begun.scene.title) + " SCENE")


def _all(store: BlockingStore) -> list[Listed]:
    return store.do(lambda s: s.sessions())


@campaign.command()
@titled
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
@click.pass_obj
def show(store: BlockingStore, campaign: str, as_json: bool) -> None:
    """Show the party, its fights, and what can be done now."""
    _, session = _taken_up(store, campaign)
    if as_json:
        can = [session.options.in_words(o) for o in session.asking.options]
        click.echo(json.dumps({**campaigns.state(session), "can": can}, indent=2, ensure_ascii=False))
        return
    show, now = screen(), campaigns.state(session)
    show.say(msg("{title}, {time}", title=Verbatim(now["title"]), time=now["time"]), "bold")
    for fight in now["fights"]:
        show.say(msg("  {title}: {state}", title=fight["title"], state=_state(fight)))
    if not now["fighters"]:
        show.say("Nobody yet.", "dim")
        return
    show.fighters(session)
    show.say("What you can do:")
    for option in session.asking.options:
        show.print(Text(f"  {locale.say(session.options.in_words(option))}"))
    for sentence in now["silent"]:
        show.say(sentence, "dim")


def _state(fight: Mapping[str, Any]) -> str:
    """How a fight of the campaign stands."""
    if fight["back"]:
        return msg("won by {winner}", winner=the_side(fight["winner"])) if fight["winner"] else "over"
    if not fight["file"]:
        return "not back yet"
    return msg("not back yet, saved in {file}", file=Verbatim(fight["file"]))


@campaign.command()
@titled
@click.argument("scene", shell_complete=values.scene)
@click.option("--only", multiple=True, metavar="NAME", help="Who joins. Default: the players' side.")
@packed
@click.pass_obj
def enlist(
    store: BlockingStore, campaign: str, scene: str, only: tuple[str, ...], packs: tuple[Path, ...]
) -> None:
    """Add fighters from SCENE, as they are there."""
    _, session = _taken_up(store, campaign)
    opened = operations.load_scene(scene, packs)
    came = campaigns.enlist(session, opened.text, only, source=opened.source, content=opened.content)
    campaigns.settle(session)
    if came:
        title = Verbatim(session.scene.title)
        locale.echo(msg("{who} joined {title}.", who=Verbatim(", ".join(came)), title=title))
    else:
        locale.echo(
            msg(
                "Nobody joined: all players from {title} are already there ({who}); name others with --only.",
                title=opened.scene.title,
                who=Verbatim(", ".join(session.names)),
            )
        )


@campaign.command()
@titled
@click.argument("fight", shell_complete=values.kept)
@click.option(
    "--only",
    multiple=True,
    metavar="NAME",
    help="Who comes back. Default: fighters of the campaign, or the players.",
)
@click.option("--again", is_flag=True, help="Also fighters who have since come back from another fight.")
@click.pass_obj
def bring(store: BlockingStore, campaign: str, fight: str, only: tuple[str, ...], again: bool) -> None:
    """Bring fighters back from FIGHT, a saved session or a log."""
    _, session = _taken_up(store, campaign)
    path = Path(fight)
    if is_file(path):
        name, over = path.stem, opening.replay(path)
    else:
        name = sessions.fight(store, fight).session
        over = store.take_up(name)
    told, before = len(session.story), campaigns.back_since(session, name)
    changed = campaigns.changed_since(session, name)
    try:
        came = campaigns.bring(session, over, name, only, again=again)
    except BadAnswer as e:
        if e.code == campaigns.LATER:
            raise BadAnswer(
                msg("{why}; leave them out with --only, or use --again", why=str(e)), code=e.code
            ) from None
        raise
    campaigns.settle(session)
    _tell(session, told)
    for who in came:
        if who in before:
            locale.echo(msg("{who}: the results of {fight} are lost.", who=Verbatim(who), fight=before[who]))
        elif who in changed:
            locale.echo(msg("{who}: what happened here in the meantime is lost.", who=Verbatim(who)))


@campaign.command()
@titled
@click.argument("scene", shell_complete=values.scene)
@click.option("--log", type=click.Path(dir_okay=False, path_type=Path), help="Save the fight in this file.")
@click.option("--seed", type=int, help="Random seed for the dice.")
@packed
@click.option("--again", is_flag=True, help="Also fighters in a fight that has not been brought back.")
@click.pass_obj
def carry(
    store: BlockingStore,
    campaign: str,
    scene: str,
    log: Path | None,
    seed: int | None,
    packs: tuple[Path, ...],
    again: bool,
) -> None:
    """Start the fight in SCENE with fighters as they are now."""
    listed, session = _taken_up(store, campaign)
    opened = operations.load_scene(scene, packs)
    try:
        fight = campaigns.carry(
            session,
            opened.text,
            name=listed.session,
            seed=seed,
            source=opened.source,
            content=opened.content,
            again=again,
        )
    except BadAnswer as e:
        if e.code == campaigns.ELSEWHERE:
            raise BadAnswer(
                msg("{why}: bring it back first, or use --again", why=str(e)), code=e.code
            ) from None
        raise
    title = fight.scene.title
    if log is not None:
        if any(each.session == log.stem for each in campaigns.fought(session)):
            raise BadAnswer(
                msg(
                    "the campaign already has a fight {fight}; choose another file", fight=Verbatim(log.stem)
                ),
                code="log/exists",
            )
        fight.log.save(log)
        name, play = log.stem, f"affray play --log {quoted(str(log))}"
    else:
        name, title = secrets.token_hex(5), _free(title, [x.name for x in _all(store)])
        session.log.keeper = noting = CollectingKeeper(listed.session)
        play = f"affray play{sessions.at(_address())} --session {quoted(title)}"
    who = campaigns.carried(session, fight)
    campaigns.away(session, name, title, who, str(log or ""))
    if log is None:
        store.begin(name, title, fight, noting)
    locale.echo(msg("{title}, with {who} as they are.", title=title, who=Verbatim(", ".join(who))))
    locale.echo(msg("Play it: {command}", command=Verbatim(play)))


def _free(title: str, known: Sequence[str]) -> str:
    """A title that nothing has, numbered if need be."""
    n, said = 1, title
    while said in known:
        n += 1
        said = f"{title} {n}"
    return said


@campaign.command()
@titled
@click.argument("words", nargs=-1, required=True)
@dice
@click.pass_obj
def do(store: BlockingStore, campaign: str, words: tuple[str, ...], dice: bool) -> None:
    """Let time pass (wait 3 hours, rest 2 days), or do a deed."""
    _, session = _taken_up(store, campaign)
    told = len(session.story)
    deed = campaigns.deed_of(session, " ".join(words))
    campaigns.do(session, deed, _asking(session) if dice else None)
    _tell(session, told)


def _asking(session: Session) -> campaigns.Ask:
    """Asks for the faces of dice, until they fit."""

    def ask(pending: Pending) -> Given | None:
        if pending.chance is None:
            return None
        question = session.ruleset.words.asked(session.names, pending.asked, pending.about)
        wanted = msg("{question} ({expected})", question=question, expected=pending.chance.expected)
        while True:
            line = click.prompt(locale.say(wanted), prompt_suffix="> ")
            try:
                value, faces = pending.chance.read(line)
                return Given(value, faces, "dice")
            except BadAnswer as e:
                locale.echo(str(e))

    return ask


@campaign.command()
@titled
@click.argument("words", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
@click.pass_obj
def odds(store: BlockingStore, campaign: str, words: tuple[str, ...], as_json: bool) -> None:
    """Show everything DEED can lead to, with exact chances."""
    _, session = _taken_up(store, campaign)
    deed = campaigns.deed_of(session, " ".join(words))
    priced = price_action(session.ruleset, session.fight, deed.by, deed.act)
    heading = session.options.in_words(deed)
    if as_json:
        data = odds_view.as_data(heading, "sensible", priced)
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        screen().odds(heading, priced, "sensible")


@campaign.command()
@titled
@things
@click.pass_obj
def undo(store: BlockingStore, campaign: str, n: int) -> None:
    """Undo the last thing, or the last N."""
    _, session = _taken_up(store, campaign)
    before, fights = len(session.story), campaigns.fought(session)
    campaigns.take_back(session, n)
    lines = before - len(session.story)
    locale.echo(
        msg(
            "Undone: {lines, plural, one {# line} other {# lines}} of the story. {time}",
            lines=lines,
            time=_time(session),
        )
    )
    here = {each.session for each in campaigns.fought(session)}
    for each in fights:
        if each.session not in here and not each.back:
            _stays(each)


def _stays(fight: campaigns.Fought) -> None:
    """Say where a fight stays whose beginning was taken back."""
    if fight.file:
        locale.echo(msg("The fight itself stays in {file}.", file=Verbatim(fight.file)))
    else:
        locale.echo(
            msg("The fight itself stays in the store until you remove it: {title}", title=fight.title)
        )
        click.echo(f"affray sessions{sessions.at(_address())} remove {quoted(fight.title)}")


@campaign.command()
@titled
@things
@click.pass_obj
def redo(store: BlockingStore, campaign: str, n: int) -> None:
    """Redo the last thing undone, or the last N."""
    _, session = _taken_up(store, campaign)
    told = len(session.story)
    campaigns.do_again(session, n)
    _tell(session, told)


def _time(session: Session) -> str:
    return msg("It is now {time}.", time=session.ruleset.words.table(session.fight))


@campaign.command(context_settings={"ignore_unknown_options": True})
@titled
@click.argument("words", nargs=-1, required=True)
@click.pass_obj
def correct(store: BlockingStore, campaign: str, words: tuple[str, ...]) -> None:
    """Make a correction: KIND FIGHTER VALUES [because WHY]."""
    _, session = _taken_up(store, campaign)
    said, _, why = " ".join(words).partition(" because ")
    told = len(session.story)
    session.say.correct(said.split(), why.strip())
    campaigns.settle(session)
    _tell(session, told)


@campaign.command("log")
@titled
@click.option("-n", "lines", type=click.IntRange(1, 10_000), default=LAST, show_default=True, help="Lines.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
@click.pass_obj
def log_(store: BlockingStore, campaign: str, lines: int, as_json: bool) -> None:
    """Show the last lines of the story, with their rules."""
    _, session = _taken_up(store, campaign)
    since = max(0, len(session.story) - lines)
    if as_json:
        click.echo(json.dumps(story(session, since), indent=2, ensure_ascii=False))
    else:
        _tell(session, since)


@campaign.command("play")
@titled
@click.pass_obj
def play_(store: BlockingStore, campaign: str) -> None:
    """Play it like a fight: menu, dice, why, undo, override."""
    _, session = _taken_up(store, campaign)
    player = Player(session, AutopilotController(session), screen(), input)
    player.tell(again=LAST)
    player.play()


def _tell(session: Session, since: int) -> None:
    """The story from part `since` on, with the ids of the rules."""
    show, words = screen(), session.ruleset.words
    for n in range(since, len(session.story)):
        told, fight, _ = session.story[n]
        line = words.told(fight, session.names, told)
        rules = ", ".join(getattr(told, "rules", ()))
        if line:
            show.print(Text(locale.say(line)) + Text(f"  {rules}" if rules else "", "dim"))
