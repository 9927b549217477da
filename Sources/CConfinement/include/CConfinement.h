#ifndef ANIMCONV_CCONFINEMENT_H
#define ANIMCONV_CCONFINEMENT_H

// Landlock and seccomp, two parts of Linux by which a process gives up rights for good. The structures
// and numbers are written out here, because the headers of a system know less than its kernel.
//
// Each function returns 0 or what it promises, or an error number, negated; -ENOSYS where the system has
// neither.

#include <stdint.h>

// The version of Landlock's interface, from 1.
int animconv_landlock_abi(void);

// A set of rules, as a descriptor. What is handled is refused unless a rule allows it.
int animconv_landlock_ruleset(uint64_t files, uint64_t network, uint64_t scopes);

// Allows what is done to a file, or in and below a folder. Links are followed. Rights that only folders
// have are left out for a file.
int animconv_landlock_allow(int ruleset, const char *path, uint64_t files);

// Applies the rules to this thread and to every later one, and closes the set.
int animconv_landlock_restrict(int ruleset);

// No program that is started may have more rights than this process, such as those of set-user-ID.
int animconv_no_new_privileges(void);

// Refuses the system calls that no conversion needs, for all threads. `may_connect` allows sockets of
// the internet.
int animconv_refuse_calls(int may_connect);

// How many system calls that are.
int animconv_refused_call_count(void);

// The threads of this process; 0 if that is not known.
int animconv_thread_count(void);

typedef void (*animconv_take_path)(const char *path, void *context);

// Passes every place that each run reads to `take`: libraries, which are opened when they are used, and
// what the C library and the decoders ask the system. Some places may come several times.
void animconv_system_places(animconv_take_path take, void *context);

// The same for the devices that are read and written.
void animconv_system_devices(animconv_take_path take, void *context);

// The same for what connections need: names of machines and certificates.
void animconv_network_places(animconv_take_path take, void *context);

#endif
