/* join.c: `pond join`: reads its arguments and goes to a play server, on the screen or line by
 * line. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
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
    if (!online_open(online)) return missing(cli, online);
    const bool screen = !online->options->plain && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    if (!screen || online_screen(online) == TERMINAL_NO_SCREEN) online_line(online);
    if (online->link.failed) return missing(cli, online);
    return online->missing ? EXIT_BAD_DATA : EXIT_FINE;
}

/* A code such as NEWT47 alone means the game night of this machine. */
static const char *night_address(const char *text, char address[64])
{
    char code[NIGHT_CODE_SIZE];
    if (!night_code_read(text, code)) return text;
    for (int i = 0; i < night_word_count; i++) {
        const size_t length = strlen(night_words[i]);
        if (strncmp(code, night_words[i], length) != 0 || strlen(code) != length + 2) continue;
        snprintf(address, 64, "http://127.0.0.1:%d/n/%s", PORT_FIRST, code);
        return address;
    }
    return text;
}

int command_join(struct cli *cli)
{
    struct terminal_options options = {.language = cli->language};
    struct online online = {.options = &options, .voice.language = cli->language};
    char night[64];
    take_looks(cli, &options);
    const char *address = night_address(cli->arguments[0], night);
    if (!stream_address_read(address, &online.link.address)) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_LOAD_ADDRESS, cli->arguments[0], NULL);
    }
    online_path(&online);
    online.link.language = cli->language;
    if (cli->given[FLAG_NAME]) online.link.name = cli->value[FLAG_NAME];
    online.voice.ascii = options.ascii;
    int code = key_take(cli, &online);
    if (code == EXIT_FINE) code = online_run(cli, &online);
    online_close(&online);
    return code;
}
