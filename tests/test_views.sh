#!/bin/sh
# What cosim run shows of a run: --table, --csv, --stats, --svg, and how it refuses what makes no
# sense. Run from the repository's root: COSIM=build/cosim tests/test_views.sh
# Prints one line a case; exits non-zero when one fails.

LC_ALL=C
export LC_ALL
COSIM=${COSIM:-build/cosim}
. tests/cases.sh

case $COSIM in
/*) ;;
*) COSIM=$PWD/$COSIM ;;
esac
[ -x "$COSIM" ] || { echo "$COSIM: no such program; build it first or set COSIM" >&2; exit 2; }

# A short run of the port with these options.
run() {
    "$COSIM" run mem_port.random --cycles 5000 "$@" >"$OUT" 2>"$ERR"
    status=$?
}

# What was run last was refused: status 2, one line on stderr that has this text, nothing run.
refuses() { # NAME TEXT
    [ "$status" -eq 2 ] && [ "$(wc -l <"$ERR")" -eq 1 ] && grep -qF -- "$2" "$ERR" && [ ! -s "$OUT" ]
    verdict $? "$1"
}

rows() { # FILE: of the table
    grep -cE '^\([0-9]+,[0-9]+\) +(read|run|write) ' "$1"
}

# A page as a parser sees it, where there is one; that pages are well-formed is tested in C, too.
is_page() { # FILE
    [ "$(tail -n 1 "$1")" = '</svg>' ] || return 1
    ! command -v xmllint >/dev/null || xmllint --noout "$1"
}

# ---- what is shown -------------------------------------------------------------------------------

run
cp "$OUT" "$DIR/bare"
run --table
cp "$OUT" "$DIR/table"
[ "$status" -eq 0 ] && [ "$(rows "$OUT")" -gt 50 ] && grep -q '^all ' "$OUT"
verdict $? "a table has a row a request and a summary"
head -n "$(wc -l <"$DIR/bare")" "$OUT" | cmp -s - "$DIR/bare"
verdict $? "a run with a table says what it says without one, the hash too"
run --table
cmp -s "$OUT" "$DIR/table"
verdict $? "the table of a run is the same every time"
awk '/^source +reads/ { on = 1; next } /^all / { for (i = 2; i < 5; i++) all[i] = $i; next }
     on { for (i = 2; i < 5; i++) sum[i] += $i }
     END { for (i = 2; i < 5; i++) if (sum[i] != all[i]) exit 1; exit !on }' "$OUT"
verdict $? "the sources of a summary add up"

run --csv "$DIR/t.csv"
[ "$status" -eq 0 ] && [ $(($(wc -l <"$DIR/t.csv") - 1)) -eq "$(rows "$DIR/table")" ]
verdict $? "CSV has as many rows as the table"
awk 'substr($0, length) != "\r" { exit 1 }' "$DIR/t.csv" && ! grep -q '^source' "$OUT"
verdict $? "CSV ends its lines as RFC 4180 wants, and the table stays away"

run --stats
[ "$status" -eq 0 ] && grep -q '^Channels, per cent of' "$OUT" && grep -q '^mem_out ' "$OUT" &&
    grep -q '^Writes, accepted to acknowledgement, cycles' "$OUT" && grep -q '^write slots ' "$OUT"
verdict $? "statistics name latencies, slots and channels"
run --table --stats "$DIR/s.svg"
[ "$status" -eq 0 ] && is_page "$DIR/s.svg" && grep -q '^Channels' "$OUT" &&
    awk '!/^  written/ && length > 80 || / $/ { exit 1 }' "$OUT"
verdict $? "statistics are drawn when a page is named; text fits 80 columns"
run --svg "$DIR/t.svg"
[ "$status" -eq 0 ] && is_page "$DIR/t.svg" && grep -qF "written     $DIR/t.svg" "$OUT"
verdict $? "a timeline is drawn"
run --svg "$DIR/part.svg" --from 1000 --to 1100
[ "$status" -eq 0 ] && is_page "$DIR/part.svg" && grep -q '>1 050<' "$DIR/part.svg" &&
    ! grep -q '>2 000<' "$DIR/part.svg"
verdict $? "a timeline of a range shows that range"

"$COSIM" run xform.random --cycles 3000 --table --stats "$DIR/x.svg" --svg "$DIR/y.svg" >"$OUT" 2>"$ERR"
status=$?
[ "$status" -eq 0 ] && grep -q 'no memory port' "$OUT" && is_page "$DIR/x.svg" &&
    is_page "$DIR/y.svg" && grep -q '^Entries, start to done, cycles' "$OUT"
verdict $? "a slot has entries, and no requests to list"

for agent in mag mag3; do
    "$COSIM" run $agent.random --cycles 3000 --table >"$OUT" 2>"$ERR"
    status=$?
    [ "$status" -eq 0 ] && grep -q '^p source ' "$OUT" && grep -q '^1 (' "$OUT" &&
        ! grep -q 'answered no request' "$OUT"
    verdict $? "the requests at every port of $agent are told apart from what else passes there"
done

# The bound on the answer is such that the run fails; the failure is then replayed for its files, which
# are to be no user's.
(cd "$DIR" && "$COSIM" run xform.random --cycles 3000 --done-bound 1 --stats --svg f.svg) >"$OUT" 2>"$ERR"
status=$?
[ "$status" -eq 1 ] && [ "$(grep -c '^Channels' "$OUT")" -eq 1 ] && head -n 1 "$OUT" | grep -q '^FAIL ' &&
    is_page "$DIR/f.svg" && grep -q '>XF-SHAPE on slot at cycle' "$DIR/f.svg"
verdict $? "a run that fails is shown once, up to its failure"

# ---- what is refused -----------------------------------------------------------------------------

run --csv
refuses "a file without a name" '--csv needs a value'
run --svg --table
refuses "an option in the place of a file" '--svg needs the name of a file'
run --svg "$DIR/t.svg" --from soon
refuses "a cycle that is no number" "'soon' is no cycle"
run --svg "$DIR/t.svg" --from 5 --to 3
refuses "a range that ends before it begins" '--from 5 is after --to 3'
run --from 5
refuses "a range of nothing" 'name its file with --svg'
run --csv "$DIR/same" --svg "$DIR/same"
refuses "one file for two views" 'name a file for each'
run --csv "$DIR/none/t.csv"
refuses "a file in a folder that is not there" "cannot write $DIR/none/t.csv"
"$COSIM" run no.such --csv "$DIR/untouched" >"$OUT" 2>"$ERR"
status=$?
[ ! -e "$DIR/untouched" ]
refuses "a scenario that is not there" "no scenario 'no.such'"
[ ! -e "$DIR/untouched" ]
verdict $? "what is refused leaves no file"
"$COSIM" check sim --csv "$DIR/no" >"$OUT" 2>"$ERR"
status=$?
refuses "a view of a whole suite" "unknown option --csv"
if [ -w /dev/full ]; then
    run --csv /dev/full
    [ "$status" -eq 2 ] && grep -q '^cosim: cannot write /dev/full: ' "$ERR"
    verdict $? "a full disk is reported"
fi

[ "$failures" -eq 0 ]
