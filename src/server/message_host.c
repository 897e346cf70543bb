/* message_host.c: the message `host`: what a host may see and do. See host.h, docs/protocol.md. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "inside.h"
#include "name.h"

#define MINUTES_MAX (31 * 24 * 60) /* of an announcement */

struct pond_json host_answer(struct session *session, int64_t id, const char *what)
{
    struct pond_json json = answer_begin(session, "host", id);
    pond_json_string_member(&json, "do", what);
    return json;
}

/* ---- What it looks like ---- */

static uint32_t watchers_count(const struct room *room)
{
    uint32_t count = 0;
    for (const struct watch *watch = room->watches; watch != NULL; watch = watch->next_in_room) {
        count += room_observer(room, watch->session) == POND_SPECTATOR;
    }
    return count;
}

struct census {
    uint32_t playing[8], open, robots, watchers;
};

static void room_count(const struct room *room, struct census *census)
{
    const struct table *table = &room->table;
    if (!room->journal.ready) return;
    census->watchers += watchers_count(room);
    census->open += table->phase <= TABLE_READY;
    if (table->phase != TABLE_PLAYING) return;
    for (int i = 0; pond_games[i] != NULL && i < 8; i++) {
        census->playing[i] += pond_games[i] == table->game;
    }
    for (int seat = 0; seat < table->seat_count; seat++) {
        census->robots += table->seats[seat].computer[0] != '\0';
    }
}

static void overview(const struct message *message)
{
    struct session *session = message->session;
    const struct hall *hall = session->hall;
    struct census census = {.open = 0};
    for (const struct room *room = hall->all_rooms; room != NULL; room = room->next_of_all) {
        room_count(room, &census);
    }
    struct pond_json json = host_answer(session, message->id, "overview");
    pond_json_string_member(&json, "server", "pond " POND_VERSION);
    pond_json_number_member(&json, "at", hall->now_ms);
    pond_json_number_member(&json, "started", hall->started_ms);
    pond_json_bool_member(&json, "saves", !hall->still);
    pond_json_number_member(&json, "people", host_people(hall));
    pond_json_number_member(&json, "rooms", hall->figures.rooms);
    pond_json_number_member(&json, "open", census.open);
    pond_json_number_member(&json, "robots", census.robots);
    pond_json_number_member(&json, "watchers", census.watchers);
    pond_json_number_member(&json, "moves", (int64_t)hall->figures.moves);
    pond_json_number_member(&json, "games", (int64_t)hall->figures.games);
    pond_json_number_member(&json, "longest_ms", hall->slowest_ms);
    pond_json_key(&json, "playing");
    pond_json_open(&json, '{');
    for (int i = 0; pond_games[i] != NULL && i < 8; i++) {
        pond_json_number_member(&json, pond_games[i]->name, census.playing[i]);
    }
    pond_json_close(&json, '}');
    pond_json_key(&json, "refused");
    pond_json_open(&json, '{');
    for (int i = 0; i < REFUSALS; i++) {
        if (hall->figures.refusals[i] == 0) continue;
        pond_json_number_member(&json, refusal_names[i], (int64_t)hall->figures.refusals[i]);
    }
    pond_json_close(&json, '}');
    host_settings_json(hall, session->language, &json);
    host_samples_json(hall, &json);
    if (hall->outside.host_figures != NULL) {
        hall->outside.host_figures(hall->outside.context, &json);
    }
    answer_send(session, &json);
}

static bool person_take(const struct message *message, const char **person)
{
    return message_valid_id(message, "person", SAID_PERSON_NONE, person);
}

/* What a person played lately, finished games too, from the store. */
static void tables_of_done(struct store_request *request)
{
    struct session *session = request->context;
    if (!session_request_fine(request)) return;
    struct pond_json json = host_answer(session, request->id, "tables");
    pond_json_key(&json, "tables");
    pond_json_open(&json, '[');
    for (uint32_t i = 0; i < request->row_count; i++) {
        summary_json(&json, &request->tables[i], NULL);
    }
    pond_json_close(&json, ']');
    answer_send(session, &json);
    session_request_end(request);
}

static void tables_of(const struct message *message)
{
    const char *person = NULL;
    if (!person_take(message, &person)) return;
    struct store_request *request =
        session_request(message->session, STORE_MINE, message->id, tables_of_done);
    snprintf(request->person, sizeof request->person, "%s", person);
    store_submit(message->session->hall->store, request);
}

