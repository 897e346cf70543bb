/* match_redraw.c: did the draws follow from the seed? See match.h. `pond verify` and the page ask
 * this of a finished game. */
#include "pond/match.h"

#include "banned.h"

/* Does an entry of the record, made again by a match that draws for itself, fit? */
static bool entry_again(struct pond_match *match, const struct pond_entry *entry)
{
    switch ((enum pond_entry_kind)entry->kind) {
    case POND_ENTRY_CHANCE: return true;
    case POND_ENTRY_MOVE: return pond_match_submit(match, entry->seat, entry->move, NULL);
    case POND_ENTRY_RESIGN: return pond_match_resign(match, entry->seat, NULL);
    case POND_ENTRY_OFFER: return pond_match_offer_draw(match, entry->seat, NULL);
    case POND_ENTRY_ACCEPT: return pond_match_accept_draw(match, entry->seat, NULL);
    case POND_ENTRY_TAKEBACK:
        return pond_match_take_back(match, entry->seat, (uint32_t)entry->move, NULL);
    }
    return false;
}

/* The position once everything has been laid and dealt, and how many outcomes that took. A record
 * tells hands and display sorted, so their order cannot be compared. */
static uint32_t dealt(const struct pond_match *match, char text[POND_STATE_TEXT_MAX])
{
    uint32_t end = 0;
    struct pond_state state;
    struct pond_text out = pond_text_in(text, POND_STATE_TEXT_MAX);
    while (end < match->log_count && match->log[end].kind == POND_ENTRY_CHANCE) end++;
    pond_match_replay(match, end, &state);
    match->game->state_print(&state, &out);
    return end;
}

bool pond_match_redraws(const struct pond_match *told, const char *seed, struct pond_entry *log,
                        uint32_t log_max)
{
    struct pond_match drawn;
    char told_deal[POND_STATE_TEXT_MAX], drawn_deal[POND_STATE_TEXT_MAX];
    if (told->from_position) {
        pond_match_begin_at(&drawn, told->game, &told->config, &told->start, log, log_max);
    } else {
        pond_match_begin(&drawn, told->game, &told->config, log, log_max);
    }
    pond_match_seed(&drawn, seed);
    const uint32_t setup = dealt(told, told_deal);
    if (dealt(&drawn, drawn_deal) != setup || !pond_text_equal(told_deal, drawn_deal)) return false;
    for (uint32_t i = setup; i < told->log_count; i++) {
        const struct pond_entry *one = &told->log[i], *other = &log[i];
        if (!entry_again(&drawn, one) || i >= drawn.log_count) return false;
        if (one->kind != other->kind || one->seat != other->seat || one->move != other->move) {
            return false;
        }
    }
    return drawn.log_count == told->log_count;
}
