/* autosave.c: interrupted games continue where they were. See files.h.
 *
 * What is written is the seed and everything that people and computers did, in order. Doing it
 * again gives the same game bit for bit, with the same chance to come, even choices that lie face
 * down. */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"

static char save_path[PATH_TEXT_MAX];

void autosave_begin(const char *path)
{
    static unsigned games;
    char folder[PATH_TEXT_MAX];
    save_path[0] = '\0';
    if (path != NULL) {
        snprintf(save_path, sizeof save_path, "%s", path);
    } else if (files_folder("autosave", folder)) {
        folder[PATH_TEXT_MAX - 80] = '\0';
        snprintf(save_path, sizeof save_path, "%.900s/%ld-%u.save", folder, (long)getpid(),
                 games++);
    }
}

void autosave_forget(void)
{
    if (save_path[0] != '\0') unlink(save_path);
}

/* ---- Writing ---- */

static void head_write(FILE *file, const struct play *play)
{
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const struct pond_match *match = &play->match;
    const struct pond_series *series = &play->series;
    pond_config_print(match->game, &match->config, &text);
    fprintf(file, "pond-save 1\ngame %s\noptions %s\nseed %s\n", match->game->name, memory,
            match->seed);
    fprintf(file, "first %s\npractice %d\ntutor %d\n", play->first_seed, play->practice,
            play->tutor);
    for (int i = 0; i < play->chair_count; i++) {
        fprintf(file, "chair %u %s\n", series->wins[i], play->chairs[i].text);
    }
    fprintf(file, "series %u %u %u", series->games, series->draws, series->dummy_wins);
    for (int i = 0; i < play->chair_count; i++) fprintf(file, " %u", series->player_at[i]);
    fputc('\n', file);
    if (match->from_position) {
        pond_text_clear(&text);
        match->game->state_print(&match->start, &text);
        fprintf(file, "position %s\n", memory);
    }
}

/* Moves as raw bits: only this program reads them. */
static void log_write(FILE *file, const struct pond_match *match)
{
    static const char kinds[] = {
        [POND_ENTRY_MOVE] = 'm',  [POND_ENTRY_CHANCE] = 'c', [POND_ENTRY_RESIGN] = 'r',
        [POND_ENTRY_OFFER] = 'o', [POND_ENTRY_ACCEPT] = 'a', [POND_ENTRY_TAKEBACK] = 't'};
    for (uint32_t i = 0; i < pond_match_entries(match); i++) { /* what was taken back as well */
        const struct pond_entry *entry = pond_match_entry(match, i);
        if (entry->kind == POND_ENTRY_CHANCE) continue;
        fprintf(file, "%c %u %" PRIx64 "\n", kinds[entry->kind], entry->seat, entry->move);
    }
    fputs("end\n", file);
}

/* Before the first decision there is nothing to lose. */
static bool has_begun(const struct pond_match *match)
{
    for (uint32_t i = 0; i < pond_match_entries(match); i++) {
        if (pond_match_entry(match, i)->kind != POND_ENTRY_CHANCE) return true;
    }
    return false;
}

bool autosave_write(const struct play *play)
{
    char draft[PATH_TEXT_MAX + 8];
    if (save_path[0] == '\0' || !has_begun(&play->match)) return false;
    snprintf(draft, sizeof draft, "%s.new", save_path);
    FILE *file = fopen(draft, "w");
    if (file == NULL) return false;
    fchmod(fileno(file), 0600);
    head_write(file, play);
    log_write(file, &play->match);
    const bool written = fflush(file) == 0 && !ferror(file) && fsync(fileno(file)) == 0;
    if (fclose(file) == 0 && written) return rename(draft, save_path) == 0;
    unlink(draft);
    return false;
}

/* ---- Reading ---- */

struct head {
    struct play_setup setup;
    char seed[POND_SEED_MAX + 1], options[POND_OPTIONS_TEXT_MAX];
    char position[POND_STATE_TEXT_MAX];
    uint32_t wins[POND_SEATS_MAX];
    int chair_count;
    struct pond_series series;
};

/* Copies the rest of a line after its first word. */
static void field_take(char *out, size_t size, const char *line)
{
    snprintf(out, size, "%.*s", (int)strcspn(line, "\n"), line);
}

static void head_chair(struct head *head, const char *value)
{
    char *end;
    if (head->chair_count == POND_SEATS_MAX) return;
    head->wins[head->chair_count++] = (uint32_t)strtoul(value, &end, 10);
    char text[COMPUTER_NAME_MAX];
    field_take(text, sizeof text, end + (*end == ' '));
    const size_t length = strlen(head->setup.seats);
    snprintf(head->setup.seats + length, sizeof head->setup.seats - length, "%s%s",
             length > 0 ? "," : "", text);
}

