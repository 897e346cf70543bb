/* message_play.c: what people do in a game: moves, offers, takebacks, hints. */
#include <string.h>

#include "host.h"
#include "limits.h"
#include "message_at.h"

static bool repeated(const struct message *message, const struct at *at, int64_t version,
                     const char *move)
{
    const struct table_seat *seat = &at->table->seats[at->seat];
    if (!table_move_same(at->table, at->seat, version, move)) return false;
    struct pond_json json = answer_begin(message->session, "ok", message->id);
    pond_json_bool_member(&json, "repeated", true);
    pond_json_number_member(&json, "version", seat->move_version);
    answer_send(message->session, &json);
    return true;
}

/* The move in its written form, which may differ from the one sent; false with an answer. */
static bool move_read(const struct message *message, const struct at *at, const char *text,
                      char move[POND_MOVE_TEXT_MAX])
{
    const struct pond_match *match = &at->table->match;
    struct pond_error why;
    pond_move read;
    if ((pond_match_turn(match) & POND_SEAT(at->seat)) == 0) {
        pond_refuse_number(&why, POND_WORD_MOVE_NOT_YOUR_TURN, at->seat);
    } else if (pond_move_read(match->game, &match->state, at->seat, text, &read, &why)) {
        struct pond_text out = pond_text_in(move, POND_MOVE_TEXT_MAX);
        match->game->move_print(&match->state, at->seat, read, &out);
        return true;
    }
    answer_refusal(message->session, message->id, "illegal", &why);
    return false;
}

static void play(const struct message *message)
{
    struct at at;
    const char *text = NULL;
    int64_t version = 0;
    char move[POND_MOVE_TEXT_MAX];
    if (!message_text(message, "move", false, &text) ||
        !message_number(message, "version", false, 1, UINT32_MAX, &version) ||
        !at_seat(message, &at) || !at_version(message, &at, version)) {
        return;
    }
    if (repeated(message, &at, version, text)) return;
    if (!at_play(message, &at)) return;
    if (version < at.table->decision_since || version > at.table->version ||
        version < at.table->seats[at.seat].withdrawn_at) {
        message_refuse(message, "stale", SAID_STALE);
        return;
    }
    if (pond_match_entries(&at.table->match) > TABLE_LOG_MAX - 2 * POND_ENTRIES_A_MOVE_MAX) {
        message_refuse(message, "limit", SAID_GAME_TOO_LONG);
        return;
    }
    if (move_read(message, &at, text, move)) {
        message_event(message, &at, EVENT_MOVE, at.seat, version, move);
    }
}

/* Tries something on a copy of the match: these only add to the end of its log. */
static bool match_allows(const struct message *message, const struct at *at,
                         bool (*act)(struct pond_match *, int, struct pond_error *))
{
    struct pond_match copy = at->table->match;
    struct pond_error why;
    if (act(&copy, at->seat, &why)) return true;
    answer_refusal(message->session, message->id, "illegal", &why);
    return false;
}

static void act_play(const struct message *message,
                     bool (*act)(struct pond_match *, int, struct pond_error *),
                     enum event_kind kind)
{
    struct at at;
    if (at_play(message, &at) && match_allows(message, &at, act)) {
        message_event(message, &at, kind, at.seat, 0, "");
    }
}

/* Only the choice that the sender knows of: another one may have been made since. */
static void withdraw(const struct message *message)
{
    struct at at;
    int64_t version = 0;
    if (!message_number(message, "version", false, 1, UINT32_MAX, &version) ||
        !at_play(message, &at)) {
        return;
    }
    if ((pond_match_sealed(&at.table->match) & POND_SEAT(at.seat)) == 0) {
        message_refuse(message, "phase", SAID_NOT_NOW);
    } else if (version < at.table->seats[at.seat].move_version || version > at.table->version) {
        message_refuse(message, "stale", SAID_STALE);
    } else if (seat_may_change(message, &at)) {
        message_event(message, &at, EVENT_WITHDRAW, at.seat, version, "");
    }
}

static void resign(const struct message *message)
{
    act_play(message, pond_match_resign, EVENT_RESIGN);
}

static void offer(const struct message *message)
{
    struct at at;
    if (!at_play(message, &at)) return;
    if (at.table->declined >= 0) {
        message_refuse(message, "phase", SAID_OFFER_DECLINED);
    } else if (match_allows(message, &at, pond_match_offer_draw)) {
        message_event(message, &at, EVENT_OFFER, at.seat, 0, "");
    }
}

static void accept_offer(const struct message *message)
{
    act_play(message, pond_match_accept_draw, EVENT_ACCEPT);
}

