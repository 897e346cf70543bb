/* join.c: `pond join`: reads its arguments and goes to a play server, on the screen or line by
 * line. */
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli.h"
#include "night.h"
#include "serve.h"

/* The command line has a function of this name as well; jansson's is not needed here. */
#define json_string jansson_string
#include "online.h"
#undef json_string

/* The device's key: made once, kept in the data folder, for this person's eyes only. */
static int key_take(const struct cli *cli, struct online *online)
{
    char path[STORE_PATH_SIZE];
    const int code = take_data_file(cli, "key", path);
    struct link *link = &online->link;
    if (code != EXIT_FINE || online_key(path, &link->address, link->key)) return code;
    return complain(cli, EXIT_BAD_DATA, SAY_SERVE_FOLDER, path, system_reason(cli, errno));
}

static int missing(const struct cli *cli, const struct online *online)
{
    const char *distrust = online->link.distrust;
    return complain(cli, EXIT_BAD_DATA, distrust != NULL ? SAY_JOIN_DISTRUST : SAY_JOIN_NONE,
                    cli->arguments[0], distrust);
}

static int online_run(const struct cli *cli, struct online *online)
{
    online->night_missing = !online_open(online);
    if (online->night_missing) return online->searches ? EXIT_BAD_DATA : missing(cli, online);
    const bool screen = !online->options->plain && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    const bool seen = screen && online_screen(online) != TERMINAL_NO_SCREEN;
    if (!seen) online_line(online);
    if (seen && online->night_missing && !online->searches) puts(online->refusal);
    if (online->link.failed) return missing(cli, online);
    return online->missing ? EXIT_BAD_DATA : EXIT_FINE;
}

/* A code such as NEWT47 alone means a game night of this machine. */
static bool night_code_alone(const char *text, char code[NIGHT_CODE_SIZE])
{
    if (!night_code_read(text, code)) return false;
    for (int i = 0; i < night_word_count; i++) {
        const size_t length = strlen(night_words[i]);
        if (strncmp(code, night_words[i], length) == 0 && strlen(code) == length + 2) return true;
    }
    return false;
}

/* The next port from this one on at which something listens here; 0: none. */
static int port_listening(int port)
{
    for (; port < PORT_FIRST + PORTS_TRIED; port++) {
        struct sockaddr_in where = {.sin_family = AF_INET,
                                    .sin_port = htons((uint16_t)port),
                                    .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
        const int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const bool there =
            made >= 0 && connect(made, (const struct sockaddr *)&where, sizeof where) == 0;
        if (made >= 0) close(made);
        if (there) return port;
    }
    return 0;
}

/* For a night at any of this machine's ports: other programs may listen there, too. */
struct night_search {
    bool found;
    char refusal[SENTENCE_MAX]; /* of a play server that does not have it; "": there is none */
};

/* Goes to an address. In a search for a night, says nothing where it is not. */
static int join_at(struct cli *cli, const char *address, struct night_search *search)
{
    struct terminal_options options = {.language = cli->language};
    struct online online = {
        .options = &options, .voice.language = cli->language, .searches = search != NULL};
    take_looks(cli, &options);
    if (!stream_address_read(address, &online.link.address)) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_LOAD_ADDRESS, cli->arguments[0], NULL);
    }
    online_path(&online);
    online.link.language = cli->language;
    if (cli->given[FLAG_NAME]) online.link.name = cli->value[FLAG_NAME];
    online.voice.ascii = options.ascii;
    int code = key_take(cli, &online);
    if (code == EXIT_FINE) code = online_run(cli, &online);
    if (search != NULL) {
        search->found = !online.night_missing;
        if (online.refusal[0] != '\0')
            snprintf(search->refusal, sizeof search->refusal, "%s", online.refusal);
    }
    online_close(&online);
    return code;
}

int command_join(struct cli *cli)
{
    char night[NIGHT_CODE_SIZE], address[64];
    struct night_search search = {.refusal = ""};
    int code = EXIT_FINE;
    if (!night_code_alone(cli->arguments[0], night)) return join_at(cli, cli->arguments[0], NULL);
    for (int port = PORT_FIRST; (port = port_listening(port)) != 0; port++) {
        snprintf(address, sizeof address, "http://127.0.0.1:%d/n/%s", port, night);
        code = join_at(cli, address, &search);
        if (search.found) return code;
    }
    if (search.refusal[0] != '\0') {
        puts(search.refusal);
        return EXIT_BAD_DATA;
    }
    return complain(cli, EXIT_BAD_DATA, SAY_JOIN_NIGHT_NONE, cli->arguments[0], NULL);
}
