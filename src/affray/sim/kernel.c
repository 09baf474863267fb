/* Walks a program's trees: one step of one fight after another. It knows trees, not rules. */
#include <stdint.h>
#include <string.h>

enum { ASK, REFER, LEAST, SOME, RANKED, NEXT, ROLL, DO, CALL, RETURN, ALIKE };
enum { MISSING = -1, TABLE_REGISTER = 99, DEPTH = 96, REGISTERS = 24, FIGHTERS = 64, SLOTS = 512, DERIVED = 10000 };

typedef struct {
    const int32_t *nodes, *kids, *args, *roots, *reads, *leaves, *starts, *order, *order_at;
    const int32_t *by_reference, *variants, *writes, *write_at, *chance_at;
    const int32_t *cached, *dependents, *dependents_at; /* facts of one body are remembered until a field is written */
    const double *cumulative;
    int32_t fighters, body_fields, table_fields, width, root, spread;
} Program;

static inline double draw(uint64_t *s) {
    uint64_t z = (*s += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    z ^= z >> 31;
    return (double)(z >> 11) * (1.0 / 9007199254740992.0);
}

/* What was missing: a fact of two bodies, or (fact -1) a branch of a rule. */
typedef struct { int32_t fact, one, other; } Miss;

static int32_t known(const Program *p, int32_t fact, const int32_t *one, const int32_t *other, const int32_t *state,
                     Miss *miss, int32_t *memory);

/* The leaf of a field tree for two bodies. A table's fields are numbered after a body's, derived facts after all. */
static int32_t leaf(const Program *p, int32_t fact, const int32_t *one, const int32_t *other, const int32_t *state,
                    Miss *miss, int32_t *memory) {
    int32_t node = p->starts[fact];
    while (node >= 0) {
        const int32_t *r = p->reads + 4 * (int64_t)node, *body = r[0] ? other : one;
        int32_t value;
        if (r[1] < DERIVED) value = body[r[1]];
        else {
            value = known(p, r[1] - DERIVED, body, body, state, miss, memory);
            if (value < 0) return MISSING;
        }
        const int32_t *children = p->leaves + r[2];
        int32_t at = value & r[3];
        while (children[2 * at] != value && children[2 * at] != MISSING) at = (at + 1) & r[3];
        node = children[2 * at] == value ? children[2 * at + 1] : MISSING;
    }
    if (node != MISSING) return -node - 2;
    *miss = (Miss){fact, (int32_t)(one - state), (int32_t)(other - state)};
    return MISSING;
}

/* The same, remembered where the fact is one of a single fighter's body. */
static int32_t known(const Program *p, int32_t fact, const int32_t *one, const int32_t *other, const int32_t *state,
                     Miss *miss, int32_t *memory) {
    int32_t slot = p->cached[fact];
    if (slot < 0) return leaf(p, fact, one, other, state, miss, memory);
    const int32_t *body = slot & 1 ? other : one;
    if (body < state) return leaf(p, fact, one, other, state, miss, memory);
    int32_t *kept = memory + (body - state - p->table_fields) * p->spread + (slot >> 1);
    if (*kept < 0) *kept = leaf(p, fact, one, other, state, miss, memory);
    return *kept;
}

/* 1: the fight goes on; 0: it is over; -1: a path that has not been seen. */
static int step(const Program *p, int32_t *state, uint64_t *seed, Miss *miss, int32_t *memory) {
    int32_t back[DEPTH], registers[DEPTH][REGISTERS], count[DEPTH], found[FIGHTERS], listed = 0, next_listed = 0;
    int depth = 0;
    const int n = p->fighters;
    int32_t *table = state - p->body_fields, *bodies = state + p->table_fields;
    int32_t node = p->roots[p->root];
    count[0] = 0;
    *miss = (Miss){-1, 0, 0};
#define BODY(r) ((r) == TABLE_REGISTER ? table : bodies + registers[depth][r] * p->body_fields)
    for (;;) {
        if (node < 0) return -1;
        const int32_t *at = p->nodes + 6 * (int64_t)node;
        int32_t out = 0, who = -1;
        switch (at[0]) {
        case ASK:
            out = known(p, at[1], BODY(at[2]), BODY(at[3]), state, miss, memory);
            if (out < 0) return -1;
            break;
        case REFER:
            out = known(p, at[1], BODY(at[2]), table, state, miss, memory);
            if (out < 0) return -1;
            who = out - 1;
            break;
        case LEAST: {
            const int32_t *me = BODY(at[2]), *order = p->order + p->order_at[at[1]];
            int32_t best = 0;
            for (int i = 0; i < n; i++) {
                int32_t place = known(p, at[1], me, bodies + i * p->body_fields, state, miss, memory);
                if (place < 0) return -1;
                if (place && (who < 0 || order[place] < best)) { who = i; best = order[place]; }
            }
            break;
        }
        case SOME: {
            const int32_t *me = BODY(at[2]);
            for (int i = 0; i < n && !out; i++) {
                if (bodies + i * p->body_fields == me) continue;
                out = known(p, at[1], me, bodies + i * p->body_fields, state, miss, memory);
                if (out < 0) return -1;
            }
            break;
        }
        case ALIKE: {
            const int32_t *me = BODY(at[2]);
            int32_t mine = known(p, at[1], me, table, state, miss, memory);
            if (mine < 0) return -1;
            for (int i = 0; mine && i < n && !out; i++) {
                const int32_t *body = bodies + i * p->body_fields;
                int32_t place = known(p, at[1], body, table, state, miss, memory);
                if (place < 0) return -1;
                out = body != me && place == mine;
            }
            break;
        }
        case RANKED: {
            const int32_t *me = BODY(at[2]), *order = p->order + p->order_at[at[1]];
            int32_t places[FIGHTERS];
            listed = next_listed = 0;
            for (int i = 0; i < n; i++) {
                int32_t place = known(p, at[1], me, bodies + i * p->body_fields, state, miss, memory);
                if (place < 0) return -1;
                if (!place) continue;
                int j = listed++;
                for (; j && places[j - 1] > order[place]; j--) { places[j] = places[j - 1]; found[j] = found[j - 1]; }
                places[j] = order[place];
                found[j] = i;
            }
            break;
        }
        case NEXT:
            who = next_listed < listed ? found[next_listed++] : -1;
            break;
        case ROLL: {
            const double *c = p->cumulative + p->chance_at[at[1]];
            double u = draw(seed);
            while (c[out] <= u) out++;
            break;
        }
        case DO: {
            int32_t reference = p->by_reference[at[1]] ? registers[depth][at[3]] : n;
            int32_t effect = p->variants[at[1] * (n + 1) + reference];
            if (effect < 0) return -1;
            int32_t *body = BODY(at[2]);
            int32_t change = leaf(p, effect, body, BODY(at[3]), state, miss, memory);
            if (change < 0) return -1;
            int32_t *kept = body < state ? 0 : memory + (body - bodies) * p->spread;
            for (int32_t w = p->write_at[change]; w < p->write_at[change + 1]; w += 2) {
                int32_t field = p->writes[w];
                body[field] = p->writes[w + 1];
                if (kept)
                    for (int32_t d = p->dependents_at[field]; d < p->dependents_at[field + 1]; d++) kept[p->dependents[d]] = MISSING;
            }
            break;
        }
        case CALL: {
            if (depth + 1 >= DEPTH) return -1;
            int32_t *callee = registers[depth + 1];
            for (int i = 0; i < at[3]; i++) callee[i] = registers[depth][p->args[at[2] + i]];
            back[depth] = node;
            count[++depth] = at[3];
            node = p->roots[at[1]];
            continue;
        }
        case RETURN:
            out = at[1];
            if (!depth) return out;
            at = p->nodes + 6 * (int64_t)back[--depth];
            break;
        }
        if (at[0] == REFER || at[0] == LEAST || at[0] == NEXT) {
            if (who < 0) out = 0;
            else {
                int i = 0;
                while (i < count[depth] && registers[depth][i] != who) i++;
                if (i == count[depth]) {
                    if (i == REGISTERS) return -1;
                    registers[depth][count[depth]++] = who;
                }
                out = i + 1;
            }
        }
        if (out >= at[5]) return -1;
        node = p->kids[at[4] + out];
    }
}

/* Runs each fight to its end, to `most` steps, to a change of the field `watch` of the table (-1: of none), or to
   something missing; then the state stays as it was when that was noticed, and `before` holds the state and seed at
   the start of the step. */
int64_t run(const Program *p, int32_t *states, uint64_t *seeds, int32_t *steps, int32_t *ends, Miss *misses,
            int32_t *before, const int64_t *todo, int64_t count, int32_t most, int32_t watch) {
    int64_t left = 0;
    int32_t memory[FIGHTERS * SLOTS * 2];
    for (int64_t k = 0; k < count; k++) {
        int64_t f = todo[k];
        int32_t *state = states + f * p->width, *kept = before + f * p->width;
        memset(memory, -1, sizeof(int32_t) * p->fighters * p->body_fields * p->spread);
        for (;;) {
            if (steps[f] >= most) { ends[f] = 2; break; }
            uint64_t seed = seeds[f];
            memcpy(kept, state, p->width * sizeof(int32_t));
            int goes = step(p, state, &seeds[f], &misses[f], memory);
            if (goes < 0) {
                seeds[f] = seed;
                ends[f] = -1;
                left++;
                break;
            }
            steps[f]++;
            if (!goes) { ends[f] = 1; break; }
            if (watch >= 0 && state[watch] != kept[watch]) { ends[f] = 3; break; }
        }
    }
    return left;
}
