/* quibbit.c: Quibbit! and King Frog, two editions of one game. See include/pond/quibbit.h for how
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
 * Q9   On a leaf of its own colour or a flower a frog's card comes back to the hand; otherwise the
 *      card is lost.
 * Q10  A seat without cards is out, and its frog leaves the ring; if it wore the crown, the
 *      farthest of the others gets it.
 * Q11  The last seat in play wins. If the last ones go out together, the crown decides: the one of
 *      the round's beginning (tie=round-start) or the one just given (tie=now).
 * Q12  The dummy plays a random card of those it has not yet played, begins again with all five
 *      when they are spent, never goes out, and can win. As a bystander it is no player left in
 *      play; as a contender it is, so the last seat must lap it, and with no seat left it wins.
 * Q13  Nothing ends a game that goes round and round; limits are for the tools that play.
 * Q14  A lap leaves everything as it is at that leap, with the cards played in no hand. Any other
 *      end completes the round.
 *
 * Who resigns (C4) is out as in Q10, at once, and Q11 and Q12 say what follows. */
#include "pond/quibbit.h"

#include <assert.h>
#include <string.h>

#include "pond/json.h"

#include "banned.h"

enum { PLAYERS, EDITION, COLORS, LAYOUT, LAP, TIE, DUMMY, OPTIONS };

#define SPECIALS 3
#define ALL_SPECIALS (1u << QUIBBIT_FLOWER | 1u << QUIBBIT_WATER)
#define CHANCE_TURN POND_SEAT(POND_CHANCE)

static const char color_letters[] = "RGYB";

static const struct pond_option options[OPTIONS] = {
    [PLAYERS] = {.name = "players",
                 .kind = POND_OPTION_CHOICE,
                 .choices = "2|3|4",
                 .standard = "4",
                 .help = {"how many play; two play with a dummy",
                          "combien jouent ; à deux, avec un joueur fictif"}},
    [EDITION] = {.name = "edition",
                 .kind = POND_OPTION_CHOICE,
                 .choices = "quibbit|king-frog",
                 .standard = "quibbit",
                 .help = {"which printed rules; sets the defaults of lap and tie",
                          "quelle édition des règles ; fixe lap et tie par défaut"}},
    [COLORS] =
        {.name = "colors",
         .kind = POND_OPTION_TEXT,
         .written = "<letters>",
         .help = {"the frogs by seat, different letters of RGYB; the dummy's is the third",
                  "les grenouilles par siège, lettres différentes de RGYB ; la troisième est "
                  "celle du joueur fictif"}},
    [LAYOUT] = {.name = "layout",
                .kind = POND_OPTION_TEXT,
                .choices = "random",
                .written = "<tiles>",
                .standard = "random",
                .help = {"the ring from tile 0: colours, * for a flower, ~ for the water",
                         "l'anneau depuis la tuile 0 : couleurs, * pour une fleur, ~ pour l'eau"}},
    [LAP] = {.name = "lap",
             .kind = POND_OPTION_CHOICE,
             .choices = "crowned|leader",
             .help = {"who may win by a lap: the frog crowned at the round's start, or any leader",
                      "qui peut gagner par un tour d'avance : la grenouille couronnée au début du "
                      "tour, ou toute grenouille en tête"}},
    [TIE] = {.name = "tie",
             .kind = POND_OPTION_CHOICE,
             .choices = "round-start|now",
             .help = {"whose crown decides when the last seats go out together",
                      "quelle couronne décide quand les derniers sièges sont éliminés ensemble"}},
    [DUMMY] = {.name = "dummy",
               .kind = POND_OPTION_CHOICE,
               .choices = "bystander|contender",
               .standard = "bystander",
               .help = {"does the dummy count as a player left in play?",
                        "le joueur fictif compte-t-il comme un joueur encore en jeu ?"}},
};

static struct quibbit_state *own(struct pond_state *state) { return (struct quibbit_state *)state; }

/* ---- Options and rings ---- */

static uint8_t config_seats(const struct pond_config *config)
{
    return (uint8_t)(config->value[PLAYERS] + 2);
}

static uint8_t config_frogs(const struct pond_config *config)
{
    return config_seats(config) == 4 ? 4 : 3;
}

static uint8_t config_tiles(const struct pond_config *config)
{
    return (uint8_t)(SPECIALS * (config_frogs(config) + 1));
}

/* Where a letter stands in `color_letters`; QUIBBIT_FROGS_MAX if it does not. */
static uint8_t color_of_letter(char letter)
{
    uint8_t color = 0;
    while (color < QUIBBIT_FROGS_MAX && color_letters[color] != letter) color++;
    return color;
}

/* What a letter of a ring stands for in a game with these colours; -1 if for nothing. */
static int kind_of_letter(const char *colors, char letter)
{
    if (letter == '*') return QUIBBIT_FLOWER;
    if (letter == '~') return QUIBBIT_WATER;
    for (int frog = 0; colors[frog] != '\0'; frog++) {
        if (colors[frog] == letter) return frog;
    }
    return -1;
}

/* Does each segment that follows a special tile have every colour once? */
static bool segments_check(const char *colors, const char *text, const uint8_t kind[], int tiles,
                           int first, struct pond_error *why)
{
    const int apart = tiles / SPECIALS;
    for (int special = first; special < tiles; special += apart) {
        unsigned colors_seen = 0;
        for (int i = 1; i < apart; i++) colors_seen |= 1u << kind[(special + i) % tiles];
        if (colors_seen != (1u << (apart - 1)) - 1) {
            pond_refuse_text(why, POND_WORD_QUIBBIT_LAYOUT_SEGMENT, text);
            pond_error_number(why, special);
            return pond_error_text(why, colors);
        }
    }
    return true;
}

/* Reads a ring and sees to it that it is one (Q1). */
static bool layout_read(const struct pond_config *config, const char *text,
                        uint8_t kind[QUIBBIT_TILES_MAX], struct pond_error *why)
{
    const char *colors = config->text[COLORS];
    const int tiles = config_tiles(config);
    if (strlen(text) != (size_t)tiles) {
        pond_refuse_number(why, POND_WORD_QUIBBIT_LAYOUT_LENGTH, tiles);
        pond_error_text(why, text);
        return pond_error_number(why, (int64_t)strlen(text));
    }
    int first = tiles;
    uint32_t specials = 0, flowers = 0;
    for (int tile = 0; tile < tiles; tile++) {
        const int read = kind_of_letter(colors, text[tile]);
        if (read < 0) {
            const char letter[] = {text[tile], '\0'};
            pond_refuse_text(why, POND_WORD_QUIBBIT_LAYOUT_LETTER, letter);
            return pond_error_text(why, colors);
        }
        kind[tile] = (uint8_t)read;
        if (read < QUIBBIT_FLOWER) continue;
        if (first == tiles) first = tile;
        specials |= 1u << tile;
        flowers += read == QUIBBIT_FLOWER;
    }
    const int apart = tiles / SPECIALS;
    const uint32_t evenly = (1u | 1u << apart | 1u << 2 * apart) << first;
    if (first == tiles || specials != evenly || flowers != 2) {
        pond_refuse_text(why, POND_WORD_QUIBBIT_LAYOUT_SPECIALS, text);
        return pond_error_number(why, apart);
    }
    return segments_check(colors, text, kind, tiles, first, why);
}

static bool colors_check(const struct pond_config *config, struct pond_error *why)
{
    const char *colors = config->text[COLORS];
    const int frogs = config_frogs(config);
    unsigned seen = 0;
    bool right = strlen(colors) == (size_t)frogs;
    for (int frog = 0; right && frog < frogs; frog++) {
        const uint8_t color = color_of_letter(colors[frog]);
        right = color < QUIBBIT_FROGS_MAX && (seen & 1u << color) == 0;
        seen |= 1u << color;
    }
    if (right) return true;
    pond_refuse_text(why, POND_WORD_QUIBBIT_COLORS, colors);
    return pond_error_number(why, frogs);
}

