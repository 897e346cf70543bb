# small.cmake: puts the small tables (data/small.pondtables) into the library of tables, as they are.
#
# tools/small-tables makes that file again. Sets `small_source`, a C file to compile.

set(small_file "${CMAKE_CURRENT_SOURCE_DIR}/data/small.pondtables")
set(small_source "${CMAKE_CURRENT_BINARY_DIR}/small.c")
file(CONFIGURE OUTPUT "${small_source}" CONTENT
"/* small.c: made by cmake/small.cmake. */
#include \"tables.h\"

__asm__(\".section .rodata\\n\"
        \".balign 16\\n\"
        \"pond_small_tables: .incbin \\\"${small_file}\\\"\\n\"
        \"pond_small_tables_end: .byte 0\\n\"
        \".global pond_small_tables, pond_small_tables_end\\n\"
        \".previous\\n\");
" @ONLY)
set_source_files_properties("${small_source}" PROPERTIES OBJECT_DEPENDS "${small_file}")
