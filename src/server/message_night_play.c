/* message_night_play.c: messages about what is played at a game night: the lead, the next game, the
 * current one. See docs/protocol.md. */
#include <stdio.h>
#include <string.h>

#include "computer.h"
#include "host.h"
#include "message_night.h"

/* ---- The lead ---- */

/* Who may take the lead, rather than get it? The member who lent it, at any time; others once the
 * leader has been away, or done nothing, for a while. */
static bool lead_free(const struct message *message, const struct night_at *at)
{
    const int leader = at->night->lead;
    const int64_t from_ms = night_lead_from_ms(at->room);
    const int64_t wait_ms = from_ms - message->session->hall->now_ms;
    if (leader < 0 || at->member == at->night->lender || (from_ms > 0 && wait_ms <= 0)) return true;
    if (from_ms > 0) {
        return answer_wait(message->session, message->id, SAID_NIGHT_LEAD_WAIT, wait_ms);
    }
    answer_error(message->session, message->id, "lead", SAID_NIGHT_LEAD_HERE,
                 at->night->members[leader].name);
    return false;
}

static void lead(const struct message *message)
{
    struct night_at at;
    int member = 0;
    char line[EVENT_LINE_SIZE];
    if (!at_member(message, &at) || !at_other_take(message, &at, &member)) return;
    const bool leads = at.member == at.night->lead;
    if (!leads && member != at.member) {
        at_lead(message, &at); /* says who leads */
        return;
    }
    if (!leads && !lead_free(message, &at)) return;
    if (member == at.night->lead) {
        night_show(at.room, message->session, message->id);
        return;
    }
    snprintf(line, sizeof line, "%s %d", leads ? "lead" : "take", member);
    if (at.member == at.night->lender) {
        night_write(at.room, message, line); /* however long the log is */
    } else if (leads) {
        at_lead_write(message, &at, line);
    } else {
        at_line_write(message, &at, at.member, line);
    }
}

/* ---- The next game ---- */

static bool game_take(const struct message *message, int *game)
{
    const char *name = NULL;
    struct pond_error why;
    if (!message_text(message, "game", false, &name)) return false;
    *game = night_game_find(name);
    if (*game >= 0) return true;
    pond_game_refuse(name, &why);
    answer_refusal(message->session, message->id, "options", &why);
    return false;
}

/* Is that what the leader has chosen already, and what comes next? */
static bool chosen(const struct night *night, int game, int robots, const char *level,
                   bool first_time, const char *options)
{
    return game == night->game && game == night_next(night) && robots == night->robots &&
           first_time == night->first_time && strcmp(level, night->level) == 0 &&
           strcmp(options, night->options[game]) == 0;
}

static void choose(const struct message *message)
{
    struct night_at at;
    const char *options = "", *level = NULL;
    int64_t robots = -1;
    int game = 0;
    if (!message_text(message, "options", true, &options) ||
        !message_text(message, "level", true, &level) ||
        !message_number(message, "robots", true, 0, NIGHT_ROBOTS_MAX, &robots) ||
        !at_lead(message, &at) || !game_take(message, &game)) {
        return;
    }
    bool first_time = at.night->first_time;
    if (!message_flag(message, "first_time", &first_time)) return;
    struct pond_config config;
    struct pond_error why;
    if (strlen(options) >= POND_OPTIONS_TEXT_MAX || strchr(options, ' ') != NULL ||
        strstr(options, "players") != NULL) {
        answer_error(message->session, message->id, "field", SAID_FIELD, "options");
        return;
    }
    if (!pond_config_parse(pond_games[game], options, &config, &why)) {
        answer_refusal(message->session, message->id, "options", &why);
        return;
    }
    if (pond_config_handicapped(pond_games[game], &config)) {
        message_refuse(message, "options", SAID_NIGHT_HANDICAP);
        return;
    }
    if (level == NULL) level = at.night->level;
    if (strlen(level) >= NIGHT_LEVEL_SIZE || strchr(level, ' ') != NULL ||
        !computer_known(pond_games[game], level)) {
        answer_error(message->session, message->id, "options", SAID_SEATS_KIND, level);
        return;
    }
    if (robots < 0) robots = at.night->robots;
    if (chosen(at.night, game, (int)robots, level, first_time, options)) {
        night_show(at.room, message->session, message->id);
        return;
    }
    char line[EVENT_LINE_SIZE];
    snprintf(line, sizeof line, "choose %s %d %s %d %s", pond_games[game]->name, (int)robots, level,
             first_time, options);
    at_lead_write(message, &at, line);
}

