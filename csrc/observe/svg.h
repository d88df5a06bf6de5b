/* SVG files that need nothing else: one page, white, system fonts, colours by class. Lengths are in
 * user units, about a pixel each. */
#ifndef CSRC_OBSERVE_SVG_H
#define CSRC_OBSERVE_SVG_H

#include <stdio.h>

/* Opens a page with a heading. Classes: .read .run .write .entry .wait .moves .held .idle .stall
 * .fail .reset (fills), .small .right .middle .head (text), .grid .frame (lines). */
void svg_open(FILE *out, double width, double height, const char *heading);
void svg_close(FILE *out);
/* Text at its left baseline, or as its classes say; escaped. `classes` may be "". */
__attribute__((format(printf, 5, 6))) void svg_text(FILE *out, double x, double y,
                                                    const char *classes, const char *format, ...);
/* A filled rectangle; `title` is its tooltip, NULL for none. */
void svg_rect(FILE *out, double x, double y, double width, double height, const char *classes,
              const char *title);
void svg_line(FILE *out, double x1, double y1, double x2, double y2, const char *classes);
/* Text with what XML needs escaped. */
void svg_escaped(FILE *out, const char *text);

#endif
