#include "check/mem_port_judge.h"

#include "check/mem_stall.h"

#include <stdio.h>
#include <string.h>

/* The model's items and the port's pins say more, so their watchdog, which looks every 64 cycles,
 * goes first. */
enum { REQUESTERS_LATER = 512 };

static const char *const channel_names[AXI_CHANNELS] = {"m_aw", "m_w", "m_b", "m_ar", "m_r"};

/* ---- sample: outputs first, then what the port receives (see mem_port.h) --------------------- */

static void meter_count(struct link_meter *m, uint64_t cycle) {
    if (m->flits++ == 0) {
        m->first = cycle;
    } else if (cycle - m->last - 1 > m->worst_gap) {
        m->worst_gap = cycle - m->last - 1;
    }
    m->last = cycle;
}

static void sample_out(struct mem_port_judge *j) {
    const uint32_t *bits = link_check_sample(&j->out_check, false);
    if (!bits) {
        return;
    }
    struct sim *s = j->sim;
    struct flit f;
    struct verdict v;
    flit_unpack(bits, &f);
    meter_count(&j->out_meter, s->cycle);
    s->seen.flits++;
    if (j->checks & CHECKS_WATCH) {
        requester_watch_emit(&j->requesters, &f, s->cycle);
        if (sim_counts_bins(j->sim)) {
            mem_port_cover_emit(j, &f);
        }
    }
    if (j->checks & CHECKS_MODEL && !mem_port_model_emit(j->model, &f, s->cycle, &v)) {
        sim_fail_verdict(s, "mem_out", &v, &f);
    }
}

static void sample_axi(struct mem_port_judge *j) {
    struct sim *s = j->sim;
    struct axi_events *ev = &j->axi;
    struct verdict v;
    axi_check_sample(&j->axi_check, ev);
    if (!ev->any || !(j->checks & CHECKS_MODEL)) {
        return;
    }
    if (ev->read_issue.valid) {
        j->rd_count.handshakes++;
        if (!mem_port_model_read_issue(j->model, ev->read_issue.addr, ev->read_issue.beats,
                                       s->cycle, &v)) {
            sim_fail_verdict(s, "m_ar", &v, NULL);
        }
    }
    if (ev->write_issue.valid) {
        uint32_t burst;
        j->wr_count.handshakes++;
        if (!mem_port_model_write_issue(j->model, ev->write_issue.addr, ev->write_issue.beats,
                                        s->cycle, &burst, &v)) {
            sim_fail_verdict(s, "m_aw", &v, NULL);
        }
        axi_check_set_ticket(&j->axi_check, ev, burst);
    }
    for (unsigned i = 0; i < ev->write_beats; i++) {
        const struct axi_write_beat *beat = &ev->write_beat[i];
        struct word data;
        memcpy(data.w, beat->data, sizeof data.w);
        s->seen.words++;
        meter_count(&j->w_meter, s->cycle);
        if (!mem_port_model_write_beat(j->model, beat->ticket, beat->index, &data, beat->strb,
                                       s->cycle, &v)) {
            sim_fail_verdict(s, "m_w", &v, NULL);
        }
    }
    if (ev->read_beat.valid) {
        struct word data;
        memcpy(data.w, ev->read_beat.data, sizeof data.w);
        mem_port_model_read_beat(j->model, ev->read_beat.addr, &data, s->cycle);
    }
    if (ev->write_response.valid) {
        mem_port_model_write_response(j->model, ev->write_response.ticket, s->cycle);
    }
}

static void sample_in(struct mem_port_judge *j) {
    /* Whether busy has an excuse is the watchdog's to judge. */
    const uint32_t *bits = link_check_sample(&j->in_check, false);
    struct flit f;
    if (!bits) {
        return;
    }
    flit_unpack(bits, &f);
    if (j->checks & CHECKS_WATCH && sim_counts_bins(j->sim)) {
        mem_port_cover_accept(j, &f);
    }
    if (j->checks & CHECKS_MODEL) {
        mem_port_model_accept(j->model, &f, j->sim->cycle);
    }
    if (j->checks & CHECKS_WATCH) {
        requester_watch_accept(&j->requesters, &f, j->sim->cycle);
    }
}

