/* mirror.h: a match here that stands where the one on the server stands, as far as a seat may see
 * it.
 *
 * Boards, stories and sentences are made from matches; what comes from a server is a view as JSON
 * (docs/protocol.md). Where the next view follows from the last one by what it says was played, the
 * match is played on, so that it can be told and shown leap by leap; else it is set up again. What
 * is hidden is filled in somehow: nothing that is shown depends on it. */
#ifndef POND_MIRROR_H
#define POND_MIRROR_H

#include <jansson.h>

#include "pond/match.h"

#define MIRROR_LOG_MAX 60000

struct mirror {
    struct pond_match match;
    struct pond_match round; /* as it was before the choices of an open round */
    struct pond_entry *log;
    bool there;
};

bool mirror_open(struct mirror *mirror);
void mirror_close(struct mirror *mirror);
/* Another game begins. */
void mirror_forget(struct mirror *mirror);
/* Follows the server's view; false if it says nothing that makes sense. */
bool mirror_take(struct mirror *mirror, const json_t *view);

const char *json_text(const json_t *object, const char *key); /* "" where there is none */

#endif
