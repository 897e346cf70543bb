/* explorer.c: opens collections of games and asks them. See pond/explorer.h. */
#include "pond/explorer.h"

#include "blocks.h"
#include "keys.h"

#include <string.h>

#include "banned.h"

/* ---- Opening ---- */

static int rows_compare(const uint8_t *one, const uint8_t *other)
{
    const uint64_t first = table_number(one + EXPLORER_AT_POSITION, 8);
    const uint64_t second = table_number(other + EXPLORER_AT_POSITION, 8);
    if (first != second) return first < second ? -1 : 1;
    const uint64_t move = table_number(one + EXPLORER_AT_MOVE, 4);
    const uint64_t than = table_number(other + EXPLORER_AT_MOVE, 4);
    return move < than ? -1 : move > than;
}

uint64_t pond_explorer_hash(const uint8_t *bytes, uint32_t row_count)
{
    const size_t rows = (size_t)row_count * POND_EXPLORER_ROW;
    return pond_table_hash(bytes + POND_EXPLORER_HEADER, rows,
                           pond_table_hash(bytes, EXPLORER_AT_HASH, 0));
}

static bool header_read(struct pond_explorer *explorer, const uint8_t *bytes, size_t size,
                        struct pond_error *why)
{
    if (size < POND_EXPLORER_HEADER ||
        memcmp(bytes + EXPLORER_AT_MAGIC, EXPLORER_MAGIC, EXPLORER_MAGIC_SIZE) != 0) {
        return pond_refuse(why, POND_WORD_EXPLORER_NOT_ONE);
    }
    const uint32_t version = (uint32_t)table_number(bytes + EXPLORER_AT_VERSION, 4);
    if (version != POND_EXPLORER_VERSION) {
        return pond_refuse_number(why, POND_WORD_EXPLORER_VERSION, version);
    }
    explorer->rows = bytes + POND_EXPLORER_HEADER;
    explorer->depth = (uint32_t)table_number(bytes + EXPLORER_AT_DEPTH, 4);
    explorer->row_count = (uint32_t)table_number(bytes + EXPLORER_AT_ROWS, 4);
    explorer->game_count = (uint32_t)table_number(bytes + EXPLORER_AT_GAMES, 4);
    const uint64_t whole = POND_EXPLORER_HEADER + (uint64_t)explorer->row_count * POND_EXPLORER_ROW;
    if (whole != size || explorer->depth > POND_EXPLORER_DEPTH_MAX) {
        return pond_refuse(why, POND_WORD_EXPLORER_DAMAGED);
    }
    return true;
}

bool pond_explorer_open(struct pond_explorer *explorer, const void *bytes, size_t size,
                        struct pond_error *why)
{
    *explorer = (struct pond_explorer){0};
    struct pond_explorer found = {0};
    if (!header_read(&found, bytes, size, why)) return false;
    bool fine = pond_explorer_hash(bytes, found.row_count) ==
                table_number((const uint8_t *)bytes + EXPLORER_AT_HASH, 8);
    for (uint32_t i = 0; i < found.row_count && fine; i++) {
        const uint8_t *row = found.rows + (size_t)i * POND_EXPLORER_ROW;
        const uint64_t games = table_number(row + EXPLORER_AT_WINS, 4) +
                               table_number(row + EXPLORER_AT_DRAWS, 4) +
                               table_number(row + EXPLORER_AT_LOSSES, 4);
        fine = games > 0 && games <= found.game_count &&
               (i == 0 || rows_compare(row - POND_EXPLORER_ROW, row) < 0);
    }
    if (!fine) return pond_refuse(why, POND_WORD_EXPLORER_DAMAGED);
    *explorer = found;
    return true;
}

/* ---- Asking ---- */

