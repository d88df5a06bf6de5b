#include "check/axi_check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NONE = 0xffff, SIZE_32_BYTES = 5, BURST_INCR = 1, PAGE = 4096 };

/* ---- the books ------------------------------------------------------------------------------ */

static void side_clear(struct axi_check_side *side) {
    for (unsigned i = 0; i < AXI_CHECK_BURSTS; i++) {
        side->burst[i].next = i + 1 < AXI_CHECK_BURSTS ? (uint16_t)(i + 1) : NONE;
    }
    memset(side->head, 0xff, sizeof side->head);
    memset(side->tail, 0xff, sizeof side->tail);
    side->free = 0;
    side->outstanding = 0;
}

/* Appends a burst to the queue of its id; NONE when there is no room for it. */
static uint16_t side_push(struct axi_check_side *side, uint64_t addr, unsigned beats, uint8_t id) {
    const uint16_t at = side->free;
    if (at == NONE) {
        return NONE;
    }
    side->free = side->burst[at].next;
    side->burst[at] =
        (struct axi_check_burst){.addr = addr, .beats = (uint16_t)beats, .next = NONE, .id = id};
    if (side->head[id] == NONE) {
        side->head[id] = at;
    } else {
        side->burst[side->tail[id]].next = at;
    }
    side->tail[id] = at;
    side->outstanding++;
    return at;
}

/* Forgets the oldest burst of an id. */
static void side_pop(struct axi_check_side *side, uint8_t id) {
    const uint16_t at = side->head[id];
    side->head[id] = side->burst[at].next;
    side->burst[at].next = side->free;
    side->free = at;
    side->outstanding--;
}

static struct axi_check_burst *side_oldest(struct axi_check_side *side, uint8_t id) {
    return side->head[id] == NONE ? NULL : &side->burst[side->head[id]];
}

static void forget(struct axi_check *c) {
    side_clear(&c->read);
    side_clear(&c->write);
    c->unfilled_head = c->unfilled_used = 0;
    c->lead_head = c->lead_used = c->lead_bursts = 0;
    c->unclaimed = 0;
    c->claim_reported = false;
}

void axi_check_init(struct axi_check *c, struct sim *sim, const char *const where[AXI_CHANNELS],
                    const struct axi_pins *pins) {
    memset(c, 0, sizeof *c);
    c->sim = sim;
    c->pins = *pins;
    c->full_strobes = true;
    c->issued = NONE;
    for (unsigned i = 0; i < AXI_CHANNELS; i++) {
        c->channel[i].where = where[i];
    }
    forget(c);
}

/* ---- reports -------------------------------------------------------------------------------- */

__attribute__((format(printf, 5, 6))) static struct failure *
fail(struct axi_check *c, enum axi_channel_index channel, enum check_id id,
     const struct axi_check_burst *burst, const char *what, ...) {
    char text[200];
    va_list args;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    struct failure *f = sim_fail(c->sim, id, c->channel[channel].where, "%s", text);
    if (f != NULL && burst != NULL) {
        snprintf(f->request, sizeof f->request, "burst of %u words from 0x%010" PRIx64 ", id %u",
                 burst->beats, burst->addr, burst->id);
        snprintf(f->progress, sizeof f->progress, "%u of %u beats transferred", burst->done,
                 burst->beats);
    }
    return f;
}

static void row(struct failure *f, const char *name, uint64_t expected, uint64_t actual) {
    char e[24], a[24];
    snprintf(e, sizeof e, "0x%" PRIx64, expected);
    snprintf(a, sizeof a, "0x%" PRIx64, actual);
    failure_field(f, name, e, a);
}

static void data_row(struct failure *f, const uint32_t *expected, const uint32_t *actual) {
    struct word e, a;
    char expected_text[WORD_TEXT_SIZE], actual_text[WORD_TEXT_SIZE];
    memcpy(e.w, expected, sizeof e.w);
    memcpy(a.w, actual, sizeof a.w);
    word_format(&e, expected_text);
    word_format(&a, actual_text);
    failure_field(f, "data", expected_text, actual_text);
}

