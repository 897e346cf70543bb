/* main.c: the program `pond`: a table of subcommands, and how their arguments are read. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "pond/learn.h"

const struct flag flags[FLAG_COUNT] = {
    [FLAG_OPTIONS] = {"options",
                      {"KEY=VALUE,...", "CLÉ=VALEUR,..."},
                      {"the game's options; 'pond games' lists them",
                       "les options du jeu ; « pond games » les donne"}},
    [FLAG_POSITION] = {"position",
                       {"TEXT", "TEXTE"},
                       {"a complete position in the game's notation",
                        "une position complète dans la notation du jeu"}},
    [FLAG_SEED] = {"seed",
                   {"SEED", "GRAINE"},
                   {"random seed, up to 64 characters; the same seed gives the same game",
                    "graine du hasard, 64 caractères au plus ; même graine, même partie"}},
    [FLAG_GAMES] = {"games", {"K", "K"}, {"how many games", "combien de parties"}},
    [FLAG_LIMIT] = {"limit",
                    {"N", "N"},
                    {"cut each game off after N rounds or turns",
                     "arrêter chaque partie après N tours"}},
    [FLAG_BULK] = {"bulk",
                   {NULL, NULL},
                   {"only count the last move instead of making it",
                    "compter le dernier coup sans le jouer"}},
    [FLAG_TIME] = {"time",
                   {"SECONDS", "SECONDES"},
                   {"time for one decision, such as 0.1", "temps par décision, par exemple 0.1"}},
    [FLAG_NODES] = {"nodes",
                    {"N", "N"},
                    {"positions or iterations for one decision (the same on every machine)",
                     "positions ou itérations par décision (identique sur toute machine)"}},
    [FLAG_THREADS] = {"threads", {"N", "N"}, {"number of threads", "nombre de fils d'exécution"}},
    [FLAG_OPENING] =
        {"opening",
         {"N", "N"},
         {"random decisions before the players take over; without chance only those that are fair",
          "décisions au hasard avant que les joueurs ne prennent la main ; sans hasard, "
          "seulement celles qui sont équitables"}},
    [FLAG_SPRT] = {"sprt",
                   {"LOW,HIGH", "BAS,HAUT"},
                   {"stop as soon as the first player is surely above LOW or below HIGH Elo",
                    "arrêter dès que le premier joueur est sûrement au-dessus de BAS ou sous HAUT "
                    "(Elo)"}},
    [FLAG_RECORDS] = {"records",
                      {"FILE", "FICHIER"},
                      {"write the records of all games there", "y écrire toutes les parties"}},
    [FLAG_SVG] = {"svg",
                  {"FILE", "FICHIER"},
                  {"draw the chances and the totals there, as a picture",
                   "y dessiner les chances et les totaux, en image"}},
    [FLAG_FROGS] = {"frogs",
                    {"N", "N"},
                    {"rribbit: all positions with at most N frogs, 4 to 7",
                     "rribbit : toutes les positions d'au plus N grenouilles, de 4 à 7"}},
    [FLAG_LAYOUT] = {"layout",
                     {"TILES", "TUILES"},
                     {"quibbit: the ring, such as '*RGY*GYR~YRG'",
                      "quibbit : l'anneau, par exemple « *RGY*GYR~YRG »"}},
    [FLAG_ALL] = {"all",
                  {NULL, NULL},
                  {"quibbit: every ring there is, up to symmetry (108)",
                   "quibbit : tous les anneaux, à symétrie près (108)"}},
    [FLAG_FOLDER] = {"folder",
                     {"FOLDER", "DOSSIER"},
                     {"where the tables are, instead of the usual place",
                      "où sont les tables, au lieu de l'endroit habituel"}},
    [FLAG_DRY] = {"dry",
                  {NULL, NULL},
                  {"only tell the results; write no files",
                   "donner seulement les résultats, sans écrire de fichiers"}},
    [FLAG_VERIFY] = {"verify",
                     {"N|all", "N|all"},
                     {"rribbit: check N positions of each class, or all, by the rules of the game",
                      "rribbit : vérifier N positions de chaque classe, ou toutes (all), par les "
                      "règles du jeu"}},
    [FLAG_PACK] = {"pack",
                   {"FILE", "FICHIER"},
                   {"rribbit: also write the tables to one file, packed as small as can be",
                    "rribbit : écrire aussi les tables dans un seul fichier, au plus petit"}},
    [FLAG_HOW_MANY] = {"count", {"N", "N"}, {"how many puzzles", "combien de problèmes"}},
    [FLAG_NUMBER] = {"number",
                     {"N", "N"},
                     {"the puzzle or step number N", "le problème ou l'étape numéro N"}},
    [FLAG_PUZZLES] = {"puzzles",
                      {NULL, NULL},
                      {"puzzles instead of the lesson", "des problèmes au lieu de la leçon"}},
    [FLAG_DAY] = {"day",
                  {"DATE", "DATE"},
                  {"the puzzle of that day, such as 2026-11-15",
                   "le problème de ce jour-là, par exemple 2026-11-15"}},
    [FLAG_BOARDS] = {"boards",
                     {NULL, NULL},
                     {"draw the board after every move", "dessiner le plateau après chaque coup"}},
    [FLAG_SEATS] = {"seats",
                    {"WHO,WHO,...", "QUI,QUI,..."},
                    {"who sits where: me, me:NAME, level:0 to level:6, or an engine",
                     "qui s'assied où : me, me:NOM, level:0 à level:6, ou un moteur"}},
    [FLAG_PRACTICE] = {"practice",
                       {NULL, NULL},
                       {"anything may be taken back; the record tells of it",
                        "tout peut être repris ; la partie notée le dit"}},
    [FLAG_TUTOR] = {"tutor", {NULL, NULL}, {"ask before a blunder", "prévenir avant une gaffe"}},
    [FLAG_PLAIN] = {"plain",
                    {NULL, NULL},
                    {"line by line, in words: for screen readers, pipes and scripts",
                     "ligne par ligne, en mots : pour lecteurs d'écran, tubes et scripts"}},
    [FLAG_FAST] = {"fast",
                   {NULL, NULL},
                   {"do not show leaps hop by hop", "ne pas montrer les sauts bond par bond"}},
    [FLAG_NO_COLOR] = {"no-color", {NULL, NULL}, {"without colours", "sans couleurs"}},
    [FLAG_ASCII] = {"ascii",
                    {NULL, NULL},
                    {"draw with plain ASCII characters", "dessiner en caractères ASCII"}},
    [FLAG_NAME] = {"name", {"NAME", "NOM"}, {"your name there", "votre nom là-bas"}},
    [FLAG_LISTEN] = {"listen",
                     {"ADDRESS:PORT", "ADRESSE:PORT"},
                     {"where to serve; otherwise 127.0.0.1:7878, or the next free port",
                      "où servir ; sinon 127.0.0.1:7878, ou le port libre suivant"}},
    [FLAG_STORE] =
        {"store",
         {"STORE", "BASE"},
         {"where games are kept: sqlite:FILE or postgres://...; otherwise a file in the data "
          "folder",
          "où garder les parties : sqlite:FICHIER ou postgres://... ; sinon un fichier du dossier "
          "des données"}},
    [FLAG_ORIGIN] = {"origin",
                     {"URL", "URL"},
                     {"one more address that pages may come from, such as https://pond.example",
                      "une adresse de plus d'où des pages peuvent venir, par exemple "
                      "https://pond.example"}},
    [FLAG_PROXY] = {"proxy",
                    {NULL, NULL},
                    {"behind a proxy on this machine, whose X-Forwarded-For says who a client is",
                     "derrière un mandataire sur cette machine, dont X-Forwarded-For dit qui est "
                     "un client"}},
    [FLAG_PROXIES] = {"proxies",
                      {"ADDRESSES", "ADRESSES"},
                      {"behind proxies at these addresses, such as 10.0.0.2,192.0.2.0/24",
                       "derrière des mandataires à ces adresses, par exemple "
                       "10.0.0.2,192.0.2.0/24"}},
    [FLAG_HOSTNAME] =
        {"hostname",
         {"NAMES", "NOMS"},
         {"names that browsers may call the server by, such as pond.example; addresses "
          "and names of the house always work",
          "noms sous lesquels on peut appeler le serveur, par exemple pond.example ; "
          "les adresses et les noms de la maison marchent toujours"}},
    [FLAG_TLS] =
        {"tls",
         {"CERT,KEY", "CERT,CLÉ"},
         {"encrypt, with this certificate and its key (PEM files); SIGHUP reads them again",
          "chiffrer, avec ce certificat et sa clé (fichiers PEM) ; SIGHUP les fait relire"}},
    [FLAG_LOG] = {"log",
                  {"FILE", "FICHIER"},
                  {"write what happens there as JSON lines; - for standard error",
                   "y écrire ce qui arrive en lignes JSON ; - pour la sortie d'erreur"}},
    [FLAG_UNLIMITED] = {"unlimited",
                        {NULL, NULL},
                        {"no limits by address, person or connection: for load tests",
                         "aucune limite par adresse, personne ou connexion : pour les essais de "
                         "charge"}},
    [FLAG_DATABASE_FILE] =
        {"database-file",
         {"FILE", "FICHIER"},
         {"read the store's address from this file, which only its owner may read",
          "lire l'adresse de la base dans ce fichier, que seul son propriétaire peut lire"}},
    [FLAG_MINUTES] = {"minutes",
                      {"N", "N"},
                      {"how long an announcement is shown; without it, until the next one",
                       "combien de temps l'annonce est montrée ; sinon, jusqu'à la suivante"}},
    [FLAG_YES] = {"yes",
                  {NULL, NULL},
                  {"yes, really: for what cannot be undone",
                   "oui, vraiment : pour ce qui ne peut pas être annulé"}},
    [FLAG_TABLES] = {"tables",
                     {"N", "N"},
                     {"tables with two players each, 10 unless said otherwise",
                      "tables à deux joueurs chacune, 10 sauf autre indication"}},
    [FLAG_IDLE] = {"idle",
                   {"N", "N"},
                   {"connections that only sit there", "connexions qui ne font rien"}},
    [FLAG_SECONDS] = {"seconds", {"N", "N"}, {"how long it is measured", "durée de la mesure"}},
    [FLAG_PAUSE] = {"pause",
                    {"MS", "MS"},
                    {"milliseconds before each move; without it, at once",
                     "millisecondes avant chaque coup ; sinon, tout de suite"}},
    [FLAG_GAME] = {"game",
                   {"GAME", "JEU"},
                   {"that game alone; otherwise all in turn",
                    "ce jeu seulement ; sinon tous, l'un après l'autre"}},
    [FLAG_VIEWS] = {"views",
                    {NULL, NULL},
                    {"compare every view with the record of the finished game",
                     "comparer chaque vue à la partie une fois terminée"}},
    [FLAG_PID] = {"pid",
                  {"N", "N"},
                  {"the server's process on this machine, for its CPU time and memory",
                   "le processus du serveur sur cette machine, pour son temps de calcul et sa "
                   "mémoire"}},
    [FLAG_MARKS] =
        {"marks",
         {NULL, NULL},
         {"print only 'begin N' and 'end N', the moves so far, for programs that measure",
          "n'écrire que « begin N » et « end N », les coups jusque-là, pour les "
          "programmes qui mesurent"}},
    [FLAG_JSON] = {"json",
                   {NULL, NULL},
                   {"machine-readable: one JSON object per line",
                    "lisible par machine : un objet JSON par ligne"}},
    [FLAG_LANG] = {"lang",
                   {"en|fr", "en|fr"},
                   {"the language; otherwise the locale decides",
                    "la langue ; sinon, celle du système"}},
    [FLAG_HELP] = {"help", {NULL, NULL}, {"this help", "cette aide"}},
};

const struct command commands[] = {
    {.name = "play",
     .arguments = {"[GAME|RECORD]", "[JEU|PARTIE]"},
     .arguments_max = 1,
     .flags = BIT(FLAG_SEATS) | BIT(FLAG_OPTIONS) | BIT(FLAG_POSITION) | BIT(FLAG_SEED) |
              BIT(FLAG_PRACTICE) | BIT(FLAG_TUTOR) | BIT(FLAG_PLAIN) | BIT(FLAG_FAST) |
              BIT(FLAG_NO_COLOR) | BIT(FLAG_ASCII),
     .summary = {"play in this terminal, against the computer or with people beside you",
                 "jouer dans ce terminal, contre l'ordinateur ou à plusieurs"},
     .help =
         {"Without a game a menu asks. A game that is interrupted waits in the menu. Without "
          "--seats you play against computers of level 3.",
          "Sans jeu, un menu demande. Une partie interrompue attend dans le menu. Sans --seats, "
          "vous jouez contre des ordinateurs de niveau 3."},
     .example = "pond play rribbit --seats me,level:4",
     .run = command_play},
    {.name = "learn",
     .arguments = {"[GAME]", "[JEU]"},
     .arguments_max = 1,
     .flags = BIT(FLAG_PUZZLES) | BIT(FLAG_NUMBER) | BIT(FLAG_PLAIN) | BIT(FLAG_FAST) |
              BIT(FLAG_ASCII) | BIT(FLAG_NO_COLOR),
     .summary = {"learn a game step by step, or solve puzzles",
                 "apprendre un jeu pas à pas, ou résoudre des problèmes"},
     .help =
         {"It goes on where you left off. Without a game there is a list to choose from (with "
          "--plain: the puzzle of the day).",
          "La leçon reprend où vous l'aviez laissée. Sans jeu, une liste permet de choisir (avec "
          "--plain : le problème du jour)."},
     .example = "pond learn rribbit",
     .run = command_learn},
    {.name = "serve",
     .arguments = {"", ""},
     .flags = BIT(FLAG_LISTEN) | BIT(FLAG_STORE) | BIT(FLAG_ORIGIN) | BIT(FLAG_PROXY) |
              BIT(FLAG_PROXIES) | BIT(FLAG_HOSTNAME) | BIT(FLAG_TLS) | BIT(FLAG_LOG) |
              BIT(FLAG_UNLIMITED) | BIT(FLAG_THREADS) | BIT(FLAG_DATABASE_FILE),
     .summary = {"host games for people and programs, until Ctrl-C",
                 "héberger des parties pour les gens et les programmes, jusqu'à Ctrl-C"},
     .help =
         {"This is also what 'pond' alone does. People open the address it prints in a browser; "
          "programs use the protocol in docs/protocol.md. A move is acknowledged when it is on "
          "disk, and games "
          "go on after a restart where they were. docs/hosting.md is about public servers.",
          "C'est aussi ce que fait « pond » tout seul. On ouvre l'adresse affichée dans un "
          "navigateur ; les programmes suivent docs/protocol.md. Un coup est confirmé quand il est "
          "sur le disque, et les parties reprennent où elles étaient. docs/hosting.md traite des "
          "serveurs publics."},
     .example = "pond serve --listen 127.0.0.1:8000",
     .run = command_serve},
    {.name = "night",
     .arguments = {"", ""},
     .flags = BIT(FLAG_LISTEN) | BIT(FLAG_STORE) | BIT(FLAG_TLS) | BIT(FLAG_HOSTNAME) |
              BIT(FLAG_NO_COLOR),
     .summary = {"host a game night: the board on a big screen, hands on phones",
                 "une soirée de jeux : le plateau sur un grand écran, les cartes sur les "
                 "téléphones"},
     .help =
         {"Serves everyone in the same network, and prints the address of the big screen and a QR "
          "code for phones. People join with the code that the big screen shows, a name and a "
          "frog. docs/game-night.md explains it in a page.",
          "Sert tous ceux du même réseau, et affiche l'adresse du grand écran et un code QR pour "
          "les téléphones. On entre avec le code du grand écran, un nom et une grenouille. "
          "docs/game-night.md l'explique en une page."},
     .example = "pond night",
     .run = command_serve},
    {.name = "host",
     .arguments = {"[WHAT [...]]", "[QUOI [...]]"},
     .arguments_max = 3,
     .flags = BIT(FLAG_STORE) | BIT(FLAG_DATABASE_FILE) | BIT(FLAG_MINUTES) | BIT(FLAG_YES) |
              BIT(FLAG_JSON),
     .summary = {"look after a running play server on this machine",
                 "s'occuper d'un serveur de jeu qui tourne sur cette machine"},
     .help =
         {"WHAT is one of: overview, link (to the host's page; it works once), people [TEXT], "
          "tables, storage, audit, announce TEXT, maintenance on|off, limit NAME NUMBER, rename "
          "PERSON NAME, mute, unmute, ban or unban PERSON, export PERSON, erase PERSON, close "
          "TABLE, void TABLE, backup, backups, check BACKUP. PERSON is an id, as 'people' lists "
          "it. docs/hosting.md explains each.",
          "QUOI est l'un de : overview, link (vers la page de l'hôte ; il ne sert qu'une fois), "
          "people [TEXTE], tables, storage, audit, announce TEXTE, maintenance on|off, limit NOM "
          "NOMBRE, rename PERSONNE NOM, mute, unmute, ban ou unban PERSONNE, export PERSONNE, "
          "erase PERSONNE, close TABLE, void TABLE, backup, backups, check COPIE. PERSONNE est un "
          "identifiant que donne « people ». docs/hosting.md explique tout."},
     .example = "pond host announce 'Back in five minutes' --minutes 30",
     .run = command_host},
    {.name = "load",
     .arguments = {"URL", "URL"},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags = BIT(FLAG_TABLES) | BIT(FLAG_IDLE) | BIT(FLAG_SECONDS) | BIT(FLAG_PAUSE) |
              BIT(FLAG_GAME) | BIT(FLAG_VIEWS) | BIT(FLAG_PID) | BIT(FLAG_MARKS) | BIT(FLAG_JSON),
     .summary = {"load-test a play server with simulated players",
                 "mesurer un serveur de jeu avec des joueurs simulés"},
     .help = {"They play valid games and watch that every event comes in order; with --views, also "
              "that each was shown just what its seat may see. The server should run with "
              "--unlimited: all come from one address. Only ever point it at a server of your own.",
              "Ils jouent des parties valables et vérifient que chaque événement arrive dans "
              "l'ordre ; avec --views, aussi que chacun a vu exactement ce que son siège peut "
              "voir. Le serveur devrait tourner avec --unlimited : tous viennent d'une seule "
              "adresse. Ne visez jamais qu'un serveur à vous."},
     .example = "pond load http://127.0.0.1:7878 --tables 100 --seconds 10",
     .run = command_load},
    {.name = "games",
     .arguments = {"", ""},
     .flags = BIT(FLAG_JSON),
     .summary = {"list the games and their options", "lister les jeux et leurs options"},
     .help = {"", ""},
     .example = "pond games",
     .run = command_games},
    {.name = "join",
     .arguments = {"ADDRESS", "ADRESSE"},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags =
         BIT(FLAG_NAME) | BIT(FLAG_PLAIN) | BIT(FLAG_FAST) | BIT(FLAG_NO_COLOR) | BIT(FLAG_ASCII),
     .summary = {"play online, on a play server", "jouer en ligne, sur un serveur"},
     .help =
         {"The address of a server shows its tables, and new ones can be made; that of a table, as "
          "it is shared, goes there at once. The boards and keys are those of 'pond play'. Without "
          "a terminal, or with --plain, it goes line by line: 'help' tells what can be said. Lost "
          "connections are re-established, and the game goes on. Your identity is a key kept in "
          "the data directory.",
          "L'adresse d'un serveur montre ses tables, et l'on peut en ouvrir ; celle d'une table, "
          "telle qu'on la partage, y mène tout droit. Les plateaux et les touches sont ceux de "
          "« pond play ». Sans terminal, ou avec --plain, cela va ligne par ligne : « aide » dit "
          "ce "
          "qu'on peut dire. Une connexion perdue est refaite et la partie continue. Qui vous êtes "
          "est une clé dans le dossier des données."},
     .example = "pond join http://127.0.0.1:7878/ --name Ada",
     .run = command_join},
    {.name = "backup",
     .arguments = {"FILE", "FICHIER"},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags = BIT(FLAG_STORE) | BIT(FLAG_DATABASE_FILE),
     .summary = {"copy a play server's games to a file, even while it is running",
                 "copier les parties d'un serveur dans un fichier, même pendant qu'il tourne"},
     .help = {"", ""},
     .example = "pond backup games-monday.sqlite",
     .run = command_backup},
    {.name = "restore",
     .arguments = {"FILE", "FICHIER"},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags = BIT(FLAG_STORE) | BIT(FLAG_DATABASE_FILE),
     .summary = {"restore a play server's games from a backup",
                 "restaurer les parties d'un serveur à partir d'une copie"},
     .help = {"The place must be empty: move the old file away first.",
              "La place doit être vide : écartez d'abord l'ancien fichier."},
     .example = "pond restore games-monday.sqlite --store sqlite:new.sqlite",
     .run = command_restore},
    {.name = "export",
     .arguments = {"", ""},
     .flags = BIT(FLAG_STORE) | BIT(FLAG_DATABASE_FILE),
     .summary = {"write the records of all finished games of a play server",
                 "écrire toutes les parties terminées d'un serveur"},
     .help = {"", ""},
     .example = "pond export | pond check -",
     .run = command_export},
    {.name = "rules",
     .arguments = {"GAME [RULING]", "JEU [POINT]"},
     .arguments_min = 1,
     .arguments_max = 2,
     .flags = BIT(FLAG_JSON),
     .summary = {"show the rules of a game, or one of them",
                 "afficher les règles d'un jeu, ou l'une d'elles"},
     .help = {"With the number of a ruling, such as Q7, only that one.",
              "Avec le numéro d'un point, par exemple Q7, celui-là seulement."},
     .example = "pond rules quibbles | less",
     .run = command_rules},
    {.name = "show",
     .arguments = {"GAME", "JEU"},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags =
         BIT(FLAG_OPTIONS) | BIT(FLAG_POSITION) | BIT(FLAG_SEED) | BIT(FLAG_ASCII) | BIT(FLAG_JSON),
     .summary = {"draw a position and list its legal moves",
                 "dessiner une position et lister les coups permis"},
     .help =
         {"Without --position it shows a start, laid and dealt by --seed where chance has a part "
          "in it. A position is given in its complete form, as 'full' in 'pond replay --json'.",
          "Sans --position, c'est un départ, préparé par --seed si le hasard y a sa part. Une "
          "position est donnée sous sa forme complète, comme « full » dans « pond replay "
          "--json »."},
     .example = "pond show rribbit --position 'DDDD1D1DD/9/5D3/9/3LLL3/9/LL2L2LL d -'",
     .run = command_show},
    {.name = "new",
     .arguments = {"GAME", "JEU"},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags = BIT(FLAG_OPTIONS) | BIT(FLAG_SEED) | BIT(FLAG_JSON),
     .summary = {"set up a new game and print it as an unfinished record",
                 "préparer une partie et l'écrire comme partie en cours"},
     .help = {"", ""},
     .example = "pond new quibbit --options players=3 --seed 42",
     .run = command_new},
    {.name = "random",
     .arguments = {"GAME", "JEU"},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags =
         BIT(FLAG_OPTIONS) | BIT(FLAG_SEED) | BIT(FLAG_GAMES) | BIT(FLAG_LIMIT) | BIT(FLAG_JSON),
     .summary = {"play games of random moves and write their records",
                 "jouer des parties au hasard et les écrire"},
     .help = {"Every legal choice is as likely as any other. The first game has the seed SEED, the "
              "following ones SEED.1, SEED.2 and so on. Without --limit a game is cut off after "
              "1,000 rounds (quibbit), 2,000 turns (quibbles) or 1,000 turns (rribbit).",
              "Chaque choix permis est aussi probable que les autres. La première partie a la "
              "graine GRAINE, les suivantes GRAINE.1, GRAINE.2, etc. Sans --limit, une partie est "
              "arrêtée après 1 000 tours (quibbit, rribbit) ou 2 000 tours (quibbles)."},
     .example = "pond random quibbles --seed 1 --games 1",
     .run = command_random},
    {.name = "replay",
     .arguments = {"RECORD", "PARTIE"},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags = BIT(FLAG_BOARDS) | BIT(FLAG_ASCII) | BIT(FLAG_JSON),
     .summary = {"replay a record move by move", "rejouer une partie coup par coup"},
     .help =
         {"RECORD is a file, or - for standard input. With --json every line has the position, "
          "who must decide and all legal choices; with --boards also the board as data and what "
          "happened.",
          "PARTIE est un fichier, ou - pour l'entrée standard. Avec --json, chaque ligne a la "
          "position, qui doit décider et tous les choix permis ; avec --boards aussi le plateau "
          "en données et ce qui s'est passé."},
     .example = "pond random quibbit --seed 7 | pond replay --boards -",
     .run = command_replay},
    {.name = "perft",
     .arguments = {"GAME DEPTH", "JEU PROFONDEUR"},
     .arguments_min = 2,
     .arguments_max = 2,
     .flags = BIT(FLAG_OPTIONS) | BIT(FLAG_POSITION) | BIT(FLAG_BULK) | BIT(FLAG_JSON),
     .summary = {"count the legal move sequences of each length up to DEPTH",
                 "compter les suites de coups permises de chaque longueur jusqu'à PROFONDEUR"},
     .help = {"", ""},
     .example = "pond perft rribbit 5",
     .run = command_perft},
    {.name = "check",
     .arguments = {"RECORD...", "PARTIE..."},
     .arguments_min = 1,
     .arguments_max = 1 << 30,
     .flags = BIT(FLAG_JSON),
     .summary = {"replay records and check that everything in them is right",
                 "rejouer des parties et vérifier que tout y est juste"},
     .help = {"A record is a file, or - for standard input; a file may hold many games.",
              "Une partie est un fichier, ou - pour l'entrée standard ; un fichier peut contenir "
              "plusieurs parties."},
     .example = "pond random quibbit --seed 1 --games 100 | pond check -",
     .run = command_check},
    {.name = "verify",
     .arguments = {"RECORD", "PARTIE"},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags = BIT(FLAG_JSON),
     .summary = {"check that the deal of a record was fair",
                 "vérifier que la donne d'une partie est honnête"},
     .help =
         {"The record of a game on a play server has the server's commitment and secret and every "
          "player's number. All of chance is worked out again from them. docs/fair-deals.md says "
          "what this proves. Exit status 3: nothing is wrong, but nobody added a number, so "
          "nothing is proven.",
          "La partie jouée sur un serveur contient l'engagement et le secret du serveur et le "
          "nombre de chaque joueur. Tout le hasard en est recalculé. docs/fair-deals.md dit "
          "ce que cela prouve. Code de sortie 3 : rien n'est faux, mais personne n'a ajouté de "
          "nombre : rien n'est prouvé."},
     .example = "pond verify game.pond",
     .run = command_verify},
    {.name = "hint",
     .arguments = {"GAME|RECORD", "JEU|PARTIE"},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags =
         BIT(FLAG_OPTIONS) | BIT(FLAG_POSITION) | BIT(FLAG_TIME) | BIT(FLAG_NODES) | BIT(FLAG_JSON),
     .summary = {"show the best moves in a position, and why",
                 "montrer les meilleurs coups d'une position, et pourquoi"},
     .help =
         {"The position is --position, or where a record in progress stands (a file, or - for "
          "standard input). The percentage is the expected score of the seat with that choice: a "
          "win is 100, a draw 50. Where a frequency is shown, best play mixes its choices at these "
          "rates.",
          "La position est --position, ou celle où en est une partie en cours (un fichier, ou - "
          "pour l'entrée standard). Le pourcentage est le score attendu du siège avec ce choix : "
          "un gain vaut 100, une nulle 50. Quand une fréquence est donnée, le mieux est de varier "
          "ainsi."},
     .example = "pond hint rribbit --position 'DDDD1D1DD/9/5D3/9/3LLL3/9/LL2L2LL d -'",
     .run = command_hint},
    {.name = "analyse",
     .arguments = {"RECORD", "PARTIE"},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags = BIT(FLAG_TIME) | BIT(FLAG_NODES) | BIT(FLAG_THREADS) | BIT(FLAG_SVG) |
              BIT(FLAG_ASCII) | BIT(FLAG_JSON),
     .summary = {"judge every move of a record, and what luck brought",
                 "analyser chaque coup d'une partie, et la part de la chance"},
     .help =
         {"RECORD is a file, or - for standard input. For each decision it says what it cost in "
          "chances of winning, how good that is, why, and what was better; then the chances "
          "turn by turn, and accuracy, luck and skill of each seat. Ctrl-C ends it with what is "
          "there so far. The picture shows the first game of a file. docs/analysis.md explains "
          "the numbers.",
          "PARTIE est un fichier, ou - pour l'entrée standard. Pour chaque décision : ce qu'elle "
          "a coûté en chances de gain, ce que cela vaut, pourquoi, et ce qui était mieux ; puis "
          "les chances tour par tour, et la précision, la chance et l'adresse de chaque siège. "
          "Ctrl-C arrête et donne ce qui est déjà là. L'image montre la première partie d'un "
          "fichier. docs/analysis.md explique les nombres."},
     .example = "pond random rribbit --seed 1 --limit 40 | pond analyse -",
     .run = command_analyse},
    {.name = "solve",
     .arguments = {"quibbit|rribbit", "quibbit|rribbit"},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags = BIT(FLAG_OPTIONS) | BIT(FLAG_LAYOUT) | BIT(FLAG_ALL) | BIT(FLAG_FROGS) |
              BIT(FLAG_THREADS) | BIT(FLAG_FOLDER) | BIT(FLAG_DRY) | BIT(FLAG_VERIFY) |
              BIT(FLAG_PACK) | BIT(FLAG_JSON),
     .summary = {"solve a Quibbit ring for two or three players, or small Rrib-bit endgames",
                 "résoudre un anneau de Quibbit à deux ou trois, ou de petites finales"},
     .help =
         {"What is found goes to tables, one file for each class of endings or ring, and is there "
          "for hints and analysis from then on. What is there is not solved again, so a solve that "
          "was stopped goes on; several may run at the same time, also on several machines that "
          "share a folder.\n\n"
          "quibbit takes 1.2 GB of memory and some ten seconds of two cores for a ring. With "
          "--options players=3 it finds strategies and tells what a best response to them gains; "
          "that takes 5 GB and some hours. rribbit takes 1 GB and a minute with 6 frogs, some 8 GB "
          "and an hour with 7.",
          "Ce qui est trouvé va dans des tables, un fichier par classe de finales ou par anneau, "
          "et sert désormais aux conseils et aux analyses. Ce qui est déjà là n'est pas résolu à "
          "nouveau : une résolution interrompue continue ; plusieurs peuvent tourner en même "
          "temps, "
          "aussi sur plusieurs machines qui partagent un dossier.\n\n"
          "quibbit prend 1,2 Go de mémoire et une dizaine de secondes de deux cœurs par anneau. "
          "Avec --options players=3, il trouve des stratégies et dit ce qu'une meilleure réponse "
          "y gagne ; il lui faut 5 Go et quelques heures. rribbit prend 1 Go et une minute "
          "avec 6 grenouilles, environ 8 Go et une heure avec 7."},
     .example = "pond solve rribbit --frogs 5",
     .run = command_solve},
    {.name = "probe",
     .arguments = {"GAME", "JEU"},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags = BIT(FLAG_OPTIONS) | BIT(FLAG_POSITION) | BIT(FLAG_FOLDER) | BIT(FLAG_JSON),
     .summary = {"look up the exact value of every move in a position",
                 "donner la valeur exacte de chaque coup d'une position"},
     .help =
         {"By the standard rules rribbit up to 5 frogs needs no tables of your own. A distance is "
          "in turns of either "
          "side to the end of the game. For quibbit a value is wins minus losses when the "
          "other plays as well as can be, and the percentage how often to choose it.",
          "Selon les règles normales, rribbit jusqu'à 5 grenouilles n'a pas besoin d'autres "
          "tables. Une distance est en "
          "coups des deux camps jusqu'à la fin. Pour quibbit, une valeur est gains moins pertes "
          "quand l'autre joue au mieux, et le pourcentage dit combien de fois choisir ainsi."},
     .example = "pond probe rribbit --position '9/8L/5L3/9/9/9/D1LL5 l 0,0'",
     .run = command_probe},
    {.name = "tables",
     .arguments = {"[check|remove|longest [NAME...]]", "[check|remove|longest [NOM...]]"},
     .arguments_max = 1 << 30,
     .flags = BIT(FLAG_FOLDER) | BIT(FLAG_JSON),
     .summary = {"list, check or remove tablebases",
                 "lister, vérifier ou supprimer les tables de valeurs exactes"},
     .help =
         {"Tables are in $POND_TABLES and in pond/tables of the data folder "
          "($XDG_DATA_HOME, or ~/.local/share). 'check' reads every byte; 'remove' takes the names "
          "of those to delete; 'longest' plays the longest win in a table of rribbit. Positions "
          "are counted up to symmetry.",
          "Les tables sont dans $POND_TABLES et dans pond/tables du dossier de données "
          "($XDG_DATA_HOME, ou ~/.local/share). « check » relit chaque octet ; « remove » veut "
          "les noms de celles à retirer ; « longest » joue le plus long gain d'une table de "
          "rribbit. Les positions sont comptées à symétrie près."},
     .example = "pond tables check",
     .run = command_tables},
    {.name = "puzzle",
     .arguments = {"[GAME [ANSWER...]]", "[JEU [RÉPONSE...]]"},
     .arguments_max = 1 + POND_STAGES_MAX,
     .flags = BIT(FLAG_NUMBER) | BIT(FLAG_DAY) | BIT(FLAG_ASCII) | BIT(FLAG_JSON),
     .summary = {"show a puzzle, by default today's, and check an answer",
                 "montrer un problème, par défaut celui du jour, et vérifier une réponse"},
     .help =
         {"Rrib-bit: win by force. Quibbles: the most from this hand. Quibbit!: keep your card. "
          "Answers are moves, one for each decision that is asked for; the exit status is 1 "
          "where one of them is not right.",
          "Rrib-bit : gagner à coup sûr. Quibbles : le plus possible avec cette main. Quibbit! : "
          "garder sa carte. Les réponses sont des coups, un par décision demandée ; le code de "
          "sortie est 1 si l'une d'elles n'est pas juste."},
     .example = "pond puzzle rribbit --number 1",
     .run = command_puzzle},
    {.name = "puzzles",
     .arguments = {"make GAME", "make JEU"},
     .arguments_min = 2,
     .arguments_max = 2,
     .flags = BIT(FLAG_HOW_MANY) | BIT(FLAG_SEED),
     .summary = {"find puzzles in games between engines and write them to a file",
                 "trouver des problèmes dans des parties des moteurs et en écrire le fichier"},
     .help =
         {"Every puzzle has one answer, proven by trying everything. docs/learn.md describes the "
          "file.",
          "Chaque problème a une seule réponse, prouvée en essayant tout. docs/learn.md décrit le "
          "fichier (en anglais)."},
     .example = "pond puzzles make rribbit --count 5 --seed 1",
     .run = command_puzzles},
    {.name = "match",
     .arguments = {"GAME PLAYER PLAYER...", "JEU JOUEUR JOUEUR..."},
     .arguments_min = 3,
     .arguments_max = 1 + POND_SEATS_MAX,
     .flags = BIT(FLAG_OPTIONS) | BIT(FLAG_SEED) | BIT(FLAG_GAMES) | BIT(FLAG_LIMIT) |
              BIT(FLAG_TIME) | BIT(FLAG_NODES) | BIT(FLAG_THREADS) | BIT(FLAG_OPENING) |
              BIT(FLAG_SPRT) | BIT(FLAG_RECORDS) | BIT(FLAG_JSON),
     .summary = {"play a series between players and report scores and Elo",
                 "faire jouer des joueurs entre eux et donner scores et Elo"},
     .help = {"A player is random, greedy, engine, for rribbit also uct, each with settings after "
              "a colon (engine:nodes=5000); level:0 to level:6, which have none; or cmd:PROGRAM "
              "for one that speaks the engine protocol. Every deal is played once for each "
              "rotation of the seats. With fewer players than seats the last one takes all the "
              "others.\n\n"
              "The score is of the games that came to an end; those that were cut off are counted "
              "apart. It is followed by half the width of its 95 % confidence interval; if all N "
              "deals came out alike, the rule of three (3/N) is used.",
              "Un joueur est random, greedy, engine, pour rribbit aussi uct, avec ses réglages "
              "après deux-points (engine:nodes=5000) ; level:0 à level:6, qui n'en ont pas ; ou "
              "cmd:PROGRAMME s'il parle le protocole des moteurs. Chaque donne est jouée une fois "
              "par rotation des sièges. S'il y a moins de joueurs que de sièges, le dernier prend "
              "tous les autres.\n\n"
              "Le score est celui des parties qui ont eu une fin ; celles qui ont été arrêtées "
              "sont comptées à part. Derrière se trouve la demi-largeur de son intervalle à 95 % ; "
              "si les N donnes ont toutes fini de même, elle en admet environ 3 sur N qui "
              "finiraient autrement."},
     .example = "pond match rribbit level:3 greedy --games 200 --threads 2",
     .run = command_match},
    {.name = "engine",
     .arguments = {"[PLAYER]", "[JOUEUR]"},
     .arguments_max = 1,
     .summary = {"speak the engine protocol on standard input and output",
                 "suivre le protocole des moteurs sur l'entrée et la sortie standard"},
     .help = {"docs/engine-protocol.md describes it. PLAYER is one of our own, as in 'pond match', "
              "without it the full engine.",
              "docs/engine-protocol.md le décrit. JOUEUR est un des nôtres, comme pour « pond "
              "match », à défaut le moteur complet."},
     .example = "pond match rribbit engine 'cmd:pond engine level:2'",
     .run = command_engine},
    {.name = "bench",
     .arguments = {"", ""},
     .flags = BIT(FLAG_JSON),
     .summary = {"print a signature of the rules and measure their speed",
                 "donner une signature des règles et mesurer leur vitesse"},
     .help = {"The signature changes exactly when some game would be played differently.",
              "La signature change exactement quand une partie se jouerait autrement."},
     .example = "pond bench",
     .run = command_bench},
    {.name = "help",
     .arguments = {"[COMMAND]", "[COMMANDE]"},
     .arguments_max = 1,
     .summary = {"show this overview, or the help of a command",
                 "afficher cet aperçu, ou l'aide d'une commande"},
     .help = {"", ""},
     .example = "pond help random",
     .run = command_help},
    {.name = "version",
     .arguments = {"", ""},
     .flags = BIT(FLAG_JSON),
     .summary = {"print the version of the program", "afficher la version du programme"},
     .help = {"", ""},
     .example = "pond version",
     .run = command_version},
    {.name = "manual",
     .arguments = {"", ""},
     .hidden = true,
     .summary = {"print the manual page, for man", "écrire la page de manuel, pour man"},
     .help = {"", ""},
     .example = "pond manual | man -l -",
     .run = command_manual},
    {.name = "completion",
     .arguments = {"bash|zsh|fish", "bash|zsh|fish"},
     .arguments_min = 1,
     .arguments_max = 1,
     .hidden = true,
     .summary = {"print completions for a shell", "écrire les complétions d'un shell"},
     .help = {"", ""},
     .example = "pond completion bash",
     .run = command_completion},
    {.name = NULL},
};

static const struct command *command_find(const char *name)
{
    for (const struct command *command = commands; command->name != NULL; command++) {
        if (strcmp(command->name, name) == 0) return command;
    }
    return NULL;
}

static int complain_command(const struct cli *cli, const char *name)
{
    const char *names[sizeof commands / sizeof commands[0]];
    int count = 0;
    for (const struct command *command = commands; command->name != NULL; command++) {
        if (!command->hidden) names[count++] = command->name;
    }
    names[count] = NULL;
    return complain_meant(cli, EXIT_WRONG_USAGE, SAY_UNKNOWN_COMMAND, name, NULL,
                          closest(name, names));
}

/* ---- Reading the arguments ---- */

