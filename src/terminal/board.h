/* board.h: what the client knows about each game: how it is drawn, how choices are put together
 * with arrows and clicks, and how it is told in words. One table entry per game.
 *
 * A scene is all that drawing and choosing may look at: one seat's view, and what follows from it.
 * The text being typed is the one truth about a choice: arrows and clicks write it, the board shows
 * what it means, and the notation is learnt on the way. */
#ifndef POND_BOARD_H
#define POND_BOARD_H

#include "canvas.h"
#include "pond/json.h"
#include "pond/match.h"
#include "voice.h"

#define INPUT_MAX 1000 /* room for a comment, or for moves that are pasted */

struct scene {
    const struct voice *voice;
    const struct board *board;
    const struct pond_game *game;
    const char *names[POND_SEATS_MAX];
    int seat_count;
    struct pond_view view;
    int viewer;        /* whose view, or POND_SPECTATOR */
    int decider;       /* the viewer, where it is to decide; else -1 */
    pond_seats turn;   /* all who are to decide */
    pond_seats sealed; /* those who have chosen in this round */
    bool over;
    bool threats; /* show what could be captured */
    /* A state that looks like the view: used for the notation, never for hidden parts. */
    struct pond_state imagined;
    int move_count; /* the decider's */
    pond_move moves[POND_MOVES_MAX];
    bool has_last; /* the last decision or round */
    int last_seat;
    pond_move last_move;
    uint8_t last_cards[POND_SEATS_MAX]; /* of a round, by frog; 0: none */
    /* A step of a leap that is being shown: this frog is there instead (-1: none), and those that
     * have leapt before it in the same round are where they landed (-1: where they were). */
    int moving, moving_at;
    int leapt_to[POND_SEATS_MAX];
    /* The current choice. */
    char input[INPUT_MAX];
    bool typed;   /* it came from the keyboard, letter by letter */
    bool refused; /* it wasn't a move: the next key starts over */
    int cursor, cursor_row;
    int columns; /* of the board, as it was drawn last */
    bool submit; /* the input is complete: play it */
};

/* Lines of the story, the oldest first. */
#define STORY_LINES_MAX 300
#define STORY_LINE_MAX 160

struct story_line {
    char text[STORY_LINE_MAX];
    uint8_t style;
};

struct story {
    int count;
    struct story_line lines[STORY_LINES_MAX];
};

/* How a story is told: for whom, with which names. */
struct telling {
    const struct voice *voice;
    const struct pond_game *game;
    const char *names[POND_SEATS_MAX];
    int seat_count;
    int viewer; /* POND_SPECTATOR: only what is public; POND_OMNISCIENT: everything */
    bool over;  /* this event ended the game */
};

#define LEAP_STEPS_MAX 64

/* One step of a move that is shown hop by hop: frog `who` is at `where`. */
struct hop {
    int who, where;
};

/* An edition of a game that people know by a name of its own. */
struct edition {
    const struct pond_game *game;
    const char *name, *title, *options;
    enum tell aim;
};

