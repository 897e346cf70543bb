# tests.cmake: the tests that ctest runs, found by folder.
#
#   tests/*_test.c  a cmocka program each; the other tests/*.c are shared among them
#   tests/*.sh      a script each
#   tests/server/*.mjs  a script each, for node
#   examples/*.c    each must run and succeed
#
# All run in the repository's root with POND (the program), TOP (that root) and BUILD (this build's
# folder) in the environment. A test that lacks a tool ends with 77 and counts as skipped; ./test, which
# installs all of them, takes that for a failure. Three labels choose among them. `once`: what looks at the sources or
# at the installed files; running it in the release build is enough. `bits`: what computes; every compiler must
# give the same, so clang runs these, and only these. `whole`: much work of code that the unit tests run, too; with
# sanitizers only in the long form.

enable_testing()
# Seconds after which a test hangs for certain: none takes a quarter of that on an idle machine.
set(test_timeout 600)
if(POND_SANITIZE)
  set(test_timeout 1200)
endif()
# A random test does a quarter of its rounds (TEST_SHARE), and scripts that are told so (SHARE) do likewise, but for the
# long form (./test --long). Sanitizers make everything several times slower: there it is a quarter always.
set(test_share 4)
if("$ENV{POND_LONG}" STREQUAL "1" AND NOT POND_SANITIZE)
  set(test_share 1)
endif()
set(test_environment
  "SHARE=${test_share}" "SANITIZE=${POND_SANITIZE}" "POND=$<TARGET_FILE:pond>" "TOP=${CMAKE_CURRENT_SOURCE_DIR}" "BUILD=${CMAKE_CURRENT_BINARY_DIR}"
  "LC_ALL=C.UTF-8")

function(pond_add_test name)
  add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "${test_environment}" SKIP_RETURN_CODE 77
    TIMEOUT ${test_timeout})
endfunction()

