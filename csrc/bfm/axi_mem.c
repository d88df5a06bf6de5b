#include "bfm/axi_mem.h"

#include <assert.h>
#include <stdio.h>

/* Beyond the 256 beats of a burst: codes of axi_mem_burst.error. */
enum { ERROR_NONE = 0xffff, ERROR_EVERY_BEAT = 0xfffe };
enum { RESP_SLVERR = 2, RESP_DECERR = 3 };

/* ---- set-up --------------------------------------------------------------------------------- */

static void stream(const struct sim *sim, struct rng *r, const char *channel, const char *what) {
    char full[64];
    snprintf(full, sizeof full, "%s.%s", channel, what);
    sim_rng(sim, r, full);
}

void axi_mem_init(struct axi_mem *m, struct sim *sim, const struct axi_names *names,
                  const struct axi_pins *pins, unsigned id_bits, struct sparse_mem *memory) {
    assert(id_bits >= 1 && id_bits <= 8);
    char idle[64];
    memset(m, 0, sizeof *m);
    m->sim = sim;
    m->pins = *pins;
    m->names = *names;
    m->memory = memory;
    m->id_bits = id_bits;
    m->accept = UINT64_C(0xfffffffff);
    axi_mem_zero_wait(&m->knobs);
    stream(sim, &m->aw.rng, names->aw, "ready");
    stream(sim, &m->w.rng, names->w, "ready");
    stream(sim, &m->ar.rng, names->ar, "ready");
    stream(sim, &m->b.rng, names->b, "gap");
    stream(sim, &m->r.rng, names->r, "gap");
    stream(sim, &m->choice, names->r, "choice");
    snprintf(idle, sizeof idle, "%s.idle", names->r);
    rng_init(&m->idle, sim->options->idle_seed, sim->test, idle);
}

void axi_mem_zero_wait(struct axi_mem_knobs *knobs) {
    *knobs = (struct axi_mem_knobs){.read_latency_min = 1,
                                    .read_latency_max = 1,
                                    .write_latency_min = 1,
                                    .write_latency_max = 1,
                                    .coupling_limit = STALL_LONGEST,
                                    .max_reads = AXI_MEM_BURSTS,
                                    .max_writes = AXI_MEM_BURSTS};
}

static void randomise_latency(unsigned *min, unsigned *max, struct rng *rng) {
    static const unsigned limit[] = {1, 4, 20, 60, 300};
    *min = rng_range(rng, 1, limit[rng_below(rng, 5)]);
    *max = *min + rng_below(rng, limit[rng_below(rng, 5)]);
}

void axi_mem_randomise(struct axi_mem_knobs *knobs, struct rng *rng, bool errors) {
    static const unsigned limit[] = {1, 2, 4, 16, AXI_MEM_BURSTS};
    axi_mem_zero_wait(knobs);
    stall_randomise(&knobs->aw, rng, true);
    stall_randomise(&knobs->w, rng, true);
    stall_randomise(&knobs->ar, rng, true);
    stall_randomise(&knobs->b, rng, false);
    stall_randomise(&knobs->r, rng, false);
    randomise_latency(&knobs->read_latency_min, &knobs->read_latency_max, rng);
    randomise_latency(&knobs->write_latency_min, &knobs->write_latency_max, rng);
    knobs->write_order =
        rng_chance(rng, 500) ? AXI_WRITE_FREE : (enum axi_write_order)rng_range(rng, 1, 4);
    knobs->lead_max = rng_chance(rng, 300) ? rng_range(rng, 1, 100) : rng_below(rng, 8);
    knobs->coupling =
        rng_chance(rng, 700) ? AXI_UNCOUPLED : (enum axi_coupling)rng_range(rng, 1, 2);
    knobs->coupling_limit = rng_range(rng, 1, 200);
    knobs->read_order = (enum axi_order)rng_below(rng, 3);
    knobs->response_order = (enum axi_order)rng_below(rng, 2);
    knobs->max_reads = limit[rng_below(rng, 5)];
    knobs->max_writes = limit[rng_below(rng, 5)];
    if (errors) {
        knobs->read_error_permille = rng_below(rng, 300);
        knobs->write_error_permille = rng_below(rng, 300);
        knobs->read_error_at = (enum axi_error_at)rng_below(rng, 5);
    }
}

