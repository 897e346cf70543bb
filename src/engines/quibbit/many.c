/* many.c: Quibbit for three and four by regret matching. See many.h.
 *
 * A tree of positions is grown game by game. In each position every seat mixes its cards by how
 * much it regrets not having played them; the average of these mixes is what it would play. What a
 * game's end says about the cards not played is guessed from earlier games, corrected for the one
 * that was (an unbiased estimate with less noise than the end alone). Outside the tree the games
 * are played on by a simple habit.
 *
 * With three players an equilibrium secures no value: against two weaker players it wins no more
 * than its share. Opponent modelling pays: a best response to what the others will probably do. So
 * a search can be given their strategies for the first round (from searches of their own); in
 * later rounds it models them by a quantal response: noisy players who mostly choose what looks
 * best to them. */
#include "many.h"

#include <string.h>

#include "greedy.h"

#include "banned.h"

#define CARDS QUIBBIT_CARD_MAX
#define FROGS QUIBBIT_FROGS_MAX
#define PATH_MAX 48
#define ROUNDS_MAX 80 /* a game that goes on for longer is nobody's (Q13) */
#define AHEAD_MAX 62
#define PROBES 4
#define EXPLORE 0.12f
#define HABIT_RANDOM 12 /* of 256 */
#define HABIT_HOME 100
#define HABIT_FAR 5
#define HABIT_NOISE 64
#define HABIT_LAP 1000
#define VISITS_GREEDY 4
#define VISITS_NOISY 8 /* before that the others are taken for greedy */
#define NOISY 0.02f    /* how much of the chance to win they overlook, about */
#define ROUND_NODES 2  /* what a round of a game counts for */
#define PRIOR 2.0f
#define MEMORY_MAX 1000.0f

/* The greatest power of two of things that fit. */
static uint64_t count_fitting(size_t size, size_t each)
{
    uint64_t count = size >= each ? 1 : 0;
    while (count > 0 && 2 * count * each <= size) count *= 2;
    return count;
}

void quibbit_many_begin(struct quibbit_many *many, const struct pond_task *task,
                        const struct quibbit_rules *rules, int seat, int32_t trust, void *memory,
                        size_t size)
{
    struct pond_rng rng;
    memset(many, 0, sizeof *many);
    many->task = task;
    many->rules = rules;
    many->seat = seat;
    many->trust = (uint32_t)trust * 256 / 100;
    many->nodes = memory;
    many->node_count = count_fitting(size, sizeof *many->nodes);
    for (uint64_t i = 0; i < many->node_count; i++) many->nodes[i].key = 0;
    pond_task_rng(task, &rng);
    many->dice = (uint64_t)pond_rng_word(&rng) << 32 | pond_rng_word(&rng) | 1;
}

void quibbit_many_expect(struct quibbit_many *many, const struct quibbit_many_mix *mix)
{
    many->expects = true;
    many->mix = *mix;
}

/* Games are many and a cipher too good for them: xorshift. */
static uint32_t random_word(struct quibbit_many *many)
{
    uint64_t x = many->dice;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    many->dice = x;
    return (uint32_t)(x * 0x2545f4914f6cdd1du >> 32);
}

static float random_part(struct quibbit_many *many)
{
    return (float)(random_word(many) >> 8) * (1.0f / (float)(1u << 24));
}

/* ---- The tree ---- */

/* Where the frogs are; 0 where that does not fit. */
static uint64_t place_key(const struct quibbit_spot *spot)
{
    const uint32_t least = quibbit_spot_least(spot);
    uint64_t key = 1;
    for (int frog = 0; frog < FROGS; frog++) {
        const bool gone = spot->progress[frog] == QUIBBIT_NOWHERE;
        const uint32_t ahead = gone ? AHEAD_MAX + 1 : spot->progress[frog] - least;
        if (!gone && ahead > AHEAD_MAX) return 0;
        key = key << 6 | ahead;
    }
    return key << 4 | spot->tile[__builtin_ctz(spot->in_play)];
}

