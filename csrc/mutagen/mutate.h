/* The mutation operators, between their files. Each adds mutants whose width and sign at their place
 * are those of the original. */
#ifndef MUTAGEN_MUTATE_H
#define MUTAGEN_MUTATE_H

#include "mutant.h"

/* Where a walk over the tree is. */
struct place {
    struct mutants *mutants;
    const struct module *module;
    const struct scope *scope;
    struct group group;
    struct extent
        target;   /* the statement whose target is walked: only it can be chosen; to 0: none */
    bool clocked; /* what is assigned here is a register */
    bool in_function;
    bool in_reset;
};

/* What mutants around an expression cover already; CONSTANT: numbers and arithmetic of an index. */
enum covered { COVERED_STUCK = 1, COVERED_INVERTED = 2, COVERED_CONSTANT = 4 };

/* A mutant whose edit is from..to and whose choice can be made at `site`. */
void add_edit(const struct place *place, const char *operator, size_t from, size_t to,
              const char *text, struct extent site);
struct extent extent_of(const struct node *node);
bool is_signal(const struct place *place, const struct node *node);

void mutate_expression(const struct place *place, const struct node *node, int covered);
/* Of which only zero or not counts. `stuck_1`, `stuck_0`: whether that is something new; of an operand
 * of && or || only one is, which drops it. */
void mutate_condition(const struct place *place, const struct node *node, bool stuck_1,
                      bool stuck_0);
/* All of what is assigned or connected. */
void mutate_value(const struct place *place, const struct node *node);
/* The indices on the left of an assignment, `place->target` set. */
void mutate_target(const struct place *place, const struct node *node);
void mutate_statement(const struct place *place, const struct node *node);

/* A signal, its bits or a word of it as one operand. */
void mutate_signal(const struct place *place, const struct node *node, int covered);
/* A number, or a parameter or bits of one. */
void mutate_constant(const struct place *place, const struct node *node);

#endif
