#include "observe/stats.h"

#include <string.h>

void stats_open(struct stats *s, const struct sim *sim, const struct lane *lane, unsigned lanes) {
    s->sim = sim;
    s->lanes = lanes;
    for (unsigned i = 0; i < lanes; i++) {
        memcpy(s->lane[i].name, lane[i].name, sizeof s->lane[i].name);
    }
    slot_entries_init(&s->entries, sim->dut);
}

static unsigned fill_of(uint64_t value, uint64_t capacity) {
    if (value == 0) {
        return FILL_NOTHING;
    }
    if (value >= capacity) {
        return FILL_ALL;
    }
    return FILL_QUARTER + (unsigned)((4 * value - 1) / capacity);
}

static void look_at_gauges(struct stats *s) {
    struct gauge now[GAUGES_MAX];
    if (!s->sim->hooks || !s->sim->hooks->gauges) {
        return;
    }
    s->gauges = s->sim->hooks->gauges(s->sim->bench, now);
    for (unsigned i = 0; i < s->gauges; i++) {
        s->gauge[i].name = now[i].name;
        s->gauge[i].capacity = now[i].capacity;
        histogram_add(&s->gauge[i].level, now[i].value);
        s->gauge[i].filled[fill_of(now[i].value, now[i].capacity)]++;
    }
}

void stats_cycle(struct stats *s, const enum lane_state *state) {
    struct slot_entry entry;
    s->cycles++;
    for (unsigned i = 0; i < s->lanes; i++) {
        s->lane[i].cycles[state[i]]++;
    }
    if (slot_entries_cycle(&s->entries, s->sim->cycle, &entry)) {
        histogram_add(&s->latency[LATENCY_ENTRY][entry.who], entry.latency);
    }
    look_at_gauges(s);
}

void stats_reset_cycle(struct stats *s) {
    slot_entries_reset(&s->entries);
}

void stats_transaction(struct stats *s, const struct transaction_row *row) {
    const struct transaction *t = &row->t;
    const unsigned source = t->source.x * 16u + t->source.y;
    if (!transaction_done(t)) {
        s->unanswered++;
        return;
    }
    const uint64_t first = t->first - t->accepted, last = t->last - t->accepted;
    if (t->kind == TRANSACTION_WRITE) {
        histogram_add(&s->latency[LATENCY_WRITE_ACK][source], last);
        return;
    }
    const bool run = t->kind == TRANSACTION_RUN;
    histogram_add(&s->latency[run ? LATENCY_RUN_FIRST : LATENCY_READ_FIRST][source], first);
    histogram_add(&s->latency[run ? LATENCY_RUN_LAST : LATENCY_READ_LAST][source], last);
}

const char *latency_title(enum latency which) {
    static const char *const titles[LATENCIES] = {
        [LATENCY_READ_FIRST] = "Plain reads, accepted to first word",
        [LATENCY_READ_LAST] = "Plain reads, accepted to last word",
        [LATENCY_RUN_FIRST] = "Runs, accepted to first word",
        [LATENCY_RUN_LAST] = "Runs, accepted to last word",
        [LATENCY_WRITE_ACK] = "Writes, accepted to acknowledgement",
        [LATENCY_ENTRY] = "Entries, start to done"};
    return titles[which];
}

void latency_source_name(enum latency which, unsigned source, char buf[16]) {
    if (which == LATENCY_ENTRY) {
        snprintf(buf, 16, "requester %u", source & 255);
    } else {
        snprintf(buf, 16, "(%u,%u)", source / 16 & 15, source % 16);
    }
}

unsigned latency_total(const struct stats *s, enum latency which, struct histogram *total) {
    unsigned sources = 0;
    memset(total, 0, sizeof *total);
    for (unsigned i = 0; i < STATS_SOURCES; i++) {
        sources += s->latency[which][i].count > 0;
        histogram_merge(total, &s->latency[which][i]);
    }
    return sources;
}
