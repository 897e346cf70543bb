/* turn_time.c: how long the server's loop is busy at a time, for tests/server/attacks.mjs: loaded
 * before the C library, it measures the CPU time between two waits of the first thread, whatever
 * else the machine does, and keeps the longest in the file POND_TURN_TIME (in milliseconds). Empty
 * that file to begin again. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int64_t began_ns, longest_ns;

static int64_t used_ns(void)
{
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return used.tv_sec * 1000000000LL + used.tv_nsec;
}

static void turn_ends(void)
{
    const char *path = getenv("POND_TURN_TIME");
    struct stat kept;
    if (path == NULL || began_ns == 0) return;
    const int64_t turn_ns = used_ns() - began_ns;
    if (stat(path, &kept) == 0 && kept.st_size == 0) longest_ns = 0;
    if (turn_ns <= longest_ns) return;
    longest_ns = turn_ns;
    FILE *file = fopen(path, "w");
    if (file == NULL) return;
    fprintf(file, "%.2f\n", (double)turn_ns / 1e6);
    fclose(file);
}

int epoll_pwait(int handle, struct epoll_event *events, int most, int time_ms, const sigset_t *mask)
{
    const int first = getpid() == (int)syscall(SYS_gettid);
    if (first) turn_ends();
    const int count = (int)syscall(SYS_epoll_pwait, handle, events, most, time_ms, mask, 8);
    if (first) began_ns = used_ns();
    return count;
}

int epoll_wait(int handle, struct epoll_event *events, int most, int time_ms)
{
    return epoll_pwait(handle, events, most, time_ms, NULL);
}
