/* collections.c: fuzzes the reader of the explorer's collections. The input is a file, or one whose
 * checksum is remade so that what lies behind it is reached: it is refused, or it answers with
 * legal moves, each once, and with counts that its header allows. */
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "fuzz.h"
#include "pond/explorer.h"
#include "pond/match.h"

#define AT_ROWS 16
#define AT_HASH 24

/* Makes what every file must have: the first bytes, the number of rows, the checksum. */
static void seal(uint8_t *bytes, size_t size)
{
    if (size < POND_EXPLORER_HEADER) return;
    memcpy(bytes, "PondPlay\1\0\0", 12);
    table_number_put(bytes + AT_ROWS, 4, (size - POND_EXPLORER_HEADER) / POND_EXPLORER_ROW);
    table_number_put(bytes + AT_HASH, 8,
                     pond_table_hash(bytes + POND_EXPLORER_HEADER, size - POND_EXPLORER_HEADER,
                                     pond_table_hash(bytes, AT_HASH, 0)));
}

static void ask(const struct pond_explorer *explorer, const struct pond_game *game)
{
    static struct pond_played played[POND_MOVES_MAX];
    struct pond_config config;
    struct pond_match match;
    struct pond_error why;
    const bool fine = pond_config_parse(game, "", &config, &why);
    assert(fine);
    pond_match_begin(&match, game, &config, NULL, 0);
    for (int seat = 0; seat < match.seat_count; seat++) {
        const int count = pond_explorer_ask(explorer, true, &match, seat, played);
        for (int i = 0; i < count; i++) {
            assert(game->legal(&match.state, seat, played[i].move, &why));
            assert((uint64_t)played[i].wins + played[i].draws + played[i].losses <=
                   explorer->game_count);
            for (int k = 0; k < i; k++) assert(played[k].move != played[i].move);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct fuzz_input input = {bytes, length};
    struct pond_explorer explorer;
    struct pond_error why;
    const unsigned how = fuzz_byte(&input);
    size_t size = input.length;
    /* Memory of just this size, so that a byte too far is noticed. */
    uint8_t *copy = malloc(size + 1);
    assert(copy != NULL);
    memcpy(copy + 1, input.bytes, size);
    if ((how & 1) != 0) {
        if (size > POND_EXPLORER_HEADER) size -= (size - POND_EXPLORER_HEADER) % POND_EXPLORER_ROW;
        seal(copy + 1, size);
    }
    if (!pond_explorer_open(&explorer, copy + 1, size, &why)) {
        fuzz_refused(&why);
        assert(explorer.row_count == 0);
    } else {
        ask(&explorer, &pond_rribbit);
        ask(&explorer, &pond_null);
    }
    free(copy);
    return 0;
}
