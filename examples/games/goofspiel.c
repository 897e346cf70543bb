/* goofspiel.c: Goofspiel, an example of a game in one file: simultaneous choices, and chance.
 *
 * docs/new-game.md leads through writing such a file. It uses only what every game has: general
 * refusals with the number of a rule, general events, the generic engine and the generic boards.
 *
 * G1  There are as many prizes as the options say, worth 1, 2, 3 and so on. Each player has one
 *     card of each of these values. A round begins when chance turns up a prize.
 * G2  All choose a card at the same time, face down, and turn them over together.
 * G3  The highest card takes the prize. If two share the highest card, nobody takes it: the prize
 *     stays, and the next one to win takes it as well. Played cards are gone.
 * G4  After the last round most points win; equal points are a draw.
 *
 * A player who resigns (C4) takes part no more; the last one left has won. */
#include "pond/game.h"

#include <string.h>

#include "banned.h"

#define PLAYERS_MAX 4
#define CARDS_MAX 9
#define SEALED 0xff /* as another seat's card in a view: it has chosen */

enum { PLAYERS, CARDS, OPTIONS };

static const struct pond_option options[OPTIONS] = {
    [PLAYERS] = {.name = "players",
                 .kind = POND_OPTION_CHOICE,
                 .choices = "2|3|4",
                 .standard = "2",
                 .help = {.own = {"how many play", "combien de joueurs"}}},
    [CARDS] = {.name = "cards",
               .kind = POND_OPTION_NUMBER,
               .number_min = 3,
               .number_max = CARDS_MAX,
               .standard = "7",
               .help = {.own = {"how many cards each player has", "combien de cartes a chacun"}}},
};

/* Cards and prizes are sets: bit 1 is the card of value 1. */
struct POND_OVERLAY goofspiel_state {
    uint8_t players, cards;
    pond_seats in_play;
    uint8_t prize;    /* turned up; 0 while chance has to do it */
    uint8_t pot;      /* what nobody took in the rounds before */
    uint8_t observer; /* in a view: who looks */
    uint8_t score[PLAYERS_MAX];
    uint8_t chosen[PLAYERS_MAX];
    uint16_t left; /* prizes not turned up yet */
    uint16_t hand[PLAYERS_MAX];
};

_Static_assert(sizeof(struct goofspiel_state) <= POND_STATE_SIZE, "a state must fit its bytes");

static struct goofspiel_state *own(struct pond_state *state)
{
    return (struct goofspiel_state *)state;
}

static const struct goofspiel_state *own_const(const struct pond_state *state)
{
    return (const struct goofspiel_state *)state;
}

static bool plays(const struct goofspiel_state *state, int seat)
{
    return (state->in_play >> seat & 1) != 0;
}

static bool one_left(const struct goofspiel_state *state)
{
    return (state->in_play & (state->in_play - 1)) == 0;
}

static bool over(const struct goofspiel_state *state)
{
    return one_left(state) || (state->prize == 0 && state->left == 0);
}

/* ---- The interface, in the order of game.h ---- */

static bool check(struct pond_config *config, struct pond_error *why)
{
    (void)config, (void)why; /* all options go together */
    return true;
}

static uint8_t seats(const struct pond_config *config)
{
    return (uint8_t)(config->value[PLAYERS] + 2);
}

static void setup(struct pond_state *whole, const struct pond_config *config)
{
    memset(whole, 0, sizeof *whole);
    struct goofspiel_state *state = own(whole);
    state->players = seats(config);
    state->cards = (uint8_t)config->value[CARDS];
    state->in_play = (pond_seats)(POND_SEAT(state->players) - 1);
    state->left = (uint16_t)((2u << state->cards) - 2);
    for (int seat = 0; seat < state->players; seat++) state->hand[seat] = state->left;
}

