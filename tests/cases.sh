# What the script suites share: a folder of their own, and one line a case. Sourced from the
# repository's root by each of them, before anything is written.
#
#   DIR             the folder, gone when the script ends
#   OUT, ERR        in it: what the latest command wrote; shown when its case fails
#   status          its exit status, set by who runs it
#   verdict S NAME  the case NAME passed when S is 0
#   passes, failures

DIR=$(mktemp -d) || exit 2
trap 'rm -rf "$DIR"' EXIT
trap 'exit 2' HUP INT TERM
OUT=$DIR/out
ERR=$DIR/err
passes=0
failures=0

verdict() { # CONDITION-STATUS NAME
    if [ "$1" -eq 0 ]; then
        echo "ok - $2"
        passes=$((passes + 1))
    else
        echo "not ok - $2"
        echo "#   status ${status-unknown}"
        [ ! -f "$OUT" ] || tail -n 40 "$OUT" | tail -c 2000 | sed 's/^/#   stdout /'
        [ ! -f "$ERR" ] || head -c 2000 "$ERR" | sed 's/^/#   stderr /'
        failures=$((failures + 1))
    fi
}
