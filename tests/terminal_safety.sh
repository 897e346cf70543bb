# terminal_safety.sh: nobody sees what is not theirs, and nothing is lost: secrets at one keyboard,
# signals, a window that closes, games that go on, and the terminal as it was.

set -u
. "$TOP/tests/terminal/drive.sh"

# everything: the screen and all that has scrolled off it.
everything() { in_tmux capture-pane -p -S -; }
absent() { ! everything | grep -qF -- "$2" || fail "$1: '$2' can be seen"; }

# ---- Secrets ----

# Quibbles: Anna draws two cards; Ben must not read them, nor her hand, anywhere.
begin 80x24 play quibbles --seats me:Anna,me:Ben --options first=0 --seed secret --fast
see 'Pass the keyboard to Anna'
absent 'before Anna' 'Your hand'
keys Enter
see 'Your hand (6)'
hand=$(screen | grep -A 2 'Your hand' | tail -n 1)
card=$(printf '%s' "$hand" | tr -cd 0-9 | cut -c 1)
write "+$card"
see 'Anna drew:'
drawn=$(screen | sed -n 's/.*\(Anna drew: [0-9] [0-9]\).*/\1/p')
[ -n "$drawn" ] || fail 'Anna does not see what she drew'
write -
see 'Pass the keyboard to Ben'
absent 'on the cover' 'Your hand'
absent 'on the cover' 'drew:'
keys Enter
see 'Ben, your turn'
see 'puts down a'
absent "before Ben" 'drew:'
in_tmux resize-window -x 100 -y 30
see 'Ben, your turn'
absent "before Ben, resized" 'drew:'
keys Q
see 'Continue Quibbles'
keys q
restored 'quibbles at one keyboard'
absent 'after all' 'Your hand'
absent 'after all' 'drew:'

# Quibbit: a choice is sealed until all have chosen.
begin 80x24 play quibbit --seats me:Anna,me:Ben --options layout=RGY*GYR~YRG* --seed s --fast
see 'Anna, your turn'
keys Enter
see 'Ben, your turn'
keys Enter
see 'Everyone may look'
keys Enter
see 'Pass the keyboard to Anna'
keys Enter
see 'Choose a card in secret'
write 4
see 'Pass the keyboard to Ben'
absent "Anna's choice" '│4│'
keys Enter
see 'Ben, your turn'
see '│▒│'
absent "Anna's choice" '│4│'
write 2
see '│4│ │2│'
see 'Everyone may look'
keys Q
see 'Continue'
keys q
restored 'quibbit at one keyboard'

# ---- Signals ----

# The game goes on where it was, whatever ended it. Every signal has a terminal of its own.
for signal in TERM HUP INT; do
    rm -rf "$XDG_STATE_HOME"
    begin 80x24 play rribbit --seats me,random --seed 7 --fast
    see 'Your turn'
    write e1-f3
    see 'random leaps'
    before=$(screen | sed -n '2,19p')
    pkill -"$signal" -P "$(in_tmux display-message -p '#{pane_pid}')" pond
    see 'left with'
    [ "$signal" != INT ] || see 'Your game is saved'
    restored "after $signal"
    begin 80x24 play
    see 'Continue Rrib-bit, 2 moves'
    keys Enter
    see 'random leaps'
    [ "$(screen | sed -n '2,19p')" = "$before" ] || fail "$signal: the game is not as it was"
    keys Q
    see 'Continue'
    keys q
    see 'left with 0'
done

# A window that closes.
rm -rf "$XDG_STATE_HOME"
begin 80x24 play rribbit --seats me,random --seed 7 --fast
see 'Your turn'
write e1-f3
see 'random leaps'
program=$(pgrep -P "$(in_tmux display-message -p '#{pane_pid}')" pond)
in_tmux kill-server
tries=$patience
while kill -0 "$program" 2>/dev/null; do
    tries=$((tries - 1))
    [ $tries != 0 ] || { fail 'the program outlives its window' && break; }
    sleep 0.1
done
begin 80x24 play
see 'Continue Rrib-bit, 2 moves'
keys q
see 'left with 0'

# ---- Saved games ----

# More than the menu has room for have a list of their own; a damaged one is reported, and kept.
rm -rf "$XDG_STATE_HOME"
folder=$XDG_STATE_HOME/pond/autosave
mkdir -p "$folder"
for move in e1-f3 d1-e3 c1-d3 f1-e3 g1-f3; do
    printf '%s\n' $move | "$POND" play rribbit --seats me,random --seed $move --plain >/dev/null
done
printf 'pond-save 1\ngame rribbit\nm 7 0\nend\n' >"$folder/999999999-0.save"
begin 80x24 play
see 'All saved games (6)'
see '1 saved game is damaged and can'"'"'t be continued; its file is kept.'
[ "$(screen | grep -c 'Continue Rrib-bit')" = 3 ] || fail 'the menu does not have the three latest'
keys Down Down Down Enter
see 'damaged: 999999999-0.save'
[ "$(screen | grep -c 'Rrib-bit, 2 moves')" = 5 ] || fail 'not all saved games are there'
keys Up Enter
see 'the file is kept'
keys Up Enter
see 'Your turn'
keys Q
see 'Continue'
keys q
see 'left with 0'
[ -s "$folder/999999999-0.save" ] || fail 'a damaged save is gone'
printf 'quit\n' | "$POND" play --plain >"$work/out"
grep -q "999999999-0.save is damaged" "$work/out" || fail "line by line: $(cat "$work/out")"
rm -rf "$XDG_STATE_HOME"

# ---- Undo ----

# What has come to light stays; a practice game may go back, and its record says so.
begin 80x24 play quibbles --seats me,random --options first=0 --seed undo --fast
see 'Your hand (6)'
keys Enter Enter
see 'tash'
keys U
see 'New information has been revealed'
keys Q
see 'Continue'
keys q
see 'left with 0'
begin 80x24 play quibbles --seats me,random --options first=0 --seed undo --fast --practice
see 'Your hand (6)'
keys Enter Enter
see 'drew:'
keys U
see 'Taken back.'
write "save $work/undo.pond"
see 'Saved'
keys Q
see 'Continue'
keys q
grep -q 'S0:takeback 1' "$work/undo.pond" || fail 'the record does not tell of the takeback'
"$POND" check "$work/undo.pond" >/dev/null || fail 'the record is not right'

# ---- Terminals of all kinds ----

# Without UTF-8 there is only ASCII on the screen, accents and all.
begin_in xterm C 80x24 play quibbit --lang fr --seed 1 --fast
see 'Posez votre grenouille'
! screen | LC_ALL=C grep -q '[^ -~]' || fail 'more than ASCII in the C locale'
keys Q Q
see 'left with 0'
begin_in vt100 C.UTF-8 80x24 play rribbit --seed 1 --fast --no-color
see 'Your turn'
! in_tmux capture-pane -p -e | grep -q $'\033\[[0-9;]*[34][0-7]m' || fail 'colours without colours'
keys Q q
see 'left with 0'
begin_in dumb C.UTF-8 80x24 play rribbit
see 'output is not a terminal'

finish
