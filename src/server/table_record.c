/* table_record.c: the record of a table's game, with the proof of its deal. */
#include <string.h>
#include <time.h>

#include "table_events.h"

/* The proof of the deal, as tags. */
static void proof_print(const struct table *table, struct pond_text *text)
{
    pond_text_string(text, "[Commitment \"");
    pond_text_string(text, table->deal_commit);
    pond_text_string(text, "\"]\n[Secret \"");
    pond_text_string(text, table->deal_secret);
    pond_text_string(text, "\"]\n");
    for (int seat = 0; seat < table->seat_count; seat++) {
        pond_text_string(text, "[Number");
        pond_text_number(text, seat);
        pond_text_string(text, " \"");
        pond_text_string(text, table->deal_number[seat]);
        pond_text_string(text, "\"]\n");
    }
    for (int seat = 0; seat < table->seat_count; seat++) {
        if (table->deal_promise[seat][0] == '\0') continue;
        pond_text_string(text, "[Promise");
        pond_text_number(text, seat);
        pond_text_string(text, " \"");
        pond_text_string(text, table->deal_promise[seat]);
        pond_text_string(text, "\"]\n");
    }
    if (table->deal_aborts == 0) return;
    pond_text_string(text, "[Aborts \"");
    pond_text_number(text, table->deal_aborts);
    pond_text_string(text, "\"]\n");
}

void table_record(const struct table *table, int observer, pond_sink *sink, void *context)
{
    char tags[2048];
    struct pond_text text = pond_text_in(tags, sizeof tags);
    struct pond_record record = {
        .result = {.outcome = POND_UNFINISHED, .reason = POND_REASON_IN_PROGRESS}};
    const bool over = pond_match_over(&table->match);
    const time_t began = (time_t)(table->began_ms / 1000);
    struct tm utc;
    if (gmtime_r(&began, &utc) != NULL) {
        strftime(record.date, sizeof record.date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    }
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct table_seat *one = &table->seats[seat];
        text_copy(record.name[seat], sizeof record.name[seat],
                  one->kind == SEAT_PERSON ? one->name : one->computer);
    }
    if (over) {
        proof_print(table, &text);
        record.tags = tags;
    }
    pond_record_write(&table->match, &record, over ? -1 : observer, sink, context);
}
