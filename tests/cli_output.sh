# cli_output.sh: what people read is well-formed: drawings, replays and how they end.

set -u
. "$TOP/tests/cli/common.sh"

# ---- How a replay ends ----

# ends RECORD SENTENCE: the last line says how the game ended, once, and nobody is asked to decide in
# a game that is over.
ends()
{
    "$POND" replay "$1" >"$work/out" || fail "$1: exit $?"
    [ "$(tail -n 1 "$work/out")" = "$2" ] || fail "$1: ends with: $(tail -n 1 "$work/out")"
    [ "$(grep -cE '^(Player [0-9] won|The (dummy|game) )' "$work/out")" = 1 ] || fail "$1: not one result"
    case $2 in
    *unfinished*) grep -qE '^(To move|Next)' "$work/out" || fail "$1: nobody is to decide" ;;
    *) ! grep -E '^(To move|Next)|legal moves?:|to move$' "$work/out" || fail "$1: over, and someone is to decide" ;;
    esac
}
ends tests/vectors/rribbit-repetition.pond 'The game is drawn: the position was repeated.'
ends tests/vectors/rribbit-agreed.pond 'The game is drawn: by agreement.'
ends tests/vectors/rribbit-resign.pond 'Player 1 won: the others resigned.'
ends tests/vectors/rribbit-rows.pond 'The game is drawn: both sides have two frogs or fewer.'
ends tests/vectors/quibbit-2-quibbit.pond 'Player 2 won: last one in the game.'
ends tests/vectors/quibbles-2.pond 'Player 2 won: a collection worth 21 or more.'
"$POND" random rribbit --seed 1 --limit 5 >"$work/limit"
ends "$work/limit" 'The game is unfinished: stopped at the limit.'
"$POND" new quibbles --seed 1 >"$work/new"
ends "$work/new" 'The game is unfinished: still in progress.'
printf '[Game "quibbles"]\n[Options "players=3"]\n[Setup "146667 024566 125566 123456 1"]\n\n1. S1:resign S2:resign\nseat 0\n' \
    >"$work/resigned"
ends "$work/resigned" 'Player 1 won: the others resigned.'

# King Frog goes by its own name: the edition of Quibbit! that it is, with more options if there are any.
"$POND" new king-frog --options players=3 --seed 1 >"$work/king"
grep -q '^\[Options "players=3,edition=king-frog,' "$work/king" || fail "king-frog: $(cat "$work/king")"

# ---- The layout of what is printed ----

ring4='*RGYB*GYRB~YRGB R30:12345,G29:135,Y-:,B31:2 B - 7'
ring2='*RGY*GYR~YRG R17:2345,G18:2345,y16: G 1345 2'
table=$("$POND" new quibbles --seed 1 --json | sed 's/.*"full":"\([^"]*\)".*/\1/')
for language in en fr; do
    {
        "$POND" show rribbit --lang $language
        "$POND" show rribbit --lang $language --ascii
        "$POND" show quibbit --lang $language --position "$ring4"
        "$POND" show quibbit --lang $language --options players=2 --position "$ring2" --ascii
        "$POND" show quibbles --lang $language --position "$table"
        "$POND" games --lang $language
        "$POND" help --lang $language
        for record in tests/vectors/*.pond; do "$POND" replay "$record" --lang $language; done
    } >"$work/out-$language"
    ! grep -nE '[[:space:]]$' "$work/out-$language" >"$work/blanks" ||
        fail "$language: blanks at the ends of $(wc -l <"$work/blanks") lines, first: $(head -n 1 "$work/blanks")|"
done
# French has a space before a colon (after a number or a word of the language).
! "$POND" show quibbit --lang fr --position "$ring4" | grep -E '(siège [0-9]|[a-zé]{3}): ' ||
    fail 'French: no blank before a colon'
! "$POND" show quibbles --lang fr --position "$table" | grep -E '(siège [0-9]|[a-zé]{3}): ' ||
    fail 'French: no blank before a colon'
# One arrow says which way round the frogs hop.
for players in 4 2; do
    case $players in
    2) drawn=$("$POND" show quibbit --options players=2 --position "$ring2") ;;
    *) drawn=$("$POND" show quibbit --position "$ring4") ;;
    esac
    [ "$(grep -o '↻' <<<"$drawn" | wc -l)" = 1 ] || fail "not one arrow among $players"
done
# All tiles, in their order, each once.
for tile in {0..14}; do
    [ "$("$POND" show quibbit --position "$ring4" | sed -n '3,7p' | grep -oE "(^| )$tile [^ ]" | wc -l)" = 1 ] ||
        fail "tile $tile is not drawn once"
done

finish
