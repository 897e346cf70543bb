# terminal_plain.sh: the same games line by line: a whole scripted game of each, in both languages;
# what cannot be is said in a sentence; the record of what was played is right.

set -u
. "$TOP/tests/cli/common.sh"

# play NAME ARGUMENT...: plays what standard input says; compares all that is said.
play()
{
    local name=$1
    shift
    timeout $patience "$POND" play "$@" --plain >"$work/out" 2>"$work/err" || fail "$name: exit $?"
    [ ! -s "$work/err" ] || fail "$name: $(cat "$work/err")"
    sed -i -e 's/ *$//' -e "s|$work|WORK|g" "$work/out"
    if [ "${GOLDEN-}" = write ]; then
        cp "$work/out" "tests/terminal/goldens/plain-$name.txt"
    else
        diff "tests/terminal/goldens/plain-$name.txt" "$work/out" >"$work/diff" ||
            fail "$name: $(head -n 20 "$work/diff")"
    fi
}
# right FILE RESULT
right()
{
    "$POND" check "$1" >/dev/null || fail "$1 is not right"
    [ "$(tail -n 1 "$1")" = "$2" ] || fail "$1: $(tail -n 1 "$1") instead of $2"
}

# Rrib-bit: light makes a row and dark looks on; with questions, a refusal and a takeback.
printf '%s\n' moves e1-f3 a7-b5 'rules X5' d1-d2 threats d1-e3 b5-a7 undo n undo y b5-a7 c1-d3 a7-b5 story \
    "save $work/rribbit.pond" next quit |
    play rribbit rribbit --seats me:Anna,me:Ben --seed 1
right "$work/rribbit.pond" 'seat 0'
grep -q 'takeback 1' "$work/rribbit.pond" || fail 'the takeback is not in the record'
printf '%s\n' aide e1-f3 a7-b5 d1-e3 b5-a7 c1-d3 a7-b5 "enregistrer $work/rribbit-fr.pond" quitter |
    play rribbit-fr rribbit --seats me:Anna,me:Ben --seed 1 --lang fr --ascii
right "$work/rribbit-fr.pond" 'seat 0'

# Quibbit against random players: every card is tried until the game is over.
{
    echo @0
    for round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do printf '%s\n' 1 2 3 4 5; done
    printf '%s\n' "save $work/quibbit.pond" quit
} | play quibbit quibbit --seats me,random,random --options layout=RGY*GYR~YRG* --seed 4
"$POND" check "$work/quibbit.pond" >/dev/null || fail 'quibbit: the record is not right'
! grep -q unfinished "$work/quibbit.pond" || fail 'quibbit: the game did not end'

# Quibbles: a whole game of two people; before each turn the keyboard changes hands.
{
    sed -n 's/^[0-9]*\. S[01] //p' tests/terminal/quibbles.pond | sed 's/<[^>]*>//g' |
        while read -r line; do
            echo
            # shellcheck disable=SC2086 # the moves of a turn are words
            printf '%s\n' $line
        done
    printf '%s\n' "save $work/quibbles.pond" quit
} | play quibbles quibbles --seats me:Anna,me:Ben --options variant=first-game --seed j.0
right "$work/quibbles.pond" 'seat 0'
diff <(sed -n '/^1\./,$p' tests/terminal/quibbles.pond) <(sed -n '/^1\./,$p' "$work/quibbles.pond") ||
    fail 'quibbles: another game was played'

# What is interrupted waits, and goes on with the same chance to come.
printf '%s\n' '+3' | play interrupted quibbles --seats me,random --options first=0 --seed 12
printf '%s\n' 1 show quit | play continued

# Nobody resigns by a slip. A computer says what it makes of a draw: at the very beginning it plays on,
# later it agrees if it thinks no better of its own side.
rm -rf "$work/state"
printf '%s\n' resign no draw e1-f3 resign y e1-f3 quit | play resign rribbit --seats me,random --seed 1
printf '%s\n' a1-b3 b3-a1 a1-b3 b3-a1 a1-b3 b3-a1 a1-b3 b3-a1 a1-b3 b3-a1 draw a1-b3 quit |
    play draw rribbit --seats me,random --seed 3 --options repetition=0
grep -q '^random accepts the draw\.$' "$work/out" || fail 'the draw was not accepted'

# A game without a board of its own: its position as it is written, and its moves as a list.
printf '%s\n' moves 9 2 1 "save $work/null.pond" 3 1 2 1 quit | play null null --seats me,level:3 --seed 3
printf '%s\n' aide coups 2 quitter | play null-fr null --seats me:Anna,random --seed 3 --lang fr
"$POND" check "$work/null.pond" >/dev/null || fail 'null: the record is not right'

# With several people a move is taken back only if all agree; the offer of a draw takes the word it asks
# for; and who leaves at the hand-over has not been shown a hand.
printf '%s\n' e1-f3 undo n "save $work/final.pond" quit | "$POND" play rribbit --seats me:Anna,me:Ben --seed 1 --plain >"$work/out"
grep -q '^1\. e1-f3$' "$work/final.pond" || fail "a move was taken back: $(cat "$work/final.pond")"
for yes in Y yes oui accept; do
    printf '%s\n' draw e1-f3 quit | "$POND" play rribbit --seats me:Anna,me:Ben --seed 1 --plain >"$work/out"
    printf '%s\n' draw $yes quit >"$work/script"
    printf '%s\n' e1-f3 a7-b5 draw f3-e1 $yes quit | "$POND" play rribbit --seats me:Anna,me:Ben --seed 1 --plain >"$work/out"
    grep -q 'A draw: by agreement' "$work/out" || fail "$yes accepts no draw: $(tail -n 5 "$work/out")"
