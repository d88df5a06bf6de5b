/* Spoils what the agent shows on its way to the bench, so that a check can be proven live. The
 * agent runs on unspoilt: what it offers and what is shown are two things.
 *
 * A deed is called in every cycle out of reset, when the outputs are settled; it looks at the
 * channels' counts (spoilt_channel.h) and writes output pins (x->pins). Afterwards they are put
 * back. */
#ifndef TESTS_MAG_SABOTEUR_H
#define TESTS_MAG_SABOTEUR_H

#include "bench/mag_bench.h"
#include "saved_pins.h"
#include "spoilt_channel.h"

/* Outputs of the agent that are offered and may be refused; first its flit links. */
enum mag_output {
    MAG_OUT0, /* noc_out of port 0; + p for port p */
    MAG_OUT_AGENT = MAG_OUT0 + MAG_PORTS,
    MAG_OUT_ENC,
    MAG_OUT_DRAM_AW,
    MAG_OUT_DRAM_W,
    MAG_OUT_DRAM_AR,
    MAG_OUT_RM_AW,
    MAG_OUT_RM_W,
    MAG_OUT_SM_R,
    MAG_OUT_SM_B,
    MAG_OUT_RI_B,
    MAG_OUTPUTS
};

struct mag_saboteur {
    struct sim *sim;
    struct mag_bench *bench;
    struct mag_pins pins;
    struct spoilt_channel out[MAG_OUTPUTS]; /* those of ports that are not there stay zero */
    /* For the deed. */
    unsigned limit, count;
    uint64_t since, kept_addr;
    bool keeping, done;
    struct flit kept;
    void *own;
    /* Private. */
    struct saboteur hook;
    void (*deed)(struct mag_saboteur *x);
    struct saved_pins saved;
    uint8_t shut;
};

/* Sets the deed of this run; before the bench is made. `limit` is the deed's own. */
struct mag_saboteur *mag_sabotage(struct sim *s, void (*deed)(struct mag_saboteur *x),
                                  unsigned limit);

/* Whether the agent offers a flit on the link in this cycle; then *f is that flit. */
bool mag_offers(const struct mag_saboteur *x, enum mag_output link, struct flit *f);
/* Whether it offers its nth there. */
bool mag_offers_nth(const struct mag_saboteur *x, enum mag_output link, unsigned nth,
                    struct flit *f);
/* Shows another flit in the place of the one that is offered. */
void mag_change(struct mag_saboteur *x, enum mag_output link, const struct flit *f);
/* Shows a flit; on noc_out and enc the agent waits with its own, on agt_rx it must offer none. True
 * when it transfers in this cycle. */
bool mag_show(struct mag_saboteur *x, enum mag_output link, const struct flit *f);
/* noc_in_busy is shown high; the agent sees no flit there in this cycle. */
void mag_shut(struct mag_saboteur *x, unsigned port);
/* Whether a flit transfers into the port in this cycle; then *f is that flit. */
bool mag_accepts(const struct mag_saboteur *x, unsigned port, struct flit *f);

#endif