static pond_seats turn(const struct pond_state *whole)
{
    const struct goofspiel_state *state = own_const(whole);
    pond_seats to_act = 0;
    if (over(state)) return 0;
    if (state->prize == 0) return POND_SEAT(POND_CHANCE);
    for (int seat = 0; seat < state->players; seat++) {
        if (plays(state, seat) && state->chosen[seat] == 0) to_act |= POND_SEAT(seat);
    }
    return to_act;
}

static uint16_t choices_of(const struct goofspiel_state *state, int seat)
{
    return seat == POND_CHANCE ? state->left : state->hand[seat];
}

static int moves(const struct pond_state *whole, int seat, pond_move out[POND_MOVES_MAX])
{
    int count = 0;
    for (unsigned left = choices_of(own_const(whole), seat); left != 0; left &= left - 1) {
        out[count++] = (pond_move)__builtin_ctz(left);
    }
    return count;
}

static uint32_t weight(const struct pond_state *whole, pond_move outcome)
{
    (void)whole, (void)outcome;
    return 1;
}

/* The seat whose card beats all others, or -1 (G3). */
static int round_winner(const struct goofspiel_state *state)
{
    int best = 0, winner = -1;
    for (int seat = 0; seat < state->players; seat++) {
        if (!plays(state, seat) || state->chosen[seat] < best) continue;
        winner = state->chosen[seat] > best ? seat : -1;
        best = state->chosen[seat];
    }
    return winner;
}

/* Turns the cards over once everyone has chosen (G3). */
static void resolve(struct goofspiel_state *state)
{
    const int winner = round_winner(state);
    state->pot = (uint8_t)(state->pot + state->prize);
    if (winner >= 0) {
        state->score[winner] = (uint8_t)(state->score[winner] + state->pot);
        state->pot = 0;
    }
    for (int seat = 0; seat < state->players; seat++) {
        if (plays(state, seat)) state->hand[seat] &= (uint16_t) ~(1u << state->chosen[seat]);
        state->chosen[seat] = 0;
    }
    state->prize = 0;
}

static void apply(struct pond_state *whole, int seat, pond_move move)
{
    struct goofspiel_state *state = own(whole);
    if (seat == POND_CHANCE) {
        state->prize = (uint8_t)move;
        state->left &= (uint16_t) ~(1u << move);
        return;
    }
    state->chosen[seat] = (uint8_t)move;
    if (turn(whole) == 0) resolve(state);
}

static pond_seats in_play(const struct pond_state *whole) { return own_const(whole)->in_play; }

/* Others may have chosen already: if all that are left have, the round is over; if one is left, the
 * game is, and what was chosen is never shown. */
static void resign(struct pond_state *whole, int seat)
{
    struct goofspiel_state *state = own(whole);
    state->in_play &= (pond_seats)~POND_SEAT(seat);
    state->hand[seat] = 0;
    state->chosen[seat] = 0;
    if (one_left(state)) {
        memset(state->chosen, 0, sizeof state->chosen);
    } else if (turn(whole) == 0 && state->prize != 0) {
        resolve(state);
    }
}

static struct pond_result result(const struct pond_state *whole)
{
    const struct goofspiel_state *state = own_const(whole);
    int best = -1, winner = 0, sharing = 0;
    if (!over(state)) return (struct pond_result){.outcome = POND_GOES_ON};
    if (one_left(state)) {
        return (struct pond_result){.outcome = POND_WON,
                                    .seat = (uint8_t)pond_seat_first(state->in_play),
                                    .reason = POND_REASON_RESIGNED};
    }
    for (int seat = 0; seat < state->players; seat++) {
        if (!plays(state, seat) || state->score[seat] < best) continue;
        sharing = state->score[seat] > best ? 1 : sharing + 1;
        if (sharing == 1) winner = seat;
        best = state->score[seat];
    }
    return (struct pond_result){.outcome = sharing == 1 ? POND_WON : POND_DRAWN,
                                .seat = (uint8_t)(sharing == 1 ? winner : 0),
                                .reason = POND_REASON_POINTS};
}

