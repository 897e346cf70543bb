/* guest.c: a guest at a game night: what the night tells, and what a guest, or the one who leads,
 * can do there. See online.h. */
#include "online.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Doing ---- */

void online_night_do(struct online *online, const char *deed, const char *key, const char *value)
{
    if (online->night[0] == '\0') {
        online_tell_sentence(online, STYLE_BAD, TELL_ONLINE_NIGHT_NONE, "");
        return;
    }
    json_t *message = json_pack("{s:s,s:s}", "type", "night", "do", deed);
    if (key != NULL) json_object_set_new(message, key, json_pack("s", value));
    link_say(&online->link, message);
}

void online_night_join(struct online *online)
{
    json_t *message =
        json_pack("{s:s,s:s,s:s}", "type", "night", "do", "join", "code", online->night);
    if (online->link.name != NULL) {
        json_object_set_new(message, "name", json_pack("s", online->link.name));
    }
    link_say(&online->link, message);
}

void online_night_rename(struct online *online, const char *name)
{
    if (name[0] != '\0') {
        snprintf(online->called, sizeof online->called, "%s", name);
        online->link.name = online->called;
        online_night_join(online);
    }
}

void online_vote(struct online *online, const char *game)
{
    const bool decides = online_night_decides(online);
    online_night_do(online, decides ? "choose" : "vote", "game", game);
    if (decides) return;
    snprintf(online->vote, sizeof online->vote, "%s", game);
}

void online_phrase(struct online *online, const char *name)
{
    if (online->night[0] == '\0') {
        online_say(online, "say", "phrase", name);
    } else {
        online_night_do(online, "say", "phrase", name);
    }
}

void online_night_ready(struct online *online)
{
    const bool on = json_is_true(json_object_get(online_night_member(online), "ready"));
    link_say(&online->link,
             json_pack("{s:s,s:s,s:b}", "type", "night", "do", "ready", "on", (int)!on));
}

bool online_night_lead(struct online *online, const char *name)
{
    const json_t *members = json_object_get(online->evening, "members");
    const json_t *you = json_object_get(online->evening, "you");
    json_int_t number = name[0] == '\0' ? json_integer_value(you) : -1;
    for (size_t i = 0; i < json_array_size(members) && name[0] != '\0'; i++) {
        const json_t *member = json_array_get(members, i);
        const bool gone = json_is_true(json_object_get(member, "gone"));
        if (!gone && strcmp(json_text(member, "name"), name) == 0) number = (json_int_t)i;
    }
    if (number < 0) return false;
    link_say(&online->link,
             json_pack("{s:s,s:s,s:I}", "type", "night", "do", "lead", "member", number));
    return true;
}

/* ---- Asking ---- */

static const json_t *member_at(const struct online *online, const json_t *number)
{
    const json_t *members = json_object_get(online->evening, "members");
    if (!json_is_integer(number)) return NULL;
    return json_array_get(members, (size_t)json_integer_value(number));
}

const json_t *online_night_member(const struct online *online)
{
    return member_at(online, json_object_get(online->evening, "you"));
}

static const json_t *leader_of(const struct online *online)
{
    return member_at(online, json_object_get(online->evening, "lead"));
}

/* By the server's clock. */
static int64_t now_ms(const struct online *online)
{
    return json_integer_value(json_object_get(online->evening, "at")) + link_now_ms() -
           online->evening_ms;
}

static bool between_games(const struct online *online)
{
    return strcmp(json_text(online->evening, "phase"), "lobby") == 0;
}

bool online_night_plays(const struct online *online)
{
    return strcmp(json_text(online->evening, "phase"), "playing") == 0;
}

bool online_night_leads(const struct online *online)
{
    return online_night_member(online) != NULL && online_night_member(online) == leader_of(online);
}

/* Do we have the lead back at any time: does that one only stand in for us? */
static bool lender(const struct online *online)
{
    const json_t *one = member_at(online, json_object_get(online->evening, "stands_in_for"));
    return one != NULL && one == online_night_member(online);
}

