/* play.c: what play.wasm offers beyond core.c: computer players, and what a page that draws a game
 * wants to know. src/wasm/play.mjs calls these functions.
 *
 * An engine is given its seat's view and nothing else, as everywhere. It has no clock here: a page
 * gives it nodes, and stops it by ending its Worker. Its memory is asked of the browser when it is
 * first needed and kept. */
#include "judge.h"
#include "page.h"
#include "pond/follower.h"
#include "pond/player.h"

#include <string.h>

#include "banned.h"

#define BRAIN_PAGES_MAX 4096 /* of 64 kB: 256 MB */
#define PAGE_SHIFT 16
#define UNIT 10000 /* a chance of 1 */

static struct {
    unsigned char *start;
    size_t pages;
} brain;

/* ---- Players ---- */

static size_t pages_of(size_t size) { return (size + (1u << PAGE_SHIFT) - 1) >> PAGE_SHIFT; }

void *page_memory_more(size_t size)
{
    const size_t before = __builtin_wasm_memory_grow(0, pages_of(size));
    return before == SIZE_MAX ? NULL : (void *)(before << PAGE_SHIFT);
}

/* Makes sure that there are that many bytes; the browser gives them zeroed. Where something else
 * lies behind what there is, that is given up. */
static bool brain_grow(size_t size)
{
    const size_t pages = pages_of(size);
    if (pages <= brain.pages) return true;
    if (pages > BRAIN_PAGES_MAX) return false;
    const size_t end = (size_t)brain.start + (brain.pages << PAGE_SHIFT);
    const bool last = end == __builtin_wasm_memory_size(0) << PAGE_SHIFT;
    unsigned char *more = page_memory_more((pages - (last ? brain.pages : 0)) << PAGE_SHIFT);
    if (more == NULL) return false;
    if (!last) brain.start = more;
    brain.pages = pages;
    return true;
}

bool page_memory_keep(struct pond_player *player)
{
    if (!brain_grow(player->memory_size)) return false;
    player->memory = brain.start;
    return true;
}

bool page_memory_take(struct pond_player *player)
{
    if (!page_memory_keep(player)) return false;
    /* Nothing of what was thought before may change what is thought now. */
    if (player->memory_size > 0) memset(brain.start, 0, player->memory_size);
    return true;
}

static int64_t in_units(float chance) { return (int64_t)(chance * UNIT + 0.5f); }

