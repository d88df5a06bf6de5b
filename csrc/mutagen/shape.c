#include "shape.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct shape one_bit = {1, "1", false};
static const struct shape integer = {32, "32", true};

/* ---- numbers ---------------------------------------------------------------------------------- */

struct literal read_literal(const struct source *source, const struct node *number) {
    struct literal literal = {.known = true};
    char text[160]; /* digits without _ */
    size_t n = 0;
    const char *from = source->text + number->from, *to = source->text + number->to;
    const char *quote = memchr(from, '\'', (size_t)(to - from));
    if (quote) {
        literal.bits = (int)strtol(from, NULL, 10);
        quote++;
        literal.is_signed = tolower((unsigned char)*quote) == 's';
        quote += literal.is_signed;
        literal.base = (char)tolower((unsigned char)*quote++);
    } else {
        literal.is_signed = true;
    }
    for (const char *c = quote ? quote : from; c < to; c++) {
        literal.known &= n < sizeof text - 1 && isxdigit((unsigned char)*c | (*c == '_' ? '0' : 0));
        if (*c != '_' && n < sizeof text - 1)
            text[n++] = *c;
    }
    text[n] = 0;
    literal.digits = (int)n;
    int radix = literal.base == 'h' ? 16 : literal.base == 'b' ? 2 : literal.base == 'o' ? 8 : 10;
    char *end;
    literal.value = strtoull(text, &end, radix);
    literal.known &= n > 0 && !*end && n <= 16 + (radix == 2 ? 48 : 0);
    return literal;
}

char *write_literal(struct literal l, uint64_t value) {
    if (!l.base)
        return keep_format("%llu", (unsigned long long)value);
    char digits[72];
    struct {
        int radix;
        int least;
    } form = {l.base == 'h'   ? 16
              : l.base == 'b' ? 2
              : l.base == 'o' ? 8
                              : 10,
              l.base == 'd' ? 1 : l.digits};
    int n = 0;
    for (; value || n < form.least; value /= (uint64_t)form.radix)
        digits[n++] = "0123456789ABCDEF"[value % (uint64_t)form.radix];
    for (int i = 0; i < n / 2; i++) {
        char c = digits[i];
        digits[i] = digits[n - 1 - i];
        digits[n - 1 - i] = c;
    }
    digits[n] = 0;
    const char *sign = l.is_signed ? "s" : "";
    return l.bits ? keep_format("%d'%s%c%s", l.bits, sign, l.base, digits)
                  : keep_format("'%s%c%s", sign, l.base, digits);
}

bool constant_value(const struct source *source, const struct node *node, long *value) {
    node = without_parens(node);
    if (node->kind == NODE_NUMBER) {
        struct literal literal = read_literal(source, node);
        *value = (long)literal.value;
        return literal.known && literal.value < 1 << 24;
    }
    long a, b;
    if (node->kind != NODE_BINARY || !constant_value(source, node->a, &a) ||
        !constant_value(source, node->b, &b))
        return false;
    switch (node->op[0]) {
    case '+':
        *value = a + b;
        return true;
    case '-':
        *value = a - b;
        return true;
    case '*':
        *value = a * b;
        return !node->op[1] && labs(*value) < 1 << 24;
    default:
        return false;
    }
}

/* ---- expressions ------------------------------------------------------------------------------ */

static struct shape bits(long n, bool is_signed) {
    if (n < 1 || n > 1 << 24)
        return (struct shape){0, NULL, is_signed};
    return (struct shape){(int)n, keep_format("%ld", n), is_signed};
}

static char *squeezed(const char *text) {
    char *copy = keep(strlen(text) + 1), *to = copy;
    for (; *text; text++)
        if (!isspace((unsigned char)*text))
            *to++ = *text;
    return copy;
}

/* 0] is X wide. */
static struct shape of_range(const struct source *source, const struct node *hi,
                             const struct node *lo, bool is_signed) {
    long high, low, one;
    if (!hi)
        return bits(1, is_signed);
    bool has_low = constant_value(source, lo, &low);
    if (has_low && constant_value(source, hi, &high))
        return bits(high - low + 1, is_signed);
    struct shape shape = {0, NULL, is_signed};
    if (has_low && low == 0 && hi->kind == NODE_BINARY && !strcmp(hi->op, "-") &&
        constant_value(source, hi->b, &one) && one == 1)
        shape.text = squeezed(node_text(source, hi->a));
    else
        shape.text =
            squeezed(keep_format("(%s)-(%s)+1", node_text(source, hi), node_text(source, lo)));
    return shape;
}

