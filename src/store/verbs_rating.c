/* verbs_rating.c: games that count: rating them, lists of ratings, results that are void. */
#include <stdio.h>
#include <string.h>

#include "driver.h"

/* Four columns from `first` on: rating, deviation, volatility, games. */
static struct glicko rating_read(const struct rows *rows, int first)
{
    const struct driver *driver = rows->link->driver;
    return (struct glicko){.rating = driver->real(rows, first),
                           .deviation = driver->real(rows, first + 1),
                           .volatility = driver->real(rows, first + 2),
                           .games = (uint32_t)driver->number(rows, first + 3)};
}

enum store_status rating_find(struct store_link *link, const char *person, const char *game,
                              struct glicko *rating)
{
    struct rows rows;
    rows_begin(&rows, link, SQL_RATING_FIND, VALUES(TEXT(person), TEXT(game)));
    *rating = rows_next(&rows) ? rating_read(&rows, 0) : glicko_first();
    return rows_end(&rows);
}

/* The same for a game to be rated: the row is there and ours until the transaction ends, so that
 * games that end together on several nodes are rated one after the other. */
static enum store_status rating_lock(struct store_link *link, const char *person, const char *game,
                                     struct glicko *rating)
{
    struct rows rows;
    const struct glicko first = glicko_first();
    const enum store_status status =
        statement_find(link, SQL_RATING_LOCK, &rows,
                       VALUES(TEXT(person), TEXT(game), REAL(first.rating), REAL(first.deviation),
                              REAL(first.volatility)));
    if (status != STORE_FINE) return status == STORE_NONE ? STORE_REFUSED : status;
    *rating = rating_read(&rows, 0);
    return rows_end(&rows);
}

static enum store_status rating_put(struct store_link *link, const struct store_request *request,
                                    const char *person, const struct glicko *rating, double score)
{
    const char *game = request->outcome->game;
    const enum store_status status = statement_run(
        link, SQL_RATING_PUT,
        VALUES(TEXT(person), TEXT(game), REAL(rating->rating), REAL(rating->deviation),
               REAL(rating->volatility), NUMBER(rating->games)));
    if (status != STORE_FINE) return status;
    return statement_run(link, SQL_HISTORY_ADD,
                         VALUES(TEXT(person), TEXT(game), NUMBER(request->at_ms),
                                REAL(rating->rating), REAL(rating->deviation),
                                REAL(rating->volatility), NUMBER(request->place), REAL(score)));
}

/* How many games of these two counted lately. */
static enum store_status meetings_count(struct store_link *link,
                                        const struct store_request *request, int one, int other,
                                        uint32_t *count)
{
    const struct store_outcome *outcome = request->outcome;
    struct rows rows;
    const enum store_status status =
        statement_find(link, SQL_MEETINGS, &rows,
                       VALUES(TEXT(outcome->person[one]), TEXT(outcome->person[other]),
                              TEXT(outcome->game), NUMBER(request->at_ms - STORE_PARTNER_MS)));
    if (status != STORE_FINE) return status == STORE_NONE ? STORE_REFUSED : status;
    *count = (uint32_t)rows_number(&rows, 0);
    return rows_end(&rows);
}

/* A game being rated, by its persons. */
struct rating {
    int order[POND_SEATS_MAX]; /* indexes of persons, sorted by id, so that nodes never wait in a
                                * circle */
    struct glicko before[POND_SEATS_MAX];
    uint32_t met[POND_SEATS_MAX][POND_SEATS_MAX]; /* how often these two have met lately (i < j) */
    struct glicko after[POND_SEATS_MAX];
    double score[POND_SEATS_MAX]; /* of what there was, 0 to 1; below 0: the game does not count */
};

static void rating_order(struct rating *rating, const struct store_outcome *outcome)
{
    for (int i = 0; i < outcome->count; i++) {
        int at = i;
        for (; at > 0; at--) {
            const int before = rating->order[at - 1];
            if (strcmp(outcome->person[before], outcome->person[i]) <= 0) break;
            rating->order[at] = before;
        }
        rating->order[at] = i;
    }
}

/* Everyone against everyone, but for pairs that have met too often. */
static void rating_reckon(struct rating *rating, const struct store_outcome *outcome)
{
    for (int i = 0; i < outcome->count; i++) {
        struct glicko opponents[POND_SEATS_MAX];
        double scores[POND_SEATS_MAX], sum = 0;
        int count = 0;
        for (int j = 0; j < outcome->count; j++) {
            const uint32_t met = rating->met[i < j ? i : j][i < j ? j : i];
            if (j == i || met >= STORE_PARTNER_GAMES_MAX) continue;
            const int margin = outcome->rank[j] - outcome->rank[i];
            scores[count] = margin > 0 ? 1 : margin == 0 ? 0.5 : 0;
            sum += scores[count];
            opponents[count++] = rating->before[j];
        }
        rating->score[i] = count > 0 ? sum / count : -1;
        if (count > 0) {
            rating->after[i] = glicko_after(&rating->before[i], opponents, scores, count);
        }
    }
}

