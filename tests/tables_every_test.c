/* tables_every_test.c: every value of the tables that are part of the library, derived again by the
 * rules' own moves: some 66 million positions, a minute of a core.
 *
 * tables_test.c does the same for random positions, in every build; `pond solve rribbit --verify
 * all` for the tables of a folder. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "rribbit/verify.h"

#define PARTS 2
#define SEARCHES 30

struct part {
    pthread_t thread;
    struct rribbit_verify verify;
    struct rribbit_verified verified;
};

static void *part_work(void *context)
{
    struct part *part = context;
    struct pond_tables *tables = pond_tables_open(&pond_rribbit, "/nowhere");
    part->verified.missing = tables == NULL;
    if (tables != NULL) rribbit_verify(&part->verify, tables, &part->verified);
    pond_tables_close(tables);
    return NULL;
}

static uint64_t every(bool chain, bool seven, int key, int other)
{
    struct part parts[PARTS];
    uint64_t checked = 0;
    for (int i = 0; i < PARTS; i++) {
        parts[i] = (struct part){.verify = {.chain = chain,
                                            .seven = seven,
                                            .key_frogs = key,
                                            .other_frogs = other,
                                            .part = i,
                                            .parts = PARTS,
                                            .searches = SEARCHES}};
        assert_int_equal(pthread_create(&parts[i].thread, NULL, part_work, &parts[i]), 0);
    }
    for (int i = 0; i < PARTS; i++) pthread_join(parts[i].thread, NULL);
    for (int i = 0; i < PARTS; i++) {
        assert_false(parts[i].verified.missing || parts[i].verified.wrong);
        checked += parts[i].verified.checked;
    }
    return checked;
}

/* Positions up to symmetry that are not over; `pond solve` counts them as well. */
static void check_every(void **context)
{
    (void)context;
    for (int options = 0; options < 4; options++) {
        assert_int_equal(every((options & 1) != 0, (options & 2) != 0, 1, 3), 1512651);
    }
    assert_int_equal(every(false, false, 1, 4), 22305009);
    assert_int_equal(every(false, false, 2, 3), 37713731);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(check_every)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
