/* pager.c: texts that are longer than a screen: the rules, the keys. See client.h. */
#include <string.h>

#include "client.h"
#include "commands.h"

#define PAGER_LINES_MAX 2000
#define PAGE_TEXT_MAX 12000

/* Breaks a text into lines of that many columns; returns how many, and where each begins. */
static int lines_find(const char *text, int columns, const char *starts[PAGER_LINES_MAX])
{
    int count = 0;
    while (*text != '\0' && count < PAGER_LINES_MAX) {
        starts[count++] = text;
        size_t at = 0, space = 0;
        for (int taken = 0; text[at] != '\0' && text[at] != '\n'; taken++) {
            if (text[at] == ' ') space = at;
            if (taken == columns) {
                at = space > 0 ? space : at;
                break;
            }
            do at++;
            while (((unsigned char)text[at] & 0xc0) == 0x80);
        }
        text += at;
        if (*text == '\n' || *text == ' ') text++;
    }
    return count;
}

static void line_draw(struct canvas *canvas, int row, int columns, const char *start,
                      const char *end)
{
    char line[CANVAS_COLUMNS_MAX * 4];
    size_t length = (size_t)(end - start);
    if (length > sizeof line - 1) length = sizeof line - 1;
    memcpy(line, start, length);
    while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == ' ')) length--;
    line[length] = '\0';
    const char *text = line;
    uint8_t style = STYLE_PLAIN;
    if (line[0] == '#') {
        text += strspn(line, "# ");
        style = STYLE_STRONG;
    }
    canvas_text(canvas, row, 1, columns, style, text);
}

void pager_run(struct terminal_client *client, const char *title, const char *text)
{
    static const char *starts[PAGER_LINES_MAX + 1];
    int top = 0;
    for (bool on = true; on && !client->ending;) {
        const bool fits = client_begin(client, title, "");
        const int rows = client->canvas.rows - 3, columns = client->canvas.columns - 2;
        int count = 0;
        if (fits) {
            count = lines_find(text, columns < 90 ? columns : 90, starts);
            starts[count] = text + strlen(text);
            if (top > count - rows) top = count - rows;
            if (top < 0) top = 0;
            for (int i = 0; i < rows && top + i < count; i++) {
                line_draw(&client->canvas, 1 + i, columns, starts[top + i], starts[top + i + 1]);
            }
            client_keys(client, client->canvas.rows - 1, told(&client->voice, TELL_KEYS_PAGER));
        }
        client_show(client);
        const struct input input = client_wait(client, 250);
        if (input.kind == INPUT_WHEEL) top += 3 * input.key;
        if (input.kind != INPUT_KEY) continue;
        switch (input.key) {
        case KEY_ARROW_UP: top--; break;
        case KEY_ARROW_DOWN: top++; break;
        case KEY_PAGE_UP: top -= rows - 1; break;
        case KEY_PAGE_DOWN:
        case ' ': top += rows - 1; break;
        case KEY_TO_START: top = 0; break;
        case KEY_TO_END: top = count; break;
        default: on = false;
        }
    }
}

const char *rules_text(const struct terminal_options *options, const struct voice *voice,
                       const struct pond_game *game, char memory[SENTENCE_MAX])
{
    const char *page = options->rules(game, voice->language);
    struct pond_text text = pond_text_in(memory, SENTENCE_MAX);
    if (page != NULL) return page;
    tell1(&text, voice, TELL_RULES_NONE, game->title);
    pond_text_char(&text, '\n');
    return memory;
}

void rules_run(struct terminal_client *client, const struct pond_game *game)
{
    char memory[SENTENCE_MAX];
    pager_run(client, game->title, rules_text(client->options, &client->voice, game, memory));
}

void keys_run(struct terminal_client *client, const struct pond_game *game)
{
    char memory[PAGE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    tell(&text, &client->voice, TELL_KEYS_HEAD);
    for (const struct command_word *word = command_words; word->name != COMMAND_NONE; word++) {
        if (!command_fits(word->name, game)) continue;
        const char *name = told(&client->voice, word->word);
        const char key[] = {word->key != 0 ? word->key : ' ', '\0'};
        pond_text_string(&text, "  ");
        pond_text_string(&text, key);
        pond_text_string(&text, "   ");
        pond_text_string(&text, name);
        for (int i = canvas_columns(name); i < 14; i++) pond_text_char(&text, ' ');
        pond_text_string(&text, told(&client->voice, word->help));
        pond_text_char(&text, '\n');
    }
    tell(&text, &client->voice, TELL_KEYS_TAIL);
    pager_run(client, told(&client->voice, TELL_KEYS_TITLE), memory);
}
