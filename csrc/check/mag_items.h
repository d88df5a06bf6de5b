/* Everything that can be outstanding inside the memory agent, and everything outside that can hold
 * it, as the watchdog over the agent (mag_watch.h) and its reports (mag_stall.h) see it: one shape
 * for the items of every golden model.
 *
 * It knows the models, no pins. */
#ifndef CSRC_CHECK_MAG_ITEMS_H
#define CSRC_CHECK_MAG_ITEMS_H

#include "agent.h"
#include "mem_port.h"
#include "mover_judge.h"
#include "text.h"
#include "window.h"

/* What lies outside the agent and can hold it. A scenario withholds these for good by this mask. */
enum mag_outside {
    MAG_LINK0 = 1u << 0,   /* noc_out_busy of port 0; << p for port p */
    MAG_AGENT = 1u << 4,   /* agt_rx_busy */
    MAG_ENC = 1u << 5,     /* enc_busy */
    MAG_DRAM_AR = 1u << 6, /* arready, and R that makes room for another burst */
    MAG_DRAM_R = 1u << 7,
    MAG_DRAM_AW = 1u << 8, /* awready, and W and B that make room for another burst */
    MAG_DRAM_W = 1u << 9,
    MAG_DRAM_B = 1u << 10,
    MAG_RM_AW = 1u << 11,
    MAG_RM_W = 1u << 12,
    MAG_RM_B = 1u << 13,
    MAG_HOST_R = 1u << 14, /* sm_rready */
    MAG_HOST_B = 1u << 15, /* sm_bready */
    MAG_HOST_W = 1u << 16, /* sm_wvalid: a host that sends no data for its AW */
    MAG_RI_B = 1u << 17,   /* ri_bready */
    MAG_RI_W = 1u << 18,   /* ri_wvalid */
    MAG_SOURCE = 1u << 19  /* data flits an endpoint owes; never withheld by the bench itself */
};
#define MAG_LINK(port) ((uint32_t)MAG_LINK0 << (port))
#define MAG_LINKS ((uint32_t)15 * MAG_LINK0)
#define MAG_DRAM (MAG_DRAM_AR | MAG_DRAM_R | MAG_DRAM_AW | MAG_DRAM_W | MAG_DRAM_B)
#define MAG_RM (MAG_RM_AW | MAG_RM_W | MAG_RM_B)
enum { MAG_OUTSIDE_COUNT = 20 };

/* Requester numbers: the ids on dram_*. Ports are 0-3. */
enum { MAG_MOVER = 4, MAG_HOST = 5, MAG_INBOUND = 6, MAG_REQUESTERS = 7 };

/* Bursts and beats the slaves of the agent have not taken. */
enum mag_offer { OFFER_SM_AW, OFFER_SM_W, OFFER_SM_AR, OFFER_RI_AW, OFFER_RI_W, OFFER_COUNT };

/* Every outstanding item is one of these. */
enum {
    MAG_ITEM_PORT = 0,                                            /* WAIT_COUNT a port */
    MAG_ITEM_PATH = MAG_ITEM_PORT + AGENT_PORTS_MAX * WAIT_COUNT, /* AGENT_PATH_COUNT a port */
    MAG_ITEM_HOST = MAG_ITEM_PATH + AGENT_PORTS_MAX * AGENT_PATH_COUNT, /* WINDOW_WAIT_COUNT */
    MAG_ITEM_RI = MAG_ITEM_HOST + WINDOW_WAIT_COUNT,
    MAG_ITEM_OFFER = MAG_ITEM_RI + WINDOW_WAIT_COUNT,
    MAG_ITEM_MOVER = MAG_ITEM_OFFER + OFFER_COUNT,
    MAG_ITEM_COUNT
};

struct mag_watch_models {
    unsigned ports;
    struct mem_port_model *const *port;
    const struct agent_model *agent;
    const struct window_model *host, *ri;
    const struct mover_judge *mover;
};

/* Of one cycle. */
struct mag_watch_cycle {
    uint32_t held[MAG_REQUESTERS]; /* MAG_*: what is held, the bits of dram_* as this requester
                                      sees them */
    bool moved;                    /* something transferred on any interface */
    uint8_t offered;               /* bit per enum mag_offer: offered, not taken, and nothing of
                                      its direction is outstanding there */
    uint64_t offer_transfers[OFFER_COUNT];
    uint64_t passed_out[AGENT_PORTS_MAX]; /* flits that left by a port and are not its engine's */
    uint64_t mover_moved;                 /* transfers of the mover */
    bool mover_remote;                    /* it writes to another mesh */
    uint64_t mover_unseen;                /* words of its move that no interface shows */
    const uint64_t *issued[2];            /* bursts on dram_* by requester so far: reads, writes */
    struct {
        bool ar_valid, ar_ready, aw_valid, aw_ready, w_valid, w_ready;
        bool quiet; /* nothing is outstanding there, and no noc_out is held */
        bool led;   /* W beats have transferred before their AW */
    } dram;
};

struct mag_watch_item {
    bool present;
    uint64_t since, progress;
    uint32_t needs, may_wait; /* MAG_* */
};

/* Item `at` of MAG_ITEM_COUNT as it is now; only of ports that exist. */
struct mag_watch_item mag_item_at(const struct mag_watch_models *m,
                                  const struct mag_watch_cycle *now, unsigned at);
bool mag_item_exists(const struct mag_watch_models *m, unsigned at);
/* As whom an item meets the memory. */
unsigned mag_item_requester(unsigned at);
/* It waits for a burst of a write, else of a read. */
bool mag_item_writes(unsigned at);
/* The item of a port's path. */
static inline unsigned mag_item_of_path(enum agent_path path, unsigned port) {
    return MAG_ITEM_PATH + port * AGENT_PATH_COUNT + path;
}
static inline unsigned mag_item_of_port(enum mem_port_wait kind, unsigned port) {
    return MAG_ITEM_PORT + port * WAIT_COUNT + kind;
}

/* Where it is: "port 0", "sm"; what it waits for: "a write is not acknowledged"; and itself, in one
 * line, possibly empty. */
void mag_item_place(struct text *t, unsigned at);
const char *mag_item_kind(unsigned at);
void mag_item_describe(const struct mag_watch_models *m, unsigned at, char *buf, size_t size);
/* A holder by its bit of enum mag_outside: "enc_busy is high". */
const char *mag_outside_text(unsigned bit);

#endif
