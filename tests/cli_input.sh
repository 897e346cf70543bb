# cli_input.sh: whatever the program is given, it answers with a sentence.
#
# Bad usage exits with 2 and bad data with 1; in both cases one line on standard error says what is
# wrong and where, in the language of the locale, and standard output stays empty. Nothing crashes,
# nothing hangs, and output that is lost is never a success.

set -u
. "$TOP/tests/cli/common.sh"

# is_sentence WHAT: one clean line on standard error, and nothing else there; it stays in `said`.
is_sentence()
{
    local lines
    mapfile -t lines <"$work/err"
    said=${lines[0]-}
    [ ${#lines[@]} = 1 ] || fail "$1: not one line: $(head -c 400 "$work/err")"
    [[ $said == 'pond: '* ]] || fail "$1: does not begin with 'pond: ': $said"
    [[ $said =~ [.?]$ || $said =~ Usage.?.?:\ pond\ .*[^\ ]$ ]] ||
        fail "$1: no whole sentence: ${said: -60}"
    [[ $said != *[[:cntrl:]]* ]] || fail "$1: control characters: $(printf '%q' "$said")"
    if [[ $said == *[^\ -~]* ]] && ! iconv -f UTF-8 -t UTF-8 "$work/err" >/dev/null 2>&1; then
        fail "$1: not UTF-8: $(printf '%q' "$said" | cut -c 1-200)"
    fi
}

# Words that no French sentence of the program has.
english='(^|[^[:alnum:]])(the|is|are|was|should|has|have|there|must|cannot|such|did|you|which|that|here|directory|before|with)([^[:alnum:]]|$)'

# refuse CODE PATTERN ARGUMENT...: in English the pattern fits the sentence; in French it is another
# sentence, without English in it. Where time is short the languages take turns.
turns=0
refuse()
{
    local expected=$1 pattern=$2 what english_said= locale
    shift 2
    what="pond $(printf '%q ' "$@" | cut -c 1-160)"
    local locales=(C.UTF-8 fr_FR.UTF-8)
    [ "${SHARE:-1}" = 1 ] || locales=("${locales[turns++ % 2]}")
    for locale in "${locales[@]}"; do
        run $locale "$@"
        last_locale=$locale
        [ $code = "$expected" ] || fail "$what: $locale: exit $code instead of $expected"
        [ ! -s "$work/out" ] || fail "$what: $locale: prints $(head -c 100 "$work/out")"
        is_sentence "$what: $locale"
        if [ $locale = C.UTF-8 ]; then
            english_said=$said
            [[ $said =~ $pattern ]] || fail "$what: no '$pattern' in: ${said:0:300}"
        fi
    done
    [ $locale != C.UTF-8 ] || return 0
    [ "$said" != "$english_said" ] || fail "$what: the same in French: ${said:0:300}"
    [[ ! ${said,,} =~ $english ]] || fail "$what: English left in: ${said:0:300}"
}

# accept ARGUMENT...: succeeds in silence on standard error.
accept()
{
    run C.UTF-8 "$@"
    [ $code = 0 ] && [ ! -s "$work/err" ] || fail "pond $*: exit $code: $(head -c 300 "$work/err")"
}

long=$(printf 'é%.0s' {1..3000})
escape=$'\e[31mred\a\x7f'
broken=$'\xff\xfe\xc3'

# ---- Commands, flags and how many arguments ----

refuse 2 "unknown command 'gmaes'.*Did you mean 'games'\?" gmaes
refuse 2 "unknown command 'Random'.*Did you mean 'random'\?" Random
refuse 2 "unknown command 'xyzzy'; 'pond help' lists the commands\.$" xyzzy
refuse 2 "unknown command ''" ''
refuse 2 "unknown command 'chekc'.*Did you mean 'check'\?" help chekc
refuse 2 'unknown command' "$long"
refuse 2 'unknown command' "$escape"
refuse 2 'unknown command' "$broken"
refuse 2 "no option '--jsn'.*Did you mean '--json'\?" games --jsn
refuse 2 "no option '--option'.*Did you mean '--options'\?" show rribbit --option turn=chain
refuse 2 "no option '--pos'.*Did you mean '--position'\?" show rribbit --pos x
refuse 2 "no option '--seed'" games --seed 1
refuse 2 "no option '--bulk'" show rribbit --bulk
refuse 2 "no option '-j'" games -j
refuse 2 "no option '-jk?'" games -jk
refuse 2 "no option '-5'" perft rribbit -5
refuse 2 'no option' games "--$long"
refuse 2 'no option' games "-$long"
refuse 2 'no option' games "--$escape"
refuse 2 'no option' games "--$broken"
refuse 2 '^pond: --json takes no value\.$' games --json=yes
refuse 2 '^pond: --options needs a value\.$' show rribbit --options
refuse 2 '^pond: --position needs a value\.$' show rribbit --position
refuse 2 '^pond: --seed is given twice\.$' random rribbit --seed 1 --seed 2
refuse 2 '^pond: --json is given twice\.$' games --json --json
refuse 2 "^pond: --lang must be one of en, fr, not 'xx'\.$" --lang xx games
refuse 2 "^pond: --lang must be one of en, fr, not 'xx'\.$" games --lang xx
refuse 2 "^pond: --lang must be one of en, fr, not ''\.$" games --lang ''
refuse 2 '^pond: --lang must be one of en, fr' games --lang "$long"
refuse 2 '^pond: --lang must be one of en, fr' games --lang "$broken"
refuse 2 '^pond: --lang needs a value\.$' games --lang
refuse 2 '^pond: --lang needs a value\.$' --lang
refuse 2 'Usage: pond show GAME$' show
refuse 2 'Usage: pond random GAME$' random
refuse 2 'Usage: pond perft GAME DEPTH$' perft
refuse 2 'Usage: pond perft GAME DEPTH$' perft rribbit
refuse 2 'Usage: pond check RECORD\.\.\.$' check
refuse 2 'Usage: pond replay RECORD$' replay --json
refuse 2 "^pond: unexpected argument 'b'\. Usage: pond show GAME$" show rribbit b
refuse 2 "^pond: unexpected argument 'x'\. Usage: pond games$" games x
refuse 2 "^pond: unexpected argument 'x'\. Usage: pond bench$" bench x
refuse 2 "^pond: unexpected argument 'c'\. Usage: pond help" help games c
refuse 2 'unexpected argument' version "$long"
refuse 2 'bash\|zsh\|fish' completion tcsh
accept games --
accept help games
accept --lang=fr games
accept games --lang=fr

# ---- Games and options ----

games=$("$POND" games --json | sed 's/^{"game":"\([^"]*\)".*/\1, /' | tr -d '\n')king-frog
for command in rules show new random; do
    refuse 2 "no game 'ribbit'\. The games are: $games\. Did you mean 'rribbit'\?$" \
        $command ribbit
done
refuse 2 "no game 'chess'\. The games are: $games\.$" perft chess 3
refuse 2 "no game ''" show ''
refuse 2 "no game .*$games\.$" show "$long"
refuse 2 "no game .*$games\.$" show "$escape"
refuse 2 "no game .*$games\.$" show "$broken"

options() { refuse 2 "^pond: --options: .*$3" show "$1" --options "$2"; }
options rribbit trun=chain "no option 'trun'.*Did you mean 'turn'\?"
options rribbit turn=chian "'chian' isn.t a valid value for option 'turn'.*single\|chain.*Did you mean 'chain'\?"
options rribbit turn "'turn' has no value"
options rribbit turn= "valid value for option 'turn'"
options rribbit =chain "no option ''"
options rribbit = "no option ''"
options rribbit , 'has no value'
options rribbit turn=chain, 'has no value'
options rribbit ,turn=chain 'has no value'
options rribbit 'turn=chain win=row' 'valid value for option'
options rribbit ' turn=chain' "no option ' turn'.*Did you mean 'turn'\?"
options rribbit turn=chain,turn=single "'turn' is given twice"
options rribbit turn=chain,turn=chain "'turn' is given twice"
options rribbit endgame=1000 "'1000' isn.t a valid value for option 'endgame' .allowed: 0\.\.999"
for value in -1 007 1e2 x '' 4294967296 18446744073709551616 ' 1' 1.0 0x1; do
    options rribbit "endgame=$value" "valid value for option 'endgame'"
done
options rribbit repetition=1 'allowed: 0|2\.\.9'
options rribbit repetition=10 "valid value for option 'repetition'"
options rribbit start=hmoe "'h'|'hmoe'"
options rribbit start=DDDDDDDDD/9/9/9/9/9/LLLLLLLL1 'X11'
options rribbit start=9/9/9/9/9/9/9 'X11'
options rribbit start=9/9/3DDD3/9/3LLL3/9/9 'X11'
options rribbit start=DDDDDDDDD/D8/9/9/9/8L/LLLLLLLLL 'X11'
options rribbit start=DDDDDDDDD/9/9/9/9/LLLLLLLLL 'X1'
options rribbit start=DDDDDDDDDD/9/9/9/9/9/LLLLLLLLLL 'X1'
options rribbit "start=$long" 'too long'
options rribbit "turn=$long" 'too long'
options rribbit "$long=1" 'no option'
options rribbit "$long" 'has no value'
options rribbit "$escape=$escape" 'no option'
options rribbit "turn=$broken" "valid value for option 'turn'"
options quibbit players=1 "'1' isn.t a valid value for option 'players' .allowed: 2\|3\|4"
options quibbit players=5 "valid value for option 'players'"
options quibbit edition=king "Did you mean 'king-frog'\?"
for colors in RRGB RG RGYX rgyb RGYBR '' R; do options quibbit "colors=$colors" 'Q1|colors'; done
options quibbit players=2,colors=RGYB 'Q1'
options quibbit 'players=2,layout=*RGY*GYR~YR' 'Q1'
options quibbit 'players=2,layout=*RGY*GYR~YRX' 'Q1'
options quibbit 'players=2,layout=*RGY~GYR~YRG' 'Q1'
options quibbit 'players=2,layout=*RGY*GYG~YRG' 'Q1'
options quibbit 'players=2,layout=**RGYGYR~YRG' 'Q1'
options quibbit 'players=4,layout=*RGY*GYR~YRG' 'Q1'
options quibbit 'layout=' 'layout'
options quibbles players=6 "valid value for option 'players'"
options quibbles players=2,first=2 'B2'
options quibbles first=5 "valid value for option 'first'"
options quibbles variant=standrad "Did you mean 'standard'\?"

# ---- Numbers and seeds ----

for number in 0 100 -1 '' x 1x 01 99999999999999999999 '3 ' "$long"; do
    case $number in -*) continue ;; esac
    refuse 2 '^pond: DEPTH must be a whole number' perft rribbit "$number"
done
for number in 0 -1 '' x 1x 01 1000000001 99999999999999999999 ' 3' "$long"; do
    refuse 2 '^pond: --games must be a whole number from 1 to 1000000000\.$' \
        random rribbit --seed 1 --games "$number"
    refuse 2 '^pond: --limit must be a whole number from 1 to 100000\.$' \
        random rribbit --seed 1 --limit "$number"
done
refuse 2 '^pond: perft .*quibbles' perft quibbles 3
refuse 2 '^pond: perft .*quibbit' perft quibbit 3
for seed in '' 'a b' 'a"b' 'a\b' $'a\tb' é "$broken" "$long" \
    12345678901234567890123456789012345678901234567890123456789012345; do
    refuse 2 '^pond: --seed: .*isn.t a valid seed' new quibbit --seed "$seed"
    refuse 2 '^pond: --seed: .*isn.t a valid seed' random rribbit --seed "$seed"
done
accept new quibbit --seed 1234567890123456789012345678901234567890123456789012345678901234

# ---- Positions ----

position()
{
    local game=$1 set=$2 text=$3 pattern=$4
    refuse 1 "^pond: --position: .*$pattern" show "$game" --options "$set" --position "$text"
}
home=DDDDDDDDD/9/9/9/9/9/LLLLLLLLL
few=DD7/9/9/9/9/9/LLL6
accept show rribbit --position "$home l -"
accept show rribbit --position "$few d 3,4"
for text in '' ' ' "$home" "$home l" "$home l - -" "$home  l -" " $home l -" "$home l - " "$broken" \
    "$escape" "$long" l; do
    position rribbit '' "$text" '3 parts'
    [ "$text" = l ] || refuse 1 '^pond: --position: ' perft rribbit 2 --position "$text"
done
position rribbit '' "DDDDDDDDD/D8/9/9/9/9/LLLLLLLLL l -" 'X11'
position rribbit '' "DDDDDDDDD/9/9/9/9/L8/LLLLLLLLL l -" 'X11'
position rribbit '' "DDDDDDDDD/9/9/9/9/LLLLLLLLL l -" '7 rows.*X1'
position rribbit '' "$home/9 l -" '7 rows.*X1'
position rribbit '' "DDDDDDDDD/9/9/9/9/9/LLLLLLLL l -" 'X1'
position rribbit '' "DDDDDDDDD/9/9/9/9/9/LLLLLLLLLL l -" 'X1'
position rribbit '' "DDDDDDDDD/99/9/9/9/9/LLLLLLLLL l -" 'X1'
position rribbit '' "DDDDDDDDD//9/9/9/9/LLLLLLLLL l -" 'X1'
position rribbit '' "DDDDDDDDX/9/9/9/9/9/LLLLLLLLL l -" "'X'"
position rribbit '' "ddddddddd/9/9/9/9/9/LLLLLLLLL l -" "'d'"
position rribbit '' "D0DDDDDDDD/9/9/9/9/9/LLLLLLLLL l -" "'0'"
position rribbit '' "$home x -" "'x'"
position rribbit '' "$home L -" "'L'"
position rribbit '' "$home ld -" "'ld'"
position rribbit '' "$home l 0,0" 'X9'
for count in 1 '1,' ',1' 1,2,3 a,b -1,0 -- 99999999999,0 01,0 '1;1'; do
    position rribbit '' "$few l $count" 'X9'
done
position rribbit endgame=0 "$few l 1,1" 'X14'
position rribbit '' "${home//9/"$long"} l -" '.'

ring='*RGY*GYR~YRG'
quibbit() { position quibbit players=2 "$1" "$2"; }
accept show quibbit --options players=2 --position "$ring R17:2345,G18:2345,y16: G 1345 2"
quibbit '' '5 parts'
quibbit "$long" '5 parts|too long'
quibbit "$ring R17:2345,G18:2345,y16: G 1345" '5 parts'
quibbit "*RGX*GYR~YRG R17:2345,G18:2345,y16: G 1345 2" 'Q1'
quibbit "*RGB*GBR~BRG R17:2345,G18:2345,y16: G 1345 2" 'Q1'
quibbit "*RGY*GYR*YRG R17:2345,G18:2345,y16: G 1345 2" 'Q1'
quibbit "*RGY R17:2345,G18:2345,y16: G 1345 2" 'Q1'
quibbit "$ring R17:2345,G18:2345 G 1345 2" '3 frogs'
quibbit "$ring R17:2345,G18:2345,y16:,B20: G 1345 2" '3 frogs'
quibbit "$ring G17:2345,R18:2345,y16: G 1345 2" "'G17:2345'"
quibbit "$ring R17:2345,G18:2345,Y16: G 1345 2" 'Q12'
quibbit "$ring R17:2345,G18:2345,y16:1 G 1345 2" 'Q12'
quibbit "$ring R17:2345,G17:2345,y16: G 1345 2" 'Q6'
quibbit "$ring R17:2345,G29:2345,y16: G 1345 2" 'Q6'
quibbit "$ring R17:2346,G18:2345,y16: G 1345 2" 'R.s hand must list'
quibbit "$ring R17:2245,G18:2345,y16: G 1345 2" 'R.s hand must list'
quibbit "$ring R17:5432,G18:2345,y16: G 1345 2" 'R.s hand must list'
quibbit "$ring R17:,G18:2345,y16: G 1345 2" 'Q7|Q10'
quibbit "$ring R-:23,G18:2345,y16: G 1345 2" 'Q10'
quibbit "$ring R?:12345,G18:2345,y16: G 1345 2" 'Q2'
quibbit "$ring R99999999999:2345,G18:2345,y16: G 1345 2" 'Q3'
quibbit "$ring R-5:2345,G18:2345,y16: G 1345 2" 'R'
quibbit "$ring R17:2345,G18:2345,y16: R 1345 2" 'Q7|Q8'
quibbit "$ring R17:2345,G18:2345,y16: B 1345 2" 'Q2'
quibbit "$ring R17:2345,G18:2345,y16: - 1345 2" 'Q2'
quibbit "$ring R17:2345,G18:2345,y16: G - 2" 'Q12'
quibbit "$ring R17:2345,G18:2345,y16: G 6 2" 'Q12'
quibbit "$ring R17:2345,G18:2345,y16: G 1345 x" "'x'"
quibbit "$ring R17:2345,G18:2345,y16: G 1345 -1" "'-1'"
quibbit "$ring R17:2345,G18:2345,y16: G 1345 99999999999" "'99999999999'"
quibbit "$ring R17:2345,G18:2345,y16: G 1345 0" 'Q2'

dealt=$("$POND" new quibbles --options first=0 --seed input --json | sed 's/.*"full":"\([^"]*\)".*/\1/')
read -r display collections hands pile discards seat phase <<<"$dealt"
quibbles() { position quibbles "${3-}" "$1" "$2"; }
rest="$discards $seat $phase"
accept show quibbles --position "$dealt"
quibbles '' '7 parts'
quibbles "$broken" '7 parts'
quibbles "$dealt x" '7 parts'
quibbles "0123346 24/- 3,7 128 12244446 1 act" 'B1|order|cards'
quibbles "$display $collections $hands ${pile}777777777777777777777777777777 $rest" 'B1'
quibbles "${display/#?/8} $collections $hands $pile $rest" '8'
quibbles "${display/#?/x} $collections $hands $pile $rest" 'x'
quibbles "$display $collections $hands ${pile#?} $rest" 'B1'
quibbles "$display $collections $hands - $rest" 'B1'
quibbles "7654321 $collections $hands $pile $rest" 'order'
quibbles "$display -/-/- $hands $pile $rest" '2 collections'
quibbles "$display $collections 1,2,3 $pile $rest" '2 hands'
quibbles "$display 1111111/- $hands $pile $rest" 'B7'
quibbles "$display 0/- $hands $pile $rest" 'B7'
quibbles "$display 777/777 $hands $pile $rest" 'B'
quibbles "$display $collections $hands $pile $discards 2 act" "'2' isn.t a seat"
quibbles "$display $collections $hands $pile $discards x act" "'x' isn.t a seat"
quibbles "$display $collections $hands $pile $discards -1 act" "'-1' isn.t a seat"
quibbles "$display $collections $hands $pile $discards 0 play" "'play' isn.t a phase"
quibbles "$dealt" 'B|collections|hands' players=3
quibbles "$dealt" 'B1' variant=first-game

# ---- Records: what is in the file ----

# record PLACE PATTERN TEXT: both readers refuse it, at that line; the text has printf's escapes.
record()
{
    local line=$1 pattern=$2 check_said
    printf '%b' "$3" >"$work/r.pond"
    refuse 1 "^pond: $work/r\.pond:$line: .*$pattern" check "$work/r.pond"
    check_said=$said
    run $last_locale replay "$work/r.pond"
    is_sentence replay
    [ $code = 1 ] && [ "$said" = "$check_said" ] ||
        fail "replay: exit $code and: $said; check: $check_said"
}
# fine TEXT: a record that is unusual and right.
fine()
{
    printf '%b' "$1" >"$work/r.pond"
    accept check "$work/r.pond"
}
game='[Game "rribbit"]\n'
record 1 'must start with its tags' x
record 3 'must start with its tags' '\n\nunfinished\n'
record 1 'must start with its tags' '\0'
record 1 't a tag' '['
record 1 't a tag' '[]'
record 1 't a tag' '[Game'
record 1 't a tag' '[Game "rribbit"'
record 1 't a tag' '[Game "rribbit" ]\n\nunfinished\n'
record 1 't a tag' '[Game "rribbit"] x\n\nunfinished\n'
record 1 't a tag' '[Game rribbit]\n\nunfinished\n'
record 1 't a tag' '[Game "rrib\nbit"]\n\nunfinished\n'
record 2 'byte' "$game"'[Seat0 "\0001"]\n\nunfinished\n'
record 2 'Duplicate tag Game' "$game$game"
record 1 'first line should be' '[Options "turn=chain"]\n\nunfinished\n'
record 1 "no game 'rribit'.*Did you mean 'rribbit'\?" '[Game "rribit"]\n\nunfinished\n'
record 1 "no game ''" '[Game ""]\n\nunfinished\n'
record 1 'Game is too long' '[Game "rribbitrribbitrribbit"]\n\nunfinished\n'
record 2 "no option 'trun'.*Did you mean 'turn'\?" "$game"'[Options "trun=chain"]\n\nunfinished\n'
record 2 'allowed: 0.2' "$game"'[Options "repetition=1"]\n\nunfinished\n'
record 2 'isn.t a valid seed' "$game"'[Seed "a b"]\n\nunfinished\n'
record 2 'Tag Seat2 names a seat' "$game"'[Seat2 "Cy"]\n\nunfinished\n'
record 2 'Seat0 is too long' "${game}[Seat0 \"$(printf 'x%.0s' {1..97})\"]\\n\\nunfinished\\n"
record 2 'Setup tag isn.t allowed' "$game"'[Setup "1"]\n\nunfinished\n'
record 2 'X1' "$game"'[Position "9 l -"]\n\nunfinished\n'
record 1 'Setup tag is missing' '[Game "quibbles"]\n\nunfinished\n'
record 2 'has 7 parts separated by single spaces, not 1\.' '[Game "quibbles"]\n[Position "x"]\n\nunfinished\n'
record 2 'B2' '[Game "quibbles"]\n[Setup "1"]\n\nunfinished\n'
record 2 "'2' isn.t a seat" '[Game "quibbles"]\n[Setup "146667 024566 125566 2"]\n\nunfinished\n'
record 2 'B1' '[Game "quibbles"]\n[Setup "000000 024566 125566 1"]\n\nunfinished\n'
record 2 'hides cards' '[Game "quibbles"]\n[Setup "146667 024566 ?????? 1"]\n\nunfinished\n'
record 3 'Q1' '[Game "quibbit"]\n[Options "players=2"]\n[Setup "*RGY*GYR~YRX"]\n\nunfinished\n'

record 2 'ends without a result' "$game"
record 4 'ends without a result' "$game"'\n1. b1-c3\n'
record 3 'Unclosed comment' "$game"'\n1. {b1-c3\nunfinished\n'
record 3 'byte' "$game"'\n1. b1\0377c3\nunfinished\n'
record 3 'byte' "$game"'\n1. b1-c3\0\nunfinished\n'
record 3 'too long' "$game\\n1. $(printf 'x%.0s' {1..200})\\nunfinished\\n"
record 3 'number should be 1, not 2' "$game"'\n2. b1-c3\nunfinished\n'
record 4 'number should be 2, not 3' "$game"'\n1. b1-c3 b7-c5\n3. c3-b1\nunfinished\n'
record 3 "'b1-c3!' isn.t a move" "$game"'\n1. b1-c3!\nunfinished\n'
record 3 "'j1-c3' isn.t a move" "$game"'\n1. j1-c3\nunfinished\n'
record 3 'X2' "$game"'\n1. b1-b2\nunfinished\n'
record 3 'X2' "$game"'\n1. b7-c5\nunfinished\n'
record 3 'X2' "$game"'\n1. b3-c5\nunfinished\n'
record 3 'X3' "$game"'\n1. b1xc3\nunfinished\n'
record 5 'X3' "$game"'\n1. b1-c3 e7-d5\n\n2. c3-d5\nunfinished\n'
record 3 "'...' is only used" "$game"'\n1. ... b1-c3\nunfinished\n'
record 3 "'S0:foo' isn.t an event" "$game"'\n1. S0:foo\nunfinished\n'
record 3 'no seat 7' "$game"'\n1. S7:resign\nunfinished\n'
record 3 'Nobody else has offered' "$game"'\n1. S0:draw!\nunfinished\n'
record 3 'Nobody else has offered' "$game"'\n1. S0:draw? S0:draw!\nunfinished\n'
record 3 'already been offered' "$game"'\n1. S0:draw? S1:draw?\nunfinished\n'
record 3 'taken back' "$game"'\n1. S0:takeback 1\nunfinished\n'
record 3 'taken back' "$game"'\n1. b1-c3 S0:takeback 4294967295\nunfinished\n'
record 3 "'S0:takeback' isn.t an event" "$game"'\n1. b1-c3 S0:takeback -1\nunfinished\n'
record 3 "'S0:takeback' isn.t an event" "$game"'\n1. b1-c3 S0:takeback\nunfinished\n'
record 3 'over' "$game"'\n1. S0:resign b1-c3\nseat 1\n'
record 4 "says 'unfinished', but the game ends as 'seat 1'" "$game"'\n1. S0:resign\nunfinished\n'
record 4 "says 'seat 0', but the game ends as 'seat 1'" "$game"'\n1. S0:resign\nseat 0\n'
record 4 "says 'dummy'" "$game"'\n1. S0:resign\ndummy\n'
record 4 "says 'draw', but the game isn.t over" "$game"'\n1. b1-c3\ndraw\n'
record 4 "says 'seat 7'" "$game"'\n1. b1-c3\nseat 7\n'
record 2 "tag Result says 'draw'" "$game"'[Result "draw"]\n\n1. S0:resign\nseat 1\n'
record 2 "tag Reason says 'row'" "$game"'[Reason "row"]\n\n1. S0:resign\nseat 1\n'
record 2 "tag Reason says 'row'" "$game"'[Reason "row"]\n\n1. b1-c3\nunfinished\n'
record 3 "over before 'more'" "$game"'\nunfinished more\n'
record 5 'must start with its tags' "$game"'\nunfinished\n\nseat 1\n'
# The second game of a file: its lines go on counting.
record 7 'number should be 1' "$game\\nunfinished\\n\\n$game\\n2. b1-c3\\nunfinished\\n"

table='[Game "quibbles"]\n[Setup "146667 024566 125566 1"]\n\n'
record 4 "'S0' doesn.t name a seat" "${table}1. S0 15=666 - <240>\\nunfinished\\n"
record 4 "'S9' doesn.t name a seat" "${table}1. S9 15=666 - <240>\\nunfinished\\n"
record 4 'no 7 in your hand' "${table}1. S1 7=16 - <24>\\nunfinished\\n"
record 4 'B4' "${table}1. S1 6=11 - <24>\\nunfinished\\n"
record 4 'B5' "${table}1. S1 56=7 - <24>\\nunfinished\\n"
record 4 'B7' "${table}1. S1 15=666 !5 <240>\\nunfinished\\n"
record 4 'B3' "${table}1. S1 !2\\nunfinished\\n"
record 4 'B11' "${table}1. S1 pass\\nunfinished\\n"
record 4 'Nothing is drawn here' "${table}1. S1 15=666 - <2401>\\nunfinished\\n"
record 4 'Nothing is drawn here' "${table}1. S1 <2> 15=666 - <240>\\nunfinished\\n"
record 5 'Chance comes first' "${table}1. S1 15=666 -\\n2. S0 6=024 !2 <452>\\nunfinished\\n"
record 5 'Chance comes first' "${table}1. S1 15=666 - <24>\\nunfinished\\n"
record 4 "'>' is missing" "${table}1. S1 15=666 - <240\\nunfinished\\n"
record 4 'hides cards' "${table}1. S1 15=666 - <2?0>\\nunfinished\\n"
record 4 '8' "${table}1. S1 15=666 - <280>\\nunfinished\\n"
record 4 'draw offers' "${table}1. S1:draw?\\nunfinished\\n"

ring2='[Game "quibbit"]\n[Options "players=2,colors=YRG"]\n[Setup "G*GYR*YRG~RY"]\n\n'
record 5 'Q1' "${ring2}0. @12\\nunfinished\\n"
record 5 'Q2' "${ring2}0. front\\nunfinished\\n"
record 5 'Q2' "${ring2}0. @1 @2\\nunfinished\\n"
record 6 'number should be 1, not 2' "${ring2}0. @1 back\\n2. Y2 R5 g2\\nunfinished\\n"
record 6 "'B2' doesn.t name a seat" "${ring2}0. @1 back\\n1. B2 R5 g2\\nunfinished\\n"
record 6 "'g2' doesn.t name a seat" "${ring2}0. @1 back\\n1. g2 Y2 R5\\nunfinished\\n"
record 6 "doesn.t name a seat|Q4" "${ring2}0. @1 back\\n1. Y2 Y3 R5 g2\\nunfinished\\n"
record 6 'Q4' "${ring2}0. @1 back\\n1. Y6 R5 g2\\nunfinished\\n"
record 6 'no card 6' "${ring2}0. @1 back\\n1. Y2 R5 g6\\nunfinished\\n"
record 7 'incomplete: seat 1' "${ring2}0. @1 back\\n1. Y2\\nunfinished\\n"
record 7 'Chance comes first' "${ring2}0. @1 back\\n1. Y2 R5\\nunfinished\\n"

fine "$game\\nunfinished"
fine "\\xef\\xbb\\xbf$game\\nunfinished\\n\\xef\\xbb\\xbf$game\\nunfinished\\n"
fine "$game\\nunfinished\\n\\n\\n"
fine "$game"'[AVeryLongNameOfATagIndeed "x"]\n\nunfinished\n'
fine "$game\\r\\n1. b1-c3\\r\\nunfinished\\r\\n"
fine "${game}[Unknown \"of no matter\"]\\n\\n1. b1-c3 {a}{b\\n} h7-g5{c}\\nunfinished\\n"
fine "${game}[Seat0 \"Zoë \\\\\\\\ \\\\\"Z\\\\\"\"]\\n\\nunfinished\\n"
fine "$game\\n1. b1-c3\\nunfinished {said so by a comment}\\n"
fine "${game}[Position \"$home d -\"]\\n\\n1. ... b7-c5\\n2. b1-c3\\nunfinished\\n"

# ---- Files ----

: >"$work/empty"
printf '\n\n \n' >"$work/blank"
head -c 100000 /dev/urandom >"$work/random"
head -c 100000 /dev/zero >"$work/zeros"
cp "$POND" "$work/binary"
for command in check replay; do
    refuse 1 "^pond: $work/none: can.t read: .+\.$" $command "$work/none"
    refuse 1 "^pond: $work: can.t read: .+\.$" $command "$work"
    refuse 1 '^pond: : can.t read: .+\.$' $command ''
    refuse 1 'can.t read: .+\.$' $command "$work/empty/none"
    refuse 1 'can.t read: .+\.$' $command "$work/$escape"
    refuse 1 'can.t read: .+\.$' $command "$work/$broken"
    refuse 1 'can.t read: .+\.$' $command "$work/$long"
    refuse 1 "^pond: $work/empty: no records found\.$" $command "$work/empty"
    refuse 1 "^pond: $work/blank: no records found\.$" $command "$work/blank"
    refuse 1 'no records found\.$' $command -
    refuse 1 "^pond: $work/binary:1: " $command "$work/binary"
    refuse 1 "^pond: $work/zeros:1: " $command "$work/zeros"
    refuse 1 "^pond: $work/random:[0-9]+: " $command "$work/random"
    timeout $patience "$POND" $command - <&- >"$work/out" 2>"$work/err"
    [ $? = 1 ] && [ ! -s "$work/out" ] || fail "$command - without standard input: $(cat "$work/err")"
    is_sentence "$command - without standard input"
done
# Standard input has one name, whatever is said about it.
for text in '' x "$game\\n1. b1-b2\\n" "$game\\nunfinished\\n"; do
    printf '%b' "$text" | "$POND" check - >"$work/out" 2>&1
    grep -qE '^(pond: )?<stdin>:' "$work/out" || fail "check -: $(cat "$work/out")"
done
printf '%b' "$game\\n1. b1-b2\\n" | "$POND" analyse - >"$work/out" 2>&1
grep -q '^pond: <stdin>:3: ' "$work/out" || fail "analyse -: $(cat "$work/out")"
"$POND" check - <"$work" >"$work/out" 2>&1
grep -q '^pond: <stdin>: can.t read' "$work/out" || fail "check - of a folder: $(cat "$work/out")"
# What is called like a file is one, and a record is played through as it is.
refuse 1 "^pond: $work/none\.pond: can.t read: no such file\.$" play "$work/none.pond"
refuse 1 "^pond: $work: can.t read: it is a directory\.$" play "$work" --plain
printf '%b' "$game\\nunfinished\\n" >"$work/good.pond"
for flag in '--seats me,me' '--options turn=chain' '--position x' '--seed 1' --practice --tutor; do
    # shellcheck disable=SC2086
    refuse 2 "^pond: ${flag%% *} is for a new game, but '$work/good\.pond' is a record\.$" play "$work/good.pond" --plain $flag
done
refuse 2 "engine has no setting 'foo'.*threads\.$" play rribbit --plain --seats me,engine:foo=1
refuse 2 '^pond: --day and --number can.t be combined\.$' puzzle rribbit --day 2026-11-15 --number 2
refuse 2 "no game 'chess'" load http://127.0.0.1:1 --game chess
# A good file among bad ones is still checked; the worst decides.
printf '%b' "$game\\nunfinished\\n" >"$work/good"
run C.UTF-8 check "$work/empty" "$work/good" "$work/none"
[ $code = 1 ] || fail "check of three files: exit $code"
[ "$(cat "$work/out")" = "$work/good: 1 game, valid" ] || fail "check of three files: $(cat "$work/out")"
[ "$(wc -l <"$work/err")" = 2 ] || fail "check of three files: $(cat "$work/err")"
# Memory that runs out is a sentence, too. (A sanitizer needs more than this to begin with.)
if [ "$sanitized" = 0 ]; then
    (ulimit -v 1000000 && exec timeout $patience "$POND" check /dev/zero) >"$work/out" 2>"$work/err"
    [ $? = 1 ] && [ ! -s "$work/out" ] || fail "a file without end: $(head -c 300 "$work/err")"
    is_sentence 'a file without end'
fi

# ---- Large records ----

# large CODE NAME PATTERN: the record of 10 MB on standard input, read by both readers. A code of
# "either" means that it may be refused as too long.
large()
{
    local command
    cat >"$work/large.pond"
    [ "$(wc -c <"$work/large.pond")" -ge 9800000 ] || fail "$2: $(wc -c <"$work/large.pond") bytes"
    for command in check replay; do
        timeout $patience "$POND" $command "$work/large.pond" >"$work/out" 2>"$work/err"
        code=$?
        case $1,$code in
        0,0 | either,0) [ ! -s "$work/err" ] || fail "$2, $command: $(head -c 300 "$work/err")" ;;
        1,1 | either,1)
            is_sentence "$2, $command"
            [[ $said =~ $3 ]] || fail "$2, $command: no '$3': $said"
            ;;
        *,124) fail "$2, $command: still busy after $patience s" ;;
        *) fail "$2, $command: exit $code: $(head -c 300 "$work/err")" ;;
        esac
    done
}
# many N TEXT: the text N times, without line ends of its own.
many() { yes "$2" | head -n "$1" | tr -d '\n'; }

