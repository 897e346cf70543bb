# web.cmake: puts the page (web/) into the program, with the core as WebAssembly, the words and the
# rules, each compressed and with a validator.
#
# Sets `web_source`, a C file to compile (src/server/web.h says what it holds). The WebAssembly is
# built by another compiler in a folder of its own, build/wasm, the one of the preset `wasm`.

set(web_folder "${CMAKE_CURRENT_BINARY_DIR}/web")
set(wasm_folder "${CMAKE_CURRENT_SOURCE_DIR}/build/wasm")
set(web_source "${CMAKE_CURRENT_BINARY_DIR}/web_files.c")

# The words of each language, from the catalogue.
add_executable(pond_words src/web/words.c src/core/text.c)
target_include_directories(pond_words PRIVATE ${library_includes})
add_custom_command(OUTPUT "${web_folder}/languages.mjs"
  COMMAND ${CMAKE_COMMAND} -E make_directory "${web_folder}"
  COMMAND pond_words > "${web_folder}/languages.mjs"
  DEPENDS pond_words VERBATIM)
set(web_made "${web_folder}/languages.mjs")
foreach(language IN LISTS languages)
  set(words "${web_folder}/words.${language}.json")
  add_custom_command(OUTPUT "${words}"
    COMMAND ${CMAKE_COMMAND} -E make_directory "${web_folder}"
    COMMAND pond_words ${language} > "${words}"
    DEPENDS pond_words VERBATIM)
  list(APPEND web_made "${words}")
endforeach()

# How strong the computer's levels are, from the document that publishes it.
add_custom_command(OUTPUT "${web_folder}/levels.json"
  COMMAND ${CMAKE_COMMAND} -E make_directory "${web_folder}"
  COMMAND ${CMAKE_COMMAND} "-DINPUT=${CMAKE_CURRENT_SOURCE_DIR}/docs/levels.md"
    "-DOUTPUT=${web_folder}/levels.json" -P "${CMAKE_CURRENT_SOURCE_DIR}/cmake/levels.cmake"
  DEPENDS docs/levels.md cmake/levels.cmake VERBATIM)
list(APPEND web_made "${web_folder}/levels.json")

