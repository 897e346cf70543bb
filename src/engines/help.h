/* help.h: what an engine or a setting says about itself; left out of the page's module. */
#ifndef ENGINES_HELP_H
#define ENGINES_HELP_H

#include "pond/text.h"

#ifdef __wasm__
#define HELP(name)                                                                                 \
    {                                                                                              \
        .word = POND_WORD_NONE                                                                     \
    }
#else
#define HELP(name)                                                                                 \
    {                                                                                              \
        .word = POND_WORD_##name                                                                   \
    }
#endif

#endif
