# wasm32.cmake: the toolchain that makes WebAssembly: clang and wasm-ld, with no C library.

# Flags of the environment (dpkg sets some) are meant for the machine's own compiler and linker.
unset(ENV{CFLAGS})
unset(ENV{LDFLAGS})

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-14)
set(CMAKE_C_COMPILER_TARGET wasm32)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_C_FLAGS_INIT "-nostdlibinc -mbulk-memory")

# The linker is called by name, because clang would pass its output through wasm-opt where that is
# installed, and the result would depend on the machine. The stack comes first in memory so that one
# that grows too large traps instead of running into data; a search holds many lists of moves.
set(CMAKE_C_LINK_EXECUTABLE "wasm-ld-14 --no-entry --strip-all --stack-first -z stack-size=4194304 \
<LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
