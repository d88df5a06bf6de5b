#include "spoilt_channel.h"

#include "bfm/axi_host.h"

struct spoilt_channel spoilt_link(const struct link_pins *p) {
    return (struct spoilt_channel){.valid = p->valid, .accept = p->busy, .refusing = 1};
}

struct spoilt_channel spoilt_axi(uint8_t *valid, uint8_t *ready) {
    return (struct spoilt_channel){.valid = valid, .accept = ready, .refusing = 0};
}

void spoilt_look(struct spoilt_channel *c, bool in_reset) {
    c->sees = SPOILT_AS_SHOWN;
    if (in_reset || !*c->valid) {
        c->offer = 0;
        c->pending = false;
    } else if (c->pending) {
        c->age++;
    } else {
        c->offer = ++c->offers;
        c->age = 0;
    }
}

/* Whether the DUT keeps its offer. */
void spoilt_settle(struct spoilt_channel *c) {
    if (c->sees != SPOILT_AS_SHOWN) {
        *c->accept = c->refusing ^ (c->sees == SPOILT_ACCEPTED);
    }
    c->pending = c->offer != 0 && *c->accept == c->refusing;
    c->transfers += c->offer != 0 && !c->pending;
}

void spoilt_hold_off(struct spoilt_channel *c) {
    *c->valid = 0;
    c->sees = SPOILT_REFUSED;
}

void spoilt_swallow(struct spoilt_channel *c) {
    *c->valid = 0;
    c->sees = SPOILT_ACCEPTED;
}

bool spoilt_show(struct spoilt_channel *c) {
    *c->valid = 1;
    c->sees = SPOILT_REFUSED;
    return *c->accept != c->refusing;
}

bool spoilt_show_read(struct spoilt_channel *c, const struct axi_address_pins *p, uint64_t addr) {
    *p->addr = addr;
    *p->id = *p->len = 0;
    *p->size = AXI_SIZE_32;
    *p->burst = AXI_INCR;
    return spoilt_show(c);
}
