/* message_night.c: messages about game nights. See docs/protocol.md. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "computer.h"
#include "host.h"
#include "name.h"
#include "night_room.h"

/* ---- At a night ---- */

struct at {
    struct night_room *room;
    struct night *night;
    int member; /* -1: watches */
};

static bool refuse(const struct message *message, const char *code, enum said said)
{
    answer_error(message->session, message->id, code, said, NULL);
    return false;
}

static void at_set(const struct message *message, struct night_room *room, struct at *at)
{
    const struct session *session = message->session;
    at->room = room;
    at->night = &room->night;
    at->member = session->keyed ? night_member_of(at->night, session->person) : -1;
    if (at->member >= 0 && at->member == at->night->lead) night_lead_acts(room);
}

/* Does a message come from the screen that opened the night? */
static bool screen_shown(const struct message *message, const struct night *night)
{
    const char *text = "";
    const size_t length = strlen(night->screen);
    if (!message_text(message, "screen", true, &text)) return false;
    return length > 0 && strlen(text) == length && sodium_memcmp(text, night->screen, length) == 0;
}

/* May a code be tried? Wrong ones have a limit; beyond it only those go on who may prove that they
 * belong to a night: by their key, or as its screen. */
static bool code_may(const struct message *message, const char *code)
{
    struct session *session = message->session;
    const char *screen = NULL;
    if (!session_spent(session, SPEND_GUESSES)) return true;
    if (!message_text(message, "screen", true, &screen)) return false;
    if (!session->keyed && screen == NULL) {
        return session_may_spend(session, message->id, SPEND_GUESSES);
    }
    return night_loaded(session->hall, code) ||
           session_spend(session, message->id, SPEND_WORK, LOAD_PRICE);
}

/* The night with the code of a message, once it can be worked on. */
static bool at_code(const struct message *message, struct at *at)
{
    struct session *session = message->session;
    const char *text = NULL;
    char code[NIGHT_CODE_SIZE] = "";
    if (!message_text(message, "code", false, &text)) return false;
    if (!night_code_read(text, code)) {
        if (!session_may_spend(session, message->id, SPEND_GUESSES)) return false;
    } else {
        if (!code_may(message, code)) return false;
        struct night_room *room = night_open(session->hall, code);
        if (!night_may(room, message)) return false;
        at_set(message, room, at);
        const bool known = (at->member >= 0 && !at->night->members[at->member].removed) ||
                           screen_shown(message, at->night);
        if (night_live(room) && known) return true;
        if (!session_may_spend(session, message->id, SPEND_GUESSES)) return false;
        if (night_live(room)) return true;
    }
    session_charge(session, SPEND_GUESSES, NIGHT_GUESS_PRICE);
    return refuse(message, "code", SAID_NIGHT_CODE);
}

/* The night that the session is at. */
static bool at_night(const struct message *message, struct at *at)
{
    struct night_room *room = message->session->night;
    if (room == NULL) return refuse(message, "night", SAID_NIGHT_NOT_IN);
    if (!night_may(room, message)) return false;
    at_set(message, room, at);
    return night_live(room) || refuse(message, "code", SAID_NIGHT_CODE);
}

static bool at_member(const struct message *message, struct at *at)
{
    if (!at_night(message, at)) return false;
    return (at->member >= 0 && !at->night->members[at->member].gone) ||
           refuse(message, "night", SAID_NIGHT_NOT_IN);
}

static bool at_lead(const struct message *message, struct at *at)
{
    if (!at_member(message, at)) return false;
    if (at->member == at->night->lead) return true;
    const int lead = at->night->lead >= 0 ? at->night->lead : 0;
    answer_error(message->session, message->id, "lead", SAID_NIGHT_LEAD,
                 at->night->members[lead].name);
    return false;
}

