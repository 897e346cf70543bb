/* rules.c: Quibbit! and King Frog, two editions of one game. See include/pond/quibbit.h for how
 * it lies in memory.
 *
 * The rules, ruling by ruling:
 *
 * Q1   A ring of leaves with two flowers and one water, evenly spaced; between two of these each
 *      colour in play has one leaf. 15 tiles for four players, 12 for two or three, numbered
 *      clockwise from 0.
 * Q2   The first seat places its frog on any tile, each next one at the front or the back of the
 *      line so far. The dummy (a game of two) comes last, behind the line. The frog in front gets
 *      the crown.
 * Q3   What counts is progress: the tile at the start and every tile advanced since. The tile is
 *      progress modulo the ring's length.
 * Q4   Everyone in play chooses a card of their hand in secret; when all have, the cards are shown
 *      together, and then the dummy's is turned.
 * Q5   The lowest card leaps first; of equal cards the frog that is farthest behind.
 * Q6   A leap of n ends on the n-th free tile ahead; tiles with a frog are not counted.
 * Q7   A frog that is entitled and, after its leap, more than a whole ring ahead of the last frog
 *      wins there and then. lap=crowned entitles the frog that wore the crown when the round began,
 *      lap=leader any frog that its leap has made the farthest.
 * Q8   After all leaps the farthest frog gets the crown.
 * Q9   On a leaf of its own colour or a flower a frog's card comes back to the hand;
 * otherwise the card is lost. Q10  A seat without cards is out, and its frog leaves the ring; if it
 * wore the crown, the farthest of the others gets it. Q11  The last seat in play wins. If the last
 * ones go out together, the crown decides: the one of the round's beginning (tie=round-start) or
 * the one just given (tie=now). Q12  The dummy plays a random card of those it has not yet played,
 * begins again with all five when they are spent, never goes out, and can win. As a bystander it is
 * no player left in play; as a contender it is, so the last seat must lap it, and with no seat left
 * it wins. Q13  Nothing ends a game that goes round and round; limits are for the tools that play.
 * Q14  A lap leaves everything as it is at that leap, with the cards played in no hand. Any other
 *      end completes the round.
 * Q15  A handicap (house rule): a seat may start without up to three of its highest cards.
 *
 * Who resigns (C4) is out as in Q10, at once, and Q11 and Q12 say what follows. */
#include "rules.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

#define ALL_SPECIALS (1u << QUIBBIT_FLOWER | 1u << QUIBBIT_WATER)
#define CHANCE_TURN POND_SEAT(POND_CHANCE)

static uint8_t seats(const struct pond_config *config) { return quibbit_config_seats(config); }

/* ---- Setup ---- */

static void tile_lay(struct quibbit_state *game, unsigned kind)
{
    game->ring[kind] |= (uint16_t)(1u << game->laid++);
}

/* Everything but the ring. */
void pond_quibbit_setup_empty(struct quibbit_state *game, const struct pond_config *config)
{
    game->seats = quibbit_config_seats(config);
    game->frogs = quibbit_config_frogs(config);
    game->tiles = quibbit_config_tiles(config);
    game->lap_by_leader = config->value[QUIBBIT_OPTION_LAP] == 1;
    game->tie_by_crown_now = config->value[QUIBBIT_OPTION_TIE] == 1;
    game->dummy_counts = quibbit_has_dummy(game) && config->value[QUIBBIT_OPTION_DUMMY] == 1;
    game->in_play = (uint8_t)((1u << game->seats) - 1);
    game->crown = QUIBBIT_NOBODY;
    game->deck = quibbit_has_dummy(game) ? QUIBBIT_HAND_FULL : 0;
    for (int frog = 0; frog < QUIBBIT_FROGS_MAX; frog++) {
        game->progress[frog] = QUIBBIT_NOWHERE;
        if (frog < game->seats) game->hand[frog] = quibbit_config_hand(config, frog);
        if (frog >= game->frogs) continue;
        game->color[frog] = pond_quibbit_color_of_letter(config->text[QUIBBIT_OPTION_COLORS][frog]);
    }
}

static uint8_t all_colors(const struct quibbit_state *game)
{
    return (uint8_t)((1u << game->frogs) - 1);
}

