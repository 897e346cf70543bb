/* voice.c: how the terminal client speaks. See voice.h. */
#include "voice.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const sentences[TELLS][POND_LANGUAGES] = {
#define MESSAGE(name, text) [TELL_##name][LANGUAGE] = text,
#define WORDS(language) <pond/words/language/terminal.def>
#include "pond/words/languages.def"
};

const char *told(const struct voice *voice, enum tell sentence)
{
    return sentences[sentence][voice->language];
}

bool locale_has_utf8(void)
{
    const char *all = getenv("LC_ALL"), *type = getenv("LC_CTYPE"), *any = getenv("LANG");
    const char *name = all != NULL && all[0] != '\0'     ? all
                       : type != NULL && type[0] != '\0' ? type
                       : any != NULL                     ? any
                                                         : "";
    return strstr(name, "UTF-8") != NULL || strstr(name, "utf8") != NULL ||
           strstr(name, "utf-8") != NULL;
}

bool typed(const char *word, size_t length, enum tell meaning)
{
    for (int language = 0; language < POND_LANGUAGES; language++) {
        const char *known = sentences[meaning][language];
        if (strlen(known) == length && strncasecmp(known, word, length) == 0) return true;
    }
    return false;
}

void tell3(struct pond_text *out, const struct voice *voice, enum tell sentence, const char *first,
           const char *second, const char *third)
{
    pond_sentence_print(told(voice, sentence), voice->language,
                        (const char *const[]){first, second, third}, 3, out);
}

void tell2(struct pond_text *out, const struct voice *voice, enum tell sentence, const char *first,
           const char *second)
{
    tell3(out, voice, sentence, first, second, "");
}

void tell1(struct pond_text *out, const struct voice *voice, enum tell sentence, const char *first)
{
    tell3(out, voice, sentence, first, "", "");
}

void tell(struct pond_text *out, const struct voice *voice, enum tell sentence)
{
    tell3(out, voice, sentence, "", "", "");
}

void tell_count(struct pond_text *out, const struct voice *voice, enum tell sentence, int64_t count)
{
    tell1(out, voice, sentence, digits_of(count).text);
}

/* How long the numbers of rulings are that begin here, as in " (B5)" or " (Q8, Q10)"; 0: none do.
 */
static size_t rulings_length(const char *at)
{
    const char *end = at;
    for (const char *before = " ("; strncmp(end, before, 2) == 0; before = ", ") {
        end += 2;
        if (*end < 'A' || *end > 'Z') return 0;
        const size_t digits = strspn(++end, "0123456789");
        if (digits == 0) return 0;
        end += digits;
    }
    return end > at && *end == ')' ? (size_t)(end + 1 - at) : 0;
}

void rulings_cut(char *sentence)
{
    char *to = sentence;
    for (const char *at = sentence; *at != '\0';) {
        const size_t length = rulings_length(at);
        at += length;
        if (length == 0) *to++ = *at++;
    }
    *to = '\0';
}

void tell_refusal(struct pond_text *out, const struct voice *voice, const struct pond_error *why)
{
    char *const sentence = out->start + out->length;
    pond_error_print(why, voice->language, out);
    rulings_cut(sentence);
    out->length = (size_t)(sentence - out->start) + strlen(sentence);
}

bool is_you(const struct voice *voice, const char *name)
{
    return strcmp(name, told(voice, TELL_YOU)) == 0;
}

void tell_of2(struct pond_text *out, const struct voice *voice, enum tell sentence,
              const char *name, const char *second, const char *third)
{
    tell3(out, voice, is_you(voice, name) ? sentence + 1 : sentence, name, second, third);
}

void tell_of(struct pond_text *out, const struct voice *voice, enum tell sentence, const char *name)
{
    tell_of2(out, voice, sentence, name, "", "");
}

void tell_prompt(struct pond_text *out, const struct voice *voice, enum tell sentence,
                 const char *first)
{
    tell1(out, voice, voice->plain ? sentence + 1 : sentence, first);
}

struct digits digits_of(int64_t number)
{
    struct digits digits;
    struct pond_text text = pond_text_in(digits.text, sizeof digits.text);
    pond_text_number(&text, number);
    return digits;
}

struct digits percent_of(const struct voice *voice, double share)
{
    struct digits digits;
    struct pond_text text = pond_text_in(digits.text, sizeof digits.text);
    tell_count(&text, voice, TELL_PERCENT, (int)(100 * share + 0.5));
    return digits;
}

void tell_result(struct pond_text *out, const struct voice *voice, struct pond_result result,
                 const char *const names[], int seat_count)
{
    static const enum tell outcomes[] = {[POND_WON] = TELL_RESULT_WON,
                                         [POND_WON_BY_DUMMY] = TELL_RESULT_DUMMY,
                                         [POND_DRAWN] = TELL_RESULT_DRAWN,
                                         [POND_UNFINISHED] = TELL_RESULT_UNFINISHED};
    if (result.outcome == POND_GOES_ON) return;
    assert(TELL_REASON_NONE + POND_REASONS == TELL_REASON_END);
    char memory[SENTENCE_MAX];
    struct pond_text reason = pond_text_in(memory, sizeof memory);
    const bool won = result.outcome == POND_WON;
    const char *winner = won ? names[result.seat] : "";
    if (won && result.reason == POND_REASON_RESIGNED && seat_count == 2) {
        tell_of(&reason, voice, TELL_RESIGNED, names[1 - result.seat]);
    } else {
        tell(&reason, voice, TELL_REASON_NONE + result.reason);
    }
    const enum tell outcome = outcomes[result.outcome];
    tell2(out, voice, won && is_you(voice, winner) ? outcome + 1 : outcome, winner, memory);
}
