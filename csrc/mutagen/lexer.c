#include "lexer.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* Longer ones first. */
static const char *const marks[] = {"<<<", ">>>", "===", "!==", "<=", ">=", "==", "!=", "&&", "||",
                                    "<<",  ">>",  "+:",  "-:",  "**", "~&", "~|", "~^", "^~"};
#define DEEPEST 16 /* of `ifdef in `ifdef */

struct lexer {
    const struct source *source;
    size_t at;
    bool excluded[DEEPEST]; /* per open `ifdef: this part of it, or one around it */
    int depth;
};

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static bool starts(const struct lexer *l, const char *what) {
    return strncmp(l->source->text + l->at, what, strlen(what)) == 0;
}

static void skip_word(struct lexer *l) {
    while (in_word(l->source->text[l->at]))
        l->at++;
}

static void skip_line(struct lexer *l) {
    while (l->at < l->source->length && l->source->text[l->at] != '\n')
        l->at++;
}

static void skip_comment(struct lexer *l) {
    size_t begin = l->at;
    const char *end = strstr(l->source->text + l->at + 2, "*/");
    if (!end)
        source_refuse(l->source, begin, "comment without end");
    l->at = (size_t)(end - l->source->text) + 2;
}

/* The next word on this line. */
static const char *argument(struct lexer *l) {
    while (l->source->text[l->at] == ' ' || l->source->text[l->at] == '\t')
        l->at++;
    size_t from = l->at;
    skip_word(l);
    return keep_piece(l->source->text, from, l->at);
}

static bool excluded(const struct lexer *l) {
    return l->depth > 0 && l->excluded[l->depth - 1];
}

static void directive(struct lexer *l) {
    size_t begin = l->at++;
    const char *name = argument(l);
    if (!strcmp(name, "ifdef") || !strcmp(name, "ifndef")) {
        if (l->depth == DEEPEST)
            source_refuse(l->source, begin, "more than %d `ifdef in each other", DEEPEST);
        bool defined = !strcmp(argument(l), "SYNTHESIS");
        bool around = excluded(l);
        l->excluded[l->depth++] = around || defined == !strcmp(name, "ifndef");
    } else if (!strcmp(name, "else") || !strcmp(name, "endif")) {
        if (l->depth == 0)
            source_refuse(l->source, begin, "`%s without `ifdef", name);
        if (!strcmp(name, "endif"))
            l->depth--;
        else
            l->excluded[l->depth - 1] =
                (l->depth > 1 && l->excluded[l->depth - 2]) || !l->excluded[l->depth - 1];
    } else if (!strcmp(name, "default_nettype") || !strcmp(name, "timescale")) {
        skip_line(l);
    } else if (!excluded(l)) {
        source_refuse(l->source, begin, "`%s is not known to this generator of mutants", name);
    }
}

static void skip_space(struct lexer *l) {
    for (;;) {
        if (starts(l, "//"))
            skip_line(l);
        else if (starts(l, "/*"))
            skip_comment(l);
        else if (l->source->text[l->at] == '`')
            directive(l);
        else if (l->at < l->source->length &&
                 (excluded(l) || isspace((unsigned char)l->source->text[l->at])))
            l->at++;
        else
            return;
    }
}

/* Digits, or a size, a base and digits. */
static void number(struct lexer *l) {
    const char *text = l->source->text;
    while (isdigit((unsigned char)text[l->at]) || text[l->at] == '_')
        l->at++;
    if (text[l->at] == '\'') {
        l->at++;
        l->at += text[l->at] == 's' || text[l->at] == 'S';
        if (!text[l->at] || !strchr("bodhBODH", text[l->at]))
            source_refuse(l->source, l->at, "number without a base of b, o, d or h");
        l->at++;
        while (isxdigit((unsigned char)text[l->at]) ||
               (text[l->at] && strchr("_xXzZ?", text[l->at])))
            l->at++;
    } else if (text[l->at] == '.') {
        source_refuse(l->source, l->at, "real numbers are not known to this generator of mutants");
    }
}

static void string(struct lexer *l) {
    size_t begin = l->at++;
    while (l->source->text[l->at] != '"') {
        if (l->source->text[l->at] == '\\' && l->at + 1 < l->source->length)
            l->at++;
        if (l->at >= l->source->length || l->source->text[l->at] == '\n')
            source_refuse(l->source, begin, "string without end");
        l->at++;
    }
    l->at++;
}

static void mark(struct lexer *l) {
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (starts(l, marks[i])) {
            l->at += strlen(marks[i]);
            return;
        }
    char c = l->source->text[l->at];
    if (!strchr("()[]{}.,;:#@=+-*/%&|^~!<>?", c))
        source_refuse(l->source, l->at, "character 0x%02x is not known here", (unsigned char)c);
    l->at++;
}

static struct token token(struct lexer *l) {
    skip_space(l);
    struct token token = {TOKEN_END, l->at, l->at};
    if (l->at >= l->source->length) {
        if (l->depth > 0)
            source_refuse(l->source, l->at, "`ifdef without `endif");
        return token;
    }
    char c = l->source->text[l->at];
    if (isalpha((unsigned char)c) || c == '_') {
        token.kind = TOKEN_WORD;
        skip_word(l);
    } else if (c == '$') {
        token.kind = TOKEN_SYSTEM;
        skip_word(l);
    } else if (isdigit((unsigned char)c) || c == '\'') {
        token.kind = TOKEN_NUMBER;
        number(l);
    } else if (c == '"') {
        token.kind = TOKEN_STRING;
        string(l);
    } else {
        token.kind = TOKEN_MARK;
        mark(l);
    }
    token.to = l->at;
    return token;
}

const struct token *lex(const struct source *source) {
    struct lexer l = {.source = source};
    /* A token has a character, and there is the end. */
    struct token *tokens = keep((source->length + 1) * sizeof *tokens);
    size_t n = 0;
    do
        tokens[n] = token(&l);
    while (tokens[n++].kind != TOKEN_END);
    return tokens;
}
