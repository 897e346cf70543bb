/* setup.c: the form before a game: who sits where, the options with their help, the seed. It is
 * made from the game's own table of options. See client.h. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client.h"
#include "files.h"
#include "setup.h"

/* The fields from top to bottom: start, the seats, the options, then these. */
enum { FIELD_START = 0, FIELD_SEATS = 1 };

static const char *const sitters[] = {"me",      "me:",     "level:0", "level:1", "level:2",
                                      "level:3", "level:4", "level:5", "level:6"};
#define SITTERS ((int)(sizeof sitters / sizeof sitters[0]))

struct form {
    struct terminal_client *client;
    const struct pond_game *game;
    const char *title;
    char chosen[POND_OPTIONS_MAX][POND_OPTION_TEXT_MAX]; /* "": the standard */
    struct pond_config config;
    int seat_count;
    int sitter[POND_SEATS_MAX];
    char seed[POND_SEED_MAX + 1];
    bool practice, tutor;
    int field, top;
    bool editing;
    char edited[POND_OPTION_TEXT_MAX];
    char message[SENTENCE_MAX];
    bool start, leave;
};

static int field_options(const struct form *form) { return FIELD_SEATS + form->seat_count; }
static int field_seed(const struct form *form)
{
    return field_options(form) + form->game->option_count;
}
static int field_practice(const struct form *form) { return field_seed(form) + 1; }
static int field_tutor(const struct form *form) { return field_seed(form) + 2; }
static int field_count(const struct form *form) { return field_seed(form) + 3; }

bool seed_draw(char seed[POND_SEED_MAX + 1])
{
    unsigned char bytes[8];
    const int source = open("/dev/urandom", O_RDONLY);
    const bool fine = source >= 0 && read(source, bytes, sizeof bytes) == (ssize_t)sizeof bytes;
    if (source >= 0) close(source);
    for (size_t i = 0; i < sizeof bytes; i++) {
        snprintf(seed + 2 * i, 3, "%02x", fine ? bytes[i] : (unsigned)i);
    }
    return fine;
}

/* ---- Options ---- */

/* Makes the configuration from what was chosen; false with a sentence. */
static bool config_make(struct form *form)
{
    char text[POND_OPTIONS_TEXT_MAX * 2] = "";
    size_t length = 0;
    struct pond_config config;
    struct pond_error why;
    for (int i = 0; i < form->game->option_count; i++) {
        if (form->chosen[i][0] == '\0') continue;
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "%s%s=%s", length > 0 ? "," : "",
                             form->game->options[i].name, form->chosen[i]);
    }
    if (!pond_config_parse(form->game, text, &config, &why)) {
        struct pond_text out = pond_text_in(form->message, sizeof form->message);
        tell_refusal(&out, &form->client->voice, &why);
        return false;
    }
    form->config = config;
    const int seats = form->game->seats(&config);
    const int options_before = field_options(form), field = form->field;
    form->seat_count = seats;
    if (field >= options_before) form->field += field_options(form) - options_before;
    return true;
}

static bool option_set(struct form *form, int option, const char *value)
{
    char before[POND_OPTION_TEXT_MAX];
    memcpy(before, form->chosen[option], sizeof before);
    snprintf(form->chosen[option], sizeof form->chosen[option], "%s", value);
    if (config_make(form)) return true;
    memcpy(form->chosen[option], before, sizeof before);
    return false;
}

/* The choice before or after the present one in "a|b|c", wrapping around; how many there are. */
static int choice_step(const char *choices, const char *now, int by, char out[32])
{
    const char *items[16];
    size_t lengths[16];
    int count = 0, at = 0;
    for (const char *item = choices; count < 16; item += lengths[count - 1] + 1) {
        items[count] = item;
        lengths[count] = strcspn(item, "|");
        const bool same = strncmp(item, now, lengths[count]) == 0 && now[lengths[count]] == '\0';
        if (same) at = count;
        count++;
        if (item[lengths[count - 1]] == '\0') break;
    }
    at = (at + by + count) % count;
    snprintf(out, 32, "%.*s", (int)lengths[at], items[at]);
    return count;
}

