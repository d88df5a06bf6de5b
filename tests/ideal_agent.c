#include "ideal_agent.h"

#include "model_agent_suite.h"

#include <string.h>

/* ---- traffic --------------------------------------------------------------------------------- */

static struct flit random_flit(struct ideal *a, unsigned type) {
    struct flit f = {.type = (uint8_t)type};
    f.txn = (uint8_t)rng_next(&a->rng);
    f.src_x = (uint8_t)rng_range(&a->rng, 8, 15); /* no port of the agent */
    f.src_y = rng_below(&a->rng, 16) & 0xf;
    f.dst_x = rng_below(&a->rng, 16) & 0xf;
    f.dst_y = rng_below(&a->rng, 8) & 0xf;
    f.last = rng_below(&a->rng, 2) & 1;
    rng_fill(&a->rng, f.payload.w, 8);
    if (a->knobs.alike) {
        memset(&f, 0, sizeof f);
        f.type = (uint8_t)type;
        f.src_x = 9;
        f.dst_y = (uint8_t)rng_below(&a->rng, 2);
        f.payload.w[0] = rng_below(&a->rng, 2);
    }
    return f;
}

static unsigned passed_on_type(struct ideal *a) {
    static const uint8_t types[] = {2, 3, 5, 6, 7, 8, 9, 15};
    return types[a->knobs.alike ? 3 + rng_below(&a->rng, 2) : rng_below(&a->rng, sizeof types)];
}

static struct flit memory_flit(struct ideal *a) {
    static const uint8_t types[] = {FLIT_MEM_RD_REQ, FLIT_MEM_WR_REQ, FLIT_MEM_WR_DATA};
    struct flit f = random_flit(a, types[rng_below(&a->rng, 3)]);
    struct descriptor d = {.len = (uint8_t)rng_below(&a->rng, 12)};
    d.addr = rng_next(&a->rng) & UINT64_C(0xbfffffffe0);
    if (f.type != FLIT_MEM_WR_DATA)
        descriptor_pack(&d, &f.payload);
    f.rsvd = a->config.ilink ? 0 : rng_below(&a->rng, 8) & 7;
    return f;
}

static void start(struct ideal *a, struct ideal_source *s, enum ideal_path path) {
    if (s->valid || a->quiet || !rng_chance(&a->rng, a->knobs.rate[path]))
        return;
    s->valid = true;
    if (path == IDEAL_ENGINE) {
        s->flit = memory_flit(a);
        return;
    }
    s->flit = random_flit(a, path == IDEAL_ENC && !a->knobs.alike ? rng_below(&a->rng, 16)
                                                                  : passed_on_type(a));
    s->flit.rsvd = rng_below(&a->rng, 4) & 3;
    if (path == IDEAL_ENC || (path != IDEAL_RX && rng_chance(&a->rng, 500)))
        s->flit.rsvd |= 4;
    if (a->knobs.alike)
        s->flit.rsvd &= 4;
}

static bool line(struct ideal *a, bool was, unsigned permille) {
    if (permille >= 1000)
        return true;
    if (permille == 0 || rng_chance(&a->rng, a->knobs.stay))
        return was && permille != 0;
    return rng_chance(&a->rng, permille);
}

static void drive(struct ideal *a) {
    for (unsigned p = 0; p < a->config.ports; p++) {
        start(a, &a->source[p], IDEAL_RX);
        start(a, &a->source[p], IDEAL_ENC);
        start(a, &a->source[p], IDEAL_ENGINE);
        const unsigned bit = 1u << p;
        const bool busy = line(a, (a->out_busy & bit) != 0, a->knobs.out_busy);
        a->out_busy = (uint8_t)((a->out_busy & ~bit) | (busy ? bit : 0));
    }
    start(a, &a->tx_source, IDEAL_TX);
    start(a, &a->inj_source, IDEAL_INJ);
    a->rx_busy = line(a, a->rx_busy, a->knobs.rx_busy);
    a->enc_busy = line(a, a->enc_busy, a->knobs.enc_busy);
}

/* ---- queues and crimes at the intake --------------------------------------------------------- */

static void put(struct ideal_queue *q, const struct ideal_item *item) {
    assert_true(q->count < IDEAL_QUEUE);
    q->item[q->count++] = *item;
}

static void drop(struct ideal_queue *q) {
    q->count--;
    memmove(q->item, q->item + 1, q->count * sizeof *q->item);
}

static bool at_last(struct ideal *a, enum ideal_path path) {
    if (a->done || path != a->path)
        return false;
    return ++a->seen >= a->at;
}

