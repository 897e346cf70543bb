/* play_review.c: a game judged moment by moment, for the page: src/wasm/play.mjs calls this.
 *
 * The page asks for one moment after the other, so that it can draw what is known so far and stop
 * whenever it likes. Totals grow from call to call; asking for the first moment begins them again.
 */
#include "page.h"
#include "pond/analysis.h"

#include "banned.h"

static struct {
    struct pond_moment moment;
    struct pond_judgement judgement;
    struct pond_totals totals;
} review;

/* Lets the engine think with the page's memory; nodes are a share of what the page allows. */
static bool review_ask(void *context, struct pond_question *question, struct pond_advice *advice)
{
    const uint32_t nodes_max = *(const uint32_t *)context;
    static struct pond_player player;
    struct pond_task *task = &question->task;
    const struct pond_game *game = task->game;
    if (!pond_player_open(&player, game, "engine", NULL) ||
        !pond_player_set(&player, pond_analysis_settings(game), NULL) ||
        !page_memory_take(&player)) {
        return false;
    }
    player.probe = page_probe_of(game);
    pond_player_equip(&player, task);
    task->nodes_max = ((uint64_t)nodes_max * question->effort + 99) / 100;
    task->time_ms_max = 0;
    pond_question_think(player.engine, question, advice);
    return true;
}

static struct pond_analyst analyst_of(const struct pond_match *match, uint32_t *nodes_max)
{
    if (*nodes_max == 0) *nodes_max = (uint32_t)pond_analysis_nodes(match->game, match->seat_count);
    return (struct pond_analyst){
        .ask = review_ask, .probe = page_probe_of(match->game), .context = nodes_max};
}

static void end_json(struct pond_json *json, const struct pond_analyst *analyst)
{
    float chance[POND_SEATS_MAX];
    pond_judge_chances(analyst, &review.moment, chance);
    pond_totals_end(&review.totals, chance);
    pond_json_open(json, '{');
    pond_json_key(json, "kind");
    pond_json_string(json, "end");
    pond_json_key(json, "chances");
    pond_json_open(json, '[');
    for (int seat = 0; seat < review.moment.match->seat_count; seat++) {
        pond_json_decimal(json, chance[seat]);
    }
    pond_json_close(json, ']');
    pond_json_key(json, "totals");
    pond_json_totals(json, &review.totals);
    pond_json_key(json, "standings");
    pond_json_standings(json, review.moment.match, &review.totals);
    pond_json_close(json, '}');
}

/* The moment with this index, from 0, judged; the last is the end. With `nodes_max` 0 as carefully
 * as `pond analyse` does it. */
int32_t EXPORT(page_review)(uint32_t slot, uint32_t index, uint32_t nodes_max)
{
    struct pond_walk walk;
    struct pond_luck luck;
    const struct pond_match *match = page_match_take(slot);
    if (match == NULL) return 0;
    const struct pond_analyst analyst = analyst_of(match, &nodes_max);
    if (index == 0) pond_totals_begin(&review.totals, match->seat_count);
    pond_walk_begin(&walk, match);
    for (uint32_t i = 0; pond_walk_next(&walk, &review.moment) && i < index; i++) {
    }
    struct pond_json json = page_answer_json();
    if (review.moment.kind == POND_MOMENT_DECISION) {
        if (!pond_judge(&analyst, &review.moment, &review.judgement)) {
            return page_refuse_page(REFUSE_MEMORY);
        }
        pond_totals_judgement(&review.totals, &review.judgement);
        pond_json_judgement(&json, &review.moment, &review.judgement, page_language());
    } else if (review.moment.kind == POND_MOMENT_CHANCE) {
        if (!pond_judge_luck(&analyst, &review.moment, &luck))
            return page_refuse_page(REFUSE_MEMORY);
        pond_totals_luck(&review.totals, &luck);
        pond_json_luck(&json, &review.moment, &luck);
    } else if (review.moment.kind == POND_MOMENT_END) {
        end_json(&json, &analyst);
    } else {
        pond_json_open(&json, '{');
        pond_json_key(&json, "kind");
        pond_json_string(&json, "event");
        pond_json_close(&json, '}');
    }
    pond_json_line_end(&json);
    return 1;
}

/* The moment of the decision with this number, or of the one that a seat is to make now. */
static bool moment_find(const struct pond_match *match, int seat, uint32_t number)
{
    struct pond_walk walk;
    if (number == 0) {
        pond_moment_now(match, seat, &review.moment);
        return seat >= 0 && seat < match->seat_count &&
               (pond_match_turn(match) & POND_SEAT(seat)) != 0;
    }
    pond_walk_begin(&walk, match);
    while (pond_walk_next(&walk, &review.moment)) {
        const bool decision = review.moment.kind == POND_MOMENT_DECISION;
        if (decision && review.moment.number == number) return review.moment.seat == seat;
    }
    return false;
}

/* Text: a move. Judged as if the seat had made it in the decision with this number, or as what it
 * might do now where that is 0; with what the seat can know, and nodes as for page_review. */
int32_t EXPORT(page_judge)(uint32_t length, uint32_t slot, int32_t seat, uint32_t number,
                           uint32_t nodes_max)
{
    const char *texts[TEXTS_MAX];
    struct pond_error why;
    pond_move move;
    const struct pond_match *match = page_match_see(slot);
    if (match == NULL || !page_texts_take(length, texts)) return 0;
    if (!moment_find(match, seat, number)) return page_refuse_page(REFUSE_TURN);
    if (!pond_move_read(match->game, &review.moment.state, seat, texts[0], &move, &why)) {
        return page_refuse(&why);
    }
    const struct pond_analyst analyst = analyst_of(match, &nodes_max);
    if (!pond_judge_move(&analyst, &review.moment, move, &review.judgement)) {
        return page_refuse_page(REFUSE_MEMORY);
    }
    struct pond_json json = page_answer_json();
    pond_json_judgement(&json, &review.moment, &review.judgement, page_language());
    pond_json_line_end(&json);
    return 1;
}
