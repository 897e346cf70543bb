# cli_analyse.sh: `pond analyse` as people and programs meet it: records of every kind, damaged ones,
# JSON, the picture, both languages, plain ASCII, a terminal, and somebody who loses patience.

set -u
. "$TOP/tests/cli/common.sh"

accept()
{
    run C.UTF-8 "$@"
    [ $code = 0 ] && [ ! -s "$work/err" ] || fail "pond $*: exit $code: $(head -c 300 "$work/err")"
}

# ---- JSON: every record, read by a reader that is not ours ----

cat >"$work/check.mjs" <<'END'
import { readFileSync } from 'fs'
const [file, decisions, complete] = process.argv.slice(2)
const text = readFileSync(file, 'utf8')
const check = (what, fine) => fine || console.log(`${file}: ${what}`)
const keys = (object, ...names) => JSON.stringify(Object.keys(object)) === JSON.stringify(names)
check('no single line', text.indexOf('\n') === text.length - 1)
const all = JSON.parse(text)
check('keys', keys(all, 'game', 'options', 'names', 'result', 'reason', 'nodes', 'complete', 'moments', 'totals', 'standings'))
check('complete', all.complete === (complete === 'true'))
const seats = all.names.length
const share = (n) => typeof n === 'number' && n >= 0 && n <= 1
const classes = ['forced', 'best', 'fine', 'inaccuracy', 'mistake', 'blunder']
const counts = all.totals.map(() => Object.fromEntries(classes.map((c) => [c, 0])))
let number = 0
for (const m of all.moments) {
    if (m.kind === 'decision') {
        check(`number ${m.number}`, m.number === ++number)
        check(`class ${m.class}`, classes.includes(m.class))
        counts[m.seat][m.class]++
        for (const f of m.facts) {
            check('fact', keys(f, 'about', 'fact', 'text', ...('whole' in f ? ['whole'] : [])) && ['move', 'best'].includes(f.about))
            check(`fact ${f.text}`, f.text.length > 3 && !/[{}]/.test(f.text))
        }
        if (m.class === 'forced') continue
        check('chances', m.chances.length === seats && m.chances.every(share))
        for (const worth of [m.known, m.open].filter((w) => w !== undefined)) {
            check('worth', keys(worth, 'best', 'value', 'best_value', 'cost', 'error'))
            check('values', share(worth.value) && share(worth.best_value) && worth.cost >= 0)
            check('cost', Math.abs(worth.best_value - worth.value - worth.cost) < 2e-4)
        }
        check('open', (m.open !== undefined) === (all.game === 'quibbles'))
        check('choices', m.choices.length >= 1 && m.choices.every((c) => keys(c, 'move', 'probability', 'evidence', 'value', 'error')))
    } else if (m.kind === 'chance') {
        check('luck', keys(m, 'kind', 'number', 'turn', 'outcomes', 'method', 'luck') && m.luck.length === seats)
        check('method', ['none', 'engine', 'sampled', 'exact'].includes(m.method))
        check('outcomes', m.outcomes.length >= 1 && m.luck.every((n) => n >= -1 && n <= 1))
    } else if (m.kind === 'event') {
        check('event', keys(m, 'kind', 'number', 'event'))
    } else {
        check('end', keys(m, 'kind', 'chances') && m.kind === 'end')
        check('end is last', m === all.moments[all.moments.length - 1])
        check('chances of the end', m.chances === null ? !all.complete && number === 0 : m.chances.every(share))
        check('end of the totals', all.totals.every((t, seat) => (m.chances === null ? t.end === null : t.end === m.chances[seat])))
    }
}
check('no end', all.moments.length >= 1 && all.moments[all.moments.length - 1].kind === 'end')
if (decisions !== '') check(`decisions: ${number} instead of ${decisions}`, number === Number(decisions))
check('totals', all.totals.length === seats)
all.totals.forEach((t, seat) => {
    check('total', keys(t, 'seat', 'decisions', 'classes', 'accuracy', 'cost', 'start', 'luck', 'skill', 'rest', 'end'))
    if (t.end === null) check('nothing known', t.start === null && t.rest === null && t.cost === 0 && t.luck === 0 && t.skill === 0)
    else check('sum', Math.abs(t.start + t.luck + t.skill + t.rest - t.end) < 1e-3 && share(t.start) && share(t.end))
    check('accuracy', t.decisions === 0 ? t.accuracy === null : typeof t.accuracy === 'number' && t.accuracy >= 0 && t.accuracy <= 100)
    check('cost', t.cost >= 0 && t.seat === seat)
    check('counts', JSON.stringify(t.classes) === JSON.stringify(counts[seat]))
})
check('standings', all.standings.length === seats)
all.standings.forEach((s, seat) => {
    check('standing without accuracy', s === null || all.totals[seat].accuracy !== null)
    if (s === null) return
    check('players', keys(s, 'random', 'level:2', 'level:4', 'level:6'))
    check('percent', Object.values(s).every((n) => n >= 0 && n <= 100))
})
check('-0', !/-0\.0000/.test(text))
END