static void option_complete(struct pond_config *config, int option, int16_t value, const char *text)
{
    if (config->value[option] != POND_VALUE_UNSET) return;
    config->value[option] = value;
    memcpy(config->text[option], text, strlen(text) + 1);
}

static bool check(struct pond_config *config, struct pond_error *why)
{
    const bool king_frog = config->value[EDITION] == 1;
    option_complete(config, COLORS, POND_VALUE_TEXT, config_frogs(config) == 4 ? "RGYB" : "RGY");
    option_complete(config, LAP, king_frog ? 1 : 0, king_frog ? "leader" : "crowned");
    option_complete(config, TIE, king_frog ? 1 : 0, king_frog ? "now" : "round-start");
    if (!colors_check(config, why)) return false;
    uint8_t kind[QUIBBIT_TILES_MAX];
    return config->value[LAYOUT] != POND_VALUE_TEXT ||
           layout_read(config, config->text[LAYOUT], kind, why);
}

static uint8_t seats(const struct pond_config *config) { return config_seats(config); }

/* ---- Setup ---- */

static void tile_lay(struct quibbit_state *game, unsigned kind)
{
    game->ring[kind] |= (uint16_t)(1u << game->laid++);
}

/* Everything but the ring. */
static void setup_empty(struct quibbit_state *game, const struct pond_config *config)
{
    game->seats = config_seats(config);
    game->frogs = config_frogs(config);
    game->tiles = config_tiles(config);
    game->lap_by_leader = config->value[LAP] == 1;
    game->tie_by_crown_now = config->value[TIE] == 1;
    game->dummy_counts = quibbit_has_dummy(game) && config->value[DUMMY] == 1;
    game->in_play = (uint8_t)((1u << game->seats) - 1);
    game->crown = QUIBBIT_NOBODY;
    game->deck = quibbit_has_dummy(game) ? QUIBBIT_HAND_FULL : 0;
    for (int frog = 0; frog < QUIBBIT_FROGS_MAX; frog++) {
        game->progress[frog] = QUIBBIT_NOWHERE;
        if (frog < game->seats) game->hand[frog] = QUIBBIT_HAND_FULL;
        if (frog >= game->frogs) continue;
        game->color[frog] = color_of_letter(config->text[COLORS][frog]);
    }
}

static uint8_t all_colors(const struct quibbit_state *game)
{
    return (uint8_t)((1u << game->frogs) - 1);
}

static void setup_ring(struct quibbit_state *game, const uint8_t kind[QUIBBIT_TILES_MAX])
{
    for (int tile = 0; tile < game->tiles; tile++) tile_lay(game, kind[tile]);
    game->special_next = game->tiles;
}

static void setup(struct pond_state *state, const struct pond_config *config)
{
    struct quibbit_state *game = own(state);
    memset(state, 0, sizeof *state);
    setup_empty(game, config);
    if (config->value[LAYOUT] == POND_VALUE_TEXT) {
        uint8_t kind[QUIBBIT_TILES_MAX];
        const bool right = layout_read(config, config->text[LAYOUT], kind, NULL);
        assert(right);
        (void)right;
        setup_ring(game, kind);
        game->turn = POND_SEAT(0);
        return;
    }
    game->unused = all_colors(game);
    game->specials_left = ALL_SPECIALS;
    game->turn = CHANCE_TURN;
}

/* ---- Moves ---- */

static pond_seats turn(const struct pond_state *state) { return quibbit_state_of(state)->turn; }

static bool laying(const struct quibbit_state *game) { return game->laid < game->tiles; }

/* The kinds that the next tile of the ring can be (Q1). */
static unsigned kinds_next(const struct quibbit_state *game)
{
    if (game->special_next == 0) return game->unused | ALL_SPECIALS;
    return game->laid == game->special_next ? game->specials_left : game->unused;
}

/* Which cards a hand has is as good as random, and so a loop over them is slow for the guesses that
 * the processor makes; copying all five places is not. */
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
    if (laying(game)) return kinds_list(kinds_next(game), out);
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
    const int count =
        game->round > 0 ? cards_list(game->deck, outcomes) : kinds_list(kinds_next(game), outcomes);
    for (int i = 0; i < count; i++) weights[i] = weight(state, outcomes[i]);
    return count;
}

/* ---- The end ---- */

static void game_won(struct quibbit_state *game, int frog, enum pond_reason reason)
{
    const bool by_dummy = frog >= game->seats;
    game->result = (struct pond_result){.outcome = by_dummy ? POND_WON_BY_DUMMY : POND_WON,
                                        .seat = (uint8_t)(by_dummy ? 0 : frog),
                                        .reason = (uint8_t)reason};
    game->turn = 0;
    memset(game->card, 0, sizeof game->card);
}

/* Q11 and Q12, when seats have gone out; `crown` decides among the last. */
static bool game_decided(struct quibbit_state *game, unsigned crown)
{
    if (game->in_play == 0) {
        if (game->dummy_counts) {
            game_won(game, game->seats, POND_REASON_LAST_STANDING);
        } else {
            game_won(game, (int)crown, POND_REASON_CROWN_TIE);
        }
        return true;
    }
    const bool one_left = (game->in_play & (game->in_play - 1)) == 0;
    if (!one_left || game->dummy_counts) return false;
    game_won(game, pond_seat_first(game->in_play), POND_REASON_LAST_STANDING);
    return true;
}

static void frog_leave(struct quibbit_state *game, int frog)
{
    const unsigned on_ring = game->progress[frog] != QUIBBIT_NOWHERE;
    game->occupied &= (uint16_t) ~(on_ring << game->tile[frog]);
    game->progress[frog] = QUIBBIT_NOWHERE;
    game->tile[frog] = 0;
    game->hand[frog] = 0;
    game->card[frog] = 0;
    game->in_play &= (uint8_t)~POND_SEAT(frog);
}

static uint8_t farthest(const struct quibbit_state *game)
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

/* Q10, when a frog has left: the crown is the farthest's. (If nobody was crowned before, or nobody
 * is left, it stays as it is.) */
static void crown_pass_on(struct quibbit_state *game)
{
    if (game->round > 0 && game->occupied != 0) game->crown = farthest(game);
}

/* ---- A round ---- */

/* Q5: sorts the frogs by card, then by progress. A key is the card (from bit 38 on), the progress
 * (6), the tile (2) and the frog; who does not leap has the greatest. */
static inline void order_set(const struct quibbit_state *game, uint64_t key[QUIBBIT_FROGS_MAX])
{
    static const uint8_t pair[][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}, {1, 2}};
#pragma GCC unroll 4
    for (unsigned frog = 0; frog < QUIBBIT_FROGS_MAX; frog++) {
        const uint64_t card = game->card[frog];
        const uint64_t progress = game->progress[frog], tile = game->tile[frog];
        key[frog] = card == 0 ? UINT64_MAX : card << 38 | progress << 6 | tile << 2 | frog;
    }
#pragma GCC unroll 5
    for (size_t i = 0; i < sizeof pair / sizeof pair[0]; i++) {
        const uint64_t one = key[pair[i][0]], other = key[pair[i][1]];
        key[pair[i][0]] = one < other ? one : other;
        key[pair[i][1]] = one < other ? other : one;
    }
}

/* Q7, after a leap. */
static bool lap_won(const struct quibbit_state *game, unsigned frog)
{
    if (game->progress[frog] - quibbit_progress_least(game) <= game->tiles) return false;
    return frog == (game->lap_by_leader ? farthest(game) : game->crown);
}

