/* terminal.c: the way into the terminal client. See terminal.h. */
#include "terminal.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "files.h"
#include "learn.h"
#include "plain.h"
#include "setup.h"

/* A signal that asked the program to end has been obeyed; now it may have its way. */
static void signal_pass_on(const struct terminal_client *client)
{
    const int number = screen_signal();
    if (number == 0) return;
    if (number == SIGINT && client->waits) {
        puts(told(&client->voice, TELL_GAME_WAITS));
        fflush(stdout);
    }
    signal(number, SIG_DFL);
    raise(number);
}

static bool play_given(struct terminal_client *client, struct pond_text *trouble)
{
    static struct play play;
    const bool fine = play_open(&play, &client->voice, &client->options->setup, trouble);
    if (fine) {
        autosave_begin(NULL);
        game_run(client, &play);
    }
    play_close(&play);
    return fine;
}

static void learn_given(struct terminal_client *client)
{
    static struct pond_course course;
    const struct terminal_options *options = client->options;
    if (options->learn_game == NULL) {
        learn_run(client);
    } else if (pond_course_open(&course, options->learn_game, options->learn_kind)) {
        const uint32_t number = options->learn_number;
        exercise_run(client, &course, number > 0 ? number - 1 : progress_next(&course));
    }
}

static struct screen_options screen_options_of(const struct terminal_options *options)
{
    return (struct screen_options){.colors =
                                       options->no_color ? SCREEN_COLORS_NONE : SCREEN_COLORS_AUTO,
                                   .ascii = options->ascii};
}

enum terminal_result terminal_lend(const struct terminal_options *options,
                                   void (*run)(struct terminal_client *client, void *context),
                                   void *context)
{
    static struct terminal_client client;
    const struct screen_options screen = screen_options_of(options);
    memset(&client, 0, sizeof client);
    client.options = options;
    if (!screen_open(&screen)) return TERMINAL_NO_SCREEN;
    client.voice = (struct voice){.language = options->language, .ascii = screen_is_ascii()};
    run(&client, context);
    screen_close();
    signal_pass_on(&client);
    return TERMINAL_FINE;
}

enum terminal_result terminal_play(const struct terminal_options *options,
                                   struct pond_text *trouble)
{
    static struct terminal_client client;
    memset(&client, 0, sizeof client);
    client.options = options;
    client.voice = (struct voice){.language = options->language, .ascii = options->ascii};
    const struct screen_options screen = screen_options_of(options);
    if (options->setup.game != NULL) {
        const struct play_setup *setup = &options->setup;
        const int seats = setup->game->seats(&setup->config);
        const bool fine = setup->seats[0] == '\0' || play_seats_check(&client.voice, setup->game,
                                                                      setup->seats, seats, trouble);
        if (!fine) return TERMINAL_TROUBLE;
    }
    if (options->learn && options->plain) {
        learn_plain_run(options);
        return TERMINAL_FINE;
    }
    if (options->plain) return plain_run(options, trouble) ? TERMINAL_FINE : TERMINAL_TROUBLE;
    if (!screen_open(&screen)) return TERMINAL_NO_SCREEN;
    client.voice.ascii = screen_is_ascii();
    bool fine = true;
    if (options->learn) learn_given(&client);
    if (options->record != NULL) {
        fine = record_open(&client, options->record, trouble);
    } else {
        if (options->setup.game != NULL) fine = play_given(&client, trouble);
        if (fine && !client.ending) menu_run(&client);
    }
    screen_close();
    signal_pass_on(&client);
    return fine ? TERMINAL_FINE : TERMINAL_TROUBLE;
}
