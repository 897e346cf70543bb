/* explore_run.c: the screen of `pond explore`: its keys, and what they do to the tree.
 *
 * A move is chosen as in a game, or typed; everything else has a key, and a word that can be typed
 * as in the line-by-line client. */
#include "explore_run.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore_screen.h"
#include "files.h"

#define WAIT_BUSY_MS 60
#define WAIT_IDLE_MS 250

/* ---- What is shown ---- */

static void say(struct explore_screen *screen, uint8_t style, enum tell sentence, const char *first)
{
    struct pond_text text = pond_text_in(screen->message, sizeof screen->message);
    tell1(&text, &screen->client->voice, sentence, first);
    screen->message_style = style;
}

static void say_error(struct explore_screen *screen, const struct pond_error *why)
{
    struct pond_text text = pond_text_in(screen->message, sizeof screen->message);
    tell_refusal(&text, &screen->client->voice, why);
    screen->message_style = STYLE_BAD;
}

/* Of those who are to decide the one who was asked for, or the first. */
static int decider_of(const struct explore_screen *screen)
{
    const struct pond_match *match = &screen->tree->match;
    const pond_seats turn = pond_match_turn(match);
    if (turn == 0 || pond_match_over(match) || pond_match_chance_due(match)) return -1;
    const bool asked = screen->asked_seat >= 0 && (turn & POND_SEAT(screen->asked_seat)) != 0;
    return asked ? screen->asked_seat : pond_seat_first(turn);
}

/* The tree stands elsewhere: the board, the truth about it, and the engine follow. */
static void refresh(struct explore_screen *screen)
{
    const struct explore_asked *asked = screen->asked;
    const struct pond_match *match = &screen->tree->match;
    const int decider = decider_of(screen);
    explore_live_stop(&screen->live);
    if (decider >= 0) screen->seat = decider;
    screen->scene.voice = &screen->client->voice;
    for (int seat = 0; seat < match->seat_count; seat++) {
        screen->scene.names[seat] = screen->names[seat];
    }
    scene_set(&screen->scene, match, screen->seat, decider);
    input_set(&screen->scene, "");
    if (decider >= 0) board_begin(&screen->scene);
    const bool known = decider >= 0 && pond_match_sealed(match) == 0;
    screen->exact_count = known ? asked->exact(asked->context, decider, screen->exact) : 0;
    screen->played_count =
        decider >= 0 ? asked->played(asked->context, decider, screen->played) : 0;
    if (screen->engine && decider >= 0 && screen->exact_count == 0) {
        explore_live_look(&screen->live, match, decider);
    }
}

static void names_find(struct explore_screen *screen)
{
    for (int seat = 0; seat < screen->tree->match.seat_count; seat++) {
        struct pond_text text = pond_text_in(screen->names[seat], sizeof screen->names[seat]);
        const char *name = screen->tree->record.name[seat];
        if (name[0] != '\0') {
            pond_text_string(&text, name);
        } else {
            tell1(&text, &screen->client->voice, TELL_PLAYER, digits_of(seat + 1).text);
        }
    }
}

/* ---- Moving ---- */

static void go(struct explore_screen *screen, uint32_t node)
{
    if (!pond_tree_has(screen->tree, node)) return;
    pond_tree_go(screen->tree, node);
    screen->asked_seat = -1;
    refresh(screen);
}

static void changed(struct explore_screen *screen)
{
    screen->unsaved = true;
    screen->question = EXPLORE_ASKS_NOTHING;
    screen->asked_seat = -1;
    explore_items_make(screen);
    refresh(screen);
}

static void go_back(struct explore_screen *screen)
{
    const struct pond_tree *tree = screen->tree;
    if (tree->at != POND_TREE_ROOT) go(screen, pond_tree_node(tree, tree->at)->parent);
}

static void go_on(struct explore_screen *screen)
{
    go(screen, pond_tree_node(screen->tree, screen->tree->at)->child);
}

static void go_end(struct explore_screen *screen)
{
    uint32_t node = screen->tree->at;
    for (uint32_t child = node; child != POND_TREE_NONE;
         child = pond_tree_node(screen->tree, node = child)->child) {
        continue;
    }
    go(screen, node);
}

