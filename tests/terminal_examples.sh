# terminal_examples.sh: the games of examples/games in every part of the program that knows no game by
# name: lists, records, hints, tournaments, analysis; line by line, and on the screen by arrows and mouse.

set -u
plain_work=$(mktemp -d)
POND=$BUILD/pond_examples
. "$TOP/tests/terminal/drive.sh"
trap 'in_tmux kill-server 2>/dev/null; rm -rf "$work" "$plain_work" 2>/dev/null' EXIT
unset POND_TABLES

# says WORDS COMMAND...: the command succeeds and prints the words.
says()
{
    local words=$1
    shift
    timeout 120 "$POND" "$@" >"$work/out" 2>"$work/err" || fail "pond $*: exit $?: $(cat "$work/err")"
    grep -qF -- "$words" "$work/out" || fail "pond $*: '$words' is not in: $(cat "$work/out")"
    [ ! -s "$work/err" ] || fail "pond $*: $(cat "$work/err")"
}

# Help names the games that are there.
says 'rribbit, goofspiel, tricks' help

# Nobody is offered them.
! "$BUILD/pond" games | grep -E 'goofspiel|tricks' || fail 'players are offered an example'

for game in goofspiel tricks; do
    says "$game" games
    "$POND" random $game --seed 5 --games 20 >"$work/games.pond" || fail "$game: random play"
    says '20 games, valid' check "$work/games.pond"
    "$POND" random $game --seed 5 >"$work/one.pond"
    says 'most points' replay "$work/one.pond"
    says '"pos"' replay --json "$work/one.pond"
    says 'legal moves' show $game --seed 1
    "$POND" new $game --seed 3 >"$work/new.pond"
    says 'Player 1:' hint "$work/new.pond"
    says 'games: 2' match $game level:2 level:1 --games 2 --seed 1
    says 'accuracy' analyse --nodes 30 "$work/one.pond"
    says '' analyse --nodes 30 --svg "$work/one.svg" "$work/one.pond"
    grep -q '<svg' "$work/one.svg" || fail "$game: no picture"
done

# moves_of GAME: every move of the game, to be tried one after the other.
moves_of() { [ "$1" = tricks ] && echo {a,b,c,d}{1,2,3,4} || echo 1 2 3 4 5 6 7; }

# Line by line, in both languages.
for game in goofspiel tricks; do
    {
        printf '%s\n' hint rules
        for round in 1 2 3 4 5 6 7; do printf '%s\n' $(moves_of $game); done
        printf '%s\n' story "save $plain_work/$game.pond" quit
    } | timeout 120 "$POND" play $game --seats me,level:1 --seed 4 --plain >"$work/out" 2>&1 || fail "$game line by line"
    grep -q 'You play' "$work/out" || fail "$game: the story is not told: $(tail -n 20 "$work/out")"
    grep -qE 'There is no rules page for (Goofspiel|Tricks) yet\.' "$work/out" || fail "$game: rules: $(cat "$work/out")"
    says '1 game, valid' check "$plain_work/$game.pond"
    tail -n 1 "$plain_work/$game.pond" | grep -qE '^(seat [01]|draw)$' || fail "$game: not over"
    printf 'aide\nquitter\n' | timeout 120 "$POND" play $game --seed 4 --plain --lang fr >"$work/out" 2>&1 ||
        fail "$game in French"
    grep -q 'À vous' "$work/out" || fail "$game in French: $(cat "$work/out")"
done

# On the screen, by arrows.
for game in goofspiel tricks; do
    begin 80x24 play $game --seats me:Anna,me:Ben --seed 4 --fast
    see 'eturn' # everyone may look, or only Anna
    screen | grep -qF 'R rules' || keys Enter
    see 'R rules'
    keys R
    see 'There is no rules page for'
    keys q
    see 'R rules'
    for press in $(seq 60); do
        tries=$patience
        until screen | grep -qE 'most points|your turn|[Pp]ress Return'; do
            tries=$((tries - 1))
            [ $tries != 0 ] || { fail "$game: nothing to do: $(screen)"; exit 1; }
            sleep 0.1
        done
        ! screen | grep -qF 'most points' || break
        before=$(screen)
        keys Enter # is there, or plays the move under the cursor
        tries=$patience
        while [ "$(screen)" = "$before" ]; do
            tries=$((tries - 1))
            [ $tries != 0 ] || { fail "$game: nothing happens: $before"; exit 1; }
            sleep 0.1
        done
    done
    see 'most points'
done
[ ! -s "$failures" ] || exit 1
