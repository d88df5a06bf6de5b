#include <string.h>

#include "parser.h"

#define DEEPEST 200 /* our RTL needs 20 */

static const char *const keywords[] = {
    "always",   "assign",     "begin",   "case",      "casex",       "casez",       "default",
    "else",     "end",        "endcase", "endmodule", "endfunction", "endgenerate", "for",
    "function", "generate",   "genvar",  "if",        "initial",     "inout",       "input",
    "integer",  "localparam", "module",  "negedge",   "or",          "output",      "parameter",
    "posedge",  "reg",        "repeat",  "signed",    "task",        "while",       "wire"};

/* ---- tokens ----------------------------------------------------------------------------------- */

bool at(const struct parser *p, const char *text) {
    size_t length = p->token->to - p->token->from;
    return p->token->kind != TOKEN_STRING && strlen(text) == length && length > 0 &&
           !memcmp(p->source->text + p->token->from, text, length);
}

bool take(struct parser *p, const char *text) {
    if (!at(p, text))
        return false;
    p->end = (p->token++)->to;
    return true;
}

static const char *shown(const struct parser *p) {
    return p->token->kind == TOKEN_END ? "the end of the file"
                                       : keep_piece(p->source->text, p->token->from, p->token->to);
}

void unexpected(const struct parser *p) {
    source_refuse(p->source, p->token->from, "'%s' is not known at this place", shown(p));
}

void want(struct parser *p, const char *text) {
    if (!take(p, text))
        source_refuse(p->source, p->token->from, "'%s' where '%s' must be", shown(p), text);
}

const char *want_name(struct parser *p) {
    bool is_name = p->token->kind == TOKEN_WORD;
    for (size_t i = 0; is_name && i < sizeof keywords / sizeof *keywords; i++)
        is_name = !at(p, keywords[i]);
    if (!is_name)
        source_refuse(p->source, p->token->from, "'%s' where a name must be", shown(p));
    const char *name = shown(p);
    p->end = (p->token++)->to;
    return name;
}

void deeper(struct parser *p) {
    if (++p->depth > DEEPEST)
        source_refuse(p->source, p->token->from, "nested more than %d levels deep", DEEPEST);
}

struct node *new_node(enum node_kind kind, size_t from) {
    struct node *node = keep(sizeof *node);
    node->kind = kind;
    node->from = from;
    return node;
}

struct node *ended(const struct parser *p, struct node *node) {
    node->to = p->end;
    return node;
}

/* ---- declarations ----------------------------------------------------------------------------- */

struct decl *declare(struct parser *p, const char *name, enum decl_kind kind) {
    struct decl **last = &p->scope->decls;
    for (; *last; last = &(*last)->next)
        if (!strcmp((*last)->name, name))
            source_refuse(p->source, p->end, "%s is declared twice", name);
    *last = keep(sizeof **last);
    (*last)->name = name;
    (*last)->kind = kind;
    return *last;
}

static struct decl *declare_like(struct parser *p, const struct decl *like) {
    struct decl *decl = declare(p, want_name(p), like->kind), *next = decl->next;
    const char *name = decl->name;
    *decl = *like;
    decl->name = name;
    decl->next = next;
    if (take(p, "[")) {
        decl->is_array = true;
        parse_expression(p);
        want(p, ":");
        parse_expression(p);
        want(p, "]");
    }
    return decl;
}

/* [direction] [wire|reg|integer] [signed] [range]; false where none of it is there. */
static bool declaration_head(struct parser *p, struct decl *like) {
    size_t begin = p->token->from;
    struct decl new = {.kind = DECL_SIGNAL};
    if (take(p, "input"))
        new.direction = DIR_INPUT;
    else if (take(p, "output"))
        new.direction = DIR_OUTPUT;
    else if (take(p, "inout"))
        new.direction = DIR_INOUT;
    if (take(p, "integer"))
        new.kind = DECL_INTEGER;
    else if (take(p, "genvar"))
        new.kind = DECL_GENVAR;
    else if (!take(p, "wire"))
        take(p, "reg");
    new.is_signed = take(p, "signed") || new.kind != DECL_SIGNAL;
    if (begin == p->token->from)
        return false;
    parse_range(p, &new);
    *like = new;
    return true;
}

