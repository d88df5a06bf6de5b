/* Why work inside the agent stands still: each root provoked, the report read (checks.md,
 * SIM-STALL). */
#include "stall_agent_suite.h"

#include "dut/variants.h"
#include "expect_stall.h"
#include "mag_asks.h"
#include "mag_mesh_traffic.h"
#include "mag_saboteur.h"
#include "test_stall_slot.h"

static struct mag_bench *agent(struct sim *s) {
    return mag_bench_new(s, &dut_mag);
}

static void expect_all(struct sim *s, const struct expected_stall *e, size_t count) {
    for (size_t i = 0; i < count; i++) {
        expect_stall(s, &e[i]);
    }
}
#define EXPECT_ALL(s, e) expect_all(s, e, sizeof(e) / sizeof *(e))

/* ---- the mesh ---------------------------------------------------------------------------------- */

static void no_link(struct sim *s) {
    struct mag_bench *b = agent(s);
    mag_withhold(b, MAG_LINK(1));
    ask_read(b, 1, own(b, 0), 8);
    mag_finish(b);
}

static void no_link_for_acks(struct sim *s) {
    struct mag_bench *b = agent(s);
    mag_withhold(b, MAG_LINK(0));
    ask_write(b, 0, 7, own(b, 0), 8);
    mag_finish(b);
}

/* More than the port can take in: its link is held, and a read waits for room behind the words. */
static void no_link_and_many_reads(struct sim *s) {
    struct mag_bench *b = agent(s);
    mag_withhold(b, MAG_LINK(0));
    for (unsigned i = 0; i < 120; i++) {
        ask_read(b, 0, own(b, 0) + i * 64 * WORD_BYTES, 64);
    }
    mag_finish(b);
}

static void a_receiver_that_holds_busy(struct sim *s) {
    static const struct expected_stall e[] = {
        {"no_link",
         no_link,
         CHECK_SIM_STALL,
         "outside: the receiver holds noc_out_busy[1] high; nothing leaves by port 1 since 15",
         {"port 1      a plain word is not sent since 11: MEM_RD_REQ",
          "noc_out     MEM_RD_RESP for"},
         0},
        {"no_link_for_acks",
         no_link_for_acks,
         CHECK_SIM_STALL,
         "outside: the receiver holds noc_out_busy[0] high; nothing leaves by port 0 since 38",
         {"port 0      a write is not acknowledged since 34:", "noc_out     MEM_WR_ACK for"},
         0},
        {"no_link_and_many_reads",
         no_link_and_many_reads,
         CHECK_SIM_STALL,
         "outside: the receiver holds noc_out_busy[0] high; nothing leaves by port 0 since 15",
         {"has held MEM_RD_REQ at noc_in[0] since",
          "port 0      a plain read has words without an AR since 8:",
          "port 0      a plain word is not sent since 11: MEM_RD_REQ",
          "noc_out     MEM_RD_RESP for"},
         0},
    };
    EXPECT_ALL(s, e);
}

/* Marked flits at both ports; behind those of port 1 a read. */
static void no_enc(struct sim *s) {
    struct mesh_test *t = mesh_test_new(s, &dut_mag);
    mag_withhold(t->b, MAG_ENC);
    for (unsigned i = 0; i < 3; i++) {
        mesh_marked(t, 1, 3);
    }
    sim_cycles(s, 20);
    mesh_marked(t, 0, 4);
    ask_read(t->b, 1, own(t->b, 0), 1);
    mesh_finish(t);
}

static void an_encapsulator_that_is_stuck(struct sim *s) {
    static const struct expected_stall e[] = {
        {"no_enc",
         no_enc,
         CHECK_SIM_STALL,
         "outside: the encapsulator is stuck: enc_busy is high since 4, marked flits of port 1 "
         "wait since 4",
         {"port 1      a marked flit waits for the encapsulator since",
          "has held MEM_RD_REQ at noc_in[1] since",
          "port        a marked flit of port 0 waits for the"},
         0},
    };
    EXPECT_ALL(s, e);
}

static void no_link_for_passed(struct sim *s) {
    struct mesh_test *t = mesh_test_new(s, &dut_mag);
    mag_withhold(t->b, MAG_LINK(1));
    mesh_from_interlink(t, 0, 2);
    mesh_finish(t);
}

