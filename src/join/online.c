/* online.c: a person at a play server. See online.h. */
#include "online.h"

#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"

#define LOBBY_MAX 100 /* tables of the lobby */

const json_t *online_seat_told(const struct online *online, int seat)
{
    return json_array_get(json_object_get(online->held, "seats"), (size_t)seat);
}

/* ---- Saying ---- */

void online_say(struct online *online, const char *type, const char *key, const char *value)
{
    if (online->table[0] == '\0') {
        online_tell_sentence(online, STYLE_BAD, TELL_ONLINE_NO_TABLE, "");
        return;
    }
    json_t *message = json_pack("{s:s,s:s}", "type", type, "table", online->table);
    if (key != NULL) json_object_set_new(message, key, json_pack("s", value));
    link_say(&online->link, message);
}

void online_answer(struct online *online, bool yes)
{
    const bool ask = json_is_object(json_object_get(online->held, "ask"));
    online_say(online, ask ? (yes ? "agree" : "refuse") : (yes ? "accept" : "decline"), NULL, NULL);
}

void online_play(struct online *online, const char *move)
{
    link_say(&online->link, json_pack("{s:s,s:s,s:I,s:s}", "type", "play", "table", online->table,
                                      "version", (json_int_t)online->version, "move", move));
}

void online_undo(struct online *online)
{
    const int us = online_seat(online);
    const struct pond_match *match = &online->mirror.match;
    const bool playing = online_phase(online) == ONLINE_PLAYING && us != POND_SPECTATOR;
    if (playing && (pond_match_sealed(match) & POND_SEAT(us)) != 0) {
        link_say(&online->link, json_pack("{s:s,s:s,s:I}", "type", "withdraw", "table",
                                          online->table, "version", (json_int_t)online->version));
    } else {
        online_say(online, "takeback", NULL, NULL);
    }
}

/* A number of our own, so that nobody else deals the cards alone: first it is promised, and shown
 * when everyone has promised theirs. */
static void promise_say(struct online *online, const char *type)
{
    unsigned char bytes[16], hash[crypto_hash_sha256_BYTES];
    char promise[2 * sizeof hash + 1];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(online->number, sizeof online->number, bytes, sizeof bytes);
    crypto_hash_sha256(hash, (const unsigned char *)online->number, strlen(online->number));
    sodium_bin2hex(promise, sizeof promise, hash, sizeof hash);
    online->promising = true;
    online_say(online, type, "promise", promise);
}

static void number_say(struct online *online)
{
    if (online->number[0] != '\0') online_say(online, "number", "number", online->number);
    online->number[0] = '\0';
}

/* What the deal wants of us now. */
static void deal_look(struct online *online, const json_t *seat)
{
    const bool promised = json_is_string(json_object_get(seat, "promise"));
    if (promised) online->promising = false;
    if (!json_is_false(json_object_get(seat, "given"))) return;
    if (promised && json_is_true(json_object_get(online->held, "reveal"))) {
        number_say(online);
    } else if (!promised && !online->promising && online_phase(online) == ONLINE_WAITING) {
        promise_say(online, "promise");
    }
}

void online_again(struct online *online) { promise_say(online, "again"); }

static void watch_say(struct online *online)
{
    json_t *message = json_pack("{s:s,s:s}", "type", "watch", "table", online->table);
    if (online->version > 0) {
        json_object_set_new(message, "version", json_integer((json_int_t)online->version));
    }
    link_say(&online->link, message);
}

static void enter_say(struct online *online)
{
    if (online->night[0] != '\0') online_night_join(online);
    if (online->table[0] == '\0') {
        if (online->night[0] == '\0') online_lobby(online);
    } else if (online->version > 0 || online->watches) {
        watch_say(online);
    } else {
        online_say(online, "join", online->invite[0] != '\0' ? "invite" : NULL, online->invite);
    }
}

void online_enter(struct online *online, const char *table, bool watch)
{
    online_leave(online);
    snprintf(online->table, sizeof online->table, "%s", table);
    online->watches = watch;
    enter_say(online);
}

