#!/bin/sh
# cosim soak and cosim minimise: what has run is kept and not run again, failures of random traffic become
# small commands, outcomes from elsewhere are merged. Run from the repository's root:
# COSIM=build/cosim tests/test_soak.sh
# Prints one line a case; exits non-zero when one fails.

LC_ALL=C
export LC_ALL
COSIM=${COSIM:-build/cosim}
case $COSIM in /*) ;; *) COSIM=$PWD/$COSIM ;; esac
[ -x "$COSIM" ] || { echo "$COSIM: no such program; build it first or set COSIM" >&2; exit 2; }
[ -x scripts/soak-hosts ] || { echo "scripts/soak-hosts: not found; run from the repository's root" >&2; exit 2; }
. tests/cases.sh
root=$PWD

# Each case has a folder of its own, in which build/soak is.
case_of() { # NAME
    mkdir -p "$DIR/$1/tests"
    ln -s "$root/tests/data" "$DIR/$1/tests/data"
    cd "$DIR/$1" || exit 2
}

run() {
    "$COSIM" "$@" >"$OUT" 2>"$DIR/err"
    status=$?
}

narrow() { [ "$(awk 'length > w { w = length } END { print w + 0 }' "$OUT")" -le 80 ]; }

# ---- minimise --------------------------------------------------------------------------------------

# A bound that the bank mxfp7 keeps with most entries and not with all is a failure of a sound design.
case_of minimise
run minimise xform.random_three_requesters --done-bound 3 --cycles 20000
[ "$status" -eq 0 ] && grep -q '^MINIMISED xform.random_three_requesters  seed 0x1  ' "$OUT" && narrow
verdict $? a_failure_is_minimised

command=$(sed -n '/^  replay/,$p' "$OUT" | sed 's/^  replay//' | tr '\n' ' ' | sed 's/  */ /g; s/^ [^ ]* //')
small=$(awk '$1 == "cycles" { print $3 }' "$OUT")
id=$(sed -n 's/^MINIMISED .* \([A-Z-]*\) on .*/\1/p' "$OUT")
# shellcheck disable=SC2086 # several arguments
run $command
[ "$status" -eq 1 ] && grep -q "^FAIL xform.random_three_requesters .*cycle $((small - 1))  $id on " "$OUT"
verdict $? its_command_fails_in_the_same_way

refused() { # NAME TEXT ARGUMENTS
    name=$1
    text=$2
    shift 2
    run "$@"
    [ "$status" -eq 2 ] && [ ! -s "$OUT" ] && [ "$(wc -l <"$DIR/err")" -eq 1 ] && grep -qF -- "$text" "$DIR/err"
    result=$?
    cat "$DIR/err" >>"$OUT"
    verdict $result "$name"
}

refused what_passes_is_not_minimised 'there is nothing to minimise' minimise walker.source_random_walks --cycles 500
refused minimise_needs_a_test 'minimise needs one SUITE.TEST' minimise
refused minimise_takes_no_waves 'minimise runs a test many times' minimise bank.random --waves
refused a_test_that_does_not_exist_is_not_minimised "no scenario 'bank.none'" minimise bank.none
refused an_endpoint_that_does_not_exist_is_refused "--endpoints: '64' is no number from 0 to 63" \
    run mem_port.random --endpoints 64
refused an_epoch_that_does_not_exist_is_refused "--epochs: '7-' is no number from 0 to 1023" \
    run mem_port.random --epochs 7-

# ---- soak --------------------------------------------------------------------------------------------

case_of soak
run soak walker.source_random_walks --seeds 3 --cycles 500
[ "$status" -eq 0 ] && grep -q '^  walker.source_random_walks  *3 passed  *0 failed' "$OUT" &&
    grep -q '^  any initial registers  *1 passed  *0 failed' "$OUT" &&
    [ "$(tail -n 1 "$OUT")" = '4 passed, 0 failed' ] && narrow
verdict $? every_seed_and_every_initial_value_runs

# A line cut short, as by a crash of the machine, counts as not run.
printf 'random walker.source_random_walks 4 pas' >>build/soak/results.txt
run soak walker.source_random_walks --seeds 5 --cycles 500
[ "$status" -eq 0 ] && grep -q '4 taken over' "$OUT" && [ "$(tail -n 1 "$OUT")" = '6 passed, 0 failed' ]
verdict $? what_has_run_is_not_run_again

run soak walker.source_random_walks --seeds 2 --cycles 600
[ "$status" -eq 0 ] && grep -q ' 0 taken over' "$OUT" && [ "$(tail -n 1 "$OUT")" = '3 passed, 0 failed' ]
verdict $? other_options_begin_anew

