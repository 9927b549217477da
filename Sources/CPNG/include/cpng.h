// PNG pixels row by row through libpng.
//
// libpng reports errors by `longjmp`, which must not cross a Swift frame: every call into libpng
// that can fail is made here, below a `setjmp` of the same function, and the outcome is a status.
//
// The reader never sees a file. The caller walks the chunks, checks their sums and hands over what
// a picture needs: its header, palette, transparency and the bytes of its zlib stream. So no text,
// profile or unknown chunk ever reaches libpng, and the frames of an APNG are pictures like any.
//
// A reader or writer is used by one thread at a time.
#ifndef ANIMCONV_CPNG_H
#define ANIMCONV_CPNG_H

#include <stddef.h>
#include <stdint.h>

enum {
  CPNG_OK = 0,
  // The picture's data breaks a rule or ends early.
  CPNG_DAMAGED = 1,
  // The read or write callback failed.
  CPNG_CALLBACK_FAILED = 2,
  CPNG_NO_MEMORY = 3,
};

enum {
  CPNG_GRAY = 0,
  CPNG_RGB = 2,
  CPNG_PALETTE = 3,
  CPNG_GRAY_ALPHA = 4,
  CPNG_RGBA = 6,
};

// What the chunks before the data say of a picture.
typedef struct {
  // In pixels, from 1 to 2^31 - 1.
  uint32_t width;
  uint32_t height;
  // Bits a sample: 1, 2, 4, 8 or 16, as the colour type allows.
  uint8_t bit_depth;
  uint8_t color_type;
  // Whether the rows come in the seven passes of Adam7. Only for reading.
  uint8_t is_interlaced;
  // Whether samples of 16 bits stay so. Only for reading.
  uint8_t keeps_16;
  // PLTE: three bytes an entry, at most 256 entries; NULL without one. Copied.
  const uint8_t *palette;
  size_t palette_bytes;
  // The content of tRNS, at most 256 bytes; NULL without one. Copied.
  const uint8_t *transparency;
  size_t transparency_bytes;
} cpng_picture;

// Puts up to `capacity` bytes of the zlib stream into `buffer`. Returns how many it were, 0 at the
// end of the stream, -1 when reading failed. Must return normally.
typedef ptrdiff_t (*cpng_read)(void *context, uint8_t *buffer, size_t capacity);

// Takes `count` bytes of the file. Returns 0, or -1 when writing failed. Must return normally.
typedef int (*cpng_write)(void *context, const uint8_t *bytes, size_t count);

typedef struct cpng_reader cpng_reader;
typedef struct cpng_writer cpng_writer;

// Starts to read a picture and stores a reader, or NULL when there is no memory for one. The reader
// is to be destroyed whatever the status says. `read` is called until the reader is destroyed.
int cpng_reader_create(
    const cpng_picture *picture, cpng_read read, void *context, cpng_reader **reader);

// How often all rows have to be read: 1, or 7 for an interlaced picture.
int cpng_reader_passes(const cpng_reader *reader);

// Reads the next row, from the top, as 8-bit RGBA with straight alpha: samples of 16 bits are
// scaled and rounded, gray is repeated, palette and transparent colour are resolved. `row` has room
// for four bytes a pixel of the picture's width. A pass of an interlaced picture only touches its
// own pixels, so each pass has to be given the row as the pass before left it.
//
// A checksum of the zlib stream that is wrong or missing is no damage: chunks have their own, and
// Chromium shows such a picture.
//
// Where samples of 16 bits stay so, a pixel has eight bytes, in the order of the machine.
int cpng_reader_next_row(cpng_reader *reader, uint8_t *row);

// What libpng said about the last failure; empty when it said nothing. Valid as long as the reader.
const char *cpng_reader_message(const cpng_reader *reader);

void cpng_reader_destroy(cpng_reader *reader);

// Row filters that a writer may try; with more than one, each row takes what looks best.
enum {
  CPNG_FILTER_NONE = 0x08,
  CPNG_FILTER_SUB = 0x10,
  CPNG_FILTER_UP = 0x20,
  CPNG_FILTER_AVERAGE = 0x40,
  CPNG_FILTER_PAETH = 0x80,
  CPNG_FILTER_ALL = 0xf8,
};

typedef struct {
  // zlib's level, 0 to 9.
  int level;
  // Some of CPNG_FILTER_...
  int filters;
  // Whether a chunk says that the colours are sRGB.
  int writes_srgb;
} cpng_writing;

// Starts a PNG file: writes what comes before the rows. The picture has at most 8 bits a sample and
// is not interlaced. Nothing that changes from run to run, such as a date, is ever written. The
// writer is to be destroyed whatever the status says.
int cpng_writer_create(
    const cpng_picture *picture, const cpng_writing *writing, cpng_write write, void *context,
    cpng_writer **writer);

// Writes the next row, from the top, packed as the colour type and depth say.
int cpng_writer_write_row(cpng_writer *writer, const uint8_t *row);

// Writes the end of the file; all rows have to be written before.
int cpng_writer_finish(cpng_writer *writer);

// Writes a zlib stream of all rows, each with the number of its filter before it, and the end of the
// file. For a writer that was given no row.
int cpng_writer_finish_with(cpng_writer *writer, const uint8_t *stream, size_t count);

const char *cpng_writer_message(const cpng_writer *writer);

void cpng_writer_destroy(cpng_writer *writer);

// The CRC-32 of PNG chunks, continued over more bytes; starts with 0. Wraps zlib's `crc32_z`.
uint32_t cpng_crc32(uint32_t crc, const uint8_t *bytes, size_t count);

#endif