/* What else was tried in place of this move; after the last one the first again. */
static void go_other(struct explore_screen *screen)
{
    const struct pond_tree *tree = screen->tree;
    if (tree->at == POND_TREE_ROOT) return;
    const struct pond_tree_node *at = pond_tree_node(tree, tree->at);
    go(screen, at->next != POND_TREE_NONE ? at->next : pond_tree_node(tree, at->parent)->child);
}

static void draw_at_random(struct explore_screen *screen)
{
    struct pond_tree *tree = screen->tree;
    struct pond_error why;
    if (!pond_match_chance_due(&tree->match)) {
        pond_refuse(&why, POND_WORD_MATCH_NO_CHANCE);
        say_error(screen, &why);
        return;
    }
    while (pond_match_chance_due(&tree->match)) {
        struct pond_state state = tree->match.state;
        const pond_move outcome = pond_roll(tree->match.game, &state, screen->asked->rng);
        if (pond_tree_add(tree, POND_CHANCE, outcome, &why)) continue;
        say_error(screen, &why);
        break;
    }
    changed(screen);
}

/* Where there is nothing to choose, what must be done is done. */
static void forced_play(struct explore_screen *screen)
{
    struct pond_error why;
    const struct scene *scene = &screen->scene;
    char move[POND_MOVE_TEXT_MAX] = "";
    struct pond_text text = pond_text_in(move, sizeof move);
    if (scene->decider < 0 || scene->move_count != 1) return;
    scene->game->move_print(&scene->imagined, scene->decider, scene->moves[0], &text);
    if (strcmp(move, "-") != 0) return;
    if (pond_tree_add_text(screen->tree, scene->decider, move, &why)) changed(screen);
}

/* Seats that are written small, r2 or s0, as a record has them; were there any? Other words stay:
 * y1 may be what is drawn. */
static bool seats_spell(const struct pond_match *match, char *line)
{
    bool any = false;
    for (char *at = line; *at != '\0'; at++) {
        if (*at < 'a' || *at > 'z' || at[1] < '0' || at[1] > '9') continue;
        if (at > line && at[-1] != ' ') continue;
        bool seat = *at == 's';
        for (int i = 0; match->game->seat_letter != NULL && i < match->seat_count; i++) {
            seat = seat || match->game->seat_letter(&match->state, i) - 'A' == *at - 'a';
        }
        if (seat) *at = (char)(*at - 'a' + 'A');
        any = any || seat;
    }
    return any;
}

/* Moves as a record writes them; with small letters for seats if nothing else can be meant. */
static bool play_several(struct explore_screen *screen, const char *line, struct pond_error *why)
{
    char spelt[INPUT_MAX];
    struct pond_tree *tree = screen->tree;
    const uint32_t here = tree->at;
    struct pond_error other;
    if (pond_tree_play(tree, line, strlen(line), why)) return true;
    snprintf(spelt, sizeof spelt, "%s", line);
    return tree->at == here && seats_spell(&tree->match, spelt) &&
           pond_tree_play(tree, spelt, strlen(spelt), &other);
}

/* A move of who is looked at, an outcome of chance, or moves as a record writes them. */
static void play(struct explore_screen *screen, const char *line)
{
    struct pond_tree *tree = screen->tree;
    struct pond_error why, other;
    char text[INPUT_MAX + 1];
    const struct scene *scene = &screen->scene;
    const int seat = pond_match_chance_due(&tree->match) ? POND_CHANCE : scene->decider;
    snprintf(text, sizeof text, "%s", line);
    if (scene->decider >= 0 && scene->typed && scene->board->spell != NULL) {
        scene->board->spell(scene, text);
    }
    const bool one = seat >= 0 && pond_tree_add_text(tree, seat, text, &why);
    if (one || play_several(screen, line, &other)) {
        screen->message[0] = '\0';
        changed(screen);
        forced_play(screen);
        return;
    }
    const bool several = strpbrk(line, " <") != NULL || seat < 0;
    if (several) changed(screen); /* some may have been played */
    say_error(screen, several ? &other : &why);
    input_set(&screen->scene, line);
    screen->scene.typed = screen->scene.refused = true;
    screen->dropping = true;
}

