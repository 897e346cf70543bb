/* record_read.c: reads a record and replays it while reading. See record.h. */
#include <string.h>

#include "record_heard.h"

#include "banned.h"

#define TAG_NAME_MAX 64

/* The tags that a game is built from; the others go straight into the record. */
struct tags {
    char game[16];
    char options[POND_OPTIONS_TEXT_MAX];
    char setup[POND_STATE_TEXT_MAX];
    char position[POND_STATE_TEXT_MAX];
    char result[16];
    char reason[16];
    char seed[POND_SEED_MAX + 1];
    char date[POND_DATE_MAX + 1];
    char seat[POND_SEATS_MAX][POND_NAME_MAX + 1];
};

static const struct {
    const char *name;
    size_t offset, size;
} tag_table[] = {
#define TAG(text, field)                                                                           \
    {                                                                                              \
        text, offsetof(struct tags, field), sizeof((struct tags *)0)->field                        \
    }
    TAG("Game", game),         TAG("Options", options), TAG("Setup", setup),
    TAG("Position", position), TAG("Result", result),   TAG("Reason", reason),
    TAG("Seed", seed),         TAG("Date", date),       TAG("Seat0", seat[0]),
    TAG("Seat1", seat[1]),     TAG("Seat2", seat[2]),   TAG("Seat3", seat[3]),
    TAG("Seat4", seat[4]),
#undef TAG
};

#define TAG_COUNT (sizeof tag_table / sizeof tag_table[0])

struct reading {
    struct pond_reader *reader;
    struct pond_match *match;
    struct pond_error *why;
    struct tags tags;
    uint32_t tag_line[TAG_COUNT]; /* the line of each tag; 0: missing */
    bool numbered;                /* a number has been read, and nothing after it */
    bool event_since; /* there was an event: writers differ in how they number after one */
    bool told;        /* after_ply has heard of the current position */
    bool begun;       /* the tags are read */
    const struct record_listener *listener; /* or NULL */
};

/* ---- Characters and words ---- */

struct pond_reader pond_reader_of(const char *text, size_t length)
{
    return (struct pond_reader){.text = text, .length = length, .line = 1};
}

static int peek(const struct pond_reader *reader)
{
    return reader->at < reader->length ? (unsigned char)reader->text[reader->at] : -1;
}

static int next(struct pond_reader *reader)
{
    const int character = peek(reader);
    if (character == '\n') reader->line++;
    if (character >= 0) reader->at++;
    return character;
}

static bool is_blank(int character)
{
    return character == ' ' || character == '\t' || character == '\n' || character == '\r';
}

static void skip_blanks(struct pond_reader *reader)
{
    while (is_blank(peek(reader))) next(reader);
}

/* Skips a comment; where it is not closed nothing is skipped. */
static bool comment_skip(struct pond_reader *reader)
{
    const char *start = reader->text + reader->at;
    const char *end = memchr(start, '}', reader->length - reader->at);
    if (end == NULL) return false;
    while (reader->text + reader->at <= end) next(reader);
    return true;
}

/* Skips blanks where a game may begin, and the mark that some programs put in front of UTF-8: files
 * may have been joined, so it may precede every game. */
static void skip_to_game(struct pond_reader *reader)
{
    static const char mark[] = "\xef\xbb\xbf";
    skip_blanks(reader);
    while (reader->length - reader->at >= 3 && memcmp(reader->text + reader->at, mark, 3) == 0) {
        reader->at += 3;
        skip_blanks(reader);
    }
}

bool pond_reader_more(struct pond_reader *reader)
{
    skip_to_game(reader);
    while (peek(reader) == '{' && comment_skip(reader)) skip_to_game(reader);
    return peek(reader) >= 0;
}

/* Reads a comment, for whom it may concern. */
static bool comment_read(struct reading *reading)
{
    struct pond_reader *reader = reading->reader;
    const size_t start = reader->at;
    reader->error_line = reader->line;
    if (!comment_skip(reader)) return pond_refuse(reading->why, POND_WORD_RECORD_COMMENT);
    if (reading->listener == NULL || !reading->begun) return true;
    return reading->listener->comment(reading->listener->context, start + 1, reader->at - 1,
                                      reading->why);
}

