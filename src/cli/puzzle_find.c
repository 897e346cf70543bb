/* puzzle_find.c: is a position a puzzle? Decided exactly, by the measures of src/learn.
 *
 * A good puzzle has one answer, something that tempts beside it, and looks like a position of a
 * real game (it is one). How hard it is, is a rule of thumb. */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "learn.h"
#include "pond/quibbit.h"
#include "pond/quibbles.h"
#include "pond/rribbit.h"
#include "puzzles.h"

/* A board that is nearly empty, or a fight that is over, makes a poor puzzle. */
#define FROGS_LEAST 8
#define LEAD_MOST 2
#define LEAD_MOST_CHAIN 4 /* where frogs go by the dozen */

static pond_move moves[POND_MOVES_MAX];

static void position_take(const struct pond_game *game, const struct pond_state *state,
                          struct puzzle *puzzle)
{
    struct pond_text text = pond_text_in(puzzle->position, sizeof puzzle->position);
    game->state_print(state, &text);
}

/* ---- Rrib-bit ---- */

/* A board is like its mirror image and like itself with the colours swapped and turned round. */
static uint64_t board_likeness(const struct rribbit_state *board)
{
    uint64_t least = UINT64_MAX;
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        uint64_t sets[3] = {0, 0, (uint64_t)board->chain << 1 | board->seven};
        for (int pad = 0; pad < RRIBBIT_PADS; pad++) {
            const int seen = board->side == RRIBBIT_LIGHT ? pad : RRIBBIT_PADS - 1 - pad;
            const int column = seen % RRIBBIT_COLUMNS, row = seen / RRIBBIT_COLUMNS;
            const int to =
                row * RRIBBIT_COLUMNS + (mirrored ? RRIBBIT_COLUMNS - 1 - column : column);
            sets[0] |= (board->frogs[board->side] >> pad & 1) << to;
            sets[1] |= (board->frogs[1 - board->side] >> pad & 1) << to;
        }
        const uint64_t hash = pond_hash_words(sets, 3, 0);
        if (hash < least) least = hash;
    }
    return least;
}

/* What the turns of a position come to. */
struct win_search {
    int winning;   /* turns that win in time; those that lead to the same position count once */
    int tempting;  /* turns that make a row and do not */
    pond_move key; /* a winning one */
    struct pond_state after;
    char answers[PUZZLE_STAGES_TEXT_MAX / 2];
};

static void wins_search(const struct pond_state *state, int seat, int turns,
                        struct win_search *found)
{
    const int count = pond_rribbit.moves(state, seat, moves);
    memset(found, 0, sizeof *found);
    for (int i = 0; i < count && found->winning <= 1; i++) {
        struct pond_state after = *state;
        uint32_t work = UINT32_MAX;
        pond_move holds;
        pond_rribbit.apply(&after, seat, moves[i]);
        const struct rribbit_state *board = (const struct rribbit_state *)&after;
        if (!pond_measure_forced(&after, seat, turns - 1, &work, &holds)) {
            found->tempting += rribbit_has_row(board->frogs[seat]);
            continue;
        }
        const bool same = found->winning > 0 && memcmp(&found->after, &after, sizeof after) == 0;
        if (!same) found->winning++;
        char text[POND_MOVE_TEXT_MAX];
        move_text(&pond_rribbit, state, seat, moves[i], text);
        const size_t length = strlen(found->answers);
        snprintf(found->answers + length, sizeof found->answers - length, " %s", text);
        found->key = moves[i];
        found->after = after;
    }
}

static int win_level(const struct win_search *found, const struct pond_state *state, int seat,
                     int turns)
{
    const struct rribbit_state *before = (const struct rribbit_state *)state;
    const struct rribbit_state *after = (const struct rribbit_state *)&found->after;
    const bool quiet =
        !rribbit_has_row(after->frogs[seat]) && before->frogs[1 - seat] == after->frogs[1 - seat];
    if (turns == 1) return found->tempting > 0 ? 2 : 1;
    if (turns == 2) return quiet ? 4 : found->tempting > 0 ? 3 : 2;
    return quiet ? 5 : 4;
}