/* What is proven to be best, or the engine's best as far as it has come. */
static void best_play(struct explore_screen *screen)
{
    static struct explore_found found;
    struct pond_error why;
    const bool proven = screen->exact_count > 0;
    explore_live_found(&screen->live, &found);
    if (screen->scene.decider < 0 || (!proven && found.line_count == 0)) return;
    const pond_move move = proven ? screen->exact[0].move : found.lines[0].move;
    if (!pond_tree_add(screen->tree, screen->scene.decider, move, &why)) {
        say_error(screen, &why);
        return;
    }
    changed(screen);
    forced_play(screen);
}

/* ---- Changing the tree ---- */

static bool at_move(struct explore_screen *screen)
{
    if (screen->tree->at != POND_TREE_ROOT) return true;
    say(screen, STYLE_BAD, TELL_EXPLORE_AT_START, "");
    return false;
}

static void promote(struct explore_screen *screen)
{
    struct pond_tree *tree = screen->tree;
    if (!at_move(screen)) return;
    for (uint32_t node = tree->at; node != POND_TREE_ROOT;
         node = pond_tree_node(tree, node)->parent) {
        pond_tree_promote(tree, node);
    }
    changed(screen);
}

/* A move and all that follow it, in every variation. */
static uint32_t moves_below(const struct pond_tree *tree, uint32_t top)
{
    uint32_t count = 1;
    for (uint32_t node = top;; count++) {
        const struct pond_tree_node *at = pond_tree_node(tree, node);
        if (at->child != POND_TREE_NONE) {
            node = at->child;
            continue;
        }
        while (node != top && pond_tree_node(tree, node)->next == POND_TREE_NONE) {
            node = pond_tree_node(tree, node)->parent;
        }
        if (node == top) return count;
        node = pond_tree_node(tree, node)->next;
    }
}

/* Nothing brings them back, so a person is asked first. */
static void delete_move(struct explore_screen *screen)
{
    struct pond_tree *tree = screen->tree;
    if (!at_move(screen)) return;
    if (screen->question == EXPLORE_ASKS_DELETE) {
        pond_tree_delete(tree, tree->at);
        changed(screen);
        return;
    }
    screen->question = EXPLORE_ASKS_DELETE;
    say(screen, STYLE_DOUBTFUL, TELL_EXPLORE_DELETE, digits_of(moves_below(tree, tree->at)).text);
}

static void mark(struct explore_screen *screen, const char *sign)
{
    const enum pond_mark found = pond_mark_find(sign, strlen(sign));
    if (!at_move(screen)) return;
    if (found == POND_MARKS) {
        say(screen, STYLE_BAD, TELL_EXPLORE_MARKS, "");
        return;
    }
    pond_tree_mark(screen->tree, screen->tree->at, found);
    changed(screen);
}

static void comment(struct explore_screen *screen, const char *text)
{
    struct pond_error why;
    if (pond_tree_comment(screen->tree, screen->tree->at, text, strlen(text), &why)) {
        changed(screen);
    } else {
        say_error(screen, &why);
    }
}

/* Begins a line that the person completes. */
static void begin_line(struct explore_screen *screen, const char *text)
{
    input_set(&screen->scene, text);
    screen->scene.typed = true;
}

/* Without a path where it was opened from or saved to, or among the records. A file of others is
 * replaced when the line is given again. */
static void save(struct explore_screen *screen, const char *path)
{
    char where[PATH_TEXT_MAX], memory[SENTENCE_MAX];
    char *own = screen->asked->file;
    struct pond_text trouble = pond_text_in(memory, sizeof memory);
    if (path[0] == '\0') path = own;
    if (files_replaces(path, own) && strcmp(path, screen->replaced) != 0) {
        char line[INPUT_MAX + sizeof "save "];
        snprintf(screen->replaced, sizeof screen->replaced, "%s", path);
        say(screen, STYLE_DOUBTFUL, TELL_EXPLORE_REPLACES, path);
        snprintf(line, sizeof line, "save %s", path);
        begin_line(screen, line);
        screen->dropping = true;
        return;
    }
    screen->replaced[0] = '\0';
    if (files_write_tree(&screen->client->voice, screen->tree, path, where, &trouble)) {
        screen->unsaved = false;
        snprintf(own, PATH_TEXT_MAX, "%s", where);
        say(screen, STYLE_GOOD, TELL_SAVED, where);
    } else {
        snprintf(screen->message, sizeof screen->message, "%s", memory);
        screen->message_style = STYLE_BAD;
    }
}

