# fuzz.cmake: the targets of libFuzzer, one program for each tests/fuzz/*.c. See tools/fuzz.

target_compile_options(pond_objects PRIVATE -fsanitize=fuzzer-no-link)
target_compile_options(pond_tables PRIVATE -fsanitize=fuzzer-no-link)

# The play server without its loop, its page and its databases but one, and the clients of tests.
find_package(PkgConfig REQUIRED)
pkg_check_modules(SERVER REQUIRED IMPORTED_TARGET jansson sqlite3 libpq libsodium)
file(GLOB server_sources CONFIGURE_DEPENDS src/store/*.c src/server/*.c src/players/*.c)
list(FILTER server_sources EXCLUDE REGEX "server/(loop|connection|outbox|network|tls|backups|control)\\.c$")
add_library(pond_server STATIC ${server_sources} tests/simulated.c)
target_compile_options(pond_server PRIVATE -fsanitize=fuzzer-no-link)
target_compile_definitions(pond_server PRIVATE _POSIX_C_SOURCE=200809L _DEFAULT_SOURCE)
target_include_directories(pond_server PUBLIC src/store src/server src/players tests)
target_link_libraries(pond_server PUBLIC pond_tables PkgConfig::SERVER Threads::Threads m)

file(GLOB fuzzers CONFIGURE_DEPENDS tests/fuzz/*.c)
foreach(source IN LISTS fuzzers)
  cmake_path(GET source STEM name)
  add_executable(fuzz_${name} ${source})
  target_compile_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  target_link_libraries(fuzz_${name} PRIVATE pond_server pond_tables)
endforeach()
