/* play.c: a game between people at one keyboard and computers. See play.h. */
#include "play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Chairs ---- */

/* Where the text of the first seat ends. A comma before a setting ("engine:hash=1,nodes=5") does
 * not end it. */
static size_t seat_length(const char *text)
{
    size_t length = strcspn(text, ",");
    while (text[length] == ',') {
        const size_t word = strspn(text + length + 1, "abcdefghijklmnopqrstuvwxyz_");
        if (word == 0 || text[length + 1 + word] != '=') break;
        length += 1 + strcspn(text + length + 1, ",");
    }
    return length;
}

int play_seats_count(const char *text)
{
    int count = text[0] != '\0';
    while (*(text += seat_length(text)) == ',') {
        text++;
        count++;
    }
    return count;
}

/* The text of seat `index`; false if there is none or it is too long. */
static bool seat_text(const char *text, int index, char out[COMPUTER_NAME_MAX])
{
    for (; index > 0; index--) {
        text += seat_length(text);
        if (*text++ != ',') return false;
    }
    const size_t length = seat_length(text);
    if (length == 0 || length >= COMPUTER_NAME_MAX) return false;
    memcpy(out, text, length);
    out[length] = '\0';
    return true;
}

static bool is_person_text(const char *text)
{
    return strcmp(text, "me") == 0 || (strncmp(text, "me:", 3) == 0 && text[3] != '\0');
}

/* A name must be fit for the screen and for a record. */
static bool name_is_fine(const char *name)
{
    const unsigned char *at = (const unsigned char *)name;
    if (strlen(name) > 24) return false;
    while (*at != '\0') {
        const size_t length = pond_shown_length(at, strlen((const char *)at));
        if (length == 0 || *at == ',') return false;
        at += length;
    }
    return true;
}

bool play_seats_check(const struct voice *voice, const struct pond_game *game, const char *text,
                      int seat_count, struct pond_text *trouble)
{
    char seat[COMPUTER_NAME_MAX];
    const int given = play_seats_count(text);
    if (given != seat_count) {
        tell2(trouble, voice, TELL_SEATS_COUNT, digits_of(seat_count).text, digits_of(given).text);
        return false;
    }
    for (int i = 0; i < given; i++) {
        if (!seat_text(text, i, seat)) {
            tell1(trouble, voice, TELL_SEAT_EMPTY, digits_of(i + 1).text);
            return false;
        }
        struct pond_error why;
        const bool person = is_person_text(seat);
        const enum computer_trouble found =
            person ? COMPUTER_FINE : computer_check(game, seat, &why);
        if (found == COMPUTER_SETTINGS) {
            tell_refusal(trouble, voice, &why);
            return false;
        }
        if (found != COMPUTER_FINE || (person && !name_is_fine(seat))) {
            tell1(trouble, voice, TELL_SEAT_UNKNOWN, seat);
            return false;
        }
    }
    return true;
}

static void chair_name(const struct voice *voice, struct chair *chair, int number, int persons)
{
    struct pond_text name = pond_text_in(chair->name, sizeof chair->name);
    const char *colon = strchr(chair->text, ':');
    if (chair->kind == CHAIR_PERSON && colon != NULL) {
        pond_text_string(&name, colon + 1);
    } else if (chair->kind == CHAIR_PERSON && persons == 1) {
        tell(&name, voice, TELL_YOU);
    } else if (chair->kind == CHAIR_PERSON) {
        tell1(&name, voice, TELL_PLAYER, digits_of(number + 1).text);
    } else if (strncmp(chair->text, "level:", 6) == 0) {
        tell1(&name, voice, TELL_COMPUTER, chair->text + 6);
    } else {
        pond_text_string(&name, chair->text);
    }
}

/* Computers of one level are told apart by letters: "Level 1 a", "Level 1 b". */
static void chairs_distinguish(struct play *play)
{
    for (int i = 0; i < play->chair_count; i++) {
        char letter = 'a', name[sizeof play->chairs[i].name];
        strcpy(name, play->chairs[i].name);
        const size_t length = strlen(name);
        int twins = 0;
        for (int k = i + 1; k < play->chair_count; k++) {
            twins += strcmp(play->chairs[k].name, name) == 0;
        }
        if (twins == 0 || length + 3 > sizeof name) continue;
        for (int k = i; k < play->chair_count; k++) {
            char *other = play->chairs[k].name;
            if (strcmp(other, name) != 0) continue;
            other[length] = ' ';
            other[length + 1] = letter++;
            other[length + 2] = '\0';
        }
    }
}

