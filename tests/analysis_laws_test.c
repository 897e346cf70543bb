/* analysis_laws_test.c: what analysis says is so, in thousands of random positions of Rrib-bit and
 * Quibbles.
 *
 * Each sentence is read back as data and checked with nothing but the rules: the moves of a
 * position, what they make of it, and the result. The analysis itself uses the engines' boards.
 * For Quibbit, analysis_facts_test.c does the same. Every kind of sentence must come up, and must
 * be left out at times. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "given.h"
#include "pond/quibbles.h"
#include "pond/rribbit.h"
#include "told.h"

#ifndef TEST_SHARE
#define TEST_SHARE 1
#endif

#define LOG 4096
#define DECISIONS (400000 / TEST_SHARE) /* of each game */

/* ---- A decision and the choices that are compared ---- */

struct choice {
    pond_move move;
    struct pond_state after;
    struct pond_result result;
};

struct decision {
    const struct pond_game *game;
    const struct pond_state *before;
    int seat, other; /* `other` is the other side of Rrib-bit */
    struct choice played, best;
    const struct pond_judgement *judgement;
    struct pond_rng *rng;
};

static int said[POND_FACTS], silent[POND_FACTS];

static void broken(const struct decision *decision, const struct pond_fact *fact, const char *what)
{
    char memory[POND_STATE_TEXT_MAX * 2];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    decision->game->state_print(decision->before, &text);
    pond_text_string(&text, "\nplayed ");
    decision->game->move_print(decision->before, decision->seat, decision->played.move, &text);
    pond_text_string(&text, ", better ");
    decision->game->move_print(decision->before, decision->seat, decision->best.move, &text);
    for (uint32_t i = 0; i < decision->judgement->fact_count; i++) {
        const struct pond_fact *one = &decision->judgement->facts[i];
        pond_text_string(&text, one == fact ? "\n* " : "\n  ");
        if (one->better) pond_text_string(&text, "better: ");
        pond_fact_print(one, POND_ENGLISH, &text);
    }
    fail_msg("%s\n%s", memory, what);
}

