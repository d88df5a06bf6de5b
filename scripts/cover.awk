# What scripts/cover prints: reads merged coverage data of Verilator and a list of justified holes, and
# looks at the sources for the text of lines. Run from the project's root:
#
#     awk -v list=tests/cover/justified.tsv -v least_lines=99 -v least_bits=95 -f scripts/cover.awk FILE.dat
#
# A line or a bit counts as covered when any instance of any build covers it: instances and copies of
# a module with other parameters are one. Exit status 1: a share below its bound, a line that is
# neither covered nor justified, or a row of the list that does not apply.

function grouped(n,   text) {
    for (text = ""; n >= 1000; n = int(n / 1000))
        text = sprintf(" %03d%s", n % 1000, text)
    return n text
}

function share(part, all) {
    return all ? sprintf("%5.1f %%", int(1000 * part / all) / 10) : "    -  "
}

function problem(text) {
    print "FAIL " text
    problems++
}

# The field of a data line with this key.
function field(key,   i, n, part) {
    for (i = 1; i <= fields; i++) {
        n = index(of_line[i], "\002")
        if (substr(of_line[i], 1, n - 1) == key)
            return substr(of_line[i], n + 1)
    }
    return ""
}

function read_source(file,   line, n) {
    if (file in sources)
        return
    sources[file] = 1
    for (n = 1; (getline line < file) > 0; n++) {
        gsub(/[ \t]+/, " ", line)
        gsub(/^ | $/, "", line)
        source[file, n] = line
    }
    close(file)
}

# "36-38,41"
function count_lines(file, lines, hits,   i, n, range, part) {
    n = split(lines, range, ",")
    for (i = 1; i <= n; i++) {
        split(range[i], part, "-")
        for (line = part[1] + 0; line <= (part[2] ? part[2] : part[1]) + 0; line++) {
            if (!((file, line) in line_hits)) {
                line_of[file, ++line_count[file]] = line
                line_hits[file, line] = 0
            }
            line_hits[file, line] += hits
        }
    }
}

function count_bit(file, name, hits,   signal, bit) {
    if (!((file, name) in bit_hits)) {
        bit_hits[file, name] = 0
        bit_count[file]++
        signal = name
        bit = 0
        if (match(name, /\[[0-9]+\]$/)) {
            signal = substr(name, 1, RSTART - 1)
            bit = substr(name, RSTART + 1, RLENGTH - 2) + 0
        }
        if (!((file, signal) in highest)) {
            signal_of[file, ++signal_count[file]] = signal
            highest[file, signal] = -1
            scalar[file, signal] = signal == name
        }
        if (bit > highest[file, signal])
            highest[file, signal] = bit
    }
    bit_hits[file, name] += hits
}

# An arm of a branch that has no statement of its own shows only here.
function count_arm(file, line, arm, hits) {
    if (!((file, line, arm) in arm_hits)) {
        arm_of[file, ++arm_count[file]] = line SUBSEP arm
        arm_hits[file, line, arm] = 0
    }
    arm_hits[file, line, arm] += hits
}

FNR == 1 && FILENAME == list { in_list = 1 }
FNR == 1 && FILENAME != list { in_list = 0 }

