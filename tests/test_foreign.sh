#!/bin/sh
# Taking in somebody else's RTL: what is refused and in which words, what is built from what; and that banks
# of every shape pass, and swapping back and forth builds nothing twice. Run from the repository's root. Prints one line a case; exits non-zero when one fails.

LC_ALL=C
export LC_ALL
BAD=tests/foreign/bad
SERIAL=tests/foreign/serial_port/serial_port.f
. tests/cases.sh
PORTS="mem_port mem_port_ap mem_port_min mem_port_max mem_port_odd" # and mag, last of all
PORTS_LISTED="mem_port, mem_port_ap, mem_port_min, mem_port_max, mem_port_odd"
unset FILELIST BANK PARAMS T MAKEFLAGS MAKELEVEL MFLAGS

[ -x scripts/foreign ] || { echo "scripts/foreign: not found; run from the repository's root" >&2; exit 2; }

# The build variants as the Makefile describes them.
ARGUMENTS=$(make -s -f - arguments <<'END'
include Makefile
arguments: ; @echo $(foreach v,$(VARIANTS),$(call as_argument,$(v)))
END
) || exit 2

run() { # VARIABLE=VALUE...
    # The words of ARGUMENTS are the arguments.
    # shellcheck disable=SC2086
    env "$@" scripts/foreign $ARGUMENTS >"$OUT" 2>"$ERR"
    status=$?
}

# Exit status 1, nothing on stdout, and exactly LINES lines on stderr, one of them with TEXT.
refuses_in() { # LINES NAME TEXT VARIABLE=VALUE...
    lines=$1 name=$2 text=$3
    shift 3
    run "$@"
    [ $status -eq 1 ] && [ ! -s "$OUT" ] && [ "$(wc -l <"$ERR")" -eq "$lines" ] && grep -qF -e "$text" "$ERR"
    verdict $? "$name"
}

refuses() { # NAME TEXT VARIABLE=VALUE...
    refuses_in 1 "$@"
}

# Exit status 0 and these variants; FOLDER is where.
takes() { # NAME VARIANTS VARIABLE=VALUE...
    name=$1 variants=$2
    shift 2
    run "$@"
    FOLDER=$(cut -d ' ' -f 1 "$OUT")
    [ $status -eq 0 ] && [ ! -s "$ERR" ] && [ "$(cut -d ' ' -f 2- "$OUT")" = "$variants" ] && [ -d "$FOLDER" ]
    verdict $? "$name"
}

has() { # NAME TEXT FILE
    grep -qF -e "$2" "$3"
    verdict $? "$1"
}

list() { # LINE...
    printf '%s\n' "$@" >"$DIR/list.f"
}

# The header of a contract module of ours, as a module without a body.
header_of() { # FILE
    sed -n '/^module/,/^);/p' "$1" | sed 's/output reg /output wire/'
    echo endmodule
}

# ---- lists ---------------------------------------------------------------------------------------

refuses "a list that is not there" "FILELIST: no such file: nowhere.f" FILELIST=nowhere.f
refuses "a folder as list" "FILELIST: tests is a directory" FILELIST=tests
refuses "two lists" "FILELIST: 'a.f b.f': one list" "FILELIST=a.f b.f"
refuses "an empty list" "${BAD}_list/empty.f names no Verilog file" FILELIST=${BAD}_list/empty.f
refuses "a file of the list that is not there" "${BAD}_list/missing.f:4: no such file: rtl/lost.v" \
    FILELIST=${BAD}_list/missing.f
refuses "a list without any of our modules" "none.f defines none of mag, mag_mem_port, mag_xform, xform_bank" \
    FILELIST=${BAD}_list/none.f