/* A member by number, who has not left. */
static bool other_take(const struct message *message, const struct at *at, int *member)
{
    int64_t number = -1;
    if (!message_number(message, "member", false, 0, NIGHT_NUMBERS_MAX - 1, &number)) return false;
    *member = (int)number;
    return (night_present(at->night) & NIGHT_MEMBER(number)) != 0 ||
           refuse(message, "night", SAID_NIGHT_MEMBER);
}

/* Has the leader the lead from somebody who may still come back? */
static bool lead_on_loan(const struct at *at)
{
    const int lender = at->night->lender;
    return lender >= 0 && night_away_ms(at->room, lender) < NIGHT_LEAD_LOST_MS;
}

/* Writes an event if the log has room for it: the last part is for the leader whose night it is. */
static void room_left_write(const struct message *message, const struct at *at, int member,
                            const char *line)
{
    const int host = lead_on_loan(at) ? at->night->lender : at->night->lead;
    const uint32_t kept = member != host ? NIGHT_EVENTS_KEPT : 0;
    if (at->night->version >= NIGHT_EVENTS_MAX - kept) {
        refuse(message, "limit", SAID_NIGHT_TOO_LONG);
    } else {
        night_write(at->room, message, line);
    }
}

/* Writes an event of a member, out of that member's share of the log. */
static void line_write(const struct message *message, const struct at *at, int member,
                       const char *line)
{
    const int64_t wait_ms = night_switch(at->room, member);
    if (wait_ms > 0) {
        answer_wait(message->session, message->id, SAID_NIGHT_SWITCHES, wait_ms);
    } else {
        room_left_write(message, at, member, line);
    }
}

/* Writes a decision of the leader; one on loan has a share, like everyone. */
static void lead_write(const struct message *message, const struct at *at, const char *line)
{
    if (lead_on_loan(at)) {
        line_write(message, at, at->member, line);
    } else {
        room_left_write(message, at, at->member, line);
    }
}

/* ---- Coming and going ---- */

/* A new night. The code is drawn once for the message, which waits while its log is looked for. */
static void open_night(const struct message *message)
{
    struct session *session = message->session;
    struct hall *hall = session->hall;
    uint8_t bytes[4];
    if (session->night_code[0] == '\0') {
        if (host_maintains(hall)) {
            refuse(message, "maintenance", SAID_MAINTENANCE);
            return;
        }
        if (!session_spend(session, message->id, SPEND_CREATES, NIGHT_OPEN_PRICE)) return;
        hall->outside.random(hall->outside.context, bytes, sizeof bytes);
        night_code_make(bytes, session->night_code);
    }
    struct night_room *room = night_open(hall, session->night_code);
    if (!night_may(room, message)) return;
    session->night_code[0] = '\0';
    if (night_live(room) || room->sessions != NULL) { /* somebody has it: draw another */
        open_night(message);
        return;
    }
    char screen[STORE_ID_SIZE], line[EVENT_LINE_SIZE];
    random_id(hall, screen, STORE_ID_SIZE - 1);
    snprintf(line, sizeof line, "open %s", screen);
    night_enter(room, session);
    session->screen = true;
    night_write(room, message, line);
}

static void watch_night(const struct message *message)
{
    struct at at;
    if (!at_code(message, &at)) return;
    const bool screen = screen_shown(message, at.night);
    const bool member = at.member >= 0 && !at.night->members[at.member].gone;
    if (!screen && !member && !night_fits(at.room, message->session)) {
        refuse(message, "limit", SAID_NIGHT_CROWDED);
        return;
    }
    night_enter(at.room, message->session);
    message->session->screen |= screen;
    night_show(at.room, message->session, message->id);
    night_settle(at.room);
}

static int frog_find(const char *name)
{
    int frog = NIGHT_FROGS - 1;
    while (frog >= 0 && strcmp(night_frogs[frog], name) != 0) frog--;
    return frog;
}

/* The name for the night is the person's from now on. */
static void name_take(struct session *session, const char *name)
{
    if (name != NULL && strcmp(session->name, name) != 0) {
        session_name(session, name);
        session->saved = false;
    }
    session_save(session);
}

