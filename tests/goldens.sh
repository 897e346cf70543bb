# goldens.sh: games from fixed seeds, drawings and help are printed exactly as they were.
#
# Where a change is meant, tools/goldens writes tests/goldens again, and its diff says what changed.

set -u
cd "$TOP" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

tools/goldens "$work" || exit 1
if ! diff -ru tests/goldens "$work" >"$work.diff"; then
    head -n 60 "$work.diff"
    rm -f "$work.diff"
    echo 'If this is meant, run tools/goldens and commit what it writes.'
    exit 1
fi
rm -f "$work.diff"