bool online_night_may_lead(const struct online *online)
{
    const json_t *from = json_object_get(online->evening, "lead_from");
    if (online_night_member(online) == NULL || online_night_leads(online)) return false;
    if (leader_of(online) == NULL || lender(online)) return true;
    return json_is_integer(from) && json_integer_value(from) <= now_ms(online);
}

bool online_night_watches(const struct online *online)
{
    return online->night[0] != '\0' && online->at_table && online_seat(online) == POND_SPECTATOR;
}

const struct pond_game *online_night_next(const struct online *online)
{
    return pond_game_find(json_text(json_object_get(online->evening, "next"), "game"));
}

int online_night_votes(const struct online *online, const char *game)
{
    const json_t *members = json_object_get(online->evening, "members");
    int count = 0;
    for (size_t i = 0; i < json_array_size(members); i++) {
        const json_t *member = json_array_get(members, i);
        const bool gone = json_is_true(json_object_get(member, "gone"));
        count += !gone && strcmp(json_text(member, "vote"), game) == 0;
    }
    return count;
}

static bool vote_closed(const struct online *online)
{
    const json_t *until = json_object_get(online->evening, "vote_until");
    return json_is_integer(until) && json_integer_value(until) <= now_ms(online);
}

bool online_night_decides(const struct online *online)
{
    const bool first = json_integer_value(json_object_get(online->evening, "played")) == 0;
    return online_night_leads(online) && (first || vote_closed(online));
}

/* ---- In words ---- */

/* Something more, beside what was said before it. */
static void sentence_add(const struct online *online, struct pond_text *text, enum tell sentence,
                         const char *first, const char *second)
{
    if (text->length > 0) pond_text_string(text, " · ");
    tell2(text, &online->voice, sentence, first, second);
}

void online_night_lead_tell(const struct online *online, struct pond_text *text)
{
    const struct pond_game *next = online_night_next(online);
    const char *name = json_text(leader_of(online), "name");
    const char *game = next != NULL ? next->title : "";
    if (online->evening == NULL || online->night_over) return;
    if (online_night_leads(online) && between_games(online)) {
        tell_prompt(text, &online->voice, TELL_ONLINE_NIGHT_YOU_LEAD, game);
    } else if (online_night_leads(online)) {
        tell_prompt(text, &online->voice, TELL_ONLINE_NIGHT_YOU_LEAD_GAME, "");
    } else if (lender(online)) {
        tell_prompt(text, &online->voice, TELL_ONLINE_NIGHT_LEAD_AGAIN, name);
    } else if (name[0] == '\0') {
        tell_prompt(text, &online->voice, TELL_ONLINE_NIGHT_LEAD_NOBODY, "");
    } else if (online_night_may_lead(online)) {
        tell_prompt(text, &online->voice, TELL_ONLINE_NIGHT_LEAD_FREE, name);
    } else {
        tell1(text, &online->voice, TELL_ONLINE_NIGHT_LEADER, name);
    }
}

/* The names of those who play the next game, or of those who are here and do not. */
static int names_list(const struct online *online, bool play, struct pond_text *out)
{
    const json_t *members = json_object_get(online->evening, "members");
    const json_t *seats = json_object_get(json_object_get(online->evening, "next"), "seats");
    int count = 0;
    for (size_t i = 0; i < json_array_size(members); i++) {
        const json_t *member = json_array_get(members, i);
        bool seated = false;
        for (size_t seat = 0; seat < json_array_size(seats); seat++) {
            const json_t *one = json_array_get(seats, seat);
            seated |= json_is_integer(one) && json_integer_value(one) == (json_int_t)i;
        }
        const bool here = json_is_true(json_object_get(member, "here"));
        if (seated != play || (!seated && !here)) continue;
        if (count++ > 0) pond_text_string(out, ", ");
        pond_text_string(out, json_text(member, "name"));
    }
    return count;
}

static int robots(const struct online *online)
{
    const json_t *seats = json_object_get(json_object_get(online->evening, "next"), "seats");
    int count = 0;
    for (size_t seat = 0; seat < json_array_size(seats); seat++) {
        count += json_is_null(json_array_get(seats, seat));
    }
    return count;
}