static bool win_find(const struct pond_state *state, int seat, enum puzzle_sort sort,
                     struct puzzle *puzzle)
{
    const int turns = sort == PUZZLE_WIN_3 ? 3 : sort == PUZZLE_WIN_2 ? 2 : 1;
    const struct rribbit_state *board = (const struct rribbit_state *)state;
    struct win_search found;
    uint32_t work = UINT32_MAX;
    const int own = __builtin_popcountll(board->frogs[seat]);
    const int other = __builtin_popcountll(board->frogs[1 - seat]);
    const int lead_most = board->chain != 0 ? LEAD_MOST_CHAIN : LEAD_MOST;
    if (own + other < FROGS_LEAST || own - other > lead_most || other - own > lead_most)
        return false;
    /* A puzzle's win takes as long as it says. */
    if (turns > 1 && pond_measure_wins(state, turns - 1, &work)) return false;
    wins_search(state, seat, turns, &found);
    if (found.winning != 1) return false;
    if (turns == 1 && (found.tempting > 0) != (sort == PUZZLE_TEMPTED)) return false;
    puzzle->level = win_level(&found, state, seat, turns);
    puzzle->difficulty = pond_rribbit.moves(state, seat, moves);
    puzzle->likeness = board_likeness(board);
    snprintf(puzzle->goal, sizeof puzzle->goal, "win %d", turns);
    int length = snprintf(puzzle->stages, sizeof puzzle->stages, "answer%s\n", found.answers);
    for (int left = turns - 1; left >= 0; left--) {
        const size_t size = sizeof puzzle->stages - (size_t)length;
        char *at = puzzle->stages + length;
        if (pond_rribbit.turn(&found.after) != 0) {
            length += snprintf(at, size, "then S%d:*\n", 1 - seat);
        }
        if (left > 0) {
            length += snprintf(puzzle->stages + length, sizeof puzzle->stages - (size_t)length,
                               left > 1 ? "accept wins=%d\n" : "accept wins\n", left);
        }
    }
    return true;
}

/* ---- Quibbles ---- */

static int measured(struct learn_take take, enum puzzle_sort sort)
{
    switch (sort) {
    case PUZZLE_CARDS: return take.cards;
    case PUZZLE_WORTH: return take.worth;
    case PUZZLE_STASH: return take.stash;
    default: return take.finishes;
    }
}

/* The moves of a seat by what they bring. */
struct take_search {
    int count;
    int best, best_count, second; /* the most, how many bring it, and the most of the others */
    pond_move key;
};

static void takes_search(const struct pond_state *state, int seat, enum puzzle_sort sort,
                         struct take_search *found)
{
    *found = (struct take_search){.best = -1, .second = -1};
    found->count = pond_quibbles.moves(state, seat, moves);
    for (int i = 0; i < found->count; i++) {
        const int worth = measured(pond_measure_take(state, seat, moves[i]), sort);
        if (worth > found->best) {
            found->second = found->best;
            found->best = worth;
            found->best_count = 0;
            found->key = moves[i];
        } else if (worth < found->best && worth > found->second) {
            found->second = worth;
        }
        found->best_count += worth == found->best;
    }
}

/* Lists the stashes that are right after the key. */
static void stashes_print(const struct pond_state *state, int seat, enum puzzle_sort sort,
                          pond_move key, int value, struct puzzle *puzzle)
{
    struct pond_state after = *state;
    pond_quibbles.apply(&after, seat, key);
    const int count = pond_quibbles.moves(&after, seat, moves);
    size_t length = strlen(puzzle->stages);
    length += (size_t)snprintf(puzzle->stages + length, sizeof puzzle->stages - length, "answer");
    for (int i = 0; i < count; i++) {
        char text[POND_MOVE_TEXT_MAX];
        if (quibbles_move_kind(moves[i]) != QUIBBLES_STASH) continue;
        struct pond_state stashed = after;
        pond_quibbles.apply(&stashed, seat, moves[i]);
        const bool right = sort == PUZZLE_FINISH
                               ? pond_quibbles.turn(&stashed) == 0
                               : quibbles_lowest(quibbles_move_played(moves[i])) == value;
        if (!right) continue;
        move_text(&pond_quibbles, &after, seat, moves[i], text);
        length +=
            (size_t)snprintf(puzzle->stages + length, sizeof puzzle->stages - length, " %s", text);
    }
    snprintf(puzzle->stages + length, sizeof puzzle->stages - length, "\n");
}