run soak walker.source_random_walks --time 1 --cycles 500
[ "$status" -eq 0 ] && [ "$(wc -l <build/soak/results.txt)" -gt 3 ]
verdict $? a_budget_of_time_ends_it

case_of interrupted
"$COSIM" soak walker.source_random_walks --seeds 9999 --cycles 500 >"$OUT" 2>&1 &
while [ "$(cat build/soak/results.txt 2>/dev/null | wc -l)" -lt 3 ]; do
    sleep 0.1
done
kill -INT $!
wait $!
status=$?
[ "$status" -eq 130 ] && grep -q '^interrupted$' "$OUT" && grep -q '^[0-9]* passed, 0 failed$' "$OUT"
verdict $? ctrl_c_ends_it_with_what_has_run
run soak --plan walker.source_random_walks --seeds 9999 --cycles 500
left=$(wc -l <"$OUT")
[ "$status" -eq 0 ] && [ "$left" -lt 10000 ] && [ "$left" -eq $((10001 - $(wc -l <build/soak/results.txt))) ]
verdict $? and_nothing_of_it_is_lost

case_of failing
run soak xform.random_three_requesters --seeds 3 --cycles 20000 --done-bound 3
[ "$status" -eq 1 ] && grep -q '^MINIMISED xform.random_three_requesters ' "$OUT" && narrow &&
    [ "$(grep -c '^MINIMISED' "$OUT")" -eq 1 ] && tail -n 1 "$OUT" | grep -q '^0 passed, 4 failed$'
verdict $? the_first_failure_of_a_kind_is_minimised

run soak xform.random_three_requesters --seeds 3 --cycles 20000 --done-bound 3
[ "$status" -eq 1 ] && ! grep -q '^MINIMISED' "$OUT" && tail -n 1 "$OUT" | grep -q '^0 passed, 4 failed$'
verdict $? and_not_minimised_again

# ---- other machines ----------------------------------------------------------------------------------

case_of merge
run soak --plan walker.source_random_walks --seeds 2 --cycles 500
[ "$status" -eq 0 ] && printf '%s\n' 'random walker.source_random_walks 1' \
    'fill walker.source_random_walks 1' 'random walker.source_random_walks 2' | cmp -s - "$OUT"
verdict $? a_plan_is_the_units_that_are_left

run soak --one 'random walker.source_random_walks 2' --cycles 500
[ "$status" -eq 0 ] && grep -q '^random walker.source_random_walks 2 passed [0-9]* - -$' "$OUT"
verdict $? a_unit_runs_alone

"$COSIM" soak --merge walker.source_random_walks --cycles 500 <"$OUT" >"$DIR/merged" 2>&1
status=$?
mv "$DIR/merged" "$OUT"
[ "$status" -eq 0 ] && [ "$(tail -n 1 "$OUT")" = '1 passed, 0 failed' ]
verdict $? outcomes_are_merged

run soak --plan walker.source_random_walks --seeds 2 --cycles 500
[ "$status" -eq 0 ] && [ "$(wc -l <"$OUT")" -eq 2 ]
verdict $? and_leave_the_plan

case_of many_kinds
"$COSIM" soak --plan xform --seeds 1 --cycles 500 | sed -n 's/^fill .*/& failed 500 SIM-UNINIT pins/p' >"$DIR/failed"
"$COSIM" soak --merge xform --cycles 500 <"$DIR/failed" >"$OUT" 2>&1
status=$?
[ "$status" -eq 1 ] && [ "$(grep -c '^FAIL' "$OUT")" -eq 6 ] && narrow &&
    grep -q "^  and $(($(wc -l <"$DIR/failed") - 5)) more tests by the same checks: build/soak/results.txt$" "$OUT"
verdict $? what_fails_everything_is_told_in_short

refused no_unit_is_refused "--one: 'nothing' is no line of soak --plan" soak --one nothing
refused no_test_is_refused "soak: no test begins with 'none'" soak none
refused no_seed_is_refused "--seeds: '0' is not 1 to" soak --seeds 0
refused a_wrong_time_is_refused "--time: 'long' is not 1 to" soak --time long
refused soak_takes_no_waves 'soak keeps no waves' soak walker --waves

cd "$root" || exit 2
mkdir -p "$DIR/no-parallel"
for tool in sh sed grep cat tr wc; do
    ln -s "$(command -v $tool)" "$DIR/no-parallel/$tool"
done
PATH=$DIR/no-parallel COSIM=$COSIM HOSTS=: scripts/soak-hosts walker >"$OUT" 2>&1
status=$?
[ "$status" -eq 2 ] && [ "$(wc -l <"$OUT")" -eq 1 ] && grep -q 'GNU parallel' "$OUT"
verdict $? a_missing_parallel_is_named

exit $((failures > 0))
