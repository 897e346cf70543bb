/* policy.c: quick judgement in Quibbles. See policy.h.
 *
 * How it judges. A stash of v takes v cards of the value v, so points are bought with cards, and
 * what counts is how many cards of one value come together. A hand is worth the sum, over the
 * values, of what that many cards of the value are worth (a table), and that depends on what the
 * collection still wants (its grade): with six points missing and one free place nothing but sixes
 * and sevens matters. All scores are log-odds in whole numbers, so that every compiler comes to the
 * same choices. */
#include "policy.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

#define VALUE_BITS ((uint64_t)0xff)

typedef const int16_t (*worth_table)[QUIBBLES_COUNTS];

/* ---- Sums: of at least two cards ---- */

#define ONE(...)
#define SUM(a, b, c, d, e, f, g)                                                                   \
    ((uint64_t)a << 8 | (uint64_t)b << 16 | (uint64_t)c << 24 | (uint64_t)d << 32 |                \
     (uint64_t)e << 40 | (uint64_t)f << 48 | (uint64_t)g << 56),

static const quibbles_cards sums[] = {QUIBBLES_SUMS(ONE, SUM)};
/* The sums of a value stand from one of these to the next. */
static const uint8_t sums_from[QUIBBLES_VALUES + 1] = {0, 0, 0, 1, 3, 7, 13, 23, 37};

_Static_assert(sizeof sums / sizeof sums[0] == 37, "sums_from ends where sums does");

/* ---- What cards are worth ---- */

static inline int capped(int count)
{
    return count < QUIBBLES_COUNTS - 1 ? count : QUIBBLES_COUNTS - 1;
}

static inline int32_t hand_worth(worth_table worth, quibbles_cards hand)
{
    int32_t sum = 0;
    for (int value = 0; value < QUIBBLES_VALUES; value++) {
        sum += worth[value][capped(quibbles_count(hand, value))];
    }
    return sum;
}

/* What `more` cards would add to a hand. */
static inline int32_t gain(worth_table worth, quibbles_cards hand, quibbles_cards more)
{
    int32_t sum = 0;
    while (more != 0) {
        const int value = quibbles_lowest(more);
        const int count = quibbles_count(hand, value);
        const int grown = count + quibbles_count(more, value);
        sum += worth[value][capped(grown)] - worth[value][capped(count)];
        more &= ~(VALUE_BITS << 8 * value);
    }
    return sum;
}

/* What a hand would lose without these cards. */
static inline int32_t loss(worth_table worth, quibbles_cards hand, quibbles_cards without)
{
    return gain(worth, hand - without, without);
}

/* Collections of one grade want the same hands: by free places and missing points. */
static int grade_of(int places, int need)
{
    static const uint8_t last[8] = {0, 0, 0, 0, 1, 2, 3, 4};
    static const uint8_t two[15] = {6, 6, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 10, 10};
    static const uint8_t more[18] = {12, 12, 12, 12, 13, 13, 14, 14, 15,
                                     15, 15, 16, 16, 16, 16, 17, 17, 17};
    if (places <= 1) return need < 8 ? last[need] : 5;
    if (places == 2) return need < 15 ? two[need] : 11;
    return need < 18 ? more[need] : 18;
}

/* The total of at most six cards, or of a few more: byte 7 of the product collects it. */
static inline int small_total(quibbles_cards cards)
{
    return (int)(cards * 0x0001020304050607u >> 56);
}

/* A full collection gives up its lowest card with the next stash, so it is judged without. */
static quibbles_cards collection_kept(quibbles_cards collection)
{
    if (quibbles_size(collection) < QUIBBLES_COLLECTION_MAX) return collection;
    return collection - quibbles_card(quibbles_lowest(collection));
}

/* The grade and the worth of a collection that has not won. */
static int32_t collection_judge(const struct quibbles_weights *weights, quibbles_cards collection,
                                int *grade, int *need)
{
    const quibbles_cards kept = collection_kept(collection);
    const int places = QUIBBLES_COLLECTION_MAX - quibbles_size(kept);
    *need = QUIBBLES_GOAL - small_total(kept);
    *grade = grade_of(places, *need);
    return weights->collection[places][*need];
}

