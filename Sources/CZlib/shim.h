// The parts of zlib's interface that animconv uses, and its macros as functions.
#ifndef ANIMCONV_CZLIB_SHIM_H
#define ANIMCONV_CZLIB_SHIM_H

#include <zlib.h>

/// Wraps `inflateInit2` for deflated data without a header, as zip archives have it.
static inline int czlib_inflate_init_raw(z_stream *stream) {
  return inflateInit2(stream, -MAX_WBITS);
}

/// Wraps `inflateInit2` for a gzip file.
static inline int czlib_inflate_init_gzip(z_stream *stream) {
  return inflateInit2(stream, 16 + MAX_WBITS);
}

/// Wraps `inflateInit` for data with zlib's own header, as PNG has it.
static inline int czlib_inflate_init(z_stream *stream) { return inflateInit(stream); }

#endif