static void decline(const struct message *message)
{
    act_play(message, pond_match_accept_draw, EVENT_DECLINE);
}

static void takeback(const struct message *message)
{
    struct at at;
    int64_t count = 1;
    if (!message_number(message, "count", true, 1, 100, &count) || !at_play(message, &at)) return;
    if (at.table->ask.open) {
        message_refuse(message, "phase", SAID_NOT_NOW);
    } else if ((table_asked(at.table) & ~table_persons(at.table)) != 0) {
        message_refuse(message, "phase", SAID_NIGHT_TAKEBACK);
    } else if (at.table->seats[at.seat].refused_at == at.table->match.ply + 1) {
        message_refuse(message, "phase", SAID_TAKEBACK_REFUSED);
    } else if (count > at.table->match.ply || at.table->match.takebacks >= POND_TAKEBACKS_MAX ||
               at.table->match.resigned != 0) {
        message_refuse(message, "phase", SAID_TAKEBACK_COUNT);
    } else {
        message_event(message, &at, EVENT_ASK, at.seat, count, "");
    }
}

static void answer_ask(const struct message *message, enum event_kind kind)
{
    struct at at;
    if (!at_play(message, &at)) return;
    const struct table *table = at.table;
    if (!table->ask.open || (table->ask.agreed & POND_SEAT(at.seat)) != 0) {
        message_refuse(message, "phase", SAID_NOT_NOW);
        return;
    }
    const pond_seats agreed = (pond_seats)(table->ask.agreed | POND_SEAT(at.seat));
    if (kind == EVENT_AGREE && (table_asked(table) & ~agreed) == 0) { /* the last one */
        message_event(message, &at, EVENT_TAKEBACK, table->ask.seat, table->ask.count, "");
    } else {
        message_event(message, &at, kind, at.seat, 0, "");
    }
}

static void agree(const struct message *message) { answer_ask(message, EVENT_AGREE); }
static void refuse_ask(const struct message *message) { answer_ask(message, EVENT_REFUSE); }

static void say(const struct message *message)
{
    struct at at;
    const char *phrase = NULL;
    if (!message_text(message, "phrase", false, &phrase) || !at_seat(message, &at)) return;
    const struct table_seat *seat = &at.table->seats[at.seat];
    const struct hall *hall = message->session->hall;
    struct person *person = message->session->owner;
    if (phrase_find(phrase) == NULL) {
        message_refuse(message, "field", SAID_PHRASE_NONE);
    } else if (host_muted(hall, person->id)) {
        message_refuse(message, "muted", SAID_MUTED);
    } else if ((seat->said_at_ms != 0 && room_now(at.room) - seat->said_at_ms < SAY_PAUSE_MS) ||
               (person->said_ms != 0 && hall->now_ms - person->said_ms < SAY_PAUSE_MS)) {
        message_refuse(message, "limit", SAID_SAY_LATER);
    } else {
        person->said_ms = hall->now_ms; /* it is the person's pause: a seat can be left and taken */
        message_event(message, &at, EVENT_SAY, at.seat, 0, phrase);
    }
}

static void hint(const struct message *message)
{
    struct at at;
    if (!at_play(message, &at)) return;
    if (table_rates(at.table)) {
        message_refuse(message, "phase", SAID_HINT_RATED);
    } else if (at.table->night[0] != '\0') { /* phones have no hints, so terminals get none */
        message_refuse(message, "phase", SAID_HINT_NIGHT);
    } else if ((table_turn(at.table) & POND_SEAT(at.seat)) == 0) {
        message_refuse(message, "phase", SAID_NOT_NOW);
    } else if ((at.room->hints & POND_SEAT(at.seat)) != 0) { /* one is on its way */
        message_refuse(message, "limit", SAID_TOO_FAST);
    } else if (at.table->seats[at.seat].hints >= HINTS_A_GAME_MAX) {
        message_refuse(message, "limit", SAID_HINT_LAST);
    } else {
        message_event(message, &at, EVENT_HINT, at.seat, 0, "");
    }
}

/* The most frequent first: they are found in this order. */
const struct message_type play_messages[] = {
    {"play", play, true, true},           {"withdraw", withdraw, true, true},
    {"resign", resign, true, true},       {"offer", offer, true, true},
    {"accept", accept_offer, true, true}, {"decline", decline, true, true},
    {"takeback", takeback, true, true},   {"agree", agree, true, true},
    {"refuse", refuse_ask, true, true},   {"say", say, true, true},
    {"hint", hint, true, true},           {.name = NULL},
};
