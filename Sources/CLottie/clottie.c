#include "clottie.h"

#include <copening.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

// Debian's name first, then everyone else's. Both have the same functions.
static const char *const files[] = {COPENING_FILE("rlottie", "0-1"), COPENING_FILE("rlottie", "0")};
enum { FILES = sizeof files / sizeof *files };

// Its headers are not needed for building.
#define CLOTTIE_FUNCTIONS(X)                                                                  \
  X(void *, lottie_animation_from_data, (const char *, const char *, const char *))           \
  X(void, lottie_animation_destroy, (void *))                                                 \
  X(void, lottie_animation_render, (void *, size_t, uint32_t *, size_t, size_t, size_t))

#define MEMBER(result, name, arguments) result(*name) arguments;
static struct {
  CLOTTIE_FUNCTIONS(MEMBER)
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[256];
static const char *opened = files[0];

// Animations of one key are shared while they are cached, but each is drawn by a thread of its own. The
// function in C is missing in release 0.1, where the one in C++ has this name.
static void disable_cache(void *handle) {
  void (*resize)(size_t) = (void (*)(size_t))dlsym(handle, "lottie_configure_model_cache_size");
  if (!resize) resize = (void (*)(size_t))dlsym(handle, "_ZN7rlottie23configureModelCacheSizeEm");
  if (resize) resize(0);
}

static void open_library(void) {
  void *handle = NULL;
  for (int i = 0; i < FILES && !handle; i++) {
    // The reason to report is that for the first name.
    handle = copening_open(files[i], i == 0 ? failure : NULL, sizeof failure);
    if (handle) opened = files[i];
  }
  if (!handle) return;
  failure[0] = 0;
#define FIND(result, name, arguments)                                                         \
  library.name = (__typeof__(library.name))dlsym(handle, #name);                              \
  if (!library.name) {                                                                        \
    snprintf(failure, sizeof failure, "%s has no %s", opened, #name);                         \
    return;                                                                                   \
  }
  CLOTTIE_FUNCTIONS(FIND)
  disable_cache(handle);
}

const char *clottie_open(void) {
  pthread_once(&once, open_library);
  return failure[0] ? failure : NULL;
}

const char *clottie_file_name(void) { return opened; }

void *clottie_animation(const char *json) {
  static atomic_ulong count;
  char key[48];
  snprintf(key, sizeof key, "animconv %lu", atomic_fetch_add(&count, 1));
  return library.lottie_animation_from_data(json, key, "");
}

void clottie_release(void *animation) { library.lottie_animation_destroy(animation); }

void clottie_draw(void *animation, size_t frame, uint32_t *pixels, size_t width, size_t height) {
  // Not every release clears what the animation leaves out.
  memset(pixels, 0, width * height * sizeof *pixels);
  library.lottie_animation_render(
      animation, frame, pixels, width, height, width * sizeof *pixels);
}