/* ---- counters, messages, watchdog ------------------------------------------------------------ */

static void check_count(struct mem_port_judge *j, struct count_check *c, uint16_t pin,
                        const char *name) {
    struct sim *s = j->sim;
    /* In this cycle the pins may show what had shaken hands before it, at most 4 cycles late. */
    uint64_t most = c->before[0], least = c->before[MEM_PORT_COUNT_LAG - 1];
    sim_evaluated(s, CHECK_MEM_COUNT);
    if ((uint16_t)(pin - least) > (uint16_t)(most - least)) {
        struct failure *f = sim_fail(
            s, CHECK_MEM_COUNT, name, "%s shows %u, at most 4 cycles late it may show %u to %u",
            name, pin, (unsigned)(uint16_t)least, (unsigned)(uint16_t)most);
        (void)f;
    }
    memmove(&c->before[1], &c->before[0], sizeof c->before - sizeof c->before[0]);
    c->before[0] = c->handshakes;
}

static void check_counts(struct mem_port_judge *j) {
    check_count(j, &j->rd_count, *j->pins.rd_count, "mem_rd_count");
    check_count(j, &j->wr_count, *j->pins.wr_count, "mem_wr_count");
}

static void forgive_messages(struct mem_port_judge *j) {
    for (unsigned code = 0; code < MSG_COUNT; code++) {
        message_check_forgive(&j->message[code], j->sim, mem_port_message_code[code],
                              mem_port_model_messages_due(j->model, (enum mem_port_message)code));
    }
}

static void check_messages(struct mem_port_judge *j) {
    if (j->sim->cycle % MESSAGE_PERIOD != 0 || j->sim->options->without & WITHOUT_DISPLAYS) {
        return;
    }
    for (unsigned i = 0; i < MSG_COUNT; i++) {
        const enum mem_port_message code = (enum mem_port_message)i;
        message_check_look(&j->message[i], j->sim, mem_port_message_code[i],
                           mem_port_model_messages(j->model, code),
                           mem_port_model_messages_due(j->model, code));
    }
}

static void fail_with_chain(struct mem_port_judge *j, const struct verdict *v) {
    struct failure *f = sim_fail_verdict(j->sim, "port", v, NULL);
    struct flit in, out;
    if (!f) {
        return;
    }
    flit_unpack(j->pins.in.data, &in);
    flit_unpack(j->pins.out.data, &out);
    const struct mem_stall stall = {
        .watch = &j->watch,
        .model = j->model,
        .requesters = &j->requesters,
        .mem_in = *j->pins.in.valid ? &in : NULL,
        .mem_out = *j->pins.out.valid ? &out : NULL,
    };
    struct stall_chain chain = stall_chain_into(f->report, sizeof f->report, f->cause);
    mem_stall_explain(&stall, &chain);
}

static void tick_watch(struct mem_port_judge *j) {
    struct sim *s = j->sim;
    const struct mem_port_pins *p = &j->pins;
    struct verdict v;
    const struct mem_watch_pins pins = {
        .mem_in_valid = *p->in.valid,
        .mem_in_busy = *p->in.busy,
        .mem_out_valid = *p->out.valid,
        .mem_out_busy = *p->out.busy,
        .aw_valid = *p->axi.aw.valid,
        .aw_ready = *p->axi.aw.ready,
        .w_valid = *p->axi.w.valid,
        .w_ready = *p->axi.w.ready,
        .b_valid = *p->axi.b.valid,
        .b_ready = *p->axi.b.ready,
        .ar_valid = *p->axi.ar.valid,
        .ar_ready = *p->axi.ar.ready,
        .r_valid = *p->axi.r.valid,
        .r_ready = *p->axi.r.ready,
        .r_owed = axi_check_reads(&j->axi_check) > 0,
        .w_led = axi_check_beats_led(&j->axi_check) > 0,
        .b_owed = axi_check_writes(&j->axi_check) > axi_check_writes_unfilled(&j->axi_check),
    };
    if (!mem_watch_tick(&j->watch, j->model, &pins, s->cycle, &v) ||
        !requester_watch_tick(&j->requesters, j->watch.last_transfer, s->cycle, &v)) {
        fail_with_chain(j, &v);
    }
}

