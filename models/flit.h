/*
 * The flit codec: 288 bits on a link <-> fields, the payload layouts of the protocol, and text.
 *
 * Field positions are those of the wire format for FLIT_WIDTH 288, POS_WIDTH 4. A packed flit is
 * uint32_t[9] with element 0 = bits 31:0, the layout a link's data pins have in the harness. This
 * file knows layouts only: who may send what, and what must be answered, is the port model's.
 */
#ifndef MODELS_FLIT_H
#define MODELS_FLIT_H

#include "word.h"

#define FLIT_BITS 288
#define FLIT_WORDS 9
#define FLIT_HEX_DIGITS 72
#define FLIT_HEX_SIZE (FLIT_HEX_DIGITS + 1)
#define FLIT_TEXT_SIZE 320  /* holds every line flit_format() and flit_format_fields() make */
#define FLIT_BRIEF_SIZE 192 /* holds every line flit_format_brief() makes */
#define FLIT_ERROR_SIZE 160 /* a good size for the error buffers below */

/* The 4-bit type field. 9 to 14 are unallocated; ERROR is never sent. */
enum flit_type {
    FLIT_MEM_RD_REQ = 0,
    FLIT_MEM_WR_REQ = 1,
    FLIT_MEM_RD_RESP = 2,
    FLIT_MEM_WR_ACK = 3,
    FLIT_MEM_WR_DATA = 4,
    FLIT_CU_INST = 5,
    FLIT_CU_SIGNAL = 6,
    FLIT_CU_CTRL = 7,
    FLIT_CU_DATA = 8,
    FLIT_ERROR = 15
};

/* One flit by fields. Widths: coordinates 4, type 4, txn 8, last 1, rsvd 3 bits. */
struct flit {
    uint8_t dst_x, dst_y, src_x, src_y;
    uint8_t type; /* enum flit_type, or an unallocated code */
    uint8_t txn;
    uint8_t last;
    uint8_t rsvd; /* bit 2: remote mesh marker; 1:0: the mesh, or MEM_RD_RESP's word index */
    struct word payload;
};

/* Packs; bits above a field's width are dropped. */
void flit_pack(const struct flit *flit, uint32_t out[FLIT_WORDS]);
/* Unpacks; every one of the 288 bits lands in exactly one field. */
void flit_unpack(const uint32_t in[FLIT_WORDS], struct flit *flit);

/* The position of an endpoint on the mesh, 0-15 each. */
struct position {
    uint8_t x, y;
};

/* Bit 6 of a descriptor's flags: serve entries instead of one burst (memory protocol 3.2). */
#define FLAG_STREAM 0x40
#define DESCRIPTOR_PEERS 3
#define ENTRY_WORDS_MAX 4

/*
 * The payload of MEM_RD_REQ and MEM_WR_REQ, every field as it is on the wire (payload bits
 * 255:158). A MEM_WR_REQ is read for addr and len only. Bits 157:0 are reserved and sent as zero.
 */
struct descriptor {
    uint64_t addr;       /* 40-bit byte address */
    uint8_t len;         /* beats minus one of a plain read or a write */
    uint8_t flags;       /* FLAG_STREAM; all others are ignored by the port */
    uint8_t count;       /* entries of a run, 0 means 1: see descriptor_entries() */
    uint8_t n_peer;      /* how many of peer[] are present, 0-3 */
    uint8_t entry_words; /* words per entry: see descriptor_entry_words() */
    struct position peer[DESCRIPTOR_PEERS]; /* extra destinations, in the order they are served */
};

void descriptor_pack(const struct descriptor *descriptor, struct word *payload);
/* Reserved bits are not looked at. */
void descriptor_unpack(const struct word *payload, struct descriptor *descriptor);

/* Entries of a streaming run, 1 to 255. */
static inline unsigned descriptor_entries(const struct descriptor *descriptor) {
    return descriptor->count == 0 ? 1 : descriptor->count;
}

/* Words (AXI beats, response flits) of one entry of a streaming run, 1 to 4. */
static inline unsigned descriptor_entry_words(const struct descriptor *descriptor) {
    const unsigned words = descriptor->entry_words;
    return words == 0 || words > ENTRY_WORDS_MAX ? ENTRY_WORDS_MAX : words;
}

static inline bool descriptor_streams(const struct descriptor *descriptor) {
    return (descriptor->flags & FLAG_STREAM) != 0;
}

