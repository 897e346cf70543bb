/* words_quibbles.c: Quibbles in words: prompts, plans, the table, the story. See board.h. */
#include <string.h>

#include "board_quibbles.h"

/* "1 + 1 + 4 and 3 + 3" for the sets "114,33". */
static void sets_tell(struct pond_text *out, const struct voice *voice, const char *sets)
{
    for (; *sets >= '0' || *sets == ','; sets++) {
        if (*sets == ',') {
            tell(out, voice, TELL_AND);
            continue;
        }
        pond_text_char(out, *sets);
        if (sets[1] >= '0' && sets[1] <= '9') pond_text_char(out, '+');
    }
}

static void list_tell(struct pond_text *out, quibbles_cards cards, const char *between)
{
    bool first = true;
    for (int value = 0; value < QUIBBLES_VALUES; value++) {
        for (int i = 0; i < quibbles_count(cards, value); i++) {
            if (!first) pond_text_string(out, between);
            pond_text_char(out, (char)('0' + value));
            first = false;
        }
    }
    if (first) pond_text_char(out, '-');
}

/* A move that takes cards, in words; its written form is like "6=114,33" or "12=33". */
static void take_tell(struct pond_text *out, const struct voice *voice,
                      const struct pond_state *before, int seat, pond_move move)
{
    char written[POND_MOVE_TEXT_MAX], played[32], taken[80];
    struct pond_text text = pond_text_in(written, sizeof written);
    pond_quibbles.move_print(before, seat, move, &text);
    struct pond_text left = pond_text_in(played, sizeof played);
    struct pond_text right = pond_text_in(taken, sizeof taken);
    const char *equals = strchr(written, '=');
    const bool split = equals == written + 1;
    for (const char *at = written; at < equals; at++) {
        if (at > written) pond_text_char(&left, '+');
        pond_text_char(&left, *at);
    }
    if (split) {
        sets_tell(&right, voice, equals + 1);
    } else {
        for (const char *at = equals + 1; *at != '\0'; at++) {
            if (at > equals + 1) pond_text_string(&right, ", ");
            pond_text_char(&right, *at);
        }
    }
    tell2(out, voice, split ? TELL_QUIBBLES_SPLIT : TELL_QUIBBLES_COMBINE, played, taken);
}

/* ---- What can be done ---- */

/* The values that can be stashed now. */
static quibbles_cards stashable(const struct scene *scene)
{
    quibbles_cards values = 0;
    for (int i = 0; i < scene->move_count; i++) {
        if (quibbles_move_kind(scene->moves[i]) != QUIBBLES_STASH) continue;
        const int value = quibbles_lowest(quibbles_move_played(scene->moves[i]));
        if (quibbles_count(values, value) == 0) values += quibbles_card(value);
    }
    return values;
}

void quibbles_prompt(struct pond_text *out, const struct scene *scene)
{
    const struct quibbles_view *view = quibbles_seen(scene);
    char memory[64];
    struct pond_text list = pond_text_in(memory, sizeof memory);
    if (scene->decider < 0) return;
    if (view->table.phase == QUIBBLES_ACT) {
        tell_prompt(out, scene->voice,
                    view->hand != 0 ? TELL_QUIBBLES_PROMPT : TELL_QUIBBLES_PROMPT_PASS, "");
        return;
    }
    const quibbles_cards values = stashable(scene);
    const quibbles_cards collection = view->table.collections[scene->decider];
    const bool full = quibbles_size(collection) == QUIBBLES_COLLECTION_MAX;
    list_tell(&list, values, ", ");
    if (values == 0) {
        tell_prompt(out, scene->voice, TELL_QUIBBLES_PROMPT_NO_STASH, "");
    } else {
        const enum tell sentence =
            full ? TELL_QUIBBLES_PROMPT_STASH_FULL : TELL_QUIBBLES_PROMPT_STASH;
        tell3(out, scene->voice, scene->voice->plain ? sentence + 1 : sentence, memory,
              digits_of(quibbles_lowest(values)).text,
              digits_of(full ? quibbles_lowest(collection) : 0).text);
    }
}

bool quibbles_forced(struct pond_text *out, const struct scene *scene)
{
    const struct quibbles_view *view = quibbles_seen(scene);
    if (scene->decider < 0 || scene->move_count != 1) return false;
    tell(out, scene->voice,
         view->table.phase == QUIBBLES_ACT ? TELL_QUIBBLES_PASSES : TELL_QUIBBLES_NO_STASH);
    return true;
}

