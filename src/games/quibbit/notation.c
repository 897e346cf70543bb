/* notation.c: moves, positions and setups of Quibbit! as text. */
#include "rules.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

/* ---- Texts that moves and positions share ---- */

static char frog_letter(const struct quibbit_state *game, int frog)
{
    const char letter = quibbit_color_letters[game->color[frog]];
    return frog < game->seats ? letter : (char)(letter - 'A' + 'a');
}

void pond_quibbit_cards_print(unsigned cards, struct pond_text *out)
{
    for (unsigned card = 1; card <= QUIBBIT_CARD_MAX; card++) {
        if ((cards >> card & 1) != 0) pond_text_char(out, (char)('0' + card));
    }
}

void pond_quibbit_kind_print(const struct quibbit_state *game, unsigned kind, struct pond_text *out)
{
    char letter = '?';
    if (kind == QUIBBIT_FLOWER) {
        letter = '*';
    } else if (kind == QUIBBIT_WATER) {
        letter = '~';
    } else if (kind < QUIBBIT_FROGS_MAX && kind < game->frogs) {
        letter = quibbit_color_letters[game->color[kind]];
    }
    pond_text_char(out, letter);
}

/* ---- The notation of moves ---- */

void pond_quibbit_move_print(const struct pond_state *state, int seat, pond_move move,
                             struct pond_text *out)
{
    (void)seat;
    const unsigned low = (unsigned)move & UINT16_MAX;
    if (move == QUIBBIT_FRONT) {
        pond_text_string(out, "front");
    } else if (move == QUIBBIT_BACK) {
        pond_text_string(out, "back");
    } else if (move - low == QUIBBIT_PLACE) {
        pond_text_char(out, '@');
        pond_text_number(out, low);
    } else if (move - low == QUIBBIT_LAY) {
        pond_quibbit_kind_print(quibbit_state_of(state), low, out);
    } else {
        pond_text_number(out, low);
    }
}

/* Explains how a move is written in this position, after an input that isn't one. */
static bool syntax_refuse(const struct quibbit_state *game, int seat, const char *text,
                          struct pond_error *why)
{
    if (seat == POND_CHANCE && quibbit_laying(game)) {
        char memory[QUIBBIT_FROGS_MAX + 1];
        struct pond_text colors = pond_text_in(memory, sizeof memory);
        for (unsigned frog = 0; frog < game->frogs; frog++)
            pond_quibbit_kind_print(game, frog, &colors);
        pond_refuse_text(why, POND_WORD_QUIBBIT_WRITE_LAY, text);
        return pond_error_text(why, memory);
    }
    if (seat == POND_CHANCE) return pond_refuse_text(why, POND_WORD_QUIBBIT_WRITE_DECK, text);
    if (game->round > 0) return pond_refuse_text(why, POND_WORD_QUIBBIT_WRITE_CARD, text);
    if (game->occupied != 0) return pond_refuse_text(why, POND_WORD_QUIBBIT_WRITE_LINE, text);
    pond_refuse_text(why, POND_WORD_QUIBBIT_WRITE_FIRST, text);
    return pond_error_number(why, game->tiles - 1);
}

bool pond_quibbit_move_parse(const struct pond_state *state, int seat, const char *text,
                             pond_move *move, struct pond_error *why)
{
    const struct quibbit_state *game = quibbit_state_of(state);
    if (seat == POND_CHANCE && quibbit_laying(game)) {
        for (unsigned kind = 0; kind < QUIBBIT_TILE_KINDS; kind++) {
            char memory[2];
            struct pond_text letter = pond_text_in(memory, sizeof memory);
            pond_quibbit_kind_print(game, kind, &letter);
            if (memory[0] == '?' || !pond_text_equal(text, memory)) continue;
            *move = QUIBBIT_LAY | kind;
            return true;
        }
        return syntax_refuse(game, seat, text, why);
    }
    if (text[0] >= '0' && text[0] <= '9' && text[1] == '\0') {
        *move = (pond_move)(text[0] - '0');
        return true;
    }
    if (seat == POND_CHANCE) return syntax_refuse(game, seat, text, why);
    if (pond_text_equal(text, "front") || pond_text_equal(text, "back")) {
        *move = text[0] == 'f' ? QUIBBIT_FRONT : QUIBBIT_BACK;
        return true;
    }
    uint32_t tile;
    const char *at = text + 1;
    if (text[0] == '@' && pond_read_number(&at, UINT16_MAX, &tile) && *at == '\0') {
        *move = QUIBBIT_PLACE | tile;
        return true;
    }
    return syntax_refuse(game, seat, text, why);
}

