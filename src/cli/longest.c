/* longest.c: `pond tables longest`: the longest win in a Rrib-bit tablebase, played out. */
#include "longest.h"

#include <stdlib.h>
#include <string.h>

#include "rribbit/class_file.h"
#include "tables.h"

#define LINE_MAX 1024

/* The first position of the table with the longest win of all; false if there is none. */
static bool position_find(const struct rribbit_table *table, const struct rribbit_sets *sets,
                          struct pond_state *state)
{
    struct rribbit_state *game = (struct rribbit_state *)state;
    const int win_0 = table->tally[0].longest_win, win_1 = table->tally[1].longest_win;
    const int longest = win_0 > win_1 ? win_0 : win_1;
    const uint32_t full = table->file.about.block_cells;
    uint8_t *codes = malloc(full);
    bool found = false;
    for (uint32_t block = 0; codes != NULL && !found && block < table->file.about.block_count;
         block++) {
        if (!pond_table_block_read(&table->file, block, codes)) break;
        for (uint32_t i = 0; i < pond_table_block_cells(&table->file, block) && !found; i++) {
            struct rribbit_spot spot = {.half = table->class.halves - 1, .side = 1};
            const uint64_t cell = (uint64_t)block * full + i;
            while (table->section[spot.half][spot.side] > cell) {
                spot.side ^= 1;
                if (spot.side == 1) spot.half--;
            }
            if ((int)table->class.value[spot.half][codes[i]] != longest) continue;
            spot.place = cell - table->section[spot.half][spot.side];
            rribbit_spot_frogs(sets, &table->class, &spot, &game->frogs[0], &game->frogs[1]);
            found = longest > 0 && (game->frogs[0] & game->frogs[1]) == 0 &&
                    !rribbit_has_row(game->frogs[0]);
        }
    }
    free(codes);
    game->side = RRIBBIT_LIGHT;
    return found;
}

/* Best play: the winner hurries, the loser delays; of moves that are as good the first. */
static bool move_find(struct pond_tables *tables, const struct pond_state *state, pond_move *move)
{
    static pond_move moves[POND_MOVES_MAX];
    const int mover = ((const struct rribbit_state *)state)->side;
    const int count = pond_rribbit.moves(state, mover, moves);
    int best = -1000000;
    for (int i = 0; i < count; i++) {
        struct pond_state after = *state;
        unsigned value = 0;
        int worth = 0;
        pond_rribbit.apply(&after, mover, moves[i]);
        const struct pond_result result = pond_rribbit.result(&after);
        if (result.outcome == POND_WON) {
            worth = result.seat == mover ? 100000 : -100000;
        } else if (result.outcome == POND_GOES_ON) {
            if (!tables_rribbit_value(tables, &after, &value)) return false;
            const int distance = rribbit_value_distance(value);
            if (rribbit_value_lost(value)) worth = 100000 - distance;
            if (rribbit_value_won(value)) worth = distance - 100000;
        }
        if (worth > best) {
            best = worth;
            *move = moves[i];
        }
    }
    return count > 0;
}

static void line_print(struct pond_tables *tables, struct pond_state *state)
{
    int ply = 0;
    for (; ply < LINE_MAX && pond_rribbit.result(state).outcome == POND_GOES_ON; ply++) {
        char memory[POND_MOVE_TEXT_MAX];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        pond_move move = 0;
        if (!move_find(tables, state, &move)) break;
        const int mover = ((const struct rribbit_state *)state)->side;
        pond_rribbit.move_print(state, mover, move, &text);
        if (ply % 2 == 0)
            printf("%s%d. %s", ply > 0 ? "  " : "", ply / 2 + 1, memory);
        else
            printf(" %s", memory);
        pond_rribbit.apply(state, mover, move);
    }
    putchar('\n');
}

bool longest_tell(const struct cli *cli, const char *folder, const struct table_file *file)
{
    struct rribbit_table table;
    struct pond_config config;
    struct pond_state state;
    char options[TABLE_OPTIONS_MAX + 32], memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    struct rribbit_sets *sets = rribbit_sets_make(0);
    snprintf(options, sizeof options, "%s,endgame=0", file->about.options);
    if (sets == NULL || !rribbit_table_open(&table, sets, file, NULL)) {
        rribbit_sets_free(sets);
        return false;
    }
    struct pond_tables *tables = pond_tables_open(&pond_rribbit, folder);
    bool fine = tables != NULL && pond_config_parse(&pond_rribbit, options, &config, NULL);
    if (fine) {
        pond_rribbit.setup(&state, &config);
        fine = position_find(&table, sets, &state);
    }
    if (fine) {
        pond_rribbit.state_print(&state, &text);
        if (!cli->given[FLAG_JSON]) printf("%s %s: ", file->about.class, file->about.options);
        printf("%s\n", memory);
        line_print(tables, &state);
    }
    pond_tables_close(tables);
    rribbit_sets_free(sets);
    return fine;
}