/* The number that somebody has at the night, or gets; -1 after an answer. */
static int number_for(const struct message *message, const struct at *at)
{
    if (night_barred(at->night, message->session->person)) {
        refuse(message, "removed", SAID_NIGHT_REMOVED);
        return -1;
    }
    const bool back = at->member >= 0 && at->night->members[at->member].gone;
    const int number = at->member >= 0 ? at->member : night_number_free(at->night);
    const int present = __builtin_popcount(night_present(at->night));
    if (number < 0 || (back && present >= NIGHT_MEMBERS_MAX)) {
        refuse(message, "limit", SAID_NIGHT_FULL);
        return -1;
    }
    const int64_t wait_ms = at->member < 0 ? night_newcomer(at->room, message->session, number) : 0;
    if (wait_ms == 0) return number;
    answer_wait(message->session, message->id, SAID_NIGHT_NEWCOMERS, wait_ms);
    return -1;
}

static void join_night(const struct message *message)
{
    struct session *session = message->session;
    const char *name = NULL, *frog = "";
    struct at at;
    if (!message_text(message, "name", true, &name) ||
        !message_text(message, "frog", true, &frog) || !at_code(message, &at)) {
        return;
    }
    if (name != NULL && !name_check(name)) {
        refuse(message, "field", SAID_NAME_FORM);
        return;
    }
    if (!session_known(message)) return;
    const struct night_member *old = at.member >= 0 ? &at.night->members[at.member] : NULL;
    const int number = number_for(message, &at);
    if (number < 0) return;
    char line[EVENT_LINE_SIZE], unlike[STORE_NAME_SIZE];
    const int wish = frog[0] == '\0' && old != NULL ? old->frog : frog_find(frog);
    const int taken = night_frog_free(at.night, number, wish);
    const bool named = name != NULL || old == NULL;
    name_take(session, name);
    night_name_unlike(at.night, number, named ? session->name : old->name, unlike);
    night_enter(at.room, session);
    if (old != NULL && !old->gone && old->frog == taken && strcmp(old->name, unlike) == 0) {
        night_show(at.room, session, message->id); /* is here: perhaps after a lost connection */
        night_settle(at.room);
        return;
    }
    snprintf(line, sizeof line, "join %d %s %d %s", number, session->person, taken, unlike);
    line_write(message, &at, number, line);
}

/* A member leaves or is removed; the longest-present member leads then. */
static void end_print(const struct at *at, const char *kind, int member, char line[EVENT_LINE_SIZE])
{
    const int lead = night_lead_after(at->night, member, night_here(at->room));
    if (lead >= 0) snprintf(line, EVENT_LINE_SIZE, "%s %d %d", kind, member, lead);
    if (lead < 0) snprintf(line, EVENT_LINE_SIZE, "%s %d -", kind, member);
}

static void leave_night(const struct message *message)
{
    struct at at;
    char line[EVENT_LINE_SIZE];
    if (!at_member(message, &at)) return;
    end_print(&at, "leave", at.member, line);
    line_write(message, &at, at.member, line);
}

/* Some things only a leader may do whom nobody else has lent the lead, until the lender has been
 * gone for long. */
static bool at_lead_own(const struct message *message, const struct at *at)
{
    if (!lead_on_loan(at)) return true;
    answer_error(message->session, message->id, "lead", SAID_NIGHT_STAND_IN,
                 at->night->members[at->night->lender].name);
    return false;
}

static void remove_member(const struct message *message)
{
    struct at at;
    int member = 0;
    char line[EVENT_LINE_SIZE];
    if (!at_lead(message, &at) || !other_take(message, &at, &member)) return;
    if (member == at.member) {
        refuse(message, "night", SAID_NOT_NOW);
        return;
    }
    if (member == at.night->lender && !at_lead_own(message, &at)) return;
    night_newcomer_removed(at.room, member);
    end_print(&at, "remove", member, line);
    night_write(at.room, message, line); /* however long the log is */
}

