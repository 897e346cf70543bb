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
