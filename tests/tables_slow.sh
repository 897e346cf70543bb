# tables_slow.sh: files of exact values: made, killed, damaged, shared, told about and removed.
#
# Whatever happens to a solve or to a file, there is a whole table or none, and never a wrong answer.
# The values themselves are looked after by tables_test.c and solve_rribbit_test.c.

set -u
. "$TOP/tests/cli/common.sh"
solve() { "$POND" solve rribbit --frogs 5 --options turn=chain "$@"; }
# same FOLDER WHAT: the tables there are those of the undisturbed solve, and nothing else is there.
same() { diff -rq "$work/right" "$1" >"$work/differ" 2>&1 || fail "$2: $(cat "$work/differ")"; }

# ---- Made ----

solve --folder "$work/right" --threads 2 >"$work/told" 2>&1 || fail "solve: $(cat "$work/told")"
[ "$(ls "$work/right" | tr '\n' ' ')" = "rribbit-chain-row-3v1.pondtable rribbit-chain-row-3v2.pondtable \
rribbit-chain-row-4v1.pondtable " ] || fail "files: $(ls "$work/right")"
solve --threads 1 >"$work/out" 2>&1 || fail "solve: $(cat "$work/out")"
same "$work/data/pond/tables" 'by one thread, to the usual folder'
sed 's/ in .*//' "$work/told" >"$work/first"
sed 's/ in .*//' "$work/out" | cmp -s - "$work/first" || fail "told otherwise: $(cat "$work/out")"
inode=$(stat -c %i "$work/right/rribbit-chain-row-4v1.pondtable")
solve --folder "$work/right" --verify 2000 --json >"$work/out" 2>&1 || fail "again: $(cat "$work/out")"
[ "$(grep -c '"verified":[0-9]' "$work/out")" = 3 ] || fail "verified: $(cat "$work/out")"
[ "$(stat -c %i "$work/right/rribbit-chain-row-4v1.pondtable")" = "$inode" ] || fail 'solved again'
POND_TABLES=$work/own "$POND" solve rribbit --frogs 4 --dry >"$work/out" 2>&1 || fail "dry: $(cat "$work/out")"
[ ! -e "$work/own" ] || fail 'dry: wrote something'

"$POND" tables longest --folder "$work/right" rribbit-chain-row-4v1.pondtable >"$work/out" 2>&1 ||
    fail "longest: $(cat "$work/out")"
grep -qE '^1\. .* 16\. ' "$work/out" || fail "longest: $(cat "$work/out")"

# ---- Killed ----

# Again and again in one folder, at moments that nobody chose; `KILLS=500 bash tests/tables_slow.sh` for more.
# Each time there are whole tables, those that were there stay, and the next run goes on.
kills=${KILLS:-$((12 / ${SHARE:-1}))}
whole=0
for ((i = 0; i < kills; i++)); do
    [ $((i % 6)) != 0 ] || rm -rf "$work/killed"
    # Not by the function: that would be a shell of its own, and the program would outlive it.
    "$POND" solve rribbit --frogs 5 --options turn=chain --folder "$work/killed" --threads $((1 + i % 2)) \
        >/dev/null 2>&1 &
    sleep "0.$(printf %03d $((RANDOM % 1000)))"
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
    [ ! -d "$work/killed" ] || "$POND" tables check --folder "$work/killed" >"$work/out" 2>&1 ||
        fail "killed: $(cat "$work/out")"
    for file in "$work/killed"/*.pondtable; do
        [ ! -e "$file" ] || cmp -s "$file" "$work/right/${file##*/}" || fail "killed: $file is not whole"
        [ ! -e "$file" ] || whole=$((whole + 1))
    done
done
solve --folder "$work/killed" >/dev/null 2>&1 || fail 'killed: does not go on'
same "$work/killed" "killed $kills times"
echo "killed $kills times: $whole whole tables found, no other"

# ---- Shared ----

solve --folder "$work/shared" >"$work/one" 2>&1 &
one=$!
solve --folder "$work/shared" >"$work/other" 2>&1 || fail "the second of two: $(cat "$work/other")"
wait $one || fail "the first of two: $(cat "$work/one")"
same "$work/shared" 'made by two'
if has mpirun; then
    mpirun --allow-run-as-root --oversubscribe -n 2 "$POND" solve rribbit --frogs 5 \
        --options turn=chain --threads 1 --folder "$work/mpi" >"$work/out" 2>&1 ||
        fail "mpirun: $(cat "$work/out")"
    same "$work/mpi" 'made by mpirun'
    [ "$(grep -c '^4v1 ' "$work/out")" = 1 ] || fail "mpirun: told twice: $(cat "$work/out")"
fi

# ---- Damaged ----

