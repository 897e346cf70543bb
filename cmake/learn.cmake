# learn.cmake: puts the lessons and puzzles (learn/*/GAME.txt) into the library, as strings of C, so that
# every compiler can do it, the one for WebAssembly too. Sets `learn_source`, a C file to compile.

file(GLOB learn_files CONFIGURE_DEPENDS learn/lessons/*.txt learn/puzzles/*.txt)
set(learn_source "${CMAKE_CURRENT_BINARY_DIR}/learn_data.c")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${learn_files})

set(table "")
foreach(file IN LISTS learn_files)
  cmake_path(GET file STEM game)
  set(kind POND_LESSON)
  if(file MATCHES "/puzzles/")
    set(kind POND_PUZZLES)
  endif()
  file(READ "${file}" text)
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32") # facts are checked by the other builds; a page is small
    string(REGEX REPLACE "\nshows [^\n]*" "" text "${text}")
  endif()
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n\"\n     \"" text "${text}")
  string(APPEND table "    {\"${game}\", ${kind},\n     \"${text}\"},\n")
endforeach()
file(CONFIGURE OUTPUT "${learn_source}" CONTENT "/* learn_data.c: made by cmake/learn.cmake. */
#include \"learn.h\"

const struct learn_data pond_learn_data[] = {
@table@    {.game = (const char *)0},
};
" @ONLY)
