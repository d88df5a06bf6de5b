#!/bin/sh
# make waves and the filter of its views: which dump, which view, what is said without a viewer or a
# display. Run from the repository's root: COSIM=build/cosim tests/test_waves.sh
# Works on dumps made here; GTKWave and fst2vcd are stand-ins, so neither has to be installed.
# Prints one line a case; exits non-zero when one fails.

LC_ALL=C
export LC_ALL
COSIM=${COSIM:-build/cosim}
ROOT=$PWD
. tests/cases.sh

[ -x "$COSIM" ] || { echo "$COSIM: no such program; build it first or set COSIM" >&2; exit 2; }
[ -x scripts/waves ] || { echo "scripts/waves: not found; run from the repository's root" >&2; exit 2; }

says() { # TEXT...: each on stdout
    for text in "$@"; do
        grep -qF -- "$text" "$OUT" || return 1
    done
}

refuses() { # TEXT: one line on stderr with this, status 1
    [ "$status" -eq 1 ] && [ "$(wc -l <"$ERR")" -eq 1 ] && grep -qF -- "$1" "$ERR"
}

# ---- the filter ----------------------------------------------------------------------------------

Z64=0000000000000000000000000000000000000000000000000000000000000000
STREAM=01230400000001234000400700002141$(echo $Z64 | cut -c1-40)
PLAIN=012304000000012340030007000021410$(echo $Z64 | cut -c1-39) # len 3, flags 0
WRITE=$(echo "$PLAIN" | sed 's/^01230/01231/')
DATA=23014c89$(echo $Z64 | cut -c1-56)89abcdef
: >"$DIR/lines"
: >"$DIR/expected"
answer() { # LINE ANSWER
    printf '%s\n' "$1" >>"$DIR/lines"
    printf '%s\n' "$2" >>"$DIR/expected"
}
READ="RD_REQ (2,3)>(0,1) t40 0x00_0001_2340 S n7 w4 +(1,2)"
answer "$STREAM" "$READ"
answer "2$STREAM" "$READ"
answer "3$STREAM" "?FireBrick?held $READ"
answer "0$STREAM" "-"
answer "1$STREAM" "-"
answer "4$STREAM" "4$STREAM"
answer "x$STREAM" "x$STREAM"
answer "$PLAIN" "RD_REQ (2,3)>(0,1) t40 0x00_0001_2340 len 3"
answer "$WRITE" "WR_REQ (2,3)>(0,1) t40 0x00_0001_2340 len 3"
answer "23012c89$(echo "$DATA" | cut -c9-)" "RD_RESP (0,1)>(2,3) tc8 w1 last ..89ab_cdef"
answer "$DATA" "WR_DATA (0,1)>(2,3) tc8 rsvd 1 last ..89ab_cdef"
answer "00003008$Z64" "WR_ACK (0,0)>(0,0) t00 last"
answer "0000300e$Z64" "WR_ACK (0,0)>(0,0) t00 remote mesh 2 last"
answer "0000300E$Z64" "WR_ACK (0,0)>(0,0) t00 remote mesh 2 last"
answer "00009000$Z64" "TYPE_9 (0,0)>(0,0) t00 ..0000_0000"
answer "0000600805000000$(echo $Z64 | cut -c1-56)" "CU_SIGNAL (0,0)>(0,0) t00 last code 0x05 arg 0x00000000"
answer "00007008020$(echo $Z64 | cut -c1-61)" "CU_CTRL (0,0)>(0,0) t00 last op 2 index 0 0x0"
answer "" ""
answer "12 words  " "12 words  "
answer "xxxx$(echo "$STREAM" | cut -c5-)" "xxxx$(echo "$STREAM" | cut -c5-)"
answer "$STREAM$STREAM" "$STREAM$STREAM"
"$COSIM" flit filter <"$DIR/lines" >"$OUT" 2>"$ERR"
status=$?
[ $status -eq 0 ] && cmp -s "$OUT" "$DIR/expected" && [ ! -s "$ERR" ]
verdict $? "flit filter answers every line, echoing what is no flit"

