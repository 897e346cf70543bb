/* records.c: choosing a record to look at: the latest ones, or any file by its path. See client.h.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "client.h"
#include "files.h"
#include "list.h"
#include "replay.h"
#include "typing.h"

#define RECORDS_MAX 200

struct found_record {
    char name[256];
    int64_t modified;
};

static int newer_first(const void *one, const void *other)
{
    const struct found_record *left = one, *right = other;
    return (left->modified < right->modified) - (left->modified > right->modified);
}

static int records_list(const char *folder, struct found_record files[RECORDS_MAX])
{
    int count = 0;
    DIR *list = opendir(folder);
    if (list == NULL) return 0;
    for (const struct dirent *item; (item = readdir(list)) != NULL && count < RECORDS_MAX;) {
        char path[PATH_TEXT_MAX + 300];
        struct stat about;
        if (item->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, item->d_name);
        if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) continue;
        snprintf(files[count].name, sizeof files[count].name, "%s", item->d_name);
        files[count++].modified = (int64_t)about.st_mtime;
    }
    closedir(list);
    qsort(files, (size_t)count, sizeof files[0], newer_first);
    return count;
}

bool record_open(struct terminal_client *client, const char *path, struct pond_text *trouble)
{
    static struct replay replay;
    size_t length;
    char *text = files_read(&client->voice, path, &length, trouble);
    if (text == NULL) return false;
    const bool fine = replay_read(&replay, &client->voice, path, text, length, trouble);
    free(text);
    if (!fine) return false;
    viewer_run(client, &replay, 0, false);
    replay_close(&replay);
    return true;
}

struct chooser {
    struct list list;
    struct found_record files[RECORDS_MAX];
    char folder[PATH_TEXT_MAX];
    char path[PATH_TEXT_MAX]; /* being typed */
    char message[SENTENCE_MAX];
    bool leave;
};

static void chooser_draw(struct terminal_client *client, struct chooser *chooser)
{
    struct canvas *canvas = &client->canvas;
    if (!client_begin(client, told(&client->voice, TELL_MENU_RECORD), "")) return;
    const int rows = canvas->rows - 8;
    canvas_wrap(canvas, (struct area){2, 2, 2, canvas->columns - 4}, STYLE_PLAIN,
                told(&client->voice, TELL_RECORD_ASK));
    /* While a path is being typed none of them is chosen. */
    const struct list shown = {chooser->list.count,
                               chooser->path[0] == '\0' ? chooser->list.at : -1};
    const int top = chooser->list.at >= rows ? chooser->list.at - rows + 1 : 0;
    for (int i = top; i < top + rows && i < shown.count; i++) {
        list_draw(client, &shown, i, 4 + i - top, chooser->files[i].name);
    }
    canvas_text(canvas, canvas->rows - 3, 2, canvas->columns - 4, STYLE_BAD, chooser->message);
    const int skip = canvas_columns(chooser->path) - (canvas->columns - 6);
    client_input(client, canvas->rows - 2, canvas->columns - 5,
                 chooser->path + (skip > 0 ? skip : 0));
    client_keys(client, canvas->rows - 1, told(&client->voice, TELL_KEYS_RECORDS));
}

static void chooser_open(struct terminal_client *client, struct chooser *chooser)
{
    char path[PATH_TEXT_MAX + 300];
    struct pond_text trouble = pond_text_in(chooser->message, sizeof chooser->message);
    if (chooser->path[0] != '\0') {
        snprintf(path, sizeof path, "%s", chooser->path);
    } else if (chooser->list.count > 0) {
        snprintf(path, sizeof path, "%s/%s", chooser->folder,
                 chooser->files[chooser->list.at].name);
    } else {
        return;
    }
    record_open(client, path, &trouble);
}

static void chooser_key(struct terminal_client *client, struct chooser *chooser, int key)
{
    const size_t length = strlen(chooser->path);
    if (key == KEY_ESCAPE) {
        if (length == 0) chooser->leave = true;
        chooser->path[0] = '\0';
    } else if (key == KEY_RETURN) {
        chooser_open(client, chooser);
    } else if (list_arrow(&chooser->list, key)) {
        return;
    } else if (key == KEY_RUBOUT) {
        typing_rub_out(chooser->path);
    } else {
        typing_add(chooser->path, sizeof chooser->path, key);
    }
}

void records_run(struct terminal_client *client)
{
    struct chooser *chooser = calloc(1, sizeof *chooser);
    if (chooser == NULL) return;
    if (files_folder("records", chooser->folder)) {
        chooser->list.count = records_list(chooser->folder, chooser->files);
    }
    while (!chooser->leave && !client->ending) {
        chooser_draw(client, chooser);
        client_show(client);
        const struct input input = client_wait(client, 250);
        if (input.kind == INPUT_KEY) chooser_key(client, chooser, input.key);
        if (!list_click(client, &chooser->list, input)) continue;
        chooser->path[0] = '\0';
        chooser_open(client, chooser);
    }
    free(chooser);
}
