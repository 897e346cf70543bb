/* notation.c: moves and positions of Rrib-bit as text. */
#include "rules.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

void pond_rribbit_pad_print(int pad, struct pond_text *out)
{
    pond_text_char(out, (char)('a' + pad % 9));
    pond_text_char(out, (char)('1' + pad / 9));
}

bool pond_rribbit_pad_refuse(struct pond_error *why, enum pond_word word, int pad)
{
    const char name[3] = {(char)('a' + pad % 9), (char)('1' + pad / 9), '\0'};
    return pond_refuse_text(why, word, name);
}

/* Reads rows 7 to 1 up to `end`. */
bool pond_rribbit_rows_parse(const char *at, const char *end, uint64_t frogs[2],
                             struct pond_error *why)
{
    int row = 6, column = 0;
    frogs[0] = frogs[1] = 0;
    for (; at <= end; at++) {
        if (at == end || *at == '/') {
            if (column != 9) {
                pond_refuse_number(why, POND_WORD_RRIBBIT_ROW_LENGTH, row + 1);
                return pond_error_number(why, column);
            }
            if (at == end) break;
            column = 0;
            if (--row < 0) return pond_refuse_text(why, POND_WORD_RRIBBIT_ROWS_COUNT, "> 7");
        } else if (*at >= '1' && *at <= '9') {
            column += *at - '0';
        } else if ((*at == 'L' || *at == 'D') && column < 9) {
            frogs[*at == 'D'] |= rribbit_bit(row * 9 + column++);
        } else if (*at == 'L' || *at == 'D') {
            column++;
        } else {
            const char letter[2] = {*at, '\0'};
            return pond_refuse_text(why, POND_WORD_RRIBBIT_ROW_LETTER, letter);
        }
    }
    return row == 0 || pond_refuse_number(why, POND_WORD_RRIBBIT_ROWS_COUNT, 7 - row);
}

void pond_rribbit_move_print(const struct pond_state *whole, int seat, pond_move move,
                             struct pond_text *out)
{
    const struct rribbit_state *state = rribbit_overlay_const(whole);
    const int landings = rribbit_move_landings(move);
    pond_rribbit_pad_print(rribbit_move_pad(move, 0), out);
    for (int i = 1; i <= landings; i++) {
        const int pad = rribbit_move_pad(move, i);
        pond_text_char(out, (state->frogs[1 - seat] & rribbit_bit(pad)) != 0 ? 'x' : '-');
        pond_rribbit_pad_print(pad, out);
    }
}

static bool pad_parse(const char **at, int *pad)
{
    const char column = (*at)[0];
    if (column < 'a' || column > 'i') return false;
    const char row = (*at)[1];
    if (row < '1' || row > '7') return false;
    *pad = (row - '1') * 9 + (column - 'a');
    *at += 2;
    return true;
}

bool pond_rribbit_move_parse(const struct pond_state *whole, int seat, const char *text,
                             pond_move *move, struct pond_error *why)
{
    const struct rribbit_state *state = rribbit_overlay_const(whole);
    pond_refuse_text(why, POND_WORD_MOVE_SYNTAX, text);
    pond_error_text(why, state->chain ? "b1-c3, b1xc3, b1xc3xe4" : "b1-c3, b1xc3");
    const char *at = text;
    const int side = seat == RRIBBIT_LIGHT ? RRIBBIT_LIGHT : RRIBBIT_DARK;
    const uint64_t prey = state->frogs[1 - side];
    pond_move read = 0;
    int pad, landings = 0;
    if (!pad_parse(&at, &pad)) return false;
    read |= (pond_move)pad << 4;
    while (*at == '-' || *at == 'x') {
        const bool capture = *at++ == 'x';
        if (!pad_parse(&at, &pad) || ++landings > RRIBBIT_FROGS_MAX) return false;
        read |= (pond_move)pad << (4 + 6 * landings);
        const bool empty = ((state->frogs[0] | state->frogs[1]) & rribbit_bit(pad)) == 0;
        const bool enemy = (prey & rribbit_bit(pad)) != 0;
        if (capture ? !empty : !enemy) continue;
        /* An unusual way to write the leap is only worth explaining if a frog there could leap. */
        if (!pond_rribbit_origin_check(state, side, rribbit_move_pad(read, 0), why)) return false;
        return pond_rribbit_pad_refuse(
            why, capture ? POND_WORD_RRIBBIT_WRITE_LEAP : POND_WORD_RRIBBIT_WRITE_CAPTURE, pad);
    }
    if (*at == '+' || *at == '#') at++;
    if (landings == 0 || *at != '\0') return false;
    *move = read | (pond_move)landings;
    return true;
}

