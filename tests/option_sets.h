/* option_sets.h: the options that tests play every game with.
 *
 * Every value of every option stands here at least once (a number: its default, both ends or what
 * behaves differently), and those that work together stand together. A new game adds its lines,
 * and all laws hold for it without a new line of test code. */
#ifndef POND_TESTS_OPTION_SETS_H
#define POND_TESTS_OPTION_SETS_H

#include <stddef.h>

struct option_set {
    const char *game;
    const char *options;
};

static const struct option_set option_sets[] = {
    {"quibbit", ""},
    {"quibbit", "players=2"},
    {"quibbit", "players=3"},
    {"quibbit", "players=2,edition=king-frog"},
    {"quibbit", "players=3,edition=king-frog"},
    {"quibbit", "players=4,edition=king-frog"},
    {"quibbit", "players=4,lap=crowned,tie=now"},
    {"quibbit", "players=4,lap=leader,tie=round-start"},
    {"quibbit", "players=3,edition=king-frog,lap=crowned,tie=round-start"},
    {"quibbit", "players=2,dummy=contender"},
    {"quibbit", "players=2,edition=king-frog,dummy=contender"},
    {"quibbit", "players=2,lap=leader,tie=round-start,dummy=bystander"},
    {"quibbit", "players=2,lap=crowned,tie=now,dummy=contender"},
    {"quibbit", "players=4,colors=BYGR"},
    {"quibbit", "players=3,colors=YBR,layout=random"},
    {"quibbit", "players=2,colors=GBY"},
    {"quibbit", "players=2,layout=*RGY*GYR~YRG"},
    {"quibbit", "players=3,colors=BRG,layout=RG*BRG~GRB*B"},
    {"quibbit", "players=4,edition=king-frog,layout=RB~BYGR*GRBY*GY"},
    {"quibbit", "players=2,handicap=30"},
    {"quibbit", "players=3,dummy=contender,handicap=012"},
    {"quibbit", "players=4,edition=king-frog,handicap=3113"},

    {"quibbles", ""},
    {"quibbles", "players=3"},
    {"quibbles", "players=4"},
    {"quibbles", "players=5"},
    {"quibbles", "players=2,variant=first-game"},
    {"quibbles", "players=3,variant=first-game"},
    {"quibbles", "players=5,variant=first-game"},
    {"quibbles", "players=2,first=0"},
    {"quibbles", "players=2,first=1"},
    {"quibbles", "players=3,first=2"},
    {"quibbles", "players=4,variant=first-game,first=3"},
    {"quibbles", "players=5,first=4"},
    {"quibbles", "players=2,headstart=60"},
    {"quibbles", "players=3,variant=first-game,first=1,headstart=016"},
    {"quibbles", "players=5,headstart=66653"},

    {"rribbit", ""},
    {"rribbit", "turn=chain"},
    {"rribbit", "win=row-or-seven"},
    {"rribbit", "turn=chain,win=row-or-seven"},
    {"rribbit", "start=light-pads"},
    {"rribbit", "turn=chain,start=dark-pads"},
    {"rribbit", "start=left-wing,endgame=5"},
    {"rribbit", "turn=chain,win=row-or-seven,start=left-wing"},
    {"rribbit", "endgame=0,repetition=0"},
    {"rribbit", "turn=chain,endgame=5,repetition=2"},
    {"rribbit", "start=D1D1D1D1D/9/9/9/9/9/L1L1L1L1L,endgame=0,repetition=3"},
    {"rribbit", "turn=chain,start=3DDD3/9/9/9/9/9/3LLL3,endgame=40,repetition=2"},
    {"rribbit", "handicap=06"},
    {"rribbit", "turn=chain,start=left-wing,handicap=30"},
    {"rribbit", "start=light-pads,endgame=5,handicap=56"}, /* at four against three it counts */
    {"rribbit", "start=D8/9/9/9/9/9/8L"},                  /* over before it begins (X14) */

    {"goofspiel", ""},
    {"goofspiel", "players=3,cards=3"},
    {"goofspiel", "players=4,cards=9"},

    {"tricks", ""},
    {"tricks", "players=3"},

    {"null", ""},
    {"null", "stones=1"},
    {"null", "stones=99"},
    {"null", "players=3"},
    {NULL, NULL},
};

#endif