/* The descriptor that opens a CU_DATA burst (payload bits 255:208); all below is zero. */
struct cu_data_descriptor {
    uint8_t buf_id;
    uint16_t offset; /* first granule of 32 bytes */
    uint8_t len;     /* data flits minus one */
    uint8_t flags;   /* bit 0: signal on complete */
    struct position ack;
};

void cu_data_descriptor_pack(const struct cu_data_descriptor *descriptor, struct word *payload);
void cu_data_descriptor_unpack(const struct word *payload, struct cu_data_descriptor *descriptor);

/* CU_SIGNAL (payload bits 255:216). */
struct cu_signal {
    uint8_t code;
    uint32_t arg;
};

void cu_signal_pack(const struct cu_signal *signal, struct word *payload);
void cu_signal_unpack(const struct word *payload, struct cu_signal *signal);

/* CU_CTRL (payload bits 255:176): op 0 is a request; op 2 its reply, index echoed, with a value. */
struct cu_ctrl {
    uint8_t op;
    uint8_t index;
    uint64_t value;
};

void cu_ctrl_pack(const struct cu_ctrl *ctrl, struct word *payload);
void cu_ctrl_unpack(const struct word *payload, struct cu_ctrl *ctrl);

/* "MEM_RD_REQ" and so on; "TYPE_9" to "TYPE_E" for unallocated codes. Looks at bits 3:0 only. */
const char *flit_type_name(unsigned type);

/*
 * Renders one line in the words of the protocol, for people:
 *   MEM_RD_REQ (2,3)->(0,1) txn 0x40 addr 0x00_0001_2340 STREAM count 7 words 4 peers (1,2)
 * The arrow goes from src to dst. No bit is hidden: flags, rsvd and last are named where they are
 * set, "0 (4)" is a raw value and what it means, and a payload with bits its layout does not have
 * is added in full. A CU_DATA flit does not say whether it is a descriptor; it is shown as one when
 * it can be one (last clear, payload not zero, bits 207:0 zero). Returns the length of the whole
 * line; the buffer holds as much as fits, always terminated.
 */
size_t flit_format(const struct flit *flit, char *buf, size_t size);

/*
 * The same in fewer characters, for a row of a wave viewer: of data only the low 32 bits
 * ("..89ab_cdef"), bits a payload's layout does not have not at all. At most FLIT_BRIEF_SIZE with
 * the terminating zero.
 */
size_t flit_format_brief(const struct flit *flit, char *buf, size_t size);

/*
 * Renders one line of key=value fields, for programs: flit_parse_fields() reads it back to the same
 * 288 bits, whatever they are. Return value as flit_format().
 */
size_t flit_format_fields(const struct flit *flit, char *buf, size_t size);

/*
 * Reads key=value fields: `count` strings, each holding one or more fields separated by blanks, so
 * both a command line's arguments and one line of text fit.
 *   every type        type=NAME|0-15 (required)  dst=X,Y  src=X,Y  txn=N  last=0|1  rsvd=N
 *                     payload=HEX (1-64 digits, right aligned; not together with the fields below)
 *   MEM_RD_REQ, _WR_  addr= len= flags= stream=0|1 (sets or clears flag bit 6) count= words=
 *                     peers=X,Y;X,Y;X,Y  n_peer= (default: the number of peers listed)
 *   CU_DATA           buf= offset= len= flags= ack=X,Y      (the burst's descriptor)
 *   CU_SIGNAL         code= arg=          CU_CTRL  op= index= value=
 * Numbers are decimal or 0x hexadecimal, '_' may separate digits. What is not named is zero, except
 * last, which follows the protocol: 1 on MEM_WR_ACK, CU_SIGNAL and CU_CTRL.
 * On bad input returns false with one line in `error`, and *flit is untouched.
 */
bool flit_parse_fields(const char *const *fields, size_t count, struct flit *flit, char *error,
                       size_t error_size);

/* Writes the 72 digits of the packed flit, most significant first, and a terminating zero. */
void flit_format_hex(const struct flit *flit, char text[FLIT_HEX_SIZE]);

/*
 * Reads 72 hexadecimal digits, most significant first; a leading 0x and '_' between digits are
 * allowed. On bad input returns false with one line in `error`, and *flit is untouched.
 */
bool flit_parse_hex(const char *text, struct flit *flit, char *error, size_t error_size);

#endif
