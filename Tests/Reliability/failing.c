/* Preloaded: counts calls of the system and of libraries, and lets one of them fail. x86-64 Linux.

   ANIMCONV_COUNTS=FILE       the number of calls of each name, 8 bytes a name in the order of names.h
   ANIMCONV_FAIL=NAME:N       the N-th call fails as its row in names.h says
   ANIMCONV_FAIL_WITH=ERRNO   a call of the system fails with this number
   ANIMCONV_SHORT=1           reads and writes of files give up to 7 bytes at a time
   ANIMCONV_INTERRUPT=1       every second read and write of a file ends with EINTR
   ANIMCONV_CLOCK_BACK=1      the time of day goes back by an hour at each question

   names.h is made by failing.py: CALL(name) of the system, LIBRARY(name, result) of libraries
   that are found through dlsym, LINKED(name, result) of those that the linker finds. What they take does not matter, because a
   call that succeeds jumps on with every register as it was. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
#define CALL(name) NUMBER_##name,
#define LIBRARY(name, result) NUMBER_##name,
#define LINKED LIBRARY
#include "names.h"
#undef CALL
#undef LIBRARY
#undef LINKED
  COUNT
};

static const char *names[] = {
#define CALL(name) #name,
#define LIBRARY(name, result) #name,
#define LINKED LIBRARY
#include "names.h"
#undef CALL
#undef LIBRARY
#undef LINKED
};

long failing_results[] = {
#define CALL(name) 0,
#define LIBRARY(name, result) result,
#define LINKED LIBRARY
#include "names.h"
#undef CALL
#undef LIBRARY
#undef LINKED
};

static _Atomic uint64_t own[COUNT];
static _Atomic uint64_t *counts = own;
static void *real[COUNT];
static int failing_name = -1, failing_errno = EIO, is_short, interrupts, clock_back;
static uint64_t failing_number;
static int is_ready;

static void *(*real_dlsym)(void *, const char *);

static void *next(int number) {
  if (!real_dlsym) real_dlsym = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
  if (!real[number]) real[number] = real_dlsym(RTLD_NEXT, names[number]);
  return real[number];
}

__attribute__((constructor)) static void start(void) {
  next(NUMBER_open);
  const char *file = getenv("ANIMCONV_COUNTS");
  if (file) {
    int handle = ((int (*)(const char *, int, ...))next(NUMBER_open))(file, O_RDWR | O_CREAT, 0600);
    if (ftruncate(handle, sizeof own) == 0) {
      void *place = ((void *(*)(void *, size_t, int, int, int, off_t))next(NUMBER_mmap))(
          NULL, sizeof own, PROT_READ | PROT_WRITE, MAP_SHARED, handle, 0);
      if (place != MAP_FAILED) counts = place;
    }
    ((int (*)(int))real_dlsym(RTLD_NEXT, "close"))(handle);
  }
  const char *wish = getenv("ANIMCONV_FAIL"), *colon = wish ? strchr(wish, ':') : NULL;
  for (int i = 0; colon && i < COUNT; i++) {
    if (strlen(names[i]) == (size_t)(colon - wish) && !strncmp(names[i], wish, colon - wish)) {
      failing_name = i;
      failing_number = strtoull(colon + 1, NULL, 10);
    }
  }
  const char *with = getenv("ANIMCONV_FAIL_WITH");
  if (with) failing_errno = atoi(with);
  is_short = getenv("ANIMCONV_SHORT") != NULL;
  interrupts = getenv("ANIMCONV_INTERRUPT") != NULL;
  clock_back = getenv("ANIMCONV_CLOCK_BACK") != NULL;
  is_ready = 1;
}

/* Whether this call is the one that fails. */
static int fails(int number) {
  if (!is_ready) return 0;
  return ++counts[number] == failing_number && number == failing_name;
}

#define FAIL(name, value)                  \
  if (fails(NUMBER_##name)) {              \
    errno = failing_errno;                 \
    return value;                          \
  }
#define NEXT(name) ((__typeof__(&name))next(NUMBER_##name))

int open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, int) : 0;
  va_end(list);
  /* libdispatch looks at its threads once a second, and ends the program where it cannot. */
  if (!strncmp(path, "/proc/", 6) && path[6] <= '9' && strstr(path, "/stat")) return NEXT(open)(path, flags, mode);
  FAIL(open, -1)
  return NEXT(open)(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, int) : 0;
  va_end(list);
  FAIL(openat, -1)
  return NEXT(openat)(folder, path, flags, mode);
}

/* Only files: the standard streams carry what the check reads, and pipes the program's own signals. */
static int is_file(int handle) {
  struct stat found;
  return handle > 2 && fstat(handle, &found) == 0 && S_ISREG(found.st_mode);
}

#define TRANSFER(name, count)                                              \
  if (is_file(handle)) {                                                   \
    static _Atomic unsigned turns;                                         \
    if (is_ready && interrupts && ++turns % 2) {                           \
      errno = EINTR;                                                       \
      return -1;                                                           \
    }                                                                      \
    FAIL(name, -1)                                                         \
    if (is_ready && is_short && count > 7) count = 7;                      \
  }