static uint64_t flags_of(const struct command *command)
{
    return command->flags | BIT(FLAG_LANG) | BIT(FLAG_HELP);
}

static int complain_flag(const struct cli *cli, const char *word)
{
    const char *names[FLAG_COUNT + 1];
    char bare[64], dashed[72];
    int count = 0;
    for (int i = 0; i < FLAG_COUNT; i++) {
        if ((flags_of(cli->command) & BIT(i)) != 0) names[count++] = flags[i].name;
    }
    names[count] = NULL;
    snprintf(bare, sizeof bare, "%s", word + strspn(word, "-"));
    bare[strcspn(bare, "=")] = '\0';
    const char *meant = closest(bare, names);
    snprintf(dashed, sizeof dashed, "--%s", meant != NULL ? meant : "");
    return complain_meant(cli, EXIT_WRONG_USAGE, SAY_UNKNOWN_FLAG, word, cli->command->name,
                          meant != NULL ? dashed : NULL);
}

/* A long option that getopt refused: which of ours is it, if any? */
static int flag_named(const struct cli *cli, const char *word)
{
    for (int i = 0; i < FLAG_COUNT; i++) {
        const size_t length = strlen(flags[i].name);
        const bool same = strncmp(word, "--", 2) == 0 &&
                          strncmp(word + 2, flags[i].name, length) == 0 &&
                          (word[2 + length] == '\0' || word[2 + length] == '=');
        if (same && (flags_of(cli->command) & BIT(i)) != 0) return i;
    }
    return -1;
}