static void commit(struct ideal *a, struct ideal_queue *q, struct ideal_item *item, unsigned port) {
    switch (a->crime) {
    case LOSES:
        a->done = true;
        return;
    case DOUBLES:
        put(q, item);
        break;
    case CHANGES:
        item->flit.payload.w[3] ^= 0x80;
        break;
    case UNMARKS:
        item->flit.rsvd ^= 4;
        break;
    case MISROUTES:
        item->client = a->to;
        item->row = (item->row + 1) % a->config.ports;
        break;
    case SWAPS:
    case SHOWS_LATER:
        a->keeps = true;
        a->kept = *item;
        a->kept_port = port;
        a->kept_since = a->cycle;
        a->done = true;
        return;
    default:
        break;
    }
    a->done = true;
    put(q, item);
}

static bool commits_at_intake(enum crime crime) {
    return (crime >= LOSES && crime <= MISROUTES) || crime == SHOWS_LATER;
}

static void take_in(struct ideal *a, struct ideal_queue *q, struct ideal_item item, unsigned port) {
    const enum ideal_path path = item.client;
    if (commits_at_intake(a->crime) && at_last(a, path)) {
        commit(a, q, &item, port);
        return;
    }
    put(q, &item);
    if (a->crime == SWAPS && a->keeps && path == a->path && port == a->kept_port) {
        put(q, &a->kept);
        a->keeps = false;
    }
}

/* ---- outputs --------------------------------------------------------------------------------- */

/* The port whose turn it is among those whose head is for `client`; PORTS when none. */
static unsigned turn(const struct ideal *a, enum ideal_path client, unsigned from) {
    for (unsigned i = 0; i < a->config.ports; i++) {
        const unsigned p = (from + i) % a->config.ports;
        if (a->crime == FORGETS_A_TURN && client == a->path && p == 0 && a->cycle >= a->at)
            continue;
        if (a->in[p].count > 0 && a->in[p].item[0].client == client)
            return p;
    }
    return a->config.ports;
}

/* What leaves by a noc_out next; false when nothing waits. `from` 0 tx, 1 inj, 2 engine. */
static bool choose(struct ideal *a, unsigned port, struct ideal_output *o) {
    static const uint8_t ranks[3][3] = {{0, 1, 2}, {2, 0, 1}, {1, 0, 2}};
    const bool wrong = a->cycle >= a->at;
    const unsigned r = wrong && a->crime == RANKS_ENGINE_FIRST ? 1
                       : wrong && a->crime == RANKS_INJ_FIRST  ? 2
                                                               : 0;
    struct ideal_queue *const queue[3] = {&a->tx, &a->inj, &a->answers[port]};
    for (unsigned i = 0; i < 3; i++) {
        const struct ideal_queue *const q = queue[ranks[r][i]];
        if (q->count == 0 || q->item[0].row != port)
            continue;
        o->item = q->item[0];
        o->from = ranks[r][i];
        return true;
    }
    return false;
}

static void took(struct ideal *a, unsigned port, unsigned from) {
    struct ideal_queue *const queue[3] = {&a->tx, &a->inj, &a->answers[port]};
    drop(queue[from]);
}

/* Without registers an output shows what waits, and goes on showing it while it is held. */
static void show_unregistered(struct ideal *a) {
    if (a->knobs.out_registers)
        return;
    for (unsigned p = 0; p < a->config.ports; p++)
        if (!a->out[p].full)
            a->out[p].full = choose(a, p, &a->out[p]);
    if (!a->enc.full) {
        a->enc.from = turn(a, IDEAL_ENC, a->enc_turn);
        a->enc.full = a->enc.from < a->config.ports;
        if (a->enc.full)
            a->enc.item = a->in[a->enc.from].item[0];
    }
}

static void show_agent(struct ideal *a) {
    if (a->knobs.rx_register)
        return;
    const unsigned p = turn(a, IDEAL_RX, a->rx_turn);
    a->rx.full = p < a->config.ports && !a->rx_busy;
    if (a->rx.full)
        a->rx.item = a->in[p].item[0];
}

/* ---- one edge -------------------------------------------------------------------------------- */

static void move_mesh(struct ideal *a, unsigned p) {
    struct ideal_output *const o = &a->out[p];
    const bool left = o->full && (a->out_busy >> p & 1) == 0;
    if (left && !a->knobs.out_registers)
        took(a, p, o->from);
    if (left)
        o->full = false;
    if (!a->knobs.out_registers || o->full)
        return;
    o->full = choose(a, p, o);
    if (o->full)
        took(a, p, o->from);
}