static bool chairs_take(struct play *play, const struct play_setup *setup,
                        struct pond_text *trouble)
{
    const int seats = setup->game->seats(&setup->config);
    char usual[PLAY_SEATS_TEXT_MAX] = "me";
    for (int i = 1; i < seats; i++) strcat(usual, ",level:3");
    const char *text = setup->seats[0] != '\0' ? setup->seats : usual;
    int persons = 0, number = 0;
    if (!play_seats_check(play->voice, setup->game, text, seats, trouble)) return false;
    play->chair_count = seats;
    for (int i = 0; i < seats; i++) {
        struct chair *chair = &play->chairs[i];
        seat_text(text, i, chair->text);
        chair->kind = is_person_text(chair->text) ? CHAIR_PERSON : CHAIR_COMPUTER;
        persons += chair->kind == CHAIR_PERSON;
    }
    for (int i = 0; i < seats; i++) {
        struct chair *chair = &play->chairs[i];
        chair_name(play->voice, chair, number, persons);
        number += chair->kind == CHAIR_PERSON;
        if (chair->kind == CHAIR_PERSON) continue;
        if (computer_open(&chair->computer, setup->game, chair->text, NULL) != COMPUTER_FINE) {
            tell1(trouble, play->voice, TELL_SEAT_UNKNOWN, chair->text);
            return false;
        }
    }
    chairs_distinguish(play);
    return true;
}

static const struct chair *chair_at(const struct play *play, int seat)
{
    return &play->chairs[play->series.player_at[seat]];
}

const char *play_name(const struct play *play, int seat) { return chair_at(play, seat)->name; }

static bool is_person(const struct play *play, int seat)
{
    return chair_at(play, seat)->kind == CHAIR_PERSON;
}

int play_person_count(const struct play *play)
{
    int count = 0;
    for (int i = 0; i < play->chair_count; i++) count += play->chairs[i].kind == CHAIR_PERSON;
    return count;
}

void play_seats_tell(const struct voice *voice, const char *text, struct pond_text *out)
{
    struct chair chairs[POND_SEATS_MAX];
    const int count = play_seats_count(text);
    int persons = 0, number = 0, told_of = 0;
    for (int i = 0; i < count && i < POND_SEATS_MAX; i++) {
        if (!seat_text(text, i, chairs[i].text)) return;
        chairs[i].kind = is_person_text(chairs[i].text) ? CHAIR_PERSON : CHAIR_COMPUTER;
        persons += chairs[i].kind == CHAIR_PERSON;
    }
    const bool against = persons == 1 && count > 1;
    if (against) tell(out, voice, TELL_AGAINST);
    const int among = against ? count - 1 : count;
    for (int i = 0; i < count && i < POND_SEATS_MAX; i++) {
        const bool person = chairs[i].kind == CHAIR_PERSON;
        if (person && against) continue;
        if (told_of > 0) pond_text_string(out, told_of + 1 < among ? ", " : told(voice, TELL_AND));
        told_of++;
        chair_name(voice, &chairs[i], number, persons);
        number += person;
        pond_text_string(out, chairs[i].name);
    }
}

/* ---- Beginning and ending ---- */

/* The seat whose view is shown when nobody has to decide: the only person's, or nobody's. */
static int viewer_at_rest(const struct play *play)
{
    int only = POND_SPECTATOR;
    const int persons = play_person_count(play);
    for (int seat = 0; seat < play->chair_count && persons == 1; seat++) {
        if (is_person(play, seat)) only = seat;
    }
    return only;
}

void play_look_again(struct play *play)
{
    play->viewer = viewer_at_rest(play);
    play->covered = play->paused = false;
    play->paused_at = UINT32_MAX;
}

static void match_begin(struct play *play, const struct pond_game *game,
                        const struct pond_config *config, const struct pond_state *position,
                        const char *seed)
{
    if (position != NULL) {
        pond_match_begin_at(&play->match, game, config, position, play->log, PLAY_LOG_MAX);
    } else {
        pond_match_begin(&play->match, game, config, play->log, PLAY_LOG_MAX);
    }
    pond_match_seed(&play->match, seed);
    play_look_again(play);
    play->thinking_seat = -1;
    play->draw_asked = false;
    play->draw_declined = -1;
}

bool play_open(struct play *play, const struct voice *voice, const struct play_setup *setup,
               struct pond_text *trouble)
{
    memset(play, 0, sizeof *play);
    play->voice = voice;
    thinker_open(&play->thinker);
    play->thinking_seat = play->draw_declined = -1;
    play->practice = setup->practice;
    play->tutor = setup->tutor;
    memcpy(play->first_seed, setup->seed, sizeof play->first_seed);
    play->log = malloc(PLAY_LOG_MAX * sizeof *play->log);
    if (play->log == NULL) {
        tell(trouble, voice, TELL_MEMORY);
        return false;
    }
    if (!chairs_take(play, setup, trouble)) return false;
    pond_series_begin(&play->series, play->chair_count);
    match_begin(play, setup->game, &setup->config, setup->from_position ? &setup->position : NULL,
                setup->seed);
    return true;
}

