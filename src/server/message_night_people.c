/* message_night_people.c: messages about who is at a game night: opening, watching, coming and
 * going, and somebody's place for another phone. See docs/protocol.md. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "host.h"
#include "message_night.h"
#include "name.h"

/* ---- By its code ---- */

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
static bool at_code(const struct message *message, struct night_at *at)
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
    return message_refuse(message, "code", SAID_NIGHT_CODE);
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
            message_refuse(message, "maintenance", SAID_MAINTENANCE);
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
    struct night_at at;
    if (!at_code(message, &at)) return;
    const bool screen = screen_shown(message, at.night);
    const bool member = at.member >= 0 && !at.night->members[at.member].gone;
    if (!screen && !member && !night_fits(at.room, message->session)) {
        message_refuse(message, "limit", SAID_NIGHT_CROWDED);
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
static int number_for(const struct message *message, const struct night_at *at)
{
    if (night_barred(at->night, message->session->person)) {
        message_refuse(message, "removed", SAID_NIGHT_REMOVED);
        return -1;
    }
    const bool back = at->member >= 0 && at->night->members[at->member].gone;
    const int number = at->member >= 0 ? at->member : night_number_free(at->night);
    const int present = __builtin_popcount(night_present(at->night));
    if (number < 0 || (back && present >= NIGHT_MEMBERS_MAX)) {
        message_refuse(message, "limit", SAID_NIGHT_FULL);
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
    struct night_at at;
    if (!message_text(message, "name", true, &name) ||
        !message_text(message, "frog", true, &frog) || !at_code(message, &at)) {
        return;
    }
    if (name != NULL && !name_check(name)) {
        message_refuse(message, "field", SAID_NAME_FORM);
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
    at_line_write(message, &at, number, line);
}

/* A member leaves or is removed; the longest-present member leads then. */
static void end_print(const struct night_at *at, const char *kind, int member,
                      char line[EVENT_LINE_SIZE])
{
    const int lead = night_lead_after(at->night, member, night_here(at->room));
    if (lead >= 0) snprintf(line, EVENT_LINE_SIZE, "%s %d %d", kind, member, lead);
    if (lead < 0) snprintf(line, EVENT_LINE_SIZE, "%s %d -", kind, member);
}

static void leave_night(const struct message *message)
{
    struct night_at at;
    char line[EVENT_LINE_SIZE];
    if (!at_member(message, &at)) return;
    end_print(&at, "leave", at.member, line);
    at_line_write(message, &at, at.member, line);
}

static void remove_member(const struct message *message)
{
    struct night_at at;
    int member = 0;
    char line[EVENT_LINE_SIZE];
    if (!at_lead(message, &at) || !at_other_take(message, &at, &member)) return;
    if (member == at.member) {
        message_refuse(message, "night", SAID_NOT_NOW);
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
static bool claim_may(const struct message *message, const struct night_at *at, int member)
{
    const struct night *night = at->night;
    const bool somebody = member < night->member_count && night->members[member].person[0] != '\0';
    const bool seated = night_seat_of(night, member) >= 0;
    const bool new = at->member < 0;
    if (night_barred(night, message->session->person)) {
        return message_refuse(message, "removed", SAID_NIGHT_REMOVED);
    }
    if (!new && night->members[at->member].gone)
        return message_refuse(message, "night", SAID_NIGHT_NOT_IN);
    if (!somebody || (new && night->members[member].gone)) {
        return message_refuse(message, "night", SAID_NIGHT_MEMBER);
    }
    if (!new && (!seated || night_seat_of(night, at->member) >= 0)) {
        return message_refuse(message, "phase", SAID_NOT_NOW);
    }
    if ((night_connected(at->room) & NIGHT_MEMBER(member)) != 0) {
        answer_error(message->session, message->id, "phase", SAID_NIGHT_PHONE_HERE,
                     night->members[member].name);
        return false;
    }
    return !night_denied(night, message->session->person) ||
           message_refuse(message, "removed", SAID_NIGHT_DENIED);
}

static void claim(const struct message *message)
{
    struct night_at at;
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
        message_refuse(message, "limit", SAID_NIGHT_CLAIMS);
        return;
    }
    snprintf(line, sizeof line, "claim %d %s %d", (int)member, session->person, number);
    session_save(session);
    if (at.member >= 0) {
        at_line_write(message, &at, at.member, line);
        return;
    }
    const int64_t wait_ms = night_knock(at.room, session);
    if (wait_ms > 0) {
        answer_wait(session, message->id, SAID_NIGHT_NEWCOMERS, wait_ms);
    } else {
        at_room_left_write(message, &at, -1, line);
    }
}

/* The one who claims a place no longer does. */
static void withdraw(const struct message *message)
{
    struct night_at at;
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
    struct night_at at;
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
        message_refuse(message, "night", SAID_NIGHT_CLAIM_NONE);
        return;
    }
    if (screen && !night_answers(at.room, message->session, claim)) {
        message_refuse(message, "night", SAID_NIGHT_NOT_IN);
        return;
    }
    if (on && !screen && !at_lead_own(message, &at)) return;
    if (on && !screen && strcmp(claim->person, message->session->person) == 0) {
        message_refuse(message, "lead", SAID_NIGHT_CLAIM_OWN);
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

/* ---- All of them ---- */

const struct message_type night_people_deeds[] = {
    {"open", open_night, true, false},
    {"watch", watch_night, true, false},
    {"join", join_night, true, true},
    {"leave", leave_night, true, true},
    {"remove", remove_member, true, true},
    {"claim", claim, true, true},
    {"grant", grant, true, false},
    {"withdraw", withdraw, true, true},
    {.name = NULL},
};
