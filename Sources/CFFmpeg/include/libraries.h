// FFmpeg's five libraries, opened when they are first needed and not when the program starts.
#ifndef ANIMCONV_CFFMPEG_LIBRARIES_H
#define ANIMCONV_CFFMPEG_LIBRARIES_H

// Lowest first: each uses those before it.
enum {
  CFFMPEG_AVUTIL,
  CFFMPEG_SWSCALE,
  CFFMPEG_SWRESAMPLE,
  CFFMPEG_AVCODEC,
  CFFMPEG_AVFORMAT,
};

// Opens a library, of the major release that the headers are of. Returns null when it is open, else
// why it cannot be opened, a text that stays valid. The answer never changes. Any thread may call.
const char *cffmpeg_open(int library);

// The address of a function of a library, or of a library that it brings along; null without one,
// or when the library cannot be opened.
void *cffmpeg_symbol(int library, const char *name);

// The file name that the library is opened by.
const char *cffmpeg_file_name(int library);

// Another major release of the library that is installed, 0 when there is none. Slow: for messages.
unsigned cffmpeg_other_major(int library);

#endif
