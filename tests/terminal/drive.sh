# drive.sh: drives the real program in a real terminal (tmux), for the tests beside this folder.
#
# Sourced. `begin WIDTHxHEIGHT ARGUMENT...` starts `pond ARGUMENT...` in a terminal of that size;
# `keys` types, `see` waits until a text is on the screen, `unseen` until it is gone, `golden`
# compares the screen with one in tests/terminal/goldens (with GOLDEN=write it is written instead).
# Nothing sleeps blindly: what is waited for is on the screen, however slow the machine is.

cd "$TOP" || exit 1
work=$(mktemp -d)
terminals=0 # each has a server of its own, so that none waits for another to end
socket=pond-test-$$-0
patience=${PATIENCE:-600} # tenths of a second
failures=$work/failures
export XDG_STATE_HOME=$work/state XDG_DATA_HOME=$work/data
unset LANGUAGE LC_MESSAGES LC_CTYPE LANG NO_COLOR TMUX
export LC_ALL=C.UTF-8

in_tmux() { tmux -L "$socket" -f /dev/null "$@"; }
trap 'in_tmux kill-server 2>/dev/null; sleep 0.3; rm -rf "$work" 2>/dev/null' EXIT
fail() { printf '%s\n' "$*" | tee -a "$failures"; }

# begin_in TERM LOCALE SIZE ARGUMENT...
begin_in()
{
    local kind=$1 locale=$2 size=$3
    shift 3
    in_tmux kill-server 2>/dev/null
    terminals=$((terminals + 1))
    socket=pond-test-$$-$terminals
    in_tmux new-session -d -x "${size%x*}" -y "${size#*x}" -e "LC_ALL=$locale" \
        -e "XDG_STATE_HOME=$XDG_STATE_HOME" -e "XDG_DATA_HOME=$XDG_DATA_HOME" \
        "export TERM=$kind; stty -g >$work/tty-before; $POND $*; code=\$?; stty -g >$work/tty-after; echo \"left with \$code\"; exec cat" ||
        fail "tmux does not start"
}

begin() { begin_in xterm-256color C.UTF-8 "$@"; }

screen() { in_tmux capture-pane -p; }
keys() { in_tmux send-keys "$@"; }
# write TEXT...: types texts as they are, each followed by Return.
write()
{
    local text
    for text in "$@"; do in_tmux send-keys -l -- "$text"; in_tmux send-keys Enter; done
}

# paste TEXT: as a terminal does that marks what is pasted, which a program may ask for.
paste()
{
    in_tmux set-buffer -- "$1" \; paste-buffer -p -r -d
}

# see TEXT: waits until the text is on the screen.
see()
{
    local tries=$patience
    until screen | grep -qF -- "$1"; do
        tries=$((tries - 1))
        if [ $tries = 0 ]; then
            fail "'$1' does not come; the screen is:" && screen | tee -a "$failures"
            exit 1
        fi
        sleep 0.1
    done
}

unseen()
{
    local tries=$patience
    while screen | grep -qF -- "$1"; do
        tries=$((tries - 1))
        [ $tries != 0 ] || { fail "'$1' does not go away" && exit 1; }
        sleep 0.1
    done
}

# golden NAME: the screen must be as it was. It is looked at until it is, for it may still be drawn.
golden()
{
    local file=tests/terminal/goldens/$1.txt tries=$patience
    if [ "${GOLDEN-}" = write ]; then
        sleep 0.7
        screen | sed 's/ *$//' >"$file"
        return
    fi
    until screen | sed 's/ *$//' | cmp -s - "$file"; do
        tries=$((tries - 1))
        if [ $tries = 0 ]; then
            fail "$1: the screen has changed:"
            screen | sed 's/ *$//' | diff "$file" - | tee -a "$failures"
            return 1
        fi
        sleep 0.1
    done
}

# click COLUMN ROW, from 1: a press and a release as terminals send them (SGR), each in one piece.
click()
{
    in_tmux set-buffer -- "$(printf '\033[<0;%d;%dM' "$1" "$2")" \; paste-buffer -r -d
    in_tmux set-buffer -- "$(printf '\033[<0;%d;%dm' "$1" "$2")" \; paste-buffer -r -d
}

# The program has ended and the terminal is as it was.
restored()
{
    see 'left with' || return
    cmp -s "$work/tty-before" "$work/tty-after" || fail "$1: the terminal's settings have changed"
    local flags
    flags=$(in_tmux display-message -p '#{alternate_on}#{mouse_any_flag}#{cursor_flag}#{keypad_flag}')
    [ "$flags" = 0010 ] || fail "$1: the terminal is not restored ($flags)"
}

finish() { [ ! -s "$failures" ]; }
