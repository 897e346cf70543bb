/* match.c: one game being played, whatever the game. See match.h. */
#include "pond/match.h"

#include <assert.h>
#include <string.h>

#include "round.h"

#include "banned.h"

/* ---- The log and what follows from it ---- */

/* Carries an entry out on a state. */
static void entry_apply(const struct pond_game *game, const struct pond_entry *entry,
                        struct pond_state *state)
{
    switch ((enum pond_entry_kind)entry->kind) {
    case POND_ENTRY_MOVE:
    case POND_ENTRY_CHANCE: game->apply(state, entry->seat, entry->move); break;
    case POND_ENTRY_RESIGN: game->resign(state, entry->seat); break;
    case POND_ENTRY_OFFER:
    case POND_ENTRY_ACCEPT:
    case POND_ENTRY_TAKEBACK: break;
    }
}

/* Carries an entry out on the match's state, and keeps count of decisions and sealed choices. A
 * choice is sealed as long as exactly the other seats of the round are still to choose. */
static void entry_step(struct pond_match *match, struct pond_entry *entry)
{
    const struct pond_game *game = match->game;
    const pond_seats others = (pond_seats)(game->turn(&match->state) & ~POND_SEAT(entry->seat));
    const bool decides = entry->kind == POND_ENTRY_MOVE;
    if (decides && match->sealed == 0) match->before = match->state;
    if (decides && (match->turns == 0 || match->turn_seat != entry->seat)) {
        match->turns++;
        match->turn_seat = entry->seat;
    }
    entry_apply(game, entry, &match->state);
    entry->ply = decides ? match->ply + 1 : match->ply;
    const bool open = others != 0 && game->turn(&match->state) == others;
    if (entry->kind == POND_ENTRY_RESIGN) {
        match->resigned |= POND_SEAT(entry->seat);
        if (round_resign(game, &match->before, &match->sealed, entry->seat, others == 0) ==
            ROUND_CHOSEN) {
            match->ply++;
            match->sealed = 0;
        }
    } else if (decides && open) {
        match->sealed |= POND_SEAT(entry->seat);
    } else if (decides) {
        match->ply++;
        match->sealed = 0;
    }
}

static struct pond_entry *entry_add(struct pond_match *match, enum pond_entry_kind kind, int seat,
                                    pond_move move)
{
    assert(match->log_count < match->log_max);
    struct pond_entry *entry = &match->log[match->log_count++];
    memset(entry, 0, sizeof *entry);
    entry->kind = (uint8_t)kind;
    entry->seat = (uint8_t)seat;
    entry->move = move;
    entry->ply = match->ply;
    return entry;
}

/* Puts an entry that is a move into the bucket of its repetition. */
static void bucket_put(struct pond_match *match, uint32_t index)
{
    struct pond_entry *entry = &match->log[index];
    uint32_t *head = &match->log[entry->repetition & (match->buckets - 1)].head;
    entry->earlier = *head;
    *head = index + 1;
}

/* Notes the position after the last entry. There are about as many buckets as entries, so that a
 * long game is not searched from end to end after every move. */
static void repetition_note(struct pond_match *match)
{
    int occurrences_max;
    struct pond_entry *last = &match->log[match->log_count - 1];
    last->repetition = match->game->repetition(&match->state, &occurrences_max);
    if (match->buckets > 0 && match->log_count < 2 * match->buckets) {
        bucket_put(match, match->log_count - 1);
        return;
    }
    match->buckets = 1;
    while (2 * match->buckets <= match->log_count) match->buckets *= 2;
    for (uint32_t i = 0; i < match->buckets; i++) match->log[i].head = 0;
    for (uint32_t i = 0; i < match->log_count; i++) {
        if (match->log[i].kind == POND_ENTRY_MOVE) bucket_put(match, i);
    }
}

/* Has the position after the last entry now occurred as often as the game lets it (X10)? */
static bool repeated_too_often(const struct pond_match *match)
{
    int occurrences_max = 0;
    const struct pond_entry *last = &match->log[match->log_count - 1];
    int occurrences = match->game->repetition(&match->start, &occurrences_max) == last->repetition;
    if (occurrences_max == 0) return false;
    for (uint32_t at = match->log_count; at > 0; at = match->log[at - 1].earlier) {
        const struct pond_entry *entry = &match->log[at - 1];
        occurrences += entry->undone_at == 0 && entry->repetition == last->repetition;
    }
    return occurrences >= occurrences_max;
}

