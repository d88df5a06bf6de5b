#include "bench/mag_bench_parts.h"

/* ---- mem_rd_count, mem_wr_count -------------------------------------------------------------- */

static void inside_so_far(struct mag_bench *b, bool reads, uint64_t *requests, uint64_t *words) {
    *requests = *words = 0;
    for (unsigned p = 0; p < b->ports; p++) {
        const struct mem_port_stats *s = mem_port_model_stats(b->port_model[p]);
        *requests += reads ? s->inside_reads : s->inside_writes;
        *words += s->inside_words;
    }
}

/* How far a counter may be ahead with every word of the store a burst of its own. */
static uint64_t inside_ahead(struct mag_bench *b, const struct mag_count *c, bool reads) {
    enum { UNDER_WAY = 4096 }; /* words of requests of the store that are not finished */
    uint64_t requests, words;
    if (b->staging == NULL) {
        return 0;
    }
    inside_so_far(b, reads, &requests, &words);
    const uint64_t ahead = words - c->inside_words + UNDER_WAY;
    return ahead < 0x8000 ? ahead : 0x8000;
}

/* The counters see the ports' own bursts, which reach dram_* later: so they are never behind it but
 * for the 4 cycles they may take, and ahead by what can be on its way there. */
static void check_count(struct mag_bench *b, struct mag_count *c, uint16_t pin, bool reads,
                        const char *name) {
    enum { ON_THE_WAY = 64 }; /* bursts a port has issued that dram_* has not shown */
    const uint64_t least = c->before[MAG_COUNT_LAG - 1];
    sim_evaluated(b->sim, CHECK_MEM_COUNT);
    const uint16_t ahead = (uint16_t)(pin - least);
    if (ahead > b->ports * ON_THE_WAY + MAG_COUNT_LAG && ahead > inside_ahead(b, c, reads)) {
        sim_fail(b->sim, CHECK_MEM_COUNT, name,
                 "%s shows %u, but the ports had issued %u bursts on dram_* %d cycles ago", name,
                 pin, (unsigned)(uint16_t)least, MAG_COUNT_LAG);
    }
    memmove(&c->before[1], &c->before[0], sizeof c->before - sizeof c->before[0]);
    c->before[0] = c->handshakes;
}

/* Nothing is under way: all of them have reached dram_*, but for those of the staging store, at
 * least one for each request there and at most one for each word. */
static void judge_exact(struct mag_bench *b, const struct mag_count *c, uint16_t pin, bool reads,
                        const char *name) {
    uint64_t requests, words;
    inside_so_far(b, reads, &requests, &words);
    const uint64_t least = c->handshakes + requests - c->inside_requests;
    const uint64_t spread = b->staging == NULL ? 0 : words - c->inside_words;
    sim_evaluated(b->sim, CHECK_MEM_COUNT);
    if ((uint16_t)(pin - least) > spread) {
        sim_fail(b->sim, CHECK_MEM_COUNT, name,
                 "%s shows %u with nothing under way; bursts on dram_* and requests of the staging "
                 "store give %u to %u",
                 name, pin, (unsigned)(uint16_t)least, (unsigned)(uint16_t)(least + spread));
    }
}

void mag_status_judge_counts(struct mag_bench *b) {
    judge_exact(b, &b->rd_count, *b->pins.rd_count, true, "mem_rd_count");
    judge_exact(b, &b->wr_count, *b->pins.wr_count, false, "mem_wr_count");
}

/* Whatever the others do: the ports have nothing to ask for, so nothing of theirs is on its way. */
static bool ports_rest(const struct mag_bench *b) {
    for (unsigned p = 0; p < b->ports; p++) {
        if (!mem_port_model_idle(b->port_model[p]) ||
            mem_port_model_intake(b->port_model[p]).open_sources > 0) {
            return false;
        }
    }
    return true;
}

/* ---- messages -------------------------------------------------------------------------------- */

static uint64_t messages(const struct mag_bench *b, enum mem_port_message code, bool due) {
    uint64_t sum = 0;
    for (unsigned p = 0; p < b->ports; p++) {
        sum += due ? mem_port_model_messages_due(b->port_model[p], code)
                   : mem_port_model_messages(b->port_model[p], code);
    }
    return sum;
}

