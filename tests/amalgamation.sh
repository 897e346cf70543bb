# amalgamation.sh: the library as two files (tools/amalgamate): compiled by gcc and clang, used from C and
# C++, and playing the games that the program plays.

set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$*" && exit 1; }
for tool in gcc g++ clang-14 python3; do
    command -v $tool >/dev/null || { echo "$tool is missing" && exit 77; }
done
"$TOP/tools/amalgamate" "$work" "$BUILD" || fail 'it could not be made'

# The games of the program, and one between players with the library that it has.
for game in quibbit quibbles rribbit; do
    "$POND" random $game --seed one --limit 30 || exit 1
done >"$work/expected"
user=$TOP/tests/amalgamation/user.c
warnings='-Wall -Wextra -Wpedantic -Werror'
gcc -std=gnu17 -c -O0 -Wall -Wextra -Werror "$work/pond.c" -o "$work/gcc.o" || fail 'gcc'
clang-14 -std=gnu17 -c -O0 -Wall -Wextra -Werror "$work/pond.c" -o "$work/clang.o" || fail 'clang'
for compiler in gcc clang; do
    gcc -std=c11 $warnings -I "$work" "$user" "$work/$compiler.o" -o "$work/$compiler" || fail "$compiler: a program in C"
    g++ -std=c++17 $warnings -I "$work" -x c++ "$user" -x none "$work/$compiler.o" -o "$work/$compiler-cc" ||
        fail "$compiler: a program in C++"
    for program in $compiler $compiler-cc; do
        "$work/$program" >"$work/$program.out" || fail "$program does not run"
        head -n -1 "$work/$program.out" | cmp - "$work/expected" || fail "$program plays other games"
    done
    cmp "$work/$compiler.out" "$work/$compiler-cc.out" || fail "$compiler: C and C++ differ"
done
cmp "$work/gcc.out" "$work/clang.out" || fail 'gcc and clang differ'
[ "$(nm -g --defined-only "$work/gcc.o" | grep -vcE ' [TDRBV] (pond_|quibbit_|quibbles_|rribbit_|table_)')" = 0 ] ||
    fail "names without a prefix: $(nm -g --defined-only "$work/gcc.o" | grep -vE ' [TDRBV] (pond_|quibbit_|quibbles_|rribbit_|table_)')"