/* ---- stability ------------------------------------------------------------------------------ */

static struct failure *unstable(struct axi_check *c, enum axi_channel_index channel) {
    return fail(c, channel, CHECK_AXI_STABLE, NULL,
                "payload changed while valid was high and ready low");
}

static void judge_address_stable(struct axi_check *c, enum axi_channel_index channel,
                                 const struct axi_check_address *held,
                                 const struct axi_address_pins *pins) {
    if (*pins->addr == held->addr && *pins->id == held->id && *pins->len == held->len &&
        *pins->size == held->size && *pins->burst == held->burst) {
        return;
    }
    struct failure *f = unstable(c, channel);
    row(f, "addr", held->addr, *pins->addr);
    row(f, "id", held->id, *pins->id);
    row(f, "len", held->len, *pins->len);
    row(f, "size", held->size, *pins->size);
    row(f, "burst", held->burst, *pins->burst);
}

static void judge_w_stable(struct axi_check *c) {
    if (*c->pins.w.strb == c->w_held.strb && *c->pins.w.last == c->w_held.last &&
        memcmp(c->pins.w.data, c->w_held.data, sizeof c->w_held.data) == 0) {
        return;
    }
    struct failure *f = unstable(c, AXI_W);
    row(f, "strb", c->w_held.strb, *c->pins.w.strb);
    row(f, "last", c->w_held.last, *c->pins.w.last);
    data_row(f, c->w_held.data, c->pins.w.data);
}

static void judge_b_stable(struct axi_check *c) {
    if (*c->pins.b.id == c->b_held.id && *c->pins.b.resp == c->b_held.resp) {
        return;
    }
    struct failure *f = unstable(c, AXI_B);
    row(f, "id", c->b_held.id, *c->pins.b.id);
    row(f, "resp", c->b_held.resp, *c->pins.b.resp);
}

static void judge_r_stable(struct axi_check *c) {
    if (*c->pins.r.id == c->r_held.id && *c->pins.r.resp == c->r_held.resp &&
        *c->pins.r.last == c->r_held.last &&
        memcmp(c->pins.r.data, c->r_held.data, sizeof c->r_held.data) == 0) {
        return;
    }
    struct failure *f = unstable(c, AXI_R);
    row(f, "id", c->r_held.id, *c->pins.r.id);
    row(f, "resp", c->r_held.resp, *c->pins.r.resp);
    row(f, "last", c->r_held.last, *c->pins.r.last);
    data_row(f, c->r_held.data, c->pins.r.data);
}

static void judge_stable(struct axi_check *c, enum axi_channel_index channel) {
    switch (channel) {
    case AXI_AW:
        judge_address_stable(c, AXI_AW, &c->aw_held, &c->pins.aw);
        break;
    case AXI_W:
        judge_w_stable(c);
        break;
    case AXI_B:
        judge_b_stable(c);
        break;
    case AXI_AR:
        judge_address_stable(c, AXI_AR, &c->ar_held, &c->pins.ar);
        break;
    case AXI_R:
        judge_r_stable(c);
        break;
    case AXI_CHANNELS:
        break;
    }
}

static void hold_address(struct axi_check_address *held, const struct axi_address_pins *pins) {
    *held = (struct axi_check_address){.addr = *pins->addr,
                                       .id = *pins->id,
                                       .len = *pins->len,
                                       .size = *pins->size,
                                       .burst = *pins->burst};
}

static void hold(struct axi_check *c, enum axi_channel_index channel) {
    switch (channel) {
    case AXI_AW:
        hold_address(&c->aw_held, &c->pins.aw);
        break;
    case AXI_W:
        memcpy(c->w_held.data, c->pins.w.data, sizeof c->w_held.data);
        c->w_held.strb = *c->pins.w.strb;
        c->w_held.last = *c->pins.w.last;
        break;
    case AXI_B:
        c->b_held.id = *c->pins.b.id;
        c->b_held.resp = *c->pins.b.resp;
        break;
    case AXI_AR:
        hold_address(&c->ar_held, &c->pins.ar);
        break;
    case AXI_R:
        memcpy(c->r_held.data, c->pins.r.data, sizeof c->r_held.data);
        c->r_held.id = *c->pins.r.id;
        c->r_held.resp = *c->pins.r.resp;
        c->r_held.last = *c->pins.r.last;
        break;
    case AXI_CHANNELS:
        break;
    }
}

