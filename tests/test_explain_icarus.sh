#!/bin/sh
# cosim explain on dumps that Icarus Verilog wrote (scripts/icarus): no false alarm and the table of the
# live run on a clean one, the right finding in the right cycle on a spoilt one.
# Run from the repository's root: COSIM=build/cosim tests/test_explain_icarus.sh
# Prints one line a case; exits non-zero when one fails. Without Icarus Verilog there is one case, which
# passes unless CI is set. In CI the clean dump has 100,000 cycles, elsewhere 3,000.

LC_ALL=C
export LC_ALL
COSIM=${COSIM:-build/cosim}
case $COSIM in /*) ;; *) COSIM=$PWD/$COSIM ;; esac
export COSIM
[ -x "$COSIM" ] || { echo "$COSIM: no such program; build it first or set COSIM" >&2; exit 2; }
[ -x scripts/icarus ] || { echo "scripts/icarus: not found; run from the repository's root" >&2; exit 2; }
. tests/cases.sh
CYCLES=3000
SEED=5 # many reads of all kinds early on
[ -z "${CI-}" ] || CYCLES=100000

: >"$OUT"
: >"$ERR"
for tool in iverilog vcd2fst fst2vcd; do
    command -v "$tool" >/dev/null 2>&1 && continue
    echo "skipped: $tool is not installed"
    status=-
    [ -z "${CI-}" ]
    verdict $? skipped_without_icarus_verilog
    exit $failures
done

explain() { # FILE options
    "$COSIM" explain "$@" --clock clk >"$OUT" 2>"$ERR"
    status=$?
}

says() { # TEXT...: each on stdout
    for text in "$@"; do
        grep -qF -- "$text" "$OUT" || return 1
    done
}

# 12345 to "12 345", as people read it
grouped() {
    echo "$1" | sed -e ':a' -e 's/\([0-9]\)\([0-9]\{3\}\)\($\| \)/\1 \2\3/' -e 'ta'
}

# ---- a memory port ---------------------------------------------------------------------------------

PORT="--scope TOP.mag_mem_port"
scripts/icarus mem_port.random "$DIR/port.fst" --cycles $CYCLES --seed $SEED >"$OUT" 2>"$ERR"
status=$?
verdict $status the_port_moves_the_same_in_icarus
"$COSIM" run mem_port.random --cycles $CYCLES --seed $SEED --csv "$DIR/live.csv" >"$DIR/live" 2>"$ERR"
# shellcheck disable=SC2086 # two words
explain "$DIR/port.fst" $PORT --csv "$DIR/dump.csv"
[ "$status" -eq 0 ] && [ ! -s "$ERR" ] && says clean "$(grep '^  compared' "$DIR/live")"
verdict $? a_clean_dump_gives_no_alarm
[ "$(wc -l <"$DIR/live.csv")" -gt 50 ] && cmp -s "$DIR/live.csv" "$DIR/dump.csv"
verdict $? the_requests_are_those_of_the_live_run

# Spoils the dump for one cycle; $cycle and $echo are that cycle and the one in which it shows.
spoil() { # FROM SCOPE PIN TO WHEN NTH [ECHO HEARD]
    fst2vcd "$1" | awk -v scope="$2" -v pin="$3" -v to="$4" -v when="$5" -v nth="$6" \
        -v echo="${7-}" -v heard="${8-}" -v report="$DIR/report" -f tests/edit_dump.awk >"$DIR/spoilt.vcd"
    vcd2fst "$DIR/spoilt.vcd" "$DIR/spoilt.fst" >/dev/null 2>&1
    read -r cycle echo <"$DIR/report"
}

port() { # PIN TO WHEN NTH [ECHO HEARD]
    spoil "$DIR/port.fst" TOP.mag_mem_port "$@"
    # shellcheck disable=SC2086
    explain "$DIR/spoilt.fst" $PORT
}

MIDDLE=$((CYCLES / 30))
# A beat whose word no other request asks for at the time: where several do, one answer may legally serve
# them all, so a wrong one beside a right one is no finding.
BEAT=$MIDDLE
[ -z "${CI-}" ] || BEAT=1500
port m_rdata "flip 17" "m_rvalid m_rready" $BEAT mem_out_data "mem_out_valid !mem_out_busy"
[ "$status" -eq 1 ] && [ "$echo" -gt "$cycle" ] && says "FAIL MEM-DATA on mem_out  cycle $(grouped "$echo")  "
verdict $? a_wrong_bit_from_memory_is_found_when_its_word_leaves

port mem_out_data "flip 200" "mem_out_valid !mem_out_busy" $MIDDLE
# Of a word that several get, the first to get it is compared with memory, the others with the first.
[ "$status" -eq 1 ] && grep -q "^FAIL MEM-\(DATA\|PEERDIFF\) on mem_out  cycle $(grouped "$cycle")  " "$OUT" &&
    grep -q "^  in all      MEM-[A-Z]* 1$" "$OUT"
verdict $? a_wrong_bit_of_a_response_is_found_in_its_cycle

port mem_out_valid x "!mem_out_valid resetn" $MIDDLE
[ "$status" -eq 1 ] && says "FAIL mem_out_valid is X or Z outside reset in 1 cycle, first $(grouped "$cycle") "
verdict $? an_unknown_valid_is_reported

port mem_out_data x "mem_out_valid !mem_out_busy" $MIDDLE
[ "$status" -eq 1 ] && says "mem_out_data is X or Z" "first $(grouped "$cycle") "
verdict $? an_unknown_payload_under_its_valid_is_reported

port mem_out_busy x "!mem_out_busy resetn" $MIDDLE
[ "$status" -eq 1 ] && says "FAIL mem_out_busy is X or Z outside reset in 1 cycle, first $(grouped "$cycle") "
verdict $? an_unknown_busy_is_reported

# shellcheck disable=SC2086
explain "$DIR/port.fst" $PORT --from $((CYCLES / 3)) --to $((CYCLES * 2 / 3))
[ "$status" -eq 0 ] && says clean "number $(grouped $((CYCLES / 3))) at" "answered no request seen"
verdict $? the_middle_of_a_dump_gives_no_alarm

# A dump that begins in the middle, as a simulator writes one that was told to start late.
fst2vcd "$DIR/port.fst" | awk -v from=$((CYCLES * 10 / 3 / 10 * 10)) '
    /^\$/ || !declared { print; if (/^\$enddefinitions/) declared = 1; next }
    /^#/ {
        if (substr($1, 2) + 0 >= from) {
            if (!started) { print "#" from; for (id in value) print value[id] }
            started = 1
            if (substr($1, 2) + 0 > from) print
        }
        next
    }
    started { print; next }
    /^[br]/ { value[$2] = $0; next }
    { value[substr($1, 2)] = $0 }' >"$DIR/late.vcd"
vcd2fst "$DIR/late.vcd" "$DIR/late.fst" >/dev/null 2>&1
# shellcheck disable=SC2086
explain "$DIR/late.fst" $PORT
[ "$status" -eq 0 ] && says "nothing flagged" "begins in the middle of a run" "answered no request seen"
verdict $? a_dump_that_starts_late_gives_no_alarm

fst2vcd "$DIR/port.fst" | sed -e 's/\(^\$var .* \)m_\(a[rw]\)/\1axi_\2_/' -e 's/ mem_in_busy / stall_in /' \
    -e 's/ clk / aclk /' >"$DIR/renamed.vcd"
vcd2fst "$DIR/renamed.vcd" "$DIR/renamed.fst" >/dev/null 2>&1
for channel in ar aw; do
    for pin in id addr len size burst valid ready; do
        echo "m_$channel$pin=axi_${channel}_$pin"
    done
done >"$DIR/map"
echo "mem_in_busy = stall_in # theirs" >>"$DIR/map"
# shellcheck disable=SC2086
"$COSIM" explain "$DIR/renamed.fst" $PORT --clock aclk --map "$DIR/map" --csv "$DIR/renamed.csv" >"$OUT" 2>"$ERR"
status=$?
[ "$status" -eq 0 ] && says clean && cmp -s "$DIR/dump.csv" "$DIR/renamed.csv"
verdict $? other_names_are_mapped
# shellcheck disable=SC2086
"$COSIM" explain "$DIR/renamed.fst" $PORT --clock aclk >"$OUT" 2>"$ERR"
status=$?
[ "$status" -eq 2 ] && [ "$(wc -l <"$ERR")" -eq 1 ] && grep -q "m_awid.*--map" "$ERR"
verdict $? other_names_without_a_map_are_listed

# ---- a slot and a bank -----------------------------------------------------------------------------

scripts/icarus xform.random "$DIR/slot.fst" --cycles 3000 >"$OUT" 2>"$ERR" &&
    scripts/icarus bank.random "$DIR/bank.fst" --cycles 3000 >"$OUT" 2>"$ERR"
status=$?
verdict $status slot_and_bank_move_the_same_in_icarus

for dump in slot:mag_xform bank:xform_bank; do
    explain "$DIR/${dump%%:*}.fst" --scope "TOP.${dump##*:}" --bank mxfp7
    [ "$status" -eq 0 ] && says clean XF-DATA "by the model"
    verdict $? "a_clean_dump_of_a_${dump%%:*}_gives_no_alarm"
    explain "$DIR/${dump%%:*}.fst" --scope "TOP.${dump##*:}"
    [ "$status" -eq 0 ] && says clean "by the registers"
    verdict $? "a_clean_dump_of_a_${dump%%:*}_without_a_model_gives_no_alarm"
    spoil "$DIR/${dump%%:*}.fst" "TOP.${dump##*:}" word1 "flip 9" done 20
    explain "$DIR/spoilt.fst" --scope "TOP.${dump##*:}" --bank mxfp7
    # Of an entry with gaps in its beats, with its like without any seen before, the gaps are to blame.
    [ "$status" -eq 1 ] && grep -q "^FAIL XF-\(DATA\|GAP\) on ${dump%%:*}  cycle $(grouped "$cycle")  " "$OUT"
    verdict $? "a_wrong_word_of_a_${dump%%:*}_is_found_in_its_cycle"
    # While no entry waits for its own done, in whose place it could be.
    spoil "$DIR/${dump%%:*}.fst" "TOP.${dump##*:}" done "flip 0" "!done" 300
    explain "$DIR/spoilt.fst" --scope "TOP.${dump##*:}"
    [ "$status" -eq 1 ] && says "FAIL XF-SHAPE on ${dump%%:*}  cycle $(grouped "$cycle")  "
    verdict $? "a_done_too_many_of_a_${dump%%:*}_is_found_without_a_model"
    explain "$DIR/${dump%%:*}.fst" --scope "TOP.${dump##*:}" --from 1500 --bank mxfp7
    [ "$status" -eq 0 ] && says clean
    verdict $? "the_middle_of_a_dump_of_a_${dump%%:*}_gives_no_alarm"
done

# A dump whose register port shows neither 0x04 nor 0xFC does not say how long entries are.
fst2vcd "$DIR/slot.fst" | awk '
    $1 == "$var" && $5 == "cfg_addr" && code == "" { code = $4 }
    $2 == code && /^b/ { print "b10000000 " code; next }
    { print }' >"$DIR/unread.vcd"
vcd2fst "$DIR/unread.vcd" "$DIR/unread.fst" >/dev/null 2>&1
explain "$DIR/unread.fst" --scope TOP.mag_xform
[ "$status" -eq 0 ] && says clean "not judged  the bank" XF-GRANT
verdict $? entries_of_unknown_shape_are_not_judged
spoil "$DIR/slot.fst" TOP.mag_xform gnt "flip 1" "!done" 700
explain "$DIR/spoilt.fst" --scope TOP.mag_xform --bank mxfp7
[ "$status" -eq 1 ] && says "XF-GRANT"
verdict $? a_wrong_grant_is_found
explain "$DIR/slot.fst" --scope TOP.mag_xform --bank identity
[ "$status" -eq 1 ] && says XF-DATA
verdict $? the_model_of_another_bank_does_not_fit
explain "$DIR/slot.fst" --scope TOP.mag_xform --bank fp6
[ "$status" -eq 2 ] && [ "$(wc -l <"$ERR")" -eq 1 ] && grep -q "no model of a bank fp6" "$ERR"
verdict $? a_bank_that_nobody_knows_is_refused

exit $((failures > 0))
