/* json.c: the machine-readable side: one object a line. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

void json_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        const unsigned char character = (unsigned char)*text;
        if (character == '"' || character == '\\') {
            fprintf(out, "\\%c", character);
        } else if (character == '\n') {
            fputs("\\n", out);
        } else if (character < ' ') {
            fprintf(out, "\\u%04x", (unsigned)character);
        } else {
            fputc(character, out);
        }
    }
    fputc('"', out);
}

void json_error(FILE *out, const struct cli *cli, const struct pond_error *error)
{
    char memory[1024];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_error_print(error, cli->language, &text);
    json_string(out, memory);
}

static int text_order(const void *one, const void *other)
{
    return strcmp(*(const char *const *)one, *(const char *const *)other);
}

int moves_sorted(const struct pond_game *game, const struct pond_state *state, int seat,
                 const char *texts[POND_MOVES_MAX])
{
    static char memory[POND_MOVES_MAX][POND_MOVE_TEXT_MAX];
    static pond_move moves[POND_MOVES_MAX];
    const int count = game->moves(state, seat, moves);
    for (int i = 0; i < count; i++) {
        struct pond_text text = pond_text_in(memory[i], sizeof memory[i]);
        game->move_print(state, seat, moves[i], &text);
        texts[i] = memory[i];
    }
    qsort(texts, (size_t)count, sizeof texts[0], text_order);
    return count;
}

static void json_legal(FILE *out, const struct pond_match *match, pond_seats turn)
{
    static const char *texts[POND_MOVES_MAX];
    const char *between = "";
    fputs("\"legal\":{", out);
    for (int seat = 0; seat < match->seat_count; seat++) {
        if ((turn & POND_SEAT(seat)) == 0) continue;
        const int count = moves_sorted(match->game, &match->state, seat, texts);
        fprintf(out, "%s\"%d\":[", between, seat);
        for (int i = 0; i < count; i++) {
            if (i > 0) fputc(',', out);
            json_string(out, texts[i]);
        }
        fputc(']', out);
        between = ",";
    }
    fputs("},", out);
}

void json_ply(FILE *out, const struct pond_match *match, uint32_t ply)
{
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    fprintf(out, "{\"ply\":%u,\"move\":", ply);
    pond_match_last_print(match, &text);
    if (text.length > 0) json_string(out, memory);
    if (text.length == 0) fputs("null", out);
    struct pond_view view;
    pond_match_view(match, POND_SPECTATOR, &view);
    pond_text_clear(&text);
    match->game->view_print(&view, &text);
    fputs(",\"pos\":", out);
    json_string(out, memory);
    pond_text_clear(&text);
    match->game->state_print(&match->state, &text);
    fputs(",\"full\":", out);
    json_string(out, memory);
    const pond_seats turn = pond_match_turn(match);
    const char *between = "";
    fputs(",\"turn\":[", out);
    for (int seat = 0; seat < match->seat_count; seat++) {
        if ((turn & POND_SEAT(seat)) == 0) continue;
        fprintf(out, "%s%d", between, seat);
        between = ",";
    }
    fputs("],", out);
    json_legal(out, match, turn);
    if (!pond_match_over(match)) {
        fputs("\"result\":null,\"reason\":null}\n", out);
        return;
    }
    pond_text_clear(&text);
    pond_result_print(match->result, &text);
    fputs("\"result\":", out);
    json_string(out, memory);
    fprintf(out, ",\"reason\":\"%s\"}\n", pond_reason_name(match->result.reason));
}