static void a_passed_on_flit_at_a_held_link(struct sim *s) {
    static const struct expected_stall e[] = {
        {"no_link_for_passed",
         no_link_for_passed,
         CHECK_SIM_STALL,
         "outside: the receiver holds noc_out_busy[1] high; nothing leaves by port 1 since 6",
         {"port 1      a flit of the interlink waits since 4: inj at", "noc_out     CU_INST for"},
         0},
    };
    EXPECT_ALL(s, e);
}

/* Control flits nobody takes are lost and hold up nothing; a link does. */
static void mailbox_full(struct sim *s) {
    struct mesh_test *t = mesh_test_new(s, &dut_mag);
    mag_withhold(t->b, MAG_AGENT | MAG_LINK(0));
    for (unsigned i = 0; i < 12; i++) {
        mesh_control(t, i % 2, 1);
    }
    ask_read(t->b, 0, own(t->b, 0), 4);
    mesh_finish(t);
}

static void control_flits_lost_are_a_note(struct sim *s) {
    static const struct expected_stall e[] = {
        {"mailbox_full",
         mailbox_full,
         CHECK_SIM_STALL,
         "outside: the receiver holds noc_out_busy[0] high; nothing leaves by port 0 since 26",
         {"port 0      a plain word is not sent since 22: MEM_RD_REQ",
          "noc_out     MEM_RD_RESP for", "note        control flits lost: 12, agent mailbox full"},
         0},
    };
    EXPECT_ALL(s, e);
}

/* ---- the memory, the other mesh, host and interlink ---------------------------------------------- */

static void withheld_from(struct sim *s, uint32_t outside, void (*ask)(struct mag_bench *b)) {
    struct mag_bench *b = agent(s);
    mag_withhold(b, outside);
    ask(b);
    mag_finish(b);
}

static void port_reads(struct mag_bench *b) {
    ask_read(b, 1, own(b, 0), 8);
}
static void port_writes(struct mag_bench *b) {
    ask_write(b, 1, 7, own(b, 0), 8);
}
static void host_reads(struct mag_bench *b) {
    ask_host_read(b, 3, region(0), 8);
}
static void host_writes(struct mag_bench *b) {
    ask_host_write(b, 3, region(0), 8, NULL);
}
static void interlink_writes(struct mag_bench *b) {
    ask_ri_write(b, 3, own(b, 0), 8, NULL);
}
static void mover_copies(struct mag_bench *b) {
    const struct mover_regs move = mag_copy(own(b, 0), own(b, 1), 20);
    mag_go(b, &move);
}
static void mover_sends(struct mag_bench *b) {
    const struct mover_regs move =
        mag_copy(own(b, 0), mag_dram_addr(other_mesh(b, 0), region(1)), 20);
    mag_go(b, &move);
}

#define WITHHELD(name, outside, ask)                                                               \
    static void name(struct sim *s) {                                                              \
        withheld_from(s, outside, ask);                                                            \
    }
WITHHELD(no_ar_for_a_port, MAG_DRAM_AR, port_reads)
WITHHELD(no_r_for_a_port, MAG_DRAM_R, port_reads)
WITHHELD(no_aw_for_a_port, MAG_DRAM_AW, port_writes)
WITHHELD(no_w_for_a_port, MAG_DRAM_W, port_writes)
WITHHELD(no_b_for_a_port, MAG_DRAM_B, port_writes)
WITHHELD(no_ar_for_the_host, MAG_DRAM_AR, host_reads)
WITHHELD(no_r_for_the_host, MAG_DRAM_R, host_reads)
WITHHELD(no_aw_for_the_host, MAG_DRAM_AW, host_writes)
WITHHELD(no_b_for_the_interlink, MAG_DRAM_B, interlink_writes)
WITHHELD(no_ar_for_the_mover, MAG_DRAM_AR, mover_copies)
WITHHELD(no_r_for_the_mover, MAG_DRAM_R, mover_copies)
WITHHELD(no_aw_for_the_mover, MAG_DRAM_AW, mover_copies)
WITHHELD(no_w_for_the_mover, MAG_DRAM_W, mover_copies)
WITHHELD(no_b_for_the_mover, MAG_DRAM_B, mover_copies)
WITHHELD(no_rm_aw, MAG_RM_AW, mover_sends)
WITHHELD(no_rm_w, MAG_RM_W, mover_sends)
WITHHELD(no_rm_b, MAG_RM_B, mover_sends)
WITHHELD(host_takes_no_data, MAG_HOST_R, host_reads)
WITHHELD(host_takes_no_response, MAG_HOST_B, host_writes)
WITHHELD(host_sends_no_data, MAG_HOST_W, host_writes)
WITHHELD(interlink_takes_no_response, MAG_RI_B, interlink_writes)
WITHHELD(interlink_sends_no_data, MAG_RI_W, interlink_writes)

