/* memory_limit.c: how much memory this process may take. See connection.h.
 *
 * A service has a limit of its own (MemoryMax in docs/hosting/pond.service), and the groups around
 * it may have others; in a container the machine's memory is not ours at all. */
#include <stdio.h>
#include <string.h>

#include "connection.h"

#define PATH_SIZE 512

/* The group of the second version, in the line "0::/system.slice/pond.service". */
static bool group_read(const char *groups, char path[PATH_SIZE])
{
    char line[PATH_SIZE];
    bool found = false;
    FILE *file = fopen(groups, "r");
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        found = strncmp(line, "0::/", 4) == 0;
    }
    if (file != NULL) fclose(file);
    if (found) snprintf(path, PATH_SIZE, "%s", line + 3);
    return found;
}

int64_t memory_limit(const char *groups, const char *tree, int64_t machine)
{
    char path[PATH_SIZE], name[2 * PATH_SIZE];
    int64_t least = machine;
    if (!group_read(groups, path)) return machine;
    for (bool more = true; more;) { /* from ours up to that of all */
        long long bytes;
        snprintf(name, sizeof name, "%s%s/memory.max", tree, path);
        FILE *file = fopen(name, "r");
        if (file != NULL && fscanf(file, "%lld", &bytes) == 1 && bytes < least) least = bytes;
        if (file != NULL) fclose(file);
        char *last = strrchr(path, '/');
        more = last != NULL;
        if (more) *last = '\0';
    }
    return least;
}
