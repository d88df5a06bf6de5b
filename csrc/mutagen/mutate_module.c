/* Mutants of a module: of each of its items, and of what is connected to its instances. */
#include <string.h>

#include "library.h"
#include "mutate.h"
#include "shape.h"

/* ---- clocks ----------------------------------------------------------------------------------- */

static void find_clocks(struct module *module);

static void clocks_of_items(struct module *module, const struct node *items,
                            const struct scope *scope) {
    for (const struct node *item = items; item; item = item->next) {
        if (item->kind == NODE_GENERATE)
            clocks_of_items(module, item->list, item->scope);
        if (item->kind != NODE_INSTANCE || !item->list)
            continue;
        struct module *inside = library_find(module, item);
        find_clocks(inside);
        for (const struct node *pin = item->list; pin; pin = pin->next) {
            const struct decl *port = find_decl(inside->scope, pin->name);
            struct decl *signal = pin->a ? decl_of(scope, pin->a) : NULL;
            if (signal && port && port->is_clock)
                signal->is_clock = true;
        }
    }
}

/* A signal is a clock, too, where an instance waits for an edge of it. */
static void find_clocks(struct module *module) {
    if (module->clocks_found)
        return;
    module->clocks_found = true;
    clocks_of_items(module, module->items, module->scope);
}

/* ---- what is not used -------------------------------------------------------------------------- */

/* Signals named so take what is not used, for lint. */
static bool is_unused(const char *name) {
    return name && !strncmp(name, "unused", 6);
}

/* How often these nodes, those behind them and what is inside them name a signal, apart from where it
 * is said to be unused; that counts in `unused`. */
static int uses_of(const struct node *node, const char *name, int *unused) {
    int uses = 0;
    for (; node; node = node->next) {
        bool is_use = node->kind == NODE_NAME && !strcmp(node->name, name);
        int inside = is_use + uses_of(node->a, name, unused) + uses_of(node->b, name, unused) +
                     uses_of(node->c, name, unused) + uses_of(node->list, name, unused);
        if (node->kind == NODE_ASSIGN && is_unused(node->name))
            *unused += inside;
        else
            uses += inside;
    }
    return uses;
}

/* ---- instances -------------------------------------------------------------------------------- */

/* A module that says of an input that it does not use it is the same whatever is connected there. */
static bool is_ignored(const struct module *inside, const struct node *pin) {
    int unused = 0;
    return uses_of(inside->items, pin->name, &unused) == 0 && unused > 0;
}

static bool can_mutate(const struct place *place, const struct module *inside,
                       const struct node *pin) {
    const struct decl *port = find_decl(inside->scope, pin->name);
    if (!port)
        source_refuse(place->module->source, pin->from, "module %s has no port %s", inside->name,
                      pin->name);
    return pin->a && port->direction == DIR_INPUT && !port->is_clock;
}

/* The next input, after the last one the first, with another signal of the same width. */
static void swap_pins(const struct place *place, const struct module *inside,
                      const struct node *instance, const struct node *pin) {
    const struct source *source = place->module->source;
    struct shape shape = shape_of(source, place->scope, pin->a);
    const struct node *other = pin;
    while ((other = other->next ? other->next : instance->list) != pin)
        if (can_mutate(place, inside, other) && is_signal(place, other->a) &&
            same_shape(shape_of(source, place->scope, other->a), shape) &&
            strcmp(node_text(source, other->a), node_text(source, pin->a)) != 0) {
            add_edit(place, "pins-swapped", pin->a->from, pin->a->to, node_text(source, other->a),
                     extent_of(pin->a));
            return;
        }
}

/* What is assigned from `value`, or connected: of the width of `target`. */
static struct group group_of(const struct place *place, const struct node *value,
                             const struct node *target, size_t item) {
    const struct source *source = place->module->source;
    struct group group = {extent_of(value), NULL, item};
    /* By itself and as part of something wider, only these are the same. */
    bool closed =
        value->kind == NODE_CONCAT || value->kind == NODE_REPEAT || decl_of(place->scope, value);
    struct shape shape = shape_of(source, place->scope, target);
    if (shape.bits != 1 && !shape.is_signed && (value != target || closed))
        group.width = shape.text;
    return group;
}

static void mutate_instance(struct place *place, const struct node *instance) {
    if (!instance->list)
        return;
    const struct module *inside = library_find(place->module, instance);
    for (const struct node *pin = instance->list; pin; pin = pin->next) {
        if (!can_mutate(place, inside, pin) || is_ignored(inside, pin))
            continue;
        place->group = group_of(place, pin->a, pin->a, instance->item);
        mutate_value(place, pin->a);
        if (is_signal(place, pin->a))
            swap_pins(place, inside, instance, pin);
    }
}

/* ---- items ------------------------------------------------------------------------------------ */

static void mutate_assign(struct place *place, const struct node *item) {
    place->group = group_of(place, item->b, item->a, item->item);
    if (!is_unused(item->name))
        mutate_value(place, item->b);
}

static void mutate_items(const struct place *outer, const struct node *items) {
    for (const struct node *item = items; item; item = item->next) {
        struct place place = *outer;
        switch (item->kind) {
        case NODE_GENERATE:
            place.scope = item->scope;
            mutate_items(&place, item->list);
            break;
        case NODE_ASSIGN:
            mutate_assign(&place, item);
            break;
        case NODE_ALWAYS:
            place.clocked = item->op != NULL;
            place.group = (struct group){.extent = extent_of(item->b)};
            mutate_statement(&place, item->b);
            break;
        case NODE_FUNCTION:
            place.scope = item->scope;
            place.in_function = true;
            place.group = (struct group){.extent = extent_of(item->b)};
            mutate_statement(&place, item->b);
            break;
        case NODE_INSTANCE:
            mutate_instance(&place, item);
            break;
        default:
            break;
        }
    }
}

void mutate_module(struct mutants *mutants, struct module *module) {
    find_clocks(module);
    struct place place = {.mutants = mutants, .module = module, .scope = module->scope};
    mutate_items(&place, module->items);
}
