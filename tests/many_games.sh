# many_games.sh: random games of every option set come back from their records: the short form of
# tools/many-games.

set -u
cd "$TOP" || exit 1
POND=$BUILD/pond_examples tools/many-games 25 short || exit 1

# The same seed gives the same games, byte for byte; another one gives others.
for game in quibbit quibbles rribbit; do
    one=$("$POND" random $game --seed same --games 3 | cksum)
    [ "$one" = "$("$POND" random $game --seed same --games 3 | cksum)" ] || { echo "$game: not the same" && exit 1; }
    [ "$one" != "$("$POND" random $game --seed other --games 3 | cksum)" ] || { echo "$game: the same" && exit 1; }
    # A game does not depend on those before it: the second of a series is the first of its own seed.
    second=$("$POND" random $game --seed same --games 2 --json | tail -n 1)
    [ "$second" = "$("$POND" random $game --seed same.1 --json)" ] || { echo "$game: same.1 differs" && exit 1; }
done
