/* host_nightly.c: a backup every night at an hour that the host has chosen. See host.h.
 *
 * Three notes: `nightly` is the hour by the server's own clock on the wall, `nightly-done` when the
 * last one was begun, `nightly-why` the kind of trouble it met ("FULL") and the database's words.
 * A server that was away at that hour makes it up when it is back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host.h"
#include "inside.h"

#define HOUR "nightly"
#define DONE "nightly-done"
#define WHY "nightly-why" /* the last one failed */

/* The latest time at or before `now` when it was that hour. */
static int64_t hour_before(int64_t now_ms, int hour)
{
    const time_t now = (time_t)(now_ms / 1000);
    struct tm day;
    if (localtime_r(&now, &day) == NULL) return 0;
    for (int back = 0; back < 3; back++) {
        struct tm then = day;
        then.tm_mday -= back;
        then.tm_hour = hour;
        then.tm_min = then.tm_sec = 0;
        then.tm_isdst = -1;
        const time_t at = mktime(&then);
        if (at <= now) return (int64_t)at * 1000;
    }
    return 0;
}

static void done_set(struct hall *hall)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)hall->now_ms);
    host_keep(hall, DONE, text);
}

void host_nightly(struct hall *hall)
{
    const char *hour = host_kept(hall, HOUR), *done = host_kept(hall, DONE);
    const struct hall_outside *outside = &hall->outside;
    if (hour == NULL || hall->still || hall->stopping || outside->backup == NULL) return;
    if (done != NULL && strtoll(done, NULL, 10) >= hour_before(hall->now_ms, atoi(hour))) return;
    done_set(hall);
    host_audit(hall, "nightly backup", "");
    outside->backup(outside->context, 0, -1, POND_ENGLISH, "nightly", "");
}

void hall_nightly_done(struct hall *hall, const struct store_trouble *why)
{
    char text[sizeof why->text + 16] = "";
    if (why != NULL) {
        snprintf(text, sizeof text, "%s %s", store_why_name(why->why), why->text);
        host_audit(hall, "nightly backup failed:", said_trouble(why, POND_ENGLISH));
    }
    host_keep(hall, WHY, text);
}

/* The trouble in such a note. */
static struct store_trouble trouble_read(const char *note)
{
    const size_t length = strcspn(note, " ");
    struct store_trouble why = {.why = store_why_find(note, length)};
    const char *text = note + length;
    snprintf(why.text, sizeof why.text, "%s", *text == ' ' ? text + 1 : text);
    return why;
}

void host_nightly_json(const struct hall *hall, enum pond_language language, struct pond_json *json)
{
    const char *hour = host_kept(hall, HOUR), *note = host_kept(hall, WHY);
    const struct store_trouble why = trouble_read(note != NULL ? note : "");
    pond_json_key(json, "nightly");
    if (hour != NULL) {
        pond_json_number(json, atoi(hour));
    } else {
        pond_json_null(json);
    }
    pond_json_string_member(json, "nightly_failed", said_trouble(&why, language));
}

void host_nightly_message(const struct message *message)
{
    struct session *session = message->session;
    const struct hall_outside *outside = &session->hall->outside;
    int64_t hour = -1;
    char text[8] = "";
    if (!message_number(message, "hour", true, -1, 23, &hour)) return;
    if (hour >= 0 && (outside->backup == NULL || store_shared(session->hall->store))) {
        message_refuse(message, "store", SAID_BACKUP_NONE);
        return;
    }
    if (hour >= 0) {
        snprintf(text, sizeof text, "%d", (int)hour);
        done_set(session->hall); /* the first one is tonight's */
    }
    host_keep(session->hall, WHY, "");
    host_audit(session->hall, hour >= 0 ? "nightly" : "nightly off", text);
    host_note(session, message->id, "nightly", HOUR, text);
}
