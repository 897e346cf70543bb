# fuzz.cmake: the targets of libFuzzer, one program for each tests/fuzz/*.c. See tools/fuzz.

target_compile_options(pond_objects PRIVATE -fsanitize=fuzzer-no-link)
target_compile_options(pond_tables PRIVATE -fsanitize=fuzzer-no-link)
file(GLOB fuzzers CONFIGURE_DEPENDS tests/fuzz/*.c)
foreach(source IN LISTS fuzzers)
  cmake_path(GET source STEM name)
  add_executable(fuzz_${name} ${source})
  target_compile_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  target_link_libraries(fuzz_${name} PRIVATE pond_tables)
endforeach()
