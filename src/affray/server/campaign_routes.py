"""Campaigns in the browser, for the host: pages with plain forms.

What is shown and done is thought out beside the event loop; entries are kept as the command line
keeps them, so both can be used in turn.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from time import time
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from affray import operations
from affray.builder import shelf
from affray.campaign import carryover, desk
from affray.core.campaign import CAMPAIGN
from affray.core.downtime import REST, WAIT
from affray.core.errors import AffrayError, BadAnswer, Conflict, NotFound
from affray.core.message import Verbatim, msg, word
from affray.core.phrases import the_side
from affray.core.ruleset import NOBODY, Ruleset, rulesets
from affray.reference.assignments import typed
from affray.server import locales
from affray.server.kept import as_kept
from affray.server.page_routes import form_of, message, named, page_of, stranger
from affray.server.tables import Tables, sound, tables_of
from affray.session import Session, log, opening
from affray.store import Listed, stored_sessions
from affray.table.faults import Stale, each_in_words, in_words
from affray.table.menu import percent

QUEUE = "campaigns"
"""All campaigns share one queue."""
LAST = 12
"""So many lines of the story are shown when no more are asked for."""
STATUS = {
    "name/unknown": 404, "wire/stale": 409, "store/conflict": 409, "table/busy": 503, "table/unthought": 503,
}  # fmt: skip
SHIPPED, MADE = "shipped", "made"
"""Where a scene is from: with the game, or from the shelf."""

AGAIN = (carryover.ELSEWHERE, carryover.LATER)
"""Codes of what is refused unless somebody says that it is wanted."""
FIELDS = (
    "what", "seq", "deed", "n", "span", "days", "dice", "faces", "machine", "words", "why", "scene", "fight",
    "only", "again",
)  # fmt: skip
"""What forms of a campaign may hold: `what` is to be done, the others say how."""

Form = Mapping[str, str]
NOT_HOST = "Only the host can manage campaigns here."


class CampaignRequest(NamedTuple):
    """What a form asks of a campaign: who asks, which one, as it is kept, the form."""

    tables: Tables
    listed: Listed
    kept: desk.Kept
    form: Form


def status_of(error: AffrayError) -> int:
    """What HTTP calls a fault."""
    return STATUS.get(error.code, 503 if error.code.startswith(("store/", "log/")) else 400)


# --- the list ---------------------------------------------------------------------------------------


async def campaigns(request: Request) -> Response:
    """The campaigns; a form begins one."""
    if refused := stranger(request, NOT_HOST):
        return refused
    return await (_begin(request) if request.method == "POST" else _list(request, {}))


async def _list(request: Request, form: Form, fault: str = "", status: int = 200) -> Response:
    campaigns = await tables_of(request).campaigns()
    games = {game.id: game.title for game in rulesets().values() if game.campaign}
    shown = [{"id": s.session, "name": s.name, "game": games.get(_game(s), _game(s))} for s in campaigns]
    return page_of(request, "campaigns.html", status, campaigns=shown, games=games, form=form, fault=fault)


def _game(listed: Listed) -> str:
    return listed.game.removesuffix(CAMPAIGN)


async def _begin(request: Request) -> Response:
    form = await form_of(request)
    try:
        name = await _begun(tables_of(request), form)
    except AffrayError as e:
        return await _list(request, form, each_in_words(e), status_of(e))
    return RedirectResponse(f"/campaigns/{name}", 303)


async def _begun(tables: Tables, form: Form) -> str:
    """Begin one; its name.  Raises AffrayError."""
    game = operations.ruleset(form.get("game", "")[:40])
    options, title = form.get("options", ""), form.get("title", "")
    begun = await asyncio.to_thread(_new, game, title, options)
    title = begun.scene.title
    if any(each.name.casefold() == title.casefold() for each in await tables.campaigns()):
        raise BadAnswer(
            msg("there is already a campaign called {title}", title=Verbatim(repr(title))),
            code="answer/exists",
        )
    name = secrets.token_hex(5)
    await tables.quotas.check_another(tables.store)
    await stored_sessions.begin(tables.store, name, title, begun, int(time() * 1_000))
    return name


def _new(game: Ruleset, title: str, options: str) -> Session:
    return carryover.begin(game, title, typed(game, options.splitlines()), seed=None)


# --- one of them ------------------------------------------------------------------------------------


async def campaign(request: Request) -> Response:
    """A campaign: who is how, what can be done; a form does something."""
    if refused := stranger(request, NOT_HOST):
        return refused
    return await (_do(request) if request.method == "POST" else _show(request, {}))


def _refused(error: AffrayError) -> str:
    """Why it was not done, and how it is done nevertheless where that can be wanted."""
    if error.code == carryover.ELSEWHERE:
        return msg("{why}: bring it back first, or tick “Do it anyway”", why=str(error))
    if error.code == carryover.LATER:
        return msg("{why}: name the others, or tick “Do it anyway”", why=str(error))
    return each_in_words(error)


async def _show(
    request: Request, form: Form, fault: str = "", status: int = 200, again: bool = False
) -> Response:
    try:
        tables, listed = tables_of(request), await _listed(request)
        seen = await tables.jobs.soon(QUEUE, desk.looked, await as_kept(tables, listed.session))
    except NotFound as e:
        return message(request, "No such campaign", in_words(e), 404)
    game = operations.ruleset(seen["game"])
    locales.among(request.scope, game.id)
    sessions = [each for each in await tables.listed() if each.game == game.id and not each.archived]
    there = {each.session for each in await tables.listed()}
    for each in seen["fights"]:
        await _seen(tables, each, there)
    since = request.query_params.get("since", "")
    began = int(since) if since.isascii() and since.isdecimal() and len(since) < 9 else None
    story = seen.pop("story")
    whole = "all" in request.query_params
    return page_of(
        request,
        "campaign.html",
        status,
        **seen,
        id=listed.session,
        name=listed.name,
        game_title=game.title,
        new=[line for line in story if began is not None and line["n"] >= began],
        came=began is not None,
        story=story if whole else story[-LAST:],
        more=0 if whole else len(story[:-LAST]),
        begun=[
            {**each, "title": named(each["title"])} for each in seen["taken_back"] if each["session"] in there
        ],
        again=again,
        others=_others(sessions, seen["fights"]),
        scenes=await scenes_of(tables, game.id),
        form=form,
        fault=fault,
    )


async def _seen(tables: Tables, fight: dict[str, Any], there: Collection[str]) -> None:
    """Note of a fight whether it has a table here, and is over there, and how its title is shown."""
    fight["title"] = named(fight["title"])
    fight["here"] = not fight["back"] and fight["session"] in there
    fight["over"] = fight["back"]
    if fight["here"]:
        with suppress(AffrayError):  # one that cannot be read goes on, as far as anybody knows
            kept = await as_kept(tables, fight["session"])
            winner = await tables.jobs.soon(QUEUE, desk.ended, kept)
            fight["over"], fight["winner"] = winner is not None, winner or ""
    if fight["winner"] == NOBODY:
        fight["winner"] = ""
    fight["won"] = the_side(fight["winner"])


def _others(sessions: list[Listed], fights: list[dict[str, Any]]) -> list[Listed]:
    """Fights of the game that are none of the campaign's."""
    own = {each["session"] for each in fights}
    return [each for each in sessions if each.session not in own]


