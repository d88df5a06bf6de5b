#include "ideal_window.h"

#include <stdlib.h>
#include <string.h>

#define BURSTS 24
#define ISSUED 32
#define BASE UINT64_C(0x3400000f00)
#define OFFSET(addr) ((addr)&UINT64_C(0xfffffffff))
#define STORE (UINT64_C(1) << 39)
#define STORE_WORDS 32
#define CYCLES_MAX 200000

enum beat_state { BEAT_IDLE, BEAT_ISSUED, BEAT_DONE };

struct ideal_burst {
    bool used, write, refused, staged, told; /* told: its AW or AR was accepted */
    uint64_t order, target;
    struct window_burst shape;
    unsigned got, answered; /* W beats accepted; R beats answered */
    enum beat_state state[256];
    struct word data[256];
    uint32_t strb[256];
    uint8_t resp[256];
};

/* On the memory channel; answered in order per direction. */
struct ideal_issued {
    struct ideal_burst *burst;
    unsigned first, beats, done;
    uint32_t handle;
};

struct ideal_queue {
    struct ideal_issued entry[ISSUED];
    unsigned head, used;
};

struct ideal {
    struct ideal_window_knobs k;
    struct rng rng;
    struct window_model *model;
    struct staging *store;
    struct ideal_window_result result;
    uint64_t cycle, orders;
    unsigned made, wanted, spoilable;
    struct ideal_burst burst[BURSTS];
    struct ideal_queue reads, writes;
    struct word memory[512];
    struct ideal_burst *awaiting_w[BURSTS]; /* AW order */
    unsigned awaiting;
};

static bool chance(struct ideal *p, unsigned permille) {
    return rng_chance(&p->rng, permille);
}

static void judge(struct ideal *p, bool legal, const struct verdict *v) {
    if (!legal && p->result.alarms++ == 0)
        p->result.verdict = *v;
}

/* True when this very event is the one to spoil. */
static bool spoil(struct ideal *p, enum window_spoil what) {
    if (p->k.spoil != what || p->spoilable++ != p->k.spoil_at)
        return false;
    return p->result.spoiled = true;
}

/* ---- the master ------------------------------------------------------------------------------ */

static struct ideal_burst *free_burst(struct ideal *p) {
    for (unsigned i = 0; i < BURSTS; i++)
        if (!p->burst[i].used)
            return &p->burst[i];
    return NULL;
}

static void fill_beats(struct ideal *p, struct ideal_burst *b) {
    for (unsigned i = 0; i < b->shape.beats; i++) {
        b->state[i] = BEAT_IDLE;
        rng_fill(&p->rng, b->data[i].w, 8);
        b->strb[i] = chance(p, 600) ? UINT32_MAX : chance(p, 300) ? 0 : (uint32_t)rng_next(&p->rng);
    }
}

static void make_burst(struct ideal *p) {
    struct ideal_burst *const b = free_burst(p);
    if (b == NULL || p->made == p->wanted)
        return;
    const unsigned beats = rng_range(&p->rng, 1, p->k.max_beats);
    const bool inbound = p->k.kind == WINDOW_INBOUND;
    *b = (struct ideal_burst){.used = true,
                              .write = inbound || chance(p, 500),
                              .refused = p->k.odd && chance(p, 150),
                              .shape = {.addr = BASE + 32ull * rng_below(&p->rng, p->k.hot_words),
                                        .beats = beats,
                                        .id = (uint8_t)rng_below(&p->rng, p->k.ids),
                                        .size = 5,
                                        .type = 1}};
    if (p->k.staging && chance(p, 500)) {
        b->shape.addr = STORE | 32ull * rng_below(&p->rng, STORE_WORDS + 4);
        b->staged = !b->refused;
    }
    if (b->refused && chance(p, 500))
        b->shape.size = (uint8_t)rng_below(&p->rng, 5);
    else if (b->refused)
        b->shape.type = chance(p, 500) ? 0 : 2;
    b->target = inbound ? OFFSET(b->shape.addr) : b->shape.addr;
    fill_beats(p, b);
    p->made++;
    if (b->write)
        p->awaiting_w[p->awaiting++] = b;
}

static void leave_when_whole(struct ideal *p) {
    const struct ideal_burst *const b = p->awaiting_w[0];
    if (b->got < b->shape.beats || !b->told)
        return;
    p->awaiting--;
    for (unsigned i = 0; i < p->awaiting; i++)
        p->awaiting_w[i] = p->awaiting_w[i + 1];
}

