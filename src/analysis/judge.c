/* judge.c: what a decision was worth. See analysis.h. */
#include "judge.h"

#include <assert.h>
#include <string.h>

#include "numbers.h"
#include "quibbles/engine.h"

#include "banned.h"

/* How each game's engine is to be understood. */
struct method {
    const struct pond_game *game;
    const char *settings;
    uint32_t nodes;                       /* that do for a decision of two players */
    uint32_t nodes_many;                  /* of more, in each batch */
    uint32_t batches_least, batches_most; /* of more than two players; 0: it is asked once */
    uint32_t trusted; /* of the choices, best first, how many have a value of their own */
    uint32_t shown;   /* and of how many it is worth telling */
    bool mixes;       /* best play may vary */
    bool opens;       /* there are hidden cards, so that open ones are worth a look */
    bool lines;       /* what the engine expects next is worth telling */
    void (*facts)(const struct decision *decision, struct pond_judgement *judgement);
};

#define TRUSTED_MULTI 3 /* as in the settings */

static const struct method methods[] = {
    {.game = &pond_rribbit,
     .settings = "multi=3",
     .nodes = 300000,
     .nodes_many = 300000,
     .trusted = TRUSTED_MULTI,
     .shown = TRUSTED_MULTI,
     .lines = true,
     .facts = pond_facts_rribbit},
    {.game = &pond_quibbles,
     .settings = "",
     .nodes = 4000,
     .nodes_many = 4000,
     .trusted = 1,
     .shown = POND_BEST_MAX,
     .opens = true,
     .facts = pond_facts_quibbles},
    {.game = &pond_quibbit,
     .settings = "table=2",
     .nodes = 1000000,
     .nodes_many = 100000,
     .batches_least = 6,
     .batches_most = BATCHES_MAX,
     .trusted = POND_CHOICES_MAX,
     .shown = POND_BEST_MAX,
     .mixes = true,
     .facts = pond_facts_quibbit},
};

static const struct method *method_of(const struct pond_game *game)
{
    static const struct method plain = {
        .settings = "", .nodes = 1000, .nodes_many = 1000, .trusted = 1, .shown = 1};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        if (methods[i].game == game) return &methods[i];
    }
    return &plain;
}

const char *pond_analysis_settings(const struct pond_game *game)
{
    return method_of(game)->settings;
}

uint64_t pond_analysis_nodes(const struct pond_game *game, int seat_count)
{
    const struct method *method = method_of(game);
    return seat_count > 2 ? method->nodes_many : method->nodes;
}

/* ---- Asking ---- */

void pond_question_think(const struct pond_engine *engine, const struct pond_question *question,
                         struct pond_advice *advice)
{
    if (question->open != NULL && engine == &pond_engine_quibbles) {
        quibbles_engine_think_open(&question->task, question->open, advice);
    } else {
        engine->think(&question->task, advice);
    }
}

/* Did nobody else choose at the same time? Otherwise the end depends on what could not be known. */
static bool chose_alone(const struct pond_moment *moment)
{
    const struct pond_match *match = moment->match;
    if (match->game->turn(&moment->state) != POND_SEAT(moment->seat)) return false;
    if (moment->entry == pond_match_entries(match)) return pond_match_sealed(match) == 0;
    const uint32_t ply = pond_match_entry(match, moment->entry)->ply;
    struct pond_cursor cursor = pond_cursor_at(match, moment->entry);
    const struct pond_entry *entry;
    while ((entry = pond_cursor_previous(&cursor)) != NULL && entry->ply == ply) {
        if (entry->kind == POND_ENTRY_MOVE) return false;
    }
    return true;
}

/* A seat's decision, and what is asked about it. */
struct inquiry {
    const struct pond_analyst *analyst;
    const struct pond_moment *moment;
    const struct method *method;
    struct pond_view view;
    uint64_t history[POND_HISTORY_MAX];
    uint32_t history_count;
    uint64_t nodes;
    uint32_t effort;        /* of a batch, in per cent */
    bool exact;             /* a table knows every choice */
    bool mixes;             /* best play may vary: others choose at the same time */
    struct batches batches; /* where values come from playouts */
};

