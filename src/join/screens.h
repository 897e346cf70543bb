/* screens.h: the screens of a play server. See online.h. */
#ifndef POND_SCREENS_H
#define POND_SCREENS_H

#include "client.h"
#include "online.h"

/* The current table, until the person leaves it (screen.c). */
void table_run(struct terminal_client *client, struct online *online);
/* A game night, until the person leaves it (evening.c). */
void evening_run(struct terminal_client *client, struct online *online);
/* Who we are here, until the person goes back (devices.c). */
void devices_run(struct terminal_client *client, struct online *online);

#endif
