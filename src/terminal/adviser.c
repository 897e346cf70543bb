/* adviser.c: the strongest engine, asked by a person. See adviser.h. */
#include "adviser.h"

#include <stdio.h>
#include <string.h>

/* Limited by nodes, so that the same question gets the same answer everywhere. */
static uint64_t nodes_for(const struct pond_match *match)
{
    return pond_analysis_nodes(match->game, match->seat_count);
}

static void advise(struct thinker *thinker, void *context)
{
    struct adviser *adviser = context;
    const struct computer_limits limits = {.nodes = nodes_for(&adviser->match),
                                           .stop = &thinker->stop};
    struct computer_asked asked = {.computer = &adviser->computer, .limits = &limits};
    const struct pond_analyst analyst = computer_analyst(&asked);
    if (adviser->move == 0) {
        adviser->fine = pond_hint(&analyst, &adviser->match, adviser->seat, &adviser->advice,
                                  &adviser->judgement);
    } else {
        adviser->fine = pond_judge_choice(&analyst, &adviser->match, adviser->seat, adviser->move,
                                          &adviser->judgement);
    }
}

static bool adviser_open(struct adviser *adviser, const struct pond_game *game)
{
    char text[COMPUTER_NAME_MAX];
    if (adviser->open && adviser->computer.player.engine->game == game) return true;
    adviser_close(adviser);
    thinker_open(&adviser->thinker);
    adviser->open = true;
    snprintf(text, sizeof text, "engine:%s", pond_analysis_settings(game));
    if (computer_open(&adviser->computer, game, text, NULL) == COMPUTER_FINE) return true;
    adviser_close(adviser);
    return false;
}

bool adviser_ask(struct adviser *adviser, const struct pond_match *match, int seat, pond_move move)
{
    adviser_stop(adviser);
    if (!adviser_open(adviser, match->game)) return false;
    adviser->match = *match;
    adviser->seat = seat;
    adviser->move = move;
    adviser->fine = false;
    return thinker_start(&adviser->thinker, advise, adviser);
}

bool adviser_answered(struct adviser *adviser, const struct pond_match *match)
{
    return adviser->open && thinker_collect(&adviser->thinker) && adviser->fine &&
           adviser->match.ply == match->ply;
}

void adviser_stop(struct adviser *adviser)
{
    if (adviser->open) thinker_stop(&adviser->thinker);
}

void adviser_close(struct adviser *adviser)
{
    if (!adviser->open) return;
    thinker_close(&adviser->thinker);
    computer_close(&adviser->computer);
    memset(adviser, 0, sizeof *adviser);
}

/* ---- Words ---- */

/* At most that many. `mix`: also how often to play what; a hint has that beside each choice. */
static void facts_tell(const struct pond_judgement *judgement, const struct voice *voice,
                       const char *before, bool mix, uint32_t most, struct pond_text *out)
{
    bool first = true;
    for (uint32_t i = 0; i < judgement->fact_count && most > 0; i++) {
        const struct pond_fact *fact = &judgement->facts[i];
        if (fact->better || fact->secret || (fact->word == POND_FACT_MIX && !mix)) continue;
        pond_text_string(out, first ? before : ", ");
        pond_fact_print(fact, voice->language, out);
        first = false;
        most--;
    }
}

static void choice_tell(const struct adviser *adviser, const struct voice *voice,
                        const struct pond_choice *choice, struct pond_text *out)
{
    float value;
    adviser->match.game->move_print(&adviser->match.state, adviser->seat, choice->move, out);
    const bool mixed = choice->probability > 0.02f && choice->probability < 0.98f;
    if (!pond_choice_value(choice, &value)) return;
    tell2(out, voice, mixed ? TELL_HINT_MIX : TELL_HINT_WORTH,
          percent_of(voice, (double)value).text,
          percent_of(voice, (double)choice->probability).text);
}

void adviser_tell(const struct adviser *adviser, const struct voice *voice, uint32_t choices,
                  struct pond_text *out)
{
    const struct pond_judgement *hint = &adviser->judgement;
    tell(out, voice, TELL_HINT_BEST);
    for (uint32_t i = 0; i < hint->choice_count && i < choices; i++) {
        if (i == 1) tell(out, voice, TELL_HINT_THEN);
        if (i > 1) pond_text_string(out, ", ");
        choice_tell(adviser, voice, &hint->choices[i], out);
        if (i == 0) facts_tell(hint, voice, told(voice, TELL_COLON), false, POND_FACTS_MAX, out);
    }
    pond_text_char(out, '.');
}

bool adviser_warns(const struct adviser *adviser)
{
    return pond_judgement_warns(&adviser->judgement);
}

void adviser_warn(const struct adviser *adviser, const struct voice *voice, uint32_t reasons,
                  struct pond_text *out)
{
    char move[POND_MOVE_TEXT_MAX + 400];
    struct pond_text text = pond_text_in(move, sizeof move);
    adviser->match.game->move_print(&adviser->match.state, adviser->seat, adviser->move, &text);
    facts_tell(&adviser->judgement, voice, " ", true, reasons, &text);
    tell2(out, voice, TELL_ASK_BLUNDER, move,
          percent_of(voice, (double)adviser->judgement.known.cost).text);
}