# json FILE DECISIONS COMPLETE: what is in $work/out.
json()
{
    has node || return
    cp "$work/out" "$work/$1.json"
    node "$work/check.mjs" "$work/$1.json" "$2" "$3" >"$work/node" 2>&1 || fail "$1: $(head -c 400 "$work/node")"
    [ ! -s "$work/node" ] || fail "$(head -c 600 "$work/node")"
}

# Records are long where people played; a few turns of each are enough here.
for record in tests/vectors/{rribbit-resign,rribbit-agreed,rribbit-rows}.pond; do
    accept analyse "$record" --nodes 300 --json
    json "$(basename "$record" .pond)" '' true
done
n=0
for set in 'quibbit players=2' 'quibbit players=3' 'quibbit players=4,edition=king-frog' 'quibbles players=2' \
    'quibbles players=5,variant=first-game' 'rribbit turn=chain,start=light-pads' 'rribbit win=row-or-seven'; do
    n=$((n + 1))
    "$POND" random "${set% *}" --options "${set#* }" --seed 1 --limit 3 >"$work/short$n.pond"
    accept analyse "$work/short$n.pond" --nodes 200 --json
    json "short$n" '' true
done
"$POND" random rribbit --seed 1 --limit 5 --games 2 >"$work/two.pond"
accept analyse "$work/two.pond" --nodes 100 --json
[ "$(wc -l <"$work/out")" = 2 ] || fail "two games: $(wc -l <"$work/out") lines"
# The same from any number of threads, and from standard input.
accept analyse "$work/short5.pond" --nodes 200 --json --threads 1
cp "$work/out" "$work/one"
"$POND" analyse - --nodes 200 --json --threads 3 <"$work/short5.pond" >"$work/out"
cmp -s "$work/one" "$work/out" || fail 'threads make a difference'

# ---- Takebacks, offers, positions, dark first ----

cat >"$work/odd.pond" <<'END'
[Game "rribbit"]
[Options "turn=single,win=row,start=home,endgame=40,repetition=3"]
[Position "DDDD1D1DD/9/5D3/9/3LLL3/9/LL2L2LL d -"]
[Seat0 "<Ann & \"Bob\"]]>"]
[Result "unfinished"]
[Reason "in-progress"]

1. ... f5xe3
2. h1-g3 S0:takeback 1
2. a1-b3 S0:draw?
unfinished
END
if "$POND" check "$work/odd.pond" >/dev/null 2>&1; then
    accept analyse "$work/odd.pond" --nodes 500 --json
    json odd 2 true
    accept analyse "$work/odd.pond" --nodes 500
    grep -q 'S0:takeback 1  (moves taken back are not analysed)' "$work/out" || fail "takeback: $(cat "$work/out")"
    grep -qE '^   1\. dark +f5xe3 +best' "$work/out" || fail "dark first: $(cat "$work/out")"
    grep -q 'h1-g3' "$work/out" && fail "taken back, and judged: $(cat "$work/out")"
else
    fail "odd.pond: $("$POND" check "$work/odd.pond" 2>&1)"
fi
printf '[Game "rribbit"]\n\n1. f1-e3 e7-d5\n2. c1-d3 g7-f5\n3. g1-f3+ f5-g3\nseat 0\n' >"$work/lost.pond"
accept analyse "$work/lost.pond" --nodes 2000
grep -qE '^   3\. dark +f5-g3 +\?\? blunder +0\.0%' "$work/out" || fail "a row left: $(cat "$work/out")"
grep -q 'leaves the row d3 e3 f3 unbroken, which loses' "$work/out" || fail "a row left: $(cat "$work/out")"
grep -q '^Player 1 won: an unbroken row\.$' "$work/out" || fail "no result: $(cat "$work/out")"

