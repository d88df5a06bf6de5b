/* Mutants of operators, conditions and selections. */
#include <string.h>

#include "mutate.h"
#include "operators.h"
#include "shape.h"

void add_edit(const struct place *place, const char *operator, size_t from, size_t to,
              const char *text, struct extent site) {
    add_mutant(place->mutants, (struct mutant){.module = place->module,
                                               .operator= operator,
                                               .from = from,
                                               .to = to,
                                               .text = text,
                                               .site = place->target.to ? place->target : site,
                                               .group = place->group});
}

struct extent extent_of(const struct node *node) {
    return (struct extent){node->from, node->to,
                           node->kind >= NODE_BLOCK && node->kind <= NODE_NOTHING};
}

static const char *text_of(const struct place *place, const struct node *node) {
    return node_text(place->module->source, node);
}

/* As an operand of something as strong as `strength`. */
static const char *operand_text(const struct place *place, const struct node *node, int strength) {
    bool weak = node->kind == NODE_CHOICE ||
                (node->kind == NODE_BINARY && binary_strength(node->op) < strength);
    return keep_format(weak ? "(%s)" : "%s", text_of(place, node));
}

#define STRONGER_THAN_ALL 99

/* ---- operators -------------------------------------------------------------------------------- */

static const struct {
    const char *op;
    const char *becomes[2];
} swaps[] = {
    {"+", {"-"}},        {"-", {"+"}},       {"*", {"+"}},        {"/", {"*"}},
    {"%", {"/"}},        {"&", {"|", "^"}},  {"|", {"&", "^"}},   {"^", {"|"}},
    {"~^", {"^"}},       {"^~", {"^"}},      {"&&", {"||"}},      {"||", {"&&"}},
    {"==", {"!="}},      {"!=", {"=="}},     {"<", {"<=", ">="}}, {"<=", {"<", ">"}},
    {">", {">=", "<="}}, {">=", {">", "<"}}, {"<<", {">>"}},      {">>", {"<<"}},
    {"<<<", {">>"}},     {">>>", {">>"}},
};

static void swap_operator(const struct place *place, const struct node *node) {
    for (size_t i = 0; i < sizeof swaps / sizeof *swaps; i++)
        for (int k = 0; k < 2 && !strcmp(swaps[i].op, node->op) && swaps[i].becomes[k]; k++) {
            const char *op = swaps[i].becomes[k];
            int strength = binary_strength(op);
            add_edit(place, "operator-swapped", node->from, node->to,
                     keep_format(strength < binary_strength(node->op) ? "(%s %s %s)" : "%s %s %s",
                                 operand_text(place, node->a, strength), op,
                                 operand_text(place, node->b, strength + 1)),
                     extent_of(node));
        }
}

static void mutate_binary(const struct place *place, const struct node *node, int covered) {
    covered &= COVERED_CONSTANT;
    if (!covered)
        swap_operator(place, node);
    bool conjunction = !strcmp(node->op, "&&");
    if (conjunction || !strcmp(node->op, "||")) {
        mutate_condition(place, node->a, conjunction, !conjunction);
        mutate_condition(place, node->b, conjunction, !conjunction);
    } else {
        mutate_expression(place, node->a, covered);
        mutate_expression(place, node->b, covered);
    }
}

static void mutate_unary(const struct place *place, const struct node *node, int covered) {
    const char *operand = text_of(place, node->a);
    struct shape shape = shape_of(place->module->source, place->scope, node->a);
    static const char *const reductions[][2] = {{"&", "|"},  {"|", "&"},  {"^", "|"}, {"~&", "&"},
                                                {"~|", "|"}, {"~^", "^"}, {"^~", "^"}};
    if (!strcmp(node->op, "!"))
        add_edit(place, "negation-dropped", node->from, node->to,
                 shape.bits == 1 ? operand : keep_format("(|%s)", operand), extent_of(node));
    else if (!strcmp(node->op, "~") || !strcmp(node->op, "-"))
        add_edit(place, "negation-dropped", node->from, node->to, operand, extent_of(node));
    for (size_t i = 0; i < sizeof reductions / sizeof *reductions; i++)
        if (!strcmp(reductions[i][0], node->op))
            add_edit(place, "reduction-swapped", node->from, node->to,
                     keep_format("(%s%s)", reductions[i][1], operand), extent_of(node));
    if (!strcmp(node->op, "!") || (!strcmp(node->op, "~") && shape.bits == 1))
        covered |= COVERED_INVERTED;
    else
        covered = 0;
    mutate_expression(place, node->a, covered);
}

/* ---- conditions ------------------------------------------------------------------------------- */

/* Whether the operators of it alone give its negation. */
static bool negates_itself(const struct node *node) {
    static const char *const ops[] = {"==", "!=", "<", "<=", ">", ">="};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (node->kind == NODE_BINARY && !strcmp(node->op, ops[i]))
            return true;
    return node->kind == NODE_UNARY && !strcmp(node->op, "!");
}

void mutate_condition(const struct place *place, const struct node *node, bool stuck_1,
                      bool stuck_0) {
    node = without_parens(node);
    if (node->kind == NODE_NUMBER) {
        mutate_constant(place, node);
        return;
    }
    if (stuck_1)
        add_edit(place, "condition-true", node->from, node->to, "1'b1", extent_of(node));
    if (stuck_0)
        add_edit(place, "condition-false", node->from, node->to, "1'b0", extent_of(node));
    if (stuck_1 && stuck_0 && !negates_itself(node))
        add_edit(place, "condition-negated", node->from, node->to,
                 keep_format("!%s", operand_text(place, node, STRONGER_THAN_ALL)), extent_of(node));
    mutate_expression(place, node, COVERED_STUCK | COVERED_INVERTED);
}

