/* Fights of two games written by hand, to measure the walk of trees against.

   Each is the game's rules and its own policy, as far as they can come up between these fighters. A fight draws from the stream
   of `affray.core.stream`, one number a roll and in the order of the rules, and so it ends as it does in Affray. */

#include <stdint.h>

#define MOST 8
#define MOST_DICE 12
#define MOST_FACES (6 * MOST_DICE + 1)

/* How a fight ended: 0 or 1 for the side that has won, -1 for nobody; rounds, hit points, hours that a loser is down, the stream. */
typedef struct {
    int32_t winner, rounds, left[MOST], hours;
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

/* --- D6: any number on two sides, all at arm's length of each other ---------------------------------------------------------- */

/* Pips of the skill, Reflexes as a number, armour, listed damage, hit points, 0 or 1 for the side, and the place. */
typedef struct {
    int32_t pips, reflexes, armour, damage, full, side, x, y;
} Skirmisher;

typedef struct {
    int32_t hp, bloodied, key, waits;
} Now;

enum { DIE = 3, QUIET = 20 };

static inline int code(const Skirmisher *one, const Now *now) { return now->bloodied ? (one->pips + 1) / 2 : one->pips; }

/* The points of an attack for which so much came up; -1 for a miss. */
static inline int points_of(const Skirmisher *one, const Skirmisher *other, int rolled) {
    int margin = rolled - other->reflexes, points = one->damage + margin - other->armour;
    return margin < 0 ? -1 : points > 0 ? points : 0;
}

/* Whoever has less than a die has no roll, and with nothing left of the code no attack. */
static inline int struck(const Skirmisher *one, const Skirmisher *other, int pips, uint64_t *s) {
    if (pips <= 0) return -1;
    return points_of(one, other, pips < DIE ? pips : total(s, pips / DIE) + pips % DIE);
}

/* All of the highest key who wait, in the order of the scene. */
static inline int next_group(Now *now, int n, int *group) {
    int best = -1, size = 0;
    for (int i = 0; i < n; i++) {
        if (!now[i].waits || now[i].hp <= 0 || now[i].key < best) continue;
        if (now[i].key > best) best = now[i].key, size = 0;
        group[size++] = i;
    }
    for (int i = 0; i < size; i++) now[group[i]].waits = 0;
    return size;
}

/* Whether this one lies before that one, counter-clockwise from the x axis. */
static inline int turned_less(const Skirmisher *from, const Skirmisher *this, const Skirmisher *that) {
    int64_t ax = this->x - from->x, ay = this->y - from->y, bx = that->x - from->x, by = that->y - from->y;
    int below_a = ay < 0 || (!ay && ax < 0), below_b = by < 0 || (!by && bx < 0);
    return below_a != below_b ? below_b : ax * by > ay * bx;
}

/* The foe with the fewest hit points; of equals the first by turn, then by where it lies, then round the table. */
static inline int weakest_foe(const Skirmisher *all, const Now *now, int n, int one) {
    int mark = -1;
    for (int k = 1, j = one; k < n; k++) {
        if (++j == n) j = 0;
        if (now[j].hp <= 0 || all[j].side == all[one].side) continue;
        if (mark >= 0 && now[j].hp > now[mark].hp) continue;
        if (mark < 0 || now[j].hp < now[mark].hp || now[j].key > now[mark].key) mark = j;
        else if (now[j].key == now[mark].key && turned_less(&all[one], &all[j], &all[mark])) mark = j;
    }
    return mark;
}

/* Equals strike at the same moment: all of them before any is hurt. Gives whether anybody was. */
static int strike_together(const Skirmisher *all, Now *now, int n, const int *group, int size, int up[2], uint64_t *s) {
    int mark[MOST], points[MOST], hurt = 0;
    for (int i = 0; i < size; i++) {
        int one = group[i];
        mark[i] = weakest_foe(all, now, n, one);
        points[i] = struck(&all[one], &all[mark[i]], code(&all[one], &now[one]), s);
    }
    for (int i = 0; i < size; i++) {
        const Skirmisher *other = &all[mark[i]];
        Now *its = &now[mark[i]];
        if (points[i] <= 0) continue;
        hurt = 1;
        up[other->side] -= its->hp > 0 && its->hp <= points[i];
        its->hp -= points[i];
        if (2 * its->hp < other->full) its->bloodied = 1;
    }
    return hurt;
}

/* The best codes strike first. It is called off when nobody was hurt for twenty rounds, which is an option. */
static End skirmish(const Skirmisher *all, int n, uint64_t s) {
    Now now[MOST];
    End end = {-1, 0, {0}, 0, 0};
    int up[2] = {0, 0}, quiet = 0, group[MOST], size;
    for (int i = 0; i < n; i++) {
        now[i] = (Now){all[i].full, 0, 0, 0};
        up[all[i].side]++;
    }
    while (up[0] && up[1]) {
        if (end.rounds++ && quiet >= QUIET) break;
        quiet++;
        for (int i = 0; i < n; i++) now[i].key = code(&all[i], &now[i]), now[i].waits = 1;
        while (up[0] && up[1] && (size = next_group(now, n, group)))
            if (strike_together(all, now, n, group, size, up, &s)) quiet = 0;
    }
    if (!up[0] != !up[1]) end.winner = !up[0];
    for (int i = 0; i < n; i++) end.left[i] = now[i].hp;
    end.stream = s;
    return end;
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

void skirmishes(const Skirmisher *all, int32_t fighters, uint64_t seed, int64_t first, int64_t n, End *ends) {
    for (int64_t i = 0; i < n; i++) ends[i] = skirmish(all, fighters, stream(seed, first + i));
}

void brawls(const Brawler *two, int32_t darkness, uint64_t seed, int64_t first, int64_t n, End *ends) {
    for (int64_t i = 0; i < n; i++) ends[i] = brawl(two, darkness, stream(seed, first + i));
}
