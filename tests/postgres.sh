# postgres.sh: the store in a real PostgreSQL, started for this test alone.

set -u
exec "$TOP/tools/postgres" "$BUILD/store_test"
