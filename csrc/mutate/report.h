/* What the mutants of one or more groups came to: totals for the terminal, a line a mutant for grep,
 * pages with coloured source for a browser. Works on what runs left in the groups' folders. */
#ifndef CSRC_MUTATE_REPORT_H
#define CSRC_MUTATE_REPORT_H

#include "mutate/accepted.h"
#include "mutate/fates.h"
#include "mutate/mutant_list.h"

#include <stdio.h>

enum { REPORT_GROUPS = 16, REPORT_MODULES = 128, LEAST_SCORE = 95 /* per cent */ };

struct report_group {
    const char *name; /* the folder's last part */
    struct mutant_list mutants;
    struct fate_record *record;
    const struct accepted_row **accepted; /* one a mutant, NULL: not on the list */
    char **line;                          /* text of its source line, one a mutant */
};

/* Of the mutants that were run. */
struct report_tally {
    const char *module, *file;
    unsigned all, fate[FATES];
    unsigned accepted; /* of those that survived */
};

struct report {
    struct report_group group[REPORT_GROUPS];
    unsigned groups;
    struct report_tally module[REPORT_MODULES], total;
    unsigned modules;
};

/* Reads DIR/mutants.tsv and DIR/NAME.tsv of each folder. False after one line on stderr. */
bool report_read(struct report *r, struct accepted *list, const char *name, char *const *folder,
                 unsigned folders);
/* Says which rows of the list do not apply any more: no such mutant in these groups, or one that is
 * killed. Returns how many. */
unsigned report_stale_rows(const struct report *r, const struct accepted *list, FILE *out);

/* Killed in hundredths of a per cent of those not on the list; `named`: by a named check. */
unsigned report_score(const struct report_tally *t, bool named);

/* The table and the totals. */
void report_print(const struct report *r, FILE *out);
/* DIR/mutants.txt, DIR/survivors.txt, DIR/stalls.txt. False after one line on stderr. */
bool report_write_lists(const struct report *r, const char *folder);
/* DIR/index.html and a page a file. False after one line on stderr. */
bool report_write_pages(const struct report *r, const char *folder);

#endif
