# arrows.sh: who may include whom, and that pure code is pure.
#
# The core and the games see the public headers, their own folder and five system headers; engines
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
    local folder=$1 place header other allowed
    grep -rnoE '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"][^>"]*[>"]' "$folder" |
        sed -E 's/^([^:]*:[0-9]+):.*include[[:space:]]*(.*)$/\1 \2/' |
        while read -r place header; do
            allowed=
            case $header in
            '<stdint.h>' | '<stdbool.h>' | '<stddef.h>' | '<string.h>' | '<assert.h>') allowed=yes ;;
            '"pond/'*) allowed=yes ;;
            '"'*/*) ;;
            '"'*)
                header=${header//\"/}
                for other in "$@"; do [ ! -e "$other/$header" ] || allowed=yes; done
                ;;
            esac
            [ -n "$allowed" ] || echo "$place: $folder must not include $header"
        done
}

{
    check include
    for folder in src/core src/games src/engines src/learn; do
        [ ! -d $folder ] || check $folder src/core
    done
    [ ! -d src/analysis ] || check src/analysis src/core src/engines
    check src/exact src/core
    # An estimate may be a bound: everyone but the engines asks pond_choice_value.
    grep -rnE '(\.|->)estimate\b' --include='*.[ch]' src | grep -vE '^src/engines/|(\.|->)estimate = '
    # Constants that hold addresses lie in .data.rel.ro; what lies in these two can change.
    size -A "$BUILD/libpond.a" | awk '
        /^[^ ]+\.o / { object = $1 }
        ($1 ~ /^\.(data|bss|tdata|tbss)/ && $1 !~ /^\.data\.rel\.ro/) && $2 > 0 {
            print object ": has variables (" $2 " bytes in " $1 ")"
        }'
    # What the library's own files have for each other is theirs, too.
    nm "$BUILD/libpond.a" | awk '
        NF == 3 && $2 ~ /^[A-Z]$/ { own[$3] = 1 }
        /^[^ ]+\.o:$/ { object = $1 }
        $1 == "U" { uses[object " uses " $2] = $2 }
        END {
            fine = "^(mem(cpy|move|set|cmp|chr)|str(len|n?cmp|chr)|__assert_fail|_GLOBAL_OFFSET_TABLE_)$"
            for (line in uses) if (!(uses[line] in own) && uses[line] !~ fine) print line
        }'
} >"$findings"

cat "$findings"
[ ! -s "$findings" ]
