# wheel.sh: `pip install ./python` without a network: what it needs, what it brings, and that it plays.

set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$*" && exit 1; }
for file in /usr/bin/pip3 /usr/lib/python3/dist-packages/cffi /usr/lib/python3/dist-packages/wheel; do
    [ -e "$file" ] || { echo "$file is missing" && exit 77; }
done

# By itself it configures libpond and the tablebases, which ask for none of the server's libraries.
PKG_CONFIG=/bin/false cmake -S "$TOP" -B "$work/alone" -DPOND_ONLY_TABLES=ON >"$work/said" 2>&1 ||
    { cat "$work/said" && fail 'the package needs more than zstd'; }

# Here it takes what is built, from a copy: pip writes beside the sources.
mkdir "$work/tree" && ln -s "$TOP/include" "$TOP/src" "$TOP/web" "$work/tree/" && cp -r "$TOP/python" "$work/tree/" || exit 1
POND_BUILD=$BUILD timeout 300 /usr/bin/python3 -m pip install --no-build-isolation --no-deps --no-index --quiet \
    --disable-pip-version-check --root-user-action=ignore --target "$work/site" "$work/tree/python" >"$work/said" 2>&1 ||
    { cat "$work/said" && fail 'pip could not install it'; }
cd "$work" && PYTHONPATH=$work/site /usr/bin/python3 - >"$work/played" <<'END' || fail 'the installed package does not work'
from importlib.metadata import version

import pond

assert pond.__file__.startswith(__import__("os").getcwd()), pond.__file__
assert version("pond-games") == pond.__version__
assert len(pond.endings()) == 1539 and len(pond.rounds()) == 416 and (__import__("pathlib").Path(pond.__file__).parent / "py.typed").exists()
print(pond.Game("quibbles").match("wheel").play_random(2000).record(limit=True), end="")
END
"$POND" random quibbles --seed wheel >"$work/expected" || exit 1
cmp "$work/played" "$work/expected" || fail 'it plays other games'
