#!/bin/sh
# scripts/cover.awk: what counts as covered, and that every hole and every stale justification is found.
# cosim check --bins: situations are counted where they are asked for.
# Run from the repository's root: tests/test_cover.sh
# Works on a module and counts made here. Prints one line a case; exits non-zero when one fails.

LC_ALL=C
export LC_ALL
ROOT=$PWD
. tests/cases.sh
TREE=$DIR

[ -f scripts/cover.awk ] || { echo "scripts/cover.awk: not found; run from the repository's root" >&2; exit 2; }

mkdir "$TREE/rtl"
cat >"$TREE/rtl/one.v" <<'EOT'
always @(posedge clk)
    if (go)
        q <= d;
    else
        q <= never;
EOT

# Counts of the module's points: the arm of line 3, of line 5, then bits 0 to 3 of q, in two copies of
# the module, and a wire.
counts() { # THEN ELSE Q0 Q1 Q2 Q3 Q3-OF-THE-OTHER WIRE
    point v_branch/one 2 if 2-3 "$1"
    point v_branch/one 2 else 4-5 "$2"
    for bit in 0 1 2 3; do
        shift
        point v_toggle/one 1 "q[$bit]" "" "$2"
    done
    point v_toggle/one__W8 1 "q[3]" "" "$3"
    point v_toggle/one 1 go "" "$4"
}
point() { # PAGE LINE WHAT LINES COUNT
    printf "C '\001f\002rtl/one.v\001l\002%s\001n\0029\001page\002%s\001o\002%s\001S\002%s\001h\002TOP' %s\n" \
        "$2" "$1" "$3" "$4" "$5"
}

judge() { # LIST, its rows with | for tabs
    printf '%s\n' "$1" | tr '|' '\t' >"$TREE/list"
    (cd "$TREE" && awk -v list=list -v least_lines=99 -v least_bits=95 -f "$ROOT/scripts/cover.awk" list data) >"$OUT" 2>&1
    status=$?
}

fails() { # NAME LIST TEXT: this one problem and no other
    judge "$2"
    [ "$status" -eq 1 ] && [ "$(grep '^FAIL' "$OUT")" = "FAIL $3" ]
    verdict $? "$1"
}

why_line='line|rtl/one.v|q <= never;|go is tied'
why_else='line|rtl/one.v|else|go is tied'
why_bits='bits|rtl/one.v|q[2:1]|small numbers'

counts 5 7 2 2 2 2 0 9 >"$TREE/data"
judge "# nothing"
[ $status -eq 0 ] && grep -q ' 4/4 .* 5/5' "$OUT" && ! grep -q '^  line\|^  bits\|^  arm' "$OUT"
verdict $? "all covered is all covered"

counts 5 7 2 2 2 0 4 9 >"$TREE/data"
judge "# nothing"
[ $status -eq 0 ] && grep -q ' 5/5' "$OUT"
verdict $? "a bit that moves in one copy of the module counts"

counts 5 0 2 2 2 2 0 9 >"$TREE/data"
judge "# nothing"
[ $status -eq 1 ] && grep -qx '  line  rtl/one.v:5  q <= never;' "$OUT" &&
    grep -qx '  arm   rtl/one.v:2 else  if (go)' "$OUT" &&
    grep -qx 'FAIL 2 lines are neither covered nor justified' "$OUT"
verdict $? "a line that never ran is shown with its text"

fails "a justified line still misses the bound" "$why_line
$why_else" "fewer than 99 % of the lines are covered"

counts 5 7 2 0 0 2 0 9 >"$TREE/data"
judge "# nothing"
[ $status -eq 1 ] && grep -qx '  bits  rtl/one.v  q\[2:1\]' "$OUT" &&
    grep -qx 'FAIL fewer than 95 % of the bits that can move do' "$OUT"
verdict $? "bits that never moved are shown as a range"

judge "$why_bits"
[ $status -eq 0 ] && grep -q ' 3/3' "$OUT" && grep -q 'justified: 0 lines, 2 bits' "$OUT" && ! grep -q '^  bits' "$OUT"
verdict $? "justified bits are not among those that can move"

counts 5 7 2 2 0 2 0 9 >"$TREE/data"
fails "a justified bit that moves is reported" "$why_bits" "list:1: moves now: rtl/one.v q[1]"
counts 5 7 2 2 2 2 0 9 >"$TREE/data"
fails "a justified line that ran is reported" "$why_line" \
    "list:1: no such line that is not covered: rtl/one.v q <= never;"
fails "a justified line that is gone is reported" "$(echo "$why_line" | sed 's/never/gone/')" \
    "list:1: no such line that is not covered: rtl/one.v q <= gone;"
fails "a signal that is gone is reported" "$(echo "$why_bits" | sed 's/q/p/')" \
    "list:1: no such bits: rtl/one.v p[2:1]"
fails "a bit beyond the signal is reported" "$(echo "$why_bits" | sed 's/2:1/4/')" \
    "list:1: no such bits: rtl/one.v q[4]"
fails "a row without a reason is reported" "bits|rtl/one.v|q[2:1]|" \
    "list:1: not 'line' or 'bits', file, text or signal, reason, tab separated"
counts 5 7 2 0 0 2 0 9 >"$TREE/data"
fails "two rows for a bit are reported" "$why_bits
bits|rtl/one.v|q[1]|again" "list:2: justified twice: rtl/one.v q[1]"

# ---- situations ----------------------------------------------------------------------------------

COSIM=${COSIM:-build/cosim}
case $COSIM in /*) ;; *) COSIM=$ROOT/$COSIM ;; esac
counts_bins() { # ARGUMENT...
    (cd "$TREE" && "$COSIM" check "$@" >"$OUT" 2>"$ERR")
    status=$?
}
counts_bins mover.done_counts_every_move --bins
[ $status -eq 1 ] && grep -q '^  not met    mover\.code: copy, code 3$' "$OUT" &&
    grep -Eq '^  bins +mover\.code +2 of   20$' "$OUT" && grep -q '^FAIL [0-9]* bins: ' "$OUT"
verdict $? "a run of one test counts what it meets, and has holes"
counts_bins mover.done_counts_every_move
[ $status -eq 0 ] && ! grep -q 'bins' "$OUT"
verdict $? "nothing is counted where nobody asks"
counts_bins live.link --bins
[ $status -eq 1 ] && grep -Eq '^  bins +all +0 of' "$OUT"
verdict $? "suites about the checks count nothing"

exit $((failures > 0))
