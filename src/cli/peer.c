/* peer.c: another program that plays along, and the pipes to it. See peer.h. */
#include "peer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "computer.h"

/* How long a program may take to end when it is told to. */
#define FAREWELL_MS 2000
/* How often someone who waits looks whether it is enough. */
#define LOOK_MS 50
#define PEERS_MAX 512 /* players times threads, and those that are tried first */

struct peer {
    pid_t process;
    int to, from;
    size_t held; /* bytes that have come and are not read yet */
    bool skips;  /* a line is too long: the rest of it is to come */
    char bytes[4096];
};

/* ---- Signals ---- */

/* What a handler needs: who is running, each the leader of its group, and whom to tell. */
static volatile sig_atomic_t leaders[PEERS_MAX];
static volatile bool *stop_sign;

bool peers_stopped(void)
{
    return stop_sign != NULL && __atomic_load_n(stop_sign, __ATOMIC_RELAXED);
}

static void on_signal(int number)
{
    if ((number == SIGINT || number == SIGTERM) && !peers_stopped()) {
        *stop_sign = true;
        return;
    }
    for (int i = 0; i < PEERS_MAX; i++) {
        if (leaders[i] > 0) kill(-(pid_t)leaders[i], SIGKILL);
    }
    signal(number, SIG_DFL);
    raise(number);
}

void peers_stop_by(volatile bool *stop)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    const struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    stop_sign = stop;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        /* Respect nohup: a process that ignores SIGHUP goes on ignoring it. */
        struct sigaction before;
        const bool ignored = sigaction(numbers[i], NULL, &before) == 0 &&
                             before.sa_handler == SIG_IGN && numbers[i] == SIGHUP;
        if (!ignored) sigaction(numbers[i], &action, NULL);
    }
}

/* Puts a process down for the handler, or crosses it out. */
static void leader_change(pid_t from, pid_t to)
{
    for (int i = 0; i < PEERS_MAX; i++) {
        sig_atomic_t expected = (sig_atomic_t)from;
        const bool changed = __atomic_compare_exchange_n(&leaders[i], &expected, (sig_atomic_t)to,
                                                         false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
        if (changed) return;
    }
}

/* ---- Starting ---- */

/* A pipe that other programs do not inherit, away from the places of standard input and output. */
static bool pipe_make(int ends[2])
{
    int made[2];
    if (pipe(made) != 0) return false;
    for (int i = 0; i < 2; i++) {
        ends[i] = fcntl(made[i], F_DUPFD_CLOEXEC, 3);
        close(made[i]);
    }
    return ends[0] >= 0 && ends[1] >= 0;
}

/* The program gets a process group of its own, so that all of it can be ended. */
static _Noreturn void program_become(const char *program, int input, int output)
{
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    execl("/bin/sh", "sh", "-c", program, (char *)NULL);
    _exit(127);
}

static bool program_start(struct peer *peer, const char *program)
{
    /* Between pipe() and fcntl() another thread's program would inherit the ends. */
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    int down[2] = {-1, -1}, up[2] = {-1, -1};
    pthread_mutex_lock(&one_at_a_time);
    if (pipe_make(down) && pipe_make(up)) {
        peer->process = fork();
        if (peer->process == 0) program_become(program, down[0], up[1]);
    }
    pthread_mutex_unlock(&one_at_a_time);
    if (down[0] >= 0) close(down[0]);
    if (up[1] >= 0) close(up[1]);
    peer->to = down[1];
    peer->from = up[0];
    if (peer->process <= 0) return false;
    setpgid(peer->process, peer->process); /* in both processes: either may run first */
    leader_change(0, peer->process);
    return fcntl(peer->to, F_SETFL, O_NONBLOCK) == 0;
}

struct peer *peer_start(const char *program)
{
    struct peer *peer = calloc(1, sizeof *peer);
    signal(SIGPIPE, SIG_IGN);
    if (peer == NULL || program_start(peer, program)) return peer;
    peer_end(peer);
    return NULL;
}

/* ---- Talking ---- */

/* Waits until the pipe is ready; false when the time is over or a signal said stop. */
static bool pipe_wait(int end, short event, uint64_t until_ms)
{
    struct pollfd wait = {.fd = end, .events = event};
    while (!peers_stopped()) {
        const uint64_t now = computer_clock_ms();
        if (now >= until_ms) return false;
        const uint64_t left_ms = until_ms - now;
        const int ready = poll(&wait, 1, (int)(left_ms < LOOK_MS ? left_ms : LOOK_MS));
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) return false;
    }
    return false;
}

/* Takes a line out of what has come; false if it is not whole yet. */
static bool line_take(struct peer *peer, char *line, size_t size)
{
    const char *end = memchr(peer->bytes, '\n', peer->held);
    if (end == NULL) {
        if (peer->held == sizeof peer->bytes) peer->held = 0, peer->skips = true;
        return false;
    }
    const size_t length = (size_t)(end - peer->bytes);
    const bool whole = !peer->skips;
    if (whole) {
        snprintf(line, size, "%.*s", (int)length, peer->bytes);
        line[strcspn(line, "\r")] = '\0';
    }
    peer->skips = false;
    peer->held -= length + 1;
    memmove(peer->bytes, end + 1, peer->held);
    return whole || line_take(peer, line, size);
}

bool peer_read(struct peer *peer, char *line, size_t size, uint64_t until_ms)
{
    while (!line_take(peer, line, size)) {
        if (!pipe_wait(peer->from, POLLIN, until_ms)) return false;
        const ssize_t got =
            read(peer->from, peer->bytes + peer->held, sizeof peer->bytes - peer->held);
        if (got == 0 || (got < 0 && errno != EINTR)) return false;
        if (got > 0) peer->held += (size_t)got;
    }
    return true;
}

bool peer_write(struct peer *peer, const char *bytes, size_t count, uint64_t until_ms)
{
    while (count > 0) {
        const ssize_t put = write(peer->to, bytes, count);
        if (put < 0 && errno != EAGAIN && errno != EINTR) return false;
        if (put < 0 && !pipe_wait(peer->to, POLLOUT, until_ms)) return false;
        if (put > 0) bytes += put, count -= (size_t)put;
    }
    return true;
}

/* ---- Ending ---- */

/* Has it ended? It stays there until it is waited for, and its group's number with it. */
static bool program_ended(pid_t process)
{
    siginfo_t news = {.si_pid = 0};
    return waitid(P_PID, (id_t)process, &news, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           news.si_pid == process;
}

/* Kills a program that ignores `quit`, with all processes it has started. */
static int program_end(pid_t process)
{
    int status = 0;
    const struct timespec moment = {.tv_nsec = 2000000};
    const uint64_t until_ms = computer_clock_ms() + FAREWELL_MS;
    while (!program_ended(process) && computer_clock_ms() < until_ms) nanosleep(&moment, NULL);
    kill(-process, SIGKILL);
    leader_change(process, 0);
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int peer_end(struct peer *peer)
{
    if (peer == NULL) return 0;
    /* Where the pipe is full or broken, its end says the same. */
    const ssize_t put = peer->process > 0 ? write(peer->to, "quit\n", 5) : 0;
    (void)put;
    if (peer->to >= 0) close(peer->to);
    if (peer->from >= 0) close(peer->from);
    const int status = peer->process > 0 ? program_end(peer->process) : 0;
    free(peer);
    return status;
}