#define ROW(function) #function, function, CHECK_SIM_STALL

static void a_memory_that_never_answers(struct sim *s) {
    static const struct expected_stall e[] = {
        {ROW(no_ar_for_a_port),
         "outside: the memory does not take dram_ar, which port 1 offers since 10",
         {"port 1      a plain read has words without an AR since 4:",
          "dram_ar     a burst of port 1 is offered since 10 and not"},
         0},
        {ROW(no_r_for_a_port),
         "outside: the memory owes port 1 read data since 11",
         {"port 1      MEM_RD_REQ", "dram_r      a read of port 1 is under way, unanswered since"},
         0},
        {ROW(no_aw_for_a_port),
         "outside: the memory does not take dram_aw, which port 1 offers since 25",
         {"port 1      a complete write has words without an AW since",
          "dram_aw     a burst of port 1 is offered since 25 and not"},
         0},
        {ROW(no_w_for_a_port),
         "outside: the memory does not take dram_w, which port 1 offers since 26",
         {"port 1      an AW was issued but its W beats are missing",
          "dram_w      a beat of port 1 is offered since 26 and not"},
         0},
        {ROW(no_b_for_a_port),
         "outside: the memory owes port 1 a write response since 33",
         {"port 1      MEM_WR_REQ", "dram_b      a write of port 1 is under way, unanswered"},
         0},
        {ROW(no_ar_for_the_host),
         "outside: the memory does not take dram_ar, which the host window offers since 6",
         {"sm          a read has words without an AR since 4: read id",
          "dram_ar     a burst of the host window is offered since 6"},
         0},
        {ROW(no_r_for_the_host),
         "outside: the memory owes the host window read data since 7",
         {"sm          read id 3 addr 0x00_0010_0000 words 8, accepted",
          "dram_r      a read of the host window is under way,"},
         0},
        {ROW(no_aw_for_the_host),
         "outside: the memory does not take dram_aw, which the host window offers since 13",
         {"sm          a complete write has words without an AW since",
          "dram_aw     a burst of the host window is offered since 13"},
         0},
        {ROW(no_b_for_the_interlink),
         "outside: the memory owes the interlink (ri_*) a write response since 21",
         {"ri          write id 3 addr 0x00_0010_0000 words 8,",
          "dram_b      a write of the interlink (ri_*) is under way,"},
         0},
        {ROW(no_ar_for_the_mover),
         "outside: the memory does not take dram_ar, which the mover offers since 76",
         {"mover       move 0 (copy), GO at 35, moved nothing since"},
         0},
        {ROW(no_r_for_the_mover),
         "outside: the memory owes the mover read data since 77",
         {"mover       move 0 (copy), GO at 35, moved nothing since"},
         0},
        {ROW(no_aw_for_the_mover),
         "outside: the memory does not take dram_aw, which the mover offers since 126",
         {"mover       move 0 (copy), GO at 35, moved nothing since"},
         0},
        {ROW(no_w_for_the_mover),
         "outside: the memory does not take dram_w, which the mover offers since 127",
         {"mover       move 0 (copy), GO at 35, moved nothing since"},
         0},
        {ROW(no_b_for_the_mover),
         "outside: the memory owes the mover a write response since 146",
         {"mover       move 0 (copy), GO at 35, moved nothing since"},
         0},
    };
    EXPECT_ALL(s, e);
}

static void another_mesh_that_takes_nothing(struct sim *s) {
    static const struct expected_stall e[] = {
        {ROW(no_rm_aw),
         "outside: the other mesh does not take rm_aw, which the mover offers since 126",
         {"mover       move 0 (copy), GO at 35, moved nothing since"},
         0},
        {ROW(no_rm_w),
         "outside: the other mesh does not take rm_w, which the mover offers since 127",
         {"mover       move 0 (copy), GO at 35, moved nothing since"},
         0},
        {ROW(no_rm_b),
         "outside: the other mesh owes the mover a write response since 147",
         {"mover       move 0 (copy), GO at 35, moved nothing since"},
         0},
    };
    EXPECT_ALL(s, e);
}

