/* message_create.c: how a table is made: what it is about, and who may make how many. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "computer.h"
#include "host.h"
#include "message_at.h"

static bool clock_take(const struct message *message, struct table_clock *clock)
{
    const json_t *value = json_object_get(message->root, "clock");
    if (value == NULL || json_is_null(value)) return true;
    const char *kind = json_string_value(json_object_get(value, "kind"));
    for (int i = 0; kind != NULL && i <= CLOCK_DAYS; i++) {
        if (strcmp(clock_kind_names[i], kind) != 0) continue;
        clock->kind = (enum clock_kind)i;
        clock->time_ms = json_integer_value(json_object_get(value, "ms"));
        clock->more_ms = json_integer_value(json_object_get(value, "more_ms"));
        const bool fits = clock->time_ms >= CLOCK_MS_MIN && clock->time_ms <= CLOCK_MS_MAX &&
                          clock->more_ms >= 0 && clock->more_ms <= CLOCK_MS_MAX;
        if (i == CLOCK_NONE) *clock = (struct table_clock){.kind = CLOCK_NONE};
        if (i == CLOCK_NONE || fits) return true;
    }
    return message_refuse(message, "options", SAID_CLOCK_FORM);
}

static bool seats_take(const struct message *message, struct table_plan *plan)
{
    const json_t *seats = json_object_get(message->root, "seats");
    const int count = plan->game->seats(&plan->config);
    const char digit[] = {(char)('0' + count), '\0'};
    int mine = 0;
    if (!json_is_array(seats) || json_array_size(seats) != (size_t)count) {
        answer_error(message->session, message->id, "options", SAID_SEATS_COUNT, digit);
        return false;
    }
    for (int i = 0; i < count; i++) {
        const char *kind = json_string_value(json_array_get(seats, (size_t)i));
        if (kind == NULL) kind = "";
        const bool me = strcmp(kind, "me") == 0;
        const bool free_seat = strcmp(kind, "open") == 0 || strcmp(kind, "invited") == 0;
        const bool computer = strcmp(kind, "random") == 0 || strcmp(kind, "greedy") == 0 ||
                              strncmp(kind, "level:", 6) == 0;
        mine += me;
        const bool known = me ? mine == 1
                              : free_seat || (computer && strlen(kind) < SEAT_COMPUTER_SIZE &&
                                              computer_known(plan->game, kind));
        if (!known) {
            answer_error(message->session, message->id, "options", SAID_SEATS_KIND, kind);
            return false;
        }
        snprintf(plan->seats[i], sizeof plan->seats[i], "%s", kind);
    }
    return true;
}

int game_index(const struct pond_game *game)
{
    int index = 0;
    while (index < 3 && pond_games[index] != NULL && pond_games[index] != game) index++;
    return index;
}

static bool plan_take(const struct message *message, struct table_plan *plan)
{
    const struct session *session = message->session;
    const char *game = NULL, *options = "";
    struct pond_error why;
    if (!message_text(message, "game", false, &game) ||
        !message_text(message, "options", true, &options) ||
        !message_flag(message, "public", &plan->listed) ||
        !message_flag(message, "rated", &plan->rated) || !clock_take(message, &plan->clock)) {
        return false;
    }
    if (plan->rated && !table_clock_rates(&plan->clock)) {
        return message_refuse(message, "options", SAID_RATED_CLOCK);
    }
    plan->game = pond_game_offered(game);
    if (plan->game == NULL) {
        pond_game_refuse(game, &why);
        answer_refusal(message->session, message->id, "options", &why);
        return false;
    }
    if (!pond_config_parse(plan->game, options, &plan->config, &why)) {
        answer_refusal(message->session, message->id, "options", &why);
        return false;
    }
    if (plan->rated && pond_config_handicapped(plan->game, &plan->config)) {
        return message_refuse(message, "options", SAID_RATED_HANDICAP);
    }
    if (!seats_take(message, plan)) return false;
    const int index = game_index(plan->game);
    plan->rating = (int)(session->rating[index] + 0.5F);
    plan->deviation = (int)(session->deviation[index] + 0.5F);
    memcpy(plan->by, session->person, sizeof plan->by);
    snprintf(plan->name, sizeof plan->name, "%s", session->name);
    return true;
}

/* With `once` the same person and word always make the same id. */
static void once_id(const struct session *session, const char *once, char id[STORE_ID_SIZE])
{
    uint8_t hash[STORE_HASH_SIZE];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)once, strlen(once), session->key,
                       sizeof session->key);
    id_of_bytes(hash, id, STORE_ID_SIZE - 1);
}

/* Is a room's table in the lobby, for others to come? */
static bool room_listed(const struct room *room)
{
    return room->journal.ready && room->table.listed && room->table.phase <= TABLE_READY;
}

/* Tables that a person has made without sitting down at them, as far as they are in memory; those
 * that are open and public are added to `*listed`. */
