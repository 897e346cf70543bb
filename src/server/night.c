/* night.c: a game night as its events make it. See night.h. */
#include "night.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "name.h"

const char *const night_frogs[NIGHT_FROGS] = {"red", "green", "yellow", "blue", "light", "dark"};

void night_init(struct night *night)
{
    memset(night, 0, sizeof *night);
    night->lead = night->lender = -1;
    for (int i = 0; i < NIGHT_NUMBERS_MAX; i++) night->members[i].vote = -1;
    snprintf(night->level, sizeof night->level, "level:2");
}

/* ---- Reading lines ---- */

/* The next word, and the rest after it; false if it is missing or too long. */
static bool word_take(const char **rest, char *out, size_t size)
{
    const size_t length = strcspn(*rest, " ");
    if (length == 0 || length >= size) return false;
    memcpy(out, *rest, length);
    out[length] = '\0';
    *rest += length;
    if (**rest == ' ') ++*rest;
    return true;
}

/* A number up to a limit; `-` is -1. */
static bool number_take(const char **rest, long most, int *out)
{
    char word[8], *end;
    if (!word_take(rest, word, sizeof word)) return false;
    const long number = strcmp(word, "-") == 0 ? -1 : strtol(word, &end, 10);
    if (number != -1 && (*end != '\0' || number < 0)) return false;
    *out = (int)number;
    return number <= most;
}

/* A member that is there. */
static bool member_take(const struct night *night, const char **rest, int *member)
{
    return number_take(rest, night->member_count - 1, member) && *member >= 0 &&
           night->members[*member].person[0] != '\0';
}

/* Numbers separated by commas; returns how many, or -1 if it is not such a list. */
static int list_read(const char *word, int most, int8_t out[POND_SEATS_MAX])
{
    int count = 0;
    for (const char *at = word; count < POND_SEATS_MAX; at++) {
        char *end = NULL;
        const bool none = *at == '-';
        const long number = none ? -1 : strtol(at, &end, 10);
        if (!none && (end == at || number < 0 || number > most)) return -1;
        out[count++] = (int8_t)number;
        at = none ? at + 1 : end;
        if (*at == '\0') return count;
        if (*at != ',') return -1;
    }
    return -1;
}

int night_game_find(const char *name)
{
    for (int i = 0; i < NIGHT_GAMES_MAX && pond_games[i] != NULL; i++) {
        if (strcmp(pond_games[i]->name, name) == 0 && pond_game_offered(name) != NULL) return i;
    }
    return -1;
}

static bool game_take(const char **rest, int *game)
{
    char word[STORE_GAME_SIZE];
    if (!word_take(rest, word, sizeof word)) return false;
    *game = night_game_find(word);
    return *game >= 0;
}

/* ---- Carrying them out ---- */

static void open_apply(struct night *night, const char *rest)
{
    const uint32_t version = night->version;
    night_init(night);
    night->version = version;
    night->phase = NIGHT_LOBBY;
    if (!word_take(&rest, night->screen, sizeof night->screen)) night->screen[0] = '\0';
}

/* Latecomers need not catch up on games: the counts that seats go by begin with the least that
 * someone here has. */
static void counts_begin(const struct night *night, struct night_member *member)
{
    uint32_t turns = UINT32_MAX, firsts = UINT32_MAX;
    for (int i = 0; i < night->member_count; i++) {
        const struct night_member *other = &night->members[i];
        if (other == member || other->gone || other->person[0] == '\0') continue;
        if (other->turns < turns) turns = other->turns;
        if (other->firsts < firsts) firsts = other->firsts;
    }
    if (turns != UINT32_MAX && member->turns < turns) member->turns = turns;
    if (firsts != UINT32_MAX && member->firsts < firsts) member->firsts = firsts;
}

