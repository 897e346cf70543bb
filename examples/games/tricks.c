/* tricks.c: Tricks, an example of a game in one file: hidden hands, and tricks to take.
 *
 * docs/new-game.md leads through writing such a file. It uses only what every game has: general
 * refusals with the number of a rule, general events, the generic engine and the generic boards.
 *
 * T1  There are 16 cards: suits a, b, c and d, each from 1 to 4. Each player is dealt five, one
 *     after the other; the others stay face down.
 * T2  The first player leads the first trick. Then, one after the other, everyone plays a card, of
 *     the suit that was led if they have one.
 * T3  The highest card of suit d takes the trick; if there is none, the highest of the suit that
 *     was led. The taker leads the next trick.
 * T4  After five tricks most tricks win; equally many are a draw.
 *
 * The hand of a player who resigns (C4) is laid aside, and a card in the trick takes nothing; the
 * last one left has won. If then nobody has followed suit, the highest card takes the trick, the
 * first of equals. */
#include "pond/game.h"

#include <string.h>

#include "banned.h"

#define PLAYERS_MAX 3
#define DECK 16
#define SUIT 4 /* cards of a suit */
#define TRUMP 3
#define HAND 5
#define NOBODY 0xff /* as the seat on turn: the cards are being dealt, or the game is over */
#define ALL ((uint16_t)0xffff)

enum { PLAYERS, OPTIONS };

static const struct pond_option options[OPTIONS] = {
    [PLAYERS] = {.name = "players",
                 .kind = POND_OPTION_CHOICE,
                 .choices = "2|3",
                 .standard = "2",
                 .help = {.own = {"how many play", "combien de joueurs"}}},
};

/* What everyone sees. A card is 4 * suit + value - 1; sets of cards have a bit for each. */
struct open_part {
    uint8_t players;
    pond_seats in_play;
    uint8_t dealt;              /* cards so far */
    uint8_t seat;               /* on turn */
    uint8_t leader;             /* of the trick */
    uint8_t trick[PLAYERS_MAX]; /* card + 1; 0: none yet */
    uint8_t taken[PLAYERS_MAX];
    uint16_t played;
};

struct POND_OVERLAY tricks_state {
    struct open_part open;
    uint16_t hand[PLAYERS_MAX];
};

struct POND_OVERLAY tricks_view {
    struct open_part open;
    uint8_t observer;
    uint8_t size[PLAYERS_MAX]; /* of the hands */
    uint16_t hand;             /* the observer's own */
};

_Static_assert(sizeof(struct tricks_state) <= POND_STATE_SIZE, "a state must fit its bytes");
_Static_assert(sizeof(struct tricks_view) <= POND_STATE_SIZE, "a view must fit its bytes");

static struct tricks_state *own(struct pond_state *state) { return (struct tricks_state *)state; }

static const struct tricks_state *own_const(const struct pond_state *state)
{
    return (const struct tricks_state *)state;
}

static bool plays(const struct open_part *open, int seat)
{
    return (open->in_play >> seat & 1) != 0;
}

static bool one_left(const struct open_part *open)
{
    return (open->in_play & (open->in_play - 1)) == 0;
}

static int size_of(uint16_t cards) { return __builtin_popcount(cards); }

static int tricks_of(const struct open_part *open)
{
    int sum = 0;
    for (int seat = 0; seat < open->players; seat++) sum += open->taken[seat];
    return sum;
}

static bool over(const struct open_part *open) { return one_left(open) || tricks_of(open) == HAND; }

/* ---- The interface, in the order of game.h ---- */

static bool check(struct pond_config *config, struct pond_error *why)
{
    (void)config, (void)why; /* there are cards enough for two and for three */
    return true;
}

static uint8_t seats(const struct pond_config *config)
{
    return (uint8_t)(config->value[PLAYERS] + 2);
}

static void setup(struct pond_state *whole, const struct pond_config *config)
{
    memset(whole, 0, sizeof *whole);
    struct open_part *open = &own(whole)->open;
    open->players = seats(config);
    open->in_play = (pond_seats)(POND_SEAT(open->players) - 1);
    open->seat = NOBODY;
}

