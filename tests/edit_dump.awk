# Spoils one value of a dump for one cycle: VCD in, VCD out, between fst2vcd and vcd2fst. Knows dumps with
# the times of ours: cycle N settled at 10 N, rising edge at 10 N + 5. Variables:
#
#     scope    of the pins, e.g. TOP.mag_mem_port
#     pin      whose value is spoilt
#     to       what becomes of it: "flip BIT", or "x": all of it unknown
#     when     pins that must all be high, !PIN low, e.g. "m_rvalid m_rready"
#     nth      the how manyeth such cycle is spoilt
#     echo     optional: a pin that shows the unspoilt value of `pin` in its low bits later,
#     heard    and when it does, like `when`
#     report   a file that gets the cycle that was spoilt and, with echo, the cycle of the echo

$1 == "$scope" { path = path "." $3; print; next }
$1 == "$upscope" { sub(/\.[^.]*$/, "", path); print; next }
$1 == "$var" {
    if (path == "." scope)
        code[$5] = $4
    print
    next
}
substr($1, 1, 1) == "#" {
    time = substr($1, 2)
    if (time % 10 == 5)
        settled((time - 5) / 10)
    flush_held()
    print
    if (restore != "" && time % 10 == 0)
        put_back()
    next
}
time != "" {
    held = held $0 "\n"
    if (substr($1, 1, 1) == "b")
        take($2, substr($1, 2))
    else if (NF == 1)
        take(substr($1, 2), substr($1, 1, 1))
    next
}
{ print }

END {
    flush_held()
    print spoilt, echoed > report
}

function take(where, new) {
    value[where] = new
    if (where == code[pin])
        restore = ""
}

function flush_held() {
    printf "%s", held
    held = ""
}

# `names` are all as they must be.
function holds(names, name, n, i, low) {
    n = split(names, name, " ")
    for (i = 1; i <= n; i++) {
        low = sub(/^!/, "", name[i])
        if (value[code[name[i]]] != (low ? "0" : "1"))
            return 0
    }
    return 1
}

# Before the rising edge of `cycle`: what is held back are the changes since its clock fell.
function settled(cycle) {
    if (spoilt == "" && holds(when) && ++seen == nth) {
        spoilt = cycle
        restore = value[code[pin]]
        held = held line_of(spoil(restore)) "\n"
        original = restore
    } else if (spoilt != "" && echoed == "" && echo != "" && holds(heard)) {
        if (substr(value[code[echo]], length(value[code[echo]]) - length(original) + 1) == original)
            echoed = cycle
    }
}

function spoil(old, word, at) {
    split(to, word, " ")
    if (word[1] == "x") {
        gsub(/./, "x", old)
        return old
    }
    at = length(old) - word[2]
    return substr(old, 1, at - 1) (substr(old, at, 1) == "1" ? "0" : "1") substr(old, at + 1)
}

function line_of(bits) { return length(bits) == 1 ? bits code[pin] : "b" bits " " code[pin] }

function put_back() {
    print line_of(restore)
    restore = ""
}
