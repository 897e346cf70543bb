/* table_plan.c: the first event of a table: what it is about, written and read. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table_events.h"

/* Words `key=value` one after another; the name, which may have spaces, is the last. */
void table_plan_print(const struct table_plan *plan, char text[EVENT_TEXT_SIZE])
{
    char options[POND_OPTIONS_TEXT_MAX];
    struct pond_text options_text = pond_text_in(options, sizeof options);
    pond_config_print(plan->game, &plan->config, &options_text);
    const int count = plan->game->seats(&plan->config);
    char seats[POND_SEATS_MAX * (SEAT_COMPUTER_SIZE + 1) + 1] = "";
    for (int seat = 0; seat < count; seat++) {
        const size_t length = strlen(seats);
        snprintf(seats + length, sizeof seats - length, "%s%s", seat > 0 ? "," : "",
                 plan->seats[seat]);
    }
    const int length = snprintf(
        text, EVENT_TEXT_SIZE,
        "game=%s options=%s seats=%s listed=%d rated=%d clock=%d time=%lld more=%lld by=%s "
        "invite=%s %s%s%ssecret=%s rating=%d rd=%d name=%s",
        plan->game->name, options, seats, plan->listed, plan->rated, plan->clock.kind,
        (long long)plan->clock.time_ms, (long long)plan->clock.more_ms, plan->by, plan->invite,
        plan->night[0] != '\0' ? "night=" : "", plan->night, plan->night[0] != '\0' ? " " : "",
        plan->secret, plan->rating, plan->deviation, plan->name);
    assert(length > 0 && length < EVENT_TEXT_SIZE);
}

/* The value of a word; false if it is not there or too long. */
static bool word_find(const char *text, const char *key, char *value, size_t size)
{
    const size_t key_length = strlen(key);
    for (const char *at = text; *at != '\0';) {
        const bool last = strncmp(at, "name=", 5) == 0;
        const size_t length = last ? strlen(at) : strcspn(at, " ");
        if (length > key_length && at[key_length] == '=' && memcmp(at, key, key_length) == 0) {
            if (length - key_length > size) return false;
            memcpy(value, at + key_length + 1, length - key_length - 1);
            value[length - key_length - 1] = '\0';
            return true;
        }
        at += length;
        if (*at == ' ') at++;
    }
    return false;
}

static int64_t word_number(const char *text, const char *key)
{
    char value[24];
    return word_find(text, key, value, sizeof value) ? strtoll(value, NULL, 10) : 0;
}

static void seats_begin(struct table *table, const char *text)
{
    char seats[POND_SEATS_MAX * (SEAT_COMPUTER_SIZE + 1) + 1] = "", name[STORE_NAME_SIZE] = "";
    word_find(text, "seats", seats, sizeof seats);
    word_find(text, "name", name, sizeof name);
    const char *at = seats;
    for (int i = 0; i < table->seat_count; i++) {
        struct table_seat *seat = &table->seats[i];
        const size_t length = strcspn(at, ",");
        char kind[SEAT_COMPUTER_SIZE];
        snprintf(kind, sizeof kind, "%.*s", (int)length, at);
        at += length + (at[length] == ',');
        seat->left_ms = table->clock.time_ms;
        if (strcmp(kind, "me") == 0) {
            table->visited = true;
            table_seat_take(seat, table->by, name, (int)word_number(text, "rating"),
                            (int)word_number(text, "rd"));
        } else if (strcmp(kind, "invited") == 0) {
            seat->kind = seat->was = SEAT_INVITED;
        } else if (strcmp(kind, "open") != 0) {
            seat->kind = SEAT_COMPUTER;
            text_copy(seat->computer, sizeof seat->computer, kind);
        }
    }
}

bool create_apply(struct table *table, const struct event *event)
{
    char game[STORE_GAME_SIZE], options[POND_OPTIONS_TEXT_MAX], secret[DEAL_SECRET_SIZE];
    if (table->game != NULL || !word_find(event->text, "game", game, sizeof game) ||
        !word_find(event->text, "options", options, sizeof options) ||
        !word_find(event->text, "secret", secret, sizeof secret)) {
        return false;
    }
    table->game = pond_game_find(game);
    if (table->game == NULL) return false;
    if (!pond_config_parse(table->game, options, &table->config, NULL)) {
        table->game = NULL;
        return false;
    }
    text_copy(table->options, sizeof table->options, options);
    word_find(event->text, "by", table->by, sizeof table->by);
    word_find(event->text, "invite", table->invite, sizeof table->invite);
    word_find(event->text, "night", table->night, sizeof table->night);
    table->listed = word_number(event->text, "listed") != 0;
    table->rated = word_number(event->text, "rated") != 0;
    const int64_t clock = word_number(event->text, "clock");
    table->clock = (struct table_clock){
        .kind = clock >= 0 && clock <= CLOCK_DAYS ? (enum clock_kind)clock : CLOCK_NONE,
        .time_ms = word_number(event->text, "time"),
        .more_ms = word_number(event->text, "more")};
    table->created_ms = event->at_ms;
    table->seat_count = table->game->seats(&table->config);
    table->number = 1;
    seats_begin(table, event->text);
    table_secret_set(table, secret);
    return true;
}