/* Skips blanks and comments; false if a comment is not closed. */
static bool skip_comments(struct reading *reading)
{
    struct pond_reader *reader = reading->reader;
    for (skip_blanks(reader); peek(reader) == '{'; skip_blanks(reader)) {
        if (!comment_read(reading)) return false;
    }
    return true;
}

/* Does no other tag follow? Looks behind comments, which may stand between tags as well. */
static bool tags_end(const struct pond_reader *reader)
{
    struct pond_reader ahead = *reader;
    for (skip_blanks(&ahead); peek(&ahead) == '{'; skip_blanks(&ahead)) {
        if (!comment_skip(&ahead)) return false;
    }
    return peek(&ahead) != '[';
}

/* Reads up to the next blank or comment. An empty word is the end of the text. */
static bool word_read(struct reading *reading, char word[POND_WORD_TEXT_MAX])
{
    struct pond_reader *reader = reading->reader;
    if (!skip_comments(reading)) return false;
    reader->error_line = reader->line;
    size_t length = 0;
    while (peek(reader) >= 0 && !is_blank(peek(reader)) && peek(reader) != '{') {
        const int character = next(reader);
        if (character < ' ' || character > '~') {
            return pond_refuse(reading->why, POND_WORD_RECORD_BINARY);
        }
        word[length++] = (char)character;
        word[length] = '\0';
        if (length == POND_WORD_TEXT_MAX - 1) {
            return pond_refuse_text(reading->why, POND_WORD_RECORD_WORD_LONG, word);
        }
    }
    word[length] = '\0';
    return true;
}

/* ---- Tags ---- */

/* Reads `"value"]` with its escapes into `value`. */
static bool tag_value_read(struct reading *reading, const char *name, char *value, size_t size)
{
    struct pond_reader *reader = reading->reader;
    size_t length = 0;
    if (next(reader) != '"') return pond_refuse(reading->why, POND_WORD_RECORD_TAG_FORM);
    for (;;) {
        int character = next(reader);
        if (character == '"') break;
        if (character == '\\') character = next(reader);
        if (character < 0 || character == '\n') {
            return pond_refuse(reading->why, POND_WORD_RECORD_TAG_FORM);
        }
        if (character < ' ' || character == 127) {
            return pond_refuse(reading->why, POND_WORD_RECORD_BINARY);
        }
        if (length + 1 == size) {
            return pond_refuse_text(reading->why, POND_WORD_RECORD_TAG_LONG, name);
        }
        value[length++] = (char)character;
    }
    value[length] = '\0';
    return next(reader) == ']' || pond_refuse(reading->why, POND_WORD_RECORD_TAG_FORM);
}

static bool tag_read(struct reading *reading)
{
    struct pond_reader *reader = reading->reader;
    char name[TAG_NAME_MAX], other[POND_STATE_TEXT_MAX];
    size_t length = 0;
    reader->error_line = reader->line;
    next(reader); /* the bracket */
    while (peek(reader) > ' ' && peek(reader) < 127 && length + 1 < sizeof name) {
        name[length++] = (char)next(reader);
    }
    name[length] = '\0';
    if (length == 0 || next(reader) != ' ') {
        return pond_refuse(reading->why, POND_WORD_RECORD_TAG_FORM);
    }
    char *value = other;
    size_t size = sizeof other;
    for (size_t i = 0; i < TAG_COUNT; i++) {
        if (!pond_text_equal(tag_table[i].name, name)) continue;
        if (reading->tag_line[i] != 0) {
            return pond_refuse_text(reading->why, POND_WORD_RECORD_TAG_TWICE, name);
        }
        reading->tag_line[i] = reader->line;
        value = (char *)&reading->tags + tag_table[i].offset;
        size = tag_table[i].size;
    }
    if (!tag_value_read(reading, name, value, size)) return false;
    while (peek(reader) == ' ' || peek(reader) == '\t' || peek(reader) == '\r') next(reader);
    return peek(reader) == '\n' || peek(reader) == '{' || peek(reader) < 0 ||
           pond_refuse(reading->why, POND_WORD_RECORD_TAG_FORM);
}

static uint32_t tag_line(const struct reading *reading, const char *name)
{
    for (size_t i = 0; i < TAG_COUNT; i++) {
        if (pond_text_equal(tag_table[i].name, name)) return reading->tag_line[i];
    }
    return 0;
}

