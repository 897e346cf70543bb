/* devices.c: who we are at a play server on the screen: our devices, one of which may be signed
 * out, and the code that lets another one be us. See online.h. */
#include <stdlib.h>
#include <string.h>

#include "list.h"
#include "screens.h"

#define PAUSE_MS 60
#define DEVICES_SHOWN 30

enum deed { DEED_SIGN_OUT, DEED_SIGN_OUT_ALL, DEED_CODE_MAKE, DEED_CODE_USE };

struct item {
    enum deed deed;
    const json_t *device; /* of `online->devices` */
};

struct devices {
    struct online *online;
    struct terminal_client *client;
    struct list list;
    struct item items[DEVICES_SHOWN + 3];
    uint32_t told;    /* the list that is shown */
    bool asks, types; /* whether to sign out; a code is being typed */
    char code[40];    /* as far as it was typed */
    char message[SENTENCE_MAX];
    uint8_t style; /* of that */
};

static void told_line(void *context, uint8_t style, const char *line)
{
    struct devices *devices = context;
    struct pond_text text = pond_text_in(devices->message, sizeof devices->message);
    pond_text_string(&text, line);
    devices->style = style;
}

static void item_add(struct devices *devices, enum deed deed, const json_t *device)
{
    devices->items[devices->list.count++] = (struct item){deed, device};
}

static void items_fill(struct devices *devices)
{
    const json_t *all = devices->online->devices;
    devices->list.count = 0;
    for (size_t i = 0; i < json_array_size(all) && i < DEVICES_SHOWN; i++) {
        item_add(devices, DEED_SIGN_OUT, json_array_get(all, i));
    }
    if (json_array_size(all) > 2) item_add(devices, DEED_SIGN_OUT_ALL, NULL);
    item_add(devices, DEED_CODE_MAKE, NULL);
    item_add(devices, DEED_CODE_USE, NULL);
    if (devices->list.at >= devices->list.count) devices->list.at = devices->list.count - 1;
    devices->told = devices->online->devices_told;
}

static void item_draw(struct devices *devices, int index, int row)
{
    static const enum tell sentences[] = {[DEED_SIGN_OUT_ALL] = TELL_REVOKE,
                                          [DEED_CODE_MAKE] = TELL_CODE_MAKE,
                                          [DEED_CODE_USE] = TELL_CODE_HAVE};
    const struct item *item = &devices->items[index];
    char memory[SENTENCE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    if (item->deed == DEED_SIGN_OUT) {
        online_device_line(devices->online, item->device, &text);
    } else {
        tell(&text, &devices->client->voice, sentences[item->deed]);
    }
    list_draw(devices->client, &devices->list, index, row, memory);
}

/* The code that is being typed, or what was said last. */
static void foot_draw(struct devices *devices)
{
    struct terminal_client *client = devices->client;
    struct canvas *canvas = &client->canvas;
    const int row = canvas->rows - 4;
    if (!devices->types) {
        canvas_wrap(canvas, (struct area){row, 2, 3, canvas->columns - 4}, devices->style,
                    devices->message);
        return;
    }
    canvas_text(canvas, row, 2, canvas->columns - 4, STYLE_PLAIN,
                told(&client->voice, TELL_CODE_TYPE));
    client_input(client, row + 1, canvas->columns - 5, devices->code);
}

static void devices_draw(struct devices *devices)
{
    struct terminal_client *client = devices->client;
    struct canvas *canvas = &client->canvas;
    if (client_begin(client, told(&client->voice, TELL_DEVICES), "")) {
        const int first = 2, rows = canvas->rows - first - 5;
        const int top = devices->list.at >= rows ? devices->list.at - rows + 1 : 0;
        for (int i = top; i < top + rows && i < devices->list.count; i++) {
            item_draw(devices, i, first + i - top);
        }
        foot_draw(devices);
        client_keys(client, canvas->rows - 1, told(&client->voice, TELL_KEYS_DEVICES));
    }
    client_show(client);
}

static void sign_out_ask(struct devices *devices, const struct item *item)
{
    const struct voice *voice = &devices->client->voice;
    const char *name = json_text(item->device, "name");
    struct pond_text text = pond_text_in(devices->message, sizeof devices->message);
    if (item->device != NULL && online_device_own(item->device)) return;
    if (name[0] == '\0') name = told(voice, TELL_DEVICE_UNNAMED);
    if (item->device != NULL) tell1(&text, voice, TELL_DEVICE_OUT_ASK, name);
    if (item->device == NULL) tell(&text, voice, TELL_DEVICE_OUT_ALL_ASK);
    devices->style = STYLE_DOUBTFUL;
    devices->asks = true;
}

static void item_do(struct devices *devices)
{
    const struct item *item = &devices->items[devices->list.at];
    devices->message[0] = '\0';
    switch (item->deed) {
    case DEED_SIGN_OUT:
    case DEED_SIGN_OUT_ALL: sign_out_ask(devices, item); break;
    case DEED_CODE_MAKE: online_code_make(devices->online); break;
    case DEED_CODE_USE:
        devices->types = true;
        devices->code[0] = '\0';
        break;
    }
}

/* The answer to the question, by a key. */
static void answer_take(struct devices *devices, int key)
{
    const char *yes = told(&devices->client->voice, TELL_KEYS_YES);
    devices->asks = false;
    devices->message[0] = '\0';
    if (key <= ' ' || key > '~' || strchr(yes, key) == NULL) return;
    online_sign_out(devices->online, devices->items[devices->list.at].device);
    online_devices(devices->online);
}

static void code_key(struct devices *devices, int key)
{
    const size_t length = strlen(devices->code);
    if (key == KEY_ESCAPE) {
        devices->types = false;
    } else if (key == KEY_RETURN) {
        devices->types = false;
        if (length == 0) return;
        online_code_use(devices->online, devices->code);
        online_devices(devices->online);
    } else if (key == KEY_RUBOUT && length > 0) {
        devices->code[length - 1] = '\0';
    } else if (key >= ' ' && key < 127 && length + 1 < sizeof devices->code) {
        devices->code[length] = (char)key;
        devices->code[length + 1] = '\0';
    }
}

/* False: the person goes back. */
static bool input_do(struct devices *devices, struct input input)
{
    if (devices->asks || devices->types) {
        if (input.kind != INPUT_KEY) return true;
        if (devices->asks)
            answer_take(devices, input.key);
        else
            code_key(devices, input.key);
        return true;
    }
    const enum list_answer answer = list_take(devices->client, &devices->list, input);
    if (answer == LIST_CHOSEN) item_do(devices);
    return answer != LIST_LEFT;
}

void devices_run(struct terminal_client *client, struct online *online)
{
    struct devices *devices = calloc(1, sizeof *devices);
    if (devices == NULL) return;
    devices->client = client;
    devices->online = online;
    online_devices(online);
    items_fill(devices);
    for (bool stays = true; stays && !client->ending && !online->link.failed;) {
        online->told = told_line;
        online->context = devices;
        online_wait(online, 0, -1);
        if (devices->told != online->devices_told) {
            devices->asks = false; /* it may be about another one now */
            items_fill(devices);
        }
        devices_draw(devices);
        stays = input_do(devices, client_wait(client, PAUSE_MS));
    }
    online->told = NULL;
    free(devices);
}
