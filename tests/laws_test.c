/* laws_test.c: the laws that every game keeps, checked on random play of every option set.
 *
 * The laws know a game only by its interface, so a new game is tested by adding its lines to
 * option_sets.h. There are two tests for each set. The first plays games move by move and looks at
 * every position: whose turn it is, the moves and their texts, the position's text, the views, and
 * choices made at the same time. The second plays matches, with seats that resign, take back, offer
 * draws and try what they must not, and looks at logs and records. Only the conservation laws, what
 * never grows and is never lost, are written game by game.
 *
 * All chance comes from seeds, so a law that fails does so every time, and says where. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "option_sets.h"
#include "pond/quibbit.h"
#include "pond/quibbles.h"
#include "pond/record.h"
#include "pond/rribbit.h"

#define GAMES (200 / TEST_SHARE)  /* of each option set, move by move */
#define MATCHES (60 / TEST_SHARE) /* of each option set, through the match */
#define DECISIONS_MAX 300         /* then a game is cut off */
#define LOOKS 1000        /* steps of each option set that all laws look at one after the other; */
#define LOOKS_APART 32    /* later on, one step in this many */
#define LOG_MAX 8192      /* entries of a match */
#define LOG_SHORT 192     /* of one that runs out of room */
#define RECORD_MAX 262144 /* bytes of a record */
#define SENTENCE_MAX 2048

/* ---- Where we are, and saying so when a law does not hold ---- */

/* The game being played, and what the laws need beside it. */
static struct {
    const struct option_set *set;
    const struct pond_game *game;
    struct pond_config config;
    int seats;
    int number; /* of the game */
    int decisions;
    struct pond_rng rng; /* of the test's own choices */
    struct pond_state state;
    pond_seats sealed, resigned;
    bool twin_plays;
    struct pond_state twin; /* the same game, since some position read from its text */
    uint32_t looks;
    uint32_t secrets;       /* how often something was hidden from somebody */
    uint32_t samples_apart; /* samples that differed from the true state */
} play;

#define LAW(condition) law((condition), #condition, __LINE__)

static void law(bool holds, const char *condition, int line)
{
    if (holds) return;
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    play.game->state_print(&play.state, &text);
    print_error("%s %s, game %d, decision %d, position %s\ndoes not keep the law %s\n",
                play.set->game, play.set->options, play.number, play.decisions, memory, condition);
    _fail(__FILE__, line);
}

static uint32_t below(uint32_t limit) { return pond_rng_below(&play.rng, limit); }

static bool one_in(uint32_t chances) { return below(chances) == 0; }

static uint64_t random_word(void)
{
    const uint64_t high = pond_rng_word(&play.rng);
    return high << 32 | pond_rng_word(&play.rng);
}

/* One of the seats of a set. */
static int random_seat(pond_seats seats)
{
    for (uint32_t skip = below((uint32_t)__builtin_popcount(seats)); skip > 0; skip--) {
        seats &= (pond_seats)(seats - 1);
    }
    return pond_seat_first(seats);
}

static pond_seats all_seats(void) { return (pond_seats)(POND_SEAT(play.seats) - 1); }

static void play_begin(const struct option_set *set)
{
    struct pond_error why = {0};
    memset(&play, 0, sizeof play);
    play.set = set;
    play.game = pond_game_find(set->game);
    assert_non_null(play.game);
    assert_true(pond_config_parse(play.game, set->options, &play.config, &why));
    play.seats = play.game->seats(&play.config);
}

static void game_begin(int number, const char *what)
{
    char seed[64];
    snprintf(seed, sizeof seed, "%s-%d-%d", what, (int)(play.set - option_sets), number);
    pond_rng_seed(&play.rng, seed);
    play.number = number;
    play.decisions = 0;
    play.sealed = play.resigned = 0;
    play.twin_plays = false;
}

/* ---- Texts that are almost right ---- */

/* Any character but the zero, and the brace that a sentence could be blamed for. */
static char random_character(void)
{
    static const char likely[] = "0123456789 /,:=-+!@x#*~?<>.\"[]|RGYBrgybSLDldabcdefghi";
    if (!one_in(8)) return likely[below(sizeof likely - 1)];
    const char any = (char)(1 + below(255));
    return any == '{' ? '}' : any;
}

/* Changes a text in one to three places; it stays shorter than `size`. */
static void damage(char *text, size_t size)
{
    for (uint32_t edits = 1 + below(3); edits > 0; edits--) {
        const size_t length = strlen(text);
        const size_t at = below((uint32_t)length + 1);
        switch (below(4)) {
        case 0: /* another character */
            if (at < length) text[at] = random_character();
            break;
        case 1: /* one more */
        case 2: /* one twice */
            if (length + 2 > size) break;
            memmove(text + at + 1, text + at, length - at + 1);
            text[at] = at > 0 && one_in(2) ? text[at - 1] : random_character();
            break;
        case 3: /* one less */
            if (at < length) memmove(text + at, text + at + 1, length - at);
            break;
        }
    }
}

/* A refusal can be told to anyone, in both languages. */
static void law_refusal(const struct pond_error *why)
{
    LAW(why->word > POND_WORD_NONE && why->word < POND_WORDS);
    for (int language = 0; language < POND_LANGUAGES; language++) {
        char memory[SENTENCE_MAX];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        pond_error_print(why, (enum pond_language)language, &text);
        LAW(text.length > 0 && !text.full);
        LAW(strchr(memory, '{') == NULL);
    }
}

/* ---- Turn and result ---- */

static void law_turn(const struct pond_state *state)
{
    const pond_seats turn = play.game->turn(state);
    const struct pond_result result = play.game->result(state);
    LAW((turn == 0) == (result.outcome != POND_GOES_ON));
    LAW(turn == POND_SEAT(POND_CHANCE) || (turn & ~all_seats()) == 0);
    LAW(result.outcome <= POND_DRAWN);
    LAW(result.outcome == POND_WON ? result.seat < play.seats : result.seat == 0);
    LAW((result.reason == POND_REASON_NONE) == (result.outcome == POND_GOES_ON));
}