static bool ask(struct inquiry *inquiry, bool open, pond_move only, uint32_t effort,
                struct pond_advice *advice)
{
    const struct pond_moment *moment = inquiry->moment;
    struct pond_question question = {
        .task = {.game = moment->match->game,
                 .view = &inquiry->view,
                 .seat = moment->seat,
                 .history = inquiry->history,
                 .history_count = inquiry->history_count,
                 .seed = 1 + inquiry->analyst->seed + inquiry->batches.count,
                 .only = only},
        .open = open ? &moment->state : NULL,
        .effort = effort};
    if (!inquiry->analyst->ask(inquiry->analyst->context, &question, advice)) return false;
    inquiry->nodes += advice->nodes;
    return true;
}

/* The more choices share the playouts of a batch, the more of them it needs, in per cent. */
static uint32_t effort_for(int32_t moves) { return moves > 4 ? 25 * (uint32_t)moves : 100; }

/* Asks once more, with another seed. */
static bool ask_batch(struct inquiry *inquiry, struct pond_advice *advice)
{
    if (!ask(inquiry, false, 0, inquiry->effort, advice)) return false;
    pond_batches_add(&inquiry->batches, advice);
    return true;
}

/* The first question: what are the choices worth by what the seat can know? */
static bool ask_first(struct inquiry *inquiry, struct pond_advice *advice)
{
    const struct method *method = inquiry->method;
    const bool many = inquiry->moment->match->seat_count > 2 && method->batches_least > 0;
    inquiry->exact = pond_exact_advice(inquiry->analyst, inquiry->moment, advice);
    if (inquiry->exact) inquiry->nodes += advice->nodes;
    if (inquiry->exact || !many) return inquiry->exact || ask(inquiry, false, 0, 100, advice);
    while (inquiry->batches.count < method->batches_least) {
        if (!ask_batch(inquiry, advice)) return false;
    }
    pond_batches_merge(&inquiry->batches, inquiry->mixes, advice);
    return true;
}

/* ---- Values ---- */

void pond_result_chances(struct pond_result result, int seat_count, float chance[POND_SEATS_MAX])
{
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
        chance[seat] = 0;
        if (seat >= seat_count) continue;
        if (result.outcome == POND_DRAWN) chance[seat] = 1.0f / (float)seat_count;
        if (result.outcome == POND_WON && result.seat == seat) chance[seat] = 1;
    }
}

static void advice_chances(const struct pond_advice *advice, int seat_count,
                           float chance[POND_SEATS_MAX])
{
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
        chance[seat] = advice->win[seat];
        if (seat < seat_count) chance[seat] += advice->draw / (float)seat_count;
    }
}

/* The place of a move among the choices; their count if it has none. */
static uint32_t choice_find(const struct pond_advice *advice, pond_move move)
{
    uint32_t i = 0;
    while (i < advice->choice_count && advice->choices[i].move != move) i++;
    return i;
}

static bool value_known(const struct pond_advice *advice, uint32_t at)
{
    float value;
    return at < advice->choice_count && pond_choice_value(&advice->choices[at], &value);
}

/* The value of a choice that has one. */
static float value_at(const struct pond_advice *advice, uint32_t at)
{
    float value = 0;
    const bool known = pond_choice_value(&advice->choices[at], &value);
    assert(known);
    return value;
}

/* The standard error of the difference of two values that were found apart. */
static float error_of(const struct pond_advice *one, uint32_t at, const struct pond_advice *other,
                      uint32_t other_at)
{
    const float a = one->choices[at].error, b = other->choices[other_at].error;
    return square_root(a * a + b * b);
}

/* What best play gets, and its likeliest choice. */
static void worth_best(const struct pond_advice *advice, bool mixes, struct pond_worth *worth)
{
    float sum = 0, likeliest = -1;
    worth->best = value_at(advice, 0);
    worth->best_move = advice->choices[0].move;
    if (!mixes) return;
    for (uint32_t i = 0; i < advice->choice_count; i++) {
        const struct pond_choice *choice = &advice->choices[i];
        if (choice->probability > 0) sum += choice->probability * value_at(advice, i);
        if (choice->probability <= likeliest) continue;
        likeliest = choice->probability;
        worth->best_move = choice->move;
    }
    worth->best = sum;
}