{ head -c 70000 /dev/zero | tr '\0' 7 && printf '\na\0b\n%s' "$STREAM"; } >"$DIR/odd"
"$COSIM" flit filter <"$DIR/odd" >"$OUT" 2>"$ERR"
status=$?
{ head -c 1000 "$DIR/odd" && tail -c +70001 "$DIR/odd" | head -c 5 && echo "$READ"; } >"$DIR/expected"
[ $status -eq 0 ] && cmp -s "$OUT" "$DIR/expected"
verdict $? "flit filter echoes what GTKWave takes of a long line, and NUL bytes, answers a last line without newline"

awk 'BEGIN { srand(7); for (i = 0; i < 3000; i++) { for (d = 0; d < 72; d++)
    printf "%x", int(16 * rand()); print "" } }' >"$DIR/random"
"$COSIM" flit filter <"$DIR/random" >"$OUT" 2>"$ERR"
status=$?
[ $status -eq 0 ] && awk 'length > 100 || /[^ -~]/ { exit 1 } END { if (NR != 3000) exit 1 }' "$OUT"
verdict $? "flit filter answers any flit with a short line"

mkfifo "$DIR/to" "$DIR/from"
"$COSIM" flit filter <"$DIR/to" >"$DIR/from" 2>"$ERR" &
filter=$!
exec 3>"$DIR/to" 4<"$DIR/from"
{ sleep 10 && kill $filter; } >/dev/null 2>&1 3>&- 4<&- &
guard=$!
echo "no flit" >&3
read -r first <&4
echo "$STREAM" >&3
read -r second <&4
exec 3>&-
wait $filter
status=$?
kill $guard 2>/dev/null
exec 4<&-
[ $status -eq 0 ] && [ "$first" = "no flit" ] && [ "$second" = "$READ" ]
verdict $? "flit filter answers at once and goes on after what is no flit"

# ---- a tree of its own ---------------------------------------------------------------------------

TREE=$DIR/tree
mkdir -p "$TREE/build/waves" "$TREE/bin" "$TREE/none"
ln -s "$ROOT/scripts" "$ROOT/waves" "$TREE"
for tool in sh awk sed grep od mktemp rm cat tr du cut find head dirname; do
    ln -s "$(command -v $tool)" "$TREE/none/$tool"
done
printf '#!/bin/sh\nprintf "%%s\\n" gtkwave "$@"\n' >"$TREE/bin/gtkwave"
# shellcheck disable=SC2016
printf '#!/bin/sh\ntail -c +26 "$1"\n' >"$TREE/bin/fst2vcd" # a dump here: header, then text
chmod +x "$TREE/bin/gtkwave" "$TREE/bin/fst2vcd"

# shellcheck disable=SC2016 # the dollar signs are VCD's
dump() { # FILE END-BYTES DECLARATIONS: a dump from time 0x0100
    mkdir -p "$(dirname "$TREE/build/$1")"
    { printf '\0\0\0\0\0\0\0\1\111\0\0\0\0\0\0\1\0\0\0\0\0\0\0%b' "$2" && cat "$3" &&
        printf '$enddefinitions $end\n#256\n'; } >"$TREE/build/$1"
}
report() { # TEST LINE
    mkdir -p "$TREE/build/fail/$1"
    printf '%s\n  what      something\n' "$2" >"$TREE/build/fail/$1/report.txt"
}
waves() { # FAIL T: without a display
    (cd "$TREE" && DISPLAY='' WAYLAND_DISPLAY='' PATH=$TREE/bin:$PATH scripts/waves "$1" "$2") >"$OUT" 2>"$ERR"
    status=$?
}

