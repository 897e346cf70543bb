/* null.c: the null game, the template of a new one: copy it, rename it and change it bit by bit.
 *
 * It is always built and tested, so the template works; nobody is offered it, for it is not in
 * list.c. docs/new-game.md says what else a new game needs. A game's file opens with its rules and
 * gives each a number, for code, tests and refusals to refer to:
 *
 * N1  There is one heap of stones, ten unless the options say otherwise. Chance draws the seat that
 *     begins.
 * N2  The seats take 1 to 3 stones in turn; nobody may take none.
 * N3  The player who takes the last stone wins.
 *
 * Who resigns (C4) is skipped from then on; the last seat left has won.
 *
 * The functions are in the order of game.h, and their names are those of its members. What game.h
 * says about each is not said again: the comments here are for those who are about to write one. */
#include "pond/game.h"

#include <string.h>

#include "pond/json.h"

#include "banned.h"

extern const struct pond_game pond_null;

#define TAKE_MAX 3
#define NOBODY 0xff /* the seat on turn is not drawn yet */
#define FIELDS 3    /* of a position's text */

/* Names for the indices of the table below, so that `config->value[STONES]` can be read. */
enum { STONES, PLAYERS, OPTIONS };

/* Every front end is made from this table; nothing else has to be told about an option. */
static const struct pond_option options[OPTIONS] = {
    [STONES] = {.name = "stones",
                .kind = POND_OPTION_NUMBER,
                .number_min = 1,
                .number_max = 99,
                .standard = "10",
                .help = {.word = POND_WORD_NULL_OPTION_STONES}},
    [PLAYERS] = {.name = "players",
                 .kind = POND_OPTION_CHOICE,
                 .choices = "2|3",
                 .standard = "2",
                 .help = {.word = POND_WORD_OPTION_PLAYERS}},
};

/* The game's own state, laid over the bytes of `struct pond_state`. It holds what the rules need,
 * the options among it, and nothing of the past. Where engines or front ends look inside, it stands
 * in a public header, include/pond/<game>.h. */
struct POND_OVERLAY null_state {
    uint8_t stones;
    uint8_t seat; /* whose turn it is; at the end, who has won */
    uint8_t players;
    pond_seats in_play;
};

_Static_assert(sizeof(struct null_state) <= POND_STATE_SIZE, "a state must fit its bytes");

static struct null_state *own(struct pond_state *state) { return (struct null_state *)state; }

static const struct null_state *own_const(const struct pond_state *state)
{
    return (const struct null_state *)state;
}

static bool one_left(const struct null_state *state)
{
    return (state->in_play & (state->in_play - 1)) == 0;
}

/* ---- The interface, in the order of game.h ---- */

/* The table has checked ranges and choices. This function checks the options together: it gives
 * those with no `standard` their value, and refuses combinations that make no game, with a
 * sentence. */
static bool check(struct pond_config *config, struct pond_error *why)
{
    (void)config, (void)why; /* every heap is playable, with two and with three */
    return true;
}

/* The value of a choice is its index: "2" is the first of "2|3". */
static uint8_t seats(const struct pond_config *config)
{
    return (uint8_t)(config->value[PLAYERS] + 2);
}

/* States are compared as bytes, so unused bytes must be zero too. */
static void setup(struct pond_state *whole, const struct pond_config *config)
{
    memset(whole, 0, sizeof *whole);
    struct null_state *state = own(whole);
    state->stones = (uint8_t)config->value[STONES];
    state->players = seats(config);
    state->in_play = (pond_seats)(POND_SEAT(state->players) - 1);
    state->seat = NOBODY;
}

/* A game is over exactly when nobody is on turn: `turn` and `result` must agree in every position.
 * Chance never shares a turn with seats. */
static pond_seats turn(const struct pond_state *whole)
{
    const struct null_state *state = own_const(whole);
    if (state->stones == 0 || one_left(state)) return 0;
    return POND_SEAT(state->seat == NOBODY ? POND_CHANCE : state->seat);
}

/* At least one on every turn; a game where a seat can be stuck needs a move for that ("pass"). Any
 * order will do, as long as it is always the same. */
static int moves(const struct pond_state *whole, int seat, pond_move out[POND_MOVES_MAX])
{
    const struct null_state *state = own_const(whole);
    int count = 0;
    if (seat == POND_CHANCE) {
        for (; count < state->players; count++) out[count] = (pond_move)count;
        return count;
    }
    for (; count < TAKE_MAX && count < state->stones; count++) out[count] = (pond_move)count + 1;
    return count;
}

/* Only the proportions matter. For a card drawn from a heap, the weight is how many of its kind are
 * left. */
