#define _GNU_SOURCE
#include "CConfinement.h"

#include <errno.h>

#ifdef __linux__

#include <dirent.h>
#include <fcntl.h>
#include <link.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Landlock's calls have the same numbers on every architecture.
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { VERSION = 1, PATH_BENEATH = 1 };

struct ruleset {
  uint64_t files, network, scopes;
};

struct path_beneath {
  uint64_t rights;
  int32_t place;
} __attribute__((packed));

// What can be done to a file: execute, write, read, truncate, control a device.
static const uint64_t of_files = 1u << 0 | 1u << 1 | 1u << 2 | 1u << 14 | 1u << 15;

static int result(long value) { return value < 0 ? -errno : (int)value; }

int animconv_landlock_abi(void) { return result(syscall(CREATE_RULESET, NULL, 0, VERSION)); }

int animconv_landlock_ruleset(uint64_t files, uint64_t network, uint64_t scopes) {
  // Older kernels accept a longer structure if they know everything that is not zero in it.
  struct ruleset rules = {files, network, scopes};
  return result(syscall(CREATE_RULESET, &rules, sizeof rules, 0));
}

int animconv_landlock_allow(int ruleset, const char *path, uint64_t files) {
  int place = open(path, O_PATH | O_CLOEXEC);
  if (place < 0) return -errno;
  struct stat status;
  if (fstat(place, &status) == 0 && !S_ISDIR(status.st_mode)) files &= of_files;
  struct path_beneath rule = {files, place};
  int outcome = files == 0 ? 0 : result(syscall(ADD_RULE, ruleset, PATH_BENEATH, &rule, 0));
  close(place);
  return outcome;
}

int animconv_landlock_restrict(int ruleset) {
  int outcome = result(syscall(RESTRICT_SELF, ruleset, 0));
  close(ruleset);
  return outcome;
}

int animconv_no_new_privileges(void) { return result(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)); }

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// A list of what is refused. A list of what is allowed would break with the next C library, which
// implements the same functions by other calls.
static const int refused[] = {
  // Other processes and their memory.
  SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_tkill, SYS_rt_sigqueueinfo,
  SYS_rt_tgsigqueueinfo, 424 /* pidfd_send_signal */, 438 /* pidfd_getfd */,
  440 /* process_madvise */,
  // Other programs.
  SYS_execve, SYS_execveat,
  // Parts of the kernel that attacks begin with.
  SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, 425, 426, 427 /* io_uring */, SYS_personality,
  SYS_vhangup, SYS_fanotify_init,
#ifdef SYS_modify_ldt
  SYS_modify_ldt, SYS_iopl, SYS_ioperm, SYS_uselib, SYS_ustat, SYS_sysfs,
#endif
  // Keys.
  SYS_keyctl, SYS_add_key, SYS_request_key,
  // File systems and namespaces.
  SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, 428 /* open_tree */, 429 /* move_mount */,
  430 /* fsopen */, 431 /* fsconfig */, 432 /* fsmount */, 433 /* fspick */,
  442 /* mount_setattr */, SYS_unshare, SYS_setns, SYS_open_by_handle_at,
  // What a name of a file leads to, which Landlock leaves alone. Outputs use descriptors.
  SYS_truncate, SYS_fchmodat, 452 /* fchmodat2 */, SYS_fchownat, SYS_setxattr, SYS_lsetxattr,
  SYS_removexattr, SYS_lremovexattr, SYS_mknodat,
#ifdef SYS_chmod
  SYS_chmod, SYS_chown, SYS_lchown, SYS_mknod,
#endif
  // The machine.
  SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load,
#ifdef SYS_kexec_file_load
  SYS_kexec_file_load,
#endif
  SYS_reboot, SYS_swapon, SYS_swapoff, SYS_acct, SYS_quotactl, SYS_syslog, SYS_settimeofday,
  SYS_clock_settime, SYS_sethostname, SYS_setdomainname,
  // Messages to other programs.
  SYS_listen, SYS_accept, SYS_accept4,
};

enum { REFUSED = sizeof refused / sizeof *refused, OTHERS = 64 };

int animconv_refused_call_count(void) { return REFUSED; }

struct program {
  struct sock_filter steps[2 * REFUSED + OTHERS];
  unsigned short count;
};

