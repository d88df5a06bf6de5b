#!/bin/sh
# The subcommands quantise, vectors and flit as a user sees them: output, exit status, complaints.
# Run from the repository's root: COSIM=build/cosim tests/test_cli.sh
# Prints one line a case; exits non-zero when one fails.

LC_ALL=C
export LC_ALL
COSIM=${COSIM:-build/cosim}
VECTORS=tests/data/mxfp7.txt
. tests/cases.sh

[ -x "$COSIM" ] || { echo "$COSIM: no such program; build it first or set COSIM" >&2; exit 2; }
[ -r "$VECTORS" ] || { echo "$VECTORS: not found; run from the repository's root" >&2; exit 2; }

# Runs the program on stdin, keeping stdout, stderr and the exit status.
run() {
    "$COSIM" "$@" >"$OUT" 2>"$ERR"
    status=$?
}

# What was run last gave this status, exactly this on stdout, and nothing on stderr.
gives() { # NAME STATUS FILE
    [ "$status" -eq "$2" ] && cmp -s "$OUT" "$3" && [ ! -s "$ERR" ]
    verdict $? "$1"
}

# What was run last was refused: status 2 and one line on stderr, not long, without control
# characters, that has this text.
refuses() { # NAME TEXT
    [ "$status" -eq 2 ] && TEXT_WANTED=$2 awk '
        length > 800 || /[[:cntrl:]]/ || !index($0, ENVIRON["TEXT_WANTED"]) { exit 1 }
        END { if (NR != 1) exit 1 }' "$ERR"
    verdict $? "$1"
}

# ---- material ------------------------------------------------------------------------------------

grep -v '^#' "$VECTORS" >"$DIR/lines"
cut -d' ' -f1-9 "$DIR/lines" >"$DIR/in"
cut -d' ' -f10-13 "$DIR/lines" >"$DIR/words"
head -n 1 "$DIR/lines" >"$DIR/line"
: >"$DIR/empty"
Z64=0000000000000000000000000000000000000000000000000000000000000000
BEAT=$(cut -d' ' -f2 "$DIR/line")

# Hex fields of a line to the bytes they are in memory, least significant byte first.
to_bytes() {
    escapes=$(awk '{
        for (f = 1; f <= NF; f++)
            for (p = length($f) - 1; p > 0; p -= 2) {
                v = 16 * (index("0123456789abcdef", substr($f, p, 1)) - 1) \
                    + index("0123456789abcdef", substr($f, p + 1, 1)) - 1
                printf "\\0%03o", v
            }
    }')
    printf %b "$escapes"
}

# Bytes in memory to lines of four words.
to_words() {
    od -An -v -tx1 -w32 | awk '{
        word = ""
        for (f = NF; f > 0; f--) word = word $f
        printf "%s%s", word, NR % 4 ? " " : "\n"
    }'
}

# ---- quantise ------------------------------------------------------------------------------------

run quantise "$DIR/in"
gives "quantise converts every published entry" 0 "$DIR/words"
run quantise <"$DIR/in"
gives "quantise reads stdin without a file" 0 "$DIR/words"
run quantise - <"$DIR/in"
gives "quantise reads stdin for -" 0 "$DIR/words"
run quantise "$VECTORS"
gives "quantise ignores comments and further fields" 0 "$DIR/words"
tr 'a-f' 'A-F' <"$DIR/in" | sed 's/ /	 /g; s/$/ \r/; 1s/^/\n  # comment\n \t\n  /' >"$DIR/odd"
run quantise "$DIR/odd"
gives "quantise takes upper case, tabs, blank lines, carriage returns" 0 "$DIR/words"
head -n 1 "$DIR/in" | tr -d '\n' >"$DIR/no_newline"
head -n 1 "$DIR/words" >"$DIR/word"
run quantise "$DIR/no_newline"
gives "quantise takes a last line without a newline" 0 "$DIR/word"

