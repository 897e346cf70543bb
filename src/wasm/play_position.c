/* play_position.c: the game of a position that somebody has pasted, for the page's editor:
 * src/wasm/play.mjs calls this. */
#include "page.h"
#include "pond/position.h"

#include "banned.h"

/* Text: a position. `{"game":"…","options":"…","hands":["155??"]}`: the game that it is one of, the
 * options with which it is, and the hands as they are written, where the game's positions list
 * hands. If it is none, the sentence that says why. */
int32_t EXPORT(page_find)(uint32_t length)
{
    const char *texts[TEXTS_MAX];
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    struct pond_config config;
    struct pond_error why;
    page_answer_begin();
    if (!page_texts_take(length, texts)) return 0;
    const struct pond_game *game = pond_position_find(texts[0], &config, &why);
    if (game == NULL) return page_refuse(&why);
    struct pond_json json = page_answer_json();
    pond_json_open(&json, '{');
    pond_json_string_member(&json, "game", game->name);
    pond_config_print(game, &config, &text);
    pond_json_string_member(&json, "options", memory);
    pond_json_key(&json, "hands");
    pond_json_open(&json, '[');
    for (int seat = 0; seat < game->seats(&config); seat++) {
        pond_text_clear(&text);
        pond_position_hand(game, texts[0], seat, &text);
        if (text.length > 0) pond_json_string(&json, memory);
    }
    pond_json_close(&json, ']');
    pond_json_close(&json, '}');
    return 1;
}
