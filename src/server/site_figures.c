/* site_figures.c: the server's health and figures for its host: /healthz and /metrics. */
#include <string.h>

#include "site.h"

#define FIGURES_KEPT_MS 250 /* /metrics is remade no more often than this */

void site_health(const struct site *site, const struct http_request *request, struct buffer *out)
{
    const bool saves = !hall_down(site->hall) && !store_failing(site->store);
    const char *text = site->stopping ? "stopping\n" : saves ? "ok\n" : "store\n";
    const int status = strcmp(text, "ok\n") == 0 ? 200 : 503;
    site_text(out, status, "text/plain; charset=utf-8", text, strlen(text), request);
}

static void figure(struct buffer *out, const char *name, const char *kind, const char *help,
                   uint64_t value)
{
    buffer_format(out, "# HELP pond_%s %s\n# TYPE pond_%s %s\npond_%s %llu\n", name, help, name,
                  kind, name, (unsigned long long)value);
}

static void refusals_write(struct buffer *out, const struct hall_figures *hall)
{
    buffer_text(out, "# HELP pond_refusals_total Messages answered with an error, by its code\n"
                     "# TYPE pond_refusals_total counter\n");
    for (int i = 0; i < REFUSALS; i++) {
        buffer_format(out, "pond_refusals_total{code=\"%s\"} %llu\n", refusal_names[i],
                      (unsigned long long)hall->refusals[i]);
    }
}

static void delays_write(struct buffer *out, const struct hall_figures *hall)
{
    uint64_t count = 0;
    buffer_text(out, "# HELP pond_write_ms From a message to its event on disk\n"
                     "# TYPE pond_write_ms histogram\n");
    for (int i = 0; i < DELAYS; i++) {
        count += hall->delays[i];
        buffer_format(out, "pond_write_ms_bucket{le=\"%d\"} %llu\n", delays_ms[i],
                      (unsigned long long)count);
    }
    count += hall->delays[DELAYS];
    buffer_format(out,
                  "pond_write_ms_bucket{le=\"+Inf\"} %llu\npond_write_ms_sum %llu\n"
                  "pond_write_ms_count %llu\n",
                  (unsigned long long)count, (unsigned long long)hall->delays_sum_ms,
                  (unsigned long long)count);
}

/* Nothing here may depend on what is hidden: not even the bytes sent, since views differ in length.
 */
static struct blob *figures_make(const struct site *site)
{
    const struct hall_figures hall = hall_figures(site->hall);
    const struct store_figures store = store_figures(site->store);
    struct buffer body = {0};
    figure(&body, "sessions", "gauge", "WebSocket clients connected", hall.sessions);
    figure(&body, "rooms", "gauge", "Tables in memory", hall.rooms);
    figure(&body, "messages_in_total", "counter", "Messages from clients", hall.messages_in);
    figure(&body, "messages_out_total", "counter", "Messages to clients", hall.messages_out);
    figure(&body, "moves_total", "counter", "Moves made and stored", hall.moves);
    figure(&body, "events_total", "counter", "Events stored", hall.events);
    figure(&body, "refused_total", "counter", "Messages answered with an error", hall.refused);
    figure(&body, "games_total", "counter", "Games finished", hall.games);
    figure(&body, "tables_total", "counter", "Tables made", hall.tables_made);
    figure(&body, "store_commits_total", "counter", "Transactions of the store", store.commits);
    figure(&body, "store_requests_total", "counter", "Requests to the store", store.requests);
    figure(&body, "store_refused_total", "counter", "Requests it refused", store.refused);
    figure(&body, "store_waiting", "gauge", "Requests on their way to the store", hall.waiting);
    figure(&body, "loop_gap_ms", "gauge", "Longest time that nobody was heard, in the last minutes",
           (uint64_t)hall.gap_ms);
    refusals_write(&body, &hall);
    delays_write(&body, &hall);
    figure(&body, "store_down", "gauge", "1 while the store is away", hall_down(site->hall));
    figure(&body, "store_failing", "gauge", "1 while nothing can be written to it",
           store_failing(site->store));
    if (site->figures != NULL) site->figures(site->context, &body);
    return site_blob(&body);
}

void site_figures(struct wire *wire, const struct http_request *request, struct buffer *out)
{
    struct site_cache *cache = wire->site->cache;
    const bool kept = cache != NULL && cache->figures != NULL &&
                      wire->heard_ms - cache->figures_ms < FIGURES_KEPT_MS;
    struct blob *figures = kept ? blob_keep(cache->figures) : figures_make(wire->site);
    if (cache != NULL && !kept) {
        blob_drop(cache->figures);
        cache->figures = blob_keep(figures);
        cache->figures_ms = wire->heard_ms;
    }
    site_blob_answer(wire, "text/plain; version=0.0.4; charset=utf-8", figures, request, out);
    blob_drop(figures);
}