/* ---- The sim ---- */

static void pile_fill(struct quibbles_sim *sim, quibbles_cards cards)
{
    int count = 0;
    for (int value = 0; value < QUIBBLES_VALUES; value++) {
        for (int i = quibbles_count(cards, value); i > 0; i--) sim->pile[count++] = (uint8_t)value;
    }
    sim->pile_count = count;
}

static void seat_judge(struct quibbles_sim *sim, int seat)
{
    int grade, need;
    sim->base[seat] = collection_judge(sim->weights, sim->collections[seat], &grade, &need);
    sim->grade[seat] = (uint8_t)grade;
    sim->need[seat] = (uint8_t)need;
}

void quibbles_sim_open(struct quibbles_sim *sim, const struct quibbles_weights *weights,
                       const struct pond_state *memory)
{
    const struct quibbles_state *state = (const struct quibbles_state *)memory;
    const struct quibbles_table *table = &state->table;
    sim->weights = weights;
    sim->display = table->display;
    sim->discards = table->discards;
    sim->players = table->players;
    sim->variant = table->variant;
    sim->seat = table->seat;
    sim->phase = table->phase;
    sim->in_play = table->in_play;
    sim->winner = table->reason == POND_REASON_NONE ? -1 : table->winner;
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
        sim->hands[seat] = state->hands[seat];
        sim->collections[seat] = table->collections[seat];
        if (sim->winner < 0 && seat < sim->players) seat_judge(sim, seat);
    }
    pile_fill(sim, state->draw_pile);
}

/* What a seat's hand and collection are worth. */
static int32_t score_of(const struct quibbles_sim *sim, int seat)
{
    return sim->base[seat] + hand_worth(sim->weights->after[sim->grade[seat]], sim->hands[seat]);
}

/* 2 to the power of a number of 1024ths that is not positive, in parts of 2 to the 20. */
static uint32_t power_of_two(int32_t exponent)
{
    if (exponent < -20 * 1024) return 0;
    const uint32_t fraction = (uint32_t)exponent & 1023;
    const uint32_t power = (1u << 20) + fraction * (672 + (fraction * 352 >> 10));
    return power >> -(exponent >> 10);
}

uint32_t quibbles_odds(int32_t difference)
{
    /* 1024 divided by 512 and by the logarithm of 2. */
    return power_of_two((int32_t)((int64_t)difference * 23637 >> 13));
}

/* Every seat's share of a win, in parts of QUIBBLES_WHOLE; `next` is the seat to move next. */
static void shares_of(const struct quibbles_sim *sim, int next, int32_t shares[POND_SEATS_MAX])
{
    int32_t scores[POND_SEATS_MAX], best = INT32_MIN;
    uint32_t powers[POND_SEATS_MAX] = {0}, sum = 0;
    memset(shares, 0, POND_SEATS_MAX * sizeof shares[0]);
    if (sim->winner >= 0) {
        shares[sim->winner] = QUIBBLES_WHOLE;
        return;
    }
    const int16_t *tempo = sim->weights->tempo[__builtin_popcount(sim->in_play)];
    for (int i = 0, seat = next; i < sim->players; i++) {
        if ((sim->in_play & POND_SEAT(seat)) != 0) {
            scores[seat] = score_of(sim, seat) + *tempo++;
            if (scores[seat] > best) best = scores[seat];
        }
        seat = seat + 1 < sim->players ? seat + 1 : 0;
    }
    for (int seat = 0; seat < sim->players; seat++) {
        if ((sim->in_play & POND_SEAT(seat)) == 0) continue;
        powers[seat] = quibbles_odds(scores[seat] - best);
        sum += powers[seat];
    }
    for (int seat = 0; seat < sim->players; seat++) {
        shares[seat] = (int32_t)((uint64_t)powers[seat] * QUIBBLES_WHOLE / sum);
    }
}

/* ---- Actions at first glance ---- */

#define WON (1 << 20) /* more than any hand */
#define WINS 16384    /* more than a hand that does not win in the same turn */

/* What cards are worth to the seat to move before its stash. Where one stash can win, enough cards
 * for it outweigh all else; `sharp` is room for such a table. */