list "// a comment" "/* another" "*/ -f other.f"
refuses "a list of the list that is not there" "$DIR/list.f:3: no such file: other.f" FILELIST="$DIR/list.f"
list "-f $DIR/list.f"
refuses "a list that names itself" "lists that name each other" FILELIST="$DIR/list.f"
list "rtl/mag_xform.v" '${NO_SUCH_PLACE}/a.v'
refuses "a variable nobody set" "$DIR/list.f:2: the environment has no NO_SUCH_PLACE" FILELIST="$DIR/list.f"
list '"my rtl/a.v"'
refuses "a space in a path" "$DIR/list.f:1: a space inside a path" FILELIST="$DIR/list.f"
list '"rtl/a.v'
refuses "an open quote" "$DIR/list.f:1: a quote is not closed" FILELIST="$DIR/list.f"
list "rtl/mag_xform.v /* never"
refuses "an open comment" "$DIR/list.f:1: a comment is not closed" FILELIST="$DIR/list.f"
list "rtl/mag_xform.v" "-y"
refuses "a switch without its name" "$DIR/list.f:2: -y wants a name" FILELIST="$DIR/list.f"
list "+incdir+rtl+lost"
refuses "an include folder that is not there" "$DIR/list.f:1: no such directory: lost" FILELIST="$DIR/list.f"
list "rtl"
refuses "a folder as file" "$DIR/list.f:1: this is a directory: rtl" FILELIST="$DIR/list.f"
list "-GWR_SLOTS=3" "rtl/mag_xform.v"
refuses "a parameter in the list" "$DIR/list.f:1: parameters are set by PARAMS=" FILELIST="$DIR/list.f"
list "rtl/mag_xform.v" "-full64"
refuses "a switch of another simulator" "$DIR/list.f:2: verilator has no switch -full64" FILELIST="$DIR/list.f"

# ---- parameters ----------------------------------------------------------------------------------

refuses "a parameter without a value" "PARAMS: 'ID_W': expected NAME=VALUE" PARAMS=ID_W
refuses "parameters with a comma" "PARAMS: 'ID_W=2,NREQ=3': expected NAME=VALUE" PARAMS=ID_W=2,NREQ=3
refuses "a value that is no number" "PARAMS: 'ID_W=two': the value is a plain decimal number" PARAMS=ID_W=two
refuses "a parameter given twice" "PARAMS: ID_W is given twice" "PARAMS=ID_W=2 ID_W=3"
refuses "an unknown parameter" "PARAMS: WIDTH is no parameter of mag_mem_port, mag_xform, xform_bank, mag, which can have FLIT_WIDTH" \
    PARAMS=WIDTH=3
refuses "a value that is not legal" "PARAMS: WR_SLOTS=65 is refused: mag_mem_port_needs_WR_SLOTS_1_to_64" \
    PARAMS=WR_SLOTS=65
takes "parameters alone build our modules" "xform xform1 xform3 xform8 xform_identity xform_identity4 xform_mxfp8 xform_transpose xform_table" PARAMS=NREQ=4
has "parameters alone swap nothing" "parameters  NREQ=4 in xform, xform1, xform3, xform8, xform_identity, xform_identity4, xform_mxfp8, xform_transpose, xform_table" "$FOLDER/swapped.txt"
has "parameters alone are about their module" "mag_xform" "$FOLDER/modules"
takes "a corner that cannot be is left out" "mem_port mem_port_max mem_port_odd mag" PARAMS=Q_MARGIN=20
has "what is left out is named" "Q_MARGIN=20 is refused" "$FOLDER/swapped.txt"

# ---- bank folders --------------------------------------------------------------------------------

refuses "a bank folder that is not there" "BANK: no such folder: nowhere" BANK=nowhere
refuses "a file as bank folder" "BANK: Makefile is no folder" BANK=Makefile
refuses "a bank folder without Verilog" "BANK: no *.v in tests/data" BANK=tests/data
refuses "a bank folder without xform_bank" "BANK: no *.v in ${BAD}_bank defines xform_bank" BANK=${BAD}_bank
refuses_in 5 "a bank with other pins" \
    "xform_bank (${BAD}_bank_pins/xform_bank.v): output fault (4 bits) is missing" BANK=${BAD}_bank_pins
takes "a bank folder" "bank xform xform1 xform8 mag" BANK=rtl/banks/identity/
has "what a bank sees elsewhere is left out" "a bank sees nothing new there: xform3 (T=xform), mag3 (T=mag3), mag4 (T=mag4)" \
    "$FOLDER/swapped.txt"
