/* encode_test.c: the laws of encodings and batches, on random play of every option set.
 *
 * Actions are the legal moves and nothing else; an episode ends as a match does; an observation and
 * an information state depend on what a seat may see alone; a batch plays what `pond random` plays,
 * whatever its size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "option_sets.h"
#include "pond/batch.h"
#include "pond/quibbles.h"
#include "pond/rribbit.h"

#define GAMES 12
#define DECISIONS_MAX 400
#define LOG_MAX 8192

static struct pond_entry entries[LOG_MAX];

/* Opens an option set; false if its game has no encoding. */
static bool set_open(const struct option_set *set, struct pond_config *config,
                     struct pond_encoding *encoding)
{
    const struct pond_game *game = pond_game_find(set->game);
    assert_true(pond_config_parse(game, set->options, config, NULL));
    struct pond_error why = {0};
    if (pond_encoding_open(encoding, game, config, &why)) return true;
    assert_int_equal(why.word, POND_WORD_ENCODING_NONE);
    return false;
}

/* ---- Actions ---- */

static int compare_moves(const void *one, const void *other)
{
    const pond_move a = *(const pond_move *)one, b = *(const pond_move *)other;
    return (a > b) - (a < b);
}

/* All whole turns that actions can make from here, by depth-first search over chains. */
static int turns_list(const struct pond_encoding *encoding, const struct pond_episode *episode,
                      int seat, pond_move *out)
{
    uint16_t actions[POND_LEGAL_MAX];
    const int count = pond_episode_legal(encoding, episode, seat, actions);
    int found = 0;
    for (int i = 0; i < count; i++) {
        struct pond_episode after = *episode;
        const pond_move move = pond_action_move(encoding, episode, seat, actions[i]);
        assert_int_equal(pond_action_of(encoding, episode, seat, move), actions[i]);
        assert_true(actions[i] < encoding->action_count);
        assert_true(pond_episode_apply(encoding, &after, seat, actions[i], NULL));
        if (after.prefix == 0) {
            out[found++] = move;
        } else {
            found += turns_list(encoding, &after, seat, out + found);
        }
    }
    assert_true(count <= encoding->legal_max);
    return found;
}

static void check_actions(const struct pond_encoding *encoding, const struct pond_episode *episode,
                          int seat)
{
    static pond_move moves[POND_MOVES_MAX], turns[POND_MOVES_MAX];
    const int count = encoding->game->moves(&episode->state, seat, moves);
    if (episode->prefix != 0) return;
    assert_int_equal(turns_list(encoding, episode, seat, turns), count);
    qsort(moves, (size_t)count, sizeof moves[0], compare_moves);
    qsort(turns, (size_t)count, sizeof turns[0], compare_moves);
    assert_memory_equal(moves, turns, (size_t)count * sizeof moves[0]);
}

/* Any number is refused or legal, and a refusal changes nothing. */
static void check_refusals(const struct pond_encoding *encoding, struct pond_episode *episode,
                           struct pond_rng *rng)
{
    for (int i = 0; i < 4; i++) {
        const int seat = (int)pond_rng_below(rng, 9) - 1;
        const int action = (int)pond_rng_below(rng, encoding->action_count + 9u) - 4;
        struct pond_episode after = *episode;
        struct pond_error why = {0};
        if (pond_episode_apply(encoding, &after, seat, action, &why)) continue;
        assert_int_not_equal(why.word, POND_WORD_NONE);
        assert_memory_equal(&after, episode, sizeof after);
    }
}

/* ---- Nothing hidden ---- */

static void check_secrets(const struct pond_encoding *encoding, const struct pond_episode *episode,
                          struct pond_rng *rng)
{
    uint8_t seen[POND_OBSERVATION_MAX], guessed[POND_OBSERVATION_MAX];
    for (int seat = 0; seat < encoding->seats; seat++) {
        struct pond_view view;
        struct pond_episode other = *episode;
        encoding->game->observe(&episode->state, seat, &view);
        encoding->game->sample(&view, rng, &other.state);
        pond_episode_observe(encoding, episode, seat, seen);
        pond_episode_observe(encoding, &other, seat, guessed);
        assert_memory_equal(seen, guessed, encoding->observation_size);
    }
}

