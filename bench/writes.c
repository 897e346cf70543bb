/* writes.c: what the kernel takes for carrying messages, in a program that does nothing else.
 *
 *   bench_writes [BYTES]
 *
 * 400 connections over the loopback, as 200 tables have; in each round as many of them are written
 * to as a batch has, and then one small message is read from each. What it prints is CPU time of
 * the writing process: the floor under every server that is measured this way. */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define CONNECTIONS 400
#define ANSWER 80 /* bytes of a move */
#define WRITES 40000
#define BYTES_MOST 65536

static int sockets[CONNECTIONS];
static char bytes[BYTES_MOST];

static double cpu_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void at_once(int socket)
{
    const int yes = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

/* The other side: answers whatever it hears. */
static void answer(const struct sockaddr_in *address)
{
    const int epoll = epoll_create1(0);
    for (int i = 0; i < CONNECTIONS; i++) {
        sockets[i] = socket(AF_INET, SOCK_STREAM, 0);
        struct epoll_event event = {.events = EPOLLIN, .data.fd = sockets[i]};
        if (connect(sockets[i], (const struct sockaddr *)address, sizeof *address) != 0) _exit(1);
        at_once(sockets[i]);
        epoll_ctl(epoll, EPOLL_CTL_ADD, sockets[i], &event);
    }
    for (;;) {
        struct epoll_event events[CONNECTIONS];
        const int count = epoll_wait(epoll, events, CONNECTIONS, -1);
        for (int i = 0; i < count; i++) {
            if (read(events[i].data.fd, bytes, sizeof bytes) <= 0) _exit(0);
            if (write(events[i].data.fd, bytes, ANSWER) != ANSWER) _exit(1);
        }
    }
}

static void measure(int batch, size_t length)
{
    double writing = 0, reading = 0;
    for (int round = 0; round < WRITES / batch; round++) {
        const int *first = &sockets[round * batch % CONNECTIONS];
        const double begin = cpu_seconds();
        for (int i = 0; i < batch; i++) {
            if (write(first[i], bytes, length) != (ssize_t)length) exit(1);
        }
        const double written = cpu_seconds();
        for (int i = 0; i < batch; i++) {
            for (ssize_t left = ANSWER; left > 0;) {
                const ssize_t got = read(first[i], bytes, sizeof bytes);
                if (got <= 0) exit(1);
                left -= got;
            }
        }
        writing += written - begin;
        reading += cpu_seconds() - written;
    }
    printf("batches of %3d: %.2f us a write of %zu bytes, %.2f us a read\n", batch,
           1e6 * writing / WRITES, length, 1e6 * reading / WRITES);
}

int main(int count, char **arguments)
{
    const size_t length = count > 1 ? strtoul(arguments[1], NULL, 10) : 480;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    if (length == 0 || length > sizeof bytes) return 2;
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&address, size) != 0 ||
        listen(listener, CONNECTIONS) != 0 ||
        getsockname(listener, (struct sockaddr *)&address, &size) != 0) {
        perror("bench_writes");
        return 1;
    }
    const pid_t other = fork();
    if (other == 0) answer(&address);
    for (int i = 0; i < CONNECTIONS; i++) {
        sockets[i] = accept(listener, NULL, NULL);
        at_once(sockets[i]);
    }
    for (int batch = 1; batch <= CONNECTIONS; batch *= 20) measure(batch, length);
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
    return 0;
}
