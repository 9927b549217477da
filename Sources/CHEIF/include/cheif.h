// HEIC pictures through libheif. The library is opened when it is first needed and not when the program
// starts, because few conversions use it.
#ifndef ANIMCONV_CHEIF_H
#define ANIMCONV_CHEIF_H

#include <stddef.h>
#include <stdint.h>

// Opens the library. Returns null if it is open, otherwise the reason, a text that stays valid. The
// result never changes. Any thread may call this. All functions below need the open library.
const char *cheif_open(void);

// The file name by which the library is opened.
const char *cheif_file_name(void);

// Its version, as it tells it: 1.15.1.
const char *cheif_version(void);

// Whether it has a decoder of HEVC, which newer releases keep in a file of its own.
int cheif_decodes_hevc(void);

// The rows of a decoded picture, valid until it is released: RGBA of 1 or 2 bytes a sample, the lower
// byte first.
typedef struct {
  const uint8_t *rows;
  size_t stride;
  uint32_t width, height;
  // Bits of a sample in the lower end of its bytes.
  uint32_t bits;
  // How many faults were tolerated.
  uint32_t faults;
} cheif_rows;

// Decodes the primary picture of a file: turned, mirrored and cropped as it says, alpha as stored.
//
// `side` is the largest width and height that is accepted; `is_wide` asks for 2 bytes a sample. Returns
// null on failure; `failure` then gets the reason.
void *cheif_decode(const uint8_t *bytes, size_t count, uint32_t side, int is_wide, cheif_rows *rows,
                   char *failure, size_t capacity);
void cheif_release(void *picture);

#endif
