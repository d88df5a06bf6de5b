/* What results are kept under: a short digest of bytes, and of this program. No secret, no checksum
 * for others. */
#ifndef CSRC_SIM_DIGEST_H
#define CSRC_SIM_DIGEST_H

#include <stdint.h>

/* A digest of bytes, to go on from `digest`; begin with 0. */
uint64_t digest_bytes(uint64_t digest, const void *bytes, uint64_t size);
/* Of this program's bytes: the same on every machine it is copied to, another one after any change.
 * Reads the file; 0 when it cannot. */
uint64_t digest_program(void);

#endif
