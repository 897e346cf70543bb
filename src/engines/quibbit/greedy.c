/* greedy.c: a sensible player of Quibbit! that looks no further than this round.
 *
 * It asks of each card how often it would come back, whatever the others play, and how often it
 * would win or lose the game at once; and it likes to be in front. A baseline to measure others by,
 * and a fair opponent for a first game. */
#include "greedy.h"

#include <string.h>

#include "help.h"

#include "banned.h"

#define FROGS QUIBBIT_FROGS_MAX
#define WIN 100000
#define KEEP 100

/* What the round has done for the seat, in points: a card that comes back is 100, and more the
 * fewer are left. */
static int64_t judge(const struct quibbit_spot *before, const struct quibbit_spot *after, int seat)
{
    if (after->winner == seat) return WIN;
    if (after->winner != QUIBBIT_NO_WINNER || !quibbit_plays(after, seat)) return -WIN;
    const int held = __builtin_popcount(before->hand[seat]);
    const bool kept = after->hand[seat] == before->hand[seat];
    const int64_t behind = (int64_t)quibbit_spot_least(before) - (int64_t)before->progress[seat] +
                           (int64_t)after->progress[seat] - (int64_t)quibbit_spot_least(after);
    return (kept ? KEEP + 5 * KEEP / held : 0) + (after->crown == seat ? 10 : 0) + 2 * behind;
}

/* Counts on to the next cards; false after the last. */
static bool cards_next(const unsigned hand[FROGS], struct quibbit_cards *cards)
{
    for (int frog = 0; frog < FROGS; frog++) {
        if (hand[frog] == 0) continue;
        const unsigned above = hand[frog] & ~((2u << cards->card[frog]) - 1);
        cards->card[frog] = (uint8_t)__builtin_ctz(above != 0 ? above : hand[frog]);
        if (above != 0) return true;
    }
    return false;
}

uint64_t quibbit_greedy_scores(const struct quibbit_rules *rules, const struct quibbit_spot *spot,
                               int64_t score[FROGS][QUIBBIT_CARD_MAX])
{
    unsigned hand[FROGS] = {0};
    struct quibbit_cards cards = {{0}};
    uint64_t rounds = 0;
    memset(score, 0, sizeof(int64_t[FROGS][QUIBBIT_CARD_MAX]));
    for (int frog = 0; frog < rules->frogs; frog++) {
        if (frog < rules->seats && !quibbit_plays(spot, frog)) continue;
        hand[frog] = frog == rules->seats ? spot->deck : spot->hand[frog];
        cards.card[frog] = (uint8_t)__builtin_ctz(hand[frog]);
    }
    do {
        struct quibbit_spot after = *spot;
        quibbit_round_play(rules, &after, &cards);
        for (int seat = 0; seat < rules->seats; seat++) {
            if (hand[seat] == 0) continue;
            score[seat][cards.card[seat] - 1] += judge(spot, &after, seat);
        }
        rounds++;
    } while (cards_next(hand, &cards));
    return rounds;
}

/* How many cards come back from there, with the line standing still; and in front is better. */
static int64_t placing_judge(const struct quibbit_rules *rules, const struct quibbit_state *after,
                             int seat)
{
    int64_t sum = 0;
    for (uint32_t card = 1; card <= QUIBBIT_CARD_MAX; card++) {
        const uint32_t tile = after->tile[seat];
        const uint32_t by = quibbit_leap(after->occupied, rules->tiles, tile, card);
        sum += 2 * (rules->home[seat] >> (tile + by) % rules->tiles & 1);
    }
    return sum + (after->progress[seat] == quibbit_progress_greatest(after) ? 1 : 0);
}

static void think(const struct pond_task *task, struct pond_advice *advice)
{
    const struct quibbit_state *seen = &quibbit_view_of(task->view)->seen;
    const int seat = task->seat;
    struct quibbit_rules rules;
    struct quibbit_spot spot;
    int64_t best = INT64_MIN, scores[FROGS][QUIBBIT_CARD_MAX];
    uint32_t chosen = 0;
    pond_advice_begin(task, advice);
    quibbit_rules_set(&rules, seen);
    quibbit_spot_set(&spot, seen);
    if (seen->round > 0) advice->nodes = quibbit_greedy_scores(&rules, &spot, scores);
    for (uint32_t i = 0; i < advice->choice_count; i++) {
        const pond_move move = advice->choices[i].move;
        int64_t score;
        if (seen->round > 0) {
            score = scores[seat][move - 1];
        } else {
            struct pond_state after;
            memset(&after, 0, sizeof after);
            memcpy(&after, seen, sizeof *seen);
            task->game->apply(&after, seat, move);
            score = placing_judge(&rules, quibbit_state_of(&after), seat);
            advice->nodes++;
        }
        if (score <= best) continue;
        best = score;
        chosen = i;
    }
    /* Its judgement isn't a probability, so it shows only the choice. */
    advice->choices[0] = advice->choices[chosen];
    advice->choices[0].probability = 1;
    advice->choice_count = 1;
    advice->move = advice->choices[0].move;
    for (int other = 0; other < seen->seats; other++) {
        const int seats = __builtin_popcount(seen->in_play);
        if ((seen->in_play & POND_SEAT(other)) != 0) advice->win[other] = 1.0f / (float)seats;
    }
    advice->line[0] = (struct pond_step){.seat = (uint8_t)seat, .move = advice->move};
    advice->line_count = 1;
    advice->depth = 1;
}

const struct pond_engine pond_engine_quibbit_greedy = {
    .name = "greedy",
    .game = &pond_quibbit,
    .help = HELP(ENGINE_QUIBBIT_GREEDY),
    .think = think,
};
