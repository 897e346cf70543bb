/* three_kernel.h: Quibbit for three, one set of hands at a time: a stationary strategy for
 * every state, what it is worth, and what a best response to it is worth.
 *
 * This header is all the arithmetic of the solver. It compiles as C for three.c and as CUDA
 * for three.cu, so both compute the same thing.
 *
 * A state is three hands and a position (positions.h). Hands never grow, so the states of
 * three hands, a block, need only blocks of smaller hands and each other. They need each other only
 * where all three frogs are at home, as only then nobody loses a card. Those positions, one in
 * fourteen, are cyclic and are solved together; the others follow from them one by one.
 *
 * Every state is a stage game of up to five cards per seat. Regret matching+ with averages that
 * weigh later steps more finds a strategy from which no seat gains by deviating in that round. In
 * cyclic positions regrets persist from sweep to sweep while the values settle. Solving those
 * stage games again in each sweep would not do: values jump between equilibria and never settle.
 *
 * Strategies are rounded to bytes, and then evaluated as they are kept: the value of every state,
 * and per seat the value of the best response to the other two, over the whole rest of the game,
 * both by value iteration from zero: a game without end counts for nobody. Once two players are
 * left it is shared like a draw, which makes their game zero-sum. */
#ifndef POND_QUIBBIT_THREE_KERNEL_H
#define POND_QUIBBIT_THREE_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __CUDACC__
#define THREE_CODE static __device__
#define THREE_WAIT() __syncthreads()
#else
#define THREE_CODE static inline
#define THREE_WAIT() ((void)0)
#endif

#define THREE_SEATS 3
#define THREE_CARDS 5
#define THREE_CELLS (THREE_CARDS * THREE_CARDS * THREE_CARDS)
#define THREE_HANDS 32    /* sets of cards from bit 0; the empty one is not used */
#define THREE_BYTE 255    /* a probability of 1 */
#define THREE_LEVEL_MIN 3 /* cards left in all hands together */
#define THREE_LEVEL_MAX (THREE_SEATS * THREE_CARDS)
#define THREE_CYCLIC_MAX 512

#define THREE_ENDLESS 0.0f /* what a game without end is worth */
#define THREE_STAY 0.999f  /* while solving: so that a winner does not put off winning */

/* The ring and all that is known so far. Pointers are the machine's that computes. */
struct three_game {
    uint32_t positions, cyclic, pairs;
    bool tie_by_crown_now;
    const uint16_t *next;  /* by cards ((0 * 5 + 1) * 5 + 2) and position; see quibbit_positions */
    const uint8_t *home;   /* by position: the set of seats at home */
    const uint8_t *front;  /* by position: the farthest frog */
    const uint16_t *order; /* all positions, the cyclic ones first */
    const uint16_t *pair_left[THREE_SEATS]; /* by the seat that is out, and position */
    /* By the seat that is out, the hands of the others and their pair: each one's chance to win,
     * and the same when that one plays a best response. */
    const float (*pair_value)[2], (*pair_best)[2];
    float (*value)[THREE_SEATS], (*best)[THREE_SEATS]; /* by block and position */
    uint8_t *strategy; /* by block, position, seat and card held: bytes that sum to THREE_BYTE */
    const uint64_t *strategy_at; /* by block */
};

struct three_settings {
    uint32_t sweeps;    /* over cyclic positions, at most */
    uint32_t steps;     /* of regret matching per sweep */
    uint32_t steps_max; /* in other positions */
    float gap;          /* what a deviation in one round may gain: less is enough */
    float change;       /* of values while they are evaluated: less is settled */
};

#define THREE_STANDARD                                                                             \
    {                                                                                              \
        .sweeps = 500, .steps = 6, .steps_max = 800, .gap = 1e-4f, .change = 1e-6f                 \
    }

/* What the threads of one block share: memory for its cyclic positions. */
struct three_scratch {
    float regret[THREE_CYCLIC_MAX][THREE_SEATS][THREE_CARDS];
    float sum[THREE_CYCLIC_MAX][THREE_SEATS][THREE_CARDS];
    float worst[2]; /* of a sweep: the largest gap or change; by turns */
};

