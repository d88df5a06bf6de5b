/* Reports are wrapped at 80 columns: to look for words in one, its line breaks are undone. */
#ifndef TESTS_REPORT_TEXT_H
#define TESTS_REPORT_TEXT_H

/* Every run of blanks and line breaks becomes one blank. */
static inline void report_unwrap(char *text) {
    char *to = text;
    for (const char *from = text; *from; from++) {
        const int blank = *from == ' ' || *from == '\n';
        if (!blank) {
            *to++ = *from;
        } else if (to > text && to[-1] != ' ') {
            *to++ = ' ';
        }
    }
    *to = '\0';
}

#endif
