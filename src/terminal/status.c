/* status.c: where a game stands, in words and as a scene. See status.h. */
#include "status.h"

#include <string.h>

void status_scene(const struct play *play, struct scene *scene)
{
    scene->voice = play->voice;
    for (int seat = 0; seat < play->chair_count; seat++) scene->names[seat] = play_name(play, seat);
    scene_set(scene, &play->match, play->viewer, play_decider(play));
}

void status_story(const struct play *play, struct story *story, uint32_t from)
{
    struct telling telling = {.voice = play->voice,
                              .game = play->match.game,
                              .seat_count = play->chair_count,
                              .viewer = play->viewer};
    for (int seat = 0; seat < play->chair_count; seat++) {
        telling.names[seat] = play_name(play, seat);
    }
    story_write(story, &telling, &play->match, from);
}

void status_result(const struct play *play, struct pond_text *out)
{
    const struct pond_result result = play->match.result;
    const char *names[POND_SEATS_MAX];
    for (int seat = 0; seat < play->chair_count; seat++) names[seat] = play_name(play, seat);
    tell_result(out, play->voice, result, names, play->chair_count);
}

void status_tell(const struct play *play, struct pond_text *out)
{
    const pond_seats turn = pond_match_turn(&play->match);
    const int decider = play_decider(play);
    if (pond_match_over(&play->match)) {
        status_result(play, out);
    } else if (play->paused) {
        tell_prompt(out, play->voice, TELL_LOOK_TOGETHER, "");
    } else if (play->covered) {
        tell1(out, play->voice, TELL_PASS_ON, play_name(play, play->covered_for));
    } else if (decider >= 0 && play_person_count(play) > 1) {
        tell1(out, play->voice, TELL_YOUR_TURN, play_name(play, decider));
    } else if (decider >= 0) {
        tell(out, play->voice, TELL_YOUR_TURN_ALONE);
    } else if ((turn & (turn - 1)) != 0) {
        tell(out, play->voice, TELL_WAITING);
    } else if (turn != 0) {
        tell1(out, play->voice, TELL_TURN_OF, play_name(play, pond_seat_first(turn)));
    }
}

/* The turn that is being played, or was when the game ended; counted as the story counts. */
static uint32_t turn_number(const struct pond_match *match)
{
    const enum pond_reason reason = match->result.reason;
    const bool broken_off = reason == POND_REASON_RESIGNED || reason == POND_REASON_AGREED;
    const uint32_t turns = pond_match_turns(match) + (!pond_match_over(match) || broken_off);
    return match->game->record_style == POND_RECORD_PAIRS ? (turns + 1) / 2 : turns;
}

void status_title(const struct play *play, struct pond_text *out)
{
    const struct pond_match *match = &play->match;
    const struct edition *edition = edition_played(match);
    pond_text_string(out, edition != NULL ? edition->title : match->game->title);
    if (match->game->round == NULL) {
        pond_text_string(out, " · ");
        tell1(out, play->voice, TELL_TITLE_TURN, digits_of(turn_number(match)).text);
    }
    if (play->practice) {
        pond_text_string(out, " · ");
        tell(out, play->voice, TELL_PRACTICE);
    }
}

void status_score(const struct play *play, struct pond_text *out)
{
    if (play->series.games == 0) return;
    for (int player = 0; player < play->chair_count; player++) {
        if (player > 0) pond_text_string(out, " · ");
        tell2(out, play->voice, TELL_SCORE, play->chairs[player].name,
              digits_of(play->series.wins[player]).text);
    }
}