static void a_host_or_interlink_that_does_not_go_on(struct sim *s) {
    static const struct expected_stall e[] = {
        {ROW(host_takes_no_data),
         "outside: the host does not take its read data: sm_rready is low since 8",
         {"sm          a read is not answered since 7: read id 3 addr"},
         0},
        {ROW(host_takes_no_response),
         "outside: the host does not take its write response: sm_bready is low since 23",
         {"sm          a write is not answered since 22: write id 3"},
         0},
        {ROW(host_sends_no_data),
         "outside: a write of the host is not complete: the host owes write data since 5",
         {"sm          write id 3 addr 0x00_0010_0000 words 8,"},
         0},
        {ROW(interlink_takes_no_response),
         "outside: the interlink does not take its write response: ri_bready is low since 23",
         {"ri          a write is not answered since 22: write id 3"},
         0},
        {ROW(interlink_sends_no_data),
         "outside: a write of the interlink is not complete: the interlink owes write data since 5",
         {"ri          write id 3 addr 0x00_0010_0000 words 8,"},
         0},
    };
    EXPECT_ALL(s, e);
}

/* ---- inside ---------------------------------------------------------------------------------------- */

/* Reads of port 1 never reach the memory; the port believes they did. */
static void lose_reads_of_port_1(struct mag_saboteur *x) {
    if (*x->pins.dram.ar.valid && *x->pins.dram.ar.id == 1) {
        spoilt_swallow(&x->out[MAG_OUT_DRAM_AR]);
    }
}

/* The host and port 0 go on, a read every `period` cycles. */
static void starve(struct sim *s, unsigned period) {
    mag_sabotage(s, lose_reads_of_port_1, 0);
    struct mag_bench *b = agent(s);
    ask_read(b, 1, own(b, 0), 2);
    for (unsigned i = 0; i < 40; i++) {
        ask_read(b, 0, own(b, 1) + i * PAGE, 1);
        ask_host_read(b, i, region(2) + i * PAGE, 1);
        sim_cycles(s, period);
    }
    mag_finish(b);
}

static void starved_slowly(struct sim *s) {
    starve(s, 250);
}
static void starved(struct sim *s) {
    starve(s, 40);
}

static void a_port_starved_at_the_dram_master(struct sim *s) {
    static const struct expected_stall e[] = {
        {ROW(starved_slowly),
         "port 1 is starved at the DRAM master: it waits for dram_ar since 4 while 16 bursts of "
         "others went first",
         {"port 1      a plain read has words without an AR since 4:",
          "dram_ar     no burst of port 1 since 4; 16 of others went"},
         0},
        {"starved",
         starved,
         CHECK_MAG_FAIR,
         "port 1 is starved at the DRAM master: it waits for dram_ar since 4 while 38 bursts of "
         "others went first",
         {"port 1      a plain read has words without an AR since 4:",
          "dram_ar     no burst of port 1 since 4; 38 of others went",
          "also        port 0: a plain word is not sent since 771"},
         0},
    };
    EXPECT_ALL(s, e);
}

static void lose_the_ack(struct mag_saboteur *x) {
    if (x->out[MAG_OUT0].offer == 1) {
        spoilt_swallow(&x->out[MAG_OUT0]);
    }
}

static void lost_ack(struct sim *s) {
    mag_sabotage(s, lose_the_ack, 0);
    struct mag_bench *b = agent(s);
    ask_write(b, 0, 7, own(b, 0), 8);
    mag_finish(b);
}

static void a_port_that_lost_its_ack(struct sim *s) {
    static const struct expected_stall e[] = {
        {ROW(lost_ack),
         "inside the agent, at port 0: a write is not acknowledged since 34, and nothing outside "
         "holds it",
         {"port 0      a write is not acknowledged since 34:"},
         0},
    };
    EXPECT_ALL(s, e);
}

/* The bank of this agent falls silent with the first entry of an odd mode. */
static void silent_bank(struct sim *s) {
    struct mag_bench *b = mag_bench_new(s, &dut_mag_silent);
    const struct mover_regs sound = mag_transform(b, 0, 0, own(b, 0), own(b, 1), 4);
    const struct mover_regs silent = mag_transform(b, 0, 1, own(b, 2), own(b, 3), 4);
    mag_move(b, &sound);
    mag_go(b, &silent);
    mag_finish(b);
}

