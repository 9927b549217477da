#include "CSignals.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile sig_atomic_t delivery = -1;

static void handle(int number) {
  int saved = errno;
  int descriptor = delivery;
  if (descriptor < 0) _exit(128 + number);
  unsigned char byte = (unsigned char)number;
  // A full pipe holds signals enough.
  ssize_t written = write(descriptor, &byte, 1);
  (void)written;
  errno = saved;
}

static void install(void) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    struct sigaction action;
    if (sigaction(numbers[i], NULL, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    action.sa_handler = handle;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(numbers[i], &action, NULL);
  }
}

// The initialisers of an executable's libraries run before its own; only what is listed here runs
// before them.
#ifdef __ELF__
__attribute__((section(".preinit_array"), used)) static void (*const early)(void) = install;
#else
__attribute__((constructor)) static void early(void) { install(); }
#endif

void animconv_signals_deliver(int descriptor) { delivery = descriptor; }