void pond_quibbit_setup_ring(struct quibbit_state *game, const uint8_t kind[QUIBBIT_TILES_MAX])
{
    for (int tile = 0; tile < game->tiles; tile++) tile_lay(game, kind[tile]);
    game->special_next = game->tiles;
}

static void setup(struct pond_state *state, const struct pond_config *config)
{
    struct quibbit_state *game = quibbit_overlay(state);
    memset(state, 0, sizeof *state);
    pond_quibbit_setup_empty(game, config);
    if (config->value[QUIBBIT_OPTION_LAYOUT] == POND_VALUE_TEXT) {
        uint8_t kind[QUIBBIT_TILES_MAX];
        const bool right =
            pond_quibbit_layout_read(config, config->text[QUIBBIT_OPTION_LAYOUT], kind, NULL);
        assert(right);
        (void)right;
        pond_quibbit_setup_ring(game, kind);
        game->turn = POND_SEAT(0);
        return;
    }
    game->unused = all_colors(game);
    game->specials_left = ALL_SPECIALS;
    game->turn = CHANCE_TURN;
}

/* ---- Moves ---- */

static pond_seats turn(const struct pond_state *state) { return quibbit_state_of(state)->turn; }

/* The kinds of tile that may come next on the ring (Q1). */
static unsigned kinds_next(const struct quibbit_state *game)
{
    if (game->special_next == 0) return game->unused | ALL_SPECIALS;
    return game->laid == game->special_next ? game->specials_left : game->unused;
}

/* Which cards a hand holds is as good as random, so a loop over them suffers from mispredicted
 * branches; copying all five places is faster. */
static int cards_list(unsigned cards, pond_move out[])
{
    static const pond_move list[32][QUIBBIT_CARD_MAX] = {
        {0},       {1},          {2},          {1, 2},          {3},       {1, 3},    {2, 3},
        {1, 2, 3}, {4},          {1, 4},       {2, 4},          {1, 2, 4}, {3, 4},    {1, 3, 4},
        {2, 3, 4}, {1, 2, 3, 4}, {5},          {1, 5},          {2, 5},    {1, 2, 5}, {3, 5},
        {1, 3, 5}, {2, 3, 5},    {1, 2, 3, 5}, {4, 5},          {1, 4, 5}, {2, 4, 5}, {1, 2, 4, 5},
        {3, 4, 5}, {1, 3, 4, 5}, {2, 3, 4, 5}, {1, 2, 3, 4, 5},
    };
    memcpy(out, list[cards >> 1], sizeof list[0]);
    return __builtin_popcount(cards);
}

static int kinds_list(unsigned kinds, pond_move out[])
{
    enum { L0 = QUIBBIT_LAY, L1, L2, L3, FLOWER, WATER };
    static const pond_move leaves[16][QUIBBIT_FROGS_MAX] = {
        {0},      {L0},         {L1},         {L0, L1},         {L2},     {L0, L2},
        {L1, L2}, {L0, L1, L2}, {L3},         {L0, L3},         {L1, L3}, {L0, L1, L3},
        {L2, L3}, {L0, L2, L3}, {L1, L2, L3}, {L0, L1, L2, L3},
    };
    memcpy(out, leaves[kinds & 15], sizeof leaves[0]);
    unsigned count = (unsigned)__builtin_popcount(kinds & 15);
    out[count] = FLOWER;
    count += kinds >> QUIBBIT_FLOWER & 1;
    out[count] = WATER;
    count += kinds >> QUIBBIT_WATER & 1;
    return (int)count;
}

static int moves(const struct pond_state *state, int seat, pond_move out[POND_MOVES_MAX])
{
    const struct quibbit_state *game = quibbit_state_of(state);
    if (game->round > 0) {
        return cards_list(seat == POND_CHANCE ? game->deck : game->hand[seat], out);
    }
    if (quibbit_laying(game)) return kinds_list(kinds_next(game), out);
    if (game->occupied == 0) {
        const unsigned tiles = game->tiles;
        for (unsigned tile = 0; tile < tiles; tile++) out[tile] = QUIBBIT_PLACE | tile;
        return (int)tiles;
    }
    out[0] = QUIBBIT_BACK;
    out[1] = QUIBBIT_FRONT;
    return 2;
}

