#include "operators.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *op;
    int strength;
} operators[] = {
    {"||", 1}, {"&&", 2}, {"|", 3},   {"^", 4},   {"~^", 4},  {"^~", 4}, {"&", 5},
    {"==", 6}, {"!=", 6}, {"===", 6}, {"!==", 6}, {"<", 7},   {"<=", 7}, {">", 7},
    {">=", 7}, {"<<", 8}, {">>", 8},  {"<<<", 8}, {">>>", 8}, {"+", 9},  {"-", 9},
    {"*", 10}, {"/", 10}, {"%", 10},  {"**", 11},
};

const char *binary_operator(const char *text) {
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (!strcmp(operators[i].op, text))
            return operators[i].op;
    return NULL;
}

int binary_strength(const char *op) {
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (!strcmp(operators[i].op, op))
            return operators[i].strength;
    return 0;
}
