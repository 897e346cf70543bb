/* told.c: a player that answers as it is told. See told.h. */
#include "told.h"

#include <string.h>

#include "pond/quibbit.h"

bool told_answer(void *context, struct pond_question *question, struct pond_advice *advice)
{
    const struct told *told = context;
    const struct pond_task *task = &question->task;
    pond_move moves[POND_MOVES_MAX];
    memset(advice, 0, sizeof *advice);
    if (task->only != 0) {
        advice->choices[advice->choice_count++] =
            (struct pond_choice){.move = task->only,
                                 .probability = 1,
                                 .estimate = told->played_value,
                                 .evidence = POND_SEARCHED};
        advice->exact = told->loss_ply > 0;
        advice->end_ply = told->loss_ply;
        advice->line[0] = (struct pond_step){(uint8_t)task->seat, task->only};
        advice->line[1] = (struct pond_step){(uint8_t)(1 - task->seat), told->answer};
        advice->line_count = told->answer != 0 ? 2 : 1;
        return true;
    }
    advice->choices[advice->choice_count++] = (struct pond_choice){.move = told->best,
                                                                   .probability = 1,
                                                                   .estimate = told->best_value,
                                                                   .evidence = POND_SEARCHED};
    advice->exact = told->win_ply > 0;
    advice->end_ply = told->win_ply;
    advice->win[task->seat] = told->best_value;
    /* Quibbit's engine has a value for each choice. */
    const int count = pond_view_moves(task->game, task->view, task->seat, moves);
    for (int i = 0; i < count && task->game == &pond_quibbit; i++) {
        if (moves[i] == told->best) continue;
        advice->choices[advice->choice_count++] = (struct pond_choice){
            .move = moves[i], .estimate = told->played_value, .evidence = POND_SEARCHED};
    }
    return true;
}
