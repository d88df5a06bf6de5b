#!/bin/sh
# make new-bank: what it writes, that both halves of it compile without a warning, what it refuses.
# Run from the repository's root. Prints one line a case; exits non-zero when one fails.

LC_ALL=C
export LC_ALL
. tests/cases.sh
unset NAME MAKEFLAGS MAKELEVEL MFLAGS

run() { # VARIABLE=VALUE...
    env "$@" scripts/new-bank >"$OUT" 2>"$ERR"
    status=$?
}

# Status 1, nothing on stdout, one line on stderr with TEXT.
refuses() { # NAME TEXT VARIABLE=VALUE...
    name=$1 text=$2
    shift 2
    run "$@"
    [ $status -eq 1 ] && [ ! -s "$OUT" ] && [ "$(wc -l <"$ERR")" -eq 1 ] && grep -qF -e "$text" "$ERR"
    verdict $? "$name"
}

run NAME=relu DIR="$DIR"
[ $status -eq 0 ] && [ ! -s "$ERR" ] && [ "$(ls "$DIR/relu" | tr '\n' ' ')" = "README.md model.c xform_bank.v " ]
verdict $? "a bank is three files"
grep -qx "  next        make check BANK=$DIR/relu" "$OUT"
verdict $? "what to do next is said"
! grep -q 'NAME\|FOLDER' "$DIR/relu"/* && grep -q '\.name = "relu"' "$DIR/relu/model.c"
verdict $? "it has the name"
gcc -std=gnu11 -Wall -Wextra -Werror -Imodels -c "$DIR/relu/model.c" -o "$DIR/model.o" >"$OUT" 2>"$ERR"
verdict $? "its model compiles"
for width in 1 4 8; do
    verilator --lint-only -Wall -GID_W=$width -GMODE_W=$width "$DIR/relu/xform_bank.v" >"$OUT" 2>"$ERR" && [ ! -s "$ERR" ]
    verdict $? "its RTL has nothing to warn of, ids and modes of $width bits"
done
verilator --lint-only -Wall tests/foreign/relu/xform_bank.v >"$OUT" 2>"$ERR" && [ ! -s "$ERR" ] &&
    gcc -std=gnu11 -Wall -Wextra -Werror -Imodels -c tests/foreign/relu/model.c -o "$DIR/model.o" >"$OUT" 2>"$ERR"
verdict $? "the bank of the tutorial compiles without a warning"
make -s new-bank NAME=clip DIR="$DIR/" >"$OUT" 2>"$ERR" && [ -f "$DIR/clip/model.c" ]
verdict $? "make new-bank"

refuses "a folder that is there" "$DIR/relu is there already" NAME=relu DIR="$DIR"
refuses "no name" "no name: make new-bank NAME=relu"
refuses "a name with a hyphen" "NAME: 'my-bank': letters, digits and _" NAME=my-bank DIR="$DIR"
refuses "a name that begins with a digit" "NAME: '8bit': letters" NAME=8bit DIR="$DIR"
refuses "a path as name" "NAME: 'a/b': letters" NAME=a/b DIR="$DIR"
refuses "a name too long" "at most 31" NAME=abcdefghijklmnopqrstuvwxyzabcdef DIR="$DIR"
refuses "a folder with a space" "DIR: '$DIR/a b': no spaces" NAME=relu DIR="$DIR/a b"
refuses "a folder that is not there" "DIR: no such folder: $DIR/none" NAME=relu DIR="$DIR/none"
[ "$(ls "$DIR" | tr '\n' ' ')" = "clip err model.o out relu " ]
verdict $? "what is refused leaves nothing behind"

[ $failures -eq 0 ] || { echo "# $failures failed" >&2; exit 1; }