/* What is not saved is lost, so a person is told first; once. */
static void leave(struct explore_screen *screen)
{
    screen->leave = !screen->unsaved || screen->question == EXPLORE_ASKS_LEAVE;
    screen->question = EXPLORE_ASKS_LEAVE;
    if (!screen->leave) say(screen, STYLE_DOUBTFUL, TELL_EXPLORE_UNSAVED, "");
}

/* Ctrl-C is such a wish to leave; other signals are obeyed at once. */
static void interrupt_take(struct explore_screen *screen)
{
    if (screen_signal() != SIGINT) return;
    leave(screen);
    if (screen->leave) return;
    screen_interrupt_forget();
    screen->client->ending = false;
}

/* ---- Keys ---- */

static void memory_sink(void *context, const char *bytes, size_t length)
{
    fwrite(bytes, 1, length, context);
}

static void text_show(struct explore_screen *screen)
{
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);
    if (memory == NULL) return;
    pond_tree_write(screen->tree, memory_sink, memory);
    fclose(memory);
    pager_run(screen->client, told(&screen->client->voice, TELL_EXPLORE_TEXT), text);
    free(text);
}

static void toggle(struct explore_screen *screen, bool *what)
{
    *what = !*what;
    refresh(screen);
}

/* A key that is no part of a move; was it one? */
static bool command_key(struct explore_screen *screen, int key)
{
    const struct pond_game *game = screen->tree->match.game;
    switch (key) {
    case ',':
    case KEY_PAGE_UP: go_back(screen); return true;
    case '.':
    case KEY_PAGE_DOWN: go_on(screen); return true;
    case KEY_TO_START: go(screen, POND_TREE_ROOT); return true;
    case KEY_TO_END: go_end(screen); return true;
    case 'N': go_other(screen); return true;
    case 'P': promote(screen); return true;
    case 'X':
    case KEY_DELETE: delete_move(screen); return true;
    case 'C': begin_line(screen, "comment "); return true;
    case 'M': begin_line(screen, "mark "); return true;
    case 'D': draw_at_random(screen); return true;
    case 'B': best_play(screen); return true;
    case 'E': toggle(screen, &screen->engine); return true;
    case 'G': toggle(screen, &screen->games); return true;
    case 'T': screen->scene.threats = !screen->scene.threats; return true;
    case 'V': text_show(screen); return true;
    case 'S': save(screen, ""); return true;
    case 'R': rules_run(screen->client, game); return true;
    case '?':
    case KEY_FUNCTION + 1:
        pager_run(screen->client, told(&screen->client->voice, TELL_KEYS_TITLE),
                  told(&screen->client->voice, TELL_EXPLORE_KEYS));
        return true;
    case 'Q': leave(screen); return true;
    case ':': begin_line(screen, ":"); return true;
    default: return false;
    }
}

static void quit_word(struct explore_screen *screen, const char *rest)
{
    (void)rest;
    leave(screen);
}

static const struct {
    const char *name;
    void (*run)(struct explore_screen *screen, const char *rest);
} words[] = {{"comment", comment}, {"mark", mark}, {"save", save}, {"quit", quit_word}};

/* The line that was typed: a mark, a word, or moves. */
static void line_take(struct explore_screen *screen)
{
    char line[INPUT_MAX];
    const char *input = screen->scene.input;
    snprintf(line, sizeof line, "%s", input + strspn(input, ": "));
    const size_t length = strcspn(line, " ");
    const char *rest = line + length + (line[length] == ' ');
    if (line[0] != '\0' && pond_mark_find(line, strlen(line)) < POND_MARKS) {
        input_set(&screen->scene, "");
        mark(screen, line);
        return;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strlen(words[i].name) != length || strncmp(words[i].name, line, length) != 0) continue;
        input_set(&screen->scene, "");
        words[i].run(screen, rest);
        return;
    }
    play(screen, line);
}

static void board_key(struct explore_screen *screen, int key)
{
    struct scene *scene = &screen->scene;
    if (input_arrow(scene, key)) return;
    if (key == KEY_RETURN && scene->typed) {
        line_take(screen);
    } else if ((key == KEY_RETURN || key == ' ') && !scene->typed) {
        if (scene->decider >= 0) scene->board->press(scene, key == ' ');
    } else {
        input_type(scene, key);
    }
}

