# What scripts/foreign is given: the -f list, the bank folder, the parameters.

# ---- the -f list ---------------------------------------------------------------------------------

# Sets `path` to where $1 of the list in `list`, line `at`, is: beside the list or here.
locate() {
    case $1 in
    /*) path=$1 ;;
    *)
        path=${list%/*}/$1
        [ "$path" != "$list/$1" ] && [ -e "$path" ] || path=$1
        ;;
    esac
    [ -e "$path" ] || die "FILELIST: $list:$at: no such $2: $1"
    if [ "$2" = file ]; then
        [ -f "$path" ] || die "FILELIST: $list:$at: this is a directory: $1"
    else
        [ -d "$path" ] || die "FILELIST: $list:$at: this is no directory: $1"
    fi
    [ -r "$path" ] || die "FILELIST: $list:$at: may not be read: $1"
}

put() {
    echo "$1" >>"$tmp/list"
}

put_file() {
    locate "$1" file
    put "$2$path"
    echo "$path" >>"$tmp/inputs"
    [ ! -f "${path%/*}/model.c" ] || echo "${path%/*}/model.c" >>"$tmp/inputs"
}

put_directory() {
    locate "$1" directory
    put "$2$path"
    find -L "$path" -maxdepth 1 -type f \
        \( -name '*.v' -o -name '*.sv' -o -name '*.vh' -o -name '*.svh' -o -name '*.inc' \) |
        sort >>"$tmp/inputs"
}

# Switch $1 with its argument $2. Which module is the top is not the list's business.
put_argument() {
    case $1 in
    -y)
        put_directory "$2" "-y "
        echo "$path" >>"$tmp/libraries"
        ;;
    -v) put_file "$2" "-v " ;;
    -I) put_directory "$2" +incdir+ ;;
    -D) put "+define+$2" ;;
    -f | -F)
        locate "$2" file
        (read_list "$path" $((depth + 1))) || exit 1
        ;;
    esac
}

put_switch() {
    case $1 in
    -y | -v | -I | -D | -f | -F | -top | --top | -top-module | --top-module) waiting=$1 ;;
    -I*) put_directory "${1#-I}" +incdir+ ;;
    +incdir+*)
        for directory in $(echo "${1#+incdir+}" | tr + ' '); do
            put_directory "$directory" +incdir+
        done
        ;;
    -G* | -pvalue*) die "FILELIST: $list:$at: parameters are set by PARAMS=, not by $1" ;;
    *)
        put "$1"
        echo "$list:$at: $1" >>"$tmp/switches"
        ;;
    esac
}

# Appends what list $1 says to `list`, in order, with paths that work from here.
read_list() {
    list=$1
    depth=$2
    waiting=
    [ "$depth" -le 16 ] || die "FILELIST: $list: lists that name each other: take out one of the -f"
    echo "$list" >>"$tmp/inputs"
    tokens=$tmp/tokens$depth
    awk -f "$here/foreign-list.awk" "$list" >"$tokens"
    while IFS='	' read -r at token; do
        last=$at
        case $token in
        !*) die "FILELIST: $list:$at: ${token#!}" ;;
        esac
        if [ -n "$waiting" ]; then
            put_argument "$waiting" "$token"
            waiting=
            continue
        fi
        case $token in
        [-+]*) put_switch "$token" ;;
        *) put_file "$token" "" ;;
        esac
    done <"$tokens"
    [ -z "$waiting" ] || die "FILELIST: $list:$last: $waiting wants a name after it"
}

take_filelist() {
    case $FILELIST in
    *[\ \	]*) die "FILELIST: '$FILELIST': one list (it may name others with -f), no spaces in its path" ;;
    esac
    [ -e "$FILELIST" ] || die "FILELIST: no such file: $FILELIST"
    [ -f "$FILELIST" ] || die "FILELIST: $FILELIST is a directory: give a list in it, or BANK= for a bank"
    [ -r "$FILELIST" ] || die "FILELIST: $FILELIST may not be read"
    (read_list "$FILELIST" 1) || exit 1
    awk '!seen[$0]++' "$tmp/list" >"$tmp/once" && mv "$tmp/once" "$tmp/list"
    grep -q '^-[yv] \|^[^-+]' "$tmp/list" || die "FILELIST: $FILELIST names no Verilog file"
}

# ---- bank and parameters -------------------------------------------------------------------------

take_bank() {
    case $BANK in
    *[\ \	]*) die "BANK: '$BANK': one folder, and no spaces in its path" ;;
    esac
    [ -e "$BANK" ] || die "BANK: no such folder: $BANK"
    [ -d "$BANK" ] || die "BANK: $BANK is no folder: give the one with xform_bank in it"
    for f in "$BANK"/*.v; do
        [ -f "$f" ] || die "BANK: no *.v in $BANK"
        case $f in *[\ \	]*) die "BANK: '$f': no spaces in paths" ;; esac
        echo "$f" >>"$tmp/bank_files"
    done
    cat "$tmp/bank_files" >>"$tmp/inputs"
    find -L "$BANK" -maxdepth 1 -type f -name '*.[ch]' | sort >>"$tmp/inputs"
}

# Words with commas between them, each once.
in_a_row() {
    echo "$*" | tr ' ' '\n' | awk '!seen[$0]++ { printf "%s%s", comma, $0; comma = ", " }'
}

# Names in a NAME=VALUE,NAME=VALUE list.
names_in() {
    echo "$1" | tr , '\n' | sed 's/=.*//'
}

take_params() {
    given=
    for p in $PARAMS; do
        name=${p%%=*}
        value=${p#*=}
        case $p in
        *[!A-Za-z_0-9=]* | =* | *=*=* | [0-9]*) name=$p ;;
        esac
        [ "$name" != "$p" ] || die "PARAMS: '$p': expected NAME=VALUE, several separated by spaces"
        case $value in
        '' | *[!0-9]* | 0?* | ??????????*) die "PARAMS: '$p': the value is a plain decimal number" ;;
        esac
        among "$name" "$given" && die "PARAMS: $name is given twice"
        given="$given $name"
    done
}
