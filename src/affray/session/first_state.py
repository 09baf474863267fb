"""How a fight opens: as its scene says, with those who come from a campaign."""

from __future__ import annotations

from typing import Any

from affray.core.effect import unpack
from affray.core.errors import BadData, Fault, unknown
from affray.core.message import Verbatim, msg
from affray.core.pack import Content
from affray.core.ruleset import Ruleset, names_of
from affray.core.scene import Scene, read_scene, ruleset_named
from affray.session import log
from affray.session.course import State


def opening(ruleset: Ruleset, scene: Scene, carried: log.CarriedFighters | None, version: str) -> State:
    """The fight as the scene opens, with those who come from a campaign as they are.

    `version` of the rules wrote that down.  Raises BadData where one of them is not in the scene.
    """
    fight = ruleset.start(scene)
    if carried is None:
        return fight
    old, within = ruleset.upcasts.since(version), ruleset.upcasts.within
    names = names_of(ruleset, fight)
    bodies = dict(zip(names, fight.fighters, strict=True))
    for name, body in carried.fighters.items():
        if name not in bodies:
            raise BadData([Fault("carried", unknown("fighter", name, names))])
        bodies[name] = _like(name, bodies[name], within(old, body))
    table = _like("the table", fight.table, within(old, carried.table))
    return fight._replace(bodies=(*bodies.values(), table))


def _like(name: str, fresh: Any, packed: dict[str, Any]) -> Any:
    """What was packed, if it is of the same kind; raises BadData."""
    body = unpack(packed)
    if type(body) is not type(fresh):
        raise BadData(
            [
                Fault(
                    "carried",
                    msg("{name}: expected a {kind} of this game", name=name, kind=type(fresh).__name__),
                )
            ]
        )
    return body


def scene_of(ruleset: Ruleset, header: log.Header, content: Content) -> Scene:
    """The scene with the house rules on top of its own."""
    named = ruleset_named(header.scene, header.source)
    if named != ruleset.id:
        raise BadData(
            [
                Fault(
                    header.source,
                    msg(
                        "ruleset: expected {id}, got {named}",
                        id=Verbatim(repr(ruleset.id)),
                        named=Verbatim(repr(named)),
                    ),
                )
            ]
        )
    scene = read_scene(header.scene, ruleset.scene, header.source, content)
    options = {**scene.options, **header.options}
    if faults := ruleset.catalogue.faults(options):
        raise BadData(
            [
                Fault("house rules", msg("{key}: {message}", key=key, message=message))
                for key, message in faults
            ]
        )
    return scene.model_copy(update={"options": options})
