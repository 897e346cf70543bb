/* record_heard.h: reading a record for callers that need more than the game: every comment and
 * every token as it is read; and single tokens of the same notation. */
#ifndef POND_RECORD_HEARD_H
#define POND_RECORD_HEARD_H

#include "pond/record.h"

struct record_listener {
    void *context;
    /* A comment after the tags: the bytes from `start` to `end` of the reader's text. */
    bool (*comment)(void *context, size_t start, size_t end, struct pond_error *why);
    /* A word has been taken, so the match has gone on (but for numbers and the like). */
    bool (*word)(void *context, struct pond_error *why);
};

/* As pond_record_read; what the listener refuses is refused. */
bool pond_record_read_heard(struct pond_reader *reader, struct pond_match *match,
                            struct pond_record *record, struct pond_entry *log, uint32_t log_max,
                            const struct record_listener *listener, struct pond_error *why);

/* Takes one word of a record: a number, a move, a group of outcomes, a resignation. `*numbered`
 * remembers from word to word that a number was the last one. What is drawn may have the number of
 * its turn. */
bool pond_record_word(struct pond_match *match, const char *word, bool *numbered,
                      struct pond_error *why);

/* The number that a line beginning here has. */
uint32_t pond_record_number(const struct pond_match *match);

#endif
