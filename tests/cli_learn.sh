# cli_learn.sh: `pond puzzle` and `pond puzzles make` as people and scripts meet them.

set -u
. "$TOP/tests/cli/common.sh"

# expect CODE TEXT ARGUMENT...: the exit status, and a text that is printed or complained.
expect()
{
    local code=$1 text=$2 got
    shift 2
    "$POND" "$@" >"$work/out" 2>&1 </dev/null
    got=$?
    if [ $got != "$code" ] || ! grep -qF -- "$text" "$work/out"; then
        fail "pond $*: exit $got instead of $code, or no '$text': $(cat "$work/out")"
    fi
}

# The answers of a puzzle, from its file.
answers() { awk -v n="$2" '/^puzzle / { on = $2 == n } on && /^answer / { print $2 }' "learn/puzzles/$1.txt"; }

expect 0 'Rrib-bit, puzzle 1 of ' puzzle rribbit --number 1
expect 0 'Rrib-bit, problème 1 sur ' puzzle rribbit --number 1 --lang fr
expect 0 'To answer: pond puzzle quibbit --number 2 MOVE' puzzle quibbit --number 2
expect 0 ' of ' puzzle
expect 0 ' of ' puzzle quibbles
expect 0 'Keep your card' puzzle quibbit --day 2026-11-15
expect 0 'That wins' puzzle rribbit --number 1 $(answers rribbit 1)
expect 0 'C'\''est gagné' puzzle rribbit --number 1 $(answers rribbit 1) --lang fr
expect 1 'X2' puzzle rribbit --number 1 a1-a2
expect 2 '1' puzzle rribbit --number 0
expect 2 'There is no game' puzzle chess
expect 2 'no puzzles for null' puzzle null
expect 2 '--number needs a game' puzzle --number 3
expect 2 "isn't a date" puzzle rribbit --day 2026-02-30
expect 2 'pond puzzles make' puzzles list rribbit
expect 2 'There is no game' puzzles make chess
expect 2 'no puzzles for null' puzzles make null

# A puzzle shows what its seat may see: other hands only by their number of cards.
expect 0 'player 2: 15 cards, collection' puzzle quibbles --number 3
# A ruling may be asked for in small letters.
expect 0 'Q7. The lap' rules quibbit q7

# Every listed answer is right, any other card of the hand is not, and a wrong one changes nothing.
for number in 1 20 40; do
    answer=$(answers quibbit $number)
    expect 0 "$answer: " puzzle quibbit --number $number "$answer"
done

# A lesson line by line, from its first step to its last, with the answers that 'hint' gives; and what
# is solved is remembered.
lesson()
{
    local game=$1 language=$2 hint=$3 play=$4 tries=0
    : >"$work/script"
    until grep -qF "$5" "$work/out" 2>/dev/null || [ $tries = 40 ]; do
        { cat "$work/script" && echo "$hint"; } |
            "$POND" learn "$game" --number 1 --plain --lang "$language" >"$work/out" 2>&1
        sed -n "s/^$play \\(.*\\)\\.\$/\\1/p" "$work/out" | tail -n 1 >>"$work/script"
        echo >>"$work/script"
        tries=$((tries + 1))
    done
    [ $tries != 40 ] || fail "the lesson of $game ($language) does not end: $(tail -n 20 "$work/out")"
    rm -f "$work/out"
}
for game in quibbit quibbles rribbit; do
    lesson $game en hint Play 'Have fun with'
    lesson $game fr conseil Jouez 'Amusez-vous bien'
    steps=$(grep -c '^step ' learn/lessons/$game.txt)
    [ "$(wc -l <"$work/data/pond/learn/$game-lesson.txt")" = "$steps" ] ||
        fail "not all steps of $game are remembered"
done
# An answer typed too early does not skip a step.
printf '%s\n' b1-c3 d1-e3 quit | "$POND" learn rribbit --number 1 --plain >"$work/out" 2>&1
grep -q 'Step 2' "$work/out" && fail "a line was swallowed: $(cat "$work/out")"
expect 2 'there is no lesson for null' learn null
expect 2 '--number needs a game: pond learn GAME' learn --number 3
expect 2 '1' learn rribbit --number 99
expect 1 '--plain' learn rribbit

# A day always has the same puzzle, and the next day another.
"$POND" puzzle rribbit --day 2026-11-15 >"$work/one"
"$POND" puzzle rribbit --day 2026-11-15 >"$work/two"
"$POND" puzzle rribbit --day 2026-11-16 >"$work/three"
cmp -s "$work/one" "$work/two" || fail 'the day changes its puzzle'
! cmp -s "$work/one" "$work/three" || fail 'two days, one puzzle'

# The generator prints the same file for the same seed, and what it prints has its form.
"$POND" puzzles make quibbit --count 4 --seed 5 >"$work/one"
"$POND" puzzles make quibbit --count 4 --seed 5 >"$work/two"
cmp -s "$work/one" "$work/two" || fail 'the same seed, other puzzles'
[ "$(grep -c '^puzzle ' "$work/one")" = 4 ] || fail 'not four puzzles'
"$POND" puzzles make rribbit --count 3 --seed 5 >"$work/one"
[ "$(grep -c '^answer ' "$work/one")" = 3 ] || fail 'not three answers'

finish