static uint32_t made_for_others(const struct hall *hall, const char *person, uint32_t *listed)
{
    uint32_t count = 0;
    for (const struct room *room = hall->all_rooms; room != NULL; room = room->next_of_all) {
        const bool made = room->journal.ready && room->table.phase != TABLE_OVER &&
                          strcmp(room->table.by, person) == 0 &&
                          table_seat_of(&room->table, person) < 0;
        count += made;
        *listed += made && room_listed(room);
    }
    return count;
}

/* Open public tables that were made at an address: those whose people have gone are soon neither in
 * memory nor listed. */
static uint32_t listed_near(const struct hall *hall, uint32_t address)
{
    uint32_t count = 0;
    for (const struct room *room = hall->all_rooms; room != NULL; room = room->next_of_all) {
        count += room->made_at == address && room_listed(room);
    }
    return count;
}

static void counted(struct store_request *request)
{
    struct session *session = request->context;
    if (!session_request_done(request)) return;
    struct waiting *creates = session->creates;
    session->creates = NULL;
    session->listed = 0;
    uint32_t count = made_for_others(session->hall, session->person, &session->listed);
    for (uint32_t i = 0; i < request->row_count; i++) {
        const struct store_summary *row = &request->tables[i];
        count += row->phase != STORE_OVER;
        session->listed += row->phase == STORE_OPEN && row->listed;
    }
    const bool fine = request->status == STORE_FINE;
    store_request_free(request);
    if (fine && count < (uint32_t)hall_setting(session->hall, SETTING_TABLES)) {
        session->counted = true;
        waiting_run(creates);
        return;
    }
    answer_error(session, creates->id, fine ? "limit" : "store",
                 fine ? SAID_TOO_MANY_TABLES : SAID_NOT_SAVED, NULL);
    free(creates);
    session_next(session);
}

/* People with many unfinished tables can't make more. The store knows them: the message waits for
 * it, and is run again. */
static bool may_create(const struct message *message)
{
    struct session *session = message->session;
    const bool counted_before = session->counted;
    session->counted = false;
    if (session->hall->limits.off || counted_before) return true;
    if (!session_spend(session, message->id, SPEND_CREATES, 1)) return false;
    struct store_request *request = session_request(session, STORE_MINE, message->id, counted);
    memcpy(request->person, session->person, sizeof request->person);
    session->creates = waiting_new(session, message->id, message->text, message->length);
    store_submit(session->hall->store, request);
    return false;
}

/* Tables that their maker does not sit at have a limit that no idle room resets. */
static bool may_give(const struct message *message, const struct table_plan *plan)
{
    for (int i = 0; i < POND_SEATS_MAX; i++) {
        if (strcmp(plan->seats[i], "me") == 0) return true;
    }
    return session_spend(message->session, message->id, SPEND_GIFTS, 1);
}

/* While the server is to come to rest, games end and none begins. */
bool games_begin(const struct message *message)
{
    return !host_maintains(message->session->hall) ||
           message_refuse(message, "maintenance", SAID_MAINTENANCE);
}

/* The lobby has limited room: nobody may fill it alone. */
static bool may_list(const struct message *message)
{
    const struct session *session = message->session;
    if (session->hall->limits.off) return true;
    if (session->listed >= (uint32_t)hall_setting(session->hall, SETTING_LISTED)) {
        return message_refuse(message, "limit", SAID_TOO_MANY_LISTED);
    }
    if (session->address != 0 &&
        listed_near(session->hall, session->address) >= ADDRESS_LISTED_MAX) {
        return message_refuse(message, "limit", SAID_TOO_MANY_NEAR);
    }
    return true;
}

void message_create(const struct message *message)
{
    struct session *session = message->session;
    struct table_plan plan = {.listed = false};
    const char *once = NULL;
    char id[STORE_ID_SIZE];
    if (!message_text(message, "once", true, &once) || !plan_take(message, &plan)) return;
    if (once != NULL && (once[0] == '\0' || strlen(once) > 64)) {
        answer_error(session, message->id, "field", SAID_FIELD, "once");
        return;
    }
    if (once != NULL) once_id(session, once, id);
    struct at at = {.room = once != NULL ? room_find(session->hall, id) : NULL};
    if (at.room != NULL) { /* the same message, sent again */
        if (!room_may(at.room, message)) return;
        at.seat = room_observer(at.room, session);
        if (watch_too(message, &at, false)) room_show(at.room, session, message->id);
        return;
    }
    if (!games_begin(message) || !session_known(message)) return;
    if (!may_create(message) || !may_give(message, &plan)) return;
    if (plan.listed && !may_list(message)) return;
    if (session->watch_count >= SESSION_TABLES_MAX && !session->hall->limits.off) {
        message_refuse(message, "limit", SAID_TOO_MANY_WATCHED);
        return;
    }
    session_save(session);
    if (once == NULL) random_id(session->hall, id, STORE_ID_SIZE - 1);
    random_id(session->hall, plan.invite, TABLE_INVITE_LETTERS);
    secret_new(session->hall, plan.secret);
    struct event event = {.kind = EVENT_CREATE, .seat = -1};
    table_plan_print(&plan, event.text);
    struct room *room = room_make(session->hall, id);
    room->made_at = session->address;
    room_watch(room, session);
    room_write(room, message, &event);
}
