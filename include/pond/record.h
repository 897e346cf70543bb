/* record.h: games as text that people read and programs replay without a generator.
 *
 * Writing gives every chance outcome where it happened; reading replays the game move by move and
 * refuses the first line that does not fit. docs/notation.md has the format. */
#ifndef POND_RECORD_H
#define POND_RECORD_H

#include "pond/match.h"

POND_BEGIN

#define POND_NAME_MAX 96
#define POND_DATE_MAX 32
#define POND_WORD_TEXT_MAX 128 /* a move, a group of cards, an event */

/* What a record says besides the game. */
struct pond_record {
    char name[POND_SEATS_MAX][POND_NAME_MAX + 1]; /* "" where there is no tag */
    char date[POND_DATE_MAX + 1];
    char seed[POND_SEED_MAX + 1];
    struct pond_result result; /* as written; the reader has checked it */
    const char *tags;          /* for writing: lines of further tags, whole and ended; NULL: none */
};

/* Takes text as it is made. */
typedef void pond_sink(void *context, const char *bytes, size_t length);

/* Writes a match. Where the game is not over, `record->result` says why it stops here (unfinished,
 * by a limit or still in progress). `hidden_from` is a seat that may not see everything: what is
 * private to others stands as '?'; -1 shows all. */
POND_API void pond_record_write(const struct pond_match *match, const struct pond_record *record,
                                int hidden_from, pond_sink *sink, void *context);

/* Reads the games of a text one after the other. */
struct pond_reader {
    const char *text;
    size_t length, at;
    uint32_t line;       /* of the current word, from 1 */
    uint32_t error_line; /* where reading failed */
    /* Called at the start and after every decision, round or event, once chance has had its part;
     * may be NULL. */
    void (*after_ply)(void *context, const struct pond_match *match);
    void *context;
};

POND_API struct pond_reader pond_reader_of(const char *text, size_t length);
/* Is there another game (or at least something other than blank lines)? */
POND_API bool pond_reader_more(struct pond_reader *reader);
/* Reads the next game into `match`, whose log is the memory given. */
POND_API bool pond_record_read(struct pond_reader *reader, struct pond_match *match,
                               struct pond_record *record, struct pond_entry *log, uint32_t log_max,
                               struct pond_error *why);

POND_END

#endif
