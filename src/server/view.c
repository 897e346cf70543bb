/* view.c: what a client is told about a table. See view.h. */
#include "view.h"

#include <string.h>

#include "pond/json.h"

#define SHARE_GATHER 1024

void view_what(struct pond_json *json, const struct table_recent *recent)
{
    pond_json_open(json, '{');
    pond_json_string_member(json, "kind", event_name(recent->kind));
    if (recent->seat >= 0) pond_json_number_member(json, "seat", recent->seat);
    switch (recent->kind) {
    case EVENT_MOVE:
        if (!recent->sealed) pond_json_string_member(json, "move", recent->text);
        break;
    case EVENT_SAY: pond_json_string_member(json, "phrase", recent->text); break;
    case EVENT_COMPUTER: pond_json_string_member(json, "computer", recent->text); break;
    case EVENT_ASK:
    case EVENT_TAKEBACK: pond_json_number_member(json, "count", recent->number); break;
    case EVENT_AWAY: pond_json_number_member(json, "until", recent->number); break;
    default: break;
    }
    pond_json_close(json, '}');
}

bool view_changes_all(enum event_kind kind)
{
    switch (kind) {
    case EVENT_MOVE:
    case EVENT_WITHDRAW:
    case EVENT_OFFER:
    case EVENT_DECLINE:
    case EVENT_ASK:
    case EVENT_AGREE:
    case EVENT_REFUSE:
    case EVENT_SAY:
    case EVENT_HINT:
    case EVENT_RESUME: return false;
    default: return true;
    }
}

static void player_json(struct pond_json *json, const struct table_seat *seat)
{
    if (seat->kind != SEAT_PERSON) {
        pond_json_null_member(json, "player");
        return;
    }
    pond_json_key(json, "player");
    pond_json_open(json, '{');
    pond_json_string_member(json, "id", seat->person);
    pond_json_string_member(json, "name", seat->name);
    pond_json_number_member(json, "rating", seat->rating);
    pond_json_number_member(json, "rd", seat->deviation);
    pond_json_close(json, '}');
}

static void left_json(struct pond_json *json, const struct table *table, int seat, int64_t now_ms)
{
    const int64_t left = table_left_ms(table, seat, now_ms);
    if (left == INT64_MAX) {
        pond_json_null(json);
    } else {
        pond_json_number(json, left > 0 ? left : 0);
    }
}

static void seats_json(struct pond_json *json, const struct table *table, int64_t now_ms)
{
    static const char *const kinds[] = {"open", "invited", "computer", "person"};
    pond_json_key(json, "seats");
    pond_json_open(json, '[');
    for (int i = 0; i < table->seat_count; i++) {
        const struct table_seat *seat = &table->seats[i];
        pond_json_open(json, '{');
        pond_json_string_member(json, "kind", kinds[seat->kind]);
        player_json(json, seat);
        if (seat->computer[0] != '\0') pond_json_string_member(json, "computer", seat->computer);
        if (seat->computer[0] == '\0') pond_json_null_member(json, "computer");
        pond_json_bool_member(json, "here", seat->kind == SEAT_PERSON && !seat->away);
        if (seat->away) pond_json_number_member(json, "away_until", seat->away_until_ms);
        if (!seat->away) pond_json_null_member(json, "away_until");
        pond_json_key(json, "left_ms");
        left_json(json, table, i, now_ms);
        if (seat->promise[0] != '\0') pond_json_string_member(json, "promise", seat->promise);
        if (seat->promise[0] == '\0') pond_json_null_member(json, "promise");
        pond_json_bool_member(json, "given", seat->given);
        pond_json_bool_member(json, "again", seat->again);
        pond_json_number_member(json, "wins", seat->wins);
        pond_json_close(json, '}');
    }
    pond_json_close(json, ']');
}

