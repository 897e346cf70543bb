# headers.sh: every public header compiles alone, as C and as C++, with gcc and with clang, and says
# nothing at the strictest warnings.

set -u
cd "$TOP" || exit 1
status=0

# compile HEADER COMPILER STANDARD: C++ by its compilers' names.
compile()
{
    local language=c
    case $2 in *++*) language=c++ ;; esac
    printf '#include "pond/%s"\n' "$(basename "$1")" |
        "$2" "-std=$3" -x $language -Wall -Wextra -Wpedantic -Wundef -Werror -Wno-unused-function \
            -Wno-unused-const-variable -fsyntax-only -Iinclude - ||
        { echo "$1: refused by $2 -std=$3" && status=1; }
}

for compiler in gcc clang-14 g++ clang++-14; do
    command -v $compiler >/dev/null || { echo "$compiler is missing" && exit 77; }
done
for header in include/pond/*.h; do
    # Either compiler takes the oldest standard or the newest of each language, in turn.
    compile "$header" gcc gnu11
    compile "$header" clang-14 gnu2x
    compile "$header" clang++-14 gnu++17
    compile "$header" g++ gnu++20
    grep -q '^POND_BEGIN$' "$header" && grep -q '^POND_END$' "$header" ||
        { echo "$header: POND_BEGIN or POND_END is missing" && status=1; }
done
# What a header declares it also exports.
hidden=$(grep -nE '^(const |struct |enum |extern )?[a-z_0-9]+ .*\bpond_[a-z_0-9]+(\(|\[|;)' include/pond/*.h |
    grep -vE ':(static|typedef|struct [a-z_]+( \{|;))')
[ -z "$hidden" ] || { printf 'without POND_API:\n%s\n' "$hidden" && status=1; }
exit $status
