/* host.c: `pond host`: looks after a play server that runs on this machine.
 *
 * The server's file beside its store has a port, a token and the page's address: anyone who can
 * read it is the host. Everything else is a message of the protocol (docs/protocol.md). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "serve.h"

/* The command line has a function of this name as well; jansson's is not needed here. */
#define json_string jansson_string
#include "link.h"
#undef json_string

#define ANSWER_MS_MAX 60000

/* What can be asked for; the arguments' names are members of the message. */
static const struct deed {
    const char *name;
    const char *members[2];
    int least;  /* arguments */
    bool final; /* cannot be undone */
} deeds[] = {
    {"overview", {NULL}, 0, false},
    {"link", {NULL}, 0, false},
    {"people", {"text"}, 0, false},
    {"tables", {"person"}, 0, false},
    {"storage", {NULL}, 0, false},
    {"audit", {NULL}, 0, false},
    {"announce", {"text"}, 1, false},
    {"maintenance", {"on"}, 1, false},
    {"limit", {"name", "value"}, 2, false},
    {"rename", {"person", "name"}, 1, false},
    {"mute", {"person"}, 1, false},
    {"unmute", {"person"}, 1, false},
    {"ban", {"person", "text"}, 1, false},
    {"unban", {"person"}, 1, false},
    {"export", {"person"}, 1, false},
    {"erase", {"person"}, 1, true},
    {"close", {"table"}, 1, false},
    {"void", {"table"}, 1, true},
    {"backup", {NULL}, 0, false},
    {"backups", {NULL}, 0, false},
    {"check", {"name"}, 1, false},
    {"nightly", {"hour"}, 1, false},
    {"names", {NULL}, 0, false},
    {"keep", {"person"}, 1, false},
    {NULL, {NULL}, 0, false},
};

static const struct deed *deed_find(const char *name)
{
    const struct deed *deed = deeds;
    while (deed->name != NULL && strcmp(deed->name, name) != 0) deed++;
    return deed->name != NULL ? deed : NULL;
}

/* ---- Questions to the running server ---- */

struct control_client {
    struct link link;
    char token[65], url[300];
    int64_t id;
    json_t *answer; /* to the message with that id */
};

static void heard(void *context, const json_t *message)
{
    struct control_client *client = context;
    const json_t *id = json_object_get(message, "id");
    if (!json_is_integer(id) || json_integer_value(id) != client->id) return;
    json_decref(client->answer);
    client->answer = json_deep_copy(message);
}

/* The answer to a message, which is freed; the caller's. NULL if none came. */
static json_t *ask(struct control_client *client, json_t *message)
{
    json_object_set_new(message, "type", json_pack("s", "host"));
    json_object_set_new(message, "id", json_integer(++client->id));
    link_say(&client->link, message);
    const int64_t end_ms = link_now_ms() + ANSWER_MS_MAX;
    while (client->answer == NULL && client->link.socket >= 0 && link_now_ms() < end_ms) {
        link_wait(&client->link, 100, -1);
    }
    json_t *answer = client->answer;
    client->answer = NULL;
    return answer;
}

/* Reads the server's file and connects; EXIT_FINE or has complained. */
static int control_begin(const struct cli *cli, struct control_client *client)
{
    char store[STORE_PATH_SIZE], path[STORE_PATH_SIZE];
    struct stream_address *address = &client->link.address;
    int code = take_store(cli, store);
    if (code == EXIT_FINE) code = take_control(cli, store, path);
    if (code != EXIT_FINE) return code;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return complain(cli, EXIT_BAD_DATA, SAY_HOST_NONE, path, system_reason(cli, errno));
    }
    const bool read =
        fscanf(file, "%7s %64s %299s", address->port, client->token, client->url) == 3;
    fclose(file);
    snprintf(address->host, sizeof address->host, "127.0.0.1");
    memset(client->link.key, '0', LINK_KEY_SIZE - 1); /* nobody's: a host need not be a player */
    client->link.language = cli->language;
    client->link.heard = heard;
    client->link.context = client;
    if (!read || !link_open(&client->link)) {
        return complain(cli, EXIT_BAD_DATA, SAY_HOST_NONE, path, system_reason(cli, ECONNREFUSED));
    }
    json_t *answer = ask(client, json_pack("{s:s,s:s}", "do", "enter", "token", client->token));
    const char *text = json_string_value(json_object_get(answer, "text"));
    if (answer == NULL) code = complain(cli, EXIT_BAD_DATA, SAY_HOST_SILENT, NULL, NULL);
    if (text != NULL) code = complain(cli, EXIT_BAD_DATA, SAY_HOST_REFUSED, text, NULL);
    json_decref(answer);
    return code;
}

