#include "bfm/config_driver.h"

#include "bank.h"

void config_driver_init(struct config_driver *c, struct sim *s, const struct config_pins *pins,
                        unsigned id_w) {
    memset(c, 0, sizeof *c);
    c->pins = *pins;
    c->id_mask = (uint8_t)((1u << id_w) - 1);
    sim_rng(s, &c->rng, "config");
    rng_init(&c->idle, s->options->idle_seed, s->test, "config.idle");
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

void config_driver_drive(struct config_driver *c, const struct sim *s, bool ungranted) {
    if (c->access) {
        put(c, c->write, c->id, c->addr, c->data);
        c->access = false;
        return;
    }
    const bool may_write = ungranted || c->clear_any_time;
    if (may_write && !s->in_reset && rng_chance(&c->rng, c->write_permille)) {
        const uint64_t bits = rng_next(&c->rng);
        const bool any = ungranted && c->write_undefined && bits >> 63;
        put(c, true, (uint8_t)(bits >> 16), any ? random_register(bits) : BANK_REG_FAULT,
            (uint32_t)(bits >> 24));
        return;
    }
    const uint64_t bits = rng_next(&c->idle);
    put(c, false, (uint8_t)(bits >> 16), random_register(bits), (uint32_t)(bits >> 24));
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