for seed in 1 2 3 4; do
    [ $seed = 1 ] || echo
    "$POND" random quibbles --options players=5 --seed $seed --games 220 --limit 100000
done | large 0 'many games'
{ printf '%b' "$game\\n" && many 10000000 x; } | large 1 'one word' ':3: .*too long'
{ printf '%b' "$game" && printf '[Seat0 "' && many 10000000 x && printf '"]\n\nunfinished\n'; } |
    large 1 'a tag' ':2: .*Seat0 is too long'
{ printf '%b' "$game" && printf '[Unknown "' && many 10000000 x && printf '"]\n\nunfinished\n'; } |
    large 1 'an unknown tag' ':2: .*Unknown is too long'
{ printf '[' && many 10000000 x; } | large 1 "a tag's name" ':1: .*t a tag'
{ printf '%b' "$game\\n1. {" && many 10000000 x && printf '} b1-c3\nunfinished\n'; } |
    large 0 'a comment'
{ printf '%b' "$game\\n1. {" && many 10000000 x; } | large 1 'an open comment' ':3: .*Unclosed'
{ printf '%b' "$game" && yes '[Tag "x"] ' | head -n 1000000 && printf '\nunfinished\n'; } |
    large 0 'a million tags'
{ printf '%b' "$game" && yes '' | head -n 10000000 && printf 'unfinished\n'; } | large 0 'empty lines'
{ printf '%b' "$game" && yes '' | head -n 10000000 && printf 'b1-b2\n'; } |
    large 1 'a bad move behind empty lines' ':10000002: .*X2'
{ printf '%b' "$game\\n1. b1-c3 " && many 10000000 '<'; } | large 1 'brackets' 'too long'
yes '[Game "rribbit"]' | head -n 700000 | large 1 'the same tag again' ':2: .*Duplicate'
yes $'[Game "rribbit"]\n\nunfinished\n' | head -n 1360000 | large 0 'short games'

