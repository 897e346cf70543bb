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
        tell_count(&hand, scene->voice, TELL_CARDS_ONE, view->hand_sizes[seat]);
        list_tell(&list, view->table.collections[seat], " ");
        pond_text_string(&list, " = ");
        pond_text_number(&list, quibbles_total(view->table.collections[seat]));
        tell3(out, scene->voice, TELL_QUIBBLES_WORDS_SEAT, scene->names[seat], cards, memory);
        pond_text_char(out, '\n');
    }
    if (view->observer >= scene->seat_count) return;
    pond_text_clear(&list);
    list_tell(&list, view->hand, " ");
    tell1(out, scene->voice, TELL_QUIBBLES_WORDS_HAND, memory);
    pond_text_char(out, '\n');
}

/* ---- The story ---- */

static bool sees_chance(const struct telling *telling, const struct pond_state *before)
{
    if (telling->viewer < 0) return true;
    return (pond_quibbles.chance_seen_by(before) & POND_SEAT(telling->viewer)) != 0;
}

/* Cards that come one by one are told on one line: this adds to the last one if it is of the same
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

static void chance_tell(struct story *story, const struct telling *telling,
                        const struct pond_state *before, const struct pond_entry *entry)
{
    const struct quibbles_table *table = &((const struct quibbles_state *)before)->table;
    const char card[] = {(char)('0' + entry->move), '\0'};
    char memory[STORY_LINE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const bool seen = sees_chance(telling, before);
    switch (table->due) {
    case QUIBBLES_DUE_REFILL:
        if (table->due_count == QUIBBLES_DEAL && quibbles_size(table->display) == 0) {
            story_add(story, STYLE_DOUBTFUL, told(telling->voice, TELL_QUIBBLES_STORY_CLEARED));
        }
        story_card(story, told(telling->voice, TELL_QUIBBLES_STORY_REFILL), card);
        break;
    case QUIBBLES_DUE_DRAW:
        if (!seen) break;
        tell_of(&text, telling->voice, TELL_QUIBBLES_STORY_DRAWN, telling->names[table->due_seat]);
        story_card(story, memory, card);
        break;
    case QUIBBLES_DUE_REDEAL:
        if (table->due_count == QUIBBLES_DEAL && table->due_seat == table->seat) {
            story_add(story, STYLE_DOUBTFUL, told(telling->voice, TELL_QUIBBLES_STORY_REDEAL));
        }
        break;
    case QUIBBLES_DUE_BEGINNER:
        tell_of(&text, telling->voice, TELL_QUIBBLES_STORY_BEGINS, telling->names[entry->move]);
        story_add(story, STYLE_STRONG, memory);
        break;
    default: break;
    }
}

/* What somebody did, without the end of the sentence. */
static void move_tell(struct pond_text *out, const struct telling *telling,
                      const struct pond_state *before, const struct pond_entry *entry)
{
    const struct voice *voice = telling->voice;
    const char *name = telling->names[entry->seat];
    const quibbles_cards played = quibbles_move_played(entry->move);
    const quibbles_cards taken = quibbles_move_taken(entry->move);
    const struct digits card = digits_of(played != 0 ? quibbles_lowest(played) : 0);
    char memory[STORY_LINE_MAX];
    struct pond_text words = pond_text_in(memory, sizeof memory);
    switch (quibbles_move_kind(entry->move)) {
    case QUIBBLES_DRAW: tell_of2(out, voice, TELL_QUIBBLES_STORY_DRAW, name, card.text, ""); break;
    case QUIBBLES_STASH:
        tell_of2(out, voice, taken != 0 ? TELL_QUIBBLES_STORY_SWAP : TELL_QUIBBLES_STORY_STASH,
                 name, card.text, digits_of(taken != 0 ? quibbles_lowest(taken) : 0).text);
        break;
    case QUIBBLES_PASS: tell_of(out, voice, TELL_QUIBBLES_STORY_PASS, name); break;
    default:
        take_tell(&words, voice, before, entry->seat, entry->move);
        tell2(out, voice, TELL_QUIBBLES_STORY_TAKE, name, memory);
    }
}

void quibbles_story(struct story *story, const struct telling *telling,
                    const struct pond_state *before, const struct pond_entry *entry,
                    const struct pond_state *after)
{
    char memory[STORY_LINE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    if (entry->kind == POND_ENTRY_CHANCE) {
        chance_tell(story, telling, before, entry);
        return;
    }
    const int kind = quibbles_move_kind(entry->move);
    if (kind == QUIBBLES_KEEP) return; /* nothing happened */
    move_tell(&text, telling, before, entry);
    if (kind == QUIBBLES_STASH) {
        const struct quibbles_table *table = &((const struct quibbles_state *)after)->table;
        tell1(&text, telling->voice, TELL_QUIBBLES_STORY_TOTAL,
              digits_of(quibbles_total(table->collections[entry->seat])).text);
    }
    pond_text_char(&text, '.');
    story_add(story, kind == QUIBBLES_STASH ? STYLE_GOOD : STYLE_PLAIN, memory);
}
