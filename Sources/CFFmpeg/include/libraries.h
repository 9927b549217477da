// FFmpeg's five libraries, opened when they are first needed and not when the program starts.
#ifndef ANIMCONV_CFFMPEG_LIBRARIES_H
#define ANIMCONV_CFFMPEG_LIBRARIES_H

#include "layout.h"

// Lowest first: each uses those before it.
enum {
  CFFMPEG_AVUTIL,
  CFFMPEG_SWSCALE,
  CFFMPEG_SWRESAMPLE,
  CFFMPEG_AVCODEC,
  CFFMPEG_AVFORMAT,
};

// Opens a library of the newest release of FFmpeg whose five libraries are installed; all libraries
// of a process are of one release. Returns null when it is open, else why it cannot be opened, a text
// that stays valid. The answer never changes. Any thread may call.
const char *cffmpeg_open(int library);

// The places of fields in the release that is open. The process ends when none is.
const struct cffmpeg_layout *cffmpeg_places(void);

// The address of a function of a library, or of a library that it brings along; null without one,
// or when the library cannot be opened.
void *cffmpeg_symbol(int library, const char *name);

// The file name that the library is opened by, and the number of its release.
const char *cffmpeg_file_name(int library);
unsigned cffmpeg_major(int library);

// A major release of the library that is installed and cannot be used, 0 when there is none. Slow:
// for messages.
unsigned cffmpeg_other_major(int library);

#endif
