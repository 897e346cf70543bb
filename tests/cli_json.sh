# cli_json.sh: with --json every line is one JSON object with the members that belong there.
#
# JSON is read by node, a reader that is not ours; without node there is nothing to do.

set -u
. "$TOP/tests/cli/common.sh"
has node || finish
mkdir "$work/out"

# ask NAME CODE ARGUMENT...: keeps what the program prints and its exit status, for the reader below;
# NAME begins with the kind of object that each line must be.
ask()
{
    local name=$1 expected=$2
    shift 2
    "$POND" "$@" --json >"$work/out/$name" 2>"$work/err" </dev/null
    local code=$?
    [ $code = "$expected" ] || fail "pond $* --json: exit $code: $(cat "$work/err")"
}

ask version 0 version
for language in en fr; do
    ask games-$language 0 games --lang $language
    for game in quibbit quibbles rribbit; do
        ask rules-$game-$language 0 rules $game --lang $language
    done
done
for game in quibbit quibbles rribbit; do
    ask ply-new-$game 0 new $game --seed json
    ask random-$game 0 random $game --seed json --games 5 --limit 60
done
ask board-show 0 show rribbit
ask board-show-position 0 show rribbit --position 'DDDD1D1DD/9/5D3/9/3LLL3/9/LL2L2LL d -'
ask board-show-over 0 show rribbit --position '9/9/3LLL3/9/9/9/DDDDD4 l -'
ask board-show-quibbit 0 show quibbit --options players=2 \
    --position '*RGY*GYR~YRG R17:2345,G18:2345,y16: G 1345 2'
