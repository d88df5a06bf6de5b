// The legal parameters of mag (modules, head and 5). No ports, no logic: a value outside stops elaboration on
// a module that does not exist and whose name says what is wrong, since Verilog-2005 has no elaboration
// message of its own. Coordinates of ports that are not built must be in range too, but may coincide.
`default_nettype none

module mcs_mag_legal #(
    parameter integer FLIT_WIDTH      = 288,
    parameter integer POS_WIDTH       = 4,
    parameter integer DATA_W          = 256,
    parameter integer ADDR_W          = 40,
    parameter integer WR_SLOTS        = 16,
    parameter integer Q_DEPTH         = 64,
    parameter integer Q_MARGIN        = 4,
    parameter integer PORTS           = 1,
    parameter integer MEM_X0          = 0,
    parameter integer MEM_Y0          = 1,
    parameter integer MEM_X1          = 0,
    parameter integer MEM_Y1          = 2,
    parameter integer MEM_X2          = 0,
    parameter integer MEM_Y2          = 3,
    parameter integer MEM_X3          = 0,
    parameter integer MEM_Y3          = 4,
    parameter integer MESH_ID         = 0,
    parameter integer ILINK           = 1,
    parameter integer STAGE           = 0,
    parameter integer XFORM_SLOTS     = 1,
    parameter integer XID_W           = 4,
    parameter integer XMODE_W         = 4,
    parameter integer XFORM_IN_BITS   = 2048,
    parameter integer XFORM_OUT_WORDS = 4
) ();
    localparam integer STAGE_MOST = 1 << 27;  // words of an aperture, 4 GB

    generate
        if (FLIT_WIDTH != 288) begin : g_flit_width
            mag_needs_FLIT_WIDTH_288 refused ();
        end
        if (POS_WIDTH != 4) begin : g_pos_width
            mag_needs_POS_WIDTH_4 refused ();
        end
        if (DATA_W != 256) begin : g_data_w
            mag_needs_DATA_W_256 refused ();
        end
        if (ADDR_W != 40) begin : g_addr_w
            mag_needs_ADDR_W_40 refused ();
        end
        if (WR_SLOTS < 1 || WR_SLOTS > 64) begin : g_wr_slots
            mag_needs_WR_SLOTS_1_to_64 refused ();
        end
        if (Q_DEPTH < 8 || Q_DEPTH > 1024 || (Q_DEPTH & (Q_DEPTH - 1)) != 0) begin : g_q_depth
            mag_needs_Q_DEPTH_8_to_1024_power_of_two refused ();
        end
        if (Q_MARGIN < 1 || Q_MARGIN > Q_DEPTH - 2) begin : g_q_margin
            mag_needs_Q_MARGIN_1_to_Q_DEPTH_minus_2 refused ();
        end
        if (PORTS < 1 || PORTS > 4) begin : g_ports
            mag_needs_PORTS_1_to_4 refused ();
        end
        if (MEM_X0 < 0 || MEM_X0 > 15) begin : g_mem_x0
            mag_needs_MEM_X0_0_to_15 refused ();
        end
        if (MEM_Y0 < 0 || MEM_Y0 > 15) begin : g_mem_y0
            mag_needs_MEM_Y0_0_to_15 refused ();
        end
        if (MEM_X1 < 0 || MEM_X1 > 15) begin : g_mem_x1
            mag_needs_MEM_X1_0_to_15 refused ();
        end
        if (MEM_Y1 < 0 || MEM_Y1 > 15) begin : g_mem_y1
            mag_needs_MEM_Y1_0_to_15 refused ();
        end
        if (MEM_X2 < 0 || MEM_X2 > 15) begin : g_mem_x2
            mag_needs_MEM_X2_0_to_15 refused ();
        end
        if (MEM_Y2 < 0 || MEM_Y2 > 15) begin : g_mem_y2
            mag_needs_MEM_Y2_0_to_15 refused ();
        end
        if (MEM_X3 < 0 || MEM_X3 > 15) begin : g_mem_x3
            mag_needs_MEM_X3_0_to_15 refused ();
        end
        if (MEM_Y3 < 0 || MEM_Y3 > 15) begin : g_mem_y3
            mag_needs_MEM_Y3_0_to_15 refused ();
        end
        if (PORTS > 1 && MEM_X0 == MEM_X1 && MEM_Y0 == MEM_Y1) begin : g_apart_0_1
            mag_needs_MEM_X0_MEM_Y0_distinct_from_MEM_X1_MEM_Y1 refused ();
        end
        if (PORTS > 2 && MEM_X0 == MEM_X2 && MEM_Y0 == MEM_Y2) begin : g_apart_0_2
            mag_needs_MEM_X0_MEM_Y0_distinct_from_MEM_X2_MEM_Y2 refused ();
        end
        if (PORTS > 3 && MEM_X0 == MEM_X3 && MEM_Y0 == MEM_Y3) begin : g_apart_0_3
            mag_needs_MEM_X0_MEM_Y0_distinct_from_MEM_X3_MEM_Y3 refused ();
        end
        if (PORTS > 2 && MEM_X1 == MEM_X2 && MEM_Y1 == MEM_Y2) begin : g_apart_1_2
            mag_needs_MEM_X1_MEM_Y1_distinct_from_MEM_X2_MEM_Y2 refused ();
        end
        if (PORTS > 3 && MEM_X1 == MEM_X3 && MEM_Y1 == MEM_Y3) begin : g_apart_1_3
            mag_needs_MEM_X1_MEM_Y1_distinct_from_MEM_X3_MEM_Y3 refused ();
        end
        if (PORTS > 3 && MEM_X2 == MEM_X3 && MEM_Y2 == MEM_Y3) begin : g_apart_2_3
            mag_needs_MEM_X2_MEM_Y2_distinct_from_MEM_X3_MEM_Y3 refused ();
        end
        if (MESH_ID < 0 || MESH_ID > 3) begin : g_mesh_id
            mag_needs_MESH_ID_0_to_3 refused ();
        end
        if (ILINK < 0 || ILINK > 1) begin : g_ilink
            mag_needs_ILINK_0_or_1 refused ();
        end
        if (STAGE < 0 || STAGE > STAGE_MOST) begin : g_stage
            mag_needs_STAGE_0_or_words_up_to_4_GB refused ();
        end
        if (XID_W < 1 || XID_W > 8) begin : g_xid_w
            mag_needs_XID_W_1_to_8 refused ();
        end
        if (XMODE_W < 1 || XMODE_W > 8) begin : g_xmode_w
            mag_needs_XMODE_W_1_to_8 refused ();
        end
        if (XFORM_SLOTS < 0 || XFORM_SLOTS >= (1 << XID_W)) begin : g_xform_slots
            mag_needs_XFORM_SLOTS_0_to_the_highest_id_of_XID_W_bits refused ();
        end
        if (XFORM_IN_BITS < DATA_W || XFORM_IN_BITS > 16 * DATA_W || XFORM_IN_BITS % DATA_W != 0)
        begin : g_xform_in_bits
            mag_needs_XFORM_IN_BITS_1_to_16_times_DATA_W refused ();
        end
        if (XFORM_OUT_WORDS < 1 || XFORM_OUT_WORDS > 4) begin : g_xform_out_words
            mag_needs_XFORM_OUT_WORDS_1_to_4 refused ();
        end
    endgenerate
endmodule

`default_nettype wire