ssize_t read(int handle, void *bytes, size_t count) {
  TRANSFER(read, count)
  return NEXT(read)(handle, bytes, count);
}
ssize_t pread(int handle, void *bytes, size_t count, off_t at) {
  TRANSFER(pread, count)
  return NEXT(pread)(handle, bytes, count, at);
}
ssize_t write(int handle, const void *bytes, size_t count) {
  TRANSFER(write, count)
  return NEXT(write)(handle, bytes, count);
}
ssize_t pwrite(int handle, const void *bytes, size_t count, off_t at) {
  TRANSFER(pwrite, count)
  return NEXT(pwrite)(handle, bytes, count, at);
}
int fsync(int handle) {
  FAIL(fsync, -1)
  return NEXT(fsync)(handle);
}
int ftruncate(int handle, off_t size) {
  FAIL(ftruncate, -1)
  return NEXT(ftruncate)(handle, size);
}
int flock(int handle, int way) {
  FAIL(flock, -1)
  return NEXT(flock)(handle, way);
}
int rename(const char *from, const char *to) {
  FAIL(rename, -1)
  return NEXT(rename)(from, to);
}
int renameat2(int a, const char *from, int b, const char *to, unsigned flags) {
  FAIL(renameat2, -1)
  return NEXT(renameat2)(a, from, b, to, flags);
}
int link(const char *from, const char *to) {
  FAIL(link, -1)
  return NEXT(link)(from, to);
}
int linkat(int a, const char *from, int b, const char *to, int flags) {
  FAIL(linkat, -1)
  return NEXT(linkat)(a, from, b, to, flags);
}
int mkdir(const char *path, mode_t mode) {
  FAIL(mkdir, -1)
  return NEXT(mkdir)(path, mode);
}
void *mmap(void *place, size_t size, int access, int flags, int handle, off_t at) {
  FAIL(mmap, MAP_FAILED)
  return NEXT(mmap)(place, size, access, flags, handle, at);
}

/* Small ones are those of every program's start and of messages. */
enum { LARGE = 1 << 16 };

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  if (size >= LARGE && fails(NUMBER_malloc)) {
    errno = ENOMEM;
    return NULL;
  }
  return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
  size_t all;
  if (!__builtin_mul_overflow(count, size, &all) && all >= LARGE && fails(NUMBER_calloc)) {
    errno = ENOMEM;
    return NULL;
  }
  return __libc_calloc(count, size);
}
int posix_memalign(void **place, size_t alignment, size_t size) {
  if (size >= LARGE && fails(NUMBER_posix_memalign)) return ENOMEM;
  *place = __libc_memalign(alignment, size);
  return *place ? 0 : ENOMEM;
}
int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  if (fails(NUMBER_pthread_create)) return EAGAIN;
  return NEXT(pthread_create)(thread, attributes, body, argument);
}
int clock_gettime(clockid_t clock, struct timespec *time) {
  static _Atomic long hours;
  int result = NEXT(clock_gettime)(clock, time);
  if (is_ready && clock_back && clock == CLOCK_REALTIME) time->tv_sec -= 3600 * ++hours;
  return result;
}

/* Where a call of a library goes on; NULL if it fails. */
void *failing_next(int number) { return fails(number) ? NULL : next(number); }

#define LIBRARY(name, result)                                                             \
  extern char failing_##name[];                                                           \
  __asm__(                                                                                \
      ".text\nfailing_" #name                                                             \
      ":\n pushq %rbp\n movq %rsp,%rbp\n andq $-16,%rsp\n subq $208,%rsp\n"               \
      " movq %rdi,0(%rsp)\n movq %rsi,8(%rsp)\n movq %rdx,16(%rsp)\n movq %rcx,24(%rsp)\n"\
      " movq %r8,32(%rsp)\n movq %r9,40(%rsp)\n movq %rax,48(%rsp)\n"                     \
      " movups %xmm0,64(%rsp)\n movups %xmm1,80(%rsp)\n movups %xmm2,96(%rsp)\n"          \
      " movups %xmm3,112(%rsp)\n movups %xmm4,128(%rsp)\n movups %xmm5,144(%rsp)\n"       \
      " movl $NUMBER_OF_" #name ",%edi\n call failing_next@PLT\n movq %rax,%r11\n"        \
      " movq 0(%rsp),%rdi\n movq 8(%rsp),%rsi\n movq 16(%rsp),%rdx\n movq 24(%rsp),%rcx\n"\
      " movq 32(%rsp),%r8\n movq 40(%rsp),%r9\n movq 48(%rsp),%rax\n"                     \
      " movups 64(%rsp),%xmm0\n movups 80(%rsp),%xmm1\n movups 96(%rsp),%xmm2\n"          \
      " movups 112(%rsp),%xmm3\n movups 128(%rsp),%xmm4\n movups 144(%rsp),%xmm5\n"       \
      " leave\n testq %r11,%r11\n jz 1f\n jmp *%r11\n"                                    \
      "1: movq $" #result ",%rax\n ret\n");
/* What the program is linked with is found by its name. */
#define LINKED(name, result)                                                              \
  LIBRARY(name, result)                                                                   \
  __asm__(".globl " #name "\n.type " #name ",@function\n.set " #name ",failing_" #name "\n");
#define CALL(name)
#include "numbers.h"
#include "names.h"
#undef LIBRARY
#undef LINKED
#undef CALL

static void *const entries[] = {
#define CALL(name) NULL,
#define LIBRARY(name, result) failing_##name,
#define LINKED LIBRARY
#include "names.h"
#undef CALL
#undef LIBRARY
#undef LINKED
};

void *dlsym(void *library, const char *name) {
  next(NUMBER_open);
  void *found = real_dlsym(library, name);
  if (!found || library == RTLD_NEXT || library == RTLD_DEFAULT) return found;
  for (int i = 0; i < COUNT; i++) {
    if (entries[i] && !strcmp(names[i], name)) {
      if (found != entries[i]) real[i] = found;
      return entries[i];
    }
  }
  return found;
}