static uint64_t hash(const struct pond_state *whole)
{
    uint64_t words[(sizeof(struct goofspiel_state) + 7) / 8] = {0};
    memcpy(words, whole, sizeof(struct goofspiel_state));
    return pond_hash_words(words, sizeof words / sizeof words[0], 0);
}

/* Rounds are counted by the cards that are gone, so a position's text need not tell it. */
static uint32_t round_of(const struct pond_state *whole)
{
    const struct goofspiel_state *state = own_const(whole);
    const int gone = state->cards - __builtin_popcount(state->left);
    return (uint32_t)gone;
}

/* Hands are open: everyone has seen what was played. What was just chosen is not. */
static void observe(const struct pond_state *whole, int seat, struct pond_view *view)
{
    struct goofspiel_state *seen = (struct goofspiel_state *)view;
    memcpy(view, whole, sizeof *view);
    seen->observer = (uint8_t)seat;
    for (int other = 0; other < seen->players; other++) {
        if (other != seat && seen->chosen[other] != 0) seen->chosen[other] = SEALED;
    }
}

static void sample(const struct pond_view *view, struct pond_rng *rng, struct pond_state *whole)
{
    struct goofspiel_state *state = own(whole);
    memcpy(whole, view, sizeof *whole);
    state->observer = 0;
    for (int seat = 0; seat < state->players; seat++) {
        pond_move cards[POND_MOVES_MAX];
        if (state->chosen[seat] != SEALED) continue;
        const int count = moves(whole, seat, cards);
        state->chosen[seat] = (uint8_t)cards[pond_rng_below(rng, (uint32_t)count)];
    }
}

extern const struct pond_game pond_goofspiel;

/* A seat that has chosen is as if it had not: then the text tells everything. */
static bool view_check(const struct pond_view *view, const struct pond_config *config, int seat)
{
    struct pond_view plain = *view;
    struct goofspiel_state *state = (struct goofspiel_state *)&plain;
    if (state->players != seats(config) || state->cards != config->value[CARDS]) return false;
    for (int other = 0; other < state->players; other++) {
        if (state->chosen[other] == 0) continue;
        if (state->chosen[other] != SEALED || other == seat || !plays(state, other)) return false;
        state->chosen[other] = 0;
    }
    return pond_view_reads(&pond_goofspiel, &plain, config, seat);
}

static bool legal(const struct pond_state *whole, int seat, pond_move move, struct pond_error *why)
{
    const struct goofspiel_state *state = own_const(whole);
    const pond_seats to_act = turn(whole);
    if (to_act == 0) return pond_refuse(why, POND_WORD_MOVE_GAME_OVER);
    if (seat < 0 || seat > POND_CHANCE || (to_act & POND_SEAT(seat)) == 0) {
        return pond_refuse_number(why, POND_WORD_MOVE_NOT_YOUR_TURN, seat);
    }
    if (move <= CARDS_MAX && (choices_of(state, seat) >> move & 1) != 0) return true;
    pond_refuse_number(why, POND_WORD_MOVE_RULE, (int64_t)move);
    return pond_error_text(why, seat == POND_CHANCE ? "G1" : "G2");
}

/* ---- Events ---- */

enum { EVENT_PRIZE = POND_EVENTS_OWN, EVENT_CHOOSE, EVENT_PLAY, EVENT_SCORE, EVENT_STAYS };

