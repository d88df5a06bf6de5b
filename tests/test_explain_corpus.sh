#!/bin/sh
# cosim explain on the corpus of its fuzzer (tests/data/fst): whole dumps are read, damaged ones refused
# in one line, none crashes the program or keeps it. `make fuzz` goes on from there.
# Run from the repository's root: COSIM=build/cosim tests/test_explain_corpus.sh
# Prints one line a case; exits non-zero when one fails.

LC_ALL=C
export LC_ALL
COSIM=${COSIM:-build/cosim}
[ -x "$COSIM" ] || { echo "$COSIM: no such program; build it first or set COSIM" >&2; exit 2; }
. tests/cases.sh

explain() { # FILE SCOPE
    timeout 60 "$COSIM" explain "tests/data/fst/$1.fst" --scope "$2" --clock clk >"$DIR/out" 2>"$DIR/err"
    status=$?
}

for whole in icarus_lz4:mag_mem_port icarus_fastlz:mag_mem_port icarus_zlib:mag_mem_port verilator_bank:xform_bank; do
    explain "${whole%%:*}" "TOP.${whole##*:}"
    [ "$status" -eq 0 ] && [ ! -s "$DIR/err" ] && [ "$(tail -n 1 "$DIR/out")" = clean ]
    verdict $? "${whole%%:*}_is_read"
done

damaged() { # FILE SCOPE TEXT
    explain "$1" "TOP.$2"
    [ "$status" -eq 2 ] && [ "$(wc -l <"$DIR/err")" -eq 1 ] && grep -q "$3" "$DIR/err"
    verdict $? "$1_is_refused_in_one_line"
}

damaged truncated mag_mem_port 'is truncated'
damaged header_alone mag_mem_port 'is truncated'
damaged length_out_of_file mag_mem_port 'is truncated'
damaged not_closed mag_mem_port 'is no FST dump'
damaged a_billion_signals xform_bank 'is damaged'
damaged names_overwritten xform_bank 'has no scope\|is damaged'
damaged whole_file_compressed mag_mem_port 'is compressed as a whole'
damaged verilator_walker mcs_walker 'no ports of ours\|not all ports'

# Dumps of which only their values are damaged, or that once did harm.
for file in tests/data/fst/odd_*.fst; do
    [ -e "$file" ] || continue
    name=$(basename "$file" .fst)
    explain "$name" TOP.mag_mem_port
    [ "$status" -le 2 ] && [ "$(wc -l <"$DIR/err")" -le 1 ]
    verdict $? "${name}_does_no_harm"
done

exit $((failures > 0))