/* Draws what chance has to draw, and sees whether the game is over. */
static void settle(struct pond_match *match)
{
    const struct pond_game *game = match->game;
    while (match->seeded && game->turn(&match->state) == POND_SEAT(POND_CHANCE)) {
        struct pond_state next = match->state;
        const pond_move outcome = pond_roll(game, &next, &match->rng);
        entry_step(match, entry_add(match, POND_ENTRY_CHANCE, POND_CHANCE, outcome));
    }
    match->version++;
    match->result = game->result(&match->state);
}

/* ---- Beginning ---- */

void pond_match_begin_at(struct pond_match *match, const struct pond_game *game,
                         const struct pond_config *config, const struct pond_state *position,
                         struct pond_entry *log, uint32_t log_max)
{
    memset(match, 0, sizeof *match);
    match->game = game;
    match->config = *config;
    match->start = match->before = match->state = *position;
    match->log = log;
    match->log_max = log_max;
    match->seat_count = game->seats(config);
    match->offer = -1;
    match->from_position = true;
    match->result = game->result(&match->state);
}

void pond_match_begin(struct pond_match *match, const struct pond_game *game,
                      const struct pond_config *config, struct pond_entry *log, uint32_t log_max)
{
    struct pond_state start;
    game->setup(&start, config);
    pond_match_begin_at(match, game, config, &start, log, log_max);
    match->from_position = false;
}

void pond_match_seed(struct pond_match *match, const char *seed)
{
    assert(match->log_max >= POND_ENTRIES_A_MOVE_MAX);
    struct pond_text text = pond_text_in(match->seed, sizeof match->seed);
    pond_text_string(&text, seed);
    pond_rng_seed(&match->rng, seed);
    match->seeded = true;
    if (!pond_match_over(match)) settle(match);
}

/* ---- Where it stands ---- */

bool pond_match_over(const struct pond_match *match)
{
    return match->result.outcome != POND_GOES_ON;
}

bool pond_match_chance_due(const struct pond_match *match)
{
    return !pond_match_over(match) && match->game->turn(&match->state) == POND_SEAT(POND_CHANCE);
}

pond_seats pond_match_turn(const struct pond_match *match)
{
    if (pond_match_over(match) || pond_match_chance_due(match)) return 0;
    return match->game->turn(&match->state);
}

pond_seats pond_match_sealed(const struct pond_match *match) { return match->sealed; }

const struct pond_state *pond_match_open_state(const struct pond_match *match)
{
    return match->sealed != 0 ? &match->before : &match->state;
}

uint32_t pond_match_turns(const struct pond_match *match)
{
    if (match->game->round != NULL) {
        const uint32_t round = match->game->round(&match->state);
        return round > 0 ? round - 1 : 0;
    }
    if (match->game->record_style == POND_RECORD_PAIRS) return match->ply;
    const bool still = match->turns > 0 && pond_match_turn(match) == POND_SEAT(match->turn_seat);
    return still ? match->turns - 1 : match->turns;
}

/* ---- Doing something ---- */

static bool may_act(const struct pond_match *match, int seat, struct pond_error *why)
{
    if (match->log_max - match->log_count < POND_ENTRIES_A_MOVE_MAX) {
        return pond_refuse_number(why, POND_WORD_MATCH_LOG_FULL, match->log_max);
    }
    if (seat < 0 || seat >= match->seat_count) {
        return pond_refuse_number(why, POND_WORD_MATCH_NO_SEAT, seat);
    }
    if (pond_match_over(match)) return pond_refuse(why, POND_WORD_MOVE_GAME_OVER);
    if (pond_match_chance_due(match)) return pond_refuse(why, POND_WORD_MATCH_CHANCE_DUE);
    const pond_seats in_play = match->game->in_play != NULL ? match->game->in_play(&match->state)
                                                            : (pond_seats)~match->resigned;
    if ((in_play & POND_SEAT(seat)) == 0) {
        return pond_refuse_number(why, POND_WORD_MATCH_SEAT_OUT, seat);
    }
    return true;
}

