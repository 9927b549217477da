#include "cjxl.h"

#include <copening.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "jxl_opened.h"

// Newest first. Each changed the name of the file, none the records that are used here.
static const char *const files[] = {
    COPENING_FILE("jxl", "0.12"), COPENING_FILE("jxl", "0.11"), COPENING_FILE("jxl", "0.10"),
    COPENING_FILE("jxl", "0.9"),  COPENING_FILE("jxl", "0.8"),  COPENING_FILE("jxl", "0.7"),
};
enum { FILES = sizeof files / sizeof *files };

cjxl_functions cjxl_library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[256];
static const char *opened = files[FILES - 1];

static void open_library(void) {
  void *handle = NULL;
  for (int i = 0; i < FILES && !handle; i++) {
    handle = copening_open(files[i], failure, sizeof failure);
    if (handle) opened = files[i];
  }
  if (!handle) return;
  failure[0] = 0;
#define FIND(name)                                                                            \
  cjxl_library.name = (__typeof__(cjxl_library.name))dlsym(handle, #name);                    \
  if (!cjxl_library.name) {                                                                   \
    snprintf(failure, sizeof failure, "%s has no %s", opened, #name);                         \
    return;                                                                                   \
  }
  CJXL_FUNCTIONS(FIND)
}

const char *cjxl_open(void) {
  pthread_once(&once, open_library);
  return failure[0] ? failure : NULL;
}

static pthread_mutex_t quiet_lock = PTHREAD_MUTEX_INITIALIZER;
static FILE *nowhere, *spoken;
static int at_work;

void cjxl_be_quiet(void) {
  pthread_mutex_lock(&quiet_lock);
  if (!nowhere) nowhere = fopen("/dev/null", "we");
  pthread_mutex_unlock(&quiet_lock);
}

// C's stderr can be assigned in glibc; elsewhere the lines are seen.
#if defined(__GLIBC__)
void cjxl_begin_work(void) {
  pthread_mutex_lock(&quiet_lock);
  if (nowhere && at_work++ == 0) {
    spoken = stderr;
    stderr = nowhere;
  }
  pthread_mutex_unlock(&quiet_lock);
}

void cjxl_end_work(void) {
  pthread_mutex_lock(&quiet_lock);
  if (nowhere && at_work > 0 && --at_work == 0) stderr = spoken;
  pthread_mutex_unlock(&quiet_lock);
}
#else
void cjxl_begin_work(void) {}
void cjxl_end_work(void) {}
#endif

const char *cjxl_file_name(void) { return opened; }

uint32_t cjxl_version(void) { return cjxl_library.JxlDecoderVersion(); }