/* The next choice that goes with the other options: only players that there are can go first. If
 * none does, the message says why the last one doesn't. */
static void choice_set(struct form *form, int index, int by)
{
    const char *choices = form->game->options[index].choices;
    char value[32], tried[32];
    snprintf(tried, sizeof tried, "%s", form->config.text[index]);
    for (int left = choice_step(choices, tried, by, value) - 1; left > 0; left--) {
        form->message[0] = '\0';
        if (option_set(form, index, value)) return;
        memcpy(tried, value, sizeof tried);
        choice_step(choices, tried, by, value);
    }
}

static void option_step(struct form *form, int index, int by)
{
    const struct pond_option *option = &form->game->options[index];
    const char *now = form->config.text[index];
    if (option->kind == POND_OPTION_NUMBER) {
        char value[32];
        int number = atoi(now) + by;
        if (number < option->number_min) number = by > 0 ? option->number_min : 0;
        if (number > option->number_max) number = option->number_max;
        snprintf(value, sizeof value, "%d", number);
        option_set(form, index, value);
    } else if (option->choices != NULL) {
        choice_set(form, index, by);
    }
}

/* ---- Fields ---- */

static void sitter_name(const struct form *form, int sitter, struct pond_text *out)
{
    const struct voice *voice = &form->client->voice;
    if (sitter == 0) {
        tell(out, voice, TELL_SITTER_ME);
    } else if (sitter == 1) {
        tell(out, voice, TELL_SITTER_OTHER);
    } else {
        tell1(out, voice, TELL_ROBOT, sitters[sitter] + 6);
    }
}

static void field_label(const struct form *form, int field, struct pond_text *out)
{
    const struct voice *voice = &form->client->voice;
    if (field == FIELD_START) {
        tell(out, voice, TELL_FORM_START);
    } else if (field < field_options(form)) {
        tell1(out, voice, TELL_FORM_SEAT, digits_of(field - FIELD_SEATS + 1).text);
    } else if (field < field_seed(form)) {
        pond_text_string(out, form->game->options[field - field_options(form)].name);
    } else {
        static const enum tell labels[] = {TELL_FORM_SEED, TELL_FORM_PRACTICE, TELL_FORM_TUTOR};
        tell(out, voice, labels[field - field_seed(form)]);
    }
}

static void field_value(const struct form *form, int field, struct pond_text *out)
{
    const struct voice *voice = &form->client->voice;
    if (form->editing && field == form->field) {
        pond_text_string(out, form->edited);
        pond_text_char(out, '_');
    } else if (field == FIELD_START) {
        return;
    } else if (field < field_options(form)) {
        sitter_name(form, form->sitter[field - FIELD_SEATS], out);
    } else if (field < field_seed(form)) {
        pond_text_string(out, form->config.text[field - field_options(form)]);
    } else if (field == field_seed(form)) {
        if (form->seed[0] != '\0')
            pond_text_string(out, form->seed);
        else
            tell(out, voice, TELL_FORM_SEED_NONE);
    } else {
        const bool on = field == field_practice(form) ? form->practice : form->tutor;
        tell(out, voice, on ? TELL_ON : TELL_OFF);
    }
}

static void field_help(const struct form *form, struct pond_text *out)
{
    const struct voice *voice = &form->client->voice;
    const int field = form->field;
    if (field == FIELD_START) {
        tell(out, voice, TELL_HELP_START);
    } else if (field < field_options(form)) {
        tell(out, voice, TELL_HELP_SEAT);
    } else if (field < field_seed(form)) {
        const struct pond_option *option = &form->game->options[field - field_options(form)];
        char help[SENTENCE_MAX];
        snprintf(help, sizeof help, "%s", pond_label(&option->help, voice->language));
        rulings_cut(help);
        pond_text_string(out, help);
        if (help[strlen(help) - 1] != '?') pond_text_char(out, '.');
        if (option->written != NULL) {
            pond_text_char(out, ' ');
            tell1(out, voice, TELL_HELP_WRITTEN, option->written);
        }
    } else {
        static const enum tell helps[] = {TELL_HELP_SEED, TELL_HELP_PRACTICE, TELL_HELP_TUTOR};
        tell(out, voice, helps[field - field_seed(form)]);
    }
}

