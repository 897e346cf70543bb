# install.sh: what is installed is complete: a program elsewhere builds against it and runs, and the
# command, its manual and its completions are in their places.

set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$BUILD" --prefix "$work/usr" >/dev/null

# The folder of libraries is a matter of the distribution.
PKG_CONFIG_PATH=$(dirname "$(find "$work/usr" -name pond.pc)")
export PKG_CONFIG_PATH
LD_LIBRARY_PATH=$(pkg-config --variable=libdir pond)
export LD_LIBRARY_PATH
cat >"$work/user.c" <<'END'
#include <pond/game.h>
int main(void) { return pond_game_find("null") == &pond_null ? 0 : 1; }
END
for source in "$work/user.c" "$TOP"/examples/*.c; do
    [ -e "$source" ] || continue
    # shellcheck disable=SC2046 # the flags are words
    gcc -std=c17 "$source" -o "$work/user" $(pkg-config --cflags --libs pond)
    (cd "$TOP" && "$work/user" >/dev/null)
done
# The programs that the README shows, each as C and as C++.
# program N: the N-th of them, verbatim.
program()
{
    awk -v wanted="$1" '/^```c$/ { number++; inside = number == wanted; next }
        /^```$/ { inside = 0 } inside' "$TOP/README.md"
}
for language in c c++; do
    compiler='gcc -std=c17 -xc' && [ $language = c ] || compiler='g++ -std=c++17 -xc++'
    for number in 1 2; do
        program $number >"$work/readme.c"
        $compiler -Wall -Wextra -Werror "$work/readme.c" -o "$work/user$number" \
            -xnone $(pkg-config --cflags --libs pond)
    done
    "$work/user1" | grep -q 'chess knight.*(X2)' ||
        { echo 'the first program in README.md does not do what it says' && exit 1; }
    "$work/user2" >"$work/levels.$language"
    grep -q '^Level 4 wins[.]$' "$work/levels.$language" && grep -q '^Level 2 .*[.]$' "$work/levels.$language" ||
        { echo 'the second program in README.md does not do what it says' && exit 1; }
done
cmp "$work/levels.c" "$work/levels.c++"
[ "$(program 2 | wc -l)" -le 40 ] || { echo 'the second program in README.md is too long' && exit 1; }
gcc -std=c17 -static "$work/user.c" -o "$work/user" $(pkg-config --cflags --libs pond)
"$work/user"

cat >"$work/tables.c" <<'END'
#include <pond/table.h>
int main(void)
{
    struct pond_tables *tables = pond_tables_open(&pond_rribbit, "/nowhere");
    struct pond_config config;
    struct pond_state state;
    struct pond_exact exact;
    const char *position = "9/8L/5L3/9/9/9/D1LL5 l 0,0";
    return pond_config_parse(&pond_rribbit, "", &config, NULL) &&
                   pond_rribbit.state_parse(&state, &config, position, NULL) &&
                   pond_tables_probe(tables, &state, &exact) && exact.distance == 32
               ? 0
               : 1;
}
END
gcc -std=c17 "$work/tables.c" -o "$work/tables" $(pkg-config --cflags --libs pond-tables)
"$work/tables"

"$work/usr/bin/pond" games >/dev/null
for page in share/man/man1/pond.1 share/man/fr/man1/pond.1 \
    share/bash-completion/completions/pond share/zsh/site-functions/_pond \
    share/fish/vendor_completions.d/pond.fish include/pond/words/en/library.def; do
    [ -s "$work/usr/$page" ] || { echo "$page is missing"; exit 1; }
done
[ ! -e "$work/usr/include/pond/words/en/page.def" ] || { echo 'page.def is not for programs'; exit 1; }
bash -n "$work/usr/share/bash-completion/completions/pond"
