# Writes a Verilog bench that gives a design the inputs it had in a live run and compares its outputs.
# First input: the RTL of its top module; second: the dump of the live run as VCD. Variables:
#
#     top         the top module; its ports are the signals of scope TOP
#     settings    NAME=VALUE ..., the names of its parameters; what begins with a dash ends them
#     dir         where bench.v and pins.txt go
#     dumps       1: the bench dumps the design to dump.vcd
#
# The bench does not depend on the run, so that one compiled bench runs many: it reads +pins=FILE to its end.
#
# Of pins.txt each line is a cycle: all inputs, then all outputs, as bits. A payload is compared where
# its valid is high, a packed one port by port; everything else always, from reset on.

# ---- the top module: directions ------------------------------------------------------------------

FNR == NR {
    if ($1 == "input" || $1 == "output") {
        port = $NF
        sub(/,$/, "", port)
        direction[port] = $1
    }
    next
}

# ---- the dump ------------------------------------------------------------------------------------

$1 == "$scope" { depth++; next }
$1 == "$upscope" { depth--; next }
$1 == "$var" && $2 == "parameter" {
    if (depth == 2)
        parameter[$5] = $4
    next
}
$1 == "$var" {
    if (depth == 1 && $5 in direction && $5 != "clk" && !($5 in width)) {
        width[$5] = $3
        if (direction[$5] == "input")
            input[++inputs] = $5
        else
            output[++outputs] = $5
        watched[$4]
        code[$5] = $4
    }
    next
}
substr($1, 1, 1) == "#" {
    end_of_time()
    time = substr($1, 2)
    next
}
substr($1, 1, 1) == "b" {
    if ($2 in watched || cycles == 0)
        value[$2] = substr($1, 2)
    next
}
NF == 1 && (substr($1, 2) in watched) { value[substr($1, 2)] = substr($1, 1, 1) }

END {
    end_of_time()
    if (cycles == 0 || inputs == 0)
        exit 1
    write_bench()
}

# All pins are settled at 10 N.
function end_of_time(row, i) {
    if (time == "" || time % 10 != 0)
        return
    row = ""
    for (i = 1; i <= inputs; i++)
        row = row value[code[input[i]]]
    for (i = 1; i <= outputs; i++)
        row = row value[code[output[i]]]
    print row > (dir "/pins.txt")
    cycles++
}

# ---- the bench -----------------------------------------------------------------------------------

function emit(text) { print text > (dir "/bench.v") }

function range(bits) { return bits == 1 ? "" : "[" bits - 1 ":0] " }

function list(names, count, prefix, i, text) {
    for (i = 1; i <= count; i++)
        text = text (i > 1 ? ", " : "") prefix names[i]
    return text
}

# ".A(32'sb1), .B(32'sb10)": a suite may use several variants of its design, so the values are those of the
# dump; where it has none, those of the settings.
function parameters(field, n, i, text) {
    n = split(settings, field, " ")
    for (i = 1; i <= n && field[i] !~ /^-/; i++) {
        given[substr(field[i], 1, index(field[i], "=") - 1)] = substr(field[i], index(field[i], "=") + 1)
        sub(/=.*/, "", field[i])
        text = text (i > 1 ? ", " : "") "." field[i] \
            (field[i] in parameter ? "(32'sb" value[parameter[field[i]]] ")" : "(" given[field[i]] ")")
    }
    return text
}

# The output that says when `port` means something; empty: always.
function valid_of(port) {
    if (port ~ /^word[0-9]$/)
        return "done"
    if (port ~ /^xf_(id|mode)$/)
        return "xf_start"
    if (port == "xf_beat")
        return "xf_beat_valid"
    if (top == "mcs_walker" && port ~ /^(addr|in_bounds|last)$/)
        return "walking"
    if (sub(/(id|addr|len|size|burst|data|strb|last|resp)$/, "valid", port) && direction[port] == "output")
        return port
    return ""
}

function declare(names, count, kind, i) {
    for (i = 1; i <= count; i++) {
        total += width[names[i]]
        emit("    " kind " " range(width[names[i]]) names[i] ";")
        if (kind == "wire")
            emit("    reg " range(width[names[i]]) "was_" names[i] ";")
    }
}

function compare(port, valid, parts, bits, i, slice) {
    valid = valid_of(port)
    parts = valid == "" ? 1 : width[valid]
    bits = width[port] / parts
    for (i = 0; i < parts; i++) {
        slice = parts > 1 ? "[" (i + 1) * bits - 1 ":" i * bits "]" : ""
        emit("        if (" (valid == "" ? "" : "was_" valid (parts > 1 ? "[" i "]" : "") " && ") \
             port slice " !== was_" port slice ") begin")
        emit("            if (differ[" checks "] == 0)")
        emit("                $display(\"  cycle %0d  " port slice " is %h, in Verilator %h\", cycle, " \
             port slice ", was_" port slice ");")
        emit("            differ[" checks "] = differ[" checks "] + 1;")
        emit("        end")
        checks++
    }
}

function write_bench(i) {
    checks = 0
    width["walking"] = 1
    reset = "resetn" in width ? "!resetn" : "rst"
    emit("`timescale 1ps/1ps")
    emit("module TOP;")
    emit("    reg clk;")
    declare(input, inputs, "reg")
    declare(output, outputs, "wire")
    emit("    " top " #(" parameters() ") " top " (.clk(clk)")
    for (i = 1; i <= inputs; i++)
        emit("        , ." input[i] "(" input[i] ")")
    for (i = 1; i <= outputs; i++)
        emit("        , ." output[i] "(" output[i] ")")
    emit("    );")
    emit("    integer file, cycle, got, i, bad;")
    emit("    integer differ [0:" 4 * outputs - 1 "]; // cycles; a packed output counts port by port")
    emit("    reg [8*256-1:0] name;")
    emit("    reg was_reset;   // a rising edge under reset has been seen")
    emit("    reg was_walking; // a walker has been loaded since")
    emit("    reg [" total - 1 ":0] row;")
    emit("    task compare;\n    begin")
    for (i = 1; i <= outputs; i++)
        compare(output[i])
    emit("    end\n    endtask")
    emit("    initial begin")
    if (dumps)
        emit("        $dumpfile(\"dump.vcd\");\n        $dumpvars(0, " top ");")
    emit("        if (!$value$plusargs(\"pins=%s\", name)) name = \"pins.txt\";")
    emit("        for (i = 0; i < " 4 * outputs "; i = i + 1) differ[i] = 0;")
    emit("        was_reset = 0;\n        was_walking = 0;\n        bad = 0;")
    emit("        file = $fopen(name, \"r\");")
    emit("        cycle = 0;")
    emit("        got = $fscanf(file, \"%b\\n\", row);")
    emit("        while (got == 1) begin")
    emit("            clk = 0;")
    emit("            {" list(input, inputs, "") ", " list(output, outputs, "was_") "} = row;")
    emit("            #4 if (was_reset) compare;")
    emit("            #1 clk = 1;")
    emit("            if (" reset ") was_reset = 1;")
    if ("load" in width)
        emit("            was_walking = !(" reset ") && (was_walking || load);")
    emit("            #5 cycle = cycle + 1;")
    emit("            got = $fscanf(file, \"%b\\n\", row);")
    emit("        end")
    emit("        for (i = 0; i < " checks "; i = i + 1) if (differ[i] != 0) bad = bad + 1;")
    emit("        $display(\"  %0d cycles in Icarus Verilog, %0d of " checks " outputs differ\", cycle, bad);")
    emit("        $finish_and_return(bad != 0);")
    emit("    end")
    emit("endmodule")
}
