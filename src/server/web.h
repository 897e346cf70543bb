/* web.h: the page's files, which are built into the program. */
#ifndef POND_WEB_H
#define POND_WEB_H

#include <stddef.h>

struct web_bytes {
    const void *start; /* NULL: not there in this form */
    size_t length;
};

struct web_file {
    const char *path; /* "/style.css" */
    const char *type; /* "text/css; charset=utf-8" */
    const char *etag; /* with its quotes */
    struct web_bytes plain, gzip, brotli;
};

extern const struct web_file web_files[]; /* ends with a NULL path */

/* NULL if there is none. `/` and `/t/…` are the page itself. */
const struct web_file *web_file(const char *path);

#endif
