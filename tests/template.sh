# template.sh: the first step of docs/new-game.md: a renamed copy of the null game compiles, and begins a game.
# And a game as the guide describes it, such as the examples, fits the small build for pages: rules alone.

set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
copy=$(sed -n 's/^1\. Copy the template: `\(sed .*\) src\/games\/null.c >src\/games\/leap.c`.*/\1/p' "$TOP/docs/new-game.md")
[ -n "$copy" ] || { echo 'docs/new-game.md does not say how to copy the template' && exit 1; }
(cd "$TOP" && eval "$copy" src/games/null.c) >"$work/leap.c" || exit 1
cat >"$work/main.c" <<'END'
#include <pond/match.h>
#include <stdio.h>
extern const struct pond_game pond_leap;
int main(void)
{
    static struct pond_entry entries[100];
    struct pond_match match;
    struct pond_config config;
    struct pond_error why;
    if (!pond_config_parse(&pond_leap, "", &config, &why)) return 1;
    pond_match_begin(&match, &pond_leap, &config, entries, 100);
    pond_match_seed(&match, "seed");
    puts(pond_leap.title);
    return pond_match_over(&match);
}
END
said=$(gcc -std=gnu17 -Wall -Wextra -Wmissing-declarations -Wredundant-decls -Werror -I"$TOP/include" -I"$TOP/src/core" \
    "$work/leap.c" "$work/main.c" "$BUILD/libpond.a" -o "$work/leap" 2>&1) || { echo "$said" && exit 1; }
[ "$("$work/leap")" = Leap ] || { echo 'the copy plays nothing' && exit 1; }

cd "$TOP" || exit 1
rules=$(ls src/core/*.c src/games/*.c src/games/*/*.c examples/games/*.c |
    grep -vE '/(core/(event|follower|foreign|tree[a-z_]*)|games/position|games/[a-z]+/(events|view_json|open))\.c$')
gcc -std=gnu17 -w -O0 -DPOND_RULES_ONLY -DPOND_EXAMPLES -Iinclude -Isrc/core -Isrc/games/quibbit -Isrc/games/quibbles \
    -Isrc/games/rribbit -fPIC -shared -Wl,-z,defs $rules -o "$work/rules.so"