/* Q14: the cards of the round are in no hand. */
static void lap_end(struct quibbit_state *game, unsigned frog)
{
    for (int seat = 0; seat < game->seats; seat++) {
        game->hand[seat] &= (uint8_t) ~(1u << game->card[seat]);
    }
    game_won(game, (int)frog, POND_REASON_LAP);
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
    for (; emptied != 0; emptied &= emptied - 1) frog_leave(game, __builtin_ctz(emptied));
    crown_pass_on(game);
    game->turn = game->in_play;
    game_decided(game, crown);
}

/* All cards are known: Q5 to Q12. Two things make it quick. What a leap needs is in its key; and
 * the free tiles are kept twice in a row, so that no leap has to look where the ring begins: the
 * next leap waits for nothing else. (Bits beyond the second ring are never looked at.) Nobody can
 * be a lap ahead of the last frog who is not so of the last when the round began: that is asked
 * first. */
static void round_play(struct quibbit_state *game)
{
    const uint32_t tiles = game->tiles, twice = 1u | 1u << tiles;
    const uint32_t least = quibbit_progress_least(game);
    const unsigned crown_at_start = game->crown, flowers = game->ring[QUIBBIT_FLOWER];
    uint32_t free_tiles = ~(game->occupied * twice);
    uint32_t some_empty = 0; /* one less than an empty hand has the highest bit */
    uint64_t front = 0;      /* progress and frog of the farthest */
    uint64_t key[QUIBBIT_FROGS_MAX];
    order_set(game, key);
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
        if (progress - least > tiles && lap_won(game, frog)) {
            game->occupied = (uint16_t)(~free_tiles & ((1u << tiles) - 1));
            lap_end(game, frog);
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

/* Nobody is awaited any more, but the dummy perhaps. */
static void round_go_on(struct quibbit_state *game)
{
    if (quibbit_has_dummy(game)) {
        game->turn = CHANCE_TURN;
    } else {
        round_play(game);
    }
}

/* ---- Laying and placing ---- */

/* In a line the ring's beginning has been passed twice at most. */
static void frog_place(struct quibbit_state *game, int frog, uint32_t progress)
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
    if (quibbit_has_dummy(game)) frog_place(game, game->seats, quibbit_progress_least(game) - 1);
    game->crown = farthest(game);
    game->round = 1;
    game->turn = game->in_play;
}

static void placing_apply(struct quibbit_state *game, int seat, pond_move move)
{
    const uint32_t front = quibbit_progress_greatest(game) + 1;
    const uint32_t back = quibbit_progress_least(game) - 1;
    const uint32_t first = ((uint32_t)move & ~QUIBBIT_PLACE) + game->tiles;
    const uint32_t in_line = move == QUIBBIT_FRONT ? front : back;
    frog_place(game, seat, game->occupied == 0 ? first : in_line);
    placing_go_on(game);
}

static void laying_apply(struct quibbit_state *game, unsigned kind)
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
    if (laying(game)) return;
    game->special_next = game->tiles;
    game->specials_left = game->unused = game->wrapping = 0;
    placing_go_on(game);
}

