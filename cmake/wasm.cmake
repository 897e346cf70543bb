# wasm.cmake: the library for a web page, without a C library and without imports: the same sources,
# and the functions that a page may call (src/wasm).
#
#   pond.wasm  rules and records, small: for programs that want no more than that, without events
#   play.wasm  the same with computer players: what our own page plays with
#   threads.wasm  the engines of play.wasm on a memory that several Workers share, for the same
#   ring.wasm  the solver of Quibbit's rings, for the page's analysis board

file(GLOB page_sources CONFIGURE_DEPENDS src/wasm/*.c)
file(GLOB libc_sources CONFIGURE_DEPENDS src/wasm/libc/*.c)
set(core_sources ${page_sources})
list(FILTER core_sources EXCLUDE REGEX "/play[a-z_]*\\.c$")
set(play_sources ${page_sources})
list(FILTER play_sources EXCLUDE REGEX "/measure\\.c$")

# Everything but the list of games is compiled once for play.wasm and for the module with the examples,
# which tests bring to the page.
set(list_source "${CMAKE_CURRENT_SOURCE_DIR}/src/games/list.c")
function(pond_add_wasm name)
  add_executable(${name}_wasm ${ARGN} ${libc_sources})
  set_target_properties(${name}_wasm PROPERTIES OUTPUT_NAME ${name} SUFFIX .wasm)
  target_include_directories(${name}_wasm PRIVATE
    ${library_includes} ${private_includes} src/engines src/analysis src/exact)
  target_include_directories(${name}_wasm SYSTEM PRIVATE src/wasm/libc)
endfunction()

set(rule_sources ${library_sources})
list(FILTER rule_sources INCLUDE REGEX "/src/(core|games)/")
list(FILTER rule_sources EXCLUDE REGEX "/(core/(event|follower|tree[a-z_]*)|games/position|games/[a-z]+/(events|view_json|open))\\.c$")
pond_add_wasm(pond ${rule_sources} ${core_sources})
target_compile_definitions(pond_wasm PRIVATE POND_RULES_ONLY)
set(listless_sources ${library_sources})
list(REMOVE_ITEM listless_sources "${list_source}")
add_library(play_objects OBJECT ${listless_sources} ${play_sources} ${engine_sources})
target_include_directories(play_objects PRIVATE
  ${library_includes} ${private_includes} src/engines src/analysis src/exact)
target_include_directories(play_objects SYSTEM PRIVATE src/wasm/libc)
pond_add_wasm(play $<TARGET_OBJECTS:play_objects> ${list_source})
file(GLOB example_games CONFIGURE_DEPENDS examples/games/*.c)
pond_add_wasm(examples $<TARGET_OBJECTS:play_objects> ${list_source} ${example_games})
target_compile_definitions(examples_wasm PRIVATE POND_EXAMPLES)
set_target_properties(examples_wasm PROPERTIES EXCLUDE_FROM_ALL ON)
# Search in several Workers: only what the engine of the analysis board needs, with atomic operations.
# The page brings the memory, and gives every instance a stack of its own.
set(threads_sources ${listless_sources} ${list_source} ${engine_sources})
foreach(name core play play_live play_tables play_threads)
  list(APPEND threads_sources src/wasm/${name}.c)
endforeach()
pond_add_wasm(threads ${threads_sources})
target_compile_definitions(threads_wasm PRIVATE POND_SEARCH_ONLY)
target_compile_options(threads_wasm PRIVATE -matomics -mmutable-globals -pthread)
target_link_options(threads_wasm PRIVATE --shared-memory --import-memory --max-memory=1073741824
  --export=__stack_pointer)
# The solver of rings comes with a C library of its own, and says how far it is.
set(ring_sources ${rule_sources} src/engines/quibbit/layouts.c src/tables/matrix.c)
foreach(name alone block positions probe solve)
  list(APPEND ring_sources src/tables/quibbit/${name}.c)
endforeach()
file(GLOB ring_libc CONFIGURE_DEPENDS src/wasm/ring/libc/*.c)
pond_add_wasm(ring ${ring_sources} ${ring_libc} src/wasm/ring/ring.c)
target_include_directories(ring_wasm BEFORE PRIVATE src/tables src/tables/quibbit)
target_include_directories(ring_wasm SYSTEM PRIVATE src/wasm/ring/libc)
target_compile_definitions(ring_wasm PRIVATE POND_RULES_ONLY)
# With vectors, the tableaux of matrix.c come out wrong in WebAssembly (clang 14), so that every game without a saddle point
# is solved the slow way: right, but ten times as long. A ring has 1.1 GB at most, so sizes fit 32 bits.
target_compile_options(ring_wasm PRIVATE -O3 -msimd128 -fno-slp-vectorize -Wno-shorten-64-to-32)
set_target_properties(ring_wasm PROPERTIES EXCLUDE_FROM_ALL ON)
# A page loads the module before it can begin, so what is called once a click is made small; rules
# and engines are made fast.
set(small_sources ${page_sources} ${library_sources} ${engine_sources})
list(FILTER small_sources INCLUDE REGEX
  "/(wasm/[a-z_]+|analysis/(facts[a-z_]*|judge|write|moments|luck|totals|standing|batches)|engines/(any|list|player)|explorer/[a-z]+|games/(null|[a-z]+/(events|notation|options|view_json))|learn/[a-ln-z][a-z]+|core/(config|cursor|event|follower|json|match[a-z_]*|record[a-z_]*|text|tree[a-z_]*))\\.c$")
set_source_files_properties(${small_sources} PROPERTIES COMPILE_OPTIONS -Oz)
# The generator works on rows of four words, which every browser's WebAssembly can do at once.
set_source_files_properties(src/core/rng.c PROPERTIES COMPILE_OPTIONS -msimd128)
# Without -fno-builtin the compiler would see that the loop in strlen is a strlen, and call it.
set_source_files_properties(${libc_sources} PROPERTIES COMPILE_OPTIONS -fno-builtin)