/* ---- selections ------------------------------------------------------------------------------- */

/* The bounds of what `base` is selected from, false where they are not numbers. */
static bool bounds(const struct place *place, const struct node *base, long *hi, long *lo) {
    const struct source *source = place->module->source;
    const struct decl *decl = decl_of(place->scope, base);
    return decl && decl->hi && decl->is_array == (base->kind == NODE_INDEX) &&
           constant_value(source, decl->hi, hi) && constant_value(source, decl->lo, lo);
}

static void mutate_index(const struct place *place, const struct node *node, struct extent site) {
    long index, hi, lo;
    const char *text = NULL;
    if (!constant_value(place->module->source, node->b, &index))
        text = keep_format("%s + 1'b1", operand_text(place, node->b, binary_strength("+")));
    else if (!bounds(place, node->a, &hi, &lo) || index < hi)
        text = keep_format("%ld", index + 1);
    else if (index > lo)
        text = keep_format("%ld", index - 1);
    if (text)
        add_edit(place, "index-off-by-one", node->b->from, node->b->to, text, site);
}

static void mutate_range(const struct place *place, const struct node *node, struct extent site) {
    const struct source *source = place->module->source;
    long from, to, hi, lo;
    if (strcmp(node->op, ":") != 0) {
        if (!constant_value(source, node->b, &from))
            add_edit(place, "range-shifted", node->b->from, node->b->to,
                     keep_format("%s + 1'b1", operand_text(place, node->b, binary_strength("+"))),
                     site);
        return;
    }
    if (!constant_value(source, node->b, &from) || !constant_value(source, node->c, &to) ||
        !bounds(place, node->a, &hi, &lo))
        return;
    for (long by = -1; by <= 1; by += 2)
        if (to + by >= lo && from + by <= hi)
            add_edit(place, "range-shifted", node->b->from, node->c->to,
                     keep_format("%ld:%ld", from + by, to + by), site);
}

/* `site`: the outermost selection, since what is selected from cannot be a choice. */
static void mutate_selection(const struct place *place, const struct node *node,
                             struct extent site) {
    if (node->a->kind != NODE_NAME)
        mutate_selection(place, node->a, site);
    if (node->kind == NODE_INDEX)
        mutate_index(place, node, site);
    else
        mutate_range(place, node, site);
    if (node->kind == NODE_INDEX || strcmp(node->op, ":") != 0)
        mutate_expression(place, node->b, COVERED_CONSTANT);
}

void mutate_target(const struct place *place, const struct node *node) {
    for (const struct node *part = node->list; part; part = part->next)
        mutate_target(place, part);
    if (node->kind == NODE_INDEX || node->kind == NODE_RANGE)
        mutate_selection(place, node, extent_of(node));
}

/* ---- the rest --------------------------------------------------------------------------------- */

static void mutate_concat(const struct place *place, const struct node *node) {
    const struct source *source = place->module->source;
    for (const struct node *part = node->list; part->next; part = part->next) {
        const char *left = text_of(place, part), *right = text_of(place, part->next);
        if (strcmp(left, right) != 0)
            add_edit(place, "parts-swapped", part->from, part->next->to,
                     keep_format("%s%s%s", right,
                                 keep_piece(source->text, part->to, part->next->from), left),
                     extent_of(node));
    }
}

static void mutate_list(const struct place *place, const struct node *list) {
    for (; list; list = list->next)
        mutate_expression(place, list, 0);
}

void mutate_expression(const struct place *place, const struct node *node, int covered) {
    const struct decl *decl = decl_of(place->scope, node);
    switch (node->kind) {
    case NODE_NAME:
    case NODE_INDEX:
    case NODE_RANGE:
        if (is_signal(place, node)) {
            mutate_signal(place, node, covered);
            if (node->kind != NODE_NAME)
                mutate_selection(place, node, extent_of(node));
        } else if (decl && decl->kind == DECL_PARAMETER && !(covered & COVERED_CONSTANT)) {
            mutate_constant(place, node);
        }
        break;
    case NODE_NUMBER:
        if (!(covered & COVERED_CONSTANT))
            mutate_constant(place, node);
        break;
    case NODE_UNARY:
        mutate_unary(place, node, covered);
        break;
    case NODE_BINARY:
        mutate_binary(place, node, covered);
        break;
    case NODE_CHOICE:
        mutate_condition(place, node->a, true, true);
        mutate_expression(place, node->b, 0);
        mutate_expression(place, node->c, 0);
        break;
    case NODE_CONCAT:
        mutate_concat(place, node);
        mutate_list(place, node->list);
        break;
    case NODE_REPEAT:
        mutate_list(place, node->b->list);
        break;
    case NODE_CALL:
        if (node->name[0] != '$' || strstr(node->name, "signed"))
            mutate_list(place, node->list);
        break;
    case NODE_PARENS:
        mutate_expression(place, node->a, covered);
        break;
    default:
        break;
    }
}

void mutate_value(const struct place *place, const struct node *node) {
    struct shape shape = shape_of(place->module->source, place->scope, node);
    const struct node *inside = without_parens(node);
    bool operand = inside->kind == NODE_NUMBER || inside->kind == NODE_CONCAT ||
                   inside->kind == NODE_REPEAT || decl_of(place->scope, inside);
    if (!operand && shape.bits == 1 && !shape.is_signed) {
        mutate_condition(place, node, true, true);
        return;
    }
    if (!operand)
        add_edit(place, "value-stuck-0", node->from, node->to, shape.is_signed ? "1'sb0" : "1'b0",
                 extent_of(node));
    mutate_expression(place, node, 0);
}