for layout in a b; do
    mode=$([ $layout = a ] && echo 0 || echo 1)
    grep "^$mode " "$DIR/lines" | cut -d' ' -f2-9 | to_bytes >"$DIR/raw"
    grep "^$mode " "$DIR/lines" | cut -d' ' -f10-13 >"$DIR/raw_words"
    run quantise --raw --layout $layout "$DIR/raw"
    to_words <"$OUT" >"$DIR/got" && mv "$DIR/got" "$OUT"
    gives "quantise --raw --layout $layout converts every published entry" 0 "$DIR/raw_words"
    run quantise --layout $layout --raw <"$DIR/raw"
    to_words <"$OUT" >"$DIR/got" && mv "$DIR/got" "$OUT"
    gives "quantise --raw --layout $layout reads stdin" 0 "$DIR/raw_words"
done

head -c 515 "$DIR/raw" >"$DIR/trailing"
run quantise --raw --layout b "$DIR/trailing"
refuses "quantise --raw refuses trailing bytes" "3 trailing bytes after 2 whole entries"
head -c 255 "$DIR/raw" >"$DIR/short"
run quantise --raw --layout a "$DIR/short"
refuses "quantise --raw refuses less than an entry" "255 trailing bytes after 0 whole entries"
run quantise --raw --layout a "$DIR/empty"
refuses "quantise --raw refuses empty input" "empty"
run quantise --raw "$DIR/raw"
refuses "quantise --raw needs a layout" "--layout a or --layout b"
run quantise --layout a "$DIR/in"
refuses "quantise refuses a layout for text" "--raw"
run quantise --raw --layout c "$DIR/raw"
refuses "quantise refuses an unknown layout" "a or b, got 'c'"
run quantise --raw --layout
refuses "quantise refuses a missing layout" "a or b"
run quantise --fast "$DIR/in"
refuses "quantise refuses an unknown option" "unknown option '--fast'"
run quantise "$DIR/in" "$DIR/in"
refuses "quantise refuses two files" "one FILE"
run quantise "$DIR/nowhere"
refuses "quantise refuses a missing file" "nowhere: No such file"
run quantise "$DIR"
refuses "quantise refuses a directory" "Is a directory"
run quantise --raw --layout a "$DIR"
refuses "quantise --raw refuses a directory" "Is a directory"
run quantise "$DIR/empty"
refuses "quantise refuses empty input" "no lines"
echo '# nothing' >"$DIR/bad"
run quantise "$DIR/bad"
refuses "quantise refuses comments alone" "no lines"
sed '3s/^./2/' "$DIR/in" >"$DIR/bad"
run quantise "$DIR/bad"
refuses "quantise refuses a mode of 2" "$DIR/bad:3: mode: expected 0 or 1, got '2'"
[ "$(wc -l <"$OUT")" -eq 2 ]
verdict $? "quantise has answered the lines before a bad one"
sed '2s/^. //' "$DIR/in" >"$DIR/bad"
run quantise "$DIR/bad"
refuses "quantise refuses a missing mode" "$DIR/bad:2: mode:"
cut -d' ' -f1-8 "$DIR/in" >"$DIR/bad"
run quantise "$DIR/bad"
refuses "quantise refuses a missing beat" "$DIR/bad:1: beat7 is missing"
sed 's/.$//' "$DIR/in" >"$DIR/bad"
run quantise "$DIR/bad"
refuses "quantise refuses a short beat" "$DIR/bad:1: beat7: expected 64 hex digits, got 63"
sed '1s/$/0/' "$DIR/in" >"$DIR/bad"
run quantise "$DIR/bad"
refuses "quantise refuses a long beat" "beat7: expected 64 hex digits, got 65"
sed '1s/.$/g/' "$DIR/in" >"$DIR/bad"
run quantise "$DIR/bad"
refuses "quantise refuses a digit that is none" "beat7: character 64, 'g', is no hex digit"
{ cat "$DIR/line" && printf '0 \000\n'; } >"$DIR/bad"
run quantise "$DIR/bad"
refuses "quantise refuses a NUL byte" "$DIR/bad:2: NUL byte at character 3"
printf '\033[31m\001\377' >"$DIR/bad"
run quantise "$DIR/bad"
refuses "quantise shows no control character" "mode: expected 0 or 1"
awk 'BEGIN { for (i = 0; i < 7000; i++) printf "0123456789" }' >"$DIR/bad"
run quantise "$DIR/bad"
refuses "quantise refuses a line without end" "$DIR/bad:1: line of more than 65536 characters"
"$COSIM" quantise "$DIR/in" >&- 2>"$ERR"
status=$?
: >"$OUT"
refuses "quantise tells that stdout is closed" "stdout:"
"$COSIM" quantise --raw --layout a "$DIR/raw" >&- 2>"$ERR"
status=$?
refuses "quantise --raw tells that stdout is closed" "stdout:"
"$COSIM" quantise <&- >"$OUT" 2>"$ERR"
status=$?
refuses "quantise tells that stdin is closed" "stdin:"
if [ -c /dev/full ]; then
    "$COSIM" quantise "$DIR/in" >/dev/full 2>"$ERR"
    status=$?
    refuses "quantise tells that the disk is full" "No space left"
    "$COSIM" quantise --raw --layout b "$DIR/raw" >/dev/full 2>"$ERR"
    status=$?
    refuses "quantise --raw tells that the disk is full" "No space left"
    "$COSIM" vectors --kind mxfp7 "$VECTORS" >/dev/full 2>"$ERR"
    status=$?
    refuses "vectors tells that the disk is full" "No space left"
    "$COSIM" vectors --kind mxfp8-dequant tests/data/mxfp8_dequant.txt >/dev/full 2>"$ERR"
    status=$?
    refuses "vectors --kind mxfp8-dequant tells that the disk is full" "No space left"
    "$COSIM" flit encode type=0 >/dev/full 2>"$ERR"
    status=$?
    refuses "flit tells that the disk is full" "No space left"
