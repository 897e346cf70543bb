/* sender.h: bytes for many sockets, handed to the system in one call where it can be done
 * (io_uring), and one after the other where not.
 *
 * A call into the system costs a fifth of what a short message to a socket does: on a busy server,
 * which has hundreds of them to send each time that it has looked around, that is worth a way of
 * its own. Many systems forbid it to programs in containers, so that it must do without, too. */
#ifndef POND_SENDER_H
#define POND_SENDER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define PARCELS_MAX 256 /* in one call */

struct sender;

struct parcel {
    int socket; /* it never waits */
    const char *bytes;
    size_t length;
    ssize_t taken; /* the answer: how many of them the socket took; negative: it is broken */
};

/* `plain`: one after the other in any case. */
struct sender *sender_new(bool plain);
void sender_free(struct sender *sender);
/* Does it hand them over in one call? */
bool sender_gathers(const struct sender *sender);
/* Sends up to PARCELS_MAX of them, to different sockets; all have been answered when it returns. */
void sender_send(struct sender *sender, struct parcel *parcels, unsigned count);
/* One alone. */
void parcel_send(struct parcel *parcel);

#endif
