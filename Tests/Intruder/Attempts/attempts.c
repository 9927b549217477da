#define _GNU_SOURCE
#include "CIntruder.h"

#include <errno.h>

#ifdef __linux__

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static char path[4096];

static const char *in(const char *home, const char *name) {
  snprintf(path, sizeof path, "%s/%s", home, name);
  return path;
}

static int outcome(long value) { return value < 0 ? errno : 0; }

static int closing(int descriptor) {
  if (descriptor < 0) return errno;
  close(descriptor);
  return 0;
}

static int read_key(const char *home, int port) {
  (void)port;
  return closing(open(in(home, ".ssh/key"), O_RDONLY));
}

static int list_keys(const char *home, int port) {
  (void)port;
  DIR *folder = opendir(in(home, ".ssh"));
  if (!folder) return errno;
  closedir(folder);
  return 0;
}

static int make_file(const char *home, int port) {
  (void)port;
  return closing(open(in(home, "made"), O_WRONLY | O_CREAT | O_EXCL, 0600));
}

static int change_profile(const char *home, int port) {
  (void)port;
  return closing(open(in(home, ".profile"), O_WRONLY | O_APPEND));
}

static int empty_profile(const char *home, int port) {
  (void)port;
  return outcome(truncate(in(home, ".profile"), 0));
}

static int open_key_to_all(const char *home, int port) {
  (void)port;
  return outcome(chmod(in(home, ".ssh/key"), 0644));
}

static int make_link(const char *home, int port) {
  (void)port;
  return outcome(symlink("/etc", in(home, "link")));
}

static int remove_file(const char *home, int port) {
  (void)port;
  return outcome(unlink(in(home, "old")));
}

static int connect_to(int family, int kind, const void *address, socklen_t length) {
  int descriptor = socket(family, kind, 0);
  if (descriptor < 0) return errno;
  int result = outcome(connect(descriptor, address, length));
  close(descriptor);
  return result;
}

static struct sockaddr_in machine(int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

static int connect_tcp(const char *home, int port) {
  (void)home;
  struct sockaddr_in address = machine(port);
  return connect_to(AF_INET, SOCK_STREAM, &address, sizeof address);
}

static int connect_udp(const char *home, int port) {
  (void)home;
  struct sockaddr_in address = machine(port);
  return connect_to(AF_INET, SOCK_DGRAM, &address, sizeof address);
}

static int connect_agent(const char *home, int port) {
  (void)port;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", in(home, ".agent"));
  return connect_to(AF_UNIX, SOCK_STREAM, &address, sizeof address);
}

static int run_shell(const char *home, int port) {
  (void)home, (void)port;
  char *arguments[] = {"sh", "-c", "exit 0", NULL}, *environment[] = {NULL};
  pid_t child;
  int result = posix_spawn(&child, "/bin/sh", NULL, NULL, arguments, environment);
  if (result != 0) return result;
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : EPERM;
}

static int signal_parent(const char *home, int port) {
  (void)home, (void)port;
  return outcome(kill(getppid(), 0));
}

static pid_t sleeper(void) {
  pid_t child = fork();
  if (child == 0) {
    sleep(5);
    _exit(0);
  }
  return child;
}

static void stop(pid_t child) {
  // A confined process may not signal its children either, which then end by themselves.
  if (kill(child, SIGKILL) == 0) waitpid(child, NULL, 0);
}

static int trace_process(const char *home, int port) {
  (void)home, (void)port;
  pid_t child = sleeper();
  int result = outcome(ptrace(PTRACE_SEIZE, child, NULL, NULL));
  stop(child);
  return result;
}

static int read_memory(const char *home, int port) {
  (void)home, (void)port;
  pid_t child = sleeper();
  char byte;
  struct iovec own = {&byte, 1}, other = {(void *)path, 1};
  int result = outcome(process_vm_readv(child, &own, 1, &other, 1, 0));
  stop(child);
  return result;
}

static int mount_over(const char *home, int port) {
  (void)port;
  if (mount("none", in(home, ".ssh"), "tmpfs", 0, NULL) != 0) return errno;
  umount2(path, MNT_DETACH);
  return 0;
}

static int load_program(const char *home, int port) {
  (void)home, (void)port;
  // A map of one element: the first step to a program in the kernel.
  struct {
    unsigned kind, key, value, count, rest[28];
  } map = {2, 4, 4, 1, {0}};
  return closing((int)syscall(SYS_bpf, 0, &map, sizeof map));
}

static int open_ring(const char *home, int port) {
  (void)home, (void)port;
  unsigned parameters[30] = {0};
  return closing((int)syscall(425, 4, parameters));
}

static int read_keyring(const char *home, int port) {
  (void)home, (void)port;
  // KEYCTL_GET_KEYRING_ID of the session.
  return outcome(syscall(SYS_keyctl, 0, -3, 1));
}

static int new_namespace(const char *home, int port) {
  (void)home, (void)port;
  pid_t child = fork();
  if (child == 0) _exit(unshare(CLONE_NEWUSER) == 0 ? 0 : errno);
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

static const struct {
  const char *name;
  int (*body)(const char *home, int port);
} tries[] = {
  {"read a key", read_key},
  {"list keys", list_keys},
  {"make a file in the home folder", make_file},
  {"change the profile", change_profile},
  {"empty the profile", empty_profile},
  {"make a key readable", open_key_to_all},
  {"make a link in the home folder", make_link},
  {"remove a file", remove_file},
  {"connect by TCP", connect_tcp},
  {"connect by UDP", connect_udp},
  {"connect to an agent", connect_agent},
  {"run a shell", run_shell},
  {"signal the parent", signal_parent},
  {"trace a process", trace_process},
  {"read the memory of a process", read_memory},
  {"mount", mount_over},
  {"make a BPF map", load_program},
  {"open an io_uring", open_ring},
  {"find the keyring", read_keyring},
  {"make a namespace", new_namespace},
};

int cintruder_count(void) { return sizeof tries / sizeof *tries; }

const char *cintruder_name(int number) { return tries[number].name; }

int cintruder_try(int number, const char *home, int port) { return tries[number].body(home, port); }

#else

int cintruder_count(void) { return 0; }
const char *cintruder_name(int number) {
  (void)number;
  return "";
}
int cintruder_try(int number, const char *home, int port) {
  (void)number, (void)home, (void)port;
  return ENOSYS;
}

#endif
