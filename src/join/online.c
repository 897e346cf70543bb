/* online.c: a person at a play server. See online.h. */
#include "online.h"

#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board.h"
#include "files.h"
#include "say.h"

#define LOBBY_MAX 100 /* tables of the lobby */

const char *json_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

static const json_t *seat_of(const struct online *online, int seat)
{
    return json_array_get(json_object_get(online->held, "seats"), (size_t)seat);
}

/* ---- Saying ---- */

void online_say(struct online *online, const char *type, const char *key, const char *value)
{
    json_t *message = json_pack("{s:s,s:s}", "type", type, "table", online->table);
    if (key != NULL) json_object_set_new(message, key, json_pack("s", value));
    link_say(&online->link, message);
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
    if (online->night[0] != '\0') {
        link_say(&online->link,
                 json_pack("{s:s,s:s,s:s}", "type", "night", "do", "join", "code", online->night));
    }
    if (online->table[0] == '\0') {
        online_lobby(online);
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

/* ---- Where it stands ---- */

enum online_phase online_phase(const struct online *online)
{
    const char *phase = json_text(online->held, "phase");
    if (!online->at_table) return ONLINE_OUTSIDE;
    if (strcmp(phase, "playing") == 0) return ONLINE_PLAYING;
    return strcmp(phase, "over") == 0 ? ONLINE_OVER : ONLINE_WAITING;
}

int online_seat(const struct online *online)
{
    const json_t *you = json_object_get(online->held, "you");
    return json_is_integer(you) ? (int)json_integer_value(you) : POND_SPECTATOR;
}

int online_seat_count(const struct online *online)
{
    const size_t count = json_array_size(json_object_get(online->held, "seats"));
    return count <= POND_SEATS_MAX ? (int)count : POND_SEATS_MAX;
}

bool online_seats_free(const struct online *online)
{
    for (int seat = 0; seat < online_seat_count(online); seat++) {
        const char *kind = json_text(seat_of(online, seat), "kind");
        if (strcmp(kind, "open") == 0 || strcmp(kind, "invited") == 0) return true;
    }
    return false;
}

/* Who sits on a seat, by the names that the server gives; nobody where both are empty. */
static void sitter_tell(const struct online *online, const char *name, const char *computer,
                        struct pond_text *out)
{
    if (name[0] != '\0') {
        pond_text_string(out, name);
    } else if (strncmp(computer, "level:", 6) == 0) {
        tell1(out, &online->voice, TELL_COMPUTER, computer + 6);
    } else if (computer[0] != '\0') {
        pond_text_string(out, computer);
    } else {
        tell(out, &online->voice, TELL_ONLINE_FREE);
    }
}

void online_name(const struct online *online, int seat, struct pond_text *out)
{
    const json_t *one = seat_of(online, seat);
    const char *name = json_text(json_object_get(one, "player"), "name");
    const char *computer = json_text(one, "computer");
    if (seat == online_seat(online)) {
        tell(out, &online->voice, TELL_YOU);
    } else {
        sitter_tell(online, name, computer, out);
    }
}

void online_address(const struct online *online, struct pond_text *out)
{
    const struct stream_address *address = &online->link.address;
    const bool bracket = strchr(address->host, ':') != NULL;
    const char *invite = json_text(online->held, "invite");
    bool invited = false;
    for (int seat = 0; seat < online_seat_count(online); seat++) {
        invited = invited || strcmp(json_text(seat_of(online, seat), "kind"), "invited") == 0;
    }
    pond_text_string(out, address->encrypted ? "https://" : "http://");
    if (bracket) pond_text_char(out, '[');
    pond_text_string(out, address->host);
    pond_text_string(out, bracket ? "]:" : ":");
    pond_text_string(out, address->port);
    pond_text_string(out, "/t/");
    pond_text_string(out, online->table);
    if (invited && invite[0] != '\0') {
        pond_text_string(out, "?invite=");
        pond_text_string(out, invite);
    }
}

/* "4:53", "12 h", "3 d" */
static void time_print(const struct voice *voice, int64_t left_ms, struct pond_text *out)
{
    const int64_t seconds = left_ms > 0 ? (left_ms + 999) / 1000 : 0;
    if (seconds >= 2 * 24 * 3600) {
        tell1(out, voice, TELL_ONLINE_DAYS, digits_of(seconds / (24 * 3600)).text);
        return;
    }
    if (seconds >= 3600) {
        pond_text_number(out, seconds / 3600);
        pond_text_char(out, ':');
        if (seconds / 60 % 60 < 10) pond_text_char(out, '0');
    }
    pond_text_number(out, seconds / 60 % 60);
    pond_text_char(out, ':');
    if (seconds % 60 < 10) pond_text_char(out, '0');
    pond_text_number(out, seconds % 60);
}

static bool seat_decides(const struct online *online, int seat)
{
    const json_t *turn = json_object_get(json_object_get(online->held, "view"), "turn");
    for (size_t i = 0; i < json_array_size(turn); i++) {
        if (json_integer_value(json_array_get(turn, i)) == seat) return true;
    }
    return false;
}

void online_clocks(const struct online *online, struct pond_text *out)
{
    const int64_t passed_ms = link_now_ms() - online->heard_ms;
    const bool series =
        json_integer_value(json_object_get(json_object_get(online->held, "series"), "games")) > 0;
    bool first = true;
    for (int seat = 0; seat < online_seat_count(online); seat++) {
        const json_t *one = seat_of(online, seat);
        const json_t *left = json_object_get(one, "left_ms");
        const bool clock = json_is_integer(left) && online_phase(online) == ONLINE_PLAYING;
        if (!clock && !series) continue;
        if (!first) pond_text_string(out, " · ");
        first = false;
        online_name(online, seat, out);
        if (series) {
            pond_text_char(out, ' ');
            pond_text_number(out, json_integer_value(json_object_get(one, "wins")));
        }
        if (!clock) continue;
        pond_text_char(out, ' ');
        time_print(&online->voice,
                   json_integer_value(left) - (seat_decides(online, seat) ? passed_ms : 0), out);
    }
}

void online_question(const struct online *online, struct pond_text *out)
{
    const json_t *ask = json_object_get(online->held, "ask");
    const int us = online_seat(online);
    char memory[ONLINE_NAME_SIZE];
    struct pond_text name = pond_text_in(memory, sizeof memory);
    if (us == POND_SPECTATOR || online_phase(online) != ONLINE_PLAYING) return;
    const bool asked = json_is_object(ask);
    const json_t *agreed = json_object_get(ask, "agreed");
    for (size_t i = 0; i < json_array_size(agreed); i++) {
        if (json_integer_value(json_array_get(agreed, i)) == us) return;
    }
    if (asked) {
        online_name(online, (int)json_integer_value(json_object_get(ask, "seat")), &name);
        tell_prompt(out, &online->voice, TELL_ONLINE_ASKED, memory);
        return;
    }
    const json_t *offer = json_object_get(json_object_get(online->held, "view"), "offer");
    if (json_is_integer(offer) && json_integer_value(offer) != us) {
        online_name(online, (int)json_integer_value(offer), &name);
        tell_prompt(out, &online->voice, TELL_ONLINE_OFFERED, memory);
        return;
    }
    const int gone = online_gone(online);
    if (gone >= 0) {
        online_name(online, gone, &name);
        tell_prompt(out, &online->voice, TELL_ONLINE_GONE, memory);
    }
}

int online_gone(const struct online *online)
{
    const int64_t passed_ms = link_now_ms() - online->heard_ms;
    const int64_t now_ms = json_integer_value(json_object_get(online->held, "at")) + passed_ms;
    for (int seat = 0; seat < online_seat_count(online); seat++) {
        const json_t *one = seat_of(online, seat);
        const json_t *until = json_object_get(one, "away_until");
        if (json_is_integer(until) && json_integer_value(until) <= now_ms &&
            json_is_null(json_object_get(one, "computer")) && seat != online_seat(online)) {
            return seat;
        }
    }
    return -1;
}

void online_table_line(const struct online *online, const json_t *table, struct pond_text *out)
{
    const struct pond_game *game = pond_game_find(json_text(table, "game"));
    const json_t *seats = json_object_get(table, "seats");
    if (game != NULL) pond_text_string(out, game->title);
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const json_t *seat = json_array_get(seats, i);
        const char *name = json_text(seat, "name"), *computer = json_text(seat, "computer");
        pond_text_string(out, i == 0 ? " · " : ", ");
        sitter_tell(online, name, computer, out);
    }
    if (json_is_true(json_object_get(table, "rated"))) {
        pond_text_string(out, " · ");
        tell(out, &online->voice, TELL_ONLINE_RATED);
    }
    if (json_is_true(json_object_get(table, "waits"))) {
        pond_text_string(out, " · ");
        tell(out, &online->voice, TELL_YOUR_TURN_ALONE);
    }
}

/* ---- What happened, in words ---- */

static void line_tell(struct online *online, uint8_t style, const char *line)
{
    if (line[0] != '\0' && online->told != NULL) online->told(online->context, style, line);
}

static void sentence_tell(struct online *online, uint8_t style, enum tell sentence,
                          const char *first)
{
    char memory[SENTENCE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    tell1(&text, &online->voice, sentence, first);
    line_tell(online, style, memory);
}

/* What the library has a message for. Here and below, the same to the player follows each in the
 * catalogue. */
static const struct {
    const char *kind;
    enum pond_word sentence;
} acts[] = {
    {"resign", POND_WORD_EVENT_RESIGN},
    {"offer", POND_WORD_EVENT_OFFER},
    {"accept", POND_WORD_EVENT_ACCEPT},
    {"takeback", POND_WORD_EVENT_TAKEBACK},
};

static const struct {
    const char *kind;
    enum tell sentence;
} news[] = {
    {"sit", TELL_ONLINE_SIT},           {"leave", TELL_ONLINE_LEFT},
    {"time", TELL_ONLINE_TIME},         {"decline", TELL_ONLINE_DECLINE},
    {"ask", TELL_ONLINE_ASK},           {"agree", TELL_ONLINE_AGREE},
    {"refuse", TELL_ONLINE_REFUSE},     {"hint", TELL_ONLINE_HINTED},
    {"again", TELL_ONLINE_AGAIN},       {"away", TELL_ONLINE_AWAY},
    {"here", TELL_ONLINE_HERE},         {"back", TELL_ONLINE_HERE},
    {"computer", TELL_ONLINE_COMPUTER}, {"start", TELL_ONLINE_START},
    {"resume", TELL_ONLINE_RESUME},     {"close", TELL_ONLINE_CLOSED},
};

/* An event of a game of its own as the server wrote it; false if it makes no sense here. */
struct heard_event {
    struct pond_event event;
    char memory[POND_EVENT_VALUES_MAX][POND_EVENT_TEXT_MAX];
    const char *texts[POND_EVENT_VALUES_MAX];
};

static void value_read(struct heard_event *heard, int i, const json_t *value, int seat_count)
{
    int64_t number = json_is_true(value) ? 1 : json_integer_value(value);
    for (size_t at = 0; at < json_array_size(value); at++) {
        const json_int_t seat = json_integer_value(json_array_get(value, at));
        if (seat >= 0 && seat <= seat_count) number |= POND_SEAT(seat);
    }
    const bool hidden = value == NULL || json_is_null(value);
    struct pond_text text = pond_text_in(heard->memory[i], sizeof heard->memory[i]);
    if (json_is_string(value)) pond_text_string(&text, json_string_value(value));
    if (!json_is_string(value)) pond_text_number(&text, number);
    heard->event.value[i] = hidden ? POND_EVENT_HIDDEN : number;
    heard->texts[i] = hidden ? NULL : heard->memory[i];
}

static bool event_read(const json_t *json, const struct telling *telling, struct heard_event *heard)
{
    const struct pond_game *game = telling->game;
    const json_t *seat = json_object_get(json, "seat");
    const json_int_t number = json_is_integer(seat) ? json_integer_value(seat) : POND_NOBODY;
    if (number != POND_NOBODY && (number < 0 || number > telling->seat_count)) return false;
    for (int i = POND_EVENTS_OWN; i < POND_EVENTS_OWN + game->event_kind_count; i++) {
        const struct pond_event_kind *kind = pond_event_kind(game, i);
        if (strcmp(kind->name, json_text(json, "kind")) != 0) continue;
        heard->event = (struct pond_event){.kind = (uint8_t)i, .seat = (uint8_t)number};
        for (int at = 0; at < pond_event_arguments(kind); at++) {
            value_read(heard, at, json_object_get(json, kind->arguments[at].name),
                       telling->seat_count);
        }
        return true;
    }
    return false;
}

static void entry_tell(struct story *story, struct telling *telling, const json_t *entry)
{
    static struct heard_event heard;
    const json_t *events = json_object_get(entry, "events");
    const size_t count = json_array_size(events);
    const bool setup = json_is_null(json_object_get(entry, "seat")) &&
                       json_integer_value(json_object_get(entry, "ply")) == 0;
    telling->over = strcmp(json_text(json_array_get(events, count - 1), "kind"), "end") == 0;
    for (size_t i = 0; i < count; i++) {
        if (!event_read(json_array_get(events, i), telling, &heard)) continue;
        story_event(story, telling, &heard.event, heard.texts, setup);
    }
}

/* What the new entries of the game's log did, as the server tells it to this seat; false if that
 * has no words. */
static bool entries_tell(struct online *online, const json_t *entries)
{
    static struct story story;
    char names[POND_SEATS_MAX][ONLINE_NAME_SIZE];
    struct telling telling = {.voice = &online->voice,
                              .game = online->mirror.match.game,
                              .seat_count = online_seat_count(online),
                              .viewer = online_seat(online)};
    if (!online->mirror.there) return false;
    for (int seat = 0; seat < telling.seat_count; seat++) {
        struct pond_text name = pond_text_in(names[seat], sizeof names[seat]);
        online_name(online, seat, &name);
        telling.names[seat] = names[seat];
    }
    story.count = 0;
    for (size_t i = 0; i < json_array_size(entries); i++) {
        entry_tell(&story, &telling, json_array_get(entries, i));
    }
    for (int i = 0; i < story.count; i++) line_tell(online, STYLE_PLAIN, story.lines[i].text);
    return story.count > 0;
}

/* A move without a sentence of its own is shown in notation. */
static void move_tell(struct online *online, const json_t *what, const char *name)
{
    const json_t *view = json_object_get(online->held, "view");
    char memory[SENTENCE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const char *move = json_text(what, "move");
    if (move[0] != '\0') {
        tell2(&text, &online->voice, TELL_ONLINE_MOVE, name, move);
    } else if (json_array_size(json_object_get(view, "sealed")) > 0) {
        tell_of(&text, &online->voice, TELL_ONLINE_CHOSE, name);
    } else { /* the last choice of a round: all are turned over */
        tell1(&text, &online->voice, TELL_ONLINE_ROUND, json_text(view, "last"));
    }
    line_tell(online, STYLE_PLAIN, memory);
}

/* A takeback ends the rating, and both sides learn of it. */
static void unrated_tell(struct online *online, const char *kind)
{
    const json_t *about = json_object_get(online->held, "about");
    const bool counts = json_is_true(json_object_get(online->held, "rated"));
    if (!json_is_true(json_object_get(about, "rated"))) return;
    if (strcmp(kind, "ask") == 0 && counts) {
        sentence_tell(online, STYLE_DOUBTFUL, TELL_BACK_UNRATES, "");
    } else if (strcmp(kind, "takeback") == 0) {
        sentence_tell(online, STYLE_DOUBTFUL, TELL_NO_LONGER_RATED, "");
    }
}

static void what_tell(struct online *online, const json_t *message)
{
    const json_t *what = json_object_get(message, "what");
    const char *kind = json_text(what, "kind");
    const json_t *seat = json_object_get(what, "seat");
    char name[ONLINE_NAME_SIZE] = "", memory[SENTENCE_MAX];
    struct pond_text who = pond_text_in(name, sizeof name);
    struct pond_text text = pond_text_in(memory, sizeof memory);
    if (json_is_integer(seat)) online_name(online, (int)json_integer_value(seat), &who);
    const struct phrase *phrase = phrase_find(json_text(what, "phrase"));
    if (strcmp(kind, "say") == 0 && phrase != NULL) {
        tell_of2(&text, &online->voice, TELL_ONLINE_SAID, name,
                 phrase->text[online->voice.language], "");
        line_tell(online, STYLE_GOOD, memory);
    }
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++) {
        if (strcmp(kind, acts[i].kind) != 0) continue;
        pond_sentence_print(pond_word(acts[i].sentence + (is_you(&online->voice, name) ? 1 : 0),
                                      online->voice.language),
                            online->voice.language, (const char *const[]){name}, 1, &text);
        line_tell(online, STYLE_DOUBTFUL, memory);
    }
    for (size_t i = 0; i < sizeof news / sizeof news[0]; i++) {
        if (strcmp(kind, news[i].kind) != 0) continue;
        tell_of(&text, &online->voice, news[i].sentence, name);
        line_tell(online, STYLE_DOUBTFUL, memory);
    }
    const bool told = entries_tell(online, json_object_get(message, "entries"));
    if (strcmp(kind, "move") == 0 && !told) move_tell(online, what, name);
    unrated_tell(online, kind);
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
    const json_t *seat = seat_of(online, online_seat(online));
    deal_look(online, seat);
}

static void error_take(struct online *online, const json_t *message)
{
    const char *code = json_text(message, "code");
    if (strcmp(code, "seat") == 0 && !online->at_table && online->table[0] != '\0') {
        online->watches = true; /* no seat for us: a table can be watched */
        watch_say(online);
    } else if (strcmp(code, "table") == 0 && !online->at_table) {
        online->missing = true;
    }
    online->changes++;
    line_tell(online, STYLE_BAD, json_text(message, "text"));
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
    if (written && closed) sentence_tell(online, STYLE_GOOD, TELL_SAVED, path);
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

/* Where a game night begins a game we go to its table: to our seat, or to watch. */
static void night_take(struct online *online, const json_t *message)
{
    const char *table = json_text(message, "table");
    const json_t *you = json_object_get(message, "you");
    const json_t *member =
        json_array_get(json_object_get(message, "members"), (size_t)json_integer_value(you));
    if (online->night_table[0] == '\0') {
        sentence_tell(online, STYLE_GOOD, TELL_ONLINE_NIGHT, json_text(message, "code"));
        snprintf(online->night_table, sizeof online->night_table, "-");
    }
    if (strcmp(json_text(message, "phase"), "playing") != 0) return;
    if (strcmp(table, online->night_table) == 0) return;
    snprintf(online->night_table, sizeof online->night_table, "%s", table);
    online_enter(online, table, !json_is_integer(json_object_get(member, "seat")));
}

static void heard(void *context, const json_t *message)
{
    struct online *online = context;
    const char *type = json_text(message, "type");
    const bool ours = strcmp(json_text(message, "table"), online->table) == 0;
    if (strcmp(type, "welcome") == 0) {
        online->welcomes++;
        online->promising = false; /* what was under way may be lost */
        enter_say(online);
    } else if (strcmp(type, "night") == 0) {
        night_take(online, message);
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
        what_tell(online, message);
        if (first) watch_say(online); /* what it is about is in the whole table */
    } else if (strcmp(type, "missed") == 0 && ours) {
        table_take(online, message, false);
    } else if (strcmp(type, "record") == 0) {
        record_save(online, message);
    } else if (strcmp(type, "hint") == 0) {
        sentence_tell(online, STYLE_GOOD, TELL_ONLINE_HINT, json_text(message, "move"));
    } else if (strcmp(type, "paused") == 0 || strcmp(type, "resumed") == 0) {
        sentence_tell(online, STYLE_BAD, type[0] == 'p' ? TELL_ONLINE_PAUSED : TELL_ONLINE_RESUMED,
                      "");
    } else if (strcmp(type, "notice") == 0 && json_text(message, "text")[0] != '\0') {
        sentence_tell(online, STYLE_GOOD, TELL_ONLINE_NOTICE, json_text(message, "text"));
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
}

void online_wait(struct online *online, int time_ms, int other)
{
    link_wait(&online->link, time_ms, other);
    if (online->lost == !online->link.open) return;
    online->lost = !online->link.open;
    sentence_tell(online, STYLE_BAD, online->lost ? TELL_ONLINE_LOST : TELL_ONLINE_FOUND, "");
    online->changes++;
}
