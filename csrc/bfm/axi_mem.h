/* An AXI4 slave memory, 256 bits wide, with every legal slave habit of wire 5. It does not judge
 * its master (that is axi_check's) except for addresses it was not told to accept: AXI-RANGE.
 *
 * A write is applied when a W beat and its AW have both transferred, whichever comes last; a read
 * word is taken from the memory when its R beat is first offered. Error responses do not change
 * what is read or written. A W burst ends at wlast or at its AW's length, whichever comes first.
 *
 * Reset drops every transaction under way; contents stay. In reset the readies are random, rvalid
 * and bvalid low from the second cycle. Payload pins carry garbage from the idle stream while their
 * valid is low. */
#ifndef CSRC_BFM_AXI_MEM_H
#define CSRC_BFM_AXI_MEM_H

#include "bfm/sparse_mem.h"
#include "bfm/stall.h"
#include "sim/sim.h"

enum {
    AXI_MEM_BURSTS = 256, /* bursts under way, per direction */
    AXI_MEM_LEAD = 1024   /* W beats taken before their AW */
};

/* How AW and W wait for each other. */
enum axi_write_order {
    AXI_WRITE_FREE,
    AXI_ADDRESS_FIRST,      /* W only `lead` cycles after its AW was accepted */
    AXI_DATA_FIRST,         /* AW only `lead` cycles after its last W beat was accepted */
    AXI_ADDRESS_NEEDS_DATA, /* AW only once W of its burst is offered or accepted */
    AXI_DATA_NEEDS_ADDRESS  /* W only once AW of its burst is offered or accepted */
};

/* How reads and writes hold each other off, for at most `coupling_limit` cycles at a time. */
enum axi_coupling {
    AXI_UNCOUPLED,
    AXI_READS_WAIT, /* AR is not accepted while a write is under way */
    AXI_WRITES_WAIT /* AW is not accepted while a read is under way */
};

/* In which order bursts of different ids are answered; one id is always in order. */
enum axi_order {
    AXI_IN_ORDER,     /* as accepted */
    AXI_OUT_OF_ORDER, /* whole bursts of any id */
    AXI_INTERLEAVED   /* R beats of any id; for B as AXI_OUT_OF_ORDER */
};

/* Which beat of a read burst that is to fail carries the error. */
enum axi_error_at {
    AXI_ERROR_FIRST,
    AXI_ERROR_MIDDLE,
    AXI_ERROR_LAST,
    AXI_ERROR_ANY,
    AXI_ERROR_ALL
};

struct axi_mem_knobs {
    struct stall_knobs aw, w, ar; /* ready withheld */
    struct stall_knobs b, r; /* valid not raised (a raised one stays); never STALL_UNTIL_OFFER */
    enum axi_write_order write_order;
    unsigned lead_min, lead_max; /* cycles */
    enum axi_coupling coupling;
    unsigned coupling_limit; /* cycles */
    enum axi_order read_order, response_order;
    unsigned read_latency_min, read_latency_max;   /* cycles from AR to the first R offered, >= 1 */
    unsigned write_latency_min, write_latency_max; /* from the later of last W and AW to B, >= 1 */
    unsigned max_reads, max_writes;                /* bursts under way, 1-256 */
    unsigned read_error_permille, write_error_permille; /* of bursts */
    enum axi_error_at read_error_at;
};

/* Names of the five channels; literals. */
struct axi_names {
    const char *aw, *w, *b, *ar, *r;
};
#define AXI_NAMES(prefix)                                                                          \
    { prefix "aw", prefix "w", prefix "b", prefix "ar", prefix "r" }

struct axi_mem_burst {
    uint64_t addr;     /* of the first beat */
    uint64_t accepted; /* cycle of the address handshake */
    uint64_t due; /* read: first R; write: first W by write_order, then B; not before this cycle */
    uint16_t beats, done;
    uint16_t error;   /* the beat with an error, or one of the codes in axi_mem.c */
    uint8_t id, resp; /* resp: what beats with an error say */
};

