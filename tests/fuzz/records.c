/* records.c: fuzzes the reader of records. What it takes is written, read and written again the
 * same; what is hidden from a seat, and what breaks off anywhere, is read without harm. */
#include "fuzz.h"

#include "pond/json.h"

#define LOG_MAX 4096
#define PAGE_MAX (1 << 20)
#define CUTS 6

struct page {
    size_t length;
    bool full;
    char bytes[PAGE_MAX];
};

static struct page page, page_again, page_hidden;
static struct pond_entry entries[LOG_MAX], entries_again[LOG_MAX];

static void page_take(void *context, const char *bytes, size_t length)
{
    struct page *out = context;
    if (length > PAGE_MAX - out->length) {
        out->full = true;
        length = PAGE_MAX - out->length;
    }
    memcpy(out->bytes + out->length, bytes, length);
    out->length += length;
}

static void page_write(struct page *out, const struct pond_match *match,
                       const struct pond_record *record, int hidden_from)
{
    out->length = 0;
    out->full = false;
    pond_record_write(match, record, hidden_from, page_take, out);
}

static bool text_read(const char *text, size_t length, struct pond_match *match,
                      struct pond_record *record)
{
    struct pond_error why;
    struct pond_reader reader = pond_reader_of(text, length);
    if (pond_record_read(&reader, match, record, entries_again, LOG_MAX, &why)) return true;
    fuzz_refused(&why);
    assert(reader.error_line >= 1 && reader.error_line <= reader.line);
    return false;
}

static void ply_told(void *context, const struct pond_match *match)
{
    uint32_t *plies = context;
    page_again.length = 0;
    if ((*plies)++ % 16 > 0) return; /* writing all of them takes its time */
    struct pond_json json = pond_json_to(page_take, &page_again);
    pond_json_ply(&json, match, *plies);
}

static void record_check(const struct pond_match *match, const struct pond_record *record)
{
    static struct pond_match again;
    static struct pond_record record_again;
    page_write(&page, match, record, -1);
    if (page.full) return;
    const bool read = text_read(page.bytes, page.length, &again, &record_again);
    assert(read);
    assert(memcmp(&again.state, &match->state, sizeof again.state) == 0);
    assert(again.ply == match->ply && memcmp(&again.result, &match->result, 3) == 0);
    page_write(&page_again, &again, &record_again, -1);
    assert(page_again.length == page.length);
    assert(memcmp(page_again.bytes, page.bytes, page.length) == 0);
    for (int seat = 0; seat <= match->seat_count; seat++) {
        const int hidden_from = seat < match->seat_count ? seat : POND_SPECTATOR;
        page_write(&page_hidden, match, record, hidden_from);
        text_read(page_hidden.bytes, page_hidden.length, &again, &record_again);
    }
    uint64_t place = match->game->hash(&match->state);
    for (int i = 0; i < CUTS; i++) {
        place = pond_hash_words(&place, 1, page.length);
        text_read(page.bytes, (size_t)(place % page.length), &again, &record_again);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static struct pond_match match;
    static struct pond_record record;
    uint32_t plies = 0;
    struct pond_error why;
    struct pond_reader reader = pond_reader_of((const char *)bytes, length);
    reader.after_ply = ply_told;
    reader.context = &plies;
    while (pond_reader_more(&reader)) {
        if (!pond_record_read(&reader, &match, &record, entries, LOG_MAX, &why)) {
            fuzz_refused(&why);
            assert(reader.error_line >= 1 && reader.error_line <= reader.line);
            break;
        }
        record_check(&match, &record);
    }
    return 0;
}
