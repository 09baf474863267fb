"""Typical actions of all five games, each with the same question by hand where there is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from affray.core.act import Act
from affray.core.fight import Fight
from tests.coriolis import cast as coriolis
from tests.d6 import cast as d6
from tests.horizon import cast as horizon
from tests.pricing import by_hand, oracle
from tests.pricing.situations import AIMED, BURST, MELEE, QUICK, SHOT, blade, gunner
from tests.serenity import cast as serenity
from tests.traveller import cast as traveller

RIFLE, PISTOL = "light-assault-rifle", "heavy pistol"


class Question(NamedTuple):
    """An action of the first fighter; `hurt` is the fight later on.

    `by_hand` gives tuples; `names` are the measures that stand at their places.
    """

    game: str
    what: str
    fight: Fight[Any, Any, Any]
    act: Act
    hurt: dict[str, int]
    by_hand: Callable[[], Any] | None = None
    names: tuple[str, ...] = ()

    @property
    def later(self) -> Fight[Any, Any, Any]:
        """The same when the second fighter is worse off than he was."""
        bodies = self.fight.bodies
        worse = {name: getattr(bodies[1], name) + more for name, more in self.hurt.items()}
        return self.fight._replace(bodies=(bodies[0], bodies[1]._replace(**worse), *bodies[2:]))


OF_TARGET = (
    "hits Bo", "damage to Bo", "critical injury to Bo", "stress to Bo", "Bo dies", "Bo is disarmed",
    "Bo is put out of action",
)  # fmt: skip
POINT = {"hp": -1}
UNTIL_ONE = coriolis.house(auto_stop="until_one")
BO = blade("Bo", "blue", (10, 0))
CORIOLIS = coriolis.fight(gunner(), BO)
WOUND = ("Bo suffers the condition", "damage to Bo", "Bo is put out of action")
SHOOTING = ("hits Bo", "Bo is put out of action", "damage to Bo", "Bo dies")
HARM = ("hits Bo", "Bo is put out of the fight", "wounds of Bo", "stun of Bo", "Bo dies")
POINTS = ("hits Bo", "Bo is put out of the fight", "damage to Bo", "Bo is bloodied")

RIFLEMAN = horizon.fighter(skills={"high-caliber combat": 3}, weapons=(RIFLE,), score=7)
TOUGH = horizon.foe(health=60, armour=4, resilience=3, skills={"endurance": 4})
SLUGS = {"gun combat (slug)": 2, "melee (blade)": 2}
ARMED = traveller.fighter(skills=SLUGS, weapons=("rifle", "blade"), aim=2)
MARK = traveller.fighter("Bo", "blue", (60, 0))
FENCER = traveller.fighter("Bo", "blue", (1, 0), skills={"melee (blade)": 1}, weapons=("blade",))
DRIFTER = serenity.fighter(skills={"guns": "d8"}, weapons=(PISTOL,))
LAWMAN = serenity.foe(armour=2, life=14, plot=0)
TROOPER = d6.fighter(weapons=(d6.RIFLE,), skills={"marksmanship": 15})
MAGE = d6.fighter(spells=("fireball",), skills={"casting": 15}, spell="fireball", components=2)
GRUNT = d6.foe(sheet={"armour": 4})

QUESTIONS = (
    Question(
        "coriolis", "melee attack, 8 v 8 dice", coriolis.fight(blade(), blade("Bo", "blue", (1, 0))), MELEE,
        POINT, lambda: oracle.melee(8, 8, 2, 2, 5, 8, 8, 4), OF_TARGET,
    ),
    Question("coriolis", "quick shot", CORIOLIS, QUICK, POINT, lambda: oracle.shot_with_all(7, 3, 2, 5, 8, 4), OF_TARGET),
    Question("coriolis", "normal shot", CORIOLIS, SHOT, POINT, lambda: oracle.shot_with_all(9, 3, 2, 5, 8, 4), OF_TARGET),
    Question("coriolis", "aimed shot", CORIOLIS, AIMED, POINT, lambda: oracle.shot_with_all(11, 3, 2, 5, 8, 4), OF_TARGET),
    Question("coriolis", "full auto at two", coriolis.fight(gunner(), BO, blade("Cy", "blue", (11, 0))), BURST, POINT),
    Question("coriolis", "full auto until a one", coriolis.fight(gunner(), BO, house=UNTIL_ONE), BURST, POINT),
    Question(
        "horizon", "Attack that may stagger", horizon.fight(RIFLEMAN, TOUGH), horizon.act("attack", 1, item="stagger"),
        {"health": -5}, lambda: by_hand.wounding(7, 4, 3, 8, 4, 60), WOUND,
    ),
    Question(
        "traveller", "aimed shot", traveller.fight(ARMED, MARK), traveller.act("ranged attack", 1, item="rifle"),
        {"endurance": -1}, lambda: by_hand.checked_shot(4, 3, 0, 0, (7, 7, 7)), SHOOTING,
    ),
    Question(
        "traveller", "melee attack, parried", traveller.fight(ARMED, FENCER),
        traveller.act("melee attack", 1, item="blade"), {"endurance": -1},
        lambda: by_hand.checked_shot(3, 2, 0, 0, (7, 7, 7)), SHOOTING,
    ),
    Question(
        "serenity", "shot", serenity.fight(DRIFTER, LAWMAN), serenity.act("attack", 1, item=PISTOL),
        {"stun": 1}, lambda: by_hand.steps((6, 8), 6, 8, 2, 14, (6, 6)), HARM,
    ),
    Question(
        "serenity", "shot at a vital spot", serenity.fight(DRIFTER, LAWMAN),
        serenity.act("vital attack", 1, item=PISTOL), {"stun": 1},
    ),
    Question(
        "serenity", "burst", serenity.fight(serenity.fighter(skills={"guns": "d8"}, weapons=("assault rifle",)), LAWMAN),
        serenity.act("burst", 1, item="assault rifle"), {"stun": 1},
    ),
    Question(
        "d6", "attack", d6.fight(TROOPER, GRUNT), d6.attack(d6.RIFLE), POINT,
        lambda: by_hand.against_defence(5, 0, 9, 18, 4, 30, 30), POINTS,
    ),
    Question(
        "d6", "burst", d6.fight(TROOPER, GRUNT), d6.act("burst", 1, item=d6.RIFLE), POINT,
        lambda: by_hand.against_defence(6, 0, 9, 18, 4, 30, 30), POINTS,
    ),
    Question(
        "d6", "fireball among two", d6.fight(MAGE, d6.foe((40, 0)), d6.foe((45, 0), "Cy", hp=16)),
        d6.act("cast", 1, item="fireball"), POINT, lambda: by_hand.blast(5, 18, ((9, 0, 30), (9, 0, 16))),
        ("damage to Bo", "Bo is put out of the fight", "damage to Cy", "Cy is put out of the fight"),
    ),
)  # fmt: skip