static uint64_t scatter(uint64_t key) { return (key ^ key >> 31) * 0x9e3779b97f4a7c15u >> 20; }

static uint64_t key_of(const struct quibbit_spot *spot)
{
    uint64_t key = place_key(spot);
    if (key == 0) return 0;
    for (int frog = 0; frog < FROGS; frog++) key = key << 5 | spot->hand[frog] >> 1;
    return key;
}

/* The node of a position, a new one if it has none; NULL if there is no room. */
static struct quibbit_many_node *node_of(struct quibbit_many *many, uint64_t key, bool *is_new)
{
    const uint64_t mixed = scatter(key);
    *is_new = false;
    for (uint64_t probe = 0; probe < PROBES && key != 0 && many->node_count > 0; probe++) {
        struct quibbit_many_node *node = &many->nodes[(mixed + probe) & (many->node_count - 1)];
        if (node->key == key) return node;
        if (node->key != 0) continue;
        memset(node, 0, sizeof *node);
        node->key = key;
        *is_new = true;
        return node;
    }
    return NULL;
}

const struct quibbit_many_node *quibbit_many_node(const struct quibbit_many *many,
                                                  const struct quibbit_spot *spot)
{
    const uint64_t key = key_of(spot);
    const uint64_t mixed = scatter(key);
    for (uint64_t probe = 0; probe < PROBES && key != 0 && many->node_count > 0; probe++) {
        const struct quibbit_many_node *node =
            &many->nodes[(mixed + probe) & (many->node_count - 1)];
        if (node->key == key) return node;
    }
    return NULL;
}

/* How a seat mixes its cards now. */
static void strategy_of(const struct quibbit_many_node *node, int seat, unsigned hand,
                        float strategy[CARDS])
{
    const float even = 1.0f / (float)__builtin_popcount(hand);
    float sum = 0;
    for (int i = 0; i < CARDS; i++) {
        const bool held = (hand >> (i + 1) & 1) != 0;
        strategy[i] = held && node->regret[seat][i] > 0 ? node->regret[seat][i] : 0;
        sum += strategy[i];
    }
    for (int i = 0; i < CARDS; i++) {
        const bool held = (hand >> (i + 1) & 1) != 0;
        strategy[i] = !held ? 0 : sum > 0 ? strategy[i] / sum : even;
    }
}

void quibbit_many_noisy(const struct quibbit_many_node *node, int seat, unsigned hand, float blur,
                        float part[CARDS])
{
    float best = 0, sum = 0;
    for (int i = 0; i < CARDS; i++) {
        const bool held = (hand >> (i + 1) & 1) != 0;
        if (held && node->mean[seat][i] > best) best = node->mean[seat][i];
    }
    for (int i = 0; i < CARDS; i++) {
        const bool held = (hand >> (i + 1) & 1) != 0;
        part[i] = held ? quibbit_blurred(best - node->mean[seat][i], blur) : 0;
        sum += part[i];
    }
    for (int i = 0; i < CARDS; i++) part[i] /= sum;
}

/* How a seat mixes its cards in this game; false if it just plays the greedy card. */
static bool mix_of(struct quibbit_many *many, struct quibbit_many_node *node, int seat,
                   unsigned hand, bool first, float part[CARDS])
{
    if (seat != many->seat && (random_word(many) >> 24) < many->trust) return false;
    if (seat != many->seat && many->expects) {
        if (first) memcpy(part, many->mix.part[seat], sizeof many->mix.part[seat]);
        if (first) return true;
        if (node->visits < VISITS_NOISY) return false;
        quibbit_many_noisy(node, seat, hand, NOISY, part);
    } else {
        strategy_of(node, seat, hand, part);
        for (int i = 0; i < CARDS; i++) node->played[seat][i] += part[i];
    }
    const float even = EXPLORE / (float)__builtin_popcount(hand);
    for (int i = 0; i < CARDS; i++) {
        if ((hand >> (i + 1) & 1) != 0) part[i] = part[i] * (1 - EXPLORE) + even;
    }
    return true;
}

