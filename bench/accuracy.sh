#!/bin/bash
# accuracy.sh: how accurate random play and the levels are at every number of players.
#
#   bench/accuracy.sh BENCH_VERDICTS GAMES [FOLDER]    plays and judges games, on every core
#   bench/accuracy.sh show [FOLDER]                    prints mean, error and deciles by player
#   bench/accuracy.sh table [FOLDER]                   prints src/analysis/standing_values.h
#
# FOLDER (tests/data/accuracy) has a file for each game and number of players, with the lines
# `NUMBER PLAYER ACCURACY`. The number and the seed (SEED, else `accuracy`) make a game, whatever the
# machine. Games that are there are not played again; GAMES is how many there should be, ONLY='GAME
# OPTIONS' plays at one kind of table. `show` fails where a stronger player is no more accurate than
# a weaker one.
set -eu
tables=('quibbit players=2 1000000' 'quibbit players=3 100000' 'quibbit players=4 100000'
    'quibbles players=2 4000' 'quibbles players=3 4000' 'quibbles players=4 4000'
    'quibbles players=5 4000' 'rribbit turn=single 300000')

play()
{
    local bench=$1 games=$2 file=$3/$4-$5 game=$4 options=$5 nodes=$6 cores first i
    cores=$(nproc)
    touch "$file"
    first=$(awk '{ n = $1 + 1 } END { print n + 0 }' "$file")
    for ((i = 0; i < cores; i++)); do
        "$bench" "$game" "$options" "$games" "${SEED:-accuracy}" 1e9 "$nodes" $((first + i)) "$cores" \
            >"$file.$i" || true &
    done
    wait
    sed -n 's/^accuracy //p' "$file".[0-9]* | sort -s -n -k1,1 >>"$file"
    rm "$file".[0-9]*
}

# With `table`, deciles as hundredths in C; otherwise for people.
sum_up()
{
    local file=$1/$2-$3 seats=${3#players=}
    [ "$seats" != "$3" ] || seats=2
    sort -k2,2 -k3,3n "$file" | awk -v table="$4" -v game="$2" -v options="$3" -v seats="$seats" '
        $1 >= games { games = $1 + 1 }
        { of[$2, n[$2]++] = $3; sum[$2] += $3; squares[$2] += $3 * $3 }
        function tenth(kind, d,    at, low)
        {
            at = (n[kind] - 1) * d / 10
            low = int(at)
            return low == at ? of[kind, low] : of[kind, low] + (at - low) * (of[kind, low + 1] - of[kind, low])
        }
        END {
            split("random level:2 level:4 level:6", kinds)
            if (table) printf "    {&pond_%s,\n     %d,\n     {", game, seats
            else printf "%s %s: %d games\n", game, options, games
            for (i = 1; i <= 4; i++) {
                kind = kinds[i]
                mean = sum[kind] / n[kind]
                spread = squares[kind] / n[kind] - mean * mean
                error = n[kind] < 2 ? 0 : sqrt((spread > 0 ? spread : 0) / (n[kind] - 1))
                if (!table) printf "  %-8s %4d seats  accuracy %5.1f +- %.1f  deciles", kind, n[kind], mean, error
                if (table) printf "%s{", (i > 1 ? ",\n      " : "")
                for (d = table ? 0 : 1; d <= (table ? 10 : 9); d++)
                    if (table) printf "%s%.0f", (d > 0 ? ", " : ""), 100 * tenth(kind, d)
                    else printf " %.0f", tenth(kind, d)
                printf "%s", (table ? "}" : "\n")
                if (i > 1 && mean <= before) bad = 1
                if (i > 1 && mean <= before && !table) print "  no more accurate than the player above"
                before = mean
            }
            if (table) print "}},"
            exit bad
        }'
}

here=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
failed=0
case ${1-} in
show | table)
    [ "$1" = show ] || cat <<'END'
/* standing_values.h: every tenth of the accuracies in tests/data/accuracy, in hundredths, by table
 * and player. Written by bench/accuracy.sh; see standing.c. */
#include "standing.h"

// clang-format off
static const struct standing_table standing_tables[] = {
END
    for kind in "${tables[@]}"; do
        read -r game options nodes <<<"$kind"
        sum_up "${2:-$here/tests/data/accuracy}" "$game" "$options" "$([ "$1" = show ] || echo 1)" || failed=1
    done
    [ "$1" = show ] || printf '};\n// clang-format on\n' ;;
'') sed -n '2,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2 ;;
*)
    for kind in "${tables[@]}"; do
        read -r game options nodes <<<"$kind"
        [ "${ONLY:-$game $options}" = "$game $options" ] || continue
        mkdir -p "${3:-$here/tests/data/accuracy}"
        play "$1" "$2" "${3:-$here/tests/data/accuracy}" "$game" "$options" "$nodes"
    done ;;
esac
exit $failed