static void apply(struct pond_state *state, int seat, pond_move move)
{
    struct quibbit_state *game = own(state);
    if (game->round > 0) {
        if (seat == POND_CHANCE) {
            game->card[game->seats] = (uint8_t)move;
            game->deck &= (uint8_t) ~(1u << move);
            if (game->deck == 0) game->deck = QUIBBIT_HAND_FULL;
            round_play(game);
            return;
        }
        game->card[seat] = (uint8_t)move;
        game->turn &= (uint8_t)~POND_SEAT(seat);
        if (game->turn == 0) round_go_on(game);
    } else if (seat == POND_CHANCE) {
        laying_apply(game, (unsigned)(move & ~QUIBBIT_LAY));
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
    struct quibbit_state *game = own(state);
    if (game->result.outcome != POND_GOES_ON || (game->in_play & POND_SEAT(seat)) == 0) return;
    frog_leave(game, seat);
    crown_pass_on(game);
    if (game_decided(game, game->crown) || laying(game)) return;
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

/* ---- Views ---- */

static void observe(const struct pond_state *state, int seat, struct pond_view *view)
{
    struct quibbit_view *seen = (struct quibbit_view *)view;
    memset(view, 0, sizeof *view);
    seen->seen = *quibbit_state_of(state);
    seen->observer = (uint8_t)seat;
    for (int other = 0; other < QUIBBIT_FROGS_MAX; other++) {
        if (other != seat && seen->seen.card[other] != 0) seen->seen.card[other] = QUIBBIT_HIDDEN;
    }
}

static void sample(const struct pond_view *view, struct pond_rng *rng, struct pond_state *state)
{
    struct quibbit_state *game = own(state);
    memset(state, 0, sizeof *state);
    *game = quibbit_view_of(view)->seen;
    for (int seat = 0; seat < QUIBBIT_FROGS_MAX; seat++) {
        if (game->card[seat] != QUIBBIT_HIDDEN) continue;
        unsigned cards = game->hand[seat];
        uint32_t skipped = pond_rng_below(rng, (uint32_t)__builtin_popcount(cards));
        for (; skipped > 0; skipped--) cards &= cards - 1;
        game->card[seat] = (uint8_t)__builtin_ctz(cards);
    }
}

/* ---- Events ---- */

#ifndef POND_RULES_ONLY
POND_SMALL_BEGIN

static void kind_value_print(int64_t kind, struct pond_text *out)
{
    static const char *const names[] = {"0", "1", "2", "3", "flower", "water", "own"};
    pond_text_string(out, names[kind]);
}

#define KIND(kind) [(kind)-POND_EVENTS_OWN]
#define CARD_AND_GROUND                                                                            \
    {                                                                                              \
        {.name = "card"},                                                                          \
        {                                                                                          \
            .name = "ground", .print = kind_value_print, .words = POND_WORD_EVENT_GROUND,          \
            .word_count = QUIBBIT_GROUND_COUNT                                                     \
        }                                                                                          \
    }

static const struct pond_event_kind event_kinds[] = {
    KIND(QUIBBIT_EVENT_TILE) = {"tile",
                                {{.name = "tile"},
                                 {.name = "kind_of_tile", .print = kind_value_print}},
                                .sentence = POND_WORD_NONE},
    KIND(QUIBBIT_EVENT_PLACE) = {"place",
                                 {{.name = "progress"}, {.name = "tile"}},
                                 .sentence = POND_WORD_EVENT_PLACE},
    KIND(QUIBBIT_EVENT_CHOOSE) = {"choose", {{.name = "card"}}, .sentence = POND_WORD_NONE},
    KIND(QUIBBIT_EVENT_SHOW) = {"show", {{.name = "card"}}, .sentence = POND_WORD_NONE},
    KIND(QUIBBIT_EVENT_LEAP) = {"leap",
                                {{.name = "card"},
                                 {.name = "from"},
                                 {.name = "to"},
                                 {.name = "tile"},
                                 {.name = "over", .type = POND_EVENT_SEATS}},
                                .sentence = POND_WORD_EVENT_QUIBBIT_LEAP,
                                .detail = {5, 0}},
    KIND(QUIBBIT_EVENT_BACK) = {"back", CARD_AND_GROUND, .sentence = POND_WORD_EVENT_CARD_BACK},
    KIND(QUIBBIT_EVENT_LOST) = {"lost", CARD_AND_GROUND, .sentence = POND_WORD_EVENT_CARD_LOST},
    KIND(QUIBBIT_EVENT_LAP) = {"lap", {{0}}, .sentence = POND_WORD_EVENT_LAP},
    KIND(QUIBBIT_EVENT_OUT) = {"out", {{0}}, .sentence = POND_WORD_EVENT_OUT},
    KIND(QUIBBIT_EVENT_CROWN) = {"crown", {{0}}, .sentence = POND_WORD_EVENT_CROWN},
    KIND(QUIBBIT_EVENT_ROUND) = {"round", {{.name = "round"}}, .sentence = POND_WORD_NONE},
};

static void card_event(struct pond_events *events, int kind, int frog, int64_t card)
{
    pond_event_add(events, kind, frog)->value[0] = card;
}

/* What a frog has landed on decides about its card (Q9). */
static void ground_tell(const struct quibbit_state *game, int frog, struct pond_events *events)
{
    const int ground = quibbit_tile_kind(game, game->tile[frog]);
    const bool back = ground == frog || ground == QUIBBIT_FLOWER;
    struct pond_event *event =
        pond_event_add(events, back ? QUIBBIT_EVENT_BACK : QUIBBIT_EVENT_LOST, frog);
    event->value[0] = game->card[frog];
    event->value[1] = ground == frog ? QUIBBIT_GROUND_OWN : ground;
}

/* The frogs between two places, as a set. */
static unsigned frogs_between(const struct quibbit_state *game, uint32_t tile, uint32_t by)
{
    unsigned over = 0;
    for (int frog = 0; frog < game->frogs; frog++) {
        const uint32_t ahead = (game->tile[frog] + game->tiles - tile) % game->tiles;
        if (game->progress[frog] == QUIBBIT_NOWHERE) continue;
        if (ahead > 0 && ahead < by) over |= 1u << frog;
    }
    return over;
}

/* One leap (Q6, Q7, Q9), told and made; was it a lap? */
static bool leap_tell(struct quibbit_state *game, int frog, struct pond_events *events)
{
    const uint32_t card = game->card[frog], tile = game->tile[frog];
    const uint32_t by = quibbit_leap(game->occupied, game->tiles, tile, card);
    const uint32_t landing = (tile + by) % game->tiles;
    struct pond_event *event = pond_event_add(events, QUIBBIT_EVENT_LEAP, frog);
    event->value[0] = card;
    event->value[1] = game->progress[frog];
    event->value[2] = game->progress[frog] + by;
    event->value[3] = landing;
    event->value[4] = frogs_between(game, tile, by);
    game->occupied = (uint16_t)((game->occupied & ~(1u << tile)) | 1u << landing);
    game->progress[frog] += by;
    game->tile[frog] = (uint8_t)landing;
    if (lap_won(game, (unsigned)frog)) {
        pond_event_add(events, QUIBBIT_EVENT_LAP, frog);
        return true;
    }
    if (frog < game->seats) ground_tell(game, frog, events); /* the dummy has no hand */
    return false;
}

static void crown_tell(struct quibbit_state *game, unsigned crown, struct pond_events *events)
{
    if (crown == game->crown || crown == QUIBBIT_NOBODY) return;
    pond_event_add(events, QUIBBIT_EVENT_CROWN, (int)crown);
    game->crown = (uint8_t)crown;
}

/* A round whose cards are all in `game`, and what came of it. */
static void round_tell(struct quibbit_state *game, const struct quibbit_state *after,
                       struct pond_events *events)
{
    uint64_t key[QUIBBIT_FROGS_MAX];
    const unsigned in_play = game->in_play;
    for (int frog = 0; frog < game->frogs; frog++) {
        if (game->card[frog] != 0) card_event(events, QUIBBIT_EVENT_SHOW, frog, game->card[frog]);
    }
    order_set(game, key);
    for (int i = 0; i < QUIBBIT_FROGS_MAX && key[i] != UINT64_MAX; i++) {
        if (leap_tell(game, (int)(key[i] & 3), events)) return;
    }
    for (unsigned out = in_play & ~(unsigned)after->in_play; out != 0; out &= out - 1) {
        pond_event_add(events, QUIBBIT_EVENT_OUT, __builtin_ctz(out));
    }
}

/* Who was placed, who wears the crown and which round it is, where that has changed. */
static void changes_tell(struct quibbit_state *game, const struct quibbit_state *after,
                         struct pond_events *events)
{
    for (int frog = 0; frog < game->frogs && game->round == 0; frog++) {
        if (game->progress[frog] == after->progress[frog]) continue;
        if (after->progress[frog] == QUIBBIT_NOWHERE) continue;
        struct pond_event *event = pond_event_add(events, QUIBBIT_EVENT_PLACE, frog);
        event->value[0] = after->progress[frog];
        event->value[1] = after->tile[frog];
    }
    crown_tell(game, after->crown, events);
    if (after->round != game->round) {
        pond_event_add(events, QUIBBIT_EVENT_ROUND, POND_NOBODY)->value[0] = after->round;
    }
}

static void events(const struct pond_state *before, int seat, pond_move move,
                   const struct pond_state *after, int observer, struct pond_events *events)
{
    struct quibbit_state game = *quibbit_state_of(before);
    const struct quibbit_state *new = quibbit_state_of(after);
    const bool over = new->result.outcome != POND_GOES_ON;
    bool resolved = game.round > 0 && (new->round != game.round || over);
    if (move == POND_MOVE_RESIGN) {
        frog_leave(&game, seat);
        if (game.round > 0 && game.occupied != 0) crown_tell(&game, farthest(&game), events);
        if (over && new->round == game.round &&new->result.reason != POND_REASON_LAP) {
            resolved = false; /* the game was decided without a leap */
        }
    } else if (game.round == 0 && seat == POND_CHANCE) {
        struct pond_event *event = pond_event_add(events, QUIBBIT_EVENT_TILE, POND_NOBODY);
        event->value[0] = game.laid;
        event->value[1] = (int64_t)(move & ~QUIBBIT_LAY);
    } else if (game.round > 0) {
        const int frog = seat == POND_CHANCE ? game.seats : seat;
        const bool seen = observer == seat || observer == POND_OMNISCIENT;
        if (seat != POND_CHANCE) {
            card_event(events, QUIBBIT_EVENT_CHOOSE, seat,
                       seen ? (int64_t)move : POND_EVENT_HIDDEN);
        }
        game.card[frog] = (uint8_t)move;
    }
    if (resolved) round_tell(&game, new, events);
    changes_tell(&game, new, events);
}

/* Cards stay in the view until the round or the game is over: Q14 asks for them. */
static void follow_end(struct quibbit_state *game, const struct pond_event *event)
{
    const struct pond_result result = {(uint8_t)event->value[0], (uint8_t)event->value[1],
                                       (uint8_t)event->value[2]};
    const bool dummy = result.outcome == POND_WON_BY_DUMMY;
    const unsigned frog = dummy ? game->seats : result.seat;
    if (result.reason == POND_REASON_LAP)
        lap_end(game, frog);
    else
        game_won(game, (int)frog, (enum pond_reason)result.reason);
}

static void follow_card(struct quibbit_state *game, const struct pond_event *event)
{
    const int frog = event->seat;
    const bool hidden = event->value[0] == POND_EVENT_HIDDEN;
    const uint8_t card = hidden ? QUIBBIT_HIDDEN : (uint8_t)event->value[0];
    if (event->kind == QUIBBIT_EVENT_LOST) {
        game->hand[frog] &= (uint8_t) ~(1u << card);
        return;
    }
    game->card[frog] = card;
    if (frog < game->seats) return;
    game->deck &= (uint8_t) ~(1u << card);
    if (game->deck == 0) game->deck = QUIBBIT_HAND_FULL;
}

static void follow_leap(struct quibbit_state *game, const struct pond_event *event)
{
    const int frog = event->seat;
    game->occupied &= (uint16_t) ~(1u << game->tile[frog]);
    game->progress[frog] = (uint32_t)event->value[2];
    game->tile[frog] = (uint8_t)event->value[3];
    game->occupied |= (uint16_t)(1u << game->tile[frog]);
}

static void follow(struct pond_view *view, const struct pond_event *event)
{
    struct quibbit_state *game = &((struct quibbit_view *)view)->seen;
    switch (event->kind) {
    case QUIBBIT_EVENT_TILE: laying_apply(game, (unsigned)event->value[1]); break;
    case QUIBBIT_EVENT_PLACE: frog_place(game, event->seat, (uint32_t)event->value[0]); break;
    case QUIBBIT_EVENT_CHOOSE:
    case QUIBBIT_EVENT_SHOW:
    case QUIBBIT_EVENT_LOST: follow_card(game, event); break;
    case QUIBBIT_EVENT_LEAP: follow_leap(game, event); break;
    case POND_EVENT_RESIGN:
    case QUIBBIT_EVENT_OUT: frog_leave(game, event->seat); break;
    case QUIBBIT_EVENT_CROWN: game->crown = event->seat; break;
    case QUIBBIT_EVENT_ROUND:
        game->round = (uint32_t)event->value[0];
        memset(game->card, 0, sizeof game->card);
        break;
    case POND_EVENT_TURN: game->turn = (uint8_t)event->value[0]; break;
    case POND_EVENT_END: follow_end(game, event); break;
    default: break; /* a card that comes back was never away, and the end tells of the lap */
    }
}

/* ---- The view as data ---- */

static const char *const color_names[] = {"red", "green", "yellow", "blue"};

static void tiles_json(struct pond_json *json, const struct quibbit_state *game)
{
    pond_json_key(json, "tiles");
    pond_json_open(json, '[');
    for (int tile = 0; tile < game->laid; tile++) {
        const int kind = quibbit_tile_kind(game, tile);
        pond_json_string(json, kind == QUIBBIT_FLOWER  ? "flower"
                               : kind == QUIBBIT_WATER ? "water"
                                                       : color_names[game->color[kind]]);
    }
    pond_json_close(json, ']');
}

static void cards_json(struct pond_json *json, const char *key, unsigned cards)
{
    pond_json_key(json, key);
    pond_json_open(json, '[');
    for (int card = 1; card <= QUIBBIT_CARD_MAX; card++) {
        if ((cards >> card & 1) != 0) pond_json_number(json, card);
    }
    pond_json_close(json, ']');
}

static void number_or_null(struct pond_json *json, const char *key, bool known, int64_t number)
{
    if (known) pond_json_number_member(json, key, number);
    if (!known) pond_json_null_member(json, key);
}

static void frog_json(struct pond_json *json, const struct quibbit_state *game, int frog)
{
    const bool dummy = frog >= game->seats, placed = game->progress[frog] != QUIBBIT_NOWHERE;
    pond_json_open(json, '{');
    pond_json_string_member(json, "color", color_names[game->color[frog]]);
    pond_json_bool_member(json, "dummy", dummy);
    pond_json_bool_member(json, "out", !dummy && (game->in_play >> frog & 1) == 0);
    number_or_null(json, "progress", placed, game->progress[frog]);
    number_or_null(json, "tile", placed, game->tile[frog]);
    cards_json(json, "cards", dummy ? game->deck : game->hand[frog]);
    pond_json_close(json, '}');
}

/* What follows from where the frogs are: the tiles that `front` and `back` mean, and how many tiles
 * the first frog needs to be a lap ahead of the last (Q7). */
static void line_json(struct pond_json *json, const struct quibbit_state *game)
{
    const bool any = game->occupied != 0;
    const uint32_t first = any ? quibbit_progress_greatest(game) : 0;
    const uint32_t last = any ? quibbit_progress_least(game) : 0;
    const bool race = game->round > 0 && (game->occupied & (game->occupied - 1)) != 0;
    number_or_null(json, "front", any, (first + 1) % game->tiles);
    number_or_null(json, "back", any, (last + game->tiles - 1) % game->tiles);
    number_or_null(json, "to_lap", race, (int64_t)last + game->tiles - first + 1);
}

static void view_json(const struct pond_view *view, struct pond_json *json)
{
    const struct quibbit_state *game = &quibbit_view_of(view)->seen;
    pond_json_open(json, '{');
    pond_json_number_member(json, "round", game->round);
    tiles_json(json, game);
    pond_json_key(json, "frogs");
    pond_json_open(json, '[');
    for (int frog = 0; frog < game->frogs; frog++) frog_json(json, game, frog);
    pond_json_close(json, ']');
    number_or_null(json, "crown", game->crown != QUIBBIT_NOBODY, game->crown);
    line_json(json, game);
    pond_json_close(json, '}');
}

POND_SMALL_END
#endif

/* ---- Texts that moves and positions share ---- */

static char frog_letter(const struct quibbit_state *game, int frog)
{
    const char letter = color_letters[game->color[frog]];
    return frog < game->seats ? letter : (char)(letter - 'A' + 'a');
}

static void cards_print(unsigned cards, struct pond_text *out)
{
    for (unsigned card = 1; card <= QUIBBIT_CARD_MAX; card++) {
        if ((cards >> card & 1) != 0) pond_text_char(out, (char)('0' + card));
    }
}

static void kind_print(const struct quibbit_state *game, unsigned kind, struct pond_text *out)
{
    char letter = '?';
    if (kind == QUIBBIT_FLOWER) {
        letter = '*';
    } else if (kind == QUIBBIT_WATER) {
        letter = '~';
    } else if (kind < QUIBBIT_FROGS_MAX && kind < game->frogs) {
        letter = color_letters[game->color[kind]];
    }
    pond_text_char(out, letter);
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
    cards_print(cards, &left);
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
        kind_print(game, kind, &possible);
        listed |= move == (QUIBBIT_LAY | kind);
    }
    if (listed) return true;
    const bool a_tile = (move & ~(pond_move)UINT16_MAX) == QUIBBIT_LAY;
    kind_print(game, a_tile ? (unsigned)move & UINT16_MAX : QUIBBIT_TILE_KINDS, &asked_text);
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

/* Why a seat that is not on turn is not. */
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
        return laying(game) ? laying_legal(game, move, why) : placing_legal(game, move, why);
    }
    if (seat == POND_CHANCE) {
        return card_legal(game->deck, move, POND_WORD_QUIBBIT_DECK_GONE, why);
    }
    if ((move & ~(pond_move)UINT16_MAX) != 0) return pond_refuse(why, POND_WORD_QUIBBIT_PLACED);
    return card_legal(game->hand[seat], move, POND_WORD_QUIBBIT_CARD_GONE, why);
}