/* ---- The notation of positions: printing ---- */

static void layout_print(const struct quibbit_state *game, struct pond_text *out)
{
    for (int tile = 0; tile < game->laid; tile++) {
        pond_quibbit_kind_print(game, (unsigned)quibbit_tile_kind(game, tile), out);
    }
    if (game->laid == 0) pond_text_char(out, '-');
}

static void position_print(const struct quibbit_state *game, struct pond_text *out)
{
    layout_print(game, out);
    for (int frog = 0; frog < game->frogs; frog++) {
        pond_text_char(out, frog == 0 ? ' ' : ',');
        pond_text_char(out, frog_letter(game, frog));
        if (game->progress[frog] != QUIBBIT_NOWHERE) {
            pond_text_number(out, game->progress[frog]);
        } else {
            const bool out_of_play = frog < game->seats && (game->in_play & POND_SEAT(frog)) == 0;
            pond_text_char(out, out_of_play ? '-' : '?');
        }
        pond_text_char(out, ':');
        pond_quibbit_cards_print(game->hand[frog], out);
    }
    const bool crowned = game->crown != QUIBBIT_NOBODY;
    pond_text_char(out, ' ');
    pond_text_char(out, crowned ? quibbit_color_letters[game->color[game->crown]] : '-');
    pond_text_char(out, ' ');
    if (quibbit_has_dummy(game)) {
        pond_quibbit_cards_print(game->deck, out);
    } else {
        pond_text_char(out, '-');
    }
    pond_text_char(out, ' ');
    pond_text_number(out, game->round);
}

void pond_quibbit_state_print(const struct pond_state *state, struct pond_text *out)
{
    position_print(quibbit_state_of(state), out);
}

void pond_quibbit_view_print(const struct pond_view *view, struct pond_text *out)
{
    position_print(&quibbit_view_of(view)->seen, out);
}

void pond_quibbit_own_print(const struct pond_view *view, struct pond_text *hand,
                            struct pond_text *chosen)
{
    const struct quibbit_view *own_view = quibbit_view_of(view);
    const int seat = own_view->observer;
    if (seat >= own_view->seen.seats) return;
    for (int card = 1; card <= QUIBBIT_CARD_MAX; card++) {
        if ((own_view->seen.hand[seat] >> card & 1) != 0) pond_text_number(hand, card);
    }
    if (own_view->seen.card[seat] != 0) pond_text_number(chosen, own_view->seen.card[seat]);
}

/* ---- The notation of positions: reading ---- */

enum { FIELD_LAYOUT, FIELD_FROGS, FIELD_CROWN, FIELD_DECK, FIELD_ROUND, FIELDS };

/* A refusal that begins with a frog's letter. */
static bool frog_refuse(const struct quibbit_state *game, int frog, enum pond_word word,
                        struct pond_error *why)
{
    const char letter[] = {frog_letter(game, frog), '\0'};
    return pond_refuse_text(why, word, letter);
}

/* The crown is on the wrong frog; the crowned frog is written as a capital, the dummy's too. */
static bool crown_refuse(const struct quibbit_state *game, struct pond_error *why)
{
    const char letter[] = {quibbit_color_letters[game->color[pond_quibbit_farthest(game)]], '\0'};
    return pond_refuse_text(why, POND_WORD_QUIBBIT_CROWN_FROG, letter);
}

