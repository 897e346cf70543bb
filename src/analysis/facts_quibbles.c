/* facts_quibbles.c: facts about a decision in Quibbles, from the rules alone: what was there to
 * take, which cards go and what they were good for, and who can reach 21 next. */
#include "judge.h"

#include "pond/quibbles.h"

#include "banned.h"

/* A choice: what it does to the hand and the display, before chance has its say. */
struct deed {
    pond_move move;
    int kind; /* enum quibbles_kind */
    quibbles_cards played, taken, hand, display;
    const struct pond_state *after;
};

struct scene {
    const struct decision *decision;
    struct pond_judgement *judgement;
    int seat;
    const struct quibbles_state *before;
    quibbles_cards hand, collection; /* before */
    struct deed played, best;
};

static void deed_set(const struct scene *scene, struct deed *deed, pond_move move,
                     const struct pond_state *after)
{
    const struct quibbles_state *state = (const struct quibbles_state *)after;
    *deed = (struct deed){.move = move,
                          .kind = quibbles_move_kind(move),
                          .played = quibbles_move_played(move),
                          .taken = quibbles_move_taken(move),
                          .hand = state->hands[scene->seat],
                          .display = state->table.display,
                          .after = after};
}

/* ---- Looking ---- */

/* The highest card that a hand could stash now; 0: none. */
static int stash_highest(quibbles_cards hand)
{
    for (int value = QUIBBLES_VALUES - 1; value > 0; value--) {
        if (quibbles_count(hand, value) >= value) return value;
    }
    return 0;
}

/* Can the seat, which is about to stash in this state, reach 21 with it? */
static bool stash_wins(const struct pond_state *state, int seat)
{
    pond_move moves[POND_MOVES_MAX];
    if (pond_quibbles.turn(state) != POND_SEAT(seat)) return false;
    const int count = pond_quibbles.moves(state, seat, moves);
    for (int i = 0; i < count; i++) {
        struct pond_state after = *state;
        if (quibbles_move_kind(moves[i]) != QUIBBLES_STASH) continue;
        pond_quibbles.apply(&after, seat, moves[i]);
        const struct pond_result result = pond_quibbles.result(&after);
        if (result.outcome == POND_WON && result.seat == seat) return true;
    }
    return false;
}

/* Does the turn reach 21, as far as it is sure: with this action and the stash after it, or with
 * this stash? */
static bool reaches_goal(const struct scene *scene, const struct deed *deed)
{
    const struct pond_result result = pond_quibbles.result(deed->after);
    if (result.outcome == POND_WON && result.seat == scene->seat) return true;
    return deed->kind < QUIBBLES_STASH && stash_wins(deed->after, scene->seat);
}

static void chance_any(struct pond_state *state)
{
    pond_move outcomes[POND_MOVES_MAX];
    while (pond_quibbles.turn(state) == POND_SEAT(POND_CHANCE)) {
        pond_quibbles.moves(state, POND_CHANCE, outcomes);
        pond_quibbles.apply(state, POND_CHANCE, outcomes[0]);
    }
}

/* The seat that can reach 21 on the next turn with cards that lie in the display after the action,
 * whatever the refill brings; -1: none. Knows all hands. */
static int goal_opened(const struct scene *scene, const struct deed *deed)
{
    pond_move moves[POND_MOVES_MAX];
    struct pond_state state = *deed->after;
    const quibbles_cards display = deed->display;
    if (quibbles_size(display) >= QUIBBLES_DISPLAY_MAX || deed->kind >= QUIBBLES_STASH) return -1;
    chance_any(&state);
    /* Nothing is stashed: that is the next seat's least help. An empty hand would change all. */
    if (((const struct quibbles_state *)&state)->hands[scene->seat] == 0) return -1;
    pond_quibbles.apply(&state, scene->seat, quibbles_move(QUIBBLES_KEEP, 0, 0));
    chance_any(&state);
    if (pond_quibbles.result(&state).outcome != POND_GOES_ON) return -1;
    const int next = pond_seat_first(pond_quibbles.turn(&state));
    const int count = pond_quibbles.moves(&state, next, moves);
    for (int i = 0; i < count; i++) {
        struct pond_state after = state;
        const int kind = quibbles_move_kind(moves[i]);
        if (kind != QUIBBLES_SPLIT && kind != QUIBBLES_COMBINE) continue;
        if (!quibbles_holds(display, quibbles_move_taken(moves[i]))) continue;
        pond_quibbles.apply(&after, next, moves[i]);
        if (stash_wins(&after, next)) return next;
    }
    return -1;
}

