/* host.h: what a host has decided, and keeps in the store as notes: limits, bans, an announcement,
 * maintenance. Nodes of a shared store read each other's notes every few seconds.
 *
 * `pond host` and the page /host ask through the message `host` (message_host.c). */
#ifndef POND_HOST_H
#define POND_HOST_H

#include "hall.h"

#define HOST_TEXT_SIZE 281 /* of an announcement */
#define HOST_SAMPLES 144   /* of a day, */
#define HOST_SAMPLE_MS (10LL * 60 * 1000)

struct host;
struct message;

struct host *host_new(void);
void host_free(struct host *host);
/* Reads the notes when they are due, takes samples, ends what has had its time. */
void host_tick(struct hall *hall);
/* Reads the notes again at once. */
void host_refresh(struct hall *hall);

bool host_banned(const struct hall *hall, const char *person);
bool host_muted(const struct hall *hall, const char *person);
/* Did the host take this name from them by giving them another? They may choose any but that. */
bool host_took_name(const struct hall *hall, const char *person, const char *name);
/* Takes it; an empty one forgets what was taken. */
void host_take_name(struct hall *hall, const char *person, const char *name);
/* Are new games refused, so that those under way can end? */
bool host_maintains(const struct hall *hall);
/* Who is connected, but for the host. */
uint32_t host_people(const struct hall *hall);
/* Tells a session what everyone should know, if there is something. */
void host_greet(struct session *session);

/* ---- Coming in ---- */

/* Is this the token of the server's file, a code of a link (which is used up), or what a page got
 * for one? `page` gets a token of its own where it was a code, else "". */
bool host_enter(struct hall *hall, const char *token, char page[65]);
/* A code for a link: it works once, and for ten minutes. */
void host_code(struct hall *hall, char code[65]);

/* ---- Writing and telling ---- */

/* Keeps a note (an empty text drops it), does what it says on this node, and answers. */
void host_note(struct session *session, int64_t id, const char *what, const char *key,
               const char *text);
/* The same for nobody in particular; "" drops it. */
void host_keep(struct hall *hall, const char *key, const char *text);
const char *host_kept(const struct hall *hall, const char *key); /* NULL: there is none */
/* A note of any kind, without keeping it in memory. */
void host_note_write(struct hall *hall, const char *kind, const char *key, const char *text);
void host_note_fill(struct store_request *request, const char *kind, const char *key,
                    const char *text);
/* Writes into the audit log what is about to be done. */
void host_audit(struct hall *hall, const char *what, const char *about);
void host_settings_json(const struct hall *hall, enum pond_language language,
                        struct pond_json *json);
void host_samples_json(const struct hall *hall, struct pond_json *json);

/* ---- host_nightly.c: a backup every night ---- */

/* Makes one if its hour has come. */
void host_nightly(struct hall *hall);
void host_nightly_json(const struct hall *hall, enum pond_language language,
                       struct pond_json *json);
void host_nightly_message(const struct message *message);

/* ---- host_names.c: names to look at ---- */

/* A person has another name now; NULL: none of theirs is to be looked at any more. */
void host_name_look(struct hall *hall, const char *person, const char *before, const char *name);
void host_names_message(const struct message *message);
void host_name_keep_message(const struct message *message);

/* ---- message_host.c, host_person.c ---- */

/* Gives a person another name (`other` is empty), or takes id and name out of everything. */
void host_rewrite(struct session *session, int64_t id, const char *person, const char *other,
                  const char *name);
void host_export(struct session *session, int64_t id, const char *person);
/* Ends an answer of the host's: `{"type":"host","do":…` was begun with this. */
struct pond_json host_answer(struct session *session, int64_t id, const char *what);

/* Other nodes hear that the host has given somebody another name, */
void host_name_tell(struct hall *hall, const char *person, const char *name);
/* and then it is used at tables here as well. */
void host_named(struct hall *hall, const char *person, const char *name);

#endif
