/* probe.c: what a solution of Quibbit says about a state. See solve.h.
 *
 * Values are looked up round by round here, not many at a time as in block.c: two ways to
 * the same numbers. */
#include <string.h>

#include "block.h"

/* A state as the solution sees it: its ring, turned and with the seats exchanged where they are. */
struct seen {
    bool swapped;
    uint32_t turned; /* to be added to a tile */
    unsigned hand[2];
    unsigned deck;
    uint32_t progress[QUIBBIT_TRIO];
};

/* A value, and how often the dummy wins. */
struct chance {
    double value, dummy;
};

static bool game_same(const struct quibbit_solution *solution, const struct quibbit_state *game)
{
    return game->seats == 2 && game->tiles == QUIBBIT_RING && game->laid == game->tiles &&
           game->lap_by_leader == solution->positions->lap_by_leader &&
           game->tie_by_crown_now == solution->tie_by_crown_now &&
           game->dummy_counts == solution->dummy_counts;
}

/* False if it is another game or ring. */
static bool state_see(const struct quibbit_solution *solution, const struct quibbit_state *game,
                      struct seen *seen)
{
    int rotation;
    bool swapped;
    if (!game_same(solution, game)) return false;
    if (quibbit_layout_find(game, &rotation, &swapped) != solution->layout) return false;
    seen->swapped = swapped != solution->swapped;
    seen->turned = (uint32_t)(solution->rotation - rotation + QUIBBIT_RING) % QUIBBIT_RING;
    seen->deck = game->deck >> 1;
    for (int seat = 0; seat < 2; seat++) {
        const int own = seen->swapped ? 1 - seat : seat;
        seen->hand[seat] = game->hand[own] >> 1;
        seen->progress[seat] = game->progress[own] + seen->turned;
        if ((seen->hand[seat] & ~(unsigned)solution->hand[seat]) != 0) return false;
    }
    seen->progress[2] = game->progress[2] + seen->turned;
    return true;
}

/* A round is due and no card is chosen yet. */
static bool round_due(const struct quibbit_state *game)
{
    return game->round > 0 && game->result.outcome == POND_GOES_ON && game->turn == game->in_play &&
           game->card[0] == 0 && game->card[1] == 0;
}

/* ---- Values ---- */

static struct chance cell_chance(const struct quibbit_solution *solution, size_t cell)
{
    struct chance chance;
    if (solution->cells == NULL) {
        solution->fetch(solution->fetch_context, cell, &chance.value, &chance.dummy);
        return chance;
    }
    return (struct chance){quibbit_cell_value(solution->cells[cell]),
                           quibbit_cell_dummy(solution->cells[cell])};
}

static struct chance won_by(int frog)
{
    static const double value[QUIBBIT_TRIO] = {1, -1, 0};
    return (struct chance){value[frog], frog == 2 ? 1 : 0};
}

static struct chance alone_chance(const struct quibbit_solution *solution, int seat, unsigned hand,
                                  unsigned deck, uint16_t pair)
{
    const size_t cell = quibbit_alone_cell(solution, seat, hand, deck) + pair;
    double wins, dummy;
    if (solution->cells == NULL)
        solution->fetch(solution->fetch_context, cell, &wins, &dummy);
    else
        memcpy(&wins, &solution->cells[cell], sizeof wins);
    return (struct chance){seat == 0 ? wins : -wins, 1 - wins};
}

/* After a round that began in `from` and led to `to`. */
static struct chance round_chance(const struct quibbit_solution *solution, const unsigned hand[2],
                                  unsigned deck, uint16_t from, uint16_t to)
{
    const struct quibbit_positions *positions = solution->positions;
    if (hand[0] != 0 && hand[1] != 0) {
        return cell_chance(solution, quibbit_block_cell(solution, hand[0], hand[1], deck) + to);
    }
    if (hand[0] == 0 && hand[1] == 0) {
        if (solution->dummy_counts) return won_by(2);
        return won_by(positions->front[solution->tie_by_crown_now ? to : from]);
    }
    const int left = hand[0] != 0 ? 0 : 1;
    if (!solution->dummy_counts) return won_by(left);
    return alone_chance(solution, left, hand[left], deck, positions->pair_left[left][to]);
}

