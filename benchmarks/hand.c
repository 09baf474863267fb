/* Two duels written by hand, to measure the walk of trees against.

   Each is one game's rules and its own policy, as far as they can come up between these two fighters. A fight draws from the
   stream of `affray.core.stream`, one number a roll and in the order of the rules, and so it ends as it does in Affray. */

#include <stdint.h>

#define MOST_DICE 12
#define MOST_FACES (6 * MOST_DICE + 1)

/* How a fight ended: 0 or 1 for who has won, -1 for nobody; rounds, hit points, hours that the loser is down, and the stream. */
typedef struct {
    int32_t winner, rounds, left[2], hours;
    uint64_t stream;
} End;

/* --- dice: what comes up where a number is drawn ------------------------------------------------------------------------- */

/* How many cases in one lie at or below each value, for so many dice. */
static double totals[MOST_DICE + 1][MOST_FACES], sixes[MOST_DICE + 1][MOST_DICE + 1];

/* Fills the tables; to be called once. */
void ready(void) {
    double ways[MOST_FACES] = {1}, all = 1, some[MOST_DICE + 1] = {1};
    for (int dice = 0; dice <= MOST_DICE; dice++) {
        double sum = 0;
        for (int t = dice; t <= 6 * dice; t++) totals[dice][t] = t < 6 * dice ? (sum += ways[t]) / all : 1;
        sum = 0;
        for (int n = 0; n <= dice; n++) sixes[dice][n] = n < dice ? (sum += some[n]) / all : 1;
        double next[MOST_FACES] = {0};
        for (int t = 0; t < MOST_FACES; t++)
            for (int face = 1; face <= 6 && t + face < MOST_FACES; face++) next[t + face] += ways[t];
        for (int t = 0; t < MOST_FACES; t++) ways[t] = next[t];
        for (int n = MOST_DICE; n > 0; n--) some[n] = 5 * some[n] + some[n - 1];
        some[0] *= 5;
        all *= 6;
    }
}

static inline uint64_t mixed(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

static inline uint64_t stream(uint64_t seed, uint64_t index) { return mixed(mixed(seed) + index * 0x9E3779B97F4A7C15ULL); }

static inline double draw(uint64_t *s) { return (double)(mixed(*s += 0x9E3779B97F4A7C15ULL) >> 11) * (1.0 / 9007199254740992.0); }

static inline int total(uint64_t *s, int dice) {
    double u = draw(s);
    int t = dice;
    while (totals[dice][t] <= u) t++;
    return t;
}

static inline int count(uint64_t *s, int dice) {
    double u = draw(s);
    int n = 0;
    while (sixes[dice][n] <= u) n++;
    return n;
}

/* --- D6: two who strike at each other with what is in their hands ---------------------------------------------------------- */

/* Pips of the skill, Reflexes as a number, armour, listed damage, hit points. */
typedef struct {
    int32_t pips, reflexes, armour, damage, full;
} Skirmisher;

typedef struct {
    int32_t hp, bloodied;
} Hurt;

enum { DIE = 3, QUIET = 20 };

static inline int code(const Skirmisher *one, const Hurt *now) { return now->bloodied ? (one->pips + 1) / 2 : one->pips; }

/* The points that an attack with this code does; less than nothing for a miss. Whoever has less than a die rolls none. */
static inline int struck(const Skirmisher *one, const Skirmisher *other, int pips, uint64_t *s) {
    int margin = (pips < DIE ? pips : total(s, pips / DIE) + pips % DIE) - other->reflexes;
    if (margin < 0 || pips <= 0) return -1;
    int points = one->damage + margin - other->armour;
    return points > 0 ? points : 0;
}

static inline int suffer(const Skirmisher *one, Hurt *now, int points) {
    if (points <= 0) return 0;
    now->hp -= points;
    if (2 * now->hp < one->full) now->bloodied = 1;
    return 1;
}

/* The better code strikes first, equals at the same moment. After twenty rounds without a wound it is called off. */
static End skirmish(const Skirmisher *two, uint64_t s) {
    Hurt now[2] = {{two[0].full, 0}, {two[1].full, 0}};
    int round = 0, quiet = 0;
    while (now[0].hp > 0 && now[1].hp > 0) {
        round++;
        if (++quiet > QUIET) break;
        int codes[2] = {code(&two[0], &now[0]), code(&two[1], &now[1])};
        int wounds = 0;
        if (codes[0] == codes[1]) {
            int first = struck(&two[0], &two[1], codes[0], &s), second = struck(&two[1], &two[0], codes[1], &s);
            wounds = suffer(&two[1], &now[1], first) | suffer(&two[0], &now[0], second);
        } else
            for (int turn = 0, one = codes[1] > codes[0]; turn < 2 && now[one].hp > 0; turn++, one = !one)
                wounds |= suffer(&two[!one], &now[!one], struck(&two[one], &two[!one], code(&two[one], &now[one]), &s));
        if (wounds) quiet = 0;
    }
    int up[2] = {now[0].hp > 0, now[1].hp > 0};
    return (End){up[0] == up[1] ? -1 : up[1], round, {now[0].hp, now[1].hp}, 0, s};
}

/* --- Coriolis: two with bare fists, who never defend ------------------------------------------------------------------------ */

/* Dice of an attack, hit points, damage of a blow, whether it is a player's, who prays for dice. */
typedef struct {
    int32_t dice, hit_points, damage, prays;
} Brawler;

enum { MOST_DARKNESS = 6, FEWEST_BLANKS = 3 };

/* Who comes first: by a die, then by further ones as long as they are equal. */
static inline int initiative(uint64_t *s) {
    int one, other;
    do {
        one = total(s, 1);
        other = total(s, 1);
    } while (one == other);
    return other > one;
}

/* One blow a slot: two points of three, and the third buys nothing. All sixes but the first go into damage. */
static End brawl(const Brawler *two, int darkness, uint64_t s) {
    int hp[2] = {two[0].hit_points, two[1].hit_points}, first = initiative(&s), one = first, round = 0;
    for (;; one = !one) {
        round += one == first;
        int got = count(&s, two[one].dice);
        if (!got && two[one].prays && two[one].dice >= FEWEST_BLANKS && darkness < MOST_DARKNESS) {
            darkness++;
            got = count(&s, two[one].dice);
        }
        if (!got) continue;
        hp[!one] -= two[one].damage + got - 1;
        if (hp[!one] > 0) continue;
        hp[!one] = 0;
        int hours = total(&s, 1);
        return (End){one, round, {hp[0], hp[1]}, hours, s};
    }
}

/* --- many of them ---------------------------------------------------------------------------------------------------------- */

void skirmishes(const Skirmisher *two, int32_t unused, uint64_t seed, int64_t first, int64_t n, End *ends) {
    (void)unused;
    for (int64_t i = 0; i < n; i++) ends[i] = skirmish(two, stream(seed, first + i));
}

void brawls(const Brawler *two, int32_t darkness, uint64_t seed, int64_t first, int64_t n, End *ends) {
    for (int64_t i = 0; i < n; i++) ends[i] = brawl(two, darkness, stream(seed, first + i));
}
