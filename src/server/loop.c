/* loop.c: the play server with its sockets. See loop.h.
 *
 * Decisions are made elsewhere. This file connects the parts, tells the hall the time, and hands
 * over the results of threads. Connections are in connection.c, and their output is in
 * outbox.c. */
#include "loop.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "connection.h"
#include "limits.h"
#include "played.h"

#define TICK_MS 100
#define FIGURES_TICKS 600 /* between two lines of figures in the log */
#define BACKLOG 1024
#define STOP_MS_MAX 3000 /* to send and store what is under way */

int64_t server_now_ms(const struct server *server)
{
    return server->wall_ms + (int64_t)((uv_hrtime() - server->start_ns) / 1000000);
}

void server_log(const struct server *server, const char *what, const char *key, long long value)
{
    if (server->options->log == NULL) return;
    fprintf(server->options->log, "{\"at\":%lld,\"what\":\"%s\",\"%s\":%lld}\n",
            (long long)server_now_ms(server), what, key, value);
    fflush(server->options->log);
}

/* How it goes, once a minute: numbers alone. */
static void log_figures(const struct server *server)
{
    const struct hall_figures figures = hall_figures(server->hall);
    if (server->options->log == NULL) return;
    fprintf(server->options->log,
            "{\"at\":%lld,\"what\":\"figures\",\"connections\":%u,\"sessions\":%u,\"rooms\":%u,"
            "\"moves\":%llu,\"refused\":%llu,\"turned_away\":%llu}\n",
            (long long)server_now_ms(server), server->client_count, figures.sessions, figures.rooms,
            (unsigned long long)figures.moves, (unsigned long long)figures.refused,
            (unsigned long long)server->refused_connections);
    fflush(server->options->log);
}
/* ---- The hall's outside ---- */

static void outside_think(void *context, struct think_job *job)
{
    think_give(((struct server *)context)->pool, job);
}

static void outside_forget(void *context, const char *table, uint64_t session)
{
    struct think_pool *pool = ((struct server *)context)->pool;
    if (pool != NULL) think_forget(pool, table, session);
}

static void outside_random(void *context, void *bytes, size_t length)
{
    (void)context;
    randombytes_buf(bytes, length);
}

static void outside_played(void *context, const struct pond_match *match)
{
    struct played *played = ((struct server *)context)->options->played;
    if (played != NULL) played_add(played, match);
}

static void wake_stored(void *context) { uv_async_send(&((struct server *)context)->stored); }
static void wake_thought(void *context) { uv_async_send(&((struct server *)context)->thought); }

static void on_changed(void *context, const char *table)
{
    hall_store_changed(((struct server *)context)->hall, table);
}

static void on_down(void *context, bool is_down)
{
    struct server *server = context;
    server_log(server, "store", "down", is_down);
    if (server->options->away != NULL) server->options->away(server->options->context, is_down);
    hall_store_down(server->hall, is_down);
}

static void on_stored(uv_async_t *async)
{
    struct server *server = async->data;
    hall_time(server->hall, server_now_ms(server));
    store_poll(server->store);
    if (store_failing(server->store) == server->failing) return;
    server->failing = !server->failing;
    server_log(server, "store", "failing", server->failing);
}

static void on_thought(uv_async_t *async)
{
    struct server *server = async->data;
    struct think_job *job;
    hall_time(server->hall, server_now_ms(server));
    while ((job = think_take(server->pool)) != NULL) hall_thought(server->hall, job);
}

/* ---- Time and the end ---- */

static void close_handle(uv_handle_t *handle, void *context)
{
    (void)context;
    if (!uv_is_closing(handle)) uv_close(handle, NULL);
}

/* All has been said and stored, or it has taken too long. */
static void finish(struct server *server)
{
    while (server->clients != NULL) client_close(server->clients);
    uv_walk(&server->loop, close_handle, NULL);
}

/* Nothing else is to be done: the groups that have gathered set out. */
static void on_wait(uv_prepare_t *prepare)
{
    struct server *server = prepare->data;
    store_flush(server->store);
    outbox_flush(server);
    turns_next(server);
}

static void on_tick(uv_timer_t *timer)
{
    struct server *server = timer->data;
    const int64_t now = server_now_ms(server);
    hall_time(server->hall, now);
    hall_tick(server->hall);
    think_tick(server->pool);
    if (server->ticks++ % (1000 / TICK_MS) == 0) {
        for (struct client *client = server->clients; client != NULL; client = client->next) {
            wire_tick(&client->wire, now);
            client_watch(client, now);
        }
        addresses_tick(server->addresses, now);
        addresses_limit(server->addresses, hall_setting(server->hall, SETTING_CONNECTIONS));
        outbox_give_back(server);
    }
    if (server->ticks % FIGURES_TICKS == 0) {
        log_figures(server);
        if (server->options->played != NULL && played_failing(server->options->played)) {
            server_log(server, "explorer", "saved", 0);
        }
    }
    clients_sweep(server, now);
    if (!server->stopping) return;
    const bool quiet = hall_quiet(server->hall) && server->clients == NULL;
    if (quiet || now >= server->stop_at_ms) finish(server);
}