static uint32_t weight(const struct pond_state *whole, pond_move outcome)
{
    (void)whole, (void)outcome;
    return 1;
}

static void pass_on(struct null_state *state)
{
    do {
        state->seat = (uint8_t)((state->seat + 1) % state->players);
    } while ((state->in_play & POND_SEAT(state->seat)) == 0);
}

/* The caller has checked that the move is legal. Everything that follows from it without another
 * decision or chance is done here. */
static void apply(struct pond_state *whole, int seat, pond_move move)
{
    struct null_state *state = own(whole);
    if (seat == POND_CHANCE) {
        state->seat = (uint8_t)move;
        return;
    }
    state->stones = (uint8_t)(state->stones - move);
    if (state->stones > 0) pass_on(state);
}

/* The seats that are still in play. A game in which nobody goes out leaves this NULL. */
static pond_seats in_play(const struct pond_state *whole) { return own_const(whole)->in_play; }

/* Any seat in play may resign, even when it is not on turn, but not while chance is due. Where
 * seats choose simultaneously, others may have chosen already. */
static void resign(struct pond_state *whole, int seat)
{
    struct null_state *state = own(whole);
    state->in_play &= (pond_seats)~POND_SEAT(seat);
    if (seat == state->seat) pass_on(state);
}

/* The reasons are a fixed list (enum pond_reason), because records name them and other programs
 * read records. */
static struct pond_result result(const struct pond_state *whole)
{
    const struct null_state *state = own_const(whole);
    if (state->stones > 0 && !one_left(state)) return (struct pond_result){.outcome = POND_GOES_ON};
    return (struct pond_result){.outcome = POND_WON,
                                .seat = state->seat,
                                .reason = state->stones == 0 ? POND_REASON_LAST_STANDING
                                                             : POND_REASON_RESIGNED};
}

/* Engines use it for transposition tables, and tests compare it. */
static uint64_t hash(const struct pond_state *whole)
{
    uint64_t words[(sizeof(struct null_state) + 7) / 8] = {0};
    memcpy(words, whole, sizeof(struct null_state));
    return pond_hash_words(words, sizeof words / sizeof words[0], 0);
}

/* repetition: NULL, since a heap never grows again; Rrib-bit has one. round: NULL, since one seat
 * acts at a time; Quibbit, where all choose at once, has one. */

/* Nothing is hidden here, so a view is a state under another name. A game with secrets has a
 * structure of its own for what a seat may see (see quibbles.h) and stores the observer in it.
 * Unused bytes must be zero here too: two states that look the same to a seat give the same
 * view. */
static void observe(const struct pond_state *state, int seat, struct pond_view *view)
{
    (void)seat;
    memcpy(view, state, sizeof *view);
}

/* Draws at random what the view does not tell; observing the result must give the same view. */
static void sample(const struct pond_view *view, struct pond_rng *rng, struct pond_state *state)
{
    (void)rng;
    memcpy(state, view, sizeof *state);
}

/* Checks a view that comes from outside. The text of a position says everything that a view does,
 * so it is enough that it can be printed and read. Rrib-bit accepts any bytes and has NULL here. In
 * Quibbles a view knows more than its text, so its parts are checked one by one. */
static bool view_check(const struct pond_view *view, const struct pond_config *config, int seat)
{
    const struct null_state *state = (const struct null_state *)view;
    return state->players == seats(config) && pond_view_reads(&pond_null, view, config, seat);
}

/* chance_seen_by: NULL, since everyone sees who begins. In Quibbles cards are dealt face down. */

/* Accepts exactly what `moves` lists, but for any seat and any bits; a refusal names the rule that
 * forbids the move. */
static bool legal(const struct pond_state *whole, int seat, pond_move move, struct pond_error *why)
{
    const struct null_state *state = own_const(whole);
    const pond_seats to_act = turn(whole);
    if (to_act == 0) return pond_refuse(why, POND_WORD_MOVE_GAME_OVER);
    if (seat < 0 || seat > POND_CHANCE || (to_act & POND_SEAT(seat)) == 0) {
        return pond_refuse_number(why, POND_WORD_MOVE_NOT_YOUR_TURN, seat);
    }
    if (seat == POND_CHANCE) {
        if (move < state->players) return true;
        pond_refuse_number(why, POND_WORD_NULL_BEGINNER, (int64_t)move);
        return pond_error_number(why, state->players - 1);
    }
    if (move < 1 || move > TAKE_MAX) {
        return pond_refuse_number(why, POND_WORD_NULL_TAKE, (int64_t)move);
    }
    if (move <= state->stones) return true;
    pond_refuse_number(why, POND_WORD_NULL_FEW, (int64_t)move);
    return pond_error_number(why, state->stones);
}

