#include "observe/transaction_table.h"

#include "observe/memory.h"
#include "sim/wrap.h"

#include <inttypes.h>
#include <stdlib.h>

enum { NODES = 256 };

/* ---- the table ------------------------------------------------------------------------------- */

static void add_position(struct text *t, struct position p) {
    text_add(t, "(%u,%u)", p.x, p.y);
}

/* "7x4+2": entries of how many words, and how many peers get them, too. */
static void add_size(struct text *t, const struct descriptor *d, enum transaction_kind kind) {
    if (kind != TRANSACTION_RUN) {
        text_add(t, "%u", d->len + 1u);
        return;
    }
    text_add(t, "%ux%u", descriptor_entries(d), descriptor_entry_words(d));
    if (d->n_peer > 0) {
        text_add(t, "+%u", d->n_peer);
    }
}

static const char *when(const struct transaction *t, uint64_t cycle) {
    return t->received > 0 ? text_grouped(cycle) : "-";
}

static void print_row(const struct transaction_row *r, bool several_ports, FILE *out) {
    const struct transaction *t = &r->t;
    char source[16], request[48];
    struct text s = text_into(source, sizeof source), q = text_into(request, sizeof request);
    add_position(&s, t->source);
    text_add(&q, "%-5s  %02x ", transaction_kind_name(t->kind), t->txn);
    text_addr(&q, t->descriptor.addr);
    text_add(&q, " ");
    add_size(&q, &t->descriptor, t->kind);
    if (several_ports) {
        fprintf(out, "%u ", r->port);
    }
    fprintf(out, "%-7s %-32s %9s %9s ", source, request, text_grouped(t->accepted),
            when(t, t->first));
    if (transaction_done(t)) {
        fprintf(out, "%9s %7s\n", text_grouped(t->last), text_grouped(t->last - t->accepted));
    } else {
        fprintf(out, "%9s %s\n", "-", transaction_outcome(r));
    }
}

static void print_notes(const struct transaction_log *log, FILE *out) {
    if (log->left_out > 0) {
        fprintf(out, "%s more requests are left out: %s rows are kept\n",
                text_grouped(log->left_out), text_grouped(TRANSACTION_ROWS_MAX));
    }
    if (log->unmatched > 0) {
        fprintf(out, "%s response flits answered no request seen\n", text_grouped(log->unmatched));
    }
}

void transaction_table_print(const struct transaction_log *log, FILE *out) {
    fprintf(out, "%s%-7s %-32s %9s %9s %9s %7s\n", log->ports > 1 ? "p " : "", "source",
            "kind  txn address        size", "accepted", "first", "last", "latency");
    for (size_t i = 0; i < log->rows; i++) {
        print_row(&log->row[i], log->ports > 1, out);
    }
    print_notes(log, out);
}

/* ---- the summary ----------------------------------------------------------------------------- */

struct source_sum {
    uint64_t requests[TRANSACTION_KINDS], flits, unanswered;
    uint64_t *latency; /* of those answered */
    size_t answered, room;
};

static void add_latency(struct source_sum *s, uint64_t latency) {
    if (s->answered == s->room) {
        s->room = s->room == 0 ? 64 : 2 * s->room;
        s->latency = grown(s->latency, s->room * sizeof *s->latency);
    }
    s->latency[s->answered++] = latency;
}

static void add_up(struct source_sum *s, const struct transaction *t) {
    s->requests[t->kind]++;
    s->flits += t->received;
    if (transaction_done(t)) {
        add_latency(s, t->last - t->accepted);
    } else {
        s->unanswered++;
    }
}

static int by_value(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The smallest value that is not below `percent` percent of them. */
static const char *percentile(const struct source_sum *s, unsigned percent) {
    if (s->answered == 0) {
        return "-";
    }
    const size_t rank = (s->answered * percent + 99) / 100;
    return text_grouped(s->latency[rank == 0 ? 0 : rank - 1]);
}

static void print_sum(const char *who, struct source_sum *s, FILE *out) {
    if (s->answered > 0) {
        qsort(s->latency, s->answered, sizeof *s->latency, by_value);
    }
    fprintf(out, "%-8s", who);
    for (unsigned kind = 0; kind < TRANSACTION_KINDS; kind++) {
        fprintf(out, " %8s", text_grouped(s->requests[kind]));
    }
    fprintf(out, " %9s", text_grouped(s->flits));
    fprintf(out, " %7s %7s %7s %10s\n", percentile(s, 50), percentile(s, 99), percentile(s, 100),
            text_grouped(s->unanswered));
    free(s->latency);
}

void transaction_summary_print(const struct transaction_log *log, FILE *out) {
    struct source_sum *sum = zeros(NODES + 1, sizeof *sum), *all = &sum[NODES];
    for (size_t i = 0; i < log->rows; i++) {
        const struct transaction *t = &log->row[i].t;
        add_up(&sum[t->source.x * 16 + t->source.y], t);
        add_up(all, t);
    }
    fprintf(out, "%-8s %8s %8s %8s %9s %7s %7s %7s %10s\n", "source", "reads", "runs", "writes",
            "flits", "median", "p99", "max", "unanswered");
    for (unsigned i = 0; i < NODES; i++) {
        if (sum[i].answered + sum[i].unanswered > 0) {
            char who[16];
            snprintf(who, sizeof who, "(%u,%u)", i / 16, i % 16);
            print_sum(who, &sum[i], out);
        }
    }
    print_sum("all", all, out);
    free(sum);
}

/* ---- CSV ------------------------------------------------------------------------------------- */

/* Positions hold a comma, so fields of them are quoted (RFC 4180 2.6). */
static void csv_positions(FILE *out, const struct position *at, unsigned count) {
    if (count == 0) {
        fprintf(out, ",");
        return;
    }
    fprintf(out, "\"");
    for (unsigned i = 0; i < count; i++) {
        fprintf(out, "%s(%u,%u)", i == 0 ? "" : " ", at[i].x, at[i].y);
    }
    fprintf(out, "\",");
}

static void csv_number(FILE *out, bool known, uint64_t value) {
    if (known) {
        fprintf(out, "%" PRIu64, value);
    }
    fprintf(out, ",");
}

static void csv_row(const struct transaction_row *r, FILE *out) {
    const struct transaction *t = &r->t;
    const struct descriptor *d = &t->descriptor;
    const bool run = t->kind == TRANSACTION_RUN, done = transaction_done(t);
    fprintf(out, "%u,%" PRIu64 ",", r->port, t->number);
    csv_positions(out, &t->source, 1);
    fprintf(out, "%s,0x%02x,0x%010" PRIx64 ",%u,%u,", transaction_kind_name(t->kind), t->txn,
            d->addr, run ? descriptor_entries(d) : 1,
            run ? descriptor_entry_words(d) : d->len + 1u);
    csv_positions(out, d->peer, run ? d->n_peer : 0);
    csv_number(out, true, t->accepted);
    csv_number(out, t->received > 0, t->first);
    csv_number(out, done, t->last);
    csv_number(out, t->received > 0, t->first - t->accepted);
    csv_number(out, done, t->last - t->accepted);
    fprintf(out, "%u,%u,%u,%u,%s\r\n", t->owed, t->received, t->data_owed, t->data_received,
            transaction_outcome(r));
}

void transaction_csv_print(const struct transaction_log *log, FILE *out) {
    fprintf(out, "port,number,source,kind,txn,address,entries,words,peers,accepted,first,last,"
                 "first_latency,latency,flits_owed,flits,data_owed,data,outcome\r\n");
    for (size_t i = 0; i < log->rows; i++) {
        csv_row(&log->row[i], out);
    }
}
