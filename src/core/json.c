/* json.c: writes JSON for other programs, one object per line. See json.h. */
#include "pond/json.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

#define PIECE_MAX 256
#define KEY_MAX 60
_Static_assert(PIECE_MAX <= POND_JSON_GATHER_MIN, "what gathers has room for any piece");

struct pond_json pond_json_to(pond_sink *sink, void *context)
{
    return (struct pond_json){.sink = sink, .context = context};
}

void pond_json_gather(struct pond_json *json, char *memory, size_t size)
{
    assert(json->gathered == 0 && size >= POND_JSON_GATHER_MIN);
    json->memory = memory;
    json->size = size;
}

void pond_json_flush(struct pond_json *json)
{
    if (json->gathered > 0) json->sink(json->context, json->memory, json->gathered);
    json->gathered = 0;
}

/* A piece is a key, a value or both, with all that belongs to it: a comma, quotes, a colon. It is
 * put together where the writer gathers or, where it does not, in memory of its own, and handed on
 * in one call. */
static void put_piece(struct pond_json *json, const char *key, size_t key_length, const char *value,
                      size_t length, bool quoted)
{
    char own[PIECE_MAX];
    assert(key_length + length + 6 <= PIECE_MAX);
    if (json->memory != NULL && json->size - json->gathered < PIECE_MAX) pond_json_flush(json);
    char *const start = json->memory != NULL ? json->memory + json->gathered : own;
    char *at = start;
    if (json->comma) *at++ = ',';
    json->comma = true;
    if (key_length > 0) {
        *at++ = '"';
        memcpy(at, key, key_length);
        at += key_length;
        *at++ = '"';
        *at++ = ':';
    }
    if (quoted) *at++ = '"';
    memcpy(at, value, length);
    at += length;
    if (quoted) *at++ = '"';
    const size_t written = (size_t)(at - start);
    if (json->memory != NULL) json->gathered += written;
    if (json->memory == NULL) json->sink(json->context, own, written);
}

/* As it is, and as long as it likes. */
static void put_bytes(struct pond_json *json, const char *text, size_t length)
{
    if (json->memory != NULL && length <= json->size - json->gathered) {
        memcpy(json->memory + json->gathered, text, length);
        json->gathered += length;
        return;
    }
    pond_json_flush(json);
    json->sink(json->context, text, length);
}

static void put(struct pond_json *json, const char *text) { put_bytes(json, text, strlen(text)); }

void pond_json_ready(struct pond_json *json, const char *text, size_t length)
{
    if (json->comma) put(json, ",");
    put_bytes(json, text, length);
    json->comma = true;
}

void pond_json_open(struct pond_json *json, char bracket)
{
    put_piece(json, "", 0, &bracket, 1, false);
    json->comma = false;
}

void pond_json_close(struct pond_json *json, char bracket)
{
    put_bytes(json, &bracket, 1);
    json->comma = true;
}

#define EACH_BYTE(byte) (0x0101010101010101u * (byte))

/* The length of the prefix that needs no escaping in a string. It looks at eight bytes at
 * a time as long as they all may: of a byte below ' ', a quote, a backslash or one that is not
 * ASCII the highest bit is left. */
static size_t plain_length(const char *text, size_t length)
{
    size_t at = 0;
    for (; at + 8 <= length; at += 8) {
        uint64_t bytes;
        memcpy(&bytes, text + at, 8);
        const uint64_t quote = (bytes ^ EACH_BYTE('"')) - EACH_BYTE(1);
        const uint64_t backslash = (bytes ^ EACH_BYTE('\\')) - EACH_BYTE(1);
        const uint64_t odd = bytes | (bytes - EACH_BYTE(' ')) | quote | backslash;
        if ((odd & EACH_BYTE(0x80)) != 0) break;
    }
    for (; at < length; at++) {
        const unsigned char byte = (unsigned char)text[at];
        if (byte < ' ' || byte >= 0x80 || byte == '"' || byte == '\\') break;
    }
    return at;
}

/* Copies characters that need no escape in the longest possible runs, escapes the rest, and
 * marks what is not text. */
