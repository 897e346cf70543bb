# setup.sh: what the commands share: finding what is missing, installing it, building a preset.
#
# Sourced (it needs `top`, the repository's root, and works in plain sh). Everything it says goes to
# standard error, so that standard output stays the program's own.

jobs=$(nproc)
[ "$jobs" -le 2 ] || jobs=2
missing=

say() { printf 'pond: %s\n' "$*" >&2; }

# need PACKAGE WHY PROBE: notes a package as missing unless the probe, a command or a file (it may
# hold a wildcard), is there. A tool that did not come from a package is as good.
need()
{
    case $3 in
    /*) for probe in $3; do [ ! -e "$probe" ] || return 0; done ;;
    *) ! command -v "$3" >/dev/null 2>&1 || return 0 ;;
    esac
    [ -n "$missing" ] || say 'some packages are missing here:'
    say "  $1: $2"
    missing="$missing $1"
}

need_build_tools()
{
    need gcc 'the C compiler' gcc
    need libc6-dev 'the headers of the C library' /usr/include/stdio.h
    need make 'runs the build' make
    need cmake 'describes the build' cmake
    need_clang
    need lld-14 'links the WebAssembly of the page' wasm-ld-14
    need gzip 'packs the page' gzip
    need libzstd-dev 'compresses the tables of exact solutions' /usr/include/zstd.h
    need pkg-config 'finds the libraries' pkg-config
    need libuv1-dev 'the loop of the play server' /usr/include/uv.h
    need liburing-dev 'sends many messages in one call' /usr/include/liburing.h
    need libjansson-dev 'reads JSON' /usr/include/jansson.h
    need libpq-dev 'reaches PostgreSQL, for servers of several nodes' /usr/include/postgresql/libpq-fe.h
    need libsqlite3-dev 'keeps the games of the play server' /usr/include/sqlite3.h
    need libsodium-dev 'randomness and hashes' /usr/include/sodium.h
    need libssl-dev 'encrypts what the play server says' /usr/include/openssl/ssl.h
    need libncurses-dev 'draws on the terminal' /usr/include/ncurses.h
}

# What `./pond python` needs besides; `./pond` alone does not.
need_python()
{
    need python3 'the interpreter' /usr/bin/python3
    need python3-dev 'its headers' '/usr/include/python3*/Python.h'
    need python3-setuptools 'builds the package' /usr/lib/python3/dist-packages/setuptools
    need python3-cffi 'calls C from Python' /usr/lib/python3/dist-packages/cffi
    need python3-numpy 'arrays' /usr/lib/python3/dist-packages/numpy
}

need_clang() { need clang-14 'the second C compiler, which also makes WebAssembly' clang-14; }

# Installs what `need` found missing: as root, or with sudo where that works without a question or
# where someone sits at a terminal to answer it. Otherwise says what to type, and fails.
install_missing()
{
    [ -n "$missing" ] || return 0
    if ! command -v apt-get >/dev/null 2>&1; then
        say "these are the names of Debian's packages; please install what corresponds to them here."
        return 1
    fi
    as_root=
    if [ "$(id -u)" != 0 ]; then
        as_root=sudo
        if ! command -v sudo >/dev/null 2>&1 || ! { sudo -n true 2>/dev/null || [ -t 2 ]; }; then
            say 'please install them as root, then try again:'
            say "  apt-get install -y --no-install-recommends$missing"
            return 1
        fi
    fi
    say 'installing them with apt-get (this happens once)…'
    log=$(mktemp)
    apt="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=300"
    # An update that fails in part may still have found all that is needed.
    $apt update >"$log" 2>&1 </dev/null || true
    # shellcheck disable=SC2086 # the words of $missing are packages
    if ! $apt install --no-install-recommends $missing >>"$log" 2>&1 </dev/null; then
        cat "$log" >&2
        rm -f "$log"
        say "apt-get could not install$missing; see its messages above."
        return 1
    fi
    rm -f "$log"
    missing=
}

# build PRESET [TARGET]: configures and builds into build/PRESET, one at a time for each preset. What
# the tools print is shown only when they fail. Runs in a subshell of its own for the lock's sake.
build()
(
    folder=$top/build/$1
    mkdir -p "$folder" && exec 9>"$folder/.lock" && flock 9 || exit 1
    # A build folder that came here with a moved or copied repository knows only the old place.
    home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$folder/CMakeCache.txt" 2>/dev/null)
    [ -z "$home" ] || [ "$home" = "$top" ] || rm -rf "$folder"/*
    touch "$folder/.started"
    {
        export LC_ALL=C.UTF-8
        cd "$top" && cmake --preset "$1" &&
            cmake --build "$folder" -j "$jobs" ${2:+--target "$2"}
    } >"$folder/build.log" 2>&1 </dev/null 9>&- || {
        cat "$folder/build.log" >&2
        exit 1
    }
    # Stands for the moment the build began: what changed while it ran is built the next time.
    mv "$folder/.started" "$folder/.built"
)

# build_python PRESET: builds the Python package against the libraries of a build, into its folder
# `python`, unless nothing has changed since.
build_python()
(
    folder=$top/build/$1
    module=$folder/python/pond/.built
    mkdir -p "$folder" && exec 9>"$folder/.python-lock" && flock 9 || exit 1
    [ -e "$module" ] && [ -z "$(find "$top/python" "$top/web/pieces.svg" "$top/web/style.css" \
        "$top/web/boards.css" "$folder/libpond.a" "$folder/libpond_tables.a" \
        -newer "$module" -not -name '*.pyc' -not -name __pycache__ -print -quit)" ] && exit 0
    sanitized=
    [ "$1" != debug ] || sanitized=POND_SANITIZED=yes
    {
        cd "$top/python" && rm -rf "$folder/python" && mkdir -p "$folder/python/pond" &&
            touch "$folder/.python-started" &&
            env $sanitized POND_BUILD="$folder" /usr/bin/python3 setup.py -q egg_info \
                --egg-base "$folder/python" build --build-base "$folder/python.tmp" \
                --build-lib "$folder/python"
    } >"$folder/python.log" 2>&1 </dev/null 9>&- || {
        cat "$folder/python.log" >&2
        exit 1
    }
    mv "$folder/.python-started" "$module"
)

# The C files of the project, for the tools that look at all of them.
c_files()
{
    cd "$top" && find src include tests examples bench -name node_modules -prune -o -name '*.[ch]' -print 2>/dev/null | sort
}

# Layout is that of clang-format 14; other versions lay out some lines differently.
find_clang_format()
{
    for clang_format in clang-format-14 clang-format; do
        case $($clang_format --version 2>/dev/null) in *' version 14.'*) return 0 ;; esac
    done
    say 'clang-format 14 is needed (package clang-format-14).'
    return 1
}
