# library.sh: libpond alone: built with the C library and nothing else, found by find_package, and as a
# part of another project. Built without optimisation, which is not what this test is about.

set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CMAKE_BUILD_PARALLEL_LEVEL=2

# project NAME HOW: a program in a project of its own, which gets the library this way.
project()
{
    mkdir -p "$work/$1"
    cat >"$work/$1/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project($1 C)
$2
add_executable($1 main.c)
target_link_libraries($1 PRIVATE pond::pond)
add_executable($1_static main.c)
target_link_libraries($1_static PRIVATE pond::static)
END
    cat >"$work/$1/main.c" <<'END'
#include <pond/batch.h>
#include <stdio.h>

int main(void)
{
    struct pond_config config;
    struct pond_encoding encoding;
    if (!pond_config_parse(&pond_quibbles, "", &config, NULL)) return 1;
    if (!pond_encoding_open(&encoding, &pond_quibbles, &config, NULL)) return 1;
    printf("%s %d\n", pond_version(), encoding.action_count);
    return 0;
}
END
    cmake -S "$work/$1" -B "$work/$1/build" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_PREFIX_PATH="$work/installed" &&
        cmake --build "$work/$1/build" || exit 1
    for program in "$1" "$1_static"; do
        [ "$("$work/$1/build/$program")" = "$("$POND" --version | cut -d' ' -f2) 3717" ] || exit 1
    done
}

# What the play server needs is not looked for.
cmake -S "$TOP" -B "$work/alone" -DPOND_ONLY_LIBRARY=ON -DCMAKE_BUILD_TYPE=Debug -DCMAKE_INSTALL_PREFIX="$work/installed" \
    -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON -DCMAKE_DISABLE_FIND_PACKAGE_Threads=ON &&
    cmake --build "$work/alone" && cmake --install "$work/alone" >/dev/null || exit 1
grep -q ZSTD "$work/alone/CMakeCache.txt" && { echo 'zstd was looked for' && exit 1; }
objdump -p "$work"/installed/lib*/libpond.so | grep NEEDED | grep -v 'libc\.so' &&
    { echo 'libpond needs more than the C library' && exit 1; }
project found 'find_package(pond 1 REQUIRED)'
project part "add_subdirectory($TOP pond)"
