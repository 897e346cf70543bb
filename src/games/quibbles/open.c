/* open.c: positions of Quibbles in which cards are left open: '?' in a hand is one card that nobody
 * knows, '?' in the draw pile is all that is left. */
#include "rules.h"

#include "open.h"

#include <string.h>

#include "banned.h"

enum { DISPLAY, COLLECTIONS, HANDS, PILE, DISCARDS, CARD_FIELDS };

/* Where a part of the text begins; its end is the next space or the end of the text. */
static const char *field_at(const char *text, int field)
{
    for (; field > 0 && text != NULL; field--) {
        text = strchr(text, ' ');
        if (text != NULL) text++;
    }
    return text;
}

/* The distance to this character, a space or the end. */
static size_t length_to(const char *at, char sign)
{
    size_t length = 0;
    while (at[length] != '\0' && at[length] != ' ' && at[length] != sign) length++;
    return length;
}

static size_t field_length(const char *at) { return length_to(at, ' '); }

void pond_quibbles_open_hand(const char *text, int seat, struct pond_text *hand)
{
    const char *at = field_at(text, HANDS);
    if (at == NULL) return;
    const char *const end = at + field_length(at);
    for (; seat > 0 && at < end; at++) seat -= *at == ',';
    if (seat == 0) pond_text_bytes(hand, at, length_to(at, ','));
}

void pond_quibbles_open_options(const char *text, struct pond_text *options)
{
    const char *collections = field_at(text, COLLECTIONS);
    if (collections == NULL) return;
    int players = 1, digits = 0;
    bool open = false;
    for (size_t i = 0; i < field_length(collections); i++) players += collections[i] == '/';
    for (int field = 0; field < CARD_FIELDS; field++) {
        const char *at = field_at(text, field);
        for (size_t i = 0; at != NULL && i < field_length(at); i++) {
            digits += at[i] >= '0' && at[i] <= '9';
            open = open || at[i] == '?';
        }
    }
    if (players < pond_quibbles.seats_min || players > pond_quibbles.seats_max) return;
    pond_text_string(options, "players=");
    pond_text_number(options, players);
    if (!open && digits == quibbles_size(quibbles_deck(QUIBBLES_FIRST_GAME))) {
        pond_text_string(options, ",variant=first-game");
    }
}

/* Takes the cards that a part of the text names out of `left`, and counts those that it leaves
 * open. False if the deck has no such card any more; the reader reports what isn't a card.
 */
static bool cards_take(const char *at, int variant, quibbles_cards *left, int *open,
                       struct pond_error *why)
{
    const size_t length = field_length(at);
    for (size_t i = 0; i < length; i++) {
        *open += at[i] == '?';
        const int value = at[i] - '0';
        if (value < 0 || value >= QUIBBLES_VALUES) continue;
        if (quibbles_count(*left, value) == 0) {
            pond_refuse_number(why, POND_WORD_QUIBBLES_CARDS_MANY, value);
            return pond_error_number(why, quibbles_count(quibbles_deck(variant), value));
        }
        *left -= quibbles_card(value);
    }
    return true;
}

/* One card of a heap, each as likely as any other. */
static int card_draw(quibbles_cards *cards, struct pond_rng *rng)
{
    uint32_t index = pond_rng_below(rng, (uint32_t)quibbles_size(*cards));
    int value = 0;
    for (; index >= (uint32_t)quibbles_count(*cards, value); value++) {
        index -= (uint32_t)quibbles_count(*cards, value);
    }
    *cards -= quibbles_card(value);
    return value;
}

static void heap_write(quibbles_cards cards, struct pond_text *out)
{
    if (cards == 0) pond_text_char(out, '-');
    for (int value = 0; value < QUIBBLES_VALUES; value++) {
        for (int i = quibbles_count(cards, value); i > 0; i--) {
            pond_text_char(out, (char)('0' + value));
        }
    }
}

/* Rewrites the hands with each '?' replaced by a card of `left`. A hand without one is copied. */
static void hands_deal(const char *at, quibbles_cards *left, struct pond_rng *rng,
                       struct pond_text *out)
{
    const char *const end = at + field_length(at);
    for (bool first = true; first || at < end; first = false) {
        const size_t length = length_to(at, ',');
        if (!first) pond_text_char(out, ',');
        if (memchr(at, '?', length) == NULL) {
            pond_text_bytes(out, at, length);
        } else {
            quibbles_cards hand = 0;
            for (size_t i = 0; i < length; i++) {
                const int value = at[i] == '?' ? card_draw(left, rng) : at[i] - '0';
                hand += quibbles_card(value);
            }
            heap_write(hand, out);
        }
        at += length;
        if (at < end) at++;
    }
}

/* Do the open hands consist of cards and '?' only? */
static bool hands_check(const char *at, struct pond_error *why)
{
    const size_t length = field_length(at);
    for (size_t i = 0; i < length; i++) {
        const bool alone = (i == 0 || at[i - 1] == ',') && strchr(", ", at[i + 1]) != NULL;
        if (at[i] == '?' || at[i] == ',' || (at[i] == '-' && alone)) continue;
        if (at[i] >= '0' && at[i] < '0' + QUIBBLES_VALUES) continue;
        const char sign[] = {at[i], '\0'};
        return pond_refuse_text(why, POND_WORD_QUIBBLES_CARDS_FORM, sign);
    }
    return true;
}

bool pond_quibbles_open_deal(const struct pond_config *config, const char *text,
                             struct pond_rng *rng, struct pond_text *out, struct pond_error *why)
{
    const int variant = config->value[QUIBBLES_OPTION_VARIANT];
    quibbles_cards left = quibbles_deck(variant);
    int open[CARD_FIELDS] = {0};
    const char *at[CARD_FIELDS];
    for (int field = 0; field < CARD_FIELDS; field++) at[field] = field_at(text, field);
    const char *rest = at[DISCARDS];
    const bool any = rest != NULL && memchr(at[HANDS], '?', (size_t)(rest - at[HANDS])) != NULL;
    if (!any) { /* nothing is open, or this isn't a position: the reader says so */
        pond_text_string(out, text);
        return true;
    }
    if (!hands_check(at[HANDS], why)) return false;
    for (int field = 0; field < CARD_FIELDS; field++) {
        if (!cards_take(at[field], variant, &left, &open[field], why)) return false;
    }
    if (open[HANDS] > quibbles_size(left)) {
        pond_refuse_number(why, POND_WORD_QUIBBLES_OPEN_FEW, open[HANDS]);
        return pond_error_number(why, quibbles_size(left));
    }
    pond_text_bytes(out, text, (size_t)(at[HANDS] - text));
    hands_deal(at[HANDS], &left, rng, out);
    pond_text_char(out, ' ');
    if (open[PILE] > 0) {
        for (size_t i = 0; i < field_length(at[PILE]); i++) {
            const int value = at[PILE][i] - '0';
            if (value >= 0 && value < QUIBBLES_VALUES) left += quibbles_card(value);
        }
        heap_write(left, out);
    } else {
        pond_text_bytes(out, at[PILE], field_length(at[PILE]));
    }
    pond_text_char(out, ' ');
    pond_text_string(out, rest);
    return true;
}