static void worth_cost(struct pond_worth *worth)
{
    if (worth->played > worth->best) worth->best = worth->played;
    worth->cost = worth->best - worth->played;
}

/* How the decision ended the game for the one who made it; only where it did. */
static float value_at_end(const struct pond_moment *moment)
{
    float chance[POND_SEATS_MAX];
    struct pond_state after = moment->state;
    moment->match->game->apply(&after, moment->seat, moment->move);
    struct pond_result result = moment->match->game->result(&after);
    if (result.outcome == POND_GOES_ON) result = moment->match->result; /* repetition */
    pond_result_chances(result, moment->match->seat_count, chance);
    return chance[moment->seat];
}

/* How far the cost of a choice is from what would change its class to or from a verdict. */
static bool verdict_clear(const struct pond_worth *worth)
{
    const float cost = worth->best - worth->played, error = POND_ERRORS * worth->error;
    return cost + error < POND_COST_INACCURACY || cost - error > POND_COST_INACCURACY;
}

/* Asks for as many batches as it takes to be sure about the choice that was played. */
static bool batches_settle(struct inquiry *inquiry, struct pond_advice *advice)
{
    struct batches *batches = &inquiry->batches;
    struct pond_worth worth;
    for (;;) {
        pond_batches_worth(batches, inquiry->moment->move, inquiry->mixes, &worth);
        if (verdict_clear(&worth) || batches->count >= inquiry->method->batches_most) break;
        if (!ask_batch(inquiry, advice)) return false;
    }
    pond_batches_merge(batches, inquiry->mixes, advice);
    return true;
}

/* How far a choice that best play makes so often is inside its mix: 0 to 1. */
static float inside_mix(const struct inquiry *inquiry, float probability)
{
    const float most = POND_MIX_LEAST_SEARCHED;
    if (!inquiry->mixes || probability < POND_MIX_LEAST) return 0;
    if (inquiry->batches.count == 0 || probability >= most) return 1;
    return (probability - POND_MIX_LEAST) / (most - POND_MIX_LEAST);
}

/* The worth of the choice that was played, by the same eyes as the advice. `proven` says whether
 * its value is. `ahead` is NULL, or what was found out about it alone. */
static bool worth_played(struct inquiry *inquiry, bool open, const struct pond_advice *advice,
                         struct pond_worth *worth, struct pond_advice *ahead, bool *proven)
{
    const struct pond_moment *moment = inquiry->moment;
    const uint32_t at = choice_find(advice, moment->move);
    ahead->choice_count = 0;
    *proven = advice->exact;
    if (moment->ends && chose_alone(moment)) {
        worth->played = value_at_end(moment);
        *proven = true;
    } else if (inquiry->batches.count > 0 && !open) {
        pond_batches_worth(&inquiry->batches, moment->move, inquiry->mixes, worth);
        *proven = false;
    } else if (at == 0 ||
               ((inquiry->exact || at < inquiry->method->trusted) && value_known(advice, at))) {
        worth->played = value_at(advice, at);
        if (at > 0) worth->error = error_of(advice, 0, advice, at);
        *proven = advice->choices[at].evidence == POND_EXACT;
    } else {
        if (!ask(inquiry, open, moment->move, 60, ahead)) return false;
        worth->played = value_at(ahead, 0);
        worth->error = error_of(advice, 0, ahead, 0);
        *proven = ahead->exact;
    }
    /* Inside the mix nothing is lost, whatever the estimates say. */
    const float probability = at < advice->choice_count ? advice->choices[at].probability : 0;
    const float inside = inside_mix(inquiry, probability), lost = worth->best - worth->played;
    if (inside >= 1 && lost > 0)
        worth->played = worth->best;
    else if (lost > 0)
        worth->played += inside * lost;
    worth_cost(worth);
    return true;
}

/* ---- Classes ---- */

#define WON 0.9999f

static bool win_missed(const struct pond_judgement *judgement)
{
    return judgement->win_in > 0 && judgement->known.played < WON;
}

