/* numbers.h: what searches by the UCB1 rule calculate, without a mathematics library. */
#ifndef POND_NUMBERS_H
#define POND_NUMBERS_H

#include <stdint.h>

static inline float square_root(float square)
{
    if (square <= 0) return 0;
    float root = square > 1 ? square / 2 : 1;
    for (int i = 0; i < 24; i++) root = (root + square / root) / 2;
    return root;
}

/* The natural logarithm of a number from 1. */
static inline float logarithm(uint32_t number)
{
    const int whole = 31 - __builtin_clz(number);
    const float rest = (float)number / (float)(UINT32_C(1) << whole); /* 1 to 2 */
    const float part = (rest - 1) / (rest + 1), square = part * part;
    return 0.6931472f * (float)whole + 2 * part * (1 + square / 3 + square * square / 5);
}

#endif