static void head_series(struct head *head, const char *value)
{
    char *at;
    head->series.games = (uint32_t)strtoul(value, &at, 10);
    head->series.draws = (uint32_t)strtoul(at, &at, 10);
    head->series.dummy_wins = (uint32_t)strtoul(at, &at, 10);
    for (int i = 0; i < POND_SEATS_MAX; i++) {
        head->series.player_at[i] = (uint8_t)strtoul(at, &at, 10);
    }
}

/* Reads the lines up to the first one of the log; NULL if this is not such a file. */
static const char *head_read(const char *text, struct head *head)
{
    memset(head, 0, sizeof *head);
    if (strncmp(text, "pond-save 1\n", 12) != 0) return NULL;
    for (text += 12; *text != '\0'; text += strcspn(text, "\n") + 1) {
        char word[16];
        const size_t length = strcspn(text, " \n");
        if (length == 1 || strncmp(text, "end\n", 4) == 0) return text;
        if (length >= sizeof word || text[length] != ' ') return NULL;
        memcpy(word, text, length);
        word[length] = '\0';
        const char *value = text + length + 1;
        char name[32];
        if (strcmp(word, "game") == 0) {
            field_take(name, sizeof name, value);
            head->setup.game = pond_game_find(name);
        } else if (strcmp(word, "options") == 0) {
            field_take(head->options, sizeof head->options, value);
        } else if (strcmp(word, "seed") == 0) {
            field_take(head->seed, sizeof head->seed, value);
        } else if (strcmp(word, "first") == 0) {
            field_take(head->setup.seed, sizeof head->setup.seed, value);
        } else if (strcmp(word, "position") == 0) {
            field_take(head->position, sizeof head->position, value);
        } else if (strcmp(word, "practice") == 0) {
            head->setup.practice = *value == '1';
        } else if (strcmp(word, "tutor") == 0) {
            head->setup.tutor = *value == '1';
        } else if (strcmp(word, "chair") == 0) {
            head_chair(head, value);
        } else if (strcmp(word, "series") == 0) {
            head_series(head, value);
        }
        if (strchr(text, '\n') == NULL) return NULL;
    }
    return NULL;
}

static bool head_check(struct head *head)
{
    struct play_setup *setup = &head->setup;
    if (setup->game == NULL) return false;
    if (!pond_config_parse(setup->game, head->options, &setup->config, NULL)) return false;
    if (!pond_seed_check(head->seed, NULL) || !pond_seed_check(setup->seed, NULL)) return false;
    const int seats = setup->game->seats(&setup->config);
    pond_seats there = 0;
    for (int i = 0; i < seats; i++) {
        if (head->series.player_at[i] >= seats) return false;
        there |= POND_SEAT(head->series.player_at[i]);
    }
    if (there != (1u << seats) - 1 || head->chair_count != seats) return false;
    setup->from_position = head->position[0] != '\0';
    return !setup->from_position ||
           setup->game->state_parse(&setup->position, &setup->config, head->position, NULL);
}

/* Replays the log. */
static bool log_read(struct pond_match *match, const char *at)
{
    for (; strncmp(at, "end\n", 4) != 0; at += strcspn(at, "\n") + 1) {
        char *rest;
        const char kind = *at;
        if (kind == '\0' || at[1] != ' ') return false;
        const int seat = (int)strtol(at + 2, &rest, 10);
        const pond_move move = strtoull(rest, &rest, 16);
        if (*rest != '\n') return false;
        bool fine = false;
        if (kind == 'm') fine = pond_match_submit(match, seat, move, NULL);
        if (kind == 'r') fine = pond_match_resign(match, seat, NULL);
        if (kind == 'o') fine = pond_match_offer_draw(match, seat, NULL);
        if (kind == 'a') fine = pond_match_accept_draw(match, seat, NULL);
        if (kind == 't') fine = pond_match_take_back(match, seat, (uint32_t)move, NULL);
        if (!fine) return false;
    }
    return true;
}

bool autosave_read(const struct voice *voice, const char *path, struct play *play,
                   struct pond_text *trouble)
{
    struct head head;
    size_t length;
    char *text = files_read(voice, path, &length, trouble);
    if (text == NULL) return false;
    const char *log = head_read(text, &head);
    bool fine = log != NULL && head_check(&head);
    if (fine) {
        char first[POND_SEED_MAX + 1];
        memcpy(first, head.setup.seed, sizeof first);
        memcpy(head.setup.seed, head.seed, sizeof head.setup.seed);
        fine = play_open(play, voice, &head.setup, trouble);
        if (fine) {
            memcpy(play->first_seed, first, sizeof play->first_seed);
            head.series.player_count = play->series.player_count;
            memcpy(head.series.wins, head.wins, sizeof head.wins);
            play->series = head.series;
            play_look_again(play);
            fine = log_read(&play->match, log);
        }
        if (!fine) play_close(play);
    }
    free(text);
    if (!fine && trouble->length == 0) tell1(trouble, voice, TELL_SAVE_BROKEN, path);
    return fine;
}