/* A newcomer gets a number: its previous owner no longer has a part in the score. */
static void number_take_over(struct night *night, int number, const char person[STORE_ID_SIZE])
{
    struct night_member *member = &night->members[number];
    if (member->removed) {
        memcpy(night->barred[night->barred_count++ % NIGHT_BARRED_MAX], member->person,
               sizeof member->person);
    }
    for (int i = 0; i < NIGHT_HISTORY_MAX && member->played > 0; i++) {
        struct night_result *result = &night->results[i];
        result->points[number] = -1;
        if (result->winner == number) result->winner = -1;
    }
    if (night->lender == number) night->lender = -1;
    *member = (struct night_member){.vote = -1, .gone = true, .since = night->version};
    memcpy(member->person, person, sizeof member->person);
}

/* ---- Claims ---- */

/* A claim that is still open at this time, with that number or (number 0) of that person. */
static struct night_claim *claim_at(struct night *night, int number, const char *person,
                                    int64_t now_ms)
{
    for (int i = 0; i < NIGHT_CLAIMS_MAX; i++) {
        struct night_claim *claim = &night->claims[i];
        if (claim->person[0] == '\0' || now_ms >= claim->until_ms) continue;
        if (number > 0 ? claim->number == number : strcmp(claim->person, person) == 0) return claim;
    }
    return NULL;
}

static void claim_drop(struct night *night, const char *person)
{
    struct night_claim *claim = claim_at(night, 0, person, 0);
    if (claim != NULL) claim->person[0] = '\0';
}

/* Room for another claim: where there is none, the one that has waited longest is over, so nobody
 * can keep others from asking. */
static struct night_claim *claim_place(struct night *night)
{
    struct night_claim *oldest = night->claims;
    for (int i = 0; i < NIGHT_CLAIMS_MAX; i++) {
        struct night_claim *claim = &night->claims[i];
        if (claim->person[0] == '\0' || night->at_ms >= claim->until_ms) return claim;
        if (claim->until_ms < oldest->until_ms) oldest = claim;
    }
    return oldest;
}

static void claim_apply(struct night *night, const char *rest)
{
    char person[STORE_ID_SIZE];
    int member = 0, number = 0;
    if (!member_take(night, &rest, &member) || !word_take(&rest, person, sizeof person)) return;
    if (!number_take(&rest, 99, &number) || number < 10) return;
    claim_drop(night, person);
    struct night_claim *claim = claim_place(night);
    *claim = (struct night_claim){.member = (int8_t)member,
                                  .number = (uint8_t)number,
                                  .until_ms = night->at_ms + NIGHT_CLAIM_MS};
    memcpy(claim->person, person, sizeof person);
}

/* The place goes over: see night_claim. */
static void claim_grant(struct night *night, const struct night_claim *claim)
{
    const int by = night_member_of(night, claim->person);
    const int seat = night_seat_of(night, claim->member);
    struct night_member *member = &night->members[claim->member];
    if (by < 0 && !member->gone) {
        memcpy(member->person, claim->person, sizeof member->person);
        member->away = false;
    } else if (by >= 0 && seat >= 0 && !night->members[by].gone && night_seat_of(night, by) < 0) {
        night->seats[seat] = (int8_t)by;
        night->members[by].away = false;
    }
}

/* A claim that is granted, denied or withdrawn is over. */
static void claim_end(struct night *night, const char *kind, const char *rest)
{
    int number = 0;
    if (!number_take(&rest, 99, &number) || number < 10) return;
    struct night_claim *claim = claim_at(night, number, "", night->at_ms);
    if (claim == NULL) return;
    const struct night_claim answered = *claim;
    claim->person[0] = '\0';
    if (strcmp(kind, "grant") == 0) {
        claim_grant(night, &answered);
        for (int i = 0; i < NIGHT_CLAIMS_MAX; i++) { /* others wanted the same */
            if (night->claims[i].member == answered.member) night->claims[i].person[0] = '\0';
        }
    } else if (strcmp(kind, "deny") == 0) {
        memcpy(night->denied[night->denied_count++ % NIGHT_BARRED_MAX], answered.person,
               sizeof answered.person);
    }
}

/* ---- Coming and going ---- */