/* ---- The notation of moves ---- */

static void move_print(const struct pond_state *state, int seat, pond_move move,
                       struct pond_text *out)
{
    (void)seat;
    const unsigned low = (unsigned)move & UINT16_MAX;
    if (move == QUIBBIT_FRONT) {
        pond_text_string(out, "front");
    } else if (move == QUIBBIT_BACK) {
        pond_text_string(out, "back");
    } else if (move - low == QUIBBIT_PLACE) {
        pond_text_char(out, '@');
        pond_text_number(out, low);
    } else if (move - low == QUIBBIT_LAY) {
        kind_print(quibbit_state_of(state), low, out);
    } else {
        pond_text_number(out, low);
    }
}

/* How a move looks now, to someone who wrote something else. */
static bool syntax_refuse(const struct quibbit_state *game, int seat, const char *text,
                          struct pond_error *why)
{
    if (seat == POND_CHANCE && laying(game)) {
        char memory[QUIBBIT_FROGS_MAX + 1];
        struct pond_text colors = pond_text_in(memory, sizeof memory);
        for (unsigned frog = 0; frog < game->frogs; frog++) kind_print(game, frog, &colors);
        pond_refuse_text(why, POND_WORD_QUIBBIT_WRITE_LAY, text);
        return pond_error_text(why, memory);
    }
    if (seat == POND_CHANCE) return pond_refuse_text(why, POND_WORD_QUIBBIT_WRITE_DECK, text);
    if (game->round > 0) return pond_refuse_text(why, POND_WORD_QUIBBIT_WRITE_CARD, text);
    if (game->occupied != 0) return pond_refuse_text(why, POND_WORD_QUIBBIT_WRITE_LINE, text);
    pond_refuse_text(why, POND_WORD_QUIBBIT_WRITE_FIRST, text);
    return pond_error_number(why, game->tiles - 1);
}

