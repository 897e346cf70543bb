/* journal.c: a log in memory and the messages about it: one at work, the others in a queue.
 * See inside.h. */
#include <stdlib.h>

#include "inside.h"

bool journal_busy(const struct journal *journal) { return journal->loading || journal->writing; }

bool journal_idle(const struct journal *journal)
{
    return journal->ready && !journal_busy(journal);
}

/* ---- The message at work ---- */

void journal_ask(struct journal *journal, const struct message *message)
{
    journal->writing = true;
    journal->asker_id = -1;
    if (message == NULL) return;
    struct session *session = message->session;
    journal->asker = session;
    journal->asker_id = message->id;
    journal->asked = waiting_new(session, message->id, message->text, message->length);
    session->busy = true;
    session->waits_in = journal;
}

/* Nobody's message is at work any more; returns the one that was. */
static struct waiting *asked_take(struct journal *journal)
{
    struct waiting *asked = journal->asked;
    journal->asked = NULL;
    journal->asker = NULL;
    return asked;
}

void journal_answered(struct journal *journal)
{
    struct session *asker = journal->asker;
    free(asked_take(journal));
    if (asker == NULL) return;
    asker->waits_in = NULL;
    session_next(asker);
}

bool journal_retry(struct journal *journal)
{
    struct waiting *asked = asked_take(journal);
    if (asked == NULL) return false;
    waiting_run(asked);
    return true;
}

/* ---- Those that wait ---- */

bool journal_may(struct journal *journal, const struct message *message)
{
    struct session *session = message->session;
    if (journal_idle(journal)) return true;
    struct waiting *waiting = waiting_new(session, message->id, message->text, message->length);
    if (journal->waiting == NULL) journal->waiting_last = &journal->waiting;
    *journal->waiting_last = waiting;
    journal->waiting_last = &waiting->next;
    session->busy = true;
    session->waits_in = journal;
    return false;
}

bool journal_next(struct journal *journal)
{
    struct waiting *first = journal->waiting;
    if (first == NULL || !journal_idle(journal)) return false;
    journal->waiting = first->next;
    waiting_run(first);
    return true;
}

struct refused journal_take_all(struct journal *journal)
{
    const struct refused refused = {asked_take(journal), journal->waiting};
    journal->waiting = NULL;
    return refused;
}

static void refuse(struct waiting *waiting, const char *code, enum said said)
{
    for (const struct waiting *one = waiting; one != NULL; one = one->next) {
        one->session->waits_in = NULL;
    }
    while (waiting != NULL) {
        struct waiting *first = waiting;
        waiting = first->next;
        answer_error(first->session, first->id, code, said, NULL);
        session_next(first->session);
        free(first);
    }
}

void journal_refuse(struct refused refused, const char *code, enum said said)
{
    refuse(refused.asked, "store", SAID_NOT_SAVED);
    refuse(refused.waiting, code, said);
}

/* ---- Leaving ---- */

void journal_forget(struct journal *journal, const struct session *session)
{
    if (journal->asker == session) free(asked_take(journal));
    struct waiting **link = &journal->waiting;
    while (*link != NULL) {
        struct waiting *waiting = *link;
        if (waiting->session != session) {
            link = &waiting->next;
            continue;
        }
        *link = waiting->next;
        free(waiting);
    }
    journal->waiting_last = link;
}

void journal_free(struct journal *journal)
{
    if (journal->asker != NULL) journal->asker->waits_in = NULL;
    free(asked_take(journal));
    while (journal->waiting != NULL) {
        struct waiting *first = journal->waiting;
        first->session->waits_in = NULL;
        journal_forget(journal, first->session);
    }
}
