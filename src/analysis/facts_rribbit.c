/* facts_rribbit.c: facts about a turn in Rrib-bit, from the rules alone: rows that stand or
 * fall, frogs that can be captured, pairs given up. */
#include "judge.h"

#include "rribbit/board.h"

#include "banned.h"

#define LINES 8

/* A turn's leap, and the board after it as the other side sees it. */
struct turn {
    struct rribbit_leap leap;
    enum rribbit_verdict verdict;
    struct rribbit_node next;
};

struct scene {
    const struct decision *decision;
    struct pond_judgement *judgement;
    struct rribbit_node node; /* before */
    struct rribbit_rules rules;
    struct turn played, best;
    enum pond_fact_word other; /* the other side's name */
};

/* ---- Looking ---- */

static const uint64_t *lines(void)
{
#define PAD(column, row) (UINT64_C(1) << ((row)*9 + (column)))
#define ACROSS(row) (PAD(3, row) | PAD(4, row) | PAD(5, row))
#define UPRIGHT(column) (PAD(column, 2) | PAD(column, 3) | PAD(column, 4))
    static const uint64_t all[LINES] = {
        ACROSS(2),
        ACROSS(3),
        ACROSS(4),
        UPRIGHT(3),
        UPRIGHT(4),
        UPRIGHT(5),
        PAD(3, 2) | PAD(4, 3) | PAD(5, 4),
        PAD(3, 4) | PAD(4, 3) | PAD(5, 2),
    };
    return all;
}

/* A line of the arena that the frogs fill; 0: none. */
static uint64_t row_of(uint64_t frogs)
{
    for (int i = 0; i < LINES; i++) {
        if ((lines()[i] & ~frogs) == 0) return lines()[i];
    }
    return 0;
}

/* Two frogs on a line whose third pad has no frog of their own, `with` among them; 0: none. */
static uint64_t pair_of(uint64_t frogs, uint64_t with)
{
    for (int i = 0; i < LINES; i++) {
        const uint64_t both = lines()[i] & frogs;
        if (rribbit_count(both) == 2 && (both & with) == with) return both;
    }
    return 0;
}

/* A row that the side to move can make and that no answer breaks; 0: none. */
static uint64_t row_unanswerable(const struct rribbit_node *node, const struct rribbit_rules *rules)
{
    struct rribbit_leap leaps[RRIBBIT_LEAPS_MAX];
    for (int kind = 0; kind < 2; kind++) {
        const int count = kind == 0 ? pond_rribbit_quiets(node, leaps)
                                    : pond_rribbit_captures(node, rules->chain, leaps);
        for (int i = 0; i < count; i++) {
            struct rribbit_node next;
            if (pond_rribbit_make(node, rules, &leaps[i], &next) != RRIBBIT_GOES_ON) continue;
            if (next.row && !pond_rribbit_evades(&next, rules->chain)) return row_of(next.other);
        }
    }
    return 0;
}

/* Can the side to move win at once by capturing (X6)? */
static bool seventh_near(const struct rribbit_node *node, const struct rribbit_rules *rules)
{
    struct rribbit_leap leaps[RRIBBIT_LEAPS_MAX];
    if (!rules->seven) return false;
    const int count = pond_rribbit_captures(node, rules->chain, leaps);
    for (int i = 0; i < count; i++) {
        if (rribbit_count(node->other & ~leaps[i].captured) <= 2) return true;
    }
    return false;
}

/* Frogs of `own` that the others can capture: without loss, or (`more`) with more attackers than
 * protectors. */
static uint64_t hanging(uint64_t own, uint64_t others, bool more)
{
    uint64_t found = 0;
    for (uint64_t left = own; left != 0; left &= left - 1) {
        const int pad = rribbit_lowest(left);
        const int attackers = rribbit_count(rribbit_knight[pad] & others);
        const int protectors = rribbit_count(rribbit_knight[pad] & own);
        if (attackers == 0) continue;
        if (protectors == 0 ? !more : more && attackers > protectors) found |= rribbit_bit(pad);
    }
    return found;
}

/* ---- Saying ---- */

static void pads_write(struct pond_fact *fact, uint64_t pads)
{
    struct pond_text text = pond_fact_text(fact);
    for (; pads != 0; pads &= pads - 1) {
        const int pad = rribbit_lowest(pads);
        if (text.length > 0) pond_text_char(&text, ' ');
        pond_text_char(&text, (char)('a' + pad % RRIBBIT_COLUMNS));
        pond_text_char(&text, (char)('1' + pad / RRIBBIT_COLUMNS));
    }
}

