// A program in C that uses every function of animconv.h. Prints a line for each check that fails.
//
//     interface ORBIT_GIF FOLDER

#include <animconv.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int checks, failures;

#define CHECK(condition)                                                            \
  do {                                                                              \
    checks++;                                                                       \
    if (!(condition)) {                                                             \
      failures++;                                                                   \
      int32_t code;                                                                 \
      const char *text = animconv_last_error(&code);                                \
      printf("line %d: %s\n  last error %d: %s\n", __LINE__, #condition, code, text); \
    }                                                                               \
  } while (0)

static struct animconv_info info_of(animconv_animation *animation) {
  struct animconv_info info = {.size = sizeof info};
  CHECK(animconv_get_info(animation, &info) == ANIMCONV_OK);
  return info;
}

static unsigned char *contents(const char *path, size_t *count) {
  FILE *file = fopen(path, "rb");
  fseek(file, 0, SEEK_END);
  *count = ftell(file);
  rewind(file);
  unsigned char *bytes = malloc(*count);
  if (fread(bytes, 1, *count, file) != *count) abort();
  fclose(file);
  return bytes;
}

static void facts_and_times(const char *path) {
  animconv_animation *animation = animconv_open_path(path, NULL);
  CHECK(animation != NULL);
  struct animconv_info info = info_of(animation);
  CHECK(info.width == 99 && info.height == 67);
  CHECK(info.frame_count == 24 && info.play_count == 0);
  CHECK(info.duration.numerator == 19 && info.duration.denominator == 10);
  CHECK(info.warning_count == 0);

  struct animconv_time times[25];
  CHECK(animconv_get_times(animation, 0, 25, times) == ANIMCONV_OK);
  CHECK(times[0].numerator == 0 && times[0].denominator == 1);
  CHECK(times[24].numerator == 19 && times[24].denominator == 10);
  CHECK(animconv_get_times(animation, 24, 2, times) == ANIMCONV_USAGE);
  CHECK(animconv_get_times(animation, -1, 1, times) == ANIMCONV_USAGE);
  for (int frame = 0; frame < 24; frame++) {
    CHECK(animconv_frame_at(animation, times[frame].numerator, times[frame].denominator) == frame);
  }
  // The second play.
  CHECK(animconv_frame_at(animation, 19, 10) == 0);
  CHECK(animconv_frame_at(animation, -1, 1) == 0);
  CHECK(animconv_frame_at(animation, 1, 0) == -1);

  // A caller with a shorter structure gets no more than it has room for.
  struct {
    struct animconv_info info;
    unsigned char after[8];
  } shorter;
  memset(&shorter, 0xAA, sizeof shorter);
  shorter.info.size = offsetof(struct animconv_info, frame_count);
  CHECK(animconv_get_info(animation, &shorter.info) == ANIMCONV_OK);
  CHECK(shorter.info.width == 99);
  CHECK(((unsigned char *)&shorter.info.frame_count)[0] == 0xAA);
  struct animconv_info none = {.size = 0};
  CHECK(animconv_get_info(animation, &none) == ANIMCONV_USAGE);

  const char *description = animconv_describe(animation);
  CHECK(description && strstr(description, "\"kind\": \"gif\""));
  animconv_close(animation);
  animconv_close(NULL);
}

static void pixels(const char *path) {
  size_t count;
  unsigned char *bytes = contents(path, &count);
  animconv_animation *animation = animconv_open_bytes(bytes, count, "orbit", NULL);
  CHECK(animation != NULL);
  // The library has its own copy.
  memset(bytes, 0, count);
  free(bytes);
  struct animconv_info info = info_of(animation);
  size_t row = info.width * 4, whole = row * info.height;
  unsigned char *rgba = malloc(whole), *other = malloc(whole);
  // Rows in blocks of their own size: the sanitizer sees every byte that is written beyond.
  CHECK(animconv_copy_frame(animation, 5, ANIMCONV_RGBA, rgba, whole, 0) == ANIMCONV_OK);
  CHECK(animconv_copy_frame(animation, 5, ANIMCONV_BGRA, other, whole, row) == ANIMCONV_OK);
  int differences = 0;
  for (size_t byte = 0; byte < whole; byte += 4) {
    differences += rgba[byte] != other[byte + 2] || rgba[byte + 1] != other[byte + 1]
      || rgba[byte + 2] != other[byte] || rgba[byte + 3] != other[byte + 3];
  }
  CHECK(differences == 0);

  size_t stride = row + 12, padded = stride * (info.height - 1) + row;
  unsigned char *wide = malloc(padded);
  memset(wide, 0x5A, padded);
  CHECK(animconv_copy_frame(animation, 5, ANIMCONV_RGBA, wide, padded, stride) == ANIMCONV_OK);
  differences = 0;
  for (size_t y = 0; y < info.height; y++) {
    differences += memcmp(wide + y * stride, rgba + y * row, row) != 0;
    if (y + 1 < info.height) differences += wide[y * stride + row] != 0x5A;
  }
  CHECK(differences == 0);

  // Any order gives the same frame.
  for (int index = 23; index >= 0; index -= 6) {
    CHECK(animconv_copy_frame(animation, index, ANIMCONV_RGBA, other, whole, 0) == ANIMCONV_OK);
  }
  CHECK(animconv_copy_frame(animation, 5, ANIMCONV_RGBA, other, whole, 0) == ANIMCONV_OK);
  CHECK(memcmp(rgba, other, whole) == 0);

  int32_t code;
  CHECK(animconv_copy_frame(animation, 24, 0, rgba, whole, 0) == ANIMCONV_USAGE);
  CHECK(strstr(animconv_last_error(&code), "there is no frame 24"));
  CHECK(code == ANIMCONV_USAGE);
  CHECK(animconv_copy_frame(animation, -1, 0, rgba, whole, 0) == ANIMCONV_USAGE);
  CHECK(animconv_copy_frame(animation, 0, 9, rgba, whole, 0) == ANIMCONV_USAGE);
  CHECK(animconv_copy_frame(animation, 0, 0, rgba, whole - 1, 0) == ANIMCONV_USAGE);
  CHECK(animconv_copy_frame(animation, 0, 0, rgba, whole, row - 1) == ANIMCONV_USAGE);
  CHECK(animconv_copy_frame(animation, 0, 0, rgba, whole, SIZE_MAX) == ANIMCONV_USAGE);
  CHECK(animconv_copy_frame(animation, 0, 0, rgba, SIZE_MAX, row) == ANIMCONV_USAGE);
  CHECK(animconv_copy_frame(animation, 0, 0, rgba, whole, SIZE_MAX / 2) == ANIMCONV_USAGE);
  // Misuse ends nothing.
  CHECK(animconv_copy_frame(animation, 0, 0, rgba, whole, 0) == ANIMCONV_OK);
  free(rgba);
  free(other);
  free(wide);
  animconv_close(animation);
}

static void descriptors(const char *path) {
  int descriptor = open(path, O_RDONLY);
  animconv_animation *animation = animconv_open_descriptor(descriptor, "a file", NULL);
  CHECK(animation && info_of(animation).frame_count == 24);
  animconv_close(animation);
  // It is still the caller's.
  CHECK(fcntl(descriptor, F_GETFD) == 0);
  close(descriptor);

  int ends[2];
  if (pipe(ends)) abort();
  size_t count;
  unsigned char *bytes = contents(path, &count);
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    _exit(write(ends[1], bytes, count) != (ssize_t)count);
  }
  close(ends[1]);
  animation = animconv_open_descriptor(ends[0], NULL, NULL);
  CHECK(animation && info_of(animation).frame_count == 24);
  animconv_close(animation);
  close(ends[0]);
  waitpid(child, NULL, 0);
  free(bytes);
}