/* The cards of a stage game. */
struct three_hands {
    unsigned hand[THREE_SEATS];
    int count[THREE_SEATS];
    uint8_t card[THREE_SEATS][THREE_CARDS];
};

struct three_mix {
    float p[THREE_SEATS][THREE_CARDS];
};

#ifdef __CUDACC__
#define THREE_ANYWHERE static __host__ __device__
#else
#define THREE_ANYWHERE static inline
#endif

THREE_ANYWHERE uint32_t three_block(const unsigned hand[THREE_SEATS])
{
    return (hand[0] * THREE_HANDS + hand[1]) * THREE_HANDS + hand[2];
}

THREE_ANYWHERE void three_hands_set(struct three_hands *hands, uint32_t block)
{
    for (int seat = THREE_SEATS; seat-- > 0; block /= THREE_HANDS) {
        hands->hand[seat] = block % THREE_HANDS;
        hands->count[seat] = 0;
        for (int card = 0; card < THREE_CARDS; card++) {
            if ((hands->hand[seat] >> card & 1) == 0) continue;
            hands->card[seat][hands->count[seat]++] = (uint8_t)card;
        }
    }
}

THREE_ANYWHERE uint64_t three_pair_at(const struct three_game *game, int out, unsigned hand_first,
                                      unsigned hand_second, uint32_t pair)
{
    return (((uint64_t)out * THREE_HANDS + hand_first) * THREE_HANDS + hand_second) * game->pairs +
           pair;
}

/* ---- Where a round leads ---- */

/* Some seats are out after a round that ended in `to`: what each wins, by pair_value or
 * pair_best. */
THREE_ANYWHERE void three_outs(const struct three_game *game, const float (*pair_value)[2],
                               uint32_t from, uint32_t to, const unsigned left[THREE_SEATS],
                               float out[THREE_SEATS])
{
    int gone = 0, last_gone = 0, last_left = -1;
    for (int seat = 0; seat < THREE_SEATS; seat++) {
        out[seat] = 0;
        if (left[seat] == 0) {
            gone++;
            last_gone = seat;
        } else {
            last_left = seat;
        }
    }
    if (gone == THREE_SEATS) {
        out[game->front[game->tie_by_crown_now ? to : from]] = 1;
    } else if (gone == 2) {
        out[last_left] = 1;
    } else {
        const int first = last_gone == 0 ? 1 : 0, second = last_gone == 2 ? 1 : 2;
        const float *both = pair_value[three_pair_at(game, last_gone, left[first], left[second],
                                                     game->pair_left[last_gone][to])];
        out[first] = both[0];
        out[second] = both[1];
    }
}

/* What each seat wins after a round with these cards (from 0), by `value` and `pair_value`. True
 * where all hands stay as they are. */
THREE_ANYWHERE bool three_follow(const struct three_game *game, const float (*value)[THREE_SEATS],
                                 const float (*pair_value)[2], const unsigned hand[THREE_SEATS],
                                 uint32_t from, const unsigned card[THREE_SEATS],
                                 float out[THREE_SEATS])
{
    const uint32_t number = (card[0] * THREE_CARDS + card[1]) * THREE_CARDS + card[2];
    const uint32_t to = game->next[number * game->positions + from];
    if (to >= game->positions) {
        for (uint32_t seat = 0; seat < THREE_SEATS; seat++) {
            out[seat] = to - game->positions == seat ? 1.0f : 0.0f;
        }
        return false;
    }
    const unsigned home = game->home[to];
    unsigned left[THREE_SEATS];
    for (int seat = 0; seat < THREE_SEATS; seat++) {
        left[seat] = (home >> seat & 1) != 0 ? hand[seat] : hand[seat] & ~(1u << card[seat]);
    }
    if (left[0] == 0 || left[1] == 0 || left[2] == 0) {
        three_outs(game, pair_value, from, to, left, out);
        return false;
    }
    const float *found = value[(uint64_t)three_block(left) * game->positions + to];
    for (int seat = 0; seat < THREE_SEATS; seat++) out[seat] = found[seat];
    return home == 7;
}

