/* shim.c: what the Python package needs in C beside the library. See shim.h. */
#include "shim.h"

#include <sched.h>
#include <string.h>

/* ---- States ----
 *
 * Python lets other threads run while it is in here, so everything that touches a state takes its
 * lock: whatever threads do to one state, they do one after another.
 *
 * A lock says which process took it, by the number of forks behind it, and whether to change the
 * state. One of an earlier process stays for ever in the child of a fork, without its thread. */

enum { READS = 1, WRITES = 2, LOCKS = 3 };

static uint32_t process = LOCKS + 1; /* this process's locks are this | READS or WRITES */

void shim_forked(void) { process += LOCKS + 1; }

static void lock(struct shim_state *state, uint32_t what)
{
    uint32_t held = 0;
    while (!__atomic_compare_exchange_n(&state->busy, &held, process | what, false,
                                        __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        if ((held & ~(uint32_t)LOCKS) == process) {
            sched_yield();
            held = 0;
        } else if (held & WRITES) {
            state->torn = true;
        }
    }
}

static void unlock(struct shim_state *state)
{
    __atomic_store_n(&state->busy, 0, __ATOMIC_RELEASE);
}

int shim_actor(const struct pond_encoding *encoding, const struct shim_state *state)
{
    const pond_seats turn = pond_episode_turn(encoding, &state->episode);
    if (turn == 0) return SHIM_OVER;
    return turn == POND_SEAT(POND_CHANCE) ? SHIM_CHANCE : pond_seat_first(turn);
}

static void fold(const struct pond_encoding *encoding, struct shim_state *state,
                 const struct pond_state *before, int seat, pond_move move)
{
    if (!state->recalls) return;
    pond_recall_fold(encoding, before, seat, move, &state->episode.state, &state->recall);
}

/* Draws what is due, where the state has a seed. */
static int settle(const struct pond_encoding *encoding, struct shim_state *state)
{
    while (state->seeded && shim_actor(encoding, state) == SHIM_CHANCE) {
        if (!state->recalls) {
            pond_episode_roll(encoding, &state->episode, &state->rng);
            break;
        }
        const struct pond_state before = state->episode.state;
        struct pond_state after = before;
        const pond_move outcome = pond_roll(encoding->game, &after, &state->rng);
        pond_episode_chance(encoding, &state->episode, outcome, NULL);
        fold(encoding, state, &before, POND_CHANCE, outcome);
    }
    const int actor = shim_actor(encoding, state);
    unlock(state);
    return actor;
}

int shim_begin(const struct pond_encoding *encoding, struct shim_state *state,
               const struct pond_state *position, const char *seed, bool recalls)
{
    memset(state, 0, sizeof *state);
    pond_episode_begin_at(encoding, position, &state->episode);
    state->recalls = recalls;
    state->seeded = seed != NULL;
    if (seed != NULL) pond_rng_seed(&state->rng, seed);
    pond_recall_begin(&state->recall);
    return settle(encoding, state);
}

static int refused(struct shim_state *state)
{
    unlock(state);
    return SHIM_REFUSED;
}

int shim_apply(const struct pond_encoding *encoding, struct shim_state *state, int seat, int action)
{
    lock(state, WRITES);
    struct pond_episode *episode = &state->episode;
    if (state->torn) return refused(state);
    if (seat < 0) seat = shim_actor(encoding, state);
    if (seat < 0) seat = 0; /* refused below, with the reason */
    if (!state->recalls) {
        if (!pond_episode_apply(encoding, episode, seat, action, &state->why))
            return refused(state);
        return settle(encoding, state);
    }
    const struct pond_episode before = *episode;
    if (!pond_episode_apply(encoding, episode, seat, action, &state->why)) return refused(state);
    if (episode->prefix == 0) {
        const pond_move move = pond_action_move(encoding, &before, seat, action);
        fold(encoding, state, &before.state, seat, move);
    }
    return settle(encoding, state);
}

int shim_chance(const struct pond_encoding *encoding, struct shim_state *state, pond_move outcome)
{
    lock(state, WRITES);
    const struct pond_state before = state->episode.state;
    if (state->torn || !pond_episode_chance(encoding, &state->episode, outcome, &state->why)) {
        return refused(state);
    }
    fold(encoding, state, &before, POND_CHANCE, outcome);
    return settle(encoding, state);
}

void shim_copy(struct shim_state *from, struct shim_state *to)
{
    lock(from, READS);
    memcpy(to, from, sizeof *to);
    unlock(from);
    to->busy = 0;
}

int shim_legal(const struct pond_encoding *encoding, struct shim_state *state, int seat,
               uint16_t out[POND_LEGAL_MAX])
{
    lock(state, READS);
    const int count = state->torn ? 0 : pond_episode_legal(encoding, &state->episode, seat, out);
    unlock(state);
    return count;
}

bool shim_observe(const struct pond_encoding *encoding, struct shim_state *state, int seat,
                  uint8_t *out)
{
    lock(state, READS);
    const bool whole = !state->torn;
    if (whole) pond_episode_observe(encoding, &state->episode, seat, out);
    unlock(state);
    return whole;
}

/* ---- Texts ---- */

int shim_action_text(const struct pond_encoding *encoding, struct shim_state *state, int seat,
                     int action, char *out, size_t size)
{
    uint16_t actions[POND_LEGAL_MAX];
    struct pond_text text = pond_text_in(out, size);
    lock(state, READS);
    const struct pond_episode *episode = &state->episode;
    const int count = state->torn ? 0 : pond_episode_legal(encoding, episode, seat, actions);
    int at = 0;
    while (at < count && actions[at] != action) at++;
    if (at == count) return refused(state);
    const pond_move move = pond_action_move(encoding, episode, seat, action);
    if (move == episode->prefix) {
        pond_text_string(&text, "stop");
    } else {
        encoding->game->move_print(&episode->state, seat, move, &text);
    }
    unlock(state);
    return (int)text.length;
}

void shim_setup(const struct pond_game *game, const struct pond_config *config,
                struct pond_state *state)
{
    game->setup(state, config);
}

size_t shim_config(const struct pond_game *game, const struct pond_config *config, char *out,
                   size_t size)
{
    struct pond_text text = pond_text_in(out, size);
    pond_config_print(game, config, &text);
    return text.length;
}

size_t shim_view(const struct pond_game *game, const struct pond_view *view, char *out, char *hand,
                 size_t size)
{
    struct pond_text text = pond_text_in(out, size), held = pond_text_in(hand, size);
    char chosen[POND_MOVE_TEXT_MAX];
    struct pond_text secret = pond_text_in(chosen, sizeof chosen);
    game->view_print(view, &text);
    if (game->own_print != NULL) game->own_print(view, &held, &secret);
    return text.length;
}

/* ---- Records and data ---- */

struct buffer {
    char *at;
    size_t size, length;
};

static void keep(void *context, const char *bytes, size_t length)
{
    struct buffer *buffer = context;
    if (buffer->length + length <= buffer->size) memcpy(buffer->at + buffer->length, bytes, length);
    buffer->length += length;
}

size_t shim_view_json(const struct pond_game *game, const struct pond_view *view, char *out,
                      size_t size)
{
    struct buffer buffer = {out, size, 0};
    struct pond_json json = pond_json_to(keep, &buffer);
    if (game->view_json != NULL) game->view_json(view, &json);
    return buffer.length;
}

static void copy_text(char *out, size_t size, const char *from)
{
    struct pond_text text = pond_text_in(out, size);
    pond_text_string(&text, from);
}

size_t shim_record(const struct pond_match *match, const char *const names[POND_SEATS_MAX],
                   const char *seed, int hidden_from, bool limit, char *out, size_t size)
{
    struct pond_record record = {.result = match->result};
    struct buffer buffer = {out, size, 0};
    if (match->result.outcome == POND_GOES_ON) {
        record.result = (struct pond_result){
            .outcome = POND_UNFINISHED,
            .reason = limit ? POND_REASON_LIMIT : POND_REASON_IN_PROGRESS,
        };
    }
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
        if (names[seat] != NULL)
            copy_text(record.name[seat], sizeof record.name[seat], names[seat]);
    }
    if (seed != NULL) copy_text(record.seed, sizeof record.seed, seed);
    pond_record_write(match, &record, hidden_from, keep, &buffer);
    return buffer.length;
}

