#include "sim/events.h"

#include "flit.h"

#include <string.h>

static void format_word(const uint32_t *words, char text[WORD_TEXT_SIZE]) {
    struct word w;
    memcpy(w.w, words, sizeof w.w);
    word_format(&w, text);
}

static void format_flit(const struct event *e, char *buf, size_t size) {
    struct flit flit;
    flit_unpack(e->words, &flit);
    flit_format(&flit, buf, size);
}

void event_format(const struct event *e, char *buf, size_t size) {
    char word[WORD_TEXT_SIZE];
    switch ((enum event_kind)e->kind) {
    case EVENT_RESET:
        snprintf(buf, size, "reset %s", e->a ? "asserted" : "released");
        break;
    case EVENT_FLIT:
        format_flit(e, buf, size);
        break;
    case EVENT_ADDRESS:
        snprintf(buf, size, "addr 0x%010llx id %u beats %u", (unsigned long long)e->a,
                 (unsigned)(e->b >> 8), (unsigned)(e->b & 0xff) + 1);
        break;
    case EVENT_DATA:
        format_word(e->words, word);
        snprintf(buf, size, "0x%llx last %u %s", (unsigned long long)e->a, (unsigned)e->b, word);
        break;
    case EVENT_RESPONSE:
        snprintf(buf, size, "id %u resp %u", (unsigned)e->a, (unsigned)e->b);
        break;
    case EVENT_START:
        snprintf(buf, size, "start requester %u id %u mode %u", (unsigned)e->a,
                 (unsigned)(e->b >> 8), (unsigned)(e->b & 0xff));
        break;
    case EVENT_BEAT:
        format_word(e->words, word);
        snprintf(buf, size, "beat requester %u %s", (unsigned)e->a, word);
        break;
    case EVENT_DONE:
        format_word(e->words, word);
        snprintf(buf, size, "done word0 %s", word);
        break;
    case EVENT_GRANT:
        snprintf(buf, size, "gnt 0x%02x", (unsigned)e->a);
        break;
    case EVENT_CONFIG:
        snprintf(buf, size, "write id %u reg 0x%02x = 0x%08x", (unsigned)(e->a >> 8),
                 (unsigned)(e->a & 0xff), (unsigned)e->b);
        break;
    case EVENT_NOTE:
        snprintf(buf, size, "%.*s", (int)sizeof e->words, (const char *)e->words);
        break;
    }
}

void events_print(const struct event_ring *ring, FILE *out, unsigned last, uint64_t marked) {
    uint64_t kept = ring->count < EVENT_RING ? ring->count : EVENT_RING;
    uint64_t n = kept < last ? kept : last;
    for (uint64_t i = ring->count - n; i < ring->count; i++) {
        const struct event *e = &ring->at[i % EVENT_RING];
        char line[FLIT_TEXT_SIZE + 64];
        event_format(e, line, sizeof line);
        fprintf(out, "%10llu  %-8s  %s%s\n", (unsigned long long)e->cycle, e->where, line,
                e->cycle == marked ? "  <--" : "");
    }
}