#ifndef POND_RULES_ONLY /* the smallest build for pages does without events */
/* What happened, as data: a row for each kind of event that the core does not report itself, with
 * the names of its values and its sentence, from the catalogue (include/pond/words/en/event.def) or
 * the game's own. */
enum { EVENT_BEGIN = POND_EVENTS_OWN, EVENT_TAKE };

static const struct pond_event_kind event_kinds[] = {
    [EVENT_BEGIN - POND_EVENTS_OWN] = {"begin", {{0}}, .sentence = POND_WORD_EVENT_BEGIN},
    [EVENT_TAKE - POND_EVENTS_OWN] = {"take",
                                      {{.name = "stones"}, {.name = "left"}},
                                      .sentence = POND_WORD_EVENT_TAKE},
};

/* What the move did, as `observer` may know it. Who must act now and how the game ended are
 * reported by the core. */
static void events(const struct pond_state *before, int seat, pond_move move,
                   const struct pond_state *after, int observer, struct pond_events *events)
{
    (void)before, (void)observer; /* nothing is hidden */
    if (move == POND_MOVE_RESIGN) return;
    if (seat == POND_CHANCE) {
        pond_event_add(events, EVENT_BEGIN, (int)move);
        return;
    }
    struct pond_event *event = pond_event_add(events, EVENT_TAKE, seat);
    event->value[0] = (int64_t)move;
    event->value[1] = own_const(after)->stones;
}

/* The inverse: updates a view with an event. It uses nothing but the view and the event, so that a
 * program far from the game can follow it. */
static void follow(struct pond_view *view, const struct pond_event *event)
{
    struct null_state *state = (struct null_state *)view;
    switch (event->kind) {
    case EVENT_TAKE: state->stones = (uint8_t)event->value[1]; break;
    case POND_EVENT_RESIGN: state->in_play &= (pond_seats)~POND_SEAT(event->seat); break;
    case POND_EVENT_TURN:
        state->seat = (uint8_t)pond_seat_first((pond_seats)event->value[0]);
        break;
    case POND_EVENT_END: state->seat = event->seat; break;
    default: break; /* the turn says who begins */
    }
}

/* The view as data, with a name for each part. Front ends draw from it, so it has everything that
 * the printed view has, and nothing that the observer may not see. */
static void view_json(const struct pond_view *view, struct pond_json *json)
{
    const struct null_state *state = (const struct null_state *)view;
    pond_json_open(json, '{');
    pond_json_number_member(json, "stones", state->stones);
    pond_json_key(json, "in_play");
    pond_json_seats(json, state->in_play);
    pond_json_close(json, '}');
}
#endif

/* The text of a move: short, without blanks, unique. Outcomes of chance are one character each,
 * because a record strings them together. */
static void move_print(const struct pond_state *whole, int seat, pond_move move,
                       struct pond_text *out)
{
    (void)whole, (void)seat;
    pond_text_number(out, (int64_t)move);
}

/* Accepts more than `legal` does: "7" is refused by the rule that forbids it, and only "seven" by
 * the notation. */
static bool move_parse(const struct pond_state *whole, int seat, const char *text, pond_move *move,
                       struct pond_error *why)
{
    (void)whole, (void)seat;
    uint32_t number;
    const char *at = text;
    if (!pond_read_number(&at, 99, &number) || *at != '\0') {
        pond_refuse_text(why, POND_WORD_MOVE_SYNTAX, text);
        return pond_error_text(why, "2");
    }
    *move = number;
    return true;
}

/* A position is one line: `STONES SEAT SEATS`, the heap, whose turn it is and who is in play, as in
 * `10 0 01`. It says everything that the rules need; `-` is the seat before it is drawn. */
static void position_print(const struct null_state *state, struct pond_text *out)
{
    pond_text_number(out, state->stones);
    pond_text_char(out, ' ');
    pond_text_char(out, state->seat == NOBODY ? '-' : (char)('0' + state->seat));
    pond_text_char(out, ' ');
    for (int seat = 0; seat < state->players; seat++) {
        if ((state->in_play & POND_SEAT(seat)) != 0) pond_text_char(out, (char)('0' + seat));
    }
}

static void state_print(const struct pond_state *state, struct pond_text *out)
{
    position_print(own_const(state), out);
}

/* Public information, so the text is the same for every observer. */
static void view_print(const struct pond_view *view, struct pond_text *out)
{
    position_print((const struct null_state *)view, out);
}

