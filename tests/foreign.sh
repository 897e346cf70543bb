# foreign.sh: Python plays whole games through libpond.so without reading a header.

set -u
command -v python3 >/dev/null || exit 77
exec python3 "$TOP/tests/foreign.py"
