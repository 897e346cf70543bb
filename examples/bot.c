/* bot.c: a player for the play server in nothing but C: it sits down at a table and plays any legal
 * move until the game is over.   bot HOST PORT TABLE [SEED]   docs/protocol.md has all messages. */
#define _POSIX_C_SOURCE 200809L
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char heard[1 << 16], said[1000], move[64];

/* Sends what is `said`: a text frame (RFC 6455), its mask zeros, filled up with blanks to 999. */
static void say(FILE *out, int length)
{
    fprintf(out, "\x81\xfe\x03\xe7%c%c%c%c%s%*s", 0, 0, 0, 0, said, 999 - length, "");
    fflush(out);
}

int main(int count, char **words)
{
    struct addrinfo *found, hints = {.ai_socktype = SOCK_STREAM};
    if (count < 4) return puts("bot HOST PORT TABLE [SEED]") < 0;
    if (getaddrinfo(words[1], words[2], &hints, &found) != 0) return 1;
    const int wire = socket(found->ai_family, SOCK_STREAM, 0);
    if (connect(wire, found->ai_addr, found->ai_addrlen) != 0) return 1;
    FILE *in = fdopen(wire, "r"), *out = fdopen(wire, "w");
    fputs("GET /ws HTTP/1.1\r\nHost: pond\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n", out);
    fputs("Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", out);
    srand(count > 4 ? (unsigned)atoi(words[4]) : (unsigned)wire + (unsigned)(size_t)found);
    say(out, sprintf(said, "{\"type\":\"hello\",\"key\":\"%064x\"}", (unsigned)rand()));
    say(out, sprintf(said, "{\"type\":\"join\",\"table\":\"%.16s\"}", words[3]));
    say(out, sprintf(said, "{\"type\":\"number\",\"table\":\"%.16s\",\"number\":\"%x\"}", words[3],
                     (unsigned)rand()));
    while (fgets(heard, sizeof heard, in) != NULL && heard[0] != '\r') continue; /* 101, headers */
    for (;;) { /* a frame: its opcode, its length in one byte or in two more, its text */
        size_t opcode = (size_t)getc(in) & 15, length = (size_t)getc(in), moves = 0;
        if (length == 126) length = (size_t)getc(in) << 8, length |= (size_t)getc(in);
        if (opcode == 8 || fread(heard, 1, length & 65535, in) != length) return 1;
        heard[length] = '\0';
        if (opcode == 9) fwrite("\x8a\x80\0\0\0\0", 1, 6, out), fflush(out); /* a ping: a pong */
        if (strstr(heard, "\"phase\":\"over\"") != NULL) return 0;
        const char *version = strstr(heard, "\"version\":"), *at = strstr(heard, "\"legal\":[\"");
        if (version == NULL || at == NULL) continue;
        for (at += 9; *at == '"' || *at == ','; at = strchr(at + 2, '"') + 1) {
            if ((size_t)rand() % ++moves == 0) sscanf(at + (*at == ','), "\"%63[^\"]", move);
        }
        say(out,
            sprintf(said, "{\"type\":\"play\",\"table\":\"%.16s\",\"version\":%d,\"move\":\"%s\"}",
                    words[3], atoi(version + 10), move));
    }
}