/* What another seat chose in secret, or drew, does not touch a seat's information state. */
static void check_recall(const struct pond_encoding *encoding, const struct pond_episode *episode,
                         int seat, const uint16_t actions[], int count)
{
    if (count < 2 || episode->prefix != 0) return;
    struct pond_recall recalls[2];
    struct pond_view views[2];
    for (int i = 0; i < 2; i++) {
        struct pond_state after = episode->state;
        const pond_move move = pond_action_move(encoding, episode, seat, actions[i]);
        encoding->game->apply(&after, seat, move);
        pond_recall_begin(&recalls[i]);
        pond_recall_fold(encoding, &episode->state, seat, move, &after, &recalls[i]);
        for (int observer = 0; i == 1 && observer < encoding->seats; observer++) {
            struct pond_state first = episode->state;
            encoding->game->apply(&first, seat,
                                  pond_action_move(encoding, episode, seat, actions[0]));
            encoding->game->observe(&first, observer, &views[0]);
            encoding->game->observe(&after, observer, &views[1]);
            const bool same = memcmp(&views[0], &views[1], sizeof views[0]) == 0;
            const bool same_key = recalls[0].key[observer] == recalls[1].key[observer];
            /* Keys may tell apart what ends in one view, never the other way round, except for
             * choices that the observer is not told of. */
            if (!same) assert_false(same_key);
        }
    }
    const bool secret = (encoding->game->turn(&episode->state) & ~POND_SEAT(seat)) != 0;
    if (!secret) return;
    for (int observer = 0; observer < encoding->seats; observer++) {
        struct pond_state first = episode->state;
        encoding->game->apply(&first, seat, pond_action_move(encoding, episode, seat, actions[0]));
        const bool open = encoding->game->turn(&first) == 0 ||
                          encoding->game->turn(&first) == POND_SEAT(POND_CHANCE);
        const bool same_key = recalls[0].key[observer] == recalls[1].key[observer];
        if (!open && observer != seat) assert_true(same_key);
        if (observer == seat) assert_false(same_key);
    }
}

/* ---- Ends ---- */

static void check_standing(const struct pond_encoding *encoding, const struct pond_episode *episode)
{
    struct pond_standing standing;
    float sum = 0;
    int firsts = 0;
    pond_episode_standing(encoding, episode, &standing);
    for (int seat = 0; seat < encoding->seats; seat++) {
        sum += standing.returns[seat];
        firsts += standing.place[seat] == 1;
        assert_in_range(standing.place[seat], 1, encoding->seats + 1);
    }
    assert_true(sum < 1e-5f && sum > -1e-5f);
    if (episode->result.outcome == POND_WON) {
        assert_int_equal(firsts, 1);
        assert_int_equal(standing.place[episode->result.seat], 1);
        assert_true(standing.returns[episode->result.seat] == 1.0f);
    }
}

/* Plays a match and an episode side by side. */
static void play(const struct option_set *set, int number)
{
    struct pond_config config;
    struct pond_encoding encoding;
    struct pond_episode episode;
    struct pond_match match;
    struct pond_rng rng, chance;
    char seed[32];
    if (!set_open(set, &config, &encoding)) return;
    snprintf(seed, sizeof seed, "encode-%d", number);
    pond_rng_seed(&rng, seed);
    pond_rng_branch(&rng, 7);
    pond_rng_seed(&chance, seed);
    pond_match_begin(&match, encoding.game, &config, entries, LOG_MAX);
    pond_match_seed(&match, seed);
    pond_episode_begin(&encoding, &config, &episode);
    for (int i = 0; i < DECISIONS_MAX; i++) {
        uint16_t actions[POND_LEGAL_MAX];
        pond_episode_roll(&encoding, &episode, &chance);
        const pond_seats turn = pond_episode_turn(&encoding, &episode);
        if (episode.result.outcome == POND_UNFINISHED) {
            assert_int_equal(episode.quiet, POND_QUIET_MAX);
            return;
        }
        if (episode.prefix == 0) {
            assert_int_equal(turn, pond_match_turn(&match));
            assert_int_equal(pond_episode_turns(&encoding, &episode), pond_match_turns(&match));
            assert_memory_equal(&episode.state, &match.state, sizeof match.state);
        }
        check_secrets(&encoding, &episode, &rng);
        check_refusals(&encoding, &episode, &rng);
        if (turn == 0) break;
        const int seat = pond_seat_first(turn);
        if (i % 4 == 0) check_actions(&encoding, &episode, seat);
        const int count = pond_episode_legal(&encoding, &episode, seat, actions);
        check_recall(&encoding, &episode, seat, actions, count);
        const int action = actions[pond_rng_below(&rng, (uint32_t)count)];
        const pond_move move = pond_action_move(&encoding, &episode, seat, action);
        assert_true(pond_episode_apply(&encoding, &episode, seat, action, NULL));
        if (episode.prefix == 0) assert_true(pond_match_submit(&match, seat, move, NULL));
    }
    if (episode.prefix == 0) {
        assert_memory_equal(&episode.result, &match.result, sizeof match.result);
    }
    check_standing(&encoding, &episode);
}

