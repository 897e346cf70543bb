# terminal_learn.sh: lessons and puzzles on the real screen: by keys and by mouse, in both languages, at
# two sizes, resized in the middle; what is on the screen is compared.

set -u
. "$TOP/tests/terminal/drive.sh"

# answer SENTENCE: asks to be shown an answer, and gives it. SENTENCE is the text before it.
answer()
{
    local move
    keys H
    see "$1 " || return
    move=$(screen | sed -n "s/.*[│|] $1 \([^ ]*\)\.\( .*\)\{0,1\}$/\1/p" | tail -n 1)
    write "$move"
    unseen "$1 $move."
}

# solve SENTENCE DONE: answers until DONE is on the screen; an exercise has four decisions at most.
solve()
{
    local try
    for try in 1 2 3 4; do
        screen | grep -qF -- "$2" && return
        answer "$1" || return
    done
    see "$2"
}

# lesson STEPS SENTENCE DONE STEP: works through a whole lesson that has been begun.
lesson()
{
    local step
    for step in $(seq "$1"); do
        see "$4 $step "
        solve "$2" "$3"
        [ "$step" = "$1" ] || keys Enter
    done
}

# ---- From the menu into the list, and the first step ----

begin 80x24 play
see 'Learn a game, solve puzzles'
keys Down Down Down Down Enter
see 'Learn Rrib-bit: 0 of 12 steps done'
keys Down Down Enter
see 'Step 1 of 12: Leap like a knight'
golden learn-first
keys Enter                        # the frog on e1
see '> e1'
keys Up Up Right Enter            # leaps to f3
see 'Well leapt'
see 'Press Return to go on'
keys Q
see 'Learn Rrib-bit: 1 of 12 steps done'
keys Q
see 'Play Rrib-bit'
keys Q
restored 'the list of lessons'

# ---- Wrong answers are explained, by mouse as well; resized in the middle ----

begin 80x24 learn rribbit --number 6 --fast
see 'Two rows can be made here'
write g1-f3
see 'A handsome row'
golden learn-wrong
write g1-g2
see 'A frog leaps like a chess'
in_tmux resize-window -x 60 -y 20
see 'needs 80x24'
in_tmux resize-window -x 120 -y 40
see 'Two rows can be made here'
write b4-d5
see 'Out of everyone'
golden learn-right-large
in_tmux resize-window -x 80 -y 24
keys P P P
see 'Step 3 of 12: Capture'
click 21 12; see '> d3'; click 32 10
see 'Gone. A capture is written'
keys N A H
see 'Play '
keys Q
see 'Play Rrib-bit'
keys Q
restored 'wrong answers'

# ---- Whole lessons ----

begin 80x24 learn rribbit --number 1 --fast
lesson 12 Play 'Press Return to' Step
see 'That was the last one'
keys Enter
see 'Play Rrib-bit'
keys Q
restored 'the lesson of Rrib-bit'

begin 120x40 learn quibbit --number 1 --fast --lang fr
lesson 12 Jouez 'Entrée pour' Étape
golden learn-last-french
keys Q
see 'Jouer à Rrib-bit'
keys Q
restored 'the lesson of Quibbit'

begin 80x24 learn quibbles --number 7 --fast --ascii
see 'Step 7 of 12: A whole turn'
solve Play 'Press Return to'
golden learn-ascii
keys Q
see 'Play Rrib-bit'
keys Q
restored 'a step of Quibbles'

# ---- Puzzles ----

begin 80x24 learn rribbit --puzzles --number 54 --lang fr --fast
see 'Problème 54 sur 54'
golden learn-puzzle-french
solve Jouez 'Entrée pour revenir'
see "C'est gagné, et rien"
keys Enter
see 'Jouer à Rrib-bit'
keys Down Down Down Down Enter
see 'Problèmes de Rrib-bit résolus : 1 sur 54'
see 'Apprendre Rrib-bit, étapes faites : 12 sur 12'
keys Q
see 'Jouer à Rrib-bit'
keys Q
restored 'puzzles'

finish
