# load.sh: simulated players on a real server: games of every kind, each view compared with the record.

set -u
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT

"$POND" serve --listen 127.0.0.1:0 --store "sqlite:$folder/store" --unlimited --lang en >"$folder/out" 2>&1 &
server=$!
for _ in $(seq 1200); do # two minutes: a slow machine may be busy
    url=$(sed -n 's/^Pond is open at //p' "$folder/out")
    [ -z "$url" ] || break
    sleep 0.1
done
[ -n "$url" ] || { cat "$folder/out" && exit 1; }

"$POND" load "$url" --tables 30 --idle 50 --seconds 5 --views --json --pid "$server" >"$folder/figures" || {
    cat "$folder/figures"
    exit 1
}
cat "$folder/figures"
# Something was played, compared and found right.
grep -Eq '"moves":[1-9]' "$folder/figures" && grep -Eq '"views_checked":[1-9]' "$folder/figures" &&
    grep -q '"wrong_views":0,"wrong_order":0,"refused":0,"lost":0}' "$folder/figures" || exit 1

# Deals are promised before they are shown, by both.
"$POND" export --store "sqlite:$folder/store" >"$folder/records" || exit 1
games=$(grep -c '^\[Commitment ' "$folder/records")
[ "$games" -gt 0 ] && [ "$(grep -c '^\[Promise[01] ' "$folder/records")" = $((2 * games)) ] &&
    [ "$(grep -c '^\[Number[01] "[0-9a-f]' "$folder/records")" = $((2 * games)) ] ||
    { echo "$games games, not all with promised numbers" && exit 1; }

# The same figures for people; in French with a comma.
for lang in en fr; do
    "$POND" load "$url" --tables 2 --seconds 1 --lang $lang >"$folder/$lang" || { cat "$folder/$lang" && exit 1; }
done
grep -Eq '^latency \(ms\), p50 +[0-9]+\.[0-9][0-9]$' "$folder/en" &&
    grep -Eq '^latence \(ms\), p50 +[0-9]+,[0-9][0-9]$' "$folder/fr" || { cat "$folder/en" "$folder/fr" && exit 1; }

# One file, one server.
"$POND" serve --listen 127.0.0.1:0 --store "sqlite:$folder/store" --lang en >"$folder/out" 2>&1
[ $? = 1 ] && grep -q '^pond: another pond is already serving' "$folder/out" || { cat "$folder/out" && exit 1; }

# Nobody there: a sentence, and nothing hangs.
"$POND" load http://127.0.0.1:1 --seconds 1 --lang en >"$folder/out" 2>&1
[ $? = 1 ] && grep -q '^pond: can.t play at http://127.0.0.1:1: no server answers there\.$' "$folder/out" ||
    { cat "$folder/out" && exit 1; }
"$POND" load http://nowhere.invalid:1 --seconds 1 --lang fr >"$folder/out" 2>&1
[ $? = 1 ] && grep -q '^pond: impossible de jouer à http://nowhere.invalid:1.: aucun serveur ne répond\.$' "$folder/out" ||
    { cat "$folder/out" && exit 1; }
"$POND" load '[bad' --lang en >"$folder/out" 2>&1
[ $? = 2 ] && grep -q 'isn.t an address' "$folder/out"