static void move_enc(struct ideal *a) {
    struct ideal_output *const o = &a->enc;
    const bool left = o->full && !a->enc_busy;
    if (left && !a->knobs.out_registers) {
        drop(&a->in[o->from]);
        a->enc_turn = o->from + 1;
    }
    if (left)
        o->full = false;
    if (!a->knobs.out_registers || o->full)
        return;
    const unsigned p = turn(a, IDEAL_ENC, a->enc_turn);
    o->full = p < a->config.ports;
    if (!o->full)
        return;
    o->item = a->in[p].item[0];
    drop(&a->in[p]);
    a->enc_turn = p + 1;
}

/* The flit in its turn is dropped. */
static void agent_drops(struct ideal *a, unsigned p) {
    if (a->crime == SHOWS_LATE && !a->done && ++a->seen >= a->at) {
        a->done = a->keeps = true;
        a->kept = a->in[p].item[0];
        a->kept_since = a->cycle;
    }
}

static void move_agent(struct ideal *a) {
    const unsigned p = turn(a, IDEAL_RX, a->rx_turn);
    const bool taken = a->rx.full && !a->rx_busy;
    const bool free_register = (!a->rx.full && a->knobs.rx_fills_when_busy) || !a->rx_busy;
    const bool loads = a->knobs.rx_register && free_register;
    if (taken)
        a->rx.full = false;
    const bool late = a->crime == SHOWS_LATE || a->crime == SHOWS_LATER;
    if (late && a->keeps && a->cycle > a->kept_since + 40 && loads && !a->rx.full) {
        a->keeps = false;
        a->rx.full = true;
        a->rx.item = a->kept;
        return;
    }
    if (p == a->config.ports || (a->crime == HOLDS_PORTS && a->rx_busy))
        return;
    if (loads) {
        a->rx.full = true;
        a->rx.item = a->in[p].item[0];
    } else if (a->rx_busy) {
        agent_drops(a, p);
    }
    drop(&a->in[p]);
    a->rx_turn = p + 1;
}

static bool names_another(const struct ideal *a, const struct flit *f) {
    struct descriptor d;
    descriptor_unpack(&f->payload, &d);
    const bool other = (d.addr >> 36 & 3) != a->config.mesh_id;
    return a->config.ilink && f->type != FLIT_MEM_WR_DATA && d.addr >> 39 == 0 &&
           other != (a->crime == PULSES_FOR_OWN && a->cycle >= a->at);
}

static bool owes_pulse(struct ideal *a, const struct flit *f) {
    if (!names_another(a, f))
        return false;
    struct descriptor d;
    descriptor_unpack(&f->payload, &d);
    const bool surely = f->type == FLIT_MEM_RD_REQ || d.len < 8;
    return !(surely && a->crime == FORGETS_A_PULSE && at_last(a, IDEAL_ENGINE));
}

static void answer(struct ideal *a, unsigned p, const struct flit *request) {
    const bool read = request->type == FLIT_MEM_RD_REQ;
    struct ideal_item item = {.client = IDEAL_ENGINE, .row = p};
    item.flit = random_flit(a, read ? FLIT_MEM_RD_RESP : FLIT_MEM_WR_ACK);
    item.flit.src_x = a->config.position[p].x;
    item.flit.src_y = a->config.position[p].y;
    if (!read)
        memset(&item.flit.payload, 0, sizeof item.flit.payload);
    if (a->answers[p].count + 4 < IDEAL_QUEUE)
        put(&a->answers[p], &item);
}

static void move_engine(struct ideal *a, unsigned p) {
    struct ideal_queue *const queue[2] = {&a->reads[p], &a->writes[p]};
    for (unsigned i = 0; i < 2; i++) {
        if (queue[i]->count == 0 || !rng_chance(&a->rng, a->knobs.serve))
            continue;
        a->pulse |= owes_pulse(a, &queue[i]->item[0].flit);
        if (queue[i]->item[0].flit.type != FLIT_MEM_WR_DATA)
            answer(a, p, &queue[i]->item[0].flit);
        drop(queue[i]);
    }
    if (a->in[p].count == 0 || a->in[p].item[0].client != IDEAL_ENGINE)
        return;
    put(queue[a->in[p].item[0].flit.type != FLIT_MEM_RD_REQ], &a->in[p].item[0]);
    drop(&a->in[p]);
}

/* ---- telling the model ----------------------------------------------------------------------- */

static void note(struct ideal *a, const struct verdict *v) {
    if (v->check == CHECK_NONE || a->verdicts++ > 0)
        return;
    a->first = *v;
    a->first_cycle = a->cycle;
}

static unsigned few(const struct ideal *a) {
    return a->config.q_depth - a->config.q_margin - 4;
}