enum pond_class pond_class_of(const struct pond_judgement *judgement)
{
    const float cost = judgement->known.cost;
    if (judgement->moves == 1) return POND_CLASS_FORCED;
    if (win_missed(judgement)) {
        const bool nearly = judgement->known.played >= POND_VALUE_NEARLY_WON;
        return nearly ? POND_CLASS_MISTAKE : POND_CLASS_BLUNDER;
    }
    const float sure = POND_COST_FINE + POND_ERRORS * judgement->known.error;
    if (judgement->known.error > 0 && cost < sure) {
        return cost >= POND_COST_FINE ? POND_CLASS_FINE : POND_CLASS_BEST;
    }
    if (cost >= POND_COST_BLUNDER) return POND_CLASS_BLUNDER;
    if (cost >= POND_COST_MISTAKE) return POND_CLASS_MISTAKE;
    if (cost >= POND_COST_INACCURACY) return POND_CLASS_INACCURACY;
    if (cost >= POND_COST_FINE) return POND_CLASS_FINE;
    return POND_CLASS_BEST;
}

static const struct {
    const char *name, *sign;
    enum pond_fact_word word;
} classes[POND_CLASSES] = {
    [POND_CLASS_FORCED] = {"forced", "", POND_FACT_CLASS_FORCED},
    [POND_CLASS_BEST] = {"best", "", POND_FACT_CLASS_BEST},
    [POND_CLASS_FINE] = {"fine", "", POND_FACT_CLASS_FINE},
    [POND_CLASS_INACCURACY] = {"inaccuracy", "?!", POND_FACT_CLASS_INACCURACY},
    [POND_CLASS_MISTAKE] = {"mistake", "?", POND_FACT_CLASS_MISTAKE},
    [POND_CLASS_BLUNDER] = {"blunder", "??", POND_FACT_CLASS_BLUNDER},
};

const char *pond_class_name(enum pond_class class) { return classes[class].name; }
const char *pond_class_sign(enum pond_class class) { return classes[class].sign; }
enum pond_fact_word pond_class_word(enum pond_class class) { return classes[class].word; }

/* ---- Judging ---- */

static void asking_begin(struct inquiry *inquiry, const struct pond_analyst *analyst,
                         const struct pond_moment *moment)
{
    inquiry->analyst = analyst;
    inquiry->moment = moment;
    inquiry->method = method_of(moment->match->game);
    inquiry->nodes = 0;
    inquiry->exact = false;
    inquiry->mixes = inquiry->method->mixes && !chose_alone(moment);
    inquiry->batches.count = 0;
    inquiry->effort = 100;
    inquiry->history_count = pond_match_history(moment->match, moment->entry, inquiry->history);
    moment->match->game->observe(&moment->state, moment->seat, &inquiry->view);
}

static void judgement_begin(struct inquiry *inquiry, struct pond_judgement *judgement)
{
    pond_move moves[POND_MOVES_MAX];
    const struct pond_moment *moment = inquiry->moment;
    memset(judgement, 0, sizeof *judgement);
    judgement->seat = moment->seat;
    judgement->move = moment->move;
    judgement->moves = moment->match->game->moves(&moment->state, moment->seat, moves);
}

static void judgement_take(struct pond_judgement *judgement, const struct pond_advice *advice,
                           const struct inquiry *inquiry)
{
    const uint32_t at = choice_find(advice, judgement->move);
    const uint32_t shown = inquiry->exact ? POND_BEST_MAX : inquiry->method->shown;
    worth_best(advice, inquiry->mixes, &judgement->known);
    for (uint32_t i = 0; i < advice->choice_count && judgement->choice_count < shown; i++) {
        if (!value_known(advice, i)) continue;
        judgement->choices[judgement->choice_count++] = advice->choices[i];
    }
    judgement->probability = at < advice->choice_count ? advice->choices[at].probability : 0;
    for (uint32_t i = 0; i < advice->choice_count && inquiry->mixes; i++) {
        const float probability = advice->choices[i].probability;
        if (probability >= POND_MIX_LEAST && probability < 1 - POND_MIX_LEAST) {
            judgement->mixed = true;
        }
    }
    if (advice->exact && value_at(advice, 0) >= WON && advice->end_ply > 0) {
        judgement->win_in = (advice->end_ply + 1) / 2;
    }
    judgement->has_chance = true;
    advice_chances(advice, inquiry->moment->match->seat_count, judgement->chance);
}

