/* budget.h: how much each person and each address may still ask of the server.
 *
 * Everyone has an entry of their own: nobody can use up what belongs to somebody else. */
#ifndef POND_BUDGET_H
#define POND_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

/* A token bucket: it fills at a steady pace up to a burst. */
struct rate {
    float tokens;
    int64_t at_ms; /* 0: full */
};

struct pace {
    float per_second, burst;
};

/* Takes the price if there is a token at all, so that a large price leaves a debt. */
bool rate_take(struct rate *rate, struct pace pace, float price, int64_t now_ms);
/* The same without asking. */
void rate_charge(struct rate *rate, struct pace pace, float price, int64_t now_ms);
/* How long until there is a token again; 0: there is one. */
int64_t rate_wait_ms(const struct rate *rate, struct pace pace, int64_t now_ms);
bool rate_full(const struct rate *rate, struct pace pace, int64_t now_ms);

enum spending {
    SPEND_MESSAGES, /* of WebSocket clients */
    SPEND_CREATES,  /* tables made, */
    SPEND_GIFTS,    /* those of them that the maker does not sit at */
    SPEND_GUESSES,  /* wrong invitations, recovery codes tried */
    SPEND_WORK,     /* events read and replayed */
    SPENDINGS
};

struct budget {
    struct rate rates[SPENDINGS];
};

extern const struct pace person_paces[SPENDINGS], address_paces[SPENDINGS];

#endif