static void episodes_follow_matches(void **unused)
{
    (void)unused;
    for (const struct option_set *set = option_sets; set->game != NULL; set++) {
        for (int number = 0; number < GAMES; number++) play(set, number);
    }
}

/* Two frogs that leap to and fro: X10 ends it at the third occurrence, as in a match. */
static void x10_ends_an_episode(void **unused)
{
    static const char *const leaps[] = {"b1-c3", "h7-g5", "c3-b1", "g5-h7"};
    struct pond_config config;
    struct pond_encoding encoding;
    struct pond_episode episode;
    (void)unused;
    assert_true(pond_config_parse(&pond_rribbit, "", &config, NULL));
    assert_true(pond_encoding_open(&encoding, &pond_rribbit, &config, NULL));
    pond_episode_begin(&encoding, &config, &episode);
    for (int i = 0; i < 8; i++) {
        pond_move move;
        const int seat = i % 2;
        assert_int_equal(episode.repeated, i / 4);
        assert_int_equal(episode.result.outcome, POND_GOES_ON);
        assert_true(pond_rribbit.move_parse(&episode.state, seat, leaps[i % 4], &move, NULL));
        assert_true(pond_episode_move(&encoding, &episode, seat, move, NULL));
    }
    assert_int_equal(episode.result.outcome, POND_DRAWN);
    assert_int_equal(episode.result.reason, POND_REASON_REPETITION);
    struct pond_error why = {0};
    assert_false(pond_episode_apply(&encoding, &episode, 0, 0, &why));
    assert_int_equal(why.word, POND_WORD_MOVE_GAME_OVER);
}

/* ---- Numbers that never change ---- */

static void encodings_are_frozen(void **unused)
{
    static const struct {
        const struct pond_game *game;
        const char *options;
        int actions, observation;
        uint64_t hash;
    } frozen[] = {
        {&pond_rribbit, "", 504, 630, UINT64_C(0x433ce72c1410e8a4)},
        {&pond_rribbit, "turn=chain", 505, 630, UINT64_C(0xeb5cbb4ef46fe5a9)},
        {&pond_quibbit, "players=2", 22, 201, UINT64_C(0x12d315a1b6d10489)},
        {&pond_quibbit, "players=4", 22, 201, UINT64_C(0x12d315a1b6d10489)},
        {&pond_quibbles, "players=2", 3717, 84, UINT64_C(0x82d41439f0da5e3d)},
        {&pond_quibbles, "players=5", 3717, 168, UINT64_C(0x2d0aba4272dfd96d)},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof frozen / sizeof frozen[0]; i++) {
        struct pond_config config;
        struct pond_encoding encoding;
        assert_true(pond_config_parse(frozen[i].game, frozen[i].options, &config, NULL));
        assert_true(pond_encoding_open(&encoding, frozen[i].game, &config, NULL));
        assert_int_equal(encoding.action_count, frozen[i].actions);
        assert_int_equal(encoding.observation_size, frozen[i].observation);
        if (pond_encoding_hash(&encoding) != frozen[i].hash) {
            fail_msg("%s %s: the encoding is now %#llx", frozen[i].game->name, frozen[i].options,
                     (unsigned long long)pond_encoding_hash(&encoding));
        }
    }
}