/* The word that getopt has just refused: among letters behind one dash it stays at the same word.
 */
static const char *refused_word(char **argv)
{
    const char *last = argv[optind - 1];
    const bool letters = last[0] == '-' && last[1] != '-';
    const bool whole = strncmp(last, "--", 2) == 0 || (letters && strchr(last, optopt) != NULL);
    return whole || argv[optind] == NULL ? last : argv[optind];
}

static int take_flag(struct cli *cli, int flag, char **argv)
{
    char name[32];
    if (flag == '?' || flag == ':') {
        const char *word = refused_word(argv);
        const int known = flag_named(cli, word);
        if (known < 0) return complain_flag(cli, word);
        snprintf(name, sizeof name, "--%s", flags[known].name);
        return complain(cli, EXIT_WRONG_USAGE,
                        flags[known].value[0] != NULL ? SAY_FLAG_NEEDS_VALUE : SAY_FLAG_NO_VALUE,
                        name, NULL);
    }
    snprintf(name, sizeof name, "--%s", flags[flag].name);
    if (cli->given[flag]) return complain(cli, EXIT_WRONG_USAGE, SAY_FLAG_TWICE, name, NULL);
    cli->given[flag] = true;
    cli->value[flag] = optarg;
    if (flag != FLAG_LANG) return EXIT_FINE;
    if (strcmp(optarg, "en") == 0) {
        cli->language = POND_ENGLISH;
    } else if (strcmp(optarg, "fr") == 0) {
        cli->language = POND_FRENCH;
    } else {
        return complain(cli, EXIT_WRONG_USAGE, SAY_FLAG_LANG, optarg, NULL);
    }
    return EXIT_FINE;
}

