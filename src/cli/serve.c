/* serve.c: `pond serve`, and what `pond` alone does. */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

#include "addresses.h"
#include "cli.h"
#include "loop.h"
#include "network.h"
#include "played.h"
#include "serve.h"
#include "store.h"
#include "tls.h"

#define THREADS_MOST 64

/* `127.0.0.1:7878`, `[::1]:7878`, `localhost:7878`, `:7878` or `7878`. */
static bool listen_take(const char *text, char address[64], int *port)
{
    const char *colon = strrchr(text, ':');
    const char *digits = colon != NULL ? colon + 1 : text;
    size_t length = colon != NULL ? (size_t)(colon - text) : 0;
    uint32_t number;
    if (!pond_read_number(&digits, 65535, &number) || *digits != '\0') return false;
    *port = (int)number;
    if (length == 0) return true;
    if (text[0] == '[' && length > 2 && text[length - 1] == ']') {
        text++;
        length -= 2;
    }
    if (length >= 64) return false;
    memcpy(address, text, length);
    address[length] = '\0';
    if (strcmp(address, "localhost") == 0) strcpy(address, "127.0.0.1");
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    return uv_ip4_addr(address, 0, &four) == 0 || uv_ip6_addr(address, 0, &six) == 0;
}

#define NAME_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_"

/* `pond.example,frogs.example`: as in the Host of a request, without a port. */
static bool hostnames_fit(const char *text)
{
    for (;; text++) {
        const size_t length = strspn(text, NAME_LETTERS);
        text += length;
        if (length == 0 || (*text != ',' && *text != '\0')) return false;
        if (*text == '\0') return true;
    }
}

/* `https://pond.example` or `http://pond.example:8080`: as browsers write it, without a path. */
static bool origin_fits(const char *text)
{
    const char *host = strstr(text, "://");
    if (strncmp(text, "http://", 7) != 0 && strncmp(text, "https://", 8) != 0) return false;
    host += strlen("://");
    const size_t length = host[0] == '[' ? strcspn(host, "]") + 1 : strspn(host, NAME_LETTERS);
    if (length == 0 || length > strlen(host)) return false;
    const char *port = host + length;
    uint32_t number;
    if (*port == '\0') return true;
    if (*port++ != ':') return false;
    return pond_read_number(&port, 65535, &number) && *port == '\0';
}

struct serving {
    const struct cli *cli;
    const struct loop_options *options;
    const char *place; /* where the games are kept, as people may read it */
    const char *scheme;
};

static void say_line(const struct serving *serving, enum say what, const char *text)
{
    say(stdout, serving->cli, what, text, NULL);
    fputc('\n', stdout);
}

/* Where other machines find this one: a server on every address has none that one could type. */
static void say_network(const struct serving *serving, int port)
{
    char addresses[NETWORK_ADDRESSES_MAX][NETWORK_ADDRESS_SIZE], url[NETWORK_ADDRESS_SIZE + 20];
    const size_t count = network_addresses(addresses);
    for (size_t i = 0; i < count; i++) {
        snprintf(url, sizeof url, "%s://%s:%d/", serving->scheme, addresses[i], port);
        say_line(serving, SAY_SERVE_NETWORK, url);
    }
}

/* The page's address and, where the host has not named a public one, who else can reach it. */
static void say_open(const struct serving *serving, const char *address, int port)
{
    const struct loop_options *options = serving->options;
    char url[LOOP_URL_SIZE + 1], port_text[8];
    const bool named = loop_url(options, port, url);
    say_line(serving, SAY_SERVE_OPEN, strcat(url, "/"));
    if (named || options->proxies != NULL) return;
    if (network_is_everywhere(address)) say_network(serving, port);
    if (!network_is_here(address) || options->tls != NULL) return;
    snprintf(port_text, sizeof port_text, "%d", port);
    say_line(serving, SAY_SERVE_HERE, port_text);
}

