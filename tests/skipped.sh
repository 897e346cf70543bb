# skipped.sh: a test that lacks a tool says so and counts as skipped, never as passed.
#
# Tests are run with a folder of tools from which one is missing.

set -u
. "$TOP/tests/cli/common.sh"

# without TOOL: makes $work/tools, which has everything but that.
without()
{
    rm -rf "$work/tools"
    mkdir "$work/tools"
    ln -s /usr/bin/* /usr/sbin/* "$work/tools" 2>/dev/null
    rm -f "$work/tools/$1"
}

without node
PATH=$work/tools bash tests/cli_json.sh >"$work/out" 2>&1
[ $? = 77 ] && grep -q '^node is not installed' "$work/out" || fail "cli_json without node: $(cat "$work/out")"
PATH=$work/tools ctest --test-dir "$BUILD" -R '^server_wire$' >"$work/out" 2>&1
grep -q 'server_wire.*\*\*\*Skipped' "$work/out" || fail "a server test without node: $(cat "$work/out")"
without systemd-analyze
PATH=$work/tools bash tests/hosting.sh >"$work/out" 2>&1
[ $? = 77 ] || fail "hosting without systemd-analyze: $(cat "$work/out")"
without tmux
PATH=$work/tools node tests/server/joined.mjs >"$work/out" 2>&1
[ $? = 77 ] && grep -q '^tmux is not here' "$work/out" || fail "joined without tmux: $(cat "$work/out")"

finish