static bool result_same(struct pond_result one, struct pond_result other)
{
    return one.outcome == other.outcome && one.seat == other.seat && one.reason == other.reason;
}

static bool state_same(const struct pond_state *one, const struct pond_state *other)
{
    return memcmp(one, other, sizeof *one) == 0;
}

/* ---- Moves ---- */

static pond_move list[POND_MOVES_MAX], list_again[POND_MOVES_MAX], sorted[POND_MOVES_MAX];

static int move_compare(const void *one, const void *other)
{
    const pond_move first = *(const pond_move *)one, second = *(const pond_move *)other;
    return (first > second) - (first < second);
}

static bool is_listed(pond_move move, int count)
{
    return bsearch(&move, sorted, (size_t)count, sizeof move, move_compare) != NULL;
}

/* Different moves have different texts, too: each text is read as the move it came from. */
static void law_move(const struct pond_state *state, int seat, pond_move move)
{
    char memory[POND_MOVE_TEXT_MAX + 1];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    struct pond_error why = {0};
    pond_move read = ~move;
    LAW(play.game->legal(state, seat, move, &why));
    play.game->move_print(state, seat, move, &text);
    LAW(text.length > 0 && !text.full);
    LAW(strpbrk(memory, " \t\n{<>") == NULL); /* words of a record */
    LAW(play.game->move_parse(state, seat, memory, &read, &why));
    LAW(read == move);
    if (seat != POND_CHANCE) return;
    LAW(text.length == 1); /* a record strings outcomes together */
    LAW(play.game->weight(state, move) >= 1);
    pond_move outcomes[POND_CHANCE_MAX];
    uint32_t weights[POND_CHANCE_MAX];
    const int count = pond_chance(play.game, state, outcomes, weights);
    int at = 0;
    while (at < count && outcomes[at] != move) at++;
    LAW(at < count && weights[at] == play.game->weight(state, move));
}

/* Bits that may or may not be a move: `legal` knows. */
static void law_strangers(const struct pond_state *state, int seat, int count)
{
    for (int i = 0; i < 12; i++) {
        struct pond_error why = {0};
        pond_move stranger = list[below((uint32_t)count)];
        switch (i % 4) {
        case 0: stranger = random_word() >> below(64); break;
        case 1: stranger ^= (pond_move)1 << below(64); break;
        case 2: stranger += 1 - 2 * (pond_move)below(2); break;
        case 3: stranger ^= (pond_move)1 << below(64) | (pond_move)1 << below(64); break;
        }
        const bool legal = play.game->legal(state, seat, stranger, &why);
        LAW(legal == is_listed(stranger, count));
        if (!legal) law_refusal(&why);
    }
}

/* Texts that may or may not be a move. */
static void law_move_texts(const struct pond_state *state, int seat, int count)
{
    for (int i = 0; i < 8; i++) {
        char memory[POND_MOVE_TEXT_MAX + 1];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        struct pond_error why = {0};
        const pond_move untouched = random_word();
        pond_move read = untouched;
        play.game->move_print(state, seat, list[below((uint32_t)count)], &text);
        damage(memory, sizeof memory);
        if (!play.game->move_parse(state, seat, memory, &read, &why)) {
            LAW(read == untouched);
            law_refusal(&why);
        } else {
            LAW(play.game->legal(state, seat, read, &why) == is_listed(read, count));
        }
    }
}

static void law_moves(const struct pond_state *state, int seat)
{
    const int count = play.game->moves(state, seat, list);
    LAW(count >= 1 && count <= (seat == POND_CHANCE ? POND_CHANCE_MAX : POND_MOVES_MAX));
    LAW(play.game->moves(state, seat, list_again) == count);
    const size_t size = (size_t)count * sizeof list[0];
    LAW(memcmp(list, list_again, size) == 0);
    memcpy(sorted, list, size);
    qsort(sorted, (size_t)count, sizeof sorted[0], move_compare);
    for (int i = 1; i < count; i++) LAW(sorted[i - 1] != sorted[i]);
    for (int i = 0; i < count; i++) law_move(state, seat, list[i]);
    law_strangers(state, seat, count);
    law_move_texts(state, seat, count);
    struct pond_error why = {0};
    for (int other = -1; other <= POND_CHANCE + 1; other++) {
        const bool on_turn =
            other >= 0 && other <= POND_CHANCE && (play.game->turn(state) & POND_SEAT(other)) != 0;
        if (on_turn) continue;
        LAW(!play.game->legal(state, other, list[0], &why));
        law_refusal(&why);
    }
}

/* Is it the same turn with the same moves? */
static bool moves_same(const struct pond_state *one, const struct pond_state *other)
{
    const pond_seats turn = play.game->turn(one);
    if (play.game->turn(other) != turn) return false;
    for (pond_seats seats = turn; seats != 0; seats &= (pond_seats)(seats - 1)) {
        const int seat = pond_seat_first(seats);
        const int count = play.game->moves(one, seat, list);
        if (play.game->moves(other, seat, list_again) != count) return false;
        if (memcmp(list, list_again, (size_t)count * sizeof list[0]) != 0) return false;
    }
    return true;
}

/* ---- Positions as text ---- */

static void state_text(const struct pond_state *state, char memory[POND_STATE_TEXT_MAX])
{
    struct pond_text text = pond_text_in(memory, POND_STATE_TEXT_MAX);
    play.game->state_print(state, &text);
    LAW(text.length > 0 && !text.full);
}

static bool text_same(const struct pond_state *one, const struct pond_state *other)
{
    char first[POND_STATE_TEXT_MAX], second[POND_STATE_TEXT_MAX];
    state_text(one, first);
    state_text(other, second);
    return strcmp(first, second) == 0;
}