static void an_occupant_inside_the_agent_gives_no_done(struct sim *s) {
    static const struct expected_stall e[] = {
        {"silent_bank",
         silent_bank,
         CHECK_XF_SHAPE,
         "the bypass (id 0) gives no done: entry 4 of the mover, mode 0x1, has all its 4 beats "
         "since 223",
         {"mover       move 1 (transform, id 0 mode 0x1), GO at 176,",
          "bank        entry 4 of the mover, id 0 mode 0x1, started at",
          "bank        entry 5 of the mover, id 0 mode 0x1, started at"},
         0},
        {"silent_bank",
         silent_bank,
         CHECK_SIM_STALL,
         "the bypass (id 0) gives no done: entry 4 of the mover, mode 0x1, has all its 4 beats "
         "since 223",
         {"mover       move 1 (transform, id 0 mode 0x1), GO at 176,",
          "bank        entry 4 of the mover, id 0 mode 0x1, started at",
          "bank        entry 5 of the mover, id 0 mode 0x1, started at"},
         4000},
    };
    EXPECT_ALL(s, e);
}

/* ---- two at once ------------------------------------------------------------------------------------ */

/* The read's words cannot leave; marked flits that come later wait for something else. */
static void link_before_enc(struct sim *s) {
    struct mesh_test *t = mesh_test_new(s, &dut_mag);
    mag_withhold(t->b, MAG_ENC | MAG_LINK(0));
    ask_read(t->b, 0, own(t->b, 0), 4);
    sim_cycles(s, 100);
    mesh_marked(t, 0, 3);
    mesh_finish(t);
}

static void enc_before_link(struct sim *s) {
    struct mesh_test *t = mesh_test_new(s, &dut_mag);
    mag_withhold(t->b, MAG_ENC | MAG_LINK(0));
    mesh_marked(t, 1, 3);
    sim_cycles(s, 100);
    ask_read(t->b, 0, own(t->b, 0), 4);
    mesh_finish(t);
}

/* The host's read waits for the memory; that host takes no data does not matter yet. */
static void memory_before_host(struct sim *s) {
    struct mag_bench *b = agent(s);
    mag_withhold(b, MAG_DRAM_AR | MAG_HOST_R | MAG_LINK(0));
    host_reads(b);
    mag_finish(b);
}

/* The mover waits for the bank, the host for itself, later. */
static void bank_before_host(struct sim *s) {
    struct mag_bench *b = mag_bench_new(s, &dut_mag_silent);
    const struct mover_regs silent = mag_transform(b, 0, 1, own(b, 2), own(b, 3), 4);
    mag_withhold(b, MAG_HOST_R | MAG_DRAM_B);
    mag_go(b, &silent);
    sim_cycles(s, 100);
    ask_host_read(b, 3, region(0), 8);
    mag_finish(b);
}

static void of_two_roots_the_one_the_item_waits_for(struct sim *s) {
    static const struct expected_stall e[] = {
        {ROW(link_before_enc),
         "outside: the receiver holds noc_out_busy[0] high; nothing leaves by port 0 since 15",
         {"port 0      a plain word is not sent since 11: MEM_RD_REQ",
          "noc_out     MEM_RD_RESP for", "also        port 0: a marked flit waits for the"},
         0},
        {ROW(enc_before_link),
         "outside: the encapsulator is stuck: enc_busy is high since 4, marked flits of port 1 "
         "wait since 4",
         {"port 1      a marked flit waits for the encapsulator since",
          "also        port 0: a plain word is not sent since 111;"},
         0},
        {ROW(memory_before_host),
         "outside: the memory does not take dram_ar, which the host window offers since 6",
         {"sm          a read has words without an AR since 4: read id",
          "dram_ar     a burst of the host window is offered since 6"},
         0},
        {ROW(bank_before_host),
         "the bypass (id 0) gives no done: entry 0 of the mover, mode 0x1, has all its 4 beats "
         "since 82",
         {"mover       move 0 (transform, id 0 mode 0x1), GO at 35,",
          "bank        entry 0 of the mover, id 0 mode 0x1, started at",
          "bank        entry 1 of the mover, id 0 mode 0x1, started at",
          "also        sm: a read is not answered since 107; sm_rready"},
         4000},
    };
    EXPECT_ALL(s, e);
}