static void tables_here(const struct message *message)
{
    static const char *const phases[] = {"open", "ready", "playing", "over"};
    struct session *session = message->session;
    int count = 0;
    struct pond_json json = host_answer(session, message->id, "tables");
    pond_json_key(&json, "tables");
    pond_json_open(&json, '[');
    for (const struct room *room = session->hall->all_rooms; room != NULL && count < STORE_LIST_MAX;
         room = room->next_of_all) {
        const struct table *table = &room->table;
        if (!room->journal.ready) continue;
        count++;
        pond_json_open(&json, '{');
        pond_json_string_member(&json, "table", table->id);
        pond_json_string_member(&json, "game", table->game->name);
        pond_json_string_member(&json, "phase", phases[table->phase]);
        pond_json_bool_member(&json, "rated", table->rated);
        pond_json_number_member(&json, "watchers", watchers_count(room));
        pond_json_number_member(&json, "updated", table->at_ms);
        pond_json_key(&json, "seats");
        pond_json_open(&json, '[');
        for (int seat = 0; seat < table->seat_count; seat++) {
            const struct table_seat *who = &table->seats[seat];
            pond_json_string(&json, who->kind == SEAT_PERSON ? who->name : who->computer);
        }
        pond_json_close(&json, ']');
        pond_json_close(&json, '}');
    }
    pond_json_close(&json, ']');
    answer_send(session, &json);
}

static void tables(const struct message *message)
{
    const char *person = NULL;
    if (!message_text(message, "person", true, &person)) return;
    if (person != NULL) {
        tables_of(message);
    } else {
        tables_here(message);
    }
}

/* ---- Lists of the store ---- */

static void list_done(struct store_request *request)
{
    struct session *session = request->context;
    if (!session_request_fine(request)) return;
    const bool people = request->verb == STORE_PEOPLE;
    struct hall *hall = session->hall;
    struct pond_json json = host_answer(session, request->id, people ? "people" : "audit");
    pond_json_key(&json, people ? "people" : "audit");
    pond_json_open(&json, '[');
    for (uint32_t i = 0; i < request->row_count && i < STORE_LIST_MAX; i++) {
        const struct store_note *row = &request->notes[i];
        pond_json_open(&json, '{');
        if (people) pond_json_string_member(&json, "id", row->key);
        pond_json_string_member(&json, people ? "name" : "what", row->text);
        pond_json_number_member(&json, people ? "seen" : "at", row->at_ms);
        if (people) {
            const struct person *person = people_find(hall->people, row->key);
            pond_json_bool_member(&json, "here", person != NULL && person->sessions != NULL);
            pond_json_bool_member(&json, "banned", host_banned(hall, row->key));
            pond_json_bool_member(&json, "muted", host_muted(hall, row->key));
        }
        pond_json_close(&json, '}');
    }
    pond_json_close(&json, ']');
    answer_send(session, &json);
    session_request_end(request);
}

static void people(const struct message *message)
{
    const char *text = "";
    if (!message_text(message, "text", true, &text)) return;
    struct store_request *request =
        session_request(message->session, STORE_PEOPLE, message->id, list_done);
    struct pond_text out = pond_text_in(request->name, sizeof request->name);
    pond_text_string(&out, text);
    store_submit(message->session->hall->store, request);
}

static void audit(const struct message *message)
{
    struct store_request *request =
        session_request(message->session, STORE_NOTES, message->id, list_done);
    snprintf(request->game, sizeof request->game, "audit");
    request->number = STORE_LIST_MAX;
    store_submit(message->session->hall->store, request);
}

static void storage_done(struct store_request *request)
{
    struct session *session = request->context;
    if (!session_request_fine(request)) return;
    struct pond_json json = host_answer(session, request->id, "storage");
    pond_json_number_member(&json, "bytes", request->mark);
    pond_json_number_member(&json, "persons", request->place);
    pond_json_number_member(&json, "tables", request->behind);
    answer_send(session, &json);
    session_request_end(request);
}

static void storage(const struct message *message)
{
    store_submit(message->session->hall->store,
                 session_request(message->session, STORE_SIZE, message->id, storage_done));
}

/* ---- Everyone ---- */

static void announce(const struct message *message)
{
    struct hall *hall = message->session->hall;
    const char *text = NULL;
    int64_t minutes = 0;
    char note[STORE_NOTE_SIZE];
    if (!message_text(message, "text", false, &text) ||
        !message_number(message, "minutes", true, 0, MINUTES_MAX, &minutes)) {
        return;
    }
    if (strlen(text) >= HOST_TEXT_SIZE || (text[0] != '\0' && !name_shown(text))) {
        message_refuse(message, "field", SAID_ANNOUNCE_FORM);
        return;
    }
    host_audit(hall, text[0] != '\0' ? "announce" : "announce nothing", text);
    snprintf(note, sizeof note, "%lld %s",
             (long long)(minutes > 0 ? hall->now_ms + minutes * 60000 : 0), text);
    host_note(message->session, message->id, "announce", "announcement",
              text[0] != '\0' ? note : "");
}

