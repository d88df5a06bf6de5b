#include "check/mag_stall.h"

#include "check/slot_stall.h"
#include "sim/wrap.h"

#include <stdio.h>
#include <string.h>

enum {
    STARVED_BY = 8, /* bursts of others while one waits that leave no doubt */
    ALSO_MOST = 5   /* further waits that are listed */
};

_Static_assert(MAG_ITEM_COUNT <= 64, "one bit an item");

static const char *const name_of[MAG_REQUESTERS] = {
    "port 0", "port 1", "port 2", "port 3", "the mover", "the host window", "the interlink (ri_*)"};

/* One report under way. */
struct walk {
    const struct mag_stall *x;
    struct stall_chain *chain;
    uint64_t seen; /* items on the chain */
};

static void follow(struct walk *k, unsigned at);

/* ---- what is held for long ------------------------------------------------------------------- */

static bool is_long(const struct walk *k, uint64_t since) {
    return k->x->cycle - since >= k->x->watch->bound / 2;
}

static uint64_t hold_since(const struct walk *k, unsigned id, uint32_t bit) {
    if (bit == MAG_DRAM_B) {
        return k->x->pins->response_since[id];
    }
    return k->x->watch->held_since[id][__builtin_ctz(bit)];
}

static bool holds(const struct walk *k, unsigned id, uint32_t bit) {
    const uint64_t since = hold_since(k, id, bit);
    return (k->x->watch->held[id] & bit) != 0 && since <= k->x->cycle && is_long(k, since);
}

static bool offered(const struct walk *k, const struct mag_offered *o) {
    return o->held && is_long(k, o->since);
}

static bool present(const struct walk *k, unsigned at) {
    return (k->seen >> at & 1) == 0 && k->x->watch->item[at].present;
}

/* Since when it waits; a move, since it moved last. */
static uint64_t item_since(const struct walk *k, unsigned at) {
    return at == MAG_ITEM_MOVER ? k->x->pins->mover.last_moved : k->x->watch->item[at].since;
}

/* ---- roots ----------------------------------------------------------------------------------- */

/* An answer of the memory: MAG_DRAM_R or MAG_DRAM_B. */
static void root_owed(struct walk *k, unsigned id, uint32_t bit) {
    const bool read = bit == MAG_DRAM_R;
    const char *since = text_grouped(hold_since(k, id, bit));
    stall_link(k->chain, read ? "dram_r" : "dram_b", "%s of %s is under way, unanswered since %s",
               read ? "a read" : "a write", name_of[id], since);
    stall_cause(k->chain, "outside: the memory owes %s %s since %s", name_of[id],
                read ? "read data" : "a write response", since);
}

/* Whoever has been owed such an answer longest; MAG_REQUESTERS: nobody. */
static unsigned longest_owed(const struct walk *k, uint32_t bit) {
    unsigned first = MAG_REQUESTERS;
    for (unsigned id = 0; id < MAG_REQUESTERS; id++) {
        if (holds(k, id, bit) &&
            (first == MAG_REQUESTERS || hold_since(k, id, bit) < hold_since(k, first, bit))) {
            first = id;
        }
    }
    return first;
}

/* A channel of the memory does not take what is offered. Should it owe an answer for longer, that is
 * why: it takes only so many bursts. */
static void root_refused(struct walk *k, const char *channel, const struct mag_offered *o,
                         uint32_t answer) {
    const unsigned owed = longest_owed(k, answer);
    const char *whose = o->id < MAG_REQUESTERS ? name_of[o->id] : "some requester";
    const char *since = text_grouped(o->since);
    stall_link(k->chain, channel, "%s of %s is offered since %s and not taken",
               channel[5] == 'w' ? "a beat" : "a burst", whose, since);
    if (owed < MAG_REQUESTERS && hold_since(k, owed, answer) <= o->since) {
        root_owed(k, owed, answer);
    }
    stall_cause(k->chain, "outside: the memory does not take %s, which %s offers since %s", channel,
                whose, since);
}

