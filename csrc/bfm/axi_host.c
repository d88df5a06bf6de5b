#include "bfm/axi_host.h"

#include <assert.h>
#include <stdio.h>

/* ---- set-up --------------------------------------------------------------------------------- */

static void stream(const struct sim *sim, struct rng *r, const char *prefix, const char *what) {
    char full[64];
    snprintf(full, sizeof full, "%s.%s", prefix, what);
    sim_rng(sim, r, full);
}

void axi_host_init(struct axi_host *h, struct sim *sim, const char *prefix,
                   const struct axi_pins *pins, unsigned id_bits) {
    assert(id_bits >= 1 && id_bits <= 8);
    char idle[64];
    memset(h, 0, sizeof *h);
    h->sim = sim;
    h->pins = *pins;
    h->id_bits = id_bits;
    h->write = sim_alloc(sim, AXI_HOST_WRITES * sizeof *h->write);
    axi_host_plain(&h->knobs);
    stream(sim, &h->choice, prefix, "choice");
    stream(sim, &h->aw.rng, prefix, "aw");
    stream(sim, &h->w.rng, prefix, "w");
    stream(sim, &h->ar.rng, prefix, "ar");
    stream(sim, &h->b.rng, prefix, "b");
    stream(sim, &h->r.rng, prefix, "r");
    snprintf(idle, sizeof idle, "%s.idle", prefix);
    rng_init(&h->idle, sim->options->idle_seed, sim->test, idle);
}

void axi_host_plain(struct axi_host_knobs *knobs) {
    *knobs = (struct axi_host_knobs){.max_reads = AXI_HOST_READS, .max_writes = AXI_HOST_WRITES};
}

void axi_host_randomise(struct axi_host_knobs *knobs, struct rng *rng) {
    static const unsigned limit[] = {1, 2, 4, 16, AXI_HOST_WRITES};
    axi_host_plain(knobs);
    stall_randomise(&knobs->aw, rng, false);
    stall_randomise(&knobs->w, rng, false);
    stall_randomise(&knobs->ar, rng, false);
    stall_randomise(&knobs->b, rng, true);
    stall_randomise(&knobs->r, rng, true);
    knobs->skew_max = rng_chance(rng, 400) ? rng_range(rng, 1, AXI_HOST_SKEW) : 0;
    knobs->max_reads = limit[rng_below(rng, 5)];
    knobs->max_writes = limit[rng_below(rng, 5)];
    knobs->hold_in_reset = rng_chance(rng, 500);
}

void axi_host_without(struct axi_host_knobs *knobs, uint32_t without) {
    if (without & WITHOUT_STALLS) {
        knobs->b = knobs->r = stall_never();
    }
    if (without & WITHOUT_GAPS) {
        knobs->aw = knobs->w = knobs->ar = stall_never();
        knobs->skew_max = 0;
    }
}

unsigned axi_host_injected(const struct axi_host_knobs *knobs) {
    return stall_longest(&knobs->aw) + stall_longest(&knobs->w) + stall_longest(&knobs->ar) +
           stall_longest(&knobs->b) + stall_longest(&knobs->r) + knobs->skew_max;
}

/* ---- the queues ----------------------------------------------------------------------------- */

struct axi_host_request axi_host_incr(uint8_t id, uint64_t addr, unsigned beats) {
    return (struct axi_host_request){
        .addr = addr, .beats = beats, .id = id, .size = AXI_SIZE_32, .burst = AXI_INCR};
}

static struct axi_host_request *read_at(struct axi_host *h, uint64_t n) {
    return &h->read[n % AXI_HOST_READS];
}

static struct axi_host_write *write_at(struct axi_host *h, uint64_t n) {
    return &h->write[n % AXI_HOST_WRITES];
}

