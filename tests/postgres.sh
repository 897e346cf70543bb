# postgres.sh: the store in a real PostgreSQL, started for this test alone, an outage of it, the host of two nodes, a
# game night at two, people who know more than their node, and three nodes in
# trouble.

set -u
"$TOP/tools/postgres" "$BUILD/store_test" || exit 1
command -v node >/dev/null || { echo 'node is not installed: not everything is tried'; exit 77; }
"$TOP/tools/postgres" node "$TOP/tests/server/migrations.mjs" postgres || exit 1
"$TOP/tools/postgres" node "$TOP/tests/server/outage.mjs" postgres || exit 1
"$TOP/tools/postgres" node "$TOP/tests/server/host_nodes.mjs" || exit 1
"$TOP/tools/postgres" node "$TOP/tests/server/night_nodes.mjs" || exit 1
"$TOP/tools/postgres" node "$TOP/tests/server/ahead_nodes.mjs" || exit 1
exec "$TOP/tools/postgres" node "$TOP/tests/server/faults.mjs" nodes 8