static void field_step(struct form *form, int by)
{
    const int field = form->field;
    form->message[0] = '\0';
    if (field >= FIELD_SEATS && field < field_options(form)) {
        int *sitter = &form->sitter[field - FIELD_SEATS];
        *sitter = (*sitter + by + SITTERS) % SITTERS;
    } else if (field >= field_options(form) && field < field_seed(form)) {
        option_step(form, field - field_options(form), by);
    } else if (field == field_practice(form)) {
        form->practice = !form->practice;
    } else if (field == field_tutor(form)) {
        form->tutor = !form->tutor;
    }
}

/* Can the field be typed into? */
static bool field_is_text(const struct form *form)
{
    if (form->field == field_seed(form)) return true;
    if (form->field < field_options(form) || form->field >= field_seed(form)) return false;
    return form->game->options[form->field - field_options(form)].kind != POND_OPTION_CHOICE;
}

static void edit_end(struct form *form)
{
    struct pond_error why;
    form->editing = false;
    form->message[0] = '\0';
    if (form->field != field_seed(form)) {
        option_set(form, form->field - field_options(form), form->edited);
    } else if (form->edited[0] == '\0' || pond_seed_check(form->edited, &why)) {
        snprintf(form->seed, sizeof form->seed, "%.64s", form->edited);
    } else {
        struct pond_text out = pond_text_in(form->message, sizeof form->message);
        tell_refusal(&out, &form->client->voice, &why);
    }
}

/* ---- The screen ---- */

#define FORM_TOP 2
#define ACTION_FIELD (ACTION_BOARD + 1)

static void form_draw(struct form *form)
{
    struct terminal_client *client = form->client;
    struct canvas *canvas = &client->canvas;
    if (!client_begin(client, form->title, "")) return;
    const int rows = canvas->rows - 8;
    if (form->field < form->top) form->top = form->field;
    if (form->field >= form->top + rows) form->top = form->field - rows + 1;
    for (int i = 0; i < rows && form->top + i < field_count(form); i++) {
        const int field = form->top + i, row = FORM_TOP + i;
        char label[80], value[120];
        struct pond_text label_text = pond_text_in(label, sizeof label);
        struct pond_text value_text = pond_text_in(value, sizeof value);
        field_label(form, field, &label_text);
        field_value(form, field, &value_text);
        const bool here = field == form->field;
        canvas_text(canvas, row, 2, 2, STYLE_KEY, here ? "▶" : " ");
        canvas_text(canvas, row, 4, 22, here ? STYLE_STRONG : STYLE_PLAIN, label);
        if (field != FIELD_START) {
            canvas_text(canvas, row, 26, 1, STYLE_KEY, here ? "←" : " ");
            const int wide = canvas_text(canvas, row, 28, canvas->columns - 32,
                                         here ? STYLE_CHOSEN : STYLE_PLAIN, value);
            canvas_text(canvas, row, 29 + wide, 1, STYLE_KEY, here ? "→" : " ");
        }
        canvas_spot(canvas, (struct area){row, 0, 1, canvas->columns}, ACTION_FIELD + field);
    }
    char help[SENTENCE_MAX];
    struct pond_text text = pond_text_in(help, sizeof help);
    field_help(form, &text);
    canvas_rule(canvas, canvas->rows - 5, 0, canvas->columns, STYLE_QUIET);
    canvas_wrap(canvas, (struct area){canvas->rows - 4, 2, 2, canvas->columns - 4}, STYLE_PLAIN,
                help);
    canvas_text(canvas, canvas->rows - 2, 2, canvas->columns - 4, STYLE_BAD, form->message);
    client_keys(client, canvas->rows - 1, told(&client->voice, TELL_KEYS_FORM));
}

