/* voice.h: how the terminal client speaks: its catalogue, numbers and plurals. */
#ifndef POND_VOICE_H
#define POND_VOICE_H

#include "pond/game.h"

enum tell {
#define MESSAGE(name, text) TELL_##name,
#include "pond/words/en/terminal.def"
#undef MESSAGE
    TELLS
};

struct voice {
    enum pond_language language;
    bool ascii;
    bool plain; /* nothing can be pointed at: lines go in, sentences come out */
};

const char *told(const struct voice *voice, enum tell sentence);
/* Does the locale say that the terminal shows UTF-8, whether it is installed or not? */
bool locale_has_utf8(void);
/* Is this the word that a person types for something, in any language? */
bool typed(const char *word, size_t length, enum tell meaning);
/* Write a sentence with its arguments {0}, {1}, {2} filled in. */
void tell(struct pond_text *out, const struct voice *voice, enum tell sentence);
void tell1(struct pond_text *out, const struct voice *voice, enum tell sentence, const char *first);
void tell2(struct pond_text *out, const struct voice *voice, enum tell sentence, const char *first,
           const char *second);
void tell3(struct pond_text *out, const struct voice *voice, enum tell sentence, const char *first,
           const char *second, const char *third);
/* "1 card", "3 cards". */
void tell_count(struct pond_text *out, const struct voice *voice, enum tell sentence,
                int64_t count);

/* Why the library refuses something, without the numbers of rulings: "(B5)" is for those who read
 * rules, and a family stumbles over it. */
void tell_refusal(struct pond_text *out, const struct voice *voice, const struct pond_error *why);
/* Takes the numbers of rulings out of a sentence, which may come from a server. */
void rulings_cut(char *sentence);

/* Is this the name that a player is addressed by? */
bool is_you(const struct voice *voice, const char *name);
/* About somebody: a sentence with a name is followed by the same to the one who reads it. */
void tell_of(struct pond_text *out, const struct voice *voice, enum tell sentence,
             const char *name);
void tell_of2(struct pond_text *out, const struct voice *voice, enum tell sentence,
              const char *name, const char *second, const char *third);

/* A sentence about what to press is followed in the catalogue by the one about what to say. */
void tell_prompt(struct pond_text *out, const struct voice *voice, enum tell sentence,
                 const char *first);

struct digits {
    char text[24];
};
struct digits digits_of(int64_t number);
/* A share of one in per cent, as the language writes it: "62 %". */
struct digits percent_of(const struct voice *voice, double share);

/* "Anna has won: a row that stands." */
void tell_result(struct pond_text *out, const struct voice *voice, struct pond_result result,
                 const char *const names[], int seat_count);

#define SENTENCE_MAX 400

#endif
