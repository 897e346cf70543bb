/* limits.h: all limits of the play server, in one place.
 *
 * Rates are token buckets: a number per second on average, and a number at once. Those by address
 * can be lifted with --unlimited for a load test. */
#ifndef POND_LIMITS_H
#define POND_LIMITS_H

#define MESSAGE_BYTES_MAX 4096        /* one message of a client */
#define HEADER_BYTES_MAX 8192         /* one HTTP request */
#define HEADER_TIME_MS_MAX 10000      /* until it is complete, from the connection on */
#define SILENCE_MS_MAX 45000          /* a socket that answers no ping is closed */
#define PING_MS 20000                 /* of silence before the server pings */
#define OUT_BYTES_MAX (256 * 1024)    /* unsent bytes of one socket */
#define OUT_BYTES_SUM_MAX (128 << 20) /* of all sockets; then those with the most are cut off */
#define UNTAKEN_MS_MAX 30000          /* a socket that takes none of them is closed */
#define CONNECTIONS_MAX 19000         /* of the server; the usual limit of files is 20,000 */
#define OWN_CONNECTIONS_MAX 16        /* by the listener of `pond host` */
#define ADDRESS_CONNECTIONS_MAX 512   /* by address: a school may share one, at six per browser */
#define ADDRESS_CONNECTS_A_SECOND 50  /* new ones by address, */
#define ADDRESS_CONNECTS_BURST 480    /* and at once */
#define SESSION_MESSAGES_A_SECOND 20  /* by socket, */
#define SESSION_MESSAGES_BURST 100    /* and at once */
#define SESSION_WAITING_MAX 32        /* messages that wait for the one before them */
#define SESSION_TABLES_MAX 16         /* tables that a socket watches */
#define PERSON_CREATES_A_MINUTE 20    /* tables made by a person, on all its sockets */
#define PERSON_TABLES_MAX 50          /* unfinished tables of a person, when it makes another */
#define PERSON_LISTED_MAX 5           /* open public ones of those, */
#define ADDRESS_LISTED_MAX 40         /* and of all at one address */
#define PERSON_MESSAGES_A_SECOND 60   /* messages likewise, */
#define PERSON_MESSAGES_BURST 300     /* and at once */
#define ROOM_SPECTATORS_MAX 500       /* sockets at one table that have no seat there, */
#define ADDRESS_SPECTATORS_MAX 64     /* and of those by address */
#define SEAT_SOCKETS_MAX 16           /* sockets of one person at a table: the oldest give way */
#define TABLE_LOG_MAX 200000          /* entries of one game's log */
#define TABLE_EVENTS_MAX 20000        /* events of a table; then games only end there */
#define TABLE_GAMES_MAX 99            /* games of a series */
#define TABLE_RECENT_MAX 32           /* events kept in memory for those who come back */
#define SAY_PAUSE_MS 2000             /* between two set phrases of a seat */
#define READY_WAIT_MS 3000            /* for the clients' numbers, once a table is full */
#define LOOP_BUSY_MS 250              /* without a look at the time: clocks stood meanwhile, */
#define LOOP_RESUME_MS 1000           /* and after so long clients hear how they stand */
#define AWAY_AFTER_MS 10000           /* without a socket: away, and counted down for all */
#define BEAT_PAUSE_MS 4000            /* between two signs of life of a node, in a shared store */
#define FLAG_ELSEWHERE_MS 3000        /* a flag falls where its player is, or so much later */
#define AWAY_WAIT_MS 60000            /* then the others may let a computer play */
#define ROOM_IDLE_MS 60000            /* without sockets and needs: dropped from memory */
#define QUICK_MS 20                   /* two moves at a table are closer where programs play, */
#define HOLD_MS 20                    /* and what may wait there waits no longer than this; */
#define HURRY_EVENTS 32               /* if in vain, not at these next events */
#define LOBBY_PAUSE_MS 1000           /* between two lists of the lobby */
#define SEEN_PAUSE_MS 30000           /* between two signs of life of a public table in it */
#define CLOCK_MS_MIN 1000
#define RATED_MOVE_MS_MIN 5000  /* rated tables: by decision, */
#define RATED_GAME_MS_MIN 60000 /* or by game, with the increment for that many decisions; */
#define RATED_GAME_DECISIONS 40 /* (as other places count it) */
#define RATED_DECISIONS_MIN 2   /* of each person, or giving up does not count */
#define CLOCK_MS_MAX (30LL * 24 * 3600 * 1000)
#define NAME_CHARACTERS_MAX 24
#define COMPUTER_TIME_MS_MAX 5000 /* of one decision of a computer seat */
#define HINT_TIME_MS_MAX 1000
#define THINK_WAIT_MS                                                                              \
    300 /* somebody waits for so long: thoughts that took so long are cut short; */