void axi_mem_without(struct axi_mem_knobs *knobs, uint32_t without) {
    struct axi_mem_knobs plain;
    axi_mem_zero_wait(&plain);
    if (without & WITHOUT_STALLS) {
        knobs->aw = knobs->w = knobs->ar = stall_never();
        knobs->write_order = plain.write_order;
        knobs->lead_min = knobs->lead_max = 0;
        knobs->coupling = plain.coupling;
        knobs->max_reads = plain.max_reads;
        knobs->max_writes = plain.max_writes;
    }
    if (without & WITHOUT_GAPS) {
        knobs->b = knobs->r = stall_never();
    }
    if (without & WITHOUT_WAITS) {
        knobs->read_latency_min = knobs->read_latency_max = plain.read_latency_max;
        knobs->write_latency_min = knobs->write_latency_max = plain.write_latency_max;
    }
    if (without & WITHOUT_ERRORS) {
        knobs->read_error_permille = knobs->write_error_permille = 0;
    }
}

unsigned axi_mem_injected(const struct axi_mem_knobs *knobs) {
    unsigned cycles = stall_longest(&knobs->aw) + stall_longest(&knobs->w) +
                      stall_longest(&knobs->ar) + stall_longest(&knobs->b) +
                      stall_longest(&knobs->r) + knobs->read_latency_max + knobs->write_latency_max;
    if (knobs->write_order == AXI_ADDRESS_FIRST || knobs->write_order == AXI_DATA_FIRST) {
        cycles += knobs->lead_max;
    }
    if (knobs->coupling != AXI_UNCOUPLED) {
        cycles += knobs->coupling_limit;
    }
    return cycles;
}

/* ---- drive: which readies are high ---------------------------------------------------------- */

static unsigned unfilled(const struct axi_mem *m) {
    return m->writes - m->filled;
}

/* Whether traffic of the other direction holds an address off; counts how long it has. */
static bool coupled(bool applies, bool waits, unsigned limit, unsigned *held) {
    if (!applies || *held >= limit) {
        return false;
    }
    *held += waits;
    return true;
}

static bool ar_ready(struct axi_mem *m) {
    const struct axi_mem_knobs *k = &m->knobs;
    const bool writing =
        k->coupling == AXI_READS_WAIT && (m->writes > 0 || m->lead_used > 0 || m->aw_waits);
    const bool hold = coupled(writing, m->ar_waits, k->coupling_limit, &m->ar_coupled);
    return !stall_next(&m->ar, m->ar_waits) && !hold && m->reads < k->max_reads &&
           m->reads < AXI_MEM_BURSTS;
}

/* Whether the order of AW and W lets an AW through. */
static bool aw_in_order(const struct axi_mem *m) {
    switch (m->knobs.write_order) {
    case AXI_DATA_FIRST:
        return m->lead_bursts > 0 && m->sim->cycle >= m->lead_due;
    case AXI_ADDRESS_NEEDS_DATA:
        return unfilled(m) == 0 && (m->lead_used > 0 || m->w_waits);
    case AXI_WRITE_FREE:
    case AXI_ADDRESS_FIRST:
    case AXI_DATA_NEEDS_ADDRESS:
        break;
    }
    return true;
}

static bool aw_ready(struct axi_mem *m) {
    const struct axi_mem_knobs *k = &m->knobs;
    const bool reading = k->coupling == AXI_WRITES_WAIT && (m->reads > 0 || m->ar_waits);
    const bool hold = coupled(reading, m->aw_waits, k->coupling_limit, &m->aw_coupled);
    return !stall_next(&m->aw, m->aw_waits) && !hold && m->writes < k->max_writes &&
           m->writes < AXI_MEM_BURSTS && aw_in_order(m);
}

static bool w_in_order(const struct axi_mem *m) {
    switch (m->knobs.write_order) {
    case AXI_ADDRESS_FIRST:
        return unfilled(m) > 0 && m->sim->cycle >= m->write[m->filled].due;
    case AXI_DATA_NEEDS_ADDRESS:
        return unfilled(m) > 0 || (m->aw_waits && m->lead_bursts == 0);
    case AXI_WRITE_FREE:
    case AXI_DATA_FIRST:
    case AXI_ADDRESS_NEEDS_DATA:
        break;
    }
    return true;
}