ask perft 0 perft rribbit 3
ask perft-bulk 0 perft rribbit 3 --options turn=chain --bulk
for record in tests/vectors/*.pond; do
    ask "ply-replay-$(basename "$record")" 0 replay "$record"
    ask "board-replay-$(basename "$record")" 0 replay "$record" --boards
done

# A record that goes wrong: the lines before are there, and whole.
printf '[Game "rribbit"]\n\n1. b1-c3 b7-c5\n2. c3-c4\nunfinished\n' >"$work/wrong"
ask ply-replay-wrong 1 replay "$work/wrong"
# check says something about every file, whatever it is called and whatever is wrong with it.
cp tests/vectors/quibbles-2.pond "$work/good \"quoted\" \\ é"$'\n\t\x01\x7f'
cp tests/vectors/quibbles-2.pond "$work/good"$'\xff\xc3'
: >"$work/empty"
ask check-good 0 check "$work"/good*
ask check-vectors 0 check tests/vectors/*.pond
ask check-bad 1 check "$work/wrong" tests/vectors/quibbles-2.pond "$work/empty" "$work/none" "$work"
ask check-bad-fr 1 check "$work/wrong" --lang fr
# The whole bench takes long, and longer still under a sanitizer.
if ! grep -q '^POND_SANITIZE:[A-Z]*=.' "$BUILD/CMakeCache.txt"; then
    "$POND" bench --json 2>/dev/null | head -n 2 >"$work/out/bench"
fi

cat >"$work/read.js" <<'SCRIPT'
const fs = require('fs'), path = require('path'), folder = process.argv[2];
let failures = 0;
const text = (value) => typeof value === 'string' && value.length > 0;
const number = (value) => Number.isInteger(value) && value >= 0;
const maybe = (test) => (value) => value === null || test(value);
const list = (test) => (value) => Array.isArray(value) && value.every(test);
const option = (value) => fits(value, {name: text, kind: (kind) => ['choice', 'number', 'text', 'seats'].includes(kind),
    choices: list(text), default: maybe(text), help: text}, {min: number, max: number, written: text});
const legal = (value) => Object.entries(value).every(([seat, moves]) => /^[0-4]$/.test(seat) && moves.length > 0 &&
    moves.every((move, i) => text(move) && (i === 0 || Buffer.compare(Buffer.from(moves[i - 1]), Buffer.from(move)) < 0)));
const result = (value) => /^(seat [0-4]|dummy|draw|unfinished)$/.test(value);
// What each kind of object has; then what it may have.
const ply = {ply: number, move: maybe(text), pos: text, full: text, turn: list(number), legal: legal,
    result: maybe(result), reason: maybe(text)};
const event = (value) => text(value.kind) && Object.values(value).every((one) => one !== null); // nothing is hidden
const entry = (value) => fits(value, {seat: maybe(number), ply: number, events: (events) => events.length > 0 && events.every(event)}, {});
const kinds = {
    board: [{...ply, board: (value) => value !== null && typeof value === 'object', entries: list(entry)}, {}],
    version: [{version: (value) => /^\d+\.\d+\.\d+$/.test(value)}, {}],
    games: [{game: text, title: text, seats: list(number), options: list(option)}, {}],
    rules: [{game: text, lang: (value) => value === 'en' || value === 'fr', text: text}, {}],
    ply: [ply, {}],
    random: [{game: text, seed: text, result: result, reason: text, turns: number, record: text}, {}],
    perft: [{depth: number, leaves: number}, {}],
    check: [{file: text, games: number, ok: (value) => value === true || value === false},
        {line: number, error: text}],
    bench: [{bench: text}, {value: number, unit: text, count: number, seconds: (value) => value > 0, per_second: number}],
};

function fits(object, has, may) {
    if (typeof object !== 'object' || object === null || Array.isArray(object)) return false;
    const names = Object.keys(object);
    return Object.keys(has).every((name) => names.includes(name) && has[name](object[name])) &&
        names.every((name) => has[name] || (may[name] && may[name](object[name])));
}

function fail(name, why) {
    console.log(`${name}: ${why}`);
    failures++;
}

const found = {};
for (const name of fs.readdirSync(folder).sort()) {
    const kind = name.split('-')[0];
    let all;
    try {
        all = new TextDecoder('utf-8', {fatal: true}).decode(fs.readFileSync(path.join(folder, name)));
    } catch (error) {
        fail(name, 'not UTF-8');
        continue;
    }
    if (!all.endsWith('\n')) fail(name, 'no line end at the end');
    found[name] = [];
    for (const line of all.split('\n').slice(0, -1)) {
        let object;
        try {
            object = JSON.parse(line);
        } catch (error) {
            fail(name, `${error.message}: ${line.slice(0, 100)}`);
            continue;
        }
        if (!fits(object, ...kinds[kind])) fail(name, `not as it should be: ${line.slice(0, 200)}`);
        found[name].push(object);
    }
}

// What goes together.
function expect(name, what, holds) {
    if (!holds(found[name] || [])) fail(name, what);
}
for (const name of Object.keys(found).filter((name) => name.startsWith('ply-'))) {
    expect(name, 'plies do not count up from 0', (lines) => lines.every((line, i) => line.ply === i));
    expect(name, 'turn and legal differ', (lines) =>
        lines.every((line) => Object.keys(line.legal).join() === line.turn.join()));
    expect(name, 'an end without result, or a result before the end', (lines) =>
        lines.every((line) => (line.turn.length === 0) === (line.result !== null) &&
            (line.result === null) === (line.reason === null)));
}
expect('version', 'not one line', (lines) => lines.length === 1);
for (const language of ['en', 'fr']) {
    expect(`games-${language}`, 'other games', (lines) =>
        lines.map((line) => line.game).join() === 'quibbit,quibbles,rribbit');
}
expect('games-fr', 'the help is English', (lines) => lines.every((line, i) => line.options.every((option, k) =>
    option.help !== found['games-en'][i].options[k].help)));
expect('perft', 'other counts', (lines) => lines.map((line) => line.leaves).join() === '30,900,27960');
expect('perft-bulk', 'other counts', (lines) => lines.map((line) => line.leaves).join() === '30,900,28012');
expect('ply-replay-wrong', 'not three plies', (lines) => lines.length === 3);
expect('check-good', 'two good files', (lines) => lines.length === 2 && lines.every((line) => line.ok && line.games === 1));
expect('check-good', 'the name of the file', (lines) => lines.some((line) => line.file.endsWith('good "quoted" \\ é\n\t\x01\x7f')));
expect('check-vectors', 'all right', (lines) => lines.length >= 24 && lines.every((line) => line.ok && line.games === 1));
expect('check-bad', 'not five objects for five files', (lines) => lines.length === 5);
expect('check-bad', 'where the error is', (lines) => !lines[0].ok && lines[0].line === 4 && /X2/.test(lines[0].error));
expect('check-bad', 'the good one', (lines) => lines[1].ok);
expect('check-bad', 'no error', (lines) => lines.filter((line) => !line.ok).every((line) => text(line.error)));
expect('check-bad-fr', 'English', (lines) => !lines[0].ok && lines[0].error !== found['check-bad'][0].error);
for (const game of ['quibbit', 'quibbles', 'rribbit']) {
    expect(`random-${game}`, 'not five games', (lines) => lines.length === 5);
    fs.writeFileSync(path.join(folder, '..', `records-${game}`),
        (found[`random-${game}`] || []).map((line) => line.record).join('\n'));
}
if (found.bench) expect('bench', 'no signature', (lines) => lines[0].bench === 'signature' && number(lines[0].value));
process.exit(failures === 0 ? 0 : 1);
SCRIPT
node "$work/read.js" "$work/out" >"$work/read" 2>&1 || fail "$(cat "$work/read")"

# The records inside are records.
for game in quibbit quibbles rribbit; do
    [ "$("$POND" check - <"$work/records-$game" 2>&1)" = '<stdin>: 5 games, valid' ] ||
        fail "random-$game: the records: $("$POND" check - <"$work/records-$game" 2>&1)"
done

finish