/* With all cards open, the same questions again. */
static bool judge_open(struct inquiry *inquiry, struct pond_judgement *judgement)
{
    struct pond_advice advice, ahead;
    bool proven;
    if (!ask(inquiry, true, 0, 60, &advice)) return false;
    worth_best(&advice, false, &judgement->open);
    if (!worth_played(inquiry, true, &advice, &judgement->open, &ahead, &proven)) return false;
    judgement->has_open = true;
    advice_chances(&advice, inquiry->moment->match->seat_count, judgement->chance);
    return true;
}

/* Copies the line of an advice that begins with a choice; returns how long it is. */
static uint32_t line_take(const struct pond_advice *advice, pond_move move,
                          struct pond_step line[POND_JUDGED_LINE_MAX])
{
    uint32_t count = 0;
    if (advice->choice_count == 0 || advice->line_count == 0) return 0;
    if (advice->line[0].move != move) return 0;
    for (; count < advice->line_count && count < POND_JUDGED_LINE_MAX; count++) {
        line[count] = advice->line[count];
    }
    return count;
}

#define EFFORT_LINE 20 /* per cent */

/* The lines of the best choice and of the one played. The engine is asked for those that it has not
 * told yet, if the choice cost something. */
static bool lines_find(struct inquiry *inquiry, const struct pond_advice *advice,
                       const struct pond_advice *ahead, struct pond_judgement *judgement)
{
    struct pond_advice asked;
    const pond_move best = judgement->known.best_move, played = judgement->move;
    const bool verdict = judgement->grade >= POND_CLASS_INACCURACY;
    judgement->best_line_count = line_take(advice, best, judgement->best_line);
    if (judgement->best_line_count < 2 && verdict) {
        if (!ask(inquiry, false, best, EFFORT_LINE, &asked)) return false;
        judgement->best_line_count = line_take(&asked, best, judgement->best_line);
    }
    judgement->line_count = line_take(played == best ? advice : ahead, played, judgement->line);
    if (judgement->line_count < 2 && verdict) {
        if (!ask(inquiry, false, played, EFFORT_LINE, &asked)) return false;
        judgement->line_count = line_take(&asked, played, judgement->line);
    }
    return true;
}

static void facts_find(const struct inquiry *inquiry, const struct pond_advice *advice,
                       const struct pond_advice *ahead, bool hint, struct pond_judgement *judgement)
{
    const struct pond_moment *moment = inquiry->moment;
    struct decision decision = {.moment = moment,
                                .game = moment->match->game,
                                .best = judgement->known.best_move,
                                .same = judgement->grade <= POND_CLASS_BEST,
                                .played_after = moment->state,
                                .best_after = moment->state,
                                .advice = advice,
                                .ahead = ahead != NULL && ahead->choice_count > 0 ? ahead : NULL,
                                .hint = hint};
    if (decision.same) decision.best = moment->move;
    decision.game->apply(&decision.played_after, moment->seat, moment->move);
    decision.game->apply(&decision.best_after, moment->seat, decision.best);
    if (inquiry->method->facts != NULL) inquiry->method->facts(&decision, judgement);
}

/* `live`: the decision is still to be made, so nothing may be said that its seat cannot see. */
static bool judge(const struct pond_analyst *analyst, const struct pond_moment *moment, bool live,
                  struct pond_judgement *judgement)
{
    struct inquiry inquiry;
    struct pond_advice advice, ahead;
    bool proven;
    asking_begin(&inquiry, analyst, moment);
    judgement_begin(&inquiry, judgement);
    if (judgement->moves <= 1) {
        judgement->known.best_move = moment->move;
        facts_find(&inquiry, NULL, NULL, live, judgement);
        return true;
    }
    inquiry.effort = effort_for(judgement->moves);
    if (!ask_first(&inquiry, &advice)) return false;
    if (inquiry.batches.count > 0 && !batches_settle(&inquiry, &advice)) return false;
    judgement_take(judgement, &advice, &inquiry);
    if (!worth_played(&inquiry, false, &advice, &judgement->known, &ahead, &proven)) return false;
    judgement->exact = advice.exact && proven;
    const bool lost = ahead.choice_count > 0 && ahead.exact && value_at(&ahead, 0) < 1 - WON;
    if (lost) judgement->loss_in = ahead.end_ply / 2;
    if (inquiry.exact) judgement->loss_in = pond_exact_loss_in(analyst, moment);
    if (inquiry.method->opens && !live && !judge_open(&inquiry, judgement)) return false;
    judgement->grade = (uint8_t)pond_class_of(judgement);
    if (inquiry.method->lines && !live && !lines_find(&inquiry, &advice, &ahead, judgement)) {
        return false;
    }
    judgement->nodes = inquiry.nodes;
    facts_find(&inquiry, &advice, &ahead, live, judgement);
    return true;
}