/* ---- what is offered ------------------------------------------------------------------------ */

static void judge_address(struct axi_check *c, enum axi_channel_index channel,
                          const struct axi_address_pins *pins) {
    const unsigned beats = *pins->len + 1u;
    const uint64_t start = *pins->addr & (PAGE - WORD_BYTES);
    if (c->master_outside) {
        return;
    }
    sim_evaluated(c->sim, CHECK_AXI_SHAPE);
    sim_evaluated(c->sim, CHECK_AXI_4K);
    if (*pins->size != SIZE_32_BYTES || *pins->burst != BURST_INCR) {
        struct failure *f =
            fail(c, channel, CHECK_AXI_SHAPE, NULL, "a burst must be INCR with 32 bytes a beat");
        row(f, "size", SIZE_32_BYTES, *pins->size);
        row(f, "burst", BURST_INCR, *pins->burst);
    }
    if (start + (uint64_t)beats * WORD_BYTES > PAGE) {
        fail(c, channel, CHECK_AXI_4K, NULL,
             "a burst of %u words from 0x%010" PRIx64 " crosses a 4 KB boundary", beats,
             *pins->addr);
    }
}

static void judge_w(struct axi_check *c) {
    if (!c->full_strobes) {
        return;
    }
    sim_evaluated(c->sim, CHECK_AXI_STRB);
    if (*c->pins.w.strb != UINT32_MAX) {
        struct failure *f =
            fail(c, AXI_W, CHECK_AXI_STRB, NULL, "a whole word is written with strobes missing");
        row(f, "strb", UINT32_MAX, *c->pins.w.strb);
    }
}

static void judge_b(struct axi_check *c) {
    const struct axi_check_burst *burst = side_oldest(&c->write, *c->pins.b.id);
    sim_evaluated(c->sim, CHECK_AXI_ORPHAN);
    if (burst == NULL) {
        fail(c, AXI_B, CHECK_AXI_ORPHAN, NULL, "a response for id %u, which has no write open",
             *c->pins.b.id);
    } else if (!burst->filled) {
        fail(c, AXI_B, CHECK_AXI_ORPHAN, burst, "a response before the last beat of its write");
    } else {
        sim_evaluated(c->sim, CHECK_AXI_IDORDER);
        if (c->served_write != NULL && *c->served_write != burst->addr) {
            struct failure *f = fail(c, AXI_B, CHECK_AXI_IDORDER, burst,
                                     "the response is of another write than the oldest of its id");
            row(f, "addr", burst->addr, *c->served_write);
        }
    }
}

static uint64_t beat_addr(const struct axi_check_burst *burst) {
    return (burst->addr & ~UINT64_C(31)) + (uint64_t)burst->done * WORD_BYTES;
}

static void judge_r(struct axi_check *c) {
    const struct axi_check_burst *burst = side_oldest(&c->read, *c->pins.r.id);
    sim_evaluated(c->sim, CHECK_AXI_ORPHAN);
    if (burst == NULL) {
        fail(c, AXI_R, CHECK_AXI_ORPHAN, NULL, "a beat for id %u, which has no read open",
             *c->pins.r.id);
        return;
    }
    const bool last = burst->done + 1 == burst->beats;
    sim_evaluated(c->sim, CHECK_AXI_IDORDER);
    if (*c->pins.r.last != last) {
        struct failure *f = fail(c, AXI_R, CHECK_AXI_IDORDER, burst,
                                 "last does not fit the oldest read of this id");
        row(f, "last", last, *c->pins.r.last);
    } else if (c->served_read != NULL && *c->served_read != beat_addr(burst)) {
        struct failure *f = fail(c, AXI_R, CHECK_AXI_IDORDER, burst,
                                 "the beat is of another word than the next of the oldest read of "
                                 "its id");
        row(f, "addr", beat_addr(burst), *c->served_read);
    }
}