static worth_table worth_before(const struct quibbles_sim *sim,
                                int16_t sharp[QUIBBLES_VALUES][QUIBBLES_COUNTS])
{
    const worth_table worth = sim->weights->before[sim->grade[sim->seat]];
    const int need = sim->need[sim->seat];
    if (need >= QUIBBLES_VALUES) return worth;
    memcpy(sharp, worth, sizeof sim->weights->before[0]);
    for (int value = need; value < QUIBBLES_VALUES; value++) {
        for (int count = value; count < QUIBBLES_COUNTS; count++) sharp[value][count] = WINS;
    }
    return (worth_table)sharp;
}

/* What two cards from the pile add to a hand on average; how the pile is made up is taken from the
 * whole deck, which everyone knows. */
static int32_t draw_gain(worth_table worth, quibbles_cards hand)
{
    /* Two cards, in parts of 512. */
    static const uint8_t odds[QUIBBLES_VALUES] = {13, 73, 73, 73, 79, 86, 92, 23};
    int32_t sum = 0;
    for (int value = 0; value < QUIBBLES_VALUES; value++) {
        const int count = quibbles_count(hand, value);
        sum += odds[value] * (worth[value][capped(count + 1)] - worth[value][capped(count)]);
    }
    return sum / 512;
}

static inline void deed_better(struct quibbles_deed *best, enum quibbles_kind kind,
                               quibbles_cards played, quibbles_cards taken, int32_t score)
{
    if (score <= best->score) return;
    *best = (struct quibbles_deed){.kind = kind, .played = played, .taken = taken, .score = score};
}

/* The best SPLIT of a card: sets are taken one by one, each time the one that adds most. */
static void glance_split(worth_table worth, quibbles_cards hand, quibbles_cards display, int value,
                         struct quibbles_deed *best)
{
    const quibbles_cards played = quibbles_card(value), with_zero = played + quibbles_card(0);
    const int32_t lost = loss(worth, hand, played);
    quibbles_cards taken = 0, left = display;
    int32_t score = 0;
    hand -= played;
    for (;;) {
        int32_t most = taken == 0 ? INT32_MIN : 0;
        quibbles_cards set = 0;
        for (int i = sums_from[value]; i < sums_from[value + 1]; i++) {
            if (!quibbles_holds(left, sums[i])) continue;
            const int32_t more = gain(worth, hand + taken, sums[i]);
            if (more > most) most = more, set = sums[i];
        }
        if ((left & VALUE_BITS) != 0 && quibbles_holds(left, with_zero)) {
            const int32_t more = gain(worth, hand + taken, with_zero);
            if (more > most) most = more, set = with_zero;
        }
        if (set == 0) break;
        taken += set;
        left -= set;
        score += most;
    }
    if (taken == 0) return;
    if ((left & VALUE_BITS) != 0) { /* zeros fit anywhere */
        score += gain(worth, hand + taken, left & VALUE_BITS);
        taken += left & VALUE_BITS;
    }
    deed_better(best, QUIBBLES_SPLIT, played, taken, score - lost);
}

/* The best COMBINE that takes cards of a value: all there are. */
static void glance_combine(worth_table worth, quibbles_cards hand, quibbles_cards display,
                           int value, struct quibbles_deed *best)
{
    const quibbles_cards taken = display & VALUE_BITS << 8 * value;
    const int32_t more = gain(worth, hand, taken);
    const quibbles_cards with_zero = quibbles_card(value) + quibbles_card(0);
    for (int i = sums_from[value]; i < sums_from[value + 1]; i++) {
        if (!quibbles_holds(hand, sums[i])) continue;
        deed_better(best, QUIBBLES_COMBINE, sums[i], taken, more - loss(worth, hand, sums[i]));
    }
    if ((hand & VALUE_BITS) != 0 && quibbles_holds(hand, with_zero)) {
        const quibbles_cards kept = hand - with_zero;
        const int32_t change = gain(worth, kept, taken) - gain(worth, kept, with_zero);
        deed_better(best, QUIBBLES_COMBINE, with_zero, taken, change);
    }
}

