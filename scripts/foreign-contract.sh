# The build variants of scripts/foreign: which are reached, and whether they keep the contract.

# ---- variants ------------------------------------------------------------------------------------

# Splits argument $1 into variant, top, bank, parameters, differences.
split_variant() {
    variant=${1%%:*}
    rest=${1#*:}
    top=${rest%%:*}
    rest=${rest#*:}
    bank=${rest%%:*}
    rest=${rest#*:}
    parameters=${rest%%:*}
    differences=${rest#*:}
}

# Merges PARAMS into `parameters`; `settings` is the result as words.
merge_params() {
    settings=
    for p in $(echo "$parameters" | tr , ' '); do
        for q in $PARAMS; do
            [ "${q%%=*}" != "${p%%=*}" ] || p=$q
        done
        settings="$settings $p"
    done
}

# The bank the variant tests is ours, whatever was given: only mag_xform is somebody else's then. One that is
# given takes the place of mxfp7.
fixed_bank() {
    [ -n "$bank" ] && [ "$bank" != mxfp7 ]
}

# Whether the top has an xform_bank inside.
has_bank_inside() {
    [ "$top" = mag_xform ] || [ "$top" = mag ]
}

# The suite that runs the variant.
suite_of() {
    case $top:$differences in
    mag_xform:*,*) echo xform_corners ;;
    mag_xform:*) echo xform ;;
    *) echo "$variant" ;;
    esac
}

# Whether a bank somebody gives would see nothing in the variant that it does not see in another: an agent
# has one slot whatever else it has, and of a slot's requesters a bank knows nothing.
seen_elsewhere() {
    case $top:$differences in
    mag:?*) return 0 ;;
    mag_xform:*,*) return 1 ;;
    mag_xform:NREQ=*) [ -n "$BANK" ] && [ -z "$FILELIST" ] ;;
    *) return 1 ;;
    esac
}

# For a bank given alone: sets `asked` to the variants of the suite in T, which are the only ones to be built
# then, and `unasked` to those that are left out when T asks for none.
take_asked() {
    asked=
    unasked=
    [ -n "$BANK" ] && [ -z "$FILELIST" ] || return 0
    for v; do
        split_variant "$v"
        among "$top" xform_bank mag_xform mag && ! fixed_bank || continue
        suite=$(suite_of)
        case $T in
        *.rates | *.rates.*) ;; # they measure several variants
        "$suite" | "$suite".*) asked="$asked $variant" ;;
        esac
        ! seen_elsewhere || unasked="$unasked $variant (T=$suite),"
    done
    [ -z "$asked" ] || asked="bank$asked" # it tells which bank this is
}

# Whether the variant contains something given. What takes long to build and shows nothing new is left out
# until T asks for it; all corners of an agent are reached when it is the agent itself that is given.
reached() {
    if [ -n "$asked" ]; then
        among "$variant" $asked
        return
    fi
    if seen_elsewhere && ! among mag $replaced; then
        return 1
    fi
    if [ -z "$FILELIST$BANK" ]; then
        for name in $given; do
            case ",$parameters" in *",$name="*) return 0 ;; esac
        done
        return 1
    fi
    if among "$top" $replaced; then
        [ "$top" != xform_bank ] || ! fixed_bank
    elif [ "$top" = mag ]; then
        [ -n "$replaced" ]
    else
        [ "$top" = mag_xform ] && among xform_bank $replaced && ! fixed_bank
    fi
}

# Every PARAMS name must mean something to what it reaches.
check_param_names() {
    legal=
    tops=
    for v; do
        split_variant "$v"
        among "$top" $contract_modules || continue
        if [ -n "$FILELIST$BANK" ] && ! reached; then
            continue
        fi
        legal="$legal $(names_in "$parameters")"
        among "$top" $tops || tops="$tops $top"
    done
    for name in $given; do
        among "$name" $legal ||
            die "PARAMS: $name is no parameter of $(in_a_row $tops), which can have $(in_a_row $legal)"
    done
}

