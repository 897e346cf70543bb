/* adviser.c: the strongest engine, asked by a person. See adviser.h. */
#include "adviser.h"

#include <string.h>

/* About a second on a slow machine; counted in nodes, so that the same question has the same answer
 * everywhere. */
static uint64_t nodes_for(const struct pond_game *game)
{
    if (game == &pond_quibbit) return 200000;
    return game == &pond_quibbles ? 1500 : 200000;
}

bool adviser_ask(struct adviser *adviser, const struct pond_match *match, int seat)
{
    if (adviser->open) thinker_stop(&adviser->thinker);
    if (adviser->open && adviser->computer.engine->game != match->game) adviser_close(adviser);
    if (!adviser->open) {
        thinker_open(&adviser->thinker);
        adviser->open = true;
        if (computer_open(&adviser->computer, match->game, "engine", NULL) != COMPUTER_FINE) {
            adviser_close(adviser);
            return false;
        }
    }
    const struct computer_limits limits = {.nodes = nodes_for(match->game)};
    adviser->seat = seat;
    adviser->version = match->version;
    return thinker_decide(&adviser->thinker, &adviser->computer, match, seat, 1, &limits);
}

bool adviser_answered(struct adviser *adviser, const struct pond_match *match)
{
    return adviser->open && thinker_collect(&adviser->thinker) &&
           adviser->version == match->version;
}

void adviser_close(struct adviser *adviser)
{
    if (!adviser->open) return;
    thinker_close(&adviser->thinker);
    computer_close(&adviser->computer);
    memset(adviser, 0, sizeof *adviser);
}

void adviser_tell(const struct adviser *adviser, const struct voice *voice,
                  const struct pond_match *match, int lines, struct pond_text *out)
{
    const struct pond_advice *advice = &adviser->thinker.advice;
    const struct pond_match *asked = &adviser->thinker.match;
    for (uint32_t i = 0; i < advice->choice_count && (int)i < lines; i++) {
        const struct pond_choice *choice = &advice->choices[i];
        if (i > 0) pond_text_string(out, "   ");
        match->game->move_print(&asked->state, adviser->seat, choice->move, out);
        pond_text_char(out, ' ');
        pond_text_string(out, percent_of((double)choice->value).text);
        if (choice->probability > 0.02f && choice->probability < 0.98f) {
            tell1(out, voice, TELL_HINT_MIX, percent_of((double)choice->probability).text);
        }
    }
}

float adviser_cost(const struct adviser *adviser, pond_move move)
{
    const struct pond_advice *advice = &adviser->thinker.advice;
    for (uint32_t i = 0; i < advice->choice_count; i++) {
        const struct pond_choice *choice = &advice->choices[i];
        if (choice->move != move) continue;
        const bool inside_mix = choice->probability > 0.02f;
        return inside_mix ? 0 : advice->choices[0].value - choice->value;
    }
    return 0;
}
