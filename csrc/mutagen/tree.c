#include "tree.h"

#include <string.h>

struct decl *find_decl(const struct scope *scope, const char *name) {
    for (; scope; scope = scope->around)
        for (struct decl *decl = scope->decls; decl; decl = decl->next)
            if (!strcmp(decl->name, name))
                return decl;
    return NULL;
}

struct decl *decl_of(const struct scope *scope, const struct node *node) {
    while (node->kind == NODE_INDEX || node->kind == NODE_RANGE)
        node = node->a;
    return node->kind == NODE_NAME ? find_decl(scope, node->name) : NULL;
}

const struct node *without_parens(const struct node *node) {
    while (node->kind == NODE_PARENS)
        node = node->a;
    return node;
}

char *node_text(const struct source *source, const struct node *node) {
    return keep_piece(source->text, node->from, node->to);
}