/* One or several declarations up to the ;, with the assignments of wires. */
static struct node *declarations(struct parser *p) {
    struct decl like = {0};
    struct node *first = NULL, **last = &first;
    bool is_wire = at(p, "wire");
    size_t begin = p->token->from;
    declaration_head(p, &like);
    do {
        const char *name = declare_like(p, &like)->name;
        if (!at(p, "="))
            continue;
        if (!is_wire)
            unexpected(p);
        want(p, "=");
        struct node *node = new_node(NODE_ASSIGN, p->token->from);
        node->item = begin;
        node->op = "wire";
        node->name = name;
        node->a = new_node(NODE_NAME, p->end);
        node->a->name = name;
        node->b = parse_expression(p);
        *last = ended(p, node);
        last = &node->next;
    } while (take(p, ","));
    want(p, ";");
    return first;
}

/* After `parameter` or `localparam`; in a list, #( ), another `parameter` ends it. */
static void parameters(struct parser *p) {
    struct decl like = {.kind = DECL_PARAMETER};
    like.is_integer = take(p, "integer");
    like.is_signed = take(p, "signed") || like.is_integer;
    parse_range(p, &like);
    for (;;) {
        struct decl *decl = declare_like(p, &like);
        want(p, "=");
        decl->value = parse_expression(p);
        const struct token *comma = p->token;
        if (!take(p, ","))
            return;
        if (at(p, "parameter")) {
            p->token = comma;
            return;
        }
    }
}

/* ---- items ------------------------------------------------------------------------------------ */

static void event(struct parser *p, struct node *always) {
    do {
        if (take(p, "posedge") || take(p, "negedge")) {
            always->op = "edge";
            struct decl *decl = find_decl(p->scope, want_name(p));
            if (decl)
                decl->is_clock = true;
        } else {
            parse_expression(p);
        }
    } while (take(p, "or") || take(p, ","));
}

static struct node *always(struct parser *p) {
    struct node *node = new_node(NODE_ALWAYS, p->token->from);
    want(p, "always");
    want(p, "@");
    if (!take(p, "*")) {
        want(p, "(");
        if (!take(p, "*"))
            event(p, node);
        want(p, ")");
    }
    node->b = parse_statement(p);
    return ended(p, node);
}

static struct node *assigns(struct parser *p) {
    struct node *first = NULL, **last = &first;
    size_t begin = p->token->from;
    want(p, "assign");
    do {
        struct node *node = new_node(NODE_ASSIGN, p->token->from);
        node->item = begin;
        node->a = parse_target(p);
        want(p, "=");
        node->b = parse_expression(p);
        *last = ended(p, node);
        last = &node->next;
    } while (take(p, ","));
    want(p, ";");
    return first;
}

static struct scope *open_scope(struct parser *p) {
    struct scope *scope = keep(sizeof *scope);
    scope->around = p->scope;
    return p->scope = scope;
}

static struct node *function(struct parser *p) {
    struct node *node = new_node(NODE_FUNCTION, p->token->from);
    want(p, "function");
    struct decl like = {.kind = DECL_FUNCTION};
    like.is_signed = take(p, "signed");
    parse_range(p, &like);
    struct decl *decl = declare_like(p, &like);
    want(p, ";");
    node->scope = open_scope(p);
    node->scope->is_function = true;
    /* Within, its name is the variable that holds the result. */
    struct decl *result = declare(p, decl->name, DECL_SIGNAL);
    result->is_signed = decl->is_signed;
    result->hi = decl->hi;
    result->lo = decl->lo;
    while (at(p, "input") || at(p, "integer") || at(p, "reg"))
        declarations(p);
    node->b = parse_statement(p);
    want(p, "endfunction");
    p->scope = node->scope->around;
    return ended(p, node);
}