/* ---- Stage games ---- */

/* Payoffs by seat, and by cards in the order of the hands. */
struct three_stage {
    float payoff[THREE_SEATS][THREE_CELLS];
};

THREE_CODE void three_stage_set(const struct three_game *game, const float (*value)[THREE_SEATS],
                                const float (*pair_value)[2], const struct three_hands *hands,
                                uint32_t position, float stay, struct three_stage *stage)
{
    int cell = 0;
    for (int a = 0; a < hands->count[0]; a++) {
        for (int b = 0; b < hands->count[1]; b++) {
            for (int c = 0; c < hands->count[2]; c++, cell++) {
                const unsigned card[THREE_SEATS] = {hands->card[0][a], hands->card[1][b],
                                                    hands->card[2][c]};
                float out[THREE_SEATS];
                const bool stays =
                    three_follow(game, value, pair_value, hands->hand, position, card, out);
                for (int seat = 0; seat < THREE_SEATS; seat++) {
                    stage->payoff[seat][cell] = stays ? out[seat] * stay : out[seat];
                }
            }
        }
    }
}

/* What each card of a seat wins against the others' mixes. */
THREE_CODE void three_replies(const float payoff[THREE_CELLS], const int count[THREE_SEATS],
                              int seat, const struct three_mix *mix, float reply[THREE_CARDS])
{
    const float *cell = payoff;
    for (int i = 0; i < THREE_CARDS; i++) reply[i] = 0;
    for (int a = 0; a < count[0]; a++) {
        const float first = seat == 0 ? 1.0f : mix->p[0][a];
        for (int b = 0; b < count[1]; b++) {
            const float both = seat == 1 ? first : first * mix->p[1][b];
            if (seat == 2) {
                for (int c = 0; c < count[2]; c++) reply[c] += both * *cell++;
                continue;
            }
            float sum = 0;
            for (int c = 0; c < count[2]; c++) sum += mix->p[2][c] * *cell++;
            reply[seat == 0 ? a : b] += both * sum;
        }
    }
}

THREE_CODE float three_expect(const float reply[THREE_CARDS], const float p[THREE_CARDS], int count)
{
    float sum = 0;
    for (int i = 0; i < count; i++) sum += p[i] * reply[i];
    return sum;
}

/* The mix that is proportional to these numbers where they are positive; all alike where none is.
 */
THREE_CODE void three_mix_set(const float weight[THREE_CARDS], int count, float p[THREE_CARDS])
{
    float sum = 0;
    for (int i = 0; i < count; i++) sum += weight[i] > 0 ? weight[i] : 0;
    for (int i = 0; i < count; i++) {
        p[i] = sum > 0 ? (weight[i] > 0 ? weight[i] / sum : 0) : 1.0f / (float)count;
    }
}

/* One step of regret matching+ for all seats in turn. */
THREE_CODE void three_step(const struct three_stage *stage, const int count[THREE_SEATS],
                           float regret[THREE_SEATS][THREE_CARDS], struct three_mix *mix,
                           float sum[THREE_SEATS][THREE_CARDS], float weight)
{
    for (int seat = 0; seat < THREE_SEATS; seat++) {
        float reply[THREE_CARDS];
        if (count[seat] == 1) {
            mix->p[seat][0] = 1;
            sum[seat][0] += weight;
            continue;
        }
        three_replies(stage->payoff[seat], count, seat, mix, reply);
        const float expected = three_expect(reply, mix->p[seat], count[seat]);
        for (int i = 0; i < count[seat]; i++) {
            const float grown = regret[seat][i] + reply[i] - expected;
            regret[seat][i] = grown > 0 ? grown : 0;
        }
        three_mix_set(regret[seat], count[seat], mix->p[seat]);
        for (int i = 0; i < count[seat]; i++) sum[seat][i] += weight * mix->p[seat][i];
    }
}

