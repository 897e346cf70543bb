/* control.c: the file that lets `pond host` in, and what a host sees of the machine.
 *
 * The file has a port of this machine, a token and the page's address, and only the server's user
 * can read it: anyone who can is the host. The port is the host's own, so that neither certificates
 * nor limits, which the host may have set too low, are in the way. It goes with the server. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "connection.h"
#include "limits.h"
#include "network.h"

#define COUNT_MS 10000 /* between two counts of open files */

/* Any free port of this machine; 0 where there is none. */
static int own_listen(struct server *server)
{
    struct sockaddr_in address;
    int length = sizeof address;
    uv_ip4_addr("127.0.0.1", 0, &address);
    uv_tcp_init(&server->loop, &server->own);
    server->own.data = server;
    server->own_site = server->site;
    server->own_site.addresses = NULL;
    server->own_site.proxies = NULL;
    if (uv_tcp_bind(&server->own, (struct sockaddr *)&address, 0) != 0 ||
        uv_listen((uv_stream_t *)&server->own, OWN_CONNECTIONS_MAX, client_accept) != 0 ||
        uv_tcp_getsockname(&server->own, (struct sockaddr *)&address, &length) != 0) {
        return 0;
    }
    return ntohs(address.sin_port);
}

bool loop_url(const struct loop_options *options, int port, char url[LOOP_URL_SIZE])
{
    const char *scheme = options->tls != NULL ? "https" : "http", *name = options->hostnames;
    const int usual = options->tls != NULL ? 443 : 80;
    const char *address = options->address;
    if (options->proxies != NULL) name = options->origin;
    if (options->proxies != NULL && name != NULL) {
        snprintf(url, LOOP_URL_SIZE, "%s", name);
    } else if (name != NULL) { /* the first of several */
        const int length = (int)strcspn(name, ",");
        const int end = snprintf(url, LOOP_URL_SIZE - 8, "%s://%.*s", scheme, length, name);
        if (port != usual && end < LOOP_URL_SIZE - 8) sprintf(url + end, ":%d", port);
    } else {
        if (network_is_everywhere(address))
            address = strchr(address, ':') != NULL ? "::1" : "127.0.0.1";
        const bool six = strchr(address, ':') != NULL;
        snprintf(url, LOOP_URL_SIZE, "%s://%s%s%s:%d", scheme, six ? "[" : "", address,
                 six ? "]" : "", port);
    }
    return name != NULL;
}

bool control_open(struct server *server)
{
    const char *path = server->options->control;
    char token[65], url[LOOP_URL_SIZE], line[400], part[1300];
    uint8_t bytes[32];
    if (path == NULL) return false;
    const int own = own_listen(server);
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(token, sizeof token, bytes, sizeof bytes);
    loop_url(server->options, server->port, url);
    snprintf(line, sizeof line, "%d %s %s\n", own, token, url);
    snprintf(part, sizeof part, "%.1200s.part", path);
    unlink(part);
    const int file = open(part, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    const bool written = file >= 0 && write(file, line, strlen(line)) == (ssize_t)strlen(line);
    if (file >= 0) close(file);
    if (own == 0 || !written || rename(part, path) != 0) return false;
    hall_host_token(server->hall, token);
    return true;
}

void control_close(const struct server *server)
{
    if (server->options->control != NULL && server->port != 0) unlink(server->options->control);
}

int control_files_open(struct server *server)
{
    const int64_t now = server_now_ms(server);
    if (server->files_ms != 0 && now - server->files_ms < COUNT_MS) return server->files_open;
    DIR *entries = opendir("/proc/self/fd");
    int count = -3; /* itself, and the two dots */
    while (entries != NULL && readdir(entries) != NULL) count++;
    if (entries != NULL) closedir(entries);
    server->files_ms = now;
    server->files_open = entries != NULL ? count : -1;
    return server->files_open;
}

int64_t control_backup_ms(struct server *server)
{
    if (server->backup_ms == 0) server->backup_ms = backups_newest_ms(server);
    return server->backup_ms;
}

/* Pages of this process that are in memory. */
static int64_t memory_now(void)
{
    long long whole = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    const bool read = file != NULL && fscanf(file, "%lld %lld", &whole, &resident) == 2;
    if (file != NULL) fclose(file);
    return read ? resident * sysconf(_SC_PAGESIZE) : 0;
}

void control_figures(void *context, struct pond_json *json)
{
    struct server *server = context;
    struct rusage usage;
    int64_t disk = 0, room = 0;
    getrusage(RUSAGE_SELF, &usage);
    pond_json_number_member(json, "connections", server->client_count);
    pond_json_number_member(json, "connections_max", CONNECTIONS_MAX);
    pond_json_number_member(json, "turned_away", (int64_t)server->refused_connections);
    pond_json_number_member(json, "cpu_ms",
                            (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000 +
                                (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000);
    pond_json_number_member(json, "cores", sysconf(_SC_NPROCESSORS_ONLN));
    pond_json_number_member(json, "memory", memory_now());
    pond_json_number_member(json, "memory_max",
                            memory_limit("/proc/self/cgroup", "/sys/fs/cgroup",
                                         (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE)));
    pond_json_number_member(json, "files", control_files_open(server));
    pond_json_number_member(json, "files_max", server->files_max);
    pond_json_number_member(json, "backup", control_backup_ms(server));
    pond_json_bool_member(json, "shared", store_shared(server->store));
    if (backups_disk(server, &disk, &room)) {
        pond_json_number_member(json, "disk", disk);
        pond_json_number_member(json, "disk_free", room);
    }
    pond_json_number_member(json, "thoughts", think_figures(server->pool).waiting);
}