/* Points errors at a tag's line; is the tag there? */
static bool at_tag(struct reading *reading, const char *name)
{
    const uint32_t line = tag_line(reading, name);
    if (line != 0) reading->reader->error_line = line;
    return line != 0;
}

/* ---- From the tags to the start ---- */

static bool names_take(struct reading *reading, struct pond_record *record)
{
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
        const char name[] = {'S', 'e', 'a', 't', (char)('0' + seat), '\0'};
        if (!at_tag(reading, name)) continue;
        if (seat >= reading->match->seat_count) {
            return pond_refuse_text(reading->why, POND_WORD_RECORD_TAG_SEAT, name);
        }
    }
    /* Here, once for all who show them: whatever would command a terminal or turn a text around is
     * made harmless. */
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
        struct pond_text shown = pond_text_in(record->name[seat], sizeof record->name[seat]);
        pond_text_shown(&shown, reading->tags.seat[seat]);
    }
    struct pond_text date = pond_text_in(record->date, sizeof record->date);
    pond_text_shown(&date, reading->tags.date);
    memcpy(record->seed, reading->tags.seed, sizeof record->seed);
    record->tags = NULL;
    return !at_tag(reading, "Seed") || pond_seed_check(record->seed, reading->why);
}

static bool setup_take(struct reading *reading)
{
    struct pond_match *match = reading->match;
    const struct pond_game *game = match->game;
    const bool there = at_tag(reading, "Setup");
    if (there && game->setup_parse == NULL) {
        return pond_refuse_text(reading->why, POND_WORD_RECORD_SETUP_NONE, game->title);
    }
    if (!there) {
        return !pond_match_chance_due(match) ||
               pond_refuse_text(reading->why, POND_WORD_RECORD_SETUP_MISSING, game->title);
    }
    if (strchr(reading->tags.setup, '?') != NULL) {
        return pond_refuse(reading->why, POND_WORD_RECORD_HIDDEN);
    }
    pond_move outcomes[POND_SETUP_MAX];
    int count = 0;
    if (!game->setup_parse(&match->config, reading->tags.setup, outcomes, &count, reading->why)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        if (!pond_match_outcome(match, outcomes[i], reading->why)) return false;
    }
    return !pond_match_chance_due(match) ||
           pond_refuse_text(reading->why, POND_WORD_RECORD_SETUP_MISSING, game->title);
}

static bool game_begin(struct reading *reading, struct pond_record *record, struct pond_entry *log,
                       uint32_t log_max)
{
    const struct tags *tags = &reading->tags;
    if (!at_tag(reading, "Game")) return pond_refuse(reading->why, POND_WORD_RECORD_NO_GAME);
    const struct pond_game *game = pond_game_find(tags->game);
    if (game == NULL) {
        return pond_game_refuse(tags->game, reading->why);
    }
    struct pond_config config;
    at_tag(reading, "Options");
    if (!pond_config_parse(game, tags->options, &config, reading->why)) return false;
    pond_match_begin(reading->match, game, &config, log, log_max);
    if (at_tag(reading, "Position")) {
        struct pond_state position;
        if (tags->setup[0] != '\0') { /* the start is given twice */
            return pond_refuse_text(reading->why, POND_WORD_RECORD_POSITION_NONE, game->title);
        }
        if (!game->state_parse(&position, &config, tags->position, reading->why)) return false;
        pond_match_begin_at(reading->match, game, &config, &position, log, log_max);
    }
    return names_take(reading, record) && setup_take(reading);
}

/* ---- Moves ---- */

static void tell(struct reading *reading)
{
    struct pond_reader *reader = reading->reader;
    const struct pond_match *match = reading->match;
    const bool event =
        match->log_count > 0 && match->log[match->log_count - 1].kind >= POND_ENTRY_RESIGN;
    const bool due = pond_match_chance_due(match);
    if (reading->told || due || (match->sealed != 0 && !event)) return;
    reading->told = true;
    if (reader->after_ply != NULL) reader->after_ply(reader->context, reading->match);
}