/* What can be judged of an offer alone, in its first cycle. */
static void judge_offer(struct axi_check *c, enum axi_channel_index channel) {
    switch (channel) {
    case AXI_AW:
        judge_address(c, AXI_AW, &c->pins.aw);
        break;
    case AXI_W:
        judge_w(c);
        break;
    case AXI_B:
        judge_b(c);
        break;
    case AXI_AR:
        judge_address(c, AXI_AR, &c->pins.ar);
        break;
    case AXI_R:
        judge_r(c);
        break;
    case AXI_CHANNELS:
        break;
    }
}

/* The handshake of one channel; true when it transfers. */
static bool handshake(struct axi_check *c, enum axi_channel_index channel, bool valid, bool ready,
                      bool *pending) {
    struct axi_channel *ch = &c->channel[channel];
    ch->valid = valid;
    ch->ready = ready;
    ch->held = valid && !ready;
    if (*pending) {
        sim_evaluated(c->sim, CHECK_AXI_STABLE);
        if (valid) {
            judge_stable(c, channel);
        } else {
            fail(c, channel, CHECK_AXI_STABLE, NULL, "valid was withdrawn before ready");
        }
    } else if (valid) {
        ch->held_since = c->sim->cycle;
        judge_offer(c, channel);
    }
    *pending = ch->held;
    if (ch->held) {
        hold(c, channel);
    }
    if (!valid || !ready) {
        return false;
    }
    ch->transfers++;
    ch->last_transfer = c->sim->cycle;
    return true;
}

/* ---- transfers ------------------------------------------------------------------------------ */

static void record_address(struct axi_check *c, enum axi_channel_index channel,
                           const struct axi_address_pins *pins) {
    sim_event(c->sim, EVENT_ADDRESS, c->channel[channel].where, *pins->addr,
              (uint64_t)*pins->id << 8 | *pins->len, NULL, 0);
}

static void too_many(struct axi_check *c, enum axi_channel_index channel) {
    sim_evaluated(c->sim, CHECK_AXI_ORPHAN);
    fail(c, channel, CHECK_AXI_ORPHAN, NULL,
         "more than %d bursts are outstanding; the harness follows no more", AXI_CHECK_BURSTS);
}

static void read_issued(struct axi_check *c, struct axi_events *ev) {
    const struct axi_address_pins *pins = &c->pins.ar;
    record_address(c, AXI_AR, pins);
    ev->any = ev->read_issue.valid = true;
    ev->read_issue.addr = *pins->addr;
    ev->read_issue.beats = *pins->len + 1u;
    ev->read_issue.id = *pins->id;
    if (side_push(&c->read, *pins->addr, *pins->len + 1u, *pins->id) == NONE) {
        too_many(c, AXI_AR);
    }
}

static void read_answered(struct axi_check *c, struct axi_events *ev) {
    const uint8_t id = *c->pins.r.id;
    struct axi_check_burst *burst = side_oldest(&c->read, id);
    sim_event(c->sim, EVENT_DATA, c->channel[AXI_R].where, (uint64_t)id << 8 | *c->pins.r.resp,
              *c->pins.r.last, c->pins.r.data, 8);
    if (burst == NULL) {
        return;
    }
    ev->any = ev->read_beat.valid = true;
    ev->read_beat.addr = beat_addr(burst);
    ev->read_beat.data = c->pins.r.data;
    ev->read_beat.id = id;
    ev->read_beat.resp = *c->pins.r.resp;
    ev->read_beat.last = ++burst->done == burst->beats;
    if (ev->read_beat.last) {
        side_pop(&c->read, id);
    }
}

