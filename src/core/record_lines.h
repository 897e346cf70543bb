/* record_lines.h: how a record's words make its lines: what writing a match (record_write.c) and a
 * tree (tree_write.c) have in common. */
#ifndef POND_RECORD_LINES_H
#define POND_RECORD_LINES_H

#include "pond/record.h"

struct record_lines {
    const struct pond_game *game;
    pond_sink *sink;
    void *context;
    bool inside;     /* braces: lines follow each other on one line */
    uint32_t number; /* of the current line */
    bool line_open;  /* the current line is not empty */
    int line_seat;   /* whose turn the line is (turns), or -1 */
    bool group_open; /* inside <...> */
};

void pond_record_put(struct record_lines *lines, const char *text);
/* A word of its own, after a blank where something precedes it. */
void pond_record_put_word(struct record_lines *lines, const char *word);
/* `state` is the position after the setup. */
void pond_record_put_tags(struct record_lines *lines, const struct pond_match *match,
                          const struct pond_state *state, int hidden_from,
                          const struct pond_record *record);
/* Begins a line with its number. */
void pond_record_open_line(struct record_lines *lines, uint32_t number);
/* Begins the line of a decision of `seat` where it does not go on with the current one. Dots say
 * that the second of a pair comes first. */
void pond_record_put_line(struct record_lines *lines, int seat, uint32_t number, bool dots);
/* A move as it is written in this position; `letter` is the seat's in a round, or 0. */
void pond_record_put_move(struct record_lines *lines, const struct pond_state *state, char letter,
                          int seat, pond_move move);
void pond_record_put_outcome(struct record_lines *lines, const struct pond_state *state,
                             pond_move outcome, bool hidden);
void pond_record_close_group(struct record_lines *lines);
void pond_record_close_line(struct record_lines *lines);
void pond_record_put_result(struct record_lines *lines, const struct pond_match *match,
                            const struct pond_record *record);

#endif
