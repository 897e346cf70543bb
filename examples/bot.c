/* bot.c: a player for the play server in nothing but C: it sits down at a table and plays any legal
 * move until the game is over.   bot HOST PORT TABLE [SEED]   docs/protocol.md has all messages.
 * `cc bot.c -o bot` builds it. */
#define _POSIX_C_SOURCE 200809L
#include <netdb.h>
#include <stdbool.h>
#include <stdint.h>
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

/* The first 32 bits after the binary point of a square or cube root, digit by digit. */
static uint32_t root(int prime, bool cube)
{
    __extension__ typedef unsigned __int128 wide;
    wide root = 0;
    for (int bit = 34; bit >= 0; bit--) {
        const wide next = root | (wide)1 << bit;
        if (next * next * (cube ? next : 1) <= (wide)prime << (cube ? 96 : 64)) root = next;
    }
    return (uint32_t)root;
}

/* SHA-256 of a text of up to 55 letters, in hexadecimal digits (FIPS 180-4). Its constants are the
 * first digits of the roots of primes: cube roots in each round, square roots at the start. */
static void hash(const char *text, char *out)
{
    uint32_t w[64] = {0}, k[64], h[8], s[8];
    const size_t length = strlen(text);
    for (int i = 0, prime = 2; i < 64; prime++) {
        int factor = 2;
        while (prime % factor != 0) factor++;
        if (factor < prime) continue;
        if (i < 8) h[i] = s[i] = root(prime, false);
        k[i++] = root(prime, true);
    }
    for (size_t i = 0; i <= length; i++) { /* the text, and a bit after it */
        w[i / 4] |= (uint32_t)(i < length ? (unsigned char)text[i] : 128) << (24 - i % 4 * 8);
    }
    w[15] = (uint32_t)length * 8;
#define TURN(x, by) ((x) >> (by) | (x) << (32 - (by)))
    for (int i = 0; i < 64; i++) {
        if (i > 15) {
            const uint32_t a = w[i - 15], b = w[i - 2];
            w[i] = w[i - 16] + w[i - 7] + (TURN(a, 7) ^ TURN(a, 18) ^ a >> 3) +
                   (TURN(b, 17) ^ TURN(b, 19) ^ b >> 10);
        }
        const uint32_t e = s[4], a = s[0],
                       one = s[7] + k[i] + w[i] + ((e & s[5]) ^ (~e & s[6])) +
                             (TURN(e, 6) ^ TURN(e, 11) ^ TURN(e, 25));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += one;
        s[0] = one + (TURN(a, 2) ^ TURN(a, 13) ^ TURN(a, 22)) +
               ((a & s[2]) ^ (a & s[3]) ^ (s[2] & s[3]));
    }
    for (int i = 0; i < 8; i++) sprintf(out + 8 * i, "%08x", h[i] + s[i]);
}

int main(int count, char **words)
{
    char number[9], promise[65];
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
    sprintf(number, "%08x",
            (unsigned)rand()); /* our part of the deal: promised first, then shown */
    hash(number, promise);
    say(out, sprintf(said, "{\"type\":\"promise\",\"table\":\"%.16s\",\"promise\":\"%s\"}",
                     words[3], promise));
    while (fgets(heard, sizeof heard, in) != NULL && heard[0] != '\r') continue; /* 101, headers */
    for (;;) { /* a frame: its opcode, its length in one byte or in two more, its text */
        size_t opcode = (size_t)getc(in) & 15, length = (size_t)getc(in), moves = 0;
        if (length == 126) length = (size_t)getc(in) << 8, length |= (size_t)getc(in);
        if (opcode == 8 || fread(heard, 1, length & 65535, in) != length) return 1;
        heard[length] = '\0';
        if (opcode == 9) fwrite("\x8a\x80\0\0\0\0", 1, 6, out), fflush(out); /* a ping: a pong */
        if (strstr(heard, "\"phase\":\"over\"") != NULL) return 0;
        if (promise[0] != '\0' && strstr(heard, "\"reveal\":true") != NULL) {
            promise[0] = '\0';
            say(out, sprintf(said, "{\"type\":\"number\",\"table\":\"%.16s\",\"number\":\"%s\"}",
                             words[3], number));
        }
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
