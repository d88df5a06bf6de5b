/* Mutants of signals and constants. */
#include <string.h>

#include "mutate.h"
#include "shape.h"

/* ---- signals ---------------------------------------------------------------------------------- */

bool is_signal(const struct place *place, const struct node *node) {
    const struct decl *decl = decl_of(place->scope, node);
    return decl && decl->kind == DECL_SIGNAL && !decl->is_clock;
}

static char *all_zero(struct shape shape) {
    if (shape.bits)
        return keep_format("%d'%s%c0", shape.bits, shape.is_signed ? "s" : "",
                           shape.bits == 1 ? 'b' : 'd');
    return keep_format(shape.is_signed ? "$signed({(%s){1'b0}})" : "{(%s){1'b0}}", shape.text);
}

static const struct scope *scope_of(const struct scope *scope, const struct decl *decl) {
    for (; scope; scope = scope->around)
        for (const struct decl *one = scope->decls; one; one = one->next)
            if (one == decl)
                return scope;
    return NULL;
}

/* Outside clocked blocks only a register will do: another signal could close a loop of logic, which is
 * in the model even while the mutant is not selected. */
static bool can_stand_for(const struct place *place, const struct scope *scope,
                          const struct decl *one, const struct decl *decl) {
    const struct source *source = place->module->source;
    bool result_of_function = scope->is_function && one == scope->decls;
    return one != decl && one->kind == DECL_SIGNAL && !one->is_array && !one->is_clock &&
           !result_of_function && strncmp(one->name, "unused", 6) != 0 &&
           (one->is_register || place->clocked || scope->is_function) &&
           same_shape(shape_of_decl(source, scope, one), shape_of_decl(source, scope, decl));
}

/* The next signal declared beside `decl`, after the last one the first, that can stand for it. */
static const struct decl *neighbour(const struct place *place, const struct decl *decl) {
    const struct scope *scope = scope_of(place->scope, decl);
    const struct decl *before = NULL;
    bool passed = false;
    if (decl->is_array)
        return NULL;
    for (const struct decl *one = scope->decls; one; one = one->next) {
        passed |= one == decl;
        if (!can_stand_for(place, scope, one, decl))
            continue;
        if (passed)
            return one;
        if (!before)
            before = one;
    }
    return before;
}

static const struct node *base_of(const struct node *node) {
    while (node->kind != NODE_NAME)
        node = node->a;
    return node;
}

/* Without its top bit, the width kept. */
static const char *top_bit_cut(const struct place *place, const struct node *node) {
    const struct source *source = place->module->source;
    const struct decl *decl = decl_of(place->scope, node);
    long hi, lo;
    if (node->kind == NODE_NAME && !decl->is_signed && decl->hi &&
        constant_value(source, decl->hi, &hi) && constant_value(source, decl->lo, &lo) && hi > lo)
        return keep_format("{1'b0, %s[%ld:%ld]}", node->name, hi - 1, lo);
    if (node->kind == NODE_RANGE && !strcmp(node->op, ":") &&
        constant_value(source, node->b, &hi) && constant_value(source, node->c, &lo) && hi > lo)
        return keep_format("{1'b0, %s[%ld:%ld]}", node_text(source, node->a), hi - 1, lo);
    return NULL;
}

/* Whether this operand of this name has that mutant already: in the same group, or anywhere. */
static bool is_again(const struct place *place, const char *operator, const struct node * node,
                     bool anywhere) {
    const struct mutants *mutants = place->mutants;
    const char *text = place->module->source->text;
    size_t length = node->to - node->from;
    for (size_t i = mutants->n; i-- > 0 && mutants->list[i].module == place->module;) {
        const struct mutant *m = &mutants->list[i];
        if ((anywhere || m->group.extent.from == place->group.extent.from) &&
            !strcmp(m->operator, operator) && m->to - m->from == length &&
            !memcmp(text + m->from, text + node->from, length))
            return true;
    }
    return false;
}

/* Once a group for a name of several bits, once a module for the swap, that the number stays what can
 * be run. Several bits stuck at 0 say as much of who looks at them as stuck at 1 or inverted would. */
void mutate_signal(const struct place *place, const struct node *node, int covered) {
    const struct source *source = place->module->source;
    struct shape shape = shape_of(source, place->scope, node);
    struct extent site = extent_of(node);
    const struct node *name = base_of(node);
    bool one_bit = shape.bits == 1;
    if (!(covered & COVERED_STUCK) && shape.text &&
        (one_bit || !is_again(place, "signal-stuck-0", node, false)))
        add_edit(place, "signal-stuck-0", node->from, node->to, all_zero(shape), site);
    if (!(covered & COVERED_STUCK) && one_bit)
        add_edit(place, "signal-stuck-1", node->from, node->to,
                 shape.is_signed ? "$signed(1'b1)" : "1'b1", site);
    if (!(covered & COVERED_INVERTED) && one_bit && !shape.is_signed)
        add_edit(place, "signal-inverted", node->from, node->to,
                 keep_format("!%s", node_text(source, node)), site);
    const struct decl *other = neighbour(place, decl_of(place->scope, node));
    if (other && !is_again(place, "signal-swapped", name, true))
        add_edit(place, "signal-swapped", name->from, name->to, other->name, site);
    const char *cut = top_bit_cut(place, node);
    if (cut && !is_again(place, "width-cut", node, false))
        add_edit(place, "width-cut", node->from, node->to, cut, site);
}

/* ---- constants -------------------------------------------------------------------------------- */

/* What pads or clears, 0, is only made 1. */
static void mutate_number(const struct place *place, const struct node *node) {
    struct literal literal = read_literal(place->module->source, node);
    struct extent site = extent_of(node);
    if (!literal.known || literal.bits > 1 << 16)
        return;
    int bits = literal.bits ? literal.bits : 32;
    uint64_t mask = bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    uint64_t up = (literal.value + 1) & mask, down = (literal.value - 1) & mask;
    uint64_t flipped = literal.value ^ (mask - mask / 2);
    const char *const off_by_one = place->in_reset ? "reset-value" : "constant-off-by-one";
    bool more = literal.value != 0 && !place->in_reset;
    add_edit(place, off_by_one, node->from, node->to, write_literal(literal, up), site);
    if (more && down != up)
        add_edit(place, off_by_one, node->from, node->to, write_literal(literal, down), site);
    if (more && literal.bits > 2 && bits <= 64 && flipped != up && flipped != down)
        add_edit(place, "constant-bit", node->from, node->to, write_literal(literal, flipped),
                 site);
}

static void mutate_parameter(const struct place *place, const struct node *node) {
    const struct source *source = place->module->source;
    struct shape shape = shape_of(source, place->scope, node);
    const char *text = node_text(source, node);
    const char *const off_by_one = place->in_reset ? "reset-value" : "constant-off-by-one";
    if (!shape.text)
        return;
    if (shape.bits == 1) {
        add_edit(place, off_by_one, node->from, node->to, keep_format("!%s", text),
                 extent_of(node));
        return;
    }
    const char *one = shape.is_signed ? shape.bits == 32 ? "1" : NULL
                      : shape.bits    ? keep_format("%d'd1", shape.bits)
                                      : "1'b1";
    if (one)
        add_edit(place, off_by_one, node->from, node->to, keep_format("(%s + %s)", text, one),
                 extent_of(node));
}

void mutate_constant(const struct place *place, const struct node *node) {
    if (node->kind == NODE_NUMBER)
        mutate_number(place, node);
    else
        mutate_parameter(place, node);
}