static pond_seats turn(const struct pond_state *whole)
{
    const struct open_part *open = &own_const(whole)->open;
    if (over(open)) return 0;
    return POND_SEAT(open->seat == NOBODY ? POND_CHANCE : open->seat);
}

static uint16_t in_hands(const struct tricks_state *state)
{
    uint16_t cards = 0;
    for (int seat = 0; seat < state->open.players; seat++) cards |= state->hand[seat];
    return cards;
}

static uint16_t suit_of(int card) { return (uint16_t)(0xf << card / SUIT * SUIT); }

/* The cards that a seat may play (T2), or chance may deal (T1). */
static uint16_t choices_of(const struct tricks_state *state, int seat)
{
    if (seat == POND_CHANCE) return (uint16_t)(ALL & ~in_hands(state));
    const uint16_t hand = state->hand[seat];
    const int led = state->open.trick[state->open.leader];
    const uint16_t following = led == 0 ? hand : (uint16_t)(hand & suit_of(led - 1));
    return following != 0 ? following : hand;
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

/* How much a card is worth in a trick (T3). */
static int strength(int card, int led)
{
    const int value = card % SUIT;
    return card / SUIT == TRUMP        ? 2 * SUIT + value
           : card / SUIT == led / SUIT ? SUIT + value
                                       : value;
}

/* The next seat that has to play to the trick, or NOBODY. */
static uint8_t awaited(const struct open_part *open)
{
    for (int i = 0; i < open->players; i++) {
        const int seat = (open->leader + i) % open->players;
        if (plays(open, seat) && open->trick[seat] == 0) return (uint8_t)seat;
    }
    return NOBODY;
}

static void trick_take(struct open_part *open)
{
    const int led = open->trick[open->leader] - 1;
    int best = -1, taker = 0;
    for (int i = 0; i < open->players; i++) {
        const int seat = (open->leader + i) % open->players;
        if (!plays(open, seat) || strength(open->trick[seat] - 1, led) <= best) continue;
        best = strength(open->trick[seat] - 1, led);
        taker = seat;
    }
    open->taken[taker]++;
    open->leader = (uint8_t)taker;
    memset(open->trick, 0, sizeof open->trick);
}

/* Goes on to the next seat, or to the next trick. */
static void settle(struct open_part *open)
{
    if (!one_left(open) && awaited(open) == NOBODY) trick_take(open);
    open->seat = over(open) ? NOBODY : awaited(open);
}

static void apply(struct pond_state *whole, int seat, pond_move move)
{
    struct tricks_state *state = own(whole);
    struct open_part *open = &state->open;
    const uint16_t card = (uint16_t)(1u << move);
    if (seat == POND_CHANCE) {
        state->hand[open->dealt++ % open->players] |= card;
        if (open->dealt == HAND * open->players) open->seat = 0;
        return;
    }
    state->hand[seat] &= (uint16_t)~card;
    open->played |= card;
    open->trick[seat] = (uint8_t)(move + 1);
    settle(open);
}

static pond_seats in_play(const struct pond_state *whole) { return own_const(whole)->open.in_play; }

/* A leader who has not led yet leaves the lead to the next. */
static void resign(struct pond_state *whole, int seat)
{
    struct open_part *open = &own(whole)->open;
    open->in_play &= (pond_seats)~POND_SEAT(seat);
    own(whole)->hand[seat] = 0;
    if (seat == open->leader && open->trick[seat] == 0) open->leader = awaited(open);
    settle(open);
}

static struct pond_result result(const struct pond_state *whole)
{
    const struct open_part *open = &own_const(whole)->open;
    int best = -1, winner = 0, sharing = 0;
    if (!over(open)) return (struct pond_result){.outcome = POND_GOES_ON};
    if (one_left(open)) {
        return (struct pond_result){.outcome = POND_WON,
                                    .seat = (uint8_t)pond_seat_first(open->in_play),
                                    .reason = POND_REASON_RESIGNED};
    }
    for (int seat = 0; seat < open->players; seat++) {
        if (!plays(open, seat) || open->taken[seat] < best) continue;
        sharing = open->taken[seat] > best ? 1 : sharing + 1;
        if (sharing == 1) winner = seat;
        best = open->taken[seat];
    }
    return (struct pond_result){.outcome = sharing == 1 ? POND_WON : POND_DRAWN,
                                .seat = (uint8_t)(sharing == 1 ? winner : 0),
                                .reason = POND_REASON_POINTS};
}

static uint64_t hash(const struct pond_state *whole)
{
    uint64_t words[(sizeof(struct tricks_state) + 7) / 8] = {0};
    memcpy(words, whole, sizeof(struct tricks_state));
    return pond_hash_words(words, sizeof words / sizeof words[0], 0);
}

static void observe(const struct pond_state *whole, int seat, struct pond_view *out)
{
    const struct tricks_state *state = own_const(whole);
    struct tricks_view *view = (struct tricks_view *)out;
    memset(out, 0, sizeof *out);
    view->open = state->open;
    view->observer = (uint8_t)seat;
    if (seat < state->open.players) view->hand = state->hand[seat];
    for (int i = 0; i < state->open.players; i++) view->size[i] = (uint8_t)size_of(state->hand[i]);
}

/* A card of a set, drawn at random; without a generator the lowest. */
static uint16_t card_of(uint16_t cards, struct pond_rng *rng)
{
    uint32_t skip = rng != NULL ? pond_rng_below(rng, (uint32_t)size_of(cards)) : 0;
    unsigned left = cards;
    while (skip-- > 0) left &= left - 1;
    return (uint16_t)(left & -left);
}

/* Deals what the observer does not see. */
static void hidden_deal(const struct tricks_view *view, struct pond_rng *rng,
                        struct tricks_state *state)
{
    const uint16_t seen = (uint16_t)(view->open.played | view->hand);
    uint16_t hidden = (uint16_t)(ALL & ~seen);
    state->open = view->open;
    for (int seat = 0; seat < view->open.players; seat++) {
        state->hand[seat] = 0;
        if (seat == view->observer) state->hand[seat] = view->hand;
        while (size_of(state->hand[seat]) < view->size[seat]) {
            const uint16_t card = card_of(hidden, rng);
            hidden &= (uint16_t)~card;
            state->hand[seat] |= card;
        }
    }
}

static void sample(const struct pond_view *view, struct pond_rng *rng, struct pond_state *whole)
{
    memset(whole, 0, sizeof *whole);
    hidden_deal((const struct tricks_view *)view, rng, own(whole));
}

extern const struct pond_game pond_tricks;

/* The parts that printing relies on are looked at here, the others by reading the text again. */
static bool view_check(const struct pond_view *look, const struct pond_config *config, int seat)
{
    const struct tricks_view *view = (const struct tricks_view *)look;
    const struct open_part *open = &view->open;
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    struct pond_state whole, read;
    int hidden = size_of((uint16_t)(ALL & ~(open->played | view->hand)));
    if (open->players != seats(config) || view->observer != seat) return false;
    if (view->size[seat] != size_of(view->hand) || (view->hand & open->played) != 0) return false;
    if (open->in_play >> open->players != 0) return false;
    for (int i = 0; i < open->players; i++) {
        if (open->trick[i] > DECK || view->size[i] > HAND) return false;
        if (i != seat) hidden -= view->size[i];
    }
    if (hidden < 0) return false;
    memset(&whole, 0, sizeof whole);
    hidden_deal(view, NULL, own(&whole));
    pond_tricks.state_print(&whole, &text);
    if (!pond_tricks.state_parse(&read, config, memory, NULL)) return false;
    return memcmp(&read, &whole, sizeof read) == 0 && turn(&read) == POND_SEAT(seat);
}

static pond_seats chance_seen_by(const struct pond_state *whole)
{
    const struct open_part *open = &own_const(whole)->open;
    return POND_SEAT(open->dealt % open->players);
}

static void card_print(int64_t card, struct pond_text *out)
{
    pond_text_char(out, (char)('a' + card / SUIT));
    pond_text_char(out, (char)('1' + card % SUIT));
}

static bool legal(const struct pond_state *whole, int seat, pond_move move, struct pond_error *why)
{
    const pond_seats to_act = turn(whole);
    char memory[8];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    if (to_act == 0) return pond_refuse(why, POND_WORD_MOVE_GAME_OVER);
    if (seat < 0 || seat > POND_CHANCE || (to_act & POND_SEAT(seat)) == 0) {
        return pond_refuse_number(why, POND_WORD_MOVE_NOT_YOUR_TURN, seat);
    }
    if (move < DECK && (choices_of(own_const(whole), seat) >> move & 1) != 0) return true;
    if (move < DECK) card_print((int64_t)move, &text);
    if (move >= DECK) pond_text_char(&text, '?');
    pond_refuse_text(why, POND_WORD_MOVE_RULE, memory);
    return pond_error_text(why, seat == POND_CHANCE ? "T1" : "T2");
}

/* ---- Events ---- */

enum { EVENT_DEAL = POND_EVENTS_OWN, EVENT_PLAY, EVENT_TRICK };

#define KIND(kind) [(kind)-POND_EVENTS_OWN]
static const struct pond_event_kind event_kinds[] = {
    KIND(
        EVENT_DEAL) = {"deal", {{.name = "card", .print = card_print}}, .sentence = POND_WORD_NONE},
    KIND(EVENT_PLAY) = {"play",
                        {{.name = "card", .print = card_print}},
                        .said = POND_SAID("{0} plays {1}.", "You play {1}.", "{0} joue {1}.",
                                          "Vous jouez {1}.")},
    KIND(EVENT_TRICK) = {"trick",
                         {{.name = "tricks"}},
                         .said = POND_SAID("{0} takes the trick: {1} so far.",
                                           "You take the trick: {1} so far.",
                                           "{0} fait le pli : {1} en tout.",
                                           "Vous faites le pli : {1} en tout.")},
};

static void events(const struct pond_state *before, int seat, pond_move move,
                   const struct pond_state *after, int observer, struct pond_events *events)
{
    const struct open_part *old = &own_const(before)->open, *new = &own_const(after)->open;
    if (seat == POND_CHANCE) {
        const int to = old->dealt % old->players;
        const bool seen = observer == to || observer == POND_OMNISCIENT;
        pond_event_add(events, EVENT_DEAL, to)->value[0] = seen ? (int64_t)move : POND_EVENT_HIDDEN;
        return;
    }
    if (move != POND_MOVE_RESIGN)
        pond_event_add(events, EVENT_PLAY, seat)->value[0] = (int64_t)move;
    for (int taker = 0; taker < new->players; taker++) {
        if (new->taken[taker] == old->taken[taker]) continue;
        pond_event_add(events, EVENT_TRICK, taker)->value[0] = new->taken[taker];
    }
}

static void card_follow(struct tricks_view *view, int seat, int64_t card)
{
    view->size[seat]--;
    if (seat == view->observer) view->hand &= (uint16_t) ~(1u << card);
    view->open.played |= (uint16_t)(1u << card);
    view->open.trick[seat] = (uint8_t)(card + 1);
}

static void follow(struct pond_view *look, const struct pond_event *event)
{
    struct tricks_view *view = (struct tricks_view *)look;
    struct open_part *open = &view->open;
    switch (event->kind) {
    case EVENT_DEAL:
        open->dealt++;
        view->size[event->seat]++;
        if (event->value[0] != POND_EVENT_HIDDEN) view->hand |= (uint16_t)(1u << event->value[0]);
        break;
    case EVENT_PLAY: card_follow(view, event->seat, event->value[0]); break;
    case EVENT_TRICK:
        open->taken[event->seat] = (uint8_t)event->value[0];
        open->leader = open->seat = event->seat;
        memset(open->trick, 0, sizeof open->trick);
        break;
    case POND_EVENT_RESIGN:
        open->in_play &= (pond_seats)~POND_SEAT(event->seat);
        view->size[event->seat] = 0;
        if (event->seat == view->observer) view->hand = 0;
        if (event->seat == open->leader && open->trick[event->seat] == 0) {
            open->leader = awaited(open);
        }
        break;
    case POND_EVENT_TURN: open->seat = (uint8_t)pond_seat_first((pond_seats)event->value[0]); break;
    case POND_EVENT_END: open->seat = NOBODY; break;
    default: break;
    }
}

/* ---- The notation ---- */

/* A card is `c3`; dealt, it is one character, since a record strings outcomes together. */
static void move_print(const struct pond_state *whole, int seat, pond_move move,
                       struct pond_text *out)
{
    (void)whole;
    if (seat == POND_CHANCE) pond_text_char(out, (char)('a' + move));
    if (seat != POND_CHANCE) card_print((int64_t)move, out);
}

static bool card_parse(const char **at, int *card)
{
    const char suit = (*at)[0];
    if (suit < 'a' || suit > 'd' || (*at)[1] < '1' || (*at)[1] > '4') return false;
    *card = (suit - 'a') * SUIT + (*at)[1] - '1';
    *at += 2;
    return true;
}

static bool move_parse(const struct pond_state *whole, int seat, const char *text, pond_move *move,
                       struct pond_error *why)
{
    (void)whole;
    const char *at = text;
    int card = 0;
    bool fine;
    if (seat == POND_CHANCE) {
        fine = text[0] >= 'a' && text[0] < 'a' + DECK && text[1] == '\0';
        if (fine) card = text[0] - 'a';
    } else {
        fine = card_parse(&at, &card) && *at == '\0';
    }
    if (fine) {
        *move = (pond_move)card;
        return true;
    }
    pond_refuse_text(why, POND_WORD_MOVE_SYNTAX, text);
    return pond_error_text(why, seat == POND_CHANCE ? "f" : "b2");
}

static void set_print(unsigned set, struct pond_text *out)
{
    if (set == 0) pond_text_char(out, '-');
    for (; set != 0; set &= set - 1) card_print(__builtin_ctz(set), out);
}

static void hand_print(const struct open_part *open, int seat, const uint16_t *cards, int size,
                       struct pond_text *out)
{
    if (seat > 0) pond_text_char(out, '/');
    if (!plays(open, seat)) {
        pond_text_char(out, 'x');
    } else if (cards != NULL) {
        set_print(*cards, out);
    } else {
        pond_text_number(out, size);
    }
}

/* ` LEADER TRICK PLAYED TAKEN`, as in ` 0 a1/-/- a1 0/0/0`. */
static void open_print(const struct open_part *open, struct pond_text *out)
{
    pond_text_char(out, ' ');
    pond_text_number(out, open->leader);
    for (int seat = 0; seat < open->players; seat++) {
        pond_text_char(out, seat == 0 ? ' ' : '/');
        if (open->trick[seat] == 0) pond_text_char(out, '-');
        if (open->trick[seat] != 0) card_print(open->trick[seat] - 1, out);
    }
    pond_text_char(out, ' ');
    set_print(open->played, out);
    for (int seat = 0; seat < open->players; seat++) {
        pond_text_char(out, seat == 0 ? ' ' : '/');
        pond_text_number(out, open->taken[seat]);
    }
}

/* The hands come first: the cards themselves, or in what everyone sees their number. */
static void state_print(const struct pond_state *whole, struct pond_text *out)
{
    const struct tricks_state *state = own_const(whole);
    for (int seat = 0; seat < state->open.players; seat++) {
        hand_print(&state->open, seat, &state->hand[seat], 0, out);
    }
    open_print(&state->open, out);
}

static void view_print(const struct pond_view *look, struct pond_text *out)
{
    const struct tricks_view *view = (const struct tricks_view *)look;
    for (int seat = 0; seat < view->open.players; seat++) {
        hand_print(&view->open, seat, NULL, view->size[seat], out);
    }
    open_print(&view->open, out);
}

static void own_print(const struct pond_view *look, struct pond_text *hand,
                      struct pond_text *chosen)
{
    const struct tricks_view *view = (const struct tricks_view *)look;
    (void)chosen;
    if (view->hand != 0) set_print(view->hand, hand);
}

/* Reads ascending cards, or '-' for none. */
static bool set_parse(const char **at, uint16_t *set)
{
    int card;
    *set = 0;
    if (**at == '-') {
        ++*at;
        return true;
    }
    while (**at >= 'a' && **at <= 'd') {
        if (!card_parse(at, &card) || *set >> card != 0) return false;
        *set |= (uint16_t)(1u << card);
    }
    return *set != 0;
}

/* Reads the hands, as cards or, where `size` is given, as numbers. */
static bool hands_parse(const char **at, struct tricks_state *state, uint8_t size[PLAYERS_MAX])
{
    struct open_part *open = &state->open;
    uint32_t number;
    for (int seat = 0; seat < open->players; seat++) {
        if (seat > 0 && *(*at)++ != '/') return false;
        if (**at == 'x') {
            ++*at;
            open->in_play &= (pond_seats)~POND_SEAT(seat);
        } else if (size != NULL) {
            if (!pond_read_number(at, HAND, &number)) return false;
            size[seat] = (uint8_t)number;
        } else if (!set_parse(at, &state->hand[seat])) {
            return false;
        }
    }
    return *(*at)++ == ' ' && open->in_play != 0;
}

static bool open_parse(const char **at, struct open_part *open)
{
    uint32_t number;
    int card;
    if (!pond_read_number(at, (uint32_t)open->players - 1, &number)) return false;
    open->leader = (uint8_t)number;
    for (int seat = 0; seat < open->players; seat++) {
        if (*(*at)++ != (seat == 0 ? ' ' : '/')) return false;
        if (**at == '-') {
            ++*at;
            continue;
        }
        if (!card_parse(at, &card)) return false;
        open->trick[seat] = (uint8_t)(card + 1);
    }
    if (*(*at)++ != ' ' || !set_parse(at, &open->played)) return false;
    for (int seat = 0; seat < open->players; seat++) {
        if (*(*at)++ != (seat == 0 ? ' ' : '/')) return false;
        if (!pond_read_number(at, HAND, &number)) return false;
        open->taken[seat] = (uint8_t)number;
    }
    return **at == '\0';
}

/* Could the trick stand like this? Those who have played come before those who have not. */
static bool trick_possible(const struct open_part *open)
{
    uint16_t cards = 0;
    bool waiting = false;
    int count = 0;
    for (int i = 0; i < open->players; i++) {
        const int seat = (open->leader + i) % open->players;
        if (open->trick[seat] == 0) {
            waiting = waiting || plays(open, seat);
            if (i == 0 && !plays(open, seat)) return false;
            continue;
        }
        if (waiting) return false;
        cards |= (uint16_t)(1u << (open->trick[seat] - 1));
        count++;
    }
    if (size_of(cards) != count || (cards & ~open->played) != 0) return false;
    const int tricks = tricks_of(open), played = size_of(open->played) - count;
    const int fewest = tricks * __builtin_popcount(open->in_play);
    return tricks <= HAND && played >= fewest && played <= tricks * open->players &&
           (waiting || one_left(open)) && (tricks < HAND || count == 0);
}

/* Could this come up in a game? */
static bool possible(const struct tricks_state *state)
{
    const struct open_part *open = &state->open;
    uint16_t seen = open->played;
    if (!trick_possible(open)) return false;
    for (int seat = 0; seat < open->players; seat++) {
        const int due = HAND - tricks_of(open) - (open->trick[seat] != 0);
        if (plays(open, seat) && size_of(state->hand[seat]) != due) return false;
        if ((seen & state->hand[seat]) != 0) return false;
        seen |= state->hand[seat];
    }
    return true;
}

static bool position_refuse(const char *text, struct pond_error *why)
{
    pond_refuse_text(why, POND_WORD_POSITION_RULE, text);
    pond_error_text(why, "Tricks");
    return pond_error_text(why, "T1");
}

static bool state_parse(struct pond_state *whole, const struct pond_config *config,
                        const char *text, struct pond_error *why)
{
    struct pond_state read;
    struct tricks_state *state = own(&read);
    const char *at = text;
    setup(&read, config);
    state->open.dealt = (uint8_t)(HAND * state->open.players);
    if (!hands_parse(&at, state, NULL) || !open_parse(&at, &state->open) || !possible(state)) {
        return position_refuse(text, why);
    }
    state->open.seat = over(&state->open) ? NOBODY : awaited(&state->open);
    *whole = read;
    return true;
}

/* The other hands are filled in from what nobody has shown. */
static bool view_parse(struct pond_state *whole, const struct pond_config *config, int observer,
                       const char *position, const char *hand, struct pond_error *why)
{
    struct pond_state read;
    struct tricks_state *state = own(&read);
    struct tricks_view view = {.observer = (uint8_t)observer};
    const char *at = position, *cards = hand;
    setup(&read, config);
    state->open.dealt = (uint8_t)(HAND * state->open.players);
    bool fine = hands_parse(&at, state, view.size) && open_parse(&at, &state->open) &&
                (*hand == '\0' || set_parse(&cards, &view.hand)) && *cards == '\0' &&
                (view.hand & state->open.played) == 0;
    int hidden = size_of((uint16_t)(ALL & ~(state->open.played | view.hand)));
    for (int seat = 0; seat < state->open.players; seat++) {
        if (seat != observer) hidden -= view.size[seat];
    }
    const bool holds = observer >= state->open.players || size_of(view.hand) == view.size[observer];
    fine = fine && hidden >= 0 && holds;
    view.open = state->open;
    if (fine) hidden_deal(&view, NULL, state);
    if (!fine || !possible(state)) return position_refuse(position, why);
    state->open.seat = over(&state->open) ? NOBODY : awaited(&state->open);
    *whole = read;
    return true;
}

/* The hands as they were dealt, one after the other, a character per card. */
static void setup_print(const struct pond_state *whole, int hidden_from, struct pond_text *out)
{
    const struct tricks_state *state = own_const(whole);
    for (int seat = 0; seat < state->open.players; seat++) {
        if (seat > 0) pond_text_char(out, '/');
        for (unsigned left = state->hand[seat]; left != 0; left &= left - 1) {
            const bool hidden = hidden_from >= 0 && hidden_from != seat;
            pond_text_char(out, hidden ? '?' : (char)('a' + __builtin_ctz(left)));
        }
    }
}

static bool setup_parse(const struct pond_config *config, const char *text,
                        pond_move outcomes[POND_SETUP_MAX], int *outcome_count,
                        struct pond_error *why)
{
    const int players = seats(config);
    if (strlen(text) != (size_t)(players * (HAND + 1) - 1)) return position_refuse(text, why);
    for (int i = 0; text[i] != '\0'; i++) {
        const int seat = i / (HAND + 1), place = i % (HAND + 1);
        const bool fine = place == HAND ? text[i] == '/' : text[i] >= 'a' && text[i] < 'a' + DECK;
        if (!fine) return position_refuse(text, why);
        if (place < HAND) outcomes[place * players + seat] = (pond_move)(text[i] - 'a');
    }
    *outcome_count = HAND * players;
    return true;
}

const struct pond_game pond_tricks = {
    .name = "tricks",
    .title = "Tricks",
    .seats_min = 2,
    .seats_max = PLAYERS_MAX,
    .record_style = POND_RECORD_TURNS,
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
    .observe = observe,
    .sample = sample,
    .view_check = view_check,
    .chance_seen_by = chance_seen_by,
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
    .view_parse = view_parse,
    .setup_print = setup_print,
    .setup_parse = setup_parse,
};