async def scenes_of(tables: Tables, game: str) -> list[dict[str, str]]:
    """The scenes of a game, those made here first."""
    made = await asyncio.to_thread(shelf.listed, tables.shelf)
    own = [{"value": f"{MADE}:{s.name}", "title": named(s.title)} for s in made if s.game == game]
    return own + [
        {"value": f"{SHIPPED}:{s.name}", "title": word(s.title)}
        for s in operations.titled()
        if s.ruleset.id == game
    ]


async def _listed(request: Request) -> Listed:
    """The campaign that is asked for; raises NotFound."""
    name = request.path_params["session"]
    if sound(name):
        listed = await tables_of(request).store.listed(name)
        if listed.game.endswith(CAMPAIGN):
            return listed
    raise NotFound("campaign", name[:40], ())


async def odds(request: Request) -> Response:
    """Everything that a deed can come to, and how often."""
    if refused := stranger(request, NOT_HOST):
        return refused
    tables = tables_of(request)
    try:
        listed = await _listed(request)
        deed = _deed(request.query_params)
        kept = await as_kept(tables, listed.session)
        distribution = await tables.jobs.long(desk.odds, kept, deed, room=QUEUE)
    except AffrayError as e:
        return message(request, "No odds for that", in_words(e), status_of(e))
    locales.among(request.scope, distribution["game"])
    return page_of(request, "deed.html", **distribution, id=listed.session, words=deed, percent=percent)


# --- what is done -----------------------------------------------------------------------------------


async def _do(request: Request) -> Response:
    """Do what the form says under `what`."""
    form = await form_of(request)
    try:
        listed = await _listed(request)
    except AffrayError as e:
        return message(request, "No such campaign", in_words(e), status_of(e))
    try:
        tables = tables_of(request)
        kept = await as_kept(tables, listed.session)
        _fresh(form, kept)
        return RedirectResponse(await _doing(CampaignRequest(tables, listed, kept, form)), 303)
    except Conflict:
        return await _show(request, form, "Someone else was quicker. Check whether you still want this.", 409)
    except AffrayError as e:
        return await _show(request, form, _refused(e), status_of(e), again=e.code in AGAIN)


def _fresh(form: Form, kept: desk.Kept) -> None:
    """A form that was sent twice, or from an old page, does nothing."""
    seq = form.get("seq", "")
    if seq and seq != str(len(kept.rows) - 1):
        raise Stale("something else has happened here since; check whether you still want this")


async def _doing(asked: CampaignRequest) -> str:
    """Do it; where to go on.  Raises AffrayError."""
    what = asked.form.get("what", "")
    if what == "carry":
        return await _carry(asked)
    if what not in DOING:
        raise BadAnswer(
            msg("expected something to do, got {what}", what=Verbatim(repr(what[:40]))), code="answer/no-deed"
        )
    work, *args = await _plain(what, asked)
    done = await asked.tables.jobs.soon(QUEUE, work, asked.kept, *args)
    await _keep(asked.tables, asked.kept.session, done)
    return f"/campaigns/{asked.listed.session}?since={done.since}#done"


