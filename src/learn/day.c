/* day.c: the puzzle of the day: the same for everyone who has the same date, without a clock here.
 */
#include "learn.h"

#include <string.h>

#include "banned.h"

static bool digits_read(const char *text, int count, int32_t *number)
{
    *number = 0;
    for (int i = 0; i < count; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        *number = 10 * *number + (text[i] - '0');
    }
    return true;
}

/* Days since 1970-01-01 in the Gregorian calendar: years begin in March here, so that the day which
 * comes and goes is the last one. */
static int32_t days_of(int32_t year, int32_t month, int32_t day)
{
    const int32_t shifted = month > 2 ? year : year - 1;
    const int32_t of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + of_year - 719468;
}

bool pond_date_read(const char *text, int32_t *days, struct pond_error *why)
{
    int32_t year, month, day;
    const bool form = strlen(text) == 10 && text[4] == '-' && text[7] == '-' &&
                      digits_read(text, 4, &year) && digits_read(text + 5, 2, &month) &&
                      digits_read(text + 8, 2, &day);
    if (!form || year < 1 || month < 1 || month > 12 || day < 1) {
        return pond_refuse_text(why, POND_WORD_LEARN_DATE, text);
    }
    const int32_t next = month < 12 ? days_of(year, month + 1, 1) : days_of(year + 1, 1, 1);
    if (days_of(year, month, day) >= next) return pond_refuse_text(why, POND_WORD_LEARN_DATE, text);
    *days = days_of(year, month, day);
    return true;
}

static uint32_t remainder_of(int64_t number, uint32_t count)
{
    const int64_t rest = number % (int64_t)count;
    return (uint32_t)(rest < 0 ? rest + count : rest);
}

/* The largest step up to two fifths of the way round that has no divisor in common with the count:
 * so all have their turn, and neighbours in the file are days apart. */
static uint32_t step_of(uint32_t count)
{
    for (uint32_t step = 2 * count / 5; step > 1; step--) {
        uint32_t one = count, other = step;
        while (other != 0) {
            const uint32_t rest = one % other;
            one = other;
            other = rest;
        }
        if (one == 1) return step;
    }
    return 1;
}

uint32_t pond_puzzle_of_day(int32_t days, uint32_t count)
{
    const uint32_t day = remainder_of(days, count);
    /* Every time round begins elsewhere, so that no puzzle keeps to one day of the week. */
    const int64_t round = ((int64_t)days - day) / count;
    return remainder_of((int64_t)day * step_of(count) + round, count);
}

/* Is there a puzzle of this game? */
static bool has_puzzles(const struct pond_game *game)
{
    struct pond_course course;
    return pond_course_open(&course, game, POND_PUZZLES);
}

uint32_t pond_game_of_day(int32_t days)
{
    uint32_t count = 0, game = 0;
    for (uint32_t i = 0; pond_games[i] != NULL; i++) count += has_puzzles(pond_games[i]);
    for (uint32_t left = remainder_of(days, count); left > 0 || !has_puzzles(pond_games[game]);
         game++) {
        left -= has_puzzles(pond_games[game]);
    }
    return game;
}