static bool frog_refuse_also(const struct quibbit_state *game, int frog, struct pond_error *why)
{
    const char letter[] = {frog_letter(game, frog), '\0'};
    return pond_error_text(why, letter);
}

static bool progress_refuse(const struct quibbit_state *game, int frog, uint32_t least,
                            uint32_t most, struct pond_error *why)
{
    frog_refuse(game, frog, POND_WORD_QUIBBIT_PROGRESS, why);
    pond_error_number(why, least);
    return pond_error_number(why, most);
}

/* Cuts a copy of the text at its spaces. */
static bool fields_split(const char *text, char copy[POND_STATE_TEXT_MAX], char *field[FIELDS],
                         struct pond_error *why)
{
    const size_t length = strlen(text);
    if (length >= POND_STATE_TEXT_MAX) return pond_refuse(why, POND_WORD_POSITION_TOO_LONG);
    memcpy(copy, text, length + 1);
    int count = 1;
    field[0] = copy;
    for (char *at = copy; *at != '\0'; at++) {
        if (*at != ' ') continue;
        *at = '\0';
        if (count < FIELDS) field[count] = at + 1;
        count++;
    }
    if (count == FIELDS) return true;
    pond_refuse_text(why, POND_WORD_POSITION_FIELDS, pond_quibbit.name);
    pond_error_number(why, FIELDS);
    return pond_error_number(why, count);
}

/* Reads cards in ascending order, until there are no more. */
static uint8_t cards_read(const char **at)
{
    unsigned cards = 0;
    for (char least = '1'; **at >= least && **at <= '0' + QUIBBIT_CARD_MAX; ++*at) {
        cards |= 1u << (**at - '0');
        least = (char)(**at + 1);
    }
    return (uint8_t)cards;
}

/* Reads what stands between a frog's letter and its colon. */
static bool progress_read(struct quibbit_state *game, int frog, const char *text,
                          struct pond_error *why)
{
    const bool of_dummy = frog == game->seats;
    if (text[0] == '-' && text[1] == '\0' && !of_dummy) {
        pond_quibbit_frog_leave(game, frog);
        return true;
    }
    if (text[0] == '?' && text[1] == '\0') return true;
    const uint32_t least = (uint32_t)game->tiles - (uint32_t)(game->frogs - 1);
    uint32_t progress;
    if (!pond_read_number(&text, QUIBBIT_COUNT_MAX, &progress) || *text != '\0' ||
        progress < least) {
        return progress_refuse(game, frog, least, QUIBBIT_COUNT_MAX, why);
    }
    const uint32_t tile = progress % game->tiles;
    for (int other = 0; other < frog; other++) {
        if (game->progress[other] == QUIBBIT_NOWHERE || game->tile[other] != tile) continue;
        frog_refuse(game, other, POND_WORD_QUIBBIT_SAME_TILE, why);
        frog_refuse_also(game, frog, why);
        return pond_error_number(why, tile);
    }
    game->progress[frog] = progress;
    game->tile[frog] = (uint8_t)tile;
    game->occupied |= (uint16_t)(1u << tile);
    return true;
}

/* Reads one frog, `R18:12345`. */
static bool frog_read(struct quibbit_state *game, int frog, char *text, struct pond_error *why)
{
    const bool of_dummy = frog == game->seats;
    char *colon = strchr(text, ':');
    if (text[0] != frog_letter(game, frog) || colon == NULL || (of_dummy && colon[1] != '\0')) {
        const enum pond_word word =
            of_dummy ? POND_WORD_QUIBBIT_DUMMY_FORM : POND_WORD_QUIBBIT_FROG_FORM;
        pond_refuse_text(why, word, text);
        return frog_refuse_also(game, frog, why);
    }
    *colon = '\0';
    if (!progress_read(game, frog, text + 1, why)) return false;
    const char *at = colon + 1;
    game->hand[frog] = cards_read(&at);
    if (*at != '\0') return frog_refuse(game, frog, POND_WORD_QUIBBIT_HAND, why);
    const bool out = !of_dummy && (game->in_play & POND_SEAT(frog)) == 0;
    if (out && game->hand[frog] != 0) {
        return frog_refuse(game, frog, POND_WORD_QUIBBIT_HAND_OUT, why);
    }
    return true;
}