/* What the mixes win, and the most that a seat gains by another card in this round. */
THREE_CODE float three_gap(const struct three_stage *stage, const int count[THREE_SEATS],
                           const struct three_mix *mix, float win[THREE_SEATS])
{
    float gap = 0;
    for (int seat = 0; seat < THREE_SEATS; seat++) {
        float reply[THREE_CARDS];
        three_replies(stage->payoff[seat], count, seat, mix, reply);
        win[seat] = three_expect(reply, mix->p[seat], count[seat]);
        for (int i = 0; i < count[seat]; i++) {
            if (reply[i] - win[seat] > gap) gap = reply[i] - win[seat];
        }
    }
    return gap;
}

/* ---- Strategies as bytes ---- */

/* Rounds a mix so that the bytes sum to THREE_BYTE: the largest takes what is left over. */
THREE_CODE void three_round(const float p[THREE_CARDS], int count, uint8_t *out)
{
    int left = THREE_BYTE, most = 0;
    for (int i = 0; i < count; i++) {
        const int byte = (int)(p[i] * (float)THREE_BYTE + 0.5f);
        out[i] = (uint8_t)byte;
        left -= byte;
        if (p[i] > p[most]) most = i;
    }
    out[most] = (uint8_t)(out[most] + left);
}

THREE_ANYWHERE uint8_t *three_strategy(const struct three_game *game,
                                       const struct three_hands *hands, uint32_t block,
                                       uint32_t position)
{
    const int cards = hands->count[0] + hands->count[1] + hands->count[2];
    return game->strategy + game->strategy_at[block] + (uint64_t)position * (uint32_t)cards;
}

THREE_ANYWHERE void three_mix_read(const struct three_hands *hands, const uint8_t *bytes,
                                   struct three_mix *mix)
{
    for (int seat = 0; seat < THREE_SEATS; seat++) {
        for (int i = 0; i < hands->count[seat]; i++) {
            mix->p[seat][i] = (float)*bytes++ * (1.0f / (float)THREE_BYTE);
        }
    }
}

THREE_CODE void three_mix_write(const struct three_hands *hands, const struct three_mix *mix,
                                uint8_t *bytes)
{
    for (int seat = 0; seat < THREE_SEATS; seat++) {
        three_round(mix->p[seat], hands->count[seat], bytes);
        bytes += hands->count[seat];
    }
}

/* ---- Solving a block ---- */

/* A maximum over the threads of a block; floats that are not negative compare as their bits. */
THREE_CODE void three_most(float *most, float number)
{
#ifdef __CUDACC__
    atomicMax((int *)most, __float_as_int(number));
#else
    if (number > *most) *most = number;
#endif
}

THREE_CODE void three_average(const float sum[THREE_SEATS][THREE_CARDS],
                              const int count[THREE_SEATS], struct three_mix *mix)
{
    for (int seat = 0; seat < THREE_SEATS; seat++) {
        three_mix_set(sum[seat], count[seat], mix->p[seat]);
    }
}

/* One sweep's work on one cyclic position. */
THREE_CODE float three_cyclic_sweep(const struct three_game *game, const struct three_hands *hands,
                                    uint64_t state, uint32_t position,
                                    const struct three_settings *settings, uint32_t sweep,
                                    float regret[THREE_SEATS][THREE_CARDS],
                                    float sum[THREE_SEATS][THREE_CARDS])
{
    struct three_stage stage;
    struct three_mix mix;
    float win[THREE_SEATS];
    three_stage_set(game, game->value, game->pair_value, hands, position, THREE_STAY, &stage);
    three_average(regret, hands->count, &mix);
    const float weight = (float)(sweep + 1);
    for (uint32_t step = 0; step < settings->steps; step++) {
        three_step(&stage, hands->count, regret, &mix, sum, weight * weight);
    }
    three_average(sum, hands->count, &mix);
    float worst = three_gap(&stage, hands->count, &mix, win);
    for (int seat = 0; seat < THREE_SEATS; seat++) {
        const float change = win[seat] - game->value[state][seat];
        if (change > worst) worst = change;
        if (-change > worst) worst = -change;
        game->value[state][seat] = win[seat];
    }
    return worst;
}