fi

# ---- vectors -------------------------------------------------------------------------------------

echo "600 checked, 0 differ" >"$DIR/expected"
run vectors --kind mxfp7 "$VECTORS"
gives "vectors finds no difference in the published file" 0 "$DIR/expected"
run vectors "$VECTORS" --kind mxfp7
gives "vectors takes the kind after the file" 0 "$DIR/expected"
run vectors --kind mxfp7 - <"$VECTORS"
gives "vectors reads stdin for -" 0 "$DIR/expected"

# One digit of word2 in line 5, of word0 and word3 in line 9.
awk '
    function flip(field) { return (substr(field, 1, 1) == "0" ? "1" : "0") substr(field, 2) }
    NR == 5 { old = $12; $12 = flip($12); print NR, 2, $12, old >told }
    NR == 9 { old = $10; $10 = flip($10); print NR, 0, $10, old >told
              old = $13; $13 = flip($13); print NR, 3, $13, old >told }
    { print }
' told="$DIR/told" "$VECTORS" >"$DIR/broken"
{
    while read -r number index expected computed; do
        echo "$DIR/broken:$number: word$index expected $expected computed $computed"
    done <"$DIR/told"
    echo "600 checked, 2 differ"
} >"$DIR/expected"
run vectors --kind mxfp7 "$DIR/broken"
gives "vectors prints line, field, expected and computed" 1 "$DIR/expected"
awk -v z=$Z64 '{ for (i = 0; i < 2; i++) print $1, $2, $3, $4, $5, $6, $7, $8, $9, z, z, z, z }' \
    "$DIR/lines" >"$DIR/all_wrong"
run vectors --kind mxfp7 "$DIR/all_wrong"
[ "$status" -eq 1 ] && [ "$(wc -l <"$OUT")" -eq 1002 ] && [ ! -s "$ERR" ] &&
    grep -q '^3800 more differences not shown$' "$OUT" && tail -n 1 "$OUT" | grep -q '^1200 checked, 1200 differ$'
