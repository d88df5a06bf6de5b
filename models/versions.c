/* See versions.h. A byte of a word is a lane; sets of lanes are masks like strobes.
 *
 * Write i hides what is older from a read in some lanes when it certainly came later and certainly
 * before the read: it began after the older one ended, and it ended before the read began. What is
 * hidden from every read that may still be asked about is dropped. */
#include "versions.h"

#include "mem_port_pool.h"

#include <stdlib.h>

#define ALL_LANES 0xffffffffu
#define NOBODY UINT32_MAX
#define FIRST_PLACES 256u /* a power of two */

struct version {
    uint64_t begin, end; /* end: UINT64_MAX while under way */
    struct word data;
    uint32_t lanes;
    uint32_t older; /* the same place's next; of the free list */
    uint32_t place;
    bool unknown;   /* its data may be anything */
    bool uncertain; /* abandoned: it may not have happened, so it hides nothing */
};

struct place {
    uint64_t key;
    uint32_t newest;
    uint32_t untouched_lanes; /* where what was there before every write is not dropped */
};

struct versions {
    versions_untouched_fn *untouched;
    void *context;
    struct place *place;
    uint32_t places, places_size;
    uint32_t *slot; /* open addressing: place + 1, 0 free; twice places_size */
    struct version *version;
    uint32_t versions_size, versions_made, free_version;
    uint32_t kept, under_way;
    uint64_t written, horizon;
};

/* ---- storage --------------------------------------------------------------------------------- */

static uint32_t hash_of(uint64_t key) {
    key *= UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(key >> 32);
}

static uint32_t find_slot(const struct versions *v, uint64_t key) {
    const uint32_t mask = 2 * v->places_size - 1;
    uint32_t at = hash_of(key) & mask;
    while (v->slot[at] != 0 && v->place[v->slot[at] - 1].key != key)
        at = (at + 1) & mask;
    return at;
}

static const struct place *find_place(const struct versions *v, uint64_t key) {
    const uint32_t slot = v->places == 0 ? 0 : v->slot[find_slot(v, key)];
    return slot == 0 ? NULL : &v->place[slot - 1];
}

static void grow_places(struct versions *v) {
    v->places_size = v->places_size == 0 ? FIRST_PLACES : 2 * v->places_size;
    v->place = pool_grow(v->place, v->places_size * sizeof *v->place);
    v->slot = pool_grow(v->slot, 2 * (size_t)v->places_size * sizeof *v->slot);
    memset(v->slot, 0, 2 * (size_t)v->places_size * sizeof *v->slot);
    for (uint32_t i = 0; i < v->places; i++)
        v->slot[find_slot(v, v->place[i].key)] = i + 1;
}

static uint32_t get_place(struct versions *v, uint64_t key) {
    if (v->places == v->places_size)
        grow_places(v);
    const uint32_t at = find_slot(v, key);
    if (v->slot[at] == 0) {
        v->place[v->places] =
            (struct place){.key = key, .newest = NOBODY, .untouched_lanes = ALL_LANES};
        v->slot[at] = ++v->places;
    }
    return v->slot[at] - 1;
}

static uint32_t get_version(struct versions *v) {
    v->kept++;
    if (v->free_version != NOBODY) {
        const uint32_t index = v->free_version;
        v->free_version = v->version[index].older;
        return index;
    }
    if (v->versions_made == v->versions_size) {
        v->versions_size = v->versions_size == 0 ? FIRST_PLACES : 2 * v->versions_size;
        v->version = pool_grow(v->version, v->versions_size * sizeof *v->version);
    }
    return v->versions_made++;
}

struct versions *versions_new(versions_untouched_fn *untouched, void *context) {
    struct versions *const v = calloc(1, sizeof *v);
    if (v == NULL)
        return NULL;
    v->untouched = untouched;
    v->context = context;
    v->free_version = NOBODY;
    return v;
}

void versions_free(struct versions *v) {
    if (v == NULL)
        return;
    free(v->place);
    free(v->slot);
    free(v->version);
    free(v);
}

void versions_clear(struct versions *v) {
    if (v->slot != NULL)
        memset(v->slot, 0, 2 * (size_t)v->places_size * sizeof *v->slot);
    v->places = v->versions_made = v->kept = v->under_way = 0;
    v->free_version = NOBODY;
}

/* ---- hiding ---------------------------------------------------------------------------------- */

