/* verify.c: `pond verify`: was the deal of a record what the server had committed to, and did the
 * generator draw what the record says? */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "deal.h"

/* What a record says about its deal; "" where it says nothing. */
struct proof {
    char commit[DEAL_HASH_SIZE], secret[DEAL_SECRET_SIZE];
    char number[POND_SEATS_MAX][DEAL_NUMBER_SIZE], promise[POND_SEATS_MAX][DEAL_HASH_SIZE];
    char aborts[12];
};

/* The value of a tag between two places of a text. */
static void tag_find(const char *text, size_t length, const char *tag, char *value, size_t size)
{
    const size_t tag_length = strlen(tag);
    value[0] = '\0';
    for (size_t at = 0; at < length;) {
        const char *line = text + at;
        const char *end = memchr(line, '\n', length - at);
        const size_t line_length = end != NULL ? (size_t)(end - line) : length - at;
        if (line_length > tag_length + 4 && line[0] == '[' &&
            memcmp(line + 1, tag, tag_length) == 0 &&
            memcmp(line + 1 + tag_length, " \"", 2) == 0) {
            const char *start = line + tag_length + 3;
            const char *quote = memchr(start, '"', line_length - tag_length - 3);
            const size_t found = quote != NULL ? (size_t)(quote - start) : size;
            if (found < size) snprintf(value, size, "%.*s", (int)found, start);
            return;
        }
        at += line_length + 1;
    }
}

static void proof_find(const char *text, size_t length, struct proof *proof)
{
    tag_find(text, length, "Commitment", proof->commit, sizeof proof->commit);
    tag_find(text, length, "Secret", proof->secret, sizeof proof->secret);
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
        const char tag[] = {'N', 'u', 'm', 'b', 'e', 'r', (char)('0' + seat), '\0'};
        tag_find(text, length, tag, proof->number[seat], DEAL_NUMBER_SIZE);
        const char promise[] = {'P', 'r', 'o', 'm', 'i', 's', 'e', (char)('0' + seat), '\0'};
        tag_find(text, length, promise, proof->promise[seat], DEAL_HASH_SIZE);
    }
    tag_find(text, length, "Aborts", proof->aborts, sizeof proof->aborts);
}

/* Did chance have any part in it? */
static bool was_dealt(const struct pond_match *match)
{
    for (uint32_t i = 0; i < pond_match_entries(match); i++) {
        if (pond_match_entry(match, i)->seat == POND_CHANCE) return true;
    }
    return false;
}

static bool was_fine(enum say verdict_said)
{
    return verdict_said == SAY_VERIFY_FINE || verdict_said == SAY_VERIFY_ALONE ||
           verdict_said == SAY_VERIFY_SEED_ONLY;
}

static enum say verdict(const struct pond_match *match, const struct pond_record *record,
                        const struct proof *proof, struct pond_entry *log)
{
    char commit[DEAL_HASH_SIZE], seed[DEAL_HASH_SIZE];
    const char *numbers[POND_SEATS_MAX];
    if (record->seed[0] == '\0') return SAY_VERIFY_NO_SEED;
    if (proof->commit[0] != '\0' || proof->secret[0] != '\0') {
        deal_commit(proof->secret, commit);
        if (strcmp(commit, proof->commit) != 0) return SAY_VERIFY_COMMIT;
        for (int seat = 0; seat < match->seat_count; seat++) {
            if (proof->promise[seat][0] == '\0' || proof->number[seat][0] == '\0') continue;
            if (!deal_promise_holds(proof->promise[seat], proof->number[seat])) {
                return SAY_VERIFY_PROMISE;
            }
        }
        for (int seat = 0; seat < match->seat_count; seat++) numbers[seat] = proof->number[seat];
        deal_seed(proof->secret, numbers, match->seat_count, seed);
        if (strcmp(seed, record->seed) != 0) return SAY_VERIFY_SEED;
    }
    if (!pond_match_redraws(match, record->seed, log, LOG_MAX)) return SAY_VERIFY_CHANCE;
    if (proof->commit[0] == '\0') return SAY_VERIFY_SEED_ONLY;
    for (int seat = 0; seat < match->seat_count; seat++) {
        if (proof->number[seat][0] != '\0') return SAY_VERIFY_FINE;
    }
    return was_dealt(match) ? SAY_VERIFY_ALONE : SAY_VERIFY_FINE;
}