void play_close(struct play *play)
{
    thinker_close(&play->thinker);
    for (int i = 0; i < play->chair_count; i++) computer_close(&play->chairs[i].computer);
    free(play->log);
    memset(play, 0, sizeof *play);
}

void play_again(struct play *play)
{
    struct pond_config config;
    char seed[POND_SEED_MAX + 1];
    thinker_stop(&play->thinker);
    pond_series_next(&play->series, &play->match, &config);
    pond_random_seed(play->first_seed, play->series.games, seed);
    match_begin(play, play->match.game, &config, NULL, seed);
}

/* ---- Secrets and covers ---- */

/* Is anything hidden from a person at this screen? */
static bool has_secrets(const struct play *play)
{
    const pond_seats turn = pond_match_turn(&play->match);
    const bool hidden_cards = play->match.game->chance_seen_by != NULL;
    const bool at_once = (turn & (turn - 1)) != 0 || pond_match_sealed(&play->match) != 0;
    return play_person_count(play) > 1 && (hidden_cards || at_once);
}

int play_decider(const struct play *play)
{
    const pond_seats turn = pond_match_turn(&play->match);
    if (play->covered || play->paused || play->viewer >= play->chair_count) return -1;
    const bool may = (turn & POND_SEAT(play->viewer)) != 0 && is_person(play, play->viewer);
    return may ? play->viewer : -1;
}

/* Simultaneous choices: before the first secret one, everyone sees the position. */
static bool screen_pause(struct play *play)
{
    const pond_seats turn = pond_match_turn(&play->match);
    const bool round_begins = (turn & (turn - 1)) != 0 && pond_match_sealed(&play->match) == 0;
    const uint32_t ply = play->match.ply;
    if (!round_begins || play_person_count(play) < 2 || play->paused_at == ply) return false;
    play->paused = true;
    play->paused_at = ply;
    play->viewer = POND_SPECTATOR;
    return true;
}

/* Who of the people at this screen should have it now? Each keeps it while they are to decide;
 * where something is hidden, the next one has to ask for it. */
static bool screen_pass_on(struct play *play)
{
    const pond_seats turn = pond_match_turn(&play->match);
    int next = -1;
    if (screen_pause(play)) return true;
    if (play_decider(play) >= 0 || play->covered || play->paused) return false;
    for (int seat = play->chair_count - 1; seat >= 0; seat--) {
        if ((turn & POND_SEAT(seat)) != 0 && is_person(play, seat)) next = seat;
    }
    const int before = play->viewer;
    if (next < 0) {
        if (play_person_count(play) > 1) play->viewer = POND_SPECTATOR;
        return play->viewer != before;
    }
    if (has_secrets(play)) {
        play->viewer = POND_SPECTATOR;
        play->covered = true;
        play->covered_for = next;
    } else {
        play->viewer = next;
    }
    return true;
}

void play_uncover(struct play *play)
{
    play->paused = false;
    if (!play->covered) return;
    play->covered = false;
    play->viewer = play->covered_for;
}

/* ---- Computers ---- */

/* A seed for engines, derived from the game's seed and the position in the match. */
static uint64_t seed_at(const struct play *play, int seat)
{
    uint64_t words[12] = {play->match.ply, (uint64_t)seat, play->match.takebacks};
    memcpy(&words[3], play->match.seed, POND_SEED_MAX);
    return pond_hash_words(words, 11, 5);
}

/* A computer accepts a draw unless it thinks its side is better; but not at the very beginning,
 * before anything has been tried. */
#define DRAW_PLY_LEAST 20

static bool draw_is_welcome(const struct play *play, int seat)
{
    const struct pond_advice *advice = &play->thinker.advice;
    const float worth = advice->win[seat] + advice->draw / 2;
    return play->match.ply >= DRAW_PLY_LEAST && worth <= 0.5f;
}

static bool answer_take(struct play *play)
{
    if (!thinker_collect(&play->thinker)) return false;
    const int seat = play->thinking_seat;
    const bool asked = play->draw_asked;
    play->thinking_seat = -1;
    play->draw_asked = false;
    if (asked && draw_is_welcome(play, seat)) {
        return pond_match_accept_draw(&play->match, seat, NULL);
    }
    if (asked) play->draw_declined = seat;
    return pond_match_submit(&play->match, seat, play->thinker.advice.move, NULL);
}