/* `i` runs over a place's versions, newest first. */
#define VERSIONS_EACH(v, first) for (uint32_t i = (first); i != NOBODY; i = (v)->version[i].older)

/* The lanes in which something that ended at `end` is hidden from reads that begin at `from`. */
static uint32_t hidden_lanes(const struct versions *v, const struct place *p, uint64_t end,
                             uint64_t from) {
    uint32_t lanes = 0;
    if (end >= from)
        return 0;
    VERSIONS_EACH(v, p->newest) {
        const struct version *const later = &v->version[i];
        if (later->begin <= end)
            break; /* the rest began earlier still */
        if (later->end < from && !later->uncertain)
            lanes |= later->lanes;
    }
    return lanes;
}

/* The same for what was there before every write. */
static uint32_t overwritten_lanes(const struct versions *v, const struct place *p, uint64_t from) {
    uint32_t lanes = ~p->untouched_lanes;
    VERSIONS_EACH(v, p->newest) {
        const struct version *const later = &v->version[i];
        if (later->end < from && !later->uncertain)
            lanes |= later->lanes;
    }
    return lanes;
}

static void drop_hidden(struct versions *v, struct place *p) {
    p->untouched_lanes = ~overwritten_lanes(v, p, v->horizon);
    uint32_t *link = &p->newest;
    while (*link != NOBODY) {
        const uint32_t index = *link;
        struct version *const old = &v->version[index];
        if (old->end == UINT64_MAX ||
            (old->lanes & ~hidden_lanes(v, p, old->end, v->horizon)) != 0) {
            link = &old->older;
            continue;
        }
        *link = old->older;
        old->older = v->free_version;
        v->free_version = index;
        v->kept--;
    }
}

/* ---- writes ---------------------------------------------------------------------------------- */

uint32_t versions_begin(struct versions *v, uint64_t place, const struct word *data, uint32_t strb,
                        uint64_t cycle) {
    if (strb == 0)
        return VERSIONS_NONE;
    const uint32_t at = get_place(v, place);
    if (v->place[at].newest != NOBODY)
        drop_hidden(v, &v->place[at]);
    const uint32_t index = get_version(v);
    v->version[index] = (struct version){.begin = cycle,
                                         .end = UINT64_MAX,
                                         .lanes = strb,
                                         .older = v->place[at].newest,
                                         .place = at,
                                         .unknown = data == NULL};
    if (data != NULL)
        v->version[index].data = *data;
    v->place[at].newest = index;
    v->under_way++;
    v->written++;
    return index;
}

static void close_version(struct versions *v, uint32_t handle, bool uncertain, uint64_t cycle) {
    if (handle == VERSIONS_NONE)
        return;
    v->version[handle].end = cycle;
    v->version[handle].uncertain = uncertain;
    v->under_way--;
}

void versions_end(struct versions *v, uint32_t handle, uint64_t cycle) {
    close_version(v, handle, false, cycle);
}

void versions_abandon(struct versions *v, uint32_t handle, uint64_t cycle) {
    close_version(v, handle, true, cycle);
}

void versions_reset(struct versions *v, uint64_t cycle) {
    for (uint32_t at = 0; at < v->places && v->under_way > 0; at++)
        VERSIONS_EACH(v, v->place[at].newest)
    if (v->version[i].end == UINT64_MAX)
        versions_abandon(v, i, cycle);
}

void versions_forget(struct versions *v, uint64_t oldest) {
    v->horizon = oldest;
}

/* ---- reads ----------------------------------------------------------------------------------- */

static uint32_t equal_lanes(const struct word *a, const struct word *b) {
    if (word_equal(a, b))
        return ALL_LANES;
    uint32_t lanes = 0;
    for (unsigned i = 0; i < 8; i++) {
        const uint32_t differ = a->w[i] ^ b->w[i];
        for (unsigned k = 0; k < 4; k++)
            if ((differ >> 8 * k & 0xff) == 0)
                lanes |= 1u << (4 * i + k);
    }
    return lanes;
}

static void take_lanes(struct word *out, const struct word *from, uint32_t lanes) {
    for (unsigned i = 0; i < 8; i++) {
        uint32_t mask = 0;
        for (unsigned k = 0; k < 4; k++)
            mask |= (lanes >> (4 * i + k) & 1) != 0 ? UINT32_C(0xff) << 8 * k : 0;
        out->w[i] = (out->w[i] & ~mask) | (from->w[i] & mask);
    }
}

