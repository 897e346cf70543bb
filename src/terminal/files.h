/* files.h: where the client keeps games: records that people save, and automatic saves. */
#ifndef POND_FILES_H
#define POND_FILES_H

#include "play.h"
#include "pond/tree.h"

#define PATH_TEXT_MAX 1024
#define SAVES_MAX 100 /* the latest; no more are listed */

/* Writes the record; without a path to a name of its own among the person's records. `where` gets
 * the path; false with a sentence in `trouble`. */
bool files_save_record(const struct play *play, const char *path, char where[PATH_TEXT_MAX],
                       struct pond_text *trouble);
bool files_write_record(const struct voice *voice, const struct pond_match *match,
                        const struct pond_record *record, const char *path,
                        char where[PATH_TEXT_MAX], struct pond_text *trouble);
/* The same with all variations. */
bool files_write_tree(const struct voice *voice, struct pond_tree *tree, const char *path,
                      char where[PATH_TEXT_MAX], struct pond_text *trouble);
/* Is there a file at `path` already that is not `own` ("": none)? */
bool files_replaces(const char *path, const char *own);
/* Reads a whole file of moderate size; NULL with a sentence. The caller frees it. */
char *files_read(const struct voice *voice, const char *path, size_t *length,
                 struct pond_text *trouble);

/* ---- What is saved by itself (autosave.c) ---- */

/* A game that can be continued, or a damaged one, which is kept so that its owner can try to
 * repair it. */
struct save {
    char path[PATH_TEXT_MAX];
    char title[200];  /* "Rrib-bit, 12 decisions, against Level 3"; of a damaged one, a complaint */
    int64_t modified; /* nanoseconds */
    bool damaged;
};

/* Writes the game where a later start finds it, all at once or not at all. Says nothing: playing is
 * more important. */
bool autosave_write(const struct play *play); /* is it kept? */
/* Deletes the save: the game is over. */
void autosave_forget(void);
/* Switches to saving another game, in a file of its own or in the one that it came from. */
void autosave_begin(const char *path);
/* The games that wait, the latest first, and after them the damaged ones; how many there are. */
int autosave_list(const struct voice *voice, struct save saves[SAVES_MAX]);
/* Brings a game back as it was; false with a sentence. */
bool autosave_read(const struct voice *voice, const char *path, struct play *play,
                   struct pond_text *trouble);

/* The folder for one of them ("autosave", "records"), made where it is missing. */
bool files_folder(const char *name, char out[PATH_TEXT_MAX]);

#endif
