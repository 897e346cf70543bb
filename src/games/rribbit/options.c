/* options.c: the options of Rrib-bit, and where they say that the frogs start (X11). */
#include "rules.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

const struct pond_option pond_rribbit_options[RRIBBIT_OPTIONS] = {
    [RRIBBIT_OPTION_TURN] = {.name = "turn",
                             .kind = POND_OPTION_CHOICE,
                             .choices = "single|chain",
                             .standard = "single",
                             .help = {.word = POND_WORD_RRIBBIT_OPTION_TURN}},
    [RRIBBIT_OPTION_WIN] = {.name = "win",
                            .kind = POND_OPTION_CHOICE,
                            .choices = "row|row-or-seven",
                            .standard = "row",
                            .help = {.word = POND_WORD_RRIBBIT_OPTION_WIN}},
    [RRIBBIT_OPTION_START] = {.name = "start",
                              .kind = POND_OPTION_TEXT,
                              .choices = "home|light-pads|dark-pads|left-wing",
                              .written = "<rows>",
                              .standard = "home",
                              .help = {.word = POND_WORD_RRIBBIT_OPTION_START}},
    [RRIBBIT_OPTION_ENDGAME] = {.name = "endgame",
                                .kind = POND_OPTION_NUMBER,
                                .number_min = 0,
                                .number_max = 999,
                                .standard = "40",
                                .help = {.word = POND_WORD_RRIBBIT_OPTION_ENDGAME}},
    [RRIBBIT_OPTION_REPETITION] = {.name = "repetition",
                                   .kind = POND_OPTION_NUMBER,
                                   .choices = "0",
                                   .number_min = 2,
                                   .number_max = 9,
                                   .standard = "3",
                                   .help = {.word = POND_WORD_RRIBBIT_OPTION_REPETITION}},
    [RRIBBIT_OPTION_HANDICAP] = {.name = "handicap",
                                 .kind = POND_OPTION_SEATS,
                                 .choices = "0",
                                 .written = "<digits>",
                                 .number_max = RRIBBIT_FROGS_MAX - RRIBBIT_ROW,
                                 .standard = "0",
                                 .help = {.word = POND_WORD_RRIBBIT_OPTION_HANDICAP}},
};

/* ---- Where the frogs start ---- */

#define ROW_NEAR UINT64_C(0x1ff)               /* a1-i1 */
#define ROWS_NEAR UINT64_C(0x3ffff)            /* a1-i2 */
#define PADS_DARK UINT64_C(0x5555555555555555) /* a1 and every second pad: nine is odd */
#define LEFT_WING (UINT64_C(0x1f) | UINT64_C(0xf) << 9)

/* The board turned by 180 degrees: pad p becomes pad 62 - p. */
static uint64_t half_turn(uint64_t board)
{
    uint64_t turned = 0;
    for (; board != 0; board &= board - 1)
        turned |= rribbit_bit(RRIBBIT_PADS - 1 - rribbit_lowest(board));
    return turned;
}

static bool start_frogs(const struct pond_config *config, uint64_t frogs[2], struct pond_error *why)
{
    static const uint64_t starts[] = {ROW_NEAR, ROWS_NEAR & ~PADS_DARK, ROWS_NEAR & PADS_DARK,
                                      LEFT_WING};
    if (config->value[RRIBBIT_OPTION_START] >= 0) {
        frogs[RRIBBIT_LIGHT] = starts[config->value[RRIBBIT_OPTION_START]];
        frogs[RRIBBIT_DARK] = half_turn(frogs[RRIBBIT_LIGHT]);
        return true;
    }
    const char *rows = config->text[RRIBBIT_OPTION_START];
    return pond_rribbit_rows_parse(rows, rows + strlen(rows), frogs, why);
}

/* X15: a start without some of its frogs, as light sees it: the outermost go first; of two, the one
 * on the left; of one column, the one nearest home. */
static uint64_t frogs_fewer(uint64_t frogs, int count)
{
    for (int i = 0; count > 0; i++) {
        const int column = i % 2 == 0 ? i / 2 : 8 - i / 2;
        uint64_t here = frogs & RRIBBIT_COLUMN_A << column;
        for (; here != 0 && count > 0; count--, here &= here - 1) frogs ^= here & -here;
    }
    return frogs;
}

/* X11 and X15. The start is the same for both sides, as each sees it. */
void pond_rribbit_start(const struct pond_config *config, uint64_t frogs[2])
{
    const bool fine = start_frogs(config, frogs, NULL);
    assert(fine);
    (void)fine;
    const uint64_t start = frogs[RRIBBIT_LIGHT];
    const int light = pond_config_digit(config, RRIBBIT_OPTION_HANDICAP, RRIBBIT_LIGHT),
              dark = pond_config_digit(config, RRIBBIT_OPTION_HANDICAP, RRIBBIT_DARK);
    frogs[RRIBBIT_LIGHT] = frogs_fewer(start, light);
    frogs[RRIBBIT_DARK] = half_turn(frogs_fewer(start, dark));
}

/* ---- What options mean together ---- */

/* X15: a row needs three frogs, and X6 all nine. */
static bool handicap_check(const struct pond_config *config, int each, struct pond_error *why)
{
    const int light = pond_config_digit(config, RRIBBIT_OPTION_HANDICAP, RRIBBIT_LIGHT),
              dark = pond_config_digit(config, RRIBBIT_OPTION_HANDICAP, RRIBBIT_DARK);
    const int fewer = light > dark ? light : dark, left = each - fewer;
    if (fewer == 0 || (left >= RRIBBIT_ROW && config->value[RRIBBIT_OPTION_WIN] == 0)) return true;
    return pond_refuse_number(why, POND_WORD_RRIBBIT_HANDICAP, left);
}

bool pond_rribbit_check(struct pond_config *config, struct pond_error *why)
{
    uint64_t frogs[2];
    if (!start_frogs(config, frogs, why)) return false;
    if (frogs[RRIBBIT_DARK] != half_turn(frogs[RRIBBIT_LIGHT])) {
        return pond_refuse(why, POND_WORD_RRIBBIT_START_SAME);
    }
    const int each = rribbit_count(frogs[RRIBBIT_LIGHT]);
    if (each < 1 || each > RRIBBIT_FROGS_MAX) {
        return pond_refuse_number(why, POND_WORD_RRIBBIT_START_FROGS, each);
    }
    if (rribbit_has_row(frogs[0]) || rribbit_has_row(frogs[1])) {
        return pond_refuse(why, POND_WORD_RRIBBIT_START_ROW);
    }
    if (config->value[RRIBBIT_OPTION_WIN] == 1 && each != RRIBBIT_FROGS_MAX) {
        return pond_refuse_number(why, POND_WORD_RRIBBIT_START_SEVEN, each);
    }
    return handicap_check(config, each, why);
}

void pond_rribbit_setup_options(struct rribbit_state *state, const struct pond_config *config)
{
    memset(state, 0, sizeof(struct pond_state));
    state->chain = config->value[RRIBBIT_OPTION_TURN] == 1;
    state->seven = config->value[RRIBBIT_OPTION_WIN] == 1;
    state->endgame = (uint16_t)config->value[RRIBBIT_OPTION_ENDGAME];
    state->repetition = (uint8_t)config->value[RRIBBIT_OPTION_REPETITION];
}