/* ---- Saying ---- */

static void say_count(struct pond_fact *fact, int count)
{
    if (count <= 7)
        pond_fact_refer(fact, (enum pond_fact_word)(POND_FACT_COUNT_0 + count));
    else
        pond_fact_number(fact, count);
}

static void say_cards(struct pond_fact *fact, int value)
{
    pond_fact_refer(fact, (enum pond_fact_word)(POND_FACT_CARDS_0 + value));
}

static struct pond_fact *say_number(struct scene *scene, enum pond_fact_word word,
                                    enum fact_about about, int number)
{
    struct pond_fact *fact = pond_fact_add(scene->judgement, word, about);
    pond_fact_number(fact, number);
    return fact;
}

/* ---- Actions ---- */

static void goal(struct scene *scene)
{
    if (reaches_goal(scene, &scene->best) && !reaches_goal(scene, &scene->played)) {
        pond_fact_add(scene->judgement, POND_FACT_GOAL_MISSED, ABOUT_PLAYED);
    }
    if (scene->decision->hint) return;
    const int next = goal_opened(scene, &scene->played);
    if (next < 0 || goal_opened(scene, &scene->best) >= 0) return;
    struct pond_fact *fact = pond_fact_add(scene->judgement, POND_FACT_GOAL_OPENED, ABOUT_PLAYED);
    pond_fact_refer(fact, (enum pond_fact_word)(POND_FACT_SEAT_0 + next));
    fact->secret = true;
}

static void takings(struct scene *scene)
{
    const int took = quibbles_total(scene->played.taken);
    const int was_there = quibbles_total(scene->best.taken);
    if (took >= was_there) return;
    if (scene->played.kind == QUIBBLES_DRAW) {
        say_number(scene, POND_FACT_TAKES_NONE, ABOUT_PLAYED, was_there);
        return;
    }
    pond_fact_number(say_number(scene, POND_FACT_TAKES_LESS, ABOUT_PLAYED, took), was_there);
}

/* Cards of which the hand had several, which the better choice would have kept. */
static void cards_gone(struct scene *scene)
{
    int worst = 0, most = 0;
    for (int value = 2; value < QUIBBLES_VALUES; value++) {
        const int held = quibbles_count(scene->hand, value);
        const int gone = quibbles_count(scene->played.played, value);
        const int kept = gone - quibbles_count(scene->best.played, value);
        if (held < 2 || kept <= 0 || value * kept <= most) continue;
        most = value * kept;
        worst = value;
    }
    if (worst == 0) return;
    const int held = quibbles_count(scene->hand, worst);
    const int gone = quibbles_count(scene->played.played, worst);
    enum pond_fact_word word = gone == 1 ? POND_FACT_CARD_GONE : POND_FACT_CARDS_GONE;
    if (gone == held) word = POND_FACT_CARDS_ALL_GONE;
    struct pond_fact *fact = pond_fact_add(scene->judgement, word, ABOUT_PLAYED);
    if (word == POND_FACT_CARDS_GONE) say_count(fact, gone);
    if (word != POND_FACT_CARDS_ALL_GONE) say_count(fact, held);
    say_cards(fact, worst);
}

static void stash_ahead(struct scene *scene)
{
    const int could = stash_highest(scene->best.hand), can = stash_highest(scene->played.hand);
    if (could > can) say_number(scene, POND_FACT_STASH_LOST, ABOUT_PLAYED, could);
}

static void display_clears(struct scene *scene, const struct deed *deed, enum fact_about about)
{
    if (quibbles_size(deed->display) >= QUIBBLES_DISPLAY_MAX) {
        pond_fact_add(scene->judgement, POND_FACT_DISPLAY_CLEARED, about);
    }
}

static void action_merits(struct scene *scene, enum fact_about about)
{
    const struct deed *best = &scene->best;
    if (reaches_goal(scene, best)) {
        pond_fact_add(scene->judgement, POND_FACT_GOAL_REACHED, about);
        return;
    }
    const int ready = stash_highest(best->hand);
    if (ready > stash_highest(scene->hand)) {
        struct pond_fact *fact = pond_fact_add(scene->judgement, POND_FACT_STASH_READY, about);
        say_count(fact, quibbles_count(best->hand, ready));
        say_cards(fact, ready);
    }
    const int took = quibbles_total(best->taken);
    if (took > 0) say_number(scene, POND_FACT_TAKES, about, took);
}