name=rribbit-chain-row-4v1.pondtable
position='9/9/3D5/4L4/3L5/2L6/L8 l 0,0'
probe() { "$POND" probe rribbit --options turn=chain --folder "$work/bad" --position "$position" "$@"; }
mkdir "$work/bad"
cp "$work/right"/* "$work/bad"
probe >"$work/probe" || fail "probe: $(cat "$work/probe")"
size=$(stat -c %s "$work/right/$name")
# flip PLACE: changes one byte.
flip()
{
    local byte
    byte=$(od -An -tu1 -j "$1" -N 1 "$work/bad/$name")
    # shellcheck disable=SC2059 # the format is the byte
    printf "\\$(printf %o $((byte ^ 16)))" |
        dd of="$work/bad/$name" bs=1 seek="$1" conv=notrunc status=none
}
# refused WHAT: the check says so in both languages, and a probe is right or has no answer.
refused()
{
    local code
    for locale in C.UTF-8 fr_FR.UTF-8; do
        LC_ALL=$locale "$POND" tables check --folder "$work/bad" >"$work/out" 2>"$work/err"
        code=$?
        [ $code = 1 ] && [ ! -s "$work/err" ] || fail "$1: check gives $code: $(cat "$work/out")"
        # After a long name, the details are on the next line.
        sed -e ':a' -e '$!N' -e 's/\n  */ /' -e 'ta' -e 'P' -e 'D' "$work/out" |
            grep -qE "^$name.*: .*(damaged|truncated|n.t a tablebase file|abîmée|tronquée|pas un fichier de table|version)" ||
            fail "$1: $(cat "$work/out")"
    done
    if probe >"$work/out" 2>"$work/err"; then
        cmp -s "$work/out" "$work/probe" || fail "$1: another answer: $(cat "$work/out")"
    else
        grep -q 'no tablebase covers' "$work/err" || fail "$1: $(cat "$work/err")"
    fi
}
for place in 0 8 20 34 60 100 300 505 600 $((size / 2)) $((size - 1)); do
    cp "$work/right/$name" "$work/bad/$name"
    flip "$place"
    refused "byte $place"
done
for length in 0 511 5000 $((size - 1)); do
    head -c "$length" "$work/right/$name" >"$work/bad/$name"
    refused "cut at $length"
done
cat "$work/right/$name" "$work/right/$name" >"$work/bad/$name"
refused 'twice as long'
solve --folder "$work/bad" >/dev/null 2>&1 || fail 'damaged: not solved again'
same "$work/bad" 'mended'

# ---- Told about, and removed ----

"$POND" tables --folder "$work/bad" --json >"$work/out" || fail "tables: $(cat "$work/out")"
grep -q '^{"name":"rribbit-chain-row-3v1.pondtable","game":"rribbit","class":"3v1",' "$work/out" ||
    fail "tables: $(cat "$work/out")"
"$POND" tables remove --folder "$work/bad" "$name" >"$work/out" || fail "remove: $(cat "$work/out")"
[ ! -e "$work/bad/$name" ] || fail 'remove: still there'
# complains ARGUMENT...: exit code, words, then the command.
complains()
{
    local code=$1 words=$2
    shift 2
    "$POND" "$@" >"$work/out" 2>"$work/err"
    [ $? = "$code" ] && grep -q -e "$words" "$work/err" && [ "$(wc -l <"$work/err")" = 1 ] ||
        fail "pond $*: $(cat "$work/out" "$work/err")"
}
complains 1 'there is no tablebase' tables remove --folder "$work/bad" "$name"
complains 1 'there is no tablebase' tables remove --folder "$work/bad" ../../etc/passwd
complains 1 "il n'y a pas de table" tables check --folder "$work/bad" "$name" --lang fr
complains 2 'name the tablebases' tables remove
complains 2 "'nonsense'" tables nonsense
complains 2 '--position' probe rribbit
complains 1 'no tablebase covers' probe rribbit --position 'DDDDDDDDD/9/9/9/9/9/LLLLLLLLL l -'
complains 1 'no tablebase covers' probe quibbit --options players=3 \
    --position "$("$POND" show quibbit --options players=3 --seed 1 --json | sed 's/.*"full":"\([^"]*\)".*/\1/')"
complains 1 'game is over' probe rribbit --position '9/9/3LLL3/9/9/9/DDDDD4 l -'
complains 2 'can be solved' probe quibbles --position \
    "$("$POND" show quibbles --seed 1 --json | sed 's/.*"full":"\([^"]*\)".*/\1/')"
complains 2 '--verify' solve rribbit --frogs 4 --verify some
: >"$work/plain"
complains 1 "can't create this directory" solve rribbit --frogs 4 --folder "$work/plain/folder"
complains 2 'can be solved' solve quibbit
stop C.UTF-8 INT solve quibbit --all --folder "$work/rings" >"$work/out" 2>"$work/err"
[ ! -s "$work/out" ] && grep -q 'stopped' "$work/err" || fail "all rings: $(cat "$work/out" "$work/err")"
[ -z "$(ls "$work/rings" 2>/dev/null)" ] || fail "all rings, stopped: $(ls "$work/rings")"

finish