bool axi_host_read(struct axi_host *h, const struct axi_host_request *request) {
    assert(request->beats >= 1 && request->beats <= AXI_HOST_BEATS);
    if (axi_host_reads(h) == AXI_HOST_READS) {
        return false;
    }
    *read_at(h, h->read_pushed++) = *request;
    return true;
}

bool axi_host_write(struct axi_host *h, const struct axi_host_request *request,
                    const struct word *data, const uint32_t *strb) {
    assert(request->beats >= 1 && request->beats <= AXI_HOST_BEATS);
    if (axi_host_writes(h) == AXI_HOST_WRITES) {
        return false;
    }
    struct axi_host_write *w = write_at(h, h->write_pushed++);
    w->request = *request;
    memcpy(w->data, data, request->beats * sizeof *data);
    for (unsigned i = 0; i < request->beats; i++) {
        w->strb[i] = strb != NULL ? strb[i] : UINT32_MAX;
    }
    return true;
}

/* Lets the next bursts begin: draws when their AW and W fall due. */
static void arm_writes(struct axi_host *h) {
    while (h->write_armed < h->write_pushed &&
           h->write_armed - h->write_done < h->knobs.max_writes) {
        struct axi_host_write *w = write_at(h, h->write_armed++);
        const unsigned skew = h->knobs.skew_max ? rng_below(&h->choice, h->knobs.skew_max + 1) : 0;
        const bool data_first = skew > 0 && rng_chance(&h->choice, 500);
        w->aw_due = h->sim->cycle + (data_first ? skew : 0);
        w->w_due = h->sim->cycle + (data_first ? 0 : skew);
    }
}

/* ---- drive ---------------------------------------------------------------------------------- */

static void put_address(const struct axi_address_pins *pins, const struct axi_host_request *r) {
    *pins->id = r->id;
    *pins->addr = r->addr;
    *pins->len = (uint8_t)(r->beats - 1);
    *pins->size = r->size;
    *pins->burst = r->burst;
}

static void scribble_address(struct axi_host *h, const struct axi_address_pins *pins) {
    const uint64_t bits = rng_next(&h->idle);
    *pins->addr = rng_next(&h->idle) & ((UINT64_C(1) << 40) - 1);
    *pins->id = (uint8_t)(bits & ((1u << h->id_bits) - 1));
    *pins->len = (uint8_t)(bits >> 8);
    *pins->size = bits >> 16 & 7;
    *pins->burst = bits >> 24 & 3;
}

static void drive_aw(struct axi_host *h) {
    const bool gap = stall_next(&h->aw, false);
    if (!h->aw_offered && h->write_issued < h->write_armed && !h->sim->in_reset) {
        const struct axi_host_write *w = write_at(h, h->write_issued);
        /* Data that has begun to flow does not wait for a gap: an AW claims it in time. */
        const bool led = h->write_filled > h->write_issued ||
                         (h->write_filled == h->write_issued && (h->w_beat > 0 || h->w_offered));
        if (h->sim->cycle >= w->aw_due && (!gap || (led && !h->knobs.aw.withheld))) {
            h->aw_offered = true;
            put_address(&h->pins.aw, &w->request);
        }
    }
    *h->pins.aw.valid = h->aw_offered;
    if (!h->aw_offered) {
        scribble_address(h, &h->pins.aw);
    }
}

static void drive_w(struct axi_host *h) {
    const bool gap = stall_next(&h->w, false);
    if (!h->w_offered && !gap && h->write_filled < h->write_armed && !h->sim->in_reset) {
        const struct axi_host_write *w = write_at(h, h->write_filled);
        if (h->sim->cycle >= w->w_due) {
            h->w_offered = true;
            memcpy(h->pins.w.data, w->data[h->w_beat].w, WORD_BYTES);
            *h->pins.w.strb = w->strb[h->w_beat];
            *h->pins.w.last = h->w_beat + 1 == w->request.beats;
        }
    }
    *h->pins.w.valid = h->w_offered;
    if (!h->w_offered) {
        rng_fill(&h->idle, h->pins.w.data, 8);
        const uint64_t bits = rng_next(&h->idle);
        *h->pins.w.strb = (uint32_t)bits;
        *h->pins.w.last = bits >> 32 & 1;
    }
}

