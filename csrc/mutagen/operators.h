/* The binary operators of Verilog and how strongly they bind. */
#ifndef MUTAGEN_OPERATORS_H
#define MUTAGEN_OPERATORS_H

/* The operator as a constant text, or NULL. */
const char *binary_operator(const char *text);
/* 1 (||) and up: a stronger one binds first. */
int binary_strength(const char *op);

#endif