/* What the slave has shown, as evidence that a habit was exercised. */
struct axi_mem_stats {
    uint64_t reads, writes;           /* bursts accepted */
    uint64_t read_beats, write_beats; /* transferred */
    uint64_t data_led, address_led;   /* bursts whose W came first / whose AW came first */
    uint64_t interleaved;             /* R beats offered in the middle of another burst */
    uint64_t reordered_reads, reordered_responses; /* bursts finished before an older one */
    uint64_t read_errors, write_errors;            /* responses with an error */
};

struct axi_mem {
    struct axi_mem_knobs knobs; /* may be changed between cycles */
    struct sim *sim;
    struct axi_pins pins;
    struct axi_names names;
    struct sparse_mem *memory;
    uint64_t accept; /* address bits that may be set; init: 35:0 */
    /* Of these, bits above all memory there is: a burst with one of them set is answered DECERR on
     * every beat and moves nothing; its R beats carry the untouched words. Init: none. */
    uint64_t nowhere;
    bool rubbish_with_errors; /* an R beat with an error carries anything instead; init: its word */
    struct axi_mem_stats stats;
    /* The word the offered R beat comes from and the first address of the write the offered B
     * answers: for axi_check's `served_read` and `served_write`. */
    uint64_t served_read, served_write;
    /* Private from here. */
    unsigned id_bits;
    struct rng choice, idle;
    struct stall aw, w, b, ar, r;
    struct axi_mem_burst read[AXI_MEM_BURSTS];  /* oldest first */
    struct axi_mem_burst write[AXI_MEM_BURSTS]; /* oldest first */
    unsigned reads, writes;
    unsigned filled; /* of write[]: bursts whose W is complete, always the oldest ones */
    struct axi_mem_beat {
        struct word data;
        uint32_t strb;
        bool last;
    } lead[AXI_MEM_LEAD];
    unsigned lead_head, lead_used;
    unsigned lead_bursts;             /* of the beats in lead[]: last ones */
    uint64_t lead_due;                /* AXI_DATA_FIRST: no AW before this cycle */
    unsigned ar_coupled, aw_coupled;  /* cycles the coupling has held the offered address */
    unsigned r_burst, b_burst;        /* index of the burst on the pins */
    bool r_offered, b_offered;        /* valid is high */
    bool r_open;                      /* the burst of the last R beat, r_burst, is not finished */
    bool aw_waits, w_waits, ar_waits; /* offered in the cycle before, without transfer */
};

/* `names` e.g. AXI_NAMES("m_"); streams are "m_aw.ready", "m_r.gap", "m_r.choice", "m_r.idle" and
 * so on. `memory` may be shared by several slaves; `id_bits` 1-8. Starts with axi_mem_zero_wait().
 */
void axi_mem_init(struct axi_mem *m, struct sim *sim, const struct axi_names *names,
                  const struct axi_pins *pins, unsigned id_bits, struct sparse_mem *memory);
/* The zero-wait memory of modules 3: READY always high, the first R beat in the cycle after AR, one
 * beat a cycle, B in the cycle after the last W, everything in order, no errors. */
void axi_mem_zero_wait(struct axi_mem_knobs *knobs);
/* A random legal setting; errors only with `errors`. */
void axi_mem_randomise(struct axi_mem_knobs *knobs, struct rng *rng, bool errors);
/* Takes out of a setting what the options leave out. */
void axi_mem_without(struct axi_mem_knobs *knobs, uint32_t without);
/* The most cycles one answer can take in this setting, for the watchdog: the sum of what the knobs
 * inject (latencies, stalls, coupling). */
unsigned axi_mem_injected(const struct axi_mem_knobs *knobs);

void axi_mem_drive(struct axi_mem *m);
void axi_mem_sample(struct axi_mem *m);

#endif