static void errors(const char *path) {
  int32_t code;
  CHECK(animconv_open_path("/nowhere/a.gif", NULL) == NULL);
  const char *text = animconv_last_error(&code);
  CHECK(code == ANIMCONV_MISSING);
  CHECK(strstr(text, "\"file\": \"/nowhere/a.gif\"") && strstr(text, "\"stage\": \"reading\""));
  CHECK(animconv_open_bytes("nonsense", 8, NULL, NULL) == NULL);
  animconv_last_error(&code);
  CHECK(code == ANIMCONV_DAMAGED);
  CHECK(animconv_open_bytes(NULL, 0, NULL, NULL) == NULL);
  CHECK(animconv_open_descriptor(-1, NULL, NULL) == NULL);
  CHECK(animconv_open_path(path, "{\"max-frames\": 23}") == NULL);
  animconv_last_error(&code);
  CHECK(code == ANIMCONV_DAMAGED);
  CHECK(animconv_open_path(path, "{\"crf\": 18}") == NULL);
  CHECK(strstr(animconv_last_error(&code), "no effect on reading"));
  CHECK(code == ANIMCONV_CONFIGURATION);
  CHECK(animconv_open_path(path, "{\"strikt\": true}") == NULL);
  CHECK(strstr(animconv_last_error(NULL), "did you mean 'strict'?"));
  CHECK(animconv_open_path(path, "[1]") == NULL);
  CHECK(animconv_open_path(path, "{") == NULL);
  animconv_last_error(&code);
  CHECK(code == ANIMCONV_USAGE);
}