/* A link to the host's page works once and must not appear in a log. */
static void say_host(const struct serving *serving, int port, const char *code)
{
    char base[LOOP_URL_SIZE], url[LOOP_URL_SIZE + 80];
    if (code[0] == '\0' || !isatty(STDOUT_FILENO)) return;
    loop_url(serving->options, port, base);
    snprintf(url, sizeof url, "%s/host#%s", base, code);
    say_line(serving, SAY_SERVE_HOST, url);
}

static void ready(void *context, const char *address, int port, const char *code)
{
    const struct serving *serving = context;
    if (strcmp(serving->cli->command->name, "night") == 0) {
        night_say(serving->cli, serving->scheme, address, port);
    } else {
        say_open(serving, address, port);
    }
    say_host(serving, port, code);
    say_line(serving, SAY_SERVE_STOP, serving->place);
    fflush(stdout);
}

/* The person at this terminal can do something about it. */
static void away(void *context, bool is_away)
{
    const struct serving *serving = context;
    const enum say what = is_away ? SAY_SERVE_AWAY : SAY_SERVE_BACK;
    say(stderr, serving->cli, what, serving->place, NULL);
    fputc('\n', stderr);
}

static int tls_complain(const struct cli *cli, const struct tls_trouble *trouble)
{
    static const enum say words[] = {[TLS_NOT_TWO_FILES] = SAY_TLS_FORM,
                                     [TLS_UNREADABLE] = SAY_TLS_UNREADABLE,
                                     [TLS_NO_CERTIFICATE] = SAY_TLS_NO_CERTIFICATE,
                                     [TLS_NO_KEY] = SAY_TLS_NO_KEY,
                                     [TLS_OTHER_KEY] = SAY_TLS_OTHER_KEY};
    const bool usage = trouble->kind == TLS_NOT_TWO_FILES;
    return complain(cli, usage ? EXIT_WRONG_USAGE : EXIT_BAD_DATA, words[trouble->kind],
                    trouble->file, system_reason(cli, trouble->error));
}

static void renewed(void *context, const struct tls_trouble *trouble)
{
    const struct cli *cli = ((const struct serving *)context)->cli;
    if (trouble != NULL) tls_complain(cli, trouble);
    say(stderr, cli, trouble != NULL ? SAY_TLS_KEPT : SAY_TLS_RENEWED, NULL, NULL);
    fputc('\n', stderr);
}

/* What is played here is shared only if the host names a file for it. */
static int played_take(const struct cli *cli, struct played **played)
{
    const char *path = cli->value[FLAG_EXPLORER];
    struct pond_error why;
    int error;
    if (path == NULL) return EXIT_FINE;
    *played = played_open(path, &error, &why);
    if (*played != NULL) return EXIT_FINE;
    if (error == 0) return complain_error(cli, EXIT_BAD_DATA, path, &why);
    return complain(cli, EXIT_BAD_DATA, SAY_FILE_OPEN, path, system_reason(cli, error));
}

static int log_open(const struct cli *cli, FILE **log)
{
    const char *path = cli->value[FLAG_LOG];
    if (!cli->given[FLAG_LOG]) return EXIT_FINE;
    *log = strcmp(path, "-") == 0 ? stderr : fopen(path, "a");
    if (*log != NULL) return EXIT_FINE;
    return complain(cli, EXIT_BAD_DATA, SAY_SERVE_LOG, path, folder_reason(cli, errno));
}