/* So that every ring is as likely as any other. Before the first special tile, with k colours
 * unused in this segment: k! rings go on with the water here, as those colours have to follow in
 * some order at the ring's end; twice as many with a flower; and three times as many with each
 * colour. (The other segments are the same factor for all.) After that nothing is more likely than
 * anything else, a card of the dummy's neither. */
static uint32_t weight(const struct pond_state *state, pond_move outcome)
{
    static const uint8_t weights[8] = {3, 3, 3, 3, [QUIBBIT_FLOWER] = 2, [QUIBBIT_WATER] = 1};
    return quibbit_state_of(state)->special_next == 0 ? weights[outcome & 7] : 1;
}

static int chance(const struct pond_state *state, pond_move outcomes[POND_CHANCE_MAX],
                  uint32_t weights[POND_CHANCE_MAX])
{
    const struct quibbit_state *game = quibbit_state_of(state);
    static const uint32_t ones[QUIBBIT_TILE_KINDS] = {1, 1, 1, 1, 1, 1};
    memcpy(weights, ones, sizeof ones);
    if (game->round > 0) return cards_list(game->deck, outcomes);
    const int count = kinds_list(kinds_next(game), outcomes);
    for (int i = 0; game->special_next == 0 && i < count; i++) {
        weights[i] = weight(state, outcomes[i]);
    }
    return count;
}

/* ---- The end ---- */

void pond_quibbit_game_won(struct quibbit_state *game, int frog, enum pond_reason reason)
{
    const bool by_dummy = frog >= game->seats;
    game->result = (struct pond_result){.outcome = by_dummy ? POND_WON_BY_DUMMY : POND_WON,
                                        .seat = (uint8_t)(by_dummy ? 0 : frog),
                                        .reason = (uint8_t)reason};
    game->turn = 0;
    memset(game->card, 0, sizeof game->card);
}

/* Q11 and Q12, when seats have gone out; `crown` decides among the last. */
bool pond_quibbit_game_decided(struct quibbit_state *game, unsigned crown)
{
    if (game->in_play == 0) {
        if (game->dummy_counts) {
            pond_quibbit_game_won(game, game->seats, POND_REASON_LAST_STANDING);
        } else {
            pond_quibbit_game_won(game, (int)crown, POND_REASON_CROWN_TIE);
        }
        return true;
    }
    const bool one_left = (game->in_play & (game->in_play - 1)) == 0;
    if (!one_left || game->dummy_counts) return false;
    pond_quibbit_game_won(game, pond_seat_first(game->in_play), POND_REASON_LAST_STANDING);
    return true;
}

void pond_quibbit_frog_leave(struct quibbit_state *game, int frog)
{
    const unsigned on_ring = game->progress[frog] != QUIBBIT_NOWHERE;
    game->occupied &= (uint16_t) ~(on_ring << game->tile[frog]);
    game->progress[frog] = QUIBBIT_NOWHERE;
    game->tile[frog] = 0;
    game->hand[frog] = 0;
    game->card[frog] = 0;
    game->in_play &= (uint8_t)~POND_SEAT(frog);
}

uint8_t pond_quibbit_farthest(const struct quibbit_state *game)
{
    int32_t most = (int32_t)game->progress[0];
    unsigned frog_most = 0;
    for (unsigned frog = 1; frog < QUIBBIT_FROGS_MAX; frog++) {
        const int32_t progress = (int32_t)game->progress[frog];
        frog_most = progress > most ? frog : frog_most;
        most = progress > most ? progress : most;
    }
    return (uint8_t)frog_most;
}

/* Q10, when a frog has leapt: the farthest frog gets the crown. (If nobody was crowned before, or
 * nobody is left, it stays where it is.) */
static void crown_pass_on(struct quibbit_state *game)
{
    if (game->round > 0 && game->occupied != 0) game->crown = pond_quibbit_farthest(game);
}

/* ---- A round ---- */

/* Q7, after a leap. */
bool pond_quibbit_lap_won(const struct quibbit_state *game, unsigned frog)
{
    if (game->progress[frog] - quibbit_progress_least(game) <= game->tiles) return false;
    return frog == (game->lap_by_leader ? pond_quibbit_farthest(game) : game->crown);
}