const struct pond_game *shim_match_game(const struct pond_match *match) { return match->game; }
const struct pond_config *shim_match_config(const struct pond_match *match)
{
    return &match->config;
}

uint32_t shim_entry(const struct pond_match *match, uint32_t index, int *seat, int *kind,
                    pond_move *move)
{
    const struct pond_entry *entry = &match->log[index];
    *seat = entry->seat;
    *kind = entry->kind;
    *move = entry->move;
    return entry->undone_at;
}

void shim_replay_begin(const struct pond_match *match, struct pond_match *again,
                       struct pond_entry *log, uint32_t log_max)
{
    if (match->from_position) {
        pond_match_begin_at(again, match->game, &match->config, &match->start, log, log_max);
    } else {
        pond_match_begin(again, match->game, &match->config, log, log_max);
    }
}

bool shim_replay(const struct pond_match *match, uint32_t index, struct pond_match *again,
                 struct pond_error *why)
{
    const struct pond_entry *entry = pond_match_entry(match, index);
    switch ((enum pond_entry_kind)entry->kind) {
    case POND_ENTRY_MOVE: return pond_match_submit(again, entry->seat, entry->move, why);
    case POND_ENTRY_CHANCE: return pond_match_outcome(again, entry->move, why);
    case POND_ENTRY_RESIGN: return pond_match_resign(again, entry->seat, why);
    case POND_ENTRY_OFFER: return pond_match_offer_draw(again, entry->seat, why);
    case POND_ENTRY_ACCEPT: return pond_match_accept_draw(again, entry->seat, why);
    case POND_ENTRY_TAKEBACK: break;
    }
    return true;
}

