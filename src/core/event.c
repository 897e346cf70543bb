/* event.c: what is written once about events, whatever the game. See event.h. */
#include "pond/event.h"

#include <assert.h>
#include <string.h>

#include "pond/json.h"

#include "banned.h"

static void outcome_print(int64_t value, struct pond_text *out)
{
    static const char *const names[] = {"goes-on", "won", "won-by-dummy", "drawn", "unfinished"};
    pond_text_string(out, names[value]);
}

static void reason_print(int64_t value, struct pond_text *out)
{
    pond_text_string(out, pond_reason_name((enum pond_reason)value));
}

static const struct pond_event_kind common[POND_EVENTS_OWN] = {
    [POND_EVENT_RESIGN] = {"resign", {{0}}, .sentence = POND_WORD_EVENT_RESIGN},
    [POND_EVENT_OFFER] = {"offer", {{0}}, .sentence = POND_WORD_EVENT_OFFER},
    [POND_EVENT_ACCEPT] = {"accept", {{0}}, .sentence = POND_WORD_EVENT_ACCEPT},
    [POND_EVENT_TAKEBACK] = {"takeback",
                             {{.name = "decisions"}},
                             .sentence = POND_WORD_EVENT_TAKEBACK},
    [POND_EVENT_TURN] = {"turn",
                         {{.name = "seats", .type = POND_EVENT_SEATS}},
                         .sentence = POND_WORD_NONE},
    [POND_EVENT_END] = {"end",
                        {{.name = "outcome", .print = outcome_print},
                         {.name = "winner"},
                         {.name = "reason", .print = reason_print}},
                        .sentence = POND_WORD_NONE},
};

struct pond_event *pond_event_add(struct pond_events *events, int kind, int seat)
{
    assert(events->count < POND_EVENTS_MAX);
    struct pond_event *event = &events->list[events->count++];
    memset(event, 0, sizeof *event);
    event->kind = (uint8_t)kind;
    event->seat = (uint8_t)seat;
    return event;
}

const struct pond_event_kind *pond_event_kind(const struct pond_game *game, int kind)
{
    assert(kind < POND_EVENTS_OWN + game->event_kind_count);
    return kind < POND_EVENTS_OWN ? &common[kind] : &game->event_kinds[kind - POND_EVENTS_OWN];
}

int pond_event_arguments(const struct pond_event_kind *kind)
{
    int count = 0;
    while (count < POND_EVENT_VALUES_MAX && kind->arguments[count].name != NULL) count++;
    return count;
}

/* Who must act and how it ended follow from the states, so no game has to tell it. */
static void turn_and_end(const struct pond_game *game, const struct pond_state *before,
                         const struct pond_state *after, struct pond_events *events)
{
    const struct pond_result result = game->result(after);
    if (result.outcome != POND_GOES_ON) {
        struct pond_event *event = pond_event_add(
            events, POND_EVENT_END, result.outcome == POND_WON ? result.seat : POND_NOBODY);
        event->value[0] = result.outcome;
        event->value[1] = result.seat;
        event->value[2] = result.reason;
    } else if (game->turn(after) != game->turn(before)) {
        pond_event_add(events, POND_EVENT_TURN, POND_NOBODY)->value[0] = game->turn(after);
    }
}

void pond_entry_events(const struct pond_game *game, const struct pond_state *before,
                       const struct pond_entry *entry, const struct pond_state *after, int observer,
                       struct pond_events *events)
{
    static const uint8_t kinds[] = {[POND_ENTRY_RESIGN] = POND_EVENT_RESIGN,
                                    [POND_ENTRY_OFFER] = POND_EVENT_OFFER,
                                    [POND_ENTRY_ACCEPT] = POND_EVENT_ACCEPT,
                                    [POND_ENTRY_TAKEBACK] = POND_EVENT_TAKEBACK};
    events->count = 0;
    if (entry->kind >= POND_ENTRY_RESIGN) {
        struct pond_event *event = pond_event_add(events, kinds[entry->kind], entry->seat);
        if (entry->kind == POND_ENTRY_TAKEBACK) event->value[0] = (int64_t)entry->move;
        if (entry->kind != POND_ENTRY_RESIGN) return;
    }
    const pond_move move = entry->kind == POND_ENTRY_RESIGN ? POND_MOVE_RESIGN : entry->move;
    if (game->events != NULL) game->events(before, entry->seat, move, after, observer, events);
    turn_and_end(game, before, after, events);
}

void pond_view_follow(const struct pond_game *game, struct pond_view *view,
                      const struct pond_events *events)
{
    for (int i = 0; i < events->count; i++) game->follow(view, &events->list[i]);
}

/* ---- JSON ---- */