/* Q14: the cards of the round are in no hand. */
void pond_quibbit_lap_end(struct quibbit_state *game, unsigned frog)
{
    for (int seat = 0; seat < game->seats; seat++) {
        game->hand[seat] &= (uint8_t) ~(1u << game->card[seat]);
    }
    pond_quibbit_game_won(game, (int)frog, POND_REASON_LAP);
}

/* Q10 to Q12: those whose hand is empty go out. */
static void round_outs(struct quibbit_state *game, unsigned crown_at_start)
{
    const unsigned crown = game->tie_by_crown_now ? game->crown : crown_at_start;
    unsigned emptied = 0;
#pragma GCC unroll 4
    for (unsigned frog = 0; frog < QUIBBIT_FROGS_MAX; frog++) {
        emptied |= (game->hand[frog] == 0 ? 1u : 0u) << frog;
    }
    emptied &= game->in_play;
    if (emptied == 0) return; /* only the dummy's is */
    for (; emptied != 0; emptied &= emptied - 1)
        pond_quibbit_frog_leave(game, __builtin_ctz(emptied));
    crown_pass_on(game);
    game->turn = game->in_play;
    pond_quibbit_game_decided(game, crown);
}

/* Resolves a round when all cards are known: Q5 to Q12. Two tricks make it fast. A leap's key holds
 * everything that the leap needs; and the bits of the free tiles are stored twice in a row, so that
 * a leap never has to wrap around the ring and does not wait for the one before it. (Bits beyond
 * the second ring are never read.) A frog can only end a lap ahead of the last frog if it does so
 * measured from the last frog at the start of the round, so that is checked first. */
static void round_play(struct quibbit_state *game)
{
    const uint32_t tiles = game->tiles, twice = 1u | 1u << tiles;
    const uint32_t least = quibbit_progress_least(game);
    const unsigned crown_at_start = game->crown, flowers = game->ring[QUIBBIT_FLOWER];
    uint32_t free_tiles = ~(game->occupied * twice);
    uint32_t some_empty = 0; /* an empty hand minus one has the highest bit set */
    uint64_t front = 0;      /* progress and frog of the farthest */
    uint64_t key[QUIBBIT_FROGS_MAX];
    quibbit_order_set(game, key);
    for (int i = 0; i < QUIBBIT_FROGS_MAX && key[i] != UINT64_MAX; i++) {
        const unsigned frog = key[i] & 3;
        const uint32_t tile = key[i] >> 2 & 15, card = (uint32_t)(key[i] >> 38);
        const uint32_t target = quibbit_member(free_tiles >> (tile + 1), card);
        const uint32_t reached = target << (tile + 1);
        free_tiles ^= reached | reached << tiles | reached >> tiles | twice << tile;
        const uint32_t by = (uint32_t)__builtin_ctz(target) + 1;
        const uint32_t progress = (uint32_t)(key[i] >> 6) + by;
        const uint32_t landing = tile + by < tiles ? tile + by : tile + by - tiles;
        const unsigned lost = (~(game->ring[frog] | flowers) >> landing & 1) << card;
        const unsigned hand = game->hand[frog] & ~lost;
        game->progress[frog] = progress;
        game->tile[frog] = (uint8_t)landing;
        game->hand[frog] = (uint8_t)hand;
        some_empty |= hand - 1;
        if (progress - least > tiles && pond_quibbit_lap_won(game, frog)) {
            game->occupied = (uint16_t)(~free_tiles & ((1u << tiles) - 1));
            pond_quibbit_lap_end(game, frog);
            return;
        }
        const uint64_t place = (uint64_t)progress << 2 | frog;
        front = place > front ? place : front;
    }
    game->occupied = (uint16_t)(~free_tiles & ((1u << tiles) - 1));
    game->crown = front & 3;
    memset(game->card, 0, sizeof game->card);
    game->round++;
    game->turn = game->in_play;
    if (some_empty >> 31 != 0) round_outs(game, crown_at_start);
}

/* Every seat has chosen; only the dummy may still be due. */
static void round_go_on(struct quibbit_state *game)
{
    if (quibbit_has_dummy(game)) {
        game->turn = CHANCE_TURN;
    } else {
        round_play(game);
    }
}