# ---- the contract --------------------------------------------------------------------------------

# Where the variant's modules come from, first come first served: a bank that is ours on purpose,
# the list, the bank folder, ours on demand.
write_sources() {
    {
        if fixed_bank; then
            ! has_bank_inside || echo "rtl/banks/$bank/xform_bank.v"
            cat "$tmp/list"
        else
            cat "$tmp/list"
            if [ -n "$bank" ] && [ -n "$BANK" ]; then
                [ -n "$(given_file xform_bank)" ] || cat "$tmp/bank_files"
                echo "-y $BANK"
            fi
        fi
        [ -z "$bank" ] || echo "-y rtl/banks/$bank"
        echo "-y rtl"
        top_file
    } >"$tmp/$variant.f"
}

# The variant's top, if it is ours.
top_file() {
    if [ "$top" = xform_bank ] && ! fixed_bank && [ -n "$BANK" ]; then
        return
    fi
    if [ -z "$(given_file "$top")" ] || { [ "$top" = xform_bank ] && fixed_bank; }; then
        our_file "$top" "$bank"
    fi
}

# Ports and parameters as the contract has them, in `contract`: our $top elaborated with the identity
# bank, which takes any geometry. Kept, because it is the same again and again.
elaborate_ours() {
    contract=build/foreign/contract/$({
        echo "$top $settings"
        cat rtl/*.v rtl/banks/identity/*.v "$here"/foreign*
    } | sha256sum | cut -c 1-12)
    [ ! -f "$contract" ] || return 0
    elaborate "$tmp/ours" -y rtl -y rtl/banks/identity "$(our_file "$top" identity)" || return 1
    mkdir -p build/foreign/contract
    mv "$tmp/ours" "$contract"
}

# Ports and parameters of $top, and of the bank inside it, into table $1. Further arguments: sources.
elaborate() {
    table=$1
    shift
    "$verilator" --xml-only --xml-output "$tmp/design.xml" $usual --top-module "$top" \
        $(printf -- '-G%s ' $settings) "$@" >"$tmp/log" 2>&1 &&
        awk -v want="$top xform_bank" -f "$here/foreign-ports.awk" "$tmp/design.xml" >"$table"
}

# The refusal in $tmp/log in a line: modules refuse parameters at elaboration by a missing module whose name
# says which.
refusal() {
    missing=$(sed -n "s/.*Cannot find file containing module: '\(.*\)'.*/\1/p" "$tmp/log")
    for p in $PARAMS $(echo "$differences" | tr , ' '); do
        for m in $missing; do
            case _${m}_ in
            *_"${p%%=*}"_*)
                echo "$p is refused: $m"
                return
                ;;
            esac
        done
    done
    first_errors "$tmp/log" | head -n 1
}

# Sets `name_shown` for contract module $1 of this variant.
shown() {
    f=$(given_file "$1")
    [ -n "$f" ] || f=$(awk -v name="$1" '$1 == name { print $2; exit }' "$tmp/bank_defined")
    [ -n "$f" ] || f=$(our_file "$1" "$bank")
    name_shown="$1 ($f)"
}

problem() {
    grep -qxF -e "$1" "$tmp/problems" || echo "$1" >>"$tmp/problems"
}

# Compares module $1 of the variant with the contract.
compare() {
    shown "$1"
    awk -v name="$1" -v shown="$name_shown" -f "$here/foreign-compare.awk" \
        "$contract" "$tmp/theirs" >"$tmp/result"
    sed -n 's/^problem //p' "$tmp/result" >"$tmp/new"
    [ -z "$differences" ] || sed -i "s/\$/ ($variant: $(echo "$differences" | tr , ' '))/" "$tmp/new"
    while read -r line; do
        problem "$line"
    done <"$tmp/new"
    sed -n 's/^note //p' "$tmp/result" >>"$tmp/notes"
    if [ "$1" = "$top" ] && [ ! -e "$tmp/pins_$top.h" ]; then
        {
            echo "// Inputs of $name_shown that the contract does not have."
            sed -n 's/^tie \(.*\)/std::memset(\&t.\1, 0, sizeof t.\1);/p' "$tmp/result"
        } >"$tmp/pins_$top.h"
    fi
}

# A corner that cannot be is left out; what a top cannot be at all is the end.
cannot() {
    if [ -n "$differences" ]; then
        echo "$variant ($(echo "$differences" | tr , ' ')): $1" >>"$tmp/left_out"
    else
        problem "${PARAMS:+PARAMS: }$1"
    fi
}

# Whether the variant can be built; `problems` has what speaks against it.
judge() {
    merge_params
    write_sources
    if ! elaborate_ours; then
        [ -n "$PARAMS$differences" ] || die_of_errors "our $top does not elaborate:" "$tmp/log"
        cannot "$(refusal)"
        return 1
    fi
    if elaborate "$tmp/theirs" -f "$tmp/$variant.f"; then
        keep_warnings "$tmp/log"
    else
        unknown=$(sed -n 's/^%Error: Parameters from the command line were not found.*: //p' "$tmp/log" | tr -d ,)
        shown "$top"
        for name in $unknown; do
            problem "$name_shown: parameter $name is missing"
        done
        [ -z "$unknown" ] || without_parameters $unknown || return 1
    fi
    if [ ! -e "$tmp/theirs" ]; then
        [ ! -s "$tmp/problems" ] || return 1
        refused
        return 1
    fi
    compare "$top"
    if has_bank_inside; then
        if grep -q '^module xform_bank ' "$tmp/theirs"; then
            compare xform_bank
        else
            problem "$name_shown: has no xform_bank inside, and its bank is a module of its own"
        fi
    fi
}

# Adds the warnings of Verilator's output $1, a place once.
keep_warnings() {
    sed -n 's/^%Warning-\([A-Z0-9]*\): \([^ ]*:[0-9]*\):[0-9]*: \(.*\)/\2: \3 (\1)/p' "$1" >>"$tmp/warnings"
}

# Elaborates theirs once more, without the parameters it has not, so that its pins are compared, too.
without_parameters() {
    kept=
    for s in $settings; do
        among "${s%%=*}" "$@" || kept="$kept $s"
    done
    settings=$kept
    elaborate "$tmp/theirs" -f "$tmp/$variant.f"
}

# Theirs does not elaborate with parameters the contract allows.
refused() {
    shown "$top"
    reason=$(refusal)
    case $reason in
    *" is refused: "*) cannot "$name_shown: $reason" ;;
    *)
        if [ -z "$differences" ] && [ "$(first_errors "$tmp/log" | wc -l)" -eq 1 ]; then
            die "$name_shown does not elaborate${PARAMS:+ with $PARAMS}: $reason"
        fi
        [ -n "$differences" ] || die_of_errors "$name_shown does not elaborate${PARAMS:+ with $PARAMS}:" "$tmp/log"
        cannot "$reason"
        ;;
    esac
}

judge_all() {
    : >"$tmp/problems"
    : >"$tmp/notes"
    : >"$tmp/left_out"
    : >"$tmp/warnings"
    built=
    for contract_module in $contract_modules; do
        for v; do
            split_variant "$v"
            [ "$top" = "$contract_module" ] && reached || continue
            [ -z "$differences" ] && [ "$top" != mag ] || [ ! -s "$tmp/problems" ] || continue
            rm -f "$tmp/theirs"
            if judge; then
                built="$built $variant"
            fi
        done
    done
    if [ -s "$tmp/problems" ]; then
        head -n $most_lines "$tmp/problems" >&2
        more=$(($(wc -l <"$tmp/problems") - most_lines))
        [ $more -le 0 ] || echo "and $more more of this kind" >&2
        exit 1
    fi
}
