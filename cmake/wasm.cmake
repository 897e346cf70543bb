# wasm.cmake: pond.wasm, the library for a web page: the same sources, and the functions that the
# page may call (src/wasm), without a C library and without imports.

file(GLOB page_sources CONFIGURE_DEPENDS src/wasm/*.c)
file(GLOB libc_sources CONFIGURE_DEPENDS src/wasm/libc/*.c)
add_executable(pond_wasm ${library_sources} ${page_sources} ${libc_sources})
set_target_properties(pond_wasm PROPERTIES OUTPUT_NAME pond SUFFIX .wasm)
target_include_directories(pond_wasm PRIVATE ${library_includes} ${private_includes})
target_include_directories(pond_wasm SYSTEM PRIVATE src/wasm/libc)
# A page loads the module before it can begin, so what is called once a click is made small; rules
# and engines are made fast.
set(small_sources ${page_sources} ${library_sources})
list(FILTER small_sources INCLUDE REGEX
  "/(wasm/[a-z_]+|core/(json|match[a-z_]*|record[a-z_]*|text))\\.c$")
set_source_files_properties(${small_sources} PROPERTIES COMPILE_OPTIONS -Oz)
# The generator works on rows of four words, which every browser's WebAssembly can do at once.
set_source_files_properties(src/core/rng.c PROPERTIES COMPILE_OPTIONS -msimd128)
# Without -fno-builtin the compiler would see that the loop in strlen is a strlen, and call it.
set_source_files_properties(${libc_sources} PROPERTIES COMPILE_OPTIONS -fno-builtin)
