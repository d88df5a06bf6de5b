// Write reassembly (memory protocol 4): gives every write a slot and collects its data there.
//
// A descriptor takes a free slot; without one it stays at the head of the write queue and everything behind
// it waits. A data flit goes to the slot of its source's open write, found by a table indexed with the source
// coordinate. A slot is in use from its descriptor until `free_valid` names it, that is until its ack has
// left. A swallowed write keeps its slot only until its last data flit: it is never announced, stores nothing.
//
//   in_*    head of the write queue; in_take: consumed this cycle. Data flits come framed (mcs_wr_frame):
//           every one of them has an open write, a beat index and a last mark.
//   done_*  pulses in the cycle the last data flit is consumed; done_len = beats - 1. The data can be read
//           by rd_slot, rd_beat from the next cycle until the slot is freed.
`default_nettype none

module mcs_wr_slots #(
    parameter POS_WIDTH = 4,
    parameter DATA_W    = 256,
    parameter ADDR_W    = 40,
    parameter WR_SLOTS  = 16,
    parameter SLOT_W    = 4      // bits of a slot number, at least 1
) (
    input  wire                   clk,
    input  wire                   resetn,

    input  wire                   in_valid,
    input  wire                   in_is_req,
    input  wire                   in_swallow,
    input  wire                   in_last,
    input  wire [2:0]             in_beat,
    input  wire [2*POS_WIDTH-1:0] in_src,
    input  wire [7:0]             in_txn,
    input  wire [DATA_W-1:0]      in_payload,
    output wire                   in_take,

    output wire                   done_valid,
    output wire [SLOT_W-1:0]      done_slot,
    output wire [2*POS_WIDTH-1:0] done_src,
    output wire [7:0]             done_txn,
    output wire [ADDR_W-1:0]      done_addr,
    output wire [2:0]             done_len,

    input  wire [SLOT_W-1:0]      rd_slot,
    input  wire [2:0]             rd_beat,
    output wire [DATA_W-1:0]      rd_data,

    input  wire                   free_valid,
    input  wire [SLOT_W-1:0]      free_slot
);
    localparam SOURCES = 1 << (2 * POS_WIDTH);
    localparam [WR_SLOTS-1:0] SLOT_ONE = 1;

    reg [WR_SLOTS-1:0] used;
    reg [SLOT_W-1:0]   open_slot [0:SOURCES-1];
    reg [ADDR_W-1:0]   slot_addr [0:WR_SLOTS-1];
    reg [7:0]          slot_txn  [0:WR_SLOTS-1];
    reg [DATA_W-1:0]   data      [0:(8<<SLOT_W)-1];

    function [SLOT_W-1:0] lowest_clear;
        input [WR_SLOTS-1:0] bits;
        integer i;
        begin
            lowest_clear = 0;
            for (i = WR_SLOTS - 1; i >= 0; i = i - 1)
                if (!bits[i]) lowest_clear = i[SLOT_W-1:0];
        end
    endfunction

    // ---- descriptors
    wire              any_free = !(&used);
    wire [SLOT_W-1:0] new_slot = lowest_clear(used);
    wire              take_req = in_valid && in_is_req && any_free;

    // ---- data
    wire              take_data = in_valid && !in_is_req;
    wire [SLOT_W-1:0] slot      = open_slot[in_src];
    wire              complete  = take_data && in_last;

    assign in_take = take_req || take_data;

    assign done_valid = complete && !in_swallow;
    assign done_slot  = slot;
    assign done_src   = in_src;
    assign done_txn   = slot_txn[slot];
    assign done_addr  = slot_addr[slot];
    assign done_len   = in_beat;

    assign rd_data = data[{rd_slot, rd_beat}];

    always @(posedge clk)
        if (!resetn) used <= 0;
        else used <= (used | (take_req ? SLOT_ONE << new_slot : 0))
                     & ~(free_valid ? SLOT_ONE << free_slot : 0)
                     & ~((complete && in_swallow) ? SLOT_ONE << slot : 0);

    always @(posedge clk)
        if (take_req) begin
            open_slot[in_src]   <= new_slot;
            slot_addr[new_slot] <= in_payload[255:216];
            slot_txn[new_slot]  <= in_txn;
        end

    always @(posedge clk)
        if (take_data && !in_swallow) data[{slot, in_beat}] <= in_payload;
endmodule

`default_nettype wire
