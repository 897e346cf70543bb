/* table_summary.c: what lists and ratings take from a table. */
#include <assert.h>
#include <string.h>

#include "pond/json.h"
#include "table_events.h"

bool table_clock_rates(const struct table_clock *clock)
{
    const int64_t game_ms = clock->time_ms + RATED_GAME_DECISIONS * clock->more_ms;
    switch (clock->kind) {
    case CLOCK_NONE: return false;
    case CLOCK_MOVE: return clock->time_ms >= RATED_MOVE_MS_MIN;
    case CLOCK_GAME: return game_ms >= RATED_GAME_MS_MIN;
    case CLOCK_DAYS: return true;
    }
    return false;
}

/* Has it been played, by everyone? A game that somebody gave up at once, or ran out of time in
 * without a move, says nothing about anyone. */
static bool was_played(const struct table *table)
{
    const enum pond_reason reason = table->match.result.reason;
    if (reason != POND_REASON_RESIGNED && reason != POND_REASON_AGREED) return true;
    for (int i = 0; i < table->seat_count; i++) {
        const struct table_seat *seat = &table->seats[i];
        if (seat->kind == SEAT_PERSON && seat->decisions < RATED_DECISIONS_MIN) return false;
    }
    return true;
}

bool table_outcome(const struct table *table, struct store_outcome *outcome)
{
    if (!table_rates(table) || table->phase != TABLE_OVER || table->closed) return false;
    if (!was_played(table)) return false;
    const struct pond_result result = table->match.result;
    memset(outcome, 0, sizeof *outcome);
    text_copy(outcome->game, sizeof outcome->game, table->game->name);
    for (int i = 0; i < table->seat_count; i++) {
        const struct table_seat *seat = &table->seats[i];
        if (seat->kind != SEAT_PERSON) continue;
        const bool won = result.outcome == POND_WON && result.seat == i;
        memcpy(outcome->person[outcome->count], seat->person, STORE_ID_SIZE);
        outcome->rank[outcome->count++] = seat->replaced                        ? 2
                                          : won || result.outcome == POND_DRAWN ? 0
                                                                                : 1;
    }
    return outcome->count >= 2;
}

const char *const clock_kind_names[CLOCK_DAYS + 1] = {"none", "move", "game", "days"};

void table_clock_json(const struct table_clock *clock, char text[STORE_CLOCK_TEXT_MAX])
{
    struct pond_text out = pond_text_in(text, STORE_CLOCK_TEXT_MAX);
    pond_text_string(&out, "{\"kind\":\"");
    pond_text_string(&out, clock_kind_names[clock->kind]);
    pond_text_char(&out, '"');
    if (clock->kind != CLOCK_NONE) {
        pond_text_string(&out, ",\"ms\":");
        pond_text_number(&out, clock->time_ms);
    }
    if (clock->kind == CLOCK_GAME) {
        pond_text_string(&out, ",\"more_ms\":");
        pond_text_number(&out, clock->more_ms);
    }
    pond_text_char(&out, '}');
}

/* A sink into a pond_text. */
static void text_sink(void *context, const char *bytes, size_t length)
{
    pond_text_bytes(context, bytes, length);
}

static void seats_json(const struct table *table, char *memory, size_t size)
{
    struct pond_text text = pond_text_in(memory, size);
    struct pond_json json = pond_json_to(text_sink, &text);
    pond_json_open(&json, '[');
    for (int i = 0; i < table->seat_count; i++) {
        const struct table_seat *seat = &table->seats[i];
        pond_json_open(&json, '{');
        if (seat->kind == SEAT_PERSON) {
            pond_json_key(&json, "name");
            pond_json_string(&json, seat->name);
        } else if (seat->kind == SEAT_COMPUTER) {
            pond_json_key(&json, "computer");
            pond_json_string(&json, seat->computer);
        } else {
            pond_json_key(&json, seat->kind == SEAT_OPEN ? "open" : "invited");
            text_sink(&text, "true", 4);
        }
        pond_json_close(&json, '}');
    }
    pond_json_close(&json, ']');
    assert(!text.full);
}

void table_summary(const struct table *table, struct store_summary *summary)
{
    static const enum store_phase phases[] = {[TABLE_OPEN] = STORE_OPEN,
                                              [TABLE_READY] = STORE_OPEN,
                                              [TABLE_PLAYING] = STORE_PLAYING,
                                              [TABLE_OVER] = STORE_OVER};
    memset(summary, 0, sizeof *summary);
    memcpy(summary->table, table->id, sizeof summary->table);
    text_copy(summary->game, sizeof summary->game, table->game->name);
    text_copy(summary->options, sizeof summary->options, table->options);
    table_clock_json(&table->clock, summary->clock);
    seats_json(table, summary->seats, sizeof summary->seats);
    summary->phase = (uint8_t)phases[table->phase];
    summary->listed = table->listed;
    summary->days = table->clock.kind == CLOCK_DAYS;
    summary->rated = table_rates(table);
    summary->updated_ms = table->at_ms;
    summary->waits = table_turn(table);
    for (int seat = 0; seat < table->seat_count; seat++) {
        memcpy(summary->person[seat], table->seats[seat].person, STORE_ID_SIZE);
    }
}
