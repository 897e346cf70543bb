# vectors.sh: games that independent programs agree on are replayed by the program to the byte.
#
# tests/vectors has records with, beside each, what `pond replay --json` must print for it: every
# position, every list of legal moves, every result. Byte equality is more than equal JSON, and it
# holds.

set -u
cd "$TOP" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { echo "$*" && failures=$((failures + 1)); }

records=(tests/vectors/*.pond)
[ "${#records[@]}" -ge 24 ] || fail "only ${#records[@]} records in tests/vectors"

for record in "${records[@]}"; do
    expected=${record%.pond}.jsonl
    if ! "$POND" replay "$record" --json >"$work/replay" 2>"$work/error"; then
        fail "$record: $(cat "$work/error")"
    elif ! cmp -s "$work/replay" "$expected"; then
        fail "$record: the replay differs:"
        diff "$work/replay" "$expected" | head -n 4 | cut -c 1-300
    fi
    # People's replay has a line for each of these as well.
    plies=$(wc -l <"$expected")
    lines=$("$POND" replay "$record" | grep -cE '^ *[0-9]+   *(Start|[^ ].*) ')
    [ "$lines" -ge "$plies" ] || fail "$record: $lines lines in words, $plies as JSON"
done

"$POND" check "${records[@]}" >"$work/check" 2>&1 || fail "pond check: $(cat "$work/check")"
right=$(grep -c ': 1 game, valid$' "$work/check")
[ "$right" = "${#records[@]}" ] || fail "pond check: $right of ${#records[@]} valid"

# One file may hold them all, with an empty line between two games.
for record in "${records[@]}"; do
    [ "$record" = "${records[0]}" ] || echo
    cat "$record"
done >"$work/all"
all=$("$POND" check - <"$work/all")
[ "$all" = "<stdin>: ${#records[@]} games, valid" ] || fail "all records in one: $all"
"$POND" replay - --json <"$work/all" | cmp -s - <(cat "${records[@]/%.pond/.jsonl}") ||
    fail 'all records in one: the replay differs'

[ $failures = 0 ]