#define SO(condition)                                                                              \
    do {                                                                                           \
        if (!(condition)) broken(decision, fact, "this is not so: " #condition);                   \
    } while (0)

static struct choice choose(const struct pond_game *game, const struct pond_state *state, int seat,
                            pond_move move)
{
    struct choice choice = {.move = move, .after = *state};
    game->apply(&choice.after, seat, move);
    choice.result = game->result(&choice.after);
    return choice;
}

static int number_of(const struct pond_fact *fact, int index)
{
    return atoi(fact->argument[index].text);
}

static int word_of(const struct pond_fact *fact, int index, enum pond_fact_word first)
{
    return fact->argument[index].word - (int)first;
}

/* A count is a word up to seven, then a number. */
static int count_of(const struct pond_fact *fact, int index)
{
    return fact->argument[index].word != POND_FACT_NONE ? word_of(fact, index, POND_FACT_COUNT_0)
                                                        : number_of(fact, index);
}

static bool is_said(const struct decision *decision, enum pond_fact_word word, bool better)
{
    for (uint32_t i = 0; i < decision->judgement->fact_count; i++) {
        const struct pond_fact *fact = &decision->judgement->facts[i];
        if (fact->word == word && fact->better == better) return true;
    }
    return false;
}

/* ---- Rrib-bit ---- */

static const struct rribbit_state *board_of(const struct pond_state *state)
{
    return (const struct rribbit_state *)state;
}

static uint64_t pads_of(const struct pond_fact *fact, int index)
{
    uint64_t pads = 0;
    for (const char *at = fact->argument[index].text; *at != '\0'; at += 2 + (at[2] == ' ')) {
        pads |= rribbit_bit((at[0] - 'a') + RRIBBIT_COLUMNS * (at[1] - '1'));
    }
    return pads;
}

static int landing_of(pond_move move)
{
    return rribbit_move_pad(move, rribbit_move_landings(move));
}

/* Whoever has three frogs on a line of the arena, and these are they. */
static bool is_row(uint64_t pads, uint64_t frogs)
{
    return (pads & ~frogs) == 0 && rribbit_count(pads) == RRIBBIT_ROW && rribbit_has_row(pads);
}

/* Two frogs whose line lacks one of their own. */
static bool is_pair(uint64_t pads, uint64_t frogs)
{
    for (int pad = 0; pad < RRIBBIT_PADS; pad++) {
        const uint64_t third = rribbit_bit(pad);
        if ((frogs & third) == 0 && rribbit_has_row(pads | third)) return true;
    }
    return false;
}

static bool has_pair(uint64_t frogs)
{
    for (uint64_t first = frogs; first != 0; first &= first - 1) {
        for (uint64_t second = first & (first - 1); second != 0; second &= second - 1) {
            const uint64_t pads =
                rribbit_bit(rribbit_lowest(first)) | rribbit_bit(rribbit_lowest(second));
            if (is_pair(pads, frogs)) return true;
        }
    }
    return false;
}

static bool lost(struct pond_result result, int seat)
{
    return result.outcome == POND_WON && result.seat != seat;
}

static bool won(struct pond_result result, int seat)
{
    return result.outcome == POND_WON && result.seat == seat;
}

/* How many moves of the side to move do not lose at once. */
static int answers(const struct pond_state *state, int seat)
{
    pond_move moves[POND_MOVES_MAX];
    int found = 0;
    const int count = pond_rribbit.moves(state, seat, moves);
    for (int i = 0; i < count; i++) {
        found += !lost(choose(&pond_rribbit, state, seat, moves[i]).result, seat);
    }
    return found;
}

/* Can the side to move make this row (any, if `row` is 0) so that every answer loses? */
static bool makes_winning_row(const struct pond_state *state, int seat, uint64_t row)
{
    pond_move moves[POND_MOVES_MAX];
    const int count = pond_rribbit.moves(state, seat, moves);
    for (int i = 0; i < count; i++) {
        const struct choice choice = choose(&pond_rribbit, state, seat, moves[i]);
        const uint64_t frogs = board_of(&choice.after)->frogs[seat];
        if (choice.result.outcome != POND_GOES_ON || !rribbit_has_row(frogs)) continue;
        if (row != 0 && !is_row(row, frogs)) continue;
        if (answers(&choice.after, 1 - seat) == 0) return true;
    }
    return false;
}

/* The pads from which the side to move can capture on a pad with its first leap. */
static uint64_t attackers(const struct pond_state *state, int seat, int pad)
{
    pond_move moves[POND_MOVES_MAX];
    uint64_t from = 0;
    const int count = pond_rribbit.moves(state, seat, moves);
    for (int i = 0; i < count; i++) {
        if (rribbit_move_pad(moves[i], 1) == pad)
            from |= rribbit_bit(rribbit_move_pad(moves[i], 0));
    }
    return from;
}

/* The same once the pad has changed hands: who could capture there next. Where the capture ends the
 * game, by how the frogs leap (X2). */
static uint64_t protectors(const struct pond_state *state, int seat, int from, int pad)
{
    const struct choice choice = choose(&pond_rribbit, state, seat, rribbit_move(from, pad));
    if (choice.result.outcome == POND_GOES_ON) return attackers(&choice.after, 1 - seat, pad);
    return rribbit_knight[pad] & board_of(state)->frogs[1 - seat];
}

/* The position as if it were the other side's turn. */
static struct pond_state other_turn(const struct pond_state *state)
{
    struct pond_state other = *state;
    ((struct rribbit_state *)&other)->side ^= 1;
    return other;
}

static void rribbit_row_check(const struct decision *decision, const struct pond_fact *fact)
{
    const struct choice *choice = fact->better ? &decision->best : &decision->played;
    const int seat = decision->seat, other = decision->other;
    const uint64_t *before = board_of(decision->before)->frogs;
    const uint64_t *after = board_of(&choice->after)->frogs;
    const bool goes_on = choice->result.outcome == POND_GOES_ON;
    struct pond_state skipped;
    switch (fact->word) {
    case POND_FACT_ROW_LEFT:
        SO(is_row(pads_of(fact, 0), after[other]));
        SO(lost(choice->result, seat));
        break;
    case POND_FACT_ROW_ALLOWED:
        SO(word_of(fact, 0, POND_FACT_LIGHT) == other);
        SO(goes_on);
        SO(makes_winning_row(&choice->after, other, pads_of(fact, 1)));
        SO(decision->best.result.outcome != POND_GOES_ON ||
           !makes_winning_row(&decision->best.after, other, 0));
        break;
    case POND_FACT_ROW_STANDS:
        SO(is_row(pads_of(fact, 0), after[seat]));
        SO(goes_on && answers(&choice->after, other) == 0);
        break;
    case POND_FACT_ROW_MADE:
        SO(is_row(pads_of(fact, 0), after[seat]));
        SO(goes_on && answers(&choice->after, other) > 0);
        break;
    case POND_FACT_ROW_BROKEN:
    case POND_FACT_ROW_ONLY_ANSWER:
        SO(is_row(pads_of(fact, 0), before[other]));
        SO(!rribbit_has_row(after[other]));
        SO((answers(decision->before, seat) == 1) == (fact->word == POND_FACT_ROW_ONLY_ANSWER));
        break;
    case POND_FACT_ROW_STOPPED:
        SO(word_of(fact, 0, POND_FACT_LIGHT) == other);
        skipped = other_turn(decision->before);
        SO(makes_winning_row(&skipped, other, pads_of(fact, 1)));
        SO(goes_on && !makes_winning_row(&choice->after, other, 0));
        break;
    case POND_FACT_PAIR_BROKEN:
        SO((pads_of(fact, 0) & ~before[seat]) == 0 && rribbit_count(pads_of(fact, 0)) == 2);
        SO((pads_of(fact, 0) & ~after[seat]) != 0);
        SO(is_pair(pads_of(fact, 0), before[seat]));
        SO(!has_pair(after[seat]) && has_pair(board_of(&decision->best.after)->frogs[seat]));
        break;
    default: broken(decision, fact, "nobody checks this");
    }
}

static void rribbit_capture_check(const struct decision *decision, const struct pond_fact *fact)
{
    const struct choice *choice = fact->better ? &decision->best : &decision->played;
    const int seat = decision->seat, other = decision->other;
    const uint64_t *before = board_of(decision->before)->frogs;
    const uint64_t *after = board_of(&choice->after)->frogs;
    const uint64_t pads = fact->argument_count > 0 ? pads_of(fact, 0) : 0;
    uint64_t from;
    struct pond_state turned;
    switch (fact->word) {
    case POND_FACT_CAPTURES_FREE:
        SO(choice->result.outcome == POND_GOES_ON);
        SO(attackers(&choice->after, other, landing_of(choice->move)) == 0);
        SO(pads == (before[other] & ~after[other]));
        break;
    case POND_FACT_CAPTURES: SO(pads == (before[other] & ~after[other])); break;
    case POND_FACT_HANGS:
        for (uint64_t left = pads; left != 0; left &= left - 1) {
            const int pad = rribbit_lowest(left);
            from = attackers(&choice->after, other, pad);
            SO((after[seat] >> pad & 1) != 0 && from != 0);
            SO(protectors(&choice->after, other, rribbit_lowest(from), pad) == 0);
        }
        break;
    case POND_FACT_OUTNUMBERED:
        from = attackers(&choice->after, other, rribbit_lowest(pads));
        SO(rribbit_count(pads) == 1 && rribbit_count(from) == number_of(fact, 1));
        SO(rribbit_count(protectors(&choice->after, other, rribbit_lowest(from),
                                    rribbit_lowest(pads))) == number_of(fact, 2));
        SO(number_of(fact, 1) > number_of(fact, 2) && number_of(fact, 2) > 0);
        break;
    case POND_FACT_SAVES:
        turned = other_turn(decision->before);
        from = attackers(&turned, other, rribbit_lowest(pads));
        SO(pads == rribbit_bit(rribbit_move_pad(choice->move, 0)) && from != 0);
        SO(protectors(&turned, other, rribbit_lowest(from), rribbit_lowest(pads)) == 0);
        from = attackers(&choice->after, other, landing_of(choice->move));
        SO(from == 0 || rribbit_count(from) <=
                            rribbit_count(protectors(&choice->after, other, rribbit_lowest(from),
                                                     landing_of(choice->move))));
        break;
    case POND_FACT_SEVENTH_ALLOWED: {
        pond_move moves[POND_MOVES_MAX];
        const int count = pond_rribbit.moves(&choice->after, other, moves);
        bool can = false;
        for (int i = 0; i < count; i++) {
            can |= won(choose(&pond_rribbit, &choice->after, other, moves[i]).result, other);
        }
        SO(word_of(fact, 0, POND_FACT_LIGHT) == other && can);
        break;
    }
    case POND_FACT_TWO_FROGS:
        SO(choice->result.reason == POND_REASON_TWO_FROGS);
        SO(rribbit_count(after[0]) <= 2 && rribbit_count(after[1]) <= 2);
        break;
    case POND_FACT_REPEATS: SO(choice->result.outcome == POND_GOES_ON); break;
    default: rribbit_row_check(decision, fact);
    }
}

/* What must be said, if there is room. */
static void rribbit_missing_check(const struct decision *decision)
{
    const struct pond_fact none = {.word = POND_FACT_NONE}, *fact = &none;
    const bool better = decision->played.move != decision->best.move;
    const struct choice *best = &decision->best;
    const uint64_t *before = board_of(decision->before)->frogs;
    const uint64_t *after = board_of(&best->after)->frogs;
    if (rribbit_has_row(before[decision->other]) && lost(decision->played.result, decision->seat) &&
        better) {
        SO(is_said(decision, POND_FACT_ROW_LEFT, false));
    }
    if (decision->judgement->fact_count == POND_FACTS_MAX) return;
    if (rribbit_has_row(after[decision->seat]) && best->result.outcome == POND_GOES_ON) {
        SO(is_said(decision, POND_FACT_ROW_STANDS, better) ||
           is_said(decision, POND_FACT_ROW_MADE, better));
    }
    if (before[decision->other] != after[decision->other]) {
        SO(is_said(decision, POND_FACT_CAPTURES, better) ||
           is_said(decision, POND_FACT_CAPTURES_FREE, better));
    }
}

/* ---- Quibbles ---- */

static const struct quibbles_state *cards_of(const struct pond_state *state)
{
    return (const struct quibbles_state *)state;
}

static void chance_roll(struct pond_state *state, struct pond_rng *rng)
{
    while (pond_quibbles.turn(state) == POND_SEAT(POND_CHANCE)) {
        pond_roll(&pond_quibbles, state, rng);
    }
}

/* Can the seat that is about to stash reach 21 with it? */
static bool stash_reaches(const struct pond_state *state, int seat)
{
    pond_move moves[POND_MOVES_MAX];
    if (pond_quibbles.turn(state) != POND_SEAT(seat)) return false;
    if (cards_of(state)->table.phase != QUIBBLES_STASHES) return false;
    const int count = pond_quibbles.moves(state, seat, moves);
    for (int i = 0; i < count; i++) {
        if (won(choose(&pond_quibbles, state, seat, moves[i]).result, seat)) return true;
    }
    return false;
}

static bool reaches(const struct choice *choice, int seat)
{
    return won(choice->result, seat) || stash_reaches(&choice->after, seat);
}

/* Whatever chance brings, can the seat that plays next reach 21 in its turn? */
static bool opens_goal(const struct decision *decision, int next)
{
    pond_move moves[POND_MOVES_MAX];
    struct pond_state state = decision->played.after;
    chance_roll(&state, decision->rng);
    pond_quibbles.apply(&state, decision->seat, quibbles_move(QUIBBLES_KEEP, 0, 0));
    chance_roll(&state, decision->rng);
    if (pond_quibbles.turn(&state) != POND_SEAT(next)) return false;
    const int count = pond_quibbles.moves(&state, next, moves);
    for (int i = 0; i < count; i++) {
        const struct choice choice = choose(&pond_quibbles, &state, next, moves[i]);
        if (stash_reaches(&choice.after, next)) return true;
    }
    return false;
}

/* Is a stash of this card among the moves, whatever was drawn? */
static bool can_stash(const struct decision *decision, const struct choice *choice, int value)
{
    pond_move moves[POND_MOVES_MAX];
    struct pond_state state = choice->after;
    chance_roll(&state, decision->rng);
    const int count = pond_quibbles.moves(&state, decision->seat, moves);
    for (int i = 0; i < count; i++) {
        if (quibbles_move_kind(moves[i]) == QUIBBLES_STASH &&
            quibbles_move_played(moves[i]) == quibbles_card(value)) {
            return true;
        }
    }
    return false;
}

static int card_stashed(const struct choice *choice)
{
    return quibbles_move_kind(choice->move) == QUIBBLES_STASH
               ? quibbles_lowest(quibbles_move_played(choice->move))
               : 0;
}

static void quibbles_stash_check(const struct decision *decision, const struct pond_fact *fact)
{
    const struct choice *choice = fact->better ? &decision->best : &decision->played;
    const int seat = decision->seat, card = card_stashed(choice);
    const struct quibbles_state *before = cards_of(decision->before);
    const struct quibbles_state *after = cards_of(&choice->after);
    const quibbles_cards collection = after->table.collections[seat];
    struct pond_state state = choice->after;
    switch (fact->word) {
    case POND_FACT_STASH_SKIPPED:
        SO(card == 0 && number_of(fact, 0) == card_stashed(&decision->best));
        break;
    case POND_FACT_STASH_LESS:
        SO(card == number_of(fact, 0) && number_of(fact, 1) == card_stashed(&decision->best));
        SO(card < number_of(fact, 1));
        break;
    case POND_FACT_STASH_SPENDS:
        SO(word_of(fact, 1, POND_FACT_CARDS_0) == card && card_stashed(&decision->best) == 0);
        SO(quibbles_count(before->hands[seat], card) - quibbles_count(after->hands[seat], card) ==
           count_of(fact, 0));
        SO(quibbles_size(collection) <= quibbles_size(before->table.collections[seat]) + 1);
        break;
    case POND_FACT_STASHES:
        SO(card == number_of(fact, 0) && card > 0);
        SO(quibbles_total(collection) == number_of(fact, 1));
        break;
    case POND_FACT_COLLECTION_FULL:
        SO(quibbles_total(collection) == number_of(fact, 0));
        SO(quibbles_size(before->table.collections[seat]) < QUIBBLES_COLLECTION_MAX);
        SO(quibbles_size(collection) == QUIBBLES_COLLECTION_MAX);
        break;
    case POND_FACT_HAND_EMPTIED:
        SO(after->hands[seat] == 0 && choice->result.outcome == POND_GOES_ON);
        chance_roll(&state, decision->rng);
        for (int i = 0; i < after->table.players; i++) {
            if ((after->table.in_play >> i & 1) == 0) continue;
            SO(quibbles_size(cards_of(&state)->hands[i]) == QUIBBLES_DEAL);
        }
        break;
    case POND_FACT_KEEPS: {
        const int value = word_of(fact, 1, POND_FACT_CARDS_0);
        SO(card == 0 && quibbles_move_kind(choice->move) == QUIBBLES_KEEP);
        SO(quibbles_count(before->hands[seat], value) == count_of(fact, 0));
        SO(quibbles_count(before->hands[seat], value) >= value);
        break;
    }
    default: broken(decision, fact, "nobody checks this");
    }
}

/* "two of your three fours are gone" */
static void quibbles_gone_check(const struct decision *decision, const struct pond_fact *fact)
{
    const int last = fact->argument_count - 1, seat = decision->seat;
    const int value = word_of(fact, last, POND_FACT_CARDS_0);
    const int held = quibbles_count(cards_of(decision->before)->hands[seat], value);
    const int gone = quibbles_count(quibbles_move_played(decision->played.move), value);
    SO(held >= 2 && gone > quibbles_count(quibbles_move_played(decision->best.move), value));
    if (fact->word == POND_FACT_CARDS_ALL_GONE) SO(gone == held);
    if (fact->word == POND_FACT_CARD_GONE) SO(gone == 1);
    if (fact->word == POND_FACT_CARDS_GONE) SO(count_of(fact, 0) == gone);
    if (fact->word != POND_FACT_CARDS_ALL_GONE) {
        SO(count_of(fact, last - 1) == held && gone < held);
    }
}

/* Ten cards in the display: six lie there once the turn has ended. */
static bool clears(const struct decision *decision, const struct choice *choice)
{
    struct pond_state state = choice->after;
    if (quibbles_size(cards_of(&state)->table.display) < QUIBBLES_DISPLAY_MAX) return false;
    chance_roll(&state, decision->rng);
    pond_quibbles.apply(&state, decision->seat, quibbles_move(QUIBBLES_KEEP, 0, 0));
    chance_roll(&state, decision->rng);
    return quibbles_size(cards_of(&state)->table.display) == QUIBBLES_DEAL;
}

static void quibbles_action_check(const struct decision *decision, const struct pond_fact *fact)
{
    const struct choice *choice = fact->better ? &decision->best : &decision->played;
    const int seat = decision->seat;
    const int took = quibbles_total(quibbles_move_taken(choice->move));
    const int was_there = quibbles_total(quibbles_move_taken(decision->best.move));
    int value;
    switch (fact->word) {
    case POND_FACT_GOAL_REACHED: SO(reaches(choice, seat)); break;
    case POND_FACT_GOAL_MISSED:
        SO(reaches(&decision->best, seat) && !reaches(&decision->played, seat));
        break;
    case POND_FACT_GOAL_OPENED:
        SO(fact->secret && !reaches(choice, seat));
        for (int i = 0; i < 3; i++) SO(opens_goal(decision, word_of(fact, 0, POND_FACT_SEAT_0)));
        break;
    case POND_FACT_TAKES: SO(took == number_of(fact, 0) && took > 0); break;
    case POND_FACT_TAKES_NONE:
        SO(quibbles_move_kind(choice->move) == QUIBBLES_DRAW && was_there == number_of(fact, 0));
        SO(was_there > 0);
        break;
    case POND_FACT_TAKES_LESS:
        SO(took == number_of(fact, 0) && was_there == number_of(fact, 1) && took < was_there);
        break;
    case POND_FACT_STASH_LOST:
        value = number_of(fact, 0);
        SO(can_stash(decision, &decision->best, value));
        SO(quibbles_count(cards_of(&choice->after)->hands[seat], value) < value);
        break;
    case POND_FACT_STASH_READY:
        value = word_of(fact, 1, POND_FACT_CARDS_0);
        SO(quibbles_count(cards_of(&choice->after)->hands[seat], value) == count_of(fact, 0));
        SO(can_stash(decision, choice, value));
        SO(quibbles_count(cards_of(decision->before)->hands[seat], value) < value);
        break;
    case POND_FACT_DISPLAY_CLEARED: SO(clears(decision, choice)); break;
    case POND_FACT_CARD_GONE:
    case POND_FACT_CARDS_GONE:
    case POND_FACT_CARDS_ALL_GONE: quibbles_gone_check(decision, fact); break;
    default: quibbles_stash_check(decision, fact);
    }
}

/* What must be said, if there is room. */
static void quibbles_missing_check(const struct decision *decision)
{
    const struct pond_fact none = {.word = POND_FACT_NONE}, *fact = &none;
    const bool better = decision->played.move != decision->best.move;
    const bool reached = reaches(&decision->best, decision->seat);
    if (decision->judgement->fact_count == POND_FACTS_MAX) return;
    SO(is_said(decision, POND_FACT_GOAL_REACHED, better) == reached);
    SO(is_said(decision, POND_FACT_GOAL_MISSED, false) ==
       (reached && !reaches(&decision->played, decision->seat)));
}

/* ---- Random games ---- */

/* How much happens: captures and rows, cards that are taken and stashed. */
static int eagerness(const struct pond_game *game, const struct pond_state *state, int seat,
                     pond_move move)
{
    const struct choice choice = choose(game, state, seat, move);
    if (game == &pond_quibbles) {
        return 10 * quibbles_total(cards_of(&choice.after)->table.collections[seat]) +
               quibbles_total(quibbles_move_taken(move));
    }
    const uint64_t *before = board_of(state)->frogs, *after = board_of(&choice.after)->frogs;
    return won(choice.result, seat) * 4 + rribbit_has_row(after[seat]) * 2 +
           (before[1 - seat] != after[1 - seat]);
}

/* A random move: half of the time the one of several in which most happens. */
static pond_move move_random(const struct pond_game *game, const struct pond_state *state, int seat,
                             struct pond_rng *rng)
{
    pond_move moves[POND_MOVES_MAX];
    const uint32_t count = (uint32_t)game->moves(state, seat, moves);
    pond_move best = moves[pond_rng_below(rng, count)];
    if (pond_rng_below(rng, 2) == 0) return best;
    int most = eagerness(game, state, seat, best);
    for (int i = 0; i < 12; i++) {
        const pond_move move = moves[pond_rng_below(rng, count)];
        const int eager = eagerness(game, state, seat, move);
        if (eager <= most) continue;
        best = move;
        most = eager;
    }
    return best;
}

static void facts_count(const struct pond_judgement *judgement)
{
    bool here[POND_FACTS] = {false};
    for (uint32_t i = 0; i < judgement->fact_count; i++) here[judgement->facts[i].word] = true;
    for (int word = 0; word < POND_FACTS; word++) {
        said[word] += here[word];
        silent[word] += !here[word];
    }
}

/* What the player is told a choice is worth: as much as it is, where it ends the game. */
static float worth(const struct choice *choice, int seat)
{
    if (choice->result.outcome == POND_GOES_ON) return 0.9f;
    if (choice->result.outcome == POND_DRAWN) return 0.5f;
    return won(choice->result, seat) ? 1 : 0;
}

static void decision_check(const struct pond_moment *moment, struct pond_rng *rng)
{
    const struct pond_game *game = moment->match->game;
    struct pond_judgement judgement;
    struct decision decision = {.game = game,
                                .before = &moment->state,
                                .seat = moment->seat,
                                .other = 1 - moment->seat,
                                .judgement = &judgement,
                                .rng = rng};
    decision.played = choose(game, &moment->state, moment->seat, moment->move);
    decision.best = choose(game, &moment->state, moment->seat,
                           move_random(game, &moment->state, moment->seat, rng));
    struct told told = {.best = decision.best.move,
                        .best_value = worth(&decision.best, moment->seat),
                        .played_value = 0.3f};
    const struct pond_analyst analyst = {.ask = told_answer, .context = &told};
    assert_true(pond_judge(&analyst, moment, &judgement));
    if (judgement.grade <= POND_CLASS_BEST) decision.best = decision.played;
    for (uint32_t i = 0; i < judgement.fact_count; i++) {
        if (game == &pond_rribbit)
            rribbit_capture_check(&decision, &judgement.facts[i]);
        else
            quibbles_action_check(&decision, &judgement.facts[i]);
    }
    if (game == &pond_rribbit)
        rribbit_missing_check(&decision);
    else
        quibbles_missing_check(&decision);
    facts_count(&judgement);
}

/* Returns how many decisions were looked at. */
static int game_check(const struct pond_game *game, const char *options, int number,
                      struct pond_rng *rng)
{
    static struct pond_entry log[LOG];
    struct pond_match match;
    struct pond_error why;
    struct pond_walk walk;
    struct pond_moment moment;
    char seed[32];
    int decisions = 0;
    const struct pond_config config = given_config(game, options);
    snprintf(seed, sizeof seed, "facts%d", number);
    pond_match_begin(&match, game, &config, log, LOG);
    pond_match_seed(&match, seed);
    while (!pond_match_over(&match) && pond_match_turns(&match) < 150) {
        const int seat = pond_seat_first(pond_match_turn(&match));
        const pond_move move = move_random(game, &match.state, seat, rng);
        assert_true(pond_match_submit(&match, seat, move, &why));
    }
    pond_walk_begin(&walk, &match);
    while (pond_walk_next(&walk, &moment)) {
        if (moment.kind != POND_MOMENT_DECISION) continue;
        decision_check(&moment, rng);
        decisions++;
    }
    return decisions;
}

static void both_ways_check(const enum pond_fact_word *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (said[words[i]] == 0 || silent[words[i]] == 0) {
            fail_msg("%s: said %d times, not said %d times", pond_fact_name(words[i]),
                     said[words[i]], silent[words[i]]);
        }
    }
}

