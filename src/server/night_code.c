/* night_code.c: the code of a game night: a word and two digits, easy to shout across a room.
 *
 * The words are harmless in English and in French, and none is spelt like another. */
#include <stdio.h>
#include <string.h>

#include "night.h"

const char *const night_words[] = {
#define W(word) #word,
#include "night_words.def"
#undef W
};
const int night_word_count = (int)(sizeof night_words / sizeof night_words[0]);

#define NUMBERS 90 /* from 10 to 99 */
#define PREFIX "night:"

void night_code_make(const uint8_t bytes[4], char code[NIGHT_CODE_SIZE])
{
    const unsigned word = ((unsigned)bytes[0] << 8 | bytes[1]) % (unsigned)night_word_count;
    const unsigned number = 10 + ((unsigned)bytes[2] << 8 | bytes[3]) % NUMBERS;
    snprintf(code, NIGHT_CODE_SIZE, "%.6s%u", night_words[word], number % 100);
}

static char digit_read(char letter)
{
    return letter == 'o' ? '0' : letter == 'i' || letter == 'l' ? '1' : letter;
}

bool night_code_read(const char *text, char code[NIGHT_CODE_SIZE])
{
    size_t length = 0;
    for (; *text != '\0'; text++) {
        if (*text == ' ' || *text == '-') continue;
        if (length == NIGHT_CODE_SIZE - 1) return false;
        const bool capital = *text >= 'A' && *text <= 'Z';
        code[length++] = (char)(capital ? *text + ('a' - 'A') : *text);
    }
    code[length] = '\0';
    if (length < 3) return false;
    for (size_t i = length - 2; i < length; i++) code[i] = digit_read(code[i]);
    for (size_t i = 0; i < length; i++) {
        const bool letter = code[i] >= 'a' && code[i] <= 'z';
        const bool digit = code[i] >= '0' && code[i] <= '9';
        if (i < length - 2 ? !letter : !digit) return false;
    }
    return true;
}

void night_id(const char *code, char id[STORE_ID_SIZE])
{
    memset(id, '.', STORE_ID_SIZE - 1);
    id[STORE_ID_SIZE - 1] = '\0';
    memcpy(id, PREFIX, sizeof PREFIX - 1);
    memcpy(id + sizeof PREFIX - 1, code, strlen(code));
}

bool night_id_is(const char *id) { return strncmp(id, PREFIX, sizeof PREFIX - 1) == 0; }