static void sample_in_reset(struct mem_port_judge *j) {
    if (j->sim->reset_cycles == 1) {
        forgive_messages(j);
        if (sim_counts_bins(j->sim)) {
            mem_port_cover_reset(j);
        }
    }
    mem_port_model_reset(j->model);
    mem_watch_reset(&j->watch, j->sim->cycle);
    requester_watch_reset(&j->requesters);
    link_check_sample(&j->out_check, false);
    axi_check_sample(&j->axi_check, &j->axi);
    link_check_sample(&j->in_check, false);
    memset(&j->rd_count, 0, sizeof j->rd_count);
    memset(&j->wr_count, 0, sizeof j->wr_count);
}

static void sample_checks(struct mem_port_judge *j) {
    if (j->checks & CHECKS_LINKS) {
        sample_out(j);
    }
    if (j->checks & CHECKS_AXI) {
        sample_axi(j);
    }
    if (j->checks & CHECKS_LINKS) {
        sample_in(j);
    }
    if (j->checks & CHECKS_WATCH) {
        check_counts(j);
        check_messages(j);
        tick_watch(j);
        if (sim_counts_bins(j->sim)) {
            mem_port_cover_cycle(j);
        }
    }
}

/* ---- the cycle ------------------------------------------------------------------------------- */

void mem_port_judge_sample(struct mem_port_judge *j) {
    if (j->sim->in_reset) {
        sample_in_reset(j);
    } else {
        sample_checks(j);
    }
}

/* ---- life ------------------------------------------------------------------------------------ */

static void release_model(void *object) {
    mem_port_model_free(object);
}

static void make_model(struct mem_port_judge *j, const struct mem_port_params *p) {
    struct mem_port_config config = {
        .mem_x = (uint8_t)p->mem_x,
        .mem_y = (uint8_t)p->mem_y,
        .mesh_id = (uint8_t)p->mesh_id,
        .ap_decode = p->ap_decode != 0,
        .wr_slots = p->wr_slots,
        .q_depth = p->q_depth,
        .q_margin = p->q_margin,
        .seed_rules = j->sim->options->seed_rules,
    };
    j->model = mem_port_model_new(&config);
    sim_own(j->sim, j->model, release_model);
}

static void release_requesters(void *object) {
    requester_watch_free(object);
}

static void answer_ended(void *judge, const struct transaction *t) {
    struct mem_port_judge *j = judge;
    if (sim_counts_bins(j->sim)) {
        mem_port_cover_ended(j, t);
    }
}

static void watch_requesters(struct mem_port_judge *j, const struct mem_port_params *p) {
    const struct requester_watch_config config = {.books = {.mesh_id = (uint8_t)p->mesh_id,
                                                            .ap_decode = p->ap_decode != 0,
                                                            .ended = answer_ended,
                                                            .context = j},
                                                  .bound = j->watch.bound + REQUESTERS_LATER};
    requester_watch_init(&j->requesters, &config);
    sim_own(j->sim, &j->requesters, release_requesters);
}

void mem_port_judge_init(struct mem_port_judge *j, struct sim *s,
                         const struct mem_port_params *params, const struct mem_port_pins *pins) {
    const struct mem_watch_config no_waits = {.seed_rules = s->options->seed_rules};
    memset(j, 0, sizeof *j);
    j->sim = s;
    j->pins = *pins;
    j->checks = CHECKS_ALL;
    make_model(j, params);
    link_check_init(&j->in_check, s, "mem_in", &pins->in, LINK_DUT_RECEIVES);
    link_check_init(&j->out_check, s, "mem_out", &pins->out, LINK_DUT_SENDS);
    axi_check_init(&j->axi_check, s, channel_names, &pins->axi);
    mem_watch_init(&j->watch, &no_waits, s->cycle);
    watch_requesters(j, params);
    mem_port_cover_init(&j->cover, params);
}

