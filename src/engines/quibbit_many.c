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
#define ROUNDS_MAX 200 /* a game that goes on for longer is nobody's (Q13) */
#define AHEAD_MAX 62
#define PROBES 4
#define EXPLORE 0.12f

void quibbit_many_begin(struct quibbit_many *many, const struct pond_task *task,
                        const struct quibbit_rules *rules, void *memory, size_t size)
{
    struct pond_rng rng;
    memset(many, 0, sizeof *many);
    many->task = task;
    many->rules = rules;
    many->nodes = memory;
    if (size >= sizeof *many->nodes) many->node_count = 1;
    while (2 * many->node_count * sizeof *many->nodes <= size && many->node_count > 0) {
        many->node_count *= 2;
    }
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

static uint32_t random_below(struct quibbit_many *many, uint32_t limit)
{
    return (uint32_t)((uint64_t)random_word(many) * limit >> 32);
}

static float random_part(struct quibbit_many *many)
{
    return (float)(random_word(many) >> 8) * (1.0f / (float)(1u << 24));
}

/* ---- The tree ---- */

static uint64_t key_of(const struct quibbit_spot *spot)
{
    const uint32_t least = quibbit_spot_least(spot);
    uint64_t key = 1;
    for (int frog = 0; frog < FROGS; frog++) {
        const bool gone = spot->progress[frog] == QUIBBIT_NOWHERE;
        const uint32_t ahead = gone ? AHEAD_MAX + 1 : spot->progress[frog] - least;
        if (!gone && ahead > AHEAD_MAX) return 0;
        key = key << 6 | ahead;
    }
    for (int frog = 0; frog < FROGS; frog++) key = key << 5 | spot->hand[frog] >> 1;
    return key << 4 | spot->tile[__builtin_ctz(spot->in_play)];
}

/* The node of a position, a new one if it has none; NULL if there is no room. */
static struct quibbit_many_node *node_of(struct quibbit_many *many, uint64_t key, bool *is_new)
{
    const uint64_t mixed = (key ^ key >> 31) * 0x9e3779b97f4a7c15u;
    *is_new = false;
    for (uint64_t probe = 0; probe < PROBES && key != 0 && many->node_count > 0; probe++) {
        struct quibbit_many_node *node =
            &many->nodes[((mixed >> 20) + probe) & (many->node_count - 1)];
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
    const uint64_t mixed = (key ^ key >> 31) * 0x9e3779b97f4a7c15u;
    for (uint64_t probe = 0; probe < PROBES && key != 0 && many->node_count > 0; probe++) {
        const struct quibbit_many_node *node =
            &many->nodes[((mixed >> 20) + probe) & (many->node_count - 1)];
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
        float strategy[CARDS], guess[CARDS], expected = 0;
        const int card = chosen->card[seat] - 1;
        strategy_of(node, seat, hand[seat], strategy);
        for (int i = 0; i < CARDS; i++) {
            guess[i] = node->mean[seat][i];
            if (i == card) guess[i] += (win[seat] - guess[i]) / chosen->chance[seat];
            expected += strategy[i] * guess[i];
        }
        for (int i = 0; i < CARDS; i++) {
            if ((hand[seat] >> (i + 1) & 1) == 0) continue;
            const float regret = node->regret[seat][i] + guess[i] - expected;
            node->regret[seat][i] = regret > 0 ? regret : 0;
        }
        node->count[seat][card] += 1;
        const float count = node->count[seat][card];
        node->mean[seat][card] +=
            (win[seat] - node->mean[seat][card]) / (count < 400 ? count : 400);
    }
}

/* ---- Playing on ---- */

/* A simple habit: a card that would come back if nobody else moved, if there is one and four times
 * of five; and a lap at once. */
static uint8_t habit_card(struct quibbit_many *many, const struct quibbit_spot *spot, int seat,
                          uint32_t least)
{
    const struct quibbit_rules *rules = many->rules;
    const uint32_t tile = spot->tile[seat], home = rules->home[seat];
    unsigned good = 0;
    for (unsigned cards = spot->hand[seat]; cards != 0; cards &= cards - 1) {
        const uint32_t card = (uint32_t)__builtin_ctz(cards);
        const uint32_t by = quibbit_leap(spot->occupied, rules->tiles, tile, card);
        const uint32_t to = tile + by < rules->tiles ? tile + by : tile + by - rules->tiles;
        if (spot->progress[seat] + by - least > rules->tiles && spot->crown == seat) {
            return (uint8_t)card;
        }
        good |= (home >> to & 1) << card;
    }
    const uint32_t word = random_word(many);
    const unsigned from = good != 0 && (word & 0xff) < 205 ? good : spot->hand[seat];
    const uint32_t count = (uint32_t)__builtin_popcount(from);
    return quibbit_card(from, (uint32_t)((uint64_t)(word >> 8) * count >> 24));
}

static void play_on(struct quibbit_many *many, struct quibbit_spot *spot, float win[FROGS])
{
    for (int rounds = 0; spot->winner == QUIBBIT_NO_WINNER && rounds < ROUNDS_MAX; rounds++) {
        const uint32_t least = quibbit_spot_least(spot);
        struct quibbit_cards cards = {{0}};
        for (int seat = 0; seat < many->rules->seats; seat++) {
            if (quibbit_plays(spot, seat)) cards.card[seat] = habit_card(many, spot, seat, least);
        }
        if (spot->deck != 0) {
            const uint32_t count = (uint32_t)__builtin_popcount(spot->deck);
            cards.card[many->rules->seats] = quibbit_card(spot->deck, random_below(many, count));
        }
        quibbit_round_play(many->rules, spot, &cards);
        many->rounds++;
    }
    const float even = 1.0f / (float)__builtin_popcount(spot->in_play | 0x80u);
    for (int frog = 0; frog < FROGS; frog++) {
        if (spot->winner == QUIBBIT_NO_WINNER) {
            win[frog] = quibbit_plays(spot, frog) ? even : 0;
        } else {
            win[frog] = spot->winner == frog ? 1.0f : 0.0f;
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
                         uint64_t iterations)
{
    for (uint64_t i = 0; i < iterations; i++) {
        if (many->iterations > 0 && pond_task_spent(many->task, many->rounds)) return;
        iterate(many, spot);
    }
}