uint32_t pond_record_number(const struct pond_match *match)
{
    const struct pond_game *game = match->game;
    if (game->round != NULL) return game->round(&match->state);
    if (game->record_style == POND_RECORD_PAIRS) {
        const bool dark_began = game->turn(&match->start) == POND_SEAT(1);
        return (match->ply + dark_began) / 2 + 1;
    }
    return pond_match_turns(match) + 1;
}

/* `12.`: where a number stands it is right; after an event it may also be lower. */
static bool number_take(struct reading *reading, const char *word, bool *taken)
{
    const char *at = word;
    uint32_t number;
    *taken = false;
    if (!pond_read_number(&at, 1000000, &number) || at[0] != '.' || at[1] != '\0') return true;
    *taken = true;
    const uint32_t expected = pond_record_number(reading->match);
    const bool right = number == expected || (reading->event_since && number <= expected + 1);
    const bool fits = right && !reading->numbered;
    reading->numbered = true;
    if (!fits) {
        pond_refuse_number(reading->why, POND_WORD_RECORD_NUMBER, expected);
        return pond_error_number(reading->why, number);
    }
    return true;
}

/* `<25134>`: chance outcomes in the order drawn. */
static bool group_take(struct reading *reading, const char *word)
{
    const size_t length = strlen(word);
    if (length < 2 || word[length - 1] != '>') {
        return pond_refuse(reading->why, POND_WORD_RECORD_GROUP);
    }
    if (length == 2) return pond_refuse_text(reading->why, POND_WORD_RECORD_DRAW_NONE, word);
    for (const char *at = word + 1; at < word + length - 1; at++) {
        const char text[2] = {*at, '\0'};
        pond_move outcome;
        if (*at == '?') return pond_refuse(reading->why, POND_WORD_RECORD_HIDDEN);
        if (!pond_match_chance_due(reading->match)) {
            return pond_refuse_text(reading->why, POND_WORD_RECORD_DRAW_NONE, word);
        }
        if (!pond_move_read(reading->match->game, &reading->match->state, POND_CHANCE, text,
                            &outcome, reading->why) ||
            !pond_match_outcome(reading->match, outcome, reading->why)) {
            return false;
        }
    }
    tell(reading);
    return true;
}

/* `S1:resign` and its like. */
static bool event_take(struct reading *reading, const char *word)
{
    struct pond_match *match = reading->match;
    struct pond_error *why = reading->why;
    const int seat = word[1] - '0';
    const char *what = word + 3;
    reading->event_since = true;
    reading->told = false;
    bool done;
    if (pond_text_equal(what, "resign")) {
        done = pond_match_resign(match, seat, why);
    } else if (pond_text_equal(what, "draw?")) {
        done = pond_match_offer_draw(match, seat, why);
    } else if (pond_text_equal(what, "draw!")) {
        done = pond_match_accept_draw(match, seat, why);
    } else if (pond_text_equal(what, "takeback")) {
        char count[POND_WORD_TEXT_MAX];
        uint32_t decisions;
        const uint32_t line = reading->reader->error_line;
        if (!word_read(reading, count)) return false;
        reading->reader->error_line = line;
        const char *at = count;
        if (!pond_read_number(&at, UINT32_MAX, &decisions) || *at != '\0') {
            return pond_refuse_text(why, POND_WORD_RECORD_EVENT, word);
        }
        done = pond_match_take_back(match, seat, decisions, why);
    } else {
        return pond_refuse_text(why, POND_WORD_RECORD_EVENT, word);
    }
    if (done) tell(reading);
    return done;
}

/* In a record of rounds a choice is written with the letter of its seat: `R3`; the dummy's card is
 * chance's: `y2`. */
static bool round_move_take(struct reading *reading, const char *word)
{
    struct pond_match *match = reading->match;
    const struct pond_game *game = match->game;
    const pond_seats turn = game->turn(&match->state);
    for (int seat = 0; seat <= POND_CHANCE; seat++) {
        const bool real = seat < match->seat_count || seat == POND_CHANCE;
        if (!real || word[0] != game->seat_letter(&match->state, seat)) continue;
        if ((turn & POND_SEAT(seat)) == 0) break;
        pond_move move;
        if (!pond_move_read(game, &match->state, seat, word + 1, &move, reading->why)) return false;
        return seat == POND_CHANCE ? pond_match_outcome(match, move, reading->why)
                                   : pond_match_submit(match, seat, move, reading->why);
    }
    return pond_refuse_text(reading->why, POND_WORD_RECORD_SEAT_WORD, word);
}

