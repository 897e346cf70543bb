/* explore_plain.c: `pond explore` for people: a tree of variations, moved through line by line.
 * Every answer is plain lines, so it serves screen readers and scripts as well. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "explore.h"

/* ---- What is shown ---- */

static void move_print(struct pond_tree *tree, uint32_t node)
{
    const struct pond_tree_node *at = pond_tree_node(tree, node);
    char memory[POND_MOVE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_tree_go(tree, at->parent);
    const struct pond_match *match = &tree->match;
    if (at->move == POND_MOVE_RESIGN) {
        printf("S%d:resign", at->seat);
        return;
    }
    match->game->move_print(&match->state, at->seat, at->move, &text);
    if (at->seat == POND_CHANCE) {
        printf("<%s>", memory);
    } else if (match->game->record_style == POND_RECORD_PAIRS) {
        fputs(memory, stdout);
    } else {
        printf("S%d %s", at->seat, memory);
    }
}

static void comment_print(const struct pond_tree *tree, const struct pond_tree_node *node,
                          const char *before)
{
    if (node->text_length == 0) return;
    printf("%s%.*s", before, node->text_length, tree->memory.texts + node->text);
}

/* Every node on a line of its own, with the number to go there by. */
static void tree_print(struct exploring *exploring)
{
    struct pond_tree *tree = &exploring->tree;
    const uint32_t here = tree->at;
    uint32_t depth = 0;
    for (uint32_t node = POND_TREE_ROOT; node != POND_TREE_NONE;
         node = pond_tree_next(tree, node, &depth)) {
        const struct pond_tree_node *at = pond_tree_node(tree, node);
        printf("%s%4u  %*s", node == here ? "*" : " ", node, (int)(2 * depth), "");
        if (node == POND_TREE_ROOT) {
            fputs(said(exploring->cli, SAY_EXPLORE_START), stdout);
        } else {
            move_print(tree, node);
        }
        if (at->mark != POND_MARK_NONE) printf(" %s", pond_mark_text((enum pond_mark)at->mark));
        comment_print(tree, at, "  ");
        putchar('\n');
    }
    pond_tree_go(tree, here);
}

/* What is known of the position: the exact truth, or what the engine thinks. */
static void lines_print(struct exploring *exploring)
{
    const struct pond_match *match = &exploring->tree.match;
    const struct cli *cli = exploring->cli;
    const pond_seats turn = pond_match_turn(match);
    struct computer_asked asked = {.computer = &exploring->player.computer,
                                   .limits = &exploring->limits};
    const struct pond_analyst analyst = computer_analyst(&asked);
    if (turn != 0 && pond_match_sealed(match) == 0 && exploring->tables != NULL &&
        probe_print(cli, match->game, exploring->tables, &match->state)) {
        return;
    }
    for (int seat = 0; seat < match->seat_count; seat++) {
        struct pond_advice advice;
        struct pond_judgement hint;
        if ((turn & POND_SEAT(seat)) == 0) continue;
        if (pond_hint(&analyst, match, seat, &advice, &hint)) hint_print(cli, match, &hint);
    }
}

static void chance_print(const struct pond_match *match)
{
    pond_move outcomes[POND_CHANCE_MAX];
    uint32_t weights[POND_CHANCE_MAX], total = 0;
    if (!pond_match_chance_due(match)) return;
    const int count = pond_chance(match->game, &match->state, outcomes, weights);
    for (int i = 0; i < count; i++) total += weights[i];
    for (int i = 0; i < count; i++) {
        char memory[POND_MOVE_TEXT_MAX];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        match->game->move_print(&match->state, POND_CHANCE, outcomes[i], &text);
        printf("  <%s> %u/%u\n", memory, weights[i], total);
    }
}

static void position_print(struct exploring *exploring)
{
    const struct pond_tree *tree = &exploring->tree;
    const struct pond_match *match = &tree->match;
    const struct pond_tree_node *at = pond_tree_node(tree, tree->at);
    draw_state(stdout, exploring->cli, match->game, &match->state, match->result);
    if (at->text_length > 0) {
        comment_print(tree, at, "");
        putchar('\n');
    }
    chance_print(match);
    lines_print(exploring);
    explore_games_print(&exploring->games, exploring->cli, match);
}

/* ---- What may be typed ---- */

static void refuse(const struct exploring *exploring, const struct pond_error *why)
{
    char sentence[1024];
    struct pond_text text = pond_text_in(sentence, sizeof sentence);
    pond_error_print(why, exploring->cli->language, &text);
    puts(sentence);
}

/* Goes to a node; if there is none, says `missing`. */
static void go(struct exploring *exploring, uint32_t node, enum say missing)
{
    if (!pond_tree_has(&exploring->tree, node)) {
        puts(said(exploring->cli, missing));
        return;
    }
    pond_tree_go(&exploring->tree, node);
    position_print(exploring);
}

static void go_back(struct exploring *exploring, const char *rest)
{
    (void)rest;
    const struct pond_tree *tree = &exploring->tree;
    const bool first = tree->at == POND_TREE_ROOT;
    go(exploring, first ? POND_TREE_NONE : pond_tree_node(tree, tree->at)->parent,
       SAY_EXPLORE_NONE_BEFORE);
}

static void go_forward(struct exploring *exploring, const char *rest)
{
    (void)rest;
    go(exploring, pond_tree_node(&exploring->tree, exploring->tree.at)->child,
       SAY_EXPLORE_NONE_AFTER);
}

static void go_to(struct exploring *exploring, const char *rest)
{
    uint32_t node = POND_TREE_NONE;
    if (!pond_read_number(&rest, UINT32_MAX - 1, &node) || *rest != '\0') node = POND_TREE_NONE;
    go(exploring, node, SAY_EXPLORE_NO_NODE);
}

static void roll(struct exploring *exploring, const char *rest)
{
    (void)rest;
    struct pond_tree *tree = &exploring->tree;
    struct pond_error why;
    if (!pond_match_chance_due(&tree->match)) {
        pond_refuse(&why, POND_WORD_MATCH_NO_CHANCE);
        refuse(exploring, &why);
        return;
    }
    while (pond_match_chance_due(&tree->match)) {
        struct pond_state state = tree->match.state;
        const pond_move outcome = pond_roll(tree->match.game, &state, &exploring->rng);
        if (!pond_tree_add(tree, POND_CHANCE, outcome, &why)) {
            refuse(exploring, &why);
            return;
        }
        exploring->changed = true;
    }
    position_print(exploring);
}

static void list(struct exploring *exploring, const char *rest)
{
    (void)rest;
    tree_print(exploring);
}

/* The root is not a variation. */
static bool at_move(const struct exploring *exploring)
{
    if (exploring->tree.at != POND_TREE_ROOT) return true;
    puts(said(exploring->cli, SAY_EXPLORE_AT_START));
    return false;
}

static void promote(struct exploring *exploring, const char *rest)
{
    (void)rest;
    struct pond_tree *tree = &exploring->tree;
    if (!at_move(exploring)) return;
    for (uint32_t node = tree->at; node != POND_TREE_ROOT;
         node = pond_tree_node(tree, node)->parent) {
        pond_tree_promote(tree, node);
    }
    exploring->changed = true;
    tree_print(exploring);
}

static void delete_node(struct exploring *exploring, const char *rest)
{
    (void)rest;
    if (!at_move(exploring)) return;
    pond_tree_delete(&exploring->tree, exploring->tree.at);
    exploring->changed = true;
    tree_print(exploring);
}

static void comment(struct exploring *exploring, const char *rest)
{
    struct pond_error why;
    struct pond_tree *tree = &exploring->tree;
    if (pond_tree_comment(tree, tree->at, rest, strlen(rest), &why)) {
        exploring->changed = true;
    } else {
        refuse(exploring, &why);
    }
}

static void text_print(struct exploring *exploring, const char *rest)
{
    (void)rest;
    pond_tree_write(&exploring->tree, file_sink, stdout);
}

static void help(struct exploring *exploring, const char *rest)
{
    (void)rest;
    wrap(stdout, said(exploring->cli, SAY_EXPLORE_HELP), 0);
}

static void save(struct exploring *exploring, const char *rest)
{
    const struct cli *cli = exploring->cli;
    if (rest[0] == '\0') {
        help(exploring, rest);
        return;
    }
    if (isatty(STDIN_FILENO) && files_replaces(rest, exploring->file) &&
        strcmp(rest, exploring->replaced) != 0) {
        snprintf(exploring->replaced, sizeof exploring->replaced, "%s", rest);
        say(stdout, cli, SAY_EXPLORE_REPLACES, rest, NULL);
        putchar('\n');
        return;
    }
    exploring->replaced[0] = '\0';
    FILE *file = fopen(rest, "w");
    bool written = file != NULL;
    if (written) {
        pond_tree_write(&exploring->tree, file_sink, file);
        written = fclose(file) == 0;
    }
    if (written) {
        exploring->changed = false;
        snprintf(exploring->file, sizeof exploring->file, "%s", rest);
    }
    say(stdout, cli, written ? SAY_EXPLORE_SAVED : SAY_FILE_WRITE, rest, NULL);
    putchar('\n');
}

static const struct {
    const char *name;
    void (*run)(struct exploring *exploring, const char *rest);
} words[] = {
    {"previous", go_back}, {"next", go_forward}, {"go", go_to},           {"roll", roll},
    {"tree", list},        {"promote", promote}, {"delete", delete_node}, {"comment", comment},
    {"text", text_print},  {"save", save},       {"help", help},
};

static void line_take(struct exploring *exploring, char *line)
{
    struct pond_error why;
    struct pond_tree *tree = &exploring->tree;
    const size_t length = strcspn(line, " ");
    const enum pond_mark mark = pond_mark_find(line, strlen(line));
    if (line[0] == '\0') {
        position_print(exploring);
        return;
    }
    if (mark < POND_MARKS) {
        if (!at_move(exploring)) return;
        pond_tree_mark(tree, tree->at, mark);
        exploring->changed = true;
        return;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strlen(words[i].name) != length || strncmp(words[i].name, line, length) != 0) continue;
        words[i].run(exploring, line + length + (line[length] == ' '));
        return;
    }
    const uint32_t nodes = tree->node_count, unused = tree->unused;
    const bool played = pond_tree_play(tree, line, strlen(line), &why);
    if (tree->node_count != nodes || tree->unused != unused) exploring->changed = true;
    if (played) {
        position_print(exploring);
    } else {
        refuse(exploring, &why);
    }
}

