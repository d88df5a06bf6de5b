/* Mutants of statements. */
#include <string.h>

#include "mutate.h"

static bool is_reset(const struct node *condition) {
    condition = without_parens(condition);
    if (condition->kind == NODE_UNARY && !strcmp(condition->op, "!"))
        condition = without_parens(condition->a);
    return condition->kind == NODE_NAME &&
           (!strcmp(condition->name, "rst") || !strcmp(condition->name, "resetn"));
}

static void mutate_if(const struct place *place, const struct node *node) {
    struct place then = *place;
    then.in_reset |= is_reset(node->a);
    if (is_reset(node->a)) /* always in reset, or only outside it, nobody could miss */
        add_edit(place, "condition-false", node->a->from, node->a->to, "1'b0", extent_of(node->a));
    else
        mutate_condition(place, node->a, true, true);
    mutate_statement(&then, node->b);
    if (node->c)
        mutate_statement(place, node->c);
}

/* An item less: what it did is done as by default. */
static void remove_item(const struct place *place, const struct node *node,
                        const struct node *items) {
    const char *otherwise = ";";
    for (const struct node *item = items; item; item = item->next)
        if (item->op)
            otherwise = node_text(place->module->source, item->b);
    struct mutant mutant = {.module = place->module,
                            .operator= "case-item-removed",
                            .from = node->from,
                            .to = node->to,
                            .text = "/* item removed */",
                            .site = extent_of(node->b),
                            .site_text = otherwise,
                            .group = place->group};
    add_mutant(place->mutants, mutant);
}

static void mutate_case(const struct place *place, const struct node *node) {
    mutate_expression(place, node->a, 0);
    for (const struct node *item = node->list; item; item = item->next) {
        if (!item->op && (node->list->next || item != node->list))
            remove_item(place, item, node->list);
        mutate_statement(place, item->b);
    }
}

/* What a function returns without an assignment is not defined: one to a whole variable stays. */
static void remove_assignment(const struct place *place, const struct node *node) {
    if (!place->in_function || node->a->kind != NODE_NAME)
        add_edit(place, place->in_reset ? "reset-removed" : "assignment-removed", node->from,
                 node->to, "/* removed */ ;", extent_of(node));
}

void mutate_statement(const struct place *place, const struct node *node) {
    struct place target = *place;
    switch (node->kind) {
    case NODE_BLOCK:
        for (const struct node *one = node->list; one; one = one->next)
            mutate_statement(place, one);
        break;
    case NODE_IF:
        mutate_if(place, node);
        break;
    case NODE_CASE:
        mutate_case(place, node);
        break;
    case NODE_FOR:
        mutate_statement(place, node->b);
        break;
    case NODE_BLOCKING:
    case NODE_CLOCKED:
        remove_assignment(place, node);
        target.target = extent_of(node);
        mutate_target(&target, node->a);
        mutate_value(place, node->b);
        break;
    default:
        break;
    }
}
