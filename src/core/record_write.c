/* record_write.c: writes a match as a record. See record.h. */
#include <string.h>

#include "pond/record.h"

#include "banned.h"

/* The writer goes through the log with a state of its own, since what a move is called depends on
 * the position it was made in. */
struct writer {
    const struct pond_match *match;
    const struct pond_game *game;
    pond_sink *sink;
    void *context;
    int hidden_from;
    struct pond_state state;
    uint32_t plies;     /* decisions so far that counted at this point of the log */
    uint32_t number;    /* of the line at hand */
    bool line_open;     /* something stands on the line at hand */
    int line_seat;      /* whose turn the line is (turns), or -1 */
    bool group_open;    /* inside <...> */
    pond_seats pending; /* seats whose choice of this round is not written yet (rounds) */
    pond_move choice[POND_SEATS_MAX];
    struct pond_state round_start; /* before the first of them */
};

static void put(struct writer *writer, const char *text)
{
    writer->sink(writer->context, text, strlen(text));
}

static void put_number(struct writer *writer, int64_t number)
{
    char memory[24];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_text_number(&text, number);
    put(writer, memory);
}

/* ---- Tags ---- */

static void put_tag(struct writer *writer, const char *name, const char *value)
{
    put(writer, "[");
    put(writer, name);
    put(writer, " \"");
    for (size_t left = strlen(value); left > 0;) {
        const unsigned char *at = (const unsigned char *)value;
        const size_t shown = pond_shown_length(at, left), whole = pond_character_length(at, left);
        const size_t length = whole > 0 ? whole : 1;
        if (*value == '"' || *value == '\\') put(writer, "\\");
        writer->sink(writer->context, shown > 0 ? value : "?", shown > 0 ? shown : 1);
        value += length;
        left -= length;
    }
    put(writer, "\"]\n");
}

/* The result of the match, or what the record says where the match has none. */
static struct pond_result result_of(const struct pond_match *match,
                                    const struct pond_record *record)
{
    if (pond_match_over(match)) return match->result;
    if (record->result.outcome == POND_UNFINISHED) return record->result;
    return (struct pond_result){.outcome = POND_UNFINISHED, .reason = POND_REASON_IN_PROGRESS};
}

/* Where the setup's chance outcomes end in the log. */
static uint32_t setup_end(const struct pond_match *match)
{
    uint32_t end = 0;
    while (end < match->log_count && match->log[end].kind == POND_ENTRY_CHANCE) end++;
    return end;
}

static void put_tags(struct writer *writer, const struct pond_record *record)
{
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    put_tag(writer, "Game", writer->game->name);
    pond_config_print(writer->game, &writer->match->config, &text);
    put_tag(writer, "Options", memory);
    const char *seed = writer->match->seeded ? writer->match->seed : record->seed;
    const bool reveal = writer->hidden_from < 0; /* the seed would tell what is hidden */
    if (seed[0] != '\0' && reveal) put_tag(writer, "Seed", seed);
    if (record->date[0] != '\0') put_tag(writer, "Date", record->date);
    for (int seat = 0; seat < writer->match->seat_count; seat++) {
        const char tag[] = {'S', 'e', 'a', 't', (char)('0' + seat), '\0'};
        if (record->name[seat][0] != '\0') put_tag(writer, tag, record->name[seat]);
    }
    pond_text_clear(&text);
    if (writer->match->from_position && reveal) {
        writer->game->state_print(&writer->match->start, &text);
        put_tag(writer, "Position", memory);
    } else if (writer->match->from_position) {
        struct pond_view view;
        writer->game->observe(&writer->match->start, writer->hidden_from, &view);
        writer->game->view_print(&view, &text);
        put_tag(writer, "Position", memory);
    } else if (writer->game->setup_print != NULL) {
        writer->game->setup_print(&writer->state, writer->hidden_from, &text);
        put_tag(writer, "Setup", memory);
    }
    if (record->tags != NULL) put(writer, record->tags);
    const struct pond_result result = result_of(writer->match, record);
    pond_text_clear(&text);
    pond_result_print(result, &text);
    put_tag(writer, "Result", memory);
    put_tag(writer, "Reason", pond_reason_name(result.reason));
    put(writer, "\n");
}