static void *errors_of_a_thread(void *unused) {
  int32_t code = -1;
  CHECK(strcmp(animconv_last_error(&code), "{}") == 0 && code == 0);
  CHECK(animconv_open_path("/nowhere/b.gif", NULL) == NULL);
  CHECK(strstr(animconv_last_error(NULL), "/nowhere/b.gif"));
  return unused;
}

static void errors_belong_to_threads(void) {
  CHECK(animconv_open_path("/nowhere/a.gif", NULL) == NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, errors_of_a_thread, NULL);
  pthread_join(thread, NULL);
  CHECK(strstr(animconv_last_error(NULL), "/nowhere/a.gif"));
}

struct share {
  animconv_animation *animation;
  const unsigned char *expected;
  size_t whole;
  int differences;
};

static void *read_frames(void *argument) {
  struct share *share = argument;
  unsigned char *frame = malloc(share->whole);
  for (int index = 0; index < 24; index++) {
    animconv_copy_frame(share->animation, index, ANIMCONV_RGBA, frame, share->whole, 0);
    share->differences += memcmp(frame, share->expected + index * share->whole, share->whole) != 0;
  }
  free(frame);
  return NULL;
}

static void threads_share_an_animation(const char *path) {
  animconv_animation *animation = animconv_open_path(path, NULL);
  struct animconv_info info = info_of(animation);
  size_t whole = (size_t)info.width * info.height * 4;
  unsigned char *all = malloc(whole * 24);
  for (int index = 0; index < 24; index++) {
    CHECK(animconv_copy_frame(animation, index, 0, all + index * whole, whole, 0) == 0);
  }
  struct share shares[4];
  pthread_t threads[4];
  for (int each = 0; each < 4; each++) {
    shares[each] = (struct share){animation, all, whole, 0};
    pthread_create(&threads[each], NULL, read_frames, &shares[each]);
  }
  for (int each = 0; each < 4; each++) {
    pthread_join(threads[each], NULL);
    CHECK(shares[each].differences == 0);
  }
  animconv_close(animation);
  free(all);
}

static animconv_conversion *start(
  const char *input, const char *output, const char *members) {
  char request[4096];
  snprintf(
    request, sizeof request, "{\"input\": \"%s\", \"output\": \"%s\"%s}", input, output, members);
  return animconv_convert(request);
}