# ---- Two languages, two character sets ----

accept analyse "$work/lost.pond" --nodes 2000 --lang fr
grep -q "ne rompt pas l'alignement d3 e3 f3 et perd" "$work/out" || fail "in French: $(cat "$work/out")"
grep -qE '^   3\. foncées +f5-g3 +\?\? gaffe' "$work/out" || fail "in French: $(cat "$work/out")"
grep -qE '^foncées +[0-9]+,[0-9] ' "$work/out" && ! grep -qE '[0-9]\.[0-9]' "$work/out" ||
    fail "no decimal comma: $(cat "$work/out")"
[ "$(wc -L <"$work/out")" -le 80 ] || fail "in French: too wide: $(cat "$work/out")"
grep -q 'précision' "$work/out" || fail "in French: $(cat "$work/out")"
grep -q '[█▇▆▅▄▃▂▁]' "$work/out" || fail "no blocks: $(cat "$work/out")"
accept analyse "$work/lost.pond" --nodes 2000 --ascii
LC_ALL=C "$POND" analyse "$work/lost.pond" --nodes 2000 >"$work/plain"
cmp -s "$work/out" "$work/plain" || fail '--ascii and the C locale differ'
LC_ALL=C grep -q '[^ -~]' "$work/plain" && fail "no ASCII: $(cat "$work/plain")"

# ---- The picture ----

# well_formed FILE: by a reader of XML that is not ours.
well_formed()
{
    has python3 || return 0
    python3 -c 'import sys, xml.parsers.expat as e; e.ParserCreate().ParseFile(open(sys.argv[1], "rb"))' "$1"
}
for name in odd lost short1 short3 short5; do
    accept analyse "$work/$name.pond" --nodes 100 --json --svg "$work/$name.svg"
    well_formed "$work/$name.svg" 2>"$work/xml" || fail "$name.svg: $(cat "$work/xml")"
    grep -q '</svg>' "$work/$name.svg" || fail "$name.svg: no end"
    grep -qE 'href|url\(|<script|<image' "$work/$name.svg" && fail "$name.svg: does not stand alone"
    grep -qE '(nan|inf)' "$work/$name.svg" && fail "$name.svg: no number"
done
grep -q '&lt;Ann &amp; &quot;Bob' "$work/odd.svg" || fail 'a name in the picture'
run C.UTF-8 analyse "$work/odd.pond" --nodes 10 --svg "$work/nowhere/x.svg"
[ $code = 1 ] && grep -q "^pond: $work/nowhere/x.svg: can.t write\.$" "$work/err" ||
    fail "no folder: exit $code: $(cat "$work/err")"

# ---- Names that are none ----

# Whatever would command a terminal or turn a line around is shown harmlessly, everywhere.
printf '[Game "rribbit"]\n[Seat0 "\xc2\x9b31mEve\x9b"]\n[Seat1 "\xe2\x80\xaennA\xe2\x81\xa6\xe2\x80\x8f"]\n\n1. f1-e3\nunfinished\n' \
    >"$work/evil.pond"
# harmless WHAT FILE
harmless()
{
    LC_ALL=C grep -qa $'\xc2[\x80-\x9f]\|\xe2\x80[\x8e\x8f\xa8-\xae]\|\xe2\x81[\xa6-\xa9]' "$2" && fail "$1: $(cat -v "$2")"
    iconv -f UTF-8 -t UTF-8 "$2" >/dev/null 2>&1 || fail "$1: not UTF-8: $(cat -v "$2")"
}
for command in 'analyse --nodes 100' 'analyse --nodes 100 --json' 'analyse --nodes 100 --ascii' 'replay --boards' \
    'replay --json' check 'check --json' 'hint --nodes 100' 'hint --nodes 100 --json' verify; do
    # shellcheck disable=SC2086
    run C.UTF-8 $command "$work/evil.pond"
    harmless "$command" "$work/out"
    harmless "$command" "$work/err"
done
accept analyse "$work/evil.pond" --nodes 100 --svg "$work/evil.svg"
harmless picture "$work/evil.svg"
grep -qF '?31mEve?' "$work/evil.svg" && grep -qF '?nnA' "$work/out" || fail "names: $(cat "$work/out")"
run C.UTF-8 check "$work"/$'none\u009b31m\u202e'
harmless 'a name of a file' "$work/err"
grep -q '/none?31m?: ' "$work/err" || fail "a name of a file: $(cat -v "$work/err")"