/* The average over the dummy's cards. */
static struct chance choice_chance(const struct quibbit_solution *solution, const struct seen *seen,
                                   uint16_t position, unsigned card_0, unsigned card_1)
{
    const struct quibbit_positions *positions = solution->positions;
    const int choice = QUIBBIT_CHOICE((int)card_0, (int)card_1);
    struct chance sum = {0, 0};
    for (unsigned card = 0; card < QUIBBIT_CARDS; card++) {
        if ((seen->deck >> card & 1) == 0) continue;
        const uint16_t to = positions->next[QUIBBIT_ROUND(choice, (int)card)][position];
        struct chance chance;
        if (to >= positions->count) {
            chance = won_by((int)(to - positions->count));
        } else {
            const struct quibbit_trio *place = &positions->place[to];
            const bool kept_0 = (positions->home[0] >> place->tile[0] & 1) != 0;
            const bool kept_1 = (positions->home[1] >> place->tile[1] & 1) != 0;
            const unsigned hand[2] = {kept_0 ? seen->hand[0] : seen->hand[0] & ~(1u << card_0),
                                      kept_1 ? seen->hand[1] : seen->hand[1] & ~(1u << card_1)};
            chance =
                round_chance(solution, hand, quibbit_deck_next(seen->deck, card), position, to);
        }
        sum.value += chance.value;
        sum.dummy += chance.dummy;
    }
    const double share = 1.0 / __builtin_popcount(seen->deck);
    return (struct chance){sum.value * share, sum.dummy * share};
}

/* ---- Truths ---- */

static void truth_set(struct quibbit_truth *truth, struct chance chance)
{
    const double decided = 1 - chance.dummy;
    truth->value = chance.value;
    truth->dummy = chance.dummy;
    truth->win[0] = decided + chance.value > 0 ? (decided + chance.value) / 2 : 0;
    truth->win[1] = decided - chance.value > 0 ? (decided - chance.value) / 2 : 0;
}

static void cards_list(struct quibbit_truth_seat *seat, unsigned hand)
{
    for (unsigned card = 0; card < QUIBBIT_CARDS; card++) {
        if ((hand >> card & 1) != 0) seat->move[seat->count++] = card + 1;
    }
}

static void probe_round(const struct quibbit_solution *solution, const struct seen *seen,
                        uint16_t position, bool play, struct quibbit_truth *truth)
{
    struct quibbit_truth_seat *one = &truth->seat[0], *other = &truth->seat[1];
    const size_t cell =
        quibbit_block_cell(solution, seen->hand[0], seen->hand[1], seen->deck) + position;
    struct matrix_answer answer;
    truth_set(truth, cell_chance(solution, cell));
    if (!play) return;
    for (int seat = 0; seat < 2; seat++) cards_list(&truth->seat[seat], seen->hand[seat]);
    for (int row = 0; row < one->count; row++) {
        for (int column = 0; column < other->count; column++) {
            const unsigned card_0 = (unsigned)one->move[row] - 1;
            const unsigned card_1 = (unsigned)other->move[column] - 1;
            truth->payoff[row][column] =
                choice_chance(solution, seen, position, card_0, card_1).value;
        }
    }
    matrix_solve(one->count, other->count, truth->payoff, &answer);
    for (int row = 0; row < one->count; row++) {
        one->probability[row] = answer.row[row];
        for (int column = 0; column < other->count; column++) {
            one->value[row] += answer.column[column] * truth->payoff[row][column];
        }
    }
    for (int column = 0; column < other->count; column++) {
        other->probability[column] = answer.column[column];
        for (int row = 0; row < one->count; row++) {
            other->value[column] += answer.row[row] * truth->payoff[row][column];
        }
    }
}

double quibbit_solution_choice(const struct quibbit_solution *solution, const unsigned hand[2],
                               unsigned deck, uint16_t position, int choice)
{
    const struct seen seen = {.hand = {hand[0], hand[1]}, .deck = deck};
    const unsigned card_0 = (unsigned)choice / QUIBBIT_CARDS;
    const unsigned card_1 = (unsigned)choice % QUIBBIT_CARDS;
    return choice_chance(solution, &seen, position, card_0, card_1).value;
}

void quibbit_solution_round(const struct quibbit_solution *solution, const unsigned hand[2],
                            unsigned deck, uint16_t position, struct quibbit_truth *truth)
{
    const struct seen seen = {.hand = {hand[0], hand[1]}, .deck = deck};
    memset(truth, 0, sizeof *truth);
    probe_round(solution, &seen, position, true, truth);
}