static void join_apply(struct night *night, const char *rest)
{
    char person[STORE_ID_SIZE];
    int number = 0, frog = 0;
    if (!number_take(&rest, NIGHT_NUMBERS_MAX - 1, &number) || number < 0) return;
    if (!word_take(&rest, person, sizeof person)) return;
    if (!number_take(&rest, NIGHT_FROGS - 1, &frog) || frog < 0 || rest[0] == '\0') return;
    struct night_member *member = &night->members[number];
    if (strcmp(member->person, person) != 0) number_take_over(night, number, person);
    if (member->gone) counts_begin(night, member);
    claim_drop(night, person);
    snprintf(member->name, sizeof member->name, "%s", rest);
    member->frog = (uint8_t)frog;
    member->gone = member->away = member->removed = false;
    if (number >= night->member_count) night->member_count = number + 1;
    if (night->lead < 0) night->lead = number;
}

/* The leader for whom others stood in leads again: those whom they removed may come back. */
static void loan_end(struct night *night)
{
    night->lender = -1;
    for (int i = 0; i < night->member_count; i++) {
        if (night->members[i].on_loan) night->members[i].removed = false;
        night->members[i].on_loan = false;
    }
}

static void lead_set(struct night *night, int lead)
{
    night->lead = lead;
    if (lead >= 0 && lead == night->lender) loan_end(night);
}

static void leave_apply(struct night *night, const char *rest, bool removed)
{
    int number = 0, lead = -1;
    if (!member_take(night, &rest, &number)) return;
    if (!number_take(&rest, night->member_count - 1, &lead)) return;
    struct night_member *member = &night->members[number];
    claim_drop(night, member->person);
    member->gone = true;
    member->gone_at = night->version;
    member->removed |= removed;
    member->on_loan = removed && night->lender >= 0;
    member->ready = false;
    member->vote = -1;
    if (night->lender == number) night->lender = -1;
    lead_set(night, lead);
}

static void votes_clear(struct night *night)
{
    for (int i = 0; i < night->member_count; i++) night->members[i].vote = -1;
    night->vote_until_ms = 0;
}

static void choose_apply(struct night *night, const char *rest)
{
    char level[NIGHT_LEVEL_SIZE];
    int game = 0, robots = 0, first_time = 0;
    if (!game_take(&rest, &game) || !number_take(&rest, NIGHT_ROBOTS_MAX, &robots)) return;
    if (robots < 0 || !word_take(&rest, level, sizeof level)) return;
    if (!number_take(&rest, 1, &first_time)) return;
    const bool other = night_next(night) != game;
    const bool decides = night->games > 0 && night->phase == NIGHT_LOBBY;
    night->game = game;
    night->robots = robots;
    night->first_time = first_time == 1;
    memcpy(night->level, level, sizeof level);
    snprintf(night->options[game], sizeof night->options[game], "%s", rest);
    if (other) votes_clear(night);
    if (other && decides) night->vote_until_ms = night->at_ms; /* the vote is over */
}

static void start_apply(struct night *night, const char *rest)
{
    char table[STORE_ID_SIZE], seats[4 * POND_SEATS_MAX];
    int8_t list[POND_SEATS_MAX];
    int game = 0;
    if (!word_take(&rest, table, sizeof table) || !game_take(&rest, &game)) return;
    if (!word_take(&rest, seats, sizeof seats)) return;
    const int count = list_read(seats, night->member_count - 1, list);
    if (count < 1) return;
    memcpy(night->table, table, sizeof night->table);
    memcpy(night->seats, list, sizeof night->seats);
    snprintf(night->table_options, sizeof night->table_options, "%s", rest);
    night->table_game = night->game = game;
    night->seat_count = count;
    night->phase = NIGHT_PLAYING;
    night->stopped = false;
    votes_clear(night);
    for (int i = 0; i < night->member_count; i++) night->members[i].ready = false;
}