void quibbles_plan(struct pond_text *out, const struct scene *scene)
{
    if (scene->decider < 0 || scene->input[0] == '\0') return;
    const struct picked picked = quibbles_picked(scene->input);
    const pond_move move = quibbles_find(scene, &picked);
    char memory[SENTENCE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const int played = quibbles_size(picked.played);
    if (move != 0) {
        take_tell(&text, scene->voice, &scene->imagined, scene->decider, move);
        tell1(out, scene->voice, TELL_QUIBBLES_PLAN, memory);
    } else if (picked.lays && played == 1) {
        tell1(out, scene->voice, TELL_QUIBBLES_PLAN_LAY,
              digits_of(quibbles_lowest(picked.played)).text);
    } else if (picked.stashes && played == 1) {
        tell1(out, scene->voice, TELL_QUIBBLES_PLAN_STASH,
              digits_of(quibbles_lowest(picked.played)).text);
    } else if (played > 0 || picked.taken != 0) {
        tell2(out, scene->voice, TELL_QUIBBLES_PLAN_OPEN,
              digits_of(quibbles_total(picked.played)).text,
              digits_of(quibbles_total(picked.taken)).text);
    }
}

/* ---- The table in words ---- */

void quibbles_words(struct pond_text *out, const struct scene *scene)
{
    const struct quibbles_view *view = quibbles_seen(scene);
    char memory[SENTENCE_MAX], cards[32];
    struct pond_text list = pond_text_in(memory, sizeof memory);
    list_tell(&list, view->table.display, " ");
    tell3(out, scene->voice, TELL_QUIBBLES_WORDS_DISPLAY, memory,
          digits_of(view->draw_pile_size).text,
          digits_of(quibbles_size(view->table.discards)).text);
    pond_text_char(out, '\n');
    for (int seat = 0; seat < scene->seat_count; seat++) {
        struct pond_text hand = pond_text_in(cards, sizeof cards);
        pond_text_clear(&list);
        tell_count(&hand, scene->voice, TELL_CARDS, view->hand_sizes[seat]);
        const quibbles_cards collection = view->table.collections[seat];
        list_tell(&list, collection, " ");
        pond_sentence_print(told(scene->voice, collection != 0 ? TELL_QUIBBLES_WORDS_SEAT
                                                               : TELL_QUIBBLES_WORDS_SEAT_EMPTY),
                            scene->voice->language,
                            (const char *const[]){scene->names[seat], cards, memory,
                                                  digits_of(quibbles_total(collection)).text},
                            4, out);
        pond_text_char(out, '\n');
    }
    if (view->observer >= scene->seat_count) return;
    pond_text_clear(&list);
    list_tell(&list, view->hand, " ");
    tell1(out, scene->voice, TELL_QUIBBLES_WORDS_HAND, memory);
    pond_text_char(out, '\n');
}

/* ---- The story ---- */

/* Cards that come one by one share a line: this adds to the last one if it is of the same
 * kind. */
static void story_card(struct story *story, const char *head, const char *card)
{
    struct story_line *last = story->count > 0 ? &story->lines[story->count - 1] : NULL;
    if (last == NULL || strncmp(last->text, head, strlen(head)) != 0) {
        story_add(story, STYLE_QUIET, head);
        last = &story->lines[story->count - 1];
    }
    const size_t length = strlen(last->text);
    struct pond_text text = {last->text, sizeof last->text, length, false};
    pond_text_char(&text, ' ');
    pond_text_string(&text, card);
}

/* Cards that are drawn or laid out are reported together. */
bool quibbles_event(struct story *story, const struct telling *telling,
                    const struct pond_event *event, uint8_t *style)
{
    const struct digits card = digits_of(event->value[0]);
    char memory[STORY_LINE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    switch (event->kind) {
    case QUIBBLES_EVENT_REFILL:
        story_card(story, told(telling->voice, TELL_QUIBBLES_STORY_REFILL), card.text);
        return true;
    case QUIBBLES_EVENT_DRAWN:
        if (event->value[0] == POND_EVENT_HIDDEN) return true;
        tell_of(&text, telling->voice, TELL_QUIBBLES_STORY_DRAWN, telling->names[event->seat]);
        story_card(story, memory, card.text);
        return true;
    case QUIBBLES_EVENT_STASH: *style = STYLE_GOOD; break;
    case QUIBBLES_EVENT_BEGIN: *style = STYLE_STRONG; break;
    case QUIBBLES_EVENT_CLEAR:
    case QUIBBLES_EVENT_REDEAL:
    case QUIBBLES_EVENT_RESHUFFLE: *style = STYLE_DOUBTFUL; break;
    default: break;
    }
    return false;
}
