/* events.c: what happened in Quibbit!, as events, and what a view becomes by them. */
#include "rules.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

static void kind_value_print(int64_t kind, struct pond_text *out)
{
    static const char *const names[] = {"0", "1", "2", "3", "flower", "water", "own"};
    pond_text_string(out, names[kind]);
}

#define KIND(kind) [(kind)-POND_EVENTS_OWN]
#define CARD_AND_GROUND                                                                            \
    {                                                                                              \
        {.name = "card"},                                                                          \
        {                                                                                          \
            .name = "ground", .print = kind_value_print, .words = POND_WORD_EVENT_GROUND,          \
            .word_count = QUIBBIT_GROUND_COUNT                                                     \
        }                                                                                          \
    }

const struct pond_event_kind pond_quibbit_event_kinds[QUIBBIT_EVENT_KINDS] = {
    KIND(QUIBBIT_EVENT_TILE) = {"tile",
                                {{.name = "tile"},
                                 {.name = "kind_of_tile", .print = kind_value_print}},
                                .sentence = POND_WORD_NONE},
    KIND(QUIBBIT_EVENT_PLACE) = {"place",
                                 {{.name = "progress"}, {.name = "tile"}},
                                 .sentence = POND_WORD_EVENT_PLACE},
    KIND(QUIBBIT_EVENT_CHOOSE) = {"choose", {{.name = "card"}}, .sentence = POND_WORD_NONE},
    KIND(QUIBBIT_EVENT_SHOW) = {"show", {{.name = "card"}}, .sentence = POND_WORD_NONE},
    KIND(QUIBBIT_EVENT_LEAP) = {"leap",
                                {{.name = "card"},
                                 {.name = "from"},
                                 {.name = "to"},
                                 {.name = "tile"},
                                 {.name = "over", .type = POND_EVENT_SEATS}},
                                .sentence = POND_WORD_EVENT_QUIBBIT_LEAP,
                                .detail = {5, 0}},
    KIND(QUIBBIT_EVENT_BACK) = {"back", CARD_AND_GROUND, .sentence = POND_WORD_EVENT_CARD_BACK},
    KIND(QUIBBIT_EVENT_LOST) = {"lost", CARD_AND_GROUND, .sentence = POND_WORD_EVENT_CARD_LOST},
    KIND(QUIBBIT_EVENT_LAP) = {"lap", {{0}}, .sentence = POND_WORD_EVENT_LAP},
    KIND(QUIBBIT_EVENT_OUT) = {"out", {{0}}, .sentence = POND_WORD_EVENT_OUT},
    KIND(QUIBBIT_EVENT_CROWN) = {"crown",
                                 {{.name = "late"}},
                                 .sentence = POND_WORD_EVENT_CROWN,
                                 .detail = {1, 0}},
    KIND(QUIBBIT_EVENT_ROUND) = {"round", {{.name = "round"}}, .sentence = POND_WORD_NONE},
};

static void card_event(struct pond_events *events, int kind, int frog, int64_t card)
{
    pond_event_add(events, kind, frog)->value[0] = card;
}

/* The tile that a frog lands on decides about its card (Q9). */
static void ground_tell(const struct quibbit_state *game, int frog, struct pond_events *events)
{
    const int ground = quibbit_tile_kind(game, game->tile[frog]);
    const bool back = ground == frog || ground == QUIBBIT_FLOWER;
    struct pond_event *event =
        pond_event_add(events, back ? QUIBBIT_EVENT_BACK : QUIBBIT_EVENT_LOST, frog);
    event->value[0] = game->card[frog];
    event->value[1] = ground == frog            ? QUIBBIT_GROUND_OWN
                      : ground < QUIBBIT_FLOWER ? game->color[ground] /* as people see it */
                                                : ground;
}

/* The frogs between two places, as a set. */
static unsigned frogs_between(const struct quibbit_state *game, uint32_t tile, uint32_t by)
{
    unsigned over = 0;
    for (int frog = 0; frog < game->frogs; frog++) {
        const uint32_t ahead = (game->tile[frog] + game->tiles - tile) % game->tiles;
        if (game->progress[frog] == QUIBBIT_NOWHERE) continue;
        if (ahead > 0 && ahead < by) over |= 1u << frog;
    }
    return over;
}

