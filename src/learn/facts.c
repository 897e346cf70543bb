/* facts.c: what the words of a lesson state, checked against what really happens.
 *
 * `shows lap:0 !out:1 leap:0:tile=7` after the words about an answer lists events (event.h) that
 * the answer and what follows it bring about: a kind, the seat it concerns, and perhaps one of its
 * values. A `!` says that there is no such event. */
#include "learn.h"

#include <string.h>

#include "banned.h"

struct fact {
    bool never;
    int kind;
    int seat;
    int argument; /* which value is stated, or -1 */
    struct pond_span value;
};

/* Cuts a piece off that ends at `end` or with the span. */
static struct pond_span piece_cut(struct pond_span *rest, char end)
{
    const char *found = memchr(rest->start, end, rest->length);
    struct pond_span piece = *rest;
    if (found == NULL) {
        rest->start += rest->length;
        rest->length = 0;
        return piece;
    }
    piece.length = (uint32_t)(found - rest->start);
    rest->length -= piece.length + 1;
    rest->start = found + 1;
    return piece;
}

static int kind_find(const struct pond_game *game, struct pond_span name)
{
    for (int kind = 0; kind < POND_EVENTS_OWN + game->event_kind_count; kind++) {
        if (pond_span_equal(name, pond_event_kind(game, kind)->name)) return kind;
    }
    return -1;
}

static bool fact_read(const struct pond_game *game, struct pond_span word, struct fact *fact)
{
    *fact = (struct fact){.never = *word.start == '!', .argument = -1};
    if (fact->never) word = (struct pond_span){word.start + 1, word.length - 1};
    fact->kind = kind_find(game, piece_cut(&word, ':'));
    const struct pond_span seat = piece_cut(&word, ':');
    if (fact->kind < 0 || seat.length != 1) return false;
    fact->seat = *seat.start == '-' ? POND_NOBODY : *seat.start - '0';
    if (word.length == 0) return true;
    const struct pond_span name = piece_cut(&word, '=');
    const struct pond_event_kind *row = pond_event_kind(game, fact->kind);
    for (int i = 0; i < pond_event_arguments(row); i++) {
        if (pond_span_equal(name, row->arguments[i].name)) fact->argument = i;
    }
    fact->value = word;
    return fact->argument >= 0;
}

static bool event_fits(const struct pond_game *game, const struct fact *fact,
                       const struct pond_event *event)
{
    if (event->kind != fact->kind || event->seat != fact->seat) return false;
    if (fact->argument < 0) return true;
    const struct pond_event_kind *row = pond_event_kind(game, fact->kind);
    char memory[POND_EVENT_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const int64_t value = event->value[fact->argument];
    if (row->arguments[fact->argument].print != NULL) {
        row->arguments[fact->argument].print(value, &text);
    } else {
        pond_text_number(&text, value);
    }
    return pond_span_equal(fact->value, memory);
}

/* Is there such an event among those of the entries from `from` on? */
static bool fact_happens(const struct pond_match *match, uint32_t from, const struct fact *fact)
{
    struct pond_cursor cursor = pond_cursor_at(match, from);
    struct pond_state state;
    pond_match_replay(match, from, &state);
    for (const struct pond_entry *entry; (entry = pond_cursor_next(&cursor)) != NULL;) {
        const struct pond_state before = state;
        struct pond_events events = {0};
        pond_entry_apply(match->game, entry, &state);
        pond_entry_events(match->game, &before, entry, &state, POND_OMNISCIENT, &events);
        for (int k = 0; k < events.count; k++) {
            if (event_fits(match->game, fact, &events.list[k])) return true;
        }
    }
    return false;
}

bool pond_facts_check(const struct pond_match *match, uint32_t from, struct pond_span facts,
                      struct pond_error *why)
{
    struct pond_span word;
    while (pond_span_word(&facts, &word)) {
        struct fact fact;
        const bool known = fact_read(match->game, word, &fact);
        if (known && fact_happens(match, from, &fact) != fact.never) continue;
        char quoted[POND_ERROR_ARGUMENT_MAX];
        if (word.length >= sizeof quoted) word.length = sizeof quoted - 1;
        pond_span_copy(word, quoted, sizeof quoted);
        return pond_refuse_text(why, known ? POND_WORD_LEARN_FALSE : POND_WORD_LEARN_NO_FACT,
                                quoted);
    }
    return true;
}
