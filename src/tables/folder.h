/* folder.h: the folders in which tables live, and how several programs share the work in one.
 *
 * Tables are read from $POND_TABLES, where that is set, and from pond/tables in the folder for the
 * data of programs ($XDG_DATA_HOME, or ~/.local/share). New ones go to the first of these.
 *
 * A file's name is its contract: a file that exists need not be made. Its maker holds a lock on
 * `NAME.lock`; the system lets go of it when a program ends, in whatever way. */
#ifndef POND_FOLDER_H
#define POND_FOLDER_H

#include "file.h"

#define FOLDER_PATH_MAX 1024
#define FOLDERS_MAX 2
#define FOLDER_FILES_MAX 4096

/* The folders that are read, the one that is written to first. Returns how many there are. */
int folder_list(char paths[FOLDERS_MAX][FOLDER_PATH_MAX]);
/* Makes a folder and those above it; false, with errno, if it can't. */
bool folder_make(const char *path);
bool folder_join(char out[FOLDER_PATH_MAX], const char *folder, const char *name);

/* The names of the tables in a folder, in order; NULL-ended, to be freed by folder_names_free. NULL
 * where there is no memory; no names where there is no folder. */
char **folder_names(const char *folder);
void folder_names_free(char **names);

/* Takes the right to make a file. A number to let go of it with; -1 while another program has it,
 * -2 where no lock can be had. */
int folder_claim(const char *path);
void folder_unclaim(const char *path, int claim);

#endif
