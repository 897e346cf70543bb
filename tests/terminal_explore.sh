# terminal_explore.sh: `pond explore` on the real screen: a tree by keys, typing and mouse, saved and
# opened again; what is proven, the engine, what is drawn; bad input; both languages, a small window.
# What is on the screen is compared, with a search of so many nodes that it is the same everywhere.

set -u
. "$TOP/tests/terminal/drive.sh"

# Ctrl-C ends the shell around the program as well, and with it the terminal.
gone()
{
    local tries=$patience
    while in_tmux has-session 2>/dev/null; do
        tries=$((tries - 1))
        [ $tries != 0 ] || { fail 'it does not leave' && screen && exit 1; }
        sleep 0.1
    done
}

# ---- A tree ----

begin 80x24 explore rribbit --nodes 3000
see 'Engine: depth'
see 'Choose a frog'
keys Enter                        # the frog on e1
see '> e1'
keys Escape
write b1-c3
see '1. b1-c3'
write '!'
see 'b1-c3 !'
write h7-g5 'comment Natural.'
see 'Natural.'
write e1-d3
see '2. e1-d3'
keys , ,
see 'Player 2 to play'
write a7-b5
see '1… a7-b5'
keys M
see '> mark'
write '?!'
see 'a7-b5 ?!'
write 'comment Too early?' c3xb5
see '2. c3xb5'
golden explore-tree
keys V
see '{(1. ... a7-b5 ?! "Too early?" 2. c3xb5)}'
keys Escape
see 'Choose a frog'

# What is refused changes nothing, and says why.
write a1-a9
see "isn't"
keys Escape
write 'mark good'
see 'The marks are'
keys D
see 'nothing to draw'

# Keys lead through the tree: back, another variation, on to its end, the start.
keys Home
see 'Player 1 to play'
keys . .
see 'Player 1 to play'
keys N End                        # the main line follows the variation, which is the second
see 'Player 2 to play'
keys Q
see 'Not saved yet'
write "save $work/tree.pond"
see 'Saved to'
keys Q
restored 'a tree'
sed '1,/^$/d' "$work/tree.pond" | diff - <(printf '%s\n' '1. b1-c3 {!} h7-g5 {Natural.} {(1. ... a7-b5 ?! "Too early?" 2. c3xb5)}' \
    '2. e1-d3' unfinished) || fail 'another tree was saved'

# Opened again it is the same; promoted, deleted, and left without saving.
begin 100x30 explore "$work/tree.pond" --nodes 3000
see '1… a7-b5 ?!'
keys . . N P
see '1. b1-c3 ! a7-b5 ?!'
keys X
see 'X again deletes 2 moves.'
keys .
see '1. b1-c3 ! a7-b5'             # another key is no answer
unseen 'X again'
keys ,
keys X
see 'X again'
keys DC                           # Delete is the same key
unseen 'a7-b5'
row=$(screen | grep -n '1. b1-c3 ! h7-g5' | cut -d : -f 1)
keys Home
see 'Player 1 to play'
click 65 "$row"                   # the first move, in the tree
see 'Player 2 to play'
keys Q
see 'Not saved yet'
keys .
unseen 'Not saved yet'
keys C-c                          # Ctrl-C asks as Q does
see 'Not saved yet'
keys S                            # saved where it was opened
see "Saved to $work/tree.pond"
unseen 'Not saved yet'
keys Q
restored 'opened again'
grep -q '^1. b1-c3 {!} h7-g5' "$work/tree.pond" && ! grep -q a7-b5 "$work/tree.pond" ||
    fail "saved otherwise: $(cat "$work/tree.pond")"