#define KIND(kind) [(kind)-POND_EVENTS_OWN]
static const struct pond_event_kind event_kinds[] = {
    KIND(EVENT_PRIZE) = {"prize",
                         {{.name = "value"}},
                         .said = POND_SAID("{1} is turned up.", "{1} is turned up.",
                                           "{1} est retourné.", "{1} est retourné.")},
    KIND(EVENT_CHOOSE) = {"choose", {{.name = "card"}}, .sentence = POND_WORD_NONE},
    KIND(EVENT_PLAY) = {"play",
                        {{.name = "card"}},
                        .said = POND_SAID("{0} plays {1}.", "You play {1}.", "{0} joue {1}.",
                                          "Vous jouez {1}.")},
    KIND(EVENT_SCORE) = {"score",
                         {{.name = "points"}, {.name = "total"}},
                         .said = POND_SAID(
                             "{0} scores {1}: {2} in all.", "You score {1}: {2} in all.",
                             "{0} marque {1} : {2} en tout.", "Vous marquez {1} : {2} en tout.")},
    KIND(EVENT_STAYS) = {"stays",
                         {{.name = "pot"}},
                         .said = POND_SAID("Nobody scores; {1} for the next winner.",
                                           "Nobody scores; {1} for the next winner.",
                                           "Personne ne marque ; {1} pour le prochain.",
                                           "Personne ne marque ; {1} pour le prochain.")},
};

/* What a round came to, once the last card was chosen or the last one awaited has resigned. */
static void round_tell(const struct goofspiel_state *before, const struct goofspiel_state *after,
                       int seat, pond_move move, struct pond_events *events)
{
    for (int other = 0; other < after->players; other++) {
        if (!plays(after, other)) continue;
        const int64_t card = other == seat ? (int64_t)move : before->chosen[other];
        pond_event_add(events, EVENT_PLAY, other)->value[0] = card;
    }
    for (int other = 0; other < after->players; other++) {
        if (after->score[other] == before->score[other]) continue;
        struct pond_event *event = pond_event_add(events, EVENT_SCORE, other);
        event->value[0] = after->score[other] - before->score[other];
        event->value[1] = after->score[other];
        return;
    }
    pond_event_add(events, EVENT_STAYS, POND_NOBODY)->value[0] = after->pot;
}

static void events(const struct pond_state *before, int seat, pond_move move,
                   const struct pond_state *after, int observer, struct pond_events *events)
{
    if (seat == POND_CHANCE) {
        pond_event_add(events, EVENT_PRIZE, POND_NOBODY)->value[0] = (int64_t)move;
    } else if (own_const(before)->prize != 0 && own_const(after)->prize == 0) {
        round_tell(own_const(before), own_const(after), seat, move, events);
    } else if (move != POND_MOVE_RESIGN && (observer == seat || observer == POND_OMNISCIENT)) {
        pond_event_add(events, EVENT_CHOOSE, seat)->value[0] = (int64_t)move;
    }
}

/* A seat that plays but is not awaited has chosen. */
static void turn_follow(struct goofspiel_state *state, pond_seats awaited)
{
    for (int seat = 0; seat < state->players; seat++) {
        const bool chose = plays(state, seat) && (awaited >> seat & 1) == 0;
        if (chose && state->prize != 0 && state->chosen[seat] == 0) state->chosen[seat] = SEALED;
    }
}

static void follow(struct pond_view *view, const struct pond_event *event)
{
    struct goofspiel_state *state = (struct goofspiel_state *)view;
    const int64_t value = event->value[0];
    switch (event->kind) {
    case EVENT_PRIZE:
        state->prize = (uint8_t)value;
        state->left &= (uint16_t) ~(1u << value);
        break;
    case EVENT_CHOOSE: state->chosen[event->seat] = (uint8_t)value; break;
    case EVENT_PLAY:
        state->hand[event->seat] &= (uint16_t) ~(1u << value);
        state->chosen[event->seat] = 0;
        break;
    case EVENT_SCORE:
        state->score[event->seat] = (uint8_t)event->value[1];
        state->pot = state->prize = 0;
        break;
    case EVENT_STAYS:
        state->pot = (uint8_t)value;
        state->prize = 0;
        break;
    case POND_EVENT_RESIGN:
        state->in_play &= (pond_seats)~POND_SEAT(event->seat);
        state->hand[event->seat] = 0;
        state->chosen[event->seat] = 0;
        break;
    case POND_EVENT_TURN: turn_follow(state, (pond_seats)value); break;
    case POND_EVENT_END: memset(state->chosen, 0, sizeof state->chosen); break;
    default: break;
    }
}

