# arrows.sh: who may include whom, and that pure code is pure.
#
# Includes go down one order of folders, which the public headers keep as well. Pure folders see even
# less: the core and the games see the public headers, their own folder and five system headers; engines
# and lessons see the core as well, and analysis the engines; nothing points back from them to the
# program, the page or the server. And the library that they make has no variables and asks the C
# library for next to nothing.

set -u
cd "$TOP" || exit 1
findings=$(mktemp)
trap 'rm -f "$findings"' EXIT

# check FOLDER OTHER...: every include of FOLDER must be a public header, a pure system header, or a
# file of FOLDER or of one of the other folders.
check()
{
    local folder=$1 place header other allowed beside
    grep -rnoE '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"][^>"]*[>"]' "$folder" |
        sed -E 's/^([^:]*:[0-9]+):.*include[[:space:]]*(.*)$/\1 \2/' |
        while read -r place header; do
            allowed=
            case $header in
            '<stdint.h>' | '<stdbool.h>' | '<stddef.h>' | '<string.h>' | '<assert.h>') allowed=yes ;;
            '"pond/'*) allowed=yes ;;
            '"..'*) ;;
            '"'*)
                header=${header//\"/}
                beside=${place%/*}
                for other in "$beside" "$@"; do [ ! -e "$other/$header" ] || allowed=yes; done
                ;;
            esac
            [ -n "$allowed" ] || echo "$place: $folder must not include $header"
        done
}

# One order over all folders, the lowest first: a file includes its own folder and lower ones. Folders
# of one line do not know each other.
folders='core
games
batch engines exact learn
analysis explorer
tables
players store wasm web
server terminal
client
join load
cli'
# The public headers: the folder that each belongs to, in an order in which each includes only those
# before it.
headers='core:api core:text core:event core:rng core:game core:follower games:quibbit games:quibbles
games:rribbit games:position engines:engine core:bench core:match core:record core:tree core:json core:foreign
batch:encode batch:batch engines:player tables:table analysis:analysis explorer:explorer learn:learn'

# order: what points upwards. Reads the headers that there are, a line each, and then "FILE HEADER"
# lines, the header as it is written between quotes.
order()
{
    awk -v folders="$folders" -v headers="$headers" '
        BEGIN {
            lines = split(folders, line, "\n")
            for (i = 1; i <= lines; i++) {
                names = split(line[i], name, " ")
                for (k = 1; k <= names; k++) rank[name[k]] = i
            }
            count = split(headers, header, /[ \n]/)
            for (i = 1; i <= count; i++) {
                split(header[i], part, ":")
                home[part[2] ".h"] = part[1]
                place[part[2] ".h"] = i
            }
        }
        NF == 1 { there[$1] = 1; next }
        { split($1, path, "/"); target = $2; sub(/^pond\//, "", target) }
        path[1] == "include" {
            if (!(path[3] in place)) print $1 ": has no place in the order of headers"
            else if ($2 !~ /^pond\// || !(target in place) || place[target] >= place[path[3]]) {
                print $1 ": must not include " $2
            }
            next
        }
        !(path[2] in rank) { print $1 ": its folder has no place in the order"; next }
        $2 ~ /^pond\// {
            if (!(target in home) || rank[home[target]] > rank[path[2]]) print $1 ": must not include " $2
            next
        }
        { beside = $1; sub(/[^\/]*$/, $2, beside) }
        !(beside in there) && !(("src/" path[2] "/" $2) in there) {
            fine = 0
            for (folder in rank) {
                if (rank[folder] < rank[path[2]] && (("src/" folder "/" $2) in there)) fine = 1
            }
            if (!fine && $2 !~ /^\.\./) print $1 ": must not include " $2
        }'
}

# drawn: the same order, as docs/architecture.md draws it, the highest first.
drawn()
{
    awk '
        /^```/ { code++ }
        code == 1 && /^  [a-z]/ {
            names = substr($0, 3, 34) # what the folders are stands to the right
            gsub(/ +/, " ", names)
            sub(/ $/, "", names)
            lines = names (lines != "" ? "\n" lines : "")
        }
        END { print lines }' docs/architecture.md
}

{
    [ "$(drawn)" = "$folders" ] || echo 'docs/architecture.md: the drawing is not the order of folders here'
    {
        find src -name '*.h'
        grep -rnE '^#include "[^"]*\.h"' --include='*.[ch]' src include |
            sed -E 's/^([^:]*):[0-9]+:#include "([^"]*)".*$/\1 \2/' | sort -u
    } | order
    check include
    for folder in src/core src/games src/engines src/learn; do
        [ ! -d $folder ] || check $folder src/core
    done
    [ ! -d src/analysis ] || check src/analysis src/core src/engines
    check src/exact src/core
    check src/explorer src/core src/engines src/exact
    check src/batch src/core
    # An estimate may be a bound: everyone but the engines asks pond_choice_value.
    grep -rnE '(\.|->)estimate\b' --include='*.[ch]' src | grep -vE '^src/engines/|(\.|->)estimate = '
    # What a game can do differently is a row of a table that it registers in, never a comparison.
    grep -rnE '[=!]= &pond_(quibbit|quibbles|rribbit|null)\b' --include='*.[ch]' src
    # Two headers with the same guard: a file that includes both gets only one.
    grep -rhoE '^#ifndef POND_[A-Z_]+_H$' --include='*.h' include src | sort | uniq -d
    # Two structures with one name in headers: nobody can include both.
    grep -rhoE '^(struct|union|enum)( POND_OVERLAY)? [a-z0-9_]+ [{]$' --include='*.h' include src | sort | uniq -d
    # The log belongs to the match: others read it through cursors, and ask for what lies face down.
    grep -rnE '\bmatch(->|\.)(log|sealed)\b|\b(log_count|log_max|undone_at)\b|->log\[' --include='*.[ch]' src examples bench |
        grep -v '^src/core/'
    # Constants that hold addresses lie in .data.rel.ro; what lies in these two can change.
    size -A "$BUILD/libpond.a" | awk '
        /^[^ ]+\.o / { object = $1 }
        ($1 ~ /^\.(data|bss|tdata|tbss)/ && $1 !~ /^\.data\.rel\.ro/) && $2 > 0 {
            print object ": has variables (" $2 " bytes in " $1 ")"
        }'
    # What the library's own files have for each other is theirs, too; hardening adds checks to both.
    nm "$BUILD/libpond.a" | awk '
        NF == 3 && $2 ~ /^[A-Z]$/ { own[$3] = 1 }
        /^[^ ]+\.o:$/ { object = $1 }
        $1 == "U" { uses[object " uses " $2] = $2 }
        END {
            fine = "^(mem(cpy|move|set|cmp|chr)|str(len|n?cmp|chr)|__assert_fail|__mem(cpy|move|set)_chk|" \
                "__stack_chk_fail|_GLOBAL_OFFSET_TABLE_)$"
            for (line in uses) if (!(uses[line] in own) && uses[line] !~ fine) print line
        }'
} >"$findings"

cat "$findings"
[ ! -s "$findings" ]