cat >"$DIR/port" <<'EOF'
$scope module TOP $end
$var wire 1 ! clk $end
$scope module mag_mem_port $end
$var wire 1 ! clk $end
$var wire 288 " mem_in_data [287:0] $end
$var wire 1 # mem_in_valid $end
$var wire 1 $ mem_in_busy $end
$var wire 2 % m_arid [1:0] $end
$scope module u_other $end
$var wire 7 & rd_held [6:0] $end
$upscope $end
$upscope $end
$upscope $end
EOF
cat >"$DIR/slot" <<'EOF'
$scope module TOP $end
$scope module mag_xform $end
$var wire 1 ! clk $end
$var wire 3 " req [2:0] $end
$var wire 1 # gnt $end
$scope module g_bank $end
$scope module their_bank $end
$var wire 1 $ need_beat $end
$var wire 1 % cfg_rdata $end
$var wire 1 & done $end
$upscope $end
$upscope $end
$upscope $end
$upscope $end
EOF
sed 's/mag_xform/their_top/' "$DIR/slot" >"$DIR/other"
# shellcheck disable=SC2016
agent() { # PORTS: an agent's links and the queues of its requesters of reads
    printf '$scope module TOP $end\n$scope module mag $end\n$var wire 1 ! clk $end\n'
    printf '$var wire %d " noc_in_data [%d:0] $end\n' $((288 * $1)) $((288 * $1 - 1))
    printf '$var wire %d # noc_in_%s [%d:0] $end\n' "$1" valid $(($1 - 1)) "$1" busy $(($1 - 1))
    printf '$scope module u_memory $end\n'
    requester=0
    while [ $requester -lt $(($1 + 2)) ]; do
        printf '$scope module g_read[%d] $end\n$scope module u_read $end\n' $requester
        printf '$var wire 10 %% d_room [9:0] $end\n$upscope $end\n$upscope $end\n'
        requester=$((requester + 1))
    done
    printf '$upscope $end\n$upscope $end\n$upscope $end\n'
}
agent 3 >"$DIR/agent3"
agent 1 >"$DIR/agent1"
sed 's/\(noc_in_[vb].*\) \[0:0\]/\1/' "$DIR/agent1" >"$DIR/scalar"

waves "" ""
[ $status -eq 0 ] && says "no dumps yet" "WAVES=1"
verdict $? "without dumps it says how to make one"
waves port.random ""
refuses "make check T=port.random"
verdict $? "a failure that is not there"
waves "" port.random
refuses "make check T=port.random WAVES=1"
verdict $? "a dump that is not there"

dump fail/port.random/window.fst '\047\020' "$DIR/port" # to 0x2710
report port.random "FAIL port.random  seed 0x1f  cycle 812  MEM-WORD on mem_out"
view=$TREE/build/fail/port.random/window.gtkw
waves port.random ""
[ $status -eq 0 ] && says "FAIL port.random  seed 0x1f" "dump    $TREE/build/fail/port.random/window.fst" \
    "at 8120 ps" "open    gtkwave $TREE/build/fail/port.random/window.fst $view" "no display" &&
    says "not in this dump: what happens, link out" "intake and write slots"
verdict $? "without a display: where the files are and how to open them"
grep -qxF "[dumpfile] \"$TREE/build/fail/port.random/window.fst\"" "$view" &&
    grep -qxF "[savefile] \"$view\"" "$view" && grep -qxF "^>1 $TREE/scripts/flit-filter" "$view" &&
    grep -qxF "[timestart] 8040" "$view" && grep -q '^\*-4.5 8120 8120 -1' "$view" &&
    grep -qxF "[markername] AMEM-WORD on mem_out" "$view" && grep -q '^-cycle 812  MEM-WORD on mem_out' "$view"
verdict $? "the view has the dump, the filter and the failing cycle"
grep -qxF '+{AR id} TOP.mag_mem_port.m_arid[1:0]' "$view" && ! grep -q 'mem_out_\|u_intake\|slots' "$view" &&
    grep -q '^#{flit} TOP.mag_mem_port.mem_in_valid TOP.mag_mem_port.mem_in_busy (0)TOP.*\[287:0\] (1)' "$view" &&
    [ "$(grep '^#{flit}' "$view" | wc -w)" -eq 291 ]
verdict $? "the view takes ranges from the dump and leaves out what is not there"
awk '/^@800200|^@c00200/ { d++ } /^@1000200|^@1401200/ { d--; if (d < 0) exit 1 } END { exit d != 0 }' "$view"
verdict $? "groups are closed"

report port.random "FAIL port.random  seed 0x1f  cycle 18 204  SIM-END on port"
waves port.random ""
[ $status -eq 0 ] && says "at 9995 ps" && grep -q '^\*-4.5 9995 9995' "$view" && grep -qx '\[timestart\] 9880' "$view"
verdict $? "what is found after the last cycle is shown at the last cycle"
rm "$TREE/build/fail/port.random/report.txt"
waves port.random ""
[ $status -eq 0 ] && ! says "marker" && grep -qx '\[timestart\] 256' "$view" && grep -q '^\*-4.5 -1 -1' "$view"
verdict $? "without a report the view starts where the dump does"

