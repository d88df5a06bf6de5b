// Says whether a mover element lies where it may not: run-time fault 2 (modules 4 and 5). Combinational.
//
//   addr   absolute byte address of one word        home   address[39:36] of its walker's base
//
// `bad` when the top four bits are not the base's, or, with a staging store built (STAGE != 0), when it is an
// aperture address nobody serves: index other than 0, another mesh, or past word STAGE-1. A write to
// aperture 0 of another mesh is served if there is an interlink; that store's size is unknown here and its
// owner's answer decides. Without a staging store an aperture address is a DRAM offset.
`default_nettype none

module mcs_mv_range #(
    parameter integer STAGE   = 0,
    parameter integer MESH_ID = 0,
    parameter integer ILINK   = 1,
    parameter integer WRITE   = 0
) (
    input  wire [39:0] addr,
    input  wire [3:0]  home,
    output wire        bad
);
    wire astray = addr[39:36] != home;

    wire unused_low = &{1'b0, addr[4:0]};

    generate
        if (STAGE == 0) begin : g_no_store
            wire unused_ok = &{1'b0, addr[35:5]};
            assign bad = astray;
        end else begin : g_store
            wire own     = addr[37:36] == MESH_ID[1:0];
            wire index_0 = addr[35:32] == 4'd0;
            wire held    = {1'b0, addr[31:5]} < STAGE[27:0];
            wire abroad  = WRITE != 0 && ILINK != 0 && !own;
            assign bad = astray || (addr[39] && !(index_0 && (own ? held : abroad)));
        end
    endgenerate
endmodule

`default_nettype wire
