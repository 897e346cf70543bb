/* facts_quibbit.c: facts about a choice in Quibbit!, from the rules alone.
 *
 * Before the cards are turned: what becomes of the card in all cases, each a choice of all the
 * others (and a card of the dummy's). Afterwards: what became of it. */
#include "judge.h"

#include <string.h>

#include "pond/quibbit.h"
#include "quibbit/round.h"

#include "banned.h"

#define DANGER 5 /* tiles to a lap that are few */

/* What becomes of a card in all the cases. */
struct fate {
    int cases;
    int back;                    /* it returns to the hand */
    int laps[QUIBBIT_FROGS_MAX]; /* the game ends by a lap of that frog */
};

struct scene {
    const struct decision *decision;
    struct pond_judgement *judgement;
    int seat;
    const struct quibbit_state *state;
    struct quibbit_rules rules;
    struct quibbit_spot spot;
    bool lost_always; /* it has been said that the card is lost in any case */
};

/* ---- All cases ---- */

/* A round that ends the game while frogs are still to leap ended by a lap; so did one that ends it
 * with two seats or more in play. */
static bool ended_by_lap(const struct scene *scene, const struct quibbit_spot *after)
{
    if (after->winner == QUIBBIT_NO_WINNER) return false;
    const uint32_t progress = after->progress[after->winner];
    if (progress == QUIBBIT_NOWHERE) return false;
    return progress - quibbit_spot_least(after) > scene->rules.tiles;
}

static void case_add(const struct scene *scene, const struct quibbit_cards *cards,
                     struct fate *fate)
{
    struct quibbit_spot after = scene->spot;
    const unsigned card = 1u << cards->card[scene->seat];
    quibbit_round_play(&scene->rules, &after, cards);
    fate->cases++;
    if ((after.hand[scene->seat] & card) != 0) fate->back++;
    if (ended_by_lap(scene, &after)) fate->laps[after.winner]++;
}

/* Goes through all choices of the frogs from this one on. */
static void cases_from(const struct scene *scene, int frog, struct quibbit_cards *cards,
                       struct fate *fate)
{
    if (frog == scene->rules.frogs) {
        case_add(scene, cards, fate);
        return;
    }
    unsigned hand = frog < scene->rules.seats ? scene->spot.hand[frog] : scene->spot.deck;
    if (frog == scene->seat || (frog < scene->rules.seats && !quibbit_plays(&scene->spot, frog))) {
        cases_from(scene, frog + 1, cards, fate);
        return;
    }
    for (; hand != 0; hand &= hand - 1) {
        cards->card[frog] = (uint8_t)__builtin_ctz(hand);
        cases_from(scene, frog + 1, cards, fate);
    }
    cards->card[frog] = 0;
}

static struct fate fate_of(const struct scene *scene, pond_move card)
{
    struct fate fate;
    struct quibbit_cards cards = {{0}};
    memset(&fate, 0, sizeof fate);
    cards.card[scene->seat] = (uint8_t)card;
    cases_from(scene, 0, &cards, &fate);
    return fate;
}

/* ---- Saying ---- */

static enum pond_fact_word color_word(const struct scene *scene, int frog)
{
    return (enum pond_fact_word)(POND_FACT_RED + scene->state->color[frog]);
}

static void say_cases(struct scene *scene, enum pond_fact_word word, enum fact_about about,
                      int cases, int all)
{
    struct pond_fact *fact = pond_fact_add(scene->judgement, word, about);
    pond_fact_number(fact, cases);
    pond_fact_number(fact, all);
}

static void say_laps(struct scene *scene, const struct fate *played, const struct fate *best)
{
    int worst = -1, most = 0;
    for (int frog = 0; frog < scene->rules.frogs; frog++) {
        const int more = played->laps[frog] - best->laps[frog];
        if (frog == scene->seat || more <= most) continue;
        most = more;
        worst = frog;
    }
    if (worst < 0) return;
    struct pond_fact *fact = pond_fact_add(scene->judgement, POND_FACT_LAP_ALLOWED, ABOUT_PLAYED);
    pond_fact_refer(fact, color_word(scene, worst));
    pond_fact_number(fact, played->laps[worst]);
    pond_fact_number(fact, played->cases);
}

