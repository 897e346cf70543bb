/* sender.c: bytes for many sockets in one call. See sender.h. */
#include "sender.h"

#include <assert.h>
#include <errno.h>
#include <liburing.h>
#include <stdlib.h>
#include <sys/socket.h>

struct sender {
    struct io_uring ring;
    bool gathers;
};

static ssize_t taken_of(ssize_t answer, int error)
{
    if (answer >= 0) return answer;
    return error == EAGAIN || error == EWOULDBLOCK ? 0 : -1;
}

void parcel_send(struct parcel *parcel)
{
    ssize_t answer;
    do answer = send(parcel->socket, parcel->bytes, parcel->length, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (answer < 0 && errno == EINTR);
    parcel->taken = taken_of(answer, errno);
}

/* Only one thread uses it, and nothing happens outside of its calls. */
struct sender *sender_new(bool plain)
{
    struct sender *sender = calloc(1, sizeof *sender);
    assert(sender != NULL);
    sender->gathers =
        !plain && io_uring_queue_init(PARCELS_MAX, &sender->ring,
                                      IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN) == 0;
    return sender;
}

static void ring_end(struct sender *sender)
{
    if (sender->gathers) io_uring_queue_exit(&sender->ring);
    sender->gathers = false;
}

void sender_free(struct sender *sender)
{
    if (sender == NULL) return;
    ring_end(sender);
    free(sender);
}

bool sender_gathers(const struct sender *sender) { return sender->gathers; }

/* Takes the answers that are there; returns how many. */
static unsigned answers_take(struct sender *sender)
{
    struct io_uring_cqe *answer;
    unsigned head, count = 0;
    io_uring_for_each_cqe(&sender->ring, head, answer)
    {
        struct parcel *parcel = io_uring_cqe_get_data(answer);
        parcel->taken = taken_of(answer->res, -answer->res);
        count++;
    }
    io_uring_cq_advance(&sender->ring, count);
    return count;
}

static void plain_send(struct parcel *parcels, unsigned count)
{
    for (unsigned i = 0; i < count; i++) parcel_send(&parcels[i]);
}

/* Whatever the system does not answer counts as broken: it must not be sent twice. Only where it
 * refuses the very first call nothing has been sent yet. */
static void ring_send(struct sender *sender, struct parcel *parcels, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        struct io_uring_sqe *entry = io_uring_get_sqe(&sender->ring);
        assert(entry != NULL); /* there is room for all: the last ones have been answered */
        io_uring_prep_send(entry, parcels[i].socket, parcels[i].bytes, parcels[i].length,
                           MSG_NOSIGNAL | MSG_DONTWAIT);
        io_uring_sqe_set_data(entry, &parcels[i]);
        parcels[i].taken = -1;
    }
    bool begun = false;
    for (unsigned answered = 0; answered < count;) {
        const int submitted = io_uring_submit_and_wait(&sender->ring, count - answered);
        if (submitted < 0 && submitted != -EINTR && submitted != -EAGAIN && submitted != -EBUSY) {
            ring_end(sender);
            if (!begun) plain_send(parcels, count);
            return;
        }
        begun |= submitted > 0;
        answered += answers_take(sender);
    }
}

void sender_send(struct sender *sender, struct parcel *parcels, unsigned count)
{
    assert(count <= PARCELS_MAX);
    if (sender->gathers && count > 1) {
        ring_send(sender, parcels, count);
        return;
    }
    plain_send(parcels, count);
}