/* Only whole names count: getopt's habit of taking beginnings would let scripts break with the next
 * option that begins the same. */
static bool abbreviated(const struct cli *cli, const char *word)
{
    return strncmp(word, "--", 2) == 0 && word[2] != '\0' && flag_named(cli, word) < 0;
}

static int take_flags(struct cli *cli, int argc, char **argv)
{
    struct option long_options[FLAG_COUNT + 1];
    int count = 0;
    for (int i = 0; i < FLAG_COUNT; i++) {
        if ((flags_of(cli->command) & BIT(i)) == 0) continue;
        long_options[count++] = (struct option){
            flags[i].name, flags[i].value[0] != NULL ? required_argument : no_argument, NULL, i};
    }
    long_options[count] = (struct option){0};
    opterr = 0;
    optind = 1;
    for (;;) {
        const int before = optind;
        int flag = getopt_long(argc, argv, ":h", long_options, NULL);
        if (flag < 0) break;
        if (flag == 'h') flag = FLAG_HELP;
        const char *word = argv[before < optind ? optind - 1 : before];
        if (flag < FLAG_COUNT && optarg == word) word = argv[optind - 2];
        if (flag < FLAG_COUNT && abbreviated(cli, word)) return complain_flag(cli, word);
        const int code = take_flag(cli, flag, argv);
        if (code != EXIT_FINE) return code;
    }
    cli->argument_count = argc - optind;
    cli->arguments = argv + optind;
    return EXIT_FINE;
}

