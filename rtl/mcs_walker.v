// One 6-dimensional address walker of the memory mover: its descriptor registers and the walk.
//
// Contract (modules 4):
//
// - Registers are written through the mover's own port: `cfg_en` with `cfg_addr` and `cfg_data`, one write
//   per cycle. The walker takes the writes that name it (WALKER 0 source, 1 destination) at 0x10 (base,
//   ndim), 0x18 (latched whoever it names), 0x20 (commits the latched dimension with its axis and step) and
//   0x28 (axis base and extent), and ignores all others. They keep their values over walks; reset clears
//   them: of what says nothing while a count or an extent is 0, that alone. Writes during a walk are the caller's mistake: the mover filters them.
// - `load` puts the walk on its first element. `step` moves it to the next one; on the last element it does
//   nothing. `addr`, `in_bounds` and `last` describe the current element from the cycle after either.
// - Dimension ndim-1 is the innermost. Count 0 means 1; ndim 0 is the one element at the base.
//   addr = base + sum(idx[i] * stride[i]) modulo 2^40, strides sign-extended from 32 bits.
// - An axis is bounded when its extent is not 0. Its value is exact: 16-bit base and six products of a 16-bit
//   index and a signed 16-bit step need 35 bits signed. `in_bounds` = every bounded axis has
//   0 <= value < extent.
// - Facts about the descriptor, valid whenever no write is under way, whether or not it is loaded:
//   `counts` six element counts, dimension 0 lowest, 1 for an unused one; `bad_ndim` ndim is 7;
//   `misaligned` the base or a used stride (count > 1) is no multiple of 32; `bounded` any extent is not 0.
//
// Decisions: a commit of dimension 6 or 7 changes nothing. ndim 7 walks six dimensions (the mover refuses it).
// Each level of the nest keeps the address its current iteration began at, so one 40-bit adder serves all
// six dimensions and no multiplier is needed.
`default_nettype none

module mcs_walker #(
    parameter integer WALKER = 0
) (
    input  wire        clk,
    input  wire        resetn,

    input  wire        cfg_en,
    input  wire [7:0]  cfg_addr,
    input  wire [63:0] cfg_data,

    input  wire        load,
    input  wire        step,

    output wire [39:0] addr,
    output wire        in_bounds,
    output wire        last,

    output wire [39:0] base,
    output reg  [95:0] counts,
    output wire        bad_ndim,
    output reg         misaligned,
    output wire        bounded
);
    generate
        if (WALKER < 0 || WALKER > 1) begin : g_check_walker
            mcs_walker_parameter_WALKER_must_be_0_or_1 refused ();
        end
    endgenerate

    localparam integer DIMS = 6;

    localparam [7:0] REG_HEADER = 8'h10;
    localparam [7:0] REG_DIM    = 8'h18;
    localparam [7:0] REG_COMMIT = 8'h20;
    localparam [7:0] REG_AXIS   = 8'h28;

    wire unused_ok = &{1'b0, cfg_data[63:52]};

    wire mine = cfg_data[0] == WALKER[0];

    // ---- Header
    reg [39:0] first;
    reg [2:0]  ndim;
    always @(posedge clk)
        if (!resetn) begin
            first <= 40'd0;
            ndim  <= 3'd0;
        end else if (cfg_en && cfg_addr == REG_HEADER && mine) begin
            first <= cfg_data[43:4];
            ndim  <= cfg_data[46:44];
        end

    assign base     = first;
    assign bad_ndim = ndim == 3'd7;

    // ---- The dimension waiting for its commit
    reg        held_mine;
    reg [2:0]  held_dim;
    reg [15:0] held_count;
    reg [31:0] held_stride;
    always @(posedge clk)
        if (!resetn) held_count <= 16'd0;
        else if (cfg_en && cfg_addr == REG_DIM) begin
            held_mine   <= mine;
            held_dim    <= cfg_data[3:1];
            held_count  <= cfg_data[19:4];
            held_stride <= cfg_data[51:20];
        end

    // ---- Dimensions
    reg [15:0] count  [0:DIMS-1];
    reg [31:0] stride [0:DIMS-1];
    reg [1:0]  axis   [0:DIMS-1];
    reg [15:0] pace   [0:DIMS-1];

    integer d;
    always @(posedge clk)
        for (d = 0; d < DIMS; d = d + 1)
            if (!resetn) count[d] <= 16'd0;
            else if (cfg_en && cfg_addr == REG_COMMIT && held_mine && held_dim == d[2:0]) begin
                count[d]  <= held_count;
                stride[d] <= held_stride;
                axis[d]   <= cfg_data[1:0];
                pace[d]   <= cfg_data[17:2];
            end

    // ---- Axes
    reg [15:0] begin_1, begin_2;
    reg [15:0] extent_1, extent_2;
    wire axis_write = cfg_en && cfg_addr == REG_AXIS && mine;
    always @(posedge clk)
        if (!resetn) extent_1 <= 16'd0;
        else if (axis_write && !cfg_data[1]) begin
            begin_1  <= cfg_data[17:2];
            extent_1 <= cfg_data[33:18];
        end

    always @(posedge clk)
        if (!resetn) extent_2 <= 16'd0;
        else if (axis_write && cfg_data[1]) begin
            begin_2  <= cfg_data[17:2];
            extent_2 <= cfg_data[33:18];
        end

    assign bounded = extent_1 != 16'd0 || extent_2 != 16'd0;

    // ---- Facts about the descriptor
    integer f;
    always @* begin
        misaligned = first[4:0] != 5'd0;
        for (f = 0; f < DIMS; f = f + 1) begin
            counts[16*f +: 16] = (f[2:0] < ndim && count[f] != 16'd0) ? count[f] : 16'd1;
            if (counts[16*f +: 16] != 16'd1 && stride[f][4:0] != 5'd0)
                misaligned = 1'b1;
        end
    end

    // ---- The walk
    // left[i]: iterations of dimension i still to come. here[i], on_1[i], on_2[i]: address and axis values
    // where the current iteration of dimension i began. Level 5 is the current element: a dimension beyond
    // ndim has one iteration and follows its outer neighbour.
    reg        [15:0] left [0:DIMS-1];
    reg        [39:0] here [0:DIMS-1];
    reg signed [35:0] on_1 [0:DIMS-1];
    reg signed [35:0] on_2 [0:DIMS-1];

    reg  [2:0] pivot;  // innermost dimension with an iteration to come
    reg        more;
    integer    p;
    always @* begin
        pivot = 3'd0;
        more  = 1'b0;
        for (p = 0; p < DIMS; p = p + 1)
            if (left[p] != 16'd0) begin
                pivot = p[2:0];
                more  = 1'b1;
            end
    end

    reg        [31:0] stride_now;
    reg        [1:0]  axis_now;
    reg        [15:0] pace_now;
    reg        [39:0] here_now;
    reg signed [35:0] on_1_now;
    reg signed [35:0] on_2_now;
    integer           s;
    always @* begin
        stride_now = stride[0];
        axis_now   = axis[0];
        pace_now   = pace[0];
        here_now   = here[0];
        on_1_now   = on_1[0];
        on_2_now   = on_2[0];
        for (s = 1; s < DIMS; s = s + 1)
            if (pivot == s[2:0]) begin
                stride_now = stride[s];
                axis_now   = axis[s];
                pace_now   = pace[s];
                here_now   = here[s];
                on_1_now   = on_1[s];
                on_2_now   = on_2[s];
            end
    end

    wire        [39:0] here_next = here_now + {{8{stride_now[31]}}, stride_now};
    wire signed [35:0] pace_wide = {{20{pace_now[15]}}, pace_now};
    wire signed [35:0] on_1_next = on_1_now + (axis_now == 2'd1 ? pace_wide : 36'sd0);
    wire signed [35:0] on_2_next = on_2_now + (axis_now == 2'd2 ? pace_wide : 36'sd0);
    wire               go_on     = step && more;

    integer l;
    always @(posedge clk)
        for (l = 0; l < DIMS; l = l + 1)
            if (load || (go_on && l[2:0] > pivot)) left[l] <= counts[16*l +: 16] - 16'd1;
            else if (go_on && l[2:0] == pivot) left[l] <= left[l] - 16'd1;

    integer w;
    always @(posedge clk)
        for (w = 0; w < DIMS; w = w + 1)
            if (load) begin
                here[w] <= first;
                on_1[w] <= {{20{begin_1[15]}}, begin_1};
                on_2[w] <= {{20{begin_2[15]}}, begin_2};
            end else if (go_on && w[2:0] >= pivot) begin
                here[w] <= here_next;
                on_1[w] <= on_1_next;
                on_2[w] <= on_2_next;
            end

    assign addr = here[DIMS-1];
    assign last = !more;

    wire signed [35:0] value_1 = on_1[DIMS-1];
    wire signed [35:0] value_2 = on_2[DIMS-1];
    wire inside_1 = extent_1 == 16'd0 || (!value_1[35] && value_1 < $signed({20'd0, extent_1}));
    wire inside_2 = extent_2 == 16'd0 || (!value_2[35] && value_2 < $signed({20'd0, extent_2}));
    assign in_bounds = inside_1 && inside_2;
endmodule

`default_nettype wire
