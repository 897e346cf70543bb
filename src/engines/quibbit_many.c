/* quibbit_many.c: Quibbit for three and four by regret matching. See quibbit_many.h.
 *
 * A tree of positions is grown game by game. In each position every seat mixes its cards by how
 * much it regrets not having played them; the average of these mixes is what it would play. What a
 * game's end says about the cards not played is guessed from earlier games, corrected for the one
 * that was (an unbiased estimate with less noise than the end alone). Outside the tree the games
 * are played on by a simple habit. */
#include "quibbit_many.h"

#include <string.h>

#include "banned.h"

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF /* the same answers from every compiler */
#endif

#define CARDS QUIBBIT_CARD_MAX
#define FROGS QUIBBIT_FROGS_MAX
#define PATH_MAX 48
#define ROUNDS_MAX 80 /* a game that goes on for longer is nobody's (Q13) */
#define AHEAD_MAX 62
#define PROBES 4
#define EXPLORE 0.12f
#define HABIT_RANDOM 20 /* of 256 */
#define HABIT_SHARP 8
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
                        const struct quibbit_rules *rules, void *memory, size_t size)
{
    struct pond_rng rng;
    memset(many, 0, sizeof *many);
    many->task = task;
    many->rules = rules;
    many->habits = memory;
    many->habit_count = count_fitting(size / 4, sizeof *many->habits);
    const size_t used = (size_t)many->habit_count * sizeof *many->habits;
    many->nodes = (struct quibbit_many_node *)(void *)((unsigned char *)memory + used);
    many->node_count = count_fitting(size - used, sizeof *many->nodes);
    for (uint64_t i = 0; i < many->habit_count; i++) many->habits[i].key = 0;
    for (uint64_t i = 0; i < many->node_count; i++) many->nodes[i].key = 0;
    pond_task_rng(task, &rng);
    many->dice = (uint64_t)pond_rng_word(&rng) << 32 | pond_rng_word(&rng) | 1;
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

/* ---- Habits ---- */

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

/* Tries the cards of all seats so that any three of them meet in every way once. */
static void habit_set(const struct quibbit_rules *rules, const struct quibbit_spot *spot,
                      struct quibbit_habit *habit)
{
    memset(habit->keeps, 0, sizeof habit->keeps);
    for (unsigned trial = 0; trial < CARDS * CARDS * CARDS; trial++) {
        const unsigned one = trial % 5, two = trial / 5 % 5, three = trial / 25;
        const unsigned card[FROGS] = {one, two, three, (one + two + 2 * three) % 5};
        struct quibbit_cards cards = {{0}};
        struct quibbit_spot after = *spot;
        for (int seat = 0; seat < rules->seats; seat++) {
            if (!quibbit_plays(spot, seat)) continue;
            cards.card[seat] = (uint8_t)(card[seat] + 1);
            after.hand[seat] = QUIBBIT_HAND_FULL;
        }
        quibbit_round_play(rules, &after, &cards);
        for (int seat = 0; seat < rules->seats; seat++) {
            const bool kept = after.winner == QUIBBIT_NO_WINNER
                                  ? after.hand[seat] == QUIBBIT_HAND_FULL
                                  : after.winner == seat;
            if (cards.card[seat] != 0) habit->keeps[seat][card[seat]] += kept;
        }
    }
}

static const struct quibbit_habit *habit_of(struct quibbit_many *many,
                                            const struct quibbit_spot *spot)
{
    const uint64_t key = place_key(spot);
    struct quibbit_habit *habit = &many->habits[scatter(key) & (many->habit_count - 1)];
    if (key != 0 && habit->key == key) return habit;
    habit_set(many->rules, spot, habit);
    habit->key = key;
    return habit;
}

/* ---- The tree ---- */

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

/* One seat's choice in a position of the tree. */
struct chosen {
    uint8_t card[FROGS];
    float chance[FROGS]; /* with which it was chosen */
};

static void node_choose(struct quibbit_many *many, struct quibbit_many_node *node,
                        const struct quibbit_spot *spot, struct chosen *chosen)
{
    for (int seat = 0; seat < many->rules->seats; seat++) {
        chosen->card[seat] = 0;
        if (!quibbit_plays(spot, seat)) continue;
        float strategy[CARDS], ticket = random_part(many);
        const unsigned hand = spot->hand[seat];
        const float even = EXPLORE / (float)__builtin_popcount(hand);
        strategy_of(node, seat, hand, strategy);
        for (int i = 0; i < CARDS; i++) node->played[seat][i] += strategy[i];
        for (unsigned cards = hand; cards != 0; cards &= cards - 1) {
            const int card = __builtin_ctz(cards);
            const float chance = strategy[card - 1] * (1 - EXPLORE) + even;
            chosen->card[seat] = (uint8_t)card;
            chosen->chance[seat] = chance;
            ticket -= chance;
            if (ticket < 0) break;
        }
    }
}

/* Learns from the end of a game that went through here. */
static void node_learn(struct quibbit_many_node *node, const uint8_t hand[FROGS], int seats,
                       const struct chosen *chosen, const float win[FROGS])
{
    node->visits++;
    for (int seat = 0; seat < seats; seat++) {
        if (chosen->card[seat] == 0) continue;
        const int card = chosen->card[seat] - 1;
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

/* Out of habit: most often nearly the card that comes back most often. */
static uint8_t habit_card(struct quibbit_many *many, const struct quibbit_habit *habit, int seat,
                          unsigned hand)
{
    const uint32_t word = random_word(many);
    if ((word & 0xff) < HABIT_RANDOM) {
        const uint32_t count = (uint32_t)__builtin_popcount(hand);
        return quibbit_card(hand, (uint32_t)((uint64_t)(word >> 8) * count >> 24));
    }
    uint32_t best = 0, chosen = 0;
    for (unsigned cards = hand; cards != 0; cards &= cards - 1) {
        const uint32_t card = (uint32_t)__builtin_ctz(cards);
        const uint32_t score = 1 + (uint32_t)habit->keeps[seat][card - 1] * HABIT_SHARP +
                               (word >> (5 * card + 2) & 31);
        if (score <= best) continue;
        best = score;
        chosen = card;
    }
    return (uint8_t)chosen;
}

static void play_on(struct quibbit_many *many, struct quibbit_spot *spot, float win[FROGS])
{
    for (int rounds = 0; spot->winner == QUIBBIT_NO_WINNER && rounds < ROUNDS_MAX; rounds++) {
        const struct quibbit_habit *habit = habit_of(many, spot);
        struct quibbit_cards cards = {{0}};
        for (int seat = 0; seat < many->rules->seats; seat++) {
            if (!quibbit_plays(spot, seat)) continue;
            cards.card[seat] = habit_card(many, habit, seat, spot->hand[seat]);
        }
        quibbit_round_play(many->rules, spot, &cards);
        many->rounds++;
    }
    for (int frog = 0; frog < FROGS; frog++) win[frog] = spot->winner == frog ? 1.0f : 0.0f;
}

/* Before a seat knows what to regret it plays out of habit. */
static void node_begin(struct quibbit_many *many, struct quibbit_many_node *node,
                       const struct quibbit_spot *spot)
{
    const struct quibbit_habit *habit = habit_of(many, spot);
    for (int seat = 0; seat < many->rules->seats; seat++) {
        for (int i = 0; i < CARDS; i++) {
            const float part = (float)habit->keeps[seat][i] * 0.04f;
            node->regret[seat][i] = PRIOR * part * part * part * part + 0.001f;
            node->mean[seat][i] = 0.3f;
        }
    }
}

/* One game. */
static void iterate(struct quibbit_many *many, const struct quibbit_spot *root)
{
    struct step {
        struct quibbit_many_node *node;
        struct chosen chosen;
        uint8_t hand[FROGS];
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
        node_choose(many, step->node, &spot, &step->chosen);
        memcpy(step->hand, spot.hand, sizeof step->hand);
        struct quibbit_cards cards;
        memcpy(cards.card, step->chosen.card, sizeof cards.card);
        if (many->rules->seats < FROGS) cards.card[many->rules->seats] = 0;
        quibbit_round_play(many->rules, &spot, &cards);
        length++;
    }
    many->rounds += (uint64_t)length;
    play_on(many, &spot, win);
    for (int i = length; i-- > 0;) {
        node_learn(path[i].node, path[i].hand, many->rules->seats, &path[i].chosen, win);
    }
    for (int frog = 0; frog < FROGS; frog++) many->win[frog] += win[frog];
    many->iterations++;
}

void quibbit_many_search(struct quibbit_many *many, const struct quibbit_spot *spot,
                         uint64_t rounds)
{
    const uint64_t end = many->rounds + rounds;
    do {
        iterate(many, spot);
    } while (many->rounds < end && !pond_task_spent(many->task, 0));
}
