/* monkey.c: a monkey at the keyboard: random keys, clicks, wheels and new window sizes for a
 * program in a terminal of its own (a pseudoterminal), then a signal or a hang-up.
 *
 *     monkey EVENTS SEED PROGRAM ARGUMENT...
 *
 * It must be alive until it is told to end or leaves by itself with exit code 0; a program that
 * leaves is started again. Fails where one crashes, hangs, or leaves the terminal's settings
 * changed or its screen not given back. */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>

#define TAIL_MAX 4096
#define PATIENCE_MS 60000

static uint64_t chance;

static uint32_t below(uint32_t limit)
{
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return (uint32_t)(chance >> 33) % limit;
}

struct cage {
    int terminal, inside; /* both ends: the other one is kept so that settings can be read */
    pid_t program;
    struct termios before;
    char tail[TAIL_MAX]; /* the end of what it wrote */
    size_t tail_length;
    bool given_back; /* the screen that was there before is shown again */
    bool marks;      /* it has asked for marks around what is pasted */
};

static void tail_add(struct cage *cage, const char *bytes, size_t length)
{
    if (length > TAIL_MAX / 2) {
        bytes += length - TAIL_MAX / 2;
        length = TAIL_MAX / 2;
    }
    if (cage->tail_length + length > TAIL_MAX - 1) {
        const size_t kept = TAIL_MAX / 2 - 1;
        memmove(cage->tail, cage->tail + cage->tail_length - kept, kept);
        cage->tail_length = kept;
    }
    memcpy(cage->tail + cage->tail_length, bytes, length);
    cage->tail_length += length;
    cage->tail[cage->tail_length] = '\0';
    /* What is typed after the end is echoed and may push the sequence out: it is noted at once. */
    const char *at = cage->tail;
    while ((at = strstr(at, "\033[?1049")) != NULL) {
        if (at[7] == 'l' || at[7] == 'h') cage->given_back = at[7] == 'l';
        at++;
    }
    for (at = cage->tail; (at = strstr(at, "\033[?2004")) != NULL; at++) {
        if (at[7] == 'l' || at[7] == 'h') cage->marks = at[7] == 'h';
    }
}

/* Reads what the program writes, waiting so long for the first of it. */
static void drain(struct cage *cage, int time_ms)
{
    char bytes[8192];
    struct pollfd output = {.fd = cage->terminal, .events = POLLIN};
    while (poll(&output, 1, time_ms) > 0 && (output.revents & POLLIN) != 0) {
        const ssize_t got = read(cage->terminal, bytes, sizeof bytes);
        if (got <= 0) return;
        tail_add(cage, bytes, (size_t)got);
        time_ms = 0;
    }
}

static void cage_open(struct cage *cage, char **command)
{
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    memset(cage, 0, sizeof *cage);
    if (openpty(&cage->terminal, &cage->inside, NULL, NULL, &size) != 0) {
        perror("monkey: openpty");
        exit(1);
    }
    tcgetattr(cage->inside, &cage->before);
    cage->program = fork();
    if (cage->program == 0) {
        close(cage->terminal);
        login_tty(cage->inside);
        setenv("TERM", "xterm-256color", 1);
        setenv("LC_ALL", "C.UTF-8", 1);
        execv(command[0], command);
        _exit(127);
    }
    fcntl(cage->terminal, F_SETFL, O_NONBLOCK);
}

static void say(const struct cage *cage, const char *what, int detail)
{
    fprintf(stderr, "monkey: %s (%d); the last it wrote:\n", what, detail);
    fwrite(cage->tail, 1, cage->tail_length, stderr);
    fputc('\n', stderr);
}

/* Waits for the program's end; `signal` is what it was told, 0: it left by itself. */
static bool cage_close(struct cage *cage, int number)
{
    int status = 0;
    int left_ms = PATIENCE_MS;
    while (waitpid(cage->program, &status, WNOHANG) == 0) {
        drain(cage, 20);
        left_ms -= 20;
        /* Ctrl-C may be answered by a question first. */
        if (number == SIGINT && left_ms % 1000 == 0) kill(cage->program, number);
        if (left_ms > 0) continue;
        kill(cage->program, SIGKILL);
        waitpid(cage->program, &status, 0);
        say(cage, "it hangs", number);
        return false;
    }
    drain(cage, 0);
    struct termios after;
    bool fine = true;
    const bool ended = (WIFEXITED(status) && WEXITSTATUS(status) == 0) ||
                       (WIFSIGNALED(status) && WTERMSIG(status) == number);
    if (!ended) fine = false, say(cage, "it ended badly", status);
    if (tcgetattr(cage->inside, &after) == 0 &&
        (after.c_lflag != cage->before.c_lflag || after.c_iflag != cage->before.c_iflag ||
         after.c_oflag != cage->before.c_oflag)) {
        fine = false;
        say(cage, "the terminal's settings have changed", (int)after.c_lflag);
    }
    if (fine && !cage->given_back) {
        fine = false;
        say(cage, "the screen is not given back", status);
    }
    if (fine && cage->marks) {
        fine = false;
        say(cage, "what is pasted is still marked", status);
    }
    close(cage->terminal);
    close(cage->inside);
    return fine;
}