/* ---- none ------------------------------------------------------------------------------------------- */

/* Everything outside is held for almost the bound, and let go. */
static void held_for_1900_cycles(struct sim *s) {
    static const uint32_t outside[] = {MAG_LINKS,  MAG_ENC,    MAG_DRAM_AR, MAG_DRAM_R, MAG_DRAM_AW,
                                       MAG_DRAM_W, MAG_DRAM_B, MAG_RM,      MAG_HOST_R, MAG_HOST_B,
                                       MAG_HOST_W, MAG_RI_B,   MAG_RI_W};
    struct mesh_test *t = mesh_test_new(s, &dut_mag);
    for (unsigned i = 0; i < sizeof outside / sizeof *outside; i++) {
        mag_withhold(t->b, outside[i]);
        mesh_all_kinds(t, 0);
        mesh_marked(t, 1, 3);
        host_reads(t->b);
        host_writes(t->b);
        interlink_writes(t->b);
        mover_sends(t->b);
        sim_cycles(s, 1900);
        mag_withhold(t->b, 0);
        mag_settle(t->b);
    }
    mesh_finish(t);
}

/* Flits are lost in a run that passes; it says how many, and since when. */
static void mailbox_full_for_a_while(struct sim *s) {
    struct mesh_test *t = mesh_test_new(s, &dut_mag);
    mag_withhold(t->b, MAG_AGENT);
    for (unsigned i = 0; i < 10; i++) {
        mesh_control(t, i % 2, 1);
    }
    sim_cycles(s, 3000);
    mag_withhold(t->b, 0);
    mesh_control(t, 0, 1);
    mesh_finish(t);
    const uint64_t lost = agent_model_stats(t->b->agent_model)->lost;
    if (lost != 10 || s->seen.control_lost != 10) {
        sim_fail(s, CHECK_SIM_END, "agent", "%u control flits are counted as lost, 10 were",
                 (unsigned)lost);
    }
}

static void agents_that_are_only_held_do_not_stall(struct sim *s) {
    expect_no_stall(s, "held_for_1900_cycles", held_for_1900_cycles);
    expect_no_stall(s, "mailbox_full_for_a_while", mailbox_full_for_a_while);
}

/* ---- the table -------------------------------------------------------------------------------------- */

#define SCENARIO(name)                                                                             \
    { #name, name }

const struct scenario stall_agent_scenarios[] = {
    SCENARIO(a_slot_occupant_gives_no_done),
    SCENARIO(a_bare_bank_gives_no_done),
    SCENARIO(an_unknown_id_gives_no_done),
    SCENARIO(a_requester_never_releases_the_slot),
    SCENARIO(a_requester_never_uses_its_grant),
    SCENARIO(a_requester_stops_in_an_entry),
    SCENARIO(a_driver_stops_in_an_entry),
    SCENARIO(a_slot_grants_nobody),
    SCENARIO(a_silent_occupant_goes_before_a_requester_that_stopped),
    SCENARIO(slots_that_only_take_long_do_not_stall),
    SCENARIO(a_move_waits_for_an_occupant),
    SCENARIO(a_move_waits_for_the_grant),
    SCENARIO(a_move_waits_for_memory),
    SCENARIO(a_move_that_lost_a_response_stalls_by_itself),
    SCENARIO(of_two_roots_the_one_the_oldest_word_waits_for),
    SCENARIO(moves_that_are_only_held_do_not_stall),
    SCENARIO(a_receiver_that_holds_busy),
    SCENARIO(an_encapsulator_that_is_stuck),
    SCENARIO(a_passed_on_flit_at_a_held_link),
    SCENARIO(control_flits_lost_are_a_note),
    SCENARIO(a_memory_that_never_answers),
    SCENARIO(another_mesh_that_takes_nothing),
    SCENARIO(a_host_or_interlink_that_does_not_go_on),
    SCENARIO(a_port_starved_at_the_dram_master),
    SCENARIO(a_port_that_lost_its_ack),
    SCENARIO(an_occupant_inside_the_agent_gives_no_done),
    SCENARIO(of_two_roots_the_one_the_item_waits_for),
    SCENARIO(agents_that_are_only_held_do_not_stall),
};
const size_t stall_agent_scenario_count =
    sizeof stall_agent_scenarios / sizeof *stall_agent_scenarios;
