/* night.c: `pond night`: what the terminal says about a game night, with a QR code for phones. */
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "network.h"
#include "qr.h"
#include "serve.h"

extern char **environ;

/* A browser on the machine's own screen, where it has one. */
static void browser_open(const char *url)
{
    const char *const words[] = {"xdg-open", url, NULL};
    pid_t child;
    if (!isatty(STDOUT_FILENO)) return;
    if (getenv("DISPLAY") == NULL && getenv("WAYLAND_DISPLAY") == NULL) return;
    posix_spawnp(&child, words[0], NULL, NULL, (char *const *)words, environ);
}

static void line_say(const struct cli *cli, enum say what, const char *url)
{
    say(stdout, cli, what, url, NULL);
    fputc('\n', stdout);
}

void night_say(const struct cli *cli, const char *scheme, const char *address, int port)
{
    char addresses[NETWORK_ADDRESSES_MAX][NETWORK_ADDRESS_SIZE], url[96];
    const bool everywhere = network_is_everywhere(address);
    const bool none = network_is_here(address) || (everywhere && network_addresses(addresses) == 0);
    const char *here = everywhere ? "127.0.0.1" : address,
               *there = everywhere ? addresses[0] : address;
    struct qr qr;
    snprintf(url, sizeof url, "%s://%s:%d/tv", scheme, here, port);
    line_say(cli, SAY_NIGHT_SCREEN, url);
    browser_open(url);
    if (none) {
        line_say(cli, everywhere ? SAY_NIGHT_ALONE : SAY_NIGHT_HERE, NULL);
        return;
    }
    const bool six = strchr(there, ':') != NULL;
    snprintf(url, sizeof url, "%s://%s%s%s:%d/n", scheme, six ? "[" : "", there, six ? "]" : "",
             port);
    line_say(cli, SAY_NIGHT_PHONES, url);
    if (isatty(STDOUT_FILENO) && !cli->given[FLAG_NO_COLOR] && qr_make(url, &qr))
        qr_print(stdout, &qr);
}
