/* math.h: for ring.wasm: what the solver uses of it, which the processor has. */
#ifndef POND_RING_MATH_H
#define POND_RING_MATH_H

#define fabs __builtin_fabs
#define HUGE_VAL __builtin_huge_val()

#endif
