/* web.c: finds the page's files. See web.h. */
#include "web.h"

#include <string.h>

const struct web_file *web_file(const char *path)
{
    if (strcmp(path, "/") == 0 || strncmp(path, "/t/", 3) == 0 || strcmp(path, "/host") == 0) {
        path = "/index.html";
    }
    for (const struct web_file *file = web_files; file->path != NULL; file++) {
        if (strcmp(file->path, path) == 0) return file;
    }
    return NULL;
}
