/* serve.c: `pond serve`, and what `pond` alone does. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

#include "addresses.h"
#include "cli.h"
#include "loop.h"
#include "network.h"
#include "serve.h"
#include "tls.h"

#define PORTS_TRIED 20
#define THREADS_MOST 64

/* Makes a folder and those above it. */
static bool folder_make(char *path)
{
    for (char *at = path + 1; *at != '\0'; at++) {
        if (*at != '/') continue;
        *at = '\0';
        const int made = mkdir(path, 0700);
        *at = '/';
        if (made != 0 && errno != EEXIST) return false;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

int take_data_file(const struct cli *cli, const char *name, char path[STORE_PATH_SIZE])
{
    char folder[STORE_PATH_SIZE];
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data != NULL && data[0] == '/') {
        snprintf(folder, sizeof folder, "%.900s/pond", data);
    } else {
        snprintf(folder, sizeof folder, "%.900s/.local/share/pond", home != NULL ? home : ".");
    }
    if (!folder_make(folder)) {
        return complain(cli, EXIT_BAD_DATA, SAY_SERVE_FOLDER, folder, system_reason(cli, errno));
    }
    snprintf(path, STORE_PATH_SIZE, "%.1000s/%s", folder, name);
    return EXIT_FINE;
}

/* The store's address from a file: a password has no place in a list of processes. */
static int database_file_read(const struct cli *cli, const char *path, char store[STORE_PATH_SIZE])
{
    struct stat about;
    FILE *file = fopen(path, "r");
    if (file == NULL || fstat(fileno(file), &about) != 0) {
        if (file != NULL) fclose(file);
        return complain(cli, EXIT_BAD_DATA, SAY_FILE_OPEN, path, system_reason(cli, errno));
    }
    const bool open_to_others = (about.st_mode & 077) != 0;
    const bool read = fgets(store, STORE_PATH_SIZE, file) != NULL;
    fclose(file);
    if (open_to_others) return complain(cli, EXIT_BAD_DATA, SAY_DATABASE_FILE_MODE, path, NULL);
    if (read) store[strcspn(store, "\r\n")] = '\0';
    if (!read || strchr(store, ':') == NULL) {
        return complain(cli, EXIT_BAD_DATA, SAY_DATABASE_FILE_FORM, path, NULL);
    }
    return EXIT_FINE;
}

int take_control(const struct cli *cli, const char *store, char path[STORE_PATH_SIZE])
{
    static const char scheme[] = "sqlite:";
    if (strncmp(store, scheme, sizeof scheme - 1) != 0) {
        return take_data_file(cli, "pond.host", path);
    }
    snprintf(path, STORE_PATH_SIZE, "%.1100s.host", store + sizeof scheme - 1);
    return EXIT_FINE;
}

int take_store(const struct cli *cli, char store[STORE_PATH_SIZE])
{
    if (cli->given[FLAG_STORE] && cli->given[FLAG_DATABASE_FILE]) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_FLAG_BOTH, "--store", "--database-file");
    }
    if (cli->given[FLAG_DATABASE_FILE]) {
        return database_file_read(cli, cli->value[FLAG_DATABASE_FILE], store);
    }
    if (cli->given[FLAG_STORE]) {
        snprintf(store, STORE_PATH_SIZE, "%s", cli->value[FLAG_STORE]);
        return EXIT_FINE;
    }
    char path[STORE_PATH_SIZE];
    const int code = take_data_file(cli, "games.sqlite", path);
    snprintf(store, STORE_PATH_SIZE, "sqlite:%.1100s", path);
    return code;
}

/* `127.0.0.1:7878`, `[::1]:7878`, `:7878` or `7878`. */
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
    return true;
}

/* A file is for one server: two on it would each tell half of the story. The lock goes with the
 * process, however it ends. */
static int store_lock(const struct cli *cli, const char *store)
{
    char path[STORE_PATH_SIZE + 8];
    static const char scheme[] = "sqlite:";
    if (strncmp(store, scheme, sizeof scheme - 1) != 0) return EXIT_FINE;
    if (strcmp(store, "sqlite::memory:") == 0) return EXIT_FINE; /* nobody else can open it */
    snprintf(path, sizeof path, "%s.lock", store + sizeof scheme - 1);
    const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
        return complain(cli, EXIT_BAD_DATA, SAY_SERVE_STORE, store, system_reason(cli, errno));
    if (flock(file, LOCK_EX | LOCK_NB) == 0) return EXIT_FINE; /* held until the end */
    close(file);
    return complain(cli, EXIT_BAD_DATA, SAY_SERVE_LOCKED, store + sizeof scheme - 1, NULL);
}

struct serving {
    const struct cli *cli;
    const char *store;
    const char *scheme;
};

/* The store as people know it: without the name and the password that a database may want. */
static const char *place_of(const char *store)
{
    const char *secrets_end = strrchr(store, '@');
    return secrets_end != NULL ? secrets_end + 1 : strchr(store, ':') + 1;
}