static void drive_ar(struct axi_host *h) {
    const bool gap = stall_next(&h->ar, false);
    if (!h->ar_offered && !gap && h->read_issued < h->read_pushed &&
        h->read_issued - h->read_done < h->knobs.max_reads && !h->sim->in_reset) {
        h->ar_offered = true;
        put_address(&h->pins.ar, read_at(h, h->read_issued));
    }
    *h->pins.ar.valid = h->ar_offered;
    if (!h->ar_offered) {
        scribble_address(h, &h->pins.ar);
    }
}

void axi_host_drive(struct axi_host *h) {
    h->aw.knobs = h->knobs.aw;
    h->w.knobs = h->knobs.w;
    h->ar.knobs = h->knobs.ar;
    h->b.knobs = h->knobs.b;
    h->r.knobs = h->knobs.r;
    arm_writes(h);
    drive_aw(h);
    drive_w(h);
    drive_ar(h);
    if (h->sim->in_reset) {
        const uint64_t bits = rng_next(&h->choice);
        *h->pins.b.ready = bits & 1;
        *h->pins.r.ready = bits >> 1 & 1;
    } else {
        *h->pins.b.ready = !stall_next(&h->b, h->b_waits);
        *h->pins.r.ready = !stall_next(&h->r, h->r_waits);
    }
}

/* ---- sample --------------------------------------------------------------------------------- */

/* Keeps the burst whose address is on the pins, when it is to be held, and nothing else. */
static void drop(struct axi_host *h) {
    const bool hold = h->knobs.hold_in_reset;
    h->ar_offered = h->ar_offered && hold;
    h->aw_offered = h->aw_offered && hold;
    h->w_offered = false;
    h->w_beat = 0;
    h->read_done = h->read_issued;
    h->read_pushed = h->read_issued + h->ar_offered;
    h->write_done = h->write_filled = h->write_issued;
    h->write_pushed = h->write_armed = h->write_issued + h->aw_offered;
    h->b_waits = h->r_waits = false;
}

static void sample_write(struct axi_host *h) {
    if (h->aw_offered && *h->pins.aw.ready) {
        h->aw_offered = false;
        h->write_issued++;
        h->stats.writes++;
        h->sim->seen.sent++;
    }
    if (h->w_offered && *h->pins.w.ready) {
        h->w_offered = false;
        h->stats.write_beats++;
        if (++h->w_beat == write_at(h, h->write_filled)->request.beats) {
            h->w_beat = 0;
            h->write_filled++;
        }
    }
    const bool valid = *h->pins.b.valid, ready = *h->pins.b.ready;
    h->b_waits = valid && !ready;
    /* A B nobody is owed is the checker's to judge. */
    if (valid && ready && h->write_done < h->write_issued && h->write_done < h->write_filled) {
        h->write_done++;
        h->stats.responses++;
        h->stats.errors += *h->pins.b.resp != 0;
    }
}

static void sample_read(struct axi_host *h) {
    const bool valid = *h->pins.r.valid, ready = *h->pins.r.ready;
    h->r_waits = valid && !ready;
    if (valid && ready && h->read_done < h->read_issued) {
        h->stats.read_beats++;
        h->stats.errors += *h->pins.r.resp != 0;
        h->read_done += *h->pins.r.last;
    }
    if (h->ar_offered && *h->pins.ar.ready) {
        h->ar_offered = false;
        h->read_issued++;
        h->stats.reads++;
        h->sim->seen.sent++;
    }
}

void axi_host_sample(struct axi_host *h) {
    if (h->sim->in_reset) {
        if (h->sim->reset_cycles == 1) {
            drop(h);
        }
        return;
    }
    sample_read(h);
    sample_write(h);
}
