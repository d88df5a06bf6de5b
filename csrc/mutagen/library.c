#include "library.h"

#include <string.h>
#include <unistd.h>

#include "parser.h"

struct folder {
    const char *path;
    struct folder *next;
};

static struct folder *folders, **last_folder = &folders;
static struct module *known;

void library_add_folder(const char *path) {
    struct folder *folder = keep(sizeof *folder);
    folder->path = path;
    *last_folder = folder;
    last_folder = &folder->next;
}

static struct module *find(const char *name) {
    for (struct module *module = known; module; module = module->next)
        if (!strcmp(module->name, name))
            return module;
    return NULL;
}

struct module *library_add_file(const char *path) {
    struct source *source = keep(sizeof *source);
    *source = source_read(path);
    struct module *first = parse(source);
    struct module **last = &first;
    for (; *last; last = &(*last)->next) {
        const struct module *other = find((*last)->name);
        if (other)
            source_refuse(source, (*last)->body, "module %s is in %s, too", (*last)->name,
                          other->source->path);
    }
    *last = known;
    known = first;
    return first;
}

static struct module *in_folder(const char *folder, size_t length, const char *name) {
    const char *path = keep_format("%.*s%s%s.v", (int)length, folder, length ? "/" : "", name);
    if (access(path, R_OK) != 0)
        return NULL;
    library_add_file(path);
    return find(name);
}

struct module *library_find(const struct module *module, const struct node *instance) {
    const char *path = module->source->path, *slash = strrchr(path, '/');
    struct module *found = find(instance->name);
    if (!found)
        found = in_folder(path, slash ? (size_t)(slash - path) : 0, instance->name);
    for (const struct folder *folder = folders; folder && !found; folder = folder->next)
        found = in_folder(folder->path, strlen(folder->path), instance->name);
    if (!found)
        source_refuse(module->source, instance->from,
                      "module %s is not in the files given: give it, or its folder with -y DIR",
                      instance->name);
    return found;
}
