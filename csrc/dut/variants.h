/* The build variants linked into this program (VARIANTS in the Makefile). */
#ifndef CSRC_DUT_VARIANTS_H
#define CSRC_DUT_VARIANTS_H

#include "dut/dut.h"

extern const struct dut_type dut_mem_port;     /* default parameters */
extern const struct dut_type dut_mem_port_ap;  /* apertures, small queues, 5 slots, 2-bit ids */
extern const struct dut_type dut_mem_port_min; /* smallest values: 1 slot, queues of 2 */
extern const struct dut_type dut_mem_port_max; /* largest values, no apertures */
extern const struct dut_type dut_mem_port_odd; /* no powers of two, the largest margin, mesh 0 */
extern const struct dut_type dut_xform;        /* mxfp7 or the user's bank, 2 requesters */
extern const struct dut_type dut_xform1;       /* the same bank, 1 requester, ids and modes 1 bit */
extern const struct dut_type dut_xform3;       /* the same bank, 3 requesters */
extern const struct dut_type dut_xform8; /* the same bank, 8 requesters, ids and modes 8 bits */
extern const struct dut_type dut_xform_identity;  /* identity bank, 2 requesters */
extern const struct dut_type dut_xform_identity4; /* identity bank, 4 requesters, 3 occupants */
/* Banks of several shapes, with registers of their own: */
extern const struct dut_type dut_xform_mxfp8;     /* 3 requesters, ids and modes 3 bits */
extern const struct dut_type dut_xform_transpose; /* 1 requester, ids and modes 1 bit */
extern const struct dut_type dut_xform_table;     /* 2 requesters, ids 2 bits, modes 5 */
extern const struct dut_type dut_bank_mxfp8;      /* alone; ids 8 bits, modes 1 */
extern const struct dut_type dut_bank_transpose;  /* alone; ids 8 bits, modes 3 */
extern const struct dut_type dut_bank_table;      /* alone; ids and modes 8 bits */
extern const struct dut_type dut_bank;            /* mxfp7 or the user's bank alone */
extern const struct dut_type dut_bank_identity;
extern const struct dut_type dut_walker0;
extern const struct dut_type dut_walker1;
extern const struct dut_type dut_mover;     /* staging of 256 words, interlink, mesh 0 */
extern const struct dut_type dut_mover_odd; /* no staging, no interlink, mesh 3, narrow ids */
/* PORTS, ILINK, STAGE, bank, MESH_ID: */
extern const struct dut_type dut_mag;   /* 2, 1, 4096, mxfp7, 0 */
extern const struct dut_type dut_mag1;  /* 1, 0, 0, identity, 1; ids and modes 1 bit */
extern const struct dut_type dut_mag2;  /* 2, 1, 0, transpose, 3; both on one row, small queues */
extern const struct dut_type dut_mag3;  /* 3, 0, 1000, mxfp7, 2; two on one row, ids of 8 bits */
extern const struct dut_type dut_mag4;  /* 4, 1, 0, mxfp7, 0; two on one row */
extern const struct dut_type dut_mag5;  /* 1, 1, 300, mxfp8, 2; ids of 3 bits, modes of 2 */
extern const struct dut_type dut_mag1s; /* 1, 1, 1, identity, 3; smallest queues and slots */
extern const struct dut_type dut_mut_mem_port; /* tests/mutants/mut_mem_port.v: planted faults */
extern const struct dut_type dut_mut_xform;    /* tests/mutants/mut_xform.v, 3 requesters */
extern const struct dut_type dut_mut_bank;     /* tests/mutants/toy alone, with planted faults */
/* 1 port, no interlink, no staging, a bank that falls silent (tests/mutants/silent). */
extern const struct dut_type dut_mag_silent;

/* In cosim-bench only: dut_mem_port's RTL built without tracing. */
extern const struct dut_type dut_bare_mem_port;

#endif