static bool frogs_read(struct quibbit_state *game, char *text, struct pond_error *why)
{
    int count = 1;
    for (const char *at = text; *at != '\0'; at++) count += *at == ',';
    if (count != game->frogs) {
        pond_refuse_number(why, POND_WORD_QUIBBIT_FROG_COUNT, game->frogs);
        return pond_error_number(why, count);
    }
    for (int frog = 0; frog < game->frogs; frog++) {
        char *comma = strchr(text, ',');
        if (comma != NULL) *comma = '\0';
        if (!frog_read(game, frog, text, why)) return false;
        if (comma != NULL) text = comma + 1;
    }
    return true;
}

static bool crown_read(struct quibbit_state *game, const char *text, struct pond_error *why)
{
    char memory[QUIBBIT_FROGS_MAX + 1];
    struct pond_text colors = pond_text_in(memory, sizeof memory);
    for (int frog = 0; frog < game->frogs; frog++) {
        pond_quibbit_kind_print(game, (unsigned)frog, &colors);
        if (text[0] == memory[frog] && text[1] == '\0') game->crown = (uint8_t)frog;
    }
    const bool nobody = game->round == 0 && pond_text_equal(text, "-");
    if (nobody) return true;
    if (game->crown == QUIBBIT_NOBODY) {
        pond_refuse_text(why, POND_WORD_QUIBBIT_CROWN_FORM, text);
        return pond_error_text(why, memory);
    }
    return game->round > 0 || pond_refuse(why, POND_WORD_QUIBBIT_CROWN_EARLY);
}

static bool deck_read(struct quibbit_state *game, const char *text, struct pond_error *why)
{
    if (!quibbit_has_dummy(game)) {
        return pond_text_equal(text, "-") ||
               pond_refuse_text(why, POND_WORD_QUIBBIT_DECK_NONE, text);
    }
    const char *at = text;
    game->deck = cards_read(&at);
    if (*at != '\0' || game->deck == 0) {
        return pond_refuse_text(why, POND_WORD_QUIBBIT_DECK_FORM, text);
    }
    return game->round > 0 || game->deck == QUIBBIT_HAND_FULL ||
           pond_refuse(why, POND_WORD_QUIBBIT_DECK_START);
}

static bool round_read(struct quibbit_state *game, const char *text, struct pond_error *why)
{
    const char *at = text;
    if (pond_read_number(&at, QUIBBIT_COUNT_MAX, &game->round) && *at == '\0') return true;
    pond_refuse_text(why, POND_WORD_QUIBBIT_ROUND, text);
    return pond_error_number(why, QUIBBIT_COUNT_MAX);
}

/* ---- The notation of positions: judging what was read ---- */

/* Could this frog have been placed there (Q2), with those before it in the line from `back` to
 * `front`? Where a seat has resigned, its frog may have stood between. */
static bool line_judge(const struct quibbit_state *game, int frog, uint32_t back, uint32_t front,
                       struct pond_error *why)
{
    const uint32_t progress = game->progress[frog];
    const uint32_t out = (uint32_t)(game->seats - __builtin_popcount(game->in_play));
    const uint32_t gone = out < (uint32_t)frog ? out : (uint32_t)frog;
    if (back > front) { /* it is the first */
        const uint32_t least = game->tiles - gone, most = 2u * game->tiles - 1 + gone;
        if (progress >= least && progress <= most) return true;
        return progress_refuse(game, frog, least, most, why);
    }
    if (progress > front && progress - front <= gone + 1) return true;
    if (progress < back && back - progress <= gone + 1) return true;
    frog_refuse(game, frog, POND_WORD_QUIBBIT_LINE, why);
    return pond_error_number(why, progress);
}

