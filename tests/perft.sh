# perft.sh: the number of move sequences from many positions, against programs that share no code.
#
# tests/vectors/rribbit.perft has the starts, tests/perft/*.perft positions from all over the game;
# each file says how it is written. Made leaf by leaf and counted in bulk must be the same.

set -u
cd "$TOP" || exit 1
failures=0
checked=0

# check WHERE OPTIONS POSITION COUNT...: POSITION may be empty for the start.
check()
{
    local where=$1 options=$2 position=$3 got how
    shift 3
    for how in '' --bulk; do
        # shellcheck disable=SC2086 # no word where $how is empty
        got=$("$POND" perft rribbit $# --options "$options" ${position:+--position "$position"} $how |
            sed 's/^[0-9]* //' | tr '\n' ' ')
        [ "${got% }" = "$*" ] && continue
        echo "$where: $options $position $how: ${got% } instead of $*"
        failures=$((failures + 1))
    done
    checked=$((checked + 1))
}

while read -r where counts; do
    case $where in '#'* | '') continue ;; esac
    # shellcheck disable=SC2086 # counts are words
    check rribbit.perft "start=${where%/*},turn=${where#*/}" '' $counts
done <tests/vectors/rribbit.perft
[ $checked = 8 ] || { echo "rribbit.perft: $checked lines instead of 8" && failures=$((failures + 1)); }

for file in tests/perft/*.perft; do
    while IFS=';' read -r options position counts; do
        case $options in '#'* | '') continue ;; esac
        options=${options% }
        position=${position# }
        # shellcheck disable=SC2086 # counts are words
        check "$file" "${options#-}" "${position% }" $counts
    done <"$file"
done
[ $checked -gt 60 ] || { echo "only $checked positions" && failures=$((failures + 1)); }

[ $failures = 0 ]
