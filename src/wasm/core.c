/* core.c: the functions that a page may call, text in and text out. src/wasm/pond.mjs calls them.
 *
 * The page writes texts into one memory, each ended by a zero, and says how many bytes they are; it
 * reads the answer from another. A function returns 1 when it did what it was asked for, and 0 when
 * it refused; the answer is then a sentence for the player. An answer may be longer than its
 * memory: the page asks again from where it has to go on, which is why whatever has a long answer
 * changes nothing.
 *
 * What a seat is told (page_look) is made from its view. There is no heap: matches live in a few
 * slots, and games that are only read or run through share one long log. */
#include "page.h"
#include "pond/position.h"

#include <string.h>

#include "banned.h"

#define IN_MAX (1 << 20)
#define OUT_MAX (1 << 20)
#define SLOTS PAGE_TREE
#define SLOT_LOG_MAX (1 << 14)
#define SENTENCE_MAX 1024
#ifdef POND_RULES_ONLY
#define LOOK_PARTS POND_LOOK_LEGAL
#else
#define LOOK_PARTS (POND_LOOK_LEGAL | POND_LOOK_BOARD)
#endif

struct slot {
    bool used;
    struct pond_match match;
    struct pond_entry log[SLOT_LOG_MAX];
};

static struct {
    char in[IN_MAX + 1];
    char out[OUT_MAX];
    uint32_t out_from;      /* where in the answer the memory begins, */
    uint32_t out_from_next; /* and where it will in the next one */
    uint32_t out_length;    /* of the whole answer */
    uint32_t error_line; /* of the record that was refused; 0: the sentence is not about a line */
    enum pond_language language;
    struct slot slots[SLOTS];
    struct pond_entry long_log[PAGE_LONG_LOG_MAX];
} page;

/* ---- Answers ---- */

void page_answer_begin(void)
{
    page.out_from = page.out_from_next;
    page.out_from_next = 0;
    page.out_length = 0;
    page.error_line = 0;
}

/* Keeps of the answer what falls into the memory. */
void page_answer_take(void *context, const char *bytes, size_t length)
{
    (void)context;
    const uint32_t start = page.out_length, end = start + (uint32_t)length;
    const uint32_t first = start > page.out_from ? start : page.out_from;
    const uint32_t limit = page.out_from + OUT_MAX, last = end < limit ? end : limit;
    page.out_length = end;
    if (first < last) {
        memcpy(page.out + (first - page.out_from), bytes + (first - start), last - first);
    }
}

struct pond_json page_answer_json(void) { return pond_json_to(page_answer_take, NULL); }

/* Takes back what has been answered so far and gives a sentence instead. */
static int32_t refuse_sentence(const char *sentence)
{
    page.out_from = page.out_length = 0;
    page_answer_take(NULL, sentence, strlen(sentence));
    return 0;
}

