# cli_explore.sh: `pond explore`: for programs it answers line by line and knows what `pond probe` knows; for
# people it makes trees, saves them and opens them again.
#
# EXPLORE_POSITIONS=1000 compares a thousand random endings.

set -u
. "$TOP/tests/cli/common.sh"
has node || finish
count=${EXPLORE_POSITIONS:-30}

cat >"$work/explore.mjs" <<'SCRIPT'
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';

const pond = process.env.POND, count = Number(process.argv[2]);
const ask = (lines, ...flags) => {
    const run = spawnSync(pond, ['explore', ...flags, '--nodes', '50', '--json'], {input: lines.map(line => line + '\n').join(''), encoding: 'utf8', maxBuffer: 1 << 28});
    assert.equal(run.status, 0, run.stderr);
    const answers = run.stdout.trimEnd().split('\n').map(line => JSON.parse(line));
    assert.equal(answers.length, lines.length, 'one answer a line');
    return answers;
};

// Random endings of Rrib-bit: a side of three or four, one or two against it, anywhere, either side to move.
let seed = 12345;
const below = limit => ((seed = Math.imul(seed, 1103515245) + 12345 >>> 0) >>> 8) % limit;
const ending = () => {
    const pads = Array(63).fill('1'), sides = below(2) === 0 ? 'LD' : 'DL', strong = 3 + below(2);
    const place = frog => {
        let pad;
        do pad = below(63); while (pads[pad] !== '1');
        pads[pad] = frog;
    };
    for (let frog = 0; frog < strong; frog++) place(sides[0]);
    for (let frog = 0, weak = 1 + below(5 - strong); frog < weak; frog++) place(sides[1]);
    const rows = Array.from({length: 7}, (_, row) => pads.slice(9 * row, 9 * row + 9).join('').replace(/1+/g, run => run.length));
    return `${rows.join('/')} ${'ld'[below(2)]} ${below(40)},${below(40)}`;
};
let known = 0;
for (const [options, share] of [['', 1], ['turn=chain', 0.1]]) { // no tablebase comes along for the second
    const endings = Array.from({length: Math.ceil(count * share)}, ending);
    const answers = ask(endings.map(position => `position ${position}`), 'rribbit', '--options', options);
    for (const [index, position] of endings.entries()) {
        const probed = spawnSync(pond, ['probe', 'rribbit', '--options', options, '--position', position, '--json'], {encoding: 'utf8'});
        const {error, exact} = answers[index];
        if (probed.status !== 0) { // over, no position, or unknown
            assert.ok(error || exact === null, `${position}: probe refuses, explore says ${JSON.stringify(exact)}`);
            continue;
        }
        known++;
        assert.deepEqual(exact, JSON.parse(probed.stdout), position);
        assert.deepEqual(exact.choices.map(choice => choice.move).sort(), answers[index].legal[exact.seat], `${position}: every legal choice has its value`);
    }
}
assert.ok(known > count * 0.8, `${known} of ${count} endings are known`);

// Moves lead to where a record of them leads, for every game: seats, rounds, chance.
for (const game of ['quibbit', 'quibbles', 'rribbit']) {
    const record = execFileSync(pond, ['random', game, '--seed', 'explore', '--limit', '6'], {encoding: 'utf8'});
    const plies = execFileSync(pond, ['replay', '-', '--json'], {input: record, encoding: 'utf8'}).trimEnd().split('\n').map(line => JSON.parse(line));
    const moves = record.split('\n\n')[1].split('\n').slice(0, -2).join(' '); // without the result
    const [start, end, again] = ask(['', `moves ${moves}`, `position ${plies[0].full} moves ${moves}`], game, '--seed', 'explore');
    for (const [answer, ply] of [[start, plies[0]], [end, plies.at(-1)], [again, plies.at(-1)]]) {
        for (const member of ['full', 'turn', 'legal', 'result']) assert.deepEqual(answer[member], ply[member], `${game}: ${member}`);
    }
    assert.equal(end.lines.length, end.turn.length, `${game}: lines for every seat that must decide`);
    for (const {choices} of end.lines) {
        assert.ok(choices.length > 0 && choices.every(({evidence}) => ['exact', 'searched', 'bound', 'unknown', 'none'].includes(evidence)), JSON.stringify(choices));
    }
}

// Chance is told, not drawn; what is refused leaves the next question alone.
const round = ask(['moves @3 front R2', 'moves @3 front R2 G4', 'moves @3 front R2 G4 y1', 'moves @3 front R2 G4 y9', 'what?', ''],
    'quibbit', '--options', 'players=2,layout=*RGY*GYR~YRG');
assert.deepEqual(round[0].turn, [1]);
assert.deepEqual(round[1].chance, [1, 2, 3, 4, 5].map(card => ({outcome: String(card), weight: 1})));
assert.deepEqual(round[2].turn, [0, 1]);
assert.match(round[3].error, /./);
assert.match(round[4].error, /moves/);
assert.equal(round[5].ply, undefined);
assert.deepEqual(round[5].turn, [0]);
SCRIPT
timeout $((patience * 4)) node "$work/explore.mjs" "$count" || fail 'explore differs'

# A NUL byte ends no question early.
printf 'moves \0b1-c3\n\n' | "$POND" explore rribbit --nodes 50 --json >"$work/out"
head -1 "$work/out" | grep -q '^{"error":"This line contains a NUL' && sed -n 2p "$work/out" | grep -q '"move":null' || fail "a NUL byte: $(cat "$work/out")"