static bool w_ready(struct axi_mem *m) {
    return !stall_next(&m->w, m->w_waits) && w_in_order(m) &&
           (unfilled(m) > 0 || m->lead_used < AXI_MEM_LEAD);
}

/* ---- drive: what is answered ---------------------------------------------------------------- */

/* Picks one of burst[0..count): due, and the oldest of its id. In order only the oldest of all
 * qualifies. Returns `count` when none does. */
static unsigned pick(struct axi_mem *m, const struct axi_mem_burst *burst, unsigned count,
                     bool in_order) {
    uint8_t candidate[AXI_MEM_BURSTS];
    uint64_t seen[4] = {0};
    unsigned candidates = 0;
    const unsigned end = in_order ? 1 : count;
    for (unsigned i = 0; i < end; i++) {
        const uint64_t bit = UINT64_C(1) << (burst[i].id % 64);
        uint64_t *group = &seen[burst[i].id / 64];
        if ((*group & bit) == 0 && m->sim->cycle >= burst[i].due) {
            candidate[candidates++] = (uint8_t)i;
        }
        *group |= bit;
    }
    if (candidates <= 1) {
        return candidates == 0 ? count : candidate[0];
    }
    return candidate[rng_below(&m->choice, candidates)];
}

static uint8_t any_id(struct axi_mem *m, uint64_t bits) {
    return (uint8_t)(bits & ((1u << m->id_bits) - 1));
}

static void drive_b(struct axi_mem *m) {
    const bool gap = stall_next(&m->b, false);
    if (!m->b_offered && !gap && m->filled > 0 && !m->sim->in_reset) {
        const unsigned i = pick(m, m->write, m->filled, m->knobs.response_order == AXI_IN_ORDER);
        if (i < m->filled) {
            m->b_burst = i;
            m->b_offered = true;
            m->served_write = m->write[i].addr;
            *m->pins.b.id = m->write[i].id;
            *m->pins.b.resp = m->write[i].error == ERROR_NONE ? 0 : m->write[i].resp;
        }
    }
    *m->pins.b.valid = m->b_offered;
    if (!m->b_offered) {
        const uint64_t bits = rng_next(&m->idle);
        *m->pins.b.id = any_id(m, bits);
        *m->pins.b.resp = (uint8_t)(bits >> 8 & 3);
    }
}

static void offer_beat(struct axi_mem *m, unsigned i) {
    const struct axi_mem_burst *burst = &m->read[i];
    struct word word;
    m->served_read = (burst->addr & ~UINT64_C(31)) + (uint64_t)burst->done * WORD_BYTES;
    sparse_mem_read(m->memory, m->served_read, &word);
    *m->pins.r.id = burst->id;
    *m->pins.r.last = burst->done + 1 == burst->beats;
    *m->pins.r.resp =
        burst->error == ERROR_EVERY_BEAT || burst->error == burst->done ? burst->resp : 0;
    if (*m->pins.r.resp != 0 && m->rubbish_with_errors) {
        rng_fill(&m->choice, word.w, 8);
    }
    memcpy(m->pins.r.data, word.w, sizeof word.w);
    m->stats.interleaved += m->r_open && i != m->r_burst;
    m->r_burst = i;
    m->r_offered = true;
}

static void drive_r(struct axi_mem *m) {
    const bool gap = stall_next(&m->r, false);
    if (!m->r_offered && !gap && m->reads > 0 && !m->sim->in_reset) {
        const unsigned i = m->r_open && m->knobs.read_order == AXI_OUT_OF_ORDER
                               ? m->r_burst
                               : pick(m, m->read, m->reads, m->knobs.read_order == AXI_IN_ORDER);
        if (i < m->reads) {
            offer_beat(m, i);
        }
    }
    *m->pins.r.valid = m->r_offered;
    if (!m->r_offered) {
        const uint64_t bits = rng_next(&m->idle);
        *m->pins.r.id = any_id(m, bits);
        *m->pins.r.resp = (uint8_t)(bits >> 8 & 3);
        *m->pins.r.last = (uint8_t)(bits >> 10 & 1);
        rng_fill(&m->idle, m->pins.r.data, 8);
    }
}

