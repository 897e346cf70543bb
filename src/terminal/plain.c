/* plain.c: the same games line by line, in words. See plain.h.
 *
 * Nothing is drawn, nothing is overwritten, and nothing waits for a single key: a line goes in,
 * sentences come out. What may be said is commands.c's table, or a move in the notation. */
#include "plain.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "adviser.h"
#include "client.h"
#include "commands.h"
#include "files.h"
#include "pond/learn.h"
#include "replay.h"
#include "review.h"
#include "setup.h"
#include "status.h"

#define LINE_COLUMNS 78
#define PLAIN_TEXT_MAX 4000

struct plain {
    const struct terminal_options *options;
    struct voice voice;
    struct play *play;
    struct scene scene;
    struct story story;
    struct adviser adviser;
    uint32_t heard[POND_SPECTATOR + 1]; /* by viewer: entries of the log that were told */
    bool threats, over_told, leave;
    bool forced; /* the person has nothing to choose */
    char line[PLAIN_LINE_MAX];
};

/* ---- Saying and hearing ---- */

void plain_put(const struct voice *voice, const char *text)
{
    static char memory[MOVES_TEXT_MAX]; /* nothing that is said is longer */
    if (voice->ascii) {
        struct pond_text ascii = pond_text_in(memory, sizeof memory);
        canvas_ascii(text, &ascii);
        text = memory;
    }
    while (*text != '\0') {
        size_t at = 0, space = 0;
        for (int columns = 0; text[at] != '\0' && text[at] != '\n'; columns++) {
            if (text[at] == ' ') space = at;
            if (columns == LINE_COLUMNS && space > 0) break;
            do at++;
            while (((unsigned char)text[at] & 0xc0) == 0x80);
        }
        if (text[at] != '\0' && text[at] != '\n') at = space;
        fwrite(text, 1, at, stdout);
        putchar('\n');
        text += at;
        if (*text == '\n' || *text == ' ') text++;
    }
}

static void put(const struct plain *plain, const char *text) { plain_put(&plain->voice, text); }

