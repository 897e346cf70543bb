/* events_test.c: the laws of events and of views as data, on random play of every option set.
 *
 * What an observer sees before an entry plus its events is what it sees after it; events and views
 * tell nothing that the observer may not see; and they are the same whenever they are asked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "given.h"
#include "option_sets.h"
#include "pond/json.h"
#include "pond/match.h"
#include "pond/quibbit.h"
#include "pond/quibbles.h"

#define GAMES (100 / TEST_SHARE) /* of each option set */
#define DECISIONS_MAX 300        /* then a game is cut off */
#define TWINS 2 /* states that look the same, at every step and for every observer */

static struct {
    const struct option_set *set;
    const struct pond_game *game;
    struct pond_config config;
    int seats, number;
    struct pond_rng rng;
    struct pond_state state;
    uint64_t told, twins, apart; /* events; twins compared; those that were not the truth itself */
    uint64_t read;               /* positions printed and read again */
} play;

static void fails(const char *law, const struct pond_entry *entry, int observer)
{
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    play.game->state_print(&play.state, &text);
    print_error("%s %s, game %d, observer %d, position %s, entry %d of %d: %llx\n%s\n",
                play.set->game, play.set->options, play.number, observer, memory, entry->kind,
                entry->seat, (unsigned long long)entry->move, law);
    fail();
}

static void state_after(const struct pond_state *before, const struct pond_entry *entry,
                        struct pond_state *after)
{
    *after = *before;
    if (entry->kind == POND_ENTRY_RESIGN)
        play.game->resign(after, entry->seat);
    else
        play.game->apply(after, entry->seat, entry->move);
}

static bool events_same(const struct pond_events *one, const struct pond_events *other)
{
    if (one->count != other->count) return false;
    for (int i = 0; i < one->count; i++) {
        const struct pond_event *a = &one->list[i], *b = &other->list[i];
        if (a->kind != b->kind || a->seat != b->seat) return false;
        if (memcmp(a->value, b->value, sizeof a->value) != 0) return false;
    }
    return true;
}

/* The view before and the events give the view after. */
static void law_follow(const struct pond_entry *entry, const struct pond_state *after, int observer,
                       const struct pond_events *events)
{
    struct pond_view followed, seen;
    play.game->observe(&play.state, observer, &followed);
    play.game->observe(after, observer, &seen);
    pond_view_follow(play.game, &followed, events);
    if (memcmp(&followed, &seen, sizeof seen) == 0) return;
    for (size_t i = 0; i < sizeof seen; i++) {
        if (followed.bytes[i] != seen.bytes[i]) {
            print_error("byte %zu: %d, not %d\n", i, followed.bytes[i], seen.bytes[i]);
        }
    }
    fails("the view before and the events do not give the view after", entry, observer);
}

/* May this entry be another one without the observer noticing: a card drawn face down, or a choice
 * that stays secret? */
static bool is_secret(const struct pond_entry *entry, const struct pond_state *after, int observer)
{
    const struct pond_game *game = play.game;
    const pond_seats turn = game->turn(&play.state);
    if (entry->kind == POND_ENTRY_CHANCE) {
        return game->chance_seen_by != NULL &&
               (game->chance_seen_by(&play.state) & POND_SEAT(observer)) == 0;
    }
    const bool open =
        (turn & (turn - 1)) == 0 || game->turn(after) != (turn & ~POND_SEAT(entry->seat));
    return entry->kind == POND_ENTRY_MOVE && entry->seat != observer && !open;
}

/* Have the seats chosen the same in both? When a round is over, choices are shown to everyone. */
static bool chosen_same(const struct pond_state *one, const struct pond_state *other)
{
    if (play.game->own_print == NULL) return true;
    for (int seat = 0; seat < play.seats; seat++) {
        char memory[2][POND_STATE_TEXT_MAX], laid[2][POND_MOVE_TEXT_MAX];
        for (int i = 0; i < 2; i++) {
            struct pond_view view;
            struct pond_text hand = pond_text_in(memory[i], sizeof memory[i]);
            struct pond_text chosen = pond_text_in(laid[i], sizeof laid[i]);
            play.game->observe(i == 0 ? one : other, seat, &view);
            play.game->own_print(&view, &hand, &chosen);
        }
        if (strcmp(laid[0], laid[1]) != 0) return false;
    }
    return true;
}

