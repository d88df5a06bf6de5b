#include "explain/fst_reader.h"

#include "explain/fst_stream.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* More than any design this is for; a dump with more is damaged. */
enum { SIGNALS_MOST = 1 << 22, SCOPES_MOST = 1 << 20 };
#define TEXT_MOST (UINT64_C(1) << 28)

struct fst_reader {
    struct fst_front front;
    pid_t process;
    int socket;
    FILE *in;
    struct fst_signal *signal;
    size_t signals;
    char **scope; /* full paths; [0] is "" */
    size_t scopes;
    uint64_t text; /* bytes of names and paths */
    uint32_t *wanted, *wanted_words;
    uint32_t wanted_count;
    uint64_t time; /* of the last change */
};

/* ---- life ------------------------------------------------------------------------------------ */

static void *grown(void *array, size_t count, size_t size) {
    /* To the next power of two, when that is reached. */
    if (count != 0 && (count & (count - 1)) != 0) {
        return array;
    }
    void *more = realloc(array, (count ? count * 2 : 1) * size);
    if (!more) {
        fprintf(stderr, "cosim: out of memory\n");
        exit(2);
    }
    return more;
}

static char *copied(const char *text) {
    char *copy = strdup(text);
    if (!copy) {
        fprintf(stderr, "cosim: out of memory\n");
        exit(2);
    }
    return copy;
}

static bool start_process(struct fst_reader *r, const char *path) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
        return false;
    }
    fflush(NULL); /* the library may exit(), which would print what is buffered a second time */
    r->process = fork();
    if (r->process == 0) {
        close(ends[0]);
        fst_stream_run(path, r->front.size, ends[1]);
    }
    close(ends[1]);
    r->socket = ends[0];
    r->in = fdopen(ends[0], "rb");
    return r->process > 0 && r->in;
}

static void end_process(struct fst_reader *r, int *status) {
    if (r->process > 0) {
        waitpid(r->process, status, 0);
        r->process = 0;
    }
}

void fst_close(struct fst_reader *r) {
    int status;
    if (!r) {
        return;
    }
    if (r->process > 0) {
        kill(r->process, SIGKILL);
        end_process(r, &status);
    }
    if (r->in) {
        fclose(r->in);
    }
    for (size_t i = 0; i < r->signals; i++) {
        free((char *)r->signal[i].name);
    }
    for (size_t i = 0; i < r->scopes; i++) {
        free(r->scope[i]);
    }
    free(r->signal);
    free(r->scope);
    free(r->wanted);
    free(r->wanted_words);
    free(r);
}

/* What its process made of a dump that it could not read to the end. */
static bool library_failed(struct fst_reader *r, char why[FST_WHY_SIZE]) {
    int status = 0;
    if (r->process > 0 && !feof(r->in)) {
        kill(r->process, SIGKILL); /* it sends what it never should */
    }
    end_process(r, &status);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
        snprintf(why, FST_WHY_SIZE, "is damaged: reading it does not come to an end");
    } else {
        snprintf(why, FST_WHY_SIZE, "is damaged: its content does not decode");
    }
    return false;
}

/* ---- hierarchy ------------------------------------------------------------------------------- */

static bool take(struct fst_reader *r, void *data, size_t size) {
    return fread(data, 1, size, r->in) == size;
}

static size_t add_scope(struct fst_reader *r, size_t parent, const char *name) {
    const bool top = r->scope[parent][0] == 0;
    const size_t size = strlen(r->scope[parent]) + strlen(name) + 2;
    char *path = malloc(size);
    if (!path) {
        fprintf(stderr, "cosim: out of memory\n");
        exit(2);
    }
    snprintf(path, size, "%s%s%s", r->scope[parent], top ? "" : ".", name);
    r->scope = grown(r->scope, r->scopes, sizeof *r->scope);
    r->scope[r->scopes] = path;
    r->text += size;
    return r->scopes++;
}

/* "data [287:0]" and "data[287:0]" are data; "word[3] [7:0]" is word[3]. */
static void cut_range(char *name) {
    char *space = strchr(name, ' ');
    if (space) {
        *space = 0;
    }
    char *open = strrchr(name, '[');
    if (open && open != name && strchr(open, ':')) {
        *open = 0;
    }
}

static bool take_name(struct fst_reader *r, char name[UINT16_MAX + 1], uint16_t length) {
    if (!take(r, name, length)) {
        return false;
    }
    name[length] = 0;
    r->text += length;
    return true;
}

static bool take_signal(struct fst_reader *r, size_t scope, char name[UINT16_MAX + 1]) {
    struct fst_frame_signal frame;
    if (!take(r, &frame, sizeof frame) || !take_name(r, name, frame.length) ||
        r->signals == SIGNALS_MOST) {
        return false;
    }
    cut_range(name);
    r->signal = grown(r->signal, r->signals, sizeof *r->signal);
    r->signal[r->signals++] = (struct fst_signal){.name = copied(name),
                                                  .scope = r->scope[scope],
                                                  .handle = frame.handle,
                                                  .bits = frame.bits,
                                                  .parameter = frame.parameter != 0};
    return true;
}