/* Reads a position's own text and sees whether it is the same position. */
static void law_state_text(const struct pond_state *state, struct pond_state *read)
{
    char memory[POND_STATE_TEXT_MAX];
    struct pond_error why = {0};
    state_text(state, memory);
    memset(read, 0xa5, sizeof *read);
    LAW(play.game->state_parse(read, &play.config, memory, &why));
    LAW(text_same(read, state));
    LAW(moves_same(read, state));
    LAW(result_same(play.game->result(read), play.game->result(state)));
}

/* A position that was let in can be played on, and written and read again. */
static void law_sound(const struct pond_state *position)
{
    struct pond_state state = *position, read;
    struct pond_error why = {0};
    char memory[POND_STATE_TEXT_MAX];
    state_text(&state, memory);
    LAW(play.game->state_parse(&read, &play.config, memory, &why));
    LAW(state_same(&read, &state));
    for (int i = 0; i < 8; i++) {
        law_turn(&state);
        const pond_seats turn = play.game->turn(&state);
        if (turn == 0) return;
        if (turn == POND_SEAT(POND_CHANCE)) {
            pond_roll(play.game, &state, &play.rng);
            continue;
        }
        const int seat = random_seat(turn);
        const int count = play.game->moves(&state, seat, list);
        LAW(count >= 1);
        play.game->apply(&state, seat, list[below((uint32_t)count)]);
    }
}

static void law_damaged_texts(void)
{
    for (int i = 0; i < 4; i++) {
        char memory[POND_STATE_TEXT_MAX];
        struct pond_state read, untouched;
        struct pond_error why = {0};
        state_text(&play.state, memory);
        damage(memory, sizeof memory);
        memset(&read, 0xa5, sizeof read);
        untouched = read;
        if (play.game->state_parse(&read, &play.config, memory, &why)) {
            law_sound(&read);
        } else {
            LAW(state_same(&read, &untouched));
            law_refusal(&why);
        }
    }
}

/* ---- Conservation, game by game ---- */

static void conserve_quibbit(const struct pond_state *before, const struct pond_state *after)
{
    const struct quibbit_state *old = quibbit_state_of(before), *new = quibbit_state_of(after);
    int on_ring = 0;
    for (int frog = 0; frog < new->frogs; frog++) {
        LAW((new->hand[frog] & ~old->hand[frog]) == 0);
        if (new->progress[frog] == QUIBBIT_NOWHERE) continue;
        LAW(old->progress[frog] == QUIBBIT_NOWHERE || old->progress[frog] <= new->progress[frog]);
        LAW((new->occupied >> new->progress[frog] % new->tiles & 1) != 0);
        on_ring++;
    }
    LAW(__builtin_popcount(new->occupied) == on_ring);
}

static void conserve_quibbles(const struct pond_state *before, const struct pond_state *after)
{
    (void)before;
    const struct quibbles_state *state = (const struct quibbles_state *)after;
    quibbles_cards all = state->table.display + state->table.discards + state->draw_pile;
    for (int seat = 0; seat < play.seats; seat++) {
        all += state->table.collections[seat] + state->hands[seat];
    }
    LAW(all == quibbles_deck(state->table.variant));
    for (int seat = 0; seat < play.seats; seat++) {
        LAW(quibbles_holds(state->hands[seat], state->table.at_least[seat]));
        LAW(quibbles_holds(state->table.at_most[seat], state->hands[seat]));
    }
}

static void conserve_rribbit(const struct pond_state *before, const struct pond_state *after)
{
    const struct rribbit_state *old = (const struct rribbit_state *)before;
    const struct rribbit_state *new = (const struct rribbit_state *)after;
    for (int side = 0; side < 2; side++) {
        const int had = __builtin_popcountll(old->frogs[side]);
        const int has = __builtin_popcountll(new->frogs[side]);
        LAW(has == had || (has < had && side != old->side));
    }
    LAW((new->frogs[0] & new->frogs[1]) == 0);
    LAW(((new->frogs[0] | new->frogs[1]) & ~RRIBBIT_BOARD) == 0);
}

static void law_conservation(const struct pond_state *before, const struct pond_state *after)
{
    static const struct {
        const char *game;
        void (*law)(const struct pond_state *before, const struct pond_state *after);
    } laws[] = {{"quibbit", conserve_quibbit},
                {"quibbles", conserve_quibbles},
                {"rribbit", conserve_rribbit}};
    for (size_t i = 0; i < sizeof laws / sizeof laws[0]; i++) {
        if (strcmp(laws[i].game, play.set->game) == 0) laws[i].law(before, after);
    }
}

/* ---- Views ---- */

static bool view_same(const struct pond_view *one, const struct pond_view *other)
{
    return memcmp(one, other, sizeof *one) == 0;
}

/* A view says nothing by its unused bytes: it is the same whatever was in memory before. */
static void view_make(const struct pond_state *state, int observer, struct pond_view *view)
{
    struct pond_view again;
    memset(view, 0xa5, sizeof *view);
    memset(&again, 0x5a, sizeof again);
    play.game->observe(state, observer, view);
    play.game->observe(state, observer, &again);
    LAW(view_same(view, &again));
}

static bool looks_same(const struct pond_state *one, const struct pond_state *other, int observer)
{
    struct pond_view first, second;
    view_make(one, observer, &first);
    view_make(other, observer, &second);
    return view_same(&first, &second);
}

/* What an observer imagines looks to it like what it sees. */
static void law_sample(const struct pond_view *view, int observer)
{
    struct pond_state sample, again;
    struct pond_view seen;
    struct pond_rng rng = play.rng;
    memset(&sample, 0xa5, sizeof sample);
    memset(&again, 0x5a, sizeof again);
    play.game->sample(view, &play.rng, &sample);
    play.game->sample(view, &rng, &again);
    LAW(state_same(&sample, &again));
    view_make(&sample, observer, &seen);
    LAW(view_same(&seen, view));
    law_turn(&sample);
    law_conservation(&sample, &sample);
    const pond_seats turn = play.game->turn(&play.state);
    LAW(play.game->turn(&sample) == turn);
    LAW(result_same(play.game->result(&sample), play.game->result(&play.state)));
    play.samples_apart += !state_same(&sample, &play.state);
    const bool written = play.sealed == 0 && (turn & all_seats()) != 0;
    if (written && one_in(4)) law_state_text(&sample, &again);
}