static void facts_action(struct scene *scene)
{
    if (!scene->decision->same) {
        goal(scene);
        takings(scene);
        cards_gone(scene);
        stash_ahead(scene);
        display_clears(scene, &scene->played, ABOUT_PLAYED);
        action_merits(scene, ABOUT_BETTER);
        return;
    }
    action_merits(scene, ABOUT_PLAYED);
    display_clears(scene, &scene->played, ABOUT_PLAYED);
}

/* ---- The stash ---- */

static int stashed_value(const struct deed *deed)
{
    return deed->kind == QUIBBLES_STASH ? quibbles_lowest(deed->played) : 0;
}

static int collection_total(const struct scene *scene, const struct deed *deed)
{
    const struct quibbles_state *state = (const struct quibbles_state *)deed->after;
    return quibbles_total(state->table.collections[scene->seat]);
}

static void stash_wrong(struct scene *scene)
{
    const int stashed = stashed_value(&scene->played), better = stashed_value(&scene->best);
    if (reaches_goal(scene, &scene->best) && !reaches_goal(scene, &scene->played)) {
        pond_fact_add(scene->judgement, POND_FACT_GOAL_MISSED, ABOUT_PLAYED);
    }
    if (stashed == 0 && better > 0) {
        say_number(scene, POND_FACT_STASH_SKIPPED, ABOUT_PLAYED, better);
    }
    if (stashed > 0 && better > stashed) {
        pond_fact_number(say_number(scene, POND_FACT_STASH_LESS, ABOUT_PLAYED, stashed), better);
    }
    if (stashed > 0 && better == 0 && quibbles_count(scene->hand, stashed) > 1) {
        struct pond_fact *fact =
            pond_fact_add(scene->judgement, POND_FACT_STASH_SPENDS, ABOUT_PLAYED);
        say_count(fact, quibbles_count(scene->hand, stashed));
        say_cards(fact, stashed);
    }
}

/* What a stash brings with it where 21 is not reached: the sixth place is taken (B7), the hand is
 * empty (B10). */
static void stash_brings(struct scene *scene, const struct deed *deed, enum fact_about about)
{
    const struct quibbles_state *state = (const struct quibbles_state *)deed->after;
    const int total = collection_total(scene, deed);
    if (deed->kind != QUIBBLES_STASH || total >= QUIBBLES_GOAL) return;
    const quibbles_cards left = scene->hand & ~(0xff * deed->played);
    if (left == 0) pond_fact_add(scene->judgement, POND_FACT_HAND_EMPTIED, about);
    if (quibbles_size(scene->collection) >= QUIBBLES_COLLECTION_MAX) return;
    if (quibbles_size(state->table.collections[scene->seat]) < QUIBBLES_COLLECTION_MAX) return;
    say_number(scene, POND_FACT_COLLECTION_FULL, about, total);
}

static void stash_merits(struct scene *scene, enum fact_about about)
{
    const int stashed = stashed_value(&scene->best);
    if (reaches_goal(scene, &scene->best)) {
        pond_fact_add(scene->judgement, POND_FACT_GOAL_REACHED, about);
    } else if (stashed > 0) {
        pond_fact_number(say_number(scene, POND_FACT_STASHES, about, stashed),
                         collection_total(scene, &scene->best));
        stash_brings(scene, &scene->best, about);
    } else {
        const int value = stash_highest(scene->hand);
        if (value < 2) return;
        struct pond_fact *fact = pond_fact_add(scene->judgement, POND_FACT_KEEPS, about);
        say_count(fact, quibbles_count(scene->hand, value));
        say_cards(fact, value);
    }
}

static void facts_stash(struct scene *scene)
{
    if (!scene->decision->same) {
        stash_wrong(scene);
        stash_brings(scene, &scene->played, ABOUT_PLAYED);
    }
    stash_merits(scene, scene->decision->same ? ABOUT_PLAYED : ABOUT_BETTER);
}

void pond_facts_quibbles(const struct decision *decision, struct pond_judgement *judgement)
{
    const struct pond_moment *moment = decision->moment;
    const struct quibbles_state *before = (const struct quibbles_state *)&moment->state;
    struct scene scene = {.decision = decision,
                          .judgement = judgement,
                          .seat = moment->seat,
                          .before = before,
                          .hand = before->hands[moment->seat],
                          .collection = before->table.collections[moment->seat]};
    deed_set(&scene, &scene.played, moment->move, &decision->played_after);
    deed_set(&scene, &scene.best, decision->best, &decision->best_after);
    if (before->table.phase == QUIBBLES_ACT)
        facts_action(&scene);
    else
        facts_stash(&scene);
}
