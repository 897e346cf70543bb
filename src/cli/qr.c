/* qr.c: QR codes (ISO/IEC 18004): bytes only, correction level M, versions 1 to 6. See qr.h; the
 * page has the same in web/qr.mjs, and a test compares the two. */
#include "qr.h"

#include <stdlib.h>
#include <string.h>

#define VERSIONS 6
#define HEAD_BITS 12  /* four for the mode, eight for the length */
#define BYTES_MAX 256 /* of a code: data and corrections */
#define FREE 2        /* a module that data may have, while the patterns are drawn */
#define MASKS 8
#define QUIET 4

static const struct {
    int extra, blocks, each; /* bytes of correction a block, blocks, bytes of data a block */
} versions[VERSIONS] = {{10, 1, 16}, {16, 1, 28}, {26, 1, 44},
                        {18, 2, 32}, {24, 2, 43}, {16, 4, 27}};

/* ---- Bytes ---- */

/* The product in the field of 256 elements, x^8 + x^4 + x^3 + x^2 + 1. */
static uint8_t times(uint8_t a, uint8_t b)
{
    unsigned sum = 0;
    for (unsigned factor = a; b != 0; b >>= 1) {
        if (b & 1) sum ^= factor;
        factor = factor << 1 ^ (factor & 0x80 ? 0x11d : 0);
    }
    return (uint8_t)sum;
}

/* The bytes that correct a block. */
static void correct(const uint8_t *data, int count, uint8_t *out, int extra)
{
    uint8_t generator[32] = {1}, power = 1;
    for (int i = 0; i < extra; i++) {
        for (int k = i + 1; k > 0; k--) generator[k] ^= times(generator[k - 1], power);
        power = times(power, 2);
    }
    memset(out, 0, (size_t)extra);
    for (int i = 0; i < count; i++) {
        const uint8_t factor = data[i] ^ out[0];
        memmove(out, out + 1, (size_t)extra - 1);
        out[extra - 1] = 0;
        for (int k = 0; k < extra; k++) out[k] ^= times(generator[k + 1], factor);
    }
}

static void bits_put(uint8_t *data, int *at, unsigned value, int count)
{
    for (int i = count - 1; i >= 0; i--, ++*at) {
        if (value >> i & 1) data[*at / 8] |= (uint8_t)(0x80 >> *at % 8);
    }
}

/* Everything that is written, blocks mixed; returns how many bytes. */
static int codewords(const char *text, int version, uint8_t out[BYTES_MAX])
{
    const int extra = versions[version].extra, blocks = versions[version].blocks;
    const int each = versions[version].each, room = blocks * each;
    uint8_t data[BYTES_MAX] = {0}, check[4][32];
    int at = 0, count = 0;
    bits_put(data, &at, 4, 4);
    bits_put(data, &at, (unsigned)strlen(text), 8);
    for (const char *byte = text; *byte != '\0'; byte++) bits_put(data, &at, (uint8_t)*byte, 8);
    at += room * 8 - at < 4 ? room * 8 - at : 4;
    for (int i = (at + 7) / 8, k = 0; i < room; i++, k++) data[i] = k % 2 != 0 ? 0x11 : 0xec;
    for (int block = 0; block < blocks; block++) {
        correct(data + block * each, each, check[block], extra);
    }
    for (int i = 0; i < each; i++) {
        for (int block = 0; block < blocks; block++) out[count++] = data[block * each + i];
    }
    for (int i = 0; i < extra; i++) {
        for (int block = 0; block < blocks; block++) out[count++] = check[block][i];
    }
    return count;
}

/* ---- The square ---- */

static void put(struct qr *qr, int x, int y, bool dark)
{
    if (x >= 0 && y >= 0 && x < qr->size && y < qr->size) qr->dark[y][x] = dark;
}

static int apart(int x, int y) { return abs(x) > abs(y) ? abs(x) : abs(y); }

/* A finder with its light rim. */
static void finder(struct qr *qr, int left, int top)
{
    for (int y = -1; y < 8; y++) {
        for (int x = -1; x < 8; x++) {
            const int ring = apart(x - 3, y - 3);
            put(qr, left + x, top + y, ring != 2 && ring != 4);
        }
    }
}

/* What is the same in every code of a version; the rest is FREE. */
static void patterns(struct qr *qr, int version)
{
    const int size = qr->size = 21 + 4 * version;
    memset(qr->dark, FREE, sizeof qr->dark);
    finder(qr, 0, 0);
    finder(qr, size - 7, 0);
    finder(qr, 0, size - 7);
    for (int i = 8; i < size - 8; i++) qr->dark[6][i] = qr->dark[i][6] = i % 2 == 0;
    for (int y = -2; version > 0 && y < 3; y++) {
        for (int x = -2; x < 3; x++) put(qr, size - 7 + x, size - 7 + y, apart(x, y) != 1);
    }
    for (int i = 0; i < 9; i++) { /* kept for the format */
        if (qr->dark[8][i] == FREE) qr->dark[8][i] = 0;
        if (qr->dark[i][8] == FREE) qr->dark[i][8] = 0;
        if (i < 8) qr->dark[8][size - 1 - i] = qr->dark[size - 1 - i][8] = 0;
    }
    qr->dark[size - 8][8] = 1;
}