/* ---- Which are there ---- */

/* Another running pond is playing this game. */
static bool is_at_work(const char *name)
{
    const long owner = strtol(name, NULL, 10);
    return owner > 0 && owner != (long)getpid() && kill((pid_t)owner, 0) == 0;
}

/* The number of decisions in a log, without those that were taken back. -1: the log cannot be
 * replayed. */
static int decisions_standing(const struct head *head, const char *log)
{
    static struct pond_match match;
    const struct play_setup *setup = &head->setup;
    struct pond_entry *entries = malloc(PLAY_LOG_MAX * sizeof *entries);
    int standing = 0;
    if (entries == NULL) return 0;
    if (setup->from_position) {
        pond_match_begin_at(&match, setup->game, &setup->config, &setup->position, entries,
                            PLAY_LOG_MAX);
    } else {
        pond_match_begin(&match, setup->game, &setup->config, entries, PLAY_LOG_MAX);
    }
    pond_match_seed(&match, head->seed);
    const bool fine = log_read(&match, log);
    struct pond_cursor cursor = pond_cursor_at(&match, 0);
    for (const struct pond_entry *entry; (entry = pond_cursor_next(&cursor)) != NULL;) {
        standing += entry->kind == POND_ENTRY_MOVE;
    }
    free(entries);
    return fine ? standing : -1;
}

static void save_describe(const struct voice *voice, struct save *save)
{
    struct head head;
    size_t length;
    char decisions[64], memory[SENTENCE_MAX];
    struct pond_text title = pond_text_in(save->title, sizeof save->title);
    struct pond_text count = pond_text_in(decisions, sizeof decisions);
    struct pond_text words = pond_text_in(memory, sizeof memory);
    char *text = files_read(voice, save->path, &length, &words);
    const char *log = text != NULL ? head_read(text, &head) : NULL;
    const int standing = log != NULL && head_check(&head) ? decisions_standing(&head, log) : -1;
    free(text);
    save->damaged = standing < 0;
    if (save->damaged) {
        tell1(&title, voice, TELL_SAVE_DAMAGED, strrchr(save->path, '/') + 1);
        return;
    }
    tell_count(&count, voice, TELL_DECISIONS, standing);
    play_seats_tell(voice, head.setup.seats, &words);
    tell3(&title, voice, TELL_SAVE_TITLE, head.setup.game->title, decisions, memory);
}

static int newer_first(const void *one, const void *other)
{
    const struct save *left = one, *right = other;
    return (left->modified < right->modified) - (left->modified > right->modified);
}

static int damaged_last(const void *one, const void *other)
{
    const struct save *left = one, *right = other;
    const int order = left->damaged - right->damaged;
    return order != 0 ? order : newer_first(one, other);
}

/* Keeps the latest ones, as many as fit. */
static void save_add(struct save saves[SAVES_MAX], int *count, const struct save *found)
{
    if (*count < SAVES_MAX) {
        saves[(*count)++] = *found;
        return;
    }
    struct save *oldest = &saves[0];
    for (int i = 1; i < SAVES_MAX; i++) {
        if (saves[i].modified < oldest->modified) oldest = &saves[i];
    }
    if (found->modified > oldest->modified) *oldest = *found;
}

int autosave_list(const struct voice *voice, struct save saves[SAVES_MAX])
{
    char folder[PATH_TEXT_MAX];
    int count = 0;
    DIR *list = files_folder("autosave", folder) ? opendir(folder) : NULL;
    if (list == NULL) return 0;
    for (const struct dirent *item; (item = readdir(list)) != NULL;) {
        struct stat about;
        struct save found = {.damaged = false};
        const char *dot = strrchr(item->d_name, '.');
        if (dot == NULL || strcmp(dot, ".save") != 0 || is_at_work(item->d_name)) continue;
        const int length =
            snprintf(found.path, sizeof found.path, "%.700s/%.200s", folder, item->d_name);
        if (length >= PATH_TEXT_MAX || stat(found.path, &about) != 0) continue;
        found.modified = (int64_t)about.st_mtim.tv_sec * 1000000000 + about.st_mtim.tv_nsec;
        save_add(saves, &count, &found);
    }
    closedir(list);
    for (int i = 0; i < count; i++) save_describe(voice, &saves[i]);
    qsort(saves, (size_t)count, sizeof saves[0], damaged_last);
    return count;
}