# The games of examples/games, and a list of games with them. A program that links these objects has
# the examples beside the other games: all unit tests, and pond_examples, which is `pond` with them.
file(GLOB example_games CONFIGURE_DEPENDS examples/games/*.c)
add_library(pond_example_games OBJECT src/games/list.c ${example_games})
target_compile_definitions(pond_example_games PRIVATE POND_EXAMPLES)
target_include_directories(pond_example_games PRIVATE ${library_includes} src/core)
add_executable(pond_examples ${program_sources} ${data_source} $<TARGET_OBJECTS:pond_example_games>)
target_include_directories(pond_examples PRIVATE src/cli src/learn)
target_compile_definitions(pond_examples PRIVATE _POSIX_C_SOURCE=200809L)
target_link_libraries(pond_examples PRIVATE
  pond_players pond_server pond_terminal pond_load pond_join)

# Without cmocka the program still builds; `./test` makes sure that cmocka is there.
find_path(CMOCKA_INCLUDE_DIR cmocka.h)
find_library(CMOCKA_LIBRARY cmocka)
mark_as_advanced(CMOCKA_INCLUDE_DIR CMOCKA_LIBRARY)
if(CMOCKA_INCLUDE_DIR AND CMOCKA_LIBRARY)
  file(GLOB test_sources CONFIGURE_DEPENDS tests/*_test.c)
  file(GLOB shared_sources CONFIGURE_DEPENDS tests/*.c)
  list(REMOVE_ITEM shared_sources ${test_sources})
  add_library(pond_test_shared OBJECT ${shared_sources})
  target_compile_definitions(pond_test_shared PRIVATE _POSIX_C_SOURCE=200809L)
  target_include_directories(pond_test_shared PRIVATE ${private_includes} src/engines)
  target_include_directories(pond_test_shared SYSTEM PRIVATE ${CMOCKA_INCLUDE_DIR})
  target_link_libraries(pond_test_shared PRIVATE pond_join)
  foreach(source IN LISTS test_sources)
    cmake_path(GET source STEM name)
    add_executable(${name} ${source} $<TARGET_OBJECTS:pond_test_shared> $<TARGET_OBJECTS:pond_example_games>)
    target_compile_definitions(${name} PRIVATE _POSIX_C_SOURCE=200809L TEST_SHARE=${test_share})
    target_include_directories(${name} PRIVATE ${private_includes} src/engines)
    target_include_directories(${name} SYSTEM PRIVATE ${CMOCKA_INCLUDE_DIR})
    target_link_libraries(${name} PRIVATE pond_join ${CMOCKA_LIBRARY})
    pond_add_test(${name} ${name})
    set_tests_properties(${name} PROPERTIES LABELS bits)
  endforeach()
else()
  message(STATUS "cmocka is not installed: the unit tests are not built")
endif()

# A monkey at the keyboard of the terminal client (tests/terminal_monkey.sh lets it loose).
add_executable(terminal_monkey tests/terminal/monkey.c)
target_link_libraries(terminal_monkey PRIVATE util)
# Matrix games solved natively, for tests/wasm_matrix.mjs.
add_executable(matrix_games tests/wasm/matrix_games.c src/tables/matrix.c)
target_include_directories(matrix_games PRIVATE ${private_includes} src/tables)

file(GLOB examples CONFIGURE_DEPENDS examples/*.c)
foreach(source IN LISTS examples)
  cmake_path(GET source STEM name)
  add_executable(example_${name} ${source})
  target_link_libraries(example_${name} PRIVATE pond_static m)
  pond_add_test(example_${name} example_${name})
  set_tests_properties(example_${name} PROPERTIES LABELS bits)
endforeach()

file(GLOB scripts CONFIGURE_DEPENDS tests/*.sh)
foreach(script IN LISTS scripts)
  cmake_path(GET script STEM name)
  pond_add_test(${name} bash "${script}")
endforeach()

# The search for forced wins (docs/truth.md), against a plain one.
pond_add_test(forced bench_forced check 3 5000)

# The play server by real sockets: tests/server/*.mjs, but for what they share.
# The shell looks for node when they run: a build folder may be older than node.
file(GLOB scripts CONFIGURE_DEPENDS tests/server/*.mjs)
list(FILTER scripts EXCLUDE REGEX "/(client|ahead_nodes|host_nodes|night_client|night_nodes|modules|person|swarm|proxy|peer|siege)\\.mjs$")
foreach(script IN LISTS scripts)
  cmake_path(GET script STEM name)
  pond_add_test(server_${name} sh -c
    "command -v node >/dev/null || { echo 'node is not installed' && exit 77\\; }\\; exec node '${script}'")
endforeach()
set_tests_properties(forced cli_analyse cli_engines cli_output goldens perft vectors PROPERTIES LABELS bits)
set_tests_properties(many_games PROPERTIES LABELS "bits;whole")
set_tests_properties(tables_slow PROPERTIES LABELS whole)
pond_add_test(words sh -c
  "command -v node >/dev/null || { echo 'node is not installed' && exit 77\\; }\\; exec node '${CMAKE_CURRENT_SOURCE_DIR}/tests/words.mjs'")
pond_add_test(third_language sh -c
  "command -v node >/dev/null || { echo 'node is not installed' && exit 77\\; }\\; exec node '${CMAKE_CURRENT_SOURCE_DIR}/tests/third_language.mjs'")
pond_add_test(tidy sh "${CMAKE_CURRENT_SOURCE_DIR}/tools/tidy")
set_tests_properties(words third_language tidy accuracy arrows amalgamation coverage install headers abi library packages ring_slow skipped template wheel
  PROPERTIES LABELS once)
if(TEST tables_every_test)
  set_tests_properties(tables_every_test PROPERTIES LABELS once COST 100)
  set_tests_properties(stack_test PROPERTIES LABELS "once;bits") # sanitizers use the stack as they like
endif()
# What takes longest begins first, so that nothing waits for it alone at the end.
set_tests_properties(postgres python cli_input cli_engines ring_slow library tables_slow amalgamation coverage
  PROPERTIES COST 100)