bool pond_match_submit(struct pond_match *match, int seat, pond_move move, struct pond_error *why)
{
    if (!may_act(match, seat, why)) return false;
    if ((pond_match_turn(match) & POND_SEAT(seat)) == 0) {
        return pond_refuse_number(why, POND_WORD_MOVE_NOT_YOUR_TURN, seat);
    }
    if (!match->game->legal(&match->state, seat, move, why)) return false;
    entry_step(match, entry_add(match, POND_ENTRY_MOVE, seat, move));
    if (match->offer >= 0 && match->offer != seat) match->offer = -1;
    settle(match);
    if (match->game->repetition == NULL) return true;
    repetition_note(match);
    if (!pond_match_over(match) && repeated_too_often(match)) {
        match->result =
            (struct pond_result){.outcome = POND_DRAWN, .reason = POND_REASON_REPETITION};
    }
    return true;
}

bool pond_match_submit_text(struct pond_match *match, int seat, const char *text,
                            struct pond_error *why)
{
    pond_move move;
    if (!may_act(match, seat, why)) return false;
    if (!pond_move_read(match->game, &match->state, seat, text, &move, why)) return false;
    return pond_match_submit(match, seat, move, why);
}

bool pond_match_outcome(struct pond_match *match, pond_move outcome, struct pond_error *why)
{
    if (!pond_match_chance_due(match)) return pond_refuse(why, POND_WORD_MATCH_NO_CHANCE);
    if (match->log_count == match->log_max) {
        return pond_refuse_number(why, POND_WORD_MATCH_LOG_FULL, match->log_max);
    }
    if (!match->game->legal(&match->state, POND_CHANCE, outcome, why)) return false;
    entry_step(match, entry_add(match, POND_ENTRY_CHANCE, POND_CHANCE, outcome));
    settle(match);
    return true;
}

bool pond_match_resign(struct pond_match *match, int seat, struct pond_error *why)
{
    if (!may_act(match, seat, why)) return false;
    entry_step(match, entry_add(match, POND_ENTRY_RESIGN, seat, 0));
    if (match->offer == seat) match->offer = -1;
    settle(match);
    return true;
}

bool pond_match_offer_draw(struct pond_match *match, int seat, struct pond_error *why)
{
    if (!match->game->draw_offers) {
        return pond_refuse_text(why, POND_WORD_MATCH_NO_DRAWS, match->game->title);
    }
    if (!may_act(match, seat, why)) return false;
    if (match->offer >= 0) return pond_refuse(why, POND_WORD_MATCH_OFFER_STANDS);
    entry_add(match, POND_ENTRY_OFFER, seat, 0);
    match->offer = (int8_t)seat;
    match->version++;
    return true;
}

bool pond_match_accept_draw(struct pond_match *match, int seat, struct pond_error *why)
{
    if (!may_act(match, seat, why)) return false;
    if (match->offer < 0 || match->offer == seat) {
        return pond_refuse(why, POND_WORD_MATCH_NO_OFFER);
    }
    entry_add(match, POND_ENTRY_ACCEPT, seat, 0);
    match->offer = -1;
    match->result = (struct pond_result){.outcome = POND_DRAWN, .reason = POND_REASON_AGREED};
    match->version++;
    return true;
}

/* Works everything out again from the entries that count. */
static void rebuild(struct pond_match *match)
{
    match->state = match->before = match->start;
    match->ply = match->turns = 0;
    match->turn_seat = 0;
    match->sealed = match->resigned = 0;
    match->offer = -1;
    for (uint32_t i = 0; i < match->log_count; i++) {
        struct pond_entry *entry = &match->log[i];
        const bool event = entry->kind >= POND_ENTRY_OFFER;
        if (entry->undone_at == 0 && !event) entry_step(match, entry);
    }
    match->result = match->game->result(&match->state);
    match->version++;
}

