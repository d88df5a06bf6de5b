/* What a check ID prints as, where it comes from and what it means. */
#ifndef MODELS_CHECK_H
#define MODELS_CHECK_H

#include "check_id.h"

#include <stdbool.h>

const char *check_text(enum check_id id);     /* "MEM-DATA"; "" for CHECK_NONE */
const char *check_meaning(enum check_id id);  /* one line */
bool check_is_project_rule(enum check_id id); /* a (P) rule: off with RULES=seed */

#endif
