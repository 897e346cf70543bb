/* json.c: the machine-readable side, on files. See pond/json.h. */
#include "cli.h"

void json_string(FILE *out, const char *text)
{
    struct pond_json json = pond_json_to(file_sink, out);
    pond_json_string(&json, text);
}

void json_ply(FILE *out, const struct pond_match *match, uint32_t ply)
{
    struct pond_json json = pond_json_to(file_sink, out);
    pond_json_ply(&json, match, ply);
}

void json_board(FILE *out, const struct pond_match *match, uint32_t ply, struct json_told *told)
{
    struct pond_json json = pond_json_to(file_sink, out);
    struct pond_view view;
    if (ply == 0) *told = (struct json_told){.state = match->start};
    pond_match_view(match, POND_SPECTATOR, &view);
    pond_json_open(&json, '{');
    pond_json_number_member(&json, "ply", ply);
    pond_json_standing(&json, match);
    pond_json_board(&json, match->game, &view);
    pond_json_key(&json, "entries");
    pond_json_entries(&json, match, &told->state, told->count, POND_OMNISCIENT);
    pond_json_close(&json, '}');
    pond_json_line_end(&json);
    *told = (struct json_told){.state = match->state, .count = pond_match_entries(match)};
}