static void vote(const struct message *message)
{
    struct night_at at;
    int game = 0;
    char line[EVENT_LINE_SIZE];
    if (!at_member(message, &at) || !game_take(message, &game)) return;
    const int64_t until = at.night->vote_until_ms;
    if (until > 0 && message->session->hall->now_ms >= until) {
        message_refuse(message, "phase", SAID_NIGHT_VOTED);
        return;
    }
    if (at.night->members[at.member].vote == game) {
        night_show(at.room, message->session, message->id);
        return;
    }
    snprintf(line, sizeof line, "vote %d %s", at.member, pond_games[game]->name);
    at_line_write(message, &at, at.member, line);
}

/* A member switches something about themselves on or off; where it is so already, nothing is
 * written. */
static void switch_write(const struct message *message, const char *what,
                         bool was(const struct night_member *))
{
    struct night_at at;
    bool on = true;
    char line[EVENT_LINE_SIZE];
    if (!message_flag(message, "on", &on) || !at_member(message, &at)) return;
    if (was(&at.night->members[at.member]) == on) {
        night_show(at.room, message->session, message->id);
        return;
    }
    snprintf(line, sizeof line, "%s %d %d", what, at.member, on);
    at_line_write(message, &at, at.member, line);
}

static bool is_ready(const struct night_member *member) { return member->ready; }
static bool is_away(const struct night_member *member) { return member->away; }

static void ready(const struct message *message) { switch_write(message, "ready", is_ready); }

/* Somebody has to leave for a moment, or is back. A robot plays meanwhile (night_table); the person
 * then takes the seat `back`, as at any table. */
static void away(const struct message *message) { switch_write(message, "away", is_away); }

static void start(const struct message *message)
{
    struct night_at at;
    struct pond_config config;
    struct pond_error why;
    int8_t seats[POND_SEATS_MAX];
    char line[EVENT_LINE_SIZE], table[STORE_ID_SIZE];
    if (!at_lead(message, &at)) return;
    if (at.night->phase != NIGHT_LOBBY) {
        message_refuse(message, "phase", SAID_NOT_NOW);
        return;
    }
    if (host_maintains(message->session->hall)) {
        message_refuse(message, "maintenance", SAID_MAINTENANCE);
        return;
    }
    const int game = night_next(at.night);
    const int count = night_seats(at.night, night_here(at.room), game, seats);
    if (!night_config(at.night, game, seats, count, &config, &why)) {
        answer_refusal(message->session, message->id, "options", &why);
        return;
    }
    const int64_t wait_ms = night_start(at.room); /* not out of what everyone at the address has */
    if (wait_ms > 0) {
        answer_wait(message->session, message->id, SAID_TOO_OFTEN, wait_ms);
        return;
    }
    random_id(message->session->hall, table, STORE_ID_SIZE - 1);
    night_print_start(at.night, table, game, seats, count, line);
    at_lead_write(message, &at, line);
}

static void end(const struct message *message)
{
    struct night_at at;
    if (at_lead(message, &at) && at_lead_own(message, &at)) night_write(at.room, message, "end");
}

/* ---- The current game ---- */

/* The table of the current game, for the leader, once it can be worked on. */
static struct room *table_of(const struct message *message, const struct night_at *at)
{
    if (at->night->phase != NIGHT_PLAYING) {
        message_refuse(message, "phase", SAID_NOT_NOW);
        return NULL;
    }
    struct room *table = room_open(message->session->hall, at->night->table);
    return room_may(table, message) ? table : NULL;
}

/* Does everyone wait for the person in this seat, and has for a while? */
static bool awaited(const struct room *table, int seat)
{
    return (table_turn(&table->table) & POND_SEAT(seat)) != 0 &&
           room_now(table) - table->table.decision_ms >= AWAY_WAIT_MS;
}

/* Has the leader's phone been off for so long that anyone may take the lead? */
static bool lead_off(const struct night_at *at)
{
    const int64_t from_ms = night_lead_from_ms(at->room);
    return (night_here(at->room) & NIGHT_MEMBER(at->night->lead)) == 0 && from_ms > 0 &&
           at->room->hall->now_ms >= from_ms;
}

