/* night_places.c: in which order the players of a game of the night have finished.
 *
 * The rules of a game name its winner. The others are ranked for the night's score: those who were
 * still in play by their points, then those who were out, the last to go out first. */
#include <stdio.h>

#include "night.h"
#include "pond/encode.h"

#define STILL_IN UINT32_MAX

/* By seat: the number of the log's entry that put it out of the game, or STILL_IN. */
static void out_find(const struct pond_match *match, uint32_t out_at[POND_SEATS_MAX])
{
    const struct pond_game *game = match->game;
    struct pond_state state = match->start;
    struct pond_cursor cursor = pond_cursor_at(match, 0);
    const struct pond_entry *entry;
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) out_at[seat] = STILL_IN;
    while (game->in_play != NULL && (entry = pond_cursor_next(&cursor)) != NULL) {
        pond_entry_apply(game, entry, &state);
        const pond_seats in_play = game->in_play(&state);
        for (int seat = 0; seat < match->seat_count; seat++) {
            const bool leaves = out_at[seat] == STILL_IN && (in_play & POND_SEAT(seat)) == 0;
            if (leaves) out_at[seat] = cursor.number;
        }
    }
}

/* The points of a game that has them; 0 for all where it has none. */
static void points_find(const struct pond_match *match, int16_t points[POND_SEATS_MAX])
{
    struct pond_encoding encoding;
    struct pond_episode episode;
    struct pond_standing standing = {0};
    struct pond_error why;
    if (pond_encoding_open(&encoding, match->game, &match->config, &why)) {
        pond_episode_begin_at(&encoding, &match->state, &episode);
        episode.result = match->result;
        pond_episode_standing(&encoding, &episode, &standing);
    }
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) points[seat] = standing.points[seat];
}

/* From 1; equals share one. Nobody is first where the dummy has won. */
static void places_find(const struct pond_match *match, int8_t places[POND_SEATS_MAX])
{
    uint32_t out_at[POND_SEATS_MAX];
    int16_t points[POND_SEATS_MAX];
    const struct pond_result result = match->result;
    const int winner = result.outcome == POND_WON ? result.seat : -1;
    out_find(match, out_at);
    points_find(match, points);
    for (int seat = 0; seat < match->seat_count; seat++) {
        int better = result.outcome == POND_WON_BY_DUMMY;
        for (int other = 0; other < match->seat_count; other++) {
            const bool ahead = out_at[other] != out_at[seat] ? out_at[other] > out_at[seat]
                                                             : points[other] > points[seat];
            better += other == winner || (ahead && seat != winner);
        }
        if (seat == winner || result.outcome == POND_DRAWN) better = 0;
        places[seat] = (int8_t)(1 + better);
    }
}

void night_print_result(const char *table, const struct pond_match *match,
                        char line[EVENT_LINE_SIZE])
{
    int8_t places[POND_SEATS_MAX];
    char list[4 * POND_SEATS_MAX];
    places_find(match, places);
    night_list_print(places, match->seat_count, list, sizeof list);
    snprintf(line, EVENT_LINE_SIZE, "result %s %s", table, list);
}
