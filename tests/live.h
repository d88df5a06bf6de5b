/* Proof that checks are live: each has a design that trips it and a legal extreme that does not.
 *
 * A table of pairs is an X-macro: X(CHECK, broken, legal). `broken` and `legal` are scenarios: the
 * first must fail, and its first failure must carry this check's ID; the second must pass and must
 * have evaluated the check. LIVE_FUNCTION and LIVE_ROW make one scenario of each. tests/test_live.c
 * does not compile when an ID of the catalogue is in no table.
 */
#ifndef TESTS_LIVE_H
#define TESTS_LIVE_H

#include "sim/suite.h"

struct live_pair {
    enum check_id check;
    const char *broken_name, *legal_name;
    void (*broken)(struct sim *s);
    void (*legal)(struct sim *s);
};

/* Runs both halves in runs of their own; fails the outer run when the pair does not hold. */
void live_prove(struct sim *s, const struct live_pair *pair);

/* For a table's own file: the scenario functions, and the rows of its scenario table. */
#define LIVE_PAIR(function, check_name, broken_run, legal_run)                                     \
    static void function(struct sim *s) {                                                          \
        static const struct live_pair pair = {CHECK_##check_name, #broken_run, #legal_run,         \
                                              broken_run, legal_run};                              \
        live_prove(s, &pair);                                                                      \
    }
#define LIVE_FUNCTION(check_name, broken_run, legal_run)                                           \
    LIVE_PAIR(live_##check_name, check_name, broken_run, legal_run)
#define LIVE_ROW(check_name, broken_run, legal_run) {#check_name, live_##check_name},

/* A further design that breaks a rule in another way: the same, but named after the design. */
#define LIVE_ALSO(check_name, broken_run, legal_run)                                               \
    LIVE_PAIR(also_##broken_run, check_name, broken_run, legal_run)
#define LIVE_ALSO_ROW(check_name, broken_run, legal_run) {#broken_run, also_##broken_run},

#endif