static void accept_address(struct ideal *p) {
    for (unsigned i = 0; i < p->awaiting; i++) {
        struct ideal_burst *const b = p->awaiting_w[i];
        if (b->told)
            continue;
        if (p->k.w_first && b->got == 0 && chance(p, 700))
            return;
        b->told = true;
        b->order = p->orders++;
        window_model_accept_write(p->model, &b->shape, p->cycle);
        leave_when_whole(p);
        return;
    }
}

static void accept_read(struct ideal *p) {
    for (unsigned i = 0; i < BURSTS; i++) {
        struct ideal_burst *const b = &p->burst[i];
        if (!b->used || b->write || b->told)
            continue;
        b->told = true;
        b->order = p->orders++;
        window_model_accept_read(p->model, &b->shape, p->cycle);
        return;
    }
}

static void accept_data(struct ideal *p) {
    struct ideal_burst *const b = p->awaiting_w[0];
    if (p->awaiting == 0 || (!b->told && !p->k.w_first))
        return;
    if (b->got < b->shape.beats) {
        window_model_accept_data(p->model, &b->data[b->got], b->strb[b->got], p->cycle);
        b->got++;
    }
    leave_when_whole(p);
}

/* ---- the memory ------------------------------------------------------------------------------ */

static struct word *memory_at(struct ideal *p, uint64_t addr) {
    return &p->memory[(OFFSET(addr) - OFFSET(BASE)) / 32 % 512];
}

static uint8_t memory_resp(struct ideal *p) {
    if (!p->k.errors || chance(p, 900))
        return 0;
    return chance(p, 500) ? 2 : 3;
}

static void memory_answers_read(struct ideal *p) {
    struct ideal_issued *const e = &p->reads.entry[p->reads.head];
    if (p->reads.used == 0)
        return;
    struct ideal_burst *const b = e->burst;
    const unsigned i = e->first + e->done;
    const uint64_t addr = b->target + 32ull * i;
    b->resp[i] = memory_resp(p);
    b->data[i] = *memory_at(p, addr);
    b->state[i] = BEAT_DONE;
    window_model_memory_data(p->model, addr, &b->data[i], b->resp[i], p->cycle);
    if (++e->done < e->beats)
        return;
    p->reads.head = (p->reads.head + 1) % ISSUED;
    p->reads.used--;
}

static void store_bytes(struct word *to, const struct word *from, uint32_t strb) {
    for (unsigned i = 0; i < 32; i++)
        if ((strb >> i & 1) != 0) {
            const uint32_t mask = 0xffu << i % 4 * 8;
            to->w[i / 4] = (to->w[i / 4] & ~mask) | (from->w[i / 4] & mask);
        }
}

static void memory_answers_write(struct ideal *p) {
    struct ideal_issued *const e = &p->writes.entry[p->writes.head];
    if (p->writes.used == 0 || e->done < e->beats)
        return;
    const uint8_t resp = memory_resp(p);
    for (unsigned i = e->first; i < e->first + e->beats; i++) {
        e->burst->state[i] = BEAT_DONE;
        e->burst->resp[i] = resp;
    }
    window_model_memory_response(p->model, e->handle, resp, p->cycle);
    p->writes.head = (p->writes.head + 1) % ISSUED;
    p->writes.used--;
}

/* ---- what the agent issues ------------------------------------------------------------------- */

static bool earlier_unfinished(const struct ideal *p, const struct ideal_burst *b) {
    for (unsigned i = 0; i < BURSTS; i++) {
        const struct ideal_burst *const o = &p->burst[i];
        if (o->used && o->told && o != b && o->write == b->write && o->order < b->order &&
            (p->k.one_by_one || o->shape.id == b->shape.id))
            return true;
    }
    return false;
}

static bool owed(const struct ideal *p, const struct ideal_burst *b, unsigned i) {
    return b->state[i] == BEAT_IDLE && !(b->write && p->k.skip_idle && b->strb[i] == 0);
}

static bool all_done(const struct ideal *p, const struct ideal_burst *b) {
    for (unsigned i = 0; i < b->shape.beats && !b->refused && !b->staged; i++)
        if (b->state[i] == BEAT_ISSUED || owed(p, b, i))
            return false;
    return true;
}

static struct ideal_burst *burst_to_issue(struct ideal *p, bool write, unsigned *first) {
    const unsigned start = rng_below(&p->rng, BURSTS);
    for (unsigned n = 0; n < BURSTS; n++) {
        struct ideal_burst *const b = &p->burst[(start + n) % BURSTS];
        if (!b->used || !b->told || b->write != write || b->refused || b->staged ||
            (write && b->got < b->shape.beats) || earlier_unfinished(p, b))
            continue;
        for (*first = 0; *first < b->shape.beats; ++*first)
            if (owed(p, b, *first))
                return b;
    }
    return NULL;
}