# The core and the players.
file(GLOB wasm_inputs CONFIGURE_DEPENDS src/wasm/*.[ch] src/wasm/libc/*.[ch] include/pond/*.h
  include/pond/words/*.def include/pond/words/*/*.def src/core/*.h src/games/*/*.h
  src/engines/*.h src/engines/*/*.h src/analysis/*.h src/exact/*.h src/exact/*/*.h src/explorer/*.h)
add_custom_command(OUTPUT "${web_folder}/play.wasm"
  COMMAND ${CMAKE_COMMAND} -E make_directory "${web_folder}"
  COMMAND ${CMAKE_COMMAND} -S "${CMAKE_CURRENT_SOURCE_DIR}" -B "${wasm_folder}"
    --toolchain "${CMAKE_CURRENT_SOURCE_DIR}/cmake/wasm32.cmake" -DCMAKE_BUILD_TYPE=Release
  COMMAND ${CMAKE_COMMAND} --build "${wasm_folder}" --target play_wasm
  COMMAND ${CMAKE_COMMAND} -E copy_if_different "${wasm_folder}/play.wasm" "${web_folder}/play.wasm"
  COMMAND ${CMAKE_COMMAND} -E touch "${web_folder}/play.wasm"
  DEPENDS ${library_sources} ${engine_sources} ${wasm_inputs} cmake/wasm.cmake cmake/wasm32.cmake
  COMMENT "Building play.wasm" VERBATIM)
list(APPEND web_made "${web_folder}/play.wasm")

# The engines in several Workers, for the analysis board.
add_custom_command(OUTPUT "${web_folder}/threads.wasm"
  COMMAND ${CMAKE_COMMAND} --build "${wasm_folder}" --target threads_wasm
  COMMAND ${CMAKE_COMMAND} -E copy_if_different "${wasm_folder}/threads.wasm" "${web_folder}/threads.wasm"
  COMMAND ${CMAKE_COMMAND} -E touch "${web_folder}/threads.wasm"
  DEPENDS "${web_folder}/play.wasm" VERBATIM COMMENT "Building threads.wasm")
list(APPEND web_made "${web_folder}/threads.wasm")

# The solver of rings, for the analysis board.
file(GLOB ring_inputs CONFIGURE_DEPENDS src/wasm/ring/*.c src/wasm/ring/libc/*.[ch]
  src/tables/*.h src/tables/matrix.c src/tables/quibbit/*.[ch])
add_custom_command(OUTPUT "${web_folder}/ring.wasm"
  COMMAND ${CMAKE_COMMAND} --build "${wasm_folder}" --target ring_wasm
  COMMAND ${CMAKE_COMMAND} -E copy_if_different "${wasm_folder}/ring.wasm" "${web_folder}/ring.wasm"
  COMMAND ${CMAKE_COMMAND} -E touch "${web_folder}/ring.wasm"
  DEPENDS "${web_folder}/threads.wasm" ${ring_inputs}
  COMMENT "Building ring.wasm" VERBATIM)
list(APPEND web_made "${web_folder}/ring.wasm")

# The small tables of Rrib-bit, by options, in the form that the page can read (src/exact/runs.c).
add_executable(pond_page_tables src/web/tables.c)
target_compile_definitions(pond_page_tables PRIVATE _POSIX_C_SOURCE=200809L)
target_link_libraries(pond_page_tables PRIVATE pond_tables)
set(web_tables "")
foreach(turn single chain)
  foreach(win row seven)
    set(table "${web_folder}/tables/rribbit-${turn}-${win}")
    add_custom_command(OUTPUT "${table}.bin"
      COMMAND ${CMAKE_COMMAND} -E make_directory "${web_folder}/tables"
      COMMAND pond_page_tables ${turn} ${win} "${table}"
      COMMAND gzip -9nf "${table}"
      COMMAND ${CMAKE_COMMAND} -E rename "${table}.gz" "${table}.bin"
      DEPENDS pond_page_tables VERBATIM)
    list(APPEND web_tables "${table}.bin")
  endforeach()
endforeach()

# The explorer's games; the page fetches and unpacks them in the same way.
set(openings "${CMAKE_CURRENT_SOURCE_DIR}/data/openings.pondplay")
add_custom_command(OUTPUT "${web_folder}/tables/openings.bin"
  COMMAND ${CMAKE_COMMAND} -E make_directory "${web_folder}/tables"
  COMMAND gzip -9nc "${openings}" > "${web_folder}/tables/openings.bin"
  DEPENDS "${openings}" VERBATIM)
list(APPEND web_tables "${web_folder}/tables/openings.bin")

file(GLOB web_files CONFIGURE_DEPENDS web/*.html web/*.css web/*.mjs web/*.svg web/*.png
  web/*.webmanifest)
file(GLOB web_wasm CONFIGURE_DEPENDS src/wasm/*.mjs)
file(GLOB web_rules CONFIGURE_DEPENDS docs/rules/*.md)
add_custom_command(OUTPUT "${web_source}"
  COMMAND ${CMAKE_COMMAND} "-DFILES=${web_files};${web_made}" "-DWASM=${web_wasm}"
    "-DRULES=${web_rules}" "-DTABLES=${web_tables}" "-DFOLDER=${web_folder}" "-DOUTPUT=${web_source}"
    -P "${CMAKE_CURRENT_SOURCE_DIR}/cmake/web_files.cmake"
  DEPENDS ${web_files} ${web_made} ${web_wasm} ${web_rules} ${web_tables} cmake/web_files.cmake
  COMMENT "Packing the page" VERBATIM)