/* Have several games the most votes? */
static bool tied(const struct online *online, const struct pond_game *next)
{
    const int most = online_night_votes(online, next->name);
    bool found = false;
    for (int i = 0; pond_games[i] != NULL; i++) {
        found |= pond_games[i] != next && online_night_votes(online, pond_games[i]->name) == most;
    }
    return found && most > 0 && json_integer_value(json_object_get(online->evening, "played")) > 0;
}

static void vote_tell(const struct online *online, const struct pond_game *next,
                      struct pond_text *text)
{
    const json_t *until = json_object_get(online->evening, "vote_until");
    char memory[40] = "";
    struct pond_text left = pond_text_in(memory, sizeof memory);
    if (tied(online, next)) sentence_add(online, text, TELL_ONLINE_NIGHT_TIED, "", "");
    if (!json_is_integer(until)) return;
    online_time(&online->voice, json_integer_value(until) - now_ms(online), &left);
    sentence_add(online, text,
                 vote_closed(online) ? TELL_ONLINE_NIGHT_CLOSED : TELL_ONLINE_NIGHT_TIME, memory,
                 "");
}

void online_night_next_tell(const struct online *online, struct pond_text *text)
{
    const struct pond_game *next = online_night_next(online);
    char play[SENTENCE_MAX] = "", watch[SENTENCE_MAX] = "";
    struct pond_text players = pond_text_in(play, sizeof play);
    struct pond_text others = pond_text_in(watch, sizeof watch);
    if (next == NULL || !between_games(online)) return;
    sentence_add(online, text, TELL_ONLINE_NIGHT_NEXT, next->title, "");
    if (names_list(online, true, &players) > 0) {
        sentence_add(online, text, TELL_ONLINE_NIGHT_PLAY, play, "");
    }
    if (robots(online) > 0) {
        sentence_add(online, text, TELL_ONLINE_NIGHT_ROBOTS, digits_of(robots(online)).text, "");
    }
    if (names_list(online, false, &others) > 0) {
        sentence_add(online, text, TELL_ONLINE_NIGHT_WATCH, watch, "");
    }
    vote_tell(online, next, text);
}

size_t online_night_people(const struct online *online)
{
    const json_t *members = json_object_get(online->evening, "members");
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(members); i++) {
        count += !json_is_true(json_object_get(json_array_get(members, i), "gone"));
    }
    return count;
}

/* How many of those who are here come before a member: the best first. */
static size_t place_of(const json_t *members, size_t number)
{
    const json_t *own = json_array_get(members, number);
    size_t before = 0;
    for (size_t i = 0; i < json_array_size(members); i++) {
        const json_t *other = json_array_get(members, i);
        json_int_t more = 0;
        if (i == number || json_is_true(json_object_get(other, "gone"))) continue;
        static const char *const keys[] = {"points", "crowns"};
        for (size_t key = 0; key < 2 && more == 0; key++) {
            more = json_integer_value(json_object_get(other, keys[key])) -
                   json_integer_value(json_object_get(own, keys[key]));
        }
        before += more > 0 || (more == 0 && i < number);
    }
    return before;
}

static void about_add(const struct online *online, struct pond_text *text, enum tell sentence,
                      const char *first)
{
    pond_text_string(text, " · ");
    tell1(text, &online->voice, sentence, first);
}

void online_night_person(const struct online *online, size_t place, struct pond_text *text)
{
    const json_t *members = json_object_get(online->evening, "members");
    for (size_t i = 0; i < json_array_size(members); i++) {
        const json_t *member = json_array_get(members, i);
        if (json_is_true(json_object_get(member, "gone")) || place_of(members, i) != place)
            continue;
        const json_int_t points = json_integer_value(json_object_get(member, "points"));
        const struct pond_game *vote = pond_game_find(json_text(member, "vote"));
        const bool here = json_is_true(json_object_get(member, "here"));
        tell2(text, &online->voice, TELL_ONLINE_NIGHT_POINTS, json_text(member, "name"),
              digits_of(points).text);
        if (member == leader_of(online)) about_add(online, text, TELL_ONLINE_NIGHT_LEADS, "");
        if (!here) about_add(online, text, TELL_ONLINE_NIGHT_ABSENT, "");
        if (here && json_is_true(json_object_get(member, "ready"))) {
            about_add(online, text, TELL_ONLINE_NIGHT_READY, "");
        }
        if (vote != NULL) about_add(online, text, TELL_ONLINE_NIGHT_WANTS, vote->title);
    }
}