/* The certificate may have been renewed. A bad one changes nothing. */
static void tls_renew(struct server *server)
{
    struct tls_trouble trouble;
    const bool renewed = tls_keys_renew(server->options->tls, &trouble);
    server_log(server, "tls", "renewed", renewed);
    if (server->options->renewed != NULL) {
        server->options->renewed(server->options->context, renewed ? NULL : &trouble);
    }
}

static void on_signal(uv_signal_t *signal, int number)
{
    struct server *server = signal->data;
    if (number == SIGHUP && server->options->tls != NULL &&
        server->has_terminal == (isatty(STDIN_FILENO) != 0)) {
        tls_renew(server);
        return;
    }
    if (server->stopping) { /* a second one: at once */
        server->stop_at_ms = 0;
        return;
    }
    server_log(server, "stop", "signal", number);
    server->stopping = server->site.stopping = server->own_site.stopping = true;
    server->stop_at_ms = server_now_ms(server) + STOP_MS_MAX;
    uv_close((uv_handle_t *)&server->listener, NULL);
    hall_goodbye(server->hall);
    for (struct client *client = server->clients; client != NULL; client = client->next) {
        wire_stop(&client->wire);
    }
}

static void site_figures(void *context, struct buffer *out)
{
    struct server *server = context;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    buffer_format(out,
                  "# HELP pond_connections Connections\n# TYPE pond_connections gauge\n"
                  "pond_connections %u\n"
                  "# HELP pond_connections_refused_total Connections turned away by limits\n"
                  "# TYPE pond_connections_refused_total counter\n"
                  "pond_connections_refused_total %llu\n"
                  "# HELP pond_files_refused_total Those of them without a file left\n"
                  "# TYPE pond_files_refused_total counter\npond_files_refused_total %llu\n",
                  server->client_count, (unsigned long long)server->refused_connections,
                  (unsigned long long)server->refused_files);
    const int64_t backup_ms = control_backup_ms(server);
    buffer_format(out,
                  "# HELP pond_files Open files\n# TYPE pond_files gauge\npond_files %d\n"
                  "# HELP pond_files_max Most files that may be open\n"
                  "# TYPE pond_files_max gauge\npond_files_max %d\n",
                  control_files_open(server), server->files_max);
    if (backup_ms >= 0) {
        buffer_format(out,
                      "# HELP pond_backup_age_seconds Since the newest backup beside the store\n"
                      "# TYPE pond_backup_age_seconds gauge\npond_backup_age_seconds %lld\n",
                      (long long)(server_now_ms(server) - backup_ms) / 1000);
    }
    const struct think_figures think = think_figures(server->pool);
    buffer_format(out,
                  "# HELP pond_thoughts_waiting Decisions that computers have not begun\n"
                  "# TYPE pond_thoughts_waiting gauge\npond_thoughts_waiting %u\n"
                  "# HELP pond_thoughts_cut_total Thoughts cut short for others who waited\n"
                  "# TYPE pond_thoughts_cut_total counter\npond_thoughts_cut_total %llu\n"
                  "# HELP pond_thoughts_lowered_total Late moves left to a lower level\n"
                  "# TYPE pond_thoughts_lowered_total counter\npond_thoughts_lowered_total %llu\n",
                  think.waiting, (unsigned long long)think.cut, (unsigned long long)think.lowered);
    buffer_format(out,
                  "# HELP process_cpu_seconds_total CPU time\n"
                  "# TYPE process_cpu_seconds_total counter\n"
                  "process_cpu_seconds_total %.3f\n"
                  "# HELP pond_memory_peak_bytes Most memory so far\n"
                  "# TYPE pond_memory_peak_bytes gauge\npond_memory_peak_bytes %llu\n",
                  (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                      (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6,
                  (unsigned long long)usage.ru_maxrss * 1024);
}

/* ---- Beginning ---- */

static bool listen_at(struct server *server, int *port, struct store_trouble *why)
{
    const struct loop_options *options = server->options;
    for (int i = 0; i <= options->ports_tried; i++) {
        struct sockaddr_storage address;
        *port = options->port + i;
        int error = uv_ip4_addr(options->address, *port, (struct sockaddr_in *)&address);
        if (error != 0) {
            error = uv_ip6_addr(options->address, *port, (struct sockaddr_in6 *)&address);
        }
        if (error == 0) {
            uv_tcp_init(&server->loop, &server->listener);
            server->listener.data = server;
            error = uv_tcp_bind(&server->listener, (struct sockaddr *)&address, 0);
            if (error == 0)
                error = uv_listen((uv_stream_t *)&server->listener, BACKLOG, client_accept);
        }
        if (error == 0) {
            int length = sizeof address;
            uv_tcp_getsockname(&server->listener, (struct sockaddr *)&address, &length);
            *port = ntohs(((struct sockaddr_in *)&address)->sin_port);
            return true;
        }
        store_trouble_is(why, STORE_WHY_TEXT, uv_strerror(error));
        if (error == UV_EINVAL) return false;
        uv_close((uv_handle_t *)&server->listener, NULL);
        uv_run(&server->loop, UV_RUN_NOWAIT);
        if (error != UV_EADDRINUSE) return false;
    }
    return false;
}

/* The wall clock is read once; from then on only the steady one counts. Nodes of a shared store go
 * by the database's. */
static void time_begin(struct server *server)
{
    uv_timeval64_t wall;
    uv_gettimeofday(&wall);
    server->wall_ms = wall.tv_sec * 1000 + wall.tv_usec / 1000;
    store_time(server->options->store, &server->wall_ms);
    server->start_ns = uv_hrtime();
}

static bool server_begin(struct server *server, struct store_trouble *why)
{
    static const int numbers[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
    const struct hall_outside outside = {.context = server,
                                         .send = wire_send,
                                         .close = wire_close,
                                         .think = outside_think,
                                         .forget = outside_forget,
                                         .random = outside_random,
                                         .played = outside_played,
                                         .host_figures = control_figures,
                                         .backup = backups_ask};
    const bool unlimited = server->options->unlimited;
    const struct hall_limits limits = {.off = unlimited};
    char node[STORE_ID_SIZE];
    snprintf(node, sizeof node, "%08x%08x", randombytes_random(), randombytes_random());
    server->hall = hall_new(&outside, node, &limits);
    const struct store_events events = {
        .context = server, .wake = wake_stored, .changed = on_changed, .down = on_down};
    server->stored.data = server->thought.data = server->timer.data = server;
    server->waits.data = server;
    uv_async_init(&server->loop, &server->stored, on_stored);
    uv_async_init(&server->loop, &server->thought, on_thought);
    server->store = store_open(server->options->store, true, &events, why);
    if (server->store == NULL) return false;
    hall_store_set(server->hall, server->store);
    time_begin(server);
    hall_time(server->hall, server_now_ms(server));
    server->pool = think_open(server->options->threads, wake_thought, server);
    server->site = (struct site){.hall = server->hall,
                                 .store = server->store,
                                 .origin = server->options->origin,
                                 .hostnames = server->options->hostnames,
                                 .cache = site_cache_new(),
                                 .addresses = unlimited ? NULL : server->addresses,
                                 .proxies = server->options->proxies,
                                 .played = server->options->played,
                                 .context = server,
                                 .write = outbox_write,
                                 .write_lasting = outbox_write_lasting,
                                 .end = client_end,
                                 .figures = site_figures,
                                 .reach = client_reach};
    turns_open(server);
    uv_prepare_init(&server->loop, &server->waits);
    uv_prepare_start(&server->waits, on_wait);
    server->sender = sender_new(false);
    uv_timer_init(&server->loop, &server->holds);
    uv_timer_init(&server->loop, &server->timer);
    uv_timer_start(&server->timer, on_tick, TICK_MS, TICK_MS);
    for (int i = 0; i < SIGNALS; i++) {
        uv_signal_init(&server->loop, &server->signals[i]);
        server->signals[i].data = server;
        uv_signal_start(&server->signals[i], on_signal, numbers[i]);
    }
    return true;
}

/* As many files as the system allows: each connection is one. */
static int files_raise(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return INT32_MAX;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur < INT32_MAX ? (int)limit.rlim_cur : INT32_MAX;
}

enum loop_trouble loop_run(const struct loop_options *options, struct store_trouble *why)
{
    struct server *server = calloc(1, sizeof *server);
    enum loop_trouble trouble = LOOP_FINE;
    int port = 0;
    if (server == NULL || sodium_init() < 0 || uv_loop_init(&server->loop) != 0) return LOOP_SYSTEM;
    signal(SIGPIPE, SIG_IGN);
    server->files_max = files_raise();
    server->options = options;
    server->has_terminal = isatty(STDIN_FILENO) != 0;
    server->addresses = addresses_new();
    if (!server_begin(server, why)) {
        trouble = LOOP_STORE;
    } else if (!listen_at(server, &port, why)) {
        trouble = LOOP_ADDRESS;
        finish(server);
    } else {
        server->port = port;
        server_log(server, "listen", "port", port);
        server_log(server, "send", "io_uring", sender_gathers(server->sender));
        char code[65] = "";
        if (control_open(server)) hall_host_code(server->hall, code);
        if (options->ready != NULL) options->ready(options->context, options->address, port, code);
    }
    if (trouble == LOOP_STORE) uv_walk(&server->loop, close_handle, NULL);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    if (trouble == LOOP_FINE && hall_down(server->hall)) trouble = LOOP_AWAY;
    control_close(server);
    if (server->pool != NULL) think_close(server->pool);
    server->pool = NULL;
    if (server->store != NULL) store_close(server->store);
    hall_free(server->hall);
    addresses_free(server->addresses);
    if (server->site.cache != NULL) site_cache_free(server->site.cache);
    sender_free(server->sender);
    outbox_free(server);
    turns_close(server);
    uv_loop_close(&server->loop);
    free(server);
    return trouble;
}