static void conversions(const char *path, const char *folder) {
  char output[1024], other[1024];
  snprintf(output, sizeof output, "%s/out.webp", folder);
  animconv_conversion *conversion = start(path, output, ", \"settings\": {\"lossless\": true}");
  CHECK(conversion != NULL);
  struct animconv_progress progress;
  CHECK(animconv_wait(conversion, -1, &progress) == ANIMCONV_OK);
  CHECK(progress.phase == 3 && progress.frames_done == 24 && progress.output == 0);
  CHECK(animconv_wait(conversion, 0, NULL) == ANIMCONV_OK);
  const char *report = animconv_report(conversion);
  CHECK(report && strstr(report, "\"frames\": 24") && strstr(report, "\"seconds\": \"19/10\""));
  CHECK(report && strstr(report, "out.webp"));
  animconv_free(conversion);
  struct stat status;
  CHECK(stat(output, &status) == 0 && status.st_size > 0);

  // The output exists.
  conversion = start(path, output, "");
  CHECK(animconv_wait(conversion, -1, NULL) == ANIMCONV_CANNOT_CREATE);
  CHECK(animconv_report(conversion) == NULL);
  animconv_free(conversion);
  conversion = start(path, output, ", \"overwrite\": true");
  CHECK(animconv_wait(conversion, -1, NULL) == ANIMCONV_OK);
  animconv_free(conversion);

  int32_t code;
  CHECK(start(path, output, ", \"settings\": {\"losless\": true}") == NULL);
  CHECK(strstr(animconv_last_error(&code), "did you mean 'lossless'?"));
  CHECK(code == ANIMCONV_CONFIGURATION);
  CHECK(start(path, output, ", \"overwrit\": true") == NULL);
  CHECK(strstr(animconv_last_error(&code), "did you mean 'overwrite'?"));
  CHECK(animconv_convert("nonsense") == NULL);

  // A cancelled conversion leaves nothing.
  snprintf(other, sizeof other, "%s/cancelled.webp", folder);
  conversion = start(path, other, ", \"settings\": {\"effort\": 9, \"scale\": \"8x\"}");
  CHECK(animconv_wait(conversion, 0, &progress) == ANIMCONV_RUNNING);
  CHECK(animconv_report(conversion) == NULL);
  animconv_cancel(conversion);
  CHECK(animconv_wait(conversion, -1, NULL) == ANIMCONV_CANCELLED);
  animconv_free(conversion);
  // So does one that is freed while it runs.
  conversion = start(path, other, ", \"settings\": {\"effort\": 9, \"scale\": \"8x\"}");
  animconv_free(conversion);
  animconv_free(NULL);
  CHECK(stat(other, &status) == -1 && errno == ENOENT);
}

static void forked_children_get_errors(const char *path, const char *folder) {
  animconv_animation *animation = animconv_open_path(path, NULL);
  animconv_conversion *conversion = start(path, "/dev/null/none.webp", "");
  animconv_wait(conversion, -1, NULL);
  char output[1024];
  snprintf(output, sizeof output, "%s/of-child.webp", folder);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    alarm(20);
    unsigned char *frame = malloc(1 << 20);
    struct animconv_time time;
    int before = failures;
    CHECK(animconv_open_path(path, NULL) == NULL);
    int32_t code;
    CHECK(strstr(animconv_last_error(&code), "forked") && code == ANIMCONV_UNAVAILABLE);
    CHECK(animconv_copy_frame(animation, 3, 0, frame, 1 << 20, 0) == ANIMCONV_UNAVAILABLE);
    CHECK(animconv_get_times(animation, 0, 1, &time) == ANIMCONV_UNAVAILABLE);
    CHECK(animconv_describe(animation) == NULL);
    CHECK(animconv_wait(conversion, -1, NULL) == ANIMCONV_UNAVAILABLE);
    CHECK(start(path, output, "") == NULL);
    animconv_cancel(conversion);
    animconv_free(conversion);
    animconv_close(animation);
    fflush(stdout);
    _exit(failures > before);
  }
  int status;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  animconv_free(conversion);
  animconv_close(animation);
}

// A child of a process that has only asked for the version may use the library.
static void children_forked_before_work(const char *path) {
  pid_t child = fork();
  if (child == 0) {
    alarm(20);
    animconv_animation *animation = animconv_open_path(path, NULL);
    int works = animation != NULL;
    animconv_close(animation);
    _exit(!works);
  }
  int status;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(int count, char **arguments) {
  if (count != 3) return 64;
  const char *path = arguments[1], *folder = arguments[2];
  CHECK(animconv_abi() == ANIMCONV_ABI);
  CHECK(animconv_version()[0] >= '0' && animconv_version()[0] <= '9');
  children_forked_before_work(path);
  facts_and_times(path);
  pixels(path);
  descriptors(path);
  errors(path);
  errors_belong_to_threads();
  threads_share_an_animation(path);
  conversions(path, folder);
  forked_children_get_errors(path, folder);
  printf("%d passed, %d failed\n", checks - failures, failures);
  return failures > 0;
}