static void move_json(struct pond_json *json, const struct pond_match *match, int seat,
                      pond_move move)
{
    char memory[POND_MOVE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    match->game->move_print(&match->state, seat, move, &text);
    pond_json_key(json, "move");
    pond_json_string(json, memory);
}

static void choices_json(struct pond_json *json, const struct pond_match *match, int seat,
                         const struct pond_advice *advice)
{
    pond_json_key(json, "choices");
    pond_json_open(json, '[');
    for (uint32_t i = 0; i < advice->choice_count; i++) {
        pond_json_open(json, '{');
        move_json(json, match, seat, advice->choices[i].move);
        float value;
        const struct pond_choice *choice = &advice->choices[i];
        if (pond_choice_value(choice, &value)) { /* a bound is nothing to show or to compare */
            pond_json_key(json, "value");
            pond_json_number(json, in_units(value));
            pond_json_key(json, "error");
            pond_json_number(json, in_units(choice->error));
        }
        pond_json_key(json, "probability");
        pond_json_number(json, in_units(choice->probability));
        pond_json_close(json, '}');
    }
    pond_json_close(json, ']');
}

static void advice_json(const struct pond_match *match, int seat, const struct pond_advice *advice)
{
    struct pond_json json = page_answer_json();
    pond_json_open(&json, '{');
    move_json(&json, match, seat, advice->move);
    choices_json(&json, match, seat, advice);
    pond_json_key(&json, "win");
    pond_json_open(&json, '[');
    for (int i = 0; i < match->seat_count; i++) pond_json_number(&json, in_units(advice->win[i]));
    pond_json_close(&json, ']');
    pond_json_key(&json, "draw");
    pond_json_number(&json, in_units(advice->draw));
    pond_json_key(&json, "dummy");
    pond_json_number(&json, in_units(advice->dummy));
    pond_json_key(&json, "nodes");
    pond_json_number(&json, (int64_t)advice->nodes);
    pond_json_key(&json, "depth");
    pond_json_number(&json, advice->depth);
    pond_json_key(&json, "exact");
    pond_json_number(&json, advice->exact ? 1 : 0);
    pond_json_key(&json, "end");
    pond_json_number(&json, advice->end_ply);
    pond_json_close(&json, '}');
    pond_json_line_end(&json);
}

/* What tables say about every choice of a seat, where they know all of them. The full engine asks
 * them; levels are as strong as they were measured, without. */
static bool exact_think(const struct pond_player *player, const struct pond_match *match, int seat,
                        struct pond_advice *advice)
{
    if (!player->uses_tablebases) return false;
    const struct pond_analyst analyst = {.probe = player->probe};
    const struct pond_moment moment = {
        .match = match, .kind = POND_MOMENT_DECISION, .seat = (uint8_t)seat, .state = match->state};
    return pond_exact_advice(&analyst, &moment, advice);
}

/* Text: a player. What it would do in a seat; chances are whole numbers of a ten-thousandth. With
 * `nodes_max` 0 the player's own limit holds. */
int32_t EXPORT(page_think)(uint32_t length, uint32_t slot, int32_t seat, uint32_t nodes_max,
                           uint32_t seed)
{
    const char *texts[TEXTS_MAX];
    static struct pond_player player;
    static struct pond_advice advice;
    struct pond_task task;
    struct pond_error why;
    const struct pond_match *match = page_match_see(slot);
    if (match == NULL || !page_texts_take(length, texts)) return 0;
    if (!pond_player_open(&player, match->game, texts[0], &why)) return page_refuse(&why);
    if (seat < 0 || seat >= match->seat_count || (pond_match_turn(match) & POND_SEAT(seat)) == 0) {
        return page_refuse_page(REFUSE_TURN);
    }
    if (!page_memory_take(&player)) return page_refuse_page(REFUSE_MEMORY);
    player.seed = seed;
    player.probe = page_probe_of(match->game);
    if (!exact_think(&player, match, seat, &advice)) {
        pond_player_task(&player, match, seat, &task);
        pond_task_limit(&task, nodes_max, 0);
        player.engine->think(&task, &advice);
    }
    advice_json(match, seat, &advice);
    return 1;
}

/* ---- Matches ---- */

/* Text: a record. Reads it into a slot, ready to be gone on with once it has a seed. */
int32_t EXPORT(page_load)(uint32_t length, uint32_t slot)
{
    return page_slot_read(slot, length) ? 1 : 0;
}

/* Text: a seed, for a match that was read: from now on chance is drawn here. */
int32_t EXPORT(page_seed)(uint32_t length, uint32_t slot)
{
    const char *texts[TEXTS_MAX];
    struct pond_error why;
    struct pond_match *match = page_match_take(slot);
    if (match == NULL || !page_texts_take(length, texts)) return 0;
    if (!pond_seed_check(texts[0], &why)) return page_refuse(&why);
    pond_match_seed(match, texts[0]);
    return 1;
}

/* Text: a record. Did the generator draw what it tells? `{"seed":"…","drawn":true}`; the seed is
 * empty where the record has none. What made the seed is for the page to work out. */
int32_t EXPORT(page_verify)(uint32_t length)
{
    enum { HALF = PAGE_LONG_LOG_MAX / 2 };
    struct pond_match match;
    struct pond_record record;
    struct pond_error why;
    const char *texts[TEXTS_MAX];
    struct pond_entry *log = page_long_log();
    page_answer_begin();
    if (!page_texts_take(length, texts)) return 0;
    struct pond_reader reader = pond_reader_of(texts[0], length);
    if (!pond_record_read(&reader, &match, &record, log, HALF, &why)) return page_refuse(&why);
    const bool drawn =
        record.seed[0] != '\0' && pond_match_redraws(&match, record.seed, log + HALF, HALF);
    struct pond_json json = page_answer_json();
    pond_json_open(&json, '{');
    pond_json_key(&json, "seed");
    pond_json_string(&json, record.seed);
    pond_json_key(&json, "drawn");
    pond_json_bool(&json, drawn);
    pond_json_close(&json, '}');
    pond_json_line_end(&json);
    return 1;
}

/* Text: a move. Would it be allowed? If not, the sentence that says why. */
int32_t EXPORT(page_check)(uint32_t length, uint32_t slot, int32_t seat)
{
    const char *texts[TEXTS_MAX];
    struct pond_error why;
    pond_move move;
    const struct pond_match *match = page_match_see(slot);
    if (match == NULL || !page_texts_take(length, texts)) return 0;
    if (seat < 0 || seat >= match->seat_count || (pond_match_turn(match) & POND_SEAT(seat)) == 0) {
        return page_refuse_page(REFUSE_TURN);
    }
    return pond_move_read(match->game, &match->state, seat, texts[0], &move, &why)
               ? 1
               : page_refuse(&why);
}

/* Texts: game, options, a position as everyone sees it, the seat's hand, a move. Might the seat
 * play it there? If not, the sentence that says why. Nothing is played, and no match is needed. */
int32_t EXPORT(page_why)(uint32_t length, int32_t seat)
{
    struct page_asked asked;
    struct pond_follower follower;
    struct pond_error why;
    pond_move move;
    if (!page_asked_take(length, &asked)) return 0;
    const char *const *texts = asked.texts;
    if (seat < 0 || seat >= asked.game->seats(&asked.config)) return page_refuse_page(REFUSE_TURN);
    return pond_follower_put(&follower, asked.game, &asked.config, seat, texts[2], texts[3],
                             &why) &&
                   pond_follower_check(&follower, texts[4], &move, &why)
               ? 1
               : page_refuse(&why);
}

/* The complete position: for sharing and analysis, where nothing needs to be hidden. */
int32_t EXPORT(page_position)(uint32_t slot)
{
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const struct pond_match *match = page_match_see(slot);
    if (match == NULL) return 0;
    match->game->state_print(&match->state, &text);
    page_answer_take(NULL, memory, text.length);
    return 1;
}

/* How many decisions these seats may fairly take back, as JSON; 0: none. */
int32_t EXPORT(page_takeback)(uint32_t slot, uint32_t seats)
{
    uint32_t decisions;
    const struct pond_match *match = page_match_take(slot);
    if (match == NULL) return 0;
    const bool fair =
        pond_match_fair_takeback(match, (pond_seats)seats, &decisions) == POND_TAKEBACK_FAIR;
    struct pond_json json = page_answer_json();
    pond_json_number(&json, fair ? decisions : 0);
    return 1;
}

/* The next game of a series (C5): its options, and who of this game sits on each of its seats. */
int32_t EXPORT(page_next)(uint32_t slot)
{
    char memory[POND_OPTIONS_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    struct pond_series series;
    struct pond_config config;
    const struct pond_match *match = page_match_take(slot);
    if (match == NULL) return 0;
    pond_series_begin(&series, match->seat_count);
    pond_series_next(&series, match, &config);
    pond_config_print(match->game, &config, &text);
    struct pond_json json = page_answer_json();
    pond_json_open(&json, '{');
    pond_json_string_member(&json, "options", memory);
    pond_json_key(&json, "seats");
    pond_json_open(&json, '[');
    for (int seat = 0; seat < series.player_count; seat++) {
        pond_json_number(&json, series.player_at[seat]);
    }
    pond_json_close(&json, ']');
    pond_json_close(&json, '}');
    return 1;
}

/* ---- What happened ---- */

/* Text: a game. Its table of events, with their sentences. */
int32_t EXPORT(page_events)(uint32_t length)
{
    struct page_asked asked;
    if (!page_asked_take(length, &asked)) return 0;
    struct pond_json json = page_answer_json();
    pond_json_event_kinds(&json, asked.game, page_language());
    return 1;
}

/* What the entries of a match from number `from` on did, as a seat or a spectator may know it. */
int32_t EXPORT(page_entries)(uint32_t slot, int32_t seat, uint32_t from)
{
    struct pond_state before;
    const struct pond_match *match = page_match_see(slot);
    if (match == NULL || !page_observer_check(match, seat)) return 0;
    const uint32_t count = pond_match_entries(match);
    if (from > count) from = count;
    before = match->start;
    if (from > 0) pond_match_replay(match, from, &before);
    struct pond_json json = page_answer_json();
    pond_json_open(&json, '{');
    pond_json_number_member(&json, "count", count);
    pond_json_key(&json, "entries");
    pond_json_entries(&json, match, &before, from, seat);
    pond_json_close(&json, '}');
    return 1;
}

struct looking {
    struct pond_json json;
    struct pond_state before; /* the current line */
    uint32_t count;           /* entries of the log by then */
};

void page_hands_json(struct pond_json *json, const struct pond_match *match)
{
    pond_json_key(json, "hands");
    pond_json_open(json, '[');
    for (int seat = 0; seat < match->seat_count && match->game->own_print != NULL; seat++) {
        char held[POND_STATE_TEXT_MAX], laid[POND_MOVE_TEXT_MAX];
        struct pond_text hand = pond_text_in(held, sizeof held);
        struct pond_text chosen = pond_text_in(laid, sizeof laid);
        struct pond_view view;
        pond_match_view(match, seat, &view);
        match->game->own_print(&view, &hand, &chosen);
        pond_json_string(json, held);
    }
    pond_json_close(json, ']');
}

static void look_write(void *context, const struct pond_match *match)
{
    struct looking *looking = context;
    struct pond_json *json = &looking->json;
    struct pond_view view;
    if (looking->count == 0) looking->before = match->start;
    pond_match_view(match, POND_SPECTATOR, &view);
    pond_json_open(json, '{');
    pond_json_board(json, match->game, &view);
    page_hands_json(json, match);
    pond_json_key(json, "entries");
    pond_json_entries(json, match, &looking->before, looking->count, POND_SPECTATOR);
    pond_json_close(json, '}');
    looking->before = match->state;
    looking->count = pond_match_entries(match);
}

/* Text: a record. For each line of its replay the board as a spectator sees it, everyone's hand,
 * and what happened since the line before. */
int32_t EXPORT(page_looks)(uint32_t length)
{
    struct looking looking = {.json = page_answer_json()};
    struct pond_match match;
    struct pond_record record;
    struct pond_error why;
    const char *texts[TEXTS_MAX];
    page_answer_begin();
    if (!page_texts_take(length, texts)) return 0;
    struct pond_reader reader = pond_reader_of(texts[0], length);
    reader.after_ply = look_write;
    reader.context = &looking;
    pond_json_open(&looking.json, '[');
    if (!pond_record_read(&reader, &match, &record, page_long_log(), PAGE_LONG_LOG_MAX, &why)) {
        return page_refuse(&why);
    }
    pond_json_close(&looking.json, ']');
    return 1;
}

/* One choice of a round that is tried: `0:3`, a seat's or chance's, as it is written. */
static bool choice_take(const struct pond_game *game, struct pond_state *state, const char *text,
                        struct pond_entry *entry)
{
    pond_move moves[POND_MOVES_MAX];
    char memory[POND_MOVE_TEXT_MAX];
    const int seat = text[0] - '0';
    if (seat < 0 || seat > POND_CHANCE || text[1] != ':') return false;
    if ((game->turn(state) & POND_SEAT(seat)) == 0) return false;
    const int count = game->moves(state, seat, moves);
    for (int i = 0; i < count; i++) {
        struct pond_text out = pond_text_in(memory, sizeof memory);
        game->move_print(state, seat, moves[i], &out);
        if (strncmp(text + 2, memory, out.length) != 0 || text[2 + out.length] > ' ') continue;
        *entry =
            (struct pond_entry){.kind = seat == POND_CHANCE ? POND_ENTRY_CHANCE : POND_ENTRY_MOVE,
                                .seat = (uint8_t)seat,
                                .move = moves[i]};
        game->apply(state, seat, moves[i]);
        return true;
    }
    return false;
}

/* Texts: game, options, a complete position, choices such as `0:3 1:5`. The events of the last of
 * them: what would happen if they were made there. */
int32_t EXPORT(page_try)(uint32_t length)
{
    struct page_asked asked;
    struct pond_state state;
    struct pond_error why;
    struct pond_events events = {0};
    if (!page_asked_take(length, &asked)) return 0;
    const struct pond_game *game = asked.game;
    if (!game->state_parse(&state, &asked.config, asked.texts[2], &why)) return page_refuse(&why);
    for (const char *at = asked.texts[3]; at != NULL && *at != '\0';) {
        const struct pond_state before = state;
        struct pond_entry entry;
        if (!choice_take(game, &state, at, &entry)) return page_refuse_page(REFUSE_TURN);
        pond_entry_events(game, &before, &entry, &state, POND_SPECTATOR, &events);
        at = strchr(at, ' ');
        if (at != NULL) at++;
    }
    struct pond_json json = page_answer_json();
    pond_events_json(&json, game, &events);
    return 1;
}
