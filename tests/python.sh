# python.sh [NAME...]: the Python package: types, documentation's examples, and tests/python/*.py, or
# those of them that are named.
#
# A library built with sanitizers needs their runtime loaded first, and Python itself leaks.

set -u
top=$TOP
. "$TOP/tools/setup.sh"
for file in /usr/lib/python3/dist-packages/cffi /usr/lib/python3/dist-packages/numpy \
    /usr/lib/python3/dist-packages/setuptools /usr/include/python3*/Python.h; do
    [ -e "$file" ] || { echo "$file is missing" && exit 77; }
done
preset=$(basename "$BUILD")
build_python "$preset" || exit 1
export PYTHONPATH=$BUILD/python PYTHONDONTWRITEBYTECODE=1
runtime=$(ldd "$BUILD"/python/pond/_pond*.so | awk '$1 ~ /^lib(asan|ubsan)/ { print $3 }' | tr '\n' ' ')
status=0
limit=500
[ -z "${POND_PYTHON_GAMES-}" ] || limit=0 # the long form takes its time
[ $# -gt 0 ] || set -- $(cd "$TOP/tests/python" && printf '%s\n' *_test.py | sed 's/_test\.py$//')
for name; do
    test=$TOP/tests/python/${name}_test.py
    LD_PRELOAD=$runtime ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0 \
        timeout $limit /usr/bin/python3 -m unittest -q "$test" || status=1
done
if [ "$preset" = release ]; then
    command -v mypy >/dev/null || { echo 'mypy is missing' && exit 77; }
    (cd "$TOP/python" && mypy --cache-dir "$BUILD/mypy") || status=1
    [ $status != 0 ] || [ -e /usr/lib/python3/dist-packages/torch ] ||
        { echo 'PyTorch is missing: two examples did not run' && exit 77; }
fi
exit $status
