/* plain.h: the same games line by line, in words: for screen readers, pipes and scripts. */
#ifndef POND_PLAIN_H
#define POND_PLAIN_H

#include "terminal.h"

/* Plays until the input ends or the person quits; false with a sentence. */
bool plain_run(const struct terminal_options *options, struct pond_text *trouble);

#endif