static void card_wrong(struct scene *scene, const struct fate *played, const struct fate *best)
{
    say_laps(scene, played, best);
    if (played->back == 0 && best->back > 0) {
        pond_fact_add(scene->judgement, POND_FACT_LOST_ALWAYS, ABOUT_PLAYED);
        scene->lost_always = true;
    } else if (played->back * best->cases < best->back * played->cases) {
        say_cases(scene, POND_FACT_BACK_SELDOM, ABOUT_PLAYED, played->back, played->cases);
    }
    if (scene->judgement->probability < POND_MIX_LEAST) {
        pond_fact_add(scene->judgement, POND_FACT_MIX_OUTSIDE, ABOUT_PLAYED);
    }
}

static void card_merits(struct scene *scene, const struct fate *fate, enum fact_about about)
{
    const int laps = fate->laps[scene->seat];
    if (laps > 0) say_cases(scene, POND_FACT_LAP_WINS, about, laps, fate->cases);
    if (laps == fate->cases) return;
    if (fate->back == fate->cases)
        pond_fact_add(scene->judgement, POND_FACT_BACK_ALWAYS, about);
    else if (fate->back > 0)
        say_cases(scene, POND_FACT_BACK_OFTEN, about, fate->back, fate->cases);
}

/* How best play varies, in per cent: "5 (60), 3 (40)". */
static void mix_say(struct scene *scene, enum fact_about about)
{
    const struct pond_advice *advice = scene->decision->advice;
    if (!scene->judgement->mixed) return;
    struct pond_fact *fact = pond_fact_add(scene->judgement, POND_FACT_MIX, about);
    struct pond_text text = pond_fact_text(fact);
    for (uint32_t i = 0; i < advice->choice_count; i++) {
        const struct pond_choice *choice = &advice->choices[i];
        if (choice->probability < POND_MIX_LEAST) continue;
        if (text.length > 0) pond_text_string(&text, ", ");
        pond_text_number(&text, (int64_t)choice->move);
        pond_text_string(&text, " (");
        pond_text_number(&text, (int64_t)(choice->probability * 100 + 0.5f));
        pond_text_string(&text, ")");
    }
}

/* ---- What happened when the cards were turned ---- */

/* The cards of the round; false while some are missing, or where somebody gave up in it. */
static bool round_cards(const struct scene *scene, struct quibbit_cards *cards)
{
    const struct pond_moment *moment = scene->decision->moment;
    const struct pond_match *match = moment->match;
    unsigned needed = scene->spot.in_play;
    memset(cards, 0, sizeof *cards);
    if (scene->rules.frogs > scene->rules.seats) needed |= 1u << scene->rules.seats;
    const uint32_t ply = pond_match_entry(match, moment->entry)->ply;
    struct pond_cursor cursor = pond_cursor_at(match, moment->entry);
    const struct pond_entry *entry;
    do entry = pond_cursor_previous(&cursor);
    while (entry != NULL && entry->ply == ply);
    if (entry != NULL) pond_cursor_next(&cursor);
    while ((entry = pond_cursor_next(&cursor)) != NULL && entry->ply <= ply) {
        if (entry->kind == POND_ENTRY_RESIGN) return false;
        if (entry->kind > POND_ENTRY_CHANCE) continue;
        const unsigned frog =
            entry->kind == POND_ENTRY_CHANCE ? scene->rules.seats : (unsigned)entry->seat;
        cards->card[frog] = (uint8_t)entry->move;
        needed &= ~(1u << frog);
    }
    return needed == 0;
}

static struct pond_fact *say_secret(struct scene *scene, enum pond_fact_word word)
{
    struct pond_fact *fact = pond_fact_add(scene->judgement, word, ABOUT_PLAYED);
    fact->secret = true;
    return fact;
}

/* Another frog had the same card, leapt first, and without its leap the card would have come back.
 */
static int same_card(const struct scene *scene, const struct quibbit_cards *cards)
{
    const uint8_t card = cards->card[scene->seat];
    for (int frog = 0; frog < scene->rules.frogs; frog++) {
        struct quibbit_cards without = *cards;
        struct quibbit_spot after = scene->spot;
        if (frog == scene->seat || cards->card[frog] != card) continue;
        if (scene->spot.progress[frog] > scene->spot.progress[scene->seat]) continue;
        without.card[frog] = 0;
        quibbit_round_play(&scene->rules, &after, &without);
        if ((after.hand[scene->seat] >> card & 1) != 0) return frog;
    }
    return -1;
}