/* Reads the seats in play up to the end of the text. */
static bool in_play_parse(struct null_state *state, const char *text, struct pond_error *why)
{
    char least = '0';
    state->in_play = 0;
    for (const char *at = text; *at >= least && *at < '0' + state->players; at++) {
        state->in_play |= POND_SEAT(*at - '0');
        least = (char)(*at + 1);
    }
    if (text[__builtin_popcount(state->in_play)] == '\0' && state->in_play != 0) return true;
    pond_refuse_text(why, POND_WORD_NULL_SEATS, text);
    return pond_error_number(why, state->players);
}

/* own_print: NULL, since nothing is hidden. Quibbles, with cards in hands, has one. */

/* The text may come from anywhere: whatever cannot happen in a game and would break an assumption
 * above is refused. It is read into a local state first, so that a refusal leaves the caller's
 * state unchanged. */
static bool state_parse(struct pond_state *whole, const struct pond_config *config,
                        const char *text, struct pond_error *why)
{
    struct pond_state read;
    struct null_state *state = own(&read);
    setup(&read, config);
    const char *seat = strchr(text, ' ');
    const char *in_play = seat != NULL ? strchr(seat + 1, ' ') : NULL;
    if (in_play == NULL) {
        pond_refuse_text(why, POND_WORD_POSITION_FIELDS, pond_null.title);
        pond_error_number(why, FIELDS);
        return pond_error_number(why, seat != NULL ? 2 : 1);
    }
    uint32_t stones;
    const char *at = text;
    if (!pond_read_number(&at, state->stones, &stones) || at != seat) {
        pond_refuse_text(why, POND_WORD_NULL_STONES, text);
        return pond_error_number(why, state->stones);
    }
    if (!in_play_parse(state, in_play + 1, why)) return false;
    const bool a_digit = in_play - seat == 2 && seat[1] >= '0' && seat[1] < '0' + state->players;
    if (!a_digit || (state->in_play & POND_SEAT(seat[1] - '0')) == 0) {
        pond_refuse_text(why, POND_WORD_NULL_SEAT, seat + 1);
        return pond_error_text(why, in_play + 1);
    }
    state->stones = (uint8_t)stones;
    state->seat = (uint8_t)(seat[1] - '0');
    *whole = read;
    return true;
}

/* move_suffix: NULL, since there is nothing to mark; Rrib-bit marks a threat. seat_letter: NULL,
 * since the record is one of turns; Quibbit has a record of rounds. */

/* The outcomes of chance before the first decision, which a record begins with. */
static void setup_print(const struct pond_state *whole, int hidden_from, struct pond_text *out)
{
    (void)hidden_from; /* nothing of it is secret */
    const uint8_t seat = own_const(whole)->seat;
    pond_text_char(out, seat == NOBODY ? '-' : (char)('0' + seat));
}

/* The outcomes are checked later, when they are applied one by one. */
static bool setup_parse(const struct pond_config *config, const char *text,
                        pond_move outcomes[POND_SETUP_MAX], int *outcome_count,
                        struct pond_error *why)
{
    const int players = seats(config);
    if (text[0] < '0' || text[0] >= '0' + players || text[1] != '\0') {
        pond_refuse_text(why, POND_WORD_NULL_BEGINNER, text);
        return pond_error_number(why, players - 1);
    }
    outcomes[0] = (pond_move)(text[0] - '0');
    *outcome_count = 1;
    return true;
}

/* perft: NULL: the generic one is fast enough. Rrib-bit has its own. */

/* The only exported symbol. Members that are NULL are written out, so that readers see what
 * exists. */
const struct pond_game pond_null = {
    .name = "null",
    .title = "Null",
    .seats_min = 2,
    .seats_max = 3,
    .record_style = POND_RECORD_TURNS,
    .draw_offers = false,
    .random_turns_max = 1000,
    .option_count = OPTIONS,
    .options = options,
    .check = check,
    .seats = seats,
    .setup = setup,
    .turn = turn,
    .moves = moves,
    .weight = weight,
    .chance = NULL,
    .apply = apply,
    .in_play = in_play,
    .resign = resign,
    .result = result,
    .hash = hash,
    .repetition = NULL,
    .round = NULL,
    .observe = observe,
    .sample = sample,
    .view_check = view_check,
    .chance_seen_by = NULL,
    .legal = legal,
#ifndef POND_RULES_ONLY
    .events = events,
    .event_kinds = event_kinds,
    .event_kind_count = sizeof event_kinds / sizeof event_kinds[0],
    .view_json = view_json,
    .follow = follow,
#endif
    .move_print = move_print,
    .move_parse = move_parse,
    .state_print = state_print,
    .view_print = view_print,
    .own_print = NULL,
    .state_parse = state_parse,
    .move_suffix = NULL,
    .seat_letter = NULL,
    .setup_print = setup_print,
    .setup_parse = setup_parse,
    .perft = NULL,
};
