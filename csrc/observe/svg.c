#include "observe/svg.h"

#include <stdarg.h>

/* Colours stay apart for the colour-blind and in print: blue, teal, orange; what waits is the same
 * hue, paler. */
static const char style[] = "text{font:12px sans-serif;fill:#222}"
                            ".small{font-size:10px;fill:#555}"
                            ".head{font-size:14px;font-weight:bold}"
                            ".right{text-anchor:end}.middle{text-anchor:middle}"
                            ".read{fill:#2f6fb2}.run{fill:#15877c}.write{fill:#d9771a}"
                            ".entry{fill:#7a55a8}.level{fill:#7a55a8}.wait{fill-opacity:.32}"
                            ".moves{fill:#3b8f4d}.held{fill:#e0a826}.idle{fill:#e9ecef}"
                            ".stall{fill:#d11f2f;fill-opacity:.16}.fail{fill:#d11f2f}"
                            ".failed{font-weight:bold;fill:#d11f2f}"
                            ".reset{fill:#9aa0a6;fill-opacity:.35}"
                            ".cell{fill:#2f6fb2}.light{fill:#fff}"
                            ".grid{stroke:#d5d9dd;stroke-width:.7}"
                            ".frame{stroke:#8a9096;stroke-width:1}";

void svg_escaped(FILE *out, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            /* XML 1.0 knows no other control characters, and ours is ASCII. */
            fputc((unsigned char)*text < ' ' || (unsigned char)*text > '~' ? ' ' : *text, out);
        }
    }
}

void svg_open(FILE *out, double width, double height, const char *heading) {
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\">\n<title>",
            width, height, width, height);
    svg_escaped(out, heading);
    fprintf(out, "</title>\n<style>%s</style>\n", style);
    fprintf(out, "<rect width=\"%.0f\" height=\"%.0f\" fill=\"#fff\"/>\n", width, height);
    svg_text(out, 12, 22, "head", "%s", heading);
}

void svg_close(FILE *out) {
    fprintf(out, "</svg>\n");
}

void svg_text(FILE *out, double x, double y, const char *classes, const char *format, ...) {
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\"", x, y);
    if (*classes) {
        fprintf(out, " class=\"%s\"", classes);
    }
    fputc('>', out);
    svg_escaped(out, text);
    fprintf(out, "</text>\n");
}

void svg_rect(FILE *out, double x, double y, double width, double height, const char *classes,
              const char *title) {
    fprintf(out, "<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\" class=\"%s\"", x, y,
            width, height, classes);
    if (!title) {
        fprintf(out, "/>\n");
        return;
    }
    fprintf(out, "><title>");
    svg_escaped(out, title);
    fprintf(out, "</title></rect>\n");
}

void svg_line(FILE *out, double x1, double y1, double x2, double y2, const char *classes) {
    fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n", x1, y1,
            x2, y2, classes);
}
