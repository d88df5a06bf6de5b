# From `verilator -E` the modules a set of Verilog files defines: "NAME FILE" each, in order.
# Works on text, so nothing they instantiate has to be there.

/^`line / {
    file = $3
    gsub(/"/, "", file)
    next
}

!after_module && !/module/ { next }

{
    gsub(/"([^"\\]|\\.)*"/, " ")
    gsub(/[^A-Za-z0-9_$]+/, " ")
    count = split($0, word, " ")
    for (i = 1; i <= count; i++) {
        if (after_module && word[i] != "automatic" && word[i] != "static") {
            print word[i], file
            after_module = 0
        } else if (word[i] == "module" || word[i] == "macromodule")
            after_module = 1
    }
}
