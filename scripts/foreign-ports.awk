# From Verilator's XML the contract of some modules (-v want="name name"), one line each:
#   module NAME FILE
#   param NAME PARAMETER
#   port NAME DIRECTION PORT WIDTH      in bits; "?" for what is no vector of bits
# and of every module in the design
#   uses NAME

function attribute(name,    from) {
    if (!match($0, " " name "=\"[^\"]*\""))
        return ""
    from = RSTART + length(name) + 3
    return substr($0, from, RSTART + RLENGTH - 1 - from)
}

# A Verilog number of the XML, such as 32&apos;sh1f.
function number(text,    value, i) {
    sub(/^.*h/, "", text)
    for (i = 1; i <= length(text); i++)
        value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
    return value
}

function span(from, to) { return (from > to ? from - to : to - from) + 1 }

function width(type,    bits, i, part) {
    if (kind[type] == "basic")
        return own[type]
    if (kind[type] == "same")
        return width(sub_type[type])
    if (kind[type] == "array") {
        bits = width(sub_type[type])
        return bits == "?" ? bits : bits * own[type]
    }
    if (kind[type] == "struct") {
        for (i = 1; i <= members[type]; i++) {
            part = width(member[type, i])
            if (part == "?")
                return part
            bits += part
        }
        return bits
    }
    return "?"
}

/<file / { file[attribute("id")] = attribute("filename") }

/<module / {
    name = attribute("origName")
    loc = attribute("loc")
    sub(/,.*/, "", loc)
    print "uses " name
    reading = index(" " want " ", " " name " ") && !(name in seen)
    if (reading) {
        seen[name] = 1
        print "module " name " " file[loc]
    }
}
/<\/module>/ { reading = 0 }

reading && /<var / {
    if (attribute("param") == "true")
        print "param " name " " attribute("origName")
    if (attribute("pinIndex") != "") {
        ports++
        port_text[ports] = "port " name " " attribute("dir") " " attribute("origName")
        port_type[ports] = attribute("dtype_id")
    }
}

/<basicdtype / {
    type = attribute("id")
    kind[type] = "basic"
    own[type] = attribute("left") == "" ? 1 : span(attribute("left"), attribute("right"))
    if (attribute("name") ~ /^(real|string|event|chandle)$/)
        own[type] = "?"
}
/<(ref|enum)dtype / { type = attribute("id"); kind[type] = "same"; sub_type[type] = attribute("sub_dtype_id") }
/<packarraydtype / {
    array = attribute("id")
    kind[array] = "array"
    sub_type[array] = attribute("sub_dtype_id")
    bounds = 0
}
/<unpackarraydtype / { array = "" }
/<const / && array != "" { bound[++bounds] = number(attribute("name")) }
/<\/packarraydtype>/ { own[array] = span(bound[1], bound[2]); array = "" }
/<structdtype / { struct = attribute("id"); kind[struct] = "struct" }
/<memberdtype / && struct != "" { member[struct, ++members[struct]] = attribute("sub_dtype_id") }
/<\/structdtype>/ { struct = "" }

END {
    for (i = 1; i <= ports; i++)
        print port_text[i] " " width(port_type[i])
}
