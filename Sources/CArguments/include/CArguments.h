#ifndef ANIMCONV_CARGUMENTS_H
#define ANIMCONV_CARGUMENTS_H

// The arguments that the system gave to `main`. Swift's own list is read from /proc on Linux, and is
// empty where that is not mounted.

// How many there are, the program's name among them; 0 where the C library does not pass them on
// before `main`, as musl.
int animconv_argument_count(void);

// One of them; it lasts as long as the process.
const char *animconv_argument(int index);

#endif