static bool in_busy(const struct ideal *a, unsigned p) {
    return a->in[p].count >= a->knobs.depth || a->reads[p].count >= few(a) ||
           a->writes[p].count >= few(a);
}

static void tell_outputs(struct ideal *a) {
    struct verdict v;
    for (unsigned p = 0; p < a->config.ports; p++) {
        if (!a->out[p].full || (a->out_busy >> p & 1) != 0)
            continue;
        const enum agent_origin origin =
            agent_model_mesh_out(a->model, p, &a->out[p].item.flit, &v);
        note(a, &v);
        a->answered += a->out[p].item.client == IDEAL_ENGINE;
        a->from_engine += origin == AGENT_FROM_ENGINE;
    }
    if (a->rx.full && !a->rx_busy) {
        agent_model_agent_out(a->model, &a->rx.item.flit, &v);
        note(a, &v);
    }
    if (a->enc.full && !a->enc_busy) {
        agent_model_enc_out(a->model, &a->enc.item.flit, &v);
        note(a, &v);
    }
}

static enum ideal_path client_of(const struct ideal *a, const struct flit *f) {
    if (a->config.ilink && (f->rsvd & 4) != 0)
        return IDEAL_ENC;
    return f->type <= 1 || f->type == 4 ? IDEAL_ENGINE : IDEAL_RX;
}

static unsigned row_of(const struct ideal *a, const struct flit *f) {
    for (unsigned p = 0; p < a->config.ports; p++)
        if (a->config.position[p].y == f->dst_y)
            return p;
    return 0;
}

static void accept_mesh(struct ideal *a, unsigned p, bool busy) {
    struct ideal_source *const s = &a->source[p];
    if (!s->valid || busy)
        return;
    static const enum agent_client expected[] = {AGENT_CLIENT_AGENT, AGENT_CLIENT_ENC,
                                                 AGENT_CLIENT_ENGINE};
    const struct ideal_item item = {s->flit, client_of(a, &s->flit), 0};
    assert_int_equal(agent_model_mesh_in(a->model, p, &s->flit), expected[item.client]);
    take_in(a, &a->in[p], item, p);
    s->valid = false;
}

static void accept_passed(struct ideal *a, struct ideal_source *s, struct ideal_queue *q,
                          enum ideal_path path, bool busy) {
    if (!s->valid || busy)
        return;
    (path == IDEAL_TX ? agent_model_agent_in : agent_model_inj_in)(a->model, &s->flit);
    const unsigned row = row_of(a, &s->flit);
    assert_int_equal(agent_model_row(a->model, &s->flit), row);
    take_in(a, q, (struct ideal_item){s->flit, path, row}, row);
    s->valid = false;
}

/* The input register's flits are accepted and not served, too. */
static struct agent_load load_of(const struct ideal *a, unsigned p) {
    struct agent_load load = {.reads = a->reads[p].count, .writes = a->writes[p].count};
    for (unsigned i = 0; i < a->in[p].count; i++) {
        const struct ideal_item *const item = &a->in[p].item[i];
        if (client_of(a, &item->flit) != IDEAL_ENGINE)
            continue;
        load.reads += item->flit.type == FLIT_MEM_RD_REQ;
        load.writes += item->flit.type != FLIT_MEM_RD_REQ;
    }
    return load;
}

static void tell_end(struct ideal *a) {
    struct agent_load load[AGENT_PORTS_MAX];
    struct verdict v;
    for (unsigned p = 0; p < a->config.ports; p++)
        load[p] = load_of(a, p);
    if (agent_model_end(a->model, load))
        return;
    while (agent_model_finding(a->model, &v))
        note(a, &v);
}

static void commit_on_time(struct ideal *a) {
    if (a->crime != INVENTS || a->done || a->cycle < a->at)
        return;
    struct ideal_item item = {random_flit(a, FLIT_CU_SIGNAL), a->path, 0};
    struct ideal_queue *const q = a->path == IDEAL_TX    ? &a->tx
                                  : a->path == IDEAL_INJ ? &a->inj
                                                         : &a->in[0];
    item.flit.rsvd = a->path == IDEAL_ENC ? 5 : 0;
    put(q, &item);
    a->done = true;
}

static void edge(struct ideal *a, uint8_t busy, bool tx_busy, bool inj_busy) {
    const bool again = a->pulse && a->crime == PULSES_TWICE && !a->done && a->cycle >= a->at;
    a->pulse = again;
    a->done |= again;
    move_agent(a);
    move_enc(a);
    for (unsigned p = 0; p < a->config.ports; p++) {
        move_mesh(a, p);
        move_engine(a, p);
        accept_mesh(a, p, (busy >> p & 1) != 0);
    }
    accept_passed(a, &a->tx_source, &a->tx, IDEAL_TX, tx_busy);
    accept_passed(a, &a->inj_source, &a->inj, IDEAL_INJ, inj_busy);
    commit_on_time(a);
}

