/* write.c: an analysis as JSON, for the command line, the terminal and the page alike. See
 * docs/analysis.md. */
#include "judge.h"

#include "banned.h"

static void key_decimal(struct pond_json *json, const char *key, float number)
{
    pond_json_key(json, key);
    pond_json_decimal(json, number);
}

/* A number, or null if it is not known. */
static void key_known(struct pond_json *json, const char *key, bool known, float number)
{
    pond_json_key(json, key);
    if (known)
        pond_json_decimal(json, number);
    else
        pond_json_null(json);
}

static void key_number(struct pond_json *json, const char *key, int64_t number)
{
    pond_json_key(json, key);
    pond_json_number(json, number);
}

static void key_move(struct pond_json *json, const char *key, const struct pond_game *game,
                     const struct pond_state *state, int seat, pond_move move)
{
    char memory[POND_MOVE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    game->move_print(state, seat, move, &text);
    pond_json_key(json, key);
    pond_json_string(json, memory);
}

static void key_seats(struct pond_json *json, const char *key, int seat_count,
                      const float numbers[POND_SEATS_MAX])
{
    pond_json_key(json, key);
    pond_json_open(json, '[');
    for (int seat = 0; seat < seat_count; seat++) pond_json_decimal(json, numbers[seat]);
    pond_json_close(json, ']');
}

static void write_worth(struct pond_json *json, const char *key, const struct pond_moment *moment,
                        const struct pond_worth *worth)
{
    const struct pond_game *game = moment->match->game;
    pond_json_key(json, key);
    pond_json_open(json, '{');
    key_move(json, "best", game, &moment->state, moment->seat, worth->best_move);
    key_decimal(json, "value", worth->played);
    key_decimal(json, "best_value", worth->best);
    key_decimal(json, "cost", worth->cost);
    key_decimal(json, "error", worth->error);
    pond_json_close(json, '}');
}

void pond_json_choice_value(struct pond_json *json, const struct pond_choice *choice)
{
    float value;
    pond_json_key(json, "evidence");
    pond_json_string(json, pond_evidence_name((enum pond_evidence)choice->evidence));
    if (!pond_choice_value(choice, &value)) return;
    key_decimal(json, "value", value);
    key_decimal(json, "error", choice->error);
}

static void write_choices(struct pond_json *json, const struct pond_game *game,
                          const struct pond_state *state, const struct pond_judgement *judgement)
{
    pond_json_key(json, "choices");
    pond_json_open(json, '[');
    for (uint32_t i = 0; i < judgement->choice_count; i++) {
        const struct pond_choice *choice = &judgement->choices[i];
        pond_json_open(json, '{');
        key_move(json, "move", game, state, judgement->seat, choice->move);
        key_decimal(json, "probability", choice->probability);
        pond_json_choice_value(json, choice);
        pond_json_close(json, '}');
    }
    pond_json_close(json, ']');
}

static void write_facts(struct pond_json *json, const struct pond_judgement *judgement,
                        enum pond_language language)
{
    pond_json_key(json, "facts");
    pond_json_open(json, '[');
    for (uint32_t i = 0; i < judgement->fact_count; i++) {
        char memory[256];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        pond_fact_print(&judgement->facts[i], language, &text);
        pond_json_open(json, '{');
        pond_json_key(json, "about");
        pond_json_string(json, judgement->facts[i].better ? "best" : "move");
        pond_json_key(json, "fact");
        pond_json_string(json, pond_fact_name((enum pond_fact_word)judgement->facts[i].word));
        pond_json_key(json, "text");
        pond_json_string(json, memory);
        if (pond_fact_whole((enum pond_fact_word)judgement->facts[i].word)) {
            pond_json_key(json, "whole");
            pond_json_bool(json, true);
        }
        pond_json_close(json, '}');
    }
    pond_json_close(json, ']');
}

static void write_line(struct pond_json *json, const char *key, const struct pond_moment *moment,
                       const struct pond_step *line, uint32_t count)
{
    const struct pond_game *game = moment->match->game;
    struct pond_state state = moment->state;
    if (count == 0) return;
    pond_json_key(json, key);
    pond_json_open(json, '[');
    for (uint32_t i = 0; i < count; i++) {
        char memory[POND_MOVE_TEXT_MAX];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        game->move_print(&state, line[i].seat, line[i].move, &text);
        pond_json_string(json, memory);
        game->apply(&state, line[i].seat, line[i].move);
    }
    pond_json_close(json, ']');
}

void pond_json_judgement(struct pond_json *json, const struct pond_moment *moment,
                         const struct pond_judgement *judgement, enum pond_language language)
{
    const struct pond_game *game = moment->match->game;
    const int seat_count = moment->match->seat_count;
    pond_json_open(json, '{');
    pond_json_key(json, "kind");
    pond_json_string(json, "decision");
    key_number(json, "number", moment->number);
    key_number(json, "turn", moment->turn);
    key_number(json, "seat", judgement->seat);
    key_move(json, "move", game, &moment->state, judgement->seat, judgement->move);
    pond_json_key(json, "class");
    pond_json_string(json, pond_class_name((enum pond_class)judgement->grade));
    pond_json_key(json, "exact");
    pond_json_bool(json, judgement->exact);
    if (judgement->has_chance) key_seats(json, "chances", seat_count, judgement->chance);
    if (judgement->grade != POND_CLASS_FORCED) {
        write_worth(json, "known", moment, &judgement->known);
        if (judgement->has_open) write_worth(json, "open", moment, &judgement->open);
        key_decimal(json, "probability", judgement->probability);
    }
    if (pond_judgement_warns(judgement)) {
        pond_json_key(json, "warns");
        pond_json_bool(json, true);
    }
    if (judgement->win_in > 0) key_number(json, "win_in", judgement->win_in);
    if (judgement->loss_in > 0) key_number(json, "loss_in", judgement->loss_in);
    write_choices(json, game, &moment->state, judgement);
    write_line(json, "line", moment, judgement->line, judgement->line_count);
    write_line(json, "best_line", moment, judgement->best_line, judgement->best_line_count);
    write_facts(json, judgement, language);
    key_number(json, "nodes", (int64_t)judgement->nodes);
    pond_json_close(json, '}');
}

void pond_json_hint(struct pond_json *json, const struct pond_match *match,
                    const struct pond_advice *advice, const struct pond_judgement *hint,
                    enum pond_language language)
{
    pond_json_open(json, '{');
    key_number(json, "seat", hint->seat);
    key_number(json, "nodes", (int64_t)advice->nodes);
    key_number(json, "depth", advice->depth);
    pond_json_key(json, "exact");
    pond_json_bool(json, advice->exact);
    key_seats(json, "win", match->seat_count, advice->win);
    key_decimal(json, "draw", advice->draw);
    key_decimal(json, "dummy", advice->dummy);
    if (hint->win_in > 0) key_number(json, "win_in", hint->win_in);
    write_choices(json, match->game, &match->state, hint);
    write_facts(json, hint, language);
    pond_json_close(json, '}');
}

void pond_json_luck(struct pond_json *json, const struct pond_moment *moment,
                    const struct pond_luck *luck)
{
    static const char *const methods[] = {[POND_LUCK_NONE] = "none",
                                          [POND_LUCK_ENGINE] = "engine",
                                          [POND_LUCK_SAMPLED] = "sampled",
                                          [POND_LUCK_EXACT] = "exact",
                                          [POND_LUCK_UNKNOWN] = "unknown"};
    const struct pond_match *match = moment->match;
    struct pond_state state = moment->state;
    pond_json_open(json, '{');
    pond_json_key(json, "kind");
    pond_json_string(json, "chance");
    key_number(json, "number", moment->number);
    key_number(json, "turn", moment->turn);
    pond_json_key(json, "outcomes");
    pond_json_open(json, '[');
    for (uint32_t i = 0; i < moment->entry_count; i++) {
        char memory[POND_MOVE_TEXT_MAX];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        const pond_move outcome = pond_match_entry(match, moment->entry + i)->move;
        match->game->move_print(&state, POND_CHANCE, outcome, &text);
        pond_json_string(json, memory);
        match->game->apply(&state, POND_CHANCE, outcome);
    }
    pond_json_close(json, ']');
    pond_json_key(json, "method");
    pond_json_string(json, methods[luck->method]);
    if (luck->method != POND_LUCK_UNKNOWN) {
        key_seats(json, "luck", match->seat_count, luck->luck);
    }
    pond_json_close(json, '}');
}

void pond_json_totals(struct pond_json *json, const struct pond_totals *totals)
{
    pond_json_open(json, '[');
    for (int seat = 0; seat < totals->seat_count; seat++) {
        const struct pond_total *total = &totals->seat[seat];
        pond_json_open(json, '{');
        key_number(json, "seat", seat);
        key_number(json, "decisions", total->decisions);
        pond_json_key(json, "classes");
        pond_json_open(json, '{');
        for (int class = 0; class < POND_CLASSES; class ++) {
            key_number(json, pond_class_name((enum pond_class) class), total->classes[class]);
        }
        pond_json_close(json, '}');
        /* Nothing was judged: neither good nor bad. */
        key_known(json, "accuracy", total->decisions > 0, total->accuracy);
        key_decimal(json, "cost", total->cost);
        key_known(json, "start", totals->begun, total->start);
        key_known(json, "luck", !totals->luck_unknown, total->luck);
        key_decimal(json, "skill", total->skill);
        key_known(json, "rest", totals->begun && !totals->luck_unknown, total->rest);
        key_known(json, "end", totals->begun, total->end);
        pond_json_close(json, '}');
    }
    pond_json_close(json, ']');
}

void pond_json_standings(struct pond_json *json, const struct pond_match *match,
                         const struct pond_totals *totals)
{
    struct pond_accuracy_standing standings[POND_STANDINGS];
    pond_json_open(json, '[');
    for (int seat = 0; seat < totals->seat_count; seat++) {
        const struct pond_total *total = &totals->seat[seat];
        if (total->decisions == 0 || !pond_standings(match, total->accuracy, standings)) {
            pond_json_null(json);
            continue;
        }
        pond_json_open(json, '{');
        for (int i = 0; i < POND_STANDINGS; i++) {
            key_decimal(json, standings[i].player, standings[i].percent);
        }
        pond_json_close(json, '}');
    }
    pond_json_close(json, ']');
}

void pond_json_event(struct pond_json *json, const struct pond_moment *moment)
{
    char memory[POND_WORD_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_json_open(json, '{');
    pond_json_key(json, "kind");
    pond_json_string(json, "event");
    key_number(json, "number", moment->number);
    pond_json_key(json, "event");
    pond_event_print(pond_match_entry(moment->match, moment->entry), &text);
    pond_json_string(json, memory);
    pond_json_close(json, '}');
}

void pond_json_end(struct pond_json *json, const struct pond_moment *moment,
                   const float chance[POND_SEATS_MAX])
{
    pond_json_open(json, '{');
    pond_json_key(json, "kind");
    pond_json_string(json, "end");
    if (chance == NULL)
        key_known(json, "chances", false, 0);
    else
        key_seats(json, "chances", moment->match->seat_count, chance);
    pond_json_close(json, '}');
}

bool pond_json_moment(struct pond_json *json, const struct pond_analyst *analyst,
                      const struct pond_match *match, uint32_t index, struct pond_totals *totals,
                      enum pond_language language)
{
    struct pond_moment moment;
    struct pond_judgement judgement;
    struct pond_luck luck;
    float chance[POND_SEATS_MAX];
    if (!pond_moment_at(match, index, &moment)) return false;
    switch ((enum pond_moment_kind)moment.kind) {
    case POND_MOMENT_DECISION:
        if (!pond_judge(analyst, &moment, &judgement)) return false;
        if (totals != NULL) pond_totals_judgement(totals, &judgement);
        pond_json_judgement(json, &moment, &judgement, language);
        break;
    case POND_MOMENT_CHANCE:
        if (!pond_judge_luck(analyst, &moment, &luck)) return false;
        if (totals != NULL) pond_totals_luck(totals, &luck);
        pond_json_luck(json, &moment, &luck);
        break;
    case POND_MOMENT_EVENT: pond_json_event(json, &moment); break;
    case POND_MOMENT_END:
        if (!pond_judge_chances(analyst, &moment, chance)) return false;
        if (totals != NULL) pond_totals_end(totals, chance);
        pond_json_end(json, &moment, chance);
        break;
    }
    return true;
}