/* One point for everyone you finish ahead of, and a crown for a sole winner. */
static void score(struct night *night, const int8_t places[POND_SEATS_MAX])
{
    struct night_result *result = &night->results[night->games % NIGHT_HISTORY_MAX];
    int first = 0;
    memset(result->points, -1, sizeof result->points);
    for (int seat = 0; seat < night->seat_count; seat++) first += places[seat] == 1;
    night->games++;
    result->winner = -1;
    result->game = (int8_t)night->table_game;
    night->game_last[night->table_game] = night->games;
    for (int seat = 0; seat < night->seat_count; seat++) {
        if (night->seats[seat] < 0) continue;
        struct night_member *member = &night->members[night->seats[seat]];
        uint32_t points = 0;
        for (int other = 0; other < night->seat_count; other++) {
            points += places[other] > places[seat];
        }
        result->points[night->seats[seat]] = (int8_t)points;
        if (places[seat] == 1 && first == 1) {
            result->winner = night->seats[seat];
            member->crowns++;
        }
        member->points += points;
        member->played++;
        member->turns++;
        member->last_played = night->games;
        member->firsts += seat == 0;
    }
}

static void result_apply(struct night *night, const char *rest)
{
    char table[STORE_ID_SIZE], word[4 * POND_SEATS_MAX];
    int8_t places[POND_SEATS_MAX];
    if (!word_take(&rest, table, sizeof table) || !word_take(&rest, word, sizeof word)) return;
    if (night->phase != NIGHT_PLAYING || strcmp(table, night->table) != 0) return;
    const int count = list_read(word, POND_SEATS_MAX, places);
    night->phase = NIGHT_LOBBY;
    night->stopped = count != night->seat_count || places[0] <= 0;
    if (!night->stopped) score(night, places);
}

static void member_apply(struct night *night, const char *kind, const char *rest)
{
    int number = 0, value = 0;
    if (!member_take(night, &rest, &number)) return;
    struct night_member *member = &night->members[number];
    if (strcmp(kind, "lead") == 0) {
        lead_set(night, number);
    } else if (strcmp(kind, "take") == 0) {
        if (night->lender < 0) night->lender = night->lead;
        lead_set(night, number);
    } else if (strcmp(kind, "ready") == 0 && number_take(&rest, 1, &value)) {
        member->ready = value == 1;
    } else if (strcmp(kind, "vote") == 0 && game_take(&rest, &value)) {
        const bool first = night->vote_until_ms == 0 && night->phase == NIGHT_LOBBY;
        member->vote = (int8_t)value;
        if (first && night->games > 0) night->vote_until_ms = night->at_ms + NIGHT_VOTE_MS;
    } else if (strcmp(kind, "away") == 0 && number_take(&rest, 1, &value)) {
        member->away = value == 1;
        member->ready &= !member->away;
    }
}

/* The vote closes once everyone who is here has voted. */
static void vote_look(struct night *night)
{
    bool some = false, all = true;
    for (int i = 0; i < night->member_count; i++) {
        const struct night_member *member = &night->members[i];
        if (member->person[0] == '\0' || member->gone) continue;
        some |= member->vote >= 0;
        all &= member->vote >= 0 || member->away;
    }
    if (some && all && night->at_ms < night->vote_until_ms) night->vote_until_ms = night->at_ms;
}

/* Has the leader done this? The end of a game counts as well: what comes next is up to them. */
static bool lead_acts(const struct night *night, const char *kind, const char *rest)
{
    static const char *const decisions[] = {"choose", "start", "remove", "result"};
    static const char *const switches[] = {"join", "ready", "vote", "away"};
    int number = -1;
    for (size_t i = 0; i < sizeof decisions / sizeof decisions[0]; i++) {
        if (strcmp(kind, decisions[i]) == 0) return true;
    }
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++) {
        if (strcmp(kind, switches[i]) != 0) continue;
        return number_take(&rest, NIGHT_NUMBERS_MAX - 1, &number) && number == night->lead;
    }
    return false;
}