static bool is_seat_word(const char *word)
{
    return word[0] == 'S' && word[1] >= '0' && word[1] <= '9' &&
           (word[2] == '\0' || word[2] == ':');
}

static bool move_take(struct reading *reading, const char *word)
{
    struct pond_match *match = reading->match;
    reading->told = false;
    if (pond_match_over(match)) {
        return pond_refuse_text(reading->why, POND_WORD_RECORD_AFTER_END, word);
    }
    const bool rounds = match->game->record_style == POND_RECORD_ROUNDS;
    bool done;
    if (rounds && match->game->round(&match->state) > 0) {
        done = round_move_take(reading, word);
    } else if (pond_match_chance_due(match)) {
        return pond_refuse_text(reading->why, POND_WORD_RECORD_DRAW_FIRST, word);
    } else {
        done = pond_match_submit_text(match, pond_seat_first(pond_match_turn(match)), word,
                                      reading->why);
    }
    if (done) tell(reading);
    return done;
}

static bool word_take(struct reading *reading, const char *word)
{
    struct pond_match *match = reading->match;
    bool taken;
    if (!number_take(reading, word, &taken)) return false;
    if (taken) return true;
    reading->numbered = false;
    if (word[0] == '<') return group_take(reading, word);
    if (is_seat_word(word) && word[2] == ':') return event_take(reading, word);
    if (is_seat_word(word) && match->game->record_style == POND_RECORD_TURNS) {
        const pond_seats seat = (pond_seats)(1u << (word[1] - '0') % 8);
        if (pond_match_turn(match) == seat && word[1] < '8') return true;
        if (pond_match_chance_due(match)) {
            return pond_refuse_text(reading->why, POND_WORD_RECORD_DRAW_FIRST, word);
        }
        if (pond_match_over(match)) {
            return pond_refuse_text(reading->why, POND_WORD_RECORD_AFTER_END, word);
        }
        return pond_refuse_text(reading->why, POND_WORD_RECORD_SEAT_WORD, word);
    }
    if (pond_text_equal(word, "...") && match->game->record_style == POND_RECORD_PAIRS) {
        return pond_match_turn(match) == POND_SEAT(1) ||
               pond_refuse(reading->why, POND_WORD_RECORD_DOTS);
    }
    return move_take(reading, word);
}

/* ---- The result ---- */

static bool is_result_word(const char *word)
{
    return pond_text_equal(word, "seat") || pond_text_equal(word, "dummy") ||
           pond_text_equal(word, "draw") || pond_text_equal(word, "unfinished");
}

/* Is a tag's value what it should be? */
static bool tag_agrees(struct reading *reading, const char *name, const char *value,
                       const char *truth)
{
    if (!at_tag(reading, name) || pond_text_equal(value, truth)) return true;
    pond_refuse_text(reading->why, POND_WORD_RECORD_RESULT_TAG, name);
    pond_error_text(reading->why, value);
    return pond_error_text(reading->why, truth);
}

/* A game that is not over may stop by a limit or be still in progress. */
static bool unfinished_take(struct reading *reading, struct pond_record *record)
{
    record->result.outcome = POND_UNFINISHED;
    record->result.reason = POND_REASON_IN_PROGRESS;
    if (!tag_agrees(reading, "Result", reading->tags.result, "unfinished")) return false;
    if (!at_tag(reading, "Reason") || pond_text_equal(reading->tags.reason, "in-progress")) {
        return true;
    }
    record->result.reason = POND_REASON_LIMIT;
    if (pond_text_equal(reading->tags.reason, "limit")) return true;
    return tag_agrees(reading, "Reason", reading->tags.reason, "in-progress, limit");
}

