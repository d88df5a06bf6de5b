/* Compiles only when every check of the catalogue has exactly one pair of designs that proves it
 * live (live.h). An ID without one is reported as PAIR_OF_<ID> undeclared. */
#include "check_id.h"
#include "live_axi.h"
#include "live_link.h"
#include "live_mag.h"
#include "live_mag_mem.h"
#include "live_mem.h"
#include "live_mv.h"
#include "live_sim.h"
#include "live_xf.h"

enum pair {
#define X(check, broken, legal) PAIR_OF_##check,
    LIVE_LINK(X) LIVE_AXI(X) LIVE_MEM(X) LIVE_XF(X) LIVE_MV(X) LIVE_MAG(X) LIVE_MAG_MEM(X)
        LIVE_SIM(X)
#undef X
            PAIRS
};

#define X(name, text, origin, meaning)                                                             \
    _Static_assert(PAIR_OF_##name < PAIRS, text " has no pair of designs that proves it live");
CHECK_LIST(X)
#undef X

_Static_assert(PAIRS == (int)CHECK_COUNT, "a pair belongs to no check of the catalogue");