void night_apply(struct night *night, const char *line, int64_t at_ms)
{
    const int lead = night->lead;
    char kind[12];
    night->version++;
    night->at_ms = at_ms;
    if (!word_take(&line, kind, sizeof kind)) return;
    if (strcmp(kind, "open") == 0) {
        open_apply(night, line);
        night->at_ms = at_ms;
        return;
    }
    if (night->phase != NIGHT_LOBBY && night->phase != NIGHT_PLAYING) return;
    if (strcmp(kind, "join") == 0) join_apply(night, line);
    if (strcmp(kind, "leave") == 0) leave_apply(night, line, false);
    if (strcmp(kind, "remove") == 0) leave_apply(night, line, true);
    if (strcmp(kind, "choose") == 0) choose_apply(night, line);
    if (strcmp(kind, "start") == 0) start_apply(night, line);
    if (strcmp(kind, "claim") == 0) claim_apply(night, line);
    if (strcmp(kind, "grant") == 0) claim_end(night, kind, line);
    if (strcmp(kind, "deny") == 0) claim_end(night, kind, line);
    if (strcmp(kind, "withdraw") == 0) claim_end(night, kind, line);
    if (strcmp(kind, "result") == 0) result_apply(night, line);
    if (strcmp(kind, "end") == 0) night->phase = NIGHT_ENDED;
    member_apply(night, kind, line);
    if (night->lead != lead || lead_acts(night, kind, line)) night->lead_ms = at_ms;
    vote_look(night);
}

/* ---- Questions ---- */

int night_member_of(const struct night *night, const char *person)
{
    int number = night->member_count - 1;
    while (number >= 0 && strcmp(night->members[number].person, person) != 0) number--;
    return number;
}

bool night_barred(const struct night *night, const char *person)
{
    const int member = night_member_of(night, person);
    if (member >= 0) return night->members[member].removed;
    bool found = false;
    for (int i = 0; i < NIGHT_BARRED_MAX; i++) found |= strcmp(night->barred[i], person) == 0;
    return found;
}

night_members night_present(const struct night *night)
{
    night_members present = 0;
    for (int i = 0; i < night->member_count; i++) {
        const struct night_member *member = &night->members[i];
        if (member->person[0] != '\0' && !member->gone) present |= NIGHT_MEMBER(i);
    }
    return present;
}

int night_seat_of(const struct night *night, int member)
{
    if (night->phase != NIGHT_PLAYING || member < 0) return -1;
    int seat = night->seat_count - 1;
    while (seat >= 0 && night->seats[seat] != member) seat--;
    return seat;
}

const struct night_claim *night_claim_find(const struct night *night, int number, int64_t now_ms)
{
    return number > 0 ? claim_at((struct night *)night, number, "", now_ms) : NULL;
}

const struct night_claim *night_claim_of(const struct night *night, const char *person,
                                         int64_t now_ms)
{
    return claim_at((struct night *)night, 0, person, now_ms);
}

int night_claim_number(const struct night *night, const uint8_t bytes[2], int64_t now_ms)
{
    int number = 10 + (bytes[0] << 8 | bytes[1]) % 90;
    while (night_claim_find(night, number, now_ms) != NULL) number = number < 99 ? number + 1 : 10;
    return number;
}

bool night_denied(const struct night *night, const char *person)
{
    bool found = false;
    for (int i = 0; i < NIGHT_BARRED_MAX; i++) found |= strcmp(night->denied[i], person) == 0;
    return found;
}

/* Is the first of two people who left the first to lose the number to a newcomer? */
static bool freed_before(const struct night_member *one, const struct night_member *other)
{
    if ((one->played == 0) != (other->played == 0)) return one->played == 0;
    return one->last_played != other->last_played ? one->last_played < other->last_played
                                                  : one->gone_at < other->gone_at;
}

int night_number_free(const struct night *night)
{
    int best = -1;
    if (__builtin_popcount(night_present(night)) >= NIGHT_MEMBERS_MAX) return -1;
    if (night->member_count < NIGHT_NUMBERS_MAX) return night->member_count;
    for (int i = 0; i < NIGHT_NUMBERS_MAX; i++) {
        const struct night_member *member = &night->members[i];
        if (!member->gone || night_seat_of(night, i) >= 0) continue;
        if (best < 0 || freed_before(member, &night->members[best])) best = i;
    }
    return best;
}

int night_frog_free(const struct night *night, int member, int wish)
{
    unsigned taken = 0;
    for (int i = 0; i < night->member_count; i++) {
        const struct night_member *other = &night->members[i];
        if (i != member && !other->gone && other->person[0] != '\0') taken |= 1u << other->frog;
    }
    if (wish >= 0 && (taken >> wish & 1) == 0) return wish;
    for (int frog = 0; frog < NIGHT_FROGS; frog++) {
        if ((taken >> frog & 1) == 0) return frog;
    }
    return wish >= 0 ? wish : member % NIGHT_FROGS;
}

