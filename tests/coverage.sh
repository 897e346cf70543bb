# coverage.sh: the tests run every line of the rules. The rules (src/games) are compiled once more for
# this, with counters, and linked with the library of this build; each line that no test reached is
# named.

set -u
. "$TOP/tests/cli/common.sh"
has gcov || finish
cd "$work" || exit 1

flags="-std=gnu17 -D_POSIX_C_SOURCE=200809L -DPOND_EXAMPLES -DTEST_SHARE=1 -I$TOP/include -I$TOP/src/core -I$TOP/tests"
for source in "$TOP"/src/games/*.c "$TOP"/src/games/*/*.c; do
    name=${source#"$TOP"/src/games/} name=${name%.c}
    gcc $flags -O0 --coverage -c "$source" -o "$(echo "$name" | tr / -).o" ||
        fail "$source does not compile"
done
for test in core_test laws_test events_test follower_test position_test quibbit_test quibbles_test rribbit_test; do
    gcc $flags -O1 "$TOP/tests/$test.c" "$TOP/tests/given.c" "$TOP"/examples/games/*.c ./*.o \
        "$BUILD/libpond.a" -lcmocka -lm --coverage -o $test 2>err ||
        fail "$test does not link: $(head -n 5 err)"
done
# Each adds its counts to those of the tests before it.
for test in ./*_test; do
    timeout $((6 * patience)) $test >$test.out 2>&1 || fail "$test: $(tail -n 5 $test.out)"
done
# counts FOLDER OBJECT...: what no test ran of the sources of a folder, counted over all its objects.
counts()
{
    local folder=$1 source name
    shift
    rm -f ./*.gcov
    gcov -o . "$@" >/dev/null 2>&1
    for source in "$folder"/*.[ch]; do
        name=$(basename "$source")
        [ "$name" != list.c ] || continue # a table
        [ -s "$name.gcov" ] || fail "$source has no counts"
        # What can never be is an assertion, and no test reaches it.
        grep -v 'assert(false)\|no test reaches' "$name.gcov" |
            sed -n "s|^ *#####: *\([0-9]*\):|${source#"$TOP"/}:\1: no test runs this: |p" >missed
        [ ! -s missed ] || fail "$(cat missed)"
    done
}
counts "$TOP/src/games" list.o null.o position.o
for game in quibbit quibbles rribbit; do
    counts "$TOP/src/games/$game" $game-*.o
done
finish