int32_t page_refuse(const struct pond_error *why)
{
    char memory[SENTENCE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_error_print(why, page.language, &text);
    return refuse_sentence(memory);
}

/* What only a page can do wrong. */
int32_t page_refuse_page(enum page_refusal refusal)
{
    static const char *const sentences[][POND_LANGUAGES] = {
#define MESSAGE(name, text) [REFUSE_##name][LANGUAGE] = text,
#define WORDS(language) <pond/words/language/module.def>
#include "pond/words/languages.def"
    };
    return refuse_sentence(sentences[refusal][page.language]);
}

char *EXPORT(page_in)(void) { return page.in; }
uint32_t EXPORT(page_in_max)(void) { return IN_MAX; }
char *EXPORT(page_out)(void) { return page.out; }
uint32_t EXPORT(page_out_max)(void) { return OUT_MAX; }
/* The length of the whole answer, of which the memory has at most page_out_max() bytes. */
uint32_t EXPORT(page_out_length)(void) { return page.out_length; }
/* The next answer is to be given from this byte on. */
void EXPORT(page_out_from)(uint32_t from) { page.out_from_next = from; }
/* The line of a record that the last refusal is about, or 0. */
uint32_t EXPORT(page_error_line)(void) { return page.error_line; }
/* Speaks the language with this tag, or English; the answer is the tag of what is spoken. */
int32_t EXPORT(page_speak)(uint32_t length)
{
    const int language = length <= IN_MAX ? pond_language_find(page.in, length) : -1;
    page.language = language >= 0 ? (enum pond_language)language : POND_ENGLISH;
    const char *tag = pond_word(POND_WORD_LANGUAGE_TAG, page.language);
    page_answer_begin();
    page_answer_take(NULL, tag, strlen(tag));
    return 1;
}

void page_error_at(uint32_t line) { page.error_line = line; }

enum pond_language page_language(void) { return page.language; }

/* ---- Questions ---- */

/* Finds the texts that the page has written; those that are not there are empty. */
bool page_texts_take(uint32_t length, const char *texts[TEXTS_MAX])
{
    if (length > IN_MAX) {
        page_refuse_page(REFUSE_LENGTH);
        return false;
    }
    page.in[length] = '\0';
    const char *at = page.in, *end = page.in + length;
    for (int i = 0; i < TEXTS_MAX; i++) {
        texts[i] = at;
        at += strlen(at);
        if (at < end) at++;
    }
    return true;
}

bool page_asked_take(uint32_t length, struct page_asked *asked)
{
    struct pond_error why;
    page_answer_begin();
    if (!page_texts_take(length, asked->texts)) return false;
    asked->game = pond_game_find(asked->texts[0]);
    if (asked->game == NULL) {
        pond_game_refuse(asked->texts[0], &why);
    } else if (pond_config_parse(asked->game, asked->texts[1], &asked->config, &why)) {
        return true;
    }
    page_refuse(&why);
    return false;
}

struct pond_match *page_match_take(uint32_t slot)
{
    page_answer_begin();
    if (slot < SLOTS && page.slots[slot].used) return &page.slots[slot].match;
    page_refuse_page(REFUSE_SLOT);
    return NULL;
}

const struct pond_match *page_match_see(uint32_t slot)
{
#if !defined POND_RULES_ONLY && !defined POND_SEARCH_ONLY
    if (slot == PAGE_TREE && page_tree_match() != NULL) {
        page_answer_begin();
        return page_tree_match();
    }
#endif
    return page_match_take(slot);
}

bool page_slot_read(uint32_t slot, uint32_t length)
{
    struct pond_record record;
    struct pond_error why;
    page_answer_begin();
    if (slot >= SLOTS || length > IN_MAX) {
        page_refuse_page(slot >= SLOTS ? REFUSE_SLOT : REFUSE_LENGTH);
        return false;
    }
    struct slot *place = &page.slots[slot];
    struct pond_reader reader = pond_reader_of(page.in, length);
    place->used = pond_record_read(&reader, &place->match, &record, place->log, SLOT_LOG_MAX, &why);
    if (place->used) return true;
    page_refuse(&why);
    page.error_line = reader.error_line;
    return false;
}

struct pond_entry *page_long_log(void) { return page.long_log; }

bool page_observer_check(const struct pond_match *match, int32_t seat)
{
    if ((seat >= 0 && seat < match->seat_count) || seat == POND_SPECTATOR) return true;
    struct pond_error why;
    pond_refuse_number(&why, POND_WORD_MATCH_NO_SEAT, seat);
    page_refuse(&why);
    return false;
}

/* ---- Playing ---- */

/* One line for each game, with its options. */
int32_t EXPORT(page_games)(void)
{
    page_answer_begin();
    struct pond_json json = page_answer_json();
    for (int i = 0; pond_games[i] != NULL; i++) {
        pond_json_game(&json, pond_games[i], page.language);
    }
    return 1;
}

/* Reads a position; what it leaves open is dealt by the seed. */
static bool position_take(const struct pond_game *game, const struct pond_config *config,
                          const char *text, const char *seed, struct pond_state *state,
                          struct pond_error *why)
{
#ifdef POND_RULES_ONLY
    (void)seed;
    return game->state_parse(state, config, text, why);
#else
    struct pond_rng rng;
    pond_rng_seed(&rng, seed);
    return pond_position_read(game, config, text, &rng, state, why);
#endif
}

bool page_start_take(const struct page_asked *asked, struct pond_match *match,
                     struct pond_entry *log, uint32_t entries_max)
{
    struct pond_state position;
    struct pond_error why;
    const struct pond_game *game = asked->game;
    const char *seed = asked->texts[2], *text = asked->texts[3];
    if (!pond_seed_check(seed, &why)) {
        page_refuse(&why);
        return false;
    }
    if (text[0] == '\0') {
        pond_match_begin(match, game, &asked->config, log, entries_max);
    } else if (position_take(game, &asked->config, text, seed, &position, &why)) {
        pond_match_begin_at(match, game, &asked->config, &position, log, entries_max);
    } else {
        page_refuse(&why);
        return false;
    }
    return true;
}

/* Texts: game, options, seed, and a position to begin from or nothing. Begins a match in a slot. */
int32_t EXPORT(page_new)(uint32_t length, uint32_t slot)
{
    struct page_asked asked;
    page_answer_begin();
    if (slot >= SLOTS) return page_refuse_page(REFUSE_SLOT);
    struct slot *place = &page.slots[slot];
    if (!page_asked_take(length, &asked) ||
        !page_start_take(&asked, &place->match, place->log, SLOT_LOG_MAX)) {
        return 0;
    }
    pond_match_seed(&place->match, asked.texts[2]);
    place->used = true;
    return 1;
}

/* Text: a move. */
int32_t EXPORT(page_submit)(uint32_t length, uint32_t slot, int32_t seat)
{
    const char *texts[TEXTS_MAX];
    struct pond_error why;
    struct pond_match *match = page_match_take(slot);
    if (match == NULL || !page_texts_take(length, texts)) return 0;
    return pond_match_submit_text(match, seat, texts[0], &why) ? 1 : page_refuse(&why);
}

int32_t EXPORT(page_resign)(uint32_t slot, int32_t seat)
{
    struct pond_error why;
    struct pond_match *match = page_match_take(slot);
    if (match == NULL) return 0;
    return pond_match_resign(match, seat, &why) ? 1 : page_refuse(&why);
}

int32_t EXPORT(page_offer_draw)(uint32_t slot, int32_t seat)
{
    struct pond_error why;
    struct pond_match *match = page_match_take(slot);
    if (match == NULL) return 0;
    return pond_match_offer_draw(match, seat, &why) ? 1 : page_refuse(&why);
}

int32_t EXPORT(page_accept_draw)(uint32_t slot, int32_t seat)
{
    struct pond_error why;
    struct pond_match *match = page_match_take(slot);
    if (match == NULL) return 0;
    return pond_match_accept_draw(match, seat, &why) ? 1 : page_refuse(&why);
}

int32_t EXPORT(page_take_back)(uint32_t slot, int32_t seat, uint32_t decisions)
{
    struct pond_error why;
    struct pond_match *match = page_match_take(slot);
    if (match == NULL) return 0;
    return pond_match_take_back(match, seat, decisions, &why) ? 1 : page_refuse(&why);
}

/* ---- Looking ---- */

/* Where a match stands, as a seat (or a spectator) may see it. */
int32_t EXPORT(page_look)(uint32_t slot, int32_t seat)
{
    const struct pond_match *match = page_match_see(slot);
    if (match == NULL || !page_observer_check(match, seat)) return 0;
    struct pond_json json = page_answer_json();
    pond_json_look(&json, match, seat, LOOK_PARTS);
    pond_json_line_end(&json);
    return 1;
}

/* The record of a match, complete (-1) or as a seat or a spectator may see it. */
int32_t EXPORT(page_record)(uint32_t slot, int32_t hidden_from)
{
    const struct pond_match *match = page_match_see(slot);
    if (match == NULL || (hidden_from != -1 && !page_observer_check(match, hidden_from))) return 0;
    const struct pond_record record = {
        .result = {.outcome = POND_UNFINISHED, .reason = POND_REASON_IN_PROGRESS}};
    pond_record_write(match, &record, hidden_from, page_answer_take, NULL);
    return 1;
}

/* ---- Records ---- */

struct replaying {
    struct pond_json json;
    uint32_t ply;
};

static void replay_ply(void *context, const struct pond_match *match)
{
    struct replaying *replaying = context;
    pond_json_ply(&replaying->json, match, replaying->ply++);
}

/* Text: one or more records, zeros and all. Answers with the lines of `pond replay --json`. */
int32_t EXPORT(page_replay)(uint32_t length)
{
    struct replaying replaying = {.json = page_answer_json()};
    struct pond_match match;
    struct pond_record record;
    struct pond_error why;
    page_answer_begin();
    if (length > IN_MAX) return page_refuse_page(REFUSE_LENGTH);
    struct pond_reader reader = pond_reader_of(page.in, length);
    reader.after_ply = replay_ply;
    reader.context = &replaying;
    do {
        replaying.ply = 0;
        if (!pond_record_read(&reader, &match, &record, page.long_log, PAGE_LONG_LOG_MAX, &why)) {
            page.error_line = reader.error_line;
            return page_refuse(&why);
        }
    } while (pond_reader_more(&reader));
    return 1;
}