void online_leave(struct online *online)
{
    if (online->at_table) online_say(online, "leave", NULL, NULL);
    json_decref(online->held);
    online->held = NULL;
    online->table[0] = online->invite[0] = '\0';
    online->version = 0;
    online->at_table = online->watches = online->missing = false;
    mirror_forget(&online->mirror);
    online->changes++;
}

void online_lobby(struct online *online)
{
    link_say(&online->link, json_pack("{s:s}", "type", "lobby"));
    link_say(&online->link, json_pack("{s:s}", "type", "mine"));
}

void online_create(struct online *online, const struct pond_game *game,
                   const struct pond_config *config, int level, bool listed)
{
    char options[POND_OPTIONS_TEXT_MAX], kind[16];
    struct pond_text text = pond_text_in(options, sizeof options);
    json_t *list = json_array();
    online_leave(online);
    pond_config_print(game, config, &text);
    snprintf(kind, sizeof kind, "level:%d", level);
    json_array_append_new(list, json_pack("s", "me"));
    for (int i = 1; i < game->seats(config); i++) {
        json_array_append_new(list, json_pack("s", level >= 0 ? kind
                                                   : listed   ? "open"
                                                              : "invited"));
    }
    link_say(&online->link, json_pack("{s:s,s:s,s:s,s:o,s:b}", "type", "create", "game", game->name,
                                      "options", options, "seats", list, "public", (int)listed));
}

/* ---- Hearing ---- */

static void clocks_take(struct online *online, const json_t *left)
{
    for (size_t i = 0; i < json_array_size(left); i++) {
        json_t *seat = json_array_get(json_object_get(online->held, "seats"), i);
        json_object_set(seat, "left_ms", json_array_get(left, i));
    }
}

/* Names of tables become names of files: letters and digits are all that a server may use. */
static bool table_name_plain(const char *name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    return name[0] != '\0' && name[strspn(name, plain)] == '\0';
}

static void table_take(struct online *online, const json_t *message, bool whole)
{
    if (!table_name_plain(json_text(message, "table"))) return;
    const json_t *now = whole ? message : json_object_get(message, "now");
    const json_int_t number = json_integer_value(json_object_get(online->held, "number"));
    if (online->held == NULL) online->held = json_object();
    json_object_update(online->held, (json_t *)(uintptr_t)now);
    json_object_set(online->held, "at", json_object_get(message, "at"));
    clocks_take(online, json_object_get(now, "left_ms"));
    online->version = (int64_t)json_integer_value(json_object_get(message, "version"));
    online->heard_ms = link_now_ms();
    online->at_table = true;
    snprintf(online->table, sizeof online->table, "%s", json_text(message, "table"));
    if (json_integer_value(json_object_get(online->held, "number")) != number) {
        mirror_forget(&online->mirror);
    }
    const json_t *view = json_object_get(online->held, "view");
    if (json_is_object(view)) mirror_take(&online->mirror, view);
    online->changes++;
    const json_t *seat = online_seat_told(online, online_seat(online));
    deal_look(online, seat);
}

static void error_take(struct online *online, const json_t *message)
{
    const char *code = json_text(message, "code");
    char why[SENTENCE_MAX];
    snprintf(why, sizeof why, "%s", json_text(message, "text"));
    rulings_cut(why);
    if (strcmp(code, "seat") == 0 && !online->at_table && online->table[0] != '\0') {
        online->watches = true; /* no seat for us: a table can be watched */
        watch_say(online);
    } else if (strcmp(code, "table") == 0 && !online->at_table && online->night[0] == '\0') {
        online->missing = true; /* at a game night the next game comes all the same */
    } else if (strcmp(code, "code") == 0 && online->night[0] != '\0' &&
               online->night_table[0] == '\0') {
        online->missing = online->night_missing = true;
        memcpy(online->refusal, why, sizeof online->refusal);
        if (online->searches) return;
    }
    online->changes++;
    online_tell(online, STYLE_BAD, why);
}

