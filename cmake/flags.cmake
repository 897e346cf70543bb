# flags.cmake: what every compilation has in common: warnings, sanitizers and the CPU to build for.

add_compile_options(-Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes)
if(POND_WERROR)
  add_compile_options(-Werror)
endif()

# Files have the names they have in the repository, wherever it was built: in assertions, and in what
# debuggers read. So two builds in two places give the same bytes.
add_compile_options(-ffile-prefix-map=${CMAKE_CURRENT_SOURCE_DIR}/=)

# Every compiler rounds alike: no fused multiply-add, so the same values come out everywhere.
add_compile_options(-ffp-contract=off)

# A library exports what its headers declare with POND_API, and nothing else.
set(CMAKE_C_VISIBILITY_PRESET hidden)

# Nobody replaces a function of libpond at run time, so gcc may inline those it exports.
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-fno-semantic-interposition)
endif()

if(POND_SANITIZE)
  add_compile_options(-fsanitize=${POND_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${POND_SANITIZE})
endif()
if(POND_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()

# Hardening: position-independent programs whose tables of functions are read-only before they run,
# checked copies, and canaries on the stack. Rules, engines and tables are built without canaries,
# which would cost them up to a fifth of their speed (`pond bench`); they are fuzzed instead.
set(pond_without_canaries "")
if(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32" AND NOT POND_SANITIZE AND NOT POND_COVERAGE)
  include(CheckPIESupported)
  check_pie_supported(LANGUAGES C)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  add_compile_options(-fstack-protector-strong $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=2>)
  add_link_options(-Wl,-z,relro,-z,now)
  set(pond_without_canaries -fno-stack-protector)
endif()

# Bitboards want popcnt and bmi2. The levels of the x86-64 ABI rather than -march=native: there are
# few of them, and valgrind does not know the AVX-512 that `native` may bring.
function(pond_find_march result)
  set(${result} "none" PARENT_SCOPE)
  if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$" OR NOT EXISTS /proc/cpuinfo)
    return()
  endif()
  file(STRINGS /proc/cpuinfo flags REGEX "^flags" LIMIT_COUNT 1)
  set(level2 cx16 lahf_lm popcnt pni sse4_1 sse4_2 ssse3)
  set(level3 ${level2} abm avx avx2 bmi1 bmi2 f16c fma movbe xsave)
  foreach(level 2 3)
    foreach(flag IN LISTS level${level})
      if(NOT "${flags} " MATCHES " ${flag} ")
        return()
      endif()
    endforeach()
    set(${result} "x86-64-v${level}" PARENT_SCOPE)
  endforeach()
endfunction()

set(march "${POND_MARCH}")
if(march STREQUAL "auto")
  if(CMAKE_CROSSCOMPILING)
    set(march "none")
  else()
    pond_find_march(march)
  endif()
endif()
if(NOT march STREQUAL "none")
  message(STATUS "Building for -march=${march}")
  add_compile_options(-march=${march})
endif()
