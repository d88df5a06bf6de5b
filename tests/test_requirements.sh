#!/bin/sh
# scripts/requirements: what it accepts, and that every fault of a table is found, by its line.
# Run from the repository's root: tests/test_requirements.sh
# Works on a tree made here, with a stand-in for the program. Prints one line a case; exits non-zero
# when one fails.

LC_ALL=C
export LC_ALL
ROOT=$PWD
. tests/cases.sh
TREE=$DIR

[ -x scripts/requirements ] || { echo "scripts/requirements: not found; run from the repository's root" >&2; exit 2; }

# ---- a tree of its own ---------------------------------------------------------------------------

mkdir "$TREE/build" "$TREE/docs" "$TREE/models" "$TREE/tests"
cat >"$TREE/build/cosim" <<'EOT'
#!/bin/sh
echo port.random
echo port.runs_of_every_size
echo port.runs_of_every_count
echo live.mem.MEM_TXN
echo live.mem.AXI_4K
echo live.mem.a_word_is_dropped
EOT
chmod +x "$TREE/build/cosim"
cat >"$TREE/models/check_id.h" <<'EOT'
    X(MEM_TXN, "MEM-TXN", S, "wrong txn")            \
    X(AXI_4K, "AXI-4K", P, "a burst crosses a page") \
    X(MEM_BARE, "MEM-BARE", S,                       \
      "has no pair")                                 \
    X(MEM_IDLE, "MEM-IDLE", S, "has a pair no suite runs")
#define X(name, text, origin, meaning) CHECK_##name,
EOT
cat >"$TREE/tests/live_mem.h" <<'EOT'
    X(MEM_TXN, one_txn_bit_is_wrong, txn_wraps) \
    X(AXI_4K, burst_is_not_split, bursts_end_on_a_page)
EOT
echo "    X(MEM_IDLE, broken, legal)" >"$TREE/tests/live_idle.h"

cat >"$TREE/good" <<'EOT'
# Requirements

## Memory protocol

### 3 Reads

| section | required | checks | tests |
|---|---|---|---|
| 3 | txn is echoed | MEM-TXN | port.random |
| 3 | entries of any size | MEM-TXN AXI-4K | port.runs_of_every_s* port.runs_of_every_count |
| 4.1 source | sends all its data | none: a rule for the source | port.random |
| 8 row 1 | a late busy loses flits | none: never late here | - |

## Transform slot

| section | required | checks | tests |
|---|---|---|---|
| Position | one bank | AXI-4K | live.mem.AXI_4K |
EOT

judge() { # SED-SCRIPT: of the good document, so changed
    sed "$1" "$TREE/good" >"$TREE/docs/requirements.md"
    (cd "$TREE" && COSIM=build/cosim "$ROOT/scripts/requirements") >"$OUT" 2>"$ERR"
    status=$?
}

finds() { # NAME SED-SCRIPT LINE-NUMBER TEXT: this one problem and no other, at this line
    judge "$2"
    [ "$status" -eq 1 ] && [ "$(cat "$OUT")" = "docs/requirements.md:$3: $4" ]
    verdict $? "$1"
}

# ---- the table -----------------------------------------------------------------------------------

judge ""
[ $status -eq 0 ] && [ "$(cat "$OUT")" = "5 requirements, 3 with live checks, 2 excused" ]
verdict $? "a good document is counted"

finds "no check and no reason" '11s/none:.* |/none | port.random |/' 11 \
    "memory protocol 4.1 source: names no check and gives no reason"
finds "a reason of one word" '12s/never late here/no/' 12 \
    "memory protocol 8 row 1: names no check and gives no reason"
finds "an empty cell of checks" '9s/MEM-TXN/-/' 9 \
    "memory protocol 3: names no check, and is none of the rows that may do so"
finds "a reason where none is allowed" '9s/MEM-TXN/none: it is hard to check/' 9 \
    "memory protocol 3: names no check, and is none of the rows that may do so"
finds "an excuse of the other specification" '18s/Position | one bank | AXI-4K/8 row 1 | a | none: not for us/' 18 \
    "transform slot 8 row 1: names no check, and is none of the rows that may do so"
finds "a rule for the other side that no BFM breaks" '11s/port.random/-/' 11 \
    "memory protocol 4.1 source: names no scenario in which a BFM breaks it"
finds "an unknown check" '10s/AXI-4K/AXI-8K/' 10 \
    "memory protocol 3: AXI-8K is no check of models/check_id.h"
finds "a check without a pair" '9s/MEM-TXN/MEM-BARE/' 9 \
    "memory protocol 3: MEM-BARE has no pair in tests/live*.h"
finds "a pair that no suite runs" '9s/MEM-TXN/MEM-IDLE/' 9 \
    "memory protocol 3: no suite runs the pair of MEM-IDLE"
finds "a reason beside a check" '9s/MEM-TXN/MEM-TXN none/' 9 \
    "memory protocol 3: none is no check of models/check_id.h"
finds "an unknown test" '9s/port.random/port.rando/' 9 \
    "memory protocol 3: there is no test port.rando"
finds "an unknown test of a row without a check" '12s/ - / port.late /' 12 \
    "memory protocol 8 row 1: there is no test port.late"
finds "a beginning of no test" '10s/every_s/each_s/' 10 \
    "memory protocol 3: there is no test port.runs_of_each_s*"
finds "a beginning of two tests" '10s/every_s/every_/' 10 \
    "memory protocol 3: port.runs_of_every_* is the beginning of 2 tests"
finds "a check without a test" '9s/port.random/-/' 9 \
    "memory protocol 3: names no test"
finds "a row that requires nothing" '9s/txn is echoed/-/' 9 \
    "memory protocol 3: does not say what is required"
finds "a cell too few" '9s/ | port.random//' 9 "memory protocol 3: has 3 cells, not 4"
finds "a cell too many" '9s/txn is/txn | is/' 9 "memory protocol 3: has 5 cells, not 4"
finds "a specification without a row" '18d' 17 "transform slot (any): has no row"

judge '9s/MEM-TXN/MEM-BARE AXI-8K/; 11s/port.random/port.rando/'
[ $status -eq 1 ] && [ "$(wc -l <"$OUT")" -eq 3 ] && ! grep -q requirements, "$OUT"
verdict $? "every problem has a line, and nothing is counted"

# ---- the program ---------------------------------------------------------------------------------

rm "$TREE/build/cosim"
judge ""
[ $status -eq 2 ] && [ "$(cat "$ERR")" = "build/cosim: no such program; make build makes it" ]
verdict $? "without the program it says what makes it"
printf '#!/bin/sh\nexit 3\n' >"$TREE/build/cosim"
chmod +x "$TREE/build/cosim"
judge ""
[ $status -eq 3 ] && [ ! -s "$OUT" ]
verdict $? "a program that fails is no list without tests"

[ $failures -eq 0 ] || { echo "# $failures failed" >&2; exit 1; }
