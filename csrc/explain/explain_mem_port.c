/* The judges of a memory port over a dump. */
#include "check/mem_port_judge.h"
#include "check/mem_stall.h"
#include "explain/explain_judge.h"
#include "sim/wrap.h"

#include <string.h>

static const enum check_id checks[] = {
    CHECK_LINK_HOLD,    CHECK_LINK_STABLE, CHECK_LINK_WEDGE, CHECK_LINK_RESET, CHECK_AXI_STABLE,
    CHECK_AXI_4K,       CHECK_AXI_SHAPE,   CHECK_AXI_WLAST,  CHECK_AXI_ORPHAN, CHECK_AXI_IDORDER,
    CHECK_AXI_STRB,     CHECK_AXI_WAIT,    CHECK_AXI_RESET,  CHECK_AXI_RANGE,  CHECK_AXI_DUP,
    CHECK_MEM_DATA,     CHECK_MEM_LOST,    CHECK_MEM_EXTRA,  CHECK_MEM_TXN,    CHECK_MEM_WORD,
    CHECK_MEM_LAST,     CHECK_MEM_DST,     CHECK_MEM_SRC,    CHECK_MEM_RSVD,   CHECK_MEM_ENTRY,
    CHECK_MEM_PEERDIFF, CHECK_MEM_ACK,     CHECK_MEM_WDATA,  CHECK_MEM_WBIND,  CHECK_MEM_WORDER,
    CHECK_MEM_STARVE,   CHECK_MEM_DROP,    CHECK_MEM_COUNT,  CHECK_SIM_STALL};

static const enum check_id certain[] = {CHECK_LINK_HOLD,  CHECK_LINK_STABLE, CHECK_LINK_RESET,
                                        CHECK_AXI_STABLE, CHECK_AXI_4K,      CHECK_AXI_SHAPE,
                                        CHECK_AXI_STRB,   CHECK_AXI_RESET};

/* The port's coordinate is the source of whatever it sends. */
static bool first_answer(struct dump *d, struct flit *f) {
    char why[DUMP_WHY_SIZE];
    bool found = false;
    struct dut *dut = d->type.create(&d->type, FILL_ZEROS, 0);
    const struct link_pins *out = &dut->pins.mem_port.out;
    dump_attach(d, dut);
    while (!found && dump_next(d, why) == FST_CHANGE) {
        dump_fill(d);
        found = !d->in_reset && *out->valid && !*out->busy;
        if (found) {
            flit_unpack(out->data, f);
        }
    }
    dut->destroy(dut);
    return found;
}

static void look_ahead(struct dump *d, const struct dump_request *request) {
    static struct dump other;
    char why[DUMP_WHY_SIZE];
    struct flit f;
    bool known = true;
    for (unsigned i = 0; i < d->parameters; i++) {
        known &= strncmp(d->parameter[i].name, "MEM_", 4) != 0 ||
                 d->parameter[i].source != PARAMETER_DEFAULT;
    }
    if (known || !dump_open(&other, request, why)) {
        return;
    }
    if (first_answer(&other, &f)) {
        dump_saw_parameter(d, "MEM_X", f.src_x);
        dump_saw_parameter(d, "MEM_Y", f.src_y);
    }
    dump_close(&other);
}

static void *make(struct sim *s) {
    struct mem_port_judge *j = sim_alloc(s, sizeof *j);
    mem_port_judge_init(j, s, &s->dut->type->mem_port, &s->dut->pins.mem_port);
    j->requesters.config.requesters_wait = true; /* no scenario here breaks rules on purpose */
    return j;
}

static void join(void *judge) {
    mem_port_judge_join(judge);
}

static void sample(void *judge) {
    mem_port_judge_sample(judge);
}

static unsigned gauges(void *judge, struct gauge out[GAUGES_MAX]) {
    const struct mem_port_judge *j = judge;
    return mem_port_judge_gauges(j, &j->sim->dut->type->mem_port, out);
}

static void end(void *judge, FILE *out) {
    struct mem_port_judge *j = judge;
    char list[1600], cause[STALL_CAUSE_SIZE];
    mem_port_judge_evidence(j);
    if (mem_port_judge_quiet(j)) {
        return;
    }
    fprintf(out, "  open        on AXI %u reads and %u writes; in the port\n",
            axi_check_reads(&j->axi_check), axi_check_writes(&j->axi_check));
    mem_port_model_list(j->model, list, sizeof list, 12);
    for (char *line = strtok(list, "\n"); line; line = strtok(NULL, "\n")) {
        char wrapped[400];
        struct text t = text_into(wrapped, sizeof wrapped);
        text_paragraph(&t, "", line);
        fputs(wrapped, out);
    }
    struct stall_chain chain = stall_chain_into(list, sizeof list, cause);
    mem_stall_list_open(&j->requesters, &chain);
    fputs(list, out);
}

const struct explain_judge explain_mem_port = {
    .kind = DUT_MEM_PORT,
    .what = "memory port",
    .checks = checks,
    .check_count = sizeof checks / sizeof *checks,
    .certain = certain,
    .certain_count = sizeof certain / sizeof *certain,
    .not_run = "LINK-COMB, SIM-UNINIT, SIM-IDLE, SIM-DETERMINISM, SIM-DISPLAY (the design itself "
               "has to run), MEM-INDEP, MEM-RATE, SIM-END (they belong to scenarios)",
    .look_ahead = look_ahead,
    .make = make,
    .join = join,
    .sample = sample,
    .gauges = gauges,
    .end = end,
};
