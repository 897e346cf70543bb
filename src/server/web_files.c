/* web_files.c: what a browser sees that comes to a server without the page built in. */
#include "web.h"

static const char index_html[] =
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Pond</title>\n"
    "<p>This is a play server of Pond. Play with <code>pond join</code>, or write a client: "
    "docs/protocol.md has every message.\n";

const struct web_file web_files[] = {
    {.path = "/index.html",
     .type = "text/html; charset=utf-8",
     .etag = "\"plain-1\"",
     .plain = {index_html, sizeof index_html - 1}},
    {.path = NULL},
};