# A game of 499,900 pairs of turns in which no position comes nine times. Each frog hops to and fro
# between two pads; which one hops is the digit that changes in a Gray code, and dark goes a step
# back every 513 turns, so that the two codes keep shifting against each other.
awk 'BEGIN {
    print "[Game \"rribbit\"]\n[Options \"endgame=0,repetition=9\"]\n"
    for (turn = 1; turn <= 499900; turn++) {
        back = turn % 513 == 0
        print turn ". " hop(0, digit(light + 1)) " " hop(1, digit(back ? dark : dark + 1))
        light = (light + 1) % 512
        dark = (dark + (back ? 511 : 1)) % 512
    }
    print "unfinished"
}
function digit(number,    n) {
    for (n = 0; number % 2 == 0 && n < 8; n++) number /= 2
    return n
}
function hop(side, frog,    near, far) {
    near = substr("abcdefghi", frog + 1, 1) (side == 0 ? 1 : 7)
    far = substr("cdefghigh", frog + 1, 1) (side == 0 ? (frog < 7 ? 2 : 3) : (frog < 7 ? 6 : 5))
    away[side, frog] = !away[side, frog]
    return away[side, frog] ? near "-" far : far "-" near
}' </dev/null | large either 'no repetition' 'too long'
{ printf '%b' "$game\\n1.\\n" && yes 'b1-c3 S0:takeback 1' | head -n 499900 && echo unfinished; } |
    large either 'takebacks' 'too long|taken back|takebacks'