/* ---- Hearing ---- */

void online_night_table(struct online *online)
{
    const json_t *seat = json_object_get(online_night_member(online), "seat");
    online_enter(online, online->night_table, !json_is_integer(seat));
}

/* What a person should know of who leads: at first, and when that changes. */
static void lead_look(struct online *online, const json_t *before)
{
    char memory[SENTENCE_MAX] = "";
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const json_t *lead = json_object_get(online->evening, "lead");
    if (before != NULL && json_equal(lead, json_object_get(before, "lead"))) return;
    online_night_lead_tell(online, &text);
    online_tell(online, STYLE_GOOD, memory);
}

/* What we asked for has come about. */
static void own_look(struct online *online, const json_t *before)
{
    const json_t *you = json_object_get(before, "you");
    const json_t *member = online_night_member(online);
    const json_t *old =
        json_array_get(json_object_get(before, "members"), (size_t)json_integer_value(you));
    const struct pond_game *game = pond_game_find(online->vote);
    if (game != NULL && strcmp(json_text(member, "vote"), online->vote) == 0) {
        online_tell_sentence(online, STYLE_GOOD, TELL_ONLINE_NIGHT_VOTED, game->title);
        online->vote[0] = '\0';
    }
    if (member == NULL || !json_is_integer(you) || old == NULL) return;
    const bool ready = json_is_true(json_object_get(member, "ready"));
    if (ready != json_is_true(json_object_get(old, "ready")) && between_games(online)) {
        online_tell_sentence(online, STYLE_GOOD,
                             ready ? TELL_ONLINE_NIGHT_READY_YOU : TELL_ONLINE_NIGHT_NOT_READY, "");
    }
    if (strcmp(json_text(member, "name"), json_text(old, "name")) != 0) {
        online_tell_sentence(online, STYLE_GOOD, TELL_ONLINE_NIGHT_RENAMED,
                             json_text(member, "name"));
    }
}

/* The game that the leader has chosen. */
static void next_look(struct online *online, const json_t *before)
{
    const struct pond_game *next = online_night_next(online);
    const char *was = json_text(json_object_get(before, "next"), "game");
    if (next == NULL || before == NULL || !between_games(online)) return;
    if (strcmp(next->name, was) == 0) return;
    online_tell_sentence(online, STYLE_GOOD, TELL_ONLINE_NIGHT_NEXT_NOW, next->title);
}

/* Where a game night begins a game we go to its table: to our seat, or to watch. */
void online_night_take(struct online *online, const json_t *message)
{
    const char *table = json_text(message, "table");
    json_t *before = online->evening;
    online->evening = json_incref((json_t *)(uintptr_t)message);
    online->evening_ms = link_now_ms();
    if (online->night_table[0] == '\0') {
        online_tell_sentence(online, STYLE_GOOD, TELL_ONLINE_NIGHT, json_text(message, "code"));
        snprintf(online->night_table, sizeof online->night_table, "-");
        if (online->link.name == NULL) {
            char memory[SENTENCE_MAX];
            struct pond_text text = pond_text_in(memory, sizeof memory);
            tell_prompt(&text, &online->voice, TELL_ONLINE_NIGHT_NAME,
                        json_text(online_night_member(online), "name"));
            online_tell(online, STYLE_PLAIN, memory);
        }
    }
    const bool over = strcmp(json_text(message, "phase"), "ended") == 0;
    if (over && !online->night_over) {
        online_tell_sentence(online, STYLE_GOOD, TELL_ONLINE_NIGHT_ENDED, "");
    }
    online->night_over = over;
    if (!over) {
        lead_look(online, before);
        own_look(online, before);
        next_look(online, before);
    }
    json_decref(before);
    if (!online_night_plays(online) || strcmp(table, online->night_table) == 0) return;
    snprintf(online->night_table, sizeof online->night_table, "%s", table);
    online_night_table(online);
    if (online->watches) {
        online_tell_sentence(online, STYLE_DOUBTFUL, TELL_ONLINE_NIGHT_WATCHING, "");
    }
}