/* A view from outside is taken for what it is: the true one of a seat that must choose passes, and
 * what passes with some bits changed is safe to think about. */
static void law_view_check(const struct pond_view *view, int seat, bool on_turn)
{
    struct pond_state sample;
    struct pond_view seen;
    LAW(pond_view_check(play.game, view, &play.config, seat) == on_turn);
    for (int i = 0; i < 8; i++) {
        struct pond_view changed = *view;
        for (uint32_t bits = 1 + below(3); bits > 0; bits--) {
            const uint32_t at = below(one_in(4) ? POND_STATE_SIZE : 192);
            changed.bytes[at] =
                (unsigned char)(one_in(2) ? changed.bytes[at] ^ 1u << below(8) : below(256));
        }
        if (!pond_view_check(play.game, &changed, &play.config, seat)) continue;
        play.game->sample(&changed, &play.rng, &sample);
        view_make(&sample, seat, &seen);
        LAW(view_same(&seen, &changed));
        law_turn(&sample);
        LAW(pond_view_moves(play.game, &changed, seat, list) > 0);
    }
}

/* Where something is hidden, the public text is no position: whoever pasted it would get another.
 */
static void law_public_text(const char *public_text)
{
    char full_text[POND_STATE_TEXT_MAX];
    struct pond_state read;
    struct pond_error why;
    state_text(&play.state, full_text);
    if (strcmp(public_text, full_text) == 0) return;
    LAW(!play.game->state_parse(&read, &play.config, public_text, &why));
}

static void law_views(void)
{
    char public_text[POND_STATE_TEXT_MAX], memory[POND_STATE_TEXT_MAX];
    struct pond_view view;
    view_make(&play.state, POND_SPECTATOR, &view);
    struct pond_text text = pond_text_in(public_text, sizeof public_text);
    play.game->view_print(&view, &text);
    LAW(text.length > 0 && !text.full);
    law_public_text(public_text);
    law_sample(&view, POND_SPECTATOR);
    for (int seat = 0; seat < play.seats; seat++) {
        view_make(&play.state, seat, &view);
        text = pond_text_in(memory, sizeof memory);
        play.game->view_print(&view, &text);
        LAW(strcmp(memory, public_text) == 0);
        law_sample(&view, seat);
        const bool on_turn = (play.game->turn(&play.state) & POND_SEAT(seat)) != 0;
        const int known = pond_view_moves(play.game, &view, seat, list);
        LAW(known == (on_turn ? play.game->moves(&play.state, seat, list_again) : 0));
        LAW(memcmp(list, list_again, (size_t)known * sizeof list[0]) == 0);
        law_view_check(&view, seat, on_turn);
    }
}

/* ---- Chance ---- */

/* Observers who see an outcome can tell it from another; nothing gives it away to others. */
static void law_chance_seen(void)
{
    const pond_seats seen_by =
        play.game->chance_seen_by != NULL ? play.game->chance_seen_by(&play.state) : (pond_seats)~0;
    const int count = play.game->moves(&play.state, POND_CHANCE, list);
    if (count < 2) return;
    const uint32_t one = below((uint32_t)count), other = (one + 1) % (uint32_t)count;
    struct pond_state first = play.state, second = play.state;
    play.game->apply(&first, POND_CHANCE, list[one]);
    play.game->apply(&second, POND_CHANCE, list[other]);
    for (int observer = 0; observer <= POND_SPECTATOR; observer++) {
        if (observer >= play.seats && observer != POND_SPECTATOR) continue;
        const bool seen = (seen_by & POND_SEAT(observer)) != 0;
        LAW(looks_same(&first, &second, observer) == !seen);
        play.secrets += !seen;
    }
}

/* ---- Choices at the same time ---- */

/* The order in which they arrive makes no difference. */
static void law_round_order(pond_seats turn)
{
    pond_move choice[POND_SEATS_MAX] = {0};
    struct pond_state ordered = play.state, shuffled = play.state;
    for (int seat = 0; seat < play.seats; seat++) {
        if ((turn & POND_SEAT(seat)) == 0) continue;
        choice[seat] = list[below((uint32_t)play.game->moves(&play.state, seat, list))];
        play.game->apply(&ordered, seat, choice[seat]);
    }
    for (pond_seats left = turn; left != 0;) {
        const int seat = random_seat(left);
        play.game->apply(&shuffled, seat, choice[seat]);
        left &= (pond_seats)~POND_SEAT(seat);
    }
    LAW(state_same(&ordered, &shuffled));
    LAW(play.game->hash(&ordered) == play.game->hash(&shuffled));
}

/* Nobody else sees what was chosen. */
static void law_round_sealed(int seat)
{
    const int count = play.game->moves(&play.state, seat, list);
    struct pond_state first = play.state, second = play.state;
    play.game->apply(&first, seat, list[below((uint32_t)count)]);
    play.game->apply(&second, seat, list[below((uint32_t)count)]);
    for (int observer = 0; observer < play.seats; observer++) {
        LAW(observer == seat || looks_same(&first, &second, observer));
    }
    LAW(looks_same(&first, &second, POND_SPECTATOR));
    play.secrets += count > 1;
}

