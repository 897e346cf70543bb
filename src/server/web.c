/* web.c: finds the page's files. See web.h. */
#include "web.h"

#include <string.h>

const struct web_file *web_file(const char *path)
{
    static const char *const places[] = {"/", "/host", "/tv", "/n"}; /* of the page, */
    static const char *const beginnings[] = {"/t/", "/tv/", "/n/"};  /* and with more behind */
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        if (strcmp(path, places[i]) == 0) path = "/index.html";
    }
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        if (strncmp(path, beginnings[i], strlen(beginnings[i])) == 0) path = "/index.html";
    }
    for (const struct web_file *file = web_files; file->path != NULL; file++) {
        if (strcmp(file->path, path) == 0) return file;
    }
    return NULL;
}
