/* news.c: what happens on a server, in words: a game's events, and what people do. */
#include "online.h"

#include <string.h>

#include "board.h"
#include "say.h"

void online_tell(struct online *online, uint8_t style, const char *line)
{
    if (line[0] != '\0' && online->told != NULL) online->told(online->context, style, line);
}

void online_tell_sentence(struct online *online, uint8_t style, enum tell sentence,
                          const char *first)
{
    char memory[SENTENCE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    tell1(&text, &online->voice, sentence, first);
    online_tell(online, style, memory);
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
    for (int i = 0; i < story.count; i++) online_tell(online, STYLE_PLAIN, story.lines[i].text);
    return story.count > 0;
}

/* A move without a sentence of its own is shown in notation, unless its events were told: then it
 * has done nothing that there are words for, as where nothing is stashed. */
static void move_tell(struct online *online, const json_t *what, const char *name, bool known)
{
    const json_t *view = json_object_get(online->held, "view");
    char memory[SENTENCE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const char *move = json_text(what, "move");
    if (move[0] != '\0' && known) return;
    if (move[0] != '\0') {
        tell2(&text, &online->voice, TELL_ONLINE_MOVE, name, move);
    } else if (json_array_size(json_object_get(view, "sealed")) > 0) {
        tell_of(&text, &online->voice, TELL_ONLINE_CHOSE, name);
    } else { /* the last choice of a round: all are turned over */
        tell1(&text, &online->voice, TELL_ONLINE_ROUND, json_text(view, "last"));
    }
    online_tell(online, STYLE_PLAIN, memory);
}

/* A takeback ends the rating, and both sides learn of it. */
static void unrated_tell(struct online *online, const char *kind)
{
    const json_t *about = json_object_get(online->held, "about");
    const bool counts = json_is_true(json_object_get(online->held, "rated"));
    if (!json_is_true(json_object_get(about, "rated"))) return;
    if (strcmp(kind, "ask") == 0 && counts) {
        online_tell_sentence(online, STYLE_DOUBTFUL, TELL_BACK_UNRATES, "");
    } else if (strcmp(kind, "takeback") == 0) {
        online_tell_sentence(online, STYLE_DOUBTFUL, TELL_NO_LONGER_RATED, "");
    }
}

void online_tell_what(struct online *online, const json_t *message)
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
        online_tell(online, STYLE_GOOD, memory);
    }
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++) {
        if (strcmp(kind, acts[i].kind) != 0) continue;
        pond_sentence_print(pond_word(acts[i].sentence + (is_you(&online->voice, name) ? 1 : 0),
                                      online->voice.language),
                            online->voice.language, (const char *const[]){name}, 1, &text);
        online_tell(online, STYLE_DOUBTFUL, memory);
    }
    for (size_t i = 0; i < sizeof news / sizeof news[0]; i++) {
        if (strcmp(kind, news[i].kind) != 0) continue;
        tell_of(&text, &online->voice, news[i].sentence, name);
        online_tell(online, STYLE_DOUBTFUL, memory);
    }
    const json_t *entries = json_object_get(message, "entries");
    const bool told = entries_tell(online, entries);
    const bool known = online->mirror.there && json_array_size(entries) > 0 &&
                       online->mirror.match.game->event_kind_count > 0;
    if (strcmp(kind, "move") == 0 && !told) move_tell(online, what, name, known);
    unrated_tell(online, kind);
}