static void root_outside(struct walk *k, unsigned id, uint32_t bit, const char *what) {
    stall_cause(k->chain, "outside: %s: %s since %s", what, mag_outside_text(__builtin_ctz(bit)),
                text_grouped(hold_since(k, id, bit)));
}

/* True: others went while nothing of this requester did. */
static bool root_starved(struct walk *k, unsigned at, const char *channel) {
    const unsigned id = mag_item_requester(at);
    const uint64_t *now = k->x->now->issued[mag_item_writes(at)], *then = k->x->watch->issued[at];
    uint64_t all = 0;
    unsigned most = 0;
    for (unsigned other = 0; other < MAG_REQUESTERS; other++) {
        all += now[other] - then[other];
        most = now[other] - then[other] > now[most] - then[most] ? other : most;
    }
    if (now[id] != then[id] || all < STARVED_BY) {
        return false;
    }
    stall_link(k->chain, channel,
               "no burst of %s since %s; %s of others went first, %s of them of "
               "%s",
               name_of[id], text_grouped(item_since(k, at)), text_grouped(all),
               text_grouped(now[most] - then[most]), name_of[most]);
    stall_cause(k->chain,
                "%s is starved at the DRAM master: it waits for %s since %s while %s "
                "bursts of others went first",
                name_of[id], channel, text_grouped(item_since(k, at)), text_grouped(all));
    return true;
}

static void root_inside(struct walk *k, unsigned at) {
    char place[24];
    struct text t = text_into(place, sizeof place);
    mag_item_place(&t, at);
    stall_cause(k->chain, "inside the agent, at %s: %s since %s, and nothing outside holds it",
                place, mag_item_kind(at), text_grouped(item_since(k, at)));
}

/* ---- links and inputs ------------------------------------------------------------------------ */

static void wait_for_link(struct walk *k, unsigned at, unsigned port) {
    const struct mag_flit_offered *o = &k->x->pins->out[port];
    if (!holds(k, 0, MAG_LINK(port))) {
        root_inside(k, at);
        return;
    }
    const uint64_t since = o->held ? o->since : hold_since(k, 0, MAG_LINK(port));
    if (o->held) {
        stall_link(k->chain, "noc_out",
                   "%s for (%u,%u) is offered on noc_out[%u] since %s: its "
                   "receiver holds busy",
                   flit_type_name(o->flit.type), o->flit.dst_x, o->flit.dst_y, port,
                   text_grouped(since));
    }
    stall_cause(k->chain,
                "outside: the receiver holds noc_out_busy[%u] high; nothing leaves by "
                "port %u since %s",
                port, port, text_grouped(since));
}

/* A flit at the input of `port` that is not accepted. */
static void link_inbound(struct walk *k, unsigned port, const char *why) {
    const struct mag_flit_offered *o = &k->x->pins->in[port];
    if (o->held) {
        stall_link(k->chain, "noc_in", "(%u,%u) has held %s%s at noc_in[%u] since %s: %s",
                   o->flit.src_x, o->flit.src_y, o->flit.rsvd >> 2 ? "a marked " : "",
                   flit_type_name(o->flit.type), port, text_grouped(o->since), why);
    }
}

static void wait_for_enc(struct walk *k, unsigned at, unsigned port) {
    link_inbound(k, port, "it is behind that flit");
    for (unsigned p = 0; p < k->x->models->ports; p++) {
        if (p != port && present(k, mag_item_of_path(AGENT_PATH_ENC, p))) {
            stall_link(k->chain, "port",
                       "a marked flit of port %u waits for the encapsulator, too, "
                       "since %s",
                       p,
                       text_grouped(k->x->watch->item[mag_item_of_path(AGENT_PATH_ENC, p)].since));
            k->seen |= UINT64_C(1) << mag_item_of_path(AGENT_PATH_ENC, p);
            link_inbound(k, p, "it is behind that one");
        }
    }
    if (!holds(k, 0, MAG_ENC)) {
        root_inside(k, at);
        return;
    }
    stall_cause(k->chain,
                "outside: the encapsulator is stuck: enc_busy is high since %s, marked "
                "flits of port %u wait since %s",
                text_grouped(hold_since(k, 0, MAG_ENC)), port, text_grouped(item_since(k, at)));
}

