#ifndef ANIMCONV_CCHANGES_H
#define ANIMCONV_CCHANGES_H

// The system's notices of changed files: inotify on Linux, kqueue on Apple's systems. Neither tells of
// what other machines change on a network's file system.

// A queue of notices; -1 when there is none.
int animconv_changes_open(void);

// Asks for notices about a folder, or on Apple's systems about a file: on Linux its folder tells of it.
// Returns a descriptor to close after the queue, or -1 when there is none.
int animconv_changes_add(int queue, const char *path);

// Waits for notices, and takes all that are there. Returns after so many milliseconds at the latest.
void animconv_changes_wait(int queue, int milliseconds);

#endif
