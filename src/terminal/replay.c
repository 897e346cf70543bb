/* replay.c: a match that was played, step by step. See replay.h. */
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "setup.h"

#define LEVEL_OF_OTHERS "level:4"

/* A step is a decision or a round, with the chance that follows it. */
static void steps_find(struct replay *replay)
{
    const struct pond_match *match = &replay->match;
    replay->step_count = 1;
    replay->step_end[0] = 0;
    struct pond_cursor cursor = pond_cursor_at(match, 0);
    for (const struct pond_entry *entry; (entry = pond_cursor_next(&cursor)) != NULL;) {
        const uint32_t step = entry->ply < match->ply ? entry->ply : match->ply;
        if (step >= REPLAY_STEPS_MAX) break;
        replay->step_end[step] = cursor.number;
        if ((int)step >= replay->step_count) replay->step_count = (int)step + 1;
    }
}

static bool log_make(struct replay *replay)
{
    memset(replay, 0, sizeof *replay);
    replay->log = malloc(PLAY_LOG_MAX * sizeof *replay->log);
    return replay->log != NULL;
}

bool replay_take(struct replay *replay, const struct play *play)
{
    if (!log_make(replay)) return false;
    pond_match_copy(&play->match, &replay->match, replay->log, PLAY_LOG_MAX);
    play_record(play, &replay->record);
    steps_find(replay);
    return true;
}

bool replay_read(struct replay *replay, const struct voice *voice, const char *path,
                 const char *text, size_t length, struct pond_text *trouble)
{
    struct pond_reader reader = pond_reader_of(text, length);
    struct pond_error why;
    if (!log_make(replay)) {
        tell(trouble, voice, TELL_MEMORY);
        return false;
    }
    const bool more = pond_reader_more(&reader);
    const bool fine = more && pond_record_read(&reader, &replay->match, &replay->record,
                                               replay->log, PLAY_LOG_MAX, &why);
    if (fine) {
        steps_find(replay);
        return true;
    }
    if (!more) {
        tell1(trouble, voice, TELL_RECORD_EMPTY, path);
    } else {
        pond_text_string(trouble, path);
        pond_text_char(trouble, ':');
        pond_text_number(trouble, reader.error_line);
        pond_text_string(trouble, ": ");
        tell_refusal(trouble, voice, &why);
    }
    replay_close(replay);
    return false;
}

void replay_close(struct replay *replay)
{
    free(replay->log);
    replay->log = NULL;
}

void replay_at(const struct replay *replay, int step, struct pond_match *then)
{
    *then = replay->match;
    if (step == replay->step_count - 1) return;
    pond_match_at(&replay->match, replay->step_end[step], then);
}

const char *replay_name(const struct replay *replay, const struct voice *voice, int seat,
                        char memory[POND_NAME_MAX + 1])
{
    struct pond_text text = pond_text_in(memory, POND_NAME_MAX + 1);
    if (replay->record.name[seat][0] != '\0') {
        pond_text_string(&text, replay->record.name[seat]);
    } else {
        tell1(&text, voice, TELL_PLAYER, digits_of(seat + 1).text);
    }
    return memory;
}

void replay_fork(const struct replay *replay, int step, int seat, struct play_setup *setup)
{
    const struct pond_game *game = replay->match.game;
    struct pond_match then;
    struct pond_view view;
    struct pond_rng rng;
    memset(setup, 0, sizeof *setup);
    setup->game = game;
    setup->config = replay->match.config;
    setup->practice = true;
    seed_draw(setup->seed);
    replay_at(replay, step, &then);
    pond_match_view(&then, seat, &view);
    pond_rng_seed(&rng, setup->seed);
    pond_rng_branch(&rng, 1); /* the seed itself is for what is drawn later */
    game->sample(&view, &rng, &setup->position);
    setup->from_position = true;
    size_t length = 0;
    for (int i = 0; i < replay->match.seat_count; i++) {
        length += (size_t)snprintf(setup->seats + length, sizeof setup->seats - length, "%s%s",
                                   i > 0 ? "," : "", i == seat ? "me" : LEVEL_OF_OTHERS);
    }
}
