# What scripts/foreign leaves in the build folder.

# Sets `model` to the model of the bank in the place of mxfp7's, or to nothing. A model.c beside a file of the
# list may be about something else.
find_model() {
    f=$(given_file xform_bank)
    if [ -n "$BANK" ]; then
        model=$BANK/model.c
    elif [ -n "$f" ]; then
        model=$(dirname "$f")/model.c
    else
        model=rtl/banks/mxfp7/model.c
    fi
    [ -f "$model" ] || model=
    [ -z "$model" ] || [ -n "$BANK" ] || grep -q BANK_MODEL "$model" || model=
}

write_model() {
    if [ -n "$model" ]; then
        case $model in
        /*) echo "#include \"$model\"" ;;
        *) echo "#include \"$PWD/$model\"" ;;
        esac
    else
        echo "/* A bank without a model: its symbol stays undefined and only the contract is checked. */"
    fi >"$tmp/model.c"
}

# Compiles it once, so that what is wrong is one line and not a build's.
judge_model() {
    if ! gcc -std=gnu11 -Wall -Wextra -Imodels -Icsrc -I. -c "$tmp/model.c" -o "$tmp/model.o" 2>"$tmp/log"; then
        first=$(sed -n "s|^$PWD/||; s/: fatal error: /: error: /; s/^\\(.*:[0-9]*\\): error: /\\1: /p" "$tmp/log" | head -n 1)
        die "BANK: $model does not compile: ${first:-$(head -n 1 "$tmp/log")}"
    fi
    nm -g --defined-only "$tmp/model.o" | grep -q ' bank_model$' ||
        die "BANK: $model does not define BANK_MODEL: end it with 'const struct bank_desc BANK_MODEL = {...};'"
    sed -n "s|^$PWD/||; s/^\\([^ ]*:[0-9]*\\):[0-9]*: warning: /\\1: /p" "$tmp/log" >>"$tmp/warnings"
}

# Of what was given: how many, and the first few.
write_warnings() {
    sort -t : -k 1,1 -k 2,2n "$tmp/warnings" | awk -F ': ' '!seen[$1]++' >"$tmp/places"
    total=$(wc -l <"$tmp/places")
    [ "$total" -ne 0 ] || return 0
    echo "  warnings    $total of range, width and the like in these files$([ "$total" -le 3 ] || echo ", the first"):"
    head -n 3 "$tmp/places" | sed 's/^/              /'
}

variants_with() {
    for v; do
        split_variant "$v"
        among "$variant" $built || continue
        case $module in
        "$top") ;;
        xform_bank) has_bank_inside && ! fixed_bank || continue ;;
        *) [ "$top" = mag ] || continue ;;
        esac
        echo "$variant"
    done | tr '\n' ' ' | sed 's/ $//; s/ /, /g'
}

write_swapped() {
    {
        if [ -n "$FILELIST" ]; then
            while read -r name f module; do
                if [ -n "$module" ]; then
                    echo "$name, inside $module|$f|$(variants_with "$@")"
                else
                    module=$name
                    echo "$name|$f|$(variants_with "$@")"
                fi
            done <"$tmp/taken"
        fi
        if [ -n "$BANK" ] && [ -z "$(given_file xform_bank)" ]; then
            module=xform_bank
            f=$(sed -n 's/^xform_bank //p' "$tmp/bank_defined" | head -n 1)
            echo "xform_bank|$f|$(variants_with "$@")"
        fi
    } >"$tmp/rows"
    {
        awk -F '|' '
            {
                name[NR] = $1; file[NR] = $2; where[NR] = $3
                if (length($1) > a) a = length($1)
                if (length($2) > b) b = length($2)
            }
            END {
                for (i = 1; i <= NR; i++)
                    printf "  swapped     %-" a "s  %-" b "s  in %s\n", name[i], file[i], where[i]
            }' "$tmp/rows"
        [ -z "$PARAMS" ] || echo "  parameters  $(echo $PARAMS) in $(in_a_row $built)"
        if among xform_bank $replaced; then
            if [ -n "$model" ]; then
                echo "  bank model  $model: every word is predicted"
            else
                echo "  bank model  none beside xform_bank: words are held to what the same entry gave before"
            fi
        fi
        awk '!seen[$0]++ { print "  " $0 }' "$tmp/notes"
        write_warnings
        if [ -n "$asked" ]; then
            echo "  left out    what T=$T does not run"
        elif [ -n "$unasked" ]; then
            echo "  left out    a bank sees nothing new there:${unasked%,}"
        fi
        sed 's/^/  left out    /; s/$/; it runs our RTL with these/' "$tmp/left_out"
        for m in $contract_modules; do
            awk -v m=$m '$1 == m { n++; f[n] = $2 }
                END { for (i = 2; i <= n; i++) if (f[i] != f[1])
                      print "  note: " m " is defined in " f[1] " and in " f[i] ": the first is used" }' "$tmp/defined"
        done
    } >"$tmp/swapped.txt"
}

# The contract modules this run is about.
write_modules() {
    if [ -n "$FILELIST$BANK" ]; then
        echo $replaced
    else
        for v; do
            split_variant "$v"
            ! among "$variant" $built || echo "$top"
        done | sort -u | tr '\n' ' ' | sed 's/ $//'
    fi >"$tmp/modules"
}
