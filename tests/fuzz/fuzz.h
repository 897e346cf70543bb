/* fuzz.h: what the fuzzing targets share: reading an input, choosing a game, playing it on.
 *
 * An input is bytes that the fuzzer makes up. The first few choose an option set and a position of
 * a game played with it; the rest is the text to be parsed, either as it stands, or as the changes
 * that are made to a text that is right: so the fuzzer finds its way into the parsers quickly. What
 * must hold is asserted. */
#ifndef POND_TESTS_FUZZ_H
#define POND_TESTS_FUZZ_H

#include <assert.h>
#include <string.h>

#include "../option_sets.h"
#include "pond/game.h"

#define FUZZ_TEXT_MAX 1024
#define FUZZ_EDITS_MAX 16

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

struct fuzz_input {
    const uint8_t *bytes;
    size_t length;
};

/* Beyond the end of an input there are zeros. */
static inline unsigned fuzz_byte(struct fuzz_input *input)
{
    if (input->length == 0) return 0;
    input->length--;
    return *input->bytes++;
}

static inline uint64_t fuzz_word(struct fuzz_input *input)
{
    uint64_t word = 0;
    for (int i = 0; i < 8; i++) word = word << 8 | fuzz_byte(input);
    return word;
}

/* ---- Games ---- */

struct fuzz_game {
    const struct pond_game *game;
    const char *options;
    struct pond_config config;
};

static inline struct fuzz_game fuzz_game(struct fuzz_input *input)
{
    const size_t count = sizeof option_sets / sizeof option_sets[0] - 1;
    const struct option_set *set = &option_sets[fuzz_byte(input) % count];
    /* The examples, which come last, are not linked here: the first game stands in for them. */
    if (pond_game_find(set->game) == NULL) set = &option_sets[0];
    struct fuzz_game chosen = {.game = pond_game_find(set->game), .options = set->options};
    const bool fine = pond_config_parse(chosen.game, set->options, &chosen.config, NULL);
    assert(fine);
    return chosen;
}

/* One step of random play: the next seat's choice, or chance's outcome. False when it is over. */
static inline bool fuzz_step(const struct pond_game *game, struct pond_state *state,
                             struct pond_rng *rng)
{
    static pond_move moves[POND_MOVES_MAX];
    const pond_seats turn = game->turn(state);
    assert((turn == 0) == (game->result(state).outcome != POND_GOES_ON));
    if (turn == 0) return false;
    if (turn == POND_SEAT(POND_CHANCE)) {
        pond_roll(game, state, rng);
        return true;
    }
    const int seat = pond_seat_first(turn);
    const int count = game->moves(state, seat, moves);
    assert(count > 0 && count <= POND_MOVES_MAX);
    const pond_move move = moves[pond_rng_below(rng, (uint32_t)count)];
    assert(game->legal(state, seat, move, NULL));
    game->apply(state, seat, move);
    return true;
}

/* A position that the input chooses: that many steps from the start. */
static inline struct pond_state fuzz_position(struct fuzz_input *input,
                                              const struct fuzz_game *chosen)
{
    struct pond_state state;
    struct pond_rng rng;
    const char seed[] = {(char)('A' + fuzz_byte(input) % 26), '\0'};
    unsigned steps = fuzz_byte(input);
    pond_rng_seed(&rng, seed);
    chosen->game->setup(&state, &chosen->config);
    while (chosen->game->turn(&state) == POND_SEAT(POND_CHANCE)) {
        pond_roll(chosen->game, &state, &rng);
    }
    while (steps > 0 && fuzz_step(chosen->game, &state, &rng)) steps--;
    return state;
}

/* ---- Texts ---- */

/* One change of a text that has room for `size` bytes: three bytes say what, where and with which
 * character. */
static inline void fuzz_edit(struct fuzz_input *input, char *text, size_t size)
{
    static const char signs[] = "0123456789abcdefghiLDRGYB*~?-+!=/,:.x@ #<>\n";
    const unsigned what = fuzz_byte(input), where = fuzz_byte(input), with = fuzz_byte(input);
    const size_t length = strlen(text), at = (where | (what & 0xf8) << 5) % (length + 1);
    const char sign = (what & 4) != 0 ? (char)with : signs[with % (sizeof signs - 1)];
    switch (what % 4) {
    case 0:
        if (at < length) text[at] = sign;
        break;
    case 1:
        if (length + 1 == size) break;
        memmove(text + at + 1, text + at, length - at + 1);
        text[at] = sign;
        break;
    case 2:
        if (at < length) memmove(text + at, text + at + 1, length - at);
        break;
    default: text[at] = '\0';
    }
}

/* Takes the rest of an input as a text: its bytes, or as changes of a text that is right. */
static inline void fuzz_text(struct fuzz_input *input, const char *right, char text[FUZZ_TEXT_MAX])
{
    const bool changes = (fuzz_byte(input) & 1) != 0;
    const size_t taken = changes                         ? strlen(right)
                         : input->length < FUZZ_TEXT_MAX ? input->length
                                                         : FUZZ_TEXT_MAX - 1;
    assert(taken < FUZZ_TEXT_MAX);
    if (taken > 0) memcpy(text, changes ? right : (const char *)input->bytes, taken);
    text[taken] = '\0';
    for (int edits = 0; changes && input->length > 0 && edits < FUZZ_EDITS_MAX; edits++) {
        fuzz_edit(input, text, FUZZ_TEXT_MAX);
    }
}

/* Every refusal has a sentence in every language. */
static inline void fuzz_refused(const struct pond_error *why)
{
    char memory[FUZZ_TEXT_MAX];
    assert(why->word > POND_WORD_NONE && why->word < POND_WORDS);
    assert(why->argument_count <= POND_ERROR_ARGUMENTS_MAX);
    for (int language = 0; language < POND_LANGUAGES; language++) {
        struct pond_text text = pond_text_in(memory, sizeof memory);
        pond_error_print(why, (enum pond_language)language, &text);
        assert(text.length > 8 && !text.full);
    }
}

/* Has a parser left its result alone? Fill it before, ask after. */
static inline void fuzz_mark(void *memory, size_t size) { memset(memory, 0xa5, size); }

static inline bool fuzz_marked(const void *memory, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (((const unsigned char *)memory)[i] != 0xa5) return false;
    }
    return true;
}

#endif