/* A seat that gives up before or after another has chosen comes to the same; records rely on it. */
static void law_round_resign(int seat, int leaving)
{
    const int count = play.game->moves(&play.state, seat, list);
    const pond_move choice = list[below((uint32_t)count)];
    struct pond_state before = play.state, after = play.state;
    play.game->resign(&before, leaving);
    law_turn(&before);
    if ((play.game->turn(&before) & POND_SEAT(seat)) == 0) return;
    play.game->apply(&before, seat, choice);
    play.game->apply(&after, seat, choice);
    play.game->resign(&after, leaving);
    LAW(state_same(&before, &after));
}

static void law_round(pond_seats turn)
{
    if ((turn & (turn - 1)) == 0) return;
    law_round_order(turn);
    for (int seat = 0; seat < play.seats; seat++) {
        if ((turn & POND_SEAT(seat)) == 0) continue;
        law_round_sealed(seat);
        law_round_resign(seat, random_seat((pond_seats)(turn & ~POND_SEAT(seat))));
    }
}

/* ---- Games, move by move ---- */

/* All that can be said about the current position. */
static void look_closely(void)
{
    const pond_seats turn = play.game->turn(&play.state);
    play.looks++;
    for (pond_seats seats = turn; seats != 0; seats &= (pond_seats)(seats - 1)) {
        law_moves(&play.state, pond_seat_first(seats));
    }
    law_views();
    if (turn == POND_SEAT(POND_CHANCE)) {
        law_chance_seen();
        return;
    }
    law_round(turn);
    if (play.sealed != 0) return;
    struct pond_state read;
    law_state_text(&play.state, &read);
    /* A text need not tell who has resigned; the twin that was told will do. */
    if (play.resigned == 0 && (!play.twin_plays || one_in(8))) {
        play.twin = read;
        play.twin_plays = true;
    }
    law_damaged_texts();
}

static void step_resign(int seat)
{
    const pond_seats others = play.game->turn(&play.state) & (pond_seats)~POND_SEAT(seat);
    play.game->resign(&play.state, seat);
    if (play.twin_plays) play.game->resign(&play.twin, seat);
    play.resigned |= POND_SEAT(seat);
    play.sealed &= (pond_seats)~POND_SEAT(seat);
    if (others == 0) play.sealed = 0;
}

static void step_apply(int seat, pond_move move)
{
    const pond_seats others = play.game->turn(&play.state) & (pond_seats)~POND_SEAT(seat);
    const struct pond_state before = play.state;
    play.game->apply(&play.state, seat, move);
    const bool open = others != 0 && play.game->turn(&play.state) == others;
    play.sealed |= POND_SEAT(seat);
    if (!open) play.sealed = 0;
    law_conservation(&before, &play.state);
    if (!play.twin_plays) return;
    LAW(play.game->legal(&play.twin, seat, move, NULL));
    play.game->apply(&play.twin, seat, move);
    const pond_seats turn = play.game->turn(&play.state);
    LAW(play.game->turn(&play.twin) == turn);
    if (turn == 0 || one_in(16)) LAW(text_same(&play.twin, &play.state));
    LAW(result_same(play.game->result(&play.twin), play.game->result(&play.state)));
}

/* Something happens: chance, a decision, or in every fourth game also a resignation. */
static void step(void)
{
    const pond_seats turn = play.game->turn(&play.state);
    if (turn == POND_SEAT(POND_CHANCE)) {
        struct pond_state next = play.state;
        step_apply(POND_CHANCE, pond_roll(play.game, &next, &play.rng));
        LAW(state_same(&next, &play.state));
        return;
    }
    const pond_seats staying = all_seats() & (pond_seats)~play.resigned;
    if (play.number % 4 == 3 && one_in(64)) {
        step_resign(random_seat(staying));
        return;
    }
    const int seat = random_seat(turn);
    const int count = play.game->moves(&play.state, seat, list);
    LAW(count >= 1);
    play.decisions++;
    step_apply(seat, list[below((uint32_t)count)]);
}

/* When it is over nobody may do anything. */
static void law_over(void)
{
    for (int seat = 0; seat <= POND_CHANCE; seat++) {
        struct pond_error why = {0};
        LAW(!play.game->legal(&play.state, seat, random_word() >> below(64), &why));
        law_refusal(&why);
    }
    law_views();
}

static void game_play(int number)
{
    struct pond_state again;
    game_begin(number, "laws");
    memset(&play.state, 0xa5, sizeof play.state);
    memset(&again, 0x5a, sizeof again);
    play.game->setup(&play.state, &play.config);
    play.game->setup(&again, &play.config);
    LAW(state_same(&play.state, &again));
    for (;;) {
        law_turn(&play.state);
        if (play.game->turn(&play.state) == 0) {
            law_over();
            return;
        }
        if (play.decisions == DECISIONS_MAX) return;
        if (play.looks < LOOKS || one_in(LOOKS_APART)) look_closely();
        step();
    }
}

static void test_positions(void **state)
{
    play_begin(*state);
    for (int number = 0; number < GAMES; number++) game_play(number);
    /* A sample that always is the truth would mean that the view tells it. */
    if (play.secrets > 0) assert_true(play.samples_apart > 0);
}

/* ---- Matches ---- */

static struct pond_match match, match_again, match_before;
static struct pond_entry entries[LOG_MAX], entries_again[LOG_MAX], entries_before[LOG_MAX];

enum attempt {
    ATTEMPT_MOVE,
    ATTEMPT_TEXT,
    ATTEMPT_OUTCOME,
    ATTEMPT_RESIGN,
    ATTEMPT_OFFER,
    ATTEMPT_ACCEPT,
    ATTEMPT_TAKEBACK,
    ATTEMPT_WITHDRAW,
    ATTEMPTS
};