static bool take_beats(struct ideal *p, bool write, struct ideal_issued *e) {
    unsigned first = 0;
    struct ideal_burst *const burst = burst_to_issue(p, write, &first);
    *e = (struct ideal_issued){.burst = burst, .first = first};
    if (burst == NULL)
        return false;
    const unsigned most = p->k.split ? rng_range(&p->rng, 1, 8) : 256;
    while (e->beats < most && first + e->beats < burst->shape.beats &&
           owed(p, burst, first + e->beats)) {
        burst->state[first + e->beats] = BEAT_ISSUED;
        e->beats++;
        if ((burst->target + 32ull * (first + e->beats)) % 4096 == 0)
            break;
    }
    return true;
}

static uint64_t issued_address(struct ideal *p, const struct ideal_issued *e,
                               enum window_spoil address, enum window_spoil mesh) {
    uint64_t addr = e->burst->target + 32ull * e->first;
    if (spoil(p, address))
        addr += UINT64_C(1) << 30;
    if (spoil(p, mesh))
        addr ^= UINT64_C(1) << 37;
    return addr;
}

static void issue_read(struct ideal *p) {
    struct ideal_issued e;
    struct verdict v;
    if (p->reads.used == ISSUED || !take_beats(p, false, &e))
        return;
    const uint64_t addr = issued_address(p, &e, SPOIL_AR_ADDRESS, SPOIL_AR_MESH);
    judge(p, window_model_issue_read(p->model, addr, e.beats, p->cycle, &v), &v);
    p->reads.entry[(p->reads.head + p->reads.used++) % ISSUED] = e;
}

static void issue_write(struct ideal *p) {
    struct ideal_issued e;
    struct verdict v;
    if (p->writes.used == ISSUED || !take_beats(p, true, &e))
        return;
    const uint64_t addr = issued_address(p, &e, SPOIL_AW_ADDRESS, SPOIL_AW_MESH);
    judge(p, window_model_issue_write(p->model, addr, e.beats, p->cycle, &e.handle, &v), &v);
    p->writes.entry[(p->writes.head + p->writes.used++) % ISSUED] = e;
}

static void issue_data(struct ideal *p) {
    for (unsigned n = 0; n < p->writes.used; n++) {
        struct ideal_issued *const e = &p->writes.entry[(p->writes.head + n) % ISSUED];
        if (e->done == e->beats)
            continue;
        struct verdict v;
        const unsigned i = e->first + e->done;
        struct word data = e->burst->data[i];
        uint32_t strb = e->burst->strb[i];
        store_bytes(memory_at(p, e->burst->target + 32ull * i), &data, strb);
        for (unsigned byte = 0; byte < 32; byte++) /* bytes without a strobe carry anything */
            if ((strb >> byte & 1) == 0)
                data.w[byte / 4] ^= (uint32_t)rng_below(&p->rng, 256) << byte % 4 * 8;
        if (strb == UINT32_MAX && spoil(p, SPOIL_W_DATA))
            data.w[p->cycle % 8] ^= 0x400;
        if (spoil(p, SPOIL_W_STROBES))
            strb ^= 1u << p->cycle % 32;
        judge(p, window_model_issue_data(p->model, e->handle, e->done, &data, strb, p->cycle, &v),
              &v);
        e->done++;
        return;
    }
}

/* ---- what the agent answers ------------------------------------------------------------------ */

static struct ideal_burst *burst_to_answer(struct ideal *p, bool write) {
    const unsigned start = rng_below(&p->rng, BURSTS);
    for (unsigned n = 0; n < BURSTS; n++) {
        struct ideal_burst *const b = &p->burst[(start + n) % BURSTS];
        if (!b->used || !b->told || b->write != write || earlier_unfinished(p, b))
            continue;
        if (write ? b->got == b->shape.beats && all_done(p, b)
                  : b->refused || b->state[b->answered] == BEAT_DONE)
            return b;
    }
    return NULL;
}