/* Round 0: the seats have placed in turn, in a line, and someone is still to place. */
static bool placing_judge(struct quibbit_state *game, const struct pond_config *config,
                          struct pond_error *why)
{
    uint32_t back = UINT32_MAX, front = 0;
    int waiting = -1;
    for (int frog = 0; frog < game->frogs; frog++) {
        const bool of_dummy = frog == game->seats;
        const uint32_t progress = game->progress[frog];
        if (!of_dummy && (game->in_play & POND_SEAT(frog)) == 0) continue;
        if (!of_dummy && game->hand[frog] != quibbit_config_hand(config, frog)) {
            return frog_refuse(game, frog, POND_WORD_QUIBBIT_HAND_START, why);
        }
        if (progress == QUIBBIT_NOWHERE) {
            if (waiting < 0) waiting = frog;
            continue;
        }
        if (of_dummy && waiting < 0) break;
        if (waiting >= 0) {
            frog_refuse(game, waiting, POND_WORD_QUIBBIT_PLACE_ORDER, why);
            return frog_refuse_also(game, frog, why);
        }
        if (!line_judge(game, frog, back, front, why)) return false;
        back = progress < back ? progress : back;
        front = progress > front ? progress : front;
    }
    if (game->in_play == 0 && !game->dummy_counts) {
        return pond_refuse_number(why, POND_WORD_QUIBBIT_NOBODY_LEFT, 0);
    }
    if (pond_quibbit_game_decided(game, game->crown)) return true;
    if (waiting < 0 || waiting >= game->seats) {
        return pond_refuse(why, POND_WORD_QUIBBIT_ALL_PLACED);
    }
    game->turn = POND_SEAT(waiting);
    return true;
}

/* Ends the game by a lap (Q7, Q14), if there is one; `cardless` is a frog without cards, or -1. */
static bool lap_judge(struct quibbit_state *game, int cardless, struct pond_error *why)
{
    const uint32_t least = quibbit_progress_least(game);
    const int winner = game->lap_by_leader ? pond_quibbit_farthest(game) : game->crown;
    unsigned ahead = 0;
    for (int frog = 0; frog < game->frogs; frog++) {
        const uint32_t progress = game->progress[frog];
        if (progress != QUIBBIT_NOWHERE && progress - least > game->tiles) ahead |= 1u << frog;
    }
    if ((ahead & 1u << winner) == 0) {
        if (game->crown == pond_quibbit_farthest(game)) {
            return frog_refuse(game, cardless, POND_WORD_QUIBBIT_HAND_EMPTY, why);
        }
        return crown_refuse(game, why);
    }
    const unsigned others = ahead & ~(1u << winner);
    if (game->lap_by_leader && others != 0) {
        frog_refuse(game, winner, POND_WORD_QUIBBIT_LAP_TWICE, why);
        return frog_refuse_also(game, __builtin_ctz(others), why);
    }
    pond_quibbit_game_won(game, winner, POND_REASON_LAP);
    return true;
}

/* Can the frogs only stand like this because of a lap? Yes, if one of them has no card left or the
 * crown is not on the farthest; if a frog leads by so much that lap=leader ended the game at that
 * leap; or if the crowned frog does and the dummy's card of this round has been turned. Otherwise,
 * with lap=crowned, a frog that leads by so much may have been crowned since. */
static bool lap_seen(const struct quibbit_state *game, bool cardless)
{
    const uint32_t lead = quibbit_progress_greatest(game) - quibbit_progress_least(game);
    const uint32_t cards = (uint32_t)__builtin_popcount(game->deck);
    const bool turned = cards == QUIBBIT_CARD_MAX - game->round % QUIBBIT_CARD_MAX;
    if (cardless || game->crown != pond_quibbit_farthest(game)) return true;
    return lead > game->tiles && (game->lap_by_leader || turned);
}