static bool untouched_word(const struct versions *v, uint64_t place, struct word *out) {
    *out = (struct word){{0}};
    return v->untouched != NULL && v->untouched(v->context, place, out);
}

static uint32_t untouched_fit(const struct versions *v, uint64_t place, const struct word *value) {
    struct word untouched;
    return untouched_word(v, place, &untouched) ? equal_lanes(&untouched, value) : ALL_LANES;
}

/* The lanes of a version that a read may have seen and that agree with what it returned. */
static uint32_t version_fit(const struct versions *v, const struct place *p,
                            const struct version *i, const struct word *value, uint64_t from) {
    const uint32_t fit = i->unknown ? i->lanes : i->lanes & equal_lanes(&i->data, value);
    return fit == 0 ? 0 : fit & ~hidden_lanes(v, p, i->end, from);
}

/* Lanes explained by partial writes that may have come after something that began at `begin`. */
static uint32_t partial_fit(const struct versions *v, const struct place *p,
                            const struct word *value, uint64_t begin, uint64_t from, uint64_t to) {
    uint32_t lanes = 0;
    VERSIONS_EACH(v, p->newest) {
        const struct version *const part = &v->version[i];
        if (part->lanes != ALL_LANES && part->begin <= to && part->end >= begin)
            lanes |= version_fit(v, p, part, value, from);
    }
    return lanes;
}

bool versions_may_read(const struct versions *v, uint64_t place, const struct word *value,
                       uint64_t from, uint64_t to) {
    const struct place *const p = find_place(v, place);
    if (p == NULL)
        return untouched_fit(v, place, value) == ALL_LANES;
    bool partial = false;
    VERSIONS_EACH(v, p->newest) {
        const struct version *const whole = &v->version[i];
        partial |= whole->lanes != ALL_LANES;
        if (whole->begin <= to && version_fit(v, p, whole, value, from) == ALL_LANES)
            return true;
    }
    uint32_t untouched = ~overwritten_lanes(v, p, from);
    if (untouched != 0)
        untouched &= untouched_fit(v, place, value);
    if (untouched == ALL_LANES)
        return true;
    if (!partial)
        return false;
    if ((untouched | partial_fit(v, p, value, 0, from, to)) == ALL_LANES)
        return true;
    VERSIONS_EACH(v, p->newest) {
        const struct version *const whole = &v->version[i];
        if (whole->lanes == ALL_LANES && whole->begin <= to &&
            (version_fit(v, p, whole, value, from) |
             partial_fit(v, p, value, whole->begin, from, to)) == ALL_LANES)
            return true;
    }
    return false;
}

bool versions_newest(const struct versions *v, uint64_t place, struct word *out) {
    const struct place *const p = find_place(v, place);
    bool known = untouched_word(v, place, out);
    if (p == NULL)
        return known;
    uint32_t left = ALL_LANES;
    VERSIONS_EACH(v, p->newest) {
        const struct version *const w = &v->version[i];
        if (!w->unknown)
            take_lanes(out, &w->data, left & w->lanes);
        known |= !w->unknown;
        left &= ~w->lanes;
    }
    return known;
}

bool versions_settled(const struct versions *v, uint64_t place, struct word *out) {
    const struct place *const p = find_place(v, place);
    struct word untouched;
    const bool known = untouched_word(v, place, &untouched);
    *out = untouched;
    if (p == NULL)
        return known;
    uint32_t given = ~overwritten_lanes(v, p, UINT64_MAX);
    if (given != 0 && !known)
        return false;
    VERSIONS_EACH(v, p->newest) {
        const struct version *const w = &v->version[i];
        const uint32_t lanes = w->lanes & ~hidden_lanes(v, p, w->end, UINT64_MAX);
        if (lanes != 0 && w->unknown)
            return false;
        if ((lanes & given & ~equal_lanes(&w->data, out)) != 0)
            return false;
        take_lanes(out, &w->data, lanes & ~given);
        given |= lanes;
    }
    return given == ALL_LANES;
}

/* ---- evidence -------------------------------------------------------------------------------- */

uint64_t versions_written(const struct versions *v) {
    return v->written;
}

size_t versions_kept(const struct versions *v) {
    return v->kept;
}
