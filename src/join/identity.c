/* identity.c: who we are at a play server: the devices that can play as us, one of them signed out,
 * and the code that lets another device be the same person. See online.h. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "online.h"
#include "say.h"

static void ask(struct online *online, const char *type, const char *key, const char *value)
{
    json_t *message = json_pack("{s:s}", "type", type);
    if (key != NULL) json_object_set_new(message, key, json_pack("s", value));
    link_say(&online->link, message);
}

void online_devices(struct online *online) { ask(online, "devices", NULL, NULL); }

void online_sign_out(struct online *online, const json_t *device)
{
    ask(online, "revoke", device != NULL ? "device" : NULL, json_text(device, "device"));
}

void online_code_make(struct online *online) { ask(online, "recovery", NULL, NULL); }

void online_code_use(struct online *online, const char *code)
{
    online->recovering = true;
    ask(online, "recover", "code", code);
}

bool online_device_own(const json_t *device)
{
    return json_is_true(json_object_get(device, "this"));
}

void online_device_line(const struct online *online, const json_t *device, struct pond_text *out)
{
    const char *name = json_text(device, "name");
    const time_t seen = (time_t)(json_integer_value(json_object_get(device, "seen")) / 1000);
    char date[16] = "", memory[SENTENCE_MAX] = "";
    struct pond_text when = pond_text_in(memory, sizeof memory);
    struct tm day;
    if (name[0] == '\0') name = told(&online->voice, TELL_DEVICE_UNNAMED);
    if (online_device_own(device)) {
        tell(&when, &online->voice, TELL_DEVICE_THIS);
    } else if (seen > 0 && localtime_r(&seen, &day) != NULL) {
        strftime(date, sizeof date, "%Y-%m-%d", &day);
        tell1(&when, &online->voice, TELL_DEVICE_SEEN, date);
    }
    if (memory[0] == '\0') {
        pond_text_string(out, name);
    } else {
        tell2(out, &online->voice, TELL_DEVICE_LINE, name, memory);
    }
}

/* ---- Hearing ---- */

static void code_tell(struct online *online, const char *code)
{
    char memory[SENTENCE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    tell(&text, &online->voice, TELL_CODE_YOURS);
    tell(&text, &online->voice, TELL_COLON);
    pond_text_string(&text, code);
    pond_text_string(&text, ". ");
    tell(&text, &online->voice, TELL_CODE_ONCE);
    online_tell(online, STYLE_GOOD, memory);
}

/* We are somebody else from now on, at the same table if we are at one, under the name that this
 * person has. */
static void welcome_take(struct online *online, const json_t *message)
{
    const char *name = json_text(json_object_get(message, "you"), "name");
    if (!online->recovering) return;
    online->recovering = false;
    online->link.name = NULL;
    online->version = 0;
    online->watches = online->table[0] != '\0';
    mirror_forget(&online->mirror);
    online_tell_sentence(online, STYLE_GOOD, TELL_CODE_DONE, name);
}

void identity_take(struct online *online, const json_t *message)
{
    const char *type = json_text(message, "type");
    if (strcmp(type, "welcome") == 0) {
        welcome_take(online, message);
    } else if (strcmp(type, "error") == 0) {
        online->recovering = false;
    } else if (strcmp(type, "recovery") == 0) {
        code_tell(online, json_text(message, "code"));
    } else if (strcmp(type, "revoked") == 0) {
        const bool none = json_integer_value(json_object_get(message, "count")) == 0;
        online_tell_sentence(online, none ? STYLE_BAD : STYLE_GOOD,
                             none ? TELL_REVOKE_NONE : TELL_REVOKE_DONE, "");
    } else if (strcmp(type, "devices") == 0) {
        json_decref(online->devices);
        online->devices = json_incref(json_object_get(message, "devices"));
        online->devices_told++;
    }
}