/* The cards of all seats; `first`: in the current round. */
static void node_choose(struct quibbit_many *many, struct quibbit_many_node *node,
                        const struct quibbit_spot *spot, bool first, uint8_t chosen[FROGS])
{
    for (int seat = 0; seat < many->rules->seats; seat++) {
        chosen[seat] = 0;
        if (!quibbit_plays(spot, seat)) continue;
        float part[CARDS], ticket = random_part(many);
        if (!mix_of(many, node, seat, spot->hand[seat], first, part)) {
            chosen[seat] = node->greedy[seat];
            continue;
        }
        for (unsigned cards = spot->hand[seat]; cards != 0; cards &= cards - 1) {
            const int card = __builtin_ctz(cards);
            if (part[card - 1] <= 0) continue;
            chosen[seat] = (uint8_t)card;
            ticket -= part[card - 1];
            if (ticket < 0) break;
        }
    }
}

/* Learns from the end of a game that went through here. */
static void node_learn(struct quibbit_many_node *node, const uint8_t hand[FROGS], int seats,
                       const uint8_t chosen[FROGS], const float win[FROGS])
{
    node->visits++;
    for (int seat = 0; seat < seats; seat++) {
        if (chosen[seat] == 0) continue;
        const int card = chosen[seat] - 1;
        float strategy[CARDS], expected = 0;
        float *mean = node->mean[seat], *count = &node->count[seat][card];
        *count += 1;
        mean[card] += (win[seat] - mean[card]) / (*count < MEMORY_MAX ? *count : MEMORY_MAX);
        strategy_of(node, seat, hand[seat], strategy);
        for (int i = 0; i < CARDS; i++) expected += strategy[i] * mean[i];
        for (int i = 0; i < CARDS; i++) {
            if ((hand[seat] >> (i + 1) & 1) == 0) continue;
            const float regret = node->regret[seat][i] + mean[i] - expected;
            node->regret[seat][i] = regret > 0 ? regret : 0;
        }
    }
}

/* ---- Playing on ---- */

/* Out of habit: nearly the card that comes back if nobody else leaps, and rather a high one; a lap
 * that wins is seen. */
static uint8_t habit_card(struct quibbit_many *many, const struct quibbit_spot *spot, int seat,
                          uint32_t least)
{
    const unsigned hand = spot->hand[seat];
    const uint32_t word = random_word(many), tile = spot->tile[seat];
    if ((hand & (hand - 1)) == 0) return (uint8_t)__builtin_ctz(hand);
    if ((word & 0xff) < HABIT_RANDOM) {
        const uint32_t count = (uint32_t)__builtin_popcount(hand);
        return quibbit_card(hand, (uint32_t)((uint64_t)(word >> 8) * count >> 24));
    }
    const uint32_t homes = (uint32_t)many->rules->home[seat] * (1u + (1u << many->rules->tiles));
    const bool leads = many->rules->lap_by_leader || spot->crown == seat;
    uint32_t best = 0, chosen = 0;
    for (unsigned cards = hand; cards != 0; cards &= cards - 1) {
        const uint32_t card = (uint32_t)__builtin_ctz(cards);
        const uint32_t by = quibbit_leap(spot->occupied, many->rules->tiles, tile, card);
        const uint32_t ahead = spot->progress[seat] + by - least;
        const uint32_t score = 1 + (homes >> (tile + by) & 1) * HABIT_HOME + HABIT_FAR * by +
                               (leads && ahead > many->rules->tiles ? HABIT_LAP : 0) +
                               (word >> (5 * card + 2) & 31) * HABIT_NOISE / 32;
        if (score <= best) continue;
        best = score;
        chosen = card;
    }
    return (uint8_t)chosen;
}

