/* api.h: what every public header begins with: the version, what is exported, C beside C++.
 *
 * The headers are valid GNU C11 (and later) and GNU C++17, for gcc 12 and clang 14 or later.
 *
 * Contracts that hold for every function of the library, unless its comment says otherwise:
 *
 * - Memory is the caller's. The library allocates nothing, keeps no pointer after a call except
 *   where a comment says so, and has no variables of its own.
 * - Reentrant: threads may call anything at the same time on different objects, and may share
 *   objects that none of them changes.
 * - Structures need the alignment that C gives them, at most 16 bytes; `malloc` and `calloc` do.
 *   A structure may hold garbage before the function that begins it is called.
 * - Stack: at most POND_STACK_MAX bytes. Functions that search need up to POND_SEARCH_STACK_MAX:
 *   engines, analysis, and lessons, which prove what they claim. Only pond_perft has no bound: it
 *   needs about 17 kB per ply. tests/stack_test.c measures all of it.
 * - A caller's bug fails an assertion, in release builds too. Bad input returns false and a reason.
 */
#ifndef POND_API_H
#define POND_API_H

#define POND_VERSION_MAJOR 1
#define POND_VERSION_MINOR 0
#define POND_VERSION_PATCH 0
#define POND_VERSION "1.0.0"

#define POND_STACK_MAX (32 * 1024)
#define POND_SEARCH_STACK_MAX (256 * 1024)

/* The shared library exports what is declared with this, and nothing else. */
#define POND_API __attribute__((visibility("default")))

#ifdef __cplusplus
#define POND_BEGIN extern "C" {
#define POND_END }
#define POND_STATIC_ASSERT(condition, why) static_assert(condition, why)
#else
#define POND_BEGIN
#define POND_END
#define POND_STATIC_ASSERT(condition, why) _Static_assert(condition, why)
#endif

POND_BEGIN

/* The version of the library that runs, which may be newer than the header's POND_VERSION. */
POND_API const char *pond_version(void);

POND_END

#endif