in_list && (/^#/ || /^$/) { next }
in_list {
    n = split($0, row, "\t")
    if (n != 4 || (row[1] != "line" && row[1] != "bits") || row[4] == "")
        problem(list ":" FNR ": not 'line' or 'bits', file, text or signal, reason, tab separated")
    else {
        rows++
        row_at[rows] = FNR
        row_kind[rows] = row[1]
        row_file[rows] = row[2]
        row_what[rows] = row[3]
    }
    next
}

/^C / {
    # C 'KEY\002VALUE\001KEY\002VALUE...' COUNT
    end = match($0, /' [0-9]+$/)
    hits = substr($0, end + 2) + 0
    fields = split(substr($0, 4, end - 4), of_line, "\001")
    page = field("page")
    file = field("f")
    if (!(file in known)) {
        known[file] = 1
        files[++file_count] = file
    }
    if (page ~ /^v_toggle/)
        count_bit(file, field("o"), hits)
    else {
        count_lines(file, field("S"), hits)
        if (page ~ /^v_branch/)
            count_arm(file, field("l"), field("o"), hits)
    }
}

# Bits of a signal that a row names: all of it, [7] or [7:4].
function justify_bits(i,   signal, range, part, bit, name, file) {
    file = row_file[i]
    signal = row_what[i]
    if (match(signal, /\[[0-9]+(:[0-9]+)?\]$/) && !((file, signal) in highest)) {
        range = substr(signal, RSTART + 1, RLENGTH - 2)
        signal = substr(signal, 1, RSTART - 1)
        split(range, part, ":")
        if (!index(range, ":"))
            part[2] = part[1]
    }
    else {
        part[1] = highest[file, signal]
        part[2] = 0
    }
    if (!((file, signal) in highest) || part[1] + 0 > highest[file, signal])
        return problem(list ":" row_at[i] ": no such bits: " file " " row_what[i])
    for (bit = part[2] + 0; bit <= part[1] + 0; bit++) {
        name = scalar[file, signal] ? signal : signal "[" bit "]"
        if (!((file, name) in bit_hits))
            continue
        if (bit_hits[file, name] > 0)
            problem(list ":" row_at[i] ": moves now: " file " " name)
        else if ((file, name) in justified)
            problem(list ":" row_at[i] ": justified twice: " file " " name)
        else {
            justified[file, name] = 1
            bits_justified++
        }
    }
}

function justify_line(i,   file, k, line, found) {
    file = row_file[i]
    for (k = 1; k <= line_count[file]; k++) {
        line = line_of[file, k]
        if (source[file, line] == row_what[i] && line_hits[file, line] == 0) {
            justified[file, line] = 1
            lines_justified++
            found++
        }
    }
    if (!found)
        problem(list ":" row_at[i] ": no such line that is not covered: " file " " row_what[i])
}

function show_lines(file,   k, line) {
    for (k = 1; k <= line_count[file]; k++) {
        line = line_of[file, k]
        if (line_hits[file, line] > 0)
            lines_covered[file]++
        else if (!((file, line) in justified)) {
            print substr("  line  " file ":" line "  " source[file, line], 1, 80)
            open_lines++
        }
    }
}

function show_arms(file,   k, part) {
    for (k = 1; k <= arm_count[file]; k++) {
        split(arm_of[file, k], part, SUBSEP)
        if (arm_hits[file, part[1], part[2]] > 0)
            arms_covered[file]++
        else
            print substr("  arm   " file ":" part[1] " " part[2] "  " source[file, part[1]], 1, 80)
    }
}

function missing(file, signal, bit,   name) {
    name = scalar[file, signal] ? signal : signal "[" bit "]"
    return (file, name) in bit_hits && bit_hits[file, name] == 0 && !((file, name) in justified)
}

function show_bits(file,   k, signal, bit, from, ranges) {
    for (k = 1; k <= signal_count[file]; k++) {
        signal = signal_of[file, k]
        ranges = ""
        for (bit = highest[file, signal]; bit >= 0; bit--) {
            if (!missing(file, signal, bit))
                continue
            for (from = bit; bit > 0 && missing(file, signal, bit - 1); bit--)
                ;
            ranges = ranges (ranges ? "," : "") (from == bit ? bit : from ":" bit)
        }
        if (ranges != "")
            print "  bits  " file "  " signal (scalar[file, signal] ? "" : "[" ranges "]")
    }
}

function count_moved(file,   k, signal, bit, name) {
    for (k = 1; k <= signal_count[file]; k++) {
        signal = signal_of[file, k]
        for (bit = 0; bit <= highest[file, signal]; bit++) {
            name = scalar[file, signal] ? signal : signal "[" bit "]"
            if ((file, name) in justified)
                bits_fixed[file]++
            else if ((file, name) in bit_hits && bit_hits[file, name] > 0)
                bits_moved[file]++
        }
    }
}

function show_row(name, lines, all_lines, arms, all_arms, bits, all_bits) {
    printf "  %-30s %7s %7s %7s %9s %7s\n", substr(name, 1, 30), grouped(lines) "/" grouped(all_lines), \
        share(lines, all_lines), grouped(arms) "/" grouped(all_arms), grouped(bits) "/" grouped(all_bits), \
        share(bits, all_bits)
}

END {
    for (i = 1; i <= file_count; i++)
        read_source(files[i])
    for (i = 1; i <= rows; i++) {
        if (row_kind[i] == "bits")
            justify_bits(i)
        else
            justify_line(i)
    }
    for (i = 1; i <= file_count; i++)
        show_lines(files[i])
    for (i = 1; i <= file_count; i++)
        show_arms(files[i])
    for (i = 1; i <= file_count; i++)
        show_bits(files[i])
    printf "\n  %-30s %7s %7s %7s %9s %7s\n", "module", "lines", "", "arms", "bits", ""
    for (i = 1; i <= file_count; i++) {
        f = files[i]
        count_moved(f)
        bits = bit_count[f] - bits_fixed[f]
        show_row(f, lines_covered[f] + 0, line_count[f] + 0, arms_covered[f] + 0, arm_count[f] + 0, \
            bits_moved[f] + 0, bits)
        lines += lines_covered[f]
        all_lines += line_count[f]
        arms += arms_covered[f]
        all_arms += arm_count[f]
        moved += bits_moved[f]
        all_bits += bits
    }
    show_row("all", lines, all_lines, arms, all_arms, moved, all_bits)
    printf "  justified: %s lines, %s bits (%s)\n", grouped(lines_justified + 0), \
        grouped(bits_justified + 0), list
    if (lines * 100 < least_lines * all_lines)
        problem("fewer than " least_lines " % of the lines are covered")
    if (open_lines)
        problem(open_lines " lines are neither covered nor justified")
    if (moved * 100 < least_bits * all_bits)
        problem("fewer than " least_bits " % of the bits that can move do")
    exit problems > 0
}
