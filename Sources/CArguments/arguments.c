#include "CArguments.h"

#include <stddef.h>
#include <stdlib.h>

static int count = 0;
static char **arguments = NULL;

// glibc and Apple's dyld call initialisers with what they call `main` with.
#if defined(__GLIBC__) || defined(__APPLE__)
__attribute__((constructor)) static void keep(int argc, char **argv) {
  count = argc;
  arguments = argv;
}
#endif

int animconv_argument_count(void) { return count; }

const char *animconv_argument(int index) { return arguments[index]; }