static bool take_hierarchy(struct fst_reader *r) {
    static char name[UINT16_MAX + 1];
    size_t open[256], depth = 0; /* the scopes around what comes next */
    uint16_t length;
    uint8_t tag;
    r->scope = grown(r->scope, 0, sizeof *r->scope);
    r->scope[r->scopes++] = copied("");
    open[0] = 0;
    while (take(r, &tag, 1)) {
        if (tag == FST_FRAME_READY) {
            return true;
        }
        if (tag == FST_FRAME_UP) {
            depth -= depth > 0;
        } else if (tag == FST_FRAME_SIGNAL) {
            if (!take_signal(r, open[depth], name)) {
                return false;
            }
        } else if (tag != FST_FRAME_SCOPE || !take(r, &length, sizeof length) ||
                   !take_name(r, name, length) || depth + 1 == sizeof open / sizeof *open ||
                   r->scopes == SCOPES_MOST) {
            return false;
        } else {
            open[depth + 1] = add_scope(r, open[depth], name);
            depth++;
        }
        if (r->text > TEXT_MOST) {
            return false;
        }
    }
    return false;
}

/* ---- opening --------------------------------------------------------------------------------- */

static bool look_at_front(struct fst_reader *r, const char *path, char why[FST_WHY_SIZE]) {
    struct stat about;
    FILE *f = fopen(path, "rb");
    if (!f) {
        snprintf(why, FST_WHY_SIZE, "cannot be opened: %s", strerror(errno));
        return false;
    }
    bool good = fstat(fileno(f), &about) == 0 && S_ISREG(about.st_mode);
    if (good) {
        good = fst_front_check(f, &r->front, why);
    } else {
        snprintf(why, FST_WHY_SIZE, "is no file");
    }
    fclose(f);
    return good;
}

struct fst_reader *fst_open(const char *path, char why[FST_WHY_SIZE]) {
    struct fst_reader *r = calloc(1, sizeof *r);
    if (!r) {
        snprintf(why, FST_WHY_SIZE, "cannot be opened: out of memory");
        return NULL;
    }
    if (!look_at_front(r, path, why)) {
        fst_close(r);
        return NULL;
    }
    if (!start_process(r, path)) {
        snprintf(why, FST_WHY_SIZE, "cannot be read: %s", strerror(errno));
        fst_close(r);
        return NULL;
    }
    if (!take_hierarchy(r)) {
        library_failed(r, why);
        fst_close(r);
        return NULL;
    }
    return r;
}

const struct fst_front *fst_front_of(const struct fst_reader *r) {
    return &r->front;
}

const struct fst_signal *fst_signal_at(const struct fst_reader *r, size_t index) {
    return index < r->signals ? &r->signal[index] : NULL;
}

bool fst_has_scope(const struct fst_reader *r, const char *scope) {
    for (size_t i = 0; i < r->scopes; i++) {
        if (strcmp(r->scope[i], scope) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- changes --------------------------------------------------------------------------------- */

uint32_t fst_want(struct fst_reader *r, const struct fst_signal *signal) {
    for (uint32_t i = 0; i < r->wanted_count; i++) {
        if (r->wanted[i] == signal->handle) {
            return i;
        }
    }
    r->wanted = grown(r->wanted, r->wanted_count, sizeof *r->wanted);
    r->wanted_words = grown(r->wanted_words, r->wanted_count, sizeof *r->wanted_words);
    r->wanted[r->wanted_count] = signal->handle;
    r->wanted_words[r->wanted_count] = (signal->bits + 31) / 32;
    return r->wanted_count++;
}

uint32_t fst_wanted(const struct fst_reader *r) {
    return r->wanted_count;
}

static bool send_all(int socket, const void *data, size_t size) {
    for (const char *at = data; size > 0;) {
        const ssize_t sent = send(socket, at, size, MSG_NOSIGNAL);
        if (sent <= 0) {
            return false;
        }
        at += sent;
        size -= (size_t)sent;
    }
    return true;
}

bool fst_begin(struct fst_reader *r) {
    return send_all(r->socket, &r->wanted_count, sizeof r->wanted_count) &&
           send_all(r->socket, r->wanted, r->wanted_count * sizeof *r->wanted);
}

enum fst_next fst_next(struct fst_reader *r, struct fst_change *change, char why[FST_WHY_SIZE]) {
    struct fst_frame_change frame;
    uint8_t tag;
    int status = 0;
    if (!take(r, &tag, 1) || (tag != FST_FRAME_CHANGE && tag != FST_FRAME_END)) {
        library_failed(r, why);
        return FST_DAMAGED;
    }
    if (tag == FST_FRAME_END) {
        end_process(r, &status);
        return FST_END;
    }
    if (!take(r, &frame, sizeof frame) || frame.wanted >= r->wanted_count ||
        frame.words != r->wanted_words[frame.wanted] || frame.words > FST_WORDS_MAX ||
        !take(r, change->value, frame.words * sizeof(uint32_t)) ||
        !take(r, change->unknown, frame.words * sizeof(uint32_t))) {
        library_failed(r, why);
        return FST_DAMAGED;
    }
    if (frame.time < r->time) {
        snprintf(why, FST_WHY_SIZE, "is damaged: time goes back from %llu to %llu",
                 (unsigned long long)r->time, (unsigned long long)frame.time);
        return FST_DAMAGED;
    }
    r->time = change->time = frame.time;
    change->wanted = frame.wanted;
    change->words = frame.words;
    return FST_CHANGE;
}
