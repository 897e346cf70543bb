# accuracy.sh: the table that accuracies are compared with (src/analysis/standing_values.h) is what
# bench/accuracy.sh makes of the games in tests/data/accuracy; stronger players are more accurate there
# at every number of players; and the first games come out the same when they are played and judged
# again.
set -u
. "$TOP/tests/cli/common.sh"

bash "$TOP/bench/accuracy.sh" table >"$work/table" || fail 'no table'
cmp "$work/table" "$TOP/src/analysis/standing_values.h" || fail 'standing_values.h is not what the games say'
bash "$TOP/bench/accuracy.sh" show >"$work/shown" || fail "the order: $(cat "$work/shown")"

for file in "$TOP"/tests/data/accuracy/*; do
    [ "$(cut -d' ' -f1 "$file" | uniq | wc -l)" -ge 200 ] || fail "$file has fewer than 200 games"
done

# Games of each kind again: as far as two decimals, whatever the machine.
again()
{
    mkdir -p "$work/again"
    ONLY="$1 $2" bash "$TOP/bench/accuracy.sh" "$BUILD/bench_verdicts" "$3" "$work/again"
    [ -s "$work/again/$1-$2" ] || fail "$1 $2: nothing was played"
    cmp -n "$(wc -c <"$work/again/$1-$2")" "$work/again/$1-$2" "$TOP/tests/data/accuracy/$1-$2" ||
        fail "$1 $2: other accuracies: $(cat "$work/again/$1-$2")"
}
again quibbit players=2 1
again quibbit players=3 1
again quibbles players=2 2
again rribbit turn=single 2

finish