static bool move_parse(const struct pond_state *state, int seat, const char *text, pond_move *move,
                       struct pond_error *why)
{
    const struct quibbit_state *game = quibbit_state_of(state);
    if (seat == POND_CHANCE && laying(game)) {
        for (unsigned kind = 0; kind < QUIBBIT_TILE_KINDS; kind++) {
            char memory[2];
            struct pond_text letter = pond_text_in(memory, sizeof memory);
            kind_print(game, kind, &letter);
            if (memory[0] == '?' || !pond_text_equal(text, memory)) continue;
            *move = QUIBBIT_LAY | kind;
            return true;
        }
        return syntax_refuse(game, seat, text, why);
    }
    if (text[0] >= '0' && text[0] <= '9' && text[1] == '\0') {
        *move = (pond_move)(text[0] - '0');
        return true;
    }
    if (seat == POND_CHANCE) return syntax_refuse(game, seat, text, why);
    if (pond_text_equal(text, "front") || pond_text_equal(text, "back")) {
        *move = text[0] == 'f' ? QUIBBIT_FRONT : QUIBBIT_BACK;
        return true;
    }
    uint32_t tile;
    const char *at = text + 1;
    if (text[0] == '@' && pond_read_number(&at, UINT16_MAX, &tile) && *at == '\0') {
        *move = QUIBBIT_PLACE | tile;
        return true;
    }
    return syntax_refuse(game, seat, text, why);
}

/* ---- The notation of positions: printing ---- */

static void layout_print(const struct quibbit_state *game, struct pond_text *out)
{
    for (int tile = 0; tile < game->laid; tile++) {
        kind_print(game, (unsigned)quibbit_tile_kind(game, tile), out);
    }
    if (game->laid == 0) pond_text_char(out, '-');
}

static void position_print(const struct quibbit_state *game, struct pond_text *out)
{
    layout_print(game, out);
    for (int frog = 0; frog < game->frogs; frog++) {
        pond_text_char(out, frog == 0 ? ' ' : ',');
        pond_text_char(out, frog_letter(game, frog));
        if (game->progress[frog] != QUIBBIT_NOWHERE) {
            pond_text_number(out, game->progress[frog]);
        } else {
            const bool out_of_play = frog < game->seats && (game->in_play & POND_SEAT(frog)) == 0;
            pond_text_char(out, out_of_play ? '-' : '?');
        }
        pond_text_char(out, ':');
        cards_print(game->hand[frog], out);
    }
    const bool crowned = game->crown != QUIBBIT_NOBODY;
    pond_text_char(out, ' ');
    pond_text_char(out, crowned ? color_letters[game->color[game->crown]] : '-');
    pond_text_char(out, ' ');
    if (quibbit_has_dummy(game)) {
        cards_print(game->deck, out);
    } else {
        pond_text_char(out, '-');
    }
    pond_text_char(out, ' ');
    pond_text_number(out, game->round);
}

static void state_print(const struct pond_state *state, struct pond_text *out)
{
    position_print(quibbit_state_of(state), out);
}

static void view_print(const struct pond_view *view, struct pond_text *out)
{
    position_print(&quibbit_view_of(view)->seen, out);
}

static void own_print(const struct pond_view *view, struct pond_text *hand,
                      struct pond_text *chosen)
{
    const struct quibbit_view *own_view = quibbit_view_of(view);
    const int seat = own_view->observer;
    if (seat >= own_view->seen.seats) return;
    for (int card = 1; card <= QUIBBIT_CARD_MAX; card++) {
        if ((own_view->seen.hand[seat] >> card & 1) != 0) pond_text_number(hand, card);
    }
    if (own_view->seen.card[seat] != 0) pond_text_number(chosen, own_view->seen.card[seat]);
}

/* ---- The notation of positions: reading ---- */

enum { FIELD_LAYOUT, FIELD_FROGS, FIELD_CROWN, FIELD_DECK, FIELD_ROUND, FIELDS };

/* A refusal that begins with a frog's letter. */
static bool frog_refuse(const struct quibbit_state *game, int frog, enum pond_word word,
                        struct pond_error *why)
{
    const char letter[] = {frog_letter(game, frog), '\0'};
    return pond_refuse_text(why, word, letter);
}

/* The crown is on the wrong frog; it is written in capitals, the dummy's too. */
static bool crown_refuse(const struct quibbit_state *game, struct pond_error *why)
{
    const char letter[] = {color_letters[game->color[farthest(game)]], '\0'};
    return pond_refuse_text(why, POND_WORD_QUIBBIT_CROWN_FROG, letter);
}

static bool frog_refuse_also(const struct quibbit_state *game, int frog, struct pond_error *why)
{
    const char letter[] = {frog_letter(game, frog), '\0'};
    return pond_error_text(why, letter);
}

static bool progress_refuse(const struct quibbit_state *game, int frog, uint32_t least,
                            uint32_t most, struct pond_error *why)
{
    frog_refuse(game, frog, POND_WORD_QUIBBIT_PROGRESS, why);
    pond_error_number(why, least);
    return pond_error_number(why, most);
}

/* Cuts a copy of the text at its spaces. */
static bool fields_split(const char *text, char copy[POND_STATE_TEXT_MAX], char *field[FIELDS],
                         struct pond_error *why)
{
    const size_t length = strlen(text);
    if (length >= POND_STATE_TEXT_MAX) return pond_refuse(why, POND_WORD_POSITION_TOO_LONG);
    memcpy(copy, text, length + 1);
    int count = 1;
    field[0] = copy;
    for (char *at = copy; *at != '\0'; at++) {
        if (*at != ' ') continue;
        *at = '\0';
        if (count < FIELDS) field[count] = at + 1;
        count++;
    }
    if (count == FIELDS) return true;
    pond_refuse_text(why, POND_WORD_POSITION_FIELDS, pond_quibbit.name);
    pond_error_number(why, FIELDS);
    return pond_error_number(why, count);
}

/* Reads cards in ascending order, as many as there are. */
static uint8_t cards_read(const char **at)
{
    unsigned cards = 0;
    for (char least = '1'; **at >= least && **at <= '0' + QUIBBIT_CARD_MAX; ++*at) {
        cards |= 1u << (**at - '0');
        least = (char)(**at + 1);
    }
    return (uint8_t)cards;
}

