# postgres.sh: the store in a real PostgreSQL, started for this test alone, an outage of it, and three nodes on it in
# trouble.

set -u
"$TOP/tools/postgres" "$BUILD/store_test" || exit 1
if command -v node >/dev/null; then
    "$TOP/tools/postgres" node "$TOP/tests/server/outage.mjs" postgres || exit 1
    exec "$TOP/tools/postgres" node "$TOP/tests/server/faults.mjs" nodes 8
fi