static void clocks_json(struct pond_json *json, const struct table *table, int64_t now_ms)
{
    pond_json_key(json, "left_ms");
    pond_json_open(json, '[');
    for (int seat = 0; seat < table->seat_count; seat++) left_json(json, table, seat, now_ms);
    pond_json_close(json, ']');
}

static void ask_json(struct pond_json *json, const struct table *table)
{
    if (!table->ask.open) {
        pond_json_null_member(json, "ask");
        return;
    }
    pond_json_key(json, "ask");
    pond_json_open(json, '{');
    pond_json_string_member(json, "kind", "takeback");
    pond_json_number_member(json, "seat", table->ask.seat);
    pond_json_number_member(json, "count", table->ask.count);
    pond_json_key(json, "agreed");
    pond_json_seats(json, table->ask.agreed);
    pond_json_close(json, '}');
}

/* By the rules a loss on time is giving up; here it has a name of its own. */
static void result_json(struct pond_json *json, const struct table *table)
{
    char memory[16];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    if (!table->timed || table->match.result.reason != POND_REASON_RESIGNED) {
        pond_json_result(json, &table->match);
        return;
    }
    pond_result_print(table->match.result, &text);
    pond_json_text_member(json, "result", &text);
    pond_json_string_member(json, "reason", "time");
}

static void over_json(struct pond_json *json, const struct table *table)
{
    if (table->phase != TABLE_OVER) {
        pond_json_null_member(json, "over");
        return;
    }
    pond_json_key(json, "over");
    pond_json_open(json, '{');
    pond_json_string_member(json, "by", table->closed ? "closed" : "game");
    if (!table->closed) result_json(json, table);
    pond_json_close(json, '}');
}

static unsigned parts_of(const struct view_for *view)
{
    return (view->legal ? POND_LOOK_LEGAL : 0) | (view->board ? POND_LOOK_BOARD : 0);
}

static void game_json(struct pond_json *json, const struct table *table,
                      const struct view_for *view)
{
    ask_json(json, table);
    if (!table->begun) {
        pond_json_null_member(json, "view");
        return;
    }
    pond_json_key(json, "view");
    pond_json_look(json, &table->match, view->seat, parts_of(view));
}

static void whole_json(struct pond_json *json, const struct table *table,
                       const struct view_for *view)
{
    static const char *const phases[] = {"open", "ready", "playing", "over"};
    const bool seated = view->seat != POND_SPECTATOR;
    pond_json_string_member(json, "phase", phases[table->phase]);
    pond_json_number_member(json, "number", table->number);
    pond_json_bool_member(json, "rated", table_rates(table));
    pond_json_string_member(json, "commit", table->commit);
    pond_json_bool_member(json, "reveal", table_reveals(table));
    seats_json(json, table, view->now_ms);
    if (seated) pond_json_number_member(json, "you", view->seat);
    if (!seated) pond_json_null_member(json, "you");
    const bool invites = seated && table->night[0] == '\0'; /* a night seats its people itself */
    if (invites) pond_json_string_member(json, "invite", table->invite);
    if (!invites) pond_json_null_member(json, "invite");
    pond_json_key(json, "series");
    pond_json_open(json, '{');
    pond_json_number_member(json, "games", table->series.games);
    pond_json_number_member(json, "draws", table->series.draws);
    pond_json_number_member(json, "dummy", table->series.dummy);
    pond_json_close(json, '}');
    over_json(json, table);
    game_json(json, table, view);
}

void view_now(struct pond_json *json, const struct table *table, const struct view_for *view,
              bool all)
{
    pond_json_key(json, "now");
    pond_json_open(json, '{');
    if (all) {
        whole_json(json, table, view);
    } else {
        clocks_json(json, table, view->now_ms);
        game_json(json, table, view);
    }
    pond_json_close(json, '}');
}

void view_entries(struct pond_json *json, const struct table *table, const struct view_for *view)
{
    if (!view->board || !table->begun) return;
    pond_json_key(json, "entries");
    pond_json_entries(json, &table->match, &table->before, table->before_count, view->seat);
}