struct shape shape_of_decl(const struct source *source, const struct scope *scope,
                           const struct decl *decl) {
    if (decl->kind == DECL_INTEGER || decl->kind == DECL_GENVAR || decl->is_integer)
        return integer;
    if (decl->kind == DECL_PARAMETER && !decl->hi) {
        /* The guard ends a parameter that is said to be itself. */
        struct decl *in_question = find_decl(scope, decl->name);
        if (!decl->value || !in_question || in_question->kind != DECL_PARAMETER)
            return (struct shape){0, NULL, decl->is_signed};
        in_question->kind = DECL_SIGNAL;
        struct shape shape = shape_of(source, scope, decl->value);
        in_question->kind = DECL_PARAMETER;
        return shape;
    }
    return of_range(source, decl->hi, decl->lo, decl->is_signed);
}

static struct shape wider(struct shape a, struct shape b) {
    struct shape shape = a;
    if (a.bits && b.bits)
        shape = a.bits > b.bits ? a : b;
    else if (!same_shape(a, (struct shape){b.bits, b.text, a.is_signed}))
        shape = (struct shape){0, NULL, false};
    shape.is_signed = a.is_signed && b.is_signed;
    return shape;
}

static struct shape of_binary(const struct source *source, const struct scope *scope,
                              const struct node *node) {
    char first = node->op[0], second = node->op[1];
    if (first == '=' || first == '!' || !strcmp(node->op, "&&") || !strcmp(node->op, "||") ||
        ((first == '<' || first == '>') && second != first))
        return one_bit;
    struct shape left = shape_of(source, scope, node->a);
    if (second == first) /* << >> <<< >>> ** */
        return left;
    return wider(left, shape_of(source, scope, node->b));
}

static struct shape of_concat(const struct source *source, const struct scope *scope,
                              const struct node *node) {
    long total = 0;
    for (const struct node *part = node->list; part; part = part->next) {
        struct shape shape = shape_of(source, scope, part);
        if (!shape.bits)
            return (struct shape){0, NULL, false};
        total += shape.bits;
    }
    return bits(total, false);
}

static struct shape of_call(const struct source *source, const struct scope *scope,
                            const struct node *node) {
    if (!strcmp(node->name, "$signed") || !strcmp(node->name, "$unsigned")) {
        struct shape shape = shape_of(source, scope, node->list);
        shape.is_signed = node->name[1] == 's';
        return shape;
    }
    struct decl *decl = find_decl(scope, node->name);
    if (decl)
        return shape_of_decl(source, scope, decl);
    return integer; /* $clog2 */
}

static struct shape of_selection(const struct source *source, const struct scope *scope,
                                 const struct node *node) {
    long n;
    if (node->kind == NODE_INDEX) {
        struct decl *decl = node->a->kind == NODE_NAME ? find_decl(scope, node->a->name) : NULL;
        return decl && decl->is_array ? shape_of_decl(source, scope, decl) : one_bit;
    }
    if (!strcmp(node->op, ":"))
        return of_range(source, node->b, node->c, false);
    if (constant_value(source, node->c, &n))
        return bits(n, false);
    return (struct shape){0, squeezed(node_text(source, node->c)), false};
}

struct shape shape_of(const struct source *source, const struct scope *scope,
                      const struct node *node) {
    struct shape shape = {0, NULL, false};
    long n;
    switch (node->kind) {
    case NODE_NAME: {
        const struct decl *decl = find_decl(scope, node->name);
        return decl ? shape_of_decl(source, scope, decl) : shape;
    }
    case NODE_NUMBER: {
        struct literal literal = read_literal(source, node);
        return bits(literal.bits ? literal.bits : 32, literal.is_signed);
    }
    case NODE_INDEX:
    case NODE_RANGE:
        return of_selection(source, scope, node);
    case NODE_UNARY:
        if (!strcmp(node->op, "~") || !strcmp(node->op, "-") || !strcmp(node->op, "+"))
            return shape_of(source, scope, node->a);
        return one_bit;
    case NODE_BINARY:
        return of_binary(source, scope, node);
    case NODE_CHOICE:
        return wider(shape_of(source, scope, node->b), shape_of(source, scope, node->c));
    case NODE_CONCAT:
        return of_concat(source, scope, node);
    case NODE_REPEAT:
        shape = of_concat(source, scope, node->b);
        if (shape.bits && constant_value(source, node->a, &n) && n > 0 && n < 1 << 16)
            return bits(shape.bits * n, false);
        return (struct shape){0, NULL, false};
    case NODE_CALL:
        return of_call(source, scope, node);
    case NODE_PARENS:
        return shape_of(source, scope, node->a);
    default:
        return shape;
    }
}

bool same_shape(struct shape a, struct shape b) {
    return a.is_signed == b.is_signed && a.text && b.text && !strcmp(a.text, b.text);
}
