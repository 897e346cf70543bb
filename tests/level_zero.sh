# level_zero.sh: level 0 is for small children: who knows the rules and sees little beats it in every
# game. docs/levels.md says who stands in for a five-year-old, and has the figures of longer series.
set -u
. "$TOP/tests/cli/common.sh"

# beats GAMES GAME PLAYER ARGUMENT...: scores two points in three against level 0. A seed always makes
# the same games.
beats()
{
    local games=$1 game=$2 player=$3
    "$POND" match "$game" "$player" level:0 --games "$games" --seed five --json \
        "${@:4}" >"$work/out" 2>"$work/err" ||
        fail "$game: $(cat "$work/err")"
    grep -q "\"games\":$games," "$work/out" || fail "$game: $(cat "$work/out")"
    grep -Eq '"players":\[\{"player":"[^"]*","wins":[0-9]+,"score":(0\.6[7-9]|0\.[7-9]|1\.)' "$work/out" ||
        fail "$game: level 0 is too strong for $player: $(cat "$work/out")"
}

beats 60 quibbit random --options players=2
beats 60 rribbit engine:nodes=600,hash=1,depth=1,sight=0,noise=400,overlook=50
beats 200 quibbles engine:nodes=1,oversight=89 --options players=2

finish
