/* load_check.c: see load_check.h. */
#include "load_check.h"

#include <assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define LOG_MAX (1 << 16)
#define VIEW_MAX 32768

struct load_checker {
    struct pond_entry log[LOG_MAX];
    struct load_views *views;
    int seat;
    uint64_t checked, wrong;
    char view[VIEW_MAX];
    size_t view_length;
};

bool load_game_hides(const struct pond_game *game) { return game->own_print != NULL; }

/* The length of the object that a text begins with; our texts have no brackets inside strings. */
static size_t object_length(const char *text)
{
    size_t length = 0;
    int depth = 0;
    bool quoted = false;
    do {
        const char character = text[length++];
        if (character == '\0') return length - 1;
        if (character == '"') quoted = !quoted;
        if (!quoted && character == '{') depth++;
        if (!quoted && character == '}') depth--;
    } while (depth > 0);
    return length;
}

void load_views_add(struct load_views *views, const char *text)
{
    const size_t length = object_length(text);
    while (views->length + length + 1 > views->room) {
        views->room = views->room > 0 ? 2 * views->room : 4096;
        views->text = realloc(views->text, views->room);
        assert(views->text != NULL);
    }
    memcpy(views->text + views->length, text, length);
    views->text[views->length + length] = '\0';
    views->length += length + 1;
}

void load_views_free(struct load_views *views)
{
    free(views->text);
    memset(views, 0, sizeof *views);
}

struct load_checker *load_checker_open(void)
{
    struct load_checker *checker = calloc(1, sizeof *checker);
    assert(checker != NULL);
    return checker;
}

void load_checker_close(struct load_checker *checker) { free(checker); }

static void view_take(void *context, const char *bytes, size_t length)
{
    struct load_checker *checker = context;
    if (checker->view_length + length >= VIEW_MAX) return;
    memcpy(checker->view + checker->view_length, bytes, length);
    checker->view_length += length;
    checker->view[checker->view_length] = '\0';
}

/* What a view says from its ply on: the numbers of versions before it count events of the server.
 */
static const char *from_ply(const char *view)
{
    const char *found = strstr(view, "\"ply\":");
    return found != NULL ? found : "";
}

/* The kept views of this moment, when no choice is sealed, must be what the replay shows. */
static void moment_check(void *context, const struct pond_match *match)
{
    struct load_checker *checker = context;
    char ply[32];
    if (pond_match_sealed(match) != 0) return;
    for (int legal = 0; legal < 2; legal++) {
        struct pond_json json = pond_json_to(view_take, checker);
        checker->view_length = 0;
        pond_json_look(&json, match, checker->seat, legal == 1);
        const char *right = from_ply(checker->view);
        const size_t ply_length = strcspn(right, ",");
        if (ply_length >= sizeof ply) return;
        memcpy(ply, right, ply_length);
        ply[ply_length] = '\0';
        const struct load_views *views = checker->views;
        for (size_t at = 0; at < views->length; at += strlen(views->text + at) + 1) {
            const char *seen = from_ply(views->text + at);
            const bool listed = strstr(seen, "\"legal\":null") == NULL;
            if (strncmp(seen, ply, ply_length) != 0 || seen[ply_length] != ',') continue;
            if (strstr(seen, "\"sealed\":[]") == NULL || listed != (legal == 1)) continue;
            checker->checked++;
            checker->wrong += strcmp(seen, right) != 0;
        }
    }
}

void load_views_check(struct load_checker *checker, struct load_views *views, int seat,
                      const char *message, uint64_t *checked, uint64_t *wrong)
{
    json_t *object = json_loads(message, 0, NULL);
    const char *text = json_string_value(json_object_get(object, "record"));
    struct pond_match match;
    struct pond_record record;
    struct pond_error why;
    checker->views = views;
    checker->seat = seat;
    checker->checked = checker->wrong = 0;
    struct pond_reader reader =
        pond_reader_of(text != NULL ? text : "", text != NULL ? strlen(text) : 0);
    reader.after_ply = moment_check;
    reader.context = checker;
    if (!pond_record_read(&reader, &match, &record, checker->log, LOG_MAX, &why)) checker->wrong++;
    *checked += checker->checked;
    *wrong += checker->wrong;
    views->length = 0;
    json_decref(object);
}