void axi_mem_drive(struct axi_mem *m) {
    m->aw.knobs = m->knobs.aw;
    m->w.knobs = m->knobs.w;
    m->b.knobs = m->knobs.b;
    m->ar.knobs = m->knobs.ar;
    m->r.knobs = m->knobs.r;
    if (m->sim->in_reset) {
        const uint64_t bits = rng_next(&m->choice);
        *m->pins.aw.ready = bits & 1;
        *m->pins.w.ready = bits >> 1 & 1;
        *m->pins.ar.ready = bits >> 2 & 1;
    } else {
        *m->pins.aw.ready = aw_ready(m);
        *m->pins.w.ready = w_ready(m);
        *m->pins.ar.ready = ar_ready(m);
    }
    drive_b(m);
    drive_r(m);
}

/* ---- sample --------------------------------------------------------------------------------- */

static void drop(struct axi_mem *m) {
    m->reads = m->writes = m->filled = 0;
    m->lead_head = m->lead_used = m->lead_bursts = 0;
    m->ar_coupled = m->aw_coupled = 0;
    m->r_offered = m->b_offered = m->r_open = false;
    m->aw_waits = m->w_waits = m->ar_waits = false;
}

/* A burst may touch only what the memory was told to accept: nothing is ever wrapped. */
static void judge_range(struct axi_mem *m, const char *channel, uint64_t addr, unsigned beats) {
    const uint64_t last = (addr & ~UINT64_C(31)) + (uint64_t)(beats - 1) * WORD_BYTES;
    sim_evaluated(m->sim, CHECK_AXI_RANGE);
    if (((addr | last) & ~m->accept) != 0) {
        sim_fail(m->sim, CHECK_AXI_RANGE, channel,
                 "a burst of %u words from 0x%010llx leaves the memory behind this port", beats,
                 (unsigned long long)addr);
    }
}

static struct axi_mem_burst new_burst(struct axi_mem *m, const struct axi_address_pins *pins,
                                      unsigned error_permille) {
    struct axi_mem_burst burst = {.addr = *pins->addr,
                                  .accepted = m->sim->cycle,
                                  .beats = (uint16_t)(*pins->len + 1),
                                  .error = ERROR_NONE,
                                  .id = *pins->id};
    if (burst.addr & m->nowhere) {
        burst.error = ERROR_EVERY_BEAT;
        burst.resp = RESP_DECERR;
    } else if (rng_chance(&m->choice, error_permille)) {
        burst.error = ERROR_EVERY_BEAT;
        burst.resp = (uint8_t)rng_range(&m->choice, RESP_SLVERR, RESP_DECERR);
    }
    return burst;
}

static uint16_t error_beat(struct axi_mem *m, unsigned beats) {
    switch (m->knobs.read_error_at) {
    case AXI_ERROR_FIRST:
        return 0;
    case AXI_ERROR_MIDDLE:
        return (uint16_t)(beats / 2);
    case AXI_ERROR_LAST:
        return (uint16_t)(beats - 1);
    case AXI_ERROR_ANY:
        return (uint16_t)rng_below(&m->choice, beats);
    case AXI_ERROR_ALL:
        break;
    }
    return ERROR_EVERY_BEAT;
}

static void accept_read(struct axi_mem *m) {
    struct axi_mem_burst burst = new_burst(m, &m->pins.ar, m->knobs.read_error_permille);
    judge_range(m, m->names.ar, burst.addr, burst.beats);
    if (burst.error != ERROR_NONE && !(burst.addr & m->nowhere)) {
        burst.error = error_beat(m, burst.beats);
    }
    burst.due =
        m->sim->cycle + rng_range(&m->choice, m->knobs.read_latency_min, m->knobs.read_latency_max);
    m->read[m->reads++] = burst;
    m->stats.reads++;
    m->ar_coupled = 0;
}

static unsigned draw_lead(struct axi_mem *m) {
    return rng_range(&m->choice, m->knobs.lead_min, m->knobs.lead_max);
}

