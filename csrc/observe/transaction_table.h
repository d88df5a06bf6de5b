/* The transactions of a run as people and programs read them: a table and a summary a source in 80
 * columns, CSV after RFC 4180. Looks at rows only. */
#ifndef CSRC_OBSERVE_TRANSACTION_TABLE_H
#define CSRC_OBSERVE_TRANSACTION_TABLE_H

#include "observe/transaction_log.h"

#include <stdio.h>

/* A row a request in order of acceptance; cycles are those in which flits transferred, latency is
 * from acceptance to the last word or ack. 80 columns up to cycle 9 999 999. */
void transaction_table_print(const struct transaction_log *log, FILE *out);
/* A row a source: requests by kind, response flits, median, 99th percentile and maximum of the
 * latency in cycles over the requests answered, and how many were not. */
void transaction_summary_print(const struct transaction_log *log, FILE *out);
/* All columns by name, numbers ungrouped; cycles of what never came are empty. */
void transaction_csv_print(const struct transaction_log *log, FILE *out);

#endif