struct quibbles_deed quibbles_choose_action(const struct quibbles_sim *sim)
{
    int16_t sharp[QUIBBLES_VALUES][QUIBBLES_COUNTS];
    const worth_table worth = worth_before(sim, sharp);
    const quibbles_cards hand = sim->hands[sim->seat], display = sim->display;
    struct quibbles_deed best = {.kind = QUIBBLES_PASS, .score = INT32_MIN};
    if (hand == 0) return best;
    const int32_t drawn = draw_gain(worth, hand);
    int32_t least = INT32_MAX;
    int spare = 0;
    for (int value = 0; value < QUIBBLES_VALUES; value++) {
        const int held = quibbles_count(hand, value);
        if (held > 0) {
            const int32_t lost = worth[value][capped(held)] - worth[value][capped(held - 1)];
            if (lost < least) least = lost, spare = value;
            if (value > 1) glance_split(worth, hand, display, value, &best);
        }
        if (value > 0 && quibbles_count(display, value) > 0) {
            glance_combine(worth, hand, display, value, &best);
        }
    }
    deed_better(&best, QUIBBLES_DRAW, quibbles_card(spare), 0, drawn - least);
    return best;
}

/* ---- Stashes at first glance ---- */

/* What the others' hands are worth above new ones, shared among them: gone with a redeal. */
static int32_t redeal_harm(const struct quibbles_sim *sim)
{
    int32_t harm = 0;
    int others = 0;
    for (int seat = 0; seat < sim->players; seat++) {
        if (seat == sim->seat || (sim->in_play & POND_SEAT(seat)) == 0) continue;
        const int grade = sim->grade[seat];
        harm += hand_worth(sim->weights->after[grade], sim->hands[seat]);
        harm -= sim->weights->fresh[grade];
        others++;
    }
    return others > 0 ? harm / others : 0;
}

/* What the seat to move is worth once it has stashed a card of a value, or none (0). */
static int32_t stash_score(const struct quibbles_sim *sim, int stashed)
{
    const int seat = sim->seat;
    int grade = sim->grade[seat], need;
    int32_t score = sim->base[seat];
    quibbles_cards hand = sim->hands[seat];
    if (stashed > 0) {
        const quibbles_cards collection =
            collection_kept(sim->collections[seat]) + quibbles_card(stashed);
        if (small_total(collection) >= QUIBBLES_GOAL) return WON;
        score = collection_judge(sim->weights, collection, &grade, &need);
        hand &= ~(VALUE_BITS << 8 * stashed);
    }
    if (hand == 0) return score + sim->weights->fresh[grade] + redeal_harm(sim);
    return score + hand_worth(sim->weights->after[grade], hand);
}

pond_move quibbles_choose_stash(const struct quibbles_sim *sim)
{
    const quibbles_cards hand = sim->hands[sim->seat];
    const quibbles_cards collection = sim->collections[sim->seat];
    int32_t best = INT32_MIN;
    int stashed = 0;
    for (int value = 1; value < QUIBBLES_VALUES; value++) {
        if (quibbles_count(hand, value) < value) continue;
        if (best == INT32_MIN) best = stash_score(sim, 0);
        const int32_t score = stash_score(sim, value);
        if (score > best) best = score, stashed = value;
    }
    if (stashed == 0) return quibbles_move(QUIBBLES_KEEP, 0, 0);
    return quibbles_move(QUIBBLES_STASH, quibbles_card(stashed),
                         collection - collection_kept(collection));
}

int32_t quibbles_glance(const struct quibbles_sim *sim, pond_move move)
{
    const int seat = sim->seat;
    const quibbles_cards played = quibbles_move_played(move), taken = quibbles_move_taken(move);
    int16_t sharp[QUIBBLES_VALUES][QUIBBLES_COUNTS];
    const worth_table worth = worth_before(sim, sharp);
    const quibbles_cards hand = sim->hands[seat];
    switch ((enum quibbles_kind)quibbles_move_kind(move)) {
    case QUIBBLES_SPLIT:
    case QUIBBLES_COMBINE: return hand_worth(worth, hand - played + taken);
    case QUIBBLES_DRAW: return hand_worth(worth, hand - played) + draw_gain(worth, hand);
    case QUIBBLES_STASH:
        /* Giving up another card than the lowest is never better. */
        if (taken != sim->collections[seat] - collection_kept(sim->collections[seat])) return -WON;
        return stash_score(sim, quibbles_lowest(played));
    case QUIBBLES_KEEP: return stash_score(sim, 0);
    default: return 0;
    }
}