/* One leap (Q6, Q7, Q9), reported and made; was it a lap? */
static bool leap_tell(struct quibbit_state *game, int frog, struct pond_events *events)
{
    const uint32_t card = game->card[frog], tile = game->tile[frog];
    const uint32_t by = quibbit_leap(game->occupied, game->tiles, tile, card);
    const uint32_t landing = (tile + by) % game->tiles;
    struct pond_event *event = pond_event_add(events, QUIBBIT_EVENT_LEAP, frog);
    event->value[0] = card;
    event->value[1] = game->progress[frog];
    event->value[2] = game->progress[frog] + by;
    event->value[3] = landing;
    event->value[4] = frogs_between(game, tile, by);
    game->occupied = (uint16_t)((game->occupied & ~(1u << tile)) | 1u << landing);
    game->progress[frog] += by;
    game->tile[frog] = (uint8_t)landing;
    if (pond_quibbit_lap_won(game, (unsigned)frog)) {
        pond_event_add(events, QUIBBIT_EVENT_LAP, frog);
        return true;
    }
    if (frog < game->seats) ground_tell(game, frog, events); /* the dummy has no hand */
    return false;
}

/* Was a frog crowned too late: does the previous wearer of the crown win this round by it (Q11)? */
static bool crown_late(const struct quibbit_state *after)
{
    return after->result.reason == POND_REASON_CROWN_TIE && !after->tie_by_crown_now;
}

static void crown_tell(struct quibbit_state *game, unsigned crown, bool late,
                       struct pond_events *events)
{
    if (crown == game->crown || crown == QUIBBIT_NOBODY) return;
    pond_event_add(events, QUIBBIT_EVENT_CROWN, (int)crown)->value[0] = late;
    game->crown = (uint8_t)crown;
}

/* A round whose cards are all in `game`, and its consequences. */
static void round_tell(struct quibbit_state *game, const struct quibbit_state *after,
                       struct pond_events *events)
{
    uint64_t key[QUIBBIT_FROGS_MAX];
    const unsigned in_play = game->in_play;
    for (int frog = 0; frog < game->frogs; frog++) {
        if (game->card[frog] != 0) card_event(events, QUIBBIT_EVENT_SHOW, frog, game->card[frog]);
    }
    quibbit_order_set(game, key);
    for (int i = 0; i < QUIBBIT_FROGS_MAX && key[i] != UINT64_MAX; i++) {
        if (leap_tell(game, (int)(key[i] & 3), events)) return;
    }
    for (unsigned out = in_play & ~(unsigned)after->in_play; out != 0; out &= out - 1) {
        pond_event_add(events, QUIBBIT_EVENT_OUT, __builtin_ctz(out));
    }
}

/* Reports who was placed, who wears the crown and which round it is, where that has changed. */
static void changes_tell(struct quibbit_state *game, const struct quibbit_state *after,
                         struct pond_events *events)
{
    for (int frog = 0; frog < game->frogs && game->round == 0; frog++) {
        if (game->progress[frog] == after->progress[frog]) continue;
        if (after->progress[frog] == QUIBBIT_NOWHERE) continue;
        struct pond_event *event = pond_event_add(events, QUIBBIT_EVENT_PLACE, frog);
        event->value[0] = after->progress[frog];
        event->value[1] = after->tile[frog];
    }
    crown_tell(game, after->crown, crown_late(after), events);
    if (after->round != game->round) {
        pond_event_add(events, QUIBBIT_EVENT_ROUND, POND_NOBODY)->value[0] = after->round;
    }
}

