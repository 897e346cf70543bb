/* analyse_json.c: an analysis as one JSON object on one line. docs/analysis.md describes it. */
#include "analyse.h"

static void head_write(struct pond_json *json, const struct analysis *analysis)
{
    char memory[POND_OPTIONS_TEXT_MAX];
    const struct pond_match *match = analysis->match;
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_json_key(json, "game");
    pond_json_string(json, match->game->name);
    pond_config_print(match->game, &match->config, &text);
    pond_json_key(json, "options");
    pond_json_string(json, memory);
    pond_json_key(json, "names");
    pond_json_open(json, '[');
    for (int seat = 0; seat < match->seat_count; seat++) {
        const char *name = analysis->record->name[seat];
        if (name[0] != '\0')
            pond_json_string(json, name);
        else
            pond_json_null(json);
    }
    pond_json_close(json, ']');
    pond_json_result(json, match);
    pond_json_key(json, "nodes");
    if (analysis->nodes > 0)
        pond_json_number(json, (int64_t)analysis->nodes);
    else
        pond_json_null(json);
    pond_json_key(json, "complete");
    pond_json_bool(json, analysis->done == analysis->count);
}

void analysis_json(const struct cli *cli, const struct analysis *analysis)
{
    struct pond_json json = pond_json_to(file_sink, stdout);
    pond_json_open(&json, '{');
    head_write(&json, analysis);
    pond_json_key(&json, "moments");
    pond_json_open(&json, '[');
    for (uint32_t i = 0; i < analysis->done; i++) {
        const struct analysed *item = &analysis->items[i];
        switch ((enum pond_moment_kind)item->moment.kind) {
        case POND_MOMENT_DECISION:
            pond_json_judgement(&json, &item->moment, &item->judgement, cli->language);
            break;
        case POND_MOMENT_CHANCE: pond_json_luck(&json, &item->moment, &item->luck); break;
        case POND_MOMENT_EVENT: pond_json_event(&json, &item->moment); break;
        case POND_MOMENT_END: pond_json_end(&json, &item->moment, item->chance); break;
        }
    }
    /* Where it was stopped the end is still told, as far as it is known. */
    if (analysis->done < analysis->count) {
        pond_json_end(&json, &analysis->items[analysis->count - 1].moment,
                      analysis->end_known ? analysis->end : NULL);
    }
    pond_json_close(&json, ']');
    pond_json_key(&json, "totals");
    pond_json_totals(&json, &analysis->totals);
    pond_json_key(&json, "standings");
    pond_json_standings(&json, analysis->match, &analysis->totals);
    pond_json_close(&json, '}');
    pond_json_line_end(&json);
}
