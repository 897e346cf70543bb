/* line.c: a play server line by line, for screen readers, pipes and people who prefer it. See
 * online.h.
 *
 * It reports every change: what happened, the board, whose turn it is. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board.h"
#include "commands.h"
#include "online.h"
#include "say.h"

#define LINE_SIZE 512
#define WAIT_MS 500
#define BOARD_ROWS 22
#define BOARD_COLUMNS 72
#define TABLES_SHOWN 30
#define ANSWER_MS_MAX 5000 /* a server that says nothing for so long will not answer */

struct line {
    struct online *online;
    uint32_t changes, lists, devices; /* that were told */
    int64_t shown;                    /* the version of the board that was shown */
    int64_t due;                      /* the ply at which we were told to decide, or -1 */
    bool asks_resign, asks_stop;
    bool over_told, waiting_told;
    bool ending;
    int table_count;
    char tables[TABLES_SHOWN][ONLINE_ID_SIZE]; /* by the numbers of the list */
    bool watch[TABLES_SHOWN];
    char lobby[4000], question[SENTENCE_MAX]; /* as they were told last */
    char typed[LINE_SIZE];
    size_t length;
    bool piped; /* nobody sees what comes of a line before the next one is there */
    bool input_ended;
    uint32_t asked; /* the sign of life that the server was asked for, */
    uint32_t said;  /* after that many messages, */
    int64_t asked_ms;
};

static void sentence_put(const struct line *line, enum tell sentence, const char *first)
{
    char memory[1200];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    tell1(&text, &line->online->voice, sentence, first);
    puts(memory);
}

static void told_line(void *context, uint8_t style, const char *text)
{
    (void)context, (void)style;
    puts(text);
}

/* ---- The board ---- */

/* What is seen; with `due`, what can be done as well: it is our turn. */
static bool scene_make(const struct line *line, struct scene *scene, bool due)
{
    static char names[POND_SEATS_MAX][ONLINE_NAME_SIZE];
    const struct online *online = line->online;
    const struct pond_match *match = &online->mirror.match;
    const int us = online_seat(online);
    if (!online->mirror.there) return false;
    memset(scene, 0, sizeof *scene);
    scene->voice = &online->voice;
    for (int seat = 0; seat < match->seat_count; seat++) {
        struct pond_text name = pond_text_in(names[seat], sizeof names[seat]);
        online_name(online, seat, &name);
        scene->names[seat] = names[seat];
    }
    scene_set(scene, match, us, due ? us : -1);
    return true;
}

/* A drawing as lines of text, without the rows that have nothing on them. */
static void canvas_put(const struct canvas *canvas)
{
    for (int row = 0; row < canvas->rows; row++) {
        int end = canvas->columns;
        while (end > 0 && strcmp(canvas->cells[row][end - 1].text, " ") == 0) end--;
        for (int column = 0; column < end; column++) {
            fputs(canvas->cells[row][column].text, stdout);
        }
        if (end > 0) putchar('\n');
    }
}

static void board_put(const struct line *line, bool words)
{
    static struct canvas canvas;
    static struct scene scene;
    static char memory[8000];
    if (!scene_make(line, &scene, false)) return; /* nothing is being pointed at */
    struct pond_text text = pond_text_in(memory, sizeof memory);
    if (words) {
        scene.board->words(&text, &scene);
        puts(memory);
        return;
    }
    canvas_clear(&canvas, BOARD_ROWS, BOARD_COLUMNS, line->online->voice.ascii);
    scene.board->draw(&canvas, (struct area){0, 0, BOARD_ROWS, 50}, &scene);
    canvas_put(&canvas);
}

static void moves_put(const struct line *line)
{
    const json_t *view = json_object_get(line->online->held, "view");
    const json_t *legal = json_object_get(view, "legal");
    for (size_t i = 0; i < json_array_size(legal); i++) {
        printf("%s%s", i > 0 ? "  " : "", json_string_value(json_array_get(legal, i)));
    }
    if (json_array_size(legal) > 0) putchar('\n');
    if (json_array_size(legal) == 0) sentence_put(line, TELL_ONLINE_LINE_NO_MOVES, "");
}

/* ---- Where it stands ---- */

