/* Golden model of the identity bank: every id is the bypass, four beats in, four words out. */
#include "bank.h"

const struct bank_desc BANK_MODEL = {.name = "identity", .every_id_bypasses = true};