waves "" port.random
[ $status -eq 0 ] && says "$TREE/build/fail/port.random/window.fst"
verdict $? "T takes the window of a failure where there is no whole run"
dump waves/port.random.fst '\047\020' "$DIR/port"
report port.random "FAIL port.random  seed 0x1f  cycle 300  MEM-WORD on mem_out"
touch -d '2001-01-01' "$TREE/build/fail/port.random/report.txt"
waves "" port.random
[ $status -eq 0 ] && says "$TREE/build/waves/port.random.fst" && ! says "marker"
verdict $? "T takes the whole run, and no marker from an older report"
touch -d '2037-01-01' "$TREE/build/fail/port.random/report.txt"
waves "" port.random
[ $status -eq 0 ] && says "at 3000 ps"
verdict $? "the marker of a whole run that failed"

dump waves/slot.two.fst '\047\020' "$DIR/slot"
waves "" slot.two
view=$TREE/build/waves/slot.two.gtkw
[ $status -eq 0 ] && grep -qxF '#{request 0} (2)TOP.mag_xform.req[2:0]' "$view" &&
    grep -qxF '#{request 1} (1)TOP.mag_xform.req[2:0]' "$view" &&
    grep -qxF '#{request 2} (0)TOP.mag_xform.req[2:0]' "$view" &&
    grep -qxF '+{grant 0} TOP.mag_xform.gnt' "$view" && ! grep -q 'grant 1' "$view"
verdict $? "requesters are as many as the dump has"
grep -qxF '+{done} TOP.mag_xform.g_bank.their_bank.done' "$view"
verdict $? "a bank of another name is found by its ports"

slice() { # VECTOR HIGH LOW TOP: bits HIGH to LOW as a row has them
    awk -v v="TOP.mag.$1" -v high="$2" -v low="$3" -v top="$4" \
        'BEGIN { for (i = high; i >= low; i--) printf " (%d)%s[%d:0]", top - i, v, top }'
}
has_flit() { # BITS
    grep -qxF "#{flit}$1" "$agent_view"
}
reads_of() { # REQUESTER...: whose d_room the view shows, in its order
    sed -n 's/.*g_read\[\(.\)\].*d_room.*/\1/p' "$agent_view" | tr '\n' ' ' | grep -qx "$* "
}
dump waves/agent.three.fst '\047\020' "$DIR/agent3"
waves "" agent.three
agent_view=$TREE/build/waves/agent.three.gtkw
[ $status -eq 0 ] && says "port 0: out" " port 3," && ! says " port 2," &&
    [ "$(grep -c '^#{flit}' "$agent_view")" -eq 3 ] &&
    grep -qxF '#{valid} (1)TOP.mag.noc_in_valid[2:0]' "$agent_view" &&
    has_flit "$(slice noc_in_valid 1 1 2)$(slice noc_in_busy 1 1 2)$(slice noc_in_data 575 288 863)"
verdict $? "a port of an agent has its slice of the packed links"
reads_of 0 1 2 3 4
verdict $? "the requesters of an agent of three ports"
dump waves/agent.one.fst '\047\020' "$DIR/agent1"
waves "" agent.one
agent_view=$TREE/build/waves/agent.one.gtkw
[ $status -eq 0 ] && says ", port 1, port 2, port 3, " && reads_of 0 1 2 &&
    has_flit "$(slice noc_in_valid 0 0 0)$(slice noc_in_busy 0 0 0)$(slice noc_in_data 287 0 287)"
verdict $? "an agent of one port"
dump waves/agent.scalar.fst '\047\020' "$DIR/scalar"
waves "" agent.scalar
agent_view=$TREE/build/waves/agent.scalar.gtkw
[ $status -eq 0 ] && grep -qxF '+{valid} TOP.mag.noc_in_valid' "$agent_view" &&
    grep -q '^#{flit} TOP.mag.noc_in_valid TOP.mag.noc_in_busy (0)TOP' "$agent_view"
verdict $? "links of one port may be scalars"

dump waves/slot.other.fst '\047\020' "$DIR/other"
waves "" slot.other
[ $status -eq 0 ] && says "none is prepared for their_top" "gtkwave $TREE/build/waves/slot.other.fst"
verdict $? "a top without a view is opened without one"

