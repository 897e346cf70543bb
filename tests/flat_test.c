/* flat_test.c: the quick reader of simple messages says what the JSON library says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "flat.h"
#include "pond/rng.h"

static const char *const simple[] = {
    "{\"type\":\"play\",\"id\":7,\"table\":\"k3v9w1x5m7z0q2r4\",\"version\":12,\"move\":\"b1-c3\"}",
    "{\"type\":\"watch\",\"table\":\"k3v9w1x5m7z0q2r4\"}",
    "{\"version\":0,\"type\":\"\"}",
    "{\"a\":999999999999999}",
};

static const char *const others[] = {
    "",
    "{",
    "{}",
    "[]",
    "{\"a\"}",
    "{\"a\":}",
    "{\"a\":1",
    "{\"a\":1,}",
    "{\"a\":1}}",
    "{\"a\":1} ",
    "{ \"a\":1}",
    "{\"a\":01}",
    "{\"a\":-1}",
    "{\"a\":1.0}",
    "{\"a\":1e3}",
    "{\"a\":9999999999999999}",
    "{\"a\":true}",
    "{\"a\":null}",
    "{\"a\":[1]}",
    "{\"a\":{\"b\":1}}",
    "{\"a\":1,\"a\":2}",
    "{\"a\":\"x\\n\"}",
    "{\"a\":\"\xc3\xa9\"}",
    "{\"a\":\"x",
    "{\"a\":\"x\"",
    "{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1}",
};

/* Whatever is taken must be the same to both; the text is given without an end after it. */
static bool compared(const char *text, size_t length)
{
    struct flat flat;
    char *alone = malloc(length > 0 ? length : 1);
    memcpy(alone, text, length);
    const bool taken = flat_read(&flat, alone, length);
    json_t *root = taken ? json_loadb(alone, length, JSON_REJECT_DUPLICATES, NULL) : NULL;
    free(alone);
    if (!taken) return false;
    assert_true(json_is_object(root));
    assert_int_equal(json_object_size(root), flat.count);
    for (int i = 0; i < flat.count; i++) {
        const struct flat_member *member = &flat.members[i];
        const json_t *value = json_object_get(root, member->key);
        assert_ptr_equal(flat_find(&flat, member->key), member);
        if (member->text != NULL) {
            assert_true(json_is_string(value));
            assert_string_equal(json_string_value(value), member->text);
        } else {
            assert_true(json_is_integer(value));
            assert_int_equal(json_integer_value(value), member->number);
        }
    }
    assert_null(flat_find(&flat, "none such"));
    json_decref(root);
    return true;
}

static void simple_ones_are_taken(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof simple / sizeof simple[0]; i++) {
        assert_true(compared(simple[i], strlen(simple[i])));
    }
}

static void others_are_left_to_the_library(void **context)
{
    (void)context;
    char text[FLAT_TEXT_MAX + 16] = "{\"a\":\"";
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_false(compared(others[i], strlen(others[i])));
    }
    memset(text + 6, 'x', FLAT_TEXT_MAX);
    memcpy(text + 6 + FLAT_TEXT_MAX, "\"}", 3);
    assert_false(compared(text, strlen(text)));
    /* The longest that fits: two for the key, the rest for the text and its end. */
    memcpy(text + 6 + FLAT_TEXT_MAX - 3, "\"}", 3);
    assert_true(compared(text, strlen(text)));
}

/* Simple ones with bytes changed, dropped and doubled. */
static void both_agree_on_what_is_taken(void **context)
{
    (void)context;
    static const char bytes[] = "{}[]\":,0123456789-+.eEabtfn\\ /\n\x7f\xc3\xa9";
    struct pond_rng rng;
    int taken = 0;
    pond_rng_seed(&rng, "flat");
    for (int round = 0; round < 300000; round++) {
        char text[200];
        const char *from = simple[pond_rng_below(&rng, sizeof simple / sizeof simple[0])];
        size_t length = strlen(from);
        memcpy(text, from, length);
        for (uint32_t changes = pond_rng_below(&rng, 4); changes > 0 && length > 1; changes--) {
            const size_t at = pond_rng_below(&rng, (uint32_t)length);
            const uint32_t how = pond_rng_below(&rng, 3);
            if (how == 0) {
                text[at] = bytes[pond_rng_below(&rng, sizeof bytes)];
            } else if (how == 1) {
                memmove(text + at, text + at + 1, --length - at);
            } else {
                memmove(text + at + 1, text + at, length++ - at);
            }
        }
        taken += compared(text, length);
    }
    assert_true(taken > 50000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simple_ones_are_taken),
        cmocka_unit_test(others_are_left_to_the_library),
        cmocka_unit_test(both_agree_on_what_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