/* ---- bursts at the memory -------------------------------------------------------------------- */

/* An answer the port has and cannot send keeps the room a new read needs. */
static bool behind_answers(struct walk *k, unsigned id) {
    const unsigned plain = mag_item_of_port(WAIT_PLAIN_OUT, id);
    const unsigned stream = mag_item_of_port(WAIT_STREAM_OUT, id);
    const bool room =
        mem_port_model_oldest(k->x->models->port[id], WAIT_READ_PLAIN_AR).needs_room ||
        mem_port_model_oldest(k->x->models->port[id], WAIT_READ_STREAM_AR).needs_room;
    if (!room || (!present(k, plain) && !present(k, stream))) {
        return false;
    }
    const struct mag_watch_item *item = k->x->watch->item;
    const bool first =
        present(k, plain) && (!present(k, stream) || item[plain].since <= item[stream].since);
    follow(k, first ? plain : stream);
    return true;
}

/* With a queue near full a request may wait at the input, behind a marked flit. */
static bool behind_marked(struct walk *k, unsigned at, unsigned id) {
    const unsigned enc = id < AGENT_PORTS_MAX ? mag_item_of_path(AGENT_PATH_ENC, id) : 0;
    if (id >= AGENT_PORTS_MAX || (k->x->watch->item[at].needs & MAG_ENC) == 0 || !present(k, enc) ||
        !holds(k, 0, MAG_ENC)) {
        return false;
    }
    follow(k, enc);
    return true;
}

static void wait_for_read(struct walk *k, unsigned at) {
    const unsigned id = mag_item_requester(at);
    const struct mag_offered *ar = &k->x->pins->ar;
    const bool own_offered = offered(k, ar) && ar->id == id;
    if (!own_offered && id < AGENT_PORTS_MAX && behind_answers(k, id)) {
        return;
    }
    if (!own_offered && holds(k, id, MAG_DRAM_R)) {
        root_owed(k, id, MAG_DRAM_R);
    } else if (!own_offered && behind_marked(k, at, id)) {
        return;
    } else if (offered(k, ar)) {
        root_refused(k, "dram_ar", ar, MAG_DRAM_R);
    } else if (longest_owed(k, MAG_DRAM_R) < MAG_REQUESTERS) {
        root_owed(k, longest_owed(k, MAG_DRAM_R), MAG_DRAM_R);
    } else if (!root_starved(k, at, "dram_ar")) {
        root_inside(k, at);
    }
}

/* AW or W, whichever was refused first: a memory may take AW only with its W, and the reverse. */
static void root_write_refused(struct walk *k) {
    const struct mag_offered *aw = &k->x->pins->aw, *w = &k->x->pins->w;
    const bool beat = offered(k, w) && (!offered(k, aw) || w->since < aw->since);
    root_refused(k, beat ? "dram_w" : "dram_aw", beat ? w : aw, MAG_DRAM_B);
}

static void wait_for_write(struct walk *k, unsigned at) {
    const unsigned id = mag_item_requester(at);
    const struct mag_offered *aw = &k->x->pins->aw, *w = &k->x->pins->w;
    const bool own_offered = offered(k, w) || (offered(k, aw) && aw->id == id);
    if (!own_offered && holds(k, id, MAG_DRAM_B)) {
        root_owed(k, id, MAG_DRAM_B);
    } else if (!own_offered && behind_marked(k, at, id)) {
        return;
    } else if (own_offered || offered(k, aw)) {
        root_write_refused(k);
    } else if (longest_owed(k, MAG_DRAM_B) < MAG_REQUESTERS) {
        root_owed(k, longest_owed(k, MAG_DRAM_B), MAG_DRAM_B);
    } else if (!root_starved(k, at, "dram_aw")) {
        root_inside(k, at);
    }
}

