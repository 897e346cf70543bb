/* assert.h: for WebAssembly: an assertion that fails stops the module with a trap. */
#ifndef POND_WASM_ASSERT_H
#define POND_WASM_ASSERT_H

#define assert(condition) ((condition) ? (void)0 : __builtin_trap())
#define static_assert _Static_assert

#endif