void shim_match_copy(const struct pond_match *match, struct pond_match *copy,
                     struct pond_entry *log)
{
    *copy = *match;
    copy->log = log;
    memcpy(log, match->log, match->log_max * sizeof *log);
}

/* ---- Batches ---- */

/* The mask first: it is cleared by the list of what was legal in the lane before. */
static void copy_mask(struct pond_batch *batch, uint32_t to, uint32_t source)
{
    const size_t actions = batch->encoding.action_count, most = batch->encoding.legal_max;
    uint8_t *mask = batch->mask + to * actions;
    for (int i = 0; i < batch->legal_count[to]; i++) mask[batch->legal[to * most + i]] = 0;
    for (int i = 0; i < batch->legal_count[source]; i++) mask[batch->legal[source * most + i]] = 1;
}

static void copy_row(void *array, size_t size, uint32_t to, uint32_t source)
{
    if (array != NULL) memcpy((char *)array + to * size, (char *)array + source * size, size);
}

void shim_batch_copy(struct pond_batch *batch, uint32_t from, uint32_t end, const int32_t *sources)
{
    const struct pond_encoding *encoding = &batch->encoding;
    const size_t seats = encoding->seats;
    for (uint32_t to = from; to < end; to++) {
        const uint32_t source = (uint32_t)sources[to];
        if (batch->mask != NULL) copy_mask(batch, to, source);
        batch->lanes[to] = batch->lanes[source];
        copy_row(batch->observation, encoding->observation_size, to, source);
        memcpy(batch->legal + (size_t)to * encoding->legal_max,
               batch->legal + (size_t)source * encoding->legal_max,
               batch->legal_count[source] * sizeof *batch->legal);
        batch->legal_count[to] = batch->legal_count[source];
        batch->seat[to] = batch->seat[source];
        copy_row(batch->done, sizeof *batch->done, to, source);
        copy_row(batch->rewards, seats * sizeof *batch->rewards, to, source);
        copy_row(batch->places, seats * sizeof *batch->places, to, source);
        copy_row(batch->points, seats * sizeof *batch->points, to, source);
        copy_row(batch->key, sizeof *batch->key, to, source);
    }
}