/* Every number of Quibbles leads to a move and back. */
static void quibbles_numbers_lead_back(void **unused)
{
    struct pond_config config;
    struct pond_encoding encoding;
    struct pond_episode episode;
    (void)unused;
    assert_true(pond_config_parse(&pond_quibbles, "", &config, NULL));
    assert_true(pond_encoding_open(&encoding, &pond_quibbles, &config, NULL));
    pond_episode_begin(&encoding, &config, &episode);
    for (int action = 0; action < encoding.action_count; action++) {
        const pond_move move = pond_action_move(&encoding, &episode, 0, action);
        assert_int_equal(pond_action_of(&encoding, &episode, 0, move), action);
    }
}

/* ---- Batches ---- */

struct arrays {
    struct pond_batch batch;
    int32_t *actions;
};

static void *array(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    assert_non_null(memory);
    return memory;
}

static void batch_begin(struct arrays *arrays, const struct option_set *set, uint32_t lanes,
                        uint32_t turns_max, bool keys)
{
    struct pond_batch *batch = &arrays->batch;
    const struct pond_game *game = pond_game_find(set->game);
    assert_true(pond_batch_open(batch, game, set->options, "test", lanes, turns_max, NULL));
    const struct pond_encoding *encoding = &batch->encoding;
    batch->lanes = array(lanes, sizeof *batch->lanes);
    batch->observation = array(lanes, encoding->observation_size);
    batch->mask = array(lanes, encoding->action_count);
    batch->legal = array(lanes, encoding->legal_max * sizeof *batch->legal);
    batch->legal_count = array(lanes, sizeof *batch->legal_count);
    batch->seat = array(lanes, 1);
    batch->done = array(lanes, 1);
    batch->rewards = array(lanes, encoding->seats * sizeof *batch->rewards);
    batch->places = array(lanes, encoding->seats);
    batch->points = array(lanes, encoding->seats * sizeof *batch->points);
    if (keys) batch->key = array(lanes, sizeof *batch->key);
    arrays->actions = array(lanes, sizeof *arrays->actions);
    pond_batch_reset(batch, 0, lanes);
}

static void batch_end(struct arrays *arrays)
{
    struct pond_batch *batch = &arrays->batch;
    free(batch->lanes), free(batch->observation), free(batch->mask), free(batch->legal);
    free(batch->legal_count), free(batch->seat), free(batch->done), free(batch->rewards);
    free(batch->places), free(batch->points), free(batch->key), free(arrays->actions);
}

static void check_lane(const struct pond_batch *one, const struct pond_batch *other, uint32_t lane)
{
    const struct pond_encoding *encoding = &one->encoding;
    const size_t seen = encoding->observation_size, mask = encoding->action_count;
    const size_t seats = encoding->seats;
    assert_memory_equal(one->observation + lane * seen, other->observation + lane * seen, seen);
    assert_memory_equal(one->mask + lane * mask, other->mask + lane * mask, mask);
    assert_memory_equal(one->rewards + lane * seats, other->rewards + lane * seats, seats * 4);
    assert_int_equal(one->seat[lane], other->seat[lane]);
    assert_int_equal(one->done[lane], other->done[lane]);
    if (other->key != NULL) assert_true(one->key[lane] == other->key[lane]);
}

/* The mask is the list, and nothing else. */
static void check_mask(const struct pond_batch *batch, uint32_t lane)
{
    const size_t size = batch->encoding.action_count;
    const uint8_t *mask = batch->mask + lane * size;
    const uint16_t *legal = batch->legal + (size_t)lane * batch->encoding.legal_max;
    size_t sum = 0;
    for (size_t i = 0; i < size; i++) sum += mask[i];
    assert_int_equal(sum, batch->legal_count[lane]);
    for (int i = 0; i < batch->legal_count[lane]; i++) assert_int_equal(mask[legal[i]], 1);
}

