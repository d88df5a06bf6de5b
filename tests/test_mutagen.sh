#!/bin/sh
# What the generator of mutants makes of small pieces of Verilog: which mutants, where; that both forms
# of them, chosen at run time and applied, are what they say; and its complaints.
# Run from the repository's root: MUTAGEN=build/mutagen/mutagen tests/test_mutagen.sh
# Prints one line a case; exits non-zero when one fails.

LC_ALL=C
export LC_ALL
MUTAGEN=${MUTAGEN:-build/mutagen/mutagen}
DIR=$(mktemp -d) || exit 2
trap 'rm -rf "$DIR"' EXIT
trap 'exit 2' HUP INT TERM
failures=0

[ -x "$MUTAGEN" ] || { echo "$MUTAGEN: no such program; build it first or set MUTAGEN" >&2; exit 2; }

verdict() { # CONDITION-STATUS NAME
    if [ "$1" -eq 0 ]; then
        echo "ok - $2"
    else
        echo "not ok - $2"
        head -n 12 "$DIR/diff" 2>/dev/null | sed 's/^/#   /'
        failures=$((failures + 1))
    fi
    : >"$DIR/diff"
}

# A module around the items on stdin, with signals and constants to use.
module() {
    cat <<END
module m (
    input wire clk,
    input wire resetn,
    input wire p,
    input wire [3:0] v
);
    localparam integer N = 4;
    localparam [3:0] MOST = 4'd9;
    reg q;
    reg [3:0] r;
    reg signed [3:0] s;
    reg [7:0] mem [0:3];
$(cat)
endmodule
END
}

# The items on stdin give these mutants, "operator: original -> mutated" a line, and no others.
gives() { # NAME EXPECTED
    module >"$DIR/m.v"
    mkdir -p "$DIR/out"
    printf '%s\n' "$2" | sed '/^$/d' >"$DIR/expected"
    "$MUTAGEN" "$DIR/out" "$DIR/m.v" >"$DIR/stdout" 2>"$DIR/diff" &&
        awk -F '\t' '{ print $7 ": " $8 " -> " $9 }' "$DIR/out/mutants.tsv" >"$DIR/got" &&
        diff "$DIR/expected" "$DIR/got" >"$DIR/diff"
    verdict $? "$1"
}

# The file on stdin is refused: status 1, one line on stderr that ends so, nothing on stdout.
refuses() { # NAME TEXT
    cat >"$DIR/bad.v"
    "$MUTAGEN" --apply 1 "$DIR/bad.v" >"$DIR/stdout" 2>"$DIR/diff"
    [ $? -eq 1 ] && [ ! -s "$DIR/stdout" ] && [ "$(wc -l <"$DIR/diff")" -eq 1 ] &&
        grep -qF "$2" "$DIR/diff"
    verdict $? "$1"
}

# ---- operators -------------------------------------------------------------------------------------