/* What a seat did about its number. */
enum deed { DEED_NUMBER, DEED_PROMISED, DEED_MISSING };

static bool has_done(const struct proof *proof, int seat, enum deed deed)
{
    const bool number = proof->number[seat][0] != '\0', promise = proof->promise[seat][0] != '\0';
    return deed == DEED_NUMBER ? number : promise && number == (deed == DEED_PROMISED);
}

/* The players who did so, by name, or by number where they have none. */
static void players_print(const struct cli *cli, const struct proof *proof,
                          const struct pond_record *record, enum deed deed, enum say sentence)
{
    char memory[POND_SEATS_MAX * (POND_NAME_MAX + 4)];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_text_clear(&text);
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
        if (!has_done(proof, seat, deed)) continue;
        if (memory[0] != '\0') pond_text_string(&text, ", ");
        if (record->name[seat][0] != '\0') pond_text_string(&text, record->name[seat]);
        if (record->name[seat][0] == '\0') pond_text_number(&text, seat + 1);
    }
    if (memory[0] == '\0') return;
    fputc(' ', stdout);
    say(stdout, cli, sentence, memory, NULL);
}

static void players_json(const struct proof *proof, const char *name, enum deed deed)
{
    const char *comma = "";
    printf(",\"%s\":[", name);
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
        if (!has_done(proof, seat, deed)) continue;
        printf("%s%d", comma, seat);
        comma = ",";
    }
    putchar(']');
}

static void verdict_print(const struct cli *cli, const char *path, int game, enum say verdict_said,
                          const struct proof *proof, const struct pond_record *record)
{
    char number[16];
    snprintf(number, sizeof number, "%d", game);
    if (cli->given[FLAG_JSON]) {
        fputs("{\"file\":", stdout);
        json_string(stdout, path);
        const bool committed = was_fine(verdict_said) && verdict_said != SAY_VERIFY_SEED_ONLY;
        printf(",\"game\":%d,\"ok\":%s,\"committed\":%s,\"proven\":%s", game,
               was_fine(verdict_said) ? "true" : "false", committed ? "true" : "false",
               verdict_said == SAY_VERIFY_FINE ? "true" : "false");
        players_json(proof, "numbers", DEED_NUMBER);
        players_json(proof, "promised", DEED_PROMISED);
        players_json(proof, "missing", DEED_MISSING);
        printf(",\"aborts\":%d", atoi(proof->aborts));
        fputs(",\"text\":", stdout);
        json_string(stdout, said(cli, verdict_said));
        fputs("}\n", stdout);
        return;
    }
    say(stdout, cli, SAY_VERIFY_GAME, path_said(path), number);
    say(stdout, cli, verdict_said, NULL, NULL);
    if (verdict_said == SAY_VERIFY_FINE || verdict_said == SAY_VERIFY_ALONE) {
        players_print(cli, proof, record, DEED_NUMBER, SAY_VERIFY_NUMBERS);
        players_print(cli, proof, record, DEED_PROMISED, SAY_VERIFY_PROMISED);
        players_print(cli, proof, record, DEED_MISSING, SAY_VERIFY_MISSING);
        if (proof->aborts[0] != '\0') {
            fputc(' ', stdout);
            say(stdout, cli, SAY_VERIFY_ABORTS, proof->aborts, NULL);
        }
        fputc(' ', stdout);
        say(stdout, cli, SAY_VERIFY_COMPARE, proof->commit, NULL);
    }
    fputc('\n', stdout);
}

int command_verify(struct cli *cli)
{
    struct record_file file;
    int code = EXIT_FINE;
    if (!record_file_open(&file, cli, cli->arguments[0])) return EXIT_BAD_DATA;
    struct pond_entry *again = log_make(cli);
    while (record_file_next(&file)) {
        struct proof proof;
        proof_find(file.text + file.start, file.reader.at - file.start, &proof);
        const enum say found = verdict(&file.match, &file.record, &proof, again);
        verdict_print(cli, file.path, file.games, found, &proof, &file.record);
        if (!was_fine(found)) code = EXIT_BAD_DATA;
        if (found == SAY_VERIFY_ALONE && code == EXIT_FINE) code = EXIT_UNPROVEN;
    }
    if (record_file_complain(&file) != EXIT_FINE) code = EXIT_BAD_DATA;
    free(again);
    record_file_close(&file);
    return code;
}