/* A seat whose opponent is out, with a contending dummy. */
static void probe_alone(const struct quibbit_solution *solution, const struct seen *seen, int seat,
                        uint16_t pair, bool play, struct quibbit_truth *truth)
{
    const struct quibbit_positions *positions = solution->positions;
    struct quibbit_truth_seat *own = &truth->seat[seat];
    int best = 0;
    truth_set(truth, alone_chance(solution, seat, seen->hand[seat], seen->deck, pair));
    if (!play) return;
    cards_list(own, seen->hand[seat]);
    for (int i = 0; i < own->count; i++) {
        const unsigned card = (unsigned)own->move[i] - 1;
        for (unsigned turned = 0; turned < QUIBBIT_CARDS; turned++) {
            if ((seen->deck >> turned & 1) == 0) continue;
            const uint16_t to = positions->pair_next[QUIBBIT_CHOICE((int)card, (int)turned)][pair];
            struct chance chance = won_by(2);
            if (to == positions->pair_count) chance = won_by(seat);
            if (to < positions->pair_count) {
                const uint8_t tile = positions->pair[to].tile[0];
                const bool kept = (positions->home[seat] >> tile & 1) != 0;
                const unsigned hand = kept ? seen->hand[seat] : seen->hand[seat] & ~(1u << card);
                const unsigned deck = quibbit_deck_next(seen->deck, turned);
                if (hand != 0) chance = alone_chance(solution, seat, hand, deck, to);
            }
            own->value[i] += chance.value / __builtin_popcount(seen->deck);
        }
        const double more = own->value[i] - own->value[best];
        if (seat == 0 ? more > 0 : more < 0) best = i;
    }
    own->probability[best] = 1;
}

/* From the solution's seats to the state's. */
static void truth_swap(struct quibbit_truth *truth)
{
    const struct quibbit_truth was = *truth;
    truth->value = -was.value;
    for (int seat = 0; seat < 2; seat++) {
        truth->win[seat] = was.win[1 - seat];
        truth->seat[seat] = was.seat[1 - seat];
        for (int i = 0; i < truth->seat[seat].count; i++) truth->seat[seat].value[i] *= -1;
    }
    for (int row = 0; row < MATRIX_MAX; row++) {
        for (int column = 0; column < MATRIX_MAX; column++) {
            truth->payoff[row][column] = -was.payoff[column][row];
        }
    }
}

/* ---- Placing ---- */

static bool probe(const struct quibbit_solution *solution, const struct pond_state *state,
                  bool play, struct quibbit_truth *truth);

static bool probe_placing(const struct quibbit_solution *solution, const struct pond_state *state,
                          struct quibbit_truth *truth)
{
    const int seat = pond_seat_first(quibbit_state_of(state)->turn);
    struct quibbit_truth_seat *own = &truth->seat[seat];
    struct quibbit_truth after;
    pond_move moves[POND_MOVES_MAX];
    const int count = pond_quibbit.moves(state, seat, moves);
    int best = 0;
    for (int i = 0; i < count; i++) {
        struct pond_state next = *state;
        pond_quibbit.apply(&next, seat, moves[i]);
        if (!probe(solution, &next, false, &after)) return false;
        own->move[i] = moves[i];
        own->value[i] = after.value;
        const double more = own->value[i] - own->value[best];
        if (i == 0 || (seat == 0 ? more > 0 : more < 0)) {
            best = i;
            truth_set(truth, (struct chance){after.value, after.dummy});
        }
    }
    own->count = count;
    own->probability[best] = 1;
    return true;
}

static bool probe(const struct quibbit_solution *solution, const struct pond_state *state,
                  bool play, struct quibbit_truth *truth)
{
    const struct quibbit_state *game = quibbit_state_of(state);
    struct seen seen;
    memset(truth, 0, sizeof *truth);
    if (!state_see(solution, game, &seen)) return false;
    if (game->result.outcome != POND_GOES_ON) {
        const bool dummy = game->result.outcome == POND_WON_BY_DUMMY;
        truth_set(truth, won_by(dummy ? 2 : game->result.seat));
        return true;
    }
    if (game->round == 0 && game->in_play == 3) return probe_placing(solution, state, truth);
    if (!round_due(game)) return false;
    if (game->in_play == 3) {
        const uint16_t position = quibbit_position_rank(solution->positions, seen.progress);
        if (position == QUIBBIT_NO_POSITION) return false;
        probe_round(solution, &seen, position, play, truth);
    } else {
        const int seat = seen.hand[0] != 0 ? 0 : 1;
        const uint16_t pair =
            quibbit_pair_rank(solution->positions, seen.progress[seat], seen.progress[2]);
        if (pair == QUIBBIT_NO_POSITION) return false;
        probe_alone(solution, &seen, seat, pair, play, truth);
    }
    if (seen.swapped) truth_swap(truth);
    return true;
}

bool quibbit_solution_probe(const struct quibbit_solution *solution, const struct pond_state *state,
                            struct quibbit_truth *truth)
{
    return probe(solution, state, true, truth);
}

