/* record_lines.c: how a record's words make its lines. See record_lines.h. */
#include "record_lines.h"

#include <string.h>

#include "banned.h"

void pond_record_put(struct record_lines *lines, const char *text)
{
    lines->sink(lines->context, text, strlen(text));
}

static void put_number(struct record_lines *lines, int64_t number)
{
    char memory[24];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_text_number(&text, number);
    pond_record_put(lines, memory);
}

/* ---- Tags ---- */

static void put_tag(struct record_lines *lines, const char *name, const char *value)
{
    pond_record_put(lines, "[");
    pond_record_put(lines, name);
    pond_record_put(lines, " \"");
    for (size_t left = strlen(value); left > 0;) {
        const unsigned char *at = (const unsigned char *)value;
        const size_t shown = pond_shown_length(at, left), whole = pond_character_length(at, left);
        const size_t length = whole > 0 ? whole : 1;
        if (*value == '"' || *value == '\\') pond_record_put(lines, "\\");
        lines->sink(lines->context, shown > 0 ? value : "?", shown > 0 ? shown : 1);
        value += length;
        left -= length;
    }
    pond_record_put(lines, "\"]\n");
}

/* The result of the match, or what the record says where the match has none. */
static struct pond_result result_of(const struct pond_match *match,
                                    const struct pond_record *record)
{
    if (pond_match_over(match)) return match->result;
    if (record->result.outcome == POND_UNFINISHED) return record->result;
    return (struct pond_result){.outcome = POND_UNFINISHED, .reason = POND_REASON_IN_PROGRESS};
}

void pond_record_put_result(struct record_lines *lines, const struct pond_match *match,
                            const struct pond_record *record)
{
    char memory[16];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_result_print(result_of(match, record), &text);
    pond_record_put(lines, memory);
    pond_record_put(lines, "\n");
}

void pond_record_put_tags(struct record_lines *lines, const struct pond_match *match,
                          const struct pond_state *state, int hidden_from,
                          const struct pond_record *record)
{
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const struct pond_game *game = lines->game;
    put_tag(lines, "Game", game->name);
    pond_config_print(game, &match->config, &text);
    put_tag(lines, "Options", memory);
    const char *seed = match->seeded ? match->seed : record->seed;
    const bool reveal = hidden_from < 0; /* the seed would tell what is hidden */
    if (seed[0] != '\0' && reveal) put_tag(lines, "Seed", seed);
    if (record->date[0] != '\0') put_tag(lines, "Date", record->date);
    for (int seat = 0; seat < match->seat_count; seat++) {
        const char tag[] = {'S', 'e', 'a', 't', (char)('0' + seat), '\0'};
        if (record->name[seat][0] != '\0') put_tag(lines, tag, record->name[seat]);
    }
    pond_text_clear(&text);
    if (match->from_position && reveal) {
        game->state_print(&match->start, &text);
        put_tag(lines, "Position", memory);
    } else if (match->from_position) {
        struct pond_view view;
        game->observe(&match->start, hidden_from, &view);
        game->view_print(&view, &text);
        put_tag(lines, "Position", memory);
    } else if (game->setup_print != NULL) {
        game->setup_print(state, hidden_from, &text);
        put_tag(lines, "Setup", memory);
    }
    if (record->tags != NULL) pond_record_put(lines, record->tags);
    const struct pond_result result = result_of(match, record);
    pond_text_clear(&text);
    pond_result_print(result, &text);
    put_tag(lines, "Result", memory);
    put_tag(lines, "Reason", pond_reason_name(result.reason));
    pond_record_put(lines, "\n");
}

/* ---- Moves ---- */

void pond_record_close_group(struct record_lines *lines)
{
    if (lines->group_open) pond_record_put(lines, ">");
    lines->group_open = false;
}

void pond_record_close_line(struct record_lines *lines)
{
    pond_record_close_group(lines);
    if (lines->line_open) pond_record_put(lines, lines->inside ? " " : "\n");
    lines->line_open = false;
}

void pond_record_put_word(struct record_lines *lines, const char *word)
{
    pond_record_close_group(lines);
    if (lines->line_open) pond_record_put(lines, " ");
    pond_record_put(lines, word);
    lines->line_open = true;
}

void pond_record_open_line(struct record_lines *lines, uint32_t number)
{
    pond_record_close_line(lines);
    put_number(lines, number);
    pond_record_put(lines, ".");
    lines->line_open = true;
    lines->number = number;
}

void pond_record_put_move(struct record_lines *lines, const struct pond_state *state, char letter,
                          int seat, pond_move move)
{
    const struct pond_game *game = lines->game;
    char memory[POND_MOVE_TEXT_MAX + 2];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    if (letter != '\0') pond_text_char(&text, letter);
    game->move_print(state, seat, move, &text);
    struct pond_state after = *state;
    if (game->move_suffix != NULL) {
        game->apply(&after, seat, move);
        const char *suffix = game->move_suffix(&after, seat);
        if (suffix != NULL) pond_text_string(&text, suffix);
    }
    pond_record_put_word(lines, memory);
}

void pond_record_put_outcome(struct record_lines *lines, const struct pond_state *state,
                             pond_move outcome, bool hidden)
{
    const struct pond_game *game = lines->game;
    if (game->record_style == POND_RECORD_ROUNDS) {
        pond_record_put_move(lines, state, game->seat_letter(state, POND_CHANCE), POND_CHANCE,
                             outcome);
        return;
    }
    if (!lines->group_open) pond_record_put_word(lines, "<");
    lines->group_open = true;
    char memory[POND_MOVE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    if (hidden) pond_text_char(&text, '?');
    if (!hidden) game->move_print(state, POND_CHANCE, outcome, &text);
    pond_record_put(lines, memory);
}

void pond_record_put_line(struct record_lines *lines, int seat, uint32_t number, bool dots)
{
    switch ((enum pond_record_style)lines->game->record_style) {
    case POND_RECORD_TURNS:
        if (lines->line_seat == seat) return;
        pond_record_open_line(lines, number);
        lines->line_seat = seat;
        const char prefix[] = {'S', (char)('0' + seat), '\0'};
        pond_record_put_word(lines, prefix);
        return;
    case POND_RECORD_ROUNDS:
        if (!lines->line_open || lines->number != number) pond_record_open_line(lines, number);
        return;
    case POND_RECORD_PAIRS:
        if (seat == 0 || !lines->line_open || lines->number == 0)
            pond_record_open_line(lines, number);
        if (seat == 1 && dots) pond_record_put_word(lines, "...");
        return;
    }
}