static void batches_do_not_depend_on_size(void **unused)
{
    (void)unused;
    for (const struct option_set *set = option_sets; set->game != NULL; set++) {
        struct pond_config config;
        struct pond_encoding encoding;
        struct arrays small, large, plain;
        if (!set_open(set, &config, &encoding)) continue;
        if (strcmp(set->options, "start=D8/9/9/9/9/9/8L") == 0) continue; /* over at once */
        batch_begin(&small, set, 3, 30, true);
        batch_begin(&large, set, 17, 30, true);
        batch_begin(&plain, set, 3, 30, false);
        for (int step = 0; step < 150; step++) {
            pond_batch_sample(&small.batch, 0, 3, small.actions);
            assert_int_equal(pond_batch_check(&small.batch, 0, 3, small.actions), 3);
            pond_batch_step(&small.batch, 0, 3, small.actions);
            pond_batch_step(&large.batch, 9, 17, NULL); /* in parts, in any order */
            pond_batch_step(&large.batch, 0, 9, NULL);
            pond_batch_step(&plain.batch, 0, 3, NULL);
            for (uint32_t lane = 0; lane < 3; lane++) {
                check_lane(&small.batch, &large.batch, lane);
                check_lane(&small.batch, &plain.batch, lane);
                check_mask(&small.batch, lane);
            }
        }
        small.actions[0] = small.actions[1] = small.actions[2] = -1;
        assert_int_equal(pond_batch_check(&small.batch, 0, 3, small.actions), 0);
        batch_end(&small);
        batch_end(&large);
        batch_end(&plain);
    }
}

/* A lane that samples plays the match that plays itself by the same seed, with keys or without:
 * chance is drawn in other ways then. A different lane for every option set. */
static void batches_play_random_games(void **unused)
{
    enum { LANES = 9 };
    (void)unused;
    for (const struct option_set *set = option_sets; set->game != NULL; set++) {
        struct pond_config config;
        struct pond_encoding encoding;
        struct arrays arrays;
        if (!set_open(set, &config, &encoding) || strstr(set->options, "turn=chain") != NULL ||
            strcmp(set->options, "start=D8/9/9/9/9/9/8L") == 0) {
            continue;
        }
        const uint32_t lane = (uint32_t)(set - option_sets) % LANES;
        const size_t seats = encoding.seats;
        batch_begin(&arrays, set, LANES, 25, lane % 2 == 1);
        for (int game = 0; game < 6; game++) {
            struct pond_match match;
            struct pond_standing standing;
            char seed[POND_SEED_MAX + 1];
            snprintf(seed, sizeof seed, "test.%u.%d", lane, game);
            pond_match_begin(&match, encoding.game, &config, entries, LOG_MAX);
            pond_match_seed(&match, seed);
            assert_true(pond_match_play_random(&match, 25, NULL));
            uint32_t decisions = 0, told = 0;
            for (uint32_t i = 0; i < match.log_count; i++) {
                told += entries[i].kind == POND_ENTRY_MOVE;
            }
            do {
                pond_batch_step(&arrays.batch, 0, LANES, NULL);
                decisions++;
            } while (arrays.batch.done[lane] == POND_DONE_NOT);
            assert_int_equal(decisions, told);
            struct pond_episode end;
            pond_episode_begin_at(&encoding, &match.state, &end);
            end.result = match.result;
            pond_episode_standing(&encoding, &end, &standing);
            assert_memory_equal(arrays.batch.points + lane * seats, standing.points, 2 * seats);
            assert_memory_equal(arrays.batch.places + lane * seats, standing.place, seats);
            assert_int_equal(arrays.batch.done[lane],
                             match.result.outcome == POND_GOES_ON ? POND_DONE_CUT : POND_DONE_OVER);
        }
        batch_end(&arrays);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(episodes_follow_matches),
        cmocka_unit_test(x10_ends_an_episode),
        cmocka_unit_test(encodings_are_frozen),
        cmocka_unit_test(quibbles_numbers_lead_back),
        cmocka_unit_test(batches_do_not_depend_on_size),
        cmocka_unit_test(batches_play_random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