/* ---- Somebody's place for another phone ---- */

/* May the place of a member be claimed by the one who asks? Not while that member's phone is here.
 */
static bool claim_may(const struct message *message, const struct at *at, int member)
{
    const struct night *night = at->night;
    const bool somebody = member < night->member_count && night->members[member].person[0] != '\0';
    const bool seated = night_seat_of(night, member) >= 0;
    const bool new = at->member < 0;
    if (night_barred(night, message->session->person)) {
        return refuse(message, "removed", SAID_NIGHT_REMOVED);
    }
    if (!new && night->members[at->member].gone) return refuse(message, "night", SAID_NIGHT_NOT_IN);
    if (!somebody || (new && night->members[member].gone)) {
        return refuse(message, "night", SAID_NIGHT_MEMBER);
    }
    if (!new && (!seated || night_seat_of(night, at->member) >= 0)) {
        return refuse(message, "phase", SAID_NOT_NOW);
    }
    if ((night_connected(at->room) & NIGHT_MEMBER(member)) != 0) {
        answer_error(message->session, message->id, "phase", SAID_NIGHT_PHONE_HERE,
                     night->members[member].name);
        return false;
    }
    return !night_denied(night, message->session->person) ||
           refuse(message, "removed", SAID_NIGHT_DENIED);
}

static void claim(const struct message *message)
{
    struct at at;
    struct session *session = message->session;
    struct hall *hall = session->hall;
    int64_t member = -1;
    uint8_t bytes[2];
    char line[EVENT_LINE_SIZE];
    if (!at_night(message, &at) ||
        !message_number(message, "member", false, 0, NIGHT_NUMBERS_MAX - 1, &member) ||
        !claim_may(message, &at, (int)member) || !session_known(message)) {
        return;
    }
    const struct night_claim *old = night_claim_of(at.night, session->person, hall->now_ms);
    if (old != NULL && old->member == member) {
        night_show(at.room, session, message->id);
        return;
    }
    hall->outside.random(hall->outside.context, bytes, sizeof bytes);
    const int number = night_claim_number(at.night, bytes, hall->now_ms);
    if (!night_asks(at.room, session)) {
        refuse(message, "limit", SAID_NIGHT_CLAIMS);
        return;
    }
    snprintf(line, sizeof line, "claim %d %s %d", (int)member, session->person, number);
    session_save(session);
    if (at.member >= 0) {
        line_write(message, &at, at.member, line);
        return;
    }
    const int64_t wait_ms = night_knock(at.room, session);
    if (wait_ms > 0) {
        answer_wait(session, message->id, SAID_NIGHT_NEWCOMERS, wait_ms);
    } else {
        room_left_write(message, &at, -1, line);
    }
}

/* The one who claims a place no longer does. */
static void withdraw(const struct message *message)
{
    struct at at;
    char line[EVENT_LINE_SIZE];
    const struct session *session = message->session;
    if (!at_night(message, &at)) return;
    const struct night_claim *claim =
        night_claim_of(at.night, session->person, session->hall->now_ms);
    if (claim == NULL) {
        night_show(at.room, message->session, message->id); /* it may just have lapsed */
        return;
    }
    snprintf(line, sizeof line, "withdraw %d", claim->number);
    night_write(at.room, message, line); /* however long the log is: one for each claim */
}

/* The leader answers a claim, or a big screen does (night_answers): a hand that is somebody's
 * secret goes to no friend of a leader on loan. */