static bool take_find(const struct pond_state *state, int seat, enum puzzle_sort sort,
                      struct puzzle *puzzle)
{
    static const char *const goals[PUZZLE_SORTS] = {[PUZZLE_CARDS] = "cards",
                                                    [PUZZLE_WORTH] = "worth",
                                                    [PUZZLE_STASH] = "stash",
                                                    [PUZZLE_FINISH] = "finish"};
    static const int least[PUZZLE_SORTS] = {
        [PUZZLE_CARDS] = 4, [PUZZLE_WORTH] = 10, [PUZZLE_STASH] = 3, [PUZZLE_FINISH] = 1};
    const struct quibbles_state *table = (const struct quibbles_state *)state;
    struct take_search found, by_cards;
    char text[POND_MOVE_TEXT_MAX];
    if (table->table.phase != QUIBBLES_ACT) return false;
    takes_search(state, seat, sort, &found);
    const int hand = quibbles_size(table->hands[seat]);
    if (found.best < least[sort] || found.best_count != 1 || found.count < hand + 4) return false;
    if (quibbles_move_kind(found.key) == QUIBBLES_DRAW) return false;
    takes_search(state, seat, PUZZLE_CARDS, &by_cards);
    const bool same = by_cards.best_count == 1 && by_cards.key == found.key;
    if (sort != PUZZLE_CARDS && same) return false; /* greed would find it */
    const bool close = sort == PUZZLE_FINISH || found.best - found.second <= 1;
    const int crowd = (found.count >= 12) + (found.count >= 18) + (found.count >= 28);
    puzzle->level = 1 + crowd + (close ? 1 : 0);
    puzzle->difficulty = found.count;
    puzzle->likeness =
        pond_hash_words((const uint64_t[]){table->hands[seat], table->table.display}, 2, 0);
    snprintf(puzzle->goal, sizeof puzzle->goal, "%s", goals[sort]);
    move_text(&pond_quibbles, state, seat, found.key, text);
    snprintf(puzzle->stages, sizeof puzzle->stages, "answer %s\n", text);
    if (sort == PUZZLE_STASH || sort == PUZZLE_FINISH) {
        stashes_print(state, seat, sort, found.key, found.best, puzzle);
    }
    return true;
}

/* ---- Quibbit ---- */

/* The ring as the first frog sees it. */
static uint64_t ring_likeness(const struct quibbit_state *state)
{
    uint64_t words[QUIBBIT_TILES_MAX + 2] = {0};
    const int tiles = state->tiles;
    for (int i = 0; i < tiles; i++) {
        words[i] = (uint64_t)quibbit_tile_kind(state, (i + state->tile[0]) % tiles);
    }
    for (int frog = 0; frog < state->frogs; frog++) {
        const bool on_ring = state->progress[frog] != QUIBBIT_NOWHERE;
        const int ahead = on_ring ? (state->tile[frog] + tiles - state->tile[0]) % tiles : tiles;
        words[QUIBBIT_TILES_MAX] |= (uint64_t)ahead << 8 * frog;
        words[QUIBBIT_TILES_MAX + 1] |= (uint64_t)state->hand[frog] << 8 * frog;
    }
    return pond_hash_words(words, QUIBBIT_TILES_MAX + 2, 0);
}

/* Writes what the others choose in one of the rounds that bring the card back: the one before which
 * there are `skip` others. */
static void round_print(const struct pond_state *state, int seat, pond_move card, uint32_t skip,
                        struct puzzle *puzzle)
{
    struct pond_state now = *state;
    pond_quibbit.apply(&now, seat, card);
    while (quibbit_state_of(&now)->card[seat] != 0 && pond_quibbit.turn(&now) != 0) {
        pond_move choices[POND_CHANCE_MAX];
        struct pond_state after;
        const int next = pond_seat_first(pond_quibbit.turn(&now));
        const int count = pond_quibbit.moves(&now, next, choices);
        int chosen = 0;
        for (; chosen < count; chosen++) {
            struct learn_odds odds = {0};
            after = now;
            pond_quibbit.apply(&after, next, choices[chosen]);
            pond_measure_round(&pond_quibbit, &after, seat, card, &odds);
            if (skip < odds.kept) break;
            skip -= odds.kept;
        }
        const size_t length = strlen(puzzle->stages), left = sizeof puzzle->stages - length;
        const int choice = (int)choices[chosen];
        if (next == POND_CHANCE) {
            snprintf(puzzle->stages + length, left, " <%d>", choice);
        } else {
            snprintf(puzzle->stages + length, left, " S%d:%d", next, choice);
        }
        now = after;
    }
    const size_t length = strlen(puzzle->stages);
    snprintf(puzzle->stages + length, sizeof puzzle->stages - length, "\n");
}