/* ---- The notation ---- */

static void move_print(const struct pond_state *whole, int seat, pond_move move,
                       struct pond_text *out)
{
    (void)whole, (void)seat;
    pond_text_number(out, (int64_t)move);
}

static bool move_parse(const struct pond_state *whole, int seat, const char *text, pond_move *move,
                       struct pond_error *why)
{
    (void)whole, (void)seat;
    if (text[0] < '1' || text[0] > '9' || text[1] != '\0') {
        pond_refuse_text(why, POND_WORD_MOVE_SYNTAX, text);
        return pond_error_text(why, "5");
    }
    *move = (pond_move)(text[0] - '0');
    return true;
}

static void set_print(unsigned set, struct pond_text *out)
{
    if (set == 0) pond_text_char(out, '-');
    for (; set != 0; set &= set - 1) pond_text_number(out, __builtin_ctz(set));
}

/* `PRIZE POT LEFT HANDS SCORES`, as in `5 0 12346 1234567/1234567 0/0`; a seat that has resigned
 * has the hand `x`. */
static void position_print(const struct goofspiel_state *state, struct pond_text *out)
{
    set_print(state->prize == 0 ? 0 : 1u << (state->prize & 15), out);
    pond_text_char(out, ' ');
    pond_text_number(out, state->pot);
    pond_text_char(out, ' ');
    set_print(state->left, out);
    for (int seat = 0; seat < state->players; seat++) {
        pond_text_char(out, seat == 0 ? ' ' : '/');
        if (!plays(state, seat)) pond_text_char(out, 'x');
        if (plays(state, seat)) set_print(state->hand[seat], out);
    }
    for (int seat = 0; seat < state->players; seat++) {
        pond_text_char(out, seat == 0 ? ' ' : '/');
        pond_text_number(out, state->score[seat]);
    }
}

static void state_print(const struct pond_state *whole, struct pond_text *out)
{
    position_print(own_const(whole), out);
}

static void view_print(const struct pond_view *view, struct pond_text *out)
{
    position_print((const struct goofspiel_state *)view, out);
}

/* The hand is open; the choice is not. */
static void own_print(const struct pond_view *view, struct pond_text *hand,
                      struct pond_text *chosen)
{
    const struct goofspiel_state *state = (const struct goofspiel_state *)view;
    (void)hand;
    if (state->observer >= state->players || state->chosen[state->observer] == 0) return;
    pond_text_number(chosen, state->chosen[state->observer]);
}

/* Reads ascending digits up to the end of the part, or '-' for none. */
static bool set_parse(const char **at, uint16_t *set)
{
    *set = 0;
    if (**at == '-') {
        ++*at;
        return true;
    }
    while (**at >= '1' && **at <= '9' && *set >> (**at - '0') == 0) {
        *set |= (uint16_t)(1u << (*(*at)++ - '0'));
    }
    return *set != 0;
}

static bool hands_parse(struct goofspiel_state *state, const char **at)
{
    for (int seat = 0; seat < state->players; seat++) {
        if (seat > 0 && *(*at)++ != '/') return false;
        state->hand[seat] = 0;
        if (**at == 'x') {
            ++*at;
            state->in_play &= (pond_seats)~POND_SEAT(seat);
        } else if (!set_parse(at, &state->hand[seat])) {
            return false;
        }
    }
    return *(*at)++ == ' ' && state->in_play != 0;
}

static bool scores_parse(struct goofspiel_state *state, const char **at)
{
    for (int seat = 0; seat < state->players; seat++) {
        uint32_t score;
        if (seat > 0 && *(*at)++ != '/') return false;
        if (!pond_read_number(at, 45, &score)) return false;
        state->score[seat] = (uint8_t)score;
    }
    return **at == '\0';
}

