/* host_names.c: names that a host may want to look at. See host.h, name.h.
 *
 * Nobody is refused such a name: most of them are harmless, and a person can tell. */
#include <stdio.h>
#include <string.h>

#include "host.h"
#include "inside.h"
#include "name.h"

#define KIND "names" /* of the notes: the person is the key, the text `DOUBT NAME` */

static const char *const doubts[] = {
    [NAME_FINE] = "", [NAME_HOST] = "host", [NAME_ADDRESS] = "address", [NAME_ALIKE] = "alike"};

void host_name_look(struct hall *hall, const char *person, const char *before, const char *name)
{
    const enum name_doubt doubt = name != NULL ? name_doubt(name) : NAME_FINE;
    char text[STORE_NOTE_SIZE] = "";
    if (name != NULL && before != NULL && strcmp(before, name) == 0) return; /* as it was */
    if (doubt == NAME_FINE && before != NULL && name_doubt(before) == NAME_FINE) return;
    if (doubt != NAME_FINE) snprintf(text, sizeof text, "%s %s", doubts[doubt], name);
    host_note_write(hall, KIND, person, text);
}

static void names_done(struct store_request *request)
{
    struct session *session = request->context;
    if (!session_request_fine(request)) return;
    struct pond_json json = host_answer(session, request->id, "names");
    pond_json_key(&json, "names");
    pond_json_open(&json, '[');
    for (uint32_t i = 0; i < request->row_count; i++) {
        struct store_note *note = &request->notes[i];
        char *space = strchr(note->text, ' ');
        if (space == NULL) continue;
        *space = '\0';
        pond_json_open(&json, '{');
        pond_json_string_member(&json, "id", note->key);
        pond_json_string_member(&json, "name", space + 1);
        pond_json_string_member(&json, "why", note->text);
        pond_json_number_member(&json, "at", note->at_ms);
        pond_json_close(&json, '}');
    }
    pond_json_close(&json, ']');
    answer_send(session, &json);
    session_request_end(request);
}

void host_names_message(const struct message *message)
{
    struct store_request *request =
        session_request(message->session, STORE_NOTES, message->id, names_done);
    snprintf(request->game, sizeof request->game, KIND);
    request->number = STORE_LIST_MAX;
    store_submit(message->session->hall->store, request);
}

static void kept(struct store_request *request)
{
    struct session *session = request->context;
    if (!session_request_fine(request)) return;
    struct pond_json json = host_answer(session, request->id, "keep");
    answer_send(session, &json);
    session_request_end(request);
}

void host_name_keep_message(const struct message *message)
{
    struct session *session = message->session;
    const char *person = NULL;
    if (!message_valid_id(message, "person", SAID_PERSON_NONE, &person)) return;
    host_audit(session->hall, "keep the name of", person);
    struct store_request *request = session_request(session, STORE_NOTE, message->id, kept);
    host_note_fill(request, KIND, person, "");
    store_submit(session->hall->store, request);
}
