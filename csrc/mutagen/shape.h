/* Width and sign of an expression by itself (IEEE 1364-2005, 5.4 and 5.5), as far as they can be told
 * without values of parameters. */
#ifndef MUTAGEN_SHAPE_H
#define MUTAGEN_SHAPE_H

#include <stdint.h>

#include "tree.h"

struct shape {
    int bits;         /* 0: not known as a number */
    const char *text; /* the width as an expression of parameters, or NULL: not known */
    bool is_signed;
};

struct literal {
    int bits; /* 0: none given, 32 are meant */
    bool is_signed;
    char base;  /* 'd', 'h', 'b', 'o'; 0: plain decimal */
    int digits; /* written after the base */
    bool known; /* `value` holds it: no x, no z, not above 64 bits */
    uint64_t value;
};

struct shape shape_of(const struct source *source, const struct scope *scope,
                      const struct node *node);
/* Of one value of a declaration: a word of an array, the result of a function. */
struct shape shape_of_decl(const struct source *source, const struct scope *scope,
                           const struct decl *decl);
bool same_shape(struct shape a, struct shape b);
struct literal read_literal(const struct source *source, const struct node *number);
/* `literal` with another value, written as it was. */
char *write_literal(struct literal literal, uint64_t value);
/* The value of an expression of numbers alone, false where it is none. */
bool constant_value(const struct source *source, const struct node *node, long *value);

#endif