static void value_json(struct pond_json *json, const struct pond_event_argument *argument,
                       int64_t value)
{
    char memory[POND_MOVE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_json_key(json, argument->name);
    if (value == POND_EVENT_HIDDEN) {
        pond_json_null(json);
    } else if (argument->print != NULL) {
        argument->print(value, &text);
        pond_json_string(json, memory);
    } else if (argument->type == POND_EVENT_FLAG) {
        pond_json_bool(json, value != 0);
    } else if (argument->type == POND_EVENT_SEATS) {
        pond_json_seats(json, (pond_seats)value);
    } else {
        pond_json_number(json, value);
    }
}

void pond_event_json(struct pond_json *json, const struct pond_game *game,
                     const struct pond_event *event)
{
    const struct pond_event_kind *kind = pond_event_kind(game, event->kind);
    const int count = pond_event_arguments(kind);
    pond_json_open(json, '{');
    pond_json_string_member(json, "kind", kind->name);
    if (event->seat != POND_NOBODY) pond_json_number_member(json, "seat", event->seat);
    for (int i = 0; i < count; i++) value_json(json, &kind->arguments[i], event->value[i]);
    pond_json_close(json, '}');
}

void pond_events_json(struct pond_json *json, const struct pond_game *game,
                      const struct pond_events *events)
{
    pond_json_open(json, '[');
    for (int i = 0; i < events->count; i++) pond_event_json(json, game, &events->list[i]);
    pond_json_close(json, ']');
}

static void entry_json(struct pond_json *json, const struct pond_game *game,
                       const struct pond_entry *entry, const struct pond_events *events)
{
    if (events->count == 0) return;
    pond_json_open(json, '{');
    if (entry->kind != POND_ENTRY_CHANCE) pond_json_number_member(json, "seat", entry->seat);
    if (entry->kind == POND_ENTRY_CHANCE) pond_json_null_member(json, "seat");
    pond_json_number_member(json, "ply", entry->ply);
    pond_json_key(json, "events");
    pond_events_json(json, game, events);
    pond_json_close(json, '}');
}

void pond_json_entries(struct pond_json *json, const struct pond_match *match,
                       const struct pond_state *before, uint32_t from, int observer)
{
    const struct pond_game *game = match->game;
    struct pond_state state = *before;
    struct pond_events events;
    pond_json_open(json, '[');
    struct pond_cursor cursor = pond_cursor_at(match, from);
    for (const struct pond_entry *entry; (entry = pond_cursor_next(&cursor)) != NULL;) {
        const struct pond_state old = state;
        pond_entry_apply(game, entry, &state);
        pond_entry_events(game, &old, entry, &state, observer, &events);
        entry_json(json, game, entry, &events);
    }
    pond_json_close(json, ']');
}

/* The sentence: 0 about somebody, 1 to that player, then both again with the detail; NULL: none. */
static const char *sentence_of(const struct pond_event_kind *kind, int which,
                               enum pond_language language)
{
    if (kind->said != NULL) {
        const bool own = kind->said->text[language][0] != NULL;
        return kind->said->text[own ? language : POND_ENGLISH][which & 1];
    }
    if (kind->sentence == POND_WORD_NONE) return NULL;
    return pond_word((enum pond_word)(kind->sentence + which), language);
}

static void said_json(struct pond_json *json, const struct pond_event_kind *kind,
                      enum pond_language language)
{
    const int detail = kind->detail.argument;
    if (sentence_of(kind, 0, language) == NULL) {
        pond_json_null_member(json, "said");
        return;
    }
    pond_json_key(json, "said");
    pond_json_open(json, '[');
    for (int i = 0; i < (detail != 0 ? 4 : 2); i++) {
        pond_json_string(json, sentence_of(kind, i, language));
    }
    pond_json_close(json, ']');
    if (detail == 0) return;
    pond_json_key(json, "without");
    pond_json_open(json, '{');
    value_json(json, &kind->arguments[detail - 1], kind->detail.nothing);
    pond_json_close(json, '}');
}

/* "ground":{"0":"red leaf","flower":"flower"}: how people read an argument's values. */
static void words_json(struct pond_json *json, const struct pond_event_argument *argument,
                       enum pond_language language)
{
    if (argument->words == POND_WORD_NONE) return;
    pond_json_key(json, argument->name);
    pond_json_open(json, '{');
    for (int i = 0; i < argument->word_count; i++) {
        char memory[POND_MOVE_TEXT_MAX];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        argument->print(i, &text);
        pond_json_key_of(json, memory, strlen(memory));
        pond_json_string(json, pond_word((enum pond_word)(argument->words + i), language));
    }
    pond_json_close(json, '}');
}

static void kind_json(struct pond_json *json, const struct pond_event_kind *kind,
                      enum pond_language language)
{
    const int count = pond_event_arguments(kind);
    pond_json_key(json, kind->name);
    pond_json_open(json, '{');
    pond_json_key(json, "arguments");
    pond_json_open(json, '[');
    for (int i = 0; i < count; i++) pond_json_string(json, kind->arguments[i].name);
    pond_json_close(json, ']');
    said_json(json, kind, language);
    pond_json_key(json, "words");
    pond_json_open(json, '{');
    for (int i = 0; i < count; i++) words_json(json, &kind->arguments[i], language);
    pond_json_close(json, '}');
    pond_json_close(json, '}');
}

void pond_json_event_kinds(struct pond_json *json, const struct pond_game *game,
                           enum pond_language language)
{
    pond_json_open(json, '{');
    for (int kind = 0; kind < POND_EVENTS_OWN; kind++) kind_json(json, &common[kind], language);
    for (int i = 0; i < game->event_kind_count; i++) {
        kind_json(json, &game->event_kinds[i], language);
    }
    pond_json_close(json, '}');
}

/* ---- Sentences ---- */

/* "Anna, Ben and you" */
static void names_print(pond_seats seats, const char *const names[], int you,
                        enum pond_language language, struct pond_text *out)
{
    for (int seat = 0; seats >> seat != 0; seat++) {
        const unsigned rest = (unsigned)seats >> seat >> 1;
        if ((seats >> seat & 1) == 0) continue;
        pond_text_string(out, seat == you ? pond_word(POND_WORD_EVENT_ONE_OF_THEM_YOU, language)
                                          : names[seat]);
        if ((rest & (rest - 1)) != 0)
            pond_text_string(out, ", ");
        else if (rest != 0)
            pond_text_string(out, pond_word(POND_WORD_EVENT_AND, language));
    }
}

static void value_print(const struct pond_event_argument *argument, int64_t value,
                        struct pond_text *out)
{
    if (argument->print != NULL) {
        argument->print(value, out);
    } else {
        pond_text_number(out, value);
    }
}

static pond_seats seats_read(const char *digits)
{
    unsigned seats = 0;
    for (; *digits >= '0' && *digits <= '9'; digits++) {
        seats = 10 * seats + (unsigned)(*digits - '0');
    }
    return (pond_seats)seats;
}

/* A value as people read it. */
static void value_tell(const struct pond_event_argument *argument, const char *value,
                       const char *const names[], int you, enum pond_language language,
                       struct pond_text *out)
{
    if (argument->type == POND_EVENT_SEATS) {
        names_print(seats_read(value), names, you, language, out);
        return;
    }
    for (int i = 0; i < argument->word_count; i++) {
        char memory[POND_MOVE_TEXT_MAX];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        value_print(argument, i, &text);
        if (strcmp(memory, value) != 0) continue;
        pond_text_string(out, pond_word((enum pond_word)(argument->words + i), language));
        return;
    }
    pond_text_string(out, value);
}

bool pond_event_sentence_of(const struct pond_event_kind *kind, int seat,
                            const char *const values[], const char *const names[], int you,
                            enum pond_language language, struct pond_text *out)
{
    const int count = pond_event_arguments(kind), detail = kind->detail.argument;
    char memory[POND_EVENT_VALUES_MAX][POND_EVENT_TEXT_MAX], nothing[POND_MOVE_TEXT_MAX];
    const char *arguments[1 + POND_EVENT_VALUES_MAX] = {""};
    struct pond_text text = pond_text_in(nothing, sizeof nothing);
    if (sentence_of(kind, 0, language) == NULL) return false;
    if (seat != POND_NOBODY) arguments[0] = names[seat];
    for (int i = 0; i < count; i++) {
        if (values[i] == NULL) return false;
        struct pond_text value = pond_text_in(memory[i], sizeof memory[i]);
        value_tell(&kind->arguments[i], values[i], names, you, language, &value);
        arguments[1 + i] = memory[i];
    }
    if (detail != 0) value_print(&kind->arguments[detail - 1], kind->detail.nothing, &text);
    const bool detailed = detail != 0 && strcmp(values[detail - 1], nothing) != 0;
    const bool to_you = seat != POND_NOBODY && seat == you;
    pond_sentence_print(sentence_of(kind, (to_you ? 1 : 0) + (detailed ? 2 : 0), language),
                        language, arguments, 1 + (uint32_t)count, out);
    return true;
}

bool pond_event_sentence(const struct pond_game *game, const struct pond_event *event,
                         const char *const names[], int you, enum pond_language language,
                         struct pond_text *out)
{
    const struct pond_event_kind *kind = pond_event_kind(game, event->kind);
    const int count = pond_event_arguments(kind);
    char memory[POND_EVENT_VALUES_MAX][POND_EVENT_TEXT_MAX];
    const char *values[POND_EVENT_VALUES_MAX] = {NULL};
    if (sentence_of(kind, 0, language) == NULL) return false;
    for (int i = 0; i < count; i++) {
        if (event->value[i] == POND_EVENT_HIDDEN) return false;
        struct pond_text text = pond_text_in(memory[i], sizeof memory[i]);
        value_print(&kind->arguments[i], event->value[i], &text);
        values[i] = memory[i];
    }
    return pond_event_sentence_of(kind, event->seat, values, names, you, language, out);
}