bool pond_judge(const struct pond_analyst *analyst, const struct pond_moment *moment,
                struct pond_judgement *judgement)
{
    assert(moment->kind == POND_MOMENT_DECISION);
    return judge(analyst, moment, false, judgement);
}

void pond_moment_now(const struct pond_match *match, int seat, struct pond_moment *moment)
{
    *moment = (struct pond_moment){.match = match,
                                   .kind = POND_MOMENT_DECISION,
                                   .seat = (uint8_t)seat,
                                   .entry = pond_match_entries(match),
                                   .number = match->ply + 1,
                                   .state = match->state};
}

bool pond_judge_move(const struct pond_analyst *analyst, const struct pond_moment *moment,
                     pond_move move, struct pond_judgement *judgement)
{
    struct pond_moment tried = *moment;
    struct pond_state after = moment->state;
    assert(moment->kind == POND_MOMENT_DECISION);
    tried.move = move;
    moment->match->game->apply(&after, moment->seat, move);
    tried.ends = moment->match->game->result(&after).outcome != POND_GOES_ON;
    return judge(analyst, &tried, true, judgement);
}

bool pond_judge_choice(const struct pond_analyst *analyst, const struct pond_match *match, int seat,
                       pond_move move, struct pond_judgement *judgement)
{
    struct pond_moment moment;
    pond_moment_now(match, seat, &moment);
    return pond_judge_move(analyst, &moment, move, judgement);
}

bool pond_judgement_warns(const struct pond_judgement *judgement)
{
    return judgement->grade == POND_CLASS_BLUNDER ||
           (judgement->grade == POND_CLASS_MISTAKE && judgement->known.cost >= POND_COST_WARNED);
}

bool pond_hint(const struct pond_analyst *analyst, const struct pond_match *match, int seat,
               struct pond_advice *advice, struct pond_judgement *hint)
{
    struct inquiry inquiry;
    struct pond_moment moment;
    pond_moment_now(match, seat, &moment);
    asking_begin(&inquiry, analyst, &moment);
    judgement_begin(&inquiry, hint);
    inquiry.effort = effort_for(hint->moves);
    if (!ask_first(&inquiry, advice)) return false;
    judgement_take(hint, advice, &inquiry);
    moment.move = hint->known.best_move;
    hint->move = moment.move;
    hint->known.played = hint->known.best;
    hint->probability = advice->choices[choice_find(advice, moment.move)].probability;
    hint->exact = advice->exact;
    hint->grade = hint->moves == 1 ? POND_CLASS_FORCED : POND_CLASS_BEST;
    hint->nodes = inquiry.nodes;
    facts_find(&inquiry, advice, NULL, true, hint);
    return true;
}

bool pond_judge_chances(const struct pond_analyst *analyst, const struct pond_moment *moment,
                        float chance[POND_SEATS_MAX])
{
    const struct pond_match *match = moment->match;
    struct pond_result result = match->game->result(&moment->state);
    if (moment->kind == POND_MOMENT_END && match->result.outcome != POND_GOES_ON) {
        result = match->result;
    }
    if (result.outcome != POND_GOES_ON) {
        pond_result_chances(result, match->seat_count, chance);
        return true;
    }
    const pond_seats turn = match->game->turn(&moment->state);
    struct inquiry inquiry;
    struct pond_advice advice;
    struct pond_moment here = *moment;
    if (turn == POND_SEAT(POND_CHANCE) || turn == 0) return false;
    here.seat = (uint8_t)pond_seat_first(turn);
    asking_begin(&inquiry, analyst, &here);
    if (!ask(&inquiry, inquiry.method->opens, 0, 100, &advice)) return false;
    advice_chances(&advice, match->seat_count, chance);
    return true;
}
