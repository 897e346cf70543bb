/* list.c: choosing from a list. See list.h. */
#include "list.h"

void list_draw(struct terminal_client *client, const struct list *list, int index, int row,
               const char *text)
{
    struct canvas *canvas = &client->canvas;
    const bool here = index == list->at;
    canvas_text(canvas, row, 2, 2, STYLE_KEY, here ? "▶" : " ");
    canvas_text(canvas, row, 4, canvas->columns - 6, here ? STYLE_CHOSEN : STYLE_PLAIN, text);
    canvas_spot(canvas, (struct area){row, 0, 1, canvas->columns}, ACTION_BOARD + index);
}

bool list_arrow(struct list *list, int key)
{
    if ((key != KEY_ARROW_UP && key != KEY_ARROW_DOWN) || list->count == 0) return false;
    const int by = key == KEY_ARROW_UP ? list->count - 1 : 1;
    list->at = (list->at + by) % list->count;
    return true;
}

bool list_click(struct terminal_client *client, struct list *list, struct input input)
{
    if (input.kind != INPUT_CLICK) return false;
    const int32_t action = canvas_action(&client->canvas, input.row, input.column);
    if (action < ACTION_BOARD || action >= ACTION_BOARD + list->count) return false;
    list->at = action - ACTION_BOARD;
    return true;
}

enum list_answer list_take(struct terminal_client *client, struct list *list, struct input input)
{
    if (list_click(client, list, input)) return LIST_CHOSEN;
    if (input.kind != INPUT_KEY) return LIST_NOTHING;
    switch (input.key) {
    case KEY_ARROW_UP:
    case KEY_ARROW_DOWN: list_arrow(list, input.key); break;
    case KEY_TABULATOR: list_arrow(list, KEY_ARROW_DOWN); break;
    case KEY_RETURN:
    case ' ': return LIST_CHOSEN;
    case '?': keys_run(client, NULL); break;
    case 'Q':
    case 'q':
    case KEY_ESCAPE: return LIST_LEFT;
    default: break;
    }
    return LIST_NOTHING;
}
