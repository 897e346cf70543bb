# common.sh: what the tests of the command line share. Sourced by tests/*.sh, after `set -u`.
#
# `run` runs the program and keeps what it says, `refuse` and the like are each test's own, `fail` notes
# what is wrong and goes on, and a test ends with `finish`. Nothing of the person who runs the tests has a
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

finish()
{
    [ -s "$work/failures" ] || exit 0
    echo "$(wc -l <"$work/failures") failures"
    exit 1
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
    local locale=$1 signal=$2 number program caught tries=$((patience * 50))
    number=$(kill -l "$signal")
    shift 2
    LC_ALL=$locale "$POND" "$@" &
    program=$!
    until [ "/proc/$program/exe" -ef "$POND" ] &&
        caught=$(sed -n 's/^SigCgt:[[:blank:]]*//p' "/proc/$program/status" 2>/dev/null) &&
        [ $((0x${caught:-0} >> (number - 1) & 1)) = 1 ]; do
        tries=$((tries - 1))
        [ $tries != 0 ] && kill -0 $program 2>/dev/null || break
        sleep 0.02
    done
    kill -"$signal" $program
    wait $program
}
