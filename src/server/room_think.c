/* room_think.c: what a table asks of the engines, on whose account, and when the answer is no
 * longer needed. See inside.h. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "pond/analysis.h"

/* On whose account a computer thinks: of the people who play at the table, the one with the fewest
 * thoughts under way; if nobody plays, its creator. */
static struct person *account_of(const struct room *room)
{
    struct people *people = room->hall->people;
    struct person *best = NULL;
    for (int seat = 0; seat < room->table.seat_count; seat++) {
        const struct table_seat *one = &room->table.seats[seat];
        if (one->kind != SEAT_PERSON || one->computer[0] != '\0') continue;
        struct person *person = people_get(people, one->person);
        if (best == NULL || person->thoughts < best->thoughts) best = person;
    }
    return best != NULL ? best : people_get(people, room->table.by);
}

static void account_set(const struct room *room, struct think_job *job, const struct session *hint)
{
    struct person *person = hint != NULL ? hint->owner : account_of(room);
    if (person == NULL) return;
    person->thoughts++;
    memcpy(job->person, person->id, sizeof job->person);
    const struct session *session = hint != NULL ? hint : person->sessions;
    if (session != NULL) job->address = session->address;
}

void room_think(struct room *room, int seat, const struct session *hint, int64_t id)
{
    const struct pond_match *match = &room->table.match;
    struct think_job *job = calloc(1, sizeof *job);
    assert(job != NULL);
    memcpy(job->table, room->table.id, sizeof job->table);
    job->about =
        (struct think_about){room->table.number, match->ply, room->table.decision_since, seat};
    struct pond_text name = pond_text_in(job->computer, sizeof job->computer);
    pond_text_string(&name, hint != NULL ? "engine:" : room->table.seats[seat].computer);
    if (hint != NULL) { /* as everywhere: the full engine, which plays for no effect */
        pond_text_string(&name, pond_analysis_settings(match->game));
        job->nodes = pond_analysis_nodes(match->game, match->seat_count);
    }
    job->time_ms_max = hint != NULL ? HINT_TIME_MS_MAX : COMPUTER_TIME_MS_MAX;
    job->patient = hint == NULL && table_persons(&room->table) == 0;
    job->session = hint != NULL ? hint->serial : 0;
    job->id = id;
    account_set(room, job, hint);
    room->hall->outside.random(room->hall->outside.context, &job->seed, sizeof job->seed);
    const uint32_t entries = pond_match_entries(match);
    job->log = malloc((entries + 1) * sizeof *job->log);
    assert(job->log != NULL);
    pond_match_copy(match, &job->match, job->log, entries + 1);
    if (hint == NULL) {
        room->thinking = true;
        room->thinks_about = job->about;
    } else {
        room->hints |= POND_SEAT(seat);
    }
    room->hall->outside.think(room->hall->outside.context, job);
}

bool room_thinks_about(const struct table *table, const struct think_about *about)
{
    return table->phase == TABLE_PLAYING && about->number == table->number &&
           about->ply == table->match.ply && about->since == table->decision_since &&
           (table_turn_computers(table) & POND_SEAT(about->seat)) != 0;
}

void room_think_end(struct room *room)
{
    const struct hall_outside *outside = &room->hall->outside;
    if (room->thinking && outside->forget != NULL) {
        outside->forget(outside->context, room->table.id, 0);
    }
}

void room_think_look(struct room *room)
{
    if (!room_thinks_about(&room->table, &room->thinks_about)) room_think_end(room);
}