struct board {
    const struct pond_game *game;  /* NULL: any */
    const struct edition *edition; /* NULL: none besides the game itself */
    enum tell aim;                 /* the aim of the game, in a sentence; TELL_NOTHING: unknown */
    bool threats;                  /* frogs can be captured, and those in danger be shown */
    bool tall;                     /* needs all but five rows of the smallest screen */
    bool hands_beside;             /* hands are open and beside the board, in an exercise too */
    /* What a seat is called by its place or colour; NULL: it goes by a name. */
    enum tell (*seat_name)(const struct pond_state *state, int seat);
    void (*draw)(struct canvas *canvas, struct area area, const struct scene *scene);
    /* Who plays and how they stand; returns the rows taken. NULL: all that is on the board. */
    int (*players)(struct canvas *canvas, struct area area, const struct scene *scene);
    /* A decision is due: puts the cursor on a useful place. NULL: it stays. */
    void (*begin)(struct scene *scene);
    void (*arrow)(struct scene *scene, int key);
    /* Return at the cursor; with `pick` the space bar. */
    void (*press)(struct scene *scene, bool pick);
    void (*touch)(struct scene *scene, int32_t action);
    /* Says what the player can do now. */
    void (*prompt)(struct pond_text *out, const struct scene *scene);
    /* If a person has nothing to choose, writes why and returns true. NULL: never. */
    bool (*forced)(struct pond_text *out, const struct scene *scene);
    /* Writes what the current choice would do, or a public fact; may write nothing. */
    void (*plan)(struct pond_text *out, const struct scene *scene);
    /* Rewrites a line that names a move almost as it is written: "b1 c3". It gets one letter longer
     * at most. NULL: none does. */
    void (*spell)(const struct scene *scene, char *line);
    /* The whole board in words, paragraph by paragraph. */
    void (*words)(struct pond_text *out, const struct scene *scene);
    /* Called before an event is told by its sentence: picks a style, or tells the event itself and
     * returns true. NULL: one style for all. */
    bool (*event)(struct story *story, const struct telling *telling,
                  const struct pond_event *event, uint8_t *style);
    /* Lists the steps in which an entry's leaps are animated; returns how many. NULL: nothing
     * leaps. */
    int (*hops)(const struct pond_state *before, const struct pond_entry *entry,
                const struct pond_state *after, struct hop out[LEAP_STEPS_MAX]);
};

extern const struct board board_quibbit, board_quibbles, board_rribbit, board_any;

/* The board of a game; a game without one of its own gets the one that fits any. */
const struct board *board_of(const struct pond_game *game);
/* The edition with this name, "king-frog"; NULL if there is none. */
const struct edition *edition_find(const char *name);
/* The edition that this match is played by; NULL: the game's own. */
const struct edition *edition_played(const struct pond_match *match);
/* The same as the board's own, whether it has one or not. */
int board_players(struct canvas *canvas, struct area area, const struct scene *scene);
void board_begin(struct scene *scene);
/* Completes a scene from a match as one seat sees it. Names are set by the caller. */
void scene_set(struct scene *scene, const struct pond_match *match, int viewer, int decider);
/* All that the decider may play, as it is written, in order, with blanks between. */
#define MOVES_TEXT_MAX (POND_MOVES_MAX * (POND_MOVE_TEXT_MAX + 1))
void scene_moves_print(const struct scene *scene, struct pond_text *out);
/* The same as a list; it stays valid until the next call. */
const struct pond_move_list *scene_move_list(const struct scene *scene);
/* Clicks on the board have the actions from here on. */
#define ACTION_BOARD 10000

void story_add(struct story *story, uint8_t style, const char *text);
/* Draws the lines that fit, the last ones at the bottom; `scroll` lines are passed over there. */
void story_draw(struct canvas *canvas, struct area area, const struct story *story, int scroll);
/* Tells what the entries of a match from `from` on did. */
void story_write(struct story *story, const struct telling *telling, const struct pond_match *match,
                 uint32_t from);
/* Tells one event of an entry; `setup`: it belongs to the setup. What came from a server has its
 * values as texts as well (pond_event_sentence_of); else NULL. */
void story_event(struct story *story, const struct telling *telling, const struct pond_event *event,
                 const char *const texts[], bool setup);
/* A new current choice, not typed. */
void input_set(struct scene *scene, const char *text);
/* Handles a key that writes: a letter continues what was typed. It replaces what was picked or
 * refused, unless it is the only way to continue the pick ("e1", then "-"). */
void input_type(struct scene *scene, int key);
/* A key of pasted text, where a letter is never a command; true: it ends a line that was typed. */
bool input_paste(struct scene *scene, int key);
/* An arrow moves the cursor, unless something is being typed; false if the key is none. */
bool input_arrow(struct scene *scene, int key);
/* A click on the board, by its action. */
void input_touch(struct scene *scene, int32_t action);

#endif
