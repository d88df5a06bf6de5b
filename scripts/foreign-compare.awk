# Compares module `name` of two tables of foreign-ports.awk, the contract first:
#   problem TEXT    what the contract has and the given module has not, or not so
#   note TEXT       what only the given module has
#   tie PORT        an input only the given module has
# -v shown= is how the given module is called in messages.

function bits(n) { return n == "?" ? "no vector of bits" : n == 1 ? "1 bit wide" : n " bits wide" }

$2 != name { next }

FNR == NR && $1 == "param" { want_param[++params] = $3 }
FNR == NR && $1 == "port" {
    want[++ports] = $4
    want_dir[$4] = $3
    want_width[$4] = $5
}
FNR == NR { next }

$1 == "param" { has_param[$3] = 1 }
$1 == "port" {
    has[++given] = $4
    dir[$4] = $3
    width[$4] = $5
}

END {
    for (i = 1; i <= params; i++)
        if (!(want_param[i] in has_param))
            print "problem " shown ": parameter " want_param[i] " is missing"
    for (i = 1; i <= ports; i++) {
        p = want[i]
        if (!(p in dir))
            print "problem " shown ": " want_dir[p] " " p " (" want_width[p] \
                (want_width[p] == 1 ? " bit" : " bits") ") is missing"
        else if (dir[p] != want_dir[p])
            print "problem " shown ": " p " is an " dir[p] ", the contract says " want_dir[p]
        else if (width[p] != want_width[p])
            print "problem " shown ": " dir[p] " " p " is " bits(width[p]) ", the contract says " want_width[p]
    }
    for (i = 1; i <= given; i++) {
        p = has[i]
        if (p in want_dir)
            continue
        if (dir[p] == "output")
            print "note note: " name " has an extra output " p ": ignored"
        else {
            print "note note: " name " has an extra " dir[p] " " p ": tied to 0"
            print "tie " p
        }
    }
}
