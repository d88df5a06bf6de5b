/* Golden model of the mxfp7 bank: id 1 is the quantiser, mode[0] its packing (0 = A, 1 = B). */
#include "bank.h"
#include "mxfp7.h"

static const struct occupant occupants[] = {
    {.name = "mx_quant",
     .in_beats = MXFP7_BEATS,
     .out_words = MXFP7_WORDS,
     .depth = 2,
     .convert = mxfp7_quantise},
};

const struct bank_desc BANK_MODEL = {
    .name = "mxfp7",
    .occupants = sizeof occupants / sizeof *occupants,
    .occupant = occupants,
};