static bool result_take(struct reading *reading, char *word, struct pond_record *record)
{
    struct pond_match *match = reading->match;
    char whole[POND_WORD_TEXT_MAX + 8], seat[POND_WORD_TEXT_MAX] = "", memory[16];
    struct pond_text said = pond_text_in(whole, sizeof whole);
    struct pond_text truth = pond_text_in(memory, sizeof memory);
    pond_text_string(&said, word);
    if (pond_text_equal(word, "seat") && peek(reading->reader) == ' ') {
        const uint32_t line = reading->reader->line;
        if (!word_read(reading, seat)) return false;
        if (reading->reader->line != line) seat[0] = '\0';
        pond_text_char(&said, ' ');
        pond_text_string(&said, seat);
    }
    if (pond_match_chance_due(match)) {
        return pond_refuse_text(reading->why, POND_WORD_RECORD_DRAW_FIRST, whole);
    }
    if (match->sealed != 0) {
        return pond_refuse_number(reading->why, POND_WORD_RECORD_ROUND_OPEN,
                                  pond_seat_first(pond_match_turn(match)));
    }
    if (!pond_match_over(match)) {
        if (pond_text_equal(whole, "unfinished")) return unfinished_take(reading, record);
        return pond_refuse_text(reading->why, POND_WORD_RECORD_RESULT_OPEN, whole);
    }
    pond_result_print(match->result, &truth);
    if (!pond_text_equal(whole, memory)) {
        pond_refuse_text(reading->why, POND_WORD_RECORD_RESULT_WRONG, whole);
        return pond_error_text(reading->why, memory);
    }
    record->result = match->result;
    return tag_agrees(reading, "Result", reading->tags.result, memory) &&
           tag_agrees(reading, "Reason", reading->tags.reason,
                      pond_reason_name(match->result.reason));
}

/* The result is the record's last line: nothing but blanks up to its end. */
static bool line_end_take(struct reading *reading)
{
    struct pond_reader *reader = reading->reader;
    for (;;) {
        while (peek(reader) == ' ' || peek(reader) == '\t' || peek(reader) == '\r') next(reader);
        if (peek(reader) < 0 || peek(reader) == '\n') return true;
        if (peek(reader) != '{') break;
        if (!comment_read(reading)) return false;
    }
    char word[POND_WORD_TEXT_MAX];
    return word_read(reading, word) &&
           pond_refuse_text(reading->why, POND_WORD_RECORD_AFTER_END, word);
}

bool pond_record_word(struct pond_match *match, const char *word, bool *numbered,
                      struct pond_error *why)
{
    struct pond_reader nothing = pond_reader_of("", 0);
    struct reading reading = {.reader = &nothing,
                              .match = match,
                              .why = why,
                              .numbered = *numbered,
                              .event_since = match->resigned != 0 || pond_match_chance_due(match)};
    const bool taken = word_take(&reading, word);
    *numbered = reading.numbered;
    return taken;
}

bool pond_record_read_heard(struct pond_reader *reader, struct pond_match *match,
                            struct pond_record *record, struct pond_entry *log, uint32_t log_max,
                            const struct record_listener *listener, struct pond_error *why)
{
    struct reading reading = {.reader = reader, .match = match, .why = why, .listener = listener};
    memset(record, 0, sizeof *record);
    skip_to_game(reader);
    if (!skip_comments(&reading)) return false;
    reader->error_line = reader->line;
    if (peek(reader) != '[') return pond_refuse(why, POND_WORD_RECORD_NO_GAME);
    while (peek(reader) == '[') {
        if (!tag_read(&reading)) return false;
        if (tags_end(reader)) break; /* a comment here is about the position */
        if (!skip_comments(&reading)) return false;
    }
    if (!game_begin(&reading, record, log, log_max)) return false;
    reading.begun = true;
    tell(&reading);
    for (;;) {
        char word[POND_WORD_TEXT_MAX];
        if (!word_read(&reading, word)) return false;
        if (word[0] == '\0') return pond_refuse(why, POND_WORD_RECORD_TRUNCATED);
        if (is_result_word(word)) {
            return result_take(&reading, word, record) && line_end_take(&reading);
        }
        if (!word_take(&reading, word)) return false;
        if (listener != NULL && !listener->word(listener->context, why)) return false;
    }
}

bool pond_record_read(struct pond_reader *reader, struct pond_match *match,
                      struct pond_record *record, struct pond_entry *log, uint32_t log_max,
                      struct pond_error *why)
{
    return pond_record_read_heard(reader, match, record, log, log_max, NULL, why);
}
