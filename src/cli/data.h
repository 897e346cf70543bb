/* data.h: the files that are built into the program, so that it needs no others.
 *
 * cmake/data.cmake makes the table from docs/rules and data: a file there is found here by its
 * name, such as "rules/quibbit.en.md". */
#ifndef POND_DATA_H
#define POND_DATA_H

struct pond_data {
    const char *name;  /* NULL ends the table */
    const char *start; /* a zero follows the last byte, so this is also a string */
    const char *end;
};

extern const struct pond_data pond_data_files[];

#endif
