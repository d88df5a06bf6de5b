/* An output on which a DUT offers things the other side may refuse, while a saboteur shows something
 * else there: a flit link or an AXI channel. What the DUT offers is counted; what it sees of the
 * other side is the answer to what is shown, unless the deed says otherwise (`sees`).
 *
 * Every cycle: spoilt_look() before the deed, spoilt_settle() once the sample is taken and the
 * outputs are put back. A valid that is changed by hand goes unnoticed by the DUT: an offer that is
 * hidden while the other side accepts is lost, one that is made up is extra. */
#ifndef TESTS_SPOILT_CHANNEL_H
#define TESTS_SPOILT_CHANNEL_H

#include "dut/dut.h"

enum spoilt_view { SPOILT_AS_SHOWN, SPOILT_REFUSED, SPOILT_ACCEPTED };

struct spoilt_channel {
    unsigned offer;        /* number of the offer on the pins, from 1; 0: none */
    unsigned age;          /* cycles it has been there before this one */
    unsigned offers;       /* so far */
    unsigned transfers;    /* of cycles before this one, as the DUT sees them */
    enum spoilt_view sees; /* for this cycle: what the DUT sees of the other side */
    /* Private. */
    uint8_t *valid, *accept;
    uint8_t refusing; /* level of *accept that holds an offer */
    bool pending;
};

struct spoilt_channel spoilt_link(const struct link_pins *p);
/* An AXI channel the DUT is the source of. */
struct spoilt_channel spoilt_axi(uint8_t *valid, uint8_t *ready);

void spoilt_look(struct spoilt_channel *c, bool in_reset);
void spoilt_settle(struct spoilt_channel *c);

/* For deeds. The offer is not shown; the DUT does not get rid of it in this cycle, or does. */
void spoilt_hold_off(struct spoilt_channel *c);
void spoilt_swallow(struct spoilt_channel *c);
/* Shows what is on the data pins; the DUT waits with its own. True when it transfers in this cycle. */
bool spoilt_show(struct spoilt_channel *c);
/* As spoilt_show(): a read of one word, with ID 0. `p` are the pins of the channel. */
bool spoilt_show_read(struct spoilt_channel *c, const struct axi_address_pins *p, uint64_t addr);

#endif