void pond_quibbit_events(const struct pond_state *before, int seat, pond_move move,
                         const struct pond_state *after, int observer, struct pond_events *events)
{
    struct quibbit_state game = *quibbit_state_of(before);
    const struct quibbit_state *new = quibbit_state_of(after);
    const bool over = new->result.outcome != POND_GOES_ON;
    bool resolved = game.round > 0 && (new->round != game.round || over);
    if (move == POND_MOVE_RESIGN) {
        pond_quibbit_frog_leave(&game, seat);
        if (game.round > 0 && game.occupied != 0)
            crown_tell(&game, pond_quibbit_farthest(&game), false, events);
        if (over && new->round == game.round &&new->result.reason != POND_REASON_LAP) {
            resolved = false; /* the game was decided without a leap */
        }
    } else if (game.round == 0 && seat == POND_CHANCE) {
        struct pond_event *event = pond_event_add(events, QUIBBIT_EVENT_TILE, POND_NOBODY);
        event->value[0] = game.laid;
        event->value[1] = (int64_t)(move & ~QUIBBIT_LAY);
    } else if (game.round > 0) {
        const int frog = seat == POND_CHANCE ? game.seats : seat;
        const bool seen = observer == seat || observer == POND_OMNISCIENT;
        if (seat != POND_CHANCE) {
            card_event(events, QUIBBIT_EVENT_CHOOSE, seat,
                       seen ? (int64_t)move : POND_EVENT_HIDDEN);
        }
        game.card[frog] = (uint8_t)move;
    }
    if (resolved) round_tell(&game, new, events);
    changes_tell(&game, new, events);
}

/* Cards stay in the view until the round or the game is over: Q14 asks for them. */
static void follow_end(struct quibbit_state *game, const struct pond_event *event)
{
    const struct pond_result result = {(uint8_t)event->value[0], (uint8_t)event->value[1],
                                       (uint8_t)event->value[2]};
    const bool dummy = result.outcome == POND_WON_BY_DUMMY;
    const unsigned frog = dummy ? game->seats : result.seat;
    if (result.reason == POND_REASON_LAP)
        pond_quibbit_lap_end(game, frog);
    else
        pond_quibbit_game_won(game, (int)frog, (enum pond_reason)result.reason);
}

static void follow_card(struct quibbit_state *game, const struct pond_event *event)
{
    const int frog = event->seat;
    const bool hidden = event->value[0] == POND_EVENT_HIDDEN;
    const uint8_t card = hidden ? QUIBBIT_HIDDEN : (uint8_t)event->value[0];
    if (event->kind == QUIBBIT_EVENT_LOST) {
        game->hand[frog] &= (uint8_t) ~(1u << card);
        return;
    }
    game->card[frog] = card;
    if (frog < game->seats) return;
    game->deck &= (uint8_t) ~(1u << card);
    if (game->deck == 0) game->deck = QUIBBIT_HAND_FULL;
}

static void follow_leap(struct quibbit_state *game, const struct pond_event *event)
{
    const int frog = event->seat;
    game->occupied &= (uint16_t) ~(1u << game->tile[frog]);
    game->progress[frog] = (uint32_t)event->value[2];
    game->tile[frog] = (uint8_t)event->value[3];
    game->occupied |= (uint16_t)(1u << game->tile[frog]);
}

void pond_quibbit_follow(struct pond_view *view, const struct pond_event *event)
{
    struct quibbit_state *game = &((struct quibbit_view *)view)->seen;
    switch (event->kind) {
    case QUIBBIT_EVENT_TILE: pond_quibbit_laying_apply(game, (unsigned)event->value[1]); break;
    case QUIBBIT_EVENT_PLACE:
        pond_quibbit_frog_place(game, event->seat, (uint32_t)event->value[0]);
        break;
    case QUIBBIT_EVENT_CHOOSE:
    case QUIBBIT_EVENT_SHOW:
    case QUIBBIT_EVENT_LOST: follow_card(game, event); break;
    case QUIBBIT_EVENT_LEAP: follow_leap(game, event); break;
    case POND_EVENT_RESIGN:
    case QUIBBIT_EVENT_OUT: pond_quibbit_frog_leave(game, event->seat); break;
    case QUIBBIT_EVENT_CROWN: game->crown = event->seat; break;
    case QUIBBIT_EVENT_ROUND:
        game->round = (uint32_t)event->value[0];
        memset(game->card, 0, sizeof game->card);
        break;
    case POND_EVENT_TURN: game->turn = (uint8_t)event->value[0]; break;
    case POND_EVENT_END: follow_end(game, event); break;
    default: break; /* a returning card never left the view; the end of the game reports the lap */
    }
}