verdict $? "vectors bounds what it prints"

run vectors --kind mxfp7 "$DIR/empty"
refuses "vectors refuses an empty file" "$DIR/empty: no vectors in it"
grep '^#' "$VECTORS" >"$DIR/bad"
run vectors --kind mxfp7 "$DIR/bad"
refuses "vectors refuses a file of comments" "no vectors in it"
run vectors --kind mxfp8 "$VECTORS"
refuses "vectors lists the kinds for an unknown one" \
    "unknown kind 'mxfp8'; known: mxfp7, mxfp8-quant, mxfp8-dequant"
run vectors "$VECTORS"
refuses "vectors lists the kinds when none is given" "one of: mxfp7, mxfp8-quant, mxfp8-dequant"
run vectors --kind
refuses "vectors lists the kinds when the name is missing" "one of: mxfp7, mxfp8-quant, mxfp8-dequant"
run vectors --kind mxfp7
refuses "vectors needs a file" "needs a FILE"
run vectors --kind mxfp7 "$DIR/nowhere"
refuses "vectors refuses a missing file" "No such file"
run vectors --kind mxfp7 "$DIR"
refuses "vectors refuses a directory" "Is a directory"
run vectors --kind mxfp7 a b
refuses "vectors refuses two files" "one FILE"
run vectors --kinds mxfp7 "$VECTORS"
refuses "vectors refuses an unknown option" "unknown option '--kinds'"
sed '4s/ [^ ]*$//' "$VECTORS" >"$DIR/bad"
run vectors --kind mxfp7 "$DIR/bad"
refuses "vectors refuses a missing word" "$DIR/bad:4: word3 is missing"
sed '4s/$/ 0/' "$VECTORS" >"$DIR/bad"
run vectors --kind mxfp7 "$DIR/bad"
refuses "vectors refuses a field too many" "$DIR/bad:4: fields after word3"
sed '4s/.$/x/' "$VECTORS" >"$DIR/bad"
run vectors --kind mxfp7 "$DIR/bad"
refuses "vectors refuses a digit that is none" "$DIR/bad:4: word3: character 64"
sed '4s/^./10/' "$VECTORS" >"$DIR/bad"
run vectors --kind mxfp7 "$DIR/bad"
refuses "vectors refuses a mode of 10" "$DIR/bad:4: mode: expected 0 or 1"
head -c 3000 /dev/zero >"$DIR/bad"
run vectors --kind mxfp7 "$DIR/bad"
refuses "vectors refuses NUL bytes" "$DIR/bad:1: NUL byte"
head -c 3000 "$VECTORS" >"$DIR/bad"
run vectors --kind mxfp7 "$DIR/bad"
refuses "vectors refuses a file cut short" "$DIR/bad:"
"$COSIM" vectors --kind mxfp7 "$VECTORS" >&- 2>"$ERR"
status=$?
refuses "vectors tells that stdout is closed" "stdout:"

# ---- vectors of MXFP8 ----------------------------------------------------------------------------

QUANT=tests/data/mxfp8_quant.txt
DEQUANT=tests/data/mxfp8_dequant.txt

echo "783 checked, 0 differ" >"$DIR/expected"
run vectors --kind mxfp8-quant $QUANT
gives "vectors finds no difference in the published quantised blocks" 0 "$DIR/expected"
echo "638 checked, 0 differ" >"$DIR/expected"
run vectors --kind mxfp8-dequant - <$DEQUANT
gives "vectors finds no difference in the published dequantised blocks" 0 "$DIR/expected"