# ---- Records that are cut off or damaged ----

# each_file: every file of $work/files is answered by exactly one line, and the program is well.
each_file()
{
    local files lines
    timeout $patience "$POND" check "$work"/files/* >"$work/out" 2>"$work/err"
    code=$?
    files=$(find "$work/files" -type f | wc -l)
    lines=$(cat "$work/out" "$work/err" | wc -l)
    [ $code = 1 ] || fail "$1: exit $code"
    [ "$files" = "$lines" ] || fail "$1: $lines answers to $files files"
    ! grep -qvE "^pond: $work/files/[0-9]+(:[0-9]+: .*[.?]|: no records found\.)$" "$work/err" ||
        fail "$1: $(grep -vE "^pond: $work/files/[0-9]+:" "$work/err" | head -n 3)"
    ! grep -qv ': 1 game, valid$' "$work/out" || fail "$1: $(head -n 3 "$work/out")"
}

for name in quibbit-2-quibbit quibbles-2 rribbit-agreed rribbit-resign; do
    record=tests/vectors/$name.pond
    size=$(wc -c <"$record")
    step=$((1 + size / 300))
    rm -rf "$work/files"
    mkdir "$work/files"
    for ((length = 0; length < size - 1; length += step)); do
        head -c $length "$record" >"$work/files/$length"
    done
    each_file "$name, cut off"
    [ ! -s "$work/out" ] || fail "$name, cut off: $(head -n 3 "$work/out")"
done

# One byte of each becomes another: often wrong, sometimes right, never a crash.
for name in quibbit-4-king-frog quibbles-3 rribbit-left-wing-chain; do
    rm -rf "$work/files"
    mkdir "$work/files"
    LC_ALL=C awk -v folder="$work/files" 'BEGIN { RS = "\001" }
    {
        bytes = "0123456789 \n\t\"[]<>{}?.,:=+-!/@*~#xSRGYBabl\\\177\200\303\377"
        for (i = 1; i <= 400; i++) {
            at = (i * 7919) % length($0) + 1
            other = substr(bytes, (i * 104729) % length(bytes) + 1, 1)
            printf "%s%s%s", substr($0, 1, at - 1), other, substr($0, at + 1) > (folder "/" i)
            close(folder "/" i)
        }
    }' "tests/vectors/$name.pond"
    each_file "$name, damaged"
done

# ---- Output that is lost ----

vector=tests/vectors/quibbles-2.pond
lost()
{
    local where
    for where in closed full; do
        if [ $where = closed ]; then
            timeout $patience "$POND" "$@" >&- 2>"$work/err"
        else
            timeout $patience "$POND" "$@" >/dev/full 2>"$work/err"
        fi
        code=$?
        [ $code = 1 ] || fail "pond $*, output $where: exit $code"
        is_sentence "pond $*, output $where"
        [[ $said == *output* ]] || fail "pond $*, output $where: $said"
    done
}
lost help
lost show --help
lost games
lost games --json
lost rules quibbles
lost show rribbit
lost show rribbit --json
lost new quibbles
lost random rribbit --seed 1 --games 20
lost random quibbit --seed 1 --json
lost replay $vector
lost replay --json $vector
lost perft rribbit 2
lost check $vector
lost check --json $vector
lost version
lost manual
lost completion bash
# Who ends a pipe early hears no complaint.
timeout $patience "$POND" random quibbles --seed 1 --games 100000 2>"$work/err" | head -n 1 >"$work/out"
[ "${PIPESTATUS[0]}" = 141 ] && [ ! -s "$work/err" ] || fail "a pipe that ends: $(cat "$work/err")"
(
    trap '' PIPE
    timeout $patience "$POND" random quibbles --seed 1 --games 100000 2>"$work/err" | head -n 1 >"$work/out"
    [ "${PIPESTATUS[0]}" = 1 ]
) || fail 'a pipe that ends, without the signal: not exit 1'
is_sentence 'a pipe that ends, without the signal'

# ---- Help, everywhere and in both languages ----

for command in $("$POND" help | sed -n 's/^  \([a-z]*\)  .*/\1/p') manual completion; do
    run C.UTF-8 "$command" --help
    cp "$work/out" "$work/english"
    [ $code = 0 ] && [ ! -s "$work/err" ] || fail "$command --help: exit $code: $(cat "$work/err")"
    grep -q "^Usage: pond $command" "$work/english" || fail "$command --help: $(head -n 1 "$work/english")"
    [ -z "$(awk 'length > 100' "$work/english")" ] || fail "$command --help: lines of over 100 columns"
    "$POND" help "$command" | cmp -s - "$work/english" || fail "help $command is not $command --help"
    run C.UTF-8 --lang fr "$command" --help
    [ $code = 0 ] && [ ! -s "$work/err" ] || fail "$command --help, French: exit $code"
    grep -q "^Usage : pond $command" "$work/out" || fail "$command --help, French: $(head -n 1 "$work/out")"
    iconv -f UTF-8 -t UTF-8 "$work/out" >/dev/null || fail "$command --help, French: not UTF-8"
    sed '1d;/^  pond/d' "$work/out" | grep -iE "$english" && fail "$command --help, French: English left"
    cp "$work/out" "$work/french"
    run C.UTF-8 "$command" --lang fr --help
    cmp -s "$work/out" "$work/french" || fail "$command --lang fr --help is another"
    run fr_FR.UTF-8 "$command" --help
    cmp -s "$work/out" "$work/french" || fail "$command --help in a French locale is another"
done
run C.UTF-8 help
cp "$work/out" "$work/english"
[ $code = 0 ] || fail "pond help: exit $code"
for overview in --help -h; do
    run C.UTF-8 $overview
    [ $code = 0 ] && cmp -s "$work/out" "$work/english" || fail "pond $overview is another overview"
done
run C.UTF-8 --version
[ $code = 0 ] && grep -qE '^pond [0-9]+\.[0-9]+\.[0-9]+$' "$work/out" || fail "--version: $(cat "$work/out")"

# ---- The play server's options, and its store ----

serve=(serve --listen 127.0.0.1:0 --store "sqlite:$work/served.sqlite")
for words in 'sqlite:' "$work/served.sqlite" 'postgres://' 'postgresql://host/pond' 'mysql://host/pond' ''; do
    for command in serve export "backup $work/copy" "restore $work/copy"; do
        refuse 2 "isn't the address of a store: write sqlite:FILE or postgres://" $command --store "$words"
    done
done
refuse 2 '--store is too long' serve --store "sqlite:$long"
for words in '*:7878' http://127.0.0.1:7878 pond.example:7878 7878:7878 localhost 127.0.0.1:99999; do
    refuse 2 "isn't an address to listen on: write 127\.0\.0\.1:7878" serve --listen "$words" --store sqlite::memory:
done
for words in https://pond.example pond.example:443 pond.example/ 'pond.example, frogs.example' , ''; do
    refuse 2 '--hostname takes names such as pond\.example' "${serve[@]}" --hostname "$words"
done
for words in pond.example https://pond.example/ ftp://pond.example https:// https://pond.example: https://pond.example:x ''; do
    refuse 2 '--origin takes an address such as https://pond\.example' "${serve[@]}" --origin "$words"
done
refuse 1 "Can't write the log .*: no such directory" "${serve[@]}" --log "$work/nodir/log"
refuse 1 "Can't open the database .*: no such directory" serve --store "sqlite:$work/nodir/games.sqlite"
refuse 1 "typo\.sqlite: no such file" export --store "sqlite:$work/typo.sqlite"
[ ! -e "$work/typo.sqlite" ] || fail 'export makes a store'
mkdir "$work/folder"
refuse 1 'folder: can.t read: it is a directory' export --database-file "$work/folder"
rmdir "$work/folder"

# A password is never printed, whether it is right, not escaped, or in another place.
touch "$work/address"
chmod 600 "$work/address"
for address in postgres://user:secretpw@127.0.0.1:1/pond postgres://user:secretpw@secretpw@127.0.0.1:1/pond \
    postgres://user:secretpw/secretpw@127.0.0.1:1/pond 'postgres://user:secretpw?secretpw@127.0.0.1:1/pond' 'postgres://user:9/secretpw?secretpw@127.0.0.1:1/pond' \
    'postgres://127.0.0.1:1/pond?password=secretpw' 'postgres://127.0.0.1:1/pond?user=a@b&password=secretpw' 'postgres://[user:secretpw@127.0.0.1:1/pond' \
    'host=127.0.0.1 password=secretpw' mysql://user:secretpw@host/pond postgresql://user:secretpw@127.0.0.1:1/pond; do
    echo "$address" >"$work/address"
    for command in serve export "backup $work/copy" "restore $work/copy"; do
        for words in "--store=$address" "--database-file=$work/address"; do
            run C.UTF-8 $command "$words"
            [ $code != 0 ] || fail "$command $words: is accepted"
            is_sentence "$command $words"
            ! grep -q secretpw "$work/out" "$work/err" || fail "$command $words: prints the password: $said"
        done
    done
done
refuse 1 'postgres://user:\*\*\*@127\.0\.0\.1:1/pond: .*refused' serve --store postgres://user:secretpw@127.0.0.1:1/pond
rm -f "$work/address"

# ---- The locale ----

# speaks LANGUAGE VARIABLE=VALUE...
speaks()
{
    local expected=$1 said
    shift
    said=$(env -u LC_ALL "$@" "$POND" nonsense 2>&1)
    case $expected,$said in
    French,*"commande inconnue"* | English,*'unknown command'*) ;;
    *) fail "with $*: not $expected: $said" ;;
    esac
}
speaks French LC_ALL=fr_FR.UTF-8
speaks French LANG=fr_FR.UTF-8
speaks French LC_MESSAGES=fr_CA.UTF-8 LANG=de_DE.UTF-8
speaks French LC_ALL= LANG=fr_BE
speaks French LANG=fr
speaks French LANG=en_GB.UTF-8 LANGUAGE=fr
speaks French LANG=en_GB.UTF-8 LANGUAGE=de:fr:en
speaks English LANG=fr_FR.UTF-8 LANGUAGE=en
speaks English LC_ALL=C LANG=fr_FR.UTF-8
speaks English LC_ALL=C LANGUAGE=fr
speaks English LC_ALL=POSIX LANG=fr_FR.UTF-8
speaks English LC_ALL=C.UTF-8 LANG=fr_FR.UTF-8
speaks English LC_ALL=en_US.UTF-8 LANG=fr_FR.UTF-8
speaks English LC_ALL=de_DE.UTF-8
speaks English LANG=frr_DE.UTF-8
speaks English LANG=
# --lang is stronger, in both places.
LC_ALL=fr_FR.UTF-8 "$POND" --lang en nonsense 2>&1 | grep -q 'unknown command' || fail '--lang en'
LC_ALL=fr_FR.UTF-8 "$POND" games --lang en x 2>&1 | grep -q 'unexpected argument' || fail 'games --lang en'
# Drawings use the characters that the locale has.
for locale in C POSIX en_US fr_FR.ISO-8859-1; do
    LC_ALL=$locale "$POND" show rribbit --lang en | LC_ALL=C grep -q '[^ -~]' && fail "$locale: no ASCII"
done
LC_ALL=C.UTF-8 "$POND" show rribbit --ascii | LC_ALL=C grep -q '[^ -~]' && fail '--ascii: no ASCII'
LC_ALL=C.UTF-8 "$POND" show rribbit | grep -q '·' || fail 'C.UTF-8: no UTF-8'

finish
