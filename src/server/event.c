/* event.c: events as lines of text. See event.h. */
#include "event.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pond/game.h"

static const char *const names[EVENT_KINDS] = {
    [EVENT_NONE] = "none",       [EVENT_CREATE] = "create",     [EVENT_SIT] = "sit",
    [EVENT_LEAVE] = "leave",     [EVENT_NUMBER] = "number",     [EVENT_START] = "start",
    [EVENT_PROMISE] = "promise", [EVENT_REVEAL] = "reveal",     [EVENT_MOVE] = "move",
    [EVENT_RESIGN] = "resign",   [EVENT_TIME] = "time",         [EVENT_OFFER] = "offer",
    [EVENT_ACCEPT] = "accept",   [EVENT_DECLINE] = "decline",   [EVENT_ASK] = "ask",
    [EVENT_AGREE] = "agree",     [EVENT_REFUSE] = "refuse",     [EVENT_TAKEBACK] = "takeback",
    [EVENT_SAY] = "say",         [EVENT_HINT] = "hint",         [EVENT_COMMIT] = "commit",
    [EVENT_AGAIN] = "again",     [EVENT_AWAY] = "away",         [EVENT_HERE] = "here",
    [EVENT_BACK] = "back",       [EVENT_COMPUTER] = "computer", [EVENT_RESUME] = "resume",
    [EVENT_CLOSE] = "close",     [EVENT_WITHDRAW] = "withdraw", [EVENT_SUCCEED] = "succeed",
};

const char *event_name(enum event_kind kind) { return names[kind]; }

void event_print(const struct event *event, char line[EVENT_LINE_SIZE])
{
    struct pond_text text = pond_text_in(line, EVENT_LINE_SIZE);
    pond_text_string(&text, names[event->kind]);
    pond_text_char(&text, ' ');
    pond_text_char(&text, event->seat >= 0 ? (char)('0' + event->seat) : '-');
    pond_text_char(&text, ' ');
    pond_text_number(&text, event->number);
    if (event->stood_ms > 0) {
        pond_text_char(&text, '+');
        pond_text_number(&text, event->stood_ms);
    }
    pond_text_char(&text, ' ');
    pond_text_string(&text, event->text);
    assert(!text.full);
}

bool event_parse(const char *line, struct event *event)
{
    const size_t name = strcspn(line, " ");
    enum event_kind kind = EVENT_NONE;
    for (int i = 1; i < EVENT_KINDS; i++) {
        if (strlen(names[i]) == name && memcmp(names[i], line, name) == 0) {
            kind = (enum event_kind)i;
        }
    }
    const char *at = line + name;
    if (kind == EVENT_NONE || at[0] != ' ' || at[1] == '\0' || at[2] != ' ') return false;
    const bool nobody = at[1] == '-';
    if (!nobody && (at[1] < '0' || at[1] >= '0' + POND_SEATS_MAX)) return false;
    const int seat = nobody ? -1 : at[1] - '0';
    char *end;
    errno = 0;
    const long long number = strtoll(at + 3, &end, 10);
    if (errno != 0 || end == at + 3) return false;
    const bool stood = end[0] == '+' && end[1] >= '0' && end[1] <= '9';
    const long long stood_ms = stood ? strtoll(end + 1, &end, 10) : 0;
    if (errno != 0 || (*end != ' ' && *end != '\0')) return false;
    if (*end == ' ') end++;
    if (strlen(end) >= sizeof event->text) return false;
    event->kind = kind;
    event->seat = seat;
    event->number = number;
    event->stood_ms = stood_ms;
    strcpy(event->text, end);
    return true;
}
