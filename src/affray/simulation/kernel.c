/* Walks a program's trees: one step of one fight after another. It knows trees, not rules. functions.py and
   facts.py say what the trees are, children.py how the nodes of field trees lie, and walker.py has the two
   structs below a second time. Everything is plain integers in arrays that Python owns; nothing is allocated
   here, so a walk can be left wherever something is missing and be taken up again.
   Wherever something is missing, a function gives MISSING: `fact` is then the fact to be learned, or
   MISSING itself for a branch. It may have got half-way, so each is written so that it can be called
   again. */
#include <stdint.h>
#include <string.h>

enum { ASK, REFER, LEAST, SOME, RANKED, NEXT, ROLL, DO, CALL, RETURN, ALIKE, HOLD, RELEASE };
/* The same as in codes.py and walker.py. */
enum { MISSING = -1, TABLE_REGISTER = 99, DERIVED = 10000, SLOTS = 1024, BITS = 7, ROOM = 127 };
enum { DEPTH = 96, REGISTERS = 24, LOG = 4096, QUEUE = 256, FIGHTERS = 64 };
/* Of this file alone: facts of two bodies that are remembered, a power of two; the longest list that is;
   the distance of what is remembered of one fighter from that of the next. */
enum { PAIRS = 4096, FEW = 20, APART = SLOTS + 8 };
enum { ONE, OTHER, BOTH };               /* which of its bodies a fact reads */
enum { BETWEEN, WITHIN, STEPPED };       /* where in a fight: between steps, within one, just behind one */
enum { UNSEEN = -1, OVER = 1, CAPPED = 2, PAUSED = 3 };

typedef struct {
    const int32_t *nodes, *args, *roots, *reads, *starts, *order, *order_at;
    const int32_t *by_reference, *variants, *held_by, *writes, *write_at, *chance_at;
    /* which facts are remembered, and what until a field is written */
    const int32_t *cached, *dependents, *dependent_count;
    const int32_t *ties; /* which rank parts those who are equal by this one, or -1 */
    const double *cumulative;
    int32_t fighters, body_fields, table_fields, width, root, slots;
    uint64_t gone; /* a bit for each fighter who has left the fight: no look finds that one */
} Program;

#define GONE(p, who) ((p)->gone >> (who) & 1)

/* What is remembered of a fact, by its slot. Rules ask far more often than effects change anything, so most
   facts have the value that they had when they were asked last.
   A fact of one body is thrown away when a field that it has ever read is written: an effect goes through the
   few slots that depend on the field. Facts of two bodies and looks at everybody would be too many to go
   through; they are kept with stamps instead, which count the writes that they depend on, and hold as long as
   the stamps are the same. Stamps go on from fight to fight, so that nothing of one fight is taken for
   another's; what is all 0 holds nothing.
   What is remembered of one fighter stands side by side, as one effect forgets much of it; the next begins
   `APART` from there, no power of two, or the same slots of all would drive each other out of the
   processor's cache. */
/* Of one fighter: 1 and the value of a fact of one body, or 0. */
typedef struct { int32_t known; uint32_t stamp; } Cell;
/* A fact of two bodies, with the stamps of both. */
typedef struct { uint32_t key, one, other; int32_t value; } Pair;
/* A look at everybody, with the stamps of all and of the own body, added up for the rank and so many that
   parted equals. */
typedef struct { uint32_t all, own; int32_t outcome, ties; } Seen;
typedef struct { uint32_t all, own; int32_t listed, ties; uint8_t who[FEW]; } List;

