# data.cmake: puts the rules of the games (docs/rules/*.md) and the explorer's games into the program.
#
# The assembler's .incbin copies each file as it is; src/cli/data.h says how the program finds them.
# Sets `data_source`, a C file to compile.

file(GLOB data_files CONFIGURE_DEPENDS docs/rules/*.md data/*.pondplay)
set(data_source "${CMAKE_CURRENT_BINARY_DIR}/data.c")

set(text "/* data.c: made by cmake/data.cmake. */\n#include \"data.h\"\n\n")
set(table "")
foreach(file IN LISTS data_files)
  cmake_path(GET file FILENAME name)
  string(MAKE_C_IDENTIFIER "pond_data_rules_${name}" symbol)
  string(REGEX REPLACE "_md$" "" symbol "${symbol}")
  # The zero after each file makes it a string in C as well.
  string(APPEND text
    "__asm__(\".section .rodata\\n\"\n"
    "        \"${symbol}: .incbin \\\"${file}\\\"\\n\"\n"
    "        \"${symbol}_end: .byte 0\\n\"\n"
    "        \".global ${symbol}, ${symbol}_end\\n\"\n"
    "        \".previous\\n\");\n"
    "extern const char ${symbol}[], ${symbol}_end[];\n\n")
  cmake_path(GET file PARENT_PATH folder)
  cmake_path(GET folder FILENAME folder)
  string(APPEND table "    {\"${folder}/${name}\", ${symbol}, ${symbol}_end},\n")
endforeach()
string(APPEND text
  "const struct pond_data pond_data_files[] = {\n${table}    {.name = (const char *)0},\n};\n")

file(CONFIGURE OUTPUT "${data_source}" CONTENT "${text}" @ONLY)
set_source_files_properties("${data_source}" PROPERTIES OBJECT_DEPENDS "${data_files}")
