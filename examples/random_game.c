/* random_game.c: a first program with the library: a game of Quibbles among players who choose at
 * random, printed as a record.
 *
 *   gcc random_game.c $(pkg-config --cflags --libs pond) && ./a.out my-seed | pond check -
 *
 * What to see here: a match holds the game; a player is shown a view, never the state; chance and
 * refusals are the match's business. For another game, change its name and options: nothing else
 * knows which game it is. */
#include <pond/record.h>
#include <stdio.h>

/* The library allocates nothing, so the memory of a match is ours. */
static struct pond_entry game_log[50000];

/* Says why something was refused. */
static int complain(const struct pond_error *why)
{
    char memory[512];
    struct pond_text sentence = pond_text_in(memory, sizeof memory);
    pond_error_print(why, POND_ENGLISH, &sentence);
    fprintf(stderr, "%s\n", memory);
    return 1;
}

/* A player: sees what its seat may see and picks one of its moves. An engine has the same shape. */
static pond_move choose(const struct pond_game *game, const struct pond_view *view, int seat,
                        struct pond_rng *rng)
{
    static pond_move moves[POND_MOVES_MAX];
    const int count = pond_view_moves(game, view, seat, moves);
    return moves[pond_rng_below(rng, (uint32_t)count)];
}

static void print(void *file, const char *bytes, size_t length) { fwrite(bytes, 1, length, file); }

int main(int argc, char **argv)
{
    const char *seed = argc > 1 ? argv[1] : "example";
    const struct pond_game *game = pond_game_find("quibbles");
    struct pond_config config;
    struct pond_error why;
    if (!pond_config_parse(game, "players=3", &config, &why)) return complain(&why);
    if (!pond_seed_check(seed, &why)) return complain(&why);

    /* The seed decides what is dealt and drawn; the players' luck is a stream of its own. */
    struct pond_match match;
    struct pond_rng rng;
    pond_match_begin(&match, game, &config, game_log, sizeof game_log / sizeof game_log[0]);
    pond_match_seed(&match, seed);
    pond_rng_seed(&rng, "players");

    while (!pond_match_over(&match) && pond_match_turns(&match) < 100) {
        /* Usually one seat is to decide; in some games several are, at the same time. */
        const pond_seats turn = pond_match_turn(&match);
        for (int seat = 0; seat < match.seat_count; seat++) {
            if ((turn & POND_SEAT(seat)) == 0) continue;
            struct pond_view view;
            pond_match_view(&match, seat, &view);
            const pond_move move = choose(game, &view, seat, &rng);
            if (!pond_match_submit(&match, seat, move, &why)) return complain(&why);
        }
    }

    /* Where the game is not over by itself, the record says why it stops. */
    const struct pond_record record = {
        .name = {"Ada", "Ben", "Cy"},
        .result = {.outcome = POND_UNFINISHED, .reason = POND_REASON_LIMIT}};
    pond_record_write(&match, &record, -1, print, stdout);
    return fflush(stdout) == 0 ? 0 : 1;
}
