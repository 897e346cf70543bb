/* message_list.c: lists: the lobby, your own tables, leaders, ratings over time. See
 * docs/protocol.md. */
#include <stdlib.h>
#include <string.h>

#include "inside.h"

void summary_json(struct pond_json *json, const struct store_summary *summary, const char *person)
{
    static const char *const phases[] = {"open", "playing", "over"};
    pond_json_open(json, '{');
    pond_json_string_member(json, "table", summary->table);
    pond_json_string_member(json, "game", summary->game);
    pond_json_string_member(json, "options", summary->options);
    pond_json_string_member(json, "phase", phases[summary->phase]);
    pond_json_bool_member(json, "rated", summary->rated);
    json_ready_member(json, "clock", summary->clock);
    json_ready_member(json, "seats", summary->seats);
    pond_json_number_member(json, "updated", summary->updated_ms);
    for (int seat = 0; person != NULL && seat < POND_SEATS_MAX; seat++) {
        if (strcmp(summary->person[seat], person) != 0) continue;
        pond_json_number_member(json, "you", seat);
        pond_json_bool_member(json, "waits", (summary->waits & POND_SEAT(seat)) != 0);
    }
    pond_json_close(json, '}');
}

/* What is in memory is newer than what the store's list says. */
static void summary_refresh(struct hall *hall, struct store_summary *summary)
{
    const struct room *room = room_find(hall, summary->table);
    if (room != NULL && room->journal.ready && room->summary_due)
        table_summary(&room->table, summary);
}

/* Lists are read from the store, row by row, like logs, and cost as much. */
static bool list_may(const struct message *message)
{
    return session_may_spend(message->session, message->id, SPEND_WORK);
}

static bool list_begin(struct store_request *request, const char *type, struct pond_json *json)
{
    struct session *session = request->context;
    session_charge(session, SPEND_WORK, (float)(LOAD_PRICE + request->row_count));
    if (request->status != STORE_FINE) {
        session_request_refuse(request);
        session_request_end(request);
        return false;
    }
    *json = answer_begin(session, type, request->id);
    return true;
}

static void tables_done(struct store_request *request)
{
    struct session *session = request->context;
    struct pond_json json;
    if (!session_request_done(request)) return;
    const bool mine = request->verb == STORE_MINE;
    if (!mine) lobby_take(session->hall, request, session);
    if (!list_begin(request, mine ? "mine" : "lobby", &json)) return;
    session->lobby |= !mine; /* hears of changes from now on */
    pond_json_key(&json, "tables");
    pond_json_open(&json, '[');
    for (uint32_t i = 0; i < request->row_count; i++) {
        if (mine) summary_refresh(session->hall, &request->tables[i]);
        summary_json(&json, &request->tables[i], mine ? session->person : NULL);
    }
    pond_json_close(&json, ']');
    answer_send(session, &json);
    session_request_end(request);
}

static void lobby(const struct message *message)
{
    struct session *session = message->session;
    bool off = false;
    if (!message_flag(message, "off", &off)) return;
    if (off) {
        session->lobby = false;
        answer_ok(session, message->id);
        return;
    }
    if (!list_may(message)) return;
    store_submit(session->hall->store,
                 session_request(session, STORE_LOBBY, message->id, tables_done));
}

static void mine(const struct message *message)
{
    struct session *session = message->session;
    if (!list_may(message)) return;
    struct store_request *request = session_request(session, STORE_MINE, message->id, tables_done);
    memcpy(request->person, session->person, sizeof request->person);
    store_submit(session->hall->store, request);
}

static void rating_json(struct pond_json *json, const struct glicko *rating)
{
    pond_json_number_member(json, "rating", (int64_t)(rating->rating + 0.5));
    pond_json_number_member(json, "rd", (int64_t)(rating->deviation + 0.5));
}

static void leaders_done(struct store_request *request)
{
    struct session *session = request->context;
    struct pond_json json;
    if (!session_request_done(request)) return;
    if (!list_begin(request, "leaders", &json)) return;
    pond_json_string_member(&json, "game", request->game);
    pond_json_key(&json, "players");
    pond_json_open(&json, '[');
    for (uint32_t i = 0; i < request->row_count; i++) {
        pond_json_open(&json, '{');
        pond_json_string_member(&json, "id", request->persons[i].id);
        pond_json_string_member(&json, "name", request->persons[i].name);
        rating_json(&json, &request->persons[i].rating[0]);
        pond_json_number_member(&json, "games", request->persons[i].rating[0].games);
        pond_json_close(&json, '}');
    }
    pond_json_close(&json, ']');
    answer_send(session, &json);
    session_request_end(request);
}

/* Reads the member `game` into a request's; false after an answer. */
static bool game_take(const struct message *message, const char **name)
{
    struct pond_error why;
    if (!message_text(message, "game", false, name)) return false;
    if (pond_game_offered(*name) != NULL) return true;
    pond_game_refuse(*name, &why);
    answer_refusal(message->session, message->id, "options", &why);
    return false;
}

static void leaders(const struct message *message)
{
    struct session *session = message->session;
    const char *game;
    if (!game_take(message, &game) || !list_may(message)) return;
    struct store_request *request =
        session_request(session, STORE_LEADERS, message->id, leaders_done);
    struct pond_text text = pond_text_in(request->game, sizeof request->game);
    pond_text_string(&text, game);
    store_submit(session->hall->store, request);
}

static void history_done(struct store_request *request)
{
    struct session *session = request->context;
    struct pond_json json;
    if (!session_request_done(request)) return;
    if (!list_begin(request, "history", &json)) return;
    pond_json_string_member(&json, "game", request->game);
    pond_json_string_member(&json, "player", request->person);
    pond_json_key(&json, "ratings");
    pond_json_open(&json, '[');
    for (uint32_t i = 0; i < request->row_count; i++) {
        const struct store_rating_row *row = &request->ratings[i];
        pond_json_open(&json, '{');
        pond_json_number_member(&json, "at", row->at_ms);
        rating_json(&json, &row->rating);
        pond_json_string_member(&json, "table", row->table);
        json_ready_member(&json, "score", row->score >= 1 ? "1" : row->score <= 0 ? "0" : "0.5");
        pond_json_close(&json, '}');
    }
    pond_json_close(&json, ']');
    answer_send(session, &json);
    session_request_end(request);
}

static void history(const struct message *message)
{
    struct session *session = message->session;
    const char *game, *player = session->person;
    if (!game_take(message, &game) || !message_text(message, "player", true, &player) ||
        !list_may(message)) {
        return;
    }
    struct store_request *request =
        session_request(session, STORE_HISTORY, message->id, history_done);
    struct pond_text text = pond_text_in(request->game, sizeof request->game);
    pond_text_string(&text, game);
    text = pond_text_in(request->person, sizeof request->person);
    pond_text_string(&text, player);
    store_submit(session->hall->store, request);
}

const struct message_type list_messages[] = {
    {"lobby", lobby, true, false},
    {"mine", mine, true, true},
    {"leaders", leaders, true, false},
    {"history", history, true, false},
    {.name = NULL},
};