static void say_pads(struct scene *scene, enum pond_fact_word word, enum fact_about about,
                     uint64_t pads)
{
    pads_write(pond_fact_add(scene->judgement, word, about), pads);
}

static void say_number(struct scene *scene, enum pond_fact_word word, enum fact_about about,
                       int number)
{
    pond_fact_number(pond_fact_add(scene->judgement, word, about), number);
}

/* ---- What is wrong with the turn that was played ---- */

static void losses(struct scene *scene)
{
    const struct pond_judgement *judgement = scene->judgement;
    if (scene->node.row && scene->played.verdict == RRIBBIT_LOSES) {
        say_pads(scene, POND_FACT_ROW_LEFT, ABOUT_PLAYED, row_of(scene->played.next.own));
        return;
    }
    if (judgement->win_in > 0 && judgement->known.played < 1) {
        say_number(scene, POND_FACT_WIN_MISSED, ABOUT_PLAYED, judgement->win_in);
    }
    if (scene->played.verdict != RRIBBIT_GOES_ON) return;
    const uint64_t row = row_unanswerable(&scene->played.next, &scene->rules);
    const bool goes_on = scene->best.verdict == RRIBBIT_GOES_ON;
    if (row != 0 && !(goes_on && row_unanswerable(&scene->best.next, &scene->rules) != 0)) {
        struct pond_fact *fact =
            pond_fact_add(scene->judgement, POND_FACT_ROW_ALLOWED, ABOUT_PLAYED);
        pond_fact_refer(fact, scene->other);
        pads_write(fact, row);
        return;
    }
    if (seventh_near(&scene->played.next, &scene->rules) &&
        !(goes_on && seventh_near(&scene->best.next, &scene->rules))) {
        pond_fact_refer(pond_fact_add(scene->judgement, POND_FACT_SEVENTH_ALLOWED, ABOUT_PLAYED),
                        scene->other);
        return;
    }
    if (judgement->loss_in > 0 && judgement->known.best > 0) {
        say_number(scene, POND_FACT_LOSES_IN, ABOUT_PLAYED, judgement->loss_in);
    }
}

/* Frogs that stand in danger after the turn and would not after the better one. While a row of the
 * side's own must be answered, other captures do not matter. */
static void dangers(struct scene *scene)
{
    const struct rribbit_node *after = &scene->played.next, *better = &scene->best.next;
    if (scene->played.verdict != RRIBBIT_GOES_ON || after->row) return;
    const bool goes_on = scene->best.verdict == RRIBBIT_GOES_ON;
    const uint64_t also = goes_on ? hanging(better->other, better->own, false) |
                                        hanging(better->other, better->own, true)
                                  : 0;
    const uint64_t lost = hanging(after->other, after->own, false) & ~also;
    if (lost != 0) {
        say_pads(scene, POND_FACT_HANGS, ABOUT_PLAYED, lost);
        return;
    }
    const uint64_t weak = hanging(after->other, after->own, true) & ~also;
    if (weak == 0) return;
    const int pad = rribbit_lowest(weak);
    struct pond_fact *fact = pond_fact_add(scene->judgement, POND_FACT_OUTNUMBERED, ABOUT_PLAYED);
    pads_write(fact, rribbit_bit(pad));
    pond_fact_number(fact, rribbit_count(rribbit_knight[pad] & after->own));
    pond_fact_number(fact, rribbit_count(rribbit_knight[pad] & after->other));
}

static void pair_lost(struct scene *scene)
{
    const uint64_t from = rribbit_bit(scene->played.leap.from);
    const uint64_t pair = (from & RRIBBIT_ARENA) != 0 ? pair_of(scene->node.own, from) : 0;
    if (pair == 0 || pair_of(scene->played.next.other, 0) != 0) return;
    if (pair_of(scene->best.next.other, 0) == 0) return;
    say_pads(scene, POND_FACT_PAIR_BROKEN, ABOUT_PLAYED, pair);
}

static void draws(struct scene *scene, enum fact_about about)
{
    const struct pond_moment *moment = scene->decision->moment;
    const struct pond_result now = scene->decision->game->result(&scene->decision->played_after);
    if (!moment->ends) return;
    if (now.outcome == POND_GOES_ON) pond_fact_add(scene->judgement, POND_FACT_REPEATS, about);
    if (now.reason == POND_REASON_TWO_FROGS) {
        pond_fact_add(scene->judgement, POND_FACT_TWO_FROGS, about);
    }
}