/* ---- What a monkey does ---- */

static size_t event_make(char out[64])
{
    static const char *const specials[] = {"\033OA", "\033OB", "\033OC",  "\033OD",  "\r",
                                           "\r",     "\r",     "\r",      " ",       "\t",
                                           "\177",   "\033",   "\033[5~", "\033[6~", "\033OP"};
    static const char moves[] = "abcdefghi1234567-x@=+!,/0frontback";
    static const char commands[] = "?MHUTARBDYGSVNPQCEXbmyopst:,.";
    static const char *const pastes[] = {"\033[200~XQR2 G4 Y1 B5\r1. b1-c3 h7-g5\033[201~",
                                         "\033[200~très tôt €\n\033[201~",
                                         "\033[200~comment \033[201~",
                                         "\033[201~",
                                         "\033[200~\033[20",
                                         "é",
                                         "\xf0\x9f\x90\xb8"};
    const uint32_t kind = below(100);
    if (kind == 99) {
        return (size_t)snprintf(out, 64, "%s", pastes[below(sizeof pastes / sizeof pastes[0])]);
    }
    if (kind < 45) {
        return (size_t)snprintf(out, 64, "%s",
                                specials[below(sizeof specials / sizeof specials[0])]);
    }
    if (kind < 70) return (size_t)snprintf(out, 64, "%c", moves[below(sizeof moves - 1)]);
    if (kind < 78) return (size_t)snprintf(out, 64, "%c", commands[below(sizeof commands - 1)]);
    if (kind < 95) {
        const int button = below(8) == 0 ? 64 + (int)below(2) : 0;
        return (size_t)snprintf(out, 64, "\033[<%d;%u;%uM", button, 1 + below(100), 1 + below(32));
    }
    const size_t length = 1 + below(6);
    for (size_t i = 0; i < length; i++) out[i] = (char)below(256);
    for (size_t i = 0; i < length; i++) {
        const bool ends = out[i] == 3 || out[i] == 26 || out[i] == 28 || out[i] == 19;
        if (ends) out[i] = 'z'; /* what the terminal itself would act on */
    }
    return length;
}

static void event_send(struct cage *cage)
{
    char bytes[64];
    if (below(400) == 0) {
        struct winsize size = {.ws_row = (unsigned short)(5 + below(60)),
                               .ws_col = (unsigned short)(10 + below(180))};
        ioctl(cage->terminal, TIOCSWINSZ, &size);
        return;
    }
    const size_t length = event_make(bytes);
    size_t sent = 0;
    for (int tries = 0; sent < length && tries < PATIENCE_MS / 10; tries++) {
        const ssize_t wrote = write(cage->terminal, bytes + sent, length - sent);
        if (wrote > 0) sent += (size_t)wrote;
        if (wrote < 0 && errno != EAGAIN) return;
        if (sent < length) drain(cage, 10);
    }
    drain(cage, below(10) == 0 ? 5 : 1);
}

int main(int argc, char **argv)
{
    static const int ends[] = {SIGTERM, SIGHUP, SIGINT};
    if (argc < 4) {
        fputs("usage: monkey EVENTS SEED PROGRAM ARGUMENT...\n", stderr);
        return 2;
    }
    const long events = strtol(argv[1], NULL, 10);
    chance = strtoull(argv[2], NULL, 10) * 2654435761u + 88172645463325252u;
    struct cage cage;
    long done = 0, starts = 0;
    bool fine = true;
    while (fine && done < events) {
        cage_open(&cage, argv + 3);
        starts++;
        int status;
        while (cage.tail_length == 0 && waitpid(cage.program, &status, WNOHANG) == 0) {
            drain(&cage, 20);
        }
        siginfo_t gone = {.si_pid = 0};
        for (long here = 0; done < events && here < 2000 && gone.si_pid == 0; here++, done++) {
            event_send(&cage);
            waitid(P_PID, (id_t)cage.program, &gone, WEXITED | WNOHANG | WNOWAIT);
        }
        const int number = gone.si_pid == 0 ? ends[below(3)] : 0;
        if (number != 0) kill(cage.program, number);
        fine = cage_close(&cage, number);
    }
    printf("%ld events, %ld starts%s\n", done, starts, fine ? "" : ", FAILED");
    return fine ? 0 : 1;
}