# Of a line of each width: element 0, element 31 and the scale; results 0 and 31.
{ grep -m 1 '^q32' $QUANT; echo; grep -m 1 '^q16' $QUANT; } | awk '
    function flip(digits) { return (substr(digits, 1, 1) == "0" ? "1" : "0") substr(digits, 2) }
    NF == 0 { print; next }
    {
        first = substr($37, 1, 2); last = substr($37, 63); scale = $38
        $37 = flip(first) substr($37, 3, 60) flip(last); $38 = flip(scale)
        print NR ": element 0 of data expected " flip(first) " computed " first >told
        print NR ": element 31 of data expected " flip(last) " computed " last >told
        print NR ": scale expected " flip(scale) " computed " scale >told
        print
    }
' told="$DIR/told" >"$DIR/broken"
{ sed "s|^|$DIR/broken:|" "$DIR/told"; echo "2 checked, 2 differ"; } >"$DIR/expected"
run vectors --kind mxfp8-quant "$DIR/broken"
gives "vectors prints which element and scale of a block differ" 1 "$DIR/expected"
{ grep -m 1 '^d32' $DEQUANT; echo "# comment"; grep -m 1 '^d16' $DEQUANT; } | awk '
    function flip(digits) { return (substr(digits, 1, 1) == "0" ? "1" : "0") substr(digits, 2) }
    /^#/ { print; next }
    {
        first = $5; last = $36; $5 = flip(first); $36 = flip(last)
        print NR ": out0 expected " $5 " computed " first >told
        print NR ": out31 expected " $36 " computed " last >told
        print
    }
' told="$DIR/told" >"$DIR/broken"
{ sed "s|^|$DIR/broken:|" "$DIR/told"; echo "2 checked, 2 differ"; } >"$DIR/expected"
run vectors --kind mxfp8-dequant "$DIR/broken"
gives "vectors prints which dequantised value differs" 1 "$DIR/expected"

malformed() { # NAME KIND FILE EDIT-OF-LINE-5 TEXT
    sed "5$4" "$3" >"$DIR/bad"
    run vectors --kind "$2" "$DIR/bad"
    refuses "vectors --kind $2 refuses $1" "$DIR/bad:5: $5"
}
malformed "an unknown op" mxfp8-quant $QUANT 's/^q/d/' "op: expected q32 or q16, got 'd32'"
malformed "an unknown element" mxfp8-quant $QUANT 's/ e[45]m[23]/ e3m4/' \
    "elem: expected e5m2 or e4m3, got 'e3m4'"
malformed "an element cut short" mxfp8-quant $QUANT 's/ e[45]m[23]/ e4/' \
    "elem: expected e5m2 or e4m3, got 'e4'"
malformed "an rceil of 2" mxfp8-quant $QUANT 's/ [01] / 2 /' "rceil: expected 0 or 1, got '2'"
malformed "a poison_dis of 2" mxfp8-quant $QUANT 's/ \([01]\) [01] / \1 2 /' \
    "poison_dis: expected 0 or 1, got '2'"
malformed "an FP32 line as FP16" mxfp8-quant $QUANT 's/^q32/q16/' \
    "in0: expected 4 hex digits, got 8"
malformed "an FP32 value too few" mxfp8-quant $QUANT 's/ [^ ]* [^ ]* [^ ]*$/ /' \
    "in31 is missing; it takes 8 hex digits"
malformed "a short block" mxfp8-quant $QUANT 's/.\( [^ ]*\)$/\1/' \
    "data: expected 64 hex digits, got 63"
malformed "a missing scale" mxfp8-quant $QUANT 's/ [^ ]*$//' \
    "scale is missing; it takes 2 hex digits"
malformed "a digit that is none" mxfp8-quant $QUANT 's/.$/g/' \
    "scale: character 2, 'g', is no hex digit"
malformed "a field too many" mxfp8-quant $QUANT 's/$/ 0/' "fields after scale; a line is 'op elem"
malformed "an unknown op" mxfp8-dequant $DEQUANT 's/^d/q/' \
    "op: expected d32 or d16, got 'q32'"
malformed "an FP32 line as FP16" mxfp8-dequant $DEQUANT 's/^d32/d16/' \
    "out0: expected 4 hex digits, got 8"