/* ---- Playing on ---- */

/* A card from the pile; false if there is none at all (B11). */
static inline bool draw(struct quibbles_sim *sim, struct quibbles_luck *luck, quibbles_cards *to)
{
    if (sim->pile_count == 0) {
        if (sim->discards == 0) return false;
        pile_fill(sim, sim->discards);
        sim->discards = 0;
    }
    const uint32_t at = quibbles_luck_below(luck, (uint32_t)sim->pile_count);
    *to += quibbles_card(sim->pile[at]);
    sim->pile[at] = sim->pile[--sim->pile_count];
    return true;
}

void quibbles_sim_act(struct quibbles_sim *sim, const struct quibbles_deed *deed,
                      struct quibbles_luck *luck)
{
    quibbles_cards *const hand = &sim->hands[sim->seat];
    sim->phase = QUIBBLES_STASHES;
    if (deed->kind == QUIBBLES_PASS) return;
    *hand -= deed->played;
    if (deed->kind == QUIBBLES_DRAW) {
        sim->display += deed->played;
        for (int i = 0; i < 2; i++) draw(sim, luck, hand);
        return;
    }
    *hand += deed->taken;
    sim->display -= deed->taken;
    sim->discards += deed->played;
}

static int next_in_play(const struct quibbles_sim *sim, int seat)
{
    do {
        seat = seat + 1 < sim->players ? seat + 1 : 0;
    } while ((sim->in_play & POND_SEAT(seat)) == 0);
    return seat;
}

static void redeal(struct quibbles_sim *sim, struct quibbles_luck *luck)
{
    for (int seat = 0; seat < sim->players; seat++) {
        sim->discards += sim->hands[seat];
        sim->hands[seat] = 0;
    }
    int seat = sim->seat;
    do {
        for (int i = 0; i < QUIBBLES_DEAL; i++) draw(sim, luck, &sim->hands[seat]);
        seat = next_in_play(sim, seat);
    } while (seat != sim->seat);
}

void quibbles_sim_stash(struct quibbles_sim *sim, pond_move move, struct quibbles_luck *luck)
{
    const int seat = sim->seat;
    if (quibbles_move_kind(move) == QUIBBLES_STASH) {
        const quibbles_cards stashed = quibbles_move_played(move);
        const quibbles_cards given_up = quibbles_move_taken(move);
        const quibbles_cards all = sim->hands[seat] & stashed * VALUE_BITS;
        sim->hands[seat] -= all;
        sim->discards += all - stashed + given_up;
        sim->collections[seat] += stashed - given_up;
        if (small_total(sim->collections[seat]) >= QUIBBLES_GOAL) {
            sim->winner = seat;
            return;
        }
        seat_judge(sim, seat);
    }
    int size = quibbles_size(sim->display);
    if (size >= QUIBBLES_DISPLAY_MAX) {
        sim->discards += sim->display;
        sim->display = 0;
        size = 0;
    }
    for (; size < QUIBBLES_DEAL && draw(sim, luck, &sim->display); size++) continue;
    if (sim->hands[seat] == 0) redeal(sim, luck);
    sim->seat = (uint8_t)next_in_play(sim, seat);
    sim->phase = QUIBBLES_ACT;
}

int quibbles_playout(struct quibbles_sim *sim, int turns, struct quibbles_luck *luck,
                     int32_t shares[POND_SEATS_MAX])
{
    int played = 0;
    for (; played < turns && sim->winner < 0; played++) {
        if (sim->phase == QUIBBLES_ACT) {
            const struct quibbles_deed deed = quibbles_choose_action(sim);
            quibbles_sim_act(sim, &deed, luck);
        }
        quibbles_sim_stash(sim, quibbles_choose_stash(sim), luck);
    }
    shares_of(sim, sim->seat, shares);
    return played;
}
