/* site.h: what the files of the site share. */
#ifndef POND_SERVER_SITE_H
#define POND_SERVER_SITE_H

#include "wire.h"

struct site_cache {
    struct blob *words[POND_LANGUAGES]; /* made once */
    struct blob *figures;               /* of this moment: */
    int64_t figures_ms;
};

void site_text(struct buffer *out, int status, const char *type, const char *text, size_t length,
               const struct http_request *request);
/* Takes over what was written. */
struct blob *site_blob(struct buffer *body);
void site_blob_answer(struct wire *wire, const char *type, struct blob *blob,
                      const struct http_request *request, struct buffer *out);
void site_health(const struct site *site, const struct http_request *request, struct buffer *out);
void site_figures(struct wire *wire, const struct http_request *request, struct buffer *out);

#endif