THREE_CODE void three_cyclic_solve(const struct three_game *game, uint32_t block,
                                   const struct three_settings *settings,
                                   struct three_scratch *scratch, uint32_t thread, uint32_t threads)
{
    const uint64_t base = (uint64_t)block * game->positions;
    struct three_hands hands;
    three_hands_set(&hands, block);
    for (uint32_t i = thread; i < game->cyclic; i += threads) {
        for (int seat = 0; seat < THREE_SEATS; seat++) {
            game->value[base + game->order[i]][seat] = THREE_ENDLESS;
            for (int card = 0; card < THREE_CARDS; card++) {
                scratch->regret[i][seat][card] = scratch->sum[i][seat][card] = 0;
            }
        }
    }
    if (thread == 0) scratch->worst[0] = scratch->worst[1] = 0;
    THREE_WAIT();
    for (uint32_t sweep = 0; sweep < settings->sweeps; sweep++) {
        float worst = 0;
        for (uint32_t i = thread; i < game->cyclic; i += threads) {
            const uint32_t position = game->order[i];
            const float found =
                three_cyclic_sweep(game, &hands, base + position, position, settings, sweep,
                                   scratch->regret[i], scratch->sum[i]);
            if (found > worst) worst = found;
        }
        three_most(&scratch->worst[sweep & 1], worst);
        THREE_WAIT();
        const bool enough = scratch->worst[sweep & 1] < settings->gap;
        if (thread == 0) scratch->worst[(sweep + 1) & 1] = 0;
        THREE_WAIT();
        if (enough) break;
    }
    for (uint32_t i = thread; i < game->cyclic; i += threads) {
        struct three_mix mix;
        three_average(scratch->sum[i], hands.count, &mix);
        three_mix_write(&hands, &mix, three_strategy(game, &hands, block, game->order[i]));
    }
}

#define THREE_CHECK_EVERY 32
#define THREE_TRIES 3

/* A stage game whose payoffs are fixed: several tries from different beginnings, until a gap is
 * small enough; the best mix found is kept. */
THREE_CODE float three_stage_solve(const struct three_stage *stage, const int count[THREE_SEATS],
                                   const struct three_settings *settings, struct three_mix *best)
{
    float best_gap = 2;
    for (int attempt = 0; attempt < THREE_TRIES && best_gap >= settings->gap; attempt++) {
        float regret[THREE_SEATS][THREE_CARDS], sum[THREE_SEATS][THREE_CARDS], win[THREE_SEATS];
        struct three_mix mix;
        for (int seat = 0; seat < THREE_SEATS; seat++) {
            for (int i = 0; i < THREE_CARDS; i++) {
                regret[seat][i] = i == (attempt - 1) * (seat + 1) % count[seat] ? 0.1f : 0;
                if (attempt == 0) regret[seat][i] = 0;
                sum[seat][i] = 0;
            }
        }
        three_average(regret, count, &mix);
        for (uint32_t step = 1; step <= settings->steps_max; step++) {
            three_step(stage, count, regret, &mix, sum, (float)step * (float)step);
            if (step % THREE_CHECK_EVERY != 0) continue;
            struct three_mix average;
            three_average(sum, count, &average);
            float gap = three_gap(stage, count, &average, win);
            if (gap < best_gap) {
                best_gap = gap;
                *best = average;
            }
            gap = three_gap(stage, count, &mix, win);
            if (gap < best_gap) {
                best_gap = gap;
                *best = mix;
            }
            if (best_gap < settings->gap) break;
        }
    }
    return best_gap;
}

/* ---- Values of the strategies as they are kept ---- */