static void play_on(struct quibbit_many *many, struct quibbit_spot *spot, float win[FROGS])
{
    for (int rounds = 0; spot->winner == QUIBBIT_NO_WINNER && rounds < ROUNDS_MAX; rounds++) {
        const uint32_t least = quibbit_spot_least(spot);
        struct quibbit_cards cards = {{0}};
        for (int seat = 0; seat < many->rules->seats; seat++) {
            if (!quibbit_plays(spot, seat)) continue;
            cards.card[seat] = habit_card(many, spot, seat, least);
        }
        quibbit_round_play(many->rules, spot, &cards);
        many->effort += ROUND_NODES;
    }
    for (int frog = 0; frog < FROGS; frog++) win[frog] = spot->winner == frog ? 1.0f : 0.0f;
}

/* Before a seat knows what to regret it plays out of habit. */
static void node_begin(struct quibbit_many *many, struct quibbit_many_node *node,
                       const struct quibbit_spot *spot)
{
    const uint32_t least = quibbit_spot_least(spot);
    for (int seat = 0; seat < many->rules->seats; seat++) {
        if (!quibbit_plays(spot, seat)) continue;
        const uint8_t card = habit_card(many, spot, seat, least);
        for (int i = 0; i < CARDS; i++) {
            node->regret[seat][i] = i + 1 == card ? PRIOR : 0.1f * PRIOR;
            node->mean[seat][i] = 0.3f;
        }
        node->greedy[seat] = card;
    }
}

/* In a position that is seen again, what greedy players would play is looked at in earnest. */
static void node_greedy(struct quibbit_many *many, struct quibbit_many_node *node,
                        const struct quibbit_spot *spot)
{
    int64_t score[FROGS][CARDS];
    many->effort += quibbit_greedy_scores(many->rules, spot, score) / 2;
    for (int seat = 0; seat < many->rules->seats; seat++) {
        int best = -1;
        for (int i = 0; i < CARDS; i++) {
            if ((spot->hand[seat] >> (i + 1) & 1) == 0) continue;
            if (best < 0 || score[seat][i] > score[seat][best]) best = i;
        }
        node->greedy[seat] = (uint8_t)(best + 1);
    }
}

/* One game. */
static void iterate(struct quibbit_many *many, const struct quibbit_spot *root)
{
    struct step {
        struct quibbit_many_node *node;
        uint8_t chosen[FROGS], hand[FROGS];
    } path[PATH_MAX];
    struct quibbit_spot spot = *root;
    float win[FROGS];
    int length = 0;
    bool is_new = false;
    while (spot.winner == QUIBBIT_NO_WINNER && length < PATH_MAX && !is_new) {
        struct step *step = &path[length];
        step->node = node_of(many, key_of(&spot), &is_new);
        if (step->node == NULL) break;
        if (is_new) node_begin(many, step->node, &spot);
        if (step->node->visits == VISITS_GREEDY) node_greedy(many, step->node, &spot);
        node_choose(many, step->node, &spot, length == 0, step->chosen);
        memcpy(step->hand, spot.hand, sizeof step->hand);
        struct quibbit_cards cards;
        memcpy(cards.card, step->chosen, sizeof cards.card);
        if (many->rules->seats < FROGS) cards.card[many->rules->seats] = 0;
        quibbit_round_play(many->rules, &spot, &cards);
        length++;
    }
    many->effort += (uint64_t)length * ROUND_NODES;
    play_on(many, &spot, win);
    for (int i = length; i-- > 0;) {
        node_learn(path[i].node, path[i].hand, many->rules->seats, path[i].chosen, win);
    }
    for (int frog = 0; frog < FROGS; frog++) many->win[frog] += win[frog];
    many->iterations++;
}

void quibbit_many_search(struct quibbit_many *many, const struct quibbit_spot *spot,
                         uint64_t effort)
{
    const uint64_t end = many->effort + effort;
    do {
        iterate(many, spot);
    } while (many->effort < end && !pond_task_spent(many->task, 0));
}
