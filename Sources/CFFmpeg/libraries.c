// Opens FFmpeg's libraries by the names that their major releases have.
#include "libraries.h"

#include <copening.h>
#include <dlfcn.h>
#include <libavcodec/version.h>
#include <libavformat/version.h>
#include <libavutil/version.h>
#include <libswresample/version.h>
#include <libswscale/version.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define TEXT(value) #value
#define FILE_NAME(name, major) COPENING_FILE(name, TEXT(major))

struct library {
  const char *name;
  const char *file;
  // Answers the release of the library.
  const char *version;
  unsigned major;
  void *_Atomic handle;
  char failure[256];
};

static struct library libraries[] = {
  {"avutil", FILE_NAME("avutil", LIBAVUTIL_VERSION_MAJOR), "avutil_version",
   LIBAVUTIL_VERSION_MAJOR, NULL, ""},
  {"swscale", FILE_NAME("swscale", LIBSWSCALE_VERSION_MAJOR), "swscale_version",
   LIBSWSCALE_VERSION_MAJOR, NULL, ""},
  {"swresample", FILE_NAME("swresample", LIBSWRESAMPLE_VERSION_MAJOR), "swresample_version",
   LIBSWRESAMPLE_VERSION_MAJOR, NULL, ""},
  {"avcodec", FILE_NAME("avcodec", LIBAVCODEC_VERSION_MAJOR), "avcodec_version",
   LIBAVCODEC_VERSION_MAJOR, NULL, ""},
  {"avformat", FILE_NAME("avformat", LIBAVFORMAT_VERSION_MAJOR), "avformat_version",
   LIBAVFORMAT_VERSION_MAJOR, NULL, ""},
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static unsigned major_of(void *handle, const struct library *library) {
  unsigned (*version)(void) = (unsigned (*)(void))dlsym(handle, library->version);
  return version ? version() >> 16 : 0;
}

static void *open_library(struct library *library) {
  void *handle = atomic_load_explicit(&library->handle, memory_order_acquire);
  if (handle) return handle;
  pthread_mutex_lock(&lock);
  handle = atomic_load_explicit(&library->handle, memory_order_relaxed);
  if (!handle && !library->failure[0]) {
    handle = copening_open(library->file, library->failure, sizeof library->failure);
    if (handle) {
      unsigned major = major_of(handle, library);
      if (major != library->major) {
        snprintf(library->failure, sizeof library->failure, "%s is of release %u, and %u is needed",
                 library->file, major, library->major);
        dlclose(handle);
        handle = NULL;
      }
    }
    atomic_store_explicit(&library->handle, handle, memory_order_release);
  }
  pthread_mutex_unlock(&lock);
  return handle;
}

const char *cffmpeg_open(int library) {
  return open_library(&libraries[library]) ? NULL : libraries[library].failure;
}

void *cffmpeg_symbol(int library, const char *name) {
  void *handle = open_library(&libraries[library]);
  return handle ? dlsym(handle, name) : NULL;
}

const char *cffmpeg_file_name(int library) { return libraries[library].file; }

unsigned cffmpeg_other_major(int library) {
  const struct library *wanted = &libraries[library];
  for (unsigned major = wanted->major + 8; major + 8 > wanted->major && major > 0; major--) {
    if (major == wanted->major) continue;
    char file[64], number[16];
    snprintf(number, sizeof number, "%u", major);
    snprintf(file, sizeof file, COPENING_FILE("%s", "%s"), wanted->name, number);
    void *handle = copening_open(file, NULL, 0);
    if (handle) {
      dlclose(handle);
      return major;
    }
  }
  return 0;
}
