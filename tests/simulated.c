/* simulated.c: a play server, its clients and its clock in one process. See simulated.h. */
#include "simulated.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void send_to(void *context, struct session *session, const char *bytes, size_t length,
                    bool waits)
{
    (void)context;
    struct simulated_client *client = session_wire(session);
    while (client->length + length + 2 > client->size) {
        client->inbox = realloc(client->inbox, client->size *= 2);
        assert(client->inbox != NULL);
    }
    memcpy(client->inbox + client->length, bytes, length);
    client->length += length;
    client->inbox[client->length++] = '\n';
    client->inbox[client->length] = '\0';
    client->waited += waits;
}

static void close_of(void *context, struct session *session, int code)
{
    (void)context;
    ((struct simulated_client *)session_wire(session))->closed = code;
}

static void think(void *context, struct think_job *job)
{
    struct simulated *server = context;
    job->next = server->jobs;
    server->jobs = job;
}

static void forget(void *context, const char *table, uint64_t session)
{
    (void)session;
    if (table != NULL) ((struct simulated *)context)->forgotten++;
}

static void random_bytes(void *context, void *bytes, size_t length)
{
    struct simulated *server = context;
    for (size_t i = 0; i < length; i++) {
        ((unsigned char *)bytes)[i] = (unsigned char)pond_rng_below(&server->rng, 256);
    }
}

void simulated_open(struct simulated *server, const char *seed, const struct store_backend *backend,
                    const char *where)
{
    const struct hall_outside outside = {.context = server,
                                         .send = send_to,
                                         .close = close_of,
                                         .think = think,
                                         .forget = forget,
                                         .random = random_bytes};
    const struct hall_limits limits = {.off = false};
    struct store_trouble why;
    memset(server, 0, sizeof *server);
    pond_rng_seed(&server->rng, seed);
    server->now_ms = 1790000000000;
    server->hall = hall_new(&outside, seed, &limits);
    const struct store_events events = {
        .context = server->hall, .changed = hall_store_changed, .down = hall_store_down};
    server->store =
        store_open_with(backend != NULL ? backend : &store_sqlite,
                        where != NULL ? where : "sqlite::memory:", false, &events, &why);
    assert(server->store != NULL);
    hall_store_set(server->hall, server->store);
    hall_time(server->hall, server->now_ms);
}

void simulated_close(struct simulated *server)
{
    for (int i = 0; i < CLIENTS_MAX; i++) {
        client_leave(server, i);
        free(server->clients[i].inbox);
    }
    store_close(server->store);
    while (server->jobs != NULL) {
        struct think_job *job = server->jobs;
        server->jobs = job->next;
        think_job_free(job);
    }
    hall_free(server->hall);
}

void simulated_restart(struct simulated *server, const char *seed, const char *where,
                       int64_t jump_ms)
{
    const int64_t now_ms = server->now_ms + jump_ms;
    char table[STORE_ID_SIZE];
    memcpy(table, server->table, sizeof table);
    simulated_close(server);
    simulated_open(server, seed, NULL, where);
    memcpy(server->table, table, sizeof table);
    server->now_ms = now_ms;
    server->hall->now_ms = server->hall->started_ms = 0;
    hall_time(server->hall, now_ms);
}

static void sweep(struct simulated *server)
{
    for (int i = 0; i < CLIENTS_MAX; i++) {
        struct simulated_client *client = &server->clients[i];
        if (client->closed != 0 && client->session != NULL) client_leave(server, i);
    }
}

void simulated_run(struct simulated *server)
{
    for (bool more = true; more;) {
        more = store_poll(server->store) > 0;
        if (!server->computers_wait && server->jobs != NULL) {
            struct think_job *job = server->jobs;
            server->jobs = job->next;
            memcpy(server->thinker, job->computer, sizeof server->thinker);
            if (server->computers_hurry) strcpy(job->computer, "random");
            think_job_run(job);
            hall_thought(server->hall, job);
            more = true;
        }
    }
    sweep(server);
}

void simulated_pass(struct simulated *server, int64_t time_ms)
{
    for (int64_t end_ms = server->now_ms + time_ms; server->now_ms < end_ms;) {
        server->now_ms += end_ms - server->now_ms < 100 ? end_ms - server->now_ms : 100;
        hall_time(server->hall, server->now_ms);
        hall_tick(server->hall);
        simulated_run(server);
    }
}