# ---- What cannot be analysed ----

# same_refusal RECORD: the sentence is the one of `pond check`.
same_refusal()
{
    run C.UTF-8 check "$1"
    [ $code = 1 ] || fail "$1: check gives $code"
    cp "$work/err" "$work/expected"
    run C.UTF-8 analyse "$1" --nodes 10 --json
    [ $code = 1 ] && cmp -s "$work/err" "$work/expected" || fail "$1: exit $code: $(cat "$work/err" "$work/expected")"
    [ ! -s "$work/out" ] || fail "$1: prints $(head -c 100 "$work/out")"
}
printf '[Game "rribbit"]\n\n1. f1-e3 e7-e6\nunfinished\n' >"$work/bad1.pond"
printf '[Game "chess"]\n\n1. e4\n' >"$work/bad2.pond"
printf '' >"$work/bad3.pond"
head -c 400 tests/vectors/quibbles-2.pond >"$work/bad4.pond"
for i in 1 2 3 4; do same_refusal "$work/bad$i.pond"; done
same_refusal "$work/missing.pond"
run C.UTF-8 analyse "$work/lost.pond" --nodes 0
[ $code = 2 ] || fail "no nodes: exit $code"
run C.UTF-8 analyse
[ $code = 2 ] || fail "no record: exit $code"

# Bytes changed at random: a sentence or an analysis, but never a crash.
if has node; then
    node -e '
        const fs = require("fs")
        const [folder, ...files] = process.argv.slice(1)
        let dice = 12345
        const roll = (n) => (dice = (dice * 1103515245 + 12345) % 2147483648, Math.floor(dice / 65536) % n)
        for (let i = 0; i < 40; i++) {
            const bytes = fs.readFileSync(files[i % files.length])
            const at = bytes.indexOf("\n\n") // the moves more often than the tags
            for (let k = 0; k < 1 + roll(3); k++) {
                const place = roll(4) === 0 ? roll(bytes.length) : at + roll(bytes.length - at)
                bytes[place] = roll(3) === 0 ? roll(256) : bytes[roll(bytes.length)]
            }
            fs.writeFileSync(`${folder}/mutant${i}.pond`, bytes)
        }' -- "$work" "$work"/short[1-7].pond "$work/odd.pond" "$work/lost.pond"
    for mutant in "$work"/mutant*.pond; do
        run C.UTF-8 analyse "$mutant" --nodes 20 --svg "$work/mutant.svg"
        case $code in
        0) well_formed "$work/mutant.svg" || fail "$(basename "$mutant"): picture" ;;
        1) grep -q '^pond: ' "$work/err" || fail "$(basename "$mutant"): no sentence" ;;
        *) fail "$(basename "$mutant"): exit $code: $(head -c 300 "$work/err")" ;;
        esac
    done
fi

# ---- Losing patience ----

"$POND" random rribbit --seed 3 --limit 60 >"$work/long.pond"
# One before anything is judged: a decision would take an hour.
for locale in C.UTF-8 fr_FR.UTF-8; do
    for format in --json --ascii; do
        stop $locale INT analyse "$work/long.pond" --time 3600 $format --svg "$work/stopped.svg" >"$work/out" 2>"$work/err"
        code=$?
        [ $code = 1 ] || fail "stopped at once: exit $code"
        grep -qE '^pond: (stopped: 0 of 61 decisions analysed|arrêté : 0 décision analysée sur 61)\.$' "$work/err" ||
            fail "stopped at once: $(cat "$work/err")"
        if [ $format = --json ]; then json at-once 0 false; else
            [ "$(tail -n +4 "$work/out")" = '' ] || fail "stopped at once: totals of nothing: $(cat "$work/out")"
        fi
        well_formed "$work/stopped.svg" || fail 'stopped at once: picture'
        grep -qE '(nan|inf)' "$work/stopped.svg" && fail 'stopped at once: no number in the picture'
    done