/* ---- Showing ---- */

static const char *text_of(const json_t *value, const char *key)
{
    const char *text = json_string_value(json_object_get(value, key));
    return text != NULL ? text : "";
}

static int64_t number_of(const json_t *value, const char *key)
{
    return json_integer_value(json_object_get(value, key));
}

struct digits {
    char text[24];
};

static struct digits digits_of(int64_t number)
{
    struct digits digits;
    snprintf(digits.text, sizeof digits.text, "%lld", (long long)number);
    return digits;
}

static void line(const struct cli *cli, enum say what, const char *first, const char *second)
{
    say(stdout, cli, what, first, second);
    fputc('\n', stdout);
}

static void overview_show(const struct cli *cli, const json_t *answer)
{
    const char *game;
    json_t *count;
    int64_t playing = 0;
    size_t i;
    json_t *limit;
    json_object_foreach(json_object_get(answer, "playing"), game, count) playing +=
        json_integer_value(count);
    line(cli, SAY_HOST_PEOPLE, digits_of(number_of(answer, "people")).text, NULL);
    line(cli, SAY_HOST_TABLES, digits_of(playing).text, digits_of(number_of(answer, "open")).text);
    line(cli, SAY_HOST_MOVES, digits_of(number_of(answer, "moves")).text,
         digits_of(number_of(answer, "longest_ms")).text);
    line(cli, SAY_HOST_MEMORY, digits_of(number_of(answer, "memory") >> 20).text,
         digits_of(number_of(answer, "files")).text);
    const int64_t backup_ms = number_of(answer, "backup");
    const int64_t hours = (number_of(answer, "at") - backup_ms) / 3600000;
    if (json_is_false(json_object_get(answer, "shared"))) {
        line(cli, backup_ms > 0 ? SAY_HOST_BACKUP_AGE : SAY_HOST_BACKUP_NEVER,
             digits_of(hours).text, NULL);
    }
    const json_t *nightly = json_object_get(answer, "nightly");
    const char *failed = text_of(answer, "nightly_failed");
    if (json_is_integer(nightly)) {
        line(cli, SAY_HOST_NIGHTLY, digits_of(json_integer_value(nightly)).text, NULL);
    }
    if (failed[0] != '\0') line(cli, SAY_HOST_NIGHTLY_FAILED, failed, NULL);
    const json_t *said_now = json_object_get(answer, "announcement");
    if (json_is_object(said_now)) line(cli, SAY_HOST_ANNOUNCED, text_of(said_now, "text"), NULL);
    if (json_is_true(json_object_get(answer, "maintenance"))) {
        line(cli, SAY_HOST_MAINTAINS, NULL, NULL);
    }
    json_array_foreach(json_object_get(answer, "limits"), i, limit)
    {
        line(cli, SAY_HOST_LIMIT, text_of(limit, "name"),
             digits_of(number_of(limit, "value")).text);
    }
}

/* Seconds since 1970 are for programs: people get a date. */
static void date_show(int64_t at_ms)
{
    const time_t seconds = (time_t)(at_ms / 1000);
    char text[32] = "-";
    struct tm day;
    if (at_ms > 0 && localtime_r(&seconds, &day) != NULL) {
        strftime(text, sizeof text, "%Y-%m-%d %H:%M", &day);
    }
    printf("%-16s  ", text);
}

/* A name to look at, and why. */
static void doubt_show(const struct cli *cli, const json_t *row)
{
    const char *why = text_of(row, "why");
    printf("%s  %s: %s", text_of(row, "id"), text_of(row, "name"),
           said(cli, strcmp(why, "host") == 0      ? SAY_HOST_NAME_HOST
                     : strcmp(why, "address") == 0 ? SAY_HOST_NAME_ADDRESS
                                                   : SAY_HOST_NAME_ALIKE));
}