/* Where it listens, to whom, and with what it proves itself. */
static int network_take(const struct cli *cli, char address[64], struct proxies *proxies,
                        struct loop_options *options)
{
    struct tls_trouble trouble;
    if (cli->given[FLAG_LISTEN]) {
        const char *text = cli->value[FLAG_LISTEN];
        if (!listen_take(text, address, &options->port)) {
            return complain(cli, EXIT_WRONG_USAGE, SAY_SERVE_LISTEN_FORM, text, NULL);
        }
        options->ports_tried = 0;
    }
    if (cli->given[FLAG_HOSTNAME] && !hostnames_fit(options->hostnames)) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_SERVE_HOSTNAME_FORM, options->hostnames, NULL);
    }
    if (cli->given[FLAG_ORIGIN] && !origin_fits(options->origin)) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_SERVE_ORIGIN_FORM, options->origin, NULL);
    }
    if (cli->given[FLAG_PROXY] || cli->given[FLAG_PROXIES]) {
        if (!proxies_parse(cli->value[FLAG_PROXIES], proxies)) {
            return complain(cli, EXIT_WRONG_USAGE, SAY_SERVE_PROXIES_FORM, cli->value[FLAG_PROXIES],
                            NULL);
        }
        options->proxies = proxies;
    }
    if (cli->given[FLAG_TLS]) {
        options->tls = tls_keys_read(cli->value[FLAG_TLS], &trouble);
        if (options->tls == NULL) return tls_complain(cli, &trouble);
    }
    return EXIT_FINE;
}

/* Serves, and says how it ended. */
static int serve(const struct cli *cli, const struct loop_options *options)
{
    struct store_trouble why = {.text = ""};
    const char *place = ((const struct serving *)options->context)->place;
    char first[80];
    snprintf(first, sizeof first, "%s:%d", options->address, options->port);
    const char *where = cli->given[FLAG_LISTEN] ? cli->value[FLAG_LISTEN] : first;
    switch (loop_run(options, &why)) {
    case LOOP_FINE: break;
    case LOOP_STORE: return store_complain(cli, options->store, &why);
    case LOOP_ADDRESS: return complain(cli, EXIT_BAD_DATA, SAY_SERVE_LISTEN, where, why.text);
    case LOOP_SYSTEM: return complain(cli, EXIT_BAD_DATA, SAY_SERVE_SYSTEM, NULL, NULL);
    case LOOP_AWAY: return complain(cli, EXIT_BAD_DATA, SAY_SERVE_ENDED_AWAY, place, NULL);
    }
    say(stdout, cli, SAY_SERVE_CLOSED, NULL, NULL);
    fputc('\n', stdout);
    return EXIT_FINE;
}

int command_serve(struct cli *cli)
{
    char store[STORE_PATH_SIZE], shown[STORE_PATH_SIZE], control[STORE_PATH_SIZE];
    char address[64] = "127.0.0.1";
    struct serving serving = {.cli = cli, .place = shown, .scheme = "http"};
    struct proxies proxies;
    struct loop_options options = {.address = address,
                                   .port = PORT_FIRST,
                                   .ports_tried = PORTS_TRIED,
                                   .store = store,
                                   .origin = cli->value[FLAG_ORIGIN],
                                   .hostnames = cli->value[FLAG_HOSTNAME],
                                   .unlimited = cli->given[FLAG_UNLIMITED],
                                   .ready = ready,
                                   .away = away,
                                   .renewed = renewed,
                                   .context = &serving};
    serving.options = &options;
    uint32_t threads;
    int code = take_number(cli, FLAG_THREADS, 1, THREADS_MOST, 2, &threads);
    if (code != EXIT_FINE) return code;
    options.threads = (int)threads;
    if (strcmp(cli->command->name, "night") == 0) strcpy(address, "0.0.0.0"); /* for phones */
    code = network_take(cli, address, &proxies, &options);
    if (options.tls != NULL) serving.scheme = "https";
    if (code == EXIT_FINE) code = take_store(cli, store);
    if (code == EXIT_FINE) code = log_open(cli, &options.log);
    if (code == EXIT_FINE) code = store_lock(cli, store, SAY_SERVE_LOCKED);
    if (code == EXIT_FINE) code = take_control(cli, store, control);
    if (code == EXIT_FINE) code = played_take(cli, &options.played);
    options.control = control;
    if (code == EXIT_FINE) {
        store_address_shown(store, shown, sizeof shown);
        serving.place = strncmp(shown, "sqlite:", 7) == 0 ? shown + 7 : shown;
        code = serve(cli, &options);
    }
    played_close(options.played);
    tls_keys_free(options.tls);
    return code;
}