/* The batch begins new games at once, so lanes that a step has ended are played to the end once
 * more, from copies. */
void shim_batch_step_final(struct pond_batch *batch, uint32_t from, uint32_t end,
                           const int32_t *actions, uint8_t *final)
{
    enum { SOME = 16 };
    const struct pond_encoding *encoding = &batch->encoding;
    struct pond_lane before[SOME];
    uint8_t seat[SOME];
    while (from < end) {
        const uint32_t count = end - from < SOME ? end - from : SOME;
        memcpy(before, batch->lanes + from, count * sizeof *before);
        memcpy(seat, batch->seat + from, count);
        pond_batch_step(batch, from, from + count, actions);
        for (uint32_t i = 0; i < count; i++) {
            if (batch->done[from + i] == POND_DONE_NOT) continue;
            struct pond_episode *last = &before[i].episode;
            pond_episode_apply(encoding, last, seat[i], actions[from + i], NULL);
            pond_episode_roll(encoding, last, &before[i].chance);
            pond_episode_observe(encoding, last, seat[i],
                                 final + (size_t)(from + i) * encoding->observation_size);
        }
        from += count;
    }
}

void shim_batch_put(struct pond_batch *batch, uint32_t lane, const struct shim_state *state)
{
    const struct pond_encoding *encoding = &batch->encoding;
    const size_t seats = encoding->seats, actions = encoding->action_count;
    uint16_t *legal = batch->legal + (size_t)lane * encoding->legal_max;
    uint8_t *mask = batch->mask != NULL ? batch->mask + lane * actions : NULL;
    uint16_t listed[POND_LEGAL_MAX];
    const int seat = shim_actor(encoding, state);
    batch->lanes[lane].episode = state->episode;
    batch->lanes[lane].just_ended = false;
    for (int i = 0; mask != NULL && i < batch->legal_count[lane]; i++) mask[legal[i]] = 0;
    const int count = pond_episode_legal(encoding, &state->episode, seat, listed);
    memcpy(legal, listed, (size_t)count * sizeof *legal);
    for (int i = 0; mask != NULL && i < count; i++) mask[legal[i]] = 1;
    batch->legal_count[lane] = (uint16_t)count;
    batch->seat[lane] = (uint8_t)seat;
    pond_episode_observe(encoding, &state->episode, seat,
                         batch->observation + (size_t)lane * encoding->observation_size);
    batch->done[lane] = POND_DONE_NOT;
    memset(batch->rewards + lane * seats, 0, seats * sizeof *batch->rewards);
    memset(batch->places + lane * seats, 0, seats * sizeof *batch->places);
    memset(batch->points + lane * seats, 0, seats * sizeof *batch->points);
}

/* ---- Players and tablebases ---- */

float shim_advice_probability(const struct pond_advice *advice, pond_move move)
{
    for (uint32_t i = 0; i < advice->choice_count; i++) {
        if (advice->choices[i].move == move) return advice->choices[i].probability;
    }
    return 0;
}

int shim_probe(struct pond_tables *tables, const struct pond_state *state,
               float win[POND_SEATS_MAX], float *dummy, int *distance)
{
    struct pond_exact exact;
    if (!pond_tables_probe(tables, state, &exact)) return 0;
    memcpy(win, exact.win, sizeof exact.win);
    *dummy = exact.dummy;
    *distance = exact.distance;
    return 1;
}