static void list_show(const struct cli *cli, const char *what, const json_t *rows)
{
    size_t i, j;
    json_t *row, *seat;
    json_array_foreach(rows, i, row)
    {
        if (strcmp(what, "people") == 0) {
            date_show(number_of(row, "seen"));
            printf("%s  %s", text_of(row, "id"), text_of(row, "name"));
            if (json_is_true(json_object_get(row, "here")))
                printf(", %s", said(cli, SAY_HOST_HERE));
            if (json_is_true(json_object_get(row, "muted"))) {
                printf(", %s", said(cli, SAY_HOST_MUTED));
            }
            if (json_is_true(json_object_get(row, "banned"))) {
                printf(", %s", said(cli, SAY_HOST_BANNED));
            }
        } else if (strcmp(what, "tables") == 0) {
            date_show(number_of(row, "updated"));
            printf("%s  %-8s  %-7s ", text_of(row, "table"), text_of(row, "game"),
                   text_of(row, "phase"));
            json_array_foreach(json_object_get(row, "seats"), j, seat)
            {
                const char *name =
                    json_is_object(seat) ? text_of(seat, "name") : json_string_value(seat);
                printf(" %s%s", j > 0 ? "- " : "", name[0] != '\0' ? name : "...");
            }
        } else if (strcmp(what, "names") == 0) {
            date_show(number_of(row, "at"));
            doubt_show(cli, row);
        } else {
            date_show(number_of(row, "at"));
            const bool backup = strcmp(what, "backups") == 0;
            if (backup) printf("%10lld  ", (long long)number_of(row, "bytes"));
            printf("%s", text_of(row, backup ? "name" : "what"));
        }
        putchar('\n');
    }
}

static int backup_show(const struct cli *cli, bool made, const json_t *about)
{
    if (!json_is_true(json_object_get(about, "fine"))) {
        return complain(cli, EXIT_BAD_DATA, SAY_HOST_BACKUP_FAILED, text_of(about, "why"), NULL);
    }
    line(cli, made ? SAY_HOST_BACKED_UP : SAY_HOST_BACKUP_FINE, text_of(about, "name"),
         digits_of(number_of(about, "bytes")).text);
    return EXIT_FINE;
}

static int answer_show(const struct cli *cli, const struct control_client *client, const char *what,
                       const json_t *answer)
{
    const bool listed = strcmp(what, "people") == 0 || strcmp(what, "tables") == 0 ||
                        strcmp(what, "audit") == 0 || strcmp(what, "backups") == 0 ||
                        strcmp(what, "names") == 0;
    if (cli->given[FLAG_JSON] || strcmp(what, "export") == 0) {
        json_dumpf(answer, stdout, JSON_COMPACT);
        putchar('\n');
    } else if (listed) {
        list_show(cli, what, json_object_get(answer, what));
    } else if (strcmp(what, "overview") == 0) {
        overview_show(cli, answer);
    } else if (strcmp(what, "link") == 0) {
        char url[400];
        snprintf(url, sizeof url, "%s/host#%s", client->url, text_of(answer, "code"));
        line(cli, SAY_HOST_LINK, url, NULL);
    } else if (strcmp(what, "storage") == 0) {
        char counts[120];
        struct pond_text text = pond_text_in(counts, sizeof counts);
        const struct digits people = digits_of(number_of(answer, "persons"));
        const struct digits tables = digits_of(number_of(answer, "tables"));
        const char *both[] = {people.text, tables.text};
        pond_sentence_print(said(cli, SAY_HOST_STORED), cli->language, both, 2, &text);
        line(cli, SAY_HOST_STORAGE, digits_of((number_of(answer, "bytes") + 1048575) >> 20).text,
             counts);
    } else if (strcmp(what, "backup") == 0 || strcmp(what, "check") == 0) {
        return backup_show(cli, what[0] == 'b', json_object_get(answer, "backups"));
    } else {
        line(cli, SAY_HOST_DONE, NULL, NULL);
    }
    return EXIT_FINE;
}

/* ---- All of it ---- */

