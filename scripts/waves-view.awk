# Fits a prepared view (waves/*.gtkw) to a dump. First input: the declarations of the dump as VCD;
# second input: the view. Variables:
#
#     dump, save      absolute paths of the dump and of the file that is written
#     filter          the command that turns flits into text
#     start, end      first and last time of the dump, in its units
#     time, label     of the marker, or empty
#     title           a first row that is only text, or empty
#     report          gets one line: the groups that are left out; nothing when there are none
#
# A row whose signal is not in the dump is left out, and a group of which nothing is left with it:
# internals are those of our RTL. Ranges are those of the dump, so parameters may differ.
#
# In a combined row NAME{HIGH:LOW} is a slice of a vector, there if the vector has bit HIGH. For an agent of
# any number of ports [port0] to [port3], [mover], [host] and [inbound] are the indices of its requesters of
# memory, there if it has that one.

BEGIN {
    TOP_BANK = "TOP.mag_xform.u_bank."
    BEFORE_MARKER = 80 # time on the left of the marker: 8 cycles of 10
    PAGE = 120         # what a page shows and a bit: a start after end - page is not honoured
}

# ---- the dump ------------------------------------------------------------------------------------

FNR == NR && $1 == "$scope" { scope = scope $3 "."; next }
FNR == NR && $1 == "$upscope" { sub(/[^.]*\.$/, "", scope); next }
FNR == NR && $1 == "$var" {
    range[scope $5] = $6 == "$end" ? "" : $6
    next
}
FNR == NR { next }

# ---- the view ------------------------------------------------------------------------------------