/* The first row of a position, or the one behind where it would be. */
static uint32_t rows_find(const struct pond_explorer *explorer, uint64_t position)
{
    uint32_t low = 0, high = explorer->row_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const uint8_t *row = explorer->rows + (size_t)middle * POND_EXPLORER_ROW;
        if (table_number(row + EXPLORER_AT_POSITION, 8) < position) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static int choice_find(const uint32_t numbers[], int count, uint32_t number)
{
    int found = 0;
    while (found < count && numbers[found] != number) found++;
    return found;
}

static bool comes_first(const struct pond_played *one, const struct pond_played *other)
{
    const uint64_t games = (uint64_t)one->wins + one->draws + one->losses;
    const uint64_t others = (uint64_t)other->wins + other->draws + other->losses;
    if (games != others) return games > others;
    return one->valued && (!other->valued || one->value > other->value);
}

/* Insertion sort: equal ones stay in the order of the moves. */
static void played_sort(struct pond_played played[], int count)
{
    for (int i = 1; i < count; i++) {
        const struct pond_played one = played[i];
        int at = i;
        for (; at > 0 && comes_first(&one, &played[at - 1]); at--) played[at] = played[at - 1];
        played[at] = one;
    }
}

/* Adds what the rows of a position say to choices with these numbers. */
static void rows_read(const struct pond_explorer *explorer, uint64_t position,
                      const uint32_t numbers[], int count, struct pond_played out[])
{
    uint32_t at = rows_find(explorer, position);
    const uint32_t left = explorer->row_count - at;
    const uint32_t end = at + (left < POND_MOVES_MAX ? left : POND_MOVES_MAX);
    for (; at < end; at++) {
        const uint8_t *row = explorer->rows + (size_t)at * POND_EXPLORER_ROW;
        if (table_number(row + EXPLORER_AT_POSITION, 8) != position) return;
        const int i =
            choice_find(numbers, count, (uint32_t)table_number(row + EXPLORER_AT_MOVE, 4));
        if (i == count) continue;
        out[i].wins = (uint32_t)table_number(row + EXPLORER_AT_WINS, 4);
        out[i].draws = (uint32_t)table_number(row + EXPLORER_AT_DRAWS, 4);
        out[i].losses = (uint32_t)table_number(row + EXPLORER_AT_LOSSES, 4);
    }
}

int pond_explorer_ask(const struct pond_explorer *explorer, bool values,
                      const struct pond_match *match, int seat,
                      struct pond_played out[POND_MOVES_MAX])
{
    pond_move moves[POND_MOVES_MAX];
    uint32_t numbers[POND_MOVES_MAX];
    int kept = 0;
    if ((pond_match_turn(match) & POND_SEAT(seat)) == 0) return 0;
    const struct pond_state *state = pond_match_open_state(match);
    const struct explorer_key key = pond_explorer_key(match->game, state, seat);
    const int count = match->game->moves(state, seat, moves);
    for (int i = 0; i < count; i++) {
        numbers[i] = pond_explorer_move(&key, moves[i]);
        out[i] = (struct pond_played){.move = moves[i]};
    }
    rows_read(explorer, key.position, numbers, count, out);
    for (int i = 0; i < count; i++) {
        struct pond_played one = out[i];
        if (values) one.valued = pond_explorer_exact(&key, one.move, &one.value);
        if (one.valued || one.wins + one.draws + one.losses > 0) out[kept++] = one;
    }
    played_sort(out, kept);
    return kept;
}

void pond_explorer_json(struct pond_json *json, const struct pond_explorer *explorer, bool values,
                        const struct pond_match *match, struct pond_played memory[POND_MOVES_MAX])
{
    const struct pond_state *state = pond_match_open_state(match);
    pond_json_open(json, '[');
    for (int seat = 0; seat < match->seat_count; seat++) {
        const int count = pond_explorer_ask(explorer, values, match, seat, memory);
        for (int i = 0; i < count; i++) {
            const struct pond_played *one = &memory[i];
            char move[POND_MOVE_TEXT_MAX];
            struct pond_text text = pond_text_in(move, sizeof move);
            match->game->move_print(state, seat, one->move, &text);
            pond_json_open(json, '{');
            pond_json_number_member(json, "seat", seat);
            pond_json_string_member(json, "move", move);
            pond_json_number_member(json, "wins", one->wins);
            pond_json_number_member(json, "draws", one->draws);
            pond_json_number_member(json, "losses", one->losses);
            if (one->valued) {
                pond_json_key(json, "value");
                pond_json_decimal(json, one->value);
            }
            pond_json_close(json, '}');
        }
    }
    pond_json_close(json, ']');
}