/* May a person leave? What is not saved is lost, so they are told first; once. */
static bool may_quit(struct exploring *exploring)
{
    if (!exploring->changed || !isatty(STDIN_FILENO)) return true;
    exploring->changed = false;
    puts(said(exploring->cli, SAY_EXPLORE_UNSAVED));
    return false;
}

int explore_plain(struct exploring *exploring)
{
    const struct cli *cli = exploring->cli;
    char *line = NULL;
    size_t size = 0;
    struct pond_error why;
    char seed[POND_SEED_MAX + 1];
    int code = take_seed(cli, seed);
    if (code != EXIT_FINE) return code;
    pond_rng_seed(&exploring->rng, seed);
    if (!exploring->read &&
        !pond_tree_begin(&exploring->tree, &exploring->memory, &exploring->start, &why)) {
        return complain_error(cli, EXIT_BAD_DATA, cli->arguments[0], &why);
    }
    if (explore_screen(exploring)) return EXIT_FINE;
    position_print(exploring);
    puts(said(cli, SAY_EXPLORE_WELCOME));
    for (;;) {
        if (isatty(STDIN_FILENO)) fputs("> ", stdout);
        fflush(stdout);
        if (getline(&line, &size, stdin) < 0) break;
        line[strcspn(line, "\r\n")] = '\0';
        if (strcmp(line, "quit") != 0) {
            line_take(exploring, line);
        } else if (may_quit(exploring)) {
            break;
        }
    }
    if (feof(stdin) && isatty(STDIN_FILENO)) putchar('\n');
    free(line);
    return EXIT_FINE;
}
