#include "speed/recording.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for one more element of `size` bytes in a doubling array. */
static void *one_more(void *array, size_t used, size_t *room, size_t size) {
    if (used < *room) {
        return array;
    }
    *room = *room ? *room * 2 : 1024;
    void *larger = realloc(array, *room * size);
    if (!larger) {
        fprintf(stderr, "cosim: out of memory for a recording\n");
        exit(2);
    }
    return larger;
}

static struct action *add(struct recording *r, enum action_kind kind) {
    r->action = one_more(r->action, r->actions, &r->action_room, sizeof *r->action);
    struct action *a = &r->action[r->actions++];
    memset(a, 0, sizeof *a);
    a->cycle = r->bench->sim->cycle;
    a->kind = (uint8_t)kind;
    return a;
}

static void on_flit(void *self, unsigned endpoint, const uint32_t flit[FLIT_WORDS]) {
    struct action *a = add(self, ACTION_FLIT);
    a->endpoint = (uint8_t)endpoint;
    memcpy(a->flit, flit, sizeof a->flit);
}

static void on_knobs(void *self) {
    struct recording *r = self;
    r->setting = one_more(r->setting, r->settings, &r->setting_room, sizeof *r->setting);
    struct knob_setting *k = &r->setting[r->settings];
    k->source = r->bench->source.knobs;
    k->sink = r->bench->sink.knobs;
    k->memory = r->bench->memory.knobs;
    add(r, ACTION_KNOBS)->knobs = (unsigned)r->settings++;
}

static void on_reset(void *self) {
    add(self, ACTION_RESET);
}

void recording_start(struct recording *r, struct mem_port_bench *b) {
    memset(r, 0, sizeof *r);
    r->bench = b;
    r->tap = (struct mem_port_tap){on_flit, on_knobs, on_reset, r};
    b->tap = &r->tap;
}

void recording_stop(struct recording *r) {
    const struct mem_port_bench *b = r->bench;
    r->cycles = b->sim->cycle;
    r->flits = b->sink.transfers;
    r->reads = b->memory.stats.read_beats;
    r->writes = b->memory.stats.write_beats;
    r->bench->tap = NULL;
}

void recording_free(struct recording *r) {
    free(r->action);
    free(r->setting);
}

static void apply(const struct recording *r, const struct action *a, struct mem_port_bench *b) {
    if (a->kind == ACTION_FLIT) {
        link_source_push(&b->source, a->endpoint, a->flit);
    } else if (a->kind == ACTION_KNOBS) {
        const struct knob_setting *k = &r->setting[a->knobs];
        b->source.knobs = k->source;
        b->sink.knobs = k->sink;
        b->memory.knobs = k->memory;
        mem_port_knobs_changed(b);
    }
}

/* The cycles of reset that begin with action `at`; *at moves behind them. */
static unsigned reset_length(const struct recording *r, size_t *at) {
    unsigned n = 0;
    for (uint64_t cycle = r->action[*at].cycle;
         *at < r->actions && r->action[*at].kind == ACTION_RESET &&
         r->action[*at].cycle == cycle + n;
         ++*at) {
        n++;
    }
    return n;
}

bool recording_replay(const struct recording *r, struct mem_port_bench *b) {
    struct sim *s = b->sim;
    size_t next = 0;
    while (s->cycle < r->cycles) {
        while (next < r->actions && r->action[next].cycle == s->cycle &&
               r->action[next].kind != ACTION_RESET) {
            apply(r, &r->action[next++], b);
        }
        if (next < r->actions && r->action[next].cycle == s->cycle) {
            sim_reset(s, reset_length(r, &next));
        } else {
            sim_cycle(s);
        }
    }
    return b->sink.transfers == r->flits && b->memory.stats.read_beats == r->reads &&
           b->memory.stats.write_beats == r->writes;
}
