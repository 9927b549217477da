#ifndef ANIMCONV_CHTTP_H
#define ANIMCONV_CHTTP_H

#include <stddef.h>

// GET and PUT through libcurl, which is loaded when it is first asked for: a conversion that talks to
// nobody does not pay for it, and a machine without it lacks only this. Its functions take variable
// arguments, which Swift cannot call.

// Takes bytes; any other result than their count ends the transfer.
typedef size_t (*animconv_http_sink)(void *context, const void *bytes, size_t count);
// Puts bytes into a buffer and returns their count; 0 at the end.
typedef size_t (*animconv_http_source)(void *context, void *buffer, size_t capacity);

enum { ANIMCONV_HTTP_ERROR_BYTES = 256 };

// Whether libcurl is there.
int animconv_http_is_available(void);

// A connection that is kept for further transfers, for one thread at a time; NULL without libcurl.
void *animconv_http_open(void);
void animconv_http_close(void *connection);

// The status of the answer; 0 when there was none, it was cut off, had more than `most_bytes` or
// took longer than `milliseconds` in all, and then why. Redirections are not followed.
long animconv_http_get(
    void *connection, const char *url, long long most_bytes, long long milliseconds,
    animconv_http_sink sink, void *context, char error[ANIMCONV_HTTP_ERROR_BYTES]);
long animconv_http_put(
    void *connection, const char *url, long long bytes, long long milliseconds,
    animconv_http_source source, void *context, char error[ANIMCONV_HTTP_ERROR_BYTES]);

#endif