static void position_print(const struct rribbit_state *state, struct pond_text *out)
{
    for (int row = 6; row >= 0; row--) {
        int empty = 0;
        for (int column = 0; column < 9; column++) {
            const uint64_t pad = rribbit_bit(row * 9 + column);
            const bool light = (state->frogs[0] & pad) != 0, dark = (state->frogs[1] & pad) != 0;
            if (!light && !dark) {
                empty++;
                continue;
            }
            if (empty > 0) pond_text_number(out, empty);
            empty = 0;
            pond_text_char(out, light ? 'L' : 'D');
        }
        if (empty > 0) pond_text_number(out, empty);
        if (row > 0) pond_text_char(out, '/');
    }
    pond_text_string(out, state->side == RRIBBIT_LIGHT ? " l " : " d ");
    if (!state->counting) {
        pond_text_char(out, '-');
        return;
    }
    pond_text_number(out, state->used[0]);
    pond_text_char(out, ',');
    pond_text_number(out, state->used[1]);
}

void pond_rribbit_state_print(const struct pond_state *state, struct pond_text *out)
{
    position_print(rribbit_overlay_const(state), out);
}

void pond_rribbit_view_print(const struct pond_view *view, struct pond_text *out)
{
    position_print((const struct rribbit_state *)view, out);
}

/* Reads `-` or `3,4` after the side to move. */
static bool count_parse(struct rribbit_state *state, const char *text, struct pond_error *why)
{
    if (pond_text_equal(text, "-")) return true;
    const char *at = text;
    uint32_t used[2];
    if (!pond_read_number(&at, RRIBBIT_COUNT_MAX, &used[0]) || *at++ != ',' ||
        !pond_read_number(&at, RRIBBIT_COUNT_MAX, &used[1]) || *at != '\0') {
        return pond_refuse_text(why, POND_WORD_RRIBBIT_COUNT_FORM, text);
    }
    if (state->endgame == 0) return pond_refuse(why, POND_WORD_RRIBBIT_COUNT_OFF);
    if (rribbit_count(state->frogs[0]) > 4 || rribbit_count(state->frogs[1]) > 4) {
        return pond_refuse(why, POND_WORD_RRIBBIT_COUNT_EARLY);
    }
    state->used[0] = (uint16_t)used[0];
    state->used[1] = (uint16_t)used[1];
    return true;
}

bool pond_rribbit_state_parse(struct pond_state *whole, const struct pond_config *config,
                              const char *text, struct pond_error *why)
{
    struct pond_state read;
    struct rribbit_state *state = rribbit_overlay(&read);
    pond_rribbit_setup_options(state, config);
    const char *side = strchr(text, ' ');
    const char *turns = side != NULL ? strchr(side + 1, ' ') : NULL;
    if (turns == NULL || strchr(turns + 1, ' ') != NULL) {
        pond_refuse_text(why, POND_WORD_POSITION_FIELDS, "rribbit");
        pond_error_number(why, 3);
        return pond_error_text(why, side == NULL ? "1" : turns == NULL ? "2" : "> 3");
    }
    if (!pond_rribbit_rows_parse(text, side, state->frogs, why)) return false;
    for (int i = 0; i < 2; i++) {
        if (rribbit_count(state->frogs[i]) <= RRIBBIT_FROGS_MAX) continue;
        pond_refuse_text(why, POND_WORD_RRIBBIT_TOO_MANY, i == 0 ? "L" : "D");
        return pond_error_number(why, rribbit_count(state->frogs[i]));
    }
    if (turns - side != 2 || (side[1] != 'l' && side[1] != 'd')) {
        char word[8] = "";
        const size_t length = (size_t)(turns - side - 1);
        memcpy(word, side + 1, length < sizeof word ? length : sizeof word - 1);
        return pond_refuse_text(why, POND_WORD_RRIBBIT_SIDE, word);
    }
    state->side = side[1] == 'd';
    if (!count_parse(state, turns + 1, why)) return false;
    pond_rribbit_judge_position(state);
    *whole = read;
    return true;
}

const char *pond_rribbit_move_suffix(const struct pond_state *after, int seat)
{
    const struct rribbit_state *state = rribbit_overlay_const(after);
    const bool row = state->outcome == POND_GOES_ON && rribbit_has_row(state->frogs[seat]);
    return row ? "+" : NULL;
}
