/* Recursive descent over the Verilog-2005 our RTL is written in. What is not known here, or no
 * Verilog, ends the program with a line. */
#ifndef MUTAGEN_PARSER_H
#define MUTAGEN_PARSER_H

#include "lexer.h"
#include "tree.h"

/* The modules of a file in their order. */
struct module *parse(const struct source *source);

/* ---- between the files of the parser ------------------------------------------------------- */

struct parser {
    const struct source *source;
    const struct token *token; /* the next one */
    size_t end;                /* offset after the last token taken */
    int depth;                 /* of recursion, bounded against damaged input */
    struct scope *scope;
};

bool at(const struct parser *p, const char *text);
/* Takes the next token where it is `text`. */
bool take(struct parser *p, const char *text);
/* Takes `text` or refuses the file. */
void want(struct parser *p, const char *text);
const char *want_name(struct parser *p);
__attribute__((noreturn)) void unexpected(const struct parser *p);
/* Around everything that can be inside itself. */
void deeper(struct parser *p);
struct node *new_node(enum node_kind kind, size_t from);
/* The node, ended at the last token taken. */
struct node *ended(const struct parser *p, struct node *node);
struct decl *declare(struct parser *p, const char *name, enum decl_kind kind);

struct node *parse_expression(struct parser *p);
/* A name with selections, or a concatenation of such. */
struct node *parse_target(struct parser *p);
/* [hi:lo] of a declaration, where there is one. */
void parse_range(struct parser *p, struct decl *like);
struct node *parse_statement(struct parser *p);

#endif
