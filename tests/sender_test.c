/* sender_test.c: bytes for many sockets reach each of them, in one call or one after the other.
 *
 * Everything runs both ways; where the system does not allow the first, the second runs twice. */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "sender.h"

#define LARGE (8 << 20) /* more than any socket takes */

static struct sender *sender;
static int ours[PARCELS_MAX], theirs[PARCELS_MAX];

static void begin(bool plain)
{
    sender = sender_new(plain);
    assert_false(plain && sender_gathers(sender));
    for (int i = 0; i < PARCELS_MAX; i++) {
        int pair[2];
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair), 0);
        ours[i] = pair[0];
        theirs[i] = pair[1];
    }
}

static void end(void)
{
    for (int i = 0; i < PARCELS_MAX; i++) {
        close(ours[i]);
        close(theirs[i]);
    }
    sender_free(sender);
}

/* Reads whatever is there; returns how many bytes. */
static size_t drain(int socket, char *bytes, size_t room)
{
    size_t length = 0;
    for (ssize_t got; length < room && (got = read(socket, bytes + length, room - length)) > 0;) {
        length += (size_t)got;
    }
    return length;
}

static void each_socket_gets_its_own(void **state)
{
    (void)state;
    for (int plain = 0; plain < 2; plain++) {
        begin(plain);
        for (unsigned round = 0; round < 3; round++) {
            const unsigned count = round == 1 ? 1 : PARCELS_MAX;
            static char text[PARCELS_MAX][16];
            struct parcel parcels[PARCELS_MAX];
            for (unsigned i = 0; i < count; i++) {
                snprintf(text[i], sizeof text[i], "%u for %u", round, i);
                parcels[i] = (struct parcel){
                    .socket = ours[i], .bytes = text[i], .length = strlen(text[i]), .taken = -7};
            }
            sender_send(sender, parcels, count);
            for (unsigned i = 0; i < count; i++) {
                char heard[32];
                assert_int_equal(parcels[i].taken, parcels[i].length);
                assert_int_equal(drain(theirs[i], heard, sizeof heard), parcels[i].length);
                assert_memory_equal(heard, text[i], parcels[i].length);
            }
        }
        end();
    }
}

/* One takes a part, one nothing, and one is gone: the others do not notice. */
static void slow_and_broken_ones(void **state)
{
    (void)state;
    char *large = malloc(LARGE), *heard = malloc(LARGE);
    for (size_t i = 0; i < LARGE; i++) large[i] = (char)(i * 7 + i / 251);
    for (int plain = 0; plain < 2; plain++) {
        begin(plain);
        while (send(ours[1], large, 4096, MSG_NOSIGNAL) > 0) continue;
        close(theirs[2]);
        struct parcel parcels[] = {
            {.socket = ours[0], .bytes = large, .length = LARGE},
            {.socket = ours[1], .bytes = "late", .length = 4},
            {.socket = ours[2], .bytes = "gone", .length = 4},
            {.socket = ours[3], .bytes = "fine", .length = 4},
        };
        sender_send(sender, parcels, 4);
        assert_in_range(parcels[0].taken, 1, LARGE - 1);
        assert_int_equal(drain(theirs[0], heard, LARGE), parcels[0].taken);
        assert_memory_equal(heard, large, (size_t)parcels[0].taken);
        assert_int_equal(parcels[1].taken, 0);
        assert_true(parcels[2].taken < 0);
        assert_int_equal(parcels[3].taken, 4);
        /* Once there is room the slow one takes the next. */
        assert_true(drain(theirs[1], heard, LARGE) > 0);
        sender_send(sender, parcels + 1, 3);
        assert_int_equal(parcels[1].taken, 4);
        assert_true(parcels[2].taken < 0);
        assert_int_equal(drain(theirs[1], heard, LARGE), 4);
        assert_int_equal(drain(theirs[3], heard, LARGE), 8);
        theirs[2] = dup(ours[0]);
        end();
    }
    free(large);
    free(heard);
}

/* Forbids the call that hands parcels over; false if that cannot be done. */
static bool forbid(void)
{
    struct sock_filter lines[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_enter, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog filter = {.len = 4, .filter = lines};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

/* A system that lets it begin and then forbids it: nothing is lost, and it goes on without. */
static void forbidden_on_the_way(void **state)
{
    (void)state;
    const pid_t child = fork();
    if (child == 0) {
        begin(false);
        struct parcel parcels[] = {{.socket = ours[0], .bytes = "one", .length = 3},
                                   {.socket = ours[1], .bytes = "two", .length = 3}};
        char heard[8];
        if (!forbid()) _exit(0);
        sender_send(sender, parcels, 2);
        _exit(parcels[0].taken == 3 && parcels[1].taken == 3 &&
                      drain(theirs[0], heard, sizeof heard) == 3 &&
                      drain(theirs[1], heard, sizeof heard) == 3 && !sender_gathers(sender)
                  ? 0
                  : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_socket_gets_its_own),
        cmocka_unit_test(slow_and_broken_ones),
        cmocka_unit_test(forbidden_on_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