static int run_command(struct cli *cli, int argc, char **argv)
{
    const int code = take_flags(cli, argc, argv);
    if (code != EXIT_FINE) return code;
    const struct command *command = cli->command;
    if (cli->given[FLAG_HELP]) {
        help_command(stdout, command, cli->language);
        return EXIT_FINE;
    }
    if (cli->argument_count < command->arguments_min) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_ARGUMENT_MISSING, command->name,
                        command->arguments[cli->language]);
    }
    if (cli->argument_count > command->arguments_max) {
        char usage[64];
        const char *wanted = command->arguments[cli->language];
        snprintf(usage, sizeof usage, "%s%s%s", command->name, wanted[0] != '\0' ? " " : "",
                 wanted);
        return complain(cli, EXIT_WRONG_USAGE, SAY_ARGUMENT_TOO_MANY, usage,
                        cli->arguments[command->arguments_max]);
    }
    return command->run(cli);
}

/* Before a complaint about the command: a --lang that stands behind it. */
static void language_peek(struct cli *cli, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *value = strncmp(argv[i], "--lang=", 7) == 0 ? argv[i] + 7 : "";
        if (strcmp(argv[i], "--lang") == 0 && i + 1 < argc) value = argv[i + 1];
        if (strcmp(value, "fr") == 0) cli->language = POND_FRENCH;
        if (strcmp(value, "en") == 0) cli->language = POND_ENGLISH;
    }
}