/* One W beat of the oldest unfilled burst. */
static void apply(struct axi_mem *m, const struct word *data, uint32_t strb, bool last) {
    struct axi_mem_burst *burst = &m->write[m->filled];
    const uint64_t addr = (burst->addr & ~UINT64_C(31)) + (uint64_t)burst->done * WORD_BYTES;
    if (!(burst->addr & m->nowhere)) {
        sparse_mem_write(m->memory, addr, data, strb);
    }
    if (burst->done == 0 && burst->accepted < m->sim->cycle) {
        m->stats.address_led++;
    }
    burst->done++;
    if (last || burst->done == burst->beats) {
        burst->due = m->sim->cycle +
                     rng_range(&m->choice, m->knobs.write_latency_min, m->knobs.write_latency_max);
        m->filled++;
    }
}

static void accept_write(struct axi_mem *m) {
    struct axi_mem_burst burst = new_burst(m, &m->pins.aw, m->knobs.write_error_permille);
    judge_range(m, m->names.aw, burst.addr, burst.beats);
    burst.due = m->sim->cycle + draw_lead(m);
    m->write[m->writes++] = burst;
    m->stats.writes++;
    m->stats.data_led += m->lead_used > 0;
    m->aw_coupled = 0;
    while (m->lead_used > 0 && unfilled(m) > 0) {
        const struct axi_mem_beat *beat = &m->lead[m->lead_head];
        m->lead_head = (m->lead_head + 1) % AXI_MEM_LEAD;
        m->lead_used--;
        m->lead_bursts -= beat->last;
        apply(m, &beat->data, beat->strb, beat->last);
    }
    m->lead_due = m->sim->cycle + draw_lead(m);
}

static void accept_data(struct axi_mem *m) {
    struct word data;
    const uint32_t strb = *m->pins.w.strb;
    const bool last = *m->pins.w.last;
    memcpy(data.w, m->pins.w.data, sizeof data.w);
    m->stats.write_beats++;
    if (unfilled(m) > 0) {
        apply(m, &data, strb, last);
        return;
    }
    m->lead[(m->lead_head + m->lead_used++) % AXI_MEM_LEAD] =
        (struct axi_mem_beat){.data = data, .strb = strb, .last = last};
    if (last && m->lead_bursts++ == 0) {
        m->lead_due = m->sim->cycle + draw_lead(m);
    }
}

static void remove_burst(struct axi_mem_burst *burst, unsigned *count, unsigned i) {
    memmove(&burst[i], &burst[i + 1], (*count - i - 1) * sizeof *burst);
    (*count)--;
}

static void sample_r(struct axi_mem *m) {
    if (!m->r_offered || !*m->pins.r.ready) {
        return;
    }
    struct axi_mem_burst *burst = &m->read[m->r_burst];
    m->r_offered = false;
    m->stats.read_beats++;
    m->stats.read_errors += *m->pins.r.resp != 0;
    m->r_open = ++burst->done < burst->beats;
    if (!m->r_open) {
        m->stats.reordered_reads += m->r_burst > 0;
        remove_burst(m->read, &m->reads, m->r_burst);
    }
}

static void sample_b(struct axi_mem *m) {
    if (!m->b_offered || !*m->pins.b.ready) {
        return;
    }
    m->b_offered = false;
    m->stats.write_errors += *m->pins.b.resp != 0;
    m->stats.reordered_responses += m->b_burst > 0;
    remove_burst(m->write, &m->writes, m->b_burst);
    m->filled--;
}

void axi_mem_sample(struct axi_mem *m) {
    if (m->sim->in_reset) {
        drop(m);
        return;
    }
    const bool ar = *m->pins.ar.valid, aw = *m->pins.aw.valid, w = *m->pins.w.valid;
    m->ar_waits = ar && !*m->pins.ar.ready;
    m->aw_waits = aw && !*m->pins.aw.ready;
    m->w_waits = w && !*m->pins.w.ready;
    sample_r(m);
    sample_b(m);
    if (ar && *m->pins.ar.ready) {
        accept_read(m);
    }
    if (aw && *m->pins.aw.ready) {
        accept_write(m);
    }
    if (w && *m->pins.w.ready) {
        accept_data(m);
    }
}
