/* qr.h: a short text as a QR code in the terminal, for a phone's camera. */
#ifndef POND_QR_H
#define POND_QR_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define QR_SIZE_MAX 41 /* of version 6 */

struct qr {
    int size;
    uint8_t dark[QR_SIZE_MAX][QR_SIZE_MAX]; /* by line */
};

/* False if the text is longer than 106 bytes. */
bool qr_make(const char *text, struct qr *qr);
/* Two lines of modules in each line of the terminal, black on white with its rim. */
void qr_print(FILE *out, const struct qr *qr);

#endif
