#include "parser.h"

static struct node *block(struct parser *p) {
    struct node *node = new_node(NODE_BLOCK, p->token->from);
    want(p, "begin");
    if (at(p, ":"))
        source_refuse(p->source, p->token->from,
                      "a named block of statements is not known to this generator of mutants");
    struct node **last = &node->list;
    while (!take(p, "end")) {
        *last = parse_statement(p);
        last = &(*last)->next;
    }
    return ended(p, node);
}

static struct node *conditional(struct parser *p) {
    struct node *node = new_node(NODE_IF, p->token->from);
    want(p, "if");
    want(p, "(");
    node->a = parse_expression(p);
    want(p, ")");
    node->b = parse_statement(p);
    if (take(p, "else"))
        node->c = parse_statement(p);
    return ended(p, node);
}

static struct node *case_item(struct parser *p) {
    struct node *node = new_node(NODE_ITEM, p->token->from);
    if (take(p, "default")) {
        node->op = "default";
        take(p, ":");
    } else {
        do
            parse_expression(p);
        while (take(p, ","));
        want(p, ":");
    }
    node->b = parse_statement(p);
    return ended(p, node);
}

static struct node *selection(struct parser *p) {
    struct node *node = new_node(NODE_CASE, p->token->from);
    want(p, "case");
    want(p, "(");
    node->a = parse_expression(p);
    want(p, ")");
    struct node **last = &node->list;
    do {
        *last = case_item(p);
        last = &(*last)->next;
    } while (!take(p, "endcase"));
    return ended(p, node);
}

static void step(struct parser *p) {
    parse_target(p);
    want(p, "=");
    parse_expression(p);
}

static struct node *loop(struct parser *p) {
    struct node *node = new_node(NODE_FOR, p->token->from);
    want(p, "for");
    want(p, "(");
    step(p);
    want(p, ";");
    parse_expression(p);
    want(p, ";");
    step(p);
    want(p, ")");
    node->b = parse_statement(p);
    return ended(p, node);
}

static struct node *system_task(struct parser *p) {
    struct node *node = new_node(NODE_NOTHING, p->token->from);
    p->end = (p->token++)->to;
    if (take(p, "(")) {
        do
            parse_expression(p);
        while (take(p, ","));
        want(p, ")");
    }
    want(p, ";");
    return ended(p, node);
}

static void mark_registers(struct parser *p, const struct node *target) {
    for (const struct node *part = target->list; part; part = part->next)
        mark_registers(p, part);
    struct decl *decl = decl_of(p->scope, target);
    if (decl)
        decl->is_register = true;
}

static struct node *assignment(struct parser *p) {
    struct node *node = new_node(NODE_BLOCKING, p->token->from);
    node->a = parse_target(p);
    if (take(p, "<=")) {
        node->kind = NODE_CLOCKED;
        mark_registers(p, node->a);
    } else {
        want(p, "=");
    }
    node->b = parse_expression(p);
    want(p, ";");
    return ended(p, node);
}

struct node *parse_statement(struct parser *p) {
    struct node *node;
    deeper(p);
    if (at(p, "begin")) {
        node = block(p);
    } else if (at(p, "if")) {
        node = conditional(p);
    } else if (at(p, "case")) {
        node = selection(p);
    } else if (at(p, "for")) {
        node = loop(p);
    } else if (p->token->kind == TOKEN_SYSTEM) {
        node = system_task(p);
    } else if (at(p, ";")) {
        node = new_node(NODE_NOTHING, p->token->from);
        want(p, ";");
        ended(p, node);
    } else {
        node = assignment(p);
    }
    p->depth--;
    return node;
}