static void put_escaped(struct pond_json *json, const char *text, size_t length)
{
    static const char digits[] = "0123456789abcdef";
    size_t run = 0; /* where what has not been written yet begins */
    pond_json_ready(json, "\"", 1);
    for (size_t i = 0; i < length;) {
        const unsigned char first = (unsigned char)text[i];
        const size_t plain = plain_length(text + i, length - i);
        const size_t bytes =
            plain > 0 ? plain : pond_character_length((const unsigned char *)text + i, length - i);
        if (plain > 0 || bytes > 1) {
            i += bytes;
            continue;
        }
        put_bytes(json, text + run, i - run);
        const char simple[] = {'\\', first == '\n' ? 'n' : (char)first, '\0'};
        const char coded[] = {'\\', 'u', '0', '0', digits[first >> 4], digits[first & 15], '\0'};
        if (bytes == 0) {
            put(json, "\\ufffd");
        } else if (first == '"' || first == '\\' || first == '\n') {
            put(json, simple);
        } else {
            put(json, coded);
        }
        run = ++i;
    }
    put_bytes(json, text + run, length - run);
    put(json, "\"");
}

void pond_json_key_of(struct pond_json *json, const char *key, size_t key_length)
{
    put_piece(json, key, key_length, "", 0, false);
    json->comma = false;
}

void pond_json_number_of(struct pond_json *json, const char *key, size_t key_length, int64_t number)
{
    char digits[24];
    char *const end = digits + sizeof digits, *first = end;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        *--first = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0) *--first = '-';
    put_piece(json, key, key_length, first, (size_t)(end - first), false);
}

/* Most texts are short and need no escapes. */
void pond_json_string_of(struct pond_json *json, const char *key, size_t key_length,
                         const char *text, size_t length)
{
    if (length + KEY_MAX + 6 <= PIECE_MAX && plain_length(text, length) == length) {
        put_piece(json, key, key_length, text, length, true);
        return;
    }
    if (key_length > 0) pond_json_key_of(json, key, key_length);
    put_escaped(json, text, length);
}

void pond_json_bool_of(struct pond_json *json, const char *key, size_t key_length, bool truth)
{
    put_piece(json, key, key_length, truth ? "true" : "false", truth ? 4 : 5, false);
}

void pond_json_null_of(struct pond_json *json, const char *key, size_t key_length)
{
    put_piece(json, key, key_length, "null", 4, false);
}

void pond_json_string(struct pond_json *json, const char *text)
{
    pond_json_string_of(json, "", 0, text, strlen(text));
}

void pond_json_number(struct pond_json *json, int64_t number)
{
    pond_json_number_of(json, "", 0, number);
}

void pond_json_bool(struct pond_json *json, bool truth) { pond_json_bool_of(json, "", 0, truth); }

void pond_json_null(struct pond_json *json) { pond_json_null_of(json, "", 0); }

void pond_json_decimal(struct pond_json *json, float number)
{
    char memory[32];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const bool below = number < 0;
    const int64_t parts = (int64_t)((below ? -number : number) * 10000 + 0.5f);
    if (below && parts > 0) pond_text_char(&text, '-');
    pond_text_number(&text, parts / 10000);
    pond_text_char(&text, '.');
    for (int64_t place = 1000; place > 0; place /= 10) {
        pond_text_char(&text, (char)('0' + parts / place % 10));
    }
    put_piece(json, "", 0, memory, text.length, false);
}

void pond_json_text_member(struct pond_json *json, const char *key, const struct pond_text *text)
{
    if (text->length > 0) pond_json_string_of(json, key, strlen(key), text->start, text->length);
    if (text->length == 0) pond_json_null_member(json, key);
}

void pond_json_seats(struct pond_json *json, pond_seats seats)
{
    char list[2 * POND_SEATS_MAX + 2] = "[";
    size_t length = 1;
    for (; seats != 0; seats &= (pond_seats)(seats - 1)) {
        if (length > 1) list[length++] = ',';
        list[length++] = (char)('0' + pond_seat_first(seats));
    }
    list[length++] = ']';
    put_piece(json, "", 0, list, length, false);
}

void pond_json_line_end(struct pond_json *json)
{
    put(json, "\n");
    json->comma = false;
}
