/* layouts.h: the rings of two-player Quibbit, up to what makes no difference: for the solver
 * and for values of openings.
 *
 * Rings that differ by more than a rotation or an exchange of the seats: 3 segments of 6 orders
 * make 216 up to rotation, and exchanging the colours of the seats pairs them. Each stands for 24
 * written ones. Tiles are by kind. */
#ifndef POND_QUIBBIT_LAYOUTS_H
#define POND_QUIBBIT_LAYOUTS_H

#include "pond/quibbit.h"

#define QUIBBIT_RING 12 /* tiles in a game of two */
#define QUIBBIT_TRIO 3  /* frogs: seat 0, seat 1 and the dummy */
#define QUIBBIT_LAYOUTS 108

void quibbit_layout(int number, uint8_t kind[QUIBBIT_RING]);
/* Which of them a ring is: `rotation` is where that ring's tile 0 lies, and `swapped` says that the
 * seats have exchanged their colours. */
int quibbit_layout_number(const uint8_t kind[QUIBBIT_RING], int *rotation, bool *swapped);
/* The same of a state; -1 where it is not a game of two with its ring laid. */
int quibbit_layout_find(const struct quibbit_state *state, int *rotation, bool *swapped);
/* Writes a ring as the option `layout`, 12 letters, for frogs of these colours. */
void quibbit_layout_print(const uint8_t kind[QUIBBIT_RING], const char *colors,
                          struct pond_text *out);

#endif