/* The message that the arguments make; NULL after a complaint. */
static json_t *message_make(const struct cli *cli, const struct deed *deed, int *code)
{
    json_t *message = json_pack("{s:s}", "do", deed->name);
    for (int i = 0; i < 2 && deed->members[i] != NULL && i + 1 < cli->argument_count; i++) {
        const char *text = cli->arguments[i + 1], *digits = text;
        uint32_t number;
        json_t *value = json_pack("s", text);
        if (strcmp(deed->members[i], "on") == 0) {
            json_decref(value);
            value = json_boolean(strcmp(text, "on") == 0);
        } else if (strcmp(deed->members[i], "hour") == 0) {
            json_decref(value);
            value = json_integer(strcmp(text, "off") == 0 ? -1 : strtol(text, NULL, 10));
        } else if (strcmp(deed->members[i], "value") == 0 &&
                   pond_read_number(&digits, 1000000, &number) && *digits == '\0') {
            json_decref(value);
            value = json_integer(number);
        }
        if (value == NULL) { /* not UTF-8 */
            *code = complain(cli, EXIT_WRONG_USAGE, SAY_HOST_ARGUMENTS, deed->name, "TEXT");
            json_decref(message);
            return NULL;
        }
        json_object_set_new(message, deed->members[i], value);
    }
    uint32_t minutes = 0;
    *code = take_number(cli, FLAG_MINUTES, 1, 31 * 24 * 60, 0, &minutes);
    if (cli->given[FLAG_MINUTES]) {
        json_object_set_new(message, "minutes", json_integer(minutes));
    }
    if (*code == EXIT_FINE) return message;
    json_decref(message);
    return NULL;
}

/* What an argument may be, where that is not any text; NULL: any. */
static const char *form_of(const char *member)
{
    if (strcmp(member, "on") == 0) return "on|off";
    return strcmp(member, "hour") == 0 ? "0-23|off" : NULL;
}

static bool form_fits(const char *member, const char *text)
{
    const char *digits = text;
    uint32_t number;
    if (form_of(member) == NULL || strcmp(text, "off") == 0) return true;
    if (strcmp(member, "on") == 0) return strcmp(text, "on") == 0;
    return pond_read_number(&digits, 23, &number) && *digits == '\0';
}

static int arguments_check(const struct cli *cli, const struct deed *deed)
{
    int most = 0;
    while (most < 2 && deed->members[most] != NULL) most++;
    const int count = cli->argument_count - 1;
    const bool wrong = count > 0 && most > 0 && !form_fits(deed->members[0], cli->arguments[1]);
    if (count > most || (count >= 0 && count < deed->least) || wrong) {
        char usage[80] = "";
        for (int i = 0; i < most; i++) {
            const size_t length = strlen(usage);
            const char *form = form_of(deed->members[i]);
            snprintf(usage + length, sizeof usage - length, "%s%s", i > 0 ? " " : "",
                     form != NULL ? form : deed->members[i]);
        }
        return complain(cli, EXIT_WRONG_USAGE, SAY_HOST_ARGUMENTS, deed->name, usage);
    }
    if (deed->final && !cli->given[FLAG_YES]) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_HOST_YES, deed->name, NULL);
    }
    return EXIT_FINE;
}

int command_host(struct cli *cli)
{
    const char *what = cli->argument_count > 0 ? cli->arguments[0] : "overview";
    const struct deed *deed = deed_find(what);
    struct control_client client = {.link.socket = -1};
    if (deed == NULL) {
        const char *names[sizeof deeds / sizeof deeds[0]];
        for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++) names[i] = deeds[i].name;
        return complain_meant(cli, EXIT_WRONG_USAGE, SAY_HOST_WHAT, what, NULL,
                              closest(what, names));
    }
    int code = arguments_check(cli, deed);
    json_t *message = code == EXIT_FINE ? message_make(cli, deed, &code) : NULL;
    if (message == NULL) return code;
    code = control_begin(cli, &client);
    json_t *answer = code == EXIT_FINE ? ask(&client, json_incref(message)) : NULL;
    json_decref(message);
    if (code == EXIT_FINE && answer == NULL) {
        code = complain(cli, EXIT_BAD_DATA, SAY_HOST_SILENT, NULL, NULL);
    } else if (answer != NULL && strcmp(text_of(answer, "type"), "error") == 0) {
        code = complain(cli, EXIT_BAD_DATA, SAY_HOST_REFUSED, text_of(answer, "text"), NULL);
    } else if (answer != NULL) {
        code = answer_show(cli, &client, what, answer);
    }
    json_decref(answer);
    link_close(&client.link);
    return code;
}