bool pond_match_take_back(struct pond_match *match, int seat, uint32_t decisions,
                          struct pond_error *why)
{
    if (!may_act(match, seat, why)) return false;
    if (decisions < 1 || decisions > match->ply) {
        pond_refuse_number(why, POND_WORD_MATCH_TAKEBACK_RANGE, decisions);
        return pond_error_number(why, match->ply);
    }
    if (match->takebacks == POND_TAKEBACKS_MAX) {
        return pond_refuse_number(why, POND_WORD_MATCH_TAKEBACK_MANY, POND_TAKEBACKS_MAX);
    }
    const uint32_t kept = match->ply - decisions;
    for (uint32_t i = 0; i < match->log_count; i++) {
        const struct pond_entry *entry = &match->log[i];
        if (entry->kind == POND_ENTRY_RESIGN && entry->ply > kept) {
            return pond_refuse(why, POND_WORD_MATCH_TAKEBACK_RESIGNED);
        }
    }
    const uint32_t takeback = match->log_count;
    for (uint32_t i = 0; i < takeback; i++) {
        struct pond_entry *entry = &match->log[i];
        const bool game_entry = entry->kind == POND_ENTRY_MOVE || entry->kind == POND_ENTRY_CHANCE;
        if (game_entry && entry->undone_at == 0 && entry->ply > kept) entry->undone_at = takeback;
    }
    entry_add(match, POND_ENTRY_TAKEBACK, seat, decisions);
    match->takebacks++;
    rebuild(match);
    return true;
}

bool pond_match_withdraw(struct pond_match *match, int seat, struct pond_error *why)
{
    if (!may_act(match, seat, why)) return false;
    if ((match->sealed & POND_SEAT(seat)) == 0) {
        return pond_refuse_number(why, POND_WORD_MOVE_NOT_YOUR_TURN, seat);
    }
    const int8_t offer = match->offer;
    uint32_t at = match->log_count - 1;
    while (match->log[at].kind != POND_ENTRY_MOVE || match->log[at].seat != seat) at--;
    match->log_count--;
    memmove(&match->log[at], &match->log[at + 1], (match->log_count - at) * sizeof match->log[0]);
    match->buckets = 0; /* they are numbers of entries */
    rebuild(match);
    match->offer = offer;
    return true;
}

/* ---- Telling ---- */

void pond_match_view(const struct pond_match *match, int seat, struct pond_view *view)
{
    match->game->observe(&match->state, seat, view);
}

void pond_match_replay(const struct pond_match *match, uint32_t end, struct pond_state *state)
{
    *state = match->start;
    for (uint32_t i = 0; i < end; i++) {
        const struct pond_entry *entry = &match->log[i];
        if (entry->undone_at == 0 || entry->undone_at >= end) {
            entry_apply(match->game, entry, state);
        }
    }
}

uint32_t pond_match_history(const struct pond_match *match, uint32_t end,
                            uint64_t keys[POND_HISTORY_MAX])
{
    uint32_t count = 0;
    int occurrences_max;
    if (match->game->repetition == NULL) return 0;
    keys[count++] = match->game->repetition(&match->start, &occurrences_max);
    for (uint32_t i = 0; i < end && count < POND_HISTORY_MAX; i++) {
        const struct pond_entry *entry = &match->log[i];
        const bool counts = entry->kind == POND_ENTRY_MOVE && entry->undone_at == 0;
        if (counts) keys[count++] = entry->repetition;
    }
    return count - 1; /* the last is the position itself */
}

void pond_event_print(const struct pond_entry *entry, struct pond_text *out)
{
    static const char *const names[] = {
        [POND_ENTRY_MOVE] = "",         [POND_ENTRY_CHANCE] = "",
        [POND_ENTRY_RESIGN] = "resign", [POND_ENTRY_OFFER] = "draw?",
        [POND_ENTRY_ACCEPT] = "draw!",  [POND_ENTRY_TAKEBACK] = "takeback ",
    };
    pond_text_char(out, 'S');
    pond_text_number(out, entry->seat);
    pond_text_char(out, ':');
    pond_text_string(out, names[entry->kind]);
    if (entry->kind == POND_ENTRY_TAKEBACK) pond_text_number(out, (int64_t)entry->move);
}

/* Did the seat give up after this choice and before it was turned over? Then nobody ever sees it.
 */
static bool withdrawn(const struct pond_match *match, uint32_t index)
{
    for (uint32_t i = index + 1; i < match->log_count; i++) {
        const struct pond_entry *entry = &match->log[i];
        if (entry->kind == POND_ENTRY_CHANCE) return false;
        if (entry->kind == POND_ENTRY_RESIGN && entry->seat == match->log[index].seat) {
            return entry->ply < match->log[index].ply;
        }
    }
    return false;
}

