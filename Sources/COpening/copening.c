#include "copening.h"

#include <dlfcn.h>
#include <stdio.h>

#if defined(__APPLE__)
// Folders that dlopen does not look into: Homebrew's and MacPorts'.
static const char *const folders[] = {"", "/opt/homebrew/lib/", "/usr/local/lib/", "/opt/local/lib/"};
#else
static const char *const folders[] = {""};
#endif

void *copening_open(const char *file, char *failure, size_t capacity) {
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    char path[128];
    snprintf(path, sizeof path, "%s%s", folders[i], file);
    void *handle = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (handle) return handle;
  }
  const char *reason = dlerror();
  if (failure) snprintf(failure, capacity, "%s", reason ? reason : "it cannot be opened");
  return NULL;
}