static bool attempt_do(enum attempt attempt, int seat, pond_move move, struct pond_error *why)
{
    switch (attempt) {
    case ATTEMPT_MOVE: return pond_match_submit(&match, seat, move, why);
    case ATTEMPT_TEXT: {
        char memory[POND_MOVE_TEXT_MAX + 1] = "?";
        struct pond_text text = pond_text_in(memory, sizeof memory);
        if (pond_move_listed(play.game, &match.state, seat & 7, move)) {
            play.game->move_print(&match.state, seat & 7, move, &text);
        } else {
            pond_text_number(&text, (int64_t)(move & 0xffff));
            damage(memory, sizeof memory);
        }
        return pond_match_submit_text(&match, seat, memory, why);
    }
    case ATTEMPT_OUTCOME: return pond_match_outcome(&match, move, why);
    case ATTEMPT_RESIGN: return pond_match_resign(&match, seat, why);
    case ATTEMPT_OFFER: return pond_match_offer_draw(&match, seat, why);
    case ATTEMPT_ACCEPT: return pond_match_accept_draw(&match, seat, why);
    case ATTEMPT_WITHDRAW: return pond_match_withdraw(&match, seat, why);
    default: return pond_match_take_back(&match, seat, (uint32_t)move, why);
    }
}

/* What is refused has a reason and changes nothing (C2); what is done makes a new version. */
static bool attempt_make(enum attempt attempt, int seat, pond_move move)
{
    struct pond_error why = {0};
    const size_t size = match.log_count * sizeof entries[0];
    memcpy(&match_before, &match, sizeof match);
    memcpy(entries_before, entries, size);
    const bool done = attempt_do(attempt, seat, move, &why);
    play.state = match.state;
    play.decisions = (int)match.ply;
    if (done) {
        LAW(match.version > match_before.version);
        LAW(attempt != ATTEMPT_TAKEBACK || match.sealed == 0);
        return true;
    }
    law_refusal(&why);
    LAW(memcmp(&match, &match_before, sizeof match) == 0);
    LAW(memcmp(entries, entries_before, size) == 0);
    return false;
}

/* Something that is likely to be refused. */
static void attempt_badly(void)
{
    static const int seats[] = {-1, 0, 1, 2, 3, 4, 5, POND_SPECTATOR, POND_CHANCE, 8, 1000};
    const int seat = seats[below(sizeof seats / sizeof seats[0])];
    const enum attempt attempts[] = {ATTEMPT_MOVE, ATTEMPT_TEXT, ATTEMPT_OUTCOME, ATTEMPT_TAKEBACK};
    const enum attempt attempt = attempts[below(4)];
    const pond_move far = match.ply + 1 + below(2) * (random_word() >> 33);
    const pond_move bits = random_word() >> below(64);
    attempt_make(attempt, seat, attempt != ATTEMPT_TAKEBACK ? bits : one_in(2) ? 0 : far);
}

/* The log alone gives the state. */
static void law_replay(void)
{
    struct pond_state replayed;
    memset(&replayed, 0xa5, sizeof replayed);
    pond_match_replay(&match, match.log_count, &replayed);
    LAW(state_same(&replayed, &match.state));
    LAW(play.game->hash(&replayed) == play.game->hash(&match.state));
}

static void last_print(char memory[POND_WORD_TEXT_MAX])
{
    struct pond_text text = pond_text_in(memory, POND_WORD_TEXT_MAX);
    pond_match_last_print(&match, &text);
    LAW(!text.full);
}

static uint32_t withdrawals; /* in this match */

/* A choice that is taken up leaves everything as it was before it (Q4). */
static void law_withdrawn(int seat)
{
    const struct pond_match chosen = match_before;
    const size_t size = chosen.log_count * sizeof entries[0];
    memcpy(entries_again, entries_before, size);
    LAW(attempt_make(ATTEMPT_WITHDRAW, seat, 0));
    LAW(!attempt_make(ATTEMPT_WITHDRAW, seat, 0));
    LAW(memcmp(entries, entries_again, size) == 0);
    LAW(match.version == chosen.version + 2);
    match_again = match;
    match_again.version = chosen.version;
    LAW(memcmp(&match_again, &chosen, sizeof match) == 0);
    withdrawals++;
}

/* A seat decides by what it sees. */
static void match_decide(void)
{
    char before[POND_WORD_TEXT_MAX], after[POND_WORD_TEXT_MAX];
    const int seat = random_seat(pond_match_turn(&match));
    struct pond_view view;
    pond_match_view(&match, seat, &view);
    const int count = pond_view_moves(play.game, &view, seat, list);
    const pond_move move = list[below((uint32_t)count)];
    last_print(before);
    LAW(attempt_make(one_in(2) ? ATTEMPT_MOVE : ATTEMPT_TEXT, seat, move));
    last_print(after);
    LAW(after[0] != '\0' || match.sealed != 0);
    if (match.sealed != 0) LAW(strcmp(before, after) == 0); /* laid face down */
    LAW(match.offer < 0 || match.offer == seat);
    if ((match.sealed & POND_SEAT(seat)) != 0 && one_in(8)) law_withdrawn(seat);
}

/* Events, in games that have some. */
static void match_disturb(void)
{
    const int seat = random_seat(all_seats());
    if (one_in(16)) attempt_make(ATTEMPT_TAKEBACK, seat, 1 + below(one_in(4) ? 12 : 3));
    if (one_in(16)) attempt_make(ATTEMPT_OFFER, seat, 0);
    if (one_in(32)) attempt_make(ATTEMPT_ACCEPT, random_seat(all_seats()), 0);
    if (one_in(96)) attempt_make(ATTEMPT_RESIGN, seat, 0);
}