/* Another truth that looks the same before and after has the same events. */
static void law_secret(const struct pond_entry *entry, const struct pond_state *after, int observer,
                       const struct pond_events *events)
{
    struct pond_view before_view, after_view, twin_view;
    struct pond_state twin, twin_after;
    struct pond_events told;
    const bool secret = is_secret(entry, after, observer);
    play.game->observe(&play.state, observer, &before_view);
    play.game->observe(after, observer, &after_view);
    for (int i = 0; i < TWINS; i++) {
        struct pond_entry other = *entry;
        play.game->sample(&before_view, &play.rng, &twin);
        if (secret) {
            pond_move moves[POND_MOVES_MAX];
            const int count = play.game->moves(&twin, entry->seat, moves);
            other.move = moves[pond_rng_below(&play.rng, (uint32_t)count)];
        }
        const bool move = entry->kind != POND_ENTRY_RESIGN;
        if (move && !pond_move_listed(play.game, &twin, entry->seat, other.move)) continue;
        if (!secret && !chosen_same(&play.state, &twin)) continue;
        state_after(&twin, &other, &twin_after);
        play.game->observe(&twin_after, observer, &twin_view);
        if (memcmp(&twin_view, &after_view, sizeof after_view) != 0) continue;
        play.twins++;
        play.apart += memcmp(&twin, &play.state, sizeof twin) != 0 || other.move != entry->move;
        pond_entry_events(play.game, &twin, &other, &twin_after, observer, &told);
        if (!events_same(events, &told)) fails("events tell what is hidden", entry, observer);
    }
}

/* Every event has a row, JSON and, where it has one, a sentence in every language. */
static void swallow(void *context, const char *bytes, size_t length)
{
    *(size_t *)context += length + (bytes == NULL);
}

static void law_rows(const struct pond_entry *entry, const struct pond_events *events)
{
    static const char *const names[] = {"Anna", "Ben", "Cleo", "Dora", "Emil", "Dummy"};
    size_t length = 0;
    struct pond_json json = pond_json_to(swallow, &length);
    pond_events_json(&json, play.game, events);
    assert_true(length >= 2);
    for (int i = 0; i < events->count; i++) {
        const int seat = events->list[i].seat; /* a dummy comes after the seats */
        if (seat > play.seats && seat != POND_NOBODY) fails("it is nobody's seat", entry, seat);
        for (int language = 0; language < POND_LANGUAGES; language++) {
            char memory[POND_EVENT_TEXT_MAX];
            struct pond_text text = pond_text_in(memory, sizeof memory);
            const bool said = pond_event_sentence(play.game, &events->list[i], names,
                                                  (int)pond_rng_below(&play.rng, 4) - 1,
                                                  (enum pond_language)language, &text);
            if (said != (text.length > 0) || text.full || strchr(memory, '{') != NULL) {
                fails(memory, entry, -1);
            }
        }
    }
}

/* ---- Views as data ---- */

struct written {
    size_t length;
    char text[4096];
};

static void keep(void *context, const char *bytes, size_t length)
{
    struct written *written = context;
    assert_true(written->length + length < sizeof written->text);
    memcpy(written->text + written->length, bytes, length);
    written->length += length;
}

static void view_write(const struct pond_state *state, int observer, struct written *out)
{
    struct pond_view view;
    struct pond_json json = pond_json_to(keep, out);
    memset(out, 0, sizeof *out);
    play.game->observe(state, observer, &view);
    if (play.game->view_json != NULL) play.game->view_json(&view, &json);
}

/* The notation of a position does not tell which cards of a hand were seen. */
static void seen_cut(struct written *written)
{
    for (char *at = written->text; (at = strstr(at, "\"seen\":[")) != NULL;) {
        char *end = strchr(at, ']');
        at += strlen("\"seen\":[");
        memmove(at, end, strlen(end) + 1);
    }
    written->length = strlen(written->text);
}

/* What is hidden from an observer is not in its view; and a position that is printed and read again
 * looks the same. */
