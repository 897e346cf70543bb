/* facts.c: facts as sentences: the catalogue, and how one is put together. See analysis.h. */
#include "judge.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

const char *pond_fact_word(enum pond_fact_word word, enum pond_language language)
{
    static const char *const words[POND_FACTS][POND_LANGUAGES] = {
        [POND_FACT_NONE] = {"", ""},
#define MESSAGE(name, text) [POND_FACT_##name][LANGUAGE] = text,
#define WORDS(language) <pond/words/language/analysis.def>
#include "pond/words/languages.def"
    };
    assert(word < POND_FACTS);
    return words[word][language];
}

const char *pond_fact_name(enum pond_fact_word word)
{
    static const char *const names[POND_FACTS] = {
        [POND_FACT_NONE] = "",
#define MESSAGE(name, text) [POND_FACT_##name] = #name,
#include "pond/words/en/analysis.def"
#undef MESSAGE
    };
    assert(word < POND_FACTS);
    return names[word];
}

bool pond_fact_whole(enum pond_fact_word word)
{
    return (word >= POND_FACT_CARD_GONE && word <= POND_FACT_CARDS_ALL_GONE) ||
           word == POND_FACT_SAME_CARD || word == POND_FACT_CROWN_GOES;
}

void pond_fact_print(const struct pond_fact *fact, enum pond_language language,
                     struct pond_text *out)
{
    const char *arguments[POND_FACT_ARGUMENTS_MAX];
    for (int i = 0; i < fact->argument_count; i++) {
        const enum pond_fact_word word = (enum pond_fact_word)fact->argument[i].word;
        arguments[i] =
            word != POND_FACT_NONE ? pond_fact_word(word, language) : fact->argument[i].text;
    }
    pond_sentence_print(pond_fact_word((enum pond_fact_word)fact->word, language), language,
                        arguments, fact->argument_count, out);
}

/* ---- Making one ---- */

_Static_assert(POND_FACTS < UINT8_MAX, "a word fits a byte");

struct pond_fact *pond_fact_add(struct pond_judgement *judgement, enum pond_fact_word word,
                                enum fact_about about)
{
    /* One more than are kept is written to, and forgotten. */
    struct pond_fact *fact = &judgement->facts[judgement->fact_count];
    memset(fact, 0, sizeof *fact);
    fact->word = (uint8_t)word;
    fact->better = about == ABOUT_BETTER;
    if (judgement->fact_count < POND_FACTS_MAX) judgement->fact_count++;
    return fact;
}

struct pond_text pond_fact_text(struct pond_fact *fact)
{
    assert(fact->argument_count < POND_FACT_ARGUMENTS_MAX);
    return pond_text_in(fact->argument[fact->argument_count++].text, POND_FACT_TEXT_MAX);
}

void pond_fact_number(struct pond_fact *fact, int64_t number)
{
    struct pond_text text = pond_fact_text(fact);
    pond_text_number(&text, number);
}

void pond_fact_refer(struct pond_fact *fact, enum pond_fact_word word)
{
    assert(fact->argument_count < POND_FACT_ARGUMENTS_MAX);
    fact->argument[fact->argument_count++].word = (uint8_t)word;
}