static void maintenance(const struct message *message)
{
    struct hall *hall = message->session->hall;
    bool on = false;
    if (!message_flag(message, "on", &on)) return;
    host_audit(hall, on ? "maintenance on" : "maintenance off", "");
    host_note(message->session, message->id, "maintenance", "maintenance", on ? "on" : "");
}

static void limit(const struct message *message)
{
    struct hall *hall = message->session->hall;
    const char *name = NULL;
    int64_t value = 0;
    if (!message_text(message, "name", false, &name)) return;
    for (int i = 0; i < SETTINGS; i++) {
        char key[STORE_NOTE_KEY_SIZE], text[24], about[80];
        if (strcmp(settings[i].name, name) != 0) continue;
        if (!message_number(message, "value", false, 0, INT32_MAX, &value)) return;
        if (value < settings[i].least || value > settings[i].most) {
            snprintf(about, sizeof about, "%d-%d", settings[i].least, settings[i].most);
            answer_error(message->session, message->id, "options", SAID_LIMIT_RANGE, about);
            return;
        }
        snprintf(key, sizeof key, "limit:%s", name);
        snprintf(text, sizeof text, "%lld", (long long)value);
        snprintf(about, sizeof about, "%s %s", name, text);
        host_audit(hall, "limit", about);
        host_note(message->session, message->id, "limit", key,
                  value == settings[i].usual ? "" : text);
        return;
    }
    answer_error(message->session, message->id, "options", SAID_LIMIT_NONE, name);
}

/* ---- One person ---- */

/* `ban`, `unban`, `mute` and `unmute` are notes about a person, or none. */
static void mark(const struct message *message, const char *what, const char *prefix, bool on)
{
    struct hall *hall = message->session->hall;
    const char *person = NULL, *why = "";
    char key[STORE_NOTE_KEY_SIZE], about[STORE_NOTE_SIZE];
    if (!person_take(message, &person) || !message_text(message, "text", true, &why)) return;
    snprintf(key, sizeof key, "%s%s", prefix, person);
    snprintf(about, sizeof about, "%s%s%.300s", person, why[0] != '\0' ? ": " : "", why);
    host_audit(hall, what, about);
    host_note(message->session, message->id, what, key, on ? "on" : "");
}

static void ban(const struct message *message) { mark(message, "ban", "ban:", true); }
static void unban(const struct message *message) { mark(message, "unban", "ban:", false); }
static void mute(const struct message *message) { mark(message, "mute", "mute:", true); }
static void unmute(const struct message *message) { mark(message, "unmute", "mute:", false); }

static void rename_person(const struct message *message)
{
    const char *person = NULL, *name = NULL;
    char about[STORE_NOTE_SIZE], frog[STORE_NAME_SIZE];
    if (!person_take(message, &person) || !message_text(message, "name", true, &name)) return;
    if (name == NULL) { /* a newcomer's name: they may choose another */
        snprintf(frog, sizeof frog, "%s %u", said_text(SAID_NAME_FROG, POND_ENGLISH),
                 1000 + randombytes_uniform(9000));
        name = frog;
    }
    if (!name_check(name)) {
        message_refuse(message, "field", SAID_NAME_FORM);
        return;
    }
    snprintf(about, sizeof about, "%s", person);
    host_audit(message->session->hall, "rename", about);
    host_rewrite(message->session, message->id, person, "", name);
}

static void export_person(const struct message *message)
{
    const char *person = NULL;
    if (!person_take(message, &person)) return;
    host_audit(message->session->hall, "export", person);
    host_export(message->session, message->id, person);
}

static void erase_person(const struct message *message)
{
    struct session *session = message->session;
    const char *person = NULL;
    char other[STORE_ID_SIZE];
    if (!person_take(message, &person)) return;
    random_id(session->hall, other, STORE_ID_SIZE - 1);
    host_audit(session->hall, "erase", person);
    host_rewrite(session, message->id, person, other, said_text(SAID_NAME_FROG, POND_ENGLISH));
}

/* ---- One table ---- */

static void close_table(const struct message *message)
{
    const char *id = NULL;
    if (!message_valid_id(message, "table", SAID_TABLE_NONE, &id)) return;
    struct room *room = room_open(message->session->hall, id);
    if (!room_may(room, message)) return;
    if (room->table.phase == TABLE_OVER) {
        message_refuse(message, "phase", SAID_NOT_NOW);
        return;
    }
    host_audit(message->session->hall, "close", id);
    if (room_watching(room, message->session) == NULL) room_watch(room, message->session);
    struct event event = {.kind = EVENT_CLOSE, .seat = -1};
    room_write(room, message, &event);
}