whole=$FOLDER
takes "T builds what its suite runs" "bank" BANK=rtl/banks/identity T=bank.random
[ "$FOLDER" != "$whole" ]
verdict $? "it has a folder of its own"
takes "T asks for the slot of three requesters" "bank xform xform3" BANK=rtl/banks/identity T=xform
takes "T asks for the corners of a slot" "bank xform1 xform8" BANK=rtl/banks/identity T=xform_corners
takes "T asks for another agent" "bank mag3" BANK=rtl/banks/identity T=mag3.mesh
has "what T does not run is left out" "  left out    what T=mag3.mesh does not run" "$FOLDER/swapped.txt"
takes "what measures several variants has them all" "bank xform xform1 xform8 mag" BANK=rtl/banks/identity T=xform.rates
FOLDER=$whole
has "its model is used" "#include \"$PWD/rtl/banks/identity/model.c\"" "$FOLDER/model.c"
mkdir "$DIR/bank" && cp rtl/banks/identity/xform_bank.v "$DIR/bank/any_name.v"
takes "a bank folder without a model, of another geometry" "bank xform xform1 xform8 mag" BANK="$DIR/bank" \
    "PARAMS=IN_BITS=1024 OUT_WORDS=2"
has "the missing model is said" "bank model  none beside xform_bank: words are held to what the same entry gave before" "$FOLDER/swapped.txt"
echo "int x;" >"$DIR/bank/model.c"
refuses "a model that is none" "model.c does not define BANK_MODEL: end it with" BANK="$DIR/bank"
echo "int BANK_MODEL;" >"$DIR/bank/model.c"
refuses "a model that forgets its name" "model.c does not define BANK_MODEL" BANK="$DIR/bank"
printf '%s\n' '#include "bank.h"' '' 'const struct bank_desc BANK_MODEL = {.name = wrong};' >"$DIR/bank/model.c"
refuses "a model that does not compile" "model.c does not compile: $DIR/bank/model.c:3:" BANK="$DIR/bank"
printf '%s\n' '#include "shapes.h"' >"$DIR/bank/model.c"
refuses "a model without its header" "shapes.h: No such file or directory" BANK="$DIR/bank"
rm "$DIR/bank/model.c"
cp "$DIR/bank/any_name.v" "$DIR/bank/old.v"
refuses "two definitions in a folder" "BANK: xform_bank is defined in $DIR/bank/any_name.v and in $DIR/bank/old.v" \
    BANK="$DIR/bank"
takes "ids too narrow for a bank" "bank xform xform8 mag" BANK=tests/mutants/toy
has "what it refuses is told" "left out    xform1 (NREQ=1 ID_W=1 MODE_W=1): mag_xform (rtl/mag_xform.v): ID_W=1 is refused: toy_needs_ID_W_2_to_8" \
    "$FOLDER/swapped.txt"
list bank/any_name.v bank/old.v
refuses "two definitions in a list" "FILELIST: xform_bank is defined in $DIR/bank/any_name.v and in" \
    FILELIST="$DIR/list.f"
rm "$DIR/bank/old.v"
sed -i 's/^endmodule/lost_part part ();\n&/' "$DIR/bank/any_name.v"
refuses "a module nobody has" "any_name.v:138:1: Cannot find file containing module: 'lost_part'" BANK="$DIR/bank"
cp rtl/banks/identity/xform_bank.v "$DIR/bank/any_name.v"
sed -i 's/^endmodule/wire [2:0] few = beat;\nwire [3:0] far = id[9:6];\n&/' "$DIR/bank/any_name.v"
takes "a bank with widths and ranges to warn of" "bank xform xform1 xform8 mag" BANK="$DIR/bank"
has "such warnings are counted" "  warnings    2 of range, width and the like in these files:" "$FOLDER/swapped.txt"
has "such warnings have a place" "any_name.v:$(grep -n 'few = beat' "$DIR/bank/any_name.v" | cut -d : -f 1): Operator" \
    "$FOLDER/swapped.txt"
has "ours have none" "bank model" "$FOLDER/swapped.txt"

# ---- the contract --------------------------------------------------------------------------------

refuses_in 4 "a missing pin" "mag_mem_port (${BAD}_ports/mag_mem_port.v): input m_rlast (1 bit) is missing" \
    FILELIST=${BAD}_ports/ports.f