static void write_answered(struct axi_check *c, struct axi_events *ev) {
    const uint8_t id = *c->pins.b.id;
    const struct axi_check_burst *burst = side_oldest(&c->write, id);
    sim_event(c->sim, EVENT_RESPONSE, c->channel[AXI_B].where, id, *c->pins.b.resp, NULL, 0);
    if (burst == NULL || !burst->filled) {
        return;
    }
    ev->any = ev->write_response.valid = true;
    ev->write_response.ticket = burst->ticket;
    ev->write_response.addr = burst->addr;
    ev->write_response.id = id;
    ev->write_response.resp = *c->pins.b.resp;
    side_pop(&c->write, id);
}

/* Binds a W beat to the oldest write with beats missing. `led`: it transferred before its AW. */
static void pair(struct axi_check *c, struct axi_events *ev, const uint32_t *data, uint32_t strb,
                 bool last, bool led) {
    const uint16_t at = c->unfilled[c->unfilled_head];
    struct axi_check_burst *burst = &c->write.burst[at];
    const bool full = burst->done + 1 == burst->beats;
    sim_evaluated(c->sim, led ? CHECK_AXI_ORPHAN : CHECK_AXI_WLAST);
    if (last != full) {
        if (led) {
            fail(c, AXI_W, CHECK_AXI_ORPHAN, burst,
                 "the data that came before this AW has another length: last is %d at beat %u",
                 last, burst->done + 1u);
        } else {
            fail(c, AXI_W, CHECK_AXI_WLAST, burst, "last is %d at beat %u of %u", last,
                 burst->done + 1u, burst->beats);
        }
    }
    c->paired[ev->write_beats++] = (struct axi_write_beat){.ticket = burst->ticket,
                                                           .index = burst->done,
                                                           .addr = beat_addr(burst),
                                                           .data = data,
                                                           .strb = strb,
                                                           .burst = at};
    burst->done++;
    if (last || full) {
        burst->filled = true;
        c->unfilled_head = (c->unfilled_head + 1) % AXI_CHECK_BURSTS;
        c->unfilled_used--;
    }
}

static void write_issued(struct axi_check *c, struct axi_events *ev) {
    const struct axi_address_pins *pins = &c->pins.aw;
    record_address(c, AXI_AW, pins);
    ev->any = ev->write_issue.valid = true;
    ev->write_issue.addr = *pins->addr;
    ev->write_issue.beats = *pins->len + 1u;
    ev->write_issue.id = *pins->id;
    c->issued = side_push(&c->write, *pins->addr, *pins->len + 1u, *pins->id);
    c->unclaimed = 0;
    c->claim_reported = false;
    if (c->issued == NONE) {
        too_many(c, AXI_AW);
        return;
    }
    c->unfilled[(c->unfilled_head + c->unfilled_used++) % AXI_CHECK_BURSTS] = c->issued;
    while (c->lead_used > 0 && c->unfilled_used > 0) {
        const struct axi_check_lead *beat = &c->lead[c->lead_head];
        c->lead_head = (c->lead_head + 1) % AXI_CHECK_LEAD;
        c->lead_used--;
        c->lead_bursts -= beat->last;
        pair(c, ev, beat->data.w, beat->strb, beat->last, true);
    }
}

static void data_written(struct axi_check *c, struct axi_events *ev) {
    const uint32_t *data = c->pins.w.data, strb = *c->pins.w.strb;
    const bool last = *c->pins.w.last;
    sim_event(c->sim, EVENT_DATA, c->channel[AXI_W].where, strb, last, data, 8);
    ev->any = true;
    if (c->unfilled_used > 0) {
        pair(c, ev, data, strb, last, false);
        return;
    }
    /* One place stays empty: the beats handed over in this cycle are still in theirs. */
    if (c->lead_used == AXI_CHECK_LEAD - 1) {
        sim_evaluated(c->sim, CHECK_AXI_ORPHAN);
        fail(c, AXI_W, CHECK_AXI_ORPHAN, NULL, "%d beats were written ahead of any AW",
             AXI_CHECK_LEAD);
        return;
    }
    struct axi_check_lead *beat = &c->lead[(c->lead_head + c->lead_used++) % AXI_CHECK_LEAD];
    memcpy(beat->data.w, data, sizeof beat->data.w);
    beat->strb = strb;
    beat->last = last;
    c->lead_bursts += last;
}