static void take_watch_evidence(struct mem_port_judge *j) {
    for (unsigned i = 0; i < CHECK_COUNT; i++) {
        j->sim->seen.evaluations[i] += j->watch.evaluations[i];
    }
    memset(j->watch.evaluations, 0, sizeof j->watch.evaluations);
    j->sim->seen.evaluations[CHECK_SIM_STALL] += j->requesters.evaluations;
    j->requesters.evaluations = 0;
}

void mem_port_judge_watch(struct mem_port_judge *j, const struct mem_watch_config *config) {
    take_watch_evidence(j);
    mem_watch_init(&j->watch, config, j->sim->cycle);
    j->requesters.config.bound = j->watch.bound + REQUESTERS_LATER;
}

unsigned mem_port_judge_gauges(const struct mem_port_judge *j, const struct mem_port_params *params,
                               struct gauge out[GAUGES_MAX]) {
    const struct mem_port_room room = mem_port_model_room(j->model);
    const struct mem_port_intake intake = mem_port_model_intake(j->model);
    out[0] = (struct gauge){"reads unfinished", room.unserved_reads, 0};
    out[1] = (struct gauge){"sources writing", intake.open_sources, 0};
    out[2] = (struct gauge){"write slots", room.held_slots, params->wr_slots};
    out[3] = (struct gauge){"write flits queued", room.write_backlog, params->q_depth};
    out[4] = (struct gauge){"reads at memory", axi_check_reads(&j->axi_check), 0};
    out[5] = (struct gauge){"writes at memory", axi_check_writes(&j->axi_check), 0};
    return 6;
}

static void join_count(struct count_check *c, uint16_t pin) {
    c->handshakes = pin;
    for (unsigned i = 0; i < MEM_PORT_COUNT_LAG; i++) {
        c->before[i] = pin;
    }
}

void mem_port_judge_join(struct mem_port_judge *j) {
    mem_port_model_reset(j->model);
    mem_watch_reset(&j->watch, j->sim->cycle);
    requester_watch_reset(&j->requesters);
    axi_check_init(&j->axi_check, j->sim, channel_names, &j->pins.axi);
    join_count(&j->rd_count, *j->pins.rd_count);
    join_count(&j->wr_count, *j->pins.wr_count);
}

/* ---- ends ------------------------------------------------------------------------------------ */

bool mem_port_judge_idle(const struct mem_port_judge *j) {
    return mem_port_model_idle(j->model) &&
           !(j->requesters.config.requesters_wait && requester_watch_waits(&j->requesters));
}

bool mem_port_judge_quiet(const struct mem_port_judge *j) {
    return mem_port_judge_idle(j) && axi_check_idle(&j->axi_check) && !*j->pins.out.valid;
}

void mem_port_judge_end(struct mem_port_judge *j, bool quiet) {
    sim_evaluated(j->sim, CHECK_SIM_END);
    if (quiet) {
        return;
    }
    struct failure *f = sim_fail(j->sim, CHECK_SIM_END, "port", "work is left at the end");
    if (f) {
        snprintf(f->progress, sizeof f->progress,
                 "on AXI: %u reads, %u writes, %u W beats without an AW",
                 axi_check_reads(&j->axi_check), axi_check_writes(&j->axi_check),
                 axi_check_beats_led(&j->axi_check));
        mem_port_model_list(j->model, f->report, sizeof f->report, 20);
        const size_t used = strlen(f->report);
        struct stall_chain chain =
            stall_chain_into(f->report + used, sizeof f->report - used, f->cause);
        mem_stall_list_open(&j->requesters, &chain);
    }
}

void mem_port_judge_evidence(struct mem_port_judge *j) {
    take_watch_evidence(j);
    const struct mem_port_stats *stats = mem_port_model_stats(j->model);
    for (unsigned i = 0; i < CHECK_COUNT; i++) {
        j->sim->seen.evaluations[i] += stats->evaluations[i];
    }
    j->sim->seen.words += stats->words_read;
}
