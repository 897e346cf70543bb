/* totals.c: what all the moments of a game add up to, seat by seat. See analysis.h. */
#include "pond/analysis.h"

#include <string.h>

#include "banned.h"

/* The fourth power of what is left: a hundredth costs 4 points, a tenth 34, half the game 94. */
float pond_accuracy(float cost)
{
    const float left = cost < 0 ? 1 : cost > 1 ? 0 : 1 - cost;
    const float square = left * left;
    return 100 * square * square;
}

void pond_totals_begin(struct pond_totals *totals, int seat_count)
{
    memset(totals, 0, sizeof *totals);
    totals->seat_count = (uint8_t)seat_count;
    for (int seat = 0; seat < seat_count; seat++) totals->seat[seat].accuracy = 100;
}

static void start_take(struct pond_totals *totals, const float chance[POND_SEATS_MAX])
{
    if (totals->begun) return;
    totals->begun = true;
    for (int seat = 0; seat < totals->seat_count; seat++) totals->seat[seat].start = chance[seat];
}

void pond_totals_judgement(struct pond_totals *totals, const struct pond_judgement *judgement)
{
    struct pond_total *total = &totals->seat[judgement->seat];
    if (judgement->has_chance) start_take(totals, judgement->chance);
    total->classes[judgement->grade]++;
    if (judgement->grade == POND_CLASS_FORCED) return;
    total->decisions++;
    total->cost += judgement->known.cost;
    total->stake += judgement->known.best;
    /* A seat that has little to lose loses little: so what it lost is compared with what it had. */
    total->accuracy = total->stake > 0 ? pond_accuracy(total->cost / total->stake) : 100;
}

void pond_totals_luck(struct pond_totals *totals, const struct pond_luck *luck)
{
    if (luck->method == POND_LUCK_UNKNOWN) totals->luck_unknown = true;
    if (luck->method == POND_LUCK_NONE || luck->method == POND_LUCK_UNKNOWN) return;
    start_take(totals, luck->before);
    for (int seat = 0; seat < totals->seat_count; seat++) {
        totals->seat[seat].luck += luck->luck[seat];
    }
}

void pond_totals_end(struct pond_totals *totals, const float chance[POND_SEATS_MAX])
{
    float cost = 0;
    const int others_count = totals->seat_count > 1 ? totals->seat_count - 1 : 1;
    start_take(totals, chance);
    for (int seat = 0; seat < totals->seat_count; seat++) cost += totals->seat[seat].cost;
    for (int seat = 0; seat < totals->seat_count; seat++) {
        struct pond_total *total = &totals->seat[seat];
        const float others = (cost - total->cost) / (float)others_count;
        total->end = chance[seat];
        total->skill = others - total->cost;
        total->rest = total->end - total->start - total->luck - total->skill;
    }
}