/* `pond --help`, `pond --version`, and `pond --lang fr COMMAND` work as people expect. */
static int find_command(struct cli *cli, int *argc, char ***argv)
{
    while (*argc > 1 && strncmp((*argv)[1], "--lang", 6) == 0) {
        char *word = (*argv)[1];
        const bool joined = word[6] == '=';
        if (!joined && word[6] != '\0') break;
        cli->command = command_find("help");
        optarg = joined ? word + 7 : (*argv)[2];
        if (optarg == NULL) {
            return complain(cli, EXIT_WRONG_USAGE, SAY_FLAG_NEEDS_VALUE, "--lang", NULL);
        }
        const int code = take_flag(cli, FLAG_LANG, *argv);
        if (code != EXIT_FINE) return code;
        cli->given[FLAG_LANG] = false;
        *argc -= joined ? 1 : 2;
        *argv += joined ? 1 : 2;
    }
    const char *name = *argc > 1 ? (*argv)[1] : "serve";
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) name = "help";
    if (strcmp(name, "--version") == 0) name = "version";
    cli->command = command_find(name);
    if (cli->command == NULL) {
        language_peek(cli, *argc, *argv);
        return complain_command(cli, name);
    }
    if (*argc > 1) {
        *argc -= 1;
        *argv += 1;
    }
    return EXIT_FINE;
}

int command_help(struct cli *cli)
{
    if (cli->argument_count == 0) {
        help_overview(stdout, cli->language);
        return EXIT_FINE;
    }
    const struct command *command = command_find(cli->arguments[0]);
    if (command == NULL) return complain_command(cli, cli->arguments[0]);
    help_command(stdout, command, cli->language);
    return EXIT_FINE;
}

int command_version(struct cli *cli)
{
    printf(cli->given[FLAG_JSON] ? "{\"version\":\"%s\"}\n" : "pond %s\n", POND_VERSION);
    return EXIT_FINE;
}

int main(int argc, char **argv)
{
    struct cli cli = {.language = language_of_locale()};
    int code = find_command(&cli, &argc, &argv);
    if (code == EXIT_FINE) code = run_command(&cli, argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        return complain(&cli, EXIT_BAD_DATA, SAY_OUTPUT, NULL, NULL);
    }
    return code;
}