/* ---- Laying and placing ---- */

/* A line crosses the start of the ring at most twice. */
void pond_quibbit_frog_place(struct quibbit_state *game, int frog, uint32_t progress)
{
    const uint32_t tiles = game->tiles;
    const uint32_t once = progress >= tiles ? progress - tiles : progress;
    const uint32_t tile = once >= tiles ? once - tiles : once;
    game->progress[frog] = progress;
    game->tile[frog] = (uint8_t)tile;
    game->occupied |= (uint16_t)(1u << tile);
}

/* The next seat places, or the first round begins. */
static void placing_go_on(struct quibbit_state *game)
{
    for (int seat = 0; seat < game->seats; seat++) {
        const bool unplaced = game->progress[seat] == QUIBBIT_NOWHERE;
        if (unplaced && (game->in_play & POND_SEAT(seat)) != 0) {
            game->turn = POND_SEAT(seat);
            return;
        }
    }
    if (quibbit_has_dummy(game))
        pond_quibbit_frog_place(game, game->seats, quibbit_progress_least(game) - 1);
    game->crown = pond_quibbit_farthest(game);
    game->round = 1;
    game->turn = game->in_play;
}

static void placing_apply(struct quibbit_state *game, int seat, pond_move move)
{
    const uint32_t front = quibbit_progress_greatest(game) + 1;
    const uint32_t back = quibbit_progress_least(game) - 1;
    const uint32_t first = ((uint32_t)move & ~QUIBBIT_PLACE) + game->tiles;
    const uint32_t in_line = move == QUIBBIT_FRONT ? front : back;
    pond_quibbit_frog_place(game, seat, game->occupied == 0 ? first : in_line);
    placing_go_on(game);
}

void pond_quibbit_laying_apply(struct quibbit_state *game, unsigned kind)
{
    tile_lay(game, kind);
    if (kind < QUIBBIT_FLOWER) {
        game->unused &= (uint8_t) ~(1u << kind);
    } else {
        const uint8_t all = all_colors(game);
        const unsigned flowers = game->ring[QUIBBIT_FLOWER];
        const bool flowers_left = (flowers & (flowers - 1)) == 0;
        if (game->special_next == 0) game->wrapping = all & (uint8_t)~game->unused;
        if (kind == QUIBBIT_WATER || !flowers_left) game->specials_left &= (uint8_t) ~(1u << kind);
        game->special_next = (uint8_t)(game->laid + game->frogs);
        game->unused = game->specials_left == 0 ? all & (uint8_t)~game->wrapping : all;
    }
    if (quibbit_laying(game)) return;
    game->special_next = game->tiles;
    game->specials_left = game->unused = game->wrapping = 0;
    placing_go_on(game);
}

static void dummy_play(struct quibbit_state *game, unsigned card)
{
    game->card[game->seats] = (uint8_t)card;
    game->deck &= (uint8_t) ~(1u << card);
    if (game->deck == 0) game->deck = QUIBBIT_HAND_FULL;
    round_play(game);
}

/* Draws one of the kinds that may come next. Before the first special tile the odds are those of
 * `weight`. */
static unsigned laying_draw(const struct quibbit_state *game, struct pond_rng *rng)
{
    const unsigned kinds = kinds_next(game);
    const uint32_t count = (uint32_t)__builtin_popcount(kinds);
    if (game->special_next > 0) {
        const uint32_t drawn = count > 1 ? pond_rng_below(rng, count) : 0;
        return (unsigned)__builtin_ctz(quibbit_member(kinds, drawn + 1));
    }
    const uint32_t leaves = count - 2, drawn = pond_rng_below(rng, 3 * leaves + 3);
    if (drawn >= 3 * leaves) return drawn - 3 * leaves < 2 ? QUIBBIT_FLOWER : QUIBBIT_WATER;
    return (unsigned)__builtin_ctz(quibbit_member(kinds, drawn / 3 + 1));
}