has "a missing parameter" "mag_mem_port (${BAD}_ports/mag_mem_port.v): parameter Q_MARGIN is missing" "$ERR"
has "another width" "input mem_in_data is 256 bits wide, the contract says 288" "$ERR"
has "another direction" "mem_rd_count is an input, the contract says output" "$ERR"
refuses "RTL that does not parse" "${BAD}_syntax/mag_xform.v:12:21: syntax error" \
    FILELIST=${BAD}_syntax/syntax.f
refuses "a slot without a bank" "has no xform_bank inside" FILELIST=${BAD}_slot/slot.f
header_of rtl/mag_mem_port.v | sed 's/ID_W-1:0/3:0/' >"$DIR/mag_mem_port.v"
list mag_mem_port.v
refuses_in 4 "a width that ignores its parameter" \
    "m_awid is 4 bits wide, the contract says 2 (mem_port_ap: AP_DECODE=1" FILELIST="$DIR/list.f"
echo 'module mag_mem_port (); endmodule' >"$DIR/mag_mem_port.v"
refuses_in 11 "no page of complaints" "and 41 more of this kind" FILELIST="$DIR/list.f"
header_of rtl/mag_mem_port.v >"$DIR/mag_mem_port.v"
sed -i '/^);/a generate if (WR_SLOTS != 16) sixteen_WR_SLOTS_only no(); endgenerate' "$DIR/mag_mem_port.v"
refuses "a legal value theirs refuses" "mag_mem_port ($DIR/mag_mem_port.v): WR_SLOTS=8 is refused: sixteen_WR" \
    FILELIST="$DIR/list.f" PARAMS=WR_SLOTS=8
takes "a corner theirs refuses is left out" "mem_port mag" FILELIST="$DIR/list.f"
refuses "a parameter of what is not replaced" "PARAMS: NREQ is no parameter of mag_mem_port, mag, which" \
    FILELIST="$DIR/list.f" PARAMS=NREQ=3

# ---- what is built from what ---------------------------------------------------------------------

takes "a memory port" "$PORTS mag" FILELIST=$SERIAL
has "where it came from" "swapped     mag_mem_port  tests/foreign/serial_port/mag_mem_port.v  in $PORTS_LISTED" \
    "$FOLDER/swapped.txt"
has "an extra input is tied low" "sizeof t.test_mode" "$FOLDER/pins_mag_mem_port.h"
has "an extra input is mentioned" "extra input test_mode: tied to 0" "$FOLDER/swapped.txt"
has "an extra output is mentioned" "extra output idle: ignored" "$FOLDER/swapped.txt"
first=$FOLDER
takes "the same again" "$PORTS mag" FILELIST=$SERIAL
[ "$first" = "$FOLDER" ]
verdict $? "the same again has the same folder"
list rtl/mag_xform.v
takes "a slot" "xform xform1 xform3 xform8 xform_identity xform_identity4 xform_mxfp8 xform_transpose xform_table mag" FILELIST="$DIR/list.f"
head -n 2 "$FOLDER/xform_identity.f" >"$DIR/head"
has "a slot is tried with our identity bank as well" "rtl/banks/identity/xform_bank.v" "$DIR/head"
list rtl/banks/identity/xform_bank.v
takes "a bank in a list" "bank xform xform1 xform3 xform8 mag" FILELIST="$DIR/list.f"
has "a bank in a list has the model beside it" "rtl/banks/identity/model.c" "$FOLDER/model.c"
takes "BANK= names another model" "bank xform xform1 xform3 xform8 mag" FILELIST="$DIR/list.f" BANK=rtl/banks/mxfp7
has "the model BANK= names" "rtl/banks/mxfp7/model.c" "$FOLDER/model.c"
list rtl/mcs_fifo.v
takes "a helper counts as what it is in" "$PORTS mag" FILELIST="$DIR/list.f"
has "the helper is named" "mcs_fifo, inside mag_mem_port" "$FOLDER/swapped.txt"
takes "two at once" "$PORTS bank xform xform1 xform3 xform8 mag" FILELIST="$DIR/list.f" BANK=rtl/banks/mxfp7
has "two at once are named" "mag_mem_port xform_bank" "$FOLDER/modules"
cp rtl/mag.v "$DIR/mag.v"
list mag.v
takes "a whole agent has all its corners" "mag mag1 mag2 mag3 mag4 mag5 mag1s" FILELIST="$DIR/list.f"
sed 's/\(input .*\)rm_bresp/\1rm_answer/; s/(rm_bresp)/(rm_answer)/' rtl/mag.v >"$DIR/mag.v"
refuses "an agent with a pin of another name" "input rm_bresp (2 bits) is missing" FILELIST="$DIR/list.f"

