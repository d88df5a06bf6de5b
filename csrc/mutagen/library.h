/* Where the modules of instances are found: among the files given, then as NAME.v in the folder of the
 * file that has the instance, then in the folders named by -y. */
#ifndef MUTAGEN_LIBRARY_H
#define MUTAGEN_LIBRARY_H

#include "tree.h"

void library_add_folder(const char *path);
/* Parses a file given; refuses a module that was given before. Its modules. */
struct module *library_add_file(const char *path);
/* The module of an instance in `module`; a name that is nowhere ends the program with a line. */
struct module *library_find(const struct module *module, const struct node *instance);

#endif
