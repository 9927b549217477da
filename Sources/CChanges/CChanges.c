#include "CChanges.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#ifdef __linux__

#include <sys/inotify.h>

int animconv_changes_open(void) { return inotify_init1(IN_CLOEXEC | IN_NONBLOCK); }

int animconv_changes_add(int queue, const char *path) {
  // Also what takes a name by being renamed, as many editors save.
  inotify_add_watch(queue, path,
                    IN_ONLYDIR | IN_CREATE | IN_DELETE | IN_MODIFY | IN_ATTRIB | IN_MOVED_FROM |
                        IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF);
  return -1;
}

void animconv_changes_wait(int queue, int milliseconds) {
  struct pollfd waited = {.fd = queue, .events = POLLIN};
  if (poll(&waited, 1, milliseconds) <= 0) return;
  char notices[4096];
  while (read(queue, notices, sizeof notices) > 0) {
  }
}

#else

#include <stddef.h>
#include <sys/event.h>
#include <time.h>

int animconv_changes_open(void) {
  int queue = kqueue();
  if (queue >= 0) fcntl(queue, F_SETFD, FD_CLOEXEC);
  return queue;
}

int animconv_changes_add(int queue, const char *path) {
  int watched = open(path, O_EVTONLY | O_CLOEXEC);
  if (watched < 0) return -1;
  struct kevent change;
  EV_SET(&change, watched, EVFILT_VNODE, EV_ADD | EV_CLEAR,
         NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME | NOTE_ATTRIB, 0, NULL);
  if (kevent(queue, &change, 1, NULL, 0, NULL) == 0) return watched;
  close(watched);
  return -1;
}

void animconv_changes_wait(int queue, int milliseconds) {
  struct timespec time = {.tv_sec = milliseconds / 1000,
                          .tv_nsec = milliseconds % 1000 * 1000000L};
  static const struct timespec now = {0, 0};
  struct kevent notices[64];
  if (kevent(queue, NULL, 0, notices, 64, &time) <= 0) return;
  while (kevent(queue, NULL, 0, notices, 64, &now) > 0) {
  }
}

#endif
