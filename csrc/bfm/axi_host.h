/* An AXI4 master, 256 bits wide, for the slaves of the agent (sm_*, ri_*), with every legal habit of
 * wire 5: several bursts outstanding with any ids, W before, with or after its AW, gaps in W, BREADY
 * and RREADY early, late or withheld for ever. It judges nothing.
 *
 * Reads and writes are two queues, each issued in its order; W beats go in AW order. Valid never
 * waits for a ready: AW and W of a burst become due at times that are drawn when the burst is armed.
 * Once a W beat of a burst has been offered, its AW is late by at most 40 cycles.
 *
 * While a valid is low its payload carries garbage from the idle stream. In the first cycle of a
 * reset everything is dropped; with `hold_in_reset` an address offered then stays offered through the
 * reset, and its burst is made in full afterwards. Readies are random in reset. Bursts pushed in
 * reset are kept. */
#ifndef CSRC_BFM_AXI_HOST_H
#define CSRC_BFM_AXI_HOST_H

#include "bfm/stall.h"
#include "sim/sim.h"
#include "word.h"

enum {
    AXI_HOST_BEATS = 128, /* of a burst; one more is never asked of a host window (modules 5) */
    AXI_HOST_READS = 256, /* bursts queued or outstanding */
    AXI_HOST_WRITES = 64,
    AXI_HOST_SKEW = 40 /* cycles between AW and the first W falling due, at most */
};

enum { AXI_SIZE_32 = 5, AXI_FIXED = 0, AXI_INCR = 1, AXI_WRAP = 2 };

/* One burst as it is to appear on the address channel. */
struct axi_host_request {
    uint64_t addr;
    unsigned beats; /* 1-128 */
    uint8_t id, size, burst;
};
/* INCR with 32 bytes a beat. */
struct axi_host_request axi_host_incr(uint8_t id, uint64_t addr, unsigned beats);

struct axi_host_knobs {
    struct stall_knobs aw, w, ar;   /* valid not raised (a raised one stays); never UNTIL_OFFER */
    struct stall_knobs b, r;        /* ready withheld */
    unsigned skew_max;              /* AW and first W fall due up to so many cycles apart, 0-40 */
    unsigned max_reads, max_writes; /* bursts armed and unanswered, at least 1 */
    bool hold_in_reset;
};

struct axi_host_write {
    struct axi_host_request request;
    uint64_t aw_due, w_due; /* cycles; when armed */
    struct word data[AXI_HOST_BEATS];
    uint32_t strb[AXI_HOST_BEATS];
};

struct axi_host_stats {
    uint64_t reads, writes, read_beats, write_beats, responses; /* transferred */
    uint64_t errors;                                            /* R beats and Bs */
};

struct axi_host {
    struct axi_host_knobs knobs; /* may be changed between cycles */
    struct sim *sim;
    struct axi_pins pins;
    struct axi_host_stats stats;
    /* Private from here. Rings; positions count up and are taken modulo the size. */
    struct rng choice, idle;
    struct stall aw, w, ar, b, r;
    unsigned id_bits;
    struct axi_host_request read[AXI_HOST_READS];
    struct axi_host_write *write; /* AXI_HOST_WRITES of them */
    uint64_t read_pushed, read_issued, read_done;
    uint64_t write_pushed, write_armed, write_issued, write_filled, write_done;
    unsigned w_beat; /* beats sent of the burst write_filled */
    bool aw_offered, w_offered, ar_offered;
    bool b_waits, r_waits; /* offered in the cycle before, without transfer */
};

/* `prefix` names the random streams: "sm" gives "sm.choice", "sm.aw", "sm.idle" and so on; a
 * literal. Starts with axi_host_plain(). */
void axi_host_init(struct axi_host *h, struct sim *sim, const char *prefix,
                   const struct axi_pins *pins, unsigned id_bits);
/* No gaps, everything ready, AW and W together, as many bursts outstanding as there are. */
void axi_host_plain(struct axi_host_knobs *knobs);
/* A random legal setting, nothing withheld for good. */
void axi_host_randomise(struct axi_host_knobs *knobs, struct rng *rng);
/* Takes out of a setting what the options leave out. */
void axi_host_without(struct axi_host_knobs *knobs, uint32_t without);
/* The most cycles the setting holds one burst back, for a watchdog. */
unsigned axi_host_injected(const struct axi_host_knobs *knobs);

/* Queue a burst; false, and nothing happens, when the queue is full. */
bool axi_host_read(struct axi_host *h, const struct axi_host_request *request);
/* `data`: request->beats words. `strb`: as many strobes, bit i for byte i; NULL: all set. */
bool axi_host_write(struct axi_host *h, const struct axi_host_request *request,
                    const struct word *data, const uint32_t *strb);

/* Bursts queued or unanswered. */
static inline unsigned axi_host_reads(const struct axi_host *h) {
    return (unsigned)(h->read_pushed - h->read_done);
}
static inline unsigned axi_host_writes(const struct axi_host *h) {
    return (unsigned)(h->write_pushed - h->write_done);
}
static inline bool axi_host_idle(const struct axi_host *h) {
    return axi_host_reads(h) == 0 && axi_host_writes(h) == 0;
}

void axi_host_drive(struct axi_host *h);
void axi_host_sample(struct axi_host *h);

#endif
