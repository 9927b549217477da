#include "CHTTP.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

// What libcurl's interface has been since version 7.19 (2008), in its own numbers.
enum {
  WRITE_DATA = 10001, URL = 10002, READ_DATA = 10009, ERROR_BUFFER = 10010, USER_AGENT = 10018,
  HTTP_HEADER = 10023, WRITE_FUNCTION = 20011, READ_FUNCTION = 20012, LOW_SPEED_LIMIT = 19,
  LOW_SPEED_TIME = 20, FOLLOW_LOCATION = 52, HTTP_GET = 80, UPLOAD = 46,
  NO_SIGNAL = 99, TIMEOUT_MS = 155, CONNECT_TIMEOUT_MS = 156, PROTOCOLS = 181,
  HEADER_DATA = 10029, HEADER_FUNCTION = 20079, IN_FILE_SIZE = 30115, MAX_FILE_SIZE = 30117, RESPONSE_CODE = 0x200002, GLOBAL_ALL = 3,
};

static struct {
  int (*global_init)(long);
  void *(*easy_init)(void);
  void (*easy_cleanup)(void *);
  int (*easy_setopt)(void *, int, ...);
  int (*easy_perform)(void *);
  int (*easy_getinfo)(void *, int, ...);
  const char *(*easy_strerror)(int);
  void *(*slist_append)(void *, const char *);
  int is_loaded;
} curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  static const char *const names[] = {
    "libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib", "/usr/lib/libcurl.4.dylib",
  };
  void *library = NULL;
  for (size_t i = 0; library == NULL && i < sizeof names / sizeof *names; i++)
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  *(void **)&curl.global_init = dlsym(library, "curl_global_init");
  *(void **)&curl.easy_init = dlsym(library, "curl_easy_init");
  *(void **)&curl.easy_cleanup = dlsym(library, "curl_easy_cleanup");
  *(void **)&curl.easy_setopt = dlsym(library, "curl_easy_setopt");
  *(void **)&curl.easy_perform = dlsym(library, "curl_easy_perform");
  *(void **)&curl.easy_getinfo = dlsym(library, "curl_easy_getinfo");
  *(void **)&curl.easy_strerror = dlsym(library, "curl_easy_strerror");
  *(void **)&curl.slist_append = dlsym(library, "curl_slist_append");
  curl.is_loaded = curl.global_init && curl.easy_init && curl.easy_cleanup && curl.easy_setopt &&
                   curl.easy_perform && curl.easy_getinfo && curl.easy_strerror &&
                   curl.slist_append && curl.global_init(GLOBAL_ALL) == 0;
}

int animconv_http_is_available(void) {
  pthread_once(&once, load);
  return curl.is_loaded;
}

void *animconv_http_open(void) {
  if (!animconv_http_is_available()) return NULL;
  void *connection = curl.easy_init();
  if (connection == NULL) return NULL;
  curl.easy_setopt(connection, NO_SIGNAL, 1L);
  // HTTP and HTTPS. A cache has one address: it may not send what it is given, nor the user's
  // machine, to other hosts. No passwords but those in the address, so none of ~/.netrc.
  curl.easy_setopt(connection, PROTOCOLS, 3L);
  curl.easy_setopt(connection, FOLLOW_LOCATION, 0L);
  curl.easy_setopt(connection, USER_AGENT, "animconv");
  // A server that is slower than the conversion is of no use.
  curl.easy_setopt(connection, CONNECT_TIMEOUT_MS, 2000L);
  curl.easy_setopt(connection, LOW_SPEED_LIMIT, 1024L);
  curl.easy_setopt(connection, LOW_SPEED_TIME, 3L);
  // Small bodies go at once, without waiting for "100 Continue".
  static void *headers;
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  if (headers == NULL) headers = curl.slist_append(NULL, "Expect:");
  pthread_mutex_unlock(&mutex);
  curl.easy_setopt(connection, HTTP_HEADER, headers);
  return connection;
}

void animconv_http_close(void *connection) {
  if (connection != NULL) curl.easy_cleanup(connection);
}

// Longest headers of an answer; libcurl before 8.3 has no limit of its own.
enum { MOST_HEADER_BYTES = 1 << 16 };

struct sink {
  animconv_http_sink take;
  void *context;
  // What may still come: an answer in chunks does not say how long it will be.
  long long bytes_left;
};

// Any other result than the count ends the transfer.
static size_t pass_on(char *bytes, size_t size, size_t count, void *context) {
  struct sink *sink = context;
  if ((long long)(size * count) > sink->bytes_left) return 0;
  sink->bytes_left -= (long long)(size * count);
  return sink->take == NULL ? size * count : sink->take(sink->context, bytes, size * count);
}

struct source {
  animconv_http_source give;
  void *context;
};

static size_t ask(char *buffer, size_t size, size_t count, void *context) {
  struct source *source = context;
  return source->give(source->context, buffer, size * count);
}

static long perform(
    void *connection, const char *url, long long milliseconds, struct sink *body, char *error) {
  struct sink headers = {NULL, NULL, MOST_HEADER_BYTES};
  error[0] = 0;
  curl.easy_setopt(connection, TIMEOUT_MS, (long)milliseconds);
  curl.easy_setopt(connection, MAX_FILE_SIZE, body->bytes_left);
  curl.easy_setopt(connection, WRITE_FUNCTION, pass_on);
  curl.easy_setopt(connection, WRITE_DATA, body);
  curl.easy_setopt(connection, HEADER_FUNCTION, pass_on);
  curl.easy_setopt(connection, HEADER_DATA, &headers);
  curl.easy_setopt(connection, URL, url);
  curl.easy_setopt(connection, ERROR_BUFFER, error);
  int code = curl.easy_perform(connection);
  long status = 0;
  if (code == 0) {
    curl.easy_getinfo(connection, RESPONSE_CODE, &status);
  } else if (error[0] == 0) {
    strncpy(error, curl.easy_strerror(code), ANIMCONV_HTTP_ERROR_BYTES - 1);
    error[ANIMCONV_HTTP_ERROR_BYTES - 1] = 0;
  }
  curl.easy_setopt(connection, ERROR_BUFFER, (char *)NULL);
  return status;
}

long animconv_http_get(
    void *connection, const char *url, long long most_bytes, long long milliseconds,
    animconv_http_sink sink, void *context, char error[ANIMCONV_HTTP_ERROR_BYTES]) {
  struct sink body = {sink, context, most_bytes};
  curl.easy_setopt(connection, UPLOAD, 0L);
  curl.easy_setopt(connection, HTTP_GET, 1L);
  return perform(connection, url, milliseconds, &body, error);
}

long animconv_http_put(
    void *connection, const char *url, long long bytes, long long milliseconds,
    animconv_http_source source, void *context, char error[ANIMCONV_HTTP_ERROR_BYTES]) {
  struct source whole = {source, context};
  struct sink answer = {NULL, NULL, 1LL << 20};
  curl.easy_setopt(connection, UPLOAD, 1L);
  curl.easy_setopt(connection, IN_FILE_SIZE, bytes);
  curl.easy_setopt(connection, READ_FUNCTION, ask);
  curl.easy_setopt(connection, READ_DATA, &whole);
  return perform(connection, url, milliseconds, &answer, error);
}
