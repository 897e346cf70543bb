/* mirror.c: a match that follows a server's views. See mirror.h. */
#include "mirror.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pond/follower.h"

/* A view as received, with quick access to its texts and numbers. */
struct seen {
    const struct pond_game *game;
    struct pond_config config;
    const char *position, *hand, *chosen, *last;
    int seat; /* or POND_SPECTATOR */
    pond_seats turn, sealed, resigned;
    uint32_t version, ply, turns;
    int offer;
    struct pond_result result;
};

/* ---- Reading the view ---- */

const char *json_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

static pond_seats seats_of(const json_t *view, const char *key)
{
    const json_t *list = json_object_get(view, key);
    pond_seats seats = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_int_t seat = json_integer_value(json_array_get(list, i));
        if (seat >= 0 && seat < POND_SEATS_MAX) seats |= POND_SEAT(seat);
    }
    return seats;
}

static struct pond_result result_of(const json_t *view)
{
    const char *result = json_text(view, "result"), *reason = json_text(view, "reason");
    struct pond_result ended = {.outcome = POND_GOES_ON};
    if (result[0] == '\0') return ended;
    ended.outcome = strcmp(result, "draw") == 0    ? POND_DRAWN
                    : strcmp(result, "dummy") == 0 ? POND_WON_BY_DUMMY
                                                   : POND_WON;
    const int seat = strncmp(result, "seat ", 5) == 0 ? result[5] - '0' : 0;
    if (seat >= 0 && seat < POND_SEATS_MAX) ended.seat = (uint8_t)seat;
    for (int i = 0; i < POND_REASONS; i++) {
        if (strcmp(pond_reason_name((enum pond_reason)i), reason) == 0) ended.reason = (uint8_t)i;
    }
    return ended;
}

static bool seen_read(const json_t *view, struct seen *seen)
{
    seen->game = pond_game_find(json_text(view, "game"));
    if (seen->game == NULL ||
        !pond_config_parse(seen->game, json_text(view, "options"), &seen->config, NULL)) {
        return false;
    }
    seen->position = json_text(view, "pos");
    seen->hand = json_text(view, "hand");
    seen->chosen = json_text(view, "chosen");
    seen->last = json_text(view, "last");
    const json_int_t seat = json_integer_value(json_object_get(view, "seat"));
    const bool seated = seat >= 0 && seat < seen->game->seats(&seen->config);
    seen->seat = seated ? (int)seat : POND_SPECTATOR;
    seen->turn = seats_of(view, "turn");
    seen->sealed = seats_of(view, "sealed");
    seen->resigned = seats_of(view, "resigned");
    seen->version = (uint32_t)json_integer_value(json_object_get(view, "version"));
    seen->ply = (uint32_t)json_integer_value(json_object_get(view, "ply"));
    seen->turns = (uint32_t)json_integer_value(json_object_get(view, "turns"));
    const json_t *offer = json_object_get(view, "offer");
    seen->offer = json_is_integer(offer) ? (int)json_integer_value(offer) : -1;
    seen->result = result_of(view);
    return true;
}

/* ---- Setting up ---- */

static bool set_up(struct mirror *mirror, const struct seen *seen)
{
    struct pond_follower follower;
    if (!pond_follower_put(&follower, seen->game, &seen->config, seen->seat, seen->position,
                           seen->hand, NULL)) {
        return false;
    }
    pond_match_begin_at(&mirror->match, seen->game, &seen->config, &follower.state, mirror->log,
                        MIRROR_LOG_MAX);
    mirror->round = mirror->match;
    return true;
}

/* A match that begins in the middle counts on from what the view says: turns that are over, and the
 * one that is going on. */
static void count_on(struct pond_match *match, const struct seen *seen)
{
    match->ply = seen->ply;
    match->turns = seen->turns + (seen->turn != 0);
    if (seen->turn != 0) match->turn_seat = (uint8_t)pond_seat_first(seen->turn);
}

/* ---- Playing on ---- */