/* ---- Moves ---- */

static void close_group(struct writer *writer)
{
    if (writer->group_open) put(writer, ">");
    writer->group_open = false;
}

static void close_line(struct writer *writer)
{
    close_group(writer);
    if (writer->line_open) put(writer, "\n");
    writer->line_open = false;
}

static void put_word(struct writer *writer, const char *word)
{
    close_group(writer);
    if (writer->line_open) put(writer, " ");
    put(writer, word);
    writer->line_open = true;
}

static void open_line(struct writer *writer, uint32_t number)
{
    close_line(writer);
    put_number(writer, number);
    put(writer, ".");
    writer->line_open = true;
    writer->number = number;
}

static void put_move(struct writer *writer, char letter, int seat, pond_move move)
{
    char memory[POND_MOVE_TEXT_MAX + 2];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    if (letter != '\0') pond_text_char(&text, letter);
    writer->game->move_print(&writer->state, seat, move, &text);
    struct pond_state after = writer->state;
    if (writer->game->move_suffix != NULL) {
        writer->game->apply(&after, seat, move);
        const char *suffix = writer->game->move_suffix(&after, seat);
        if (suffix != NULL) pond_text_string(&text, suffix);
    }
    put_word(writer, memory);
}

/* The line that a decision of `seat` stands on. */
static void line_for(struct writer *writer, int seat)
{
    switch ((enum pond_record_style)writer->game->record_style) {
    case POND_RECORD_TURNS:
        if (writer->line_seat == seat) return;
        open_line(writer, writer->number + 1);
        writer->line_seat = seat;
        const char prefix[] = {'S', (char)('0' + seat), '\0'};
        put_word(writer, prefix);
        return;
    case POND_RECORD_ROUNDS: {
        const uint32_t round = writer->game->round(&writer->state);
        if (!writer->line_open || writer->number != round) open_line(writer, round);
        return;
    }
    case POND_RECORD_PAIRS: {
        const bool dark_began = writer->game->turn(&writer->match->start) == POND_SEAT(1);
        const uint32_t number = (writer->plies + dark_began) / 2 + 1;
        if (seat == 0 || !writer->line_open || writer->number == 0) open_line(writer, number);
        if (seat == 1 && writer->plies == 0 && dark_began) put_word(writer, "...");
        return;
    }
    }
}

/* Writes the choices of a round by seat, once they all are there. */
static void put_round(struct writer *writer)
{
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
        if ((writer->pending & POND_SEAT(seat)) == 0) continue;
        put_move(writer, writer->game->seat_letter(&writer->state, seat), seat,
                 writer->choice[seat]);
    }
    writer->pending = 0;
}

static void move_write(struct writer *writer, const struct pond_entry *entry)
{
    const struct pond_game *game = writer->game;
    const bool round = game->round != NULL && game->round(&writer->state) > 0;
    if (!round) {
        line_for(writer, entry->seat);
        put_move(writer, '\0', entry->seat, entry->move);
        game->apply(&writer->state, entry->seat, entry->move);
        writer->plies++;
        return;
    }
    if (writer->pending == 0) writer->round_start = writer->state;
    writer->pending |= POND_SEAT(entry->seat);
    writer->choice[entry->seat] = entry->move;
    const pond_seats others = (pond_seats)(game->turn(&writer->state) & ~POND_SEAT(entry->seat));
    if (others == 0) {
        line_for(writer, entry->seat);
        put_round(writer);
        writer->plies++;
    }
    game->apply(&writer->state, entry->seat, entry->move);
}