#define BOTH_WAYS(words) both_ways_check(words, sizeof(words) / sizeof((words)[0]))

static void rribbit_facts_are_so(void **state)
{
    (void)state;
    static const char *const options[] = {
        "",
        "turn=chain",
        "win=row-or-seven,turn=chain",
        "start=light-pads,repetition=2",
        "start=DDDDD4/9/9/9/9/9/4LLLLL,turn=chain,repetition=2",
        "start=DDDD5/9/9/9/9/9/5LLLL",
    };
    static const enum pond_fact_word words[] = {
        POND_FACT_ROW_LEFT,    POND_FACT_ROW_ALLOWED,   POND_FACT_SEVENTH_ALLOWED,
        POND_FACT_HANGS,       POND_FACT_OUTNUMBERED,   POND_FACT_PAIR_BROKEN,
        POND_FACT_REPEATS,     POND_FACT_TWO_FROGS,     POND_FACT_ROW_STANDS,
        POND_FACT_ROW_MADE,    POND_FACT_ROW_BROKEN,    POND_FACT_ROW_ONLY_ANSWER,
        POND_FACT_CAPTURES,    POND_FACT_CAPTURES_FREE, POND_FACT_SAVES,
        POND_FACT_ROW_STOPPED,
    };
    struct pond_rng rng;
    pond_rng_seed(&rng, "rribbit facts");
    for (int game = 0, decisions = 0; decisions < DECISIONS; game++) {
        decisions += game_check(&pond_rribbit, options[game % 6], game, &rng);
    }
    BOTH_WAYS(words);
}