done
printf '%s\n' '' +1 - quit | "$POND" play quibbles --seats me:Anna,me:Ben --seed 1 --options first=0 --plain >"$work/out"
[ "$(grep -c '^Your hand' "$work/out")" -le 3 ] || fail "a hand was shown to who left: $(cat "$work/out")"

# Any other word at the hand-over shows no hand either, and 'quit' also leaves where everyone may listen.
printf '%s\n' moves 5 quit | "$POND" play quibbles --seats me:Anna,me:Ben --seed 1 --plain >"$work/out"
! grep -q '^Your hand' "$work/out" && [ "$(grep -c 'press Return' "$work/out")" = 3 ] || fail "a hand was shown: $(cat "$work/out")"
printf '%s\n' @3 back quit | "$POND" play quibbit --seats me:Anna,me:Ben --seed 3 --plain >"$work/out"
[ "$(tail -n 2 "$work/out")" = "Everyone may listen. Press Return to go on.
> quit" ] || fail "'quit' was not heard: $(tail -n 3 "$work/out")"

# Words may have capitals, yes is yes in every language, and a leap may be written without its sign.
printf '%s\n' ' B1 C3 ' Undo Oui b1c3 h7g5 c3-a4 g5e4 c1-d3 e4d2 b1xd2 f1d2 Quit |
    "$POND" play rribbit --seats me:Anna,me:Ben --seed 1 --plain >"$work/out"
for told in 'Ben takes back a move' 'Ben leaps from h7 to g5' 'Anna leaps from f1 and captures' 'There is no frog on b1'; do
    grep -q "^$told" "$work/out" || fail "'$told' is missing: $(cat "$work/out")"
done

# Nothing has to be typed where there is no choice: with nothing to stash, the turn ends.
printf '%s\n' '' 22=44 '' quit | "$POND" play quibbles --seats me:Ann,me:Bob --seed 3 --plain >"$work/out"
grep -q 'Nothing to stash this time\.$' "$work/out" && grep -q '^Bob, your turn' "$work/out" || fail "a stash was asked for: $(cat "$work/out")"

# A card to stash may be typed as its number.
printf '%s\n' '' 5=14 1 '' quit | "$POND" play quibbles --seats me:Ann,me:Bob --seed 1 --plain >"$work/out"
grep -q '^Bob stashes a 1: 1 of 21' "$work/out" || fail "a stash by its number: $(cat "$work/out")"

# An edition is a game like others at the first question; and the dummy has no capital within a sentence.
rm -rf "$work/state"
printf '%s\n' king-frog "save $work/king.pond" quit | "$POND" play --plain >"$work/out"
grep -q '^Which game? .*king-frog' "$work/out" && grep -q 'edition=king-frog' "$work/king.pond" || fail "no King Frog: $(cat "$work/out")"
printf '%s\n' "save $work/king.pond" resign y quit | "$POND" play king-frog --plain --seats me,level:1,level:1 >"$work/out"
[ "$(head -n 1 "$work/out")" = 'King Frog' ] && grep -q 'players=3,edition=king-frog' "$work/king.pond" || fail "no King Frog: $(cat "$work/out")"
grep -q '^Level 1 a ' "$work/out" && grep -q '^Level 1 b ' "$work/out" || fail "names: $(cat "$work/out")"
grep -q '^You (red), out\.$' "$work/out" || fail "out, with cards: $(cat "$work/out")"
printf '%s\n' @0 1 quit | "$POND" play quibbit --plain --seed 3 --seats me,level:1 --options 'layout=RGY*GYR~YRG*' >"$work/out"
grep -q '^The dummy plays' "$work/out" && grep -q 'over Level 1 and the dummy' "$work/out" || fail "the dummy: $(cat "$work/out")"
grep -q 'tiles from$\|tiles from a lap' "$work/out" || fail 'nobody says how far a lap is'

# Sentences for what cannot be.
refuse()
{
    local code=$1 pattern=$2
    shift 2
    "$POND" play "$@" >"$work/out" 2>"$work/err" </dev/null
    [ $? = "$code" ] || fail "pond play $*: not exit $code"
    grep -q -- "$pattern" "$work/err" || fail "pond play $*: no '$pattern' in: $(cat "$work/err")"
}
refuse 2 'no game' chess --plain
refuse 2 'has 2 seats, not 3' rribbit --seats me,me,me --plain
refuse 2 "'lvel:3' isn.t a player" rribbit --seats me,lvel:3 --plain
refuse 2 "n'est pas un joueur" rribbit --seats me,niveau --plain --lang fr
refuse 2 "'hash' must be a whole number from 1 to" rribbit --seats 'me,engine:hash=none' --plain
refuse 2 '« hash » doit être un nombre entier' rribbit --seats 'me,engine:hash=none' --plain --lang fr
refuse 1 'not a terminal' rribbit

# A line with a zero in it, or without an end, is one line; and nothing that is repeated commands the terminal.
{
    printf 'x\0y\ne1-f3\n\xc2\x9b31m\xe2\x80\xae\x9b\n'
    printf '%300000s\na7-b5\nsave %s\nquit\n' x "$work/odd.pond"
} | timeout $patience "$POND" play rribbit --seats me:Anna,me:Ben --seed 1 --plain >"$work/out" 2>"$work/err" || fail "odd lines: exit $?"
[ ! -s "$work/err" ] && right "$work/odd.pond" unfinished
grep -q '^1\. e1-f3 a7-b5$' "$work/odd.pond" || fail "odd lines: $(cat "$work/odd.pond")"
grep -qF '> ?31m??' "$work/out" && iconv -f UTF-8 -t UTF-8 "$work/out" >/dev/null || fail "odd lines: $(cat -v "$work/out")"

finish
