// Nothing the harness could put in the place of anything.
`default_nettype none

module other (
    input  wire a,
    output wire y
);
    assign y = !a;
endmodule

`default_nettype wire
