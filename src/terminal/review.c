/* review.c: what each decision of a game was worth. See review.h. */
#include "review.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fewer nodes than `pond analyse` uses: a person is waiting. */
static uint64_t nodes_for(const struct pond_match *match)
{
    return pond_analysis_nodes(match->game, match->seat_count) / 4;
}

static uint32_t decisions_count(const struct pond_match *match)
{
    struct pond_walk walk;
    struct pond_moment moment;
    uint32_t count = 0;
    pond_walk_begin(&walk, match);
    while (pond_walk_next(&walk, &moment)) count += moment.kind == POND_MOMENT_DECISION;
    return count;
}

static void judge_all(struct thinker *thinker, void *context)
{
    struct review *review = context;
    const struct computer_limits limits = {.nodes = nodes_for(&review->replay->match),
                                           .stop = &thinker->stop};
    struct computer_asked asked = {.computer = &review->computer, .limits = &limits};
    const struct pond_analyst analyst = {.ask = computer_ask, .context = &asked};
    const uint32_t total = decisions_count(&review->replay->match);
    struct pond_walk walk;
    struct reviewed item = {.step = 0};
    uint32_t done = 0;
    thinker_tell(thinker, 0, total);
    pond_walk_begin(&walk, &review->replay->match);
    while (!thinker->stop && pond_walk_next(&walk, &item.moment) && done < REVIEW_MAX) {
        if (item.moment.kind != POND_MOMENT_DECISION) continue;
        if (!pond_judge(&analyst, &item.moment, &item.judgement)) return;
        item.step = (int)pond_match_entry(&review->replay->match, item.moment.entry)->ply;
        review->items[done] = item;
        thinker_tell(thinker, ++done, total);
    }
}

bool review_begin(struct review *review, const struct replay *replay)
{
    char text[COMPUTER_NAME_MAX];
    const struct pond_game *game = replay->match.game;
    memset(review, 0, sizeof *review);
    review->replay = replay;
    thinker_open(&review->thinker);
    review->open = true;
    uint32_t count = decisions_count(&replay->match);
    if (count > REVIEW_MAX) count = REVIEW_MAX;
    review->items = calloc(count + 1, sizeof *review->items);
    snprintf(text, sizeof text, "engine:%s", pond_analysis_settings(game));
    if (review->items == NULL ||
        computer_open(&review->computer, game, text, NULL) != COMPUTER_FINE) {
        return false;
    }
    review->started = thinker_start(&review->thinker, judge_all, review);
    return review->started;
}

void review_close(struct review *review)
{
    if (!review->open) return;
    thinker_close(&review->thinker);
    computer_close(&review->computer);
    free(review->items);
    memset(review, 0, sizeof *review);
}

int review_ready(struct review *review, uint32_t *total)
{
    uint32_t done = 0;
    *total = 0;
    if (!review->open) return 0;
    thinker_look(&review->thinker, NULL, &done, total);
    return (int)done;
}

bool review_finished(struct review *review)
{
    if (!review->open) return true;
    return thinker_collect(&review->thinker) || !thinker_busy(&review->thinker);
}

const struct reviewed *review_of(const struct review *review, int ready, int step, int seat)
{
    for (int i = 0; i < ready; i++) {
        const struct reviewed *item = &review->items[i];
        if (item->step == step && (seat < 0 || item->moment.seat == seat)) return item;
    }
    return NULL;
}

bool review_is_mistake(const struct reviewed *item)
{
    return item->judgement.grade >= POND_CLASS_MISTAKE;
}

int review_next_mistake(const struct review *review, int ready, int step, int seat, int by)
{
    int found = -1;
    for (int i = 0; i < ready; i++) {
        const struct reviewed *item = &review->items[i];
        const bool own = seat < 0 || item->moment.seat == seat;
        if (!own || !review_is_mistake(item)) continue;
        if (by > 0 && item->step > step && (found < 0 || item->step < found)) found = item->step;
        if (by < 0 && item->step < step && item->step > found) found = item->step;
    }
    return found;
}

static bool has_facts(const struct pond_judgement *judgement, bool better)
{
    for (uint32_t i = 0; i < judgement->fact_count; i++) {
        if (judgement->facts[i].better == better) return true;
    }
    return false;
}

static void facts_tell(const struct pond_judgement *judgement, bool better,
                       const struct voice *voice, struct pond_text *out)
{
    bool first = true;
    for (uint32_t i = 0; i < judgement->fact_count; i++) {
        const struct pond_fact *fact = &judgement->facts[i];
        if (fact->better != better) continue;
        pond_text_string(out, first ? " " : ", ");
        pond_fact_print(fact, voice->language, out);
        first = false;
    }
}

void review_tell(const struct reviewed *item, const struct voice *voice, const char *name,
                 struct pond_text *out)
{
    const struct pond_judgement *judgement = &item->judgement;
    const struct pond_moment *moment = &item->moment;
    const struct pond_game *game = moment->match->game;
    char move[POND_MOVE_TEXT_MAX], best[POND_MOVE_TEXT_MAX];
    struct pond_text move_text = pond_text_in(move, sizeof move);
    struct pond_text best_text = pond_text_in(best, sizeof best);
    const enum pond_class class = (enum pond_class)judgement->grade;
    game->move_print(&moment->state, moment->seat, moment->move, &move_text);
    pond_text_string(&move_text, pond_class_sign(class));
    tell3(out, voice, has_facts(judgement, false) ? TELL_REVIEW_MOVE : TELL_REVIEW_MOVE_BARE, name,
          move, pond_fact_word(pond_class_word(class), voice->language));
    facts_tell(judgement, false, voice, out);
    pond_text_string(out, ".");
    if (class < POND_CLASS_INACCURACY) return;
    game->move_print(&moment->state, moment->seat, judgement->known.best_move, &best_text);
    pond_text_char(out, ' ');
    tell2(out, voice, TELL_REVIEW_COST, percent_of(voice, (double)judgement->known.played).text,
          percent_of(voice, (double)judgement->known.best).text);
    pond_text_char(out, ' ');
    tell1(out, voice, TELL_REVIEW_BETTER, best);
    facts_tell(judgement, true, voice, out);
    pond_text_string(out, ".");
}