static void card_fell(struct scene *scene, const struct quibbit_cards *cards,
                      const struct quibbit_spot *after)
{
    const uint8_t card = cards->card[scene->seat];
    const int same = same_card(scene, cards);
    if (same >= 0) {
        struct pond_fact *fact = say_secret(scene, POND_FACT_SAME_CARD);
        pond_fact_refer(fact, color_word(scene, same));
        pond_fact_number(fact, card);
    }
    if (after->hand[scene->seat] == 0) {
        say_secret(scene, POND_FACT_WENT_OUT);
    } else if (same < 0 && !scene->lost_always) {
        const int kind = quibbit_tile_kind(scene->state, after->tile[scene->seat]);
        struct pond_fact *fact = say_secret(scene, POND_FACT_LANDED);
        if (kind == QUIBBIT_WATER)
            pond_fact_refer(fact, POND_FACT_WATER);
        else
            pond_fact_refer(fact,
                            (enum pond_fact_word)(POND_FACT_LEAF_RED + scene->state->color[kind]));
    }
}

/* Last in line, with the one who may lap not far from it (Q7). */
static void danger(struct scene *scene, const struct quibbit_spot *after)
{
    const uint32_t own = after->progress[scene->seat];
    if (own == QUIBBIT_NOWHERE || own != quibbit_spot_least(after)) return;
    if (after->crown == scene->seat) return;
    const uint32_t lead = after->progress[after->crown] - own;
    const int needed = (int)scene->rules.tiles + 1 - (int)lead;
    if (needed > DANGER || needed < 1) return;
    struct pond_fact *fact = say_secret(scene, POND_FACT_LAST_DANGER);
    pond_fact_refer(fact, color_word(scene, after->crown));
    pond_fact_number(fact, needed);
}

static void story(struct scene *scene)
{
    struct quibbit_cards cards;
    struct quibbit_spot after = scene->spot;
    const int seat = scene->seat;
    if (scene->decision->hint || !round_cards(scene, &cards)) return;
    quibbit_round_play(&scene->rules, &after, &cards);
    const bool lapped = ended_by_lap(scene, &after);
    if (lapped && after.winner == seat) say_secret(scene, POND_FACT_LAP_WON);
    if (lapped) return;
    if ((after.hand[seat] >> cards.card[seat] & 1) == 0) card_fell(scene, &cards, &after);
    if (after.winner != QUIBBIT_NO_WINNER) return;
    if (scene->spot.crown == seat && after.crown != seat) {
        pond_fact_refer(say_secret(scene, POND_FACT_CROWN_GOES), color_word(scene, after.crown));
    }
    if (scene->spot.crown != seat && after.crown == seat) say_secret(scene, POND_FACT_CROWN_WON);
    danger(scene, &after);
}

/* ---- Placing ---- */

/* Once all are placed, who wears the crown and who is last. */
static void placing(struct scene *scene, const struct pond_state *after, enum fact_about about)
{
    const struct quibbit_state *look = quibbit_state_of(after);
    if (look->round == 0) return;
    if (look->crown == scene->seat) {
        pond_fact_add(scene->judgement, POND_FACT_PLACES_CROWN, about);
        return;
    }
    const uint32_t own = look->progress[scene->seat];
    if (own != quibbit_progress_least(look)) return;
    struct pond_fact *fact = pond_fact_add(scene->judgement, POND_FACT_PLACES_LAST, about);
    pond_fact_number(fact, (int64_t)look->progress[look->crown] - own);
}

void pond_facts_quibbit(const struct decision *decision, struct pond_judgement *judgement)
{
    const struct pond_moment *moment = decision->moment;
    struct scene scene = {.decision = decision,
                          .judgement = judgement,
                          .seat = moment->seat,
                          .state = quibbit_state_of(&moment->state)};
    const enum fact_about about = decision->same ? ABOUT_PLAYED : ABOUT_BETTER;
    if (scene.state->round == 0) {
        if (!decision->same) placing(&scene, &decision->played_after, ABOUT_PLAYED);
        placing(&scene, &decision->best_after, about);
        return;
    }
    quibbit_rules_set(&scene.rules, scene.state);
    quibbit_spot_set(&scene.spot, scene.state);
    const struct fate best = fate_of(&scene, decision->best);
    if (!decision->same) {
        const struct fate played = fate_of(&scene, moment->move);
        card_wrong(&scene, &played, &best);
    }
    story(&scene);
    card_merits(&scene, &best, about);
    mix_say(&scene, about);
}