static void result_put(const struct line *line)
{
    const struct online *online = line->online;
    const struct pond_match *match = &online->mirror.match;
    char names[POND_SEATS_MAX][ONLINE_NAME_SIZE], memory[SENTENCE_MAX];
    const char *pointers[POND_SEATS_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    if (!online->mirror.there) return;
    for (int seat = 0; seat < match->seat_count; seat++) {
        struct pond_text name = pond_text_in(names[seat], sizeof names[seat]);
        online_name(online, seat, &name);
        pointers[seat] = names[seat];
    }
    tell_result(&text, &online->voice, match->result, pointers, match->seat_count);
    puts(memory);
    if (online->night[0] != '\0') {
        sentence_put(line, TELL_ONLINE_NIGHT_OVER, "");
    } else if (online_seat(online) != POND_SPECTATOR) {
        sentence_put(line, TELL_ONLINE_LINE_OVER, "");
    }
}

/* What someone would like to know from us, once. */
static void question_put(struct line *line)
{
    char memory[SENTENCE_MAX] = "";
    struct pond_text text = pond_text_in(memory, sizeof memory);
    online_question(line->online, &text);
    if (memory[0] != '\0' && strcmp(memory, line->question) != 0) puts(memory);
    memcpy(line->question, memory, sizeof line->question);
}

static bool is_due(const struct online *online)
{
    const int us = online_seat(online);
    return us != POND_SPECTATOR && online->mirror.there &&
           (pond_match_turn(&online->mirror.match) & POND_SEAT(us)) != 0;
}

/* It is our turn: what can be typed. */
static void due_put(const struct line *line)
{
    static struct scene scene;
    char memory[SENTENCE_MAX] = "";
    struct pond_text text = pond_text_in(memory, sizeof memory);
    if (scene_make(line, &scene, true)) scene.board->prompt(&text, &scene);
    sentence_put(line, TELL_ONLINE_LINE_TURN, memory);
}

/* A move, also as a person would write it: a number where only a card to stash is asked for. */
static void move_take(const struct line *line, const char *typed)
{
    static struct scene scene;
    char text[LINE_SIZE + 1];
    snprintf(text, sizeof text, "%s", typed);
    if (is_due(line->online) && scene_make(line, &scene, true) && scene.board->spell != NULL) {
        scene.board->spell(&scene, text);
    }
    online_play(line->online, text);
}

static void turn_put(const struct line *line)
{
    const struct online *online = line->online;
    const pond_seats turn = pond_match_turn(&online->mirror.match);
    char memory[SENTENCE_MAX] = "", name[ONLINE_NAME_SIZE];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    struct pond_text who = pond_text_in(name, sizeof name);
    online_clocks(online, &text);
    if (memory[0] != '\0') puts(memory);
    if (is_due(online)) {
        due_put(line);
    } else if ((turn & (turn - 1)) != 0) {
        sentence_put(line, TELL_WAITING, "");
    } else if (turn != 0) {
        online_name(online, pond_seat_first(turn), &who);
        sentence_put(line, TELL_TURN_OF, name);
    }
}

static void waiting_put(struct line *line)
{
    char memory[SENTENCE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    if (line->waiting_told) return;
    line->waiting_told = true;
    sentence_put(line, TELL_ONLINE_LINE_AT, line->online->table);
    if (!online_seats_free(line->online)) return;
    sentence_put(line, TELL_ONLINE_SHARE, "");
    online_address(line->online, &text);
    puts(memory);
}

/* The board and whose turn it is. If somebody else has chosen meanwhile, our own decision is still
 * the one that we were told about. */
static void playing_put(struct line *line, const json_t *view, json_int_t version)
{
    const struct online *online = line->online;
    const bool ours = is_due(online);
    const json_int_t ply = json_integer_value(json_object_get(view, "ply"));
    const bool known = ours && line->shown != 0 && line->due == ply;
    line->shown = version;
    line->due = ours ? ply : -1;
    if (known) return;
    putchar('\n');
    board_put(line, false);
    turn_put(line);
}

/* What has changed since it was last told. */
static void state_put(struct line *line)
{
    const struct online *online = line->online;
    const json_t *view = json_object_get(online->held, "view");
    const json_int_t version = json_integer_value(json_object_get(view, "version"));
    line->changes = online->changes;
    switch (online_phase(online)) {
    case ONLINE_OUTSIDE: break;
    case ONLINE_WAITING:
        line->over_told = false;
        line->shown = 0;
        waiting_put(line);
        break;
    case ONLINE_PLAYING:
        line->over_told = false;
        if (version != line->shown) playing_put(line, view, version);
        question_put(line);
        break;
    case ONLINE_OVER:
        if (line->over_told) return;
        line->over_told = true;
        line->shown = 0;
        putchar('\n');
        board_put(line, false);
        result_put(line);
        break;
    }
}

/* ---- The tables ---- */

static void table_put(struct line *line, const json_t *table, enum tell sentence, bool watch,
                      struct pond_text *out)
{
    char memory[SENTENCE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const char *id = json_text(table, "table");
    for (int i = 0; i < line->table_count; i++) {
        if (strcmp(line->tables[i], id) == 0) return;
    }
    if (line->table_count == TABLES_SHOWN) return;
    snprintf(line->tables[line->table_count], ONLINE_ID_SIZE, "%s", id);
    line->watch[line->table_count++] = watch;
    online_table_line(line->online, table, &text);
    pond_text_number(out, line->table_count);
    pond_text_string(out, ". ");
    tell1(out, &line->online->voice, sentence, memory);
    pond_text_char(out, '\n');
}

/* At a game night between its games: who leads, what comes next, the points, and the way back to
 * its table. */
static void night_put(struct line *line)
{
    const struct online *online = line->online;
    char lead[SENTENCE_MAX] = "", next[3 * SENTENCE_MAX] = "";
    struct pond_text who = pond_text_in(lead, sizeof lead);
    struct pond_text what = pond_text_in(next, sizeof next);
    sentence_put(line, TELL_ONLINE_NIGHT, online->night);
    online_night_lead_tell(online, &who);
    online_night_next_tell(online, &what);
    if (lead[0] != '\0') puts(lead);
    if (next[0] != '\0') puts(next);
    if (online_night_people(online) > 0) sentence_put(line, TELL_ONLINE_NIGHT_PEOPLE, "");
    for (size_t i = 0; i < online_night_people(online); i++) {
        char memory[SENTENCE_MAX] = "";
        struct pond_text text = pond_text_in(memory, sizeof memory);
        online_night_person(online, i, &text);
        printf("  %s\n", memory);
    }
    line->table_count = online_night_plays(online);
    if (line->table_count == 0) return;
    memcpy(line->tables[0], online->night_table, sizeof line->tables[0]);
    line->watch[0] = !json_is_integer(json_object_get(online_night_member(online), "seat"));
    printf("1. %s\n", told(&online->voice, TELL_ONLINE_NIGHT_GO_ON));
}

static void lobby_put(struct line *line, bool asked)
{
    static char memory[sizeof line->lobby];
    const struct online *online = line->online;
    struct pond_text out = pond_text_in(memory, sizeof memory);
    if (online->missing) return; /* what was asked for is not there: we leave */
    if (online->night[0] != '\0') {
        if (asked) night_put(line);
        return;
    }
    line->lists = online->lists;
    line->table_count = 0;
    tell(&out, &online->voice, TELL_ONLINE_LINE_LOBBY);
    pond_text_char(&out, '\n');
    for (size_t i = 0; i < json_array_size(online->mine); i++) {
        const json_t *table = json_array_get(online->mine, i);
        if (strcmp(json_text(table, "phase"), "over") == 0) continue;
        table_put(line, table, TELL_ONLINE_GO_ON, false, &out);
    }
    for (size_t i = 0; i < json_array_size(online->lobby); i++) {
        const json_t *table = json_array_get(online->lobby, i);
        const bool open = strcmp(json_text(table, "phase"), "open") == 0;
        table_put(line, table, open ? TELL_ONLINE_JOIN : TELL_ONLINE_WATCH, !open, &out);
    }
    if (!asked && strcmp(memory, line->lobby) == 0) return;
    memcpy(line->lobby, memory, sizeof line->lobby);
    fputs(memory, stdout);
}

/* The words after a game's name: how many play, a level, options. Returns the level of the other
 * seats, or -1: people. */
static int plan_read(const struct pond_game *game, const char *words, struct pond_text *options)
{
    char word[LINE_SIZE];
    int level = -1, length;
    for (; sscanf(words, "%511s%n", word, &length) == 1; words += length) {
        const bool count = word[strspn(word, "0123456789")] == '\0';
        if (sscanf(word, "level:%d", &level) == 1) continue;
        if (count && game->seats_min == game->seats_max && atoi(word) == game->seats_min) continue;
        if (options->length > 0) pond_text_char(options, ',');
        if (count) pond_text_string(options, "players=");
        pond_text_string(options, word);
    }
    return level;
}

/* `rribbit`, `quibbit 3`, `quibbles level:4`, `rribbit turn=chain,endgame=20` */
static void table_make(struct line *line, const char *words)
{
    char name[32] = "", memory[LINE_SIZE + 32] = "", sentence[SENTENCE_MAX];
    int length = 0, level = -1;
    struct pond_text options = pond_text_in(memory, sizeof memory);
    struct pond_text text = pond_text_in(sentence, sizeof sentence);
    struct pond_error why;
    struct pond_config config;
    sscanf(words, "%31s%n", name, &length);
    const struct pond_game *game = pond_game_offered(name);
    if (game != NULL) level = plan_read(game, words + length, &options);
    if (game == NULL ? !pond_game_refuse(name, &why)
                     : !pond_config_parse(game, memory, &config, &why)) {
        tell_refusal(&text, &line->online->voice, &why);
        puts(sentence);
        return;
    }
    line->waiting_told = false;
    online_create(line->online, game, &config, level, level < 0);
}

/* ---- Devices ---- */

static void devices_put(struct line *line)
{
    const struct online *online = line->online;
    size_t i;
    json_t *device;
    line->devices = online->devices_told;
    puts(told(&online->voice, TELL_DEVICES));
    json_array_foreach(online->devices, i, device)
    {
        char memory[SENTENCE_MAX];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        online_device_line(online, device, &text);
        printf("%zu. %s\n", i + 1, memory);
    }
    sentence_put(line, TELL_DEVICES_SAY, "");
}

/* By its number in the list, or all but this one; else they are listed. */
static void device_sign_out(struct line *line, const char *rest)
{
    struct online *online = line->online;
    const bool all = typed(rest, strlen(rest), TELL_WORD_ALL);
    const json_t *device = json_array_get(online->devices, (size_t)atoi(rest) - 1);
    if (!all && device == NULL) {
        online_devices(online);
        return;
    }
    online_sign_out(online, all ? NULL : device);
    online_devices(online);
}

static void code_do(struct line *line, const char *rest)
{
    if (rest[0] == '\0') online_code_make(line->online);
    if (rest[0] != '\0') online_code_use(line->online, rest);
}

/* ---- What the person types ---- */

/* Words beside those that `pond play` has. */
enum word {
    WORD_NONE,
    WORD_YES,
    WORD_NO,
    WORD_SAY,
    WORD_COMPUTER,
    WORD_AGAIN,
    WORD_BACK,
    WORD_LEAVE,
    WORD_NEW,
    WORD_LOBBY,
    WORD_VOTE,
    WORD_DEVICES,
    WORD_SIGN_OUT,
    WORD_CODE,
    WORD_NIGHT,
    WORD_READY,
    WORD_START,
    WORD_CHOOSE,
    WORD_STOP,
    WORD_LEAD,
    WORD_NAME
};

static enum word word_read(const char *text, const char **rest)
{
    static const struct {
        enum word word;
        enum tell typed;
    } words[] = {
        {WORD_YES, TELL_WORD_YES},           {WORD_NO, TELL_WORD_NO},
        {WORD_SAY, TELL_WORD_SAY},           {WORD_COMPUTER, TELL_WORD_COMPUTER},
        {WORD_AGAIN, TELL_WORD_AGAIN},       {WORD_BACK, TELL_WORD_BACK},
        {WORD_LEAVE, TELL_WORD_LEAVE},       {WORD_NEW, TELL_WORD_NEW},
        {WORD_LOBBY, TELL_WORD_TABLES},      {WORD_YES, TELL_WORD_AGREE},
        {WORD_NO, TELL_WORD_DECLINE},        {WORD_VOTE, TELL_WORD_VOTE},
        {WORD_CODE, TELL_WORD_CODE},         {WORD_DEVICES, TELL_WORD_DEVICES},
        {WORD_SIGN_OUT, TELL_WORD_SIGN_OUT}, {WORD_NIGHT, TELL_WORD_NIGHT},
        {WORD_READY, TELL_WORD_READY},       {WORD_START, TELL_WORD_START},
        {WORD_CHOOSE, TELL_WORD_CHOOSE},     {WORD_STOP, TELL_WORD_STOP},
        {WORD_LEAD, TELL_WORD_LEAD},         {WORD_NAME, TELL_WORD_NAME},
    };
    const size_t length = strcspn(text, " ");
    *rest = text + length + strspn(text + length, " ");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (typed(text, length, words[i].typed)) return words[i].word;
    }
    return WORD_NONE;
}

/* A phrase by its name or by its number; without one, all of them. */
static void phrase_say(const struct line *line, const char *rest)
{
    const enum pond_language language = line->online->voice.language;
    const int number = atoi(rest);
    for (int i = 0; phrases[i].name != NULL; i++) {
        if (rest[0] == '\0') printf("%d. %s\n", i + 1, phrases[i].text[language]);
        if (strcmp(phrases[i].name, rest) == 0 || i + 1 == number) {
            online_phrase(line->online, phrases[i].name);
        }
    }
}

/* What only means something at a game night. */
static void night_do(struct line *line, enum word word, const char *rest)
{
    struct online *online = line->online;
    if (online->night[0] == '\0') {
        sentence_put(line, TELL_ONLINE_NIGHT_ONLY, "");
        return;
    }
    switch (word) {
    case WORD_NIGHT: night_put(line); break;
    case WORD_READY: online_night_ready(online); break;
    case WORD_START: online_night_do(online, "start", NULL, NULL); break;
    case WORD_CHOOSE: online_night_do(online, "choose", "game", rest); break;
    case WORD_NAME: online_night_rename(online, rest); break;
    case WORD_LEAD:
        if (!online_night_lead(online, rest)) sentence_put(line, TELL_ONLINE_NIGHT_NOBODY, rest);
        break;
    case WORD_STOP:
        line->asks_stop = online_night_leads(online) && online_night_plays(online);
        if (line->asks_stop) sentence_put(line, TELL_ONLINE_NIGHT_ASK_STOP_SAY, "");
        if (!line->asks_stop) online_night_do(online, "stop", NULL, NULL); /* says why not */
        break;
    default: break;
    }
}

static bool word_do(struct line *line, const char *text)
{
    struct online *online = line->online;
    const char *rest;
    const int gone = online_gone(online);
    const enum word word = word_read(text, &rest);
    switch (word) {
    case WORD_NONE: return false;
    case WORD_NIGHT:
    case WORD_READY:
    case WORD_START:
    case WORD_CHOOSE:
    case WORD_STOP:
    case WORD_LEAD:
    case WORD_NAME: night_do(line, word, rest); break;
    case WORD_YES: online_answer(online, true); break;
    case WORD_NO: online_answer(online, false); break;
    case WORD_SAY: phrase_say(line, rest); break;
    case WORD_COMPUTER:
        if (gone < 0) break;
        link_say(&online->link, json_pack("{s:s,s:s,s:i}", "type", "substitute", "table",
                                          online->table, "seat", gone));
        break;
    case WORD_AGAIN: online_again(online); break;
    case WORD_BACK: online_say(online, "back", NULL, NULL); break;
    case WORD_NEW: table_make(line, rest); break;
    case WORD_LOBBY: lobby_put(line, true); break;
    case WORD_VOTE: online_vote(online, rest); break;
    case WORD_DEVICES: online_devices(online); break;
    case WORD_SIGN_OUT: device_sign_out(line, rest); break;
    case WORD_CODE: code_do(line, rest); break;
    case WORD_LEAVE:
        online_leave(online);
        line->waiting_told = false;
        line->lobby[0] = '\0';
        if (online->night[0] == '\0') online_lobby(online);
        if (online->night[0] != '\0') night_put(line);
        break;
    }
    return true;
}

static bool command_do(struct line *line, const char *text)
{
    struct online *online = line->online;
    const char *rest;
    switch (command_read(text, &rest)) {
    case COMMAND_HELP:
        sentence_put(line, TELL_ONLINE_LINE_HELP, "");
        if (online->night[0] != '\0') {
            sentence_put(line, TELL_ONLINE_NIGHT_OVER, "");
            sentence_put(line, TELL_ONLINE_NIGHT_LINE_HELP, "");
        }
        break;
    case COMMAND_MOVES: moves_put(line); break;
    case COMMAND_SHOW: board_put(line, true); break;
    case COMMAND_HINT: online_say(online, "hint", NULL, NULL); break;
    case COMMAND_UNDO: online_undo(online); break;
    case COMMAND_DRAW: online_say(online, "offer", NULL, NULL); break;
    case COMMAND_ACCEPT: online_answer(online, true); break;
    case COMMAND_NEXT: online_again(online); break;
    case COMMAND_SAVE: online_say(online, "record", NULL, NULL); break;
    case COMMAND_QUIT: line->ending = true; break;
    case COMMAND_RESIGN:
        line->asks_resign = online_phase(online) == ONLINE_PLAYING;
        if (line->asks_resign) sentence_put(line, TELL_PLAIN_ASK_RESIGN, "");
        break;
    default: return false;
    }
    return true;
}

static void line_take(struct line *line, const char *text)
{
    struct online *online = line->online;
    if (line->asks_resign || line->asks_stop) {
        const bool stops = line->asks_stop;
        line->asks_resign = line->asks_stop = false;
        const bool yes = text[0] != '\0' && strchr(told(&online->voice, TELL_KEYS_YES), text[0]);
        if (yes && stops) online_night_do(online, "stop", NULL, NULL);
        if (yes && !stops) online_say(online, "resign", NULL, NULL);
        if (!yes) sentence_put(line, TELL_PLAIN_GOES_ON, "");
        return;
    }
    if (text[0] == '\0') return;
    if (online->at_table) {
        if (!word_do(line, text) && !command_do(line, text)) move_take(line, text);
        return;
    }
    const int number = atoi(text);
    if (number >= 1 && number <= line->table_count) {
        line->waiting_told = false;
        online_enter(online, line->tables[number - 1], line->watch[number - 1]);
    } else if (!word_do(line, text) && !command_do(line, text)) {
        lobby_put(line, true);
    }
}

/* ---- What is typed ---- */

/* Lines from a pipe are there at once, and each is meant for what the one before has led to: the
 * server answers in order, so its answer to a ping comes behind all else that was asked. */
static void answer_ask(struct line *line)
{
    if (!line->piped) return;
    line->asked = line->online->pongs + 1;
    line->asked_ms = link_now_ms();
    link_say(&line->online->link, json_pack("{s:s}", "type", "ping"));
    line->said = line->online->link.said;
}

/* Has everything sent so far been answered? While the connection is down, the rest waits
 * for it. */
static bool answered(const struct line *line)
{
    const struct online *online = line->online;
    if (online->lost) return line->input_ended && line->length == 0;
    if (link_now_ms() - line->asked_ms > ANSWER_MS_MAX) return true;
    const bool begins = online_phase(online) == ONLINE_WAITING && !online_seats_free(online);
    return online->welcomes > 0 && line->said == online->link.said &&
           line->asked == online->pongs && !begins;
}

/* Takes a whole line out of what was typed; the last one may lack its end. */
static bool typed_take(struct line *line)
{
    char *end = memchr(line->typed, '\n', line->length);
    if (end == NULL && line->input_ended && line->length > 0) {
        end = line->typed + line->length++; /* there is room for one more */
    }
    if (end == NULL) return false;
    *end = '\0';
    if (end > line->typed && end[-1] == '\r') end[-1] = '\0';
    line_take(line, line->typed);
    line->length -= (size_t)(end + 1 - line->typed);
    memmove(line->typed, end + 1, line->length);
    return true;
}

static bool input_there(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&input, 1, 0) > 0;
}

/* One line, or more of what is typed, or the end of it. */
static void input_take(struct line *line)
{
    if (line->piped && !answered(line)) return;
    if (typed_take(line)) return;
    if (line->input_ended) {
        line->ending = true;
        return;
    }
    if (!input_there()) return;
    if (line->length == sizeof line->typed - 1) line->length = 0; /* nobody types such a line */
    const ssize_t got =
        read(STDIN_FILENO, line->typed + line->length, sizeof line->typed - 1 - line->length);
    line->input_ended = got <= 0;
    if (got > 0) line->length += (size_t)got;
}

/* Is there something to do before anything else comes in? */
static bool typed_waits(const struct line *line)
{
    return line->input_ended || memchr(line->typed, '\n', line->length) != NULL;
}

void online_line(struct online *online)
{
    struct line *line = calloc(1, sizeof *line);
    if (line == NULL) return;
    line->online = online;
    online->voice.plain = true;
    online->told = told_line;
    online->context = line;
    line->piped = isatty(STDIN_FILENO) == 0;
    line->asked_ms = link_now_ms();
    while (!line->ending && !online->link.failed && !online->missing && !online->night_over) {
        const bool waits = line->piped && !answered(line);
        fflush(stdout);
        online_wait(online, !waits && typed_waits(line) ? 0 : WAIT_MS, waits ? -1 : STDIN_FILENO);
        if (line->changes != online->changes) state_put(line);
        if (line->devices != online->devices_told) devices_put(line);
        if (online_phase(online) == ONLINE_PLAYING) question_put(line); /* time passes as well */
        if (!online->at_table && online->table[0] == '\0' && line->lists != online->lists) {
            lobby_put(line, false);
        }
        input_take(line);
        if (line->said != online->link.said && online->welcomes > 0) answer_ask(line);
    }
    fflush(stdout);
    online->told = NULL;
    free(line);
}
