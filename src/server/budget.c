/* budget.c: token buckets, and how fast they fill. See budget.h. */
#include "budget.h"

#include "limits.h"

#define A_MINUTE(count) ((float)(count) / 60)
#define A_DAY(count) ((float)(count) / (24 * 3600))

const struct pace person_paces[SPENDINGS] = {
    [SPEND_MESSAGES] = {PERSON_MESSAGES_A_SECOND, PERSON_MESSAGES_BURST},
    [SPEND_CREATES] = {A_MINUTE(PERSON_CREATES_A_MINUTE), PERSON_CREATES_A_MINUTE},
    [SPEND_GIFTS] = {A_DAY(PERSON_GIFTS_A_DAY), PERSON_GIFTS_A_DAY},
    [SPEND_GUESSES] = {A_MINUTE(PERSON_GUESSES_A_MINUTE), PERSON_GUESSES_A_MINUTE},
    [SPEND_WORK] = {PERSON_WORK_A_SECOND, PERSON_WORK_BURST},
};

const struct pace address_paces[SPENDINGS] = {
    [SPEND_MESSAGES] = {ADDRESS_MESSAGES_A_SECOND, ADDRESS_MESSAGES_BURST},
    [SPEND_CREATES] = {A_MINUTE(ADDRESS_CREATES_A_MINUTE), ADDRESS_CREATES_BURST},
    [SPEND_GIFTS] = {A_DAY(ADDRESS_GIFTS_A_DAY), ADDRESS_GIFTS_A_DAY},
    [SPEND_GUESSES] = {A_MINUTE(ADDRESS_GUESSES_A_MINUTE), ADDRESS_GUESSES_A_MINUTE},
    [SPEND_WORK] = {ADDRESS_WORK_A_SECOND, ADDRESS_WORK_BURST},
};

static float tokens_at(const struct rate *rate, struct pace pace, int64_t now_ms)
{
    if (rate->at_ms == 0) return pace.burst;
    const int64_t gone_ms = now_ms > rate->at_ms ? now_ms - rate->at_ms : 0;
    const float tokens = rate->tokens + (float)gone_ms * pace.per_second / 1000;
    return tokens < pace.burst ? tokens : pace.burst;
}

void rate_charge(struct rate *rate, struct pace pace, float price, int64_t now_ms)
{
    rate->tokens = tokens_at(rate, pace, now_ms) - price;
    rate->at_ms = now_ms;
}

bool rate_take(struct rate *rate, struct pace pace, float price, int64_t now_ms)
{
    const bool may = tokens_at(rate, pace, now_ms) >= 1;
    rate_charge(rate, pace, may ? price : 0, now_ms);
    return may;
}

int64_t rate_wait_ms(const struct rate *rate, struct pace pace, int64_t now_ms)
{
    const float tokens = tokens_at(rate, pace, now_ms);
    return tokens >= 1 ? 0 : (int64_t)((1 - tokens) * 1000 / pace.per_second) + 1;
}

bool rate_full(const struct rate *rate, struct pace pace, int64_t now_ms)
{
    return tokens_at(rate, pace, now_ms) >= pace.burst;
}