/* Reads what stands between a frog's letter and its colon. */
static bool progress_read(struct quibbit_state *game, int frog, const char *text,
                          struct pond_error *why)
{
    const bool of_dummy = frog == game->seats;
    if (text[0] == '-' && text[1] == '\0' && !of_dummy) {
        frog_leave(game, frog);
        return true;
    }
    if (text[0] == '?' && text[1] == '\0') return true;
    const uint32_t least = (uint32_t)game->tiles - (uint32_t)(game->frogs - 1);
    uint32_t progress;
    if (!pond_read_number(&text, QUIBBIT_COUNT_MAX, &progress) || *text != '\0' ||
        progress < least) {
        return progress_refuse(game, frog, least, QUIBBIT_COUNT_MAX, why);
    }
    const uint32_t tile = progress % game->tiles;
    for (int other = 0; other < frog; other++) {
        if (game->progress[other] == QUIBBIT_NOWHERE || game->tile[other] != tile) continue;
        frog_refuse(game, other, POND_WORD_QUIBBIT_SAME_TILE, why);
        frog_refuse_also(game, frog, why);
        return pond_error_number(why, tile);
    }
    game->progress[frog] = progress;
    game->tile[frog] = (uint8_t)tile;
    game->occupied |= (uint16_t)(1u << tile);
    return true;
}

/* Reads one frog, `R18:12345`. */
static bool frog_read(struct quibbit_state *game, int frog, char *text, struct pond_error *why)
{
    const bool of_dummy = frog == game->seats;
    char *colon = strchr(text, ':');
    if (text[0] != frog_letter(game, frog) || colon == NULL || (of_dummy && colon[1] != '\0')) {
        const enum pond_word word =
            of_dummy ? POND_WORD_QUIBBIT_DUMMY_FORM : POND_WORD_QUIBBIT_FROG_FORM;
        pond_refuse_text(why, word, text);
        return frog_refuse_also(game, frog, why);
    }
    *colon = '\0';
    if (!progress_read(game, frog, text + 1, why)) return false;
    const char *at = colon + 1;
    game->hand[frog] = cards_read(&at);
    if (*at != '\0') return frog_refuse(game, frog, POND_WORD_QUIBBIT_HAND, why);
    const bool out = !of_dummy && (game->in_play & POND_SEAT(frog)) == 0;
    if (out && game->hand[frog] != 0) {
        return frog_refuse(game, frog, POND_WORD_QUIBBIT_HAND_OUT, why);
    }
    return true;
}

static bool frogs_read(struct quibbit_state *game, char *text, struct pond_error *why)
{
    int count = 1;
    for (const char *at = text; *at != '\0'; at++) count += *at == ',';
    if (count != game->frogs) {
        pond_refuse_number(why, POND_WORD_QUIBBIT_FROG_COUNT, game->frogs);
        return pond_error_number(why, count);
    }
    for (int frog = 0; frog < game->frogs; frog++) {
        char *comma = strchr(text, ',');
        if (comma != NULL) *comma = '\0';
        if (!frog_read(game, frog, text, why)) return false;
        if (comma != NULL) text = comma + 1;
    }
    return true;
}

static bool crown_read(struct quibbit_state *game, const char *text, struct pond_error *why)
{
    char memory[QUIBBIT_FROGS_MAX + 1];
    struct pond_text colors = pond_text_in(memory, sizeof memory);
    for (int frog = 0; frog < game->frogs; frog++) {
        kind_print(game, (unsigned)frog, &colors);
        if (text[0] == memory[frog] && text[1] == '\0') game->crown = (uint8_t)frog;
    }
    const bool nobody = game->round == 0 && pond_text_equal(text, "-");
    if (nobody) return true;
    if (game->crown == QUIBBIT_NOBODY) {
        pond_refuse_text(why, POND_WORD_QUIBBIT_CROWN_FORM, text);
        return pond_error_text(why, memory);
    }
    return game->round > 0 || pond_refuse(why, POND_WORD_QUIBBIT_CROWN_EARLY);
}

static bool deck_read(struct quibbit_state *game, const char *text, struct pond_error *why)
{
    if (!quibbit_has_dummy(game)) {
        return pond_text_equal(text, "-") ||
               pond_refuse_text(why, POND_WORD_QUIBBIT_DECK_NONE, text);
    }
    const char *at = text;
    game->deck = cards_read(&at);
    if (*at != '\0' || game->deck == 0) {
        return pond_refuse_text(why, POND_WORD_QUIBBIT_DECK_FORM, text);
    }
    return game->round > 0 || game->deck == QUIBBIT_HAND_FULL ||
           pond_refuse(why, POND_WORD_QUIBBIT_DECK_START);
}

static bool round_read(struct quibbit_state *game, const char *text, struct pond_error *why)
{
    const char *at = text;
    if (pond_read_number(&at, QUIBBIT_COUNT_MAX, &game->round) && *at == '\0') return true;
    pond_refuse_text(why, POND_WORD_QUIBBIT_ROUND, text);
    return pond_error_number(why, QUIBBIT_COUNT_MAX);
}

/* ---- The notation of positions: judging what was read ---- */

/* Could this frog have been placed there (Q2), with those before it in the line from `back` to
 * `front`? Where a seat has resigned, its frog may have stood between. */
static bool line_judge(const struct quibbit_state *game, int frog, uint32_t back, uint32_t front,
                       struct pond_error *why)
{
    const uint32_t progress = game->progress[frog];
    const uint32_t out = (uint32_t)(game->seats - __builtin_popcount(game->in_play));
    const uint32_t gone = out < (uint32_t)frog ? out : (uint32_t)frog;
    if (back > front) { /* it is the first */
        const uint32_t least = game->tiles - gone, most = 2u * game->tiles - 1 + gone;
        if (progress >= least && progress <= most) return true;
        return progress_refuse(game, frog, least, most, why);
    }
    if (progress > front && progress - front <= gone + 1) return true;
    if (progress < back && back - progress <= gone + 1) return true;
    frog_refuse(game, frog, POND_WORD_QUIBBIT_LINE, why);
    return pond_error_number(why, progress);
}

/* Round 0: the seats have placed in turn, in a line, and someone is still to place. */
static bool placing_judge(struct quibbit_state *game, struct pond_error *why)
{
    uint32_t back = UINT32_MAX, front = 0;
    int waiting = -1;
    for (int frog = 0; frog < game->frogs; frog++) {
        const bool of_dummy = frog == game->seats;
        const uint32_t progress = game->progress[frog];
        if (!of_dummy && (game->in_play & POND_SEAT(frog)) == 0) continue;
        if (!of_dummy && game->hand[frog] != QUIBBIT_HAND_FULL) {
            return frog_refuse(game, frog, POND_WORD_QUIBBIT_HAND_START, why);
        }
        if (progress == QUIBBIT_NOWHERE) {
            if (waiting < 0) waiting = frog;
            continue;
        }
        if (of_dummy && waiting < 0) break;
        if (waiting >= 0) {
            frog_refuse(game, waiting, POND_WORD_QUIBBIT_PLACE_ORDER, why);
            return frog_refuse_also(game, frog, why);
        }
        if (!line_judge(game, frog, back, front, why)) return false;
        back = progress < back ? progress : back;
        front = progress > front ? progress : front;
    }
    if (game->in_play == 0 && !game->dummy_counts) {
        return pond_refuse_number(why, POND_WORD_QUIBBIT_NOBODY_LEFT, 0);
    }
    if (game_decided(game, game->crown)) return true;
    if (waiting < 0 || waiting >= game->seats) {
        return pond_refuse(why, POND_WORD_QUIBBIT_ALL_PLACED);
    }
    game->turn = POND_SEAT(waiting);
    return true;
}

