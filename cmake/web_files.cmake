# web_files.cmake: a script that the build runs (web.cmake): compresses the page's files and writes
# the C file that carries them. FILES are served at the top, WASM in /wasm/, RULES in /rules/, TABLES in
# /tables/; these are packed already.

set(types
  ".html=text/html@ charset=utf-8" ".css=text/css@ charset=utf-8"
  ".mjs=text/javascript@ charset=utf-8" ".json=application/json" ".svg=image/svg+xml"
  ".png=image/png" ".wasm=application/wasm" ".md=text/markdown@ charset=utf-8"
  ".webmanifest=application/manifest+json")
find_program(GZIP gzip REQUIRED)
find_program(BROTLI brotli)
file(MAKE_DIRECTORY "${FOLDER}/packed")
set(text "/* web_files.c: made by cmake/web_files.cmake. */\n#include \"web.h\"\n\n")
set(table "")
set(count 0)

# One form of a file as bytes in the program.
function(pond_bytes symbol file)
  set(text "${text}__asm__(\".section .rodata\\n\"\n        \"${symbol}: .incbin \\\"${file}\\\"\\n\"\n        \"${symbol}_end: .byte 0\\n\"\n        \".global ${symbol}, ${symbol}_end\\n\"\n        \".previous\\n\")\@\nextern const char ${symbol}[]\@\n" PARENT_SCOPE)
endfunction()

function(pond_add file path)
  cmake_path(GET file EXTENSION LAST_ONLY extension)
  set(type "application/octet-stream")
  foreach(pair IN LISTS types)
    if(pair MATCHES "^\\${extension}=(.*)$")
      set(type "${CMAKE_MATCH_1}")
    endif()
  endforeach()
  string(REPLACE "@" ";" type "${type}")
  file(SHA256 "${file}" hash)
  string(SUBSTRING "${hash}" 0 16 hash)
  math(EXPR count "${count} + 1")
  set(symbol "pond_web_${count}")
  file(SIZE "${file}" size)
  pond_bytes(${symbol} "${file}")
  set(row "    {.path = \"${path}\",\n     .type = \"${type}\",\n     .etag = \"\\\"${hash}\\\"\",\n     .plain = {${symbol}, ${size}}")
  if(NOT extension MATCHES "^\\.(png|bin)$")
    set(packed "${FOLDER}/packed/${count}.gz")
    execute_process(COMMAND "${GZIP}" -9nc "${file}" OUTPUT_FILE "${packed}" COMMAND_ERROR_IS_FATAL ANY)
    file(SIZE "${packed}" size)
    pond_bytes(${symbol}_gzip "${packed}")
    string(APPEND row ",\n     .gzip = {${symbol}_gzip, ${size}}")
    if(BROTLI)
      set(packed "${FOLDER}/packed/${count}.br")
      execute_process(COMMAND "${BROTLI}" -q 11 -fo "${packed}" "${file}" COMMAND_ERROR_IS_FATAL ANY)
      file(SIZE "${packed}" size)
      pond_bytes(${symbol}_brotli "${packed}")
      string(APPEND row ",\n     .brotli = {${symbol}_brotli, ${size}}")
    endif()
  endif()
  set(count ${count} PARENT_SCOPE)
  set(text "${text}" PARENT_SCOPE)
  string(REPLACE ";" "@" row "${row}")
  set(table "${table}${row}},\n" PARENT_SCOPE)
endfunction()

foreach(file IN LISTS FILES)
  cmake_path(GET file FILENAME name)
  pond_add("${file}" "/${name}")
endforeach()
foreach(file IN LISTS WASM)
  cmake_path(GET file FILENAME name)
  pond_add("${file}" "/wasm/${name}")
endforeach()
foreach(file IN LISTS RULES)
  cmake_path(GET file FILENAME name)
  pond_add("${file}" "/rules/${name}")
endforeach()

foreach(file IN LISTS TABLES)
  cmake_path(GET file FILENAME name)
  pond_add("${file}" "/tables/${name}")
endforeach()

# Semicolons would part a list in CMake, so they were written as @ until here.
string(REPLACE "\@" ";" text "${text}")
string(REPLACE "@" ";" table "${table}")
file(WRITE "${OUTPUT}"
  "${text}\nconst struct web_file web_files[] = {\n${table}    {.path = (const char *)0},\n};\n")
