/* What the parser makes of a file: modules, their declarations and nodes with exact extents in the
 * source. Knows nothing of mutants. */
#ifndef MUTAGEN_TREE_H
#define MUTAGEN_TREE_H

#include <stdbool.h>

#include "source.h"

enum node_kind {
    /* expressions */
    NODE_NAME,
    NODE_NUMBER,
    NODE_STRING,
    NODE_INDEX,  /* a[b] */
    NODE_RANGE,  /* a[b:c], a[b +: c], a[b -: c]; op ":", "+:", "-:" */
    NODE_UNARY,  /* op a */
    NODE_BINARY, /* a op b */
    NODE_CHOICE, /* a ? b : c */
    NODE_CONCAT, /* {list} */
    NODE_REPEAT, /* {a{list}}: b is the NODE_CONCAT with its braces */
    NODE_CALL,   /* name(list), also $name */
    NODE_PARENS, /* (a) */
    /* statements */
    NODE_BLOCK,    /* begin list end */
    NODE_IF,       /* if (a) b else c; c may be NULL */
    NODE_CASE,     /* case (a) list of NODE_ITEM endcase */
    NODE_ITEM,     /* labels: b; labels are no children, a "default" has op "default" */
    NODE_FOR,      /* for (...) b */
    NODE_BLOCKING, /* a = b; */
    NODE_CLOCKED,  /* a <= b; */
    NODE_NOTHING,  /* ; or a system task */
    /* items of a module */
    NODE_ASSIGN,     /* a = b of an assign; op "wire" where it is a declaration's */
    NODE_ALWAYS,     /* always b; op "edge" where it waits for an edge */
    NODE_FUNCTION,   /* b is the body */
    NODE_INSTANCE,   /* list of NODE_CONNECTION; name is the module */
    NODE_CONNECTION, /* .name(a); a may be NULL */
    NODE_GENERATE,   /* a block of generated items: list; a scope of its own */
};

struct node {
    enum node_kind kind;
    size_t from, to; /* offsets in the source: first character, after the last */
    size_t item;     /* of an ASSIGN or INSTANCE: where the item begins that it is in */
    const char *op;
    const char *name; /* of a NAME, CALL, INSTANCE, CONNECTION; the assigned name of a wire */
    struct node *a, *b, *c;
    struct node *list; /* linked by next */
    struct node *next;
    struct scope *scope; /* of FUNCTION and GENERATE */
};

enum decl_kind { DECL_SIGNAL, DECL_INTEGER, DECL_GENVAR, DECL_PARAMETER, DECL_FUNCTION };
enum direction { DIR_NONE, DIR_INPUT, DIR_OUTPUT, DIR_INOUT };

struct decl {
    const char *name;
    enum decl_kind kind;
    enum direction direction;
    bool is_signed;
    bool is_array;
    bool is_integer;            /* of a parameter: parameter integer */
    bool is_register;           /* assigned with <= at an edge */
    bool is_clock;              /* an edge of it is waited for, here or in an instance */
    const struct node *hi, *lo; /* [hi:lo], NULL for one bit; of a parameter: for none given */
    const struct node *value;   /* of a parameter */
    struct decl *next;          /* in the order of declaration */
};

struct scope {
    struct scope *around;
    bool is_function;
    struct decl *decls;
};

struct module {
    const char *name;
    const struct source *source;
    size_t body; /* offset after the ; of the header */
    struct scope *scope;
    struct node *items;
    bool clocks_found; /* is_clock is right for what instances wait for, too */
    struct module *next;
};

/* The declaration of a name as seen from a scope, or NULL. */
struct decl *find_decl(const struct scope *scope, const char *name);
/* The declaration a name, index or range is of, or NULL. */
struct decl *decl_of(const struct scope *scope, const struct node *node);
const struct node *without_parens(const struct node *node);
/* The source text of a node. */
char *node_text(const struct source *source, const struct node *node);

#endif
