/* record_write.c: writes a match as a record. See record.h. */
#include <string.h>

#include "pond/record.h"

#include "record_lines.h"
#include "round.h"

#include "banned.h"

/* The writer goes through the log with a state of its own, since what a move is called depends on
 * the position it was made in. */
struct writer {
    const struct pond_match *match;
    const struct pond_game *game;
    struct record_lines lines;
    int hidden_from;
    struct pond_state state;
    uint32_t plies;     /* decisions so far that counted at this point of the log */
    pond_seats pending; /* seats whose choice of this round is not written yet (rounds) */
    pond_move choice[POND_SEATS_MAX];
    struct pond_state round_start; /* before the first of them */
};

/* Where the setup's chance outcomes end in the log. */
static uint32_t setup_end(const struct pond_match *match)
{
    uint32_t end = 0;
    while (end < match->log_count && match->log[end].kind == POND_ENTRY_CHANCE) end++;
    return end;
}

/* The line of a decision of `seat`. */
static void line_for(struct writer *writer, int seat)
{
    const struct pond_game *game = writer->game;
    const bool dark_began = game->record_style == POND_RECORD_PAIRS &&
                            game->turn(&writer->match->start) == POND_SEAT(1);
    uint32_t number = writer->lines.number + 1;
    if (game->record_style == POND_RECORD_ROUNDS) number = game->round(&writer->state);
    if (game->record_style == POND_RECORD_PAIRS) number = (writer->plies + dark_began) / 2 + 1;
    pond_record_put_line(&writer->lines, seat, number, writer->plies == 0 && dark_began);
}

/* Writes the choices of a round by seat, once they all are there. */
static void put_round(struct writer *writer)
{
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
        if ((writer->pending & POND_SEAT(seat)) == 0) continue;
        pond_record_put_move(&writer->lines, &writer->state,
                             writer->game->seat_letter(&writer->state, seat), seat,
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
        pond_record_put_move(&writer->lines, &writer->state, '\0', entry->seat, entry->move);
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
    pond_record_put_outcome(&writer->lines, &writer->state, entry->move, hidden);
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
        writer->lines.line_seat = -1;
        writer->lines.number = turns_ended(writer, end);
    }
}

/* A seat that gives up in a round that others have chosen in. The record has the event first and
 * their choices after it, which comes to the same; unless giving up ends the game, for then what
 * they chose is never turned over. */
static void resign_write(struct writer *writer, int seat)
{
    const struct pond_game *game = writer->game;
    const bool last_awaited = game->turn(&writer->state) == POND_SEAT(seat);
    if (round_resign(game, &writer->round_start, &writer->pending, seat, last_awaited) ==
        ROUND_CHOSEN) {
        put_round(writer);
        writer->plies++;
    }
    game->resign(&writer->state, seat);
}

static void event_write(struct writer *writer, const struct pond_entry *entry, uint32_t index)
{
    char memory[POND_WORD_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_event_print(entry, &text);
    if (writer->game->record_style == POND_RECORD_ROUNDS) line_for(writer, entry->seat);
    pond_record_put_word(&writer->lines, memory);
    if (entry->kind == POND_ENTRY_TAKEBACK) {
        rewind_to(writer, index + 1, (uint32_t)entry->move);
    } else if (entry->kind == POND_ENTRY_RESIGN) {
        resign_write(writer, entry->seat);
    }
}

void pond_record_write(const struct pond_match *match, const struct pond_record *record,
                       int hidden_from, pond_sink *sink, void *context)
{
    struct writer writer = {
        .match = match,
        .game = match->game,
        .hidden_from = hidden_from,
        .lines = {.game = match->game, .sink = sink, .context = context, .line_seat = -1}};
    uint32_t index = setup_end(match);
    pond_match_replay(match, index, &writer.state);
    pond_record_put_tags(&writer.lines, match, &writer.state, hidden_from, record);
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
    pond_record_close_line(&writer.lines);
    pond_record_put_result(&writer.lines, match, record);
}
