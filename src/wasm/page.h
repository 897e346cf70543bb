/* page.h: what the files of src/wasm share: how a function that the page calls takes its texts, and
 * how it answers or refuses. core.c has the memory and the matches; play.c adds players to them. */
#ifndef POND_PAGE_H
#define POND_PAGE_H

#include "pond/json.h"
#include "pond/player.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

#define TEXTS_MAX 5
#define PAGE_TREE 4 /* as a slot: the match of the tree of variations (play_tree.c) */
#define PAGE_LONG_LOG_MAX (1 << 18) /* 2,000 turns of Quibbles, were each as long as it can be */

/* What only a page can do wrong. */
enum page_refusal {
    REFUSE_LENGTH,
    REFUSE_SLOT,
    REFUSE_CHANCE,
    REFUSE_DEPTH,
    REFUSE_BENCH,
    REFUSE_MEMORY,
    REFUSE_TURN,
    REFUSE_NODE,
};

void page_answer_begin(void);
void page_answer_take(void *context, const char *bytes, size_t length);
struct pond_json page_answer_json(void);

/* The language that the page wants to hear. */
enum pond_language page_language(void);

/* These return 0, so that a function can end with `return page_refuse(...)`. */
int32_t page_refuse(const struct pond_error *why);
int32_t page_refuse_page(enum page_refusal refusal);

/* Finds the texts that the page has written; those that are not there are empty. */
bool page_texts_take(uint32_t length, const char *texts[TEXTS_MAX]);
/* A question about a game: its first two texts are the game and its options. */
struct page_asked {
    const char *texts[TEXTS_MAX];
    const struct pond_game *game;
    struct pond_config config;
};
/* Begins an answer; false if the question has been refused. */
bool page_asked_take(uint32_t length, struct page_asked *asked);
/* Begins a match as the next two texts say: a seed, and a position to begin from or nothing. What
 * a position leaves open is dealt by the seed, which the match is not given yet. */
bool page_start_take(const struct page_asked *asked, struct pond_match *match,
                     struct pond_entry *log, uint32_t entries_max);
/* The match in a slot, or NULL, and then it has been refused. Begins an answer. */
struct pond_match *page_match_take(uint32_t slot);
/* The same to look at: the match of the tree, too. */
const struct pond_match *page_match_see(uint32_t slot);
/* The match of the tree, or NULL if there is none (play_tree.c). */
struct pond_match *page_tree_match(void);
/* Everyone's hand as a member, where a game has any (play.c). */
void page_hands_json(struct pond_json *json, const struct pond_match *match);
/* The refusal is about this line of a record. */
void page_error_at(uint32_t line);
/* May this be an observer: a seat of the match, or a spectator? If not, it has been refused. */
bool page_observer_check(const struct pond_match *match, int32_t seat);
/* Gives a player as much zeroed memory as it needs (play.c). */
bool page_memory_take(struct pond_player *player);
/* The same as the last player left it, for one that goes on thinking. */
bool page_memory_keep(struct pond_player *player);
/* Memory of the browser's that stays, zeroed; NULL if there is none (play.c). */
void *page_memory_more(size_t size);
/* What tables know about a state; it fits a task and an analyst. */
typedef bool page_probe_function(void *context, const struct pond_state *state,
                                 struct pond_exact *exact);
/* How tables of a game are asked; NULL if there are none (play_tables.c). */
page_probe_function *page_probe_of(const struct pond_game *game);
/* Helpers of a search (play_threads.c): how many there are, what stops it at once (or NULL), and
 * what is done before and after the first thread thinks about a task. */
uint32_t page_helpers_present(void);
const volatile bool *page_stop_sign(void);
void page_helpers_begin(const struct pond_engine *engine, const struct pond_task *task);
void page_helpers_end(const struct pond_task *task, struct pond_advice *advice);
/* One long log, for games that are only read or run through. */
struct pond_entry *page_long_log(void);
/* Reads the record that the page has written into a slot. */
bool page_slot_read(uint32_t slot, uint32_t length);

#endif