/* Where a walk stands; it can be left and taken up again. Python reads and writes the first part. */
typedef struct {
    uint64_t seed;
    int64_t k;                            /* which of the fights */
    int32_t where, result;
    /* what is missing: a fact of two bodies and how far its tree is known, or (-1) a branch */
    int32_t fact, one, other, node, deep;
    /* `base`: the depth of the function that the walk began with; `mark`: what `until` was at first */
    int32_t depth, base, listed, next_listed, mark;
    int32_t function[DEPTH];
    int32_t log_at[DEPTH + 1], log[LOG];  /* what came out at each node of functions that have not returned */
    int32_t count[DEPTH], registers[DEPTH][REGISTERS];
    int32_t list[FIGHTERS];             /* fighters for NEXT to take one by one: ranked, or that of a result */
    /* which effects are held back now, as a bit of `held_by`, and by how many blocks within blocks */
    int32_t holding, blocks;
    int32_t queued, released, queue[QUEUE][3]; /* each held back: the effect, whose body, the second body */
    int32_t *state, *before;
    uint64_t seed_before;
    int32_t now, ties, back[DEPTH]; /* `ties`: how many ranks a look has needed to part equals */
    uint32_t all[SLOTS];
    Cell memory[(FIGHTERS + 1) * APART];
    Pair pairs[PAIRS];
    Seen seen[(FIGHTERS + 1) * SLOTS];
    List lists[(FIGHTERS + 1) * SLOTS];
} Walk;

int64_t size_of_walk(void) { return sizeof(Walk); }

/* The next number of the fight's own stream: splitmix64, as in core/stream.py. Python draws from it as
   well where it traces, so that a fight has the same dice whether its rolls are walked or run. */