/* Ends the game by a lap (Q7, Q14), if there is one; `cardless` is a frog without cards, or -1. */
static bool lap_judge(struct quibbit_state *game, int cardless, struct pond_error *why)
{
    const uint32_t least = quibbit_progress_least(game);
    const int winner = game->lap_by_leader ? farthest(game) : game->crown;
    unsigned ahead = 0;
    for (int frog = 0; frog < game->frogs; frog++) {
        const uint32_t progress = game->progress[frog];
        if (progress != QUIBBIT_NOWHERE && progress - least > game->tiles) ahead |= 1u << frog;
    }
    if ((ahead & 1u << winner) == 0) {
        if (game->crown == farthest(game)) {
            return frog_refuse(game, cardless, POND_WORD_QUIBBIT_HAND_EMPTY, why);
        }
        return crown_refuse(game, why);
    }
    const unsigned others = ahead & ~(1u << winner);
    if (game->lap_by_leader && others != 0) {
        frog_refuse(game, winner, POND_WORD_QUIBBIT_LAP_TWICE, why);
        return frog_refuse_also(game, __builtin_ctz(others), why);
    }
    game_won(game, winner, POND_REASON_LAP);
    return true;
}

/* Has only a lap left the frogs like this? So it is when one of them has no card left or the crown
 * is not on the farthest; when someone leads by so much that lap=leader ended the game at that
 * leap; and when the crowned frog does and the dummy's card of this round has been turned.
 * Otherwise, with lap=crowned, a frog that leads by so much may have been crowned since. */
static bool lap_seen(const struct quibbit_state *game, bool cardless)
{
    const uint32_t lead = quibbit_progress_greatest(game) - quibbit_progress_least(game);
    const uint32_t cards = (uint32_t)__builtin_popcount(game->deck);
    const bool turned = cards == QUIBBIT_CARD_MAX - game->round % QUIBBIT_CARD_MAX;
    if (cardless || game->crown != farthest(game)) return true;
    return lead > game->tiles && (game->lap_by_leader || turned);
}

/* A round is due, or the game is over. */
static bool round_judge(struct quibbit_state *game, struct pond_error *why)
{
    int cardless = -1;
    for (int frog = 0; frog < game->frogs; frog++) {
        const bool in_play = frog == game->seats || (game->in_play & POND_SEAT(frog)) != 0;
        if (!in_play) continue;
        if (game->progress[frog] == QUIBBIT_NOWHERE) {
            pond_refuse_number(why, POND_WORD_QUIBBIT_UNPLACED, game->round);
            return frog_refuse_also(game, frog, why);
        }
        if (frog < game->seats && game->hand[frog] == 0) cardless = frog;
    }
    const bool one_left = (game->in_play & (game->in_play - 1)) == 0;
    if (one_left && (game->in_play == 0 || !game->dummy_counts)) {
        if (game->occupied != 0 && game->crown != farthest(game)) {
            return crown_refuse(game, why);
        }
        if (cardless >= 0) return frog_refuse(game, cardless, POND_WORD_QUIBBIT_HAND_EMPTY, why);
        return game_decided(game, game->crown);
    }
    if (lap_seen(game, cardless >= 0)) return lap_judge(game, cardless, why);
    game->turn = game->in_play;
    return true;
}

static bool state_parse(struct pond_state *state, const struct pond_config *config,
                        const char *text, struct pond_error *why)
{
    struct pond_state read;
    struct quibbit_state *game = own(&read);
    char copy[POND_STATE_TEXT_MAX];
    char *field[FIELDS];
    uint8_t kind[QUIBBIT_TILES_MAX];
    memset(&read, 0, sizeof read);
    setup_empty(game, config);
    if (!fields_split(text, copy, field, why) ||
        !layout_read(config, field[FIELD_LAYOUT], kind, why)) {
        return false;
    }
    setup_ring(game, kind);
    if (!round_read(game, field[FIELD_ROUND], why) || !frogs_read(game, field[FIELD_FROGS], why) ||
        !crown_read(game, field[FIELD_CROWN], why) || !deck_read(game, field[FIELD_DECK], why)) {
        return false;
    }
    if (!(game->round == 0 ? placing_judge(game, why) : round_judge(game, why))) return false;
    *state = read;
    return true;
}

/* ---- Views from outside ---- */

/* The options must be those of the game, so that the rest can be printed. A seat that has chosen is
 * as if it had not: then the text tells everything. */
static bool view_check(const struct pond_view *view, const struct pond_config *config, int seat)
{
    struct pond_view plain = *view;
    struct quibbit_state *game = &((struct quibbit_view *)&plain)->seen;
    struct pond_state empty;
    const size_t from = offsetof(struct quibbit_state, seats);
    const size_t length = offsetof(struct quibbit_state, laid) - from;
    memset(&empty, 0, sizeof empty);
    setup_empty(own(&empty), config);
    if (memcmp(plain.bytes + from, empty.bytes + from, length) != 0) return false;
    if (game->laid != game->tiles) return false;
    if (game->crown != QUIBBIT_NOBODY && game->crown >= game->frogs) return false;
    for (int frog = 0; frog < QUIBBIT_FROGS_MAX; frog++) {
        if (game->card[frog] == 0) continue;
        if (frog == seat || frog >= game->seats || game->card[frog] != QUIBBIT_HIDDEN) return false;
        game->card[frog] = 0;
        if ((game->turn & POND_SEAT(frog)) != 0) return false;
        game->turn |= POND_SEAT(frog);
    }
    return pond_view_reads(&pond_quibbit, &plain, config, seat);
}

/* ---- Records ---- */

static char seat_letter(const struct pond_state *state, int seat)
{
    const struct quibbit_state *game = quibbit_state_of(state);
    const int frog = seat == POND_CHANCE ? game->seats : seat;
    return frog < game->frogs ? frog_letter(game, frog) : '?';
}

/* The ring is there for all to see, so nothing is hidden from anyone. */
static void setup_print(const struct pond_state *state, int hidden_from, struct pond_text *out)
{
    (void)hidden_from;
    layout_print(quibbit_state_of(state), out);
}

static bool setup_parse(const struct pond_config *config, const char *text,
                        pond_move outcomes[POND_SETUP_MAX], int *outcome_count,
                        struct pond_error *why)
{
    uint8_t kind[QUIBBIT_TILES_MAX];
    if (config->value[LAYOUT] == POND_VALUE_TEXT) {
        if (!pond_text_equal(config->text[LAYOUT], text)) {
            pond_refuse_text(why, POND_WORD_QUIBBIT_SETUP_DIFFERS, config->text[LAYOUT]);
            return pond_error_text(why, text);
        }
        *outcome_count = 0;
        return true;
    }
    if (!layout_read(config, text, kind, why)) return false;
    *outcome_count = config_tiles(config);
    for (int tile = 0; tile < *outcome_count; tile++) outcomes[tile] = QUIBBIT_LAY | kind[tile];
    return true;
}

const struct pond_game pond_quibbit = {
    .name = "quibbit",
    .title = "Quibbit!",
    .seats_min = 2,
    .seats_max = 4,
    .record_style = POND_RECORD_ROUNDS,
    .draw_offers = false,
    .random_turns_max = 1000,
    .option_count = OPTIONS,
    .options = options,
    .check = check,
    .seats = seats,
    .setup = setup,
    .turn = turn,
    .moves = moves,
    .weight = weight,
    .chance = chance,
    .apply = apply,
    .in_play = in_play,
    .resign = resign,
    .result = result,
    .hash = hash,
    .repetition = NULL,
    .round = round_number,
    .observe = observe,
    .sample = sample,
    .view_check = view_check,
    .chance_seen_by = NULL,
    .legal = legal,
#ifndef POND_RULES_ONLY
    .events = events,
    .event_kinds = event_kinds,
    .event_kind_count = sizeof event_kinds / sizeof event_kinds[0],
    .view_json = view_json,
    .follow = follow,
#endif
    .move_print = move_print,
    .move_parse = move_parse,
    .state_print = state_print,
    .view_print = view_print,
    .own_print = own_print,
    .state_parse = state_parse,
    .move_suffix = NULL,
    .seat_letter = seat_letter,
    .setup_print = setup_print,
    .setup_parse = setup_parse,
    .perft = NULL,
};
