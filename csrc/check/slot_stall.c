#include "check/slot_stall.h"

#include "sim/wrap.h"

#include <stdio.h>

/* ---- who --------------------------------------------------------------------------------------- */

enum { NAME_SIZE = 64 };

static const char *requester(const struct slot_stall *x, unsigned who, char name[NAME_SIZE]) {
    if (x->grant) {
        snprintf(name, NAME_SIZE, "requester %u", who);
    } else {
        snprintf(name, NAME_SIZE, "%s", x->driver);
    }
    return name;
}

static unsigned holder_of(const struct slot_stall *x) {
    const unsigned gnt = x->grant ? x->grant->gnt & x->grant->req : 1;
    return gnt ? (unsigned)__builtin_ctz(gnt) : NOBODY;
}

static const char *occupant(const struct bank_check *c, unsigned id, char name[NAME_SIZE]) {
    const struct bank_desc *desc = c->model.desc;
    if (!c->shapes->of[id].known) {
        snprintf(name, NAME_SIZE, "the bypass (id %u names no occupant)", id);
    } else if (id == 0 || (desc && desc->every_id_bypasses)) {
        snprintf(name, NAME_SIZE, "the bypass (id %u)", id);
    } else if (desc) {
        snprintf(name, NAME_SIZE, "occupant %u (%s)", id, desc->occupant[id - 1].name);
    } else {
        snprintf(name, NAME_SIZE, "occupant %u", id);
    }
    return name;
}

/* ---- links ------------------------------------------------------------------------------------- */

/* Everybody who asks, and for what: the grant another one holds, or one nobody holds. */
static void link_waiting(const struct slot_stall *x, unsigned holder, struct stall_chain *chain) {
    const struct grant_check *g = x->grant;
    for (unsigned i = 0; g && i < g->nreq; i++) {
        if (!g->waits[i]) {
            continue;
        }
        if (holder == NOBODY) {
            stall_link(chain, "slot", "requester %u asks since %s: nobody holds the grant", i,
                       text_grouped(g->since[i]));
        } else {
            stall_link(chain, "slot",
                       "requester %u asks since %s: requester %u holds the grant "
                       "since %s",
                       i, text_grouped(g->since[i]), holder, text_grouped(g->granted_since));
        }
    }
}

static void link_entry(const struct slot_stall *x, const struct entry_info *e, bool behind,
                       struct stall_chain *chain) {
    const struct bank_check *c = x->bank;
    char who[NAME_SIZE];
    stall_link(chain, "bank",
               "entry %llu of %s, id %u mode 0x%x, started at %s, has %u of %u "
               "beats, the last at %s%s",
               (unsigned long long)e->number, requester(x, e->who, who), e->id, e->mode,
               text_grouped(e->started), e->beats, c->shapes->of[e->id].in_beats,
               text_grouped(e->beat_at), behind ? "; its done comes after that one's" : "");
}

/* ---- roots ------------------------------------------------------------------------------------- */

static void without_done(const struct slot_stall *x, struct stall_chain *chain) {
    const struct bank_check *c = x->bank;
    const struct entry_info *e = &c->entry[c->oldest].info;
    char name[NAME_SIZE], who[NAME_SIZE];
    for (unsigned i = 0; i < c->entries; i++) {
        link_entry(x, &c->entry[(c->oldest + i) % SEEN_ENTRIES].info, i > 0, chain);
    }
    stall_cause(chain,
                "%s gives no done: entry %llu of %s, mode 0x%x, has all its %u beats since %s",
                occupant(c, e->id, name), (unsigned long long)e->number, requester(x, e->who, who),
                e->mode, e->beats, text_grouped(e->beat_at));
}

static void without_grant(const struct slot_stall *x, struct stall_chain *chain) {
    const struct grant_check *g = x->grant;
    unsigned first = 0;
    for (unsigned i = 1; i < g->nreq; i++) {
        if (g->waits[i] && (!g->waits[first] || g->since[i] < g->since[first])) {
            first = i;
        }
    }
    stall_cause(chain,
                "the slot grants nobody: requester %u asks since %s, and nothing outside "
                "holds it",
                first, text_grouped(g->since[first]));
}

static void add_holding(const struct slot_stall *x, struct text *t) {
    if (x->grant) {
        text_add(t, ", and holds the slot since %s", text_grouped(x->grant->granted_since));
    }
}

/* The driver's own: it owes the open entry beats. */
static void without_beats(const struct slot_stall *x, struct stall_chain *chain) {
    const struct bank_check *c = x->bank;
    const struct entry_info *e = &c->entry[(c->oldest + c->entries - 1) % SEEN_ENTRIES].info;
    char who[NAME_SIZE], holding[64];
    struct text t = text_into(holding, sizeof holding);
    add_holding(x, &t);
    link_entry(x, e, false, chain);
    stall_cause(chain, "outside: %s stopped after beat %u of %u of entry %llu at %s%s",
                requester(x, e->who, who), e->beats, c->shapes->of[e->id].in_beats,
                (unsigned long long)e->number, text_grouped(e->beat_at), holding);
}

/* Nothing is at the bank: whoever has the slot does not use it. */
static void without_work(const struct slot_stall *x, unsigned holder, struct stall_chain *chain) {
    const struct bank_latest *latest = &x->bank->latest;
    const uint64_t from = x->grant ? x->grant->granted_since : 0;
    char who[NAME_SIZE], last[96];
    if (latest->what && latest->who == holder && latest->cycle >= from) {
        snprintf(last, sizeof last, "nothing since the %s of its entry %llu at %s", latest->what,
                 (unsigned long long)latest->entry, text_grouped(latest->cycle));
    } else {
        snprintf(last, sizeof last, "nothing at all since then");
    }
    requester(x, holder, who);
    if (!x->grant) {
        stall_cause(chain, "outside: %s presents %s", who, last);
        return;
    }
    stall_link(chain, "holder", "%s is owed no done, and has presented %s", who, last);
    stall_cause(chain, "outside: %s holds the slot since %s and presented %s", who,
                text_grouped(from), last);
}

void slot_stall_explain(const struct slot_stall *x, struct stall_chain *chain) {
    const unsigned holder = holder_of(x);
    link_waiting(x, holder, chain);
    if (bank_model_pending(&x->bank->model) > 0 && x->bank->entries > 0) {
        without_done(x, chain);
    } else if (holder == NOBODY) {
        without_grant(x, chain);
    } else if (x->bank->entries > 0) {
        without_beats(x, chain);
    } else {
        without_work(x, holder, chain);
    }
}
