/* message.c: how messages are read, and who handles which. See docs/protocol.md. */
#include <string.h>

#include "inside.h"

/* ---- Members ---- */

static bool field_wrong(const struct message *message, const char *key)
{
    answer_error(message->session, message->id, "field", SAID_FIELD, key);
    return false;
}

/* A member as the library would have it: where the message was simple enough to be read without,
 * it is a text or a number. */
struct member {
    bool given; /* and not null */
    const char *text;
    bool is_number;
    int64_t number;
    const json_t *value;
};

static struct member member_of(const struct message *message, const char *key)
{
    if (message->flat != NULL) {
        const struct flat_member *found = flat_find(message->flat, key);
        if (found == NULL) return (struct member){.given = false};
        return (struct member){.given = true,
                               .text = found->text,
                               .is_number = found->text == NULL,
                               .number = found->number};
    }
    const json_t *value = json_object_get(message->root, key);
    return (struct member){.given = value != NULL && !json_is_null(value),
                           .text = json_string_value(value),
                           .is_number = json_is_integer(value),
                           .number = json_integer_value(value),
                           .value = value};
}

bool message_text(const struct message *message, const char *key, bool optional, const char **text)
{
    const struct member member = member_of(message, key);
    if (optional && !member.given) return true;
    if (member.text == NULL) return field_wrong(message, key);
    *text = member.text;
    return true;
}

bool message_number(const struct message *message, const char *key, bool optional, int64_t least,
                    int64_t most, int64_t *number)
{
    const struct member member = member_of(message, key);
    if (optional && !member.given) return true;
    if (!member.is_number || member.number < least || member.number > most) {
        return field_wrong(message, key);
    }
    *number = member.number;
    return true;
}

bool message_flag(const struct message *message, const char *key, bool *flag)
{
    const struct member member = member_of(message, key);
    if (!member.given) return true;
    if (!json_is_boolean(member.value)) return field_wrong(message, key);
    *flag = json_is_true(member.value);
    return true;
}

bool message_valid_id(const struct message *message, const char *key, enum said none,
                      const char **id)
{
    if (!message_text(message, key, false, id)) return false;
    return id_valid(*id) || message_refuse(message, key, none);
}

bool message_refuse(const struct message *message, const char *code, enum said said)
{
    answer_error(message->session, message->id, code, said, NULL);
    return false;
}

/* ---- All of them ---- */

static const struct message_type *const all_messages[] = {
    play_messages, table_messages, person_messages, list_messages, night_messages};

static const struct message_type *type_find(const char *name)
{
    for (size_t i = 0; i < sizeof all_messages / sizeof all_messages[0]; i++) {
        for (const struct message_type *type = all_messages[i]; type->name != NULL; type++) {
            if (pond_text_equal(type->name, name)) return type;
        }
    }
    return NULL;
}

void message_handle(struct message *message)
{
    struct session *session = message->session;
    const struct member id = member_of(message, "id"), name = member_of(message, "type");
    const struct message_type *type = name.text != NULL ? type_find(name.text) : NULL;
    if (id.is_number && id.number >= 0) message->id = id.number;
    if (type == NULL) {
        message_refuse(message, "type", SAID_TYPE);
    } else if (type->greeted && !session->greeted) {
        message_refuse(message, "hello", SAID_HELLO_FIRST);
    } else if (type->keyed && !session->keyed) {
        message_refuse(message, "hello", SAID_KEY_NEEDED);
    } else {
        type->handle(message);
    }
}
