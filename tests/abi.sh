# abi.sh: the shared library exports what abi/ says, with the same layouts. See tools/abi.

set -u
command -v abidw >/dev/null || exit 77
[ "$(uname -m)" = x86_64 ] || exit 77
symbols=$(nm -D --defined-only "$BUILD/libpond.so" | awk '{ print $3 }')
others=$(grep -v '^pond_' <<<"$symbols")
[ -z "$others" ] || { echo "exported without the prefix pond_: $others" && exit 1; }
readelf -d "$BUILD/libpond.so" | grep -q 'SONAME.*\[libpond\.so\.1\]' || { echo 'no SONAME' && exit 1; }
"$TOP/tools/abi"