void night_name_unlike(const struct night *night, int member, const char *name,
                       char out[STORE_NAME_SIZE])
{
    bool alike = true;
    for (int number = 1; alike; number++) {
        name_numbered(name, number, out);
        alike = false;
        for (int i = 0; i < night->member_count; i++) {
            const struct night_member *other = &night->members[i];
            alike |= i != member && other->person[0] != '\0' && names_alike(other->name, out);
        }
    }
}

int night_lead_after(const struct night *night, int member, night_members here)
{
    const night_members others = night_present(night) & ~NIGHT_MEMBER(member);
    const night_members among = (others & here) != 0 ? others & here : others;
    int best = -1;
    if (night->lead >= 0 && night->lead != member) return night->lead;
    if (night->lender >= 0 && (among & NIGHT_MEMBER(night->lender)) != 0) return night->lender;
    for (int i = 0; i < night->member_count; i++) {
        if ((among & NIGHT_MEMBER(i)) == 0) continue;
        if (best < 0 || night->members[i].since < night->members[best].since) best = i;
    }
    return best;
}

int night_next(const struct night *night)
{
    int votes[NIGHT_GAMES_MAX] = {0}, best = -1;
    for (int i = 0; i < night->member_count; i++) {
        const struct night_member *member = &night->members[i];
        if (!member->gone && member->vote >= 0) votes[member->vote]++;
    }
    for (int game = 0; game < NIGHT_GAMES_MAX; game++) {
        if (votes[game] == 0) continue;
        const bool better =
            best < 0 || votes[game] > votes[best] ||
            (votes[game] == votes[best] && night->game_last[game] < night->game_last[best]);
        if (better) best = game;
    }
    /* Before the first game the leader has chosen one: it takes more than half to change that. */
    const int present = __builtin_popcount(night_present(night));
    const bool enough = best >= 0 && (night->games > 0 || 2 * votes[best] > present);
    return enough ? best : night->game;
}

/* Does this member come before another where not all can play? */
static bool waits_longer(const struct night_member *one, const struct night_member *other)
{
    return one->turns != other->turns ? one->turns < other->turns
                                      : one->last_played < other->last_played;
}

/* The players: those who have played least and waited longest, one per seat. */
static night_members players(const struct night *night, night_members here, int seats)
{
    night_members chosen = 0;
    for (int count = 0; count < seats; count++) {
        int best = -1;
        for (int i = 0; i < night->member_count; i++) {
            if (((here & ~chosen) & NIGHT_MEMBER(i)) == 0) continue;
            if (best < 0 || waits_longer(&night->members[i], &night->members[best])) best = i;
        }
        if (best >= 0) chosen |= NIGHT_MEMBER(best);
    }
    return chosen;
}

/* Turns go in pairs where two armies play: light begins. A player with the frog of an army plays
 * that army: people take what they see for their own. So the two change seats where more of them
 * have their own frog then. */
static void armies_keep(const struct night *night, const struct pond_game *rules, int8_t seats[2])
{
    static const uint8_t frogs[2] = {4, 5}; /* of night_frogs, by seat */
    int own = 0, other = 0;
    if (rules->record_style != POND_RECORD_PAIRS) return;
    for (int seat = 0; seat < 2; seat++) {
        const int frog = seats[seat] >= 0 ? night->members[seats[seat]].frog : NIGHT_FROGS;
        own += frog == frogs[seat];
        other += frog == frogs[1 - seat];
    }
    const int8_t changed[2] = {seats[1], seats[0]};
    if (other > own) memcpy(seats, changed, sizeof changed);
}