static void grant(const struct message *message)
{
    struct at at;
    bool on = true;
    int64_t number = 0;
    char line[EVENT_LINE_SIZE];
    const bool screen = message->session->screen || !message->session->keyed;
    if (!message_number(message, "number", false, 10, 99, &number) ||
        !message_flag(message, "on", &on) || !(screen ? at_night : at_lead)(message, &at)) {
        return;
    }
    const int64_t now_ms = message->session->hall->now_ms;
    const struct night_claim *claim = night_claim_find(at.night, (int)number, now_ms);
    if (claim == NULL) {
        refuse(message, "night", SAID_NIGHT_CLAIM_NONE);
        return;
    }
    if (screen && !night_answers(at.room, message->session, claim)) {
        refuse(message, "night", SAID_NIGHT_NOT_IN);
        return;
    }
    if (on && !screen && !at_lead_own(message, &at)) return;
    if (on && !screen && strcmp(claim->person, message->session->person) == 0) {
        refuse(message, "lead", SAID_NIGHT_CLAIM_OWN);
        return;
    }
    if (on && (night_connected(at.room) & NIGHT_MEMBER(claim->member)) != 0) {
        answer_error(message->session, message->id, "phase", SAID_NIGHT_PHONE_HERE,
                     at.night->members[claim->member].name);
        return;
    }
    if (!on) night_denied_from(at.room, claim);
    if (on && night_member_of(at.night, claim->person) < 0) night_claimed_from(at.room, claim);
    snprintf(line, sizeof line, "%s %d", on ? "grant" : "deny", (int)number);
    night_write(at.room, message, line); /* however long the log is */
}

/* ---- The lead ---- */

/* Who may take the lead, rather than get it? The member who lent it, at any time; others once the
 * leader has been away, or done nothing, for a while. */
static bool lead_free(const struct message *message, const struct at *at)
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
    struct at at;
    int member = 0;
    char line[EVENT_LINE_SIZE];
    if (!at_member(message, &at) || !other_take(message, &at, &member)) return;
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
        lead_write(message, &at, line);
    } else {
        line_write(message, &at, at.member, line);
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
    struct at at;
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
        answer_error(message->session, message->id, "options", SAID_NIGHT_HANDICAP, NULL);
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
    lead_write(message, &at, line);
}

static void vote(const struct message *message)
{
    struct at at;
    int game = 0;
    char line[EVENT_LINE_SIZE];
    if (!at_member(message, &at) || !game_take(message, &game)) return;
    const int64_t until = at.night->vote_until_ms;
    if (until > 0 && message->session->hall->now_ms >= until) {
        refuse(message, "phase", SAID_NIGHT_VOTED);
        return;
    }
    if (at.night->members[at.member].vote == game) {
        night_show(at.room, message->session, message->id);
        return;
    }
    snprintf(line, sizeof line, "vote %d %s", at.member, pond_games[game]->name);
    line_write(message, &at, at.member, line);
}

/* A member switches something about themselves on or off; where it is so already, nothing is
 * written. */
static void switch_write(const struct message *message, const char *what,
                         bool was(const struct night_member *))
{
    struct at at;
    bool on = true;
    char line[EVENT_LINE_SIZE];
    if (!message_flag(message, "on", &on) || !at_member(message, &at)) return;
    if (was(&at.night->members[at.member]) == on) {
        night_show(at.room, message->session, message->id);
        return;
    }
    snprintf(line, sizeof line, "%s %d %d", what, at.member, on);
    line_write(message, &at, at.member, line);
}

static bool is_ready(const struct night_member *member) { return member->ready; }
static bool is_away(const struct night_member *member) { return member->away; }

static void ready(const struct message *message) { switch_write(message, "ready", is_ready); }

/* Somebody has to leave for a moment, or is back. A robot plays meanwhile (night_table); the person
 * then takes the seat `back`, as at any table. */
static void away(const struct message *message) { switch_write(message, "away", is_away); }

