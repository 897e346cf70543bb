/* http.c: HTTP/1.1 requests. See http.h. */
#include "http.h"

#include <string.h>
#include <strings.h>

#include "limits.h"

static const char *const field_names[HTTP_FIELDS] = {
    [HTTP_HOST] = "host",
    [HTTP_CONNECTION] = "connection",
    [HTTP_UPGRADE] = "upgrade",
    [HTTP_ORIGIN] = "origin",
    [HTTP_WEBSOCKET_KEY] = "sec-websocket-key",
    [HTTP_WEBSOCKET_VERSION] = "sec-websocket-version",
    [HTTP_WEBSOCKET_PROTOCOL] = "sec-websocket-protocol",
    [HTTP_IF_NONE_MATCH] = "if-none-match",
    [HTTP_ACCEPT_ENCODING] = "accept-encoding",
    [HTTP_CONTENT_LENGTH] = "content-length",
    [HTTP_TRANSFER_ENCODING] = "transfer-encoding",
    [HTTP_EXPECT] = "expect",
    [HTTP_FORWARDED_FOR] = "x-forwarded-for",
};

#define FIELDS_MAX 64 /* lines of headers */

static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter | 0x20) : letter;
}

bool http_equal(struct http_text text, const char *other)
{
    if (text.start == NULL || strlen(other) != text.length) return false;
    for (size_t i = 0; i < text.length; i++) {
        if (lower(text.start[i]) != lower(other[i])) return false;
    }
    return true;
}

bool http_lists(struct http_text text, const char *member)
{
    for (size_t at = 0; text.start != NULL && at < text.length;) {
        size_t end = at;
        while (end < text.length && text.start[end] != ',') end++;
        size_t first = at, last = end;
        while (first < last && text.start[first] == ' ') first++;
        for (size_t i = first; i < last; i++) { /* a quality after it does not matter */
            if (text.start[i] == ';') last = i;
        }
        while (last > first && text.start[last - 1] == ' ') last--;
        if (http_equal((struct http_text){text.start + first, last - first}, member)) return true;
        at = end + 1;
    }
    return false;
}

static bool token_letter(char letter)
{
    const bool digit = letter >= '0' && letter <= '9';
    const bool alphabet = lower(letter) >= 'a' && lower(letter) <= 'z';
    return digit || alphabet || (letter != '\0' && strchr("!#$%&'*+-.^_`|~", letter) != NULL);
}

/* `GET /path?query HTTP/1.1` */
static int line_read(const char *line, size_t length, struct http_request *request)
{
    const char *space = memchr(line, ' ', length);
    if (space == NULL) return 400;
    const struct http_text method = {line, (size_t)(space - line)};
    for (size_t i = 0; i < method.length; i++) {
        if (!token_letter(line[i])) return 400;
    }
    const bool get = method.length == 3 && memcmp(line, "GET", 3) == 0;
    request->head = method.length == 4 && memcmp(line, "HEAD", 4) == 0;
    const char *target = space + 1, *end = line + length;
    const char *after = memchr(target, ' ', (size_t)(end - target));
    if (method.length == 0 || after == NULL || target[0] != '/') return 400;
    for (const char *at = target; at < after; at++) {
        if (*at <= ' ' || *at > '~') return 400;
    }
    const size_t version = (size_t)(end - after - 1);
    if (version != 8 || memcmp(after + 1, "HTTP/1.", 7) != 0) return version == 8 ? 505 : 400;
    if (end[-1] != '0' && end[-1] != '1') return 505;
    request->old = end[-1] == '0';
    const char *mark = memchr(target, '?', (size_t)(after - target));
    request->path = (struct http_text){target, (size_t)((mark != NULL ? mark : after) - target)};
    if (mark != NULL) request->query = (struct http_text){mark + 1, (size_t)(after - mark - 1)};
    return get || request->head ? 0 : 405;
}

/* `Name: value` */
static int field_read(const char *line, size_t length, struct http_request *request)
{
    const char *colon = memchr(line, ':', length);
    if (colon == NULL || colon == line) return 400;
    for (const char *at = line; at < colon; at++) {
        if (!token_letter(*at)) return 400; /* a space before the colon as well */
    }
    const char *start = colon + 1, *end = line + length;
    for (const char *at = start; at < end; at++) {
        if ((unsigned char)*at < ' ' && *at != '\t') return 400;
        if (*at == 127) return 400;
    }
    while (start < end && (*start == ' ' || *start == '\t')) start++;
    while (end > start && (end[-1] == ' ' || end[-1] == '\t')) end--;
    for (int i = 0; i < HTTP_FIELDS; i++) {
        const struct http_text name = {line, (size_t)(colon - line)};
        if (!http_equal(name, field_names[i])) continue;
        if (request->field[i].start != NULL) return 400; /* twice */
        request->field[i] = (struct http_text){start, (size_t)(end - start)};
    }
    return 0;
}

static int request_check(const struct http_request *request)
{
    const struct http_text *length = &request->field[HTTP_CONTENT_LENGTH];
    if (request->field[HTTP_HOST].start == NULL && !request->old) return 400;
    if (request->field[HTTP_TRANSFER_ENCODING].start != NULL) return 400;
    if (length->start != NULL && !http_equal(*length, "0")) return 413;
    if (request->field[HTTP_EXPECT].start != NULL) return 417;
    return 0;
}

