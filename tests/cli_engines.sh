# cli_engines.sh: computer players: `pond match`, `pond engine`, `pond hint` and `pond solve`.
#
# Counts add up, the same seed gives the same games, records are right, no player sees what it should
# not; and whatever a program says that plays along, or does not say, the match ends with a sentence.

set -u
. "$TOP/tests/cli/common.sh"

# is_sentence WHAT FILE PATTERN: one clean line, and nothing else there; it stays in `said`.
is_sentence()
{
    local lines
    mapfile -t lines <"$2"
    said=${lines[0]-}
    [ ${#lines[@]} = 1 ] && [[ $said == 'pond: '*[.?] ]] || fail "$1: no sentence: $(head -c 400 "$2")"
    [[ $said =~ $3 ]] || fail "$1: no '$3' in: $said"
}

# refuse CODE PATTERN PATTERN_IN_FRENCH ARGUMENT...
refuse()
{
    local expected=$1 english=$2 french=$3
    shift 3
    run C.UTF-8 "$@"
    [ $code = "$expected" ] || fail "pond $*: exit $code instead of $expected"
    [ ! -s "$work/out" ] || fail "pond $*: prints $(head -c 100 "$work/out")"
    is_sentence "pond $*" "$work/err" "$english"
    run fr_FR.UTF-8 "$@"
    [ $code = "$expected" ] || fail "pond $*: in French: exit $code instead of $expected"
    is_sentence "pond $*, in French" "$work/err" "$french"
}

# accept ARGUMENT...: succeeds in silence on standard error.
accept()
{
    run C.UTF-8 "$@"
    [ $code = 0 ] && [ ! -s "$work/err" ] || fail "pond $*: exit $code: $(head -c 300 "$work/err")"
}

# ---- Programs that play badly ----

# Those that keep silent are given ten seconds; so they wait in the background while the rest goes on.

# broken NAME PATTERN PROGRAM [FLAG...]
broken()
{
    local name=$1 pattern=$2 program=$3
    shift 3
    (
        timeout $patience "$POND" match rribbit random "cmd:$program" --games 2 --seed 1 --json "$@" \
            >"$work/$name.out" 2>"$work/$name.err" </dev/null
        echo $? >"$work/$name.code"
    ) &
    printf '%s %s\n' "$name" "$pattern" >>"$work/broken"
}

no_ok='doesn.t follow the engine protocol: it didn.t say .ok. within ten seconds\.$'
ended() { printf 'doesn.t follow the engine protocol: it ended without saying .ok. .exit status %s.\\.$' "$1"; }
no_move='t give a legal move; the match is abandoned\.$'
said_move() { printf "answered '%s', which isn.t a legal move; the match is abandoned\\.$" "$1"; }
listen='while read -r word rest; do case $word in pond-engine) echo ok ;; quit) exit ;; go)'
broken ends "^pond: 'true' $(ended 0)" true
broken ends-badly "$(ended 3)" 'exit 3'
broken is-killed "$(ended 143)" 'kill -TERM $$'
broken is-not-there "^pond: '/nonexistent' $(ended 127)" /nonexistent
broken ends-later "$(ended 0)|$no_move" 'echo ok'
broken ends-at-go "$no_move" "$listen exit ;; esac; done"
broken nonsense "$(ended 0)" 'echo nonsense; echo okay'
broken nonsense-at-go "$(said_move 'best nonsense')" "$listen echo best nonsense ;; esac; done"
broken illegal "$(said_move 'best a1-a2')" "$listen echo best a1-a2 ;; esac; done"
broken empty "$(said_move 'best ')" "$listen echo 'best ' ;; esac; done"
broken empty-without-blank "$(said_move best)" "$listen echo best ;; esac; done"
broken not-text "$(said_move best)" "$listen head -c 9000 /dev/zero; echo; echo best ;; esac; done"
# The end of a line that is too long is not an answer.
broken too-long "$(said_move 'best c')" "$listen printf '%4096s%s\n' '' 'best a'; printf '%9000s\n' ''; echo best c ;; esac; done"
# One that says why, and one that says so of a line that it need not know.
broken refuses "'echo error no; cat' doesn.t follow the engine protocol; it said 'error no'\.$" 'echo error no; cat'
broken refuses-at-go "$(said_move 'error no')" "$listen echo error no ;; esac; done"
broken refuses-the-game "$(said_move 'error that player does not play this game')" 'sed -u "s/rribbit/quibbles/" | "$POND" engine uct'
broken never-ok "^pond: 'cat' $no_ok" cat
broken no-lines "$no_ok" 'while printf 0123456789; do sleep 0.1; done'
broken no-reading "$no_ok" 'exec sleep 1000'
broken not-leaving "$no_ok" 'trap "" TERM INT HUP PIPE; while :; do sleep 1; done'
broken never-best "$no_move" "$listen while echo info; do sleep 0.1; done ;; esac; done" --time 0.01
broken silent-at-go "$no_move" "$listen sleep 1000 ;; esac; done" --time 0.01 --threads 2
broken says-too-much "$no_move" "$listen yes ;; esac; done" --time 0.01

# ---- Matches ----

# The engines that a game has, as a sentence says that lists them.
players_of() { "$POND" match "$1" '?' '?' 2>&1; }
declare -A option_sets=([rribbit]='- turn=chain,win=row-or-seven' [quibbles]='players=2 players=3'
    [quibbit]='players=2 players=4')

# tally FILE GAMES SETS NAME...: the results in a file of --json, read by a reader that is not ours.
tally()
{
    has node || return
    node -e '
        const [file, games, sets, ...names] = process.argv.slice(1)
        const text = require("fs").readFileSync(file, "utf8")
        const all = JSON.parse(text)
        const sum = (f) => all.players.map(f).reduce((a, b) => a + b, 0)
        const check = (what, fine) => fine || console.log(`${what}: ${text}`)
        check("no single line", text.indexOf("\n") === text.length - 1)
        check("games", all.games === Number(games) && all.sets === Number(sets))
        check("sum", sum((p) => p.wins) + all.draws + all.dummy + all.unfinished === all.games)
        check("names", all.players.map((p) => p.player).join() === names.join())
        const ended = all.games - all.unfinished
        if (ended === 0) {
            check("a score of nothing", all.players.every((p) => p.score === null && p.error === null && !p.elo))
            process.exit()
        }
        check("scores", all.players.every((p) => p.score >= 0 && p.score <= 1 && p.error > 0))
        const seats = all.games / all.sets
        if (seats === names.length) {
            check("points", all.players.every((p) => Math.abs(p.score - (p.wins + all.draws / 2) / ended) < 1e-3))
        }
        if (all.players[0].elo === undefined) process.exit()
        check("scores of two", Math.abs(sum((p) => p.score) - (ended - all.dummy) / ended) < 1e-3)
        check("elo", all.players.every((p) => p.elo_low <= p.elo && p.elo <= p.elo_high))
        check("-0", !/-0\.0/.test(text))
    ' -- "$@" >"$work/node" 2>&1 || fail "$1 $2: node: $(head -c 300 "$work/node")"
    [ ! -s "$work/node" ] || fail "$(head -c 600 "$work/node")"
}

for game in rribbit quibbles quibbit; do
    for options in ${option_sets[$game]}; do
        seats=${options#players=}
        [ "$game" != rribbit ] || { seats=2 && [ "$options" != - ] || options=turn=single; }
        for pair in 'random greedy' 'level:1 greedy' 'engine:nodes=60 level:1'; do
            players_of $game | grep -q "${pair%%[: ]*}" || continue
            # shellcheck disable=SC2086
            set -- match $game $pair --options "$options" --games $((2 * seats)) --limit 60 --json
            accept "$@" --seed one --records "$work/records"
            cp "$work/out" "$work/first"
            # shellcheck disable=SC2086
            tally "$work/first" $((2 * seats)) 2 $pair
            accept check "$work/records"
            grep -q ": $((2 * seats)) games, valid$" "$work/out" ||
                fail "$* --records: $(cat "$work/out")"
            accept "$@" --seed one --threads 2
            cmp -s "$work/out" "$work/first" || fail "$*: other results with two threads"
            accept "$@" --seed one --records "$work/records-again"
            cmp -s "$work/records" "$work/records-again" || fail "$*: other games with the same seed"
        done
    done
done
# Several players; the last takes the seats that are left.
accept match quibbles random random greedy --options players=5 --games 5 --limit 30 --seed 2 --json
tally "$work/out" 5 1 random random greedy
accept match rribbit random random --games 6 --limit 3 --seed 2 --json
grep -q '"unfinished":6' "$work/out" || fail "a limit of three turns: $(cat "$work/out")"
tally "$work/out" 6 3 random random
# Games that were cut off are nobody's loss, and a score of nothing is none.
for locale in C.UTF-8 fr_FR.UTF-8; do
    run $locale match rribbit random random --games 6 --limit 3 --seed 2
    [ "$(grep -cE '^random +0 +0 +-$' "$work/out")" = 2 ] &&
        grep -qE '^(games: 6, unfinished: 6 \(not in the score\)|parties : 6, inachevées : 6 \(hors du score\))$' "$work/out" ||
        fail "cut off: $(cat "$work/out")"
done
accept match rribbit random level:4 --games 40 --limit 30 --seed 2 --json
tally "$work/out" 40 20 random level:4
grep -q '"unfinished":0' "$work/out" && fail "nothing is cut off: $(cat "$work/out")"
# Where all sets came out alike, the error is 1 - 0.05^(1/sets) of what another one would change.
grep -q '"wins":0,"score":0.0000,"error":0.1391,.*"score":1.0000,"error":0.1391,' "$work/out" ||
    fail "all alike: $(cat "$work/out")"
accept match rribbit random level:4 --games 2 --seed 2
grep -qE '^level:4 +2 +0 +100\.0% \+/- 100\.0 ' "$work/out" || fail "one set: $(cat "$work/out")"
# Deals are played in whole sets.
accept match quibbit random greedy --options players=4 --games 1 --limit 3 --seed 2 --json
tally "$work/out" 4 1 random greedy
accept match rribbit random level:1 --games 4000 --sprt 0,400 --limit 100 --seed 2 --json
grep -q '"llr":-[0-9.]*}$' "$work/out" || fail "--sprt: $(cat "$work/out")"
! grep -q '"games":4000' "$work/out" || fail "--sprt decides nothing: $(cat "$work/out")"
accept match rribbit random level:1 --games 2 --limit 20 --seed 2 --time 0.01
grep -q '^level:1 .* Elo\|^level:1 .*\[' "$work/out" || fail "results for people: $(cat "$work/out")"
accept match rribbit random level:1 --games 2 --limit 20 --seed 2 --lang fr
grep -q '^joueur  .*victoires' "$work/out" || fail "results in French: $(cat "$work/out")"
run C.UTF-8 match rribbit random random --games 2 --limit 20 --records /dev/full
[ $code = 1 ] || fail "records that are lost: exit $code"
is_sentence 'records that are lost' "$work/err" '^pond: /dev/full: can.t write'

# Openings where there is no chance: the same for both sides of a deal, others in the next, and about
# even, which most random plies are not.
accept match rribbit random random --games 24 --opening 6 --limit 6 --seed fair --records "$work/records"
"$POND" replay --json "$work/records" | grep -o '"pos":"[^"]*"' | sed 's/.*:"//; s/"$//' >"$work/positions"
awk 'NR % 7 == 0' "$work/positions" >"$work/openings"
[ "$(wc -l <"$work/openings")" = 24 ] || fail "openings: $(wc -l <"$work/openings") instead of 24"
[ "$(uniq -c "$work/openings" | awk '{ print $1 }' | sort -u)" = 2 ] || fail 'openings differ between the sides'
uniq "$work/openings" | while read -r position; do
    value=$("$POND" hint rribbit --position "$position" --nodes 20000 --json |
        sed 's/.*"choices":\[{[^}]*"value":\([0-9.]*\).*/\1/')
    # The opening was judged by its best turn alone; a hint looks at the next best as well.
    awk -v value="$value" 'BEGIN { exit !(value >= 0.36 && value <= 0.64) }' ||
        fail "an unfair opening: $position is worth $value"
done

# ---- Programs that play well ----

for player in random level:1; do
    accept match rribbit $player "cmd:\"\$POND\" engine $player" --games 4 --limit 60 --seed 1 --json
    tally "$work/out" 4 2 $player "cmd:\"\$POND\" engine $player"
done
accept match quibbles random 'cmd:exec "$POND" engine greedy' 'cmd:exec "$POND" engine random' \
    --options players=3 --games 6 --limit 20 --seed 1 --json --nodes 20 --records "$work/records"
accept check "$work/records"
accept match quibbit random 'cmd:exec "$POND" engine random' --games 4 --limit 20 --seed 1 --threads 2
# Who does not know a line says so, and plays all the same.
accept match rribbit random 'cmd:sed -u "s/^view .*/nonsense/" | "$POND" engine random' --games 2 --limit 20 --seed 1
# The names of the players end up in records, whatever they are.
name='cmd:"$POND" engine random # ééé"\ééééééééééééééééééééééééééééééé'$'\t\n'
accept match rribbit random "$name" --games 2 --limit 5 --seed 1 --records "$work/records" --json
tally "$work/out" 2 1 random "$name"
accept check "$work/records"
# And in tables, which they do not break.
accept match rribbit random "$name" --games 2 --limit 5 --seed 1
grep -qE '^cmd:"\$POND" engine … +[0-9]+ ' "$work/out" && [ "$(wc -L <"$work/out")" -le 80 ] || fail "names in a table: $(cat "$work/out")"
accept match rribbit random $'cmd:"$POND" engine random #\t\u009b' --games 2 --limit 5 --seed 1
LC_ALL=C grep -q $'\t\|\xc2\x9b' "$work/out" && fail "names in a table: $(cat -v "$work/out")"
# It hears of every new game, and only of what its seat may see.
cat >"$work/listener" <<'END'
tee -a "$1" | "$POND" engine random
END
accept match quibbles "cmd:sh '$work/listener' '$work/heard'" random --options players=2 --games 4 \
    --limit 9 --seed 1
[ "$(grep -c '^new quibbles$' "$work/heard")" = 4 ] || fail "new games: $(grep -c ^new "$work/heard")"
grep -q '^pond-engine 1$' "$work/heard" && grep -q '^quit$' "$work/heard" || fail 'no hello or farewell'
grep '^position ' "$work/heard" | grep -vqE '^position [0-9-]+ [^ ]+ [0-9]+,[0-9]+ [0-9]+ ' &&
    fail "a position that says too much: $(grep -m 1 '^position ' "$work/heard")"

# ---- Players and numbers that are not there ----

refuse 2 "player (named )?'gredy'.*Did you mean 'greedy'\?$" 'Vouliez-vous dire « greedy »' match rribbit random gredy
refuse 2 "player (named )?'level:7'.*level:0\.\.6, cmd:PROGRAM\.$" "joueur.*cmd:PROGRAM\.$" match rribbit random level:7
refuse 2 "player (named )?'level:'.*cmd:PROGRAM\.$" 'joueur.*cmd:PROGRAM\.$' match rribbit level: random
refuse 2 "Did you mean 'level:3'\?$" 'Vouliez-vous dire « level:3 »' match rribbit random levle:3
refuse 2 "'level:3:nodes=5': a level has no settings" "un niveau n'a pas de réglages" match rribbit random level:3:nodes=5
refuse 2 "player (named )?''" 'joueur' match rribbit random ''
refuse 2 'unknown player' 'joueur' match rribbit random "$(printf 'x%.0s' {1..3000})"
refuse 2 'more players than seats' 'plus de joueurs que' match rribbit random random random
refuse 2 'more players than seats' 'plus de joueurs que' match quibbit random random random --options players=2
refuse 2 'unexpected argument' 'en trop' match quibbles random random random random random random
refuse 2 'Usage: pond match GAME PLAYER PLAYER' 'Usage : pond match' match rribbit random
refuse 2 "no game 'chess'" 'pas de jeu' match chess random random
for time in x 0 -1 nan inf 3601 0,1 1s ''; do
    refuse 2 '--time must be a number of seconds' '--time doit être' match rribbit random random --time "$time"
done
for sprt in x 10 10,0 5,5 ,5 -5, 0,x 0,inf nan,5 0,10, 0,5,10 ''; do
    refuse 2 '--sprt must be two Elo numbers' '--sprt doit être' match rribbit random random --sprt "$sprt"
done
refuse 2 '--sprt needs a two-player game' '--sprt demande une partie à deux' match quibbit random random \
    --options players=3 --sprt 0,10
for flag in games limit nodes threads; do
    refuse 2 "--$flag must be a whole number" "--$flag doit être" match rribbit random random --$flag 0
done
refuse 2 '--opening must be a whole number' '--opening doit être' match rribbit random random --opening 101
refuse 2 'engine:depht=3: .*depth.*Did you mean .depth' 'depth' match rribbit random engine:depht=3
refuse 2 'engine:depth=x: ' 'engine:depth=x' match rribbit random engine:depth=x
refuse 2 'engine:depth: ' 'engine:depth' match rribbit random engine:depth
refuse 2 'random:depth=3: ' 'random:depth=3' match rribbit random random:depth=3
refuse 2 'engine:hash=999999: ' 'engine:hash' match rribbit random engine:hash=999999
refuse 2 'engine:foo=1: .*: nodes, time, .*, threads\.$' 'réglage « foo ».* threads\.$' match rribbit random engine:foo=1
for number in -1 '' x 4294967296; do
    refuse 2 "'nodes' must be a whole number from 0 to 4294967295\.$" '« nodes » doit être un nombre entier de 0' \
        match rribbit random "engine:nodes=$number"
done
refuse 2 "no setting ''" 'pas de réglage' match rribbit random engine:depth=3,
refuse 1 '/none/file: can.t write' 'écriture impossible' match rribbit random random --records "$work/none/file"
refuse 2 "player (named )?'gredy'.*: random, engine, greedy, uct, level:0\.\.6\. Did you mean 'greedy'" 'greedy' engine gredy
refuse 2 "player (named )?'cmd:cat'.*level:0\.\.6\.$" 'joueur.*level:0\.\.6\.$' engine cmd:cat
refuse 2 'a level has no settings' "un niveau n'a pas de réglages" engine level:3:depth=1
refuse 2 'engine:foo=1: engine has no setting' 'pas de réglage' engine engine:foo=1
accept match --help
for word in uct 'level:0 to level:6' 'not|counted separately'; do
    tr -s ' \n' ' ' <"$work/out" | grep -qE "$word" || fail "help of match: no $word"
done
refuse 2 'hint.*--position' '--position' hint rribbit
refuse 2 "^pond: --position is for a new game, but 'x\.pond' is a record" '^pond: --position vaut pour une nouvelle partie' \
    hint x.pond --position "$work"
refuse 2 "^pond: --options is for a new game, but '-' is a record" '^pond: --options vaut pour une nouvelle partie' hint - --options turn=chain
for command in probe tables 'tables check' 'tables longest' 'tables remove x'; do
    # shellcheck disable=SC2086
    set -- $command
    [ "$command" != probe ] || set -- probe rribbit --position '9/8L/5L3/9/9/9/D1LL5 l 0,0'
    refuse 1 "^pond: $work/none: can.t read: no such directory\.$" 'ce dossier n.existe pas' "$@" --folder "$work/none"
    refuse 1 "^pond: $TOP/README.md: can.t read: not a directory\.$" "ce n'est pas un dossier" "$@" --folder "$TOP/README.md"
done
refuse 1 '--position: ' '--position' hint rribbit --position nonsense
refuse 1 'the game is over' 'partie est terminée' hint rribbit --position '9/9/3LLL3/9/9/9/DDDDD4 l -'
refuse 2 '--frogs must be a whole number' '--frogs doit être' solve rribbit --frogs 8
refuse 2 'can be solved' 'peuvent être résolus' solve quibbles
refuse 2 'can be solved' 'peuvent être résolus' probe quibbles --position x
# What belongs to the other game, or says two things at once, is not forgotten.
refuse 2 '^pond: --layout is only for quibbit\.$' '^pond: --layout ne vaut que pour quibbit\.$' solve rribbit --layout '*RGY*GYR~YRG'
refuse 2 '^pond: --all is only for quibbit\.$' 'ne vaut que pour quibbit' solve rribbit --frogs 4 --all
for flag in '--frogs 4' '--verify all' "--pack $work/pack"; do
    # shellcheck disable=SC2086
    refuse 2 "^pond: ${flag%% *} is only for rribbit\.$" 'ne vaut que pour rribbit' solve quibbit --all $flag
done
refuse 2 '^pond: --all and --layout can.t be combined' 'ne vont pas ensemble' solve quibbit --all --layout x
refuse 2 'combined' 'ne vont pas ensemble' solve quibbit --all --options 'players=2,layout=*RGY*GYR~YRG'
refuse 2 'two-player quibbit' 'quibbit à deux' solve quibbit --all --options players=3
refuse 2 '--seed is too long for several games: use at most 53' '--seed est trop long' match rribbit random random \
    --seed 123456789012345678901234567890123456789012345678901234

# ---- The engine's side of the protocol ----

home='DDDDDDDDD/9/9/9/9/9/LLLLLLLLL l -'
# talk PLAYER LINE...: what the engine answers, in "$work/out".
talk()
{
    local player=$1
    shift
    printf '%s\n' "$@" | timeout $patience "$POND" engine "$player" >"$work/out" 2>"$work/err"
    code=${PIPESTATUS[1]}
    [ "$code" = 0 ] && [ ! -s "$work/err" ] || fail "talk $*: exit $code: $(head -c 300 "$work/err")"
}
# answers PATTERN...: each line of the last answers fits its pattern.
answers()
{
    local lines i
    mapfile -t lines <"$work/out"
    [ ${#lines[@]} = $# ] || fail "$# answers expected: $(head -c 600 "$work/out")"
    for ((i = 0; i < ${#lines[@]}; i++)); do
        [[ ${lines[i]} =~ ^${1-nothing}$ ]] || fail "no '${1-}': ${lines[i]}"
        shift
    done
}

talk engine 'pond-engine 1'
answers 'id pond [0-9.]+ engine' ok
talk random 'pond-engine 1' 'new rribbit' 'nonsense' '' 'go' "position $home" 'go somewhere' 'go nodes -5' \
    'go nodes' 'go time x' 'seat 2' 'seat x' 'seat 1' 'go' "position $home" 'go' 'seat 0' 'position x' 'go' \
    'set depth=1' 'options turn=never' 'new chess' 'go' 'view' 'view 00' "view $(printf '0%.0s' {1..512})" \
    "view $(printf '0%.0s' {1..513})" 'stop' 'quit' 'after the end'
answers 'id .*' ok 'error no such command' 'error say .*' 'error a limit .*' 'error a limit .*' \
    'error a limit .*' 'error a limit .*' 'error no such seat' 'error no such seat' 'error say .*' \
    'error that seat has nothing to decide' 'error .*not a position of this game' 'error say .*' 'error no such setting.*' \
    'error these options .*' 'error no such game' 'error say .*' 'error a view is .*' 'error a view is .*' \
    'error that view .*' 'error a view is .*'
# Another protocol, settings that say nothing, and those of a level.
talk engine 'pond-engine 2' pond-engine 'pond-engine 1 ' 'pond-engine 11' 'new rribbit' set 'set ' 'set depth=3,' \
    'set depth'
answers 'error this engine speaks `pond-engine 1`' 'error this engine .*' 'error this engine .*' 'error this engine .*' \
    'error settings are .*' 'error settings are .*' 'error no such setting.*' 'error no such setting.*'
talk level:2 'new rribbit' 'set depth=9' "position $home" 'go'
head -n 1 "$work/out" | grep -q '^error a level has no settings$' || fail "a level's settings: $(cat "$work/out")"
# A line that is too long is one mistake, wherever it ends; the one that just fits is read.
for length in 131071 131072 131073 262144 300000; do
    fill=$(printf '%*s' $((length - 10)) '')
    talk random "$(printf 'nonsense  %s' "$fill")" "${fill:0:131072} quit" 'pond-engine 1' \
        "$(printf '%131072s' '')pond-engine 1" "$(printf 'pond-engine 1%131058s' '')" 'new rribbit'
    if [ $length = 131071 ]; then expected='error say.*'; else expected='error that line is too long'; fi
    [ "$(head -n 1 "$work/out")" != '' ] && [[ $(head -n 1 "$work/out") =~ ^$expected$ ]] || fail "$length bytes: $(head -n 1 "$work/out")"
    [ "$(grep -c '^ok$' "$work/out")" = 1 ] && [ "$(wc -l <"$work/out")" = 6 ] ||
        fail "$length bytes: $(head -c 600 "$work/out")"
done
printf 'pond-engine 1\0\ngo\0\n' | timeout $patience "$POND" engine >"$work/out"
answers 'error this engine.*' 'error say.*'
# Views that are none: never more than a sentence, whatever the bytes.
for game in quibbit quibbles rribbit; do
    views=()
    for seed in {1..30}; do
        views+=("view $(awk -v seed="$seed" 'BEGIN { srand(seed)
            for (i = 0; i < 512; i++) printf "%x", rand() * (seed % 3 == 0 ? 16 : rand() < 0.1 ? 8 : 1) }')")
    done
    talk engine "new $game" "${views[@]}" 'go nodes 10'
    [ "$(grep -c '^error that view' "$work/out")" = 30 ] || fail "$game: views: $(head -c 600 "$work/out")"
    tail -n 1 "$work/out" | grep -q '^error say' || fail "$game: thinks about nothing: $(tail -n 1 "$work/out")"
done
talk random 'go' 'view x' 'options x' 'set x=1'
answers 'error say `new .*' 'error say `new .*' 'error say `new .*' 'error say `new .*'
# A game's own greedy player is not a player for every game.
if players_of rribbit | grep -q uct; then
    talk uct 'new quibbles' 'position x' 'go' 'new rribbit' "position $home" 'go nodes 20'
    tail -n 1 "$work/out" | grep -qE '^best [a-i][1-7]-[a-i][1-7]$' || fail "uct: $(tail -n 1 "$work/out")"
    head -n 1 "$work/out" | grep -q '^error that player does not play' || fail "uct: $(head -n 1 "$work/out")"
fi

# As in docs/engine-protocol.md. A conversation, since `quit` ends the thinking too.
coproc "$POND" engine
engine=$COPROC_PID
exec 3<&"${COPROC[0]}" 4>&"${COPROC[1]}"
tell() { printf '%s\n' "$@" >&4; }
# hear PATTERN: reads up to the line that fits; all of them stay in `heard`.
hear()
{
    local line
    heard=
    while IFS= read -r -t $patience line <&3; do
        heard+=$line$'\n'
        [[ $line =~ ^$1$ ]] && return
    done
    fail "no '$1' in: $heard"
}
tell 'pond-engine 1'
hear ok
tell 'new rribbit' 'options turn=single,win=row,start=home,endgame=40,repetition=3' 'seat 0' \
    "position $home" 'history' 'legal b1-c3' 'go nodes 3000'
hear 'best [a-i][1-7]-[a-i][1-7]'
first=$heard
grep -qE '^info depth [0-9]+ nodes [0-9]+ value 0\.[0-9]+ move [a-i][1-7]-[a-i][1-7]$' <<<"$heard" ||
    fail "no progress: $heard"
[ "$(grep -c '^choice ' <<<"$heard")" -ge 2 ] && ! grep -q '^error' <<<"$heard" || fail "choices: $heard"
grep '^choice ' <<<"$heard" | grep -vqE '^choice [^ ]+ probability [01]\.[0-9]{4}( value [01]\.[0-9]{4})?$' &&
    fail "choices: $heard"
tell 'set hash=40,depth=3' 'go'
hear 'best .*'
# What is not named stays as it is.
tell 'set hash=1' 'go nodes 1000000'
hear 'best .*'
grep -q '^info depth 3 ' <<<"$heard" && ! grep -q '^info depth 4 ' <<<"$heard" || fail "set: $heard"
# A table of another size, and a new game, are no trouble; the answer is the first one again.
tell 'new rribbit' "position $home" 'go nodes 3000'
hear 'best .*'
[ "$(tail -n 1 <<<"${heard%$'\n'}")" = "$(tail -n 1 <<<"${first%$'\n'}")" ] ||
    fail "other answers: $first $heard"
for game in rribbit quibbles quibbit; do
    players_of $game | grep -q engine || continue
    state=$("$POND" new $game --seed 1 --json)
    tell "new $game" "seat $(sed 's/.*"turn":\[\([0-9]\).*/\1/' <<<"$state")" \
        "position $(sed 's/.*"full":"\([^"]*\)".*/\1/' <<<"$state")" 'go time 3000000'
    sleep 0.3 # it thinks by then, or soon
    tell stop
    hear 'best .*' # and not in fifty minutes
    tell stop 'nonsense'
    hear 'error .*'
    [ "$heard" = $'error no such command\n' ] || fail "$game: more than one answer: $heard"
done
tell 'go time 3000000'
tell quit
hear 'best .*'
wait $engine || fail "quit while thinking: exit $?"
exec 3<&- 4>&-
printf 'new rribbit\nposition %s\ngo time 3000000\n' "$home" | timeout $patience "$POND" engine >"$work/out"
[ "${PIPESTATUS[1]}" = 0 ] && grep -q '^best ' "$work/out" || fail 'the end of the input while thinking'
timeout $patience "$POND" engine </dev/null >"$work/out" || fail 'no input at all'

# ---- Hints ----

# Three in a row that nobody can break; and a row that must be broken.
accept hint rribbit --position 'DDDDDDDDD/9/9/3L1L3/9/3L5/LLLLL4 l -' --nodes 2000
sed -n 2p "$work/out" | grep -qE '^  d2-e4 +100\.0%' || fail "a win: $(cat "$work/out")"
accept hint rribbit --position 'DDDD1D1DD/9/5D3/9/3LLL3/9/LL2L2LL d -' --nodes 2000
sed -n 2p "$work/out" | grep -qE '^  f5xe3 ' || fail "the only answer: $(cat "$work/out")"
sed -n '3,4p' "$work/out" | grep -vqE ' 0\.0%$' && fail "other answers: $(cat "$work/out")"
grep -q '^    f5xe3 is the only move that breaks the row d3 e3 f3$' "$work/out" || fail "no reason: $(cat "$work/out")"
accept hint rribbit --position 'DDDDDDDDD/9/9/3L1L3/9/3L5/LLLLL4 l -' --nodes 2000 --json
grep -q '"exact":true,"win":\[1.0000,0.0000\]' "$work/out" || fail "a win: $(head -c 200 "$work/out")"
accept hint rribbit --position "$home" --nodes 500 --lang fr
grep -q '^Joueur 1 :$' "$work/out" || fail "a hint in French: $(cat "$work/out")"
accept hint rribbit --position "$home" --time 0.05
# An estimate says how far off it may be.
cards='0001111111112222222222222222223333333333333333344444444444444555555555556666666666666666777777'
accept hint quibbles --options players=2 --nodes 300 \
    --position "1555566 111116/111111 2335555,356 $cards 01222334444444444555555666666667 0 act"
sed -n 2p "$work/out" | grep -qE '%( ± [0-9]+\.[0-9])$' || fail "an estimate without its error: $(cat "$work/out")"
if players_of quibbit | grep -q engine; then
    accept hint quibbit --options players=2 --nodes 300 --json \
        --position '*RGY*GYR~YRG R17:2345,G18:2345,y16: G 1345 2'
    [ "$(cut -d, -f 1 "$work/out" | tr '\n' ' ')" = '{"seat":0 {"seat":1 ' ] || fail "a hint for both: $(cat "$work/out")"
fi
# What the others hold makes no difference: only what everyone can see does.
dealt=$("$POND" new quibbles --seed 3 --json | sed 's/.*"full":"\([^"]*\)".*/\1/')
[[ $dealt == '012344 -/- 222566,112335 '* ]] || fail "another deal: $dealt"
accept hint quibbles --nodes 300 --json --position "$dealt"
cp "$work/out" "$work/first"
# The other's last card and one of the draw pile change places.
for card in 4 6; do
    case $card in
    4) other=$(sed 's/,112335 \([0-4]*\)4/,112334 \15/' <<<"$dealt") ;;
    6) other=$(sed 's/,112335 \([0-5]*\)6/,112336 \15/' <<<"$dealt") ;;
    esac
    [ "$other" != "$dealt" ] || fail 'the same deal again'
    accept hint quibbles --nodes 300 --json --position "$other"
    cmp -s "$work/out" "$work/first" || fail "the hint knows the other's hand: $(cat "$work/first" "$work/out")"
done

# ---- Openings ----

# Where the best tile for seat 0 is and what the game is worth, ring by ring, is what docs/truth.md says; the
# values come with the engine, at once.
known=0 rows=0
while read -r ring value tile; do
    rows=$((rows + 1))
    accept hint quibbit --options players=2 --position "$ring R?:12345,G?:12345,y?: - 12345 0" --nodes 1 --json
    grep -q '"exact":true' "$work/out" || continue
    known=$((known + 1))
    grep -q "\"choices\":\[{\"move\":\"@$tile\"" "$work/out" || fail "$ring: not @$tile: $(head -c 300 "$work/out")"
    sed 's/.*"win":\[\([0-9.]*\),\([0-9.]*\)\].*/\1 \2/' "$work/out" |
        awk -v v="$value" '{ d = $1 - $2 - v; exit !(d < 0.0008 && d > -0.0008) }' ||
        fail "$ring: worth $value: $(head -c 300 "$work/out")"
done < <(sed -n '/^### Ring by ring/,/^### How often/s/^| `\(~[RGY*]*\)` | +*\([-0-9.]*\) | \([0-9]*\) .*/\1 \2 \3/p' "$TOP/docs/truth.md")
[ $rows = 108 ] && [ $known = "$(sed -n 's/#define OPENING_RINGS \([0-9]*\).*/\1/p' "$TOP/src/engines/quibbit/opening_values.h")" ] || fail "openings: $known of $rows rings"

# ---- Solving ----

accept solve rribbit --frogs 4 --json
head -n 2 "$work/out" >"$work/first"
cat >"$work/expected" <<'END'
{"mover":3,"waiter":1,"won":37524,"drawn":2344656,"lost":0,"longest_win":8,"longest_loss":0}
{"mover":1,"waiter":3,"won":0,"drawn":2379764,"lost":2896,"longest_win":0,"longest_loss":7}
END
cmp -s "$work/first" "$work/expected" || fail "solve: $(cat "$work/out")"
[ "$(tail -n 1 "$work/out" | cut -d, -f 1)" = '{"frogs":4' ] || fail "solve: $(tail -n 1 "$work/out")"
accept solve rribbit --frogs 4 --threads 1 --dry
grep -qE '^3v1 +37524 +2344656 +0 +8 +0$' "$work/out" || fail "solve: $(cat "$work/out")"
accept solve rribbit --frogs 5 --threads 2 --json
grep -q '"mover":4,"waiter":1,.*"longest_win":32' "$work/out" || fail "solve: $(cat "$work/out")"
grep -q '"mover":3,"waiter":2,.*"longest_win":10' "$work/out" || fail "solve: $(cat "$work/out")"
for signal in INT TERM; do
    for locale in C.UTF-8 fr_FR.UTF-8; do
        stop $locale $signal solve rribbit --frogs 6 --options win=row-or-seven \
            >"$work/out" 2>"$work/err"
        code=$?
        [ $code = 1 ] && [ ! -s "$work/out" ] || fail "solve, stopped by $signal: exit $code: $(cat "$work/out")"
        is_sentence "solve, stopped by $signal" "$work/err" '^pond: (stopped|arrêté)\.$'
    done
done

# ---- Matches that are broken off ----

for format in --json ''; do
    stop C.UTF-8 INT match rribbit level:1 level:1 --games 1000000 --seed 3 --records "$work/broken.pond" $format \
        >"$work/out" 2>"$work/err"
    code=$?
    [ $code = 1 ] || fail "match, stopped: exit $code"
    is_sentence 'match, stopped' "$work/err" '^pond: stopped\.$'
    [ ! -s "$work/broken.pond" ] || "$POND" check "$work/broken.pond" >"$work/check" 2>&1 || fail "match, stopped: $(cat "$work/check")"
done

# Programs that hang go with us, and with all that they have started, whether they were said hello to or asked.
has_two() { [ -e "$work/family" ] && [ "$(wc -l <"$work/family")" = 2 ]; }
family="trap '' TERM INT HUP PIPE; echo \$\$ >>'$work/family'; sleep 1000 & echo \$! >>'$work/family'; wait"
for when in hello go; do
    for signals in TERM INT HUP 'INT TERM'; do
        rm -f "$work/family"
        program=$family
        [ $when = hello ] || program="$listen $family ;; esac; done"
        "$POND" match rribbit random "cmd:$program" --games 2 --seed 1 >"$work/out" 2>"$work/err" </dev/null &
        pond=$!
        wait_for "a program that hangs at $when" has_two
        for signal in $signals; do kill -$signal $pond; done
        end_of $pond 2>"$work/wait"
        code=$?
        for process in $(cat "$work/family"); do wait_for "$when, $signals: $process is left" gone "$process"; done
        [ "$signals" != TERM ] && [ "$signals" != INT ] || {
            [ $code = 1 ] && [ ! -s "$work/out" ] || fail "$when, $signals: exit $code: $(cat "$work/out")"
            is_sentence "$when, $signals" "$work/err" '^pond: stopped\.$'
        }
        [ $code != 0 ] || fail "$when, $signals: exit $code"
    done
done

# ---- What a terminal shows ----

# Everything above had no terminal, and `accept` has seen that standard error stayed empty.
if has script; then
    script -qec "'$POND' match rribbit random random --games 2 --limit 5 --seed 1 >'$work/out'" "$work/typescript" \
        >/dev/null </dev/null
    grep -q '2/2  random' "$work/typescript" || fail "match: no progress: $(cat "$work/typescript")"
    rm -rf "$work/data"
    script -qec "'$POND' solve rribbit --frogs 4 >'$work/out'" "$work/typescript" >/dev/null </dev/null
    grep -q '3v1 ' "$work/typescript" || fail "solve: no progress: $(cat "$work/typescript")"
    # The sentence has a line of its own. (Other shells than bash do not hand the function on.)
    export -f stop wait_for listens gone end_of fail
    export patience work
    SHELL=$BASH script -qec "stop C.UTF-8 INT solve rribbit --frogs 6 --options win=row-or-seven" \
        "$work/typescript" >/dev/null </dev/null
    grep -q '^pond: stopped\.' "$work/typescript" || fail "solve: stopped: $(cat "$work/typescript")"
fi

# ---- In French ----

run C.UTF-8 match rribbit random random --games 2 --seed 1 --lang fr
grep -q '^parties : 2$' "$work/out" && grep -qE '^random +[0-9]+ +[0-9]+ +[0-9]+,[0-9]'"$(printf '\302\240')"'% ' "$work/out" ||
    fail "match in French: $(cat "$work/out" "$work/err")"
[ "$(wc -L <"$work/out")" -le 80 ] || fail "match: too wide: $(cat "$work/out")"

# ---- The tables in the program ----

run C.UTF-8 tables
[ "$(grep -c '^rribbit-3v1  ' "$work/out")" = 4 ] && [ "$(sort "$work/out" | uniq -d)" = '' ] ||
    fail "tables: which is which? $(cat "$work/out")"
run C.UTF-8 tables longest rribbit-3v1
[ $code = 0 ] && [ "$(grep -c '^3v1 turn=' "$work/out")" = 4 ] || fail "longest: $(cat "$work/out" "$work/err")"
run C.UTF-8 tables longest
[ $code = 0 ] && grep -qE '^1\. .* 16\. ' "$work/out" || fail "longest of all: $(cat "$work/out" "$work/err")"
run C.UTF-8 tables check rribbit-4v1
[ $code = 0 ] && grep -q '^rribbit-4v1  .*: ok$' "$work/out" || fail "check: $(cat "$work/out" "$work/err")"
run C.UTF-8 tables longest rribbit-9v9
[ $code = 1 ] && is_sentence 'no such table' "$work/err" "no tablebase 'rribbit-9v9'"
run C.UTF-8 probe rribbit --position '9/8L/5L3/9/9/9/D1LL5 l 0,0'
grep -q '^The position: won in 32 plies$' "$work/out" || fail "probe: $(cat "$work/out" "$work/err")"
[ "$(wc -L <"$work/out")" -le 80 ] || fail "probe: too wide: $(cat "$work/out")"

# ---- The programs that played badly ----

wait
while read -r name pattern; do
    code=$(cat "$work/$name.code")
    [ "$code" = 1 ] || fail "a program that is $name: exit $code"
    [ ! -s "$work/$name.out" ] || fail "a program that is $name: $(head -c 200 "$work/$name.out")"
    grep '^pond: ' "$work/$name.err" >"$work/err"
    is_sentence "a program that is $name" "$work/err" "$pattern"
done <"$work/broken"

finish
