/* messages.c: fuzzes what clients say to the play server, and lines of a table's log.
 *
 * An input is lines. A line that begins with a digit is a message of that client, one that begins
 * with a letter (`a` is client 0) likewise, but the next line comes before the store has answered;
 * `@` is replaced
 * by the table's id and `#` by its version, so that the fuzzer finds its way to the table. `+` lets
 * a second pass, `-` and a digit ends a client, `!` is an event applied to a table as if it came
 * from the log. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../simulated.h"
#include "web.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

const struct web_file web_files[] = {{.path = NULL}};

#define LINE_MAX 3000
#define PEOPLE 3

static struct simulated server;
static char table[STORE_ID_SIZE];

static void begin(unsigned style)
{
    static const char *const games[] = {"rribbit", "quibbit", "quibbles", "rribbit"};
    static const char *const options[] = {"", "players=2", "players=2", "turn=chain"};
    simulated_open(&server, "fuzz", NULL, NULL);
    server.computers_hurry = true; /* this is about messages: engines would take half of the time */
    for (int i = 0; i < PEOPLE; i++) client_hello(&server, i, i == 1 ? "fr" : "en");
    json_t *made =
        client_ask(&server, 0,
                   "\"type\":\"create\",\"game\":\"%s\",\"options\":\"%s\",\"public\":true,"
                   "\"rated\":%s,\"seats\":[\"me\",\"%s\"]",
                   games[style & 3], options[style & 3], style & 4 ? "true" : "false",
                   style & 8 ? "random" : "open");
    snprintf(table, sizeof table, "%s", member_text(made, "table"));
    json_decref(made);
    if ((style & 16) == 0) return;
    json_decref(client_ask(&server, 1, "\"type\":\"join\",\"table\":\"%s\"", table));
    simulated_pass(&server, 4000);
}

static void message(int client, const char *line, size_t length, bool alone)
{
    char text[2 * LINE_MAX];
    size_t out = 0;
    if (server.clients[client].session == NULL) client_hello(&server, client, "en");
    const struct room *room = room_find(server.hall, table);
    for (size_t i = 0; i < length && out < LINE_MAX; i++) {
        if (line[i] == '@') {
            out += (size_t)snprintf(text + out, sizeof text - out, "%s", table);
        } else if (line[i] == '#') {
            out += (size_t)snprintf(text + out, sizeof text - out, "%u",
                                    room != NULL ? room->table.version : 0);
        } else {
            text[out++] = line[i];
        }
    }
    char *copy = malloc(out + 1); /* of its own, so that reading beyond it shows */
    memcpy(copy, text, out);
    if (out <= MESSAGE_BYTES_MAX) hall_message(server.clients[client].session, copy, out);
    free(copy);
    if (alone) simulated_run(&server);
}

static void log_line(struct table *from_log, const char *line, size_t length)
{
    struct event event;
    char text[LINE_MAX];
    snprintf(text, sizeof text, "%.*s", (int)(length < LINE_MAX ? length : LINE_MAX - 1), line);
    if (!event_parse(text, &event)) return;
    char again[EVENT_LINE_SIZE];
    event_print(&event, again);
    event.version = from_log->version + 1;
    event.at_ms = from_log->at_ms + 10;
    table_apply(from_log, &event);
    if (from_log->game == NULL) return;
    struct buffer out = {0};
    struct pond_json json = buffer_json(&out);
    const struct view_for view = {.seat = POND_SPECTATOR, .now_ms = event.at_ms, .legal = true};
    view_table(&json, from_log, &view);
    buffer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static struct table from_log;
    if (length < 2 || length > 8000) return 0;
    begin(bytes[0]);
    table_init(&from_log, "0123456789abcdef");
    for (size_t at = 1; at < length;) {
        const char *line = (const char *)bytes + at;
        const char *end = memchr(line, '\n', length - at);
        const size_t count = end != NULL ? (size_t)(end - line) : length - at;
        if (count > 0 && line[0] >= '0' && line[0] < '0' + PEOPLE) {
            message(line[0] - '0', line + 1, count - 1, true);
        } else if (count > 0 && line[0] >= 'a' && line[0] < 'a' + PEOPLE) {
            message(line[0] - 'a', line + 1, count - 1, false);
        } else if (count > 0 && line[0] == '+') {
            simulated_pass(&server, 1000);
        } else if (count > 1 && line[0] == '-' && line[1] >= '0' && line[1] < '0' + PEOPLE) {
            client_leave(&server, line[1] - '0');
        } else if (count > 0 && line[0] == '!') {
            log_line(&from_log, line + 1, count - 1);
        }
        for (int i = 0; i < PEOPLE; i++) client_forget(&server, i);
        at += count + 1;
    }
    table_free(&from_log);
    simulated_close(&server);
    return 0;
}