waves "" ""
[ $status -eq 0 ] && says "port.random" "cycle 300  MEM-WORD on mem_out" "slot.two"
verdict $? "without a name it lists the dumps"
waves "" slot
[ $status -eq 0 ] && says "slot.two" && ! says "port.random"
verdict $? "a suite's name lists its dumps"
head -c 40 "$TREE/build/waves/slot.two.fst" >"$TREE/build/waves/slot.cut.fst"
waves "" slot.cut
refuses "cannot read build/waves/slot.cut.fst"
verdict $? "a dump that was cut short"

(cd "$TREE" && DISPLAY=:7 PATH=$TREE/bin:$PATH scripts/waves "" slot.two) >"$OUT" 2>"$ERR"
status=$?
[ $status -eq 0 ] && [ "$(tail -n 3 "$OUT")" = "$(printf '%s\n' gtkwave "$TREE/build/waves/slot.two.fst" "$view")" ]
verdict $? "with a display GTKWave gets the dump and the view"
(cd "$TREE" && DISPLAY=:7 PATH=$TREE/none scripts/waves "" slot.two) >"$OUT" 2>"$ERR"
status=$?
refuses "gtkwave is not installed: make setup" && says "dump    $TREE/build/waves/slot.two.fst"
verdict $? "without GTKWave it says what to install"

cp "$COSIM" "$TREE/build/cosim"
echo "$STREAM" | (cd / && "$TREE/scripts/flit-filter") >"$OUT" 2>"$ERR"
status=$?
[ $status -eq 0 ] && [ "$(cat "$OUT")" = "$READ" ]
verdict $? "flit-filter works from any directory"
rm "$TREE/build/cosim"
echo "$STREAM" | "$TREE/scripts/flit-filter" >"$OUT" 2>"$ERR"
status=$?
[ $status -eq 0 ] && [ "$(cat "$OUT")" = "$STREAM" ]
verdict $? "flit-filter echoes when nothing is built"

# ---- our own views -------------------------------------------------------------------------------

status=0
: >"$OUT"
for view in waves/*.gtkw; do
    awk '/^@800200|^@c00200/ { d++ } /^@1000200|^@1401200/ { d-- } /^@/ { f = $0 }
         /^[+#A-Z]/ && f ~ /00200$/ { print "row with a group flag: " $0; bad = 1 }
         END { exit d != 0 || bad }' "$view" >>"$OUT" || status=1
done
verdict $status "the prepared views have their groups closed and their rows formatted"

case $COSIM in
/*) PROGRAM=$COSIM ;;
*) PROGRAM=$ROOT/$COSIM ;;
esac

declarations() { # TEST: of a dump of it
    (cd "$DIR" && "$PROGRAM" run "$1" --waves) >"$OUT" 2>"$ERR"
    # shellcheck disable=SC2016
    fst2vcd "$DIR/build/waves/$1.fst" 2>>"$ERR" | sed '/^\$enddefinitions/q'
}

rows() { # VIEW: the names of its rows
    sed -n 's/^[+#]\({[^}]*}\).*/\1/p; /^TOP\./s/\[.*//p; /^TOP\.[^[]*$/p' "$1" | sort
}

# No agent has both four ports and a store: the dump that is looked at is one with the signals of all TESTs,
# as wide as those of the last.
shows_all() { # TOP TEST...
    view=waves/$1.gtkw
    shift
    for test in "$@"; do
        declarations "$test" || return 1
    done >"$DIR/declarations"
    awk -v filter=filter -v report="$DIR/absent" -f scripts/waves-view.awk "$DIR/declarations" "$view" >"$DIR/fitted"
    rows "$view" >"$DIR/expected"
    rows "$DIR/fitted" >"$DIR/shown"
    diff "$DIR/expected" "$DIR/shown" >"$OUT" && [ -s "$DIR/shown" ]
}

while read -r top tests; do
    if command -v fst2vcd >/dev/null 2>&1; then
        # shellcheck disable=SC2086 # names of tests
        shows_all "$top" $tests
        verdict $? "every row of $top is in a dump"
    else
        echo "ok - every row of $top is in a dump # skipped: fst2vcd is not installed"
    fi
done <<'EOF'
mag mag.control_flits_reach_the_agent mag4.control_flits_reach_the_agent
mcs_mover mover.moves_of_nothing_complete
mcs_walker walker.source_counts_of_0_and_1_are_one_element
mag_mem_port mem_port.orphan_data_is_dropped
mag_xform xform_identity.every_id_is_the_bypass xform.every_id_answers
xform_bank bank_identity.every_id_is_the_bypass bank.every_id_answers
EOF

