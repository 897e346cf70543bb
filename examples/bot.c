/* bot.c: a player for the play server in C without any library: it sits down at a table and plays
 * any legal move.   bot HOST PORT TABLE [SEED]   docs/protocol.md has every message. */
#define _POSIX_C_SOURCE 200809L
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char text[1 << 20]; /* the message at hand */

/* Sends a frame (RFC 6455); it must be masked, and a mask of zeros will do. */
static void say(int wire, int opcode, const char *message)
{
    unsigned char frame[1024] = {(unsigned char)(0x80 | opcode)};
    const size_t length = strlen(message), header = length < 126 ? 6 : 8;
    frame[1] = (unsigned char)(0x80 | (length < 126 ? length : 126));
    if (length >= 126) frame[2] = (unsigned char)(length >> 8), frame[3] = (unsigned char)length;
    memcpy(frame + header, message, length);
    if (write(wire, frame, header + length) < 0) exit(1);
}

static void take(FILE *in, char *out, size_t length)
{
    if (fread(out, 1, length, in) != length) exit(1);
}

/* Reads the next frame into `text`; returns its opcode. */
static int hear(FILE *in)
{
    unsigned char head[8];
    take(in, (char *)head, 2);
    const int opcode = head[0] & 15, more = head[1] == 126 ? 2 : head[1] == 127 ? 8 : 0;
    size_t length = more > 0 ? 0 : head[1];
    take(in, (char *)head, (size_t)more);
    for (int i = 0; i < more; i++) length = length << 8 | head[i];
    if (length >= sizeof text) exit(1);
    take(in, text, length);
    text[length] = '\0';
    return opcode;
}

int main(int count, char **words)
{
    char message[1000], move[64];
    struct addrinfo *found, hints = {.ai_socktype = SOCK_STREAM};
    if (count < 4) return puts("bot HOST PORT TABLE [SEED]") < 0;
    if (getaddrinfo(words[1], words[2], &hints, &found) != 0) return 1;
    const int wire = socket(found->ai_family, SOCK_STREAM, 0);
    if (connect(wire, found->ai_addr, found->ai_addrlen) != 0) return 1;
    FILE *in = fdopen(wire, "r");
    srand(count > 4 ? (unsigned)atoi(words[4]) : (unsigned)getpid());
    dprintf(wire,
            "GET /ws HTTP/1.1\r\nHost: %s:%s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
            words[1], words[2]);
    while (fgets(text, sizeof text, in) != NULL && text[0] != '\r') continue;
    snprintf(message, sizeof message,
             "{\"type\":\"hello\",\"key\":\"%064d\",\"name\":\"Bot in C\"}", rand());
    say(wire, 1, message);
    snprintf(message, sizeof message, "{\"type\":\"join\",\"table\":\"%s\"}", words[3]);
    say(wire, 1, message);
    snprintf(message, sizeof message, "{\"type\":\"number\",\"table\":\"%s\",\"number\":\"%08x\"}",
             words[3], (unsigned)rand());
    say(wire, 1, message);
    for (;;) {
        const int opcode = hear(in);
        if (opcode == 9) say(wire, 10, text);
        if (opcode == 8) return 1;
        if (strstr(text, "\"phase\":\"over\"") != NULL) return 0;
        const char *version = strstr(text, "\"version\":"), *legal = strstr(text, "\"legal\":[\"");
        if (version == NULL || legal == NULL) continue;
        int moves = 0; /* any of them, each as likely as the others */
        for (const char *at = legal + 9; *at == '"' || *at == ','; at = strchr(at + 2, '"') + 1) {
            if (rand() % ++moves == 0) sscanf(at + (*at == ','), "\"%63[^\"]", move);
        }
        snprintf(message, sizeof message,
                 "{\"type\":\"play\",\"table\":\"%s\",\"version\":%d,\"move\":\"%s\"}", words[3],
                 atoi(version + 10), move);
        say(wire, 1, message);
    }
}