mkdir -p "$DIR/soc/lib" "$DIR/soc/inc" && cp rtl/banks/identity/xform_bank.v "$DIR/soc/lib/"
echo '`include "slot.vh"' >"$DIR/soc/slot.v"
sed 's/^module mag_xform/module `SLOT_NAME/' rtl/mag_xform.v >"$DIR/soc/inc/slot.vh"
printf '%s\r\n' '# from a Windows machine' '+define+SLOT_NAME=mag_xform +incdir+inc' '-f ${SOC}/more.f' >"$DIR/soc/top.f"
printf '%s\n' '"slot.v" // quoted' '-y lib +libext+.v -top-module soc' >"$DIR/soc/more.f"
takes "nested lists, includes, macros and library folders" "bank xform xform1 xform3 xform8 xform_identity xform_identity4 xform_mxfp8 xform_transpose xform_table mag" \
    FILELIST="$DIR/soc/top.f" SOC="$DIR/soc"
has "includes are followed" "mag_xform   $DIR/soc/inc/slot.vh" "$FOLDER/swapped.txt"
has "library folders are searched" "xform_bank  $DIR/soc/lib/xform_bank.v" "$FOLDER/swapped.txt"

# ---- make ----------------------------------------------------------------------------------------

make -n help FILELIST=nowhere.f >"$OUT" 2>"$ERR"
[ $? -ne 0 ] && [ ! -s "$OUT" ] && grep -q '^FILELIST: no such file: nowhere.f$' "$ERR"
verdict $? "make stops where the script refuses"
make -n help FILELIST=$SERIAL PARAMS="WR_SLOTS=4 Q_DEPTH=32" >"$OUT" 2>"$ERR"
verdict $? "make hands over what it was given"

# ---- banks that pass -----------------------------------------------------------------------------

# Exit status 0 and no failure in the last line.
passes_check() { # NAME VARIABLE=VALUE...
    name=$1
    shift
    make check "$@" >"$OUT" 2>"$ERR" && tail -n 1 "$OUT" | grep -q '^[1-9][0-9]* passed, 0 failed$'
    verdict $? "$name"
}

when_built() { # BANK or nothing
    make -s build BANK="$1" >"$OUT" 2>"$ERR" && stat -c '%n %y' build/cosim build/foreign/*/cosim | sort >"$DIR/$2"
}

passes_check "a bank of the largest shape, ids and modes of 1 and 8 bits" BANK=tests/foreign/wide T=xform_corners \
    "PARAMS=IN_BITS=4096 OUT_WORDS=4"
has "it is told from its registers" "2 sum16 16 beats -> 4 words" "$OUT"
passes_check "a bank of the smallest" BANK=tests/foreign/wide T=bank "PARAMS=IN_BITS=256 OUT_WORDS=1 ID_W=1 MODE_W=1"
has "it has nothing else" "bank        wide: 1 sum1 1 beat -> 1 word DEPTH 2" "$OUT"
mkdir "$DIR/wide" && cp tests/foreign/wide/xform_bank.v "$DIR/wide/"
passes_check "a bank without a model, ids and modes of 8 bits" BANK="$DIR/wide" T=bank \
    "PARAMS=IN_BITS=2304 OUT_WORDS=3 ID_W=8 MODE_W=8"
has "its shapes are read" "16 beats -> 4 words" "$OUT"
passes_check "the bank of the tutorial, whole" BANK=tests/foreign/relu
when_built "" back
cp "$DIR/back" "$DIR/first"
when_built tests/foreign/relu forth && when_built "" back && cmp -s "$DIR/first" "$DIR/forth" && cmp -s "$DIR/first" "$DIR/back"
verdict $? "swapping forth and back builds nothing"

echo "$passes passed, $failures failed"
[ $failures -eq 0 ]