/* Its own beats, or those of a burst whose AW went before. */
static void wait_for_beats(struct walk *k, unsigned at) {
    const struct mag_offered *w = &k->x->pins->w;
    if (offered(k, w)) {
        root_refused(k, "dram_w", w, MAG_DRAM_B);
    } else if ((k->x->watch->item[at].needs & MAG_SOURCE) != 0) {
        stall_cause(k->chain, "outside: an endpoint owes data flits of a write of %s",
                    name_of[mag_item_requester(at)]);
    } else {
        root_inside(k, at);
    }
}

/* ---- who waits ------------------------------------------------------------------------------- */

static void follow_port(struct walk *k, unsigned at) {
    switch ((enum mem_port_wait)(at % WAIT_COUNT)) {
    case WAIT_READ_PLAIN_AR:
    case WAIT_READ_STREAM_AR:
        wait_for_read(k, at);
        return;
    case WAIT_WRITE_AW:
        wait_for_write(k, at);
        return;
    case WAIT_WRITE_W:
        wait_for_beats(k, at);
        return;
    default:
        wait_for_link(k, at, at / WAIT_COUNT);
    }
}

static void follow_path(struct walk *k, unsigned at) {
    const unsigned port = (at - MAG_ITEM_PATH) / AGENT_PATH_COUNT;
    switch ((enum agent_path)((at - MAG_ITEM_PATH) % AGENT_PATH_COUNT)) {
    case AGENT_PATH_RX:
        if (holds(k, 0, MAG_AGENT)) {
            root_outside(k, 0, MAG_AGENT, "the control agent takes nothing");
        } else {
            root_inside(k, at);
        }
        return;
    case AGENT_PATH_ENC:
        wait_for_enc(k, at, port);
        return;
    default:
        for (unsigned p = 0; p < k->x->models->ports && !holds(k, 0, MAG_LINK(port)); p++) {
            if ((k->x->watch->item[at].needs & MAG_LINK(p)) != 0 && holds(k, 0, MAG_LINK(p))) {
                wait_for_link(k, at,
                              p); /* its input is in order: behind a flit that leaves there */
                return;
            }
        }
        wait_for_link(k, at, port);
    }
}

/* The client of a window takes no answers, or owes data. */
static bool wait_for_client(struct walk *k, unsigned at) {
    static const struct {
        uint32_t bit;
        const char *what;
    } client[] = {
        {MAG_HOST_R, "the host does not take its read data"},
        {MAG_HOST_B, "the host does not take its write response"},
        {MAG_HOST_W, "the host sends no data for its write"},
        {MAG_RI_B, "the interlink does not take its write response"},
        {MAG_RI_W, "the interlink sends no data for its write"},
    };
    for (unsigned i = 0; i < sizeof client / sizeof *client; i++) {
        if ((k->x->watch->item[at].needs & client[i].bit) != 0 && holds(k, 0, client[i].bit)) {
            root_outside(k, 0, client[i].bit, client[i].what);
            return true;
        }
    }
    return false;
}

static void follow_window(struct walk *k, unsigned at) {
    const unsigned id = mag_item_requester(at);
    const unsigned kind = (at - MAG_ITEM_HOST) % WINDOW_WAIT_COUNT;
    const bool answer = kind == WINDOW_READ_ANSWER || kind == WINDOW_WRITE_ANSWER;
    const uint32_t bit = kind == WINDOW_READ_ANSWER ? MAG_DRAM_R : MAG_DRAM_B;
    if (wait_for_client(k, at)) {
        return;
    }
    if (kind == WINDOW_READ_ISSUE) {
        wait_for_read(k, at);
    } else if (kind == WINDOW_WRITE_ISSUE) {
        wait_for_write(k, at);
    } else if (answer && holds(k, id, bit)) {
        root_owed(k, id, bit);
    } else if (answer) {
        root_inside(k, at);
    } else {
        wait_for_beats(k, at);
    }
}

