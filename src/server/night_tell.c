/* night_tell.c: what those at a game night are told of it. See night_room.h. */
#include "night_room.h"

#include <string.h>

static void number_or_null(struct pond_json *json, const char *key, int number)
{
    if (number >= 0) pond_json_number_member(json, key, number);
    if (number < 0) pond_json_null_member(json, key);
}

static void members_json(struct pond_json *json, const struct night_room *room)
{
    const struct night *night = &room->night;
    const night_members here = night_here(room);
    pond_json_key(json, "members");
    pond_json_open(json, '[');
    for (int i = 0; i < night->member_count; i++) {
        const struct night_member *member = &night->members[i];
        pond_json_open(json, '{');
        pond_json_string_member(json, "name", member->name);
        pond_json_string_member(json, "frog", night_frogs[member->frog]);
        pond_json_bool_member(json, "here", (here & NIGHT_MEMBER(i)) != 0);
        pond_json_bool_member(json, "gone", member->gone);
        pond_json_bool_member(json, "away", member->away);
        pond_json_bool_member(json, "ready", member->ready);
        pond_json_number_member(json, "points", member->points);
        pond_json_number_member(json, "crowns", member->crowns);
        number_or_null(json, "seat", night_seat_of(night, i));
        if (member->vote >= 0) {
            pond_json_string_member(json, "vote", pond_games[member->vote]->name);
        } else {
            pond_json_null_member(json, "vote");
        }
        pond_json_close(json, '}');
    }
    pond_json_close(json, ']');
}

static void next_json(struct pond_json *json, const struct night_room *room)
{
    const struct night *night = &room->night;
    const int game = night_next(night);
    int8_t seats[POND_SEATS_MAX];
    const int count = night_seats(night, night_here(room), game, seats);
    pond_json_key(json, "next");
    pond_json_open(json, '{');
    pond_json_string_member(json, "game", pond_games[game]->name);
    pond_json_string_member(json, "options", night->options[game]);
    pond_json_number_member(json, "robots", night->robots);
    pond_json_string_member(json, "level", night->level);
    pond_json_bool_member(json, "first_time", night->first_time);
    pond_json_key(json, "seats");
    pond_json_open(json, '[');
    for (int seat = 0; seat < count; seat++) {
        if (seats[seat] >= 0) pond_json_number(json, seats[seat]);
        if (seats[seat] < 0) pond_json_null(json);
    }
    pond_json_close(json, ']');
    pond_json_close(json, '}');
}

static void games_json(struct pond_json *json, const struct night *night)
{
    const uint32_t kept = night->games < NIGHT_HISTORY_MAX ? night->games : NIGHT_HISTORY_MAX;
    pond_json_number_member(json, "played", night->games);
    pond_json_key(json, "games");
    pond_json_open(json, '[');
    for (uint32_t i = night->games - kept; i < night->games; i++) {
        const struct night_result *result = &night->results[i % NIGHT_HISTORY_MAX];
        pond_json_open(json, '{');
        pond_json_string_member(json, "game", pond_games[result->game]->name);
        number_or_null(json, "winner", result->winner);
        pond_json_key(json, "points");
        pond_json_open(json, '[');
        for (int member = 0; member < night->member_count; member++) {
            if (result->points[member] >= 0) pond_json_number(json, result->points[member]);
            if (result->points[member] < 0) pond_json_null(json);
        }
        pond_json_close(json, ']');
        pond_json_close(json, '}');
    }
    pond_json_close(json, ']');
}

/* For whom the leader stands in, and from when on anyone may take the lead. */
static void lead_json(struct pond_json *json, const struct night_room *room)
{
    const int64_t from_ms = night_lead_from_ms(room);
    number_or_null(json, "stands_in_for", room->night.lender);
    if (from_ms > 0) pond_json_number_member(json, "lead_from", from_ms);
    if (from_ms == 0) pond_json_null_member(json, "lead_from");
}

/* The claims that a session may know of: the leader and the screen that opened the night all of
 * them, another screen those that it may answer, everyone else their own. */
static void claims_json(struct pond_json *json, const struct night_room *room,
                        const struct session *session)
{
    const struct night *night = &room->night;
    const int member = night_session_member(room, session);
    const bool leads = member >= 0 && member == night->lead;
    pond_json_key(json, "claims");
    pond_json_open(json, '[');
    for (int i = 0; i < NIGHT_CLAIMS_MAX; i++) {
        const struct night_claim *claim = &night->claims[i];
        if (claim->person[0] == '\0' || room->hall->now_ms >= claim->until_ms) continue;
        const bool own = session->keyed && strcmp(session->person, claim->person) == 0;
        if (!leads && !own && !night_answers(room, session, claim)) continue;
        pond_json_open(json, '{');
        pond_json_number_member(json, "member", claim->member);
        number_or_null(json, "by", night_member_of(night, claim->person));
        pond_json_number_member(json, "number", claim->number);
        pond_json_close(json, '}');
    }
    pond_json_close(json, ']');
}

/* The whole of it, which is the same for everyone but `you` and `claims` (and `screen`): it holds
 * nothing private of a game. */
void night_show(struct night_room *room, struct session *session, int64_t id)
{
    static const char *const phases[] = {"none", "lobby", "playing", "ended"};
    const struct night *night = &room->night;
    char code[NIGHT_CODE_SIZE];
    for (int i = 0; i < NIGHT_CODE_SIZE; i++) {
        const char letter = room->code[i];
        code[i] = (char)(letter >= 'a' && letter <= 'z' ? letter - ('a' - 'A') : letter);
    }
    struct pond_json json = answer_begin(session, "night", id);
    pond_json_string_member(&json, "code", code);
    pond_json_number_member(&json, "version", night->version);
    pond_json_number_member(&json, "at", room->hall->now_ms);
    pond_json_string_member(&json, "phase", phases[night->phase]);
    number_or_null(&json, "lead", night->lead);
    lead_json(&json, room);
    members_json(&json, room);
    next_json(&json, room);
    if (night->table[0] != '\0') pond_json_string_member(&json, "table", night->table);
    if (night->table[0] == '\0') pond_json_null_member(&json, "table");
    pond_json_bool_member(&json, "stopped", night->stopped);
    if (night->vote_until_ms > 0) {
        pond_json_number_member(&json, "vote_until", night->vote_until_ms);
    } else {
        pond_json_null_member(&json, "vote_until");
    }
    games_json(&json, night);
    claims_json(&json, room, session);
    number_or_null(&json, "you", night_session_member(room, session));
    if (session->screen && id >= 0) pond_json_string_member(&json, "screen", night->screen);
    answer_send(session, &json);
}

/* The next claim to lapse is not told any more then. */
static void claims_look(struct night_room *room)
{
    room->claims_until_ms = 0;
    for (int i = 0; i < NIGHT_CLAIMS_MAX; i++) {
        const struct night_claim *claim = &room->night.claims[i];
        if (claim->person[0] == '\0' || room->hall->now_ms >= claim->until_ms) continue;
        if (room->claims_until_ms == 0 || claim->until_ms < room->claims_until_ms) {
            room->claims_until_ms = claim->until_ms;
        }
    }
}

void night_tell(struct night_room *room, struct session *asker)
{
    room->tell_due = false;
    claims_look(room);
    night_unseen_look(room);
    if (asker != NULL) night_show(room, asker, room->journal.asker_id);
    for (struct session *one = room->sessions; one != NULL; one = one->next_in_night) {
        if (one != asker) night_show(room, one, -1);
    }
}
