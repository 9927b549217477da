// Opens libraries by the names that their files have, wherever package managers put them.
#ifndef COPENING_H
#define COPENING_H

#include <stddef.h>

// The file of a library whose interface has a number; both are string literals.
#if defined(__APPLE__)
#define COPENING_FILE(name, major) "lib" name "." major ".dylib"
#else
#define COPENING_FILE(name, major) "lib" name ".so." major
#endif

// Opens a library for the rest of the process. Nothing else sees its functions (RTLD_LOCAL), and each is
// looked up when it is called (RTLD_LAZY): of thousands, a few are.
//
// Returns NULL when it cannot be opened; `failure`, which may be NULL, then gets the reason.
void *copening_open(const char *file, char *failure, size_t capacity);

#endif
