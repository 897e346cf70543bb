# terminal_monkey.sh: a monkey at the keyboard of each game and of the menu: nothing crashes, and the
# terminal comes back whatever happens. tools/monkey has the long form.

set -u
cd "$TOP" || exit 1
exec tools/monkey "${MONKEY_EVENTS:-1500}"