/* A robot plays on for somebody who is not there, or does not look at the phone. The person can
 * come back at any time. The leader decides it; for a leader whom the game waits for, or who is
 * off, anyone does. */
static void replace(const struct message *message)
{
    struct night_at at;
    int member = 0;
    if (!at_member(message, &at) || !at_other_take(message, &at, &member)) return;
    if (member != at.night->lead && !at_lead(message, &at)) return;
    const int seat = night_seat_of(at.night, member);
    struct room *table = seat >= 0 ? table_of(message, &at) : NULL;
    if (table == NULL) {
        if (seat < 0) message_refuse(message, "phase", SAID_NOT_NOW);
        return;
    }
    if (at.member != at.night->lead && !awaited(table, seat) && !lead_off(&at)) {
        at_lead(message, &at); /* says who leads */
        return;
    }
    if (table->table.phase != TABLE_PLAYING || table->table.seats[seat].computer[0] != '\0') {
        message_refuse(message, "phase", SAID_NOT_NOW);
        return;
    }
    if ((night_here(at.room) & NIGHT_MEMBER(member)) != 0 && !awaited(table, seat)) {
        answer_error(message->session, message->id, "phase", SAID_NIGHT_HERE,
                     at.night->members[member].name);
        return;
    }
    struct event event = {.kind = EVENT_COMPUTER, .seat = seat};
    snprintf(event.text, sizeof event.text, "%s", at.night->level);
    room_write(table, message, &event);
}

/* Gives the current game up for everyone: it counts for nothing. */
static void stop(const struct message *message)
{
    struct night_at at;
    if (!at_lead(message, &at)) return;
    struct room *table = table_of(message, &at);
    if (table == NULL) return;
    if (table->table.phase == TABLE_OVER) {
        message_refuse(message, "phase", SAID_NOT_NOW);
        return;
    }
    struct event event = {.kind = EVENT_CLOSE, .seat = -1};
    room_write(table, message, &event);
}

/* A set phrase, which appears on the big screen. It is not kept. */
static void say(const struct message *message)
{
    struct night_at at;
    struct hall *hall = message->session->hall;
    struct person *person = message->session->owner;
    const char *phrase = NULL;
    if (!message_text(message, "phrase", false, &phrase) || !at_member(message, &at)) return;
    if (phrase_find(phrase) == NULL) {
        message_refuse(message, "field", SAID_PHRASE_NONE);
    } else if (host_muted(hall, person->id)) {
        message_refuse(message, "muted", SAID_MUTED);
    } else if (person->said_ms != 0 && hall->now_ms - person->said_ms < SAY_PAUSE_MS) {
        message_refuse(message, "limit", SAID_SAY_LATER);
    } else {
        person->said_ms = hall->now_ms;
        struct session *one = at.room->sessions;
        for (; one != NULL; one = one->next_in_night) {
            struct pond_json json = answer_begin(one, "said", -1);
            pond_json_number_member(&json, "member", at.member);
            pond_json_string_member(&json, "phrase", phrase);
            answer_send(one, &json);
        }
        answer_ok(message->session, message->id);
    }
}

/* A big screen has shown the current game up to a version: the members' phones may go on. It is not
 * kept, and any spectator may say it: phones wait only for a moment. */
static void shown(const struct message *message)
{
    struct night_at at;
    const char *table = NULL;
    int64_t version = 0;
    if (!message_text(message, "table", false, &table) ||
        !message_number(message, "version", false, 0, UINT32_MAX, &version) ||
        !at_night(message, &at)) {
        return;
    }
    struct session *one = strcmp(table, at.night->table) == 0 ? at.room->sessions : NULL;
    for (; one != NULL; one = one->next_in_night) {
        if (!one->keyed || night_member_of(at.night, one->person) < 0) continue;
        struct pond_json json = answer_begin(one, "shown", -1);
        pond_json_string_member(&json, "table", table);
        pond_json_number_member(&json, "version", version);
        answer_send(one, &json);
    }
    answer_ok(message->session, message->id);
}

/* ---- All of them ---- */

const struct message_type night_play_deeds[] = {
    {"lead", lead, true, true},       {"choose", choose, true, true}, {"vote", vote, true, true},
    {"ready", ready, true, true},     {"away", away, true, true},     {"start", start, true, true},
    {"replace", replace, true, true}, {"stop", stop, true, true},     {"say", say, true, true},
    {"shown", shown, true, false},    {"end", end, true, true},       {.name = NULL},
};