/* The record of a game goes where `pond play` keeps records. */
static void record_save(struct online *online, const json_t *message)
{
    char folder[PATH_TEXT_MAX], path[PATH_TEXT_MAX + 64];
    if (!files_folder("records", folder)) return;
    snprintf(path, sizeof path, "%s/%s-%d.pond", folder, online->table,
             (int)json_integer_value(json_object_get(message, "number")));
    FILE *file = fopen(path, "w");
    const bool written = file != NULL && fputs(json_text(message, "record"), file) >= 0;
    const bool closed = file == NULL || fclose(file) == 0;
    if (written && closed) online_tell_sentence(online, STYLE_GOOD, TELL_SAVED, path);
}

static void list_take(json_t **list, const json_t *message)
{
    json_decref(*list);
    *list = json_incref(json_object_get(message, "tables"));
}

/* Comes one table before another in the lobby? */
static bool row_before(const json_t *one, const json_t *other)
{
    const json_t *const rows[2] = {one, other};
    int open[2], days[2];
    for (int i = 0; i < 2; i++) {
        open[i] = strcmp(json_text(rows[i], "phase"), "open") == 0;
        days[i] = strcmp(json_text(json_object_get(rows[i], "clock"), "kind"), "days") == 0;
    }
    if (open[0] != open[1]) return open[0] > open[1];
    if (days[0] != days[1]) return days[0] < days[1];
    return json_integer_value(json_object_get(one, "updated")) >=
           json_integer_value(json_object_get(other, "updated"));
}

static void row_drop(json_t *list, const char *table)
{
    for (size_t i = json_array_size(list); i > 0; i--) {
        if (strcmp(json_text(json_array_get(list, i - 1), "table"), table) != 0) continue;
        json_array_remove(list, i - 1);
    }
}

/* What is new or different in the lobby, and what has left it. */
static void lobby_change(json_t *list, const json_t *message)
{
    const json_t *gone = json_object_get(message, "gone");
    const json_t *tables = json_object_get(message, "tables");
    if (!json_is_array(list)) return;
    for (size_t i = 0; i < json_array_size(gone); i++) {
        const char *table = json_string_value(json_array_get(gone, i));
        if (table != NULL) row_drop(list, table);
    }
    for (size_t i = 0; i < json_array_size(tables); i++) {
        json_t *row = json_array_get(tables, i);
        row_drop(list, json_text(row, "table"));
        size_t at = 0;
        while (at < json_array_size(list) && !row_before(row, json_array_get(list, at))) at++;
        if (json_array_size(list) < LOBBY_MAX) json_array_insert(list, at, row);
    }
}

static void heard(void *context, const json_t *message)
{
    struct online *online = context;
    const char *type = json_text(message, "type");
    const bool ours = strcmp(json_text(message, "table"), online->table) == 0;
    identity_take(online, message);
    if (strcmp(type, "welcome") == 0) {
        online->welcomes++;
        online->promising = false; /* what was under way may be lost */
        enter_say(online);
    } else if (strcmp(type, "night") == 0) {
        online_night_take(online, message);
    } else if (strcmp(type, "lobby") == 0 || strcmp(type, "mine") == 0) {
        list_take(type[0] == 'l' ? &online->lobby : &online->mine, message);
        online->lists++;
    } else if (strcmp(type, "lobby_change") == 0) {
        lobby_change(online->lobby, message);
        online->lists++;
    } else if (strcmp(type, "table") == 0 && (ours || online->table[0] == '\0')) {
        table_take(online, message, true);
    } else if (strcmp(type, "event") == 0 && ours) {
        const bool first = !online->at_table;
        table_take(online, message, false);
        online_tell_what(online, message);
        if (first) watch_say(online); /* what it is about is in the whole table */
    } else if (strcmp(type, "missed") == 0 && ours) {
        table_take(online, message, false);
    } else if (strcmp(type, "record") == 0) {
        record_save(online, message);
    } else if (strcmp(type, "hint") == 0) {
        online_tell_sentence(online, STYLE_GOOD, TELL_ONLINE_HINT, json_text(message, "move"));
    } else if (strcmp(type, "paused") == 0 || strcmp(type, "resumed") == 0) {
        online_tell_sentence(online, STYLE_BAD,
                             type[0] == 'p' ? TELL_ONLINE_PAUSED : TELL_ONLINE_RESUMED, "");
    } else if (strcmp(type, "notice") == 0 && json_text(message, "text")[0] != '\0') {
        online_tell_sentence(online, STYLE_GOOD, TELL_ONLINE_NOTICE, json_text(message, "text"));
    } else if (strcmp(type, "pong") == 0) {
        online->pongs++;
    } else if (strcmp(type, "error") == 0) {
        error_take(online, message);
    }
}

