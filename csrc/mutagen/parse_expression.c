#include <string.h>

#include "operators.h"
#include "parser.h"

static struct node *index_or_range(struct parser *p, struct node *base) {
    want(p, "[");
    struct node *node = new_node(NODE_INDEX, base->from);
    node->a = base;
    node->b = parse_expression(p);
    static const char *const kinds[] = {":", "+:", "-:"};
    for (int i = 0; i < 3; i++)
        if (take(p, kinds[i])) {
            node->kind = NODE_RANGE;
            node->op = kinds[i];
            node->c = parse_expression(p);
            break;
        }
    want(p, "]");
    return ended(p, node);
}

static struct node *list_until(struct parser *p, const char *end) {
    struct node *first = NULL, **last = &first;
    do {
        *last = parse_expression(p);
        last = &(*last)->next;
    } while (take(p, ","));
    want(p, end);
    return first;
}

static struct node *braces(struct parser *p) {
    struct node *node = new_node(NODE_CONCAT, p->token->from);
    want(p, "{");
    struct node *first = parse_expression(p);
    if (at(p, "{")) {
        node->kind = NODE_REPEAT;
        node->a = first;
        node->b = braces(p);
    } else if (take(p, ",")) {
        node->list = first;
        first->next = list_until(p, "}");
        return ended(p, node);
    } else {
        node->list = first;
    }
    want(p, "}");
    return ended(p, node);
}

static struct node *selected(struct parser *p, struct node *base) {
    while (at(p, "["))
        base = index_or_range(p, base);
    return base;
}

static struct node *primary(struct parser *p) {
    struct node *node = new_node(NODE_NUMBER, p->token->from);
    switch (p->token->kind) {
    case TOKEN_NUMBER:
        p->end = (p->token++)->to;
        return ended(p, node);
    case TOKEN_STRING:
        node->kind = NODE_STRING;
        p->end = (p->token++)->to;
        return ended(p, node);
    case TOKEN_SYSTEM:
    case TOKEN_WORD:
        node->kind = NODE_NAME;
        if (p->token->kind == TOKEN_SYSTEM) {
            node->name = keep_piece(p->source->text, p->token->from, p->token->to);
            p->end = (p->token++)->to;
        } else {
            node->name = want_name(p);
        }
        if (take(p, "(")) {
            node->kind = NODE_CALL;
            node->list = list_until(p, ")");
            return ended(p, node);
        }
        if (node->name[0] == '$')
            unexpected(p);
        return selected(p, ended(p, node));
    default:
        break;
    }
    if (at(p, "{"))
        return braces(p);
    want(p, "(");
    node->kind = NODE_PARENS;
    node->a = parse_expression(p);
    want(p, ")");
    return ended(p, node);
}

static struct node *unary(struct parser *p) {
    static const char *const ops[] = {"!", "~", "-", "+", "&", "|", "^", "~&", "~|", "~^", "^~"};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (at(p, ops[i])) {
            struct node *node = new_node(NODE_UNARY, p->token->from);
            deeper(p);
            want(p, ops[i]);
            node->op = ops[i];
            node->a = unary(p);
            p->depth--;
            return ended(p, node);
        }
    return primary(p);
}

static struct node *binary(struct parser *p, int weakest) {
    struct node *left = unary(p);
    for (;;) {
        const char *op = NULL;
        if (p->token->kind == TOKEN_MARK)
            op = binary_operator(keep_piece(p->source->text, p->token->from, p->token->to));
        if (!op || binary_strength(op) < weakest)
            return left;
        want(p, op);
        struct node *node = new_node(NODE_BINARY, left->from);
        node->op = op;
        node->a = left;
        node->b = binary(p, binary_strength(op) + 1);
        left = ended(p, node);
    }
}

struct node *parse_expression(struct parser *p) {
    deeper(p);
    struct node *node = binary(p, 1);
    if (take(p, "?")) {
        struct node *choice = new_node(NODE_CHOICE, node->from);
        choice->a = node;
        choice->b = parse_expression(p);
        want(p, ":");
        choice->c = parse_expression(p);
        node = ended(p, choice);
    }
    p->depth--;
    return node;
}

struct node *parse_target(struct parser *p) {
    if (at(p, "{"))
        return braces(p);
    struct node *node = new_node(NODE_NAME, p->token->from);
    node->name = want_name(p);
    return selected(p, ended(p, node));
}

void parse_range(struct parser *p, struct decl *like) {
    if (!take(p, "["))
        return;
    like->hi = parse_expression(p);
    want(p, ":");
    like->lo = parse_expression(p);
    want(p, "]");
}
