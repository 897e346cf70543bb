# terminal_games.sh: whole games through the real screen: by keys and by mouse, in both languages, at
# two sizes, resized in the middle; what is on the screen is compared.

set -u
. "$TOP/tests/terminal/drive.sh"

# ---- The form before a game ----

# Only players that there are can go first: after player 2 comes "random" again.
begin 80x24 play
see 'Play Quibbles'
keys Down Down Enter
see 'Start the game'
keys Up Up Up Up Up Right
see 'who goes first; 0 is player 1'
see '← 0'
keys Right
see '← 1'
keys Right
see '← random'
keys Left
see '← 1'
keys Q
see 'Play Quibbles'
keys Q
restored 'the form'

# ---- Rrib-bit by arrows, letters and clicks ----

# Light goes for the row d3 e3 f3; dark looks on.
begin 80x24 play rribbit --seats me:Anna,me:Ben --seed 1 --fast
see 'Anna, your turn'
golden rribbit-start
keys Enter                  # the frog on e1
see '> e1'
golden rribbit-chosen
keys Up Up Right Enter      # leaps to f3
see 'Ben, your turn'
write a7-b5
see 'Anna, your turn'
write d1-d2                 # no leap of a knight
see 'A frog leaps like a chess knight'
keys b                      # what is typed after an error begins again
see '> b'
unseen '> d1-d2b'
keys BSpace Right Enter     # the frog under the cursor is chosen
see '> f1'
keys T                      # commands work while only a choice is on the line
see 'Showing threats'
keys T
see 'Threats are hidden'
paste 'TM'                  # what is pasted is text
see '> TM'
keys Escape
unseen 'TM'
keys Enter
see '> f1'
keys M
see 'What you can play'
see 'i1-h3'                 # the list is complete
keys Escape
see '> f1'
write d1-e3                 # and a typed move takes its place
see 'Ben, your turn'
write story
see 'What has happened'
keys Escape
in_tmux resize-window -x 120 -y 40
see 'Anna leaps from d1 to e3.'
golden rribbit-large
write b5-a7
see 'Anna, your turn'
in_tmux resize-window -x 60 -y 20
see 'needs 80x24'
write c1-d3                 # what isn't seen isn't played
in_tmux resize-window -x 80 -y 24
see 'Anna, your turn'
write c1-d3
see 'A row! Capture one of its frogs now'
golden rribbit-row
write a7-b5
see 'Anna won: an unbroken row.'
golden rribbit-end
keys N                      # the next game: they have changed seats
see 'Ben, your turn'
see 'Anna: 1 · Ben: 0'
keys Q
see 'Play Rrib-bit'
keys Q
restored 'rribbit by keys'

# The same by mouse, in French: pad e1 is at column 27, row 17, and so on.
begin 80x24 play rribbit --seats me:Anna,me:Ben --seed 1 --fast --lang fr
see 'À vous, Anna'
click 27 17; see '> e1'; click 32 12
see 'À vous, Ben'
click 5 3; see '> a7'; click 10 8
see 'À vous, Anna'
click 21 17; see '> d1'; click 27 12
see 'À vous, Ben'
click 10 8; see '> b5'; click 5 3
see 'À vous, Anna'
click 15 17; see '> c1'; click 21 12
see 'Alignement !'
click 5 3; see '> a7'; click 10 8
see 'Anna a gagné'
golden rribbit-end-fr
click 2 24                  # N: the next game
see 'À vous, Ben'
keys Q
see 'Jouer à Rrib-bit'
see 'Jouer à King Frog'
golden menu-fr
keys Q
restored 'rribbit by mouse'

# ---- The tutor will warn you before a blunder, and a hint says what is better ----

begin 80x24 play rribbit --seats random,me:Ben --tutor --fast \
    --position "'DDDD1D1DD/9/5D3/9/3LLL3/9/LL2L2LL d -'"