/* Nothing of its direction is outstanding behind it. */
static void follow_offer(struct walk *k, unsigned at) {
    if (!wait_for_client(k, at)) {
        root_inside(k, at);
    }
}

/* ---- the mover ------------------------------------------------------------------------------- */

static void explain_entry(const void *bank, struct stall_chain *chain) {
    const struct slot_stall stall = {.bank = bank, .driver = "the mover"};
    slot_stall_explain(&stall, chain);
}

static bool entry_late(const struct walk *k) {
    const struct bank_check *c = k->x->pins->bank;
    return bank_model_pending(&c->model) > 0 && c->entries > 0 &&
           is_long(k, c->entry[c->oldest].info.beat_at);
}

static void hold_write(const struct walk *k, struct mover_stall *m) {
    const struct mag_stall_pins *p = k->x->pins;
    if (offered(k, &p->rm_aw) || offered(k, &p->rm_w)) {
        const bool aw = offered(k, &p->rm_aw);
        mover_hold(&m->write,
                   "outside: the other mesh does not take %s, which the mover offers since "
                   "%s",
                   aw ? "rm_aw" : "rm_w", text_grouped(aw ? p->rm_aw.since : p->rm_w.since));
    } else if (offered(k, &p->aw) && p->aw.id == MAG_MOVER) {
        mover_hold(&m->write,
                   "outside: the memory does not take dram_aw, which the mover offers since "
                   "%s",
                   text_grouped(p->aw.since));
    } else if (offered(k, &p->w) && p->w.id == MAG_MOVER) {
        mover_hold(&m->write,
                   "outside: the memory does not take dram_w, which the mover offers since "
                   "%s",
                   text_grouped(p->w.since));
    }
}

static void hold_answers(const struct walk *k, struct mover_stall *m) {
    const struct mag_stall_pins *p = k->x->pins;
    if (holds(k, MAG_MOVER, MAG_DRAM_R)) {
        mover_hold(&m->data, "outside: the memory owes the mover read data since %s",
                   text_grouped(hold_since(k, MAG_MOVER, MAG_DRAM_R)));
    }
    if (offered(k, &p->ar) && p->ar.id == MAG_MOVER) {
        mover_hold(&m->read,
                   "outside: the memory does not take dram_ar, which the mover offers since "
                   "%s",
                   text_grouped(p->ar.since));
    }
    if (holds(k, MAG_MOVER, MAG_DRAM_B) || holds(k, 0, MAG_RM_B)) {
        const bool own = holds(k, MAG_MOVER, MAG_DRAM_B);
        mover_hold(&m->response, "outside: %s owes the mover a write response since %s",
                   own ? "the memory" : "the other mesh",
                   text_grouped(hold_since(k, own ? MAG_MOVER : 0, own ? MAG_DRAM_B : MAG_RM_B)));
    }
}

static void follow_mover(struct walk *k, unsigned at) {
    struct mover_stall m = k->x->pins->mover;
    hold_write(k, &m);
    hold_answers(k, &m);
    if (entry_late(k)) {
        m.done = (struct stall_explainer){explain_entry, k->x->pins->bank};
    }
    if (mover_stall_explain(&m, k->chain)) {
        return;
    }
    if (offered(k, &k->x->pins->w) || offered(k, &k->x->pins->aw)) {
        root_write_refused(k);
    } else if (offered(k, &k->x->pins->ar)) {
        root_refused(k, "dram_ar", &k->x->pins->ar, MAG_DRAM_R);
    } else if (!root_starved(k, at, "dram_ar")) {
        root_inside(k, at);
    }
}

/* ---- the chain ------------------------------------------------------------------------------- */

static void link_item(struct walk *k, unsigned at) {
    char place[24], line[320];
    struct text t = text_into(place, sizeof place);
    mag_item_place(&t, at);
    mag_item_describe(k->x->models, at, line, sizeof line);
    stall_link(k->chain, place, "%s since %s%s%s", mag_item_kind(at),
               text_grouped(item_since(k, at)), line[0] ? ": " : "", line);
}

