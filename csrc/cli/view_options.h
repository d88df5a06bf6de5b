/* --table --csv --stats --svg --from --to: what to see of a run, on the command line. */
#ifndef CSRC_CLI_VIEW_OPTIONS_H
#define CSRC_CLI_VIEW_OPTIONS_H

#include "observe/views.h"

/* Takes the options of views out of the arguments (argv[0] is the command), leaving the others in
 * their order. False after one line on stderr: a value is missing or wrong, or a file is named
 * twice. */
bool cli_view_options(int *argc, char **argv, struct view_options *o);

/* Whether the files asked for can be written, else false after one line on stderr. To be asked when
 * nothing else stands against the run, which may be long: the files are created. */
bool cli_view_files(const struct view_options *o);

#endif