/* The same seed and the same choices give the same log and the same bytes (C1). */
static void law_same_again(void)
{
    pond_match_begin_at(&match_again, play.game, &play.config, &match.start, entries_again,
                        match.log_max);
    match_again.from_position = match.from_position;
    pond_match_seed(&match_again, match.seed);
    for (uint32_t i = 0; i < match.log_count; i++) {
        const struct pond_entry *entry = &entries[i];
        switch ((enum pond_entry_kind)entry->kind) {
        case POND_ENTRY_CHANCE: break;
        case POND_ENTRY_MOVE:
            pond_match_submit(&match_again, entry->seat, entry->move, NULL);
            break;
        case POND_ENTRY_RESIGN: pond_match_resign(&match_again, entry->seat, NULL); break;
        case POND_ENTRY_OFFER: pond_match_offer_draw(&match_again, entry->seat, NULL); break;
        case POND_ENTRY_ACCEPT: pond_match_accept_draw(&match_again, entry->seat, NULL); break;
        case POND_ENTRY_TAKEBACK:
            pond_match_take_back(&match_again, entry->seat, (uint32_t)entry->move, NULL);
            break;
        }
    }
    match_again.version += 2 * withdrawals; /* choices that were taken up have left the log */
    LAW(match_again.log_count == match.log_count);
    LAW(memcmp(entries_again, entries, match.log_count * sizeof entries[0]) == 0);
    match_again.log = match.log;
    LAW(memcmp(&match_again, &match, sizeof match) == 0);
}

/* ---- Records ---- */

struct page {
    size_t length;
    char text[RECORD_MAX];
};

static struct page page, page_again, page_hidden;

static void page_take(void *context, const char *bytes, size_t length)
{
    struct page *taken = context;
    LAW(taken->length + length < sizeof taken->text);
    memcpy(taken->text + taken->length, bytes, length);
    taken->length += length;
    taken->text[taken->length] = '\0';
}

static void page_write(struct page *out, const struct pond_match *written,
                       const struct pond_record *record, int hidden_from)
{
    out->length = 0;
    pond_record_write(written, record, hidden_from, page_take, out);
}

static bool page_same(const struct page *one, const struct page *other)
{
    return one->length == other->length && memcmp(one->text, other->text, one->length) == 0;
}

static struct pond_state heard; /* the last position that the reader reported */

static void hear(void *context, const struct pond_match *told)
{
    (void)context;
    LAW(told->sealed == 0 && !pond_match_chance_due(told));
    heard = told->state;
}

static bool page_read(const struct page *from, struct pond_record *record, struct pond_error *why)
{
    struct pond_reader reader = pond_reader_of(from->text, from->length);
    reader.after_ply = hear;
    const bool read = pond_record_read(&reader, &match_again, record, entries_again, LOG_MAX, why);
    LAW(reader.error_line >= 1 && reader.error_line <= reader.line);
    if (read) LAW(state_same(&heard, &match_again.state));
    return read;
}

/* How many of the log's chance outcomes each seat did not see. */
static void hidden_count(uint32_t hidden[POND_SEATS_MAX])
{
    struct pond_state state = match.start;
    for (uint32_t i = 0; i < match.log_count; i++) {
        const struct pond_entry *entry = &entries[i];
        pond_seats seen_by = (pond_seats)~0;
        if (entry->kind == POND_ENTRY_TAKEBACK) pond_match_replay(&match, i + 1, &state);
        if (entry->kind == POND_ENTRY_RESIGN) play.game->resign(&state, entry->seat);
        if (entry->kind > POND_ENTRY_CHANCE) continue;
        if (entry->kind == POND_ENTRY_CHANCE && play.game->chance_seen_by != NULL) {
            seen_by = play.game->chance_seen_by(&state);
        }
        for (int seat = 0; seat < play.seats; seat++) {
            hidden[seat] += (seen_by & POND_SEAT(seat)) == 0;
        }
        play.game->apply(&state, entry->seat, entry->move);
    }
}

/* A record as a seat may see it is the same but for the seed, which it has not, and a '?' for every
 * outcome that the seat did not see. */
static void law_hidden(const struct pond_record *record, int seat, uint32_t hidden)
{
    page_write(&page_hidden, &match, record, seat);
    LAW(strstr(page_hidden.text, "[Seed") == NULL);
    LAW(strstr(page_hidden.text, match.seed) == NULL);
    uint32_t marks = 0;
    const char *at = page.text;
    for (const char *mark = page_hidden.text; *mark != '\0'; mark++, at++) {
        if (strncmp(at, "[Seed ", 6) == 0) at = strchr(at, '\n') + 1;
        LAW(*mark == *at || *mark == '?');
        marks += *mark != *at;
    }
    LAW(*at == '\0');
    LAW(marks == hidden);
    struct pond_error why = {0};
    struct pond_record read;
    LAW(page_read(&page_hidden, &read, &why) == (hidden == 0));
    if (hidden > 0) LAW(why.word == POND_WORD_RECORD_HIDDEN);
}

/* A record with mistakes is refused, or it is a record. */
static void law_damaged_record(void)
{
    struct pond_error why = {0};
    struct pond_record record;
    damage(page.text, sizeof page.text);
    page.length = strlen(page.text);
    if (!page_read(&page, &record, &why)) {
        law_refusal(&why);
        return;
    }
    page_write(&page, &match_again, &record, -1);
    LAW(page_read(&page, &record, &why));
    page_write(&page_again, &match_again, &record, -1);
    LAW(page_same(&page, &page_again));
}

/* What is written can be read, tells the same game, and is the same when written again. */
static void law_record(void)
{
    struct pond_record record = {.name = {"Ada \"the \\ frog\" Q", "", "Zo\xc3\xab"},
                                 .date = "2024-05-01",
                                 .result = {.outcome = POND_UNFINISHED}};
    struct pond_record read;
    struct pond_error why = {0};
    record.result.reason = one_in(2) ? POND_REASON_LIMIT : POND_REASON_IN_PROGRESS;
    if (play.seats < 3) record.name[2][0] = '\0';
    page_write(&page, &match, &record, -1);
    const bool readable = page_read(&page, &read, &why);
    if (!readable) {
        char memory[SENTENCE_MAX];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        pond_error_print(&why, POND_ENGLISH, &text);
        print_error("%s\n%s\n", page.text, memory);
    }
    LAW(readable);
    page_write(&page_again, &match_again, &read, -1);
    LAW(page_same(&page, &page_again));
    LAW(result_same(match.result, match_again.result));
    LAW(result_same(read.result, pond_match_over(&match) ? match.result : record.result));
    /* Choices of a round that is still open are not in a record. */
    if (match.sealed == 0) {
        LAW(state_same(&match.state, &match_again.state));
        LAW(match.ply == match_again.ply);
        LAW(pond_match_turns(&match) == pond_match_turns(&match_again));
    }
    uint32_t hidden[POND_SEATS_MAX] = {0};
    hidden_count(hidden);
    for (int seat = 0; seat < play.seats; seat++) law_hidden(&record, seat, hidden[seat]);
    law_damaged_record();
}