static void void_done(struct store_request *request)
{
    struct session *session = request->context;
    if (!session_request_done(request)) return;
    if (request->status == STORE_FINE) {
        struct pond_json json = host_answer(session, request->id, "void");
        pond_json_number_member(&json, "persons", request->row_count);
        answer_send(session, &json);
    } else if (request->status == STORE_NONE) {
        answer_error(session, request->id, "table", SAID_VOID_NONE, NULL);
    } else {
        session_request_refuse(request);
    }
    request->row_count = 0;
    session_request_end(request);
}

static void void_result(const struct message *message)
{
    const char *id = NULL;
    if (!message_valid_id(message, "table", SAID_TABLE_NONE, &id)) return;
    host_audit(message->session->hall, "void", id);
    struct store_request *request =
        session_request(message->session, STORE_VOID, message->id, void_done);
    snprintf(request->table, sizeof request->table, "%s", id);
    store_submit(message->session->hall->store, request);
}

/* ---- Backups ---- */

static void backups(const struct message *message, const char *what, const char *file)
{
    struct session *session = message->session;
    const struct hall_outside *outside = &session->hall->outside;
    if (outside->backup == NULL || !outside->backup(outside->context, session->serial, message->id,
                                                    session->language, what, file)) {
        message_refuse(message, "store", SAID_BACKUP_NONE);
    }
}

void hall_backup_done(struct hall *hall, uint64_t serial, int64_t id, const char *what,
                      const char *members)
{
    struct session *session = session_find(hall, serial);
    if (session == NULL || session->gone) return;
    struct pond_json json = host_answer(session, id, what);
    json_ready_member(&json, "backups", members);
    answer_send(session, &json);
}

static void backup(const struct message *message)
{
    host_audit(message->session->hall, "backup", "");
    backups(message, "backup", "");
}

static void backups_list(const struct message *message) { backups(message, "backups", ""); }

static void backup_check(const struct message *message)
{
    const char *name = NULL;
    if (message_text(message, "name", false, &name)) backups(message, "check", name);
}

/* ---- Coming in, and all of it ---- */

static void link_make(const struct message *message)
{
    char code[65];
    host_code(message->session->hall, code);
    host_audit(message->session->hall, "link", "");
    struct pond_json json = host_answer(message->session, message->id, "link");
    pond_json_string_member(&json, "code", code);
    answer_send(message->session, &json);
}

static void enter(const struct message *message)
{
    struct session *session = message->session;
    const char *token = NULL;
    char page[65];
    if (!message_text(message, "token", false, &token) ||
        !session_may_spend(session, message->id, SPEND_GUESSES)) {
        return;
    }
    if (!host_enter(session->hall, token, page)) {
        session_charge(session, SPEND_GUESSES, 1);
        message_refuse(message, "host", SAID_HOST_TOKEN);
        return;
    }
    session->host = true;
    struct pond_json json = host_answer(session, message->id, "enter");
    if (page[0] != '\0') pond_json_string_member(&json, "token", page);
    answer_send(session, &json);
}

static const struct {
    const char *name;
    message_handler *handle;
} deeds[] = {
    {"overview", overview},
    {"people", people},
    {"tables", tables},
    {"storage", storage},
    {"audit", audit},
    {"announce", announce},
    {"limit", limit},
    {"maintenance", maintenance},
    {"rename", rename_person},
    {"ban", ban},
    {"unban", unban},
    {"mute", mute},
    {"unmute", unmute},
    {"export", export_person},
    {"erase", erase_person},
    {"close", close_table},
    {"void", void_result},
    {"backup", backup},
    {"backups", backups_list},
    {"check", backup_check},
    {"link", link_make},
    {"nightly", host_nightly_message},
    {"names", host_names_message},
    {"keep", host_name_keep_message},
};

void host_message(const struct message *message)
{
    struct session *session = message->session;
    const char *what = NULL;
    if (!message_text(message, "do", false, &what)) return;
    if (strcmp(what, "enter") == 0) {
        enter(message);
        return;
    }
    if (!session->host) {
        message_refuse(message, "host", SAID_HOST_ONLY);
        return;
    }
    for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++) {
        if (strcmp(deeds[i].name, what) == 0) {
            deeds[i].handle(message);
            return;
        }
    }
    answer_error(session, message->id, "field", SAID_FIELD, "do");
}