static void follow(struct walk *k, unsigned at) {
    k->seen |= UINT64_C(1) << at;
    if (at >= MAG_ITEM_MOVER) {
        follow_mover(k, at);
        return;
    }
    link_item(k, at);
    if (at < MAG_ITEM_PATH) {
        follow_port(k, at);
    } else if (at < MAG_ITEM_HOST) {
        follow_path(k, at);
    } else if (at < MAG_ITEM_OFFER) {
        follow_window(k, at);
    } else {
        follow_offer(k, at);
    }
}

/* ---- what waits besides, and what was lost ----------------------------------------------------- */

/* The place of an item, what it waits for, and what of that is held. */
static void link_also(struct walk *k, unsigned at) {
    const struct mag_watch *w = k->x->watch;
    const unsigned id = mag_item_requester(at);
    char place[24], held[160];
    struct text p = text_into(place, sizeof place), t = text_into(held, sizeof held);
    mag_item_place(&p, at);
    for (unsigned bit = 0; bit < MAG_OUTSIDE_COUNT; bit++) {
        if ((w->item[at].needs >> bit & 1) != 0 && holds(k, id, UINT32_C(1) << bit) &&
            UINT32_C(1) << bit != MAG_SOURCE) {
            text_add(&t, "%s%s", t.used ? ", " : "; ", mag_outside_text(bit));
        }
    }
    stall_link(k->chain, "also", "%s: %s since %s%s", place, mag_item_kind(at),
               text_grouped(item_since(k, at)), held);
}

static void link_others(struct walk *k) {
    const struct mag_watch *w = k->x->watch;
    unsigned more = 0, listed = 0;
    for (unsigned i = 0; i < w->lives; i++) {
        if ((k->seen >> w->live[i] & 1) != 0) {
            continue;
        }
        if (listed < ALSO_MOST) {
            listed++;
            link_also(k, w->live[i]);
        } else {
            more++;
        }
    }
    if (more > 0) {
        stall_link(k->chain, "also", "%u more", more);
    }
}

void mag_stall_lost(const struct mag_watch *w, uint64_t lost, struct stall_chain *chain) {
    if (lost == 0) {
        return;
    }
    if ((w->held[0] & MAG_AGENT) != 0) {
        stall_link(chain, "note",
                   "control flits lost: %s, agent mailbox full since %s "
                   "(agt_rx_busy); they hold up nothing",
                   text_grouped(lost), text_grouped(w->mailbox_full[0]));
    } else {
        stall_link(chain, "note",
                   "control flits lost: %s, agent mailbox full last from %s to %s "
                   "(agt_rx_busy); they hold up nothing",
                   text_grouped(lost), text_grouped(w->mailbox_full[0]),
                   text_grouped(w->mailbox_full[1]));
    }
}

/* ---- where it begins --------------------------------------------------------------------------- */

static void begin(struct walk *k) {
    const uint64_t last = k->x->watch->last_transfer;
    stall_link(k->chain, "last move", "at %s, %s cycles ago", text_grouped(last),
               text_grouped(k->x->cycle - last));
}

static void end(struct walk *k) {
    link_others(k);
    mag_stall_lost(k->x->watch, k->x->pins->lost, k->chain);
}

static unsigned longest_item(const struct walk *k) {
    const struct mag_watch *w = k->x->watch;
    unsigned first = MAG_NO_ITEM;
    for (unsigned i = 0; i < w->lives; i++) {
        const unsigned at = w->live[i];
        if (first == MAG_NO_ITEM || item_since(k, at) < item_since(k, first)) {
            first = at;
        }
    }
    return first;
}

/* Work that is no item, since everything the agent could do for it is done. */
struct owed {
    unsigned id;  /* the requester, */
    uint32_t bit; /* and who owes it what: MAG_*, 0: nothing is owed */
};