static void start(const struct message *message)
{
    struct at at;
    struct pond_config config;
    struct pond_error why;
    int8_t seats[POND_SEATS_MAX];
    char line[EVENT_LINE_SIZE], table[STORE_ID_SIZE];
    if (!at_lead(message, &at)) return;
    if (at.night->phase != NIGHT_LOBBY) {
        refuse(message, "phase", SAID_NOT_NOW);
        return;
    }
    if (host_maintains(message->session->hall)) {
        refuse(message, "maintenance", SAID_MAINTENANCE);
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
    lead_write(message, &at, line);
}

static void end(const struct message *message)
{
    struct at at;
    if (at_lead(message, &at) && at_lead_own(message, &at)) night_write(at.room, message, "end");
}

/* ---- The current game ---- */

/* The table of the current game, for the leader, once it can be worked on. */
static struct room *table_of(const struct message *message, const struct at *at)
{
    if (at->night->phase != NIGHT_PLAYING) {
        refuse(message, "phase", SAID_NOT_NOW);
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
static bool lead_off(const struct at *at)
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
    struct at at;
    int member = 0;
    if (!at_member(message, &at) || !other_take(message, &at, &member)) return;
    if (member != at.night->lead && !at_lead(message, &at)) return;
    const int seat = night_seat_of(at.night, member);
    struct room *table = seat >= 0 ? table_of(message, &at) : NULL;
    if (table == NULL) {
        if (seat < 0) refuse(message, "phase", SAID_NOT_NOW);
        return;
    }
    if (at.member != at.night->lead && !awaited(table, seat) && !lead_off(&at)) {
        at_lead(message, &at); /* says who leads */
        return;
    }
    if (table->table.phase != TABLE_PLAYING || table->table.seats[seat].computer[0] != '\0') {
        refuse(message, "phase", SAID_NOT_NOW);
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
    struct at at;
    if (!at_lead(message, &at)) return;
    struct room *table = table_of(message, &at);
    if (table == NULL) return;
    if (table->table.phase == TABLE_OVER) {
        refuse(message, "phase", SAID_NOT_NOW);
        return;
    }
    struct event event = {.kind = EVENT_CLOSE, .seat = -1};
    room_write(table, message, &event);
}

/* A set phrase, which appears on the big screen. It is not kept. */
static void say(const struct message *message)
{
    struct at at;
    struct hall *hall = message->session->hall;
    struct person *person = message->session->owner;
    const char *phrase = NULL;
    if (!message_text(message, "phrase", false, &phrase) || !at_member(message, &at)) return;
    if (phrase_find(phrase) == NULL) {
        refuse(message, "field", SAID_PHRASE_NONE);
    } else if (host_muted(hall, person->id)) {
        refuse(message, "muted", SAID_MUTED);
    } else if (person->said_ms != 0 && hall->now_ms - person->said_ms < SAY_PAUSE_MS) {
        refuse(message, "limit", SAID_SAY_LATER);
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
    struct at at;
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

static const struct {
    const char *name;
    message_handler *handle;
    bool keyed;
} deeds[] = {
    {"open", open_night, false},
    {"watch", watch_night, false},
    {"join", join_night, true},
    {"leave", leave_night, true},
    {"remove", remove_member, true},
    {"lead", lead, true},
    {"choose", choose, true},
    {"vote", vote, true},
    {"ready", ready, true},
    {"away", away, true},
    {"claim", claim, true},
    {"grant", grant, false},
    {"withdraw", withdraw, true},
    {"start", start, true},
    {"replace", replace, true},
    {"stop", stop, true},
    {"say", say, true},
    {"shown", shown, false},
    {"end", end, true},
};

static void night_message(const struct message *message)
{
    struct session *session = message->session;
    const char *what = NULL;
    if (!message_text(message, "do", false, &what)) return;
    for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++) {
        if (strcmp(deeds[i].name, what) != 0) continue;
        if (deeds[i].keyed && !session->keyed) {
            answer_error(session, message->id, "hello", SAID_KEY_NEEDED, NULL);
        } else {
            deeds[i].handle(message);
        }
        return;
    }
    answer_error(session, message->id, "field", SAID_FIELD, "do");
}

const struct message_type night_messages[] = {
    {"night", night_message, true, false},
    {.name = NULL},
};