/* Could this come up in a game? All prizes are somewhere, and hands are as long as the game has
 * still to go. */
static bool possible(const struct goofspiel_state *state)
{
    const int to_go = __builtin_popcount(state->left) + (state->prize != 0);
    int points = state->pot + state->prize;
    if (state->left >> (state->cards + 1) != 0 || state->prize > state->cards) return false;
    if (state->prize == 0 ? state->left != 0 : (state->left >> state->prize & 1) != 0) return false;
    for (int card = 1; card <= state->cards; card++) points += (state->left >> card & 1) * card;
    for (int seat = 0; seat < state->players; seat++) {
        points += state->score[seat];
        if (!plays(state, seat)) continue;
        if (state->hand[seat] >> (state->cards + 1) != 0) return false;
        if (__builtin_popcount(state->hand[seat]) != to_go) return false;
    }
    return points == state->cards * (state->cards + 1) / 2;
}

static bool state_parse(struct pond_state *whole, const struct pond_config *config,
                        const char *text, struct pond_error *why)
{
    struct pond_state read;
    struct goofspiel_state *state = own(&read);
    const char *at = text;
    uint16_t prize;
    uint32_t pot;
    setup(&read, config);
    bool fine = set_parse(&at, &prize) && (prize & (prize - 1)) == 0 && *at++ == ' ' &&
                pond_read_number(&at, 45, &pot) && *at++ == ' ' && set_parse(&at, &state->left) &&
                *at++ == ' ' && hands_parse(state, &at) && scores_parse(state, &at);
    if (fine) {
        state->prize = (uint8_t)(prize == 0 ? 0 : __builtin_ctz(prize));
        state->pot = (uint8_t)pot;
        fine = possible(state);
    }
    if (!fine) {
        pond_refuse_text(why, POND_WORD_POSITION_RULE, text);
        pond_error_text(why, "Goofspiel");
        return pond_error_text(why, "G1");
    }
    *whole = read;
    return true;
}

static char seat_letter(const struct pond_state *whole, int seat)
{
    (void)whole;
    return seat == POND_CHANCE ? 'P' : (char)('A' + seat);
}

/* The first prize. */
static void setup_print(const struct pond_state *whole, int hidden_from, struct pond_text *out)
{
    (void)hidden_from;
    set_print(own_const(whole)->prize == 0 ? 0 : 1u << own_const(whole)->prize, out);
}

static bool setup_parse(const struct pond_config *config, const char *text,
                        pond_move outcomes[POND_SETUP_MAX], int *outcome_count,
                        struct pond_error *why)
{
    struct pond_state state;
    setup(&state, config);
    *outcome_count = 1;
    return pond_move_read(&pond_goofspiel, &state, POND_CHANCE, text, &outcomes[0], why);
}

const struct pond_game pond_goofspiel = {
    .name = "goofspiel",
    .title = "Goofspiel",
    .seats_min = 2,
    .seats_max = PLAYERS_MAX,
    .record_style = POND_RECORD_ROUNDS,
    .random_turns_max = 1000,
    .option_count = OPTIONS,
    .options = options,
    .check = check,
    .seats = seats,
    .setup = setup,
    .turn = turn,
    .moves = moves,
    .weight = weight,
    .apply = apply,
    .in_play = in_play,
    .resign = resign,
    .result = result,
    .hash = hash,
    .round = round_of,
    .observe = observe,
    .sample = sample,
    .view_check = view_check,
    .legal = legal,
    .events = events,
    .event_kinds = event_kinds,
    .event_kind_count = sizeof event_kinds / sizeof event_kinds[0],
    .follow = follow,
    .move_print = move_print,
    .move_parse = move_parse,
    .state_print = state_print,
    .view_print = view_print,
    .own_print = own_print,
    .state_parse = state_parse,
    .seat_letter = seat_letter,
    .setup_print = setup_print,
    .setup_parse = setup_parse,
};
