# foreign.sh: Python plays whole games through libpond.so without reading a header.

set -u
command -v python3 >/dev/null || exit 77
# A library built with sanitizers needs their runtime loaded first, and Python itself leaks.
runtime=$(ldd "$BUILD/libpond.so" | awk '$1 ~ /^lib(asan|ubsan)/ { print $3 }' | tr '\n' ' ')
LD_PRELOAD=$runtime ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0 exec python3 "$TOP/tests/foreign.py"