static void law_view(const struct pond_entry *entry, int observer)
{
    struct written truth, other;
    struct pond_view view;
    struct pond_state twin;
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    struct pond_error why;
    if (play.game->view_json == NULL) return; /* its notation is all there is */
    view_write(&play.state, observer, &truth);
    play.game->observe(&play.state, observer, &view);
    play.game->sample(&view, &play.rng, &twin);
    view_write(&twin, observer, &other);
    if (strcmp(truth.text, other.text) != 0) fails(truth.text, entry, observer);
    play.game->state_print(&play.state, &text);
    const pond_seats turn = play.game->turn(&play.state);
    if (turn == 0 || turn == POND_SEAT(POND_CHANCE)) return; /* no position to begin from */
    if (!play.game->state_parse(&twin, &play.config, memory, &why)) return; /* cards lie chosen */
    play.read++;
    view_write(&twin, observer, &other);
    seen_cut(&truth);
    seen_cut(&other);
    if (strcmp(truth.text, other.text) != 0) fails(other.text, entry, observer);
}

/* A frog lands on what lies there, in the colour that people see: events tell no frog's number. */
static void law_ground(const struct pond_entry *entry, const struct pond_events *events)
{
    const struct quibbit_state *state = (const struct quibbit_state *)&play.state;
    int64_t tile = 0;
    for (int i = 0; i < events->count && play.game == &pond_quibbit; i++) {
        const struct pond_event *event = &events->list[i];
        if (event->kind == QUIBBIT_EVENT_LEAP) tile = event->value[3];
        if (event->kind != QUIBBIT_EVENT_LOST && event->kind != QUIBBIT_EVENT_BACK) continue;
        const int kind = quibbit_tile_kind(state, (int)tile);
        const int ground = kind == event->seat      ? QUIBBIT_GROUND_OWN
                           : kind >= QUIBBIT_FLOWER ? kind
                                                    : state->color[kind];
        if (event->value[1] != ground) fails("another ground than it landed on", entry, -1);
    }
}

static void step(const struct pond_entry *entry)
{
    struct pond_state after;
    struct pond_events events, again;
    state_after(&play.state, entry, &after);
    for (int observer = 0; observer <= play.seats; observer++) {
        const int who = observer < play.seats ? observer : POND_SPECTATOR;
        pond_entry_events(play.game, &play.state, entry, &after, who, &events);
        pond_entry_events(play.game, &play.state, entry, &after, who, &again);
        assert_true(events_same(&events, &again));
        law_follow(entry, &after, who, &events);
        law_secret(entry, &after, who, &events);
        law_view(entry, who);
        play.told += (uint64_t)events.count;
    }
    pond_entry_events(play.game, &play.state, entry, &after, POND_OMNISCIENT, &events);
    for (int i = 0; i < events.count; i++) {
        for (int k = 0; k < POND_EVENT_VALUES_MAX; k++) {
            assert_true(events.list[i].value[k] != POND_EVENT_HIDDEN);
        }
    }
    law_rows(entry, &events);
    law_ground(entry, &events);
    play.state = after;
}

/* A draw pile that is used up is rare, so it is made. */
static void pile_use_up(void)
{
    struct quibbles_state *state = (struct quibbles_state *)&play.state;
    if (state->table.due != QUIBBLES_DUE_NOTHING) return;
    state->table.discards += state->draw_pile;
    state->draw_pile = 0;
}

static void play_game(void)
{
    pond_seats resigned = 0;
    for (int decisions = 0; decisions < DECISIONS_MAX;) {
        const pond_seats turn = play.game->turn(&play.state);
        pond_move moves[POND_MOVES_MAX];
        struct pond_entry entry = {.kind = POND_ENTRY_MOVE};
        if (turn == 0) return;
        if (play.game == &pond_quibbles && pond_rng_below(&play.rng, 50) == 0) pile_use_up();
        if (turn == POND_SEAT(POND_CHANCE)) {
            uint32_t weights[POND_CHANCE_MAX];
            const int count = pond_chance(play.game, &play.state, moves, weights);
            entry = (struct pond_entry){.kind = POND_ENTRY_CHANCE,
                                        .seat = POND_CHANCE,
                                        .move = moves[pond_rng_below(&play.rng, (uint32_t)count)]};
            step(&entry);
            continue;
        }
        entry.seat = (uint8_t)pond_rng_below(&play.rng, (uint32_t)play.seats);
        const pond_seats in =
            play.game->in_play != NULL ? play.game->in_play(&play.state) : (pond_seats)~resigned;
        if (pond_rng_below(&play.rng, 30) == 0 && (in >> entry.seat & 1) != 0) {
            entry.kind = POND_ENTRY_RESIGN;
            resigned |= POND_SEAT(entry.seat);
        } else {
            while ((turn >> entry.seat & 1) == 0) {
                entry.seat = (uint8_t)((entry.seat + 1) % play.seats);
            }
            const int count = play.game->moves(&play.state, entry.seat, moves);
            entry.move = moves[pond_rng_below(&play.rng, (uint32_t)count)];
        }
        step(&entry);
        decisions++;
    }
}

