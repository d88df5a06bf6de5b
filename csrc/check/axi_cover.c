#include "check/axi_cover.h"

#include "bins.h"
#include "check/axi_check.h"

#include <string.h>

enum { PAGE_BYTES = 4096 };

/* Rows of the groups. A mover on its own has one bus for all its memories. */
enum interface { OF_PORT, OF_MOVER, OF_DRAM, OF_REMOTE, OF_HOST, OF_INBOUND };

static enum interface interface_of(const struct axi_check *c) {
    static const char *const of_agent[] = {
        [OF_DRAM] = "dram_", [OF_REMOTE] = "rm_", [OF_HOST] = "sm_", [OF_INBOUND] = "ri_"};
    if (c->sim->dut->type->kind != DUT_MAG) {
        return c->sim->dut->type->kind == DUT_MOVER ? OF_MOVER : OF_PORT;
    }
    for (unsigned i = OF_REMOTE; i <= OF_INBOUND; i++) {
        if (strncmp(c->channel[AXI_AW].where, of_agent[i], strlen(of_agent[i])) == 0) {
            return (enum interface)i;
        }
    }
    return OF_DRAM;
}

static void hit(const struct axi_check *c, enum bin_group group, unsigned a, unsigned b,
                unsigned d) {
    sim_bin(c->sim, bin_at(group, interface_of(c), a, b, d));
}

static void count_burst(const struct axi_check *c, bool write, uint64_t addr, unsigned beats) {
    static const unsigned lengths[] = {1, 7, 8, 127, UINT32_MAX};
    const bool to_end = (addr % PAGE_BYTES) / WORD_BYTES + beats == PAGE_BYTES / WORD_BYTES;
    hit(c, BINS_AXI_BURST, write, bin_class(beats, lengths), to_end);
}

/* OKAY, SLVERR, DECERR. */
static unsigned answer_of(uint8_t resp) {
    return resp < 2 ? 0 : resp - 1u;
}

static void count_answers(struct axi_check *c, const struct axi_events *ev) {
    struct axi_cover *v = &c->cover;
    if (ev->write_response.valid) {
        hit(c, BINS_AXI_ANSWER, 1, answer_of(ev->write_response.resp), 0);
    }
    if (!ev->read_beat.valid) {
        return;
    }
    hit(c, BINS_AXI_ANSWER, 0, answer_of(ev->read_beat.resp), 0);
    if (v->answered) {
        const unsigned order = v->latest_last ? 0 : v->latest_id == ev->read_beat.id ? 1 : 2;
        hit(c, BINS_AXI_ORDER, order, 0, 0);
    }
    v->answered = true;
    v->latest_id = ev->read_beat.id;
    v->latest_last = ev->read_beat.last;
}

static void count_waits(const struct axi_check *c) {
    static const unsigned cycles[] = {0, 1, 15, UINT32_MAX};
    for (unsigned i = 0; i < AXI_CHANNELS; i++) {
        const struct axi_channel *ch = &c->channel[i];
        if (ch->valid && ch->ready) {
            hit(c, BINS_AXI_WAIT, i, bin_class(c->sim->cycle - ch->held_since, cycles), 0);
        }
    }
}

/* Where the first beat of a burst stands to its AW: before, in the same cycle, later. */
static void count_lead(const struct axi_check *c, const struct axi_events *ev) {
    if (!ev->write_issue.valid) {
        return;
    }
    const bool now = ev->write_beats > 0 && ev->write_beat[ev->write_beats - 1].index == 0;
    hit(c, BINS_AXI_LEAD, c->cover.led > 0 ? 0 : now ? 1 : 2, 0, 0);
}

void axi_cover_sample(struct axi_check *c, const struct axi_events *ev) {
    static const unsigned bursts[] = {0, 1, 3, UINT32_MAX};
    struct axi_cover *v = &c->cover;
    if (ev->read_issue.valid) {
        count_burst(c, false, ev->read_issue.addr, ev->read_issue.beats);
    }
    if (ev->write_issue.valid) {
        count_burst(c, true, ev->write_issue.addr, ev->write_issue.beats);
    }
    count_answers(c, ev);
    count_waits(c);
    count_lead(c, ev);
    hit(c, BINS_AXI_AT_ONCE, bin_class(axi_check_reads(c), bursts),
        bin_class(axi_check_writes(c), bursts), 0);
    v->led = axi_check_beats_led(c);
}

void axi_cover_reset(struct axi_check *c) {
    if (c->sim->cycle > 0) {
        hit(c, BINS_AXI_RESET, axi_check_reads(c) > 0, axi_check_writes(c) > 0, 0);
    }
    memset(&c->cover, 0, sizeof c->cover);
}
