/* Drives the register port of a bank: a read is always available, a write is cfg_en for a cycle.
 * While nothing is asked for, cfg_id, cfg_addr and cfg_data carry fresh garbage. */
#ifndef CSRC_BFM_CONFIG_DRIVER_H
#define CSRC_BFM_CONFIG_DRIVER_H

#include "sim/sim.h"

struct config_pins {
    uint8_t *en, *id, *addr;
    uint32_t *data;
    const uint32_t *rdata;
};

enum { CONFIG_OWN_MAX = 32 };

struct config_driver {
    struct config_pins pins;
    uint8_t id_mask;
    bool clear_any_time;  /* writes to 0x00 while entries are under way, too */
    bool write_undefined; /* random writes to registers of no meaning */
    /* Registers of the occupants, which random writes reach while nobody can hold the bank. */
    struct {
        uint8_t id, addr;
    } own[CONFIG_OWN_MAX];
    unsigned own_count;
    unsigned burst_own, burst_left; /* writes of a burst still to come, all to one of them */
    unsigned write_permille;        /* of the cycles */
    struct rng rng, idle;
    /* Asked for the next cycle. */
    bool access, write;
    uint8_t id, addr;
    uint32_t data;
    uint32_t value; /* cfg_rdata of the latest cycle */
};

void config_driver_init(struct config_driver *c, struct sim *s, const struct config_pins *pins,
                        unsigned id_w);
/* A register of an occupant that random writes reach; those past CONFIG_OWN_MAX they do not. */
void config_driver_own(struct config_driver *c, unsigned id, unsigned addr);
/* `ungranted`: nobody can hold the bank in this cycle. */
void config_driver_drive(struct config_driver *c, const struct sim *s, bool ungranted);
void config_driver_sample(struct config_driver *c);

/* Runs one cycle in which the register is read; its value. */
uint32_t config_read(struct config_driver *c, struct sim *s, unsigned id, unsigned addr);
/* Runs one cycle in which the register is written. */
void config_write(struct config_driver *c, struct sim *s, unsigned id, unsigned addr,
                  uint32_t data);

#endif
