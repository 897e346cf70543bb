# cli_collect.sh: `pond collect` and what `pond explore` says of a collection; the collection that comes with the program
# is what its tool makes, in small; bad input gets a sentence.

set -u
. "$TOP/tests/cli/common.sh"
has node || finish
export XDG_DATA_HOME=$work/data
mkdir -p "$XDG_DATA_HOME/pond/records"

# The tool that makes what is shipped, with a few games: the same twice, and something is in it.
for run in 1 2; do "$TOP/tools/explorer-games" 6 "$work/$run.pondplay" 2>/dev/null || fail "explorer-games"; done
cmp -s "$work/1.pondplay" "$work/2.pondplay" || fail "the same seed gives another collection"
[ "$(stat -c %s "$TOP/data/openings.pondplay")" -le 1500000 ] || fail "what is shipped is larger than 1.5 MB"

"$POND" random rribbit --seed own --games 3 >"$XDG_DATA_HOME/pond/records/mine.pond"
echo nonsense >"$XDG_DATA_HOME/pond/records/other.pond"
"$POND" random rribbit --seed 1 --games 40 >"$work/games.pond"
"$POND" random rribbit --seed 2 --games 2 --limit 3 >>"$work/games.pond"
"$POND" collect "$work/games.pond" --lang en >"$work/games.pondplay" 2>"$work/said" || fail "collect"
grep -q '^40 games, .* left out: 2$' "$work/said" || fail "what it says: $(cat "$work/said")"

cat >"$work/check.mjs" <<'SCRIPT'
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {spawnSync} from 'node:child_process';

const [work] = process.argv.slice(2), {POND} = process.env;
const run = spawnSync(POND, ['explore', 'rribbit', '--collection', `${work}/games.pondplay`, '--nodes', '1', '--json'], {input: '\n', encoding: 'utf8'});
const {played} = JSON.parse(run.stdout);
const sum = (list) => list.reduce((all, {wins, draws, losses}) => all + wins + draws + losses, 0);
assert.equal(sum(played.file), 40);
assert.equal(sum(played.own), 3, 'the records of the terminal client are own games');
assert.ok(sum(played.engine) > 1000);
// Counted from the text of the records alone; mirror images are one.
const mirror = (move) => move.replace(/[a-i]/g, (column) => 'ihgfedcba'['abcdefghi'.indexOf(column)]);
const counts = new Map();
for (const game of readFileSync(`${work}/games.pond`, 'utf8').split('[Game ').slice(1)) {
    if (/Result "unfinished"/.test(game)) continue;
    const first = /^1\. (\S+)/m.exec(game)[1].replace('+', ''), result = /Result "([^"]*)"/.exec(game)[1];
    const key = [first, mirror(first)].sort()[0], count = counts.get(key) ?? [0, 0, 0];
    count[result === 'seat 0' ? 0 : result === 'draw' ? 1 : 2]++;
    counts.set(key, count);
}
const told = new Map(played.file.map(({move, wins, draws, losses}) => [[move, mirror(move)].sort()[0], [wins, draws, losses]]));
assert.deepEqual([...told].sort(), [...counts].sort());
SCRIPT
node "$work/check.mjs" "$work" || fail "counts"

echo quit | "$POND" explore rribbit --nodes 1 --lang en >"$work/plain"
grep -q '^Engine games:$' "$work/plain" && grep -q '^Your games:$' "$work/plain" || fail "both are shown to people"
grep -q 'games: [0-9]* won, [0-9]* drawn, [0-9]* lost$' "$work/plain" || fail "and how they went"

head -c 100 "$work/games.pondplay" >"$work/cut"
"$POND" explore rribbit --collection "$work/cut" --json --lang en </dev/null 2>"$work/said" && fail "a damaged file is taken"
grep -q 'is damaged' "$work/said" || fail "damaged: $(cat "$work/said")"
"$POND" collect "$work/said" >/dev/null 2>&1 && fail "records that are none"
"$POND" collect "$work/games.pond" --depth 401 >/dev/null 2>&1 && fail "too deep"
finish
