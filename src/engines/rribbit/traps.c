/* traps.c: of turns that are about as good, the one that is harder to answer.
 *
 * Many positions are drawn with best play whatever you do, and then the search does not care
 * which of several turns it takes. The player who has to answer does: one turn leaves many answers
 * that hold, another only one, and hard to see. So each of these turns is tried against the answers
 * that look natural at a glance, and what they would really cost counts for the turn. The glance is
 * the engine's own evaluation with captures counted; it knows nothing of whom it plays, except that
 * people and weak players do not see rows coming. */
#include "search.h"

#include "banned.h"

#define ANSWERS 3      /* as many natural answers are looked at, */
#define NATURAL 120    /* and none that looks worse than the best by so much */
#define MARGIN 120     /* how much worse than the best a turn may be, in hundredths of a frog */
#define DEPTH 3        /* plies that an answer is looked at, */
#define PROOF 3        /* and within which a win against it is proven */
#define WORTH_MAX 400  /* what a won position counts for */
#define GLANCE_PARTS 2 /* for one part that the search says */

struct answer {
    struct rribbit_leap leap;
    int glance; /* how good it looks to the opponent */
};

static int clamp(int score)
{
    return score > WORTH_MAX ? WORTH_MAX : score < -WORTH_MAX ? -WORTH_MAX : score;
}

/* How good an answer looks; false if the game is lost with it. */
static bool glance_at(struct rribbit_search *search, struct answer *answer)
{
    const enum rribbit_verdict verdict = pond_rribbit_step(search, 1, &answer->leap);
    if (verdict == RRIBBIT_LOSES) return false;
    answer->glance = verdict == RRIBBIT_WINS ? RRIBBIT_WIN : 0;
    if (verdict != RRIBBIT_GOES_ON) return true;
    const bool sees_rows = search->sees_rows;
    search->sees_rows = false;
    answer->glance = -pond_rribbit_quiesce(search, 2);
    search->sees_rows = sees_rows;
    return true;
}

/* Lists the most natural answers to the turn just made, the best first. */
static int answers_list(struct rribbit_search *search, struct answer answers[ANSWERS])
{
    const struct rribbit_node *node = &search->plies[1].node;
    struct rribbit_leap *leaps = search->stack + search->stack_used;
    const int total = pond_rribbit_turns(node, search->rules.chain, leaps);
    int count = 0;
    search->stack_used += total;
    for (int i = 0; i < total && !search->stopped; i++) {
        struct answer answer = {.leap = leaps[i]};
        if (!glance_at(search, &answer)) continue;
        int at = count;
        for (; at > 0 && answers[at - 1].glance < answer.glance; at--) {
            if (at < ANSWERS) answers[at] = answers[at - 1];
        }
        if (at < ANSWERS) answers[at] = answer;
        if (count < ANSWERS) count++;
    }
    search->stack_used -= total;
    return count;
}

/* What the position after an answer is worth to the one who set the trap. */
static int answer_worth(struct rribbit_search *search, const struct rribbit_leap *leap)
{
    rribbit_code code;
    const enum rribbit_verdict verdict = pond_rribbit_step(search, 1, leap);
    if (verdict == RRIBBIT_WINS) return -RRIBBIT_WIN;
    if (verdict == RRIBBIT_DRAWS || pond_rribbit_drawn_before(search, 2)) {
        return rribbit_draw(search, 2);
    }
    if (pond_rribbit_mate(search, 2, PROOF, &code) > 0) return RRIBBIT_WIN;
    return pond_rribbit_pvs(search, 2, DEPTH);
}

/* What the turn just made is worth against somebody who goes by the glance; `score` where there is
 * nothing to answer. */
static int against_glances(struct rribbit_search *search, int score)
{
    struct answer answers[ANSWERS];
    const int count = answers_list(search, answers);
    int sum = 0, weights = 0;
    for (int i = 0; i < count && !search->stopped; i++) {
        const int behind = answers[0].glance - answers[i].glance;
        if (behind >= NATURAL) break;
        const int weight = (NATURAL - behind) * (NATURAL - behind) / NATURAL;
        sum += weight * clamp(answer_worth(search, &answers[i].leap));
        weights += weight;
    }
    return weights > 0 ? sum / weights : score;
}

/* Is a turn of the root, other than the best, near enough to it? Then it gets its true score. */
static bool near_best(struct rribbit_search *search, struct rribbit_root *root, int depth, int best)
{
    const int score = pond_rribbit_root(search, root, depth, best - MARGIN);
    if (search->stopped || score <= best - MARGIN) return false;
    root->score = score < best ? score : best;
    root->exact = true;
    root->line_count = search->plies[0].line_count;
    for (int i = 0; i < root->line_count; i++) root->line[i] = search->plies[0].line[i];
    return true;
}

void pond_rribbit_traps(struct rribbit_search *search, int depth)
{
    const int best = search->roots[0].score;
    int chosen = 0, most = INT32_MIN;
    if (best > RRIBBIT_PROVEN || best < -RRIBBIT_PROVEN) return;
    for (int i = 0; i < search->root_count; i++) {
        struct rribbit_root *root = &search->roots[i];
        if (root->overlooked || (i > 0 && !near_best(search, root, depth, best))) continue;
        if (pond_rribbit_step(search, 0, &root->leap) != RRIBBIT_GOES_ON) continue;
        const int sum = root->score + GLANCE_PARTS * against_glances(search, root->score);
        if (search->stopped) break;
        if (sum > most) most = sum, chosen = i;
    }
    const struct rribbit_root root = search->roots[chosen];
    for (int i = chosen; i > 0; i--) search->roots[i] = search->roots[i - 1];
    search->roots[0] = root;
}
