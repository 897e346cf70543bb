/* three_file.h: strategies of Quibbit for three in files: one file for each ring, set of
 * options and number of cards left. A solve that was stopped goes on from them: values are worked
 * out again from the strategies, which takes a small part of the time. */
#ifndef POND_QUIBBIT_THREE_FILE_H
#define POND_QUIBBIT_THREE_FILE_H

#include "file.h"
#include "folder.h"
#include "solve.h"
#include "three.h"

#define THREE_SUFFIX ".pondstrategy"

/* A ring and its options, as files name them. The ring begins with the water. */
struct three_files {
    const char *folder;
    uint8_t kind[QUIBBIT_RING];
    bool lap_by_leader, tie_by_crown_now;
    int threads;
};

/* Reads the strategies of a level; false if there is no such file or it is not as it was
 * written. */
bool three_file_read(const struct three_files *files, int level, uint8_t *bytes, uint64_t size);
bool three_file_write(const struct three_files *files, int level, const uint8_t *bytes,
                      uint64_t size, struct pond_error *why);

#endif