gives arithmetic_is_swapped_and_its_operands_stuck "
value-stuck-0: r + v -> 1'b0
operator-swapped: r + v -> r - v
signal-stuck-0: r -> 4'd0
width-cut: r -> {1'b0, r[2:0]}
signal-stuck-0: v -> 4'd0
width-cut: v -> {1'b0, v[2:0]}" <<END
wire [3:0] x = r + v;
END

gives a_comparison_is_moved_by_one_and_negated_once "
condition-true: r < 4'd5 -> 1'b1
condition-false: r < 4'd5 -> 1'b0
operator-swapped: r < 4'd5 -> r <= 4'd5
operator-swapped: r < 4'd5 -> r >= 4'd5
signal-stuck-0: r -> 4'd0
width-cut: r -> {1'b0, r[2:0]}
constant-off-by-one: 4'd5 -> 4'd6
constant-off-by-one: 4'd5 -> 4'd4
constant-bit: 4'd5 -> 4'd13" <<END
wire x = r < 4'd5;
END

gives an_operand_of_a_conjunction_is_dropped "
condition-true: p && !q -> 1'b1
condition-false: p && !q -> 1'b0
condition-negated: p && !q -> !(p && !q)
operator-swapped: p && !q -> (p || !q)
condition-true: p -> 1'b1
condition-true: !q -> 1'b1
negation-dropped: !q -> q" <<END
wire x = p && !q;
END

gives a_weaker_operator_gets_parentheses "
condition-true: ^(r & v) -> 1'b1
condition-false: ^(r & v) -> 1'b0
condition-negated: ^(r & v) -> !^(r & v)
reduction-swapped: ^(r & v) -> (|(r & v))
operator-swapped: r & v -> (r | v)
operator-swapped: r & v -> (r ^ v)
signal-stuck-0: r -> 4'd0
width-cut: r -> {1'b0, r[2:0]}
signal-stuck-0: v -> 4'd0
width-cut: v -> {1'b0, v[2:0]}" <<END
wire x = ^(r & v);
END

gives what_is_signed_stays_signed "
signal-stuck-0: s -> 4'sd0" <<END
wire signed [5:0] x = s;
END

gives parameters_are_mutated_where_they_are_used "
constant-off-by-one: MOST -> (MOST + 4'd1)
constant-off-by-one: N -> (N + 1)" <<END
wire [3:0] x = MOST;
wire [31:0] y = N;
END

gives ranges_move_inside_the_signal_and_indices_by_one "
signal-stuck-0: v[2:1] -> 2'd0
width-cut: v[2:1] -> {1'b0, v[1:1]}
range-shifted: 2:1 -> 1:0
range-shifted: 2:1 -> 3:2
signal-stuck-0: v[3] -> 1'b0
signal-stuck-1: v[3] -> 1'b1
signal-inverted: v[3] -> !v[3]
index-off-by-one: 3 -> 2" <<END
wire [1:0] x = v[2:1];
wire y = v[3];
END

gives parts_of_a_concatenation_are_swapped_and_padding_is_made_one "
parts-swapped: 2'd0, q -> q, 2'd0
constant-off-by-one: 2'd0 -> 2'd1
signal-stuck-0: q -> 1'b0
signal-stuck-1: q -> 1'b1
signal-inverted: q -> !q" <<END
wire [2:0] x = {2'd0, q};
END

gives a_reset_is_lost_removed_or_gives_another_value "
condition-false: !resetn -> 1'b0
reset-removed: r <= 4'd3; -> /* removed */ ;
reset-value: 4'd3 -> 4'd4
assignment-removed: r <= v; -> /* removed */ ;
signal-stuck-0: v -> 4'd0
signal-swapped: v -> r
width-cut: v -> {1'b0, v[2:0]}" <<END
always @(posedge clk) if (!resetn) r <= 4'd3; else r <= v;
END

gives an_item_of_a_case_is_removed_and_a_written_word_is_the_next "
signal-stuck-0: v -> 4'd0
signal-swapped: v -> r
width-cut: v -> {1'b0, v[2:0]}
case-item-removed: 4'd0: mem[r] <= 8'd1; -> /* item removed */
assignment-removed: mem[r] <= 8'd1; -> /* removed */ ;
index-off-by-one: r -> r + 1'b1
signal-stuck-0: r -> 4'd0
signal-swapped: r -> v
width-cut: r -> {1'b0, r[2:0]}
constant-off-by-one: 8'd1 -> 8'd2
constant-off-by-one: 8'd1 -> 8'd0
constant-bit: 8'd1 -> 8'd129" <<END
always @(posedge clk) case (v) 4'd0: mem[r] <= 8'd1; default: ; endcase
END

gives only_a_register_stands_for_a_signal_outside_clocked_blocks "
signal-stuck-0: p -> 1'b0
signal-stuck-1: p -> 1'b1
signal-inverted: p -> !p
signal-swapped: p -> q
assignment-removed: q <= 1'b1; -> /* removed */ ;
constant-off-by-one: 1'b1 -> 1'b0" <<END
wire x = p;
always @(posedge clk) q <= 1'b1;
END

gives nothing_of_clocks_declarations_loops_and_lint "" <<END
wire [N-1:0] w;
wire unused_ok = &{1'b0, v};
integer i;
// wire c = p && q;
\`ifndef SYNTHESIS
always @(posedge clk) if (p) \$display("p");
\`endif
always @(posedge clk) for (i = 0; i < N; i = i + 1) ;
END

# ---- instances -------------------------------------------------------------------------------------

cat >"$DIR/inner.v" <<END
module inner (input wire clk, input wire a, input wire b, output wire y);
    reg held;
    always @(posedge clk) held <= held;
    assign y = held;
endmodule
END
gives pins_are_tied_and_swapped_but_not_the_clock "
signal-stuck-0: p -> 1'b0
signal-stuck-1: p -> 1'b1
signal-inverted: p -> !p
pins-swapped: p -> q
signal-stuck-0: q -> 1'b0
signal-stuck-1: q -> 1'b1
signal-inverted: q -> !q
pins-swapped: q -> p" <<END
wire y;
inner u (.clk(clk), .a(p), .b(q), .y(y));
END

cat >"$DIR/deaf.v" <<END
module deaf (input wire clk, input wire a, input wire b, output wire y);
    reg held;
    always @(posedge clk) held <= a;
    assign y = held;
    wire unused_ok = &{1'b0, a, b};
endmodule
END
gives what_an_instance_does_not_use_is_connected_as_it_was "
signal-stuck-0: p -> 1'b0
signal-stuck-1: p -> 1'b1
signal-inverted: p -> !p
pins-swapped: p -> q" <<END
wire y;
deaf u (.clk(clk), .a(p), .b(q), .y(y));
END

# ---- both forms ------------------------------------------------------------------------------------

module >"$DIR/m.v" <<END
wire [3:0] x = r + // a remark
    v;
always @(posedge clk)
    if (p) q <= 1'b1;
    else if (x == 4'd3) q <= 1'b0;
END
"$MUTAGEN" "$DIR/out" "$DIR/m.v" 2>"$DIR/diff"
id=$(awk -F '\t' '$7 == "assignment-removed" && $8 == "q <= 1'"'b1"';" { print $1 }' "$DIR/out/mutants.tsv")
"$MUTAGEN" --apply "$id" "$DIR/m.v" >"$DIR/applied" 2>"$DIR/diff"
sed "s|if (p) q <= 1'b1;|if (p) /* removed */ ;|" "$DIR/m.v" | diff - "$DIR/applied" >"$DIR/diff"
verdict $? an_applied_mutant_changes_nothing_else

awk -F '\t' '$7 == "operator-swapped" && $8 == "r + // a remark v" && $3 == 13 && $4 == 16 && $5 == 15' \
    "$DIR/out/mutants.tsv" | grep -q .
verdict $? a_row_says_line_column_and_length_on_that_line

[ "$(cut -f 1 "$DIR/out/mutants.tsv")" = "$(seq "$(wc -l <"$DIR/out/mutants.tsv")")" ]
verdict $? ids_count_from_one

verilator --lint-only -Wno-lint -Wno-fatal --top-module m "$DIR/out/m.v" >"$DIR/diff" 2>&1
verdict $? a_file_with_all_its_mutants_is_good_verilog

same=0
for id in $(cut -f 1 "$DIR/out/mutants.tsv"); do
    "$MUTAGEN" --apply "$id" "$DIR/m.v" >"$DIR/applied.v" 2>"$DIR/diff"
    cmp -s "$DIR/m.v" "$DIR/applied.v" && same=1
    tr -d ' \n' <"$DIR/applied.v" | cksum
done | sort | uniq -d >"$DIR/doubles"
[ $same -eq 0 ] && [ ! -s "$DIR/doubles" ]
verdict $? no_mutant_is_the_original_or_another_one

# ---- complaints ------------------------------------------------------------------------------------

refuses an_unknown_construct "bad.v:2: 'initial' where a name must be" <<END
module m (input wire a);
initial a = 1;
endmodule
END
refuses a_missing_end "bad.v:2: 'the end of the file' where a name must be" <<END
module m (input wire a);
END
refuses a_macro "bad.v:1: \`define is not known" <<END
\`define A 1
END
refuses a_comment_without_end "bad.v:1: comment without end" <<END
module /* m;
END
refuses a_character_of_no_verilog "bad.v:1: character 0x5c" <<'END'
module \m ;
END
refuses an_instance_of_nothing_known "module nowhere is not in the files given" <<END
module m (input wire a);
nowhere u (.a(a));
endmodule
END
refuses a_pin_the_module_does_not_have "module inner has no port z" <<END
module m (input wire a);
inner u (.z(a));
endmodule
END
{ echo "module m (input wire a); wire b ="; head -c 5000 /dev/zero | tr '\0' '('; } |
    refuses too_deep_a_nest "bad.v:2: nested more than 200 levels deep"
refuses a_mutant_that_is_not_there "these files have no mutant 1" <<END
module m (input wire a); endmodule
END
"$MUTAGEN" "$DIR/out" "$DIR/none.v" >"$DIR/stdout" 2>"$DIR/diff"
[ $? -eq 1 ] && grep -q "cannot read .*none.v: No such file" "$DIR/diff"
verdict $? a_file_that_is_not_there
mkdir -p "$DIR/other"
cp "$DIR/inner.v" "$DIR/other/"
"$MUTAGEN" "$DIR/out" "$DIR/inner.v" "$DIR/other/inner.v" >"$DIR/stdout" 2>"$DIR/diff"
[ $? -eq 1 ] && grep -q "two files of one name: inner.v" "$DIR/diff"
verdict $? two_files_of_one_name

exit $((failures > 0))
