#!/bin/sh
# scripts/pack-failure: what is in the archive, what is said when there is no failure to pack.
# Run from the repository's root: COSIM=build/cosim tests/test_pack.sh
# Works in a copy of the scripts with a failure made up here, so nothing of the tree is touched.
# Prints one line a case; exits non-zero when one fails.

LC_ALL=C
export LC_ALL
. tests/cases.sh

[ -x scripts/pack-failure ] || { echo "scripts/pack-failure: not found; run from the repository's root" >&2; exit 2; }

TREE=$DIR/tree
FAIL=$TREE/build/fail/mem_port.random
mkdir -p "$FAIL" "$TREE/scripts" "$DIR/opened"
cp scripts/pack-failure "$TREE/scripts"
echo "FAIL mem_port.random  seed 0x1f  cycle 18 204  MEM-WORD on mem_out" >"$FAIL/report.txt"
echo "18 204 mem_out <--" >"$FAIL/events.txt"
echo "not really waves" >"$FAIL/window.fst"
program() { # PATH
    printf '#!/bin/sh\n# what\n# rtl 0123456789ab, Verilator 5.006, gcc 12.2.0\nexec %s run mem_port.random --seed 0x1f\n' \
        "$1" >"$FAIL/replay.sh"
}
program build/cosim

# Stands in for scripts/waves: GTKWave need not be installed.
cat >"$TREE/scripts/waves" <<END
#!/bin/sh
printf '%s\n' '[dumpfile] "$TREE/build/fail/mem_port.random/window.fst"' \\
    '[savefile] "$TREE/build/fail/mem_port.random/window.gtkw"' @4022 '^>1 $TREE/scripts/flit-filter' TOP.a >build/fail/\$1/window.gtkw
END
chmod +x "$TREE/scripts/waves"

pack() {
    (cd "$DIR" && "$TREE/scripts/pack-failure" "$@") >"$OUT" 2>"$ERR"
    status=$?
}

opened() {
    rm -rf "$DIR/opened" && mkdir "$DIR/opened" && tar -xzf "$1" -C "$DIR/opened"
}

has() { # FILE TEXT
    grep -qF -- "$2" "$DIR/opened/mem_port.random/$1"
}

refuses() { # TEXT
    [ "$status" -eq 1 ] && [ "$(wc -l <"$ERR")" -eq 1 ] && grep -qF -- "$1" "$ERR"
}

pack mem_port.random
copied() { # FILE...
    for file in "$@"; do
        cmp -s "$FAIL/$file" "$DIR/opened/mem_port.random/$file" || return 1
    done
}
[ $status -eq 0 ] && opened "$TREE/build/fail/mem_port.random.tar.gz" &&
    copied report.txt events.txt window.fst replay.sh
verdict $? "an archive holds report, events, waves and replay line as they were"

has README.txt "MEM-WORD on mem_out" && has README.txt "build/cosim run mem_port.random --seed 0x1f" &&
    has sources.txt "rtl 0123456789ab"
verdict $? "its README says what failed and how to run it again, sources.txt what it was built from"

has window.gtkw '[dumpfile] "window.fst"' && ! grep -q "$TREE" "$DIR/opened/mem_port.random/window.gtkw" &&
    ! has window.gtkw '^>' && has window.gtkw @22 && has window.gtkw TOP.a
verdict $? "its view names nothing outside the archive"

git -C "$TREE" init -q && git -C "$TREE" -c user.name=a -c user.email=a@b commit -q --allow-empty -m first &&
    git -C "$TREE" add scripts && git -C "$TREE" -c user.name=a -c user.email=a@b commit -q -m scripts &&
    echo "# changed" >>"$TREE/scripts/waves"
pack mem_port.random "$DIR/mine.tgz"
[ $status -eq 0 ] && opened "$DIR/mine.tgz" && has sources.txt "with changes.patch" &&
    has changes.patch "+# changed" && has README.txt "git apply changes.patch"
verdict $? "uncommitted changes go with it"

mkdir -p "$TREE/build/foreign/ab/dut/mem_port" && echo "  swapped     mag_mem_port  $DIR/port.v" >"$TREE/build/foreign/ab/swapped.txt"
echo "module mag_mem_port; endmodule" >"$DIR/port.v"
echo "x : $DIR/port.v rtl/mcs_fifo.v" >"$TREE/build/foreign/ab/dut/mem_port/V__ver.d"
program build/foreign/ab/cosim
pack mem_port.random "$DIR/theirs.tgz"
[ $status -eq 0 ] && opened "$DIR/theirs.tgz" && has sources.txt "swapped" &&
    has sources.txt "$(sha256sum "$DIR/port.v" | cut -d' ' -f1)" && ! tar -tzf "$DIR/theirs.tgz" | grep -q 'port\.v'
verdict $? "RTL from elsewhere is named with its checksum, not copied"

rm "$FAIL/window.fst" "$FAIL/window.gtkw" "$FAIL/events.txt"
pack mem_port.random "$DIR/few.tgz"
[ $status -eq 0 ] && opened "$DIR/few.tgz" && has README.txt "report.txt" && ! has README.txt "window.fst"
verdict $? "a failure without waves is packed without"

pack mem_port.none
refuses "no failure of mem_port.none in build/fail: make check T=mem_port.none leaves one when it fails"
verdict $? "a test that did not fail is refused"

pack mem_port.random "$DIR/none/x.tgz"
refuses "no directory $DIR/none for the archive"
verdict $? "a place that is not there is refused"

pack
[ $status -eq 2 ] && grep -q '^usage: ' "$ERR"
verdict $? "without a test the usage is printed"

[ "$failures" -eq 0 ]