see 'A row! Capture one of its frogs now'
write a7-b5
see 'Sure? a7-b5 leaves the row'
keys t
unseen 'Sure?'
write a7-b5
see 'Sure?'
keys s
see 'f5xe3'
write f5xe3
see 'captures the frog on'
keys Q
see 'Play Rrib-bit'
keys q
see 'left with 0'

# ---- What is said to the only person here ----

begin 80x24 play rribbit --seats me,random --seed 1 --fast
see 'Your turn'
write e1-f3
see 'random leaps'
see 'turn 2 · Your turn'
keys U
see 'You take back a move.'
write c3-d5                 # nobody is there
see 'There is no frog on c3'
see 'Choose a frog'
keys Up Enter               # nor there
see 'There is no frog on e2'
keys D
see 'the computer answers after your move'
keys Q
see 'Continue Rrib-bit, 0 moves, against random'
keys Enter
see 'Your turn'
write e1-f3
see 'turn 2 · Your turn'
keys G
see 'Resign this game?'
keys y
see 'random won: you resigned.'
see 'You resign.'
see 'Rrib-bit · turn 2'
keys V
see 'Your chances'
keys Escape
see 'next game'
keys Q
see 'Play Rrib-bit'
keys q
see 'left with 0'

# ---- Thinking can be watched, and stopped: keys are answered meanwhile ----

begin 80x24 play rribbit --seats me,engine:nodes=4000000000 --seed 1 --fast
see 'Your turn'
write e1-f3
see 'is thinking'
keys '?'
see 'Commands'
keys Escape
see 'is thinking'
keys Escape
see 'leaps from'
keys Q
see 'Play Rrib-bit'
keys q
see 'left with 0'

# ---- Quibbit: every choice by Return alone ----

# through LANGUAGE SIZE NAME WON
through()
{
    begin "$2" play quibbit --seats me,random,random --options players=3,layout=RGY*GYR~YRG* \
        --seed 4 --fast --lang "$1"
    see '@11'
    golden "$3-start"
    keys Enter
    see '[1]'
    golden "$3-card"
    local tries=200
    until screen | grep -qF "$4"; do
        keys Enter
        sleep 0.1
        tries=$((tries - 1))
        [ $tries != 0 ] || { fail "$3: the game does not end" && break; }
    done
    see "$4"
    golden "$3-end"
    keys Q
    keys Q
    restored "$3"
}
through en 80x24 quibbit ' won: '
through fr 120x40 quibbit-fr 'a gagné'

# ---- Quibbles: a whole game of two people, typed ----

# Moves of tests/terminal/quibbles.pond, in order; between turns the keyboard changes hands.
typed=$(mktemp)
sed -n 's/^[0-9]*\. S[01] //p' tests/terminal/quibbles.pond | sed 's/<[^>]*>//g' >"$typed"
seed=$(sed -n 's/^\[Seed "\(.*\)"\]/\1/p' tests/terminal/quibbles.pond)
options=$(sed -n 's/^\[Options "\(.*\)"\]/\1/p' tests/terminal/quibbles.pond)

quibbles_through()
{
    begin "$2" play quibbles --seats me:Anna,me:Ben --options "$options" --seed "$seed" --fast \
        --lang "$1"
    see "$4"
    golden "$3-cover"
    local line turns=0
    while read -r line; do
        [ $turns = 7 ] || keys Enter # 'I am here'
        # shellcheck disable=SC2086 # the moves of a turn are words
        write $line
        turns=$((turns + 1))
        [ $turns != 7 ] || { keys Enter; see "$6" && golden "$3-middle"; }
    done <"$typed"
    see "$5"
    golden "$3-end"
    keys Q
    keys Q
    restored "$3"
}
quibbles_through en 80x24 quibbles 'Pass the keyboard to' ' won: ' 'Your hand'
quibbles_through fr 120x40 quibbles-fr 'Passez le clavier à' 'a gagné' 'Votre main'
rm -f "$typed"

finish
