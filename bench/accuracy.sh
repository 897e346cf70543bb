#!/bin/bash
# accuracy.sh: the accuracy of random play and of the levels at every number of players, on many cores.
#
#   bench/accuracy.sh BENCH_VERDICTS FOLDER SECONDS ['GAME OPTIONS NODES']
#
# Runs one process per core with its own seed for each size (or for the one that is given), at most
# SECONDS each and 208 games together, and keeps the lines `accuracy KIND VALUE` in FOLDER/GAME-OPTIONS.
# Files of several runs with other SEEDs can be put together. Then it prints the mean, its error and
# the deciles by kind, and fails where a stronger kind is no more accurate than a weaker one.
set -u
[ $# -ge 3 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit 2; }
bench=$1 folder=$2 seconds=$3 cores=$(nproc) failed=0
mkdir -p "$folder"
sizes=('quibbit players=2 1000000' 'quibbit players=3 100000' 'quibbit players=4 100000'
    'quibbles players=2 4000' 'quibbles players=3 4000' 'quibbles players=4 4000' 'quibbles players=5 4000'
    'rribbit turn=single 300000')
[ $# -lt 4 ] || sizes=("$4")

for size in "${sizes[@]}"; do
    read -r game options nodes <<<"$size"
    file=$folder/$game-$options
    for ((i = 0; i < cores; i++)); do
        "$bench" "$game" "$options" $(((208 + cores - 1) / cores)) "${SEED:-accuracy}$i" "$seconds" "$nodes" \
            >"$file.$i" &
    done
    wait
    cat "$file".* | grep '^accuracy ' >>"$file"
    rm "$file".*
    echo "$game $options"
    sort -k2,2 -k3,3n "$file" | awk '
        { of[$2, ++n[$2]] = $3; sum[$2] += $3; squares[$2] += $3 * $3 }
        END {
            split("random level:2 level:4 level:6", kinds)
            for (i = 1; i <= 4; i++) {
                kind = kinds[i]
                if (n[kind] < 2) continue
                mean = sum[kind] / n[kind]
                spread = squares[kind] / n[kind] - mean * mean
                printf "  %-8s %4d seats  accuracy %5.1f +- %.1f  deciles", kind, n[kind], mean,
                    sqrt((spread > 0 ? spread : 0) / (n[kind] - 1))
                for (d = 1; d <= 9; d++) printf " %.0f", of[kind, int(1 + d * (n[kind] - 1) / 10)]
                printf "\n"
                if (before != "" && mean <= before) { print "  no more accurate than the kind below"; bad = 1 }
                before = mean
            }
            exit bad
        }' || failed=1
done
exit $failed
