/* where.c: where a table on a server stands: its phase, seats, names and clocks. See online.h. */
#include "online.h"

#include <string.h>

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
        const char *kind = json_text(online_seat_told(online, seat), "kind");
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
    const json_t *one = online_seat_told(online, seat);
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
        invited =
            invited || strcmp(json_text(online_seat_told(online, seat), "kind"), "invited") == 0;
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

void online_time(const struct voice *voice, int64_t left_ms, struct pond_text *out)
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
        const json_t *one = online_seat_told(online, seat);
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
        online_time(&online->voice,
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
        const json_t *one = online_seat_told(online, seat);
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
