#include "bfm/config_driver.h"

#include "bank.h"
#include "bfm/edge_values.h"

void config_driver_init(struct config_driver *c, struct sim *s, const struct config_pins *pins,
                        unsigned id_w) {
    memset(c, 0, sizeof *c);
    c->pins = *pins;
    c->id_mask = (uint8_t)((1u << id_w) - 1);
    sim_rng(s, &c->rng, "config");
    rng_init(&c->idle, s->options->idle_seed, s->test, "config.idle");
}

void config_driver_own(struct config_driver *c, unsigned id, unsigned addr) {
    if (c->own_count < CONFIG_OWN_MAX && (id & ~(unsigned)c->id_mask) == 0) {
        c->own[c->own_count].id = (uint8_t)id;
        c->own[c->own_count].addr = (uint8_t)addr;
        c->own_count++;
    }
}

/* Half of what is looked at by chance are the registers that mean something. */
static uint8_t random_register(uint64_t bits) {
    static const uint8_t known[] = {BANK_REG_FAULT, BANK_REG_GEOMETRY, BANK_REG_DEPTH,
                                    BANK_REG_FAULT};
    return bits & 4 ? known[bits & 3] : (uint8_t)(bits >> 8);
}

static void put(struct config_driver *c, bool en, uint8_t id, uint8_t addr, uint32_t data) {
    *c->pins.en = en;
    *c->pins.id = id & c->id_mask;
    *c->pins.addr = addr;
    *c->pins.data = data;
}

/* Random bits, or a bound that the values of entries come close to. */
static uint32_t own_data(struct config_driver *c) {
    const uint32_t bits = (uint32_t)rng_next(&c->rng);
    switch (rng_below(&c->rng, 4)) {
    case 0:
        return (bits & 0xffff0000u) | edge_value(&c->rng, FORMAT_FP16, bits & 0xffff);
    case 1:
        return edge_value(&c->rng, FORMAT_FP32, bits);
    default:
        return bits;
    }
}

/* A write that carries on a burst or, perhaps, one of its own to an occupant's register. A burst is
 * long enough to fill a table of 256. */
static bool put_own(struct config_driver *c) {
    static const unsigned bursts[] = {0, 0, 0, 300};
    if (c->burst_left > 0) {
        c->burst_left--;
    } else if (c->own_count > 0 && rng_chance(&c->rng, 500)) {
        c->burst_own = rng_below(&c->rng, c->own_count);
        c->burst_left = bursts[rng_below(&c->rng, 4)];
    } else {
        return false;
    }
    put(c, true, c->own[c->burst_own].id, c->own[c->burst_own].addr, own_data(c));
    return true;
}

static void put_idle(struct config_driver *c) {
    const uint64_t bits = rng_next(&c->idle);
    if (c->own_count > 0 && bits >> 62 == 0) {
        const unsigned own = (unsigned)(bits >> 32) % c->own_count;
        put(c, false, c->own[own].id, c->own[own].addr, (uint32_t)bits);
        return;
    }
    put(c, false, (uint8_t)(bits >> 16), random_register(bits), (uint32_t)(bits >> 24));
}

void config_driver_drive(struct config_driver *c, const struct sim *s, bool ungranted) {
    if (c->access) {
        put(c, c->write, c->id, c->addr, c->data);
        c->access = false;
        return;
    }
    const bool may_write = (ungranted || c->clear_any_time) && c->write_permille > 0;
    const bool carries_on = ungranted && c->burst_left > 0;
    if (!may_write || s->in_reset || !(carries_on || rng_chance(&c->rng, c->write_permille))) {
        put_idle(c);
        return;
    }
    if (ungranted && put_own(c)) {
        return;
    }
    const uint64_t bits = rng_next(&c->rng);
    const bool any = ungranted && c->write_undefined && bits >> 63;
    put(c, true, (uint8_t)(bits >> 16), any ? random_register(bits) : BANK_REG_FAULT,
        (uint32_t)(bits >> 24));
}

void config_driver_sample(struct config_driver *c) {
    c->value = *c->pins.rdata;
}

static void ask(struct config_driver *c, bool write, unsigned id, unsigned addr, uint32_t data) {
    c->access = true;
    c->write = write;
    c->id = (uint8_t)id;
    c->addr = (uint8_t)addr;
    c->data = data;
}

uint32_t config_read(struct config_driver *c, struct sim *s, unsigned id, unsigned addr) {
    ask(c, false, id, addr, 0);
    sim_cycle(s);
    return c->value;
}

void config_write(struct config_driver *c, struct sim *s, unsigned id, unsigned addr,
                  uint32_t data) {
    ask(c, true, id, addr, data);
    sim_cycle(s);
}
