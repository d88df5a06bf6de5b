#!/bin/sh
# scripts/mutate-prove: a mutant that changes nothing is proven with all parameters its module is built
# with, and one that changes something never is.
# Run from the repository's root: MUTAGEN=build/mutagen/mutagen tests/test_mutate_prove.sh
# Prints one line a case; exits non-zero when one fails. Without yosys there is one case, which passes
# unless CI is set.

LC_ALL=C
export LC_ALL
. tests/cases.sh
MUTAGEN=${MUTAGEN:-build/mutagen/mutagen}
export MUTAGEN
unset MAKEFLAGS MFLAGS FILELIST BANK PARAMS

if ! command -v yosys >/dev/null 2>&1; then
    echo "skipped: yosys is not installed"
    status=-
    : >"$OUT"
    [ -z "${CI-}" ]
    verdict $? skipped_without_yosys
    exit $failures
fi

group=table
MUTATE_OUT=$DIR/mutate
VARIANTS=$(make -s --no-print-directory mutate-variants)
JOBS=2
export MUTATE_OUT VARIANTS JOBS
mkdir -p "$MUTATE_OUT/$group"
# shellcheck disable=SC2046
"$MUTAGEN" -y rtl "$MUTATE_OUT/$group" $(scripts/mutate --files $group) >"$OUT" 2>"$ERR" || exit 2

# The mutants as if they had survived.
survived() { # "OPERATOR<tab>ORIGINAL" one an argument: the last such mutant in the bank itself
    for what; do
        awk -F '\t' -v what="$what" '$2 ~ /xform_bank/ && $7 "\t" $8 == what {
            line = "table " $1 "\t" $6 "\t" $2 ":" $3 "\t" $7 } END { print line }' \
            "$MUTATE_OUT/$group/mutants.tsv"
    done >"$MUTATE_OUT/survivors.txt"
}

prove() { # how many of them must be proven
    scripts/mutate-prove >"$OUT" 2>"$ERR"
    status=$?
    [ "$status" -eq 0 ] && [ "$(wc -l <"$MUTATE_OUT/survivors.txt")" -eq 2 ] &&
        [ "$(wc -l <"$MUTATE_OUT/proved.tsv")" -eq "$1" ]
}

tab=$(printf '\t')

survived "width-cut${tab}fault" "assignment-removed${tab}cfg_rdata = 32'd0;"
prove 2 && grep -q "cfg_rdata = 32'd0;.*proved$" "$MUTATE_OUT/proved.tsv"
verdict $? mutants_that_change_nothing_are_proven

survived "width-cut${tab}cfg_addr" "reset-removed${tab}step <= 3'd0;"
prove 0
verdict $? mutants_that_change_something_are_not

exit $((failures > 0))
