/* encode.c: what all encodings share: episodes, returns, information states. See encode.h. */
#include "pond/encode.h"

#include <assert.h>
#include <string.h>

#include "episode.h"

#include "banned.h"

static const struct pond_encoder *const encoders[] = {&pond_encoder_quibbit, &pond_encoder_quibbles,
                                                      &pond_encoder_rribbit};

bool pond_encoding_open(struct pond_encoding *encoding, const struct pond_game *game,
                        const struct pond_config *config, struct pond_error *why)
{
    memset(encoding, 0, sizeof *encoding);
    encoding->game = game;
    encoding->seats = game->seats(config);
    for (size_t i = 0; i < sizeof encoders / sizeof encoders[0]; i++) {
        if (encoders[i]->game == game) encoding->encoder = encoders[i];
    }
    if (encoding->encoder == NULL) {
        return pond_refuse_text(why, POND_WORD_ENCODING_NONE, game->title);
    }
    encoding->encoder->shape(encoding, config);
    assert(encoding->observation_size <= POND_OBSERVATION_MAX);
    return true;
}

void pond_encoding_field(struct pond_encoding *encoding, const char *name, int rows, int columns)
{
    assert(encoding->field_count < POND_FIELDS_MAX);
    encoding->fields[encoding->field_count++] =
        (struct pond_field){name, (uint16_t)rows, (uint16_t)columns};
    encoding->observation_size += (uint16_t)(rows * columns);
}

static uint64_t text_hash(const char *text, uint64_t hash)
{
    for (; *text != '\0'; text++) {
        const uint64_t word = (unsigned char)*text;
        hash = pond_hash_words(&word, 1, hash);
    }
    return hash;
}

uint64_t pond_encoding_hash(const struct pond_encoding *encoding)
{
    uint64_t hash = text_hash(encoding->game->name, encoding->action_count);
    for (int action = 0; action < encoding->action_count; action++) {
        const uint64_t meaning = encoding->encoder->meaning(action);
        hash = pond_hash_words(&meaning, 1, hash);
    }
    for (int i = 0; i < encoding->field_count; i++) {
        const struct pond_field *field = &encoding->fields[i];
        const uint64_t size = (uint64_t)field->rows << 16 | field->columns;
        hash = pond_hash_words(&size, 1, text_hash(field->name, hash));
    }
    return hash;
}

/* ---- Episodes ---- */

void pond_episode_begin_at(const struct pond_encoding *encoding, const struct pond_state *position,
                           struct pond_episode *episode)
{
    memset(episode, 0, sizeof *episode);
    episode->state = *position;
    episode->result = encoding->game->result(position);
    if (encoding->encoder->judge != NULL) encoding->encoder->judge(episode);
}

void pond_episode_begin(const struct pond_encoding *encoding, const struct pond_config *config,
                        struct pond_episode *episode)
{
    struct pond_state start;
    encoding->game->setup(&start, config);
    pond_episode_begin_at(encoding, &start, episode);
}

pond_seats pond_episode_turn(const struct pond_encoding *encoding,
                             const struct pond_episode *episode)
{
    return episode_turn(encoding->encoder, episode);
}

uint32_t pond_episode_turns(const struct pond_encoding *encoding,
                            const struct pond_episode *episode)
{
    return episode_turns(encoding->encoder, episode);
}

int pond_episode_legal(const struct pond_encoding *encoding, const struct pond_episode *episode,
                       int seat, uint16_t out[POND_LEGAL_MAX])
{
    assert(seat >= 0 && seat < encoding->seats);
    if ((pond_episode_turn(encoding, episode) & POND_SEAT(seat)) == 0) return 0;
    return encoding->encoder->legal(episode, seat, out, NULL);
}

/* Is it this seat's turn to decide? */
static bool may_act(const struct pond_encoding *encoding, const struct pond_episode *episode,
                    int seat, struct pond_error *why)
{
    const pond_seats turn = pond_episode_turn(encoding, episode);
    if (seat < 0 || seat >= encoding->seats) {
        return pond_refuse_number(why, POND_WORD_MATCH_NO_SEAT, seat);
    }
    if (turn == 0) return pond_refuse(why, POND_WORD_MOVE_GAME_OVER);
    if (turn == POND_SEAT(POND_CHANCE)) return pond_refuse(why, POND_WORD_MATCH_CHANCE_DUE);
    return (turn & POND_SEAT(seat)) != 0 ||
           pond_refuse_number(why, POND_WORD_MOVE_NOT_YOUR_TURN, seat);
}

/* An action that is not legal: the rules know why the move is not, if it is one. */
static bool refuse_action(const struct pond_encoding *encoding, const struct pond_episode *episode,
                          int seat, int action, struct pond_error *why)
{
    bool whole;
    if (action < 0 || action >= encoding->action_count) {
        pond_refuse_number(why, POND_WORD_ACTION_RANGE, action);
        return pond_error_number(why, encoding->action_count - 1);
    }
    const pond_move move = encoding->encoder->move(episode, seat, action, &whole);
    if (move == 0 || episode->prefix != 0 ||
        encoding->game->legal(&episode->state, seat, move, why)) {
        return pond_refuse_number(why, POND_WORD_MOVE_ILLEGAL, action);
    }
    return false;
}