void client_connect(struct simulated *server, int number)
{
    struct simulated_client *client = &server->clients[number];
    client_leave(server, number);
    client->server = server;
    client->closed = 0;
    if (client->inbox == NULL) client->inbox = malloc(client->size = 1 << 16);
    assert(client->inbox != NULL);
    client_forget(server, number);
    client->session = hall_enter(server->hall, client);
}

void client_leave(struct simulated *server, int number)
{
    struct simulated_client *client = &server->clients[number];
    if (client->session != NULL) hall_leave(client->session);
    client->session = NULL;
}

void client_forget(struct simulated *server, int number)
{
    server->clients[number].length = 0;
    if (server->clients[number].inbox != NULL) server->clients[number].inbox[0] = '\0';
}

void client_hello(struct simulated *server, int number, const char *language)
{
    client_connect(server, number);
    json_decref(client_ask(server, number,
                           "\"type\":\"hello\",\"key\":\"%064d\",\"name\":\"P%d\",\"lang\":\"%s\","
                           "\"board\":true",
                           number + 1, number, language));
}

/* The last message of a client for which `fits` holds. */
static json_t *find_last(const struct simulated_client *client,
                         bool (*fits)(const json_t *message, const void *wanted),
                         const void *wanted)
{
    size_t end = client->length;
    while (end > 0) {
        size_t start = end - 1;
        while (start > 0 && client->inbox[start - 1] != '\n') start--;
        json_t *message = json_loadb(client->inbox + start, end - 1 - start, 0, NULL);
        assert(json_is_object(message));
        if (fits(message, wanted)) return message;
        json_decref(message);
        end = start;
    }
    return NULL;
}

static bool id_fits(const json_t *message, const void *wanted)
{
    return member_number(message, "id") == *(const int64_t *)wanted;
}

struct kind {
    const char *type, *kind;
};

static bool kind_fits(const json_t *message, const void *wanted)
{
    const struct kind *kind = wanted;
    return strcmp(member_text(message, "type"), kind->type) == 0 &&
           (kind->kind == NULL || strcmp(member_text(message, "what.kind"), kind->kind) == 0);
}

json_t *client_last(struct simulated *server, int number, const char *type, const char *kind)
{
    const struct kind wanted = {type, kind};
    return find_last(&server->clients[number], kind_fits, &wanted);
}

json_t *client_ask(struct simulated *server, int number, const char *format, ...)
{
    struct simulated_client *client = &server->clients[number];
    char text[MESSAGE_BYTES_MAX];
    va_list arguments;
    const int64_t id = client->id++;
    if (client->session == NULL) return NULL;
    int length = snprintf(text, sizeof text, "{\"id\":%lld,", (long long)id);
    va_start(arguments, format);
    length += vsnprintf(text + length, sizeof text - (size_t)length, format, arguments);
    va_end(arguments);
    length += snprintf(text + length, sizeof text - (size_t)length, "}");
    hall_message(client->session, text, (size_t)length);
    simulated_run(server);
    return find_last(client, id_fits, &id);
}

static const json_t *member(const json_t *object, const char *path)
{
    char name[64];
    while (object != NULL && *path != '\0') {
        const size_t length = strcspn(path, ".");
        snprintf(name, sizeof name, "%.*s", (int)length, path);
        object = json_is_array(object) ? json_array_get(object, (size_t)atoi(name))
                                       : json_object_get(object, name);
        path += length + (path[length] == '.');
    }
    return object;
}

const char *member_text(const json_t *object, const char *path)
{
    const char *text = json_string_value(member(object, path));
    return text != NULL ? text : "";
}

int64_t member_number(const json_t *object, const char *path)
{
    const json_t *value = member(object, path);
    return json_is_integer(value) ? json_integer_value(value) : -1;
}

const char *text_of(json_t *message, const char *path)
{
    static char text[4096];
    snprintf(text, sizeof text, "%s", member_text(message, path));
    json_decref(message);
    return text;
}

int64_t number_of(json_t *message, const char *path)
{
    const int64_t number = member_number(message, path);
    json_decref(message);
    return number;
}

json_t *client_look(struct simulated *server, int client)
{
    return client_do(server, client, "watch");
}

json_t *client_play(struct simulated *server, int client, const char *move)
{
    const int64_t version = number_of(client_look(server, client), "version");
    return client_ask(server, client,
                      "\"type\":\"play\",\"table\":\"%s\",\"version\":%lld,\"move\":\"%s\"",
                      server->table, (long long)version, move);
}

json_t *client_do(struct simulated *server, int client, const char *type)
{
    return client_ask(server, client, "\"type\":\"%s\",\"table\":\"%s\"", type, server->table);
}