bool quibbit_solution_value(const struct quibbit_solution *solution, const struct pond_state *state,
                            struct quibbit_truth *truth)
{
    return probe(solution, state, false, truth);
}

bool quibbit_solution_opening(const struct quibbit_solution *solution,
                              const struct pond_config *config, struct quibbit_opening *opening)
{
    memset(opening, 0, sizeof *opening);
    for (unsigned tile = 0; tile < QUIBBIT_RING; tile++) {
        for (int answer = 0; answer < 2; answer++) {
            struct pond_state state;
            struct quibbit_truth truth;
            pond_quibbit.setup(&state, config);
            pond_quibbit.apply(&state, 0, QUIBBIT_PLACE | tile);
            pond_quibbit.apply(&state, 1, answer == 0 ? QUIBBIT_BACK : QUIBBIT_FRONT);
            if (!quibbit_solution_probe(solution, &state, &truth)) return false;
            opening->value[tile][answer] = truth.value;
            opening->dummy[tile][answer] = truth.dummy;
        }
        const double *value = opening->value[tile];
        opening->answer[tile] = value[1] < value[0] ? 1 : 0;
        const double now = value[opening->answer[tile]];
        const double *best = opening->value[opening->tile_best];
        const double *worst = opening->value[opening->tile_worst];
        if (now > best[opening->answer[opening->tile_best]]) opening->tile_best = (uint8_t)tile;
        if (now < worst[opening->answer[opening->tile_worst]]) opening->tile_worst = (uint8_t)tile;
    }
    opening->game = opening->value[opening->tile_best][opening->answer[opening->tile_best]];
    return true;
}

/* ---- Ranks ---- */

bool quibbit_solution_rank(const struct quibbit_solution *solution, const struct pond_state *state,
                           uint64_t *index, bool *swapped)
{
    const struct quibbit_state *game = quibbit_state_of(state);
    struct seen seen;
    if (!state_see(solution, game, &seen) || !round_due(game) || game->in_play != 3) return false;
    const uint16_t position = quibbit_position_rank(solution->positions, seen.progress);
    if (position == QUIBBIT_NO_POSITION) return false;
    *index = quibbit_block_cell(solution, seen.hand[0], seen.hand[1], seen.deck) + position;
    *swapped = seen.swapped;
    return true;
}

static void cards_print(unsigned set, struct pond_text *out)
{
    for (unsigned card = 0; card < QUIBBIT_CARDS; card++) {
        if ((set >> card & 1) != 0) pond_text_char(out, (char)('1' + card));
    }
}

/* The round is one that begins with that many cards in the deck, and not the first. */
bool quibbit_solution_unrank(const struct quibbit_solution *solution, uint64_t index,
                             struct pond_state *state)
{
    const struct quibbit_positions *positions = solution->positions;
    if (index >= solution->summary.states) return false;
    const struct quibbit_trio *place = &positions->place[index % positions->count];
    const uint64_t block = index / positions->count / QUIBBIT_DECKS;
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    struct pond_state start;
    uint32_t base = QUIBBIT_RING;
    pond_quibbit.setup(&start, &solution->config);
    for (int frog = 0; frog < QUIBBIT_TRIO; frog++) {
        if (place->ahead[frog] == 0) base += place->tile[frog];
    }
    pond_quibbit.setup_print(&start, -1, &text);
    for (int frog = 0; frog < QUIBBIT_TRIO; frog++) {
        pond_text_char(&text, frog == 0 ? ' ' : ',');
        pond_text_char(&text, pond_quibbit.seat_letter(&start, frog == 2 ? POND_CHANCE : frog));
        pond_text_number(&text, base + place->ahead[frog]);
        pond_text_char(&text, ':');
        if (frog == 0) cards_print(solution->hand_cards[0][block / solution->hands[1]], &text);
        if (frog == 1) cards_print(solution->hand_cards[1][block % solution->hands[1]], &text);
    }
    const int crown = positions->front[index % positions->count];
    const char letter = pond_quibbit.seat_letter(&start, crown == 2 ? POND_CHANCE : crown);
    pond_text_char(&text, ' ');
    pond_text_char(&text, letter >= 'a' ? (char)(letter - 'a' + 'A') : letter);
    pond_text_char(&text, ' ');
    const unsigned deck = (unsigned)(index / positions->count % QUIBBIT_DECKS) + 1;
    cards_print(deck, &text);
    pond_text_char(&text, ' ');
    pond_text_number(&text, 2 * QUIBBIT_CARDS + 1 - __builtin_popcount(deck));
    return pond_quibbit.state_parse(state, &solution->config, memory, NULL);
}