static bool masked(int mask, int x, int y)
{
    switch (mask) {
    case 0: return (x + y) % 2 == 0;
    case 1: return y % 2 == 0;
    case 2: return x % 3 == 0;
    case 3: return (x + y) % 3 == 0;
    case 4: return (y / 2 + x / 3) % 2 == 0;
    case 5: return x * y % 2 + x * y % 3 == 0;
    case 6: return (x * y % 2 + x * y % 3) % 2 == 0;
    default: return ((x + y) % 2 + x * y % 3) % 2 == 0;
    }
}

/* Level M and the mask, twice beside the finders. */
static void format(struct qr *qr, int mask)
{
    const int size = qr->size;
    unsigned rest = (unsigned)mask << 10;
    for (int i = 14; i >= 10; i--) {
        if (rest >> i & 1) rest ^= 0x537u << (i - 10);
    }
    const unsigned bits = ((unsigned)mask << 10 | rest) ^ 0x5412;
    for (int i = 0; i < 15; i++) {
        const uint8_t dark = bits >> i & 1;
        qr->dark[i < 6 ? i : i < 8 ? i + 1 : 8][i < 8 ? 8 : i < 9 ? 7 : 14 - i] = dark;
        if (i < 8) qr->dark[8][size - 1 - i] = dark;
        if (i >= 8) qr->dark[size - 15 + i][8] = dark;
    }
}

/* Bytes go up and down in lines of two from the right. */
static void fill(struct qr *qr, const uint8_t *bytes, int count, int mask)
{
    bool up = true;
    int at = 0;
    for (int right = qr->size - 1; right > 0; right -= 2, up = !up) {
        if (right == 6) right = 5; /* the ruler */
        for (int i = 0; i < 2 * qr->size; i++) {
            const int x = right - i % 2, y = up ? qr->size - 1 - i / 2 : i / 2;
            if (qr->dark[y][x] != FREE) continue;
            const bool bit = at / 8 < count && (bytes[at / 8] >> (7 - at % 8) & 1);
            qr->dark[y][x] = bit != masked(mask, x, y);
            at++;
        }
    }
    format(qr, mask);
}

/* What a line has of long runs and of what looks like a finder. */
static int line_penalty(const uint8_t *line, int size)
{
    static const uint8_t sign[2][11] = {{1, 0, 1, 1, 1, 0, 1, 0, 0, 0, 0},
                                        {0, 0, 0, 0, 1, 0, 1, 1, 1, 0, 1}};
    int sum = 0;
    for (int i = 0, run = 0; i < size; i++) {
        run = i > 0 && line[i] == line[i - 1] ? run + 1 : 1;
        if (run == 5) sum += 3;
        if (run > 5) sum++;
    }
    for (int i = 0; i + 11 <= size; i++) {
        for (int k = 0; k < 2; k++) sum += 40 * (memcmp(line + i, sign[k], 11) == 0);
    }
    return sum;
}

/* How hard a square is to read. */
static int penalty(const struct qr *qr)
{
    const int size = qr->size;
    int sum = 0, dark = 0;
    for (int y = 0; y < size; y++) {
        uint8_t column[QR_SIZE_MAX];
        for (int x = 0; x < size; x++) {
            column[x] = qr->dark[x][y];
            dark += qr->dark[y][x];
            if (x == 0 || y == 0) continue;
            const uint8_t one = qr->dark[y][x];
            sum += 3 * (one == qr->dark[y][x - 1] && one == qr->dark[y - 1][x] &&
                        one == qr->dark[y - 1][x - 1]);
        }
        sum += line_penalty(qr->dark[y], size) + line_penalty(column, size);
    }
    const int off = abs(2 * dark - size * size); /* of all, twice */
    return sum + 10 * (off * 10 / (size * size));
}

bool qr_make(const char *text, struct qr *qr)
{
    int version = 0, least = -1;
    const int bits = HEAD_BITS + 8 * (int)strlen(text);
    while (version < VERSIONS && versions[version].blocks * versions[version].each * 8 < bits) {
        version++;
    }
    if (version == VERSIONS) return false;
    uint8_t bytes[BYTES_MAX];
    const int count = codewords(text, version, bytes);
    for (int mask = 0; mask < MASKS; mask++) {
        struct qr one;
        patterns(&one, version);
        fill(&one, bytes, count, mask);
        const int hard = penalty(&one);
        if (least >= 0 && hard >= least) continue;
        least = hard;
        *qr = one;
    }
    return true;
}

static bool dark_at(const struct qr *qr, int x, int y)
{
    return x >= 0 && y >= 0 && x < qr->size && y < qr->size && qr->dark[y][x] != 0;
}

void qr_print(FILE *out, const struct qr *qr)
{
    static const char *const halves[] = {" ", "▀", "▄", "█"};
    for (int y = -QUIET; y < qr->size + QUIET; y += 2) {
        fputs("\x1b[30;107m", out);
        for (int x = -QUIET; x < qr->size + QUIET; x++) {
            fputs(halves[dark_at(qr, x, y) + 2 * dark_at(qr, x, y + 1)], out);
        }
        fputs("\x1b[0m\n", out);
    }
}
