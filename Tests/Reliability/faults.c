/* Preloaded: lets calls of the system fail, or ends the process before one of them.

   ANIMCONV_FAULT=link:5          every link fails with errno 5
   ANIMCONV_FAULT=rename:5:2      the second rename does
   ANIMCONV_FAULT=any:kill:7      SIGKILL before the seventh of all the calls below
   ANIMCONV_NO_FLAGS=1            rename knows no flags, as on FUSE 2
   ANIMCONV_NO_LINKS=1            nor are there links
   ANIMCONV_SLOW_START=1          the libraries take a second to initialise
*/
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int calls;

__attribute__((constructor)) static void start(void) {
  if (getenv("ANIMCONV_SLOW_START")) sleep(1);
}

/* The errno that a call is to fail with, or 0. */
static int fault(const char *call) {
  const char *wish = getenv("ANIMCONV_FAULT");
  const char *colon = wish ? strchr(wish, ':') : NULL;
  if (!colon) return 0;
  size_t length = colon - wish;
  int is_any = length == 3 && !strncmp(wish, "any", 3);
  if (!is_any && (strlen(call) != length || strncmp(wish, call, length))) return 0;
  const char *which = strchr(colon + 1, ':');
  if (which && ++calls != atoi(which + 1)) return 0;
  if (!strncmp(colon + 1, "kill", 4)) raise(SIGKILL);
  return atoi(colon + 1);
}

#define FAIL_OR_CALL(name, ...)                                            \
  int code = fault(#name);                                                 \
  if (code) {                                                              \
    errno = code;                                                          \
    return -1;                                                             \
  }                                                                        \
  return ((__typeof__(&name))dlsym(RTLD_NEXT, #name))(__VA_ARGS__)

int link(const char *from, const char *to) {
  if (getenv("ANIMCONV_NO_LINKS")) {
    errno = EIO;
    return -1;
  }
  FAIL_OR_CALL(link, from, to);
}

int rename(const char *from, const char *to) {
  FAIL_OR_CALL(rename, from, to);
}

int renameat2(int a, const char *from, int b, const char *to, unsigned flags) {
  if (getenv("ANIMCONV_NO_FLAGS")) {
    errno = EINVAL;
    return -1;
  }
  FAIL_OR_CALL(renameat2, a, from, b, to, flags);
}

int unlink(const char *path) {
  FAIL_OR_CALL(unlink, path);
}

int fsync(int file) {
  FAIL_OR_CALL(fsync, file);
}