/* ---- Beginning ---- */

/* A server could use the key that it is told at another one: each is told a key of its own, which
 * does not give the device's away. */
static void key_derive(const struct stream_address *address, char key[LINK_KEY_SIZE])
{
    char text[LINK_KEY_SIZE + sizeof address->host + sizeof address->port + 1];
    unsigned char bytes[crypto_hash_sha256_BYTES];
    snprintf(text, sizeof text, "%s %s:%s", key, address->host, address->port);
    crypto_hash_sha256(bytes, (const unsigned char *)text, strlen(text));
    sodium_bin2hex(key, LINK_KEY_SIZE, bytes, sizeof bytes);
}

static bool key_read(const char *path, char key[LINK_KEY_SIZE])
{
    FILE *file = fopen(path, "r");
    const bool there =
        file != NULL && fgets(key, LINK_KEY_SIZE, file) != NULL && strlen(key) == LINK_KEY_SIZE - 1;
    if (file != NULL) fclose(file);
    if (there) return true;
    unsigned char bytes[(LINK_KEY_SIZE - 1) / 2];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(key, LINK_KEY_SIZE, bytes, sizeof bytes);
    const int made = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const bool written = made >= 0 && write(made, key, LINK_KEY_SIZE - 1) == LINK_KEY_SIZE - 1;
    if (made >= 0) close(made);
    return written;
}

bool online_key(const char *path, const struct stream_address *address, char key[LINK_KEY_SIZE])
{
    if (sodium_init() < 0 || !key_read(path, key)) return false;
    key_derive(address, key);
    return true;
}

void online_path(struct online *online)
{
    const char *path = online->link.address.path, *invite = strstr(path, "invite=");
    if (strncmp(path, "/n/", 3) == 0) {
        snprintf(online->night, sizeof online->night, "%.*s", (int)strcspn(path + 3, "?/"),
                 path + 3);
    }
    if (strncmp(path, "/t/", 3) != 0) return;
    const int length = (int)strcspn(path + 3, "?/");
    snprintf(online->table, sizeof online->table, "%.*s", length, path + 3);
    if (invite != NULL)
        snprintf(online->invite, sizeof online->invite, "%.*s", (int)strcspn(invite + 7, "&#"),
                 invite + 7);
}

bool online_open(struct online *online)
{
    online->link.heard = heard;
    online->link.context = online;
    return mirror_open(&online->mirror) && link_open(&online->link);
}

void online_close(struct online *online)
{
    link_close(&online->link);
    mirror_close(&online->mirror);
    json_decref(online->held);
    json_decref(online->lobby);
    json_decref(online->mine);
    json_decref(online->evening);
    json_decref(online->devices);
}

void online_wait(struct online *online, int time_ms, int other)
{
    link_wait(&online->link, time_ms, other);
    if (online->lost == !online->link.open) return;
    online->lost = !online->link.open;
    online->recovering &= !online->lost;
    online_tell_sentence(online, STYLE_BAD, online->lost ? TELL_ONLINE_LOST : TELL_ONLINE_FOUND,
                         "");
    online->changes++;
}