static struct owed earlier(const struct walk *k, struct owed first, unsigned id, uint32_t bit) {
    const unsigned by = bit == MAG_DRAM_R || bit == MAG_DRAM_B ? id : 0;
    const unsigned first_by = first.bit == MAG_DRAM_R || first.bit == MAG_DRAM_B ? first.id : 0;
    if (holds(k, by, bit) &&
        (first.bit == 0 || hold_since(k, by, bit) < hold_since(k, first_by, first.bit))) {
        return (struct owed){id, bit};
    }
    return first;
}

static struct owed longest_of_all_owed(const struct walk *k) {
    struct owed first = {0, 0};
    for (unsigned id = 0; id < MAG_REQUESTERS; id++) {
        first = earlier(k, first, id, MAG_DRAM_R);
        first = earlier(k, first, id, MAG_DRAM_B);
    }
    first = earlier(k, first, MAG_MOVER, MAG_RM_B);
    first = earlier(k, first, MAG_HOST, MAG_HOST_W);
    return earlier(k, first, MAG_INBOUND, MAG_RI_W);
}

/* The oldest request of its requester. */
static void link_request(struct walk *k, unsigned id) {
    const struct mag_watch_models *m = k->x->models;
    char line[320];
    if (id == MAG_MOVER) {
        k->seen |= UINT64_C(1) << MAG_ITEM_MOVER;
        mover_stall_link(&k->x->pins->mover, k->chain);
        return;
    }
    if (id < AGENT_PORTS_MAX) {
        mem_port_model_list(m->port[id], line, sizeof line, 1);
    } else {
        window_model_list(id == MAG_HOST ? m->host : m->ri, line, sizeof line, 1);
    }
    line[strcspn(line, "\n")] = '\0';
    stall_link(k->chain,
               id < AGENT_PORTS_MAX ? name_of[id]
               : id == MAG_HOST     ? "sm"
                                    : "ri",
               "%s", line);
}

static void follow_owed(struct walk *k, struct owed o) {
    link_request(k, o.id);
    if (o.bit == MAG_DRAM_R || o.bit == MAG_DRAM_B) {
        root_owed(k, o.id, o.bit);
    } else if (o.bit == MAG_RM_B) {
        root_outside(k, 0, o.bit, "the mover waits for its last words");
    } else {
        root_outside(k, 0, o.bit,
                     o.id == MAG_HOST ? "a write of the host is not complete"
                                      : "a write of the interlink is not complete");
    }
}

static void follow_oldest(struct walk *k) {
    const unsigned at = longest_item(k);
    const struct owed o = longest_of_all_owed(k);
    const unsigned by = o.bit == MAG_DRAM_R || o.bit == MAG_DRAM_B ? o.id : 0;
    if (o.bit != 0 && (at == MAG_NO_ITEM || hold_since(k, by, o.bit) < item_since(k, at))) {
        follow_owed(k, o);
    } else if (at != MAG_NO_ITEM) {
        if (at < MAG_ITEM_PATH) {
            link_inbound(k, at / WAIT_COUNT, "the input is full");
        }
        follow(k, at);
    }
}

void mag_stall_explain(const struct mag_stall *x, struct stall_chain *chain) {
    struct walk k = {x, chain, 0};
    begin(&k);
    if (x->watch->blamed != MAG_NO_ITEM) {
        follow(&k, x->watch->blamed);
    } else {
        follow_oldest(&k);
    }
    end(&k);
}

void mag_stall_explain_item(const struct mag_stall *x, unsigned at, struct stall_chain *chain) {
    struct walk k = {x, chain, 0};
    follow(&k, at);
    end(&k);
}

void mag_stall_explain_bank(const struct mag_stall *x, struct stall_chain *chain) {
    struct walk k = {x, chain, 0};
    if (x->pins->mover.owed.moving) {
        k.seen |= UINT64_C(1) << MAG_ITEM_MOVER;
        mover_stall_link(&x->pins->mover, chain);
    }
    explain_entry(x->pins->bank, chain);
    end(&k);
}