static void judge_claim(struct axi_check *c) {
    if (c->lead_bursts == 0 || c->channel[AXI_AW].valid) {
        return;
    }
    sim_evaluated(c->sim, CHECK_AXI_ORPHAN);
    if (++c->unclaimed > AXI_CLAIM_BOUND && !c->claim_reported) {
        c->claim_reported = true;
        fail(c, AXI_W, CHECK_AXI_ORPHAN, NULL,
             "no AW for a complete burst of data in %d cycles with awvalid low", AXI_CLAIM_BOUND);
    }
}

/* ---- the cycle ------------------------------------------------------------------------------ */

static void sample_reset(struct axi_check *c) {
    const bool valid[AXI_CHANNELS] = {*c->pins.aw.valid, *c->pins.w.valid, *c->pins.b.valid,
                                      *c->pins.ar.valid, *c->pins.r.valid};
    for (unsigned i = 0; i < AXI_CHANNELS; i++) {
        if (c->sim->reset_cycles >= 2 && !(c->master_outside && i != AXI_B && i != AXI_R)) {
            sim_evaluated(c->sim, CHECK_AXI_RESET);
            if (valid[i]) {
                fail(c, (enum axi_channel_index)i, CHECK_AXI_RESET, NULL,
                     "valid is high in cycle %" PRIu64 " of reset; it must be low from the second",
                     c->sim->reset_cycles);
            }
        }
        c->channel[i].valid = c->channel[i].ready = c->channel[i].held = false;
    }
    c->aw_pending = c->w_pending = c->b_pending = c->ar_pending = c->r_pending = false;
    if (c->sim->reset_cycles == 1) {
        if (sim_counts_bins(c->sim)) {
            axi_cover_reset(c);
        }
        forget(c);
    }
}

/* Answers come first: they are owed for what transferred in earlier cycles only. */
void axi_check_sample(struct axi_check *c, struct axi_events *ev) {
    const struct axi_pins *p = &c->pins;
    memset(ev, 0, sizeof *ev);
    ev->write_beat = c->paired;
    c->issued = NONE;
    if (c->sim->in_reset) {
        sample_reset(c);
        return;
    }
    if (handshake(c, AXI_R, *p->r.valid, *p->r.ready, &c->r_pending)) {
        read_answered(c, ev);
    }
    if (handshake(c, AXI_B, *p->b.valid, *p->b.ready, &c->b_pending)) {
        write_answered(c, ev);
    }
    if (handshake(c, AXI_AR, *p->ar.valid, *p->ar.ready, &c->ar_pending)) {
        read_issued(c, ev);
    }
    if (handshake(c, AXI_AW, *p->aw.valid, *p->aw.ready, &c->aw_pending)) {
        write_issued(c, ev);
    }
    if (handshake(c, AXI_W, *p->w.valid, *p->w.ready, &c->w_pending)) {
        data_written(c, ev);
    }
    if (sim_counts_bins(c->sim)) {
        axi_cover_sample(c, ev);
    }
    judge_claim(c);
}

void axi_check_set_ticket(struct axi_check *c, struct axi_events *ev, uint32_t ticket) {
    if (c->issued == NONE) {
        return;
    }
    c->write.burst[c->issued].ticket = ticket;
    for (unsigned i = 0; i < ev->write_beats; i++) {
        if (ev->write_beat[i].burst == c->issued) {
            ev->write_beat[i].ticket = ticket;
        }
    }
}

bool axi_check_response_owed(const struct axi_check *c, uint8_t id) {
    const uint16_t at = c->write.head[id];
    return at != NONE && c->write.burst[at].filled;
}
