/* Verilog text as tokens. White space, comments, compiler directives and what `ifdef excludes are
 * between tokens. SYNTHESIS is the only macro and defined: what is for simulation alone is not there. */
#ifndef MUTAGEN_LEXER_H
#define MUTAGEN_LEXER_H

#include "source.h"

enum token_kind { TOKEN_WORD, TOKEN_SYSTEM, TOKEN_NUMBER, TOKEN_STRING, TOKEN_MARK, TOKEN_END };

struct token {
    enum token_kind kind; /* WORD: name or keyword; SYSTEM: $name; MARK: operator or punctuation */
    size_t from, to;      /* offsets in the text: first character, after the last */
};

/* All tokens of a source, the last one TOKEN_END. */
const struct token *lex(const struct source *source);

#endif
