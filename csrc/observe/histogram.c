#include "observe/histogram.h"

#include "text.h"

uint64_t histogram_bound(unsigned bucket) {
    static const uint64_t step[] = {1, 2, 5};
    if (bucket == 0) {
        return 0;
    }
    if (bucket >= HISTOGRAM_BUCKETS - 1) {
        return UINT64_MAX;
    }
    uint64_t bound = step[(bucket - 1) % 3];
    for (unsigned decade = (bucket - 1) / 3; decade > 0; decade--) {
        bound *= 10;
    }
    return bound;
}

void histogram_add(struct histogram *h, uint64_t value) {
    unsigned bucket = 0;
    while (value > histogram_bound(bucket)) {
        bucket++;
    }
    h->bucket[bucket]++;
    h->least = h->count == 0 || value < h->least ? value : h->least;
    h->most = value > h->most ? value : h->most;
    h->count++;
    h->sum += value;
}

void histogram_merge(struct histogram *h, const struct histogram *from) {
    if (from->count == 0) {
        return;
    }
    for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
        h->bucket[i] += from->bucket[i];
    }
    h->least = h->count == 0 || from->least < h->least ? from->least : h->least;
    h->most = from->most > h->most ? from->most : h->most;
    h->count += from->count;
    h->sum += from->sum;
}

double histogram_mean(const struct histogram *h) {
    return h->count == 0 ? 0 : (double)h->sum / (double)h->count;
}

void histogram_mean_text(const struct histogram *h, char buf[32]) {
    const uint64_t tenths = (uint64_t)(histogram_mean(h) * 10 + 0.5);
    struct text t = text_into(buf, 32);
    text_cycle(&t, tenths / 10);
    text_add(&t, ".%u", (unsigned)(tenths % 10));
}

void histogram_range(const struct histogram *h, unsigned *first, unsigned *last) {
    *first = *last = 0;
    for (unsigned i = HISTOGRAM_BUCKETS; i-- > 0;) {
        if (h->bucket[i] > 0) {
            *first = i;
            *last = *last == 0 ? i : *last;
        }
    }
}
