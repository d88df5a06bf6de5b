#!/bin/sh
# scripts/icarus: our RTL in a second, four-state simulator moves the same, and nothing unknown leaves
# under a valid. Run from the repository's root: COSIM=build/cosim tests/test_icarus.sh
# Prints one line a case; exits non-zero when one fails. Without Icarus Verilog there is one case, which
# passes unless CI is set; in CI there are more cases.

LC_ALL=C
export LC_ALL
COSIM=${COSIM:-build/cosim}
case $COSIM in /*) ;; *) COSIM=$PWD/$COSIM ;; esac
export COSIM
[ -x "$COSIM" ] || { echo "$COSIM: no such program; build it first or set COSIM" >&2; exit 2; }
[ -x scripts/icarus ] || { echo "scripts/icarus: not found; run from the repository's root" >&2; exit 2; }
. tests/cases.sh

for tool in iverilog vcd2fst fst2vcd; do
    command -v "$tool" >/dev/null 2>&1 && continue
    echo "skipped: $tool is not installed"
    status=-
    : >"$DIR/out"
    [ -z "${CI-}" ]
    verdict $? skipped_without_icarus_verilog
    exit $failures
done

icarus() {
    scripts/icarus "$@" >"$DIR/out" 2>&1
    status=$?
}

same() { # TEST CYCLES
    icarus "$1" "$DIR/dump.fst" --cycles "$2"
    [ "$status" -eq 0 ] && grep -q ', 0 of ' "$DIR/out" && [ -s "$DIR/dump.fst" ]
    verdict $? "$(echo "$1" | tr . _)_is_the_same_in_four_states"
}

# Port, slot and bank run in test_explain_icarus.sh, too. In CI every variant and 100,000 cycles.
if [ -n "${CI-}" ]; then
    same mem_port.random 100000
    for variant in mem_port_ap mem_port_min mem_port_max mem_port_odd xform_identity bank_identity mover_odd \
        mag1 mag2 mag3 mag4 mag1s; do
        same $variant.random 3000
    done
    same xform.random_three_requesters 3000
    same walker.destination_random_walks 3000
fi
same mover.random 2000
same walker.source_random_walks 2000
same mag.random 500

# ---- directed scenarios: one compilation, many runs ---------------------------------------------------

directed() { # SUITE COUNT [SCENARIO...]
    suite=$1
    count=$2
    shift 2
    scripts/icarus-suite "$suite" "$@" >"$DIR/out" 2>&1
    status=$?
    [ "$status" -eq 0 ] && grep -q "^  $suite: [0-9]* cycles in Icarus Verilog, $count scenarios the same, 0 differ\$" "$DIR/out"
    verdict $? "${suite}_scenarios_are_the_same_in_four_states"
}

# All of them in make soak.
ONE=reset_with_half_of_r_taken_leaves_no_trace
directed mem_port 3 one_flit_requests_are_served_back_to_back writes_of_two_sources_interleave_flit_by_flit $ONE
directed xform 2 unknown_id_faults_until_cleared reset_under_contention_three_requesters
directed bank 2 unknown_id_faults_until_cleared words_stay_until_the_next_entry
directed mover 2 halo_is_padded_on_all_sides reset_clears_registers
[ -z "${CI-}" ] || directed mag 1 the_host_writes_and_reads_dram

# ---- what is wrong is seen: a copy of the tree with one line of the RTL changed ---------------------

planted() { # NAME PATTERN REPLACEMENT TEXT
    mkdir -p "$DIR/tree/build/dut"
    cp -R rtl scripts "$DIR/tree"
    cp -R build/dut/mem_port "$DIR/tree/build/dut"
    sed "s/$2/$3/" rtl/mcs_mem_emit.v >"$DIR/tree/rtl/mcs_mem_emit.v"
    (cd "$DIR/tree" && scripts/icarus mem_port.random "$DIR/dump.fst" --cycles 1000) >"$DIR/out" 2>&1
    status=$?
    ! cmp -s rtl/mcs_mem_emit.v "$DIR/tree/rtl/mcs_mem_emit.v" && [ "$status" -eq 1 ] &&
        grep -q "$4" "$DIR/out" && grep -q ', [1-9][0-9]* of ' "$DIR/out"
    verdict $? "$1"
}

planted a_wrong_bit_is_seen "3'd0, pl_data}" "3'd0, pl_data[DATA_W-1:1], ~pl_data[0]}" \
    '^  cycle [0-9]*  mem_out_data is [0-9a-f]*, in Verilator [0-9a-f]*$'
planted an_unknown_bit_under_valid_is_seen "3'd0, pl_data}" "3'd0, pl_data[DATA_W-1:1], 1'bx}" \
    '^  cycle [0-9]*  mem_out_data is [0-9a-f]*X, in Verilator [0-9a-f]*$'
planted an_unknown_valid_is_seen 'out_valid <= st_valid' "out_valid <= 1'bx" \
    '^  cycle [0-9]*  mem_out_valid is x, in Verilator [01]$'

(cd "$DIR/tree" && scripts/icarus-suite mem_port "$ONE") >"$DIR/out" 2>&1
status=$?
[ "$status" -eq 1 ] && grep -q "^DIFFERS mem_port.$ONE (mem_port)" "$DIR/out" && grep -q ' 0 scenarios the same, 1 differ' "$DIR/out"
verdict $? an_unknown_valid_in_a_directed_scenario_is_seen

# ---- what cannot be run ----------------------------------------------------------------------------

refused() { # NAME TEXT
    [ "$status" -eq 2 ] && grep -qF -- "$2" "$DIR/out" && [ "$(wc -l <"$DIR/out")" -eq 1 ]
    verdict $? "$1"
}

icarus mem_port.random
refused no_file_to_write_is_refused usage:
icarus model.flit "$DIR/dump.fst"
refused a_suite_without_a_design_is_refused 'model: not a suite of one design'
icarus mem_port.no_such_test "$DIR/dump.fst"
refused a_test_that_does_not_exist_is_refused "no scenario 'mem_port.no_such_test'"
icarus mem_port.random "$DIR/dump.fst" --cycles many
refused a_wrong_option_is_refused 'many'
scripts/icarus-suite no_such_suite >"$DIR/out" 2>&1
status=$?
refused a_suite_that_does_not_exist_is_refused 'no_such_suite: no such suite'
scripts/icarus-suite mem_port no_such_test >"$DIR/out" 2>&1
status=$?
refused a_scenario_that_does_not_exist_is_refused "no scenario 'mem_port.no_such_test'"
icarus mem_port.random "$DIR/no/dump.fst" --cycles 200
refused a_folder_that_does_not_exist_is_refused 'no/dump.fst'

exit $((failures > 0))