static struct node *connection(struct parser *p) {
    struct node *node = new_node(NODE_CONNECTION, p->token->from);
    want(p, ".");
    node->name = want_name(p);
    want(p, "(");
    if (!at(p, ")"))
        node->a = parse_expression(p);
    want(p, ")");
    return ended(p, node);
}

static struct node *connections(struct parser *p) {
    struct node *first = NULL, **last = &first;
    want(p, "(");
    if (!at(p, ")"))
        do {
            *last = connection(p);
            last = &(*last)->next;
        } while (take(p, ","));
    want(p, ")");
    return first;
}

static struct node *instance(struct parser *p) {
    struct node *node = new_node(NODE_INSTANCE, p->token->from);
    node->item = node->from;
    node->name = want_name(p);
    if (take(p, "#"))
        connections(p);
    want_name(p);
    node->list = connections(p);
    want(p, ";");
    return ended(p, node);
}

static struct node *item(struct parser *p);

static struct node *generated_block(struct parser *p) {
    struct node *node = new_node(NODE_GENERATE, p->token->from);
    deeper(p);
    node->scope = open_scope(p);
    struct node **last = &node->list;
    want(p, "begin");
    if (take(p, ":"))
        want_name(p);
    while (!take(p, "end")) {
        *last = item(p);
        while (*last)
            last = &(*last)->next;
    }
    p->scope = node->scope->around;
    p->depth--;
    return ended(p, node);
}

static struct node *generated(struct parser *p) {
    if (take(p, "if")) {
        want(p, "(");
        parse_expression(p);
        want(p, ")");
        struct node *node = generated_block(p);
        if (take(p, "else"))
            node->next = generated_block(p);
        return node;
    }
    want(p, "for");
    want(p, "(");
    parse_target(p);
    want(p, "=");
    parse_expression(p);
    want(p, ";");
    parse_expression(p);
    want(p, ";");
    parse_target(p);
    want(p, "=");
    parse_expression(p);
    want(p, ")");
    return generated_block(p);
}

/* One item, which may be several nodes or none. */
static struct node *item(struct parser *p) {
    static const char *const declares[] = {"wire",  "reg",    "integer", "genvar",
                                           "input", "output", "inout"};
    for (size_t i = 0; i < sizeof declares / sizeof *declares; i++)
        if (at(p, declares[i]))
            return declarations(p);
    if (take(p, "localparam") || take(p, "parameter")) {
        parameters(p);
        want(p, ";");
        return NULL;
    }
    if (take(p, "generate") || take(p, "endgenerate"))
        return NULL;
    if (at(p, "assign"))
        return assigns(p);
    if (at(p, "always"))
        return always(p);
    if (at(p, "function"))
        return function(p);
    if (at(p, "if") || at(p, "for"))
        return generated(p);
    return instance(p);
}

static void ports(struct parser *p) {
    struct decl like = {0};
    want(p, "(");
    if (!at(p, ")"))
        do {
            if (!declaration_head(p, &like) && !like.direction)
                unexpected(p);
            declare_like(p, &like);
        } while (take(p, ","));
    want(p, ")");
}

static struct module *module(struct parser *p) {
    struct module *module = keep(sizeof *module);
    want(p, "module");
    module->source = p->source;
    module->name = want_name(p);
    p->scope = NULL;
    module->scope = open_scope(p);
    if (take(p, "#")) {
        want(p, "(");
        do {
            want(p, "parameter");
            parameters(p);
        } while (take(p, ","));
        want(p, ")");
    }
    if (at(p, "("))
        ports(p);
    want(p, ";");
    module->body = p->end;
    struct node **last = &module->items;
    while (!take(p, "endmodule")) {
        *last = item(p);
        while (*last)
            last = &(*last)->next;
    }
    return module;
}

struct module *parse(const struct source *source) {
    struct parser p = {.source = source, .token = lex(source)};
    struct module *first = NULL, **last = &first;
    while (p.token->kind != TOKEN_END) {
        *last = module(&p);
        last = &(*last)->next;
    }
    if (!first)
        source_refuse(source, source->length, "no module in this file");
    return first;
}