FNR == 1 {
    find_bank()
    ports = "TOP.mag.noc_in_valid" in range ? top_bit(range["TOP.mag.noc_in_valid"]) + 1 : 0
    emit("[dumpfile] \"" dump "\"")
    emit("[savefile] \"" save "\"")
    emit("[timestart] " first_shown())
    if (label != "")
        emit("[markername] A" label)
}
/^\[(dumpfile|savefile|dumpfile_mtime|dumpfile_size|timestart|markername)\]|^\[\*\]/ { next }
/^\*/ { # zoom, the marker, the named markers A to Z
    $2 = time == "" ? -1 : time
    $3 = label == "" ? -1 : time
    emit($0)
    next
}
/^\[color\]/ { color = $0; next }
/^\^>/ { use_filter = 1; next }
/^\[/ { emit($0); next }
/^@/ {
    if (title != "") {
        emit("@200")
        emit("-" title)
        title = ""
    }
    flags = $0
    next
}
flags ~ /^@(8|c)00[0-9a-f]*$/ && /^-/ {
    depth++
    path_to[depth] = (depth > 1 ? path_to[depth - 1] ": " : "") substr($0, 2)
    begun[depth] = lines
    rows_before[depth] = rows
    absent_before[depth] = absent
    emit(flags)
    emit($0)
    next
}
flags ~ /^@1[04]0[0-9a-f]*$/ && /^-/ {
    if (rows == rows_before[depth]) {
        lines = begun[depth]
        absent = absent_before[depth] (absent_before[depth] == "" ? "" : ", ") path_to[depth]
    } else {
        emit(flags)
        emit($0)
    }
    depth--
    next
}
/^-/ { emit(flags); emit($0); next }
{ put_row($0) }

END {
    for (i = 1; i <= lines; i++)
        print out[i]
    if (absent != "")
        print absent > report
}

function first_shown(   at) {
    if (time == "")
        return start
    at = time - BEFORE_MARKER < end - PAGE ? time - BEFORE_MARKER : end - PAGE
    return at > start + 0 ? at : start
}

function emit(line) { out[++lines] = line }

# A slot of somebody else's may call its bank otherwise; its ports tell which it is.
function find_bank(   path, at) {
    for (path in range) {
        at = match(path, /need_beat$/)
        if (at && index(path, "TOP.mag_xform.") == 1 && (substr(path, 1, at - 1) "cfg_rdata") in range)
            if (bank == "" || length(path) < length(bank) + 9)
                bank = substr(path, 1, at - 1)
    }
}

# Ports come first, then the mover, the host and writes from another mesh; -1: there is no such requester.
function requester(role) {
    if (role ~ /^port/)
        return substr(role, 5) + 0 < ports ? substr(role, 5) + 0 : -1
    return ports + (role == "mover" ? 0 : role == "host" ? 1 : 2)
}

# The path in the dump of what the view calls `name`, without range; empty when it has none.
function resolve(name,   index_of) {
    if (match(name, /\[(port[0-3]|mover|host|inbound)\]/)) {
        index_of = requester(substr(name, RSTART + 1, RLENGTH - 2))
        if (index_of < 0)
            return ""
        name = substr(name, 1, RSTART) index_of substr(name, RSTART + RLENGTH - 1)
    }
    sub(/\[[0-9]+:[0-9]+\]$/, "", name)
    if (!(name in range) && bank != "" && index(name, TOP_BANK) == 1)
        name = bank substr(name, length(TOP_BANK) + 1)
    return name in range ? name : ""
}

function top_bit(range_text) { return range_text == "" ? 0 : substr(range_text, 2) + 0 }

function show(row) {
    emit(flags)
    if (use_filter)
        emit("^>1 " filter)
    if (color != "")
        emit(color)
    emit(row)
    rows++
}

# PATH, +{alias} PATH, #{alias} (bit)PATH, #{alias} PATH PATH...
function put_row(row,   alias, count, part) {
    alias = ""
    if (match(row, /^[+#]\{[^}]*\} /)) {
        alias = substr(row, 1, RLENGTH)
        row = substr(row, RLENGTH + 1)
    }
    count = split(row, part, " ")
    if (alias ~ /^#/ && count == 1 && row !~ /\}$/)
        put_bits(alias, part[1])
    else if (alias ~ /^#/)
        put_combined(alias, part, count)
    else
        put_signal(alias, row)
    color = ""
    use_filter = 0
}

function put_signal(alias, name,   path) {
    path = resolve(name)
    if (path != "")
        show(alias path range[path])
}

# The view's top bit stands for itself and all above it in the dump. Bits are counted from the top.
function put_bits(alias, item,   at, name, view_top, path, top, bit, last) {
    at = index(item, ")")
    name = substr(item, at + 1)
    path = resolve(name)
    match(name, /\[[0-9]+:/)
    view_top = substr(name, RSTART + 1) + 0
    bit = view_top - substr(item, 2, at - 2)
    top = path == "" ? -1 : top_bit(range[path])
    last = bit == view_top ? top : bit
    for (; bit <= top && bit <= last; bit++) {
        sub(/[0-9]+\} $/, bit "} ", alias)
        if (range[path] == "")
            show("+" substr(alias, 2) path)
        else
            show(alias "(" top - bit ")" path range[path])
    }
}

# A combined row takes bits only, and more than a scalar.
function put_combined(alias, part, count,   i, bits, row) {
    row = alias
    for (i = 1; i <= count; i++) {
        bits = bits_of(part[i])
        if (bits == "")
            return
        row = row (i > 1 ? " " : "") bits
    }
    if (count == 1 && bits !~ /^\(/)
        sub(/^#/, "+", row)
    show(row)
}

# The bits of a signal or of a slice of it, the highest first; empty when there is none. GTKWave counts bits
# from the top.
function bits_of(name,   bound, top, high, low, path, bit, bits) {
    high = ""
    if (match(name, /\{[0-9]+:[0-9]+\}$/)) {
        split(substr(name, RSTART + 1, RLENGTH - 2), bound, ":")
        high = bound[1] + 0
        low = bound[2] + 0
        name = substr(name, 1, RSTART - 1)
    }
    path = resolve(name)
    if (path == "")
        return ""
    top = top_bit(range[path])
    if (high == "") {
        high = top
        low = 0
    }
    if (high > top)
        return ""
    if (range[path] == "")
        return path
    for (bit = high; bit >= low; bit--)
        bits = bits (bit < high ? " " : "") "(" top - bit ")" path range[path]
    return bits
}