bool pond_episode_apply(const struct pond_encoding *encoding, struct pond_episode *episode,
                        int seat, int action, struct pond_error *why)
{
    uint16_t actions[POND_LEGAL_MAX];
    if (!may_act(encoding, episode, seat, why)) return false;
    const int count = encoding->encoder->legal(episode, seat, actions, NULL);
    for (int i = 0; i < count; i++) {
        if (actions[i] != action) continue;
        episode_do(encoding, encoding->encoder, episode, seat, action, NULL);
        return true;
    }
    return refuse_action(encoding, episode, seat, action, why);
}

bool pond_episode_move(const struct pond_encoding *encoding, struct pond_episode *episode, int seat,
                       pond_move move, struct pond_error *why)
{
    if (!may_act(encoding, episode, seat, why)) return false;
    if (episode->prefix != 0) return pond_refuse(why, POND_WORD_CHAIN_OPEN);
    if (!encoding->game->legal(&episode->state, seat, move, why)) return false;
    episode_make(encoding, encoding->encoder, episode, seat, move, NULL);
    episode->decisions++;
    return true;
}

bool pond_episode_chance(const struct pond_encoding *encoding, struct pond_episode *episode,
                         pond_move outcome, struct pond_error *why)
{
    pond_move outcomes[POND_CHANCE_MAX];
    uint32_t weights[POND_CHANCE_MAX];
    if (pond_episode_turn(encoding, episode) != POND_SEAT(POND_CHANCE)) {
        return pond_refuse(why, POND_WORD_CHANCE_NOT_DUE);
    }
    const int count = pond_chance(encoding->game, &episode->state, outcomes, weights);
    for (int i = 0; i < count; i++) {
        if (outcomes[i] != outcome) continue;
        episode_make(encoding, encoding->encoder, episode, POND_CHANCE, outcome, NULL);
        return true;
    }
    return pond_refuse_number(why, POND_WORD_MOVE_ILLEGAL, (int64_t)outcome);
}

void pond_episode_roll(const struct pond_encoding *encoding, struct pond_episode *episode,
                       struct pond_rng *rng)
{
    episode_roll(encoding, encoding->encoder, episode, rng, NULL);
}

/* ---- Actions and observations ---- */

pond_move pond_action_move(const struct pond_encoding *encoding, const struct pond_episode *episode,
                           int seat, int action)
{
    bool whole;
    return encoding->encoder->move(episode, seat, action, &whole);
}

int pond_action_of(const struct pond_encoding *encoding, const struct pond_episode *episode,
                   int seat, pond_move move)
{
    return encoding->encoder->action(episode, seat, move);
}

void pond_episode_observe(const struct pond_encoding *encoding, const struct pond_episode *episode,
                          int seat, uint8_t *out)
{
    encoding->encoder->observe(episode, seat, out);
}

/* ---- Returns ---- */

/* Places from `first` on, by points, for all seats but `winner`. */
static void places_by_points(struct pond_standing *standing, int seats, int winner, int first)
{
    for (int seat = 0; seat < seats; seat++) {
        int better = 0;
        for (int other = 0; other < seats; other++) {
            better += other != winner && standing->points[other] > standing->points[seat];
        }
        if (seat != winner) standing->place[seat] = (uint8_t)(first + better);
    }
}

void pond_episode_standing(const struct pond_encoding *encoding, const struct pond_episode *episode,
                           struct pond_standing *standing)
{
    const struct pond_result result = episode->result;
    const int seats = encoding->seats;
    memset(standing, 0, sizeof *standing);
    encoding->encoder->points(&episode->state, standing);
    switch ((enum pond_outcome)result.outcome) {
    case POND_WON:
        standing->place[result.seat] = 1;
        places_by_points(standing, seats, result.seat, 2);
        for (int seat = 0; seat < seats; seat++) {
            standing->returns[seat] = seat == result.seat ? 1.0f : -1.0f / (float)(seats - 1);
        }
        break;
    case POND_WON_BY_DUMMY: places_by_points(standing, seats, -1, 2); break;
    case POND_DRAWN: memset(standing->place, 1, (size_t)seats); break;
    case POND_GOES_ON:
    case POND_UNFINISHED: places_by_points(standing, seats, -1, 1); break;
    }
}

/* ---- Information states ---- */

void pond_recall_begin(struct pond_recall *recall)
{
    for (uint64_t seat = 0; seat < POND_SEATS_MAX; seat++) {
        recall->key[seat] = pond_hash_words(&seat, 1, 0);
    }
}

void pond_recall_fold(const struct pond_encoding *encoding, const struct pond_state *before,
                      int seat, pond_move move, const struct pond_state *after,
                      struct pond_recall *recall)
{
    const struct pond_entry entry = {
        .move = move,
        .seat = (uint8_t)seat,
        .kind = seat == POND_CHANCE ? POND_ENTRY_CHANCE : POND_ENTRY_MOVE,
    };
    for (int observer = 0; observer < encoding->seats; observer++) {
        struct pond_events events;
        pond_entry_events(encoding->game, before, &entry, after, observer, &events);
        uint64_t key = recall->key[observer];
        for (int i = 0; i < events.count; i++) {
            const struct pond_event *event = &events.list[i];
            uint64_t words[1 + POND_EVENT_VALUES_MAX] = {(uint64_t)event->kind << 8 | event->seat};
            memcpy(&words[1], event->value, sizeof event->value);
            key = pond_hash_words(words, 1 + POND_EVENT_VALUES_MAX, key);
        }
        recall->key[observer] = key;
    }
}

uint64_t pond_recall_key(const struct pond_recall *recall, const struct pond_episode *episode,
                         int seat)
{
    const uint64_t key = recall->key[seat];
    return episode->prefix != 0 ? pond_hash_words(&episode->prefix, 1, key) : key;
}