static void put_tell(const struct plain *plain, enum tell sentence, const char *first)
{
    char memory[PLAIN_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    tell1(&text, &plain->voice, sentence, first);
    put(plain, memory);
}

static void put_error(const struct plain *plain, const struct pond_error *why)
{
    char memory[PLAIN_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    tell_refusal(&text, &plain->voice, why);
    put(plain, memory);
}

bool plain_hear(const struct voice *voice, char line[PLAIN_LINE_MAX])
{
    size_t length = 0;
    fputs("> ", stdout);
    fflush(stdout);
    int byte = getchar();
    if (byte == EOF) {
        putchar('\n');
        return false;
    }
    /* Reads to the end of the line: the rest of a long line is not another line. */
    for (; byte != EOF && byte != '\n'; byte = getchar()) {
        if (length + 1 < PLAIN_LINE_MAX) line[length++] = byte != '\0' ? (char)byte : '?';
    }
    line[length] = '\0';
    line[strcspn(line, "\r")] = '\0';
    for (length = strlen(line); length > 0 && line[length - 1] == ' ';) line[--length] = '\0';
    memmove(line, line + strspn(line, " "), length - strspn(line, " ") + 1);
    if (!isatty(STDIN_FILENO)) { /* a script's log shows what was said */
        char memory[PLAIN_LINE_MAX];
        struct pond_text shown = pond_text_in(memory, sizeof memory);
        pond_text_shown(&shown, line);
        plain_put(voice, memory);
    }
    return true;
}

static bool hear(struct plain *plain) { return plain_hear(&plain->voice, plain->line); }

static void wait_a_little(void)
{
    const struct timespec pause = {.tv_nsec = 5000000};
    nanosleep(&pause, NULL);
}

/* ---- Telling where the game stands ---- */

static void put_board(struct plain *plain)
{
    char memory[PLAIN_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    plain->scene.threats = plain->threats;
    plain->scene.board->words(&text, &plain->scene);
    put(plain, memory);
}

static void put_story(struct plain *plain, uint32_t from)
{
    status_story(plain->play, &plain->story, from);
    for (int i = 0; i < plain->story.count; i++) put(plain, plain->story.lines[i].text);
}

/* What has happened since this viewer was last told. */
static void put_news(struct plain *plain)
{
    /* If nothing is hidden, everyone is told the same. */
    const bool hidden = plain->play->match.game->chance_seen_by != NULL;
    const int viewer = hidden ? plain->play->viewer : 0;
    const uint32_t count = pond_match_entries(&plain->play->match);
    if (plain->heard[viewer] > count) plain->heard[viewer] = 0;
    if (plain->heard[viewer] == count) return;
    put_story(plain, plain->heard[viewer]);
    plain->heard[viewer] = count;
}

static void put_turn(struct plain *plain)
{
    char memory[PLAIN_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const struct play *play = plain->play;
    putchar('\n');
    put_news(plain);
    put_board(plain);
    status_tell(play, &text);
    plain->forced = false;
    if (plain->scene.decider >= 0) {
        pond_text_string(&text, ". ");
        plain->forced =
            plain->scene.board->forced != NULL && plain->scene.board->forced(&text, &plain->scene);
        if (!plain->forced) plain->scene.board->prompt(&text, &plain->scene);
    }
    put(plain, memory);
    if (play->draw_declined >= 0) {
        put_tell(plain, TELL_DRAW_DECLINED, play_name(play, play->draw_declined));
    }
    if (play->match.offer >= 0 && play->match.offer != plain->scene.decider) {
        put_tell(plain, TELL_DRAW_OFFERED_BY, play_name(play, play->match.offer));
    }
}

static void put_moves(struct plain *plain)
{
    static char memory[MOVES_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    if (plain->scene.decider < 0) return;
    scene_moves_print(&plain->scene, &text);
    put(plain, memory);
}

static void put_help(const struct plain *plain)
{
    put_tell(plain, TELL_PLAIN_HELP, "");
    for (const struct command_word *word = command_words; word->name != COMMAND_NONE; word++) {
        char memory[SENTENCE_MAX];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        if (!command_fits(word->name, plain->play->match.game)) continue;
        tell2(&text, &plain->voice, TELL_PLAIN_COMMAND, told(&plain->voice, word->word),
              told(&plain->voice, word->help));
        put(plain, memory);
    }
}

/* The whole page, or the ruling whose number is given. */
static void put_rules(const struct plain *plain, const char *number)
{
    char none[SENTENCE_MAX], item[24];
    const char *page = rules_text(plain->options, &plain->voice, plain->play->match.game, none);
    if (number[0] == '\0' || page == none) {
        fputs(page, stdout);
        return;
    }
    snprintf(item, sizeof item, "\n- %.8s. ", number);
    if (item[3] >= 'a' && item[3] <= 'z') item[3] -= 'a' - 'A'; /* x5 is X5 */
    const char *start = strstr(page, item);
    if (start == NULL) {
        put_tell(plain, TELL_NO_RULING, number);
        return;
    }
    const char *end = start + strlen(item);
    while ((end = strchr(end, '\n')) != NULL && strncmp(end, "\n  ", 3) == 0) end++;
    printf("%.*s\n", (int)(end != NULL ? end - start : (long)strlen(start)) - 3, start + 3);
}

/* ---- Commands ---- */

static bool ask_and_wait(struct plain *plain, pond_move move)
{
    if (plain->scene.decider < 0) {
        put_tell(plain, TELL_NO_HINT_NOW, "");
        return false;
    }
    if (!adviser_ask(&plain->adviser, &plain->play->match, plain->scene.decider, move))
        return false;
    while (!adviser_answered(&plain->adviser, &plain->play->match)) {
        if (!thinker_busy(&plain->adviser.thinker)) return false;
        wait_a_little();
    }
    return true;
}

static void put_hint(struct plain *plain)
{
    char memory[PLAIN_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    adviser_tell(&plain->adviser, &plain->voice, ADVICE_CHOICES, &text);
    put(plain, memory);
}

static void save(struct plain *plain, const char *path)
{
    char where[PATH_TEXT_MAX], memory[SENTENCE_MAX];
    struct pond_text trouble = pond_text_in(memory, sizeof memory);
    if (files_save_record(plain->play, path, where, &trouble)) {
        put_tell(plain, TELL_SAVED, where);
    } else {
        put(plain, memory);
    }
}

/* "yes" or its first letter, in any language. */
static bool is_yes(const char *text)
{
    if (typed(text, strlen(text), TELL_WORD_YES)) return true;
    for (int language = 0; language < POND_LANGUAGES; language++) {
        const struct voice voice = {.language = (enum pond_language)language};
        const char first = told(&voice, TELL_WORD_YES)[0];
        if ((text[0] == first || text[0] == first - 'a' + 'A') && text[1] == '\0') return true;
    }
    return false;
}

/* Asks a question: true if the answer is yes. */
static bool agrees(struct plain *plain, enum tell question)
{
    put_tell(plain, question, "");
    if (!hear(plain)) {
        plain->leave = true;
        return false;
    }
    if (is_yes(plain->line)) return true;
    put_tell(plain, TELL_PLAIN_GOES_ON, "");
    return false;
}

/* A played move is final unless everyone at this keyboard agrees (X12, C4). */
static void undo(struct plain *plain)
{
    if (plain->play->viewer >= plain->play->chair_count) return;
    if (play_person_count(plain->play) > 1 && !agrees(plain, TELL_PLAIN_ASK_UNDO)) return;
    put_tell(plain, play_undo(plain->play, plain->play->viewer), "");
}

/* A word that was not meant should not cost a game. */
static bool resigns(struct plain *plain)
{
    if (pond_match_over(&plain->play->match)) return true; /* the match says so */
    return agrees(plain, TELL_PLAIN_ASK_RESIGN);
}

/* Resigning and draws: the match says no, or does it. */
static void event(struct plain *plain, enum command_name command)
{
    struct pond_error why;
    struct play *play = plain->play;
    const int seat = play->viewer;
    bool fine = true;
    if (seat >= play->chair_count) return;
    if (command == COMMAND_RESIGN && !resigns(plain)) return;
    if (command == COMMAND_RESIGN) fine = play_resign(play, seat, &why);
    if (command == COMMAND_ACCEPT) fine = play_accept_draw(play, seat, &why);
    if (command == COMMAND_DRAW) {
        fine = play_offer_draw(play, seat, &why);
        if (fine) put_tell(plain, play_draw_offered(play), "");
    }
    if (!fine) put_error(plain, &why);
}

static void next_game(struct plain *plain)
{
    if (!pond_match_over(&plain->play->match)) return;
    play_again(plain->play);
    autosave_begin(NULL);
    memset(plain->heard, 0, sizeof plain->heard);
    plain->over_told = false;
}

/* After the game: every mistake, and what would have been better. */
static void put_review(struct plain *plain)
{
    static struct replay replay;
    struct review review;
    uint32_t total;
    int mistakes = 0;
    if (!pond_match_over(&plain->play->match)) {
        put_tell(plain, TELL_REVIEW_LATER, "");
        return;
    }
    if (!replay_take(&replay, plain->play)) return;
    if (review_begin(&review, &replay)) {
        while (!review_finished(&review)) wait_a_little();
    }
    const int ready = review_ready(&review, &total);
    for (int i = 0; i < ready; i++) {
        const struct reviewed *item = &review.items[i];
        char memory[PLAIN_TEXT_MAX];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        if (!review_is_mistake(item)) continue;
        mistakes++;
        pond_text_number(&text, item->step);
        pond_text_string(&text, ". ");
        review_tell(item, &plain->voice, play_name(plain->play, item->moment.seat), &text);
        put(plain, memory);
    }
    if (mistakes == 0) put_tell(plain, TELL_REVIEW_NONE, "");
    review_close(&review);
    replay_close(&replay);
}

static void command_do(struct plain *plain, enum command_name command, const char *rest)
{
    struct play *play = plain->play;
    switch (command) {
    case COMMAND_HELP: put_help(plain); break;
    case COMMAND_MOVES: put_moves(plain); break;
    case COMMAND_HINT:
        if (ask_and_wait(plain, 0)) put_hint(plain);
        break;
    case COMMAND_UNDO: undo(plain); break;
    case COMMAND_THREATS:
        plain->threats = !plain->threats;
        if (plain->threats) put_board(plain); /* it lists them */
        if (!plain->threats) put_tell(plain, TELL_THREATS_OFF, "");
        break;
    case COMMAND_TUTOR:
        play->tutor = !play->tutor;
        put_tell(plain, play->tutor ? TELL_TUTOR_ON : TELL_TUTOR_OFF, "");
        break;
    case COMMAND_RULES: put_rules(plain, rest); break;
    case COMMAND_SHOW: put_board(plain); break;
    case COMMAND_STORY: put_story(plain, 0); break;
    case COMMAND_SAVE: save(plain, rest); break;
    case COMMAND_NEXT: next_game(plain); break;
    case COMMAND_REVIEW: put_review(plain); break;
    case COMMAND_QUIT: plain->leave = true; break;
    default: event(plain, command);
    }
}

/* The tutor's question: true when the choice is to be played all the same. */
static bool tutor_agrees(struct plain *plain, const char *move_text)
{
    struct pond_error why;
    pond_move move;
    char memory[SENTENCE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const struct scene *scene = &plain->scene;
    if (!pond_move_read(scene->game, &scene->imagined, scene->decider, move_text, &move, &why)) {
        return true; /* the match says why not */
    }
    if (!ask_and_wait(plain, move) || !adviser_warns(&plain->adviser)) return true;
    adviser_warn(&plain->adviser, &plain->voice, POND_FACTS_MAX, &text);
    put(plain, memory);
    if (!hear(plain)) {
        plain->leave = true;
        return false;
    }
    const char *answer = plain->line;
    if (answer[0] == '\0') return false;
    if (strchr(told(&plain->voice, TELL_KEYS_PLAY_IT), answer[0]) != NULL) return true;
    if (strchr(told(&plain->voice, TELL_KEYS_SHOW_ME), answer[0]) != NULL &&
        ask_and_wait(plain, 0)) {
        put_hint(plain);
    }
    return false;
}

static void line_take(struct plain *plain)
{
    const char *rest, *text = plain->line;
    enum command_name command = command_read(text, &rest);
    struct pond_error why;
    const bool offered =
        plain->play->match.offer >= 0 && plain->play->match.offer != plain->scene.decider;
    if (command == COMMAND_NONE && offered && is_yes(text)) command = COMMAND_ACCEPT;
    if (command != COMMAND_NONE) {
        command_do(plain, command, rest);
        return;
    }
    if (text[0] != '\0' && pond_match_over(&plain->play->match)) {
        put_tell(plain, TELL_PLAIN_OVER, "");
    }
    if (text[0] == '\0' || plain->scene.decider < 0) return;
    char move[PLAIN_LINE_MAX];
    memcpy(move, text, strlen(text) + 1);
    if (plain->scene.board->spell != NULL) plain->scene.board->spell(&plain->scene, move);
    if (plain->play->tutor && plain->scene.move_count > 1 && !tutor_agrees(plain, move)) return;
    if (!play_submit(plain->play, plain->scene.decider, move, &why)) put_error(plain, &why);
}

/* ---- Going on ---- */

/* Lets computers play until somebody here has to do something. */
static void settle(struct plain *plain)
{
    struct play *play = plain->play;
    uint32_t version = play->match.version;
    for (;;) {
        play_step(play);
        if (play->match.version != version) {
            version = play->match.version;
            if (pond_match_over(&play->match)) {
                autosave_forget();
            } else {
                autosave_write(play);
            }
            status_scene(play, &plain->scene);
            if (play_person_count(play) == 0) put_news(plain);
        }
        if (play->thinking_seat < 0 && !thinker_busy(&play->thinker)) break;
        if (play_decider(play) >= 0 && play->match.game->round != NULL) break;
        wait_a_little();
    }
    status_scene(play, &plain->scene);
}

/* Waits for Return: no other word may show a hand, and 'quit' leaves. */
static bool hears_more(struct plain *plain)
{
    const char *rest;
    plain->leave = !hear(plain) || command_read(plain->line, &rest) == COMMAND_QUIT;
    return !plain->leave && plain->line[0] != '\0';
}

/* Lines can't be erased here, so the cover scrolls them away. */
static void pass_on(struct plain *plain)
{
    const char *name = play_name(plain->play, plain->play->covered_for);
    if (isatty(STDOUT_FILENO)) fputs("\033[H\033[2J\033[3J", stdout);
    put_tell(plain, TELL_PASS_ON, name);
    do put_tell(plain, TELL_PASS_ON_KEY, name);
    while (hears_more(plain));
    if (!plain->leave) play_uncover(plain->play);
}

/* The cards have been turned over for everyone. */
static void look_together(struct plain *plain)
{
    put_turn(plain);
    while (hears_more(plain)) put_tell(plain, TELL_LOOK_TOGETHER_SAY, "");
    if (!plain->leave) play_uncover(plain->play);
}

static void game_over(struct plain *plain)
{
    char memory[SENTENCE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    if (plain->over_told) return;
    plain->over_told = true;
    putchar('\n');
    put_news(plain);
    put_board(plain);
    status_result(plain->play, &text);
    put(plain, memory);
    pond_text_clear(&text);
    status_score(plain->play, &text);
    if (text.length > 0) put(plain, memory);
    put_tell(plain, TELL_PLAIN_OVER, "");
}

/* Skips a decision that has only one answer. */
static void only_move(struct plain *plain)
{
    char move[POND_MOVE_TEXT_MAX];
    struct pond_text text = pond_text_in(move, sizeof move);
    struct pond_error why;
    plain->forced = false;
    scene_moves_print(&plain->scene, &text);
    if (!play_submit(plain->play, plain->scene.decider, move, &why)) put_error(plain, &why);
}

static void plain_play(struct plain *plain)
{
    const struct pond_game *game = plain->play->match.game;
    struct pond_course course;
    uint32_t version = 0;
    int decider = -2;
    const struct edition *edition = edition_played(&plain->play->match);
    put(plain, edition != NULL ? edition->title : game->title);
    put_tell(plain, edition != NULL ? edition->aim : board_of(game)->aim, "");
    const bool taught = pond_course_open(&course, game, POND_LESSON);
    put_tell(plain, taught ? TELL_PLAIN_WELCOME : TELL_PLAIN_WELCOME_SHORT, game->name);
    while (!plain->leave) {
        settle(plain);
        const bool over = pond_match_over(&plain->play->match);
        if (over) {
            game_over(plain);
        } else if (plain->play->paused) {
            look_together(plain);
            continue;
        } else if (plain->play->covered) {
            pass_on(plain);
            decider = -2;
            continue;
        } else if (version != plain->play->match.ply || decider != plain->scene.decider) {
            version = plain->play->match.ply;
            decider = plain->scene.decider;
            put_turn(plain);
        }
        if (!over && plain->scene.decider < 0 && play_person_count(plain->play) == 0) continue;
        if (!over && plain->scene.decider < 0) {
            if (plain->play->thinking_seat >= 0) wait_a_little();
            continue;
        }
        if (plain->forced) {
            only_move(plain);
            continue;
        }
        if (!hear(plain)) break;
        line_take(plain);
    }
    if (!pond_match_over(&plain->play->match)) autosave_write(plain->play);
}

/* ---- Beginning ---- */

/* Which game? A name, or the number of one that waits. */
static bool plain_choose(struct plain *plain, struct play *play, struct pond_text *trouble)
{
    static struct save saves[SAVES_MAX];
    const int found = autosave_list(&plain->voice, saves);
    int count = 0; /* those that can be continued come before the damaged ones */
    while (count < found && !saves[count].damaged) count++;
    for (int i = count; i < found; i++) {
        char memory[SENTENCE_MAX];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        tell1(&text, &plain->voice, TELL_SAVE_BROKEN, saves[i].path);
        put(plain, memory);
    }
    char list[SENTENCE_MAX];
    struct pond_text names = pond_text_in(list, sizeof list);
    for (int i = 0; pond_games[i] != NULL; i++) {
        const struct edition *edition = board_of(pond_games[i])->edition;
        if (i > 0) pond_text_string(&names, ", ");
        pond_text_string(&names, pond_games[i]->name);
        if (edition == NULL) continue;
        pond_text_string(&names, ", ");
        pond_text_string(&names, edition->name);
    }
    for (;;) {
        put_tell(plain, TELL_PLAIN_CHOOSE, list);
        for (int i = 0; i < count; i++) {
            char memory[SENTENCE_MAX];
            struct pond_text text = pond_text_in(memory, sizeof memory);
            tell2(&text, &plain->voice, TELL_PLAIN_SAVED, digits_of(i + 1).text, saves[i].title);
            put(plain, memory);
        }
        if (!hear(plain)) return false;
        const int number = atoi(plain->line);
        if (number >= 1 && number <= count) {
            if (!autosave_read(&plain->voice, saves[number - 1].path, play, trouble)) return false;
            autosave_begin(saves[number - 1].path);
            return true;
        }
        const char *rest;
        if (command_read(plain->line, &rest) == COMMAND_QUIT) return false;
        const struct edition *edition = edition_find(plain->line);
        struct play_setup setup = {.game = edition != NULL ? edition->game
                                                           : pond_game_find(plain->line)};
        if (setup.game == NULL) continue;
        pond_config_parse(setup.game, edition != NULL ? edition->options : "", &setup.config, NULL);
        seed_draw(setup.seed);
        autosave_begin(NULL);
        return play_open(play, &plain->voice, &setup, trouble);
    }
}

bool plain_run(const struct terminal_options *options, struct pond_text *trouble)
{
    static struct plain plain;
    static struct play play;
    memset(&plain, 0, sizeof plain);
    plain.options = options;
    plain.voice =
        (struct voice){.language = options->language, .ascii = options->ascii, .plain = true};
    plain.play = &play;
    signal(SIGPIPE, SIG_DFL);
    if (options->record != NULL) {
        tell1(trouble, &plain.voice, TELL_PLAIN_RECORD, options->record);
        return false;
    }
    bool open;
    if (options->setup.game != NULL) {
        open = play_open(&play, &plain.voice, &options->setup, trouble);
        if (open) autosave_begin(NULL);
    } else {
        open = plain_choose(&plain, &play, trouble);
    }
    if (open) plain_play(&plain);
    adviser_close(&plain.adviser);
    if (play.log != NULL) play_close(&play);
    return trouble->length == 0;
}