static void add(struct program *program, unsigned short code, uint32_t value, int yes, int no) {
  program->steps[program->count++] =
    (struct sock_filter)BPF_JUMP(code, value, (unsigned char)yes, (unsigned char)no);
}

static void load(struct program *program, size_t offset) {
  add(program, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void answer(struct program *program, uint32_t value) {
  add(program, BPF_RET | BPF_K, value, 0, 0);
}

static const uint32_t no = SECCOMP_RET_ERRNO | EPERM, yes = SECCOMP_RET_ALLOW;

// The low half of an argument; both architectures store it first.
static size_t argument(int index) {
  return offsetof(struct seccomp_data, args) + (size_t)index * sizeof(uint64_t);
}

// The call is allowed if its argument is one of these values; the number is in the accumulator.
static void allow_only(
    struct program *program, int call, int index, const uint32_t *values, int count) {
  add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, count + 3);
  load(program, argument(index));
  for (int i = 0; i < count; i++) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, values[i], count - i, 0);
  }
  answer(program, no);
  answer(program, yes);
}

// The same for values that are refused.
static void refuse_only(
    struct program *program, int call, int index, const uint32_t *values, int count) {
  add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, count + 3);
  load(program, argument(index));
  for (int i = 0; i < count; i++) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, values[i], count - i, 0);
  }
  answer(program, yes);
  answer(program, no);
}