int http_read(const char *bytes, size_t length, struct http_request *request)
{
    memset(request, 0, sizeof *request);
    size_t at = 0;
    int status = 0;
    for (int line = 0;; line++) {
        const char *end = memchr(bytes + at, '\n', length - at);
        if (end == NULL) return length >= HEADER_BYTES_MAX ? 431 : -1;
        const size_t line_length = (size_t)(end - (bytes + at));
        if (line_length == 0 || end[-1] != '\r') return 400;
        if (memchr(bytes + at, '\0', line_length) != NULL) return 400;
        if (line_length == 1) { /* the empty line after the headers */
            if (line == 0) return 400;
            request->used = (size_t)(end + 1 - bytes);
            if (request->used > HEADER_BYTES_MAX) return 431;
            return status != 0 ? status : request_check(request);
        }
        if (line > FIELDS_MAX) return 431;
        const int code = line == 0 ? line_read(bytes + at, line_length - 1, request)
                                   : field_read(bytes + at, line_length - 1, request);
        if (code == 400) return 400;
        if (status == 0) status = code;
        at = (size_t)(end + 1 - bytes);
    }
}

bool http_keeps(const struct http_request *request)
{
    return !request->old && !http_lists(request->field[HTTP_CONNECTION], "close");
}

/* ---- Answers ---- */

static const char *reason_of(int status)
{
    static const struct {
        int status;
        const char *reason;
    } reasons[] = {{101, "Switching Protocols"}, {200, "OK"},
                   {204, "No Content"},          {302, "Found"},
                   {304, "Not Modified"},        {400, "Bad Request"},
                   {403, "Forbidden"},           {404, "Not Found"},
                   {405, "Method Not Allowed"},  {408, "Request Timeout"},
                   {413, "Content Too Large"},   {417, "Expectation Failed"},
                   {421, "Misdirected Request"}, {426, "Upgrade Required"},
                   {429, "Too Many Requests"},   {431, "Request Header Fields Too Large"},
                   {503, "Service Unavailable"}, {505, "HTTP Version Not Supported"}};
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        if (reasons[i].status == status) return reasons[i].reason;
    }
    return "Answer";
}

void http_header(struct buffer *out, const char *name, const char *value)
{
    buffer_text(out, name);
    buffer_text(out, ": ");
    buffer_text(out, value);
    buffer_text(out, "\r\n");
}

void http_answer(struct buffer *out, int status)
{
    buffer_format(out, "HTTP/1.1 %d %s\r\n", status, reason_of(status));
    if (status == 101) return;
    http_header(out, "Content-Security-Policy",
                "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
                "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; "
                "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    http_header(out, "X-Content-Type-Options", "nosniff");
    http_header(out, "Referrer-Policy", "no-referrer");
    http_header(out, "Cross-Origin-Embedder-Policy", "require-corp");
    http_header(out, "Cross-Origin-Resource-Policy", "same-origin");
}

struct http_text http_host(const struct http_request *request)
{
    struct http_text host = request->field[HTTP_HOST];
    size_t length = host.length;
    while (length > 0 && host.start[length - 1] >= '0' && host.start[length - 1] <= '9') length--;
    if (length > 0 && host.start[length - 1] == ':') host.length = length - 1;
    return host;
}

bool http_is_four(struct http_text host)
{
    for (size_t i = 0; i < host.length; i++) {
        if (host.start[i] != '.' && (host.start[i] < '0' || host.start[i] > '9')) return false;
    }
    return host.length > 0;
}

static bool ends_with(struct http_text host, const char *end)
{
    const size_t length = strlen(end);
    return host.length > length &&
           http_equal((struct http_text){host.start + host.length - length, length}, end);
}

bool http_here(const struct http_request *request)
{
    const struct http_text host = http_host(request);
    if (http_equal(host, "localhost") || http_equal(host, "[::1]")) return true;
    return host.length >= 5 && memcmp(host.start, "127.", 4) == 0 && http_is_four(host);
}

bool http_host_fits(const struct http_request *request, const char *names)
{
    static const char *const house[] = {".local",    ".lan",       ".home",     ".home.arpa",
                                        ".internal", ".localhost", ".fritz.box"};
    const struct http_text host = http_host(request);
    if (host.start == NULL || http_is_four(host) || memchr(host.start, '.', host.length) == NULL) {
        return true;
    }
    if (host.start[0] == '[') return true;
    for (size_t i = 0; i < sizeof house / sizeof house[0]; i++) {
        if (ends_with(host, house[i])) return true;
    }
    while (names != NULL && *names != '\0') {
        const size_t length = strcspn(names, ",");
        if (host.length == length && strncasecmp(host.start, names, length) == 0) return true;
        names += length + (names[length] == ',');
    }
    return false;
}

void http_isolate(struct buffer *out, const struct http_request *request)
{
    const bool proxied = request->field[HTTP_FORWARDED_FOR].start != NULL; /* TLS is its task */
    if (request->field[HTTP_HOST].start != NULL && !proxied && !http_here(request)) return;
    http_header(out, "Cross-Origin-Opener-Policy", "same-origin");
}

void http_length(struct buffer *out, const char *type, size_t length)
{
    http_header(out, "Content-Type", type);
    buffer_format(out, "Content-Length: %zu\r\n\r\n", length);
}

void http_body(struct buffer *out, const char *type, const void *body, size_t length, bool head)
{
    http_length(out, type, length);
    if (!head) buffer_add(out, body, length);
}

void http_refuse(struct buffer *out, int status, bool head)
{
    const char *reason = status != 421 ? reason_of(status)
                                       : "Misdirected Request: this server does not know itself by "
                                         "that name. Its host can add it with --hostname.\n";
    http_answer(out, status);
    if (status == 405) http_header(out, "Allow", "GET, HEAD");
    if (status == 426) {
        http_header(out, "Upgrade", "websocket");
        http_header(out, "Sec-WebSocket-Version", "13");
    }
    if (status == 429) http_header(out, "Retry-After", "1");
    http_header(out, "Connection", "close");
    http_body(out, "text/plain; charset=utf-8", reason, strlen(reason), head);
}