static void quibbles_facts_are_so(void **state)
{
    (void)state;
    static const char *const options[] = {
        "players=2",
        "players=3",
        "players=5",
        "players=2,variant=first-game",
        "players=2,headstart=66",
        "players=4,headstart=6666",
    };
    static const enum pond_fact_word words[] = {
        POND_FACT_GOAL_MISSED,    POND_FACT_GOAL_OPENED,     POND_FACT_TAKES_LESS,
        POND_FACT_TAKES_NONE,     POND_FACT_CARD_GONE,       POND_FACT_CARDS_GONE,
        POND_FACT_CARDS_ALL_GONE, POND_FACT_STASH_LOST,      POND_FACT_STASH_SKIPPED,
        POND_FACT_STASH_LESS,     POND_FACT_STASH_SPENDS,    POND_FACT_COLLECTION_FULL,
        POND_FACT_HAND_EMPTIED,   POND_FACT_DISPLAY_CLEARED, POND_FACT_GOAL_REACHED,
        POND_FACT_TAKES,          POND_FACT_STASH_READY,     POND_FACT_STASHES,
        POND_FACT_KEEPS,
    };
    struct pond_rng rng;
    pond_rng_seed(&rng, "quibbles facts");
    for (int game = 0, decisions = 0; decisions < DECISIONS; game++) {
        decisions += game_check(&pond_quibbles, options[game % 6], game, &rng);
    }
    BOTH_WAYS(words);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rribbit_facts_are_so),
        cmocka_unit_test(quibbles_facts_are_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