done
# judged COUNT LINE LOCALE ARGUMENT...: stops it as soon as that many lines have come that LINE fits. The file is emptied
# here: the program's own shell may be slow to do it, and the lines that were there before are not meant.
judged()
{
    local lines=$1 line=$2 locale=$3 pond
    shift 3
    : >"$work/out"
    LC_ALL=$locale "$POND" "$@" >"$work/out" 2>"$work/err" </dev/null &
    pond=$!
    wait_for "$locale: no $lines lines: $*" told "$lines" "$line"
    kill -INT $pond
    end_of $pond
    code=$?
}
told() { [ "$(grep -cE -- "$2" "$work/out")" -ge "$1" ]; }
# Later: what went wrong so far counts as skill, and nothing is left for hidden information.
judged 2 '^ +[0-9]+\. ' C.UTF-8 analyse "$work/long.pond" --time 0.3 --threads 1
[ $code = 1 ] || fail "stopped: exit $code"
grep -qE '^pond: stopped: [0-9]+ of 61 decisions analysed\.$' "$work/err" || fail "stopped: $(cat "$work/err")"
grep -qE '^light +[0-9.]+ ' "$work/out" || fail "stopped: no totals: $(cat "$work/out")"
# One moment, in both languages: chance has dealt, and nothing else is judged for an hour.
"$POND" random quibbles --seed 3 --limit 6 >"$work/dealt.pond"
for locale in C.UTF-8 fr_FR.UTF-8; do
    judged 1 '^      <' $locale analyse "$work/dealt.pond" --time 3600
    grep -qE '^pond: (stopped: 1 of [0-9]+ decisions analysed|arrêté : 1 décision analysée sur [0-9]+)\.$' "$work/err" ||
        fail "one moment: $(cat "$work/err")"
    grep -qE '^(Player|Joueur) 1 +– .* [+-][0-9]+[.,][0-9] +\+0[.,]0 +[+-]0[.,]0$' "$work/out" || fail "one moment: $(cat "$work/out")"
done
"$POND" random rribbit --seed 3 --limit 8 --games 40 >"$work/many.pond"
for record in long many dealt; do
    stop C.UTF-8 INT analyse "$work/$record.pond" --time 0.2 --json >"$work/out" 2>"$work/err"
    [ $? = 1 ] || fail "stopped: $record: exit $?"
    tail -n 1 "$work/out" >"$work/last"
    mv "$work/last" "$work/out"
    json "stopped-$record" '' false
done

# Of whom nothing was judged, nothing is said: neither perfect play nor bad play.
printf '[Game "rribbit"]\n\n1. f1-e3\nunfinished\n' >"$work/first.pond"
accept analyse "$work/first.pond" --nodes 100 --svg "$work/first.svg"
grep -qE '^dark +– ' "$work/out" || fail "nothing judged: $(cat "$work/out")"
grep -qE '^light +[0-9]+\.[0-9] ' "$work/out" || fail "one move judged: $(cat "$work/out")"
grep -q '>–</text>' "$work/first.svg" || fail 'nothing judged: not so in the picture'
accept analyse "$work/first.pond" --nodes 100 --ascii
grep -qE '^dark +- ' "$work/out" || fail "nothing judged, in ASCII: $(cat "$work/out")"
accept analyse "$work/first.pond" --nodes 100 --json
json first 1 true

# ---- What a terminal shows ----

if has script; then
    script -qec "'$POND' analyse '$work/lost.pond' --nodes 2000 --json >'$work/out'" "$work/typescript" \
        >/dev/null </dev/null
    grep -q 'of 7 decisions analysed' "$work/typescript" || fail "no progress: $(cat "$work/typescript")"
fi

# ---- Hints from a record ----

printf '[Game "rribbit"]\n\n1. f1-e3 e7-d5\n2. c1-d3 g7-f5\n3. g1-f3+\nunfinished\n' >"$work/row.pond"
accept hint "$work/row.pond" --nodes 2000
grep -qE '^    [a-i][1-7]x[a-i][1-7] (breaks|is the only turn that breaks) the row d3 e3 f3$' "$work/out" ||
    fail "a hint: $(cat "$work/out")"
accept hint "$work/row.pond" --nodes 2000 --lang fr
grep -q "l'alignement d3 e3 f3" "$work/out" || fail "a hint in French: $(cat "$work/out")"
run C.UTF-8 hint "$work/lost.pond" --nodes 10
[ $code = 1 ] && grep -q 'the game is over: no hint is needed' "$work/err" || fail "a hint after the end: $(cat "$work/err")"

finish