static void chance_write(struct writer *writer, const struct pond_entry *entry)
{
    const struct pond_game *game = writer->game;
    const pond_seats seen =
        game->chance_seen_by != NULL ? game->chance_seen_by(&writer->state) : (pond_seats)~0u;
    const bool hidden = writer->hidden_from >= 0 && (seen & POND_SEAT(writer->hidden_from)) == 0;
    if (game->record_style == POND_RECORD_ROUNDS) {
        put_move(writer, game->seat_letter(&writer->state, POND_CHANCE), POND_CHANCE, entry->move);
    } else {
        if (!writer->group_open) put_word(writer, "<");
        writer->group_open = true;
        char memory[POND_MOVE_TEXT_MAX];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        if (hidden) pond_text_char(&text, '?');
        if (!hidden) game->move_print(&writer->state, POND_CHANCE, entry->move, &text);
        put(writer, memory);
    }
    game->apply(&writer->state, POND_CHANCE, entry->move);
}

/* Turns that had ended at this point of the log. */
static uint32_t turns_ended(const struct writer *writer, uint32_t end)
{
    uint32_t begun = 0;
    int seat = -1;
    for (uint32_t i = 0; i < end; i++) {
        const struct pond_entry *entry = &writer->match->log[i];
        const bool counts = entry->undone_at == 0 || entry->undone_at >= end;
        if (entry->kind != POND_ENTRY_MOVE || !counts || entry->seat == seat) continue;
        seat = entry->seat;
        begun++;
    }
    const bool still = seat >= 0 && writer->game->turn(&writer->state) == POND_SEAT(seat);
    return still ? begun - 1 : begun;
}

/* After a takeback the writer's state is what it was before the decisions taken back. */
static void rewind_to(struct writer *writer, uint32_t end, uint32_t decisions)
{
    pond_match_replay(writer->match, end, &writer->state);
    writer->plies -= decisions;
    writer->pending = 0;
    if (writer->game->record_style == POND_RECORD_TURNS) {
        writer->line_seat = -1;
        writer->number = turns_ended(writer, end);
    }
}

/* A seat that gives up in a round that others have chosen in. The record has the event first and
 * their choices after it, which comes to the same; unless giving up ends the game, for then what
 * they chose is never turned over. */
static void resign_write(struct writer *writer, int seat)
{
    const struct pond_game *game = writer->game;
    const bool last_awaited = game->turn(&writer->state) == POND_SEAT(seat);
    writer->pending &= (pond_seats)~POND_SEAT(seat);
    if (writer->pending != 0) {
        game->resign(&writer->round_start, seat);
        const bool ends = game->result(&writer->round_start).outcome != POND_GOES_ON;
        if (ends) writer->pending = 0;
        if (!ends && last_awaited) {
            put_round(writer);
            writer->plies++;
        }
    }
    game->resign(&writer->state, seat);
}

static void event_write(struct writer *writer, const struct pond_entry *entry, uint32_t index)
{
    char memory[POND_WORD_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_event_print(entry, &text);
    if (writer->game->record_style == POND_RECORD_ROUNDS) line_for(writer, entry->seat);
    put_word(writer, memory);
    if (entry->kind == POND_ENTRY_TAKEBACK) {
        rewind_to(writer, index + 1, (uint32_t)entry->move);
    } else if (entry->kind == POND_ENTRY_RESIGN) {
        resign_write(writer, entry->seat);
    }
}

void pond_record_write(const struct pond_match *match, const struct pond_record *record,
                       int hidden_from, pond_sink *sink, void *context)
{
    struct writer writer = {.match = match,
                            .game = match->game,
                            .sink = sink,
                            .context = context,
                            .hidden_from = hidden_from,
                            .line_seat = -1};
    uint32_t index = setup_end(match);
    pond_match_replay(match, index, &writer.state);
    put_tags(&writer, record);
    for (; index < match->log_count; index++) {
        const struct pond_entry *entry = &match->log[index];
        if (entry->kind == POND_ENTRY_MOVE) {
            move_write(&writer, entry);
        } else if (entry->kind == POND_ENTRY_CHANCE) {
            chance_write(&writer, entry);
        } else {
            event_write(&writer, entry, index);
        }
    }
    close_line(&writer);
    char memory[16];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_result_print(result_of(match, record), &text);
    put(&writer, memory);
    put(&writer, "\n");
}
