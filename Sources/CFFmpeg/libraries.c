// Opens FFmpeg's libraries by the names that their major releases have.
#define _GNU_SOURCE  // dladdr
#include "libraries.h"

#include <copening.h>
#include <dlfcn.h>
#include <libavcodec/version.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COUNT = 5 };

static const char *const names[COUNT] = {"avutil", "swscale", "swresample", "avcodec", "avformat"};

struct library {
  void *_Atomic handle;
  char file[32];
  char failure[256];
};

static struct library libraries[COUNT];
static const struct cffmpeg_release *_Atomic chosen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void write_file_name(char file[32], int library, unsigned major) {
  snprintf(file, 32, COPENING_FILE("%s", "%u"), names[library], major);
}

static void *version_function(int library, void *handle) {
  char name[32];
  snprintf(name, sizeof name, "%s_version", names[library]);
  return dlsym(handle, name);
}

// Opens the file of a library, which has to be of the release that its name says. Without one,
// `failure` gets the reason.
static void *open_file(int library, unsigned major, char failure[256]) {
  char file[32];
  write_file_name(file, library, major);
  void *handle = copening_open(file, failure, 256);
  if (!handle) return NULL;
  unsigned (*version)(void) = (unsigned (*)(void))version_function(library, handle);
  unsigned found = version ? version() >> 16 : 0;
  if (found == major) return handle;
  snprintf(failure, 256, "%s is of release %u, and %u is needed", file, found, major);
  dlclose(handle);
  return NULL;
}

// Whether the other libraries of a release are there, too. They are not opened for that, which takes
// time: distributions put them into one folder.
static int is_complete(const struct cffmpeg_release *release, void *avutil) {
  Dl_info place;
  const char *slash = NULL;
  if (dladdr(version_function(CFFMPEG_AVUTIL, avutil), &place) && place.dli_fname)
    slash = strrchr(place.dli_fname, '/');
  for (int library = 1; library < COUNT; library++) {
    char file[32], path[1024], failure[256];
    write_file_name(file, library, release->majors[library]);
    if (slash) {
      snprintf(path, sizeof path, "%.*s/%s", (int)(slash - place.dli_fname), place.dli_fname, file);
      if (access(path, R_OK) == 0) continue;
    }
    void *handle = open_file(library, release->majors[library], failure);
    if (!handle) return 0;
    dlclose(handle);
  }
  return 1;
}

// The release that messages name when none is installed: the one that animconv was built with.
static const struct cffmpeg_release *headers_release(void) {
  for (size_t i = 0; i < cffmpeg_release_count; i++)
    if (cffmpeg_releases[i].majors[CFFMPEG_AVCODEC] == LIBAVCODEC_VERSION_MAJOR)
      return &cffmpeg_releases[i];
  return cffmpeg_releases;
}

// Whether all libraries of a release can be opened and have their fields where they should be.
static int is_sound(const struct cffmpeg_release *release) {
  void *handles[COUNT] = {0};
  int sound = 1;
  for (int library = 0; library < COUNT && sound; library++) {
    char failure[256];
    handles[library] = open_file(library, release->majors[library], failure);
    sound = handles[library] && !cffmpeg_misplaced(library, handles[library], &release->layout);
  }
  for (int library = 0; library < COUNT; library++)
    if (handles[library]) dlclose(handles[library]);
  return sound;
}

// The newest release with all its libraries; without one, the newest with a part of them; else the
// one that messages name. Where several are installed, one that cannot be used hides no other.
static const struct cffmpeg_release *choose(void) {
  const struct cffmpeg_release *newest = NULL, *part = NULL;
  int newest_is_sound = 0;
  for (size_t i = 0; i < cffmpeg_release_count; i++) {
    const struct cffmpeg_release *release = &cffmpeg_releases[i];
    char failure[256];
    void *handle = open_file(CFFMPEG_AVUTIL, release->majors[CFFMPEG_AVUTIL], failure);
    if (!handle) continue;
    if (!is_complete(release, handle)) {
      dlclose(handle);
      if (!part) part = release;
      continue;
    }
    // What is chosen stays open, and opening it later costs nothing.
    if (!newest) {
      newest = release;
      continue;
    }
    if (!newest_is_sound && is_sound(newest)) newest_is_sound = 1;
    if (newest_is_sound) {
      dlclose(handle);
      break;
    }
    if (is_sound(release)) return release;
    dlclose(handle);
  }
  if (newest) return newest;
  return part ? part : headers_release();
}

// With the lock.
static const struct cffmpeg_release *release_in_use(void) {
  const struct cffmpeg_release *release = atomic_load_explicit(&chosen, memory_order_relaxed);
  if (release) return release;
  release = choose();
  for (int library = 0; library < COUNT; library++)
    write_file_name(libraries[library].file, library, release->majors[library]);
  atomic_store_explicit(&chosen, release, memory_order_release);
  return release;
}

static const struct cffmpeg_release *release_of_process(void) {
  const struct cffmpeg_release *release = atomic_load_explicit(&chosen, memory_order_acquire);
  if (release) return release;
  pthread_mutex_lock(&lock);
  release = release_in_use();
  pthread_mutex_unlock(&lock);
  return release;
}

static void *open_library(int library) {
  struct library *found = &libraries[library];
  void *handle = atomic_load_explicit(&found->handle, memory_order_acquire);
  if (handle) return handle;
  // What all others use says first whether the release is what its name says.
  int below = library == CFFMPEG_AVUTIL || open_library(CFFMPEG_AVUTIL);
  pthread_mutex_lock(&lock);
  const struct cffmpeg_release *release = release_in_use();
  handle = atomic_load_explicit(&found->handle, memory_order_relaxed);
  if (!below) {
    if (!found->failure[0])
      memcpy(found->failure, libraries[CFFMPEG_AVUTIL].failure, sizeof found->failure);
  } else if (!handle && !found->failure[0]) {
    handle = open_file(library, release->majors[library], found->failure);
    const char *field = handle ? cffmpeg_misplaced(library, handle, &release->layout) : NULL;
    if (field) {
      snprintf(found->failure, sizeof found->failure, "%s has the field %s in another place",
               found->file, field);
      dlclose(handle);
      handle = NULL;
    }
    atomic_store_explicit(&found->handle, handle, memory_order_release);
  }
  pthread_mutex_unlock(&lock);
  return handle;
}

const char *cffmpeg_open(int library) {
  return open_library(library) ? NULL : libraries[library].failure;
}

const struct cffmpeg_layout *cffmpeg_places(void) {
  const struct cffmpeg_release *release = atomic_load_explicit(&chosen, memory_order_acquire);
  if (!release) abort();
  return &release->layout;
}

void *cffmpeg_symbol(int library, const char *name) {
  void *handle = open_library(library);
  return handle ? dlsym(handle, name) : NULL;
}

const char *cffmpeg_file_name(int library) {
  release_of_process();
  return libraries[library].file;
}

unsigned cffmpeg_major(int library) { return release_of_process()->majors[library]; }

unsigned cffmpeg_other_major(int library) {
  unsigned newest = cffmpeg_releases[0].majors[library];
  for (unsigned major = newest + 8; major + 14 > newest && major > 0; major--) {
    int known = 0;
    for (size_t i = 0; i < cffmpeg_release_count; i++)
      known |= cffmpeg_releases[i].majors[library] == major;
    if (known) continue;
    char file[32];
    write_file_name(file, library, major);
    void *handle = copening_open(file, NULL, 0);
    if (handle) {
      dlclose(handle);
      return major;
    }
  }
  return 0;
}