malformed "a missing value" mxfp8-dequant $DEQUANT 's/ [^ ]*$//' \
    "out31 is missing; it takes 8 hex digits"
malformed "a field too many" mxfp8-dequant $DEQUANT 's/$/ 0/' \
    "fields after out31; a line is 'op elem data"
malformed "a control character" mxfp8-dequant $DEQUANT "s/^d32/$(printf '\033')[31m/" \
    "op: expected d32 or d16, got '?[31m'"
run vectors --kind mxfp8-quant $DEQUANT
refuses "vectors refuses a file of another kind" "$DEQUANT:3: op: expected q32 or q16, got 'd32'"
run vectors --kind mxfp8-dequant "$DIR/empty"
refuses "vectors says what a line of the kind is" "a line is 'op elem data scale out0..out31'"

# ---- flit ----------------------------------------------------------------------------------------

# Header: dst 0,1, src 2,3, type 0, txn 0x40, last and rsvd 0. Payload: 40 bits of address, len 0,
# flags 0x40, count 7, three peer bytes {y,x} with the first one lowest, then 2 bits of n_peer = 1
# and 8 bits of words = 4: 01 00000100, the digits 41 0. The rest is reserved.
HEX=012304000000012340004007000021410$(echo $Z64 | cut -c1-39)
TEXT="MEM_RD_REQ (2,3)->(0,1) txn 0x40 addr 0x00_0001_2340 STREAM count 7 words 4 peers (1,2)"

echo "$HEX" >"$DIR/expected"
run flit encode type=MEM_RD_REQ dst=0,1 src=2,3 txn=0x40 addr=0x12340 stream=1 count=7 words=4 peers=1,2
gives "flit encode packs fields" 0 "$DIR/expected"
run flit encode "type=MEM_RD_REQ dst=0,1 src=2,3 txn=0x40" "addr=0x1_2340 stream=1 count=7 words=4 peers=1,2"
gives "flit encode takes several fields in an argument" 0 "$DIR/expected"
echo "$TEXT" >"$DIR/expected"
run flit decode "$HEX"
gives "flit decode speaks the protocol's words" 0 "$DIR/expected"
run flit decode "0x$(echo "$HEX" | tr 'a-f' 'A-F' | sed 's/......../&_/g; s/_$//')"
gives "flit decode takes 0x, underscores and upper case" 0 "$DIR/expected"
{ echo "$TEXT" && echo "MEM_WR_ACK (0,0)->(0,0) txn 0x00 last"; } >"$DIR/expected"
run flit decode "$HEX" "00003008$Z64"
gives "flit decode prints one line an argument" 0 "$DIR/expected"
printf '# two flits\n\n  %s \r\n%s' "$HEX" "00003008$Z64" >"$DIR/flits"
run flit decode <"$DIR/flits"
gives "flit decode reads lines of stdin without arguments" 0 "$DIR/expected"

# Every type, set bits everywhere: fields lead back to the same digits.
mismatches=0
for type in 0 1 2 3 4 5 6 7 8 9 a b c d e f; do
    for payload in "$Z64" "$BEAT" "0000012340ff4007000021410$(echo $Z64 | cut -c1-39)"; do
        hex=a5c3${type}e1d$payload
        run flit decode --fields "$hex"
        [ "$status" -eq 0 ] && [ "$(wc -l <"$OUT")" -eq 1 ] || mismatches=$((mismatches + 1))
        run flit encode "$(cat "$OUT")"
        [ "$(cat "$OUT")" = "$hex" ] || mismatches=$((mismatches + 1))
    done
done
[ $mismatches -eq 0 ]
verdict $? "flit encode reads back what flit decode --fields prints"