/* A question stands until another key is pressed; 'quit' may be the answer to one. */
static void question_keep(struct explore_screen *screen, enum explore_question question, int key)
{
    const char *input = screen->scene.input + strspn(screen->scene.input, ": ");
    const bool quits = screen->scene.typed && strncmp("quit", input, strlen(input)) == 0;
    if (question != screen->question) return; /* it was asked just now */
    if (question == EXPLORE_ASKS_LEAVE && (key == 'Q' || key == KEY_ESCAPE || quits)) return;
    screen->question = EXPLORE_ASKS_NOTHING;
}

static void key_take(struct explore_screen *screen, int key)
{
    struct scene *scene = &screen->scene;
    const bool writing = scene->typed && !scene->refused;
    const enum explore_question question = screen->question;
    screen->message[0] = '\0';
    if (key == KEY_ESCAPE && scene->input[0] != '\0') {
        input_set(scene, "");
        screen->question = EXPLORE_ASKS_NOTHING;
    } else if (key == KEY_ESCAPE) {
        leave(screen);
    } else if (key == KEY_TABULATOR) {
        const pond_seats others = pond_match_turn(&screen->tree->match) & ~POND_SEAT(screen->seat);
        if (others != 0) screen->asked_seat = pond_seat_first(others);
        refresh(screen);
    } else if (writing || !command_key(screen, key)) {
        board_key(screen, key);
    }
    question_keep(screen, question, key);
}

static void click_take(struct explore_screen *screen, struct input input)
{
    const int32_t action = canvas_action(&screen->client->canvas, input.row, input.column);
    screen->message[0] = '\0';
    screen->question = EXPLORE_ASKS_NOTHING;
    if (action >= ACTION_TREE) {
        go(screen, (uint32_t)(action - ACTION_TREE));
    } else if (action >= ACTION_BOARD && screen->scene.decider >= 0) {
        input_touch(&screen->scene, action);
    }
}

static void input_take(struct explore_screen *screen, struct input input)
{
    if (!input.pasted) screen->dropping = false;
    if (input.kind == INPUT_KEY && input.pasted) {
        if (!screen->dropping) screen->message[0] = '\0';
        screen->question = EXPLORE_ASKS_NOTHING;
        if (!screen->dropping && input_paste(&screen->scene, input.key)) line_take(screen);
    } else if (input.kind == INPUT_KEY && client_small()) {
        if (input.key == 'Q') leave(screen);
    } else if (input.kind == INPUT_KEY) {
        key_take(screen, input.key);
    }
    if (input.kind == INPUT_WHEEL) key_take(screen, input.key < 0 ? KEY_PAGE_UP : KEY_PAGE_DOWN);
    if (input.kind == INPUT_CLICK) click_take(screen, input);
    if (!screen->scene.submit) return;
    screen->scene.submit = false;
    char chosen[INPUT_MAX];
    memcpy(chosen, screen->scene.input, sizeof chosen);
    play(screen, chosen);
}

/* ---- The loop ---- */

static void run(struct terminal_client *client, void *context)
{
    const struct explore_asked *asked = context;
    struct explore_screen *screen = calloc(1, sizeof *screen);
    if (screen == NULL) return;
    screen->client = client;
    screen->asked = asked;
    screen->tree = asked->tree;
    screen->engine = true;
    screen->asked_seat = -1;
    screen->items = calloc(asked->tree->memory.node_max, sizeof *screen->items);
    if (screen->items != NULL && explore_live_open(&screen->live, &client->voice, asked)) {
        names_find(screen);
        explore_items_make(screen);
        refresh(screen);
        for (struct input input = {0}; !screen->leave && !client->ending;) {
            if (!input.pasted) explore_draw(screen); /* a whole text is pasted at once */
            const bool busy = thinker_busy(&screen->live.thinker);
            input = client_wait(client, busy ? WAIT_BUSY_MS : WAIT_IDLE_MS);
            input_take(screen, input);
            if (client->ending) interrupt_take(screen);
        }
        explore_live_close(&screen->live);
    }
    free(screen->items);
    free(screen);
}

enum terminal_result explore_run(const struct terminal_options *options,
                                 const struct explore_asked *asked)
{
    return terminal_lend(options, run, (void *)asked);
}
