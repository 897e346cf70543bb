/* measure.c: games of random choices, counting and measuring: what pond.wasm offers to tests and
 * benchmarks, and a page that plays does not load. See core.c. */
#include "page.h"
#include "pond/bench.h"

#include "banned.h"

#define DEPTH_MAX 99

_Static_assert(PAGE_LONG_LOG_MAX > 2000 * (POND_ENTRIES_A_MOVE_MAX + 2), "room for a random game");

/* Texts: game, options, seed. Answers with the record that `pond random` writes as game `number`,
 * from 0. A `turns_max` of 0 is the usual one. */
int32_t EXPORT(page_random)(uint32_t length, uint32_t number, uint32_t turns_max)
{
    struct page_asked asked;
    struct pond_match match;
    struct pond_error why;
    char seed[POND_SEED_MAX + 1];
    if (!page_asked_take(length, &asked)) return 0;
    const struct pond_game *game = asked.game;
    if (!pond_seed_check(asked.texts[2], &why)) return page_refuse(&why);
    pond_random_seed(asked.texts[2], number, seed);
    pond_match_begin(&match, game, &asked.config, page_long_log(), PAGE_LONG_LOG_MAX);
    pond_match_seed(&match, seed);
    if (turns_max == 0) turns_max = game->random_turns_max;
    if (!pond_match_play_random(&match, turns_max, &why)) return page_refuse(&why);
    const struct pond_record record = {
        .result = {.outcome = POND_UNFINISHED, .reason = POND_REASON_LIMIT}};
    pond_record_write(&match, &record, -1, page_answer_take, NULL);
    return 1;
}

/* Texts: game, options, and a position or nothing. Answers with the lines of `pond perft --json`.
 */
int32_t EXPORT(page_perft)(uint32_t length, uint32_t depth, uint32_t in_bulk)
{
    struct page_asked asked;
    struct pond_state state;
    struct pond_error why;
    if (!page_asked_take(length, &asked)) return 0;
    const struct pond_game *game = asked.game;
    if (game->weight != NULL) return page_refuse_page(REFUSE_CHANCE);
    if (depth < 1 || depth > DEPTH_MAX) return page_refuse_page(REFUSE_DEPTH);
    game->setup(&state, &asked.config);
    if (asked.texts[2][0] != '\0' &&
        !game->state_parse(&state, &asked.config, asked.texts[2], &why)) {
        return page_refuse(&why);
    }
    struct pond_json json = page_answer_json();
    for (uint32_t i = 1; i <= depth; i++) {
        uint64_t leaf_sum;
        const uint64_t leaves = pond_perft(game, &state, (int)i, in_bulk != 0, &leaf_sum);
        pond_json_open(&json, '{');
        pond_json_key(&json, "depth");
        pond_json_number(&json, i);
        pond_json_key(&json, "leaves");
        pond_json_number(&json, (int64_t)leaves);
        pond_json_close(&json, '}');
        pond_json_line_end(&json);
    }
    return 1;
}

/* ---- Measuring ---- */

uint32_t EXPORT(page_signature)(void) { return pond_signature(); }

/* Runs a benchmark by its index and answers with a line of `pond bench --json`, but for the time.
 */
int32_t EXPORT(page_bench)(uint32_t index)
{
    page_answer_begin();
    const struct pond_bench *bench = pond_benches;
    for (; bench->name != NULL && index > 0; bench++) index--;
    if (bench->name == NULL) return page_refuse_page(REFUSE_BENCH);
    struct pond_json json = page_answer_json();
    pond_json_open(&json, '{');
    pond_json_key(&json, "bench");
    pond_json_string(&json, bench->name);
    pond_json_key(&json, "unit");
    pond_json_string(&json, bench->unit);
    pond_json_key(&json, "count");
    pond_json_number(&json, (int64_t)pond_bench_run(bench));
    pond_json_close(&json, '}');
    pond_json_line_end(&json);
    return 1;
}