async def _plain(what: str, asked: CampaignRequest) -> tuple[Any, ...]:
    """The work, and its arguments as plain values; raises AffrayError."""
    form = asked.form
    if what == "enlist":
        scene = await scene_text(asked.tables, form.get("scene", ""))
        return desk.enlist, *scene, _names(form), asked.tables.content(_game(asked.listed))
    if what == "bring":
        return desk.bring, await _fight(asked), _names(form), "again" in form
    return DOING[what](form)


DOING: dict[str, Callable[[Form], tuple[Any, ...]]] = {
    "do": lambda form: (desk.do, _deed(form), "dice" in form),
    "answer": lambda form: (
        desk.answer,
        "" if "machine" in form else form.get("faces", ""),
        form.get("machine") != "all",
    ),
    "undo": lambda form: (desk.take_back, _so_many(form)),
    "redo": lambda form: (desk.do_again, _so_many(form)),
    "correct": lambda form: (desk.correct, form.get("words", ""), form.get("why", "")[:400]),
    "enlist": lambda _: (desk.enlist,),
    "bring": lambda _: (desk.bring,),
}
"""What a form can ask for, with what it takes of its fields; the last two read what is kept."""


def _deed(form: Form) -> str:
    """The deed of a form in words, as it would be typed."""
    deed = form.get("deed", "")
    if deed == WAIT:
        return f"{WAIT} {_number(form, 'n')} {form.get('span', '')}"
    if deed == REST:
        return " ".join((REST, _number(form, "days"), "day"))
    if not deed.strip():
        raise BadAnswer("expected something to do, got nothing", code="answer/no-deed")
    return deed


def _number(form: Form, field: str) -> str:
    """How many spans of time pass; raises BadAnswer where nothing is said."""
    said = form.get(field, "").strip()
    if not said:
        raise BadAnswer("say how much time passes", code="answer/no-number")
    return said


def _so_many(form: Form) -> int:
    """How many things are taken back or done again; raises BadAnswer."""
    said = form.get("n", "1").strip()
    if not (said.isascii() and said.isdecimal() and len(said) < 7):
        raise BadAnswer(
            msg("expected a number from 1 up, got {said}", said=Verbatim(repr(said[:40]))),
            code="answer/no-number",
        )
    return int(said)


def _names(form: Form) -> tuple[str, ...]:
    """Names that were typed, commas between them."""
    return tuple(filter(None, map(str.strip, form.get("only", "").split(","))))


async def scene_text(tables: Tables, chosen: str) -> tuple[str, str]:
    """The text of the scene that was chosen, and where it is from; raises NotFound."""
    where, _, name = chosen.partition(":")
    if where == MADE:
        return await asyncio.to_thread(tables.shelf.text, name), f"{name}.toml"
    if where != SHIPPED or name not in operations.scenes():
        raise NotFound("scene", name[:40], ())
    return operations.scenes()[name], f"{name}.toml"


async def _fight(asked: CampaignRequest) -> desk.Kept:
    """The fight that was chosen; raises NotFound."""
    name = asked.form.get("fight", "")
    if not name or not sound(name):
        raise NotFound("fight", name[:40], ())
    await asked.tables.store.listed(name)
    return await as_kept(asked.tables, name)


async def _keep(tables: Tables, session: str, done: desk.Done) -> None:
    """Keep all that was done, or nothing; raises Conflict, StoreError."""
    now = int(time() * 1_000)
    if done.rows:
        await tables.store.append([stored_sessions.event_of(session, row, now) for row in done.rows])


async def _carry(asked: CampaignRequest) -> str:
    """A fight with fighters of the campaign as they are; its table."""
    text, source = await scene_text(asked.tables, asked.form.get("scene", ""))
    tables, kept = asked.tables, asked.kept
    content = tables.content(_game(asked.listed))
    again = "again" in asked.form
    begun = await tables.jobs.soon(QUEUE, desk.carry, kept, text, source, content, again)
    fight = await asyncio.to_thread(_reopened, begun.header)
    title = _free(begun.title, {each.name for each in await tables.store.sessions()})
    name, now = secrets.token_hex(5), int(time() * 1_000)
    gone = await tables.jobs.soon(QUEUE, desk.away, kept, name, title, begun.fighters)
    also = [stored_sessions.event_of(kept.session, row, now) for row in gone.rows]
    await tables.begin(fight, title, name=name, also=also, lobby=True)
    return f"/s/{name}"


def _reopened(header: bytes) -> Session:
    return opening.from_rows(log.header_of(log.NamedLog("fight"), header), [], "fight")


def _free(title: str, known: set[str]) -> str:
    """A title that nothing has, numbered if need be."""
    return next(t for n in range(1, len(known) + 2) if (t := f"{title} {n}" if n > 1 else title) not in known)