static void answer_data(struct ideal *p) {
    struct ideal_burst *const b = burst_to_answer(p, false);
    struct verdict v;
    if (b == NULL)
        return;
    struct word data = b->data[b->answered];
    uint8_t resp = b->refused ? 2 : b->resp[b->answered];
    bool last = b->answered + 1 == b->shape.beats;
    uint8_t id = b->shape.id;
    if (resp == 0 && spoil(p, SPOIL_R_DATA))
        data.w[p->cycle % 8] ^= 0x80;
    if (spoil(p, SPOIL_R_RESP))
        resp ^= 2;
    last ^= spoil(p, SPOIL_R_LAST);
    id = (uint8_t)(id + (spoil(p, SPOIL_R_ID) ? p->k.ids : 0));
    judge(p, window_model_answer_data(p->model, id, &data, resp, last, p->cycle, &v), &v);
    b->used = ++b->answered < b->shape.beats;
}

static bool past_end(const struct ideal_burst *b) {
    return b->staged && OFFSET(b->shape.addr) / 32 + b->shape.beats > STORE_WORDS;
}

static void answer_write(struct ideal *p) {
    struct ideal_burst *const b = burst_to_answer(p, true);
    struct verdict v;
    if (b == NULL)
        return;
    uint8_t resp = b->refused || past_end(b) ? 2 : 0, id = b->shape.id;
    for (unsigned i = 0; i < b->shape.beats && !b->refused && !b->staged; i++)
        if (b->state[i] == BEAT_DONE && b->resp[i] > resp)
            resp = b->resp[i];
    if (spoil(p, SPOIL_B_RESP))
        resp ^= 2;
    id = (uint8_t)(id + (spoil(p, SPOIL_B_ID) ? p->k.ids : 0));
    judge(p, window_model_answer_write(p->model, id, resp, p->cycle, &v), &v);
    b->used = false;
}

/* ---- the run --------------------------------------------------------------------------------- */

static void run_cycle(struct ideal *p) {
    if (chance(p, p->k.accept_permille)) {
        make_burst(p);
        accept_address(p);
        accept_read(p);
    }
    if (chance(p, p->k.accept_permille))
        accept_data(p);
    if (chance(p, p->k.memory_permille))
        memory_answers_read(p);
    if (chance(p, p->k.memory_permille / 4))
        memory_answers_write(p);
    if (chance(p, p->k.memory_permille))
        issue_read(p);
    if (chance(p, p->k.memory_permille))
        issue_write(p);
    if (chance(p, p->k.memory_permille))
        issue_data(p);
    if (chance(p, p->k.answer_permille))
        answer_data(p);
    if (chance(p, p->k.answer_permille))
        answer_write(p);
    p->cycle++;
}

static bool busy(const struct ideal *p) {
    for (unsigned i = 0; i < BURSTS; i++)
        if (p->burst[i].used)
            return true;
    return p->made < p->wanted;
}

struct ideal_window_result ideal_window_run(const struct ideal_window_knobs *knobs, uint64_t seed,
                                            unsigned bursts) {
    struct ideal *const p = calloc(1, sizeof *p);
    p->k = *knobs;
    p->wanted = bursts;
    p->cycle = 100;
    rng_init(&p->rng, seed, "model.window", "ideal");
    if (knobs->staging)
        p->store = staging_new(&(struct staging_config){.words = STORE_WORDS});
    const struct window_config config = {.kind = knobs->kind, .staging = p->store};
    p->model = window_model_new(&config);
    while (p->result.alarms == 0 && busy(p) && p->result.cycles < CYCLES_MAX) {
        run_cycle(p);
        p->result.cycles++;
    }
    p->result.idle = window_model_idle(p->model);
    p->result.stats = *window_model_stats(p->model);
    const struct ideal_window_result result = p->result;
    window_model_free(p->model);
    staging_free(p->store);
    free(p);
    return result;
}

struct ideal_window_knobs ideal_window_random(struct rng *r) {
    static const unsigned hot[] = {1, 4, 40, 300}, ids[] = {1, 2, 8}, beats[] = {1, 4, 16, 128};
    struct ideal_window_knobs k = {.kind = rng_chance(r, 500) ? WINDOW_HOST : WINDOW_INBOUND,
                                   .one_by_one = rng_chance(r, 200),
                                   .split = rng_chance(r, 500),
                                   .skip_idle = rng_chance(r, 500),
                                   .w_first = rng_chance(r, 400),
                                   .odd = rng_chance(r, 500),
                                   .errors = rng_chance(r, 500),
                                   .ids = ids[rng_below(r, 3)],
                                   .hot_words = hot[rng_below(r, 4)],
                                   .max_beats = beats[rng_below(r, 4)],
                                   .accept_permille = rng_range(r, 200, 1000),
                                   .memory_permille = rng_range(r, 200, 1000),
                                   .answer_permille = rng_range(r, 200, 1000)};
    k.staging = k.kind == WINDOW_INBOUND && rng_chance(r, 600);
    return k;
}