# Refusals suit someone who moves for both sides.
printf 'moves b1-c3 c3-d5\nposition LLLLLLLLL/L8/9/9/9/9/DDDDDDDDD l 0,0\n' | "$POND" explore rribbit --nodes 50 --json >"$work/out"
grep -q "The frog on c3 is the other side's (X2)" "$work/out" && grep -q "nine frogs; 10 are 'L' (X11)" "$work/out" || fail "refusals: $(cat "$work/out")"

# A record with variations begins at the end of its main line.
printf '[Game "rribbit"]\n\n1. b1-c3 {!} h7-g5 {(1. ... a7-b5)}\nunfinished\n' >"$work/tree.pond"
echo | "$POND" explore "$work/tree.pond" --nodes 50 --json | grep -q '^{"move":"h7-g5",' || fail 'a record is not taken'

# For people: a tree made by typing is saved as docs/notation.md has it, and opened as it was saved.
explore() { printf '%s\n' "$@" >"$work/typed"; "$POND" explore $what --nodes 50 <"$work/typed" >"$work/out" 2>&1 || fail "explore: $(cat "$work/out")"; }
what=rribbit
explore 'comment Where to begin?' b1-c3 '!' h7-g5 'comment Natural.' e1-d3 'go 1' a7-b5 '?!' 'comment Too early?' c3xb5 previous c1-d3 \
    b7-b6 'go 99' roll tree "save $work/saved.pond"
grep -q "isn't such a leap" "$work/out" || fail "no refusal: $(cat "$work/out")"
[ "$(grep -c 'There is no move with that number\|nothing to draw now' "$work/out")" = 2 ] || fail "no refusals: $(cat "$work/out")"
grep -q '^[*]   6      c1-d3$' "$work/out" && grep -q '^    4    a7-b5 ?!  Too early?$' "$work/out" || fail "tree: $(cat "$work/out")"
sed '1,/^$/d' "$work/saved.pond" >"$work/moves"
diff - "$work/moves" <<'TEXT' || fail 'saved otherwise'
{Where to begin?}
1. b1-c3 {!} h7-g5 {Natural.} {(1. ... a7-b5 ?! "Too early?" 2. c3xb5 (2. c1-d3))}
2. e1-d3
unfinished
TEXT
what=$work/saved.pond
explore "save $work/again.pond"
cmp "$work/saved.pond" "$work/again.pond" || fail 'opened and saved: not the same'
"$POND" check "$work/saved.pond" >"$work/out" 2>&1 || fail "check: $(cat "$work/out")"
explore 'go 3' promote delete 'delete' delete "save $work/again.pond"
grep -q 'This is the start' "$work/out" || fail "at the start: $(cat "$work/out")"
sed '1,/^$/d' "$work/again.pond" | diff - <(printf '{Where to begin?}\nunfinished\n') || fail 'not everything is deleted'
# Choosing what chance draws, and letting it roll.
what='quibbit --options players=2,layout=*RGY*GYR~YRG --seed a'
# Every move can be typed: no command has the name of one.
explore '@3' back
grep -q '^Exact values of the placements:$' "$work/out" || fail "placements: $(cat "$work/out")"
! grep -q '^Engine games:$' "$work/out" || fail "no games of Quibbit come along: $(cat "$work/out")"
grep -q '^To move at the same time: players ' "$work/out" || fail "back is a placement: $(cat "$work/out")"
explore '@3 front' 'R2 G4' '<1>' y1 previous roll "save $work/again.pond"
grep -q '^  <1> 1/5$' "$work/out" || fail "odds: $(cat "$work/out")"
"$POND" check "$work/again.pond" >"$work/out" 2>&1 || fail "check: $(cat "$work/out")"
# At the ends of a line, a file without a name, and leaving without saving (asked in a terminal only).
what='rribbit'
explore previous next save "save $work/again.pond" 'go 0'
[ "$(grep -c '^This is the start[.]$\|^No move follows here[.]$' "$work/out")" = 2 ] || fail "ends: $(cat "$work/out")"
grep -q '^text: print the record; save FILE' "$work/out" || fail "save: $(cat "$work/out")"
explore b1-c3 quit
! grep -q 'Not saved' "$work/out" || fail 'a script is asked'
if has script; then
    leave() { printf '%s\n' "$@" | script -qec "$POND explore rribbit --plain --nodes 50" /dev/null >"$work/out"; }
    leave nonsense quit
    ! grep -q 'Not saved' "$work/out" || fail 'asked about nothing'
    leave b1-c3 quit 'comment still here' quit quit
    [ "$(grep -c 'Not saved yet' "$work/out")" = 2 ] || fail "left at once: $(cat "$work/out")"
    rm "$work/again.pond"
    leave b1-c3 "save $work/again.pond" quit
    ! grep -q 'Not saved' "$work/out" || fail 'asked about what is saved'
    echo mine >"$work/mine.pond"
    leave b1-c3 "save $work/mine.pond" quit quit
    grep -q "mine.pond already exists" "$work/out" && grep -qx mine "$work/mine.pond" || fail "replaced: $(cat "$work/out")"
    leave b1-c3 "save $work/mine.pond" "save $work/mine.pond" h7-g5 "save $work/mine.pond" quit
    grep -q '^1. b1-c3 h7-g5' "$work/mine.pond" || fail "not replaced: $(cat "$work/out")"
fi
"$POND" explore rribbit --lang fr </dev/null | grep -q 'Tapez un coup' || fail 'no French'

finish
