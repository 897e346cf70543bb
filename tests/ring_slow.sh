# ring_slow.sh: a whole ring of Quibbit, solved to a file and asked; and, in the long form (POND_LONG=1),
# another, with the standard rules, whose openings the engine knows. Half a minute of a core, 1.2 GB.

set -u
. "$TOP/tests/cli/common.sh"
export POND_TABLES=$work/tables
options=players=2,edition=king-frog,dummy=contender
# number NAME: a number of the JSON on standard input.
number() { sed "s/.*\"$1\":\([-0-9.e]*\).*/\1/"; }
# near ONE OTHER WHAT: are two numbers the same up to 1e-6?
near() { awk -v a="$1" -v b="$2" 'BEGIN { d = a - b; exit !(d < 1e-6 && d > -1e-6) }' || fail "$3: $1, $2"; }

"$POND" solve quibbit --options $options --layout '*RGY*GYR~YRG' --json >"$work/out" 2>&1 ||
    fail "solve: $(cat "$work/out")"
value=$(sed 's/,"tiles.*//' "$work/out" | number value)
awk -v v="$value" 'BEGIN { exit !(v > 0.19935 && v < 0.19945) }' || fail "the game is worth $value"
awk -v c="$(number certificate <"$work/out")" -v f="$(number certificate_file <"$work/out")" \
    'BEGIN { exit !(c > 0 && c <= 1e-9 && f > c && f <= 1e-6) }' || fail "certificates: $(cat "$work/out")"
[ "$(ls "$work/tables" | wc -l)" = 1 ] || fail "files: $(ls "$work/tables")"
"$POND" tables check >"$work/out" 2>&1 || fail "check: $(cat "$work/out")"

# A ring turned is the same ring, with nothing to be solved.
file=$(ls -i "$work/tables")
"$POND" solve quibbit --options $options --layout 'GYR~YRG*RGY*' --json >"$work/turned" 2>&1 ||
    fail "turned: $(cat "$work/turned")"
[ "$(ls -i "$work/tables")" = "$file" ] || fail 'turned: solved again'
near "$(sed 's/,"tiles.*//' "$work/turned" | number value)" "$value" turned

# All rings: existing files are kept and counted, a stopped run leaves nothing else behind, and one is
# told where it stands.
: >"$work/out"
script -qec "exec '$POND' solve quibbit --options $options --all" /dev/null </dev/null >"$work/out" 2>&1 &
script=$!
wait_for 'all rings: no progress' grep -q '2/108: 1%, ' "$work/out"
kill -INT "$(pgrep -P $script)"
end_of $script
grep -q '2/108: 1%, ' "$work/out" && grep -q 'stopped' "$work/out" || fail "all rings: $(cat "$work/out")"
[ "$(ls -i "$work/tables")" = "$file" ] || fail "all rings, stopped: $(ls -i "$work/tables")"

# What a probe says of the beginning and of a round, and that a hint says the same.
position()
{
    "$POND" show quibbit --options "$options,layout=*RGY*GYR~YRG" --json | sed 's/.*"full":"\([^"]*\)".*/\1/'
}
"$POND" probe quibbit --options $options --position "$(position)" --json >"$work/out" 2>&1 ||
    fail "probe: $(cat "$work/out")"
near "$(sed 's/,"win.*//' "$work/out" | number value)" "$value" 'probe of the beginning'
[ "$(grep -o '"move"' "$work/out" | wc -l)" = 12 ] || fail "choices: $(cat "$work/out")"
round='*RGY*GYR~YRG R17:12345,G18:12345,y16: G 12345 1'
"$POND" probe quibbit --options $options --position "$round" --json >"$work/out" 2>&1 ||
    fail "probe: $(cat "$work/out")"
[ "$(grep -o '"move"' "$work/out" | wc -l)" = 10 ] || fail "choices: $(cat "$work/out")"
# Exploring says the same, whichever way leads there; and the mix is best in the matrix of card pairs.
for question in "position $round" ''; do
    printf '%s\n' "$question" | "$POND" explore quibbit --options $options --position "$round" --nodes 1 --json |
        grep -qF "\"exact\":$(cat "$work/out")," || fail "explore '$question' differs from $(cat "$work/out")"
done
if has node; then
    node - "$work/out" <<'SCRIPT' || fail 'the best mix is not best in the matrix'
const truth = JSON.parse(require('fs').readFileSync(process.argv[2], 'utf8'));
const {rows, columns, values} = truth.matrix;
const mix = seat => Object.fromEntries(truth.seats[seat].choices.map(choice => [choice.move, choice.probability]));
const against = rows.map((_, i) => columns.reduce((sum, card, j) => sum + mix(1)[card] * values[i][j], 0));
const towards = columns.map((_, j) => rows.reduce((sum, card, i) => sum + mix(0)[card] * values[i][j], 0));
const near = (one, other) => Math.abs(one - other) < 5e-6; // probabilities have six digits
process.exit(near(Math.max(...against), truth.value) && near(Math.min(...towards), truth.value) ? 0 : 1);
SCRIPT
fi
"$POND" hint quibbit --options $options --position "$round" --nodes 1000 --json >"$work/hint" 2>&1
[ "$(grep -c '"exact":true' "$work/hint")" = 2 ] || fail "hint: $(cat "$work/hint")"
win=$(sed 's/.*"win":\[\([0-9.]*\),.*/\1/' "$work/out")
awk -v a="$win" -v b="$(head -n 1 "$work/hint" | sed 's/.*"win":\[\([0-9.]*\),.*/\1/')" \
    'BEGIN { d = a - b; exit !(d < 1e-4 && d > -1e-4) }' || fail "hint and probe: $win, $(cat "$work/hint")"

# The openings that come with the engine, of a random ring among the known ones: the long form.
openings()
{
    local values ring row
    values=$TOP/src/engines/quibbit/opening_values.h
    read -r ring row < <(awk '/opening_value\[/ { on = 1 } /^}/ { on = 0 } !on { next }
        $1 == "//" { ring = $2; next } { gsub(/[{} ]/, ""); row[ring] = row[ring] $0 }
        END { for (ring in row) if (row[ring] ~ /[0-9],[-0-9]/) print ring, row[ring] }' "$values" | shuf -n 1)
    "$POND" solve quibbit --options players=2 --layout "$ring" --dry --json >"$work/out" 2>&1 || fail "solve: $(cat "$work/out")"
    grep -o '"back":[-0-9.]*,"front":[-0-9.]*' "$work/out" | sed 's/"back":\([-0-9.]*\),"front":/\1 /' | tr ' ' '\n' |
        paste - <(tr , '\n' <<<"${row%,}") |
        awk '{ d = 1e4 * $1 - $2; n++; if (d > 0.6 || d < -0.6) bad = 1 } END { exit !(n == 24 && !bad) }' ||
        fail "the openings of $ring: $row, solved: $(cat "$work/out")"
}
[ "${POND_LONG-}" != 1 ] || openings

finish