/* `R4 G2 y3`: the cards of a round by the letters of the frogs; the dummy's is chance's. */
static bool round_play(struct pond_match *match, const char *last)
{
    char words[POND_SEATS_MAX][8];
    const int count =
        sscanf(last, "%7s %7s %7s %7s %7s", words[0], words[1], words[2], words[3], words[4]);
    const struct pond_game *game = match->game;
    const struct pond_state before = match->state;
    for (int seat = 0; seat < match->seat_count; seat++) {
        for (int i = 0; i < count; i++) {
            if (words[i][0] != game->seat_letter(&before, seat)) continue;
            if (!pond_match_submit_text(match, seat, words[i] + 1, NULL)) return false;
        }
    }
    for (int i = 0; i < count && pond_match_chance_due(match); i++) {
        if (words[i][0] < 'a' || words[i][0] > 'z') continue;
        if (!pond_match_outcome(match, (pond_move)(words[i][1] - '0'), NULL)) return false;
    }
    return count > 0;
}

/* What the view says was done last, done here as well. */
static bool last_play(struct mirror *mirror, const struct seen *seen)
{
    struct pond_match *match = &mirror->match;
    int seat;
    char word[16];
    if (sscanf(seen->last, "S%d:%15s", &seat, word) == 2) {
        return strcmp(word, "resign") == 0 && pond_match_resign(match, seat, NULL);
    }
    const pond_seats turn = pond_match_turn(match);
    if (turn == 0 || seen->last[0] == '\0') return false;
    const bool letters = seen->last[0] >= 'A' && seen->last[0] <= 'Z';
    if (match->game->record_style == POND_RECORD_ROUNDS && letters) {
        return round_play(match, seen->last);
    }
    char move[POND_MOVE_TEXT_MAX];
    snprintf(move, sizeof move, "%s", seen->last);
    move[strcspn(move, "+")] = '\0';
    return pond_match_submit_text(match, pond_seat_first(turn), move, NULL);
}

/* Lays the choices of an open round face down; those of others are any. */
static bool seal(struct mirror *mirror, const struct seen *seen)
{
    struct pond_match *match = &mirror->match;
    mirror->round = *match;
    for (int seat = 0; seat < match->seat_count; seat++) {
        pond_move moves[POND_MOVES_MAX];
        if ((seen->sealed & POND_SEAT(seat)) == 0) continue;
        if (seat == seen->seat) {
            if (!pond_match_submit_text(match, seat, seen->chosen, NULL)) return false;
        } else if (match->game->moves(&match->state, seat, moves) == 0 ||
                   !pond_match_submit(match, seat, moves[0], NULL)) {
            return false;
        }
    }
    return true;
}

/* Does the match look as the view says? */
static bool agrees(const struct mirror *mirror, const struct seen *seen)
{
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    struct pond_view view;
    pond_match_view(&mirror->match, seen->seat, &view);
    seen->game->view_print(&view, &text);
    return strcmp(memory, seen->position) == 0 && pond_match_turn(&mirror->match) == seen->turn &&
           pond_match_sealed(&mirror->match) == seen->sealed;
}

static bool play_on(struct mirror *mirror, const struct seen *seen)
{
    struct pond_match *match = &mirror->match;
    if (!mirror->there || match->game != seen->game ||
        pond_match_entries(match) + 200 > MIRROR_LOG_MAX) {
        return false;
    }
    if (pond_match_sealed(match) != 0) *match = mirror->round;
    if (seen->ply == match->ply + 1 && seen->sealed == 0 && !last_play(mirror, seen)) return false;
    if (seen->ply < match->ply) return false;
    return seal(mirror, seen) && agrees(mirror, seen);
}

bool mirror_take(struct mirror *mirror, const json_t *view)
{
    struct seen seen;
    if (!seen_read(view, &seen)) return false;
    if (!play_on(mirror, &seen)) {
        mirror->there = false;
        if (!set_up(mirror, &seen)) return false;
        seal(mirror, &seen);
        count_on(&mirror->match, &seen);
        count_on(&mirror->round, &seen);
    }
    mirror->there = true;
    mirror->match.version = seen.version;
    mirror->match.offer = (int8_t)seen.offer;
    mirror->match.resigned = seen.resigned;
    if (seen.result.outcome != POND_GOES_ON) mirror->match.result = seen.result;
    return true;
}

bool mirror_open(struct mirror *mirror)
{
    memset(mirror, 0, sizeof *mirror);
    mirror->log = malloc(MIRROR_LOG_MAX * sizeof *mirror->log);
    return mirror->log != NULL;
}

void mirror_close(struct mirror *mirror) { free(mirror->log); }

void mirror_forget(struct mirror *mirror) { mirror->there = false; }
