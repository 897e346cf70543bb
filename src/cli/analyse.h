/* analyse.h: an analysis of a game, between the parts of `pond analyse`: the work (analyse.c), the
 * words and the graph (analyse_text.c), JSON (analyse_json.c), and the picture (analyse_svg.c). */
#ifndef POND_ANALYSE_H
#define POND_ANALYSE_H

#include "player.h"

/* A moment of the game and what was found out about it. */
struct analysed {
    struct pond_moment moment;
    bool done;
    struct pond_judgement judgement; /* of a decision */
    struct pond_luck luck;           /* of chance */
    float chance[POND_SEATS_MAX];    /* at the end */
};

/* Is it chance, and known what it was worth? */
static inline bool luck_is_known(const struct analysed *item)
{
    return item->moment.kind == POND_MOMENT_CHANCE && item->luck.method != POND_LUCK_NONE &&
           item->luck.method != POND_LUCK_UNKNOWN;
}

struct analysis {
    const struct pond_match *match;
    const struct pond_record *record;
    uint64_t nodes; /* for a decision; 0: by time */
    struct analysed *items;
    uint32_t count, done; /* all moments, and how many of them have been judged so far */
    struct pond_totals totals;
    bool end_known;            /* some chances have been worked out, */
    float end[POND_SEATS_MAX]; /* and these are those after the last moment that is judged */
};

/* Adds a judged moment to the totals. */
void analysis_add(struct analysis *analysis, const struct analysed *item);

/* ---- Text (analyse_text.c) ---- */

void analysis_head(const struct cli *cli, const struct analysis *analysis);
void analysis_tell(const struct cli *cli, const struct analysis *analysis,
                   const struct analysed *item);
void analysis_end(const struct cli *cli, const struct analysis *analysis); /* graph and totals */
/* A seat as people call it: its name, or its side, colour or number. */
/* Does one line show the chances of both? */
bool two_sides(const struct pond_game *game);
void seat_name(const struct cli *cli, const struct pond_match *match,
               const struct pond_record *record, int seat, char *out, size_t size);

/* The line of one JSON object (analyse_json.c). */
void analysis_json(const struct cli *cli, const struct analysis *analysis);

/* Writes the picture; has complained where it does not return EXIT_FINE (analyse_svg.c). */
int analysis_svg(const struct cli *cli, const struct analysis *analysis, const char *path);

/* The points that a graph goes through: every seat's chance where a moment begins one, else NULL;
 * and how many there are. */
const float *point_chances(const struct analysis *analysis, uint32_t at);
uint32_t points_count(const struct analysis *analysis);

#endif