static void edit_key(struct form *form, int key)
{
    const size_t length = strlen(form->edited);
    if (key == KEY_RETURN) {
        edit_end(form);
    } else if (key == KEY_ESCAPE) {
        form->editing = false;
    } else if (key == KEY_RUBOUT) {
        if (length > 0) form->edited[length - 1] = '\0';
    } else if (key > ' ' && key < 127 && length + 1 < sizeof form->edited) {
        form->edited[length] = (char)key;
        form->edited[length + 1] = '\0';
    }
}

static void form_key(struct form *form, int key)
{
    const int count = field_count(form);
    if (form->editing) {
        edit_key(form, key);
        return;
    }
    switch (key) {
    case KEY_ARROW_UP: form->field = (form->field + count - 1) % count; break;
    case KEY_ARROW_DOWN:
    case KEY_TABULATOR: form->field = (form->field + 1) % count; break;
    case KEY_ARROW_LEFT: field_step(form, -1); break;
    case KEY_ARROW_RIGHT:
    case ' ': field_step(form, 1); break;
    case 'R': rules_run(form->client, form->game); break;
    case KEY_ESCAPE:
    case 'Q': form->leave = true; break;
    case KEY_RETURN:
        if (form->field == FIELD_START) {
            form->start = true;
        } else if (field_is_text(form)) {
            form->editing = true;
            form->edited[0] = '\0';
        } else {
            field_step(form, 1);
        }
        break;
    default:
        if (key > ' ' && key < 127 && field_is_text(form)) {
            form->editing = true;
            form->edited[0] = '\0';
            edit_key(form, key);
        }
    }
}

static void form_click(struct form *form, struct input input)
{
    const int32_t action = canvas_action(&form->client->canvas, input.row, input.column);
    if (action < ACTION_FIELD || form->editing) return;
    const int field = action - ACTION_FIELD;
    if (field == form->field || field == FIELD_START) {
        form->field = field;
        form_key(form, input.column == 26 ? KEY_ARROW_LEFT : KEY_RETURN);
    } else {
        form->field = field;
    }
}

static void form_setup(const struct form *form, struct play_setup *setup)
{
    size_t length = 0;
    memset(setup, 0, sizeof *setup);
    setup->game = form->game;
    setup->config = form->config;
    setup->practice = form->practice;
    setup->tutor = form->tutor;
    memcpy(setup->seed, form->seed, sizeof setup->seed);
    if (setup->seed[0] == '\0') seed_draw(setup->seed);
    for (int seat = 0; seat < form->seat_count; seat++) {
        const int sitter = form->sitter[seat] == 1 ? 0 : form->sitter[seat];
        length += (size_t)snprintf(setup->seats + length, sizeof setup->seats - length, "%s%s",
                                   seat > 0 ? "," : "", sitters[sitter]);
    }
}

/* An edition is one option that is chosen already. */
static void edition_choose(struct form *form, const struct edition *edition)
{
    const char *value = strchr(edition->options, '=');
    const size_t length = (size_t)(value - edition->options);
    for (int i = 0; i < form->game->option_count; i++) {
        const char *name = form->game->options[i].name;
        if (strlen(name) != length || strncmp(name, edition->options, length) != 0) continue;
        snprintf(form->chosen[i], sizeof form->chosen[i], "%s", value + 1);
    }
}

bool setup_run(struct terminal_client *client, const struct pond_game *game,
               const struct edition *edition, bool watch, struct play_setup *setup)
{
    struct form form = {.client = client, .game = game, .title = game->title};
    if (edition != NULL) {
        form.title = edition->title;
        edition_choose(&form, edition);
    }
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) form.sitter[seat] = 4;
    if (!watch) form.sitter[0] = 0;
    config_make(&form);
    while (!form.start && !form.leave && !client->ending) {
        form_draw(&form);
        client_show(client);
        const struct input input = client_wait(client, 250);
        if (input.kind == INPUT_KEY) form_key(&form, input.key);
        if (input.kind == INPUT_CLICK) form_click(&form, input);
    }
    if (!form.start) return false;
    form_setup(&form, setup);
    return true;
}