static void laws_hold(void **context)
{
    (void)context;
    for (const struct option_set *set = option_sets; set->game != NULL; set++) {
        memset(&play, 0, sizeof play);
        play.set = set;
        play.game = pond_game_find(set->game);
        play.config = given_config(play.game, set->options);
        play.seats = play.game->seats(&play.config);
        for (; play.number < GAMES; play.number++) {
            char seed[64];
            snprintf(seed, sizeof seed, "events-%d-%d", (int)(set - option_sets), play.number);
            pond_rng_seed(&play.rng, seed);
            play.game->setup(&play.state, &play.config);
            play_game();
        }
        struct pond_state start;
        play.game->setup(&start, &play.config);
        if (play.game->turn(&start) == 0) continue; /* over before it begins */
        assert_true(play.told > 0);
        assert_true(play.twins > 0);
        assert_true(play.read > 0 || play.game->view_json == NULL);
        const bool secrets = play.game->own_print != NULL;
        assert_int_equal(play.apart > 0, secrets);
    }
}

/* Sentences say all that matters: the ground, who was leapt over, which card was given up. */
static void sentences_tell_details(void **unused)
{
    static const char *const names[] = {"Anna", "Ben", "Cleo", "The dummy"};
    static const struct {
        const struct pond_game *game;
        struct pond_event event;
        int you;
        const char *english, *french;
    } rows[] = {
        {&pond_quibbit,
         {QUIBBIT_EVENT_LEAP, 0, {2, 5, 7, 7, 0}},
         1,
         "Anna plays 2 and lands on tile 7.",
         "Anna joue le 2 et arrive sur la tuile 7."},
        {&pond_quibbit,
         {QUIBBIT_EVENT_LEAP, 0, {2, 5, 9, 9, 0xe}},
         2,
         "Anna plays 2 and leaps over Ben, you and The dummy to tile 9.",
         "Anna joue le 2 et saute par-dessus Ben, vous et The dummy jusqu'à la tuile 9."},
        {&pond_quibbit,
         {QUIBBIT_EVENT_LEAP, 0, {2, 5, 8, 8, 2}},
         0,
         "You play 2 and leap over Ben to tile 8.",
         "Vous jouez le 2 et sautez par-dessus Ben jusqu'à la tuile 8."},
        {&pond_quibbit,
         {QUIBBIT_EVENT_LOST, 1, {4, QUIBBIT_WATER}},
         0,
         "Ben loses the 4 (water).",
         "Ben perd le 4 (eau)."},
        {&pond_quibbit,
         {QUIBBIT_EVENT_LOST, 1, {4, 0}},
         1,
         "You lose the 4 (red leaf).",
         "Vous perdez le 4 (feuille rouge)."},
        {&pond_quibbit,
         {QUIBBIT_EVENT_BACK, 1, {4, QUIBBIT_GROUND_OWN}},
         1,
         "You get the 4 back (same colour).",
         "Vous récupérez le 4 (même couleur)."},
        {&pond_quibbles,
         {QUIBBLES_EVENT_STASH, 0, {5, 1, -1, 5}},
         1,
         "Anna stashes a 5: 5 of 21.",
         "Anna met un 5 de côté\u00a0: 5 sur 21."},
        {&pond_quibbles,
         {QUIBBLES_EVENT_STASH, 0, {5, 1, 0, 21}},
         0,
         "You stash a 5 and give up a 0: 21 of 21.",
         "Vous mettez un 5 de côté et cédez un 0\u00a0: 21 sur 21."},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int language = 0; language < POND_LANGUAGES; language++) {
            char memory[POND_EVENT_TEXT_MAX];
            struct pond_text text = pond_text_in(memory, sizeof memory);
            assert_true(pond_event_sentence(rows[i].game, &rows[i].event, names, rows[i].you,
                                            (enum pond_language)language, &text));
            assert_string_equal(memory, language == 0 ? rows[i].english : rows[i].french);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(laws_hold),
                                       cmocka_unit_test(sentences_tell_details)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
