# common.sh: what the tests of the command line share. Sourced by tests/*.sh, after `set -u`.
#
# `run` runs the program and keeps what it says, `refuse` and the like are each test's own, `fail` notes
# what is wrong and goes on, `has` asks for a tool, and a test ends with `finish`. Nothing of the person who runs the tests has a
# part in them: no language, no tables, no saved games.

cd "$TOP" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset LANGUAGE LC_MESSAGES LC_CTYPE LANG POND_TABLES
export LC_ALL=C.UTF-8 POND XDG_DATA_HOME=$work/data XDG_STATE_HOME=$work/state

# How many seconds until something hangs for certain, also on a slow machine that has other things to do.
sanitized=$(grep -c '^POND_SANITIZE:[A-Z]*=.' "$BUILD/CMakeCache.txt")
patience=120
[ "$sanitized" = 0 ] || patience=400

# Some checks run at the end of a pipe, where a variable would be lost: so failures go to a file.
fail() { printf '%s\n' "$*" | tee -a "$work/failures"; }

# has TOOL: is it installed? Where it is not, part of the test is left out, and the test counts as
# skipped (77, as cmake/tests.cmake says); ./test installs every tool, so there it counts as failed.
has()
{
    command -v "$1" >/dev/null && return
    printf '%s is not installed: not everything is tried\n' "$1" | tee -a "$work/skipped"
    return 1
}

finish()
{
    if [ -s "$work/failures" ]; then
        echo "$(wc -l <"$work/failures") failures"
        exit 1
    fi
    [ ! -s "$work/skipped" ] || exit 77
    exit 0
}

# wait_for WHAT COMMAND...: waits until the command succeeds; fails with WHAT where it never does.
wait_for()
{
    local what=$1 tries=$((patience * 20))
    shift
    until "$@"; do
        tries=$((tries - 1))
        [ $tries != 0 ] || { fail "$what"; return 1; }
        sleep 0.05
    done
}

# gone PROCESS: has it ended? (Nobody may have been there to bury it.)
gone() { [ ! -e "/proc/$1" ] || grep -qsE '^State:[[:blank:]]*[ZX]' "/proc/$1/status"; }

# end_of PROCESS: waits for a child to end, and gives its exit status; one that never ends is killed.
end_of()
{
    wait_for "process $1 does not end" gone "$1" || kill -KILL "$1"
    wait "$1"
}

# run LOCALE ARGUMENT...: runs the program; leaves its output in files and its exit status in `code`.
run()
{
    local locale=$1
    shift
    LC_ALL=$locale timeout $patience "$POND" "$@" >"$work/out" 2>"$work/err" </dev/null
    code=$?
}

# stop LOCALE SIGNAL ARGUMENT...: runs the program and sends it the signal as soon as it listens to it, which
# /proc tells: a time that was fixed would be too short on one machine and too long on another. A shell that
# has yet to become the program listens, too (it has a trap), and forgets what it heard.
stop()
{
    local locale=$1 signal=$2 number program
    number=$(kill -l "$signal")
    shift 2
    LC_ALL=$locale "$POND" "$@" &
    program=$!
    wait_for "pond $*: does not listen to $signal" listens $program "$number"
    kill -"$signal" $program
    end_of $program
}

# listens PROCESS NUMBER: is it the program, and does it catch the signal with that number? One that has ended
# never will, so nobody waits for it.
listens()
{
    local caught
    gone "$1" && return
    [ "/proc/$1/exe" -ef "$POND" ] &&
        caught=$(sed -n 's/^SigCgt:[[:blank:]]*//p' "/proc/$1/status" 2>/dev/null) &&
        [ $((0x${caught:-0} >> ($2 - 1) & 1)) = 1 ]
}