static void computer_begin(struct play *play)
{
    const pond_seats turn = pond_match_turn(&play->match);
    if (play->thinking_seat >= 0 || thinker_busy(&play->thinker)) return;
    for (int seat = 0; seat < play->chair_count; seat++) {
        struct chair *chair = &play->chairs[play->series.player_at[seat]];
        if ((turn & POND_SEAT(seat)) == 0 || chair->kind == CHAIR_PERSON) continue;
        const struct computer_limits limits = {.nodes = 0};
        play->draw_asked = play->match.offer >= 0 && play->match.offer != seat;
        if (thinker_decide(&play->thinker, &chair->computer, &play->match, seat,
                           seed_at(play, seat), &limits)) {
            play->thinking_seat = seat;
        }
        return;
    }
}

bool play_step(struct play *play)
{
    bool news = play->thinking_seat >= 0 && answer_take(play);
    news = screen_pass_on(play) || news;
    computer_begin(play);
    return news;
}

void play_hurry(struct play *play)
{
    if (play->thinking_seat >= 0) thinker_hurry(&play->thinker);
}

/* Call this before changing the match in a way that a thinking computer must not see halfway. */
static void thinker_interrupt(struct play *play)
{
    if (play->thinking_seat < 0) return;
    thinker_stop(&play->thinker);
    play->thinking_seat = -1;
    play->draw_asked = false;
}

/* ---- People ---- */

bool play_submit(struct play *play, int seat, const char *text, struct pond_error *why)
{
    /* While others choose simultaneously, computers go on thinking: they look at a copy. */
    if (play->match.game->repetition != NULL) thinker_interrupt(play);
    play->draw_declined = -1;
    return pond_match_submit_text(&play->match, seat, text, why);
}

bool play_resign(struct play *play, int seat, struct pond_error *why)
{
    thinker_interrupt(play);
    return pond_match_resign(&play->match, seat, why);
}

bool play_offer_draw(struct play *play, int seat, struct pond_error *why)
{
    thinker_interrupt(play);
    return pond_match_offer_draw(&play->match, seat, why);
}

enum tell play_draw_offered(const struct play *play)
{
    return play_person_count(play) > 1 ? TELL_DRAW_OFFERED : TELL_DRAW_OFFERED_COMPUTER;
}

bool play_accept_draw(struct play *play, int seat, struct pond_error *why)
{
    thinker_interrupt(play);
    return pond_match_accept_draw(&play->match, seat, why);
}

/* With several people here it is the last decision of any of them that is taken back. */
static pond_seats seats_taking_back(const struct play *play, int seat)
{
    pond_seats seats = POND_SEAT(seat);
    for (int other = 0; other < play->chair_count && play_person_count(play) > 1; other++) {
        if (is_person(play, other)) seats |= POND_SEAT(other);
    }
    return seats;
}

enum tell play_undo(struct play *play, int seat)
{
    static const enum tell answers[] = {[POND_TAKEBACK_FAIR] = TELL_UNDO_FINE,
                                        [POND_TAKEBACK_NOTHING] = TELL_UNDO_NOTHING,
                                        [POND_TAKEBACK_REVEALED] = TELL_UNDO_REVEALED,
                                        [POND_TAKEBACK_SEALED] = TELL_UNDO_SEALED};
    uint32_t decisions;
    if (pond_match_over(&play->match)) return TELL_UNDO_NOTHING;
    enum pond_takeback may =
        pond_match_fair_takeback(&play->match, seats_taking_back(play, seat), &decisions);
    if (may == POND_TAKEBACK_REVEALED && play->practice) may = POND_TAKEBACK_FAIR;
    if (may != POND_TAKEBACK_FAIR) return answers[may];
    thinker_interrupt(play);
    const bool taken = pond_match_take_back(&play->match, seat, decisions, NULL);
    return taken ? TELL_UNDO_FINE : TELL_UNDO_NOTHING;
}

/* ---- Records ---- */

void play_record(const struct play *play, struct pond_record *record)
{
    const time_t now = time(NULL);
    struct tm utc;
    memset(record, 0, sizeof *record);
    record->result =
        (struct pond_result){.outcome = POND_UNFINISHED, .reason = POND_REASON_IN_PROGRESS};
    if (gmtime_r(&now, &utc) != NULL) strftime(record->date, sizeof record->date, "%F", &utc);
    for (int seat = 0; seat < play->chair_count; seat++) {
        snprintf(record->name[seat], sizeof record->name[seat], "%s", play_name(play, seat));
    }
}