# As a filter: the answer to the first line comes before the second line is written.
mkfifo "$DIR/to" "$DIR/from"
"$COSIM" flit decode <"$DIR/to" >"$DIR/from" 2>"$ERR" &
filter=$!
exec 3>"$DIR/to" 4<"$DIR/from"
echo "$HEX" >&3
{ sleep 10 && kill $filter; } >/dev/null 2>&1 3>&- 4<&- &
guard=$!
read -r answer <&4
echo "$answer" >"$OUT"
exec 3>&-
wait $filter
status=$?
kill $guard 2>/dev/null
exec 4<&-
[ $status -eq 0 ] && [ "$answer" = "$TEXT" ]
verdict $? "flit decode answers each line at once"

run flit
refuses "flit needs a verb" "decode or encode"
run flit explode
refuses "flit refuses an unknown verb" "got 'explode'"
run flit decode --long "$HEX"
refuses "flit decode refuses an unknown option" "unknown option '--long'"
run flit decode 1234
refuses "flit decode refuses too few digits" "argument 1: flit: expected 72 hex digits, got 4"
run flit decode "$HEX" "${HEX}0"
refuses "flit decode refuses too many digits" "argument 2: flit: expected 72 hex digits, got 73"
run flit decode "x$HEX"
refuses "flit decode refuses a digit that is none" "argument 1: flit: character 1, 'x', is no hex digit"
run flit decode ""
refuses "flit decode refuses an empty argument" "got 0"
run flit decode "$(printf '12\n34\033[31m')"
refuses "flit decode shows no control character" "is no hex digit"
run flit decode "$(cut -d' ' -f1 "$DIR/all_wrong" | tr '\n' '0')"
refuses "flit decode refuses a long argument" "expected 72 hex digits"
printf '# one\n%s\n12\n' "$HEX" >"$DIR/bad"
run flit decode <"$DIR/bad"
refuses "flit decode names the bad line of stdin" "stdin:3: flit: expected 72 hex digits, got 2"
[ "$(cat "$OUT")" = "$TEXT" ]
verdict $? "flit decode has answered the lines before a bad one"
run flit decode <"$DIR/empty"
refuses "flit decode refuses empty stdin" "stdin: no flits"
head -c 100 /dev/zero >"$DIR/bad"
run flit decode <"$DIR/bad"
refuses "flit decode refuses NUL bytes" "stdin:1: NUL byte at character 1"
run flit encode
refuses "flit encode needs fields" "for example type=MEM_RD_REQ"
run flit encode dst=0,1
refuses "flit encode needs a type" "type: missing"
run flit encode type=MEM_READ
refuses "flit encode refuses an unknown type" "got \"MEM_READ\""
run flit encode type=0 txn=256
refuses "flit encode refuses a number too large" "txn: expected a number from 0 to 0xff"
run flit encode type=0 dst=16,0
refuses "flit encode refuses a position off the mesh" "dst: expected X,Y"
run flit encode type=0 colour=red
refuses "flit encode refuses an unknown field" "unknown field \"colour\""
run flit encode type=3 addr=1
refuses "flit encode refuses a field of another type" "addr: no field of MEM_WR_ACK"
run flit encode type=0 type=1
refuses "flit encode refuses a field given twice" "type: given twice"
run flit encode type
refuses "flit encode refuses what is no field" "expected key=value"
run flit encode "$(printf 'type=\n\033[31m')"
refuses "flit encode shows no control character" "type: expected"
"$COSIM" flit decode "$HEX" >&- 2>"$ERR"
status=$?
refuses "flit decode tells that stdout is closed" "stdout:"

# ---- explain: its options; what it finds in dumps is tested in C (tests/test_explain.c) ---------