static void say_url(const struct serving *serving, enum say what, const char *address, int port)
{
    const struct cli *cli = serving->cli;
    char url[96];
    const bool six = strchr(address, ':') != NULL;
    snprintf(url, sizeof url, "%s://%s%s%s:%d/", serving->scheme, six ? "[" : "", address,
             six ? "]" : "", port);
    say(stdout, cli, what, url, NULL);
    fputc('\n', stdout);
}

/* Where other machines find this one: a server on every address has none that one could type. */
static void say_network(const struct serving *serving, int port)
{
    char addresses[NETWORK_ADDRESSES_MAX][NETWORK_ADDRESS_SIZE];
    const size_t count = network_addresses(addresses);
    for (size_t i = 0; i < count; i++) say_url(serving, SAY_SERVE_NETWORK, addresses[i], port);
}

/* A link to the host's page works once; whoever reads a log must not find it there. */
static void say_host(const struct serving *serving, const char *address, int port, const char *code)
{
    char url[200];
    const bool six = strchr(address, ':') != NULL;
    if (code[0] == '\0' || !isatty(STDOUT_FILENO)) return;
    snprintf(url, sizeof url, "%s://%s%s%s:%d/host#%s", serving->scheme, six ? "[" : "", address,
             six ? "]" : "", port, code);
    say(stdout, serving->cli, SAY_SERVE_HOST, url, NULL);
    fputc('\n', stdout);
}

static void ready(void *context, const char *address, int port, const char *code)
{
    const struct serving *serving = context;
    const bool everywhere = network_is_everywhere(address);
    const bool night = strcmp(serving->cli->command->name, "night") == 0;
    if (night) night_say(serving->cli, serving->scheme, address, port);
    if (!night) say_url(serving, SAY_SERVE_OPEN, everywhere ? "127.0.0.1" : address, port);
    if (!night && everywhere) say_network(serving, port);
    if (!night && network_is_here(address)) {
        char port_text[8];
        snprintf(port_text, sizeof port_text, "%d", port);
        say(stdout, serving->cli, SAY_SERVE_HERE, port_text, NULL);
        fputc('\n', stdout);
    }
    say_host(serving, everywhere ? "127.0.0.1" : address, port, code);
    say(stdout, serving->cli, SAY_SERVE_STOP, place_of(serving->store), NULL);
    fputc('\n', stdout);
    fflush(stdout);
}

/* The person at this terminal can do something about it. */
static void away(void *context, bool is_away)
{
    const struct serving *serving = context;
    const enum say what = is_away ? SAY_SERVE_AWAY : SAY_SERVE_BACK;
    say(stderr, serving->cli, what, place_of(serving->store), NULL);
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

static FILE *log_open(const struct cli *cli)
{
    if (!cli->given[FLAG_LOG]) return NULL;
    return strcmp(cli->value[FLAG_LOG], "-") == 0 ? stderr : fopen(cli->value[FLAG_LOG], "a");
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
    char why[200] = "";
    const char *store = options->store;
    const char *where = cli->given[FLAG_LISTEN] ? cli->value[FLAG_LISTEN] : "127.0.0.1:7878";
    switch (loop_run(options, why)) {
    case LOOP_FINE: break;
    case LOOP_STORE: return complain(cli, EXIT_BAD_DATA, SAY_SERVE_STORE, store, why);
    case LOOP_ADDRESS: return complain(cli, EXIT_BAD_DATA, SAY_SERVE_LISTEN, where, why);
    case LOOP_SYSTEM: return complain(cli, EXIT_BAD_DATA, SAY_SERVE_SYSTEM, NULL, NULL);
    case LOOP_AWAY:
        return complain(cli, EXIT_BAD_DATA, SAY_SERVE_ENDED_AWAY, place_of(store), NULL);
    }
    say(stdout, cli, SAY_SERVE_CLOSED, NULL, NULL);
    fputc('\n', stdout);
    return EXIT_FINE;
}

int command_serve(struct cli *cli)
{
    char store[STORE_PATH_SIZE], control[STORE_PATH_SIZE], address[64] = "127.0.0.1";
    struct serving serving = {.cli = cli, .store = store, .scheme = "http"};
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
    uint32_t threads;
    int code = take_number(cli, FLAG_THREADS, 1, THREADS_MOST, 2, &threads);
    if (code != EXIT_FINE) return code;
    options.threads = (int)threads;
    if (strcmp(cli->command->name, "night") == 0) strcpy(address, "0.0.0.0"); /* for phones */
    code = network_take(cli, address, &proxies, &options);
    if (options.tls != NULL) serving.scheme = "https";
    if (code == EXIT_FINE) code = take_store(cli, store);
    if (code == EXIT_FINE) code = store_lock(cli, store);
    if (code == EXIT_FINE) code = take_control(cli, store, control);
    options.control = control;
    if (code == EXIT_FINE) {
        options.log = log_open(cli);
        code = serve(cli, &options);
    }
    tls_keys_free(options.tls);
    return code;
}