/* Where nothing on the board says why: what the search expects next. */
static void answered(struct scene *scene)
{
    const struct decision *decision = scene->decision;
    if (scene->judgement->fact_count > 0 || decision->ahead == NULL) return;
    if (decision->ahead->line_count < 2 ||
        decision->ahead->line[0].move != decision->moment->move) {
        return;
    }
    const struct pond_step *answer = &decision->ahead->line[1];
    struct pond_text text =
        pond_fact_text(pond_fact_add(scene->judgement, POND_FACT_ANSWERED, ABOUT_PLAYED));
    decision->game->move_print(&decision->played_after, answer->seat, answer->move, &text);
}

/* ---- What is good about the best one ---- */

static void row_answer(struct scene *scene, enum fact_about about)
{
    const uint64_t row = row_of(scene->node.other);
    if (!scene->node.row || scene->best.verdict == RRIBBIT_LOSES) return;
    struct rribbit_leap leaps[RRIBBIT_LEAPS_MAX];
    const int answers = pond_rribbit_evasions(&scene->node, scene->rules.chain, leaps);
    say_pads(scene, answers == 1 ? POND_FACT_ROW_ONLY_ANSWER : POND_FACT_ROW_BROKEN, about, row);
}

static void row_made(struct scene *scene, enum fact_about about)
{
    const struct rribbit_node *after = &scene->best.next;
    if (scene->best.verdict != RRIBBIT_GOES_ON || !after->row) return;
    const bool stands = !pond_rribbit_evades(after, scene->rules.chain);
    say_pads(scene, stands ? POND_FACT_ROW_STANDS : POND_FACT_ROW_MADE, about,
             row_of(after->other));
}

static void row_stopped(struct scene *scene, enum fact_about about)
{
    /* As if the turn were skipped. */
    const struct rribbit_node skipped = {.own = scene->node.other, .other = scene->node.own};
    if (scene->node.row || scene->best.verdict != RRIBBIT_GOES_ON || scene->best.next.row) return;
    const uint64_t row = row_unanswerable(&skipped, &scene->rules);
    if (row == 0 || row_unanswerable(&scene->best.next, &scene->rules) != 0) return;
    struct pond_fact *fact = pond_fact_add(scene->judgement, POND_FACT_ROW_STOPPED, about);
    pond_fact_refer(fact, scene->other);
    pads_write(fact, row);
}

static void gains(struct scene *scene, enum fact_about about)
{
    const struct turn *best = &scene->best;
    if (best->leap.captured != 0) {
        const bool unpunished = best->verdict == RRIBBIT_GOES_ON && !best->next.row &&
                                (rribbit_knight[best->leap.to] & best->next.own) == 0;
        say_pads(scene, unpunished ? POND_FACT_CAPTURES_FREE : POND_FACT_CAPTURES, about,
                 best->leap.captured);
        return;
    }
    if (best->verdict != RRIBBIT_GOES_ON || best->next.row || scene->node.row) return;
    const uint64_t from = rribbit_bit(best->leap.from), to = rribbit_bit(best->leap.to);
    const uint64_t before = hanging(scene->node.own, scene->node.other, false);
    const uint64_t after = hanging(best->next.other, best->next.own, false) |
                           hanging(best->next.other, best->next.own, true);
    if ((before & from) != 0 && (after & to) == 0) say_pads(scene, POND_FACT_SAVES, about, from);
}

static void merits(struct scene *scene, enum fact_about about)
{
    const int32_t win_in = scene->judgement->win_in;
    row_answer(scene, about);
    row_made(scene, about);
    if (win_in > 1) say_number(scene, POND_FACT_WINS_IN, about, win_in);
    row_stopped(scene, about);
    gains(scene, about);
}

void pond_facts_rribbit(const struct decision *decision, struct pond_judgement *judgement)
{
    const struct pond_moment *moment = decision->moment;
    struct scene scene = {.decision = decision, .judgement = judgement};
    scene.other = moment->seat == RRIBBIT_LIGHT ? POND_FACT_DARK : POND_FACT_LIGHT;
    pond_rribbit_node((const struct rribbit_state *)&moment->state, &scene.node, &scene.rules);
    struct turn *const turns[] = {&scene.played, &scene.best};
    const pond_move moves[] = {moment->move, decision->best};
    for (int i = 0; i < 2; i++) {
        turns[i]->leap = pond_rribbit_leap(&scene.node, moves[i]);
        turns[i]->verdict =
            pond_rribbit_make(&scene.node, &scene.rules, &turns[i]->leap, &turns[i]->next);
    }
    if (!decision->same) {
        losses(&scene);
        dangers(&scene);
        pair_lost(&scene);
        draws(&scene, ABOUT_PLAYED);
        answered(&scene);
    }
    merits(&scene, decision->same ? ABOUT_PLAYED : ABOUT_BETTER);
    if (decision->same) draws(&scene, ABOUT_PLAYED);
}