run explain
refuses "explain needs a file" "explain needs FILE.fst --scope PATH --clock PATH"
run explain "$DIR/empty" --clock clk
refuses "explain needs a scope" "explain needs FILE.fst --scope PATH --clock PATH"
run explain "$DIR/empty" --scope
refuses "explain refuses an option without a value" "--scope needs a value"
run explain "$DIR/empty" --scope tb --clock clk
refuses "explain refuses an empty file" "$DIR/empty is empty"
run explain "$DIR/line" --scope tb --clock clk
refuses "explain refuses a text" "$DIR/line is no FST dump"
run explain "$DIR" --scope tb --clock clk
refuses "explain refuses a folder" "$DIR is no file"
run explain "$DIR/nowhere" --scope tb --clock clk
refuses "explain refuses a missing file" "$DIR/nowhere cannot be opened"
run explain "$DIR/empty" --scope tb --clock clk --from soon
refuses "explain refuses a limit that is none" "--from: 'soon' is neither a cycle nor a time"
run explain "$DIR/empty" --scope tb --clock clk --to 12parsec
refuses "explain refuses an unknown unit" "--to: '12parsec' is neither a cycle nor a time"
run explain "$DIR/empty" --scope tb --clock clk --map "$DIR/nowhere"
refuses "explain refuses a missing map" "--map: cannot read $DIR/nowhere"
run explain "$DIR/empty" --scope tb --clock clk --map "$DIR/line"
refuses "explain refuses a map that is none" "is not NAME=VALUE"
run explain "$DIR/empty" --scope tb --clock clk --map m_rvalid=
refuses "explain refuses half a name" "--map: 'm_rvalid=' is not NAME=VALUE"
run explain "$DIR/empty" --scope tb --clock clk --params WR_SLOTS
refuses "explain refuses half a parameter" "--params: 'WR_SLOTS' is not NAME=VALUE"
run explain "$DIR/empty" --scope tb --clock clk --slow
refuses "explain refuses an unknown option" "--slow"
run explain "$DIR/empty" "$DIR/line" --scope tb --clock clk
refuses "explain refuses two files" "explain needs FILE.fst"
run explain "$(printf 'a\nb')" --scope tb --clock clk
refuses "explain shows no control character" "cannot be opened"

# ---- waivers -------------------------------------------------------------------------------------

printf '%s\n' '# agreed with the owner' '' 'MEM-RATE  one request at a time' 'XF-REG registers come later # 2' >"$DIR/waivers"
run run bank_identity.registers_state_the_bank --waivers "$DIR/waivers"
[ "$status" -eq 0 ] && [ ! -s "$ERR" ] &&
    grep -qx '  waived      MEM-RATE never needed: one request at a time' "$OUT" &&
    grep -qx '  bank        identity: 1-15 4 beats -> 4 words DEPTH 2' "$OUT"
verdict $? "a waiver that was not needed is listed with its reason, and the bank is named"
run run bank_identity.registers_state_the_bank --waivers "$DIR/none"
refuses "waivers refuse a file that is not there" "WAIVERS: $DIR/none: No such file"
run run bank_identity.registers_state_the_bank --waivers "$DIR"
refuses "waivers refuse a folder" "WAIVERS: $DIR: Is a directory"
echo "XF-NONE because" >"$DIR/waivers"
run run bank_identity.registers_state_the_bank --waivers "$DIR/waivers"
refuses "waivers refuse an unknown ID" "waivers:1: XF-NONE: unknown check ID"
printf '%s\n' '# why' 'XF-REG' >"$DIR/waivers"
run run bank_identity.registers_state_the_bank --waivers "$DIR/waivers"
refuses "waivers want a reason" "waivers:2: XF-REG: no reason"
printf '%s\n' 'XF-REG a' 'XF-REG b' >"$DIR/waivers"
run run bank_identity.registers_state_the_bank --waivers "$DIR/waivers"
refuses "waivers refuse an ID twice" "waivers:2: XF-REG: waived twice"

# ---- help ----------------------------------------------------------------------------------------

for command in quantise vectors flit explain; do
    run $command --help
    [ "$status" -eq 0 ] && grep -q "^cosim $command" "$OUT" && [ ! -s "$ERR" ]
    verdict $? "$command --help explains itself"
done

[ $failures -eq 0 ] || { echo "# $failures failed" >&2; exit 1; }
