/* records.c: fuzzes the reader of records. What it takes is written, read and written again the
 * same; what is hidden from a seat, and what breaks off anywhere, is read without harm.
 *
 * An input is a record; or, if it begins with a byte that no text has, what happens in a match
 * whose record is then changed here and there. */
#include "fuzz.h"

#include "pond/json.h"

#define LOG_MAX 4096
#define PAGE_MAX (1 << 20)
#define CUTS 2

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
    uint64_t place = match->game->hash(&match->state);
    const int observer = (int)(place % (match->seat_count + 1u));
    page_write(&page_hidden, match, record,
               observer < match->seat_count ? observer : POND_SPECTATOR);
    text_read(page_hidden.bytes, page_hidden.length, &again, &record_again);
    for (int i = 0; i < CUTS; i++) {
        place = pond_hash_words(&place, 1, page.length);
        text_read(page.bytes, (size_t)(place % page.length), &again, &record_again);
    }
}

static void text_check(const char *text, size_t length)
{
    static struct pond_match match;
    static struct pond_record record;
    uint32_t plies = 0;
    struct pond_error why;
    struct pond_reader reader = pond_reader_of(text, length);
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
}

/* ---- Matches ---- */

/* A seat chooses, mostly; all else is tried now and then. What is refused changes nothing. */
static bool match_step(struct pond_match *match, struct fuzz_input *input)
{
    static pond_move moves[POND_MOVES_MAX];
    const unsigned what = fuzz_byte(input), which = fuzz_byte(input);
    const int any_seat = (int)(what % match->seat_count);
    struct pond_error why;
    switch (what / 8) {
    case 0: return pond_match_resign(match, any_seat, &why);
    case 1: return pond_match_offer_draw(match, any_seat, &why);
    case 2: return pond_match_accept_draw(match, any_seat, &why);
    case 3: return pond_match_take_back(match, any_seat, which % 16, &why);
    default: break;
    }
    pond_seats turn = pond_match_turn(match);
    if (turn == 0) return pond_match_submit(match, any_seat, which, &why);
    for (unsigned skipped = what % 4; skipped > 0 && (turn & (turn - 1)) != 0; skipped--) {
        turn &= (pond_seats)(turn - 1);
    }
    const int seat = pond_seat_first(turn);
    const int count = match->game->moves(&match->state, seat, moves);
    return pond_match_submit(match, seat, moves[which % (unsigned)count], &why);
}

static void match_check(struct fuzz_input *input)
{
    static struct pond_match match;
    static struct pond_entry log[LOG_MAX];
    static char text[PAGE_MAX];
    static const struct pond_record record = {.name = {"a \"name\"", "b\\"}, .date = "2000-01-01"};
    const struct fuzz_game chosen = fuzz_game(input);
    const char seed[] = {(char)('A' + fuzz_byte(input) % 26), '\0'};
    unsigned steps = fuzz_byte(input);
    pond_match_begin(&match, chosen.game, &chosen.config, log, LOG_MAX);
    pond_match_seed(&match, seed);
    for (; steps > 0 && input->length > 0; steps--) {
        const uint32_t version = match.version;
        const bool done = match_step(&match, input);
        assert(done ? match.version > version : match.version == version);
    }
    page_write(&page, &match, &record, -1);
    assert(!page.full);
    memcpy(text, page.bytes, page.length);
    text[page.length] = '\0';
    if (match.sealed == 0) record_check(&match, &record); /* else it breaks off within a round */
    for (int edits = 0; edits < FUZZ_EDITS_MAX && input->length > 0; edits++) {
        fuzz_edit(input, text, sizeof text);
    }
    text_check(text, strlen(text));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    if (length > 0 && bytes[0] < '\t') {
        match_check(&(struct fuzz_input){bytes + 1, length - 1});
    } else {
        text_check((const char *)bytes, length);
    }
    return 0;
}
