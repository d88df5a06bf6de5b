# Which of our modules the given files define, for scripts/foreign.

# The first errors of Verilator's output $1, without its hints and drawings.
first_errors() {
    sed -n 's/^%Error[^ ]* \{0,1\}//p' "$1" |
        grep -v '^Exiting due to\|This may be because\|^Command Failed\|^Internal Error: .*verilator_bin' |
        awk '!seen[$0]++' | head -n 5 >"$tmp/first"
    [ -s "$tmp/first" ] || echo "verilator failed: $(head -n 1 "$1")" >"$tmp/first"
    for_switches <"$tmp/first"
}

# A switch Verilator does not know is a matter of the list it is in.
for_switches() {
    while read -r line; do
        switch=${line#Invalid option: }
        where=$([ "$switch" = "$line" ] || grep -F -m 1 -e ": $switch" "$tmp/switches" || :)
        if [ -n "$where" ]; then
            echo "FILELIST: ${where%: *}: verilator has no switch $switch: take it out of the list"
        else
            echo "$line"
        fi
    done
}

die_of_errors() {
    echo "$1" >&2
    first_errors "$2" | sed 's/^/  /' >&2
    exit 1
}

# Modules of the files in the -f list $1, as "NAME FILE".
modules_of() {
    "$verilator" -E -f "$1" >"$tmp/text" 2>"$tmp/log" || {
        first_errors "$tmp/log" >"$tmp/errors"
        if [ "$(wc -l <"$tmp/errors")" -eq 1 ] && grep -q ^FILELIST "$tmp/errors"; then
            die "$(cat "$tmp/errors")"
        fi
        die_of_errors "$2: verilator cannot read the files:" "$tmp/log"
    }
    awk -f "$here/foreign-modules.awk" "$tmp/text"
}

# Modules of ours inside contract module $1 with the bank $2, itself included.
inside() {
    "$verilator" --xml-only --xml-output "$tmp/inside.xml" $usual --top-module "$1" \
        -y rtl -y "rtl/banks/$2" "$(our_file "$1" "$2")" >"$tmp/log" 2>&1 ||
        die_of_errors "our $1 does not elaborate:" "$tmp/log"
    awk -f "$here/foreign-ports.awk" "$tmp/inside.xml" | sed -n 's/^uses //p'
}

our_file() {
    case $1 in
    xform_bank) echo "rtl/banks/${2:-mxfp7}/xform_bank.v" ;;
    *) echo "rtl/$1.v" ;;
    esac
}

# Where the list has module $1; empty if it has not.
given_file() {
    awk -v name="$1" '$1 == name { print $2; exit }' "$tmp/defined"
}

# Dies when the files in table $1, given by $2, define one of the modules $3... twice (any, when there is no
# $3): which of them is meant, nobody knows.
refuse_two_definitions() {
    table=$1 giver=$2
    shift 2
    twice=$(awk -v only="$*" '
        only != "" && !index(" " only " ", " " $1 " ") { next }
        !($1 in first) { first[$1] = $2; next }
        { print $1 " is defined " (first[$1] == $2 ? "twice in " $2 : "in " first[$1] " and in " $2); exit }' "$table")
    [ -z "$twice" ] || die "$giver: $twice: leave one of them out"
}

# Sets `ours` to the names of our modules.
list_ours() {
    ours=
    for f in rtl/*.v rtl/banks/*/*.v; do
        f=${f##*/}
        ours="$ours ${f%.v}"
    done
}

# Adds what the list's library directories have that we have, too. A contract module there is listed, since
# a top is not looked for on demand.
add_library_modules() {
    extensions=$(sed -n 's/^+libext+//p' "$tmp/list" | tr + ' ')
    while read -r directory; do
        for f in "$directory"/*; do
            name=${f##*/}
            among ".${name#*.}" .v .sv $extensions && among "${name%%.*}" $ours || continue
            name=${name%%.*}
            if among "$name" $contract_modules && [ -z "$(given_file "$name")" ]; then
                put "$f"
            fi
            echo "$name $f" >>"$tmp/defined"
        done
    done <"$tmp/libraries"
}

# Lists in `taken` what the list has that we have, too: "NAME FILE", or "NAME FILE HOST" for a helper
# module, which counts as replacing the contract module around it. Adds to `replaced`.
take_modules() {
    : >"$tmp/taken"
    for m in $contract_modules; do
        f=$(given_file "$m")
        [ -n "$f" ] || continue
        echo "$m $f" >>"$tmp/taken"
        replaced="$replaced $m"
    done
    awk -v ours="$ours" -v tops="$contract_modules" '
        BEGIN {
            n = split(ours, word, " "); for (i = 1; i <= n; i++) have[word[i]] = 1
            n = split(tops, word, " "); for (i = 1; i <= n; i++) delete have[word[i]]
        }
        $1 in have { print; delete have[$1] }' "$tmp/defined" >"$tmp/helpers"
    [ -s "$tmp/helpers" ] || return 0
    inside xform_bank mxfp7 >"$tmp/inside_xform_bank"
    inside mag_xform mxfp7 >"$tmp/inside_all"
    inside mag_mem_port mxfp7 >"$tmp/inside_mag_mem_port"
    inside mag mxfp7 >"$tmp/inside_whole"
    grep -vxF -f "$tmp/inside_xform_bank" "$tmp/inside_all" >"$tmp/inside_mag_xform"
    sort -u "$tmp/inside_all" "$tmp/inside_mag_mem_port" >"$tmp/inside_parts"
    grep -vxF -f "$tmp/inside_parts" "$tmp/inside_whole" >"$tmp/inside_mag"
    while read -r helper f; do
        for m in $contract_modules; do
            if grep -qxF "$helper" "$tmp/inside_$m" && [ -z "$(given_file "$m")" ]; then
                echo "$helper $f $m" >>"$tmp/taken"
                among "$m" $replaced || replaced="$replaced $m"
            fi
        done
    done <"$tmp/helpers"
}

# Sets `replaced`, the contract modules the list or the bank folder replace in whole or in part.
find_replaced() {
    replaced=
    : >"$tmp/defined"
    : >"$tmp/bank_defined"
    if [ -n "$FILELIST" ]; then
        if grep -q '^-v \|^[^-+]' "$tmp/list"; then
            modules_of "$tmp/list" FILELIST >"$tmp/defined"
            refuse_two_definitions "$tmp/defined" FILELIST $contract_modules
        fi
        list_ours
        add_library_modules
        take_modules
        [ -s "$tmp/taken" ] ||
            die "FILELIST: $FILELIST defines none of mag, mag_mem_port, mag_xform, xform_bank, nor a helper"
    fi
    if [ -n "$BANK" ]; then
        modules_of "$tmp/bank_files" BANK >"$tmp/bank_defined"
        refuse_two_definitions "$tmp/bank_defined" BANK
        grep -q '^xform_bank ' "$tmp/bank_defined" || die "BANK: no *.v in $BANK defines xform_bank"
        for m in mag mag_mem_port mag_xform; do
            ! grep -q "^$m " "$tmp/bank_defined" || die "BANK: $BANK defines $m: give that by FILELIST="
        done
        among xform_bank $replaced || replaced="$replaced xform_bank"
    fi
}
