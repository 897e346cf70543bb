/* banned.h: what pure code must not use does not compile.
 *
 * The core and the games have no clock, no heap, no input or output and no generator but their own;
 * and nobody needs the string functions that do not know where their memory ends. */
#ifndef POND_BANNED_H
#define POND_BANNED_H

#pragma GCC poison strcpy strcat sprintf vsprintf strncpy strncat gets
#pragma GCC poison rand srand random time clock gettimeofday
#pragma GCC poison malloc calloc realloc free
#pragma GCC poison printf fprintf puts fopen

#endif