void pond_quibbit_roll(struct pond_state *state, struct pond_rng *rng)
{
    struct quibbit_state *game = quibbit_overlay(state);
    if (game->round > 0) {
        const unsigned deck = game->deck;
        const uint32_t count = (uint32_t)__builtin_popcount(deck);
        const uint32_t drawn = count > 1 ? pond_rng_below(rng, count) : 0;
        dummy_play(game, (unsigned)__builtin_ctz(quibbit_member(deck, drawn + 1)));
        return;
    }
    while (quibbit_laying(game)) pond_quibbit_laying_apply(game, laying_draw(game, rng));
}

void pond_quibbit_apply(struct pond_state *state, int seat, pond_move move)
{
    struct quibbit_state *game = quibbit_overlay(state);
    if (game->round > 0) {
        if (seat == POND_CHANCE) {
            dummy_play(game, (unsigned)move);
            return;
        }
        game->card[seat] = (uint8_t)move;
        game->turn &= (uint8_t)~POND_SEAT(seat);
        if (game->turn == 0) round_go_on(game);
    } else if (seat == POND_CHANCE) {
        pond_quibbit_laying_apply(game, (unsigned)(move & ~QUIBBIT_LAY));
    } else {
        placing_apply(game, seat, move);
    }
}

static pond_seats in_play(const struct pond_state *state)
{
    return quibbit_state_of(state)->in_play;
}

static void resign(struct pond_state *state, int seat)
{
    struct quibbit_state *game = quibbit_overlay(state);
    if (game->result.outcome != POND_GOES_ON || (game->in_play & POND_SEAT(seat)) == 0) return;
    pond_quibbit_frog_leave(game, seat);
    crown_pass_on(game);
    if (pond_quibbit_game_decided(game, game->crown) || quibbit_laying(game)) return;
    if (game->round == 0) {
        placing_go_on(game);
        return;
    }
    game->turn &= (uint8_t)~POND_SEAT(seat);
    if (game->turn == 0) round_go_on(game);
}

static struct pond_result result(const struct pond_state *state)
{
    return quibbit_state_of(state)->result;
}

static uint64_t hash(const struct pond_state *state)
{
    uint64_t words[sizeof(struct quibbit_state) / sizeof(uint64_t)];
    memcpy(words, state, sizeof words);
    return pond_hash_words(words, sizeof words / sizeof words[0], 0);
}

static uint32_t round_number(const struct pond_state *state)
{
    return quibbit_state_of(state)->round;
}

/* ---- Legality ---- */

static bool card_legal(unsigned cards, pond_move card, enum pond_word gone, struct pond_error *why)
{
    if (card < 1 || card > QUIBBIT_CARD_MAX) {
        return pond_refuse_number(why, POND_WORD_QUIBBIT_NO_CARD, (int64_t)(card & UINT16_MAX));
    }
    if ((cards >> card & 1) != 0) return true;
    char memory[QUIBBIT_CARD_MAX + 1];
    struct pond_text left = pond_text_in(memory, sizeof memory);
    pond_quibbit_cards_print(cards, &left);
    pond_refuse_number(why, gone, (int64_t)card);
    return pond_error_text(why, memory);
}

static bool laying_legal(const struct quibbit_state *game, pond_move move, struct pond_error *why)
{
    char asked[2], memory[QUIBBIT_TILE_KINDS + 1];
    struct pond_text asked_text = pond_text_in(asked, sizeof asked);
    struct pond_text possible = pond_text_in(memory, sizeof memory);
    bool listed = false;
    for (unsigned kind = 0; kind < QUIBBIT_TILE_KINDS; kind++) {
        if ((kinds_next(game) >> kind & 1) == 0) continue;
        pond_quibbit_kind_print(game, kind, &possible);
        listed |= move == (QUIBBIT_LAY | kind);
    }
    if (listed) return true;
    const bool a_tile = (move & ~(pond_move)UINT16_MAX) == QUIBBIT_LAY;
    pond_quibbit_kind_print(game, a_tile ? (unsigned)move & UINT16_MAX : QUIBBIT_TILE_KINDS,
                            &asked_text);
    pond_refuse_number(why, POND_WORD_QUIBBIT_LAY_KIND, game->laid);
    pond_error_text(why, asked);
    return pond_error_text(why, memory);
}