/* A round is due, or the game is over. */
static bool round_judge(struct quibbit_state *game, struct pond_error *why)
{
    int cardless = -1;
    for (int frog = 0; frog < game->frogs; frog++) {
        const bool in_play = frog == game->seats || (game->in_play & POND_SEAT(frog)) != 0;
        if (!in_play) continue;
        if (game->progress[frog] == QUIBBIT_NOWHERE) {
            pond_refuse_number(why, POND_WORD_QUIBBIT_UNPLACED, game->round);
            return frog_refuse_also(game, frog, why);
        }
        if (frog < game->seats && game->hand[frog] == 0) cardless = frog;
    }
    const bool one_left = (game->in_play & (game->in_play - 1)) == 0;
    if (one_left && (game->in_play == 0 || !game->dummy_counts)) {
        if (game->occupied != 0 && game->crown != pond_quibbit_farthest(game)) {
            return crown_refuse(game, why);
        }
        if (cardless >= 0) return frog_refuse(game, cardless, POND_WORD_QUIBBIT_HAND_EMPTY, why);
        return pond_quibbit_game_decided(game, game->crown);
    }
    if (lap_seen(game, cardless >= 0)) return lap_judge(game, cardless, why);
    game->turn = game->in_play;
    return true;
}

bool pond_quibbit_state_parse(struct pond_state *state, const struct pond_config *config,
                              const char *text, struct pond_error *why)
{
    struct pond_state read;
    struct quibbit_state *game = quibbit_overlay(&read);
    char copy[POND_STATE_TEXT_MAX];
    char *field[FIELDS];
    uint8_t kind[QUIBBIT_TILES_MAX];
    memset(&read, 0, sizeof read);
    pond_quibbit_setup_empty(game, config);
    if (!fields_split(text, copy, field, why) ||
        !pond_quibbit_layout_read(config, field[FIELD_LAYOUT], kind, why)) {
        return false;
    }
    pond_quibbit_setup_ring(game, kind);
    if (!round_read(game, field[FIELD_ROUND], why) || !frogs_read(game, field[FIELD_FROGS], why) ||
        !crown_read(game, field[FIELD_CROWN], why) || !deck_read(game, field[FIELD_DECK], why)) {
        return false;
    }
    if (!(game->round == 0 ? placing_judge(game, config, why) : round_judge(game, why))) {
        return false;
    }
    *state = read;
    return true;
}

/* ---- Records ---- */

char pond_quibbit_seat_letter(const struct pond_state *state, int seat)
{
    const struct quibbit_state *game = quibbit_state_of(state);
    const int frog = seat == POND_CHANCE ? game->seats : seat;
    return frog < game->frogs ? frog_letter(game, frog) : '?';
}

/* Everyone sees the ring, so nothing is hidden. */
void pond_quibbit_setup_print(const struct pond_state *state, int hidden_from,
                              struct pond_text *out)
{
    (void)hidden_from;
    layout_print(quibbit_state_of(state), out);
}

bool pond_quibbit_setup_parse(const struct pond_config *config, const char *text,
                              pond_move outcomes[POND_SETUP_MAX], int *outcome_count,
                              struct pond_error *why)
{
    uint8_t kind[QUIBBIT_TILES_MAX];
    if (config->value[QUIBBIT_OPTION_LAYOUT] == POND_VALUE_TEXT) {
        if (!pond_text_equal(config->text[QUIBBIT_OPTION_LAYOUT], text)) {
            pond_refuse_text(why, POND_WORD_QUIBBIT_SETUP_DIFFERS,
                             config->text[QUIBBIT_OPTION_LAYOUT]);
            return pond_error_text(why, text);
        }
        *outcome_count = 0;
        return true;
    }
    if (!pond_quibbit_layout_read(config, text, kind, why)) return false;
    *outcome_count = quibbit_config_tiles(config);
    for (int tile = 0; tile < *outcome_count; tile++) outcomes[tile] = QUIBBIT_LAY | kind[tile];
    return true;
}