/* ---- Matches at random ---- */

/* A position some moves into a game, for games that may start from one. */
static bool random_position(struct pond_state *position)
{
    struct pond_state state;
    play.game->setup(&state, &play.config);
    for (uint32_t moves = below(24); moves > 0; moves--) {
        const pond_seats turn = play.game->turn(&state);
        if (turn == 0 || turn == POND_SEAT(POND_CHANCE)) return false;
        const int seat = pond_seat_first(turn);
        const int count = play.game->moves(&state, seat, list);
        play.game->apply(&state, seat, list[below((uint32_t)count)]);
    }
    char memory[POND_STATE_TEXT_MAX];
    state_text(&state, memory);
    return play.game->state_parse(position, &play.config, memory, NULL);
}

static void match_begin(int number)
{
    char seed[POND_SEED_MAX];
    struct pond_state position;
    game_begin(number, "match");
    withdrawals = 0;
    const uint32_t log_max = one_in(8) ? LOG_SHORT : LOG_MAX;
    snprintf(seed, sizeof seed, "seed-%d-%08x", number, (unsigned)below(UINT32_MAX));
    if (play.game->setup_parse == NULL && one_in(2) && random_position(&position)) {
        pond_match_begin_at(&match, play.game, &play.config, &position, entries, log_max);
    } else {
        pond_match_begin(&match, play.game, &play.config, entries, log_max);
    }
    pond_match_seed(&match, seed);
    play.state = match.state;
    LAW(!pond_match_chance_due(&match));
}

static bool log_full(void) { return match.log_max - match.log_count < POND_ENTRIES_A_MOVE_MAX; }

static void match_play(int number)
{
    match_begin(number);
    while (!pond_match_over(&match) && play.decisions < DECISIONS_MAX && !log_full()) {
        LAW(pond_match_turn(&match) != 0);
        if (one_in(8)) attempt_badly();
        if (pond_match_over(&match) || log_full()) break;
        match_decide();
        if (number % 2 == 1) match_disturb();
        if (one_in(16)) law_replay();
        if (one_in(128)) law_record();
    }
    LAW((pond_match_turn(&match) == 0) == pond_match_over(&match));
    const bool stopped = pond_match_over(&match) || log_full();
    for (int attempt = 0; stopped && attempt < ATTEMPTS; attempt++) {
        for (int seat = 0; seat < play.seats; seat++) {
            LAW(!attempt_make((enum attempt)attempt, seat, 1 + below(5)));
        }
    }
    law_replay();
    law_same_again();
    law_record();
}

static void test_matches(void **state)
{
    play_begin(*state);
    for (int number = 0; number < MATCHES; number++) match_play(number);
}

/* ---- The option sets themselves ---- */

/* Does a set of the game have this text as the value of the option? */
static bool value_appears(const struct pond_game *game, int option, const char *value,
                          size_t length)
{
    for (const struct option_set *set = option_sets; set->game != NULL; set++) {
        struct pond_config config;
        if (strcmp(set->game, game->name) != 0) continue;
        assert_true(pond_config_parse(game, set->options, &config, NULL));
        const char *text = config.text[option];
        if (value == NULL && config.value[option] == POND_VALUE_TEXT) return true;
        if (value != NULL && strlen(text) == length && memcmp(text, value, length) == 0)
            return true;
    }
    return false;
}

static void option_appears(const struct pond_game *game, int index)
{
    const struct pond_option *option = &game->options[index];
    for (const char *at = option->choices; at != NULL;) {
        const size_t length = strcspn(at, "|");
        assert_true(value_appears(game, index, at, length));
        at = at[length] == '|' ? at + length + 1 : NULL;
    }
    if (option->kind >= POND_OPTION_TEXT) assert_true(value_appears(game, index, NULL, 0));
    if (option->kind == POND_OPTION_NUMBER) {
        assert_true(value_appears(game, index, option->standard, strlen(option->standard)));
    }
}

/* No game, and no value of an option, is forgotten. */
static void test_option_sets(void **state)
{
    (void)state;
    for (const struct pond_game *const *game = pond_games; *game != NULL; game++) {
        for (int i = 0; i < (*game)->option_count; i++) option_appears(*game, i);
    }
    for (int i = 0; i < pond_null.option_count; i++) option_appears(&pond_null, i);
}

int main(void)
{
    enum { SETS = sizeof option_sets / sizeof option_sets[0] - 1 };
    static char names[2 * SETS][128];
    static struct CMUnitTest tests[2 * SETS + 1];
    tests[0] = (struct CMUnitTest){.name = "option sets", .test_func = test_option_sets};
    for (int i = 0; i < SETS; i++) {
        const struct option_set *set = &option_sets[i];
        snprintf(names[2 * i], sizeof names[0], "positions: %s %s", set->game, set->options);
        snprintf(names[2 * i + 1], sizeof names[0], "matches: %s %s", set->game, set->options);
        tests[2 * i + 1] = (struct CMUnitTest){.name = names[2 * i],
                                               .test_func = test_positions,
                                               .initial_state = (void *)(uintptr_t)set};
        tests[2 * i + 2] = (struct CMUnitTest){.name = names[2 * i + 1],
                                               .test_func = test_matches,
                                               .initial_state = (void *)(uintptr_t)set};
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
