/* The judges of one memory port together: link and AXI checks, golden model, watchdog, counters,
 * messages. Knows pins, parameters and the run; never who drives the pins, so that the same judges
 * sit in a bench and over a dump. Never drives a pin. */
#ifndef CSRC_CHECK_MEM_PORT_JUDGE_H
#define CSRC_CHECK_MEM_PORT_JUDGE_H

#include "check/axi_check.h"
#include "check/link_check.h"
#include "check/mem_port_cover.h"
#include "check/mem_watch.h"
#include "check/message_check.h"
#include "check/requester_watch.h"
#include "mem_port.h"
#include "sim/sim.h"

enum { MEM_PORT_COUNT_LAG = 4 };

/* What left the port while it was on, for rate scenarios. */
struct link_meter {
    uint64_t flits, first, last; /* cycles of the first and last transfer */
    uint64_t worst_gap;          /* idle cycles between two transfers */
};

/* mem_rd_count or mem_wr_count against the handshakes of its channel. */
struct count_check {
    uint64_t handshakes;
    uint64_t before[MEM_PORT_COUNT_LAG]; /* as they were 1..4 cycles ago */
};

/* Groups of checks, to measure what each costs and to leave out what cannot run. The model lives on
 * what the AXI checks pair up. */
enum mem_port_checks {
    CHECKS_LINKS = 1u << 0, /* with the event ring and the trace hash */
    CHECKS_AXI = 1u << 1,
    CHECKS_MODEL = 1u << 2,
    CHECKS_WATCH = 1u << 3, /* watchdog, counters, messages */
    CHECKS_PROBES = 1u << 4,
    CHECKS_ALL = (1u << 5) - 1
};

struct mem_port_judge {
    struct sim *sim;
    struct mem_port_pins pins;
    unsigned checks; /* enum mem_port_checks; all of them */
    struct mem_port_model *model;
    struct link_meter out_meter; /* flits on mem_out */
    struct link_meter w_meter;   /* W beats */
    struct axi_events axi;       /* of the cycle sampled */
    struct axi_check axi_check;
    struct link_check in_check, out_check;
    struct mem_watch watch;
    struct requester_watch requesters;
    struct mem_port_cover cover;
    /* Private from here. */
    struct count_check rd_count, wr_count;
    struct message_check message[MSG_COUNT];
};

/* The judge lives as long as the run; its bounds are those of a memory that never waits. */
void mem_port_judge_init(struct mem_port_judge *j, struct sim *s,
                         const struct mem_port_params *params, const struct mem_port_pins *pins);
/* Other bounds for the watchdog from this cycle on. */
void mem_port_judge_watch(struct mem_port_judge *j, const struct mem_watch_config *config);

/* Forgets all work, as if the port had just been found with none: between two cycles of a run whose
 * beginning nobody saw. The counters go on from what their pins show. */
void mem_port_judge_join(struct mem_port_judge *j);

/* Judges the settled pins of one cycle, of reset when s->in_reset. */
void mem_port_judge_sample(struct mem_port_judge *j);

/* The port's levels after the cycle sampled (bench_hooks.gauges). */
unsigned mem_port_judge_gauges(const struct mem_port_judge *j, const struct mem_port_params *params,
                               struct gauge out[GAUGES_MAX]);
/* The port owes nothing, and no requester that is known to wait still does. */
bool mem_port_judge_idle(const struct mem_port_judge *j);
/* The same, and nothing is owed on the links or on AXI. */
bool mem_port_judge_quiet(const struct mem_port_judge *j);
/* SIM-END: fails with what is left unless `quiet`. */
void mem_port_judge_end(struct mem_port_judge *j, bool quiet);
/* Adds what the judges have evaluated to s->seen; once, when all has been sampled. */
void mem_port_judge_evidence(struct mem_port_judge *j);

#endif
