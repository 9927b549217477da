#ifndef CINTRUDER_H
#define CINTRUDER_H

// What code would try that a hostile file has smuggled into a process.

// The number of tries.
int cintruder_count(void);

// What a try is called.
const char *cintruder_name(int number);

// Tries it. Returns 0 if it succeeded, otherwise the error number.
//
// `home` is a folder with the files .ssh/key, .profile and old, and the socket .agent; a server listens at
// the TCP port of this machine.
int cintruder_try(int number, const char *home, int port);

#endif