#define THINK_LATE_MS 700 /* a move that waited for so long is left to a lower level */

/* Budgets that a person has on all sockets, and everyone at one address together. */
#define ADDRESS_MESSAGES_A_SECOND 2000 /* by WebSocket, */
#define ADDRESS_MESSAGES_BURST 10000   /* and at once */
#define ADDRESS_REQUESTS_A_SECOND 200  /* by HTTP: a page has some 60 files, */
#define ADDRESS_REQUESTS_BURST 4000    /* and a school opens it at once */
#define ADDRESS_CREATES_A_MINUTE 120   /* tables made, */
#define ADDRESS_CREATES_BURST 300      /* and at once */
#define PERSON_GIFTS_A_DAY 50          /* tables that their maker does not sit at */
#define ADDRESS_GIFTS_A_DAY 500
#define PERSON_GUESSES_A_MINUTE 10 /* wrong invitations, recovery codes tried */
#define ADDRESS_GUESSES_A_MINUTE 60
#define PERSON_WORK_A_SECOND 10000 /* events read from the store and replayed, */
#define PERSON_WORK_BURST 200000   /* and at once */
#define ADDRESS_WORK_A_SECOND 20000
#define ADDRESS_WORK_BURST 400000
#define NIGHT_GUESS_PRICE 2                   /* of a wrong code of a game night, in those */
#define NIGHT_EXPIRES_MS (12LL * 3600 * 1000) /* its code, without anyone there */
#define NIGHT_UNUSED_MS (3600 * 1000)         /* the same for one that nobody has joined */
#define NIGHT_OPEN_PRICE 10                   /* of a new night, in tables made */
#define NIGHT_EVENTS_MAX 20000                /* of one night's log; then it only ends, */
#define NIGHT_EVENTS_KEPT 2000                /* and of those only its leader uses the last */
#define NIGHT_SWITCHES_BURST 60               /* events of a member at once, */
#define NIGHT_SWITCHES_A_MINUTE 1             /* and then: 16 cannot fill the log in a day */
#define NIGHT_SWITCHES_NEW 10                 /* at once of a newcomer with a used number */
#define NIGHT_NEWCOMERS_BURST 8               /* people new to a night by address: a family, */
#define NIGHT_NEWCOMERS_A_MINUTE 1            /* and then; */
#define NIGHT_REMOVED_PRICE                                                                        \
    4 /* a removed person counts as this many more; the most that an address can owe */
#define NIGHT_REMOVED_MS 600000       /* nobody new comes from where only they were */
#define NIGHT_STARTS_BURST 6          /* games of one night at once, */
#define NIGHT_STARTS_A_MINUTE 2       /* and then */
#define NIGHT_DOORS_MAX 64            /* addresses that a night counts them for */
#define NIGHT_CLAIMS_NEAR 2           /* claims from one address at a time: others find room, */
#define NIGHT_CLAIM_LOST_MS 5000      /* and one whose phone has hung up for so long is over */
#define NIGHT_LEAD_AWAY_MS 60000      /* without its leader: anyone may take the lead, on loan; */
#define NIGHT_LEAD_IDLE_MS 120000     /* or between two games, if it does nothing for so long; */
#define NIGHT_LEAD_LOST_MS 900000     /* after so long without the lender it is theirs */
#define NIGHT_SCREEN_OFF_MS 60000     /* off, the one that opened it: another one answers */
#define HINTS_A_GAME_MAX 100          /* of a seat: a log has 20,000 events */
#define SEAT_CHANGES_BURST 20         /* choices taken up and seats taken back, by seat, */
#define SEAT_CHANGES_A_MINUTE 20      /* and then */
#define LOAD_PRICE 100                /* of looking for a log or a list, besides its rows */
#define RECORD_BYTES_A_PRICE 64       /* that are sent from memory cost as much as one event */
#define RECORDS_KEPT_BYTES (16 << 20) /* of finished games, for those who ask next */

#endif