int night_seats(const struct night *night, night_members here, int game,
                int8_t seats[POND_SEATS_MAX])
{
    const struct pond_game *rules = pond_games[game];
    const night_members chosen = players(night, here & night_present(night), rules->seats_max);
    int first = -1, people = 0;
    for (int i = 0; i < night->member_count; i++) {
        if ((chosen & NIGHT_MEMBER(i)) == 0) continue;
        people++;
        if (first < 0 || night->members[i].firsts < night->members[first].firsts) first = i;
    }
    int count = people + night->robots;
    if (count < rules->seats_min) count = rules->seats_min;
    if (count > rules->seats_max) count = rules->seats_max;
    int seat = 0;
    for (int i = 0; first >= 0 && i < night->member_count; i++) {
        const int member = (first + i) % night->member_count;
        if ((chosen & NIGHT_MEMBER(member)) != 0) seats[seat++] = (int8_t)member;
    }
    while (seat < count) seats[seat++] = -1;
    armies_keep(night, rules, seats);
    return count;
}

static bool option_known(const struct pond_game *rules, const char *name)
{
    bool known = false;
    for (int i = 0; i < rules->option_count; i++) {
        known |= strcmp(rules->options[i].name, name) == 0;
    }
    return known;
}

/* The colours of the frogs on the ring, by seat: everyone has their own where the game has it, and
 * the others have those that are left. */
static void colors_choose(const struct night *night, const int8_t seats[POND_SEATS_MAX], int count,
                          char colors[5])
{
    static const char letters[] = "RGYB"; /* as in night_frogs */
    unsigned taken = 0;
    for (int seat = 0; seat < 4; seat++) {
        const int member = seat < count ? seats[seat] : -1;
        const int frog = member >= 0 ? night->members[member].frog : NIGHT_FROGS;
        const bool free_one = frog < 4 && (taken >> frog & 1) == 0;
        colors[seat] = free_one ? letters[frog] : '\0';
        if (free_one) taken |= 1u << frog;
    }
    for (int seat = 0; seat < 4; seat++) {
        if (colors[seat] != '\0') continue;
        const int frog = __builtin_ctz(~taken);
        colors[seat] = letters[frog];
        taken |= 1u << frog;
    }
    colors[4] = '\0';
}

bool night_config(const struct night *night, int game, const int8_t seats[POND_SEATS_MAX],
                  int count, struct pond_config *config, struct pond_error *why)
{
    const struct pond_game *rules = pond_games[game];
    const char *chosen = night->options[game], *comma = chosen[0] != '\0' ? "," : "";
    char text[POND_OPTIONS_TEXT_MAX + 32], colors[5];
    if (!option_known(rules, "players")) return pond_config_parse(rules, chosen, config, why);
    colors_choose(night, seats, count, colors);
    const bool coloured = option_known(rules, "colors") && strstr(chosen, "colors=") == NULL;
    for (int frogs = count; coloured && frogs <= 4; frogs++) { /* there may be more than seats */
        snprintf(text, sizeof text, "players=%d,colors=%.*s%s%s", count, frogs, colors, comma,
                 chosen);
        if (pond_config_parse(rules, text, config, why)) return true;
    }
    snprintf(text, sizeof text, "players=%d%s%s", count, comma, chosen);
    return pond_config_parse(rules, text, config, why);
}

/* ---- Writing lines ---- */

void night_list_print(const int8_t *list, int count, char *out, size_t size)
{
    struct pond_text text = pond_text_in(out, size);
    for (int i = 0; i < count; i++) {
        if (i > 0) pond_text_char(&text, ',');
        if (list[i] < 0) pond_text_char(&text, '-');
        if (list[i] >= 0) pond_text_number(&text, list[i]);
    }
}

void night_print_start(const struct night *night, const char *table, int game,
                       const int8_t seats[POND_SEATS_MAX], int count, char line[EVENT_LINE_SIZE])
{
    char list[4 * POND_SEATS_MAX], options[POND_OPTIONS_TEXT_MAX] = "";
    struct pond_config config;
    struct pond_error why;
    night_list_print(seats, count, list, sizeof list);
    if (night_config(night, game, seats, count, &config, &why)) {
        struct pond_text text = pond_text_in(options, sizeof options);
        pond_config_print(pond_games[game], &config, &text);
    }
    snprintf(line, EVENT_LINE_SIZE, "start %s %s %s %s", table, pond_games[game]->name, list,
             options);
}