int animconv_refuse_calls(int may_connect) {
#ifndef ARCHITECTURE
  (void)may_connect;
  return -ENOSYS;
#else
  struct program program = {.count = 0};
  // Numbers of calls differ between architectures, and a process can use those of another.
  load(&program, offsetof(struct seccomp_data, arch));
  add(&program, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  answer(&program, no);
  load(&program, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
  // The calls of x32, which have the same architecture.
  add(&program, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  answer(&program, no);
#endif
  for (int i = 0; i < REFUSED; i++) {
    add(&program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)refused[i], 0, 1);
    answer(&program, no);
  }
  // Its flags are in memory, which a filter cannot read. The C library then uses clone.
  add(&program, BPF_JMP | BPF_JEQ | BPF_K, 435 /* clone3 */, 0, 1);
  answer(&program, SECCOMP_RET_ERRNO | ENOSYS);
  // New namespaces.
  add(&program, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4);
  load(&program, argument(0));
  add(&program, BPF_JMP | BPF_JSET | BPF_K, 0x7E020000, 0, 1);
  answer(&program, no);
  answer(&program, yes);
  // Signals go to this process only.
  const uint32_t self[] = {(uint32_t)getpid()};
  allow_only(&program, SYS_kill, 0, self, 1);
  allow_only(&program, SYS_tgkill, 0, self, 1);
  // Typing into the terminal: TIOCSTI, TIOCLINUX.
  static const uint32_t typing[] = {0x5412, 0x541C};
  refuse_only(&program, SYS_ioctl, 1, typing, 2);
  // AF_INET, AF_INET6, and AF_NETLINK, by which the C library learns which addresses the machine has.
  static const uint32_t families[] = {2, 10, 16};
  allow_only(&program, SYS_socket, 0, families, may_connect ? 3 : 0);
  if (!may_connect) {
    allow_only(&program, SYS_connect, 0, families, 0);
    allow_only(&program, SYS_bind, 0, families, 0);
  }
  answer(&program, yes);
  struct sock_fprog filter = {program.count, program.steps};
  // The flag applies it to all threads.
  return result(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter));
#endif
}

int animconv_thread_count(void) {
  struct stat status;
  // The folder has a subfolder for each thread.
  if (stat("/proc/self/task", &status) != 0 || status.st_nlink < 3) return 0;
  return (int)status.st_nlink - 2;
}

static void take_all(const char *const *paths, animconv_take_path take, void *context) {
  for (; *paths; paths++) take(*paths, context);
}

// The paths of a variable, separated by colons.
static void take_listed(const char *variable, animconv_take_path take, void *context) {
  const char *value = getenv(variable);
  char path[4096];
  while (value && *value) {
    size_t length = strcspn(value, ":");
    if (length > 0 && length < sizeof path) {
      memcpy(path, value, length);
      path[length] = 0;
      take(path, context);
    }
    value += length + (value[length] == ':');
  }
}

// Whether a path is in one of the folders that are allowed anyway.
static int is_of_system(const char *path) {
  return strncmp(path, "/usr/", 5) == 0 || strncmp(path, "/lib", 4) == 0;
}

struct taking {
  animconv_take_path take;
  void *context;
};

// The folder of a loaded library.
static int take_loaded(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  struct taking *taking = context;
  const char *slash = strrchr(info->dlpi_name, '/');
  size_t length = slash ? (size_t)(slash - info->dlpi_name) : 0;
  char path[4096];
  if (length == 0 || length >= sizeof path || is_of_system(info->dlpi_name)) return 0;
  memcpy(path, info->dlpi_name, length);
  path[length] = 0;
  taking->take(path, taking->context);
  return 0;
}

// The folders that the system's linker is told of, one in each line.
static void take_configured(animconv_take_path take, void *context) {
  static const char folder[] = "/etc/ld.so.conf.d";
  DIR *listing = opendir(folder);
  if (!listing) return;
  for (struct dirent *entry; (entry = readdir(listing));) {
    size_t length = strlen(entry->d_name);
    if (length < 5 || strcmp(entry->d_name + length - 5, ".conf") != 0) continue;
    char line[4096];
    snprintf(line, sizeof line, "%s/%s", folder, entry->d_name);
    FILE *file = fopen(line, "re");
    if (!file) continue;
    while (fgets(line, sizeof line, file)) {
      line[strcspn(line, " \t\r\n")] = 0;
      if (line[0] == '/' && !is_of_system(line)) take(line, context);
    }
    fclose(file);
  }
  closedir(listing);
}

void animconv_system_places(animconv_take_path take, void *context) {
  static const char *const places[] = {
    "/usr", "/lib", "/lib64", "/lib32", "/nix/store", "/gnu/store", "/etc/ld.so.cache",
    "/etc/ld.so.preload", "/etc/localtime", "/etc/ssl/openssl.cnf", "/etc/gnutls", "/etc/fonts",
    "/etc/crypto-policies",
    // The whole folder: the dispatch library ends the process with less.
    "/proc", "/sys/devices/system", "/sys/fs/cgroup", "/dev/urandom", "/dev/random", "/dev/zero", NULL,
  };
  take_all(places, take, context);
  take_listed("LD_LIBRARY_PATH", take, context);
  take_configured(take, context);
  struct taking taking = {take, context};
  dl_iterate_phdr(take_loaded, &taking);
}

void animconv_system_devices(animconv_take_path take, void *context) {
  static const char *const places[] = {"/dev/null", "/dev/tty", "/dev/full", NULL};
  take_all(places, take, context);
}

void animconv_network_places(animconv_take_path take, void *context) {
  static const char *const places[] = {
    "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/host.conf", "/etc/gai.conf",
    "/etc/services", "/etc/protocols", "/etc/ssl/certs", "/etc/pki/tls", "/etc/pki/ca-trust",
    "/etc/ca-certificates", "/run/systemd/resolve", NULL,
  };
  take_all(places, take, context);
  take_listed("SSL_CERT_FILE", take, context);
  take_listed("SSL_CERT_DIR", take, context);
  take_listed("CURL_CA_BUNDLE", take, context);
}

#else

int animconv_landlock_abi(void) { return -ENOSYS; }
int animconv_landlock_ruleset(uint64_t files, uint64_t network, uint64_t scopes) {
  (void)files, (void)network, (void)scopes;
  return -ENOSYS;
}
int animconv_landlock_allow(int ruleset, const char *path, uint64_t files) {
  (void)ruleset, (void)path, (void)files;
  return -ENOSYS;
}
int animconv_landlock_restrict(int ruleset) {
  (void)ruleset;
  return -ENOSYS;
}
int animconv_no_new_privileges(void) { return -ENOSYS; }
int animconv_refuse_calls(int may_connect) {
  (void)may_connect;
  return -ENOSYS;
}
int animconv_refused_call_count(void) { return 0; }
int animconv_thread_count(void) { return 0; }
void animconv_system_places(animconv_take_path take, void *context) { (void)take, (void)context; }
void animconv_system_devices(animconv_take_path take, void *context) { (void)take, (void)context; }
void animconv_network_places(animconv_take_path take, void *context) { (void)take, (void)context; }

#endif