/* A whole round by seat, and chance's part last. */
static void round_print(const struct pond_match *match, const struct pond_state *before,
                        uint32_t first, struct pond_text *out)
{
    const struct pond_game *game = match->game;
    static const int order[] = {0, 1, 2, 3, 4, POND_CHANCE};
    for (size_t k = 0; k < sizeof order / sizeof order[0]; k++) {
        for (uint32_t i = first; i < match->log_count; i++) {
            const struct pond_entry *entry = &match->log[i];
            if (entry->seat != order[k] || entry->kind > POND_ENTRY_CHANCE) continue;
            if (entry->undone_at != 0 || entry->ply != match->ply) continue;
            if (withdrawn(match, i)) continue;
            if (out->length > 0) pond_text_char(out, ' ');
            pond_text_char(out, game->seat_letter(before, entry->seat));
            game->move_print(before, entry->seat, entry->move, out);
        }
    }
}

/* Belongs to the decision or event before it (chance), or is still laid face down? */
static bool follows_or_sealed(const struct pond_match *match, const struct pond_entry *entry)
{
    return entry->kind == POND_ENTRY_CHANCE ||
           (entry->kind == POND_ENTRY_MOVE && entry->undone_at == 0 && entry->ply > match->ply);
}

void pond_match_last_print(const struct pond_match *match, struct pond_text *out)
{
    const struct pond_game *game = match->game;
    uint32_t last = match->log_count;
    while (last > 0 && follows_or_sealed(match, &match->log[last - 1])) last--;
    if (last == 0) return;
    const struct pond_entry *entry = &match->log[last - 1];
    if (entry->kind != POND_ENTRY_MOVE) {
        pond_event_print(entry, out);
        return;
    }
    uint32_t first = last - 1;
    for (uint32_t i = first; i > 0 && match->log[i - 1].ply + 1 >= match->ply; i--) {
        const struct pond_entry *earlier = &match->log[i - 1];
        const bool same = earlier->kind == POND_ENTRY_MOVE && earlier->ply == match->ply;
        if (same && earlier->undone_at == 0) first = i - 1;
    }
    struct pond_state before = match->before;
    if (match->sealed != 0) pond_match_replay(match, first, &before);
    if (game->round != NULL && game->round(&before) > 0) {
        round_print(match, &before, first, out);
        return;
    }
    game->move_print(&before, entry->seat, entry->move, out);
    const char *suffix =
        game->move_suffix != NULL ? game->move_suffix(&match->state, entry->seat) : NULL;
    if (suffix != NULL) pond_text_string(out, suffix);
}

/* ---- Series ---- */

void pond_series_begin(struct pond_series *series, int player_count)
{
    memset(series, 0, sizeof *series);
    series->player_count = (uint8_t)player_count;
    for (int seat = 0; seat < player_count; seat++) series->player_at[seat] = (uint8_t)seat;
}

/* Everyone keeps their handicap on the way to the next seat. */
static void handicaps_move_up(const struct pond_game *game, struct pond_config *config, int seats)
{
    for (int i = 0; i < game->option_count; i++) {
        char *digits = config->text[i];
        if (game->options[i].kind != POND_OPTION_SEATS || config->value[i] == 0) continue;
        const char first = digits[0];
        memmove(digits, digits + 1, (size_t)seats - 1);
        digits[seats - 1] = first;
    }
}

void pond_series_next(struct pond_series *series, const struct pond_match *finished,
                      struct pond_config *config)
{
    const struct pond_result result = finished->result;
    series->games++;
    if (result.outcome == POND_WON) series->wins[series->player_at[result.seat]]++;
    if (result.outcome == POND_DRAWN) series->draws++;
    if (result.outcome == POND_WON_BY_DUMMY) series->dummy_wins++;
    const uint8_t first = series->player_at[0];
    for (int seat = 0; seat + 1 < series->player_count; seat++) {
        series->player_at[seat] = series->player_at[seat + 1];
    }
    series->player_at[series->player_count - 1] = first;
    *config = finished->config;
    handicaps_move_up(finished->game, config, series->player_count);
    /* The player after the last beginner has moved up to the last beginner's seat. */
    uint32_t setup_end = 0;
    while (setup_end < finished->log_count && finished->log[setup_end].kind == POND_ENTRY_CHANCE) {
        setup_end++;
    }
    struct pond_state dealt;
    pond_match_replay(finished, setup_end, &dealt);
    const pond_seats turn = finished->game->turn(&dealt);
    const char seat_text[2] = {(char)('0' + (turn != 0 ? pond_seat_first(turn) : 0)), '\0'};
    pond_config_set(finished->game, config, "first", seat_text, NULL);
}