void view_story(struct pond_json *json, const struct table *table, const struct view_for *view)
{
    if (!view->board) return;
    pond_json_key(json, "entries");
    pond_json_entries(json, &table->match, &table->match.start, 0, view->seat);
}

void view_event(struct pond_json *json, const struct table *table)
{
    const struct table_recent *recent = &table->recent[table->version % TABLE_RECENT_MAX];
    pond_json_string_member(json, "table", table->id);
    pond_json_number_member(json, "version", recent->version);
    pond_json_number_member(json, "at", recent->at_ms);
    pond_json_key(json, "what");
    view_what(json, recent);
}

/* ---- One event for many ---- */

/* A writer that gathers in `memory` before it adds to the buffer, which is emptied. */
static struct pond_json share_json(struct buffer *buffer, char memory[SHARE_GATHER])
{
    buffer->length = 0;
    struct pond_json json = buffer_json(buffer);
    pond_json_gather(&json, memory, SHARE_GATHER);
    return json;
}

void view_share_begin(struct view_share *share, const struct table *table, int64_t now_ms)
{
    char memory[SHARE_GATHER];
    struct pond_json json = share_json(&share->head, memory);
    share->written = false;
    view_event(&json, table);
    pond_json_key(&json, "now");
    pond_json_open(&json, '{');
    clocks_json(&json, table, now_ms);
    ask_json(&json, table);
    pond_json_key(&json, "view");
    pond_json_look_head(&json, &table->match);
    pond_json_flush(&json);
}

/* Would the observer read just what the one before has read? */
static bool share_fits(const struct view_share *share, const struct view_for *view,
                       const struct pond_view *seen)
{
    return share->written && parts_of(&share->shown) == parts_of(view) &&
           (parts_of(view) == 0 || share->shown.seat == view->seat) &&
           memcmp(&share->view, seen, sizeof *seen) == 0;
}

void view_share_write(struct pond_json *json, struct view_share *share, const struct table *table,
                      const struct view_for *view)
{
    struct pond_view seen;
    memset(&seen, 0, sizeof seen); /* a game may leave bytes alone that it does not use */
    pond_match_view(&table->match, view->seat, &seen);
    if (!share_fits(share, view, &seen)) {
        char memory[SHARE_GATHER];
        struct pond_json rest = share_json(&share->rest, memory);
        pond_json_look_rest(&rest, &table->match, &seen, view->seat, parts_of(view));
        pond_json_close(&rest, '}');
        view_entries(&rest, table, view);
        pond_json_flush(&rest);
        share->view = seen;
        share->shown = *view;
        share->written = true;
    }
    pond_json_ready(json, share->head.bytes, share->head.length);
    pond_json_number_member(json, "seat", view->seat);
    pond_json_ready(json, share->rest.bytes, share->rest.length);
}

void view_share_free(struct view_share *share)
{
    buffer_free(&share->head);
    buffer_free(&share->rest);
}

void view_table(struct pond_json *json, const struct table *table, const struct view_for *view)
{
    char clock[STORE_CLOCK_TEXT_MAX];
    table_clock_json(&table->clock, clock);
    pond_json_string_member(json, "table", table->id);
    pond_json_number_member(json, "version", table->version);
    pond_json_number_member(json, "at", view->now_ms);
    pond_json_key(json, "about");
    pond_json_open(json, '{');
    pond_json_string_member(json, "game", table->game->name);
    pond_json_string_member(json, "options", table->options);
    pond_json_bool_member(json, "public", table->listed);
    pond_json_bool_member(json, "rated", table->rated);
    json_ready_member(json, "clock", clock);
    pond_json_string_member(json, "by", table->by);
    pond_json_number_member(json, "created", table->created_ms);
    pond_json_close(json, '}');
    whole_json(json, table, view);
}