double draw(Walk *w) {
    uint64_t z = (w->seed += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    z ^= z >> 31;
    return (double)(z >> 11) * (1.0 / 9007199254740992.0);
}

/* Nothing is remembered of the fight in hand. Stamps rise, as they do at each write: with the cells alone,
   what was kept with stamps would still hold. */
void forget(const Program *p, Walk *w) {
    for (int32_t slot = 0; slot < p->slots; slot++) w->all[slot]++;
    for (int32_t who = 0; who <= p->fighters; who++) {
        Cell *kept = w->memory + who * APART;
        for (int32_t slot = 0; slot < p->slots; slot++) { kept[slot].known = 0; kept[slot].stamp++; }
    }
}

/* A fighter's fields, or the table's, which are numbered after a body's. */
static inline int32_t *body_of(const Program *p, const Walk *w, int32_t who) {
    return who == p->fighters ? w->state - p->body_fields : w->state + p->table_fields + who * p->body_fields;
}

static int32_t known(const Program *p, Walk *w, int32_t fact, int32_t one, int32_t other);

/* The leaf of a field tree for two bodies. Derived facts are numbered after all fields.
   Half of all time is spent here, waiting for the memory of a node and of its child. */
static int32_t leaf(const Program *p, Walk *w, int32_t fact, int32_t one, int32_t other) {
    int32_t node = p->starts[fact], last = MISSING, deep = 0;
    const int32_t *first = body_of(p, w, one), *second = body_of(p, w, other);
    while (node >= 0) {
        const int32_t *r = p->reads + node;
        int32_t value;
        int32_t slot = r[0] & 3;
        if (r[1] < DERIVED) value = (slot ? second : first)[r[1]];
        else {
            int32_t whose = slot & 1 ? other : one; /* 2 and more: of this body and the other one */
            value = known(p, w, r[1] - DERIVED, whose, slot < 2 ? whose : slot & 1 ? one : other);
            if (value < 0) return MISSING;
        }
        const int32_t *children = p->reads + r[2];
        last = node;
        deep++;
        if (r[3] < 0) { /* a place for each id from the first on */
            uint32_t at = (uint32_t)(value - (r[0] >> 2));
            node = at < (uint32_t)-r[3] ? children[at] : MISSING;
        } else {
            int32_t at = value & r[3];
            while (children[2 * at] != value && children[2 * at] != MISSING) at = (at + 1) & r[3];
            node = children[2 * at] == value ? children[2 * at + 1] : MISSING;
        }
    }
    if (node != MISSING) return -node - 2;
    w->fact = fact, w->one = one, w->other = other, w->node = last, w->deep = deep;
    return MISSING;
}

/* The same of two bodies, remembered until one of them changes. */
static int32_t known_of_two(const Program *p, Walk *w, int32_t slot, int32_t fact, int32_t one,
                            int32_t other) {
    uint32_t key = 1 + ((uint32_t)slot * (FIGHTERS + 1) + one) * (FIGHTERS + 1) + other;
    /* spread by a hash (Knuth's), but so that those of one body stand side by side */
    Pair *pair = w->pairs + ((((uint32_t)slot * (FIGHTERS + 1) + one) * 2654435761u >> 20) + other) % PAIRS;
    uint32_t first = w->memory[one * APART + slot].stamp, second = w->memory[other * APART + slot].stamp;
    if (pair->key == key && pair->one == first && pair->other == second) return pair->value;
    int32_t value = leaf(p, w, fact, one, other);
    if (value >= 0) { pair->key = key; pair->one = first; pair->other = second; pair->value = value; }
    return value;
}

/* The same, remembered. */
static inline int32_t known(const Program *p, Walk *w, int32_t fact, int32_t one, int32_t other) {
    int32_t slot = p->cached[fact];
    if (slot < 0) return leaf(p, w, fact, one, other);
    int32_t reads = slot & 3;
    slot >>= 2;
    if (reads == BOTH) return known_of_two(p, w, slot, fact, one, other);
    Cell *kept = w->memory + (reads == OTHER ? other : one) * APART + slot;
    if (!kept->known) kept->known = 1 + leaf(p, w, fact, one, other); /* a missing one stays 0 */
    return kept->known - 1;
}

/* Whether one who has the same place as another comes behind, by what parts them. Negative: missing. */
static int32_t behind(const Program *p, Walk *w, int32_t fact, int32_t one, int32_t who, int32_t other) {
    for (int32_t deep = 1; (fact = p->ties[fact]) >= 0; deep++) {
        if (w->ties < deep) w->ties = deep;
        int32_t his = known(p, w, fact, one, who);
        if (his < 0) return MISSING;
        int32_t others = known(p, w, fact, one, other);
        if (others < 0) return MISSING;
        const int32_t *order = p->order + p->order_at[fact];
        if (his != others) return order[his] > order[others];
    }
    return 0;
}

static int32_t look_anew(const Program *p, Walk *w, int32_t op, int32_t fact, int32_t one, int32_t other) {
    const int32_t n = p->fighters;
    switch (op) {
    case LEAST: {
        const int32_t *order = p->order + p->order_at[fact];
        int32_t best = 0, who = -1, equals = 0;
        for (int32_t k = 0, i = one; k < n; k++) { /* equals come round the table: see Play.least */
            if (++i >= n) i = 0;
            if (GONE(p, i)) continue;
            int32_t place = known(p, w, fact, one, i);
            if (place < 0) return MISSING;
            if (place && (who < 0 || order[place] < best)) { who = i; best = order[place]; equals = 0; }
            else if (place && order[place] == best) equals++;
        }
        if (!equals || p->ties[fact] < 0) return who + 1;
        for (int32_t k = 1, i = who; k < n; k++) { /* only now is more read than the rank: ties are rare */
            if (++i >= n) i = 0;
            if (GONE(p, i)) continue;
            int32_t place = known(p, w, fact, one, i);
            if (!place || order[place] != best) continue;
            int32_t later = behind(p, w, fact, one, who, i);
            if (later < 0) return MISSING;
            if (later) who = i;
        }
        return who + 1;
    }
    case SOME:
        for (int32_t i = 0; i < n; i++) {
            if (i == one || GONE(p, i)) continue;
            int32_t out = known(p, w, fact, one, i);
            if (out) return out;
        }
        return 0;
    case ALIKE: {
        int32_t mine = known(p, w, fact, one, one);
        for (int32_t i = 0; mine > 0 && i < n; i++) {
            if (GONE(p, i)) continue;
            int32_t place = known(p, w, fact, i, i);
            if (place < 0) return MISSING;
            if (i != one && place == mine) return 1;
        }
        return mine < 0 ? MISSING : 0;
    }
    case RANKED: {
        const int32_t *order = p->order + p->order_at[fact];
        int32_t places[FIGHTERS];
        w->listed = w->next_listed = 0;
        for (int32_t i = 0; i < n; i++) {
            if (GONE(p, i)) continue;
            int32_t place = known(p, w, fact, one, i);
            if (place < 0) return MISSING;
            if (!place) continue;
            int32_t j = w->listed++;
            for (; j && places[j - 1] >= order[place]; j--) {
                int32_t later = places[j - 1] > order[place] ? 1 : behind(p, w, fact, one, w->list[j - 1], i);
                if (later < 0) return MISSING;
                if (!later) break;
                places[j] = places[j - 1];
                w->list[j] = w->list[j - 1];
            }
            places[j] = order[place];
            w->list[j] = i;
        }
        return w->listed;
    }
    default:
        return known(p, w, fact, one, other);
    }
}

/* The stamps of what a look depends on: its fact, and so many ranks that parted equals. They only rise, so
   sums do for all. 0: one of these is not remembered, and so the look cannot be. */
static inline int stamps(const Program *p, const Walk *w, int32_t slot, int32_t fact, int32_t one,
                         int32_t ties, uint32_t *all, uint32_t *own) {
    *all = 1 + w->all[slot], *own = w->memory[one * APART + slot].stamp;
    for (; ties > 0; ties--) {
        slot = p->cached[fact = p->ties[fact]] >> 2;
        if (slot < 0) return 0;
        *all += w->all[slot], *own += w->memory[one * APART + slot].stamp;
    }
    return 1;
}

static int32_t listed(const Program *p, Walk *w, int32_t slot, int32_t fact, int32_t one) {
    List *list = w->lists + slot * (p->fighters + 1) + one;
    uint32_t all, own;
    if (list->all && stamps(p, w, slot, fact, one, list->ties, &all, &own)
        && list->all == all && list->own == own) {
        w->next_listed = 0;
        w->listed = list->listed;
        for (int32_t i = 0; i < list->listed; i++) w->list[i] = list->who[i];
        return list->listed;
    }
    w->ties = 0;
    int32_t length = look_anew(p, w, RANKED, fact, one, 0);
    if (length < 0 || length > FEW || !stamps(p, w, slot, fact, one, w->ties, &all, &own)) return length;
    list->all = all, list->own = own, list->listed = length, list->ties = w->ties;
    for (int32_t i = 0; i < length; i++) list->who[i] = w->list[i];
    return length;
}

/* What a reading node comes to: a leaf; for a fighter its number and 1; for a list its length. Negative:
   missing. */
int32_t look(const Program *p, Walk *w, int32_t op, int32_t fact, int32_t one, int32_t other) {
    int32_t slot = p->cached[fact] >> 2;
    if (slot < 0 || op == ASK || op == REFER) return look_anew(p, w, op, fact, one, other);
    if (op == RANKED) return listed(p, w, slot, fact, one);
    Seen *seen = w->seen + slot * (p->fighters + 1) + one;
    uint32_t all, own;
    if (seen->all && stamps(p, w, slot, fact, one, seen->ties, &all, &own)
        && seen->all == all && seen->own == own) return seen->outcome;
    w->ties = 0;
    int32_t outcome = look_anew(p, w, op, fact, one, other);
    if (outcome >= 0 && stamps(p, w, slot, fact, one, w->ties, &all, &own)) {
        seen->all = all; seen->own = own; seen->outcome = outcome; seen->ties = w->ties;
    }
    return outcome;
}

/* Lets an effect happen; the second body is one that it refers to or reads. Negative: missing. */
int32_t happen(const Program *p, Walk *w, int32_t effect, int32_t who, int32_t second) {
    w->fact = MISSING;
    int32_t reference = p->by_reference[effect] ? second : p->fighters;
    int32_t fact = p->variants[effect * (p->fighters + 1) + reference];
    if (fact < 0) return MISSING;
    int32_t change = leaf(p, w, fact, who, second);
    if (change < 0) return MISSING;
    int32_t *body = body_of(p, w, who);
    Cell *kept = w->memory + who * APART;
    for (int32_t at = p->write_at[change]; at < p->write_at[change + 1]; at += 2) {
        int32_t field = p->writes[at];
        if (body[field] == p->writes[at + 1]) continue; /* nothing changes, so nothing is forgotten */
        body[field] = p->writes[at + 1];
        const int32_t *slots = p->dependents + field * SLOTS;
        for (int32_t d = 0; d < p->dependent_count[field]; d++) {
            Cell *cell = kept + (slots[d] >> 1);
            cell->known = 0;
            cell->stamp++;
            w->all[slots[d] >> 1] += slots[d] & 1;
        }
    }
    return 0;
}

/* Holds back effects of some kinds from here on. Negative: others are held back already. */
int32_t hold(Walk *w, int32_t kinds) {
    w->fact = MISSING;
    if (w->blocks && w->holding != kinds) return MISSING;
    w->holding = kinds;
    w->blocks++;
    return 0;
}

/* Lets an effect happen, or puts it behind those that are held back. Negative: missing. */
int32_t take(const Program *p, Walk *w, int32_t effect, int32_t who, int32_t second) {
    if (!(w->holding & p->held_by[effect])) return happen(p, w, effect, who, second);
    w->fact = MISSING;
    if (w->queued == QUEUE) return MISSING;
    int32_t *held = w->queue[w->queued++];
    held[0] = effect, held[1] = who, held[2] = second;
    return 0;
}

/* Ends a block; with the outermost one all that was held back happens, in its order. `released` counts
   what has happened already: where something is missing half-way, it goes on from there when it is called
   again. Negative: missing. */
int32_t release(const Program *p, Walk *w) {
    if (w->blocks > 1) { w->blocks--; return 0; }
    w->holding = 0;
    for (; w->released < w->queued; w->released++) {
        const int32_t *held = w->queue[w->released];
        if (happen(p, w, held[0], held[1], held[2]) < 0) return MISSING;
    }
    w->blocks = w->queued = w->released = 0;
    return 0;
}

/* The child of a node for what came out. */
static inline int32_t child(const Program *p, const int32_t *at, int32_t out) {
    int32_t width = at[0] >> 3 * BITS;
    if (width) return out < width ? at[2 + out] : MISSING;
    return out < at[3] ? p->nodes[at[2] + out] : MISSING;
}

#define B(at) (at[0] >> BITS & ROOM)
#define C(at) (at[0] >> 2 * BITS & ROOM)

/* From where the walk stands to the end of the function that it began with. Negative: something is missing.
   A node that misses something has changed nothing yet, or knows how far it has got (`release`): it is
   begun again when the walk goes on. `log` is what Python needs to run the function again up to here. */
static int32_t go(const Program *p, Walk *w) {
    const int32_t n = p->fighters;
    int32_t depth = w->depth, node = w->now, top = w->log_at[depth + 1 < DEPTH ? depth + 1 : DEPTH];
    int32_t *registers = w->registers[depth];
    w->fact = MISSING;
#define WHO(r) ((r) == TABLE_REGISTER ? n : registers[r])
    for (;;) {
        if (node < 0 || top == LOG) goto missing;
        const int32_t *at = p->nodes + node;
        int32_t op = at[0] & ROOM, out = 0, who = -1;
        switch (op) {
        case ASK:
            out = known(p, w, at[1], WHO(B(at)), WHO(C(at)));
            if (out < 0) goto missing;
            break;
        case SOME: case ALIKE:
            out = look(p, w, op, at[1], WHO(B(at)), n);
            if (out < 0) goto missing;
            break;
        case RANKED:
            if (look(p, w, RANKED, at[1], WHO(B(at)), n) < 0) goto missing;
            break;
        case REFER: case LEAST:
            who = look(p, w, op, at[1], WHO(B(at)), n) - 1;
            if (who < -1) goto missing;
            break;
        case NEXT:
            who = w->next_listed < w->listed ? w->list[w->next_listed++] : -1;
            break;
        case ROLL: {
            const double *c = p->cumulative + p->chance_at[at[1]];
            double u = draw(w);
            while (c[out] <= u) out++; /* the last value is 2 */
            break;
        }
        case DO:
            if (take(p, w, at[1], WHO(B(at)), WHO(C(at))) < 0) goto missing;
            break;
        case HOLD:
            if (hold(w, at[1]) < 0) goto missing;
            break;
        case RELEASE:
            if (release(p, w) < 0) goto missing;
            break;
        case CALL: {
            if (depth + 1 >= DEPTH) goto missing;
            int32_t *callee = w->registers[depth + 1];
            const int32_t *args = p->args + at[1];
            int32_t n_args = C(at);
            for (int i = 0; i < n_args; i++) callee[i] = registers[args[1 + i]];
            w->back[depth] = node;
            w->log_at[++depth] = top;
            w->count[depth] = n_args;
            w->function[depth] = args[0];
            registers = callee;
            node = p->roots[args[0]];
            continue;
        }
        case RETURN:
            out = at[1];
            if (B(at)) { w->list[0] = registers[B(at) - 1]; w->listed = 1; w->next_listed = 0; }
            if (depth == w->base) return w->result = out;
            top = w->log_at[depth];
            at = p->nodes + w->back[--depth];
            op = CALL;
            registers = w->registers[depth];
            break;
        }
        if (op == REFER || op == LEAST || op == NEXT) { /* branch by register, not by fighter */
            if (who < 0) out = 0;
            else {
                int i = 0;
                while (i < w->count[depth] && registers[i] != who) i++;
                if (i == w->count[depth]) {
                    if (i == REGISTERS) goto missing;
                    registers[w->count[depth]++] = who;
                }
                out = i + 1;
            }
        }
        w->log[top++] = out;
        node = child(p, at, out);
    }
missing:
    w->depth = depth;
    w->now = node;
    w->log_at[depth + 1] = top;
    return MISSING;
}

/* Runs a function from its start, on top of so many that have not returned; its registers hold the
   arguments. */
int32_t call(const Program *p, Walk *w, int32_t function, int32_t base) {
    w->depth = w->base = base;
    w->log_at[0] = 0;
    w->log_at[base + 1] = w->log_at[base];
    w->function[base] = function;
    w->now = p->roots[function];
    return go(p, w);
}

/* Goes on behind a function at this depth, which was run elsewhere and gave `out`, with the fighter in
   `list` if one is in it. */
int32_t give(const Program *p, Walk *w, int32_t base, int32_t depth, int32_t out) {
    w->base = base;
    w->listed = 1, w->next_listed = 0;
    if (depth == base) return w->result = out;
    const int32_t *at = p->nodes + w->back[--depth];
    int32_t top = w->log_at[depth + 1];
    w->log[top++] = out;
    w->log_at[depth + 1] = top;
    w->depth = depth;
    w->now = child(p, at, out);
    return go(p, w);
}

/* Goes on once the fact that was missing is known. */
int32_t resume(const Program *p, Walk *w) { return go(p, w); }

static int32_t step(const Program *p, Walk *w) {
    if (w->where == STEPPED) return w->result; /* Python has played it to its end */
    if (w->where == WITHIN) return go(p, w);
    /* kept for a step that no tree can hold, which is then played plainly from its start */
    memcpy(w->before, w->state, p->width * sizeof(int32_t));
    w->seed_before = w->seed;
    w->count[0] = w->holding = w->blocks = w->queued = w->released = 0;
    w->where = WITHIN;
    return call(p, w, p->root, 0);
}

/* Runs each fight to its end, to `most` steps, or until the field `until` of its state changes.
   1: something is missing; the walk goes on from there when it is called again. 0: all are done.
   Where `skips`, a fight that misses something is left at the start of its step, for later. */
int32_t run(const Program *p, Walk *w, int32_t *states, uint64_t *seeds, int32_t *steps, int32_t *ends,
            const int64_t *todo, int64_t count, int32_t most, int32_t until, int32_t skips) {
    for (; w->k < count; w->k++) {
        int64_t f = todo[w->k];
        int32_t *state = states + f * p->width;
        if (w->state != state) {
            w->state = state;
            w->seed = seeds[f];
            w->where = BETWEEN;
            w->mark = until < 0 ? 0 : state[until];
            forget(p, w);
        }
        for (ends[f] = UNSEEN; ends[f] == UNSEEN;) {
            if (w->where == BETWEEN && steps[f] >= most) { ends[f] = CAPPED; break; }
            int32_t goes = step(p, w);
            if (goes < 0) {
                if (!skips) return 1;
                memcpy(state, w->before, p->width * sizeof(int32_t));
                w->seed = w->seed_before;
                break;
            }
            w->where = BETWEEN;
            steps[f]++;
            if (!goes) ends[f] = OVER;
            else if (until >= 0 && state[until] != w->mark) ends[f] = PAUSED;
        }
        seeds[f] = w->seed;
        w->state = 0;
    }
    return 0;
}