static void forgive_messages(struct mag_bench *b) {
    for (unsigned code = 0; code < MSG_COUNT; code++) {
        message_check_forgive(&b->message[code], b->sim, mem_port_message_code[code],
                              messages(b, (enum mem_port_message)code, true));
    }
}

/* A memory flit may wait at the input before its engine sees it: behind a marked one for the
 * encapsulator, or because a queue of the engine is near full. */
static bool input_may_be_held(const struct mag_bench *b) {
    for (unsigned p = 0; p < b->ports; p++) {
        const struct mem_port_room room = mem_port_model_room(b->port_model[p]);
        if (!room.few_reads || !room.few_writes ||
            agent_model_oldest(b->agent_model, AGENT_PATH_ENC, p).present) {
            return true;
        }
    }
    return false;
}

/* While an input may be held nothing further is due. */
static void check_port_messages(struct mag_bench *b) {
    const bool held = input_may_be_held(b);
    for (unsigned i = 0; i < MSG_COUNT; i++) {
        const enum mem_port_message code = (enum mem_port_message)i;
        struct message_check *c = &b->message[i];
        message_check_look(c, b->sim, mem_port_message_code[i], messages(b, code, false),
                           held ? c->due[0] : messages(b, code, true));
    }
}

static void check_messages(struct mag_bench *b) {
    display_check_sample(&b->mover_display, mover_judge_stats(b->move.judge)->messages);
    display_check_sample(&b->slot_display, 0);
    if (b->sim->cycle % MESSAGE_PERIOD == 0 && !(b->sim->options->without & WITHOUT_DISPLAYS)) {
        check_port_messages(b);
    }
}

/* ---- the occupants' registers ------------------------------------------------------------------ */

/* The bank's own pins are judged as a bank's; here, that xf_* shows them, and reaches them while no
 * move runs (modules 4). */
static void check_occupant_port(struct mag_bench *b) {
    const struct mag_pins *p = &b->pins;
    struct sim *s = b->sim;
    sim_evaluated(s, CHECK_XF_FAULT);
    if (*p->xf_fault != *p->bank.fault) {
        sim_fail(s, CHECK_XF_FAULT, "xf_fault", "xf_fault is 0x%x, the bank's fault pins show 0x%x",
                 *p->xf_fault, *p->bank.fault);
    }
    if (*p->mv_busy) {
        return;
    }
    sim_evaluated(s, CHECK_XF_REG);
    const bool written = *p->bank.cfg_en && *p->bank.cfg_data == *p->xf_cfg_data;
    if (*p->bank.cfg_id != *p->xf_cfg_id || *p->bank.cfg_addr != *p->xf_cfg_addr ||
        written != *p->xf_cfg_en || *p->bank.cfg_en != *p->xf_cfg_en) {
        sim_fail(
            s, CHECK_XF_REG, "xf_cfg",
            "an access of id %u, register 0x%02x does not reach the bank though mv_busy is low",
            *p->xf_cfg_id, *p->xf_cfg_addr);
    } else if (*p->xf_cfg_rdata != *p->bank.cfg_rdata) {
        sim_fail(s, CHECK_XF_REG, "xf_cfg", "xf_cfg_rdata is 0x%08x, the bank answers 0x%08x",
                 *p->xf_cfg_rdata, *p->bank.cfg_rdata);
    }
}

/* ---- the cycle ------------------------------------------------------------------------------- */

void mag_status_sample(struct mag_bench *b) {
    check_count(b, &b->rd_count, *b->pins.rd_count, true, "mem_rd_count");
    check_count(b, &b->wr_count, *b->pins.wr_count, false, "mem_wr_count");
    if (b->sim->cycle % MESSAGE_PERIOD == 0 && ports_rest(b)) {
        mag_status_judge_counts(b);
    }
    check_messages(b);
    check_occupant_port(b);
}

void mag_status_in_reset(struct mag_bench *b) {
    if (b->sim->reset_cycles == 1) {
        forgive_messages(b);
    }
    memset(&b->rd_count, 0, sizeof b->rd_count);
    memset(&b->wr_count, 0, sizeof b->wr_count);
    inside_so_far(b, true, &b->rd_count.inside_requests, &b->rd_count.inside_words);
    inside_so_far(b, false, &b->wr_count.inside_requests, &b->wr_count.inside_words);
}