# ---- the harness's own signals in a dump ---------------------------------------------------------

# VCD to a line a change of a signal in scope COSIM or of a pin of TOP: TIME NAME VALUE, the value of a text as
# characters, of a number in decimal.
cat >"$DIR/rows.awk" <<'EOF'
function number(bits,   i, n) { for (i = 1; i <= length(bits); i++) n = n * 2 + substr(bits, i, 1); return n + 0 }
function characters(bits,   i, c, text) {
    while (length(bits) % 8) bits = "0" bits
    for (i = 1; i <= length(bits); i += 8)
        if (c = number(substr(bits, i, 8))) text = text sprintf("%c", c)
    return text
}
$1 == "$scope" { scope = scope $3 "."; next }
$1 == "$upscope" { sub(/[^.]*\.$/, "", scope); next }
$1 == "$var" && (scope == "COSIM." || scope == "TOP.") { name[$4] = $5; wide[$4] = $3; next }
/^#/ { time = substr($1, 2); next }
/^b/ && $2 in name { print time, name[$2], wide[$2] == 1024 ? characters(substr($1, 2)) : number(substr($1, 2)); next }
/^[01]/ && substr($1, 2) in name { print time, name[substr($1, 2)], substr($1, 1, 1) }
EOF

dump_rows() { # RUN-ARGUMENTS...: of the dump it leaves, a whole run's or a window
    (cd "$DIR" && rm -rf build && "$PROGRAM" run "$@") >"$OUT" 2>"$ERR"
    fst2vcd "$(find "$DIR/build" -name '*.fst')" 2>/dev/null | awk -f "$DIR/rows.awk" >"$DIR/changes"
    [ -s "$DIR/changes" ]
}

# At the settled half of every cycle a row says what its link's pins do; `cycle` is the time.
pins_and_rows_agree() {
    awk -v row="$1" '
        function judge() {
            if (time == "" || time % 10 || !(now["resetn"] + 0)) return
            offered = now[row "_valid"] + 0
            held = offered && now[row "_busy"] + 0
            text = now[row]
            if (now["cycle"] * 10 != time || offered != (text != " ") || held != (text ~ /^held /) ||
                now["check"] != " " || text !~ /^( |(held )?[A-Z_0-9]+ \([0-9]+,[0-9]+\)->.*)$/) {
                print "at " time ": " row " says \"" text "\", check \"" now["check"] "\""
                bad = 1
                exit
            }
            seen[offered + held]++
        }
        $1 != time { judge(); time = $1 }
        { value = $0; sub(/^[^ ]* [^ ]* /, "", value); now[$2] = value }
        END { exit bad || !(seen[0] && seen[1] && seen[2]) }' "$DIR/changes" >"$OUT"
}

# The check is named from the cycle of the report on, and before it nothing is.
check_is_named() {
    cycle=$(sed -n '1s/.*  cycle \([0-9 ]*[0-9]\)  .*/\1/p' "$DIR"/build/fail/*/report.txt | tr -d ' ')
    said=$(sed -n '1s/.*  \(.* on .*\)/\1/p' "$DIR"/build/fail/*/report.txt)
    [ -n "$cycle" ] && [ -n "$said" ] &&
        [ "$(awk '$2 == "check" { time = $1; sub(/^[^ ]* check /, ""); print time ":" $0 }' "$DIR/changes" |
            tail -n +2)" = "$((cycle * 10)):$said" ] && grep -q '^0 check  $' "$DIR/changes"
}

if command -v fst2vcd >/dev/null 2>&1; then
    dump_rows mem_port.random --cycles 3000 --waves
    pins_and_rows_agree mem_in && pins_and_rows_agree mem_out
    verdict $? "in every cycle of a dump the rows of the links say what moves and what is held"
    awk '$2 == "write_slots" { if ($3 > 16) exit 1; n[$3]++ } END { exit !(n[0] && n[16]) }' "$DIR/changes"
    verdict $? "a dump has how many write slots are in use"
    dump_rows xform.random --cycles 3000 --done-bound 1
    check_is_named
    verdict $? "a window names the check from the failing cycle on"
else
    echo "ok - the harness's own signals # skipped: fst2vcd is not installed"
fi

[ $failures -eq 0 ] || { echo "# $failures failed" >&2; exit 1; }
