# packages.sh: what can be said of Debian's packages without making them: one version everywhere, programs that are
# hardened as flags.cmake says, and flags of the environment that do not reach WebAssembly.
# tools/bare-debian --packages makes, installs, upgrades and removes them.

set -euo pipefail
cd "$TOP"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$*" && exit 1; }

version=$(sed -n 's/^#define POND_VERSION "\(.*\)"$/\1/p' include/pond/api.h)
[ "$(sed -n '1s/^pond (\([^)]*\)).*/\1/p' debian/changelog)" = "$version" ] || fail 'debian/changelog has another version'
[ "$(sed -n 's/^## //p' CHANGELOG.md | head -n 1)" = "$version" ] || fail 'CHANGELOG.md has another version'
soname=$(readelf -d "$BUILD/libpond.so" | sed -n 's/.*soname: \[libpond\.so\.\(.*\)\]/\1/p')
grep -q "^Package: libpond$soname\$" debian/control || fail "there is no package libpond$soname"

# Everything that the build needs is a build dependency, and the other way round.
needs=$(sed -n '/^need_build_tools/,/^}/s/^ *need \([^ ]*\).*/\1/p; s/^need_clang.*need \([^ ]*\).*/\1/p' tools/setup.sh |
    grep -vE '^(gcc|libc6-dev|make|gzip)$') # which every Debian that builds packages has
depends=$(sed -n '/^Build-Depends:/,/^[A-Z]/s/^ \([^ ,]*\).*/\1/p' debian/control)
for package in $needs; do
    [ "$package" = pkg-config ] || grep -qx "$package" <<<"$depends" || fail "debian/control does not build with $package"
done
for package in $depends; do
    case $package in debhelper-compat | dh-sequence-* | libcmocka-dev | pkgconf) continue ;; esac
    grep -qx "$package" <<<"$needs" || fail "tools/setup.sh does not need $package"
done

# Sanitizers bring checks of their own.
if ! grep -q '^POND_SANITIZE:STRING=.' "$BUILD/CMakeCache.txt" && ! grep -q '^POND_COVERAGE:BOOL=ON' "$BUILD/CMakeCache.txt"; then
    readelf -d "$POND" | grep -q 'FLAGS_1.*NOW.*PIE' || fail "$POND is not position-independent or binds late"
    readelf -d "$BUILD/libpond.so" | grep -q 'FLAGS.*NOW' || fail 'libpond.so binds late'
    readelf -lW "$POND" | grep -q GNU_RELRO || fail "$POND has tables that can be written"
    readelf --dyn-syms -W "$POND" >"$work/symbols"
    grep -q '__stack_chk_fail' "$work/symbols" || fail "$POND has no canaries"
    grep -q '__snprintf_chk' "$work/symbols" || fail "$POND has no checked copies"
fi

CFLAGS=-fcf-protection LDFLAGS='-Wl,-z,relro -flto=auto' cmake -S . -B "$work/wasm" --toolchain "$TOP/cmake/wasm32.cmake" >/dev/null
grep -E '^CMAKE_(C|EXE_LINKER)_FLAGS:STRING=.*(relro|protection)' "$work/wasm/CMakeCache.txt" &&
    fail 'flags of the environment reach WebAssembly'
exit 0