/* Evaluates one state; returns by how much its numbers changed. */
THREE_CODE float three_evaluate(const struct three_game *game, const struct three_hands *hands,
                                uint32_t block, uint32_t position, struct three_stage *stage)
{
    const uint64_t state = (uint64_t)block * game->positions + position;
    float change = 0;
    struct three_mix mix;
    three_mix_read(hands, three_strategy(game, hands, block, position), &mix);
    for (int response = 0; response < 2; response++) {
        float(*const value)[THREE_SEATS] = response != 0 ? game->best : game->value;
        three_stage_set(game, value, response != 0 ? game->pair_best : game->pair_value, hands,
                        position, 1, stage);
        for (int seat = 0; seat < THREE_SEATS; seat++) {
            float reply[THREE_CARDS], won = 0;
            three_replies(stage->payoff[seat], hands->count, seat, &mix, reply);
            if (response == 0) won = three_expect(reply, mix.p[seat], hands->count[seat]);
            for (int i = 0; i < hands->count[seat] && response != 0; i++) {
                if (reply[i] > won) won = reply[i];
            }
            const float by = won - value[state][seat];
            if (by > change) change = by;
            if (-by > change) change = -by;
            value[state][seat] = won;
        }
    }
    return change;
}

#define THREE_EVALUATIONS_MAX 5000

THREE_CODE void three_cyclic_evaluate(const struct three_game *game, uint32_t block,
                                      const struct three_settings *settings,
                                      struct three_scratch *scratch, uint32_t thread,
                                      uint32_t threads)
{
    const uint64_t base = (uint64_t)block * game->positions;
    struct three_hands hands;
    struct three_stage stage;
    three_hands_set(&hands, block);
    for (uint32_t i = thread; i < game->cyclic; i += threads) {
        for (int seat = 0; seat < THREE_SEATS; seat++) {
            game->value[base + game->order[i]][seat] = THREE_ENDLESS;
            game->best[base + game->order[i]][seat] = THREE_ENDLESS;
        }
    }
    if (thread == 0) scratch->worst[0] = scratch->worst[1] = 0;
    THREE_WAIT();
    for (uint32_t sweep = 0; sweep < THREE_EVALUATIONS_MAX; sweep++) {
        float worst = 0;
        for (uint32_t i = thread; i < game->cyclic; i += threads) {
            const float found = three_evaluate(game, &hands, block, game->order[i], &stage);
            if (found > worst) worst = found;
        }
        three_most(&scratch->worst[sweep & 1], worst);
        THREE_WAIT();
        const bool enough = scratch->worst[sweep & 1] < settings->change;
        if (thread == 0) scratch->worst[(sweep + 1) & 1] = 0;
        THREE_WAIT();
        if (enough) break;
    }
}

/* ---- A whole block ---- */

/* Solves one block, all smaller ones being done, with `threads` threads that each call this; where
 * `solved`, its strategy is there already and is only evaluated. */
THREE_CODE void three_block_work(const struct three_game *game, uint32_t block, bool solved,
                                 const struct three_settings *settings,
                                 struct three_scratch *scratch, uint32_t thread, uint32_t threads)
{
    struct three_hands hands;
    struct three_stage stage;
    three_hands_set(&hands, block);
    if (!solved) three_cyclic_solve(game, block, settings, scratch, thread, threads);
    THREE_WAIT();
    three_cyclic_evaluate(game, block, settings, scratch, thread, threads);
    THREE_WAIT();
    for (uint32_t i = game->cyclic + thread; i < game->positions; i += threads) {
        const uint32_t position = game->order[i];
        if (!solved) {
            struct three_mix mix;
            three_stage_set(game, game->value, game->pair_value, &hands, position, THREE_STAY,
                            &stage);
            three_stage_solve(&stage, hands.count, settings, &mix);
            three_mix_write(&hands, &mix, three_strategy(game, &hands, block, position));
        }
        three_evaluate(game, &hands, block, position, &stage);
    }
}

#endif
