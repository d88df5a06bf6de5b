# Splits a -f list into tokens: one "LINE<TAB>TOKEN" each. Comments (//, #, /* */) begin where a token
# could, so paths with // or globs with /* in them stay whole. Quotes are taken off; $NAME, ${NAME}
# and $(NAME) are the environment's. What cannot be read comes out as "LINE<TAB>!reason".

function expand(token,    out, name, end) {
    while (match(token, /\$([A-Za-z_][A-Za-z_0-9]*|\{[^}]*\}|\([^)]*\))/)) {
        out = out substr(token, 1, RSTART - 1)
        name = substr(token, RSTART + 1, RLENGTH - 1)
        end = RSTART + RLENGTH
        gsub(/[{}()]/, "", name)
        if (!(name in ENVIRON))
            return "!the environment has no " name
        out = out ENVIRON[name]
        token = substr(token, end)
    }
    return out token
}

# The first token of `rest`, which is taken off it.
function next_token(    token, quote, end) {
    while (rest != "" && rest !~ /^[ \t]/) {
        quote = substr(rest, 1, 1)
        if (quote == "\"" || quote == "'") {
            end = index(substr(rest, 2), quote)
            if (end == 0) {
                rest = ""
                return "!a quote is not closed"
            }
            token = token substr(rest, 2, end - 1)
            rest = substr(rest, end + 2)
        } else {
            match(rest, /^[^ \t"']+/)
            token = token substr(rest, 1, RLENGTH)
            rest = substr(rest, RLENGTH + 1)
        }
    }
    return token ~ /^!/ ? token : expand(token)
}

{
    rest = $0
    sub(/\r$/, "", rest)
    while (rest != "") {
        if (in_comment) {
            end = index(rest, "*/")
            rest = end ? substr(rest, end + 2) : ""
            in_comment = !end
            continue
        }
        sub(/^[ \t]+/, "", rest)
        if (rest ~ /^(\/\/|#)/ || rest == "" || rest == "\\")
            break
        if (substr(rest, 1, 2) == "/*") {
            in_comment = 1
            comment_line = FNR
            rest = substr(rest, 3)
            continue
        }
        token = next_token()
        if (token ~ /[ \t]/ && token !~ /^!/)
            token = "!a space inside a path or value: make cannot follow that, please rename or link it"
        printf "%d\t%s\n", FNR, token
    }
}

END {
    if (in_comment)
        printf "%d\t!a comment is not closed\n", comment_line
}
