/* wall_clock.c: a wall clock that jumps, for tests/server/clock.mjs: loaded before the C library,
 * it adds the milliseconds that the file POND_WALL_CLOCK holds to what the machine's clock says.
 * The steady clock is left alone, as a real jump leaves it alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long long jump_ms(void)
{
    char text[32] = "";
    const char *path = getenv("POND_WALL_CLOCK");
    const int file = path != NULL ? open(path, O_RDONLY) : -1;
    if (file < 0) return 0;
    const ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    return length > 0 ? atoll(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    const int status = (int)syscall(SYS_clock_gettime, clock, now);
    if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        now->tv_sec += jump_ms() / 1000;
    }
    return status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec precise;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &precise);
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *out)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out != NULL) *out = now.tv_sec;
    return now.tv_sec;
}
