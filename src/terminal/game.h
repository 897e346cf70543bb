/* game.h: the screen on which a game is played: what its files share. game.c is what happens,
 * game_draw.c is how it looks. */
#ifndef POND_GAME_SCREEN_H
#define POND_GAME_SCREEN_H

#include "adviser.h"
#include "client.h"
#include "commands.h"
#include "status.h"

enum question { QUESTION_NONE, QUESTION_RESIGN, QUESTION_UNDO, QUESTION_BLUNDER };
enum asked_for { ASKED_NOTHING, ASKED_HINT, ASKED_TUTOR };

struct game_screen;

/* A game that is played elsewhere, such as on a server: its match follows what is heard from there,
 * and what a person does is said there. */
struct game_away {
    void *context;
    /* Takes in what is new; false: leave the screen. */
    bool (*listen)(void *context, struct game_screen *game);
    void (*submit)(void *context, const char *move);
    /* A command, or with COMMAND_NONE a key, that means something else here; false: it does not. */
    bool (*command)(void *context, struct game_screen *game, enum command_name command, int key);
    void (*resign)(void *context);
    /* The right end of the title, and what has happened so far. */
    void (*right)(void *context, struct pond_text *out);
    void (*story)(void *context, struct story *story);
    /* The keys that are shown, from the catalogue. */
    enum tell (*keys)(void *context);
};

struct game_screen {
    struct terminal_client *client;
    struct play *play;
    const struct game_away *away; /* NULL: the game is here */
    struct scene scene;
    struct story story;
    bool threats;
    int scroll;       /* lines of the story scrolled back */
    uint32_t version; /* of the match that scene and story show */
    uint32_t ply;
    int viewer, decider;
    uint32_t shown; /* entries of the log that have been shown */
    bool leaping;   /* one is being shown hop by hop */
    char message[SENTENCE_MAX];
    uint8_t message_style;
    enum question question;
    struct adviser adviser;
    enum asked_for asked;
    char tried[INPUT_MAX]; /* the choice that the tutor looks at */
    uint64_t rest_until_ms;
    bool leave;
};

void game_draw(struct game_screen *game);
/* Plays a game that is elsewhere, until the person leaves or `listen` says so. */
void game_run_away(struct terminal_client *client, struct play *play, const struct game_away *away);

#endif