enum store_status outcome_rate(struct store_link *link, const struct store_request *request)
{
    const struct store_outcome *outcome = request->outcome;
    struct rating rating = {0};
    enum store_status status = STORE_FINE;
    rating_order(&rating, outcome);
    for (int i = 0; i < outcome->count && status == STORE_FINE; i++) {
        const int who = rating.order[i];
        status = rating_lock(link, outcome->person[who], outcome->game, &rating.before[who]);
    }
    for (int i = 0; i < outcome->count; i++) {
        for (int j = i + 1; j < outcome->count && status == STORE_FINE; j++) {
            status = meetings_count(link, request, i, j, &rating.met[i][j]);
        }
    }
    if (status != STORE_FINE) return status;
    rating_reckon(&rating, outcome);
    for (int i = 0; i < outcome->count && status == STORE_FINE; i++) {
        if (rating.score[i] < 0) continue;
        status = rating_put(link, request, outcome->person[i], &rating.after[i], rating.score[i]);
    }
    return status;
}

enum store_status verb_leaders(struct store_link *link, struct store_request *request)
{
    struct rows rows;
    rows_begin(&rows, link, SQL_LEADERS,
               VALUES(TEXT(request->game), REAL(GLICKO_DEVIATION_SETTLED)));
    if (rows.status != STORE_FINE) return rows.status;
    request->persons = rows_room(STORE_LIST_MAX, sizeof *request->persons);
    while (request->row_count < STORE_LIST_MAX && rows_next(&rows)) {
        struct store_person *row = &request->persons[request->row_count++];
        rows_text(&rows, 0, row->id, sizeof row->id);
        rows_text(&rows, 1, row->name, sizeof row->name);
        row->rating[0] = rating_read(&rows, 2);
    }
    return rows_end(&rows);
}

enum store_status verb_history(struct store_link *link, struct store_request *request)
{
    struct rows rows;
    rows_begin(&rows, link, SQL_HISTORY, VALUES(TEXT(request->person), TEXT(request->game)));
    if (rows.status != STORE_FINE) return rows.status;
    request->ratings = rows_room(STORE_LIST_MAX, sizeof *request->ratings);
    while (request->row_count < STORE_LIST_MAX && rows_next(&rows)) {
        struct store_rating_row *row = &request->ratings[request->row_count++];
        row->at_ms = rows_number(&rows, 0);
        rows_text(&rows, 1, row->table, sizeof row->table);
        row->score = link->driver->real(&rows, 2);
        row->rating = rating_read(&rows, 3);
    }
    return rows_end(&rows);
}

/* One person's part of a game that is void. */
struct part {
    int64_t row;
    char person[STORE_ID_SIZE], game[STORE_GAME_SIZE];
    double gain;
};

/* Later ratings shift by what it had given. */
static enum store_status part_void(struct store_link *link, const struct part *part)
{
    const struct value shift[] = {TEXT(part->person), TEXT(part->game), REAL(part->gain),
                                  NUMBER(part->row)};
    enum store_status status = statement_run(link, SQL_VOID_RATING, shift, 3);
    if (status == STORE_FINE) status = statement_run(link, SQL_VOID_LATER, shift, 4);
    if (status != STORE_FINE) return status;
    return statement_run(link, SQL_VOID_DROP, VALUES(NUMBER(part->row)));
}

enum store_status verb_void(struct store_link *link, struct store_request *request)
{
    struct part parts[POND_SEATS_MAX];
    struct rows rows;
    uint32_t count = 0;
    enum store_status status = table_number(link, SQL_TABLE_FIND, request->table, &request->place);
    if (status != STORE_FINE) return status;
    rows_begin(&rows, link, SQL_VOID_FIND,
               VALUES(NUMBER(request->place), REAL(glicko_first().rating)));
    while (count < POND_SEATS_MAX && rows_next(&rows)) {
        struct part *part = &parts[count++];
        part->row = rows_number(&rows, 0);
        rows_text(&rows, 1, part->person, sizeof part->person);
        rows_text(&rows, 2, part->game, sizeof part->game);
        part->gain = link->driver->real(&rows, 3);
    }
    status = rows_end(&rows);
    for (uint32_t i = 0; i < count && status == STORE_FINE; i++) {
        status = part_void(link, &parts[i]);
    }
    request->row_count = count;
    return status == STORE_FINE && count == 0 ? STORE_NONE : status;
}