static bool keep_find(const struct pond_state *state, int seat, enum puzzle_sort sort,
                      struct puzzle *puzzle)
{
    const struct quibbit_state *ring = quibbit_state_of(state);
    if (ring->round < 2 || __builtin_popcount(ring->hand[seat]) < 3) return false;
    const int count = pond_quibbit.moves(state, seat, moves);
    uint32_t best = 0, second = 0, all = 0, some = 0;
    pond_move key = 0;
    for (int i = 0; i < count; i++) {
        const struct learn_odds odds = pond_measure_keep(&pond_quibbit, state, seat, moves[i]);
        all = odds.all;
        some += odds.kept > 0;
        if (odds.kept > best) {
            second = best;
            best = odds.kept;
            key = moves[i];
        } else if (odds.kept > second) {
            second = odds.kept;
        }
    }
    const bool certain = best == all;
    if (certain != (sort == PUZZLE_CERTAIN) || best == second || all < 6 || some < 2) return false;
    const uint32_t lead = 100 * (best - second) / all;
    if (!certain && (100 * best < 35 * all || lead < 8)) return false;
    puzzle->level = certain     ? (all <= 12   ? 1
                                   : all <= 30 ? 2
                                               : 3)
                    : lead > 30 ? 3
                    : lead > 16 ? 4
                                : 5;
    puzzle->difficulty = (int)all;
    puzzle->likeness = ring_likeness(ring);
    snprintf(puzzle->goal, sizeof puzzle->goal, "keep");
    snprintf(puzzle->stages, sizeof puzzle->stages, "answer %d\nthen", (int)key);
    round_print(state, seat, key, (uint32_t)(puzzle->likeness % best), puzzle);
    return true;
}

/* ---- All of them ---- */

static const struct puzzle_kind {
    const struct pond_game *game;
    bool (*find)(const struct pond_state *state, int seat, enum puzzle_sort sort,
                 struct puzzle *puzzle);
    uint32_t percent; /* of a collection */
} sorts[PUZZLE_SORTS] = {
    [PUZZLE_WIN_1] = {&pond_rribbit, win_find, 10},
    [PUZZLE_TEMPTED] = {&pond_rribbit, win_find, 16},
    [PUZZLE_WIN_2] = {&pond_rribbit, win_find, 44},
    [PUZZLE_WIN_3] = {&pond_rribbit, win_find, 30},
    [PUZZLE_CARDS] = {&pond_quibbles, take_find, 30},
    [PUZZLE_WORTH] = {&pond_quibbles, take_find, 25},
    [PUZZLE_STASH] = {&pond_quibbles, take_find, 30},
    [PUZZLE_FINISH] = {&pond_quibbles, take_find, 15},
    [PUZZLE_CERTAIN] = {&pond_quibbit, keep_find, 45},
    [PUZZLE_LIKELY] = {&pond_quibbit, keep_find, 55},
};

bool puzzle_find(const struct pond_game *game, const struct pond_state *state, int seat,
                 enum puzzle_sort sort, struct puzzle *puzzle)
{
    if (sorts[sort].game != game) return false;
    memset(puzzle, 0, sizeof *puzzle);
    puzzle->sort = sort;
    puzzle->seat = seat;
    position_take(game, state, puzzle);
    return sorts[sort].find(state, seat, sort, puzzle);
}

bool puzzle_game(const struct pond_game *game)
{
    for (int sort = 0; sort < PUZZLE_SORTS; sort++) {
        if (sorts[sort].game == game) return true;
    }
    return false;
}

void puzzle_quotas(const struct pond_game *game, uint32_t wanted, uint32_t quota[PUZZLE_SORTS])
{
    uint32_t left = wanted;
    int last = 0;
    for (int sort = 0; sort < PUZZLE_SORTS; sort++) {
        quota[sort] = sorts[sort].game == game ? wanted * sorts[sort].percent / 100 : 0;
        left -= quota[sort];
        if (sorts[sort].game == game) last = sort;
    }
    quota[last] += left; /* what rounding has left over */
}
