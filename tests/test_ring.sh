#!/bin/sh
# WAVES=ring and cosim ring as a user sees them: what a run leaves when it passes, fails, is
# interrupted or killed; what is said of files that cannot be read.
# Run from the repository's root: COSIM=build/cosim tests/test_ring.sh
# Prints one line a case; exits non-zero when one fails.

LC_ALL=C
export LC_ALL
COSIM=${COSIM:-build/cosim}
. tests/cases.sh

[ -x "$COSIM" ] || { echo "$COSIM: no such program; build it first or set COSIM" >&2; exit 2; }
case $COSIM in
/*) ;;
*) COSIM=$PWD/$COSIM ;;
esac

# Runs the program in a folder of its own, keeping stdout, stderr and the exit status.
run() {
    (cd "$DIR" && exec "$COSIM" "$@") >"$OUT" 2>"$ERR"
    status=$?
}

says() { # TEXT...: each on stdout
    for text in "$@"; do
        grep -qF -- "$text" "$OUT" || return 1
    done
}

refuses() { # STATUS TEXT: one line on stderr that has it
    [ "$status" -eq "$1" ] && [ "$(wc -l <"$ERR")" -eq 1 ] && [ ! -s "$OUT" ] && grep -qF -- "$2" "$ERR"
}

is_fst() { # FILE: a whole one begins with the block of its header
    [ -s "$1" ] && [ "$(od -An -tu1 -N1 "$1" | tr -d ' ')" = 0 ]
}

# ---- runs that end -------------------------------------------------------------------------------

waves=$DIR/build/waves
run run mem_port.random --cycles 30000
grep 'trace hash' "$OUT" >"$DIR/hash"
run run mem_port.random --cycles 30000 --ring
[ $status -eq 0 ] && grep -qxF "$(cat "$DIR/hash")" "$OUT" && [ ! -s "$ERR" ]
verdict $? "a run with a ring has the same trace"
is_fst "$waves/mem_port.random.fst" && [ ! -e "$waves/mem_port.random.ring" ] &&
    says "ring        build/waves/mem_port.random.fst"
verdict $? "a run that passes leaves waves of its last cycles and no ring"
[ "$(wc -c <"$waves/mem_port.random.fst")" -lt 8000000 ]
verdict $? "the waves are bounded"

run run xform.random --done-bound 1 --ring
[ $status -eq 1 ] && says "recurred    in cycle" "with the same message" "ring        build/waves/xform.random.fst" &&
    is_fst "$waves/xform.random.fst" && is_fst "$DIR/build/fail/xform.random/window.fst"
verdict $? "a run that fails leaves waves of its last cycles and the window of its failure"

run check xform.random --done-bound 1 --ring
[ $status -eq 1 ] && says "recurred    in cycle" "0 passed, 1 failed"
verdict $? "check takes --ring"

run run mem_port.random --ring --waves
refuses 2 "--waves and --ring"
verdict $? "a whole dump and a ring exclude each other"

# ---- runs that do not ----------------------------------------------------------------------------

ring=$waves/mem_port.random.ring
start_endless() { # its process is $endless
    rm -f "$waves"/*
    (cd "$DIR" && exec "$COSIM" run mem_port.random --cycles 1e9 --ring) >"$OUT" 2>"$ERR" &
    endless=$!
    tries=0
    while [ ! -e "$ring" ] && [ $tries -lt 200 ]; do
        sleep 0.05
        tries=$((tries + 1))
    done
    sleep 0.3
}

start_endless
"$COSIM" ring "$ring" >"$OUT" 2>"$ERR"
status=$?
refuses 1 "still being written by process $endless"
verdict $? "a ring that is being written is refused, by the writer's number"
cp "$OUT" "$DIR/endless_out"
"$COSIM" run mem_port.reset >/dev/null 2>&1 # another run does not disturb it
(cd "$DIR" && "$COSIM" run mem_port.random --cycles 2000 --ring) >"$DIR/second" 2>"$ERR"
status=$?
: >"$OUT"
refuses 2 "is being written by process $endless"
verdict $? "a second run of the test does not take the ring of the first"
kill -INT $endless
wait $endless
status=$?
[ $status -eq 130 ] && is_fst "$waves/mem_port.random.fst" && [ ! -e "$ring" ] && says "INTERRUPTED"
verdict $? "Ctrl-C leaves waves of the last cycles"

start_endless
kill -KILL $endless
wait $endless 2>/dev/null
[ -e "$ring" ] && [ ! -e "$waves/mem_port.random.fst" ]
verdict $? "SIGKILL leaves the ring alone"
size=$(wc -c <"$ring")
[ "$size" -gt 1000000 ] && [ "$size" -lt 64000000 ]
verdict $? "its size is bounded"
run ring build/waves/mem_port.random.ring
[ $status -eq 0 ] && says "mem_port.random, seed 0x1" "no check had failed when the run was killed" \
    "waves       build/waves/mem_port.random.fst" && is_fst "$waves/mem_port.random.fst"
verdict $? "cosim ring turns it into waves"
run ring --out other.fst build/waves/mem_port.random.ring
[ $status -eq 0 ] && cmp -s "$DIR/other.fst" "$waves/mem_port.random.fst" || is_fst "$DIR/other.fst"
verdict $? "--out names the waves"
if command -v fst2vcd >/dev/null 2>&1; then
    # shellcheck disable=SC2016
    fst2vcd "$DIR/other.fst" | sed '/^\$enddefinitions/q' >"$OUT"
    status=0
    says ' mem_in_data [287:0] ' '$scope module mag_mem_port' '$scope module COSIM' ' write_slots [31:0] '
    verdict $? "they have the names of a dump and the levels of the harness"
else
    echo "ok - they have the names of a dump and the levels of the harness # skipped: fst2vcd is not installed"
fi

# ---- files that cannot be read --------------------------------------------------------------------

refused() { # NAME FILE TEXT
    run ring "$2"
    refuses 1 "$3" && [ ! -e "$DIR/bad.fst" ]
    verdict $? "$1"
}

bad=$DIR/bad.ring
refused "a missing file" "$bad" "No such file"
refused "a directory" "$DIR" "no ring file"
: >"$bad"
refused "an empty file" "$bad" "the file is empty"
echo "something else altogether" >"$bad"
refused "another file" "$bad" "no ring file"
cp "$waves/mem_port.random.fst" "$bad"
refused "a wave file" "$bad" "no ring file"
head -c 5000 "$ring" >"$bad"
refused "a header cut short" "$bad" "cut short: 5 000 bytes"
head -c 500000 "$ring" >"$bad"
refused "records cut short" "$bad" "cut short or damaged: 500 000 bytes"
{ cat "$ring" && echo x; } >"$bad"
refused "more than there should be" "$bad" "cut short or damaged"

patch() { # OFFSET OCTAL...: bytes of a copy
    cp "$ring" "$bad"
    at=$1
    shift
    printf "$(printf '\\%s' "$@")" | dd of="$bad" bs=1 seek="$at" conv=notrunc 2>/dev/null
}
patch 12 2
refused "another version" "$bad" "ring version 2, this program reads 1"
patch 16 1 2 3 4
refused "another byte order" "$bad" "another byte order"
patch 20 0 0
refused "a damaged header" "$bad" "damaged"
patch 16384 1 2 3 4 5 6
refused "a damaged record" "$bad" "damaged: record"

run ring
refuses 2 "ring needs a FILE"
verdict $? "cosim ring without a file"
run ring a b
refuses 2 "one FILE"
verdict $? "cosim ring with two"
run ring --long "$ring"
refuses 2 "unknown option '--long'"
verdict $? "cosim ring with an unknown option"
run ring "$ring" --out
refuses 2 "--out"
verdict $? "cosim ring with --out and no name"
run ring "$ring" --out "$DIR/none/x.fst"
refuses 1 "cannot write $DIR/none/x.fst"
verdict $? "waves that cannot be written"

[ $failures -eq 0 ] || { echo "# $failures failed" >&2; exit 1; }