static void cycle(struct ideal *a) {
    drive(a);
    show_unregistered(a);
    show_agent(a);
    uint8_t busy = 0;
    for (unsigned p = 0; p < a->config.ports; p++)
        busy |= (uint8_t)(in_busy(a, p) << p);
    const bool tx_busy = a->tx.count >= a->knobs.depth, inj_busy = a->inj.count >= a->knobs.depth;
    const struct agent_cycle state = {.in_reset = a->in_reset,
                                      .noc_in_busy = busy,
                                      .noc_out_busy = a->out_busy,
                                      .agt_rx_busy = a->rx_busy,
                                      .enc_busy = a->enc_busy,
                                      .bad_remote_req = a->pulse,
                                      .agt_tx = a->tx_source.valid ? &a->tx_source.flit : NULL,
                                      .inj = a->inj_source.valid ? &a->inj_source.flit : NULL,
                                      .agt_rx = a->rx.full ? &a->rx.item.flit : NULL};
    agent_model_begin(a->model, &state, a->cycle);
    if (!a->in_reset) {
        tell_outputs(a);
        edge(a, busy, tx_busy, inj_busy);
    }
    tell_end(a);
    a->cycle++;
}

/* ---- life ------------------------------------------------------------------------------------ */

static struct agent_config random_config(struct rng *rng) {
    struct agent_config c = {.ports = rng_range(rng, 1, AGENT_PORTS_MAX),
                             .mesh_id = rng_below(rng, 4) & 3,
                             .ilink = rng_chance(rng, 750),
                             .q_depth = 16,
                             .q_margin = rng_range(rng, 1, 4)};
    for (unsigned p = 0; p < AGENT_PORTS_MAX; p++)
        c.position[p] = (struct position){p & 7, rng_below(rng, 8) & 7}; /* rows may be shared */
    return c;
}

struct ideal_knobs ideal_agent_random_knobs(struct rng *rng) {
    static const unsigned busy[] = {0, 0, 50, 500, 900};
    struct ideal_knobs k = {.depth = rng_range(rng, 1, 2),
                            .rx_register = rng_chance(rng, 500),
                            .rx_fills_when_busy = rng_chance(rng, 500),
                            .out_registers = rng_chance(rng, 500),
                            .rx_busy = busy[rng_below(rng, 5)],
                            .enc_busy = busy[rng_below(rng, 5)],
                            .out_busy = busy[rng_below(rng, 5)],
                            .stay = rng_below(rng, 3) * 450,
                            .serve = rng_range(rng, 100, 1000)};
    for (unsigned i = 0; i < IDEAL_PATHS; i++)
        k.rate[i] = rng_below(rng, 5) * rng_below(rng, 5) * 60;
    return k;
}

void ideal_begin(struct ideal *a, uint64_t seed, const struct agent_config *config) {
    *a = (struct ideal){.cycle = 1, .first.check = CHECK_NONE};
    rng_init(&a->rng, seed, "model.agent", "ideal");
    a->config = config != NULL ? *config : random_config(&a->rng);
    a->knobs = ideal_agent_random_knobs(&a->rng);
    a->model = agent_model_new(&a->config);
    assert_non_null(a->model);
}

void ideal_end(struct ideal *a) {
    agent_model_free(a->model);
}

void ideal_agent_run(struct ideal *a, unsigned cycles) {
    for (unsigned i = 0; i < cycles; i++)
        cycle(a);
}

void ideal_drain(struct ideal *a) {
    a->quiet = true;
    a->knobs.rx_busy = a->knobs.enc_busy = a->knobs.out_busy = 0;
    a->knobs.serve = 1000;
    ideal_agent_run(a, 200);
}

void ideal_reset(struct ideal *a, unsigned cycles) {
    a->in_reset = true;
    const struct ideal_queue mesh_in = a->in[0];
    memset(a->in, 0, sizeof a->in);
    memset(a->reads, 0, sizeof a->reads);
    memset(a->writes, 0, sizeof a->writes);
    memset(a->answers, 0, sizeof a->answers);
    memset(a->out, 0, sizeof a->out);
    a->tx.count = a->inj.count = 0;
    a->rx.full = a->enc.full = a->pulse = false;
    if (a->crime == KEEPS_OVER_RESET)
        a->in[0] = mesh_in;
    ideal_agent_run(a, cycles);
    a->in_reset = false;
}