# Letters of any alphabet; pasted text is text; a file of others is replaced when it is said twice.
echo mine >"$work/mine.pond"
begin 80x24 explore rribbit --nodes 50
see 'Choose a frog'
write b1-c3
see '1. b1-c3'
keys C
see '> comment'
in_tmux send-keys -l 'Très tôt€'
see 'Très tôt€'
keys BSpace
unseen '€'
keys Enter
see '1. b1-c3 Très tôt'
write 'comment'
unseen 'Très'
write "save $work/mine.pond"
see 'already exists'
grep -qx mine "$work/mine.pond" || fail 'a file was replaced'
keys Enter                        # the same line again
see "Saved to $work/mine.pond"
grep -q '^1. b1-c3' "$work/mine.pond" || fail 'the file was not replaced'
write e7-d5
see 'e7-d5'
keys S
see "Saved to $work/mine.pond"
grep -q 'e7-d5' "$work/mine.pond" || fail 'S saves elsewhere'
paste "XQ:$work é"
see '> XQ:'
keys Escape
unseen 'XQ'
see '1. b1-c3 e7-d5'
paste $'h1-g3\nd7-c5\n'
see 'd7-c5'
paste $'c1-c9\na1-b3\n' # what follows a refusal is left out
see "isn't"
unseen 'a1-b3'
keys Escape
in_tmux send-keys -l ':Q'         # a colon begins a line
see '> :Q'
keys Escape
in_tmux resize-window -x 60 -y 12
see 'with Ctrl-C'
keys X X X b Enter
in_tmux resize-window -x 80 -y 24
see 'd7-c5'
see 'Choose a frog'
keys C-c
see 'Not saved yet'
in_tmux resize-window -x 60 -y 12
keys C-c
gone

# Moves of several seats, as they are documented; all choose, until one has.
begin 80x24 explore quibbit --options players=4 --seed a --nodes 50
see 'Place your frog'
write @1 4r2
see 'joins.' # a long sentence is shown whole
keys Escape
write front front front
see 'All choose · red'
paste $'R1 G4 Y1 B5\n'
see 'R1 G4 Y1 B5'
write 'r2 g2 y2 b1'
see '2. R2 G2 Y2'
write ':R3 G3 Y3 B2'
see '3. R3 G3 Y3'
keys C-c
see 'Not saved yet'
keys C-c
gone

# ---- What is proven ----

begin 80x24 explore rribbit --position "'9/8L/5L3/9/9/9/D1LL5 l 0,0'"
see 'won in 32 plies: d1-f2'
see 'drawn: c1-a2'
golden explore-exact
keys B
see 'lost in 31 plies: a1-c2'
see '1. d1-f2'
keys G
see 'No game has reached'
see 'position.'
keys Q Q
restored 'what is proven'

# ---- Chance, and several at the same time ----

begin 80x24 explore quibbit --options 'players=2,layout=*RGY*GYR~YRG' --seed a --nodes 2000
see 'Place your frog'
keys G
see 'exactly +0.3525'
keys G
write @3 front
see '0. @3 front'
see 'All choose · red'
keys Tab
see 'All choose · green'
write 4
see 'red to play'
write 2
see 'Type what is drawn'
see '5  20%'
write 1
see '1. G4 R2 y1'
keys E
see 'The engine is off'
keys Q Q
restored 'quibbit'

begin 80x24 explore quibbles --seed 7 --nodes 200 --lang fr
see 'Moteur'
write +3
see 'Un tirage'
see 'V texte'
see 'Q partir'
keys D
see '1. Joueur 2 +3 <'
see 'Mettre de'
keys '?'
see 'Touches'
keys Escape
see 'Mettre de'
in_tmux resize-window -x 60 -y 12
see '80x24'
in_tmux resize-window -x 120 -y 40
see '1. Joueur 2 +3 <'
keys Q
see 'Pas encore'
keys Q
restored 'quibbles'

begin 80x24 explore king-frog --nodes 50
see 'King Frog'
keys Q
restored 'an edition'

# A record of other games, or with a seed, stays as it is.
"$POND" random rribbit --seed a --limit 4 >"$work/seeded.pond"
cp "$work/seeded.pond" "$work/before.pond"
begin 80x24 explore "$work/seeded.pond" --nodes 50
see 'analysis'
keys S
see 'Saved to'
see 'records/rribbit-'
write "save $work/seeded.pond"
see 'already exists'
keys Escape
keys Q
restored 'a record with a seed'
cmp "$work/seeded.pond" "$work/before.pond" || fail 'a record with a seed was replaced'

# A locale that isn't installed still says that the terminal shows UTF-8.
begin_in xterm-256color fr_XX.UTF-8 80x24 explore rribbit --nodes 50
see '───'
see 'Choisissez une grenouille (flèches'
keys Q
restored 'a locale that is missing'

# Where nothing can be drawn it goes on line by line.
begin_in dumb C.UTF-8 80x24 explore rribbit --nodes 50
see "or 'help' for"
write quit
restored 'a terminal that cannot draw'
finish