static bool placing_legal(const struct quibbit_state *game, pond_move move, struct pond_error *why)
{
    const bool at_line = move == QUIBBIT_FRONT || move == QUIBBIT_BACK;
    const bool on_tile = (move & ~(pond_move)UINT16_MAX) == QUIBBIT_PLACE;
    if (!at_line && !on_tile) return pond_refuse(why, POND_WORD_QUIBBIT_NOT_PLACED);
    if (game->occupied != 0) {
        return at_line || pond_refuse(why, POND_WORD_QUIBBIT_PLACE_LINE);
    }
    if (at_line) {
        return pond_refuse_number(why, POND_WORD_QUIBBIT_PLACE_FIRST, game->tiles - 1);
    }
    if ((move & UINT16_MAX) < game->tiles) return true;
    pond_refuse_number(why, POND_WORD_QUIBBIT_NO_TILE, (int64_t)(move & UINT16_MAX));
    return pond_error_number(why, game->tiles - 1);
}

/* Explains why a seat may not act now. */
static bool turn_refuse(const struct quibbit_state *game, int seat, struct pond_error *why)
{
    if (game->turn == 0) return pond_refuse(why, POND_WORD_MOVE_GAME_OVER);
    if (seat >= 0 && seat < game->seats) {
        if ((game->in_play & POND_SEAT(seat)) == 0) {
            return pond_refuse_number(why, POND_WORD_QUIBBIT_OUT, seat);
        }
        if (game->round > 0) return pond_refuse_number(why, POND_WORD_QUIBBIT_CHOSEN, seat);
    }
    return pond_refuse_number(why, POND_WORD_MOVE_NOT_YOUR_TURN, seat);
}

static bool legal(const struct pond_state *state, int seat, pond_move move, struct pond_error *why)
{
    const struct quibbit_state *game = quibbit_state_of(state);
    if (seat < 0 || seat > POND_CHANCE || (game->turn & POND_SEAT(seat)) == 0) {
        return turn_refuse(game, seat, why);
    }
    if (game->round == 0) {
        return quibbit_laying(game) ? laying_legal(game, move, why)
                                    : placing_legal(game, move, why);
    }
    if (seat == POND_CHANCE) {
        return card_legal(game->deck, move, POND_WORD_QUIBBIT_DECK_GONE, why);
    }
    if ((move & ~(pond_move)UINT16_MAX) != 0) return pond_refuse(why, POND_WORD_QUIBBIT_PLACED);
    return card_legal(game->hand[seat], move, POND_WORD_QUIBBIT_CARD_GONE, why);
}

const struct pond_game pond_quibbit = {
    .name = "quibbit",
    .title = "Quibbit!",
    .seats_min = 2,
    .seats_max = 4,
    .record_style = POND_RECORD_ROUNDS,
    .draw_offers = false,
    .random_turns_max = 1000,
    .option_count = QUIBBIT_OPTIONS,
    .options = pond_quibbit_options,
    .check = pond_quibbit_check,
    .seats = seats,
    .setup = setup,
    .turn = turn,
    .moves = moves,
    .weight = weight,
    .chance = chance,
    .apply = pond_quibbit_apply,
    .in_play = in_play,
    .resign = resign,
    .result = result,
    .hash = hash,
    .repetition = NULL,
    .round = round_number,
    .observe = pond_quibbit_observe,
    .sample = pond_quibbit_sample,
    .view_check = pond_quibbit_view_check,
    .chance_seen_by = NULL,
    .legal = legal,
#ifndef POND_RULES_ONLY
    .events = pond_quibbit_events,
    .event_kinds = pond_quibbit_event_kinds,
    .event_kind_count = QUIBBIT_EVENT_KINDS,
    .view_json = pond_quibbit_view_json,
    .follow = pond_quibbit_follow,
#endif
    .move_print = pond_quibbit_move_print,
    .move_parse = pond_quibbit_move_parse,
    .state_print = pond_quibbit_state_print,
    .view_print = pond_quibbit_view_print,
    .own_print = pond_quibbit_own_print,
    .state_parse = pond_quibbit_state_parse,
    .move_suffix = NULL,
    .seat_letter = pond_quibbit_seat_letter,
    .setup_print = pond_quibbit_setup_print,
    .setup_parse = pond_quibbit_setup_parse,
    .perft = NULL,
};
