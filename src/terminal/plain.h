/* plain.h: the same games line by line, in words: for screen readers, pipes and scripts. */
#ifndef POND_PLAIN_H
#define POND_PLAIN_H

#include "terminal.h"

#define PLAIN_LINE_MAX 1000

/* Plays until the input ends or the person quits; false with a sentence. */
bool plain_run(const struct terminal_options *options, struct pond_text *trouble);

/* Prints a text, its lines broken at spaces. */
void plain_put(const struct voice *voice, const char *text);
/* Reads a line; false at the end of the input. What is too long is cut. */
bool plain_hear(const struct voice *voice, char line[PLAIN_LINE_MAX]);

#endif
