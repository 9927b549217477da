#include "cpng.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

// Signature, IHDR, PLTE of 256 entries, tRNS of 256 bytes.
enum { HEAD_CAPACITY = 8 + (12 + 13) + (12 + 768) + (12 + 256) };
// What is asked of the callback at once, and so the length of the IDAT chunks that libpng sees.
enum { BLOCK_CAPACITY = 32768 };

struct cpng_reader {
  png_structp png;
  png_infop info;
  cpng_read read;
  void *context;
  int passes;
  int status;
  // Whether the row that is being read is there.
  int has_row;
  char message[160];

  // The part of the file that libpng is reading now.
  const uint8_t *part;
  size_t part_bytes;
  enum { HEAD, CHUNK_HEADER, CHUNK_DATA, CHUNK_SUM, END } state;
  size_t block_bytes;
  uint8_t chunk[12];
  uint8_t head[HEAD_CAPACITY];
  uint8_t block[BLOCK_CAPACITY];
};

static void keep_message(png_structp png, png_const_charp message) {
  cpng_reader *reader = png_get_error_ptr(png);
  if (reader->status == CPNG_OK) reader->status = CPNG_DAMAGED;
  strncpy(reader->message, message, sizeof reader->message - 1);
  png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void put_u32(uint8_t *bytes, uint32_t value) {
  bytes[0] = (uint8_t)(value >> 24);
  bytes[1] = (uint8_t)(value >> 16);
  bytes[2] = (uint8_t)(value >> 8);
  bytes[3] = (uint8_t)value;
}

// Moves on to the next part of a file that holds nothing but the picture. Sums are not looked at,
// see `png_set_crc_action`, so they stay zero.
static void next_part(cpng_reader *reader, png_structp png) {
  switch (reader->state) {
    case HEAD:
    case CHUNK_SUM: {
      ptrdiff_t count = reader->read(reader->context, reader->block, sizeof reader->block);
      if (count < 0 || (size_t)count > sizeof reader->block) {
        reader->status = CPNG_CALLBACK_FAILED;
        png_error(png, "reading failed");
      }
      reader->block_bytes = (size_t)count;
      memset(reader->chunk, 0, sizeof reader->chunk);
      put_u32(reader->chunk, (uint32_t)count);
      memcpy(reader->chunk + 4, count > 0 ? "IDAT" : "IEND", 4);
      reader->part = reader->chunk;
      reader->part_bytes = count > 0 ? 8 : 12;
      reader->state = count > 0 ? CHUNK_HEADER : END;
      break;
    }
    case CHUNK_HEADER:
      reader->part = reader->block;
      reader->part_bytes = reader->block_bytes;
      reader->state = CHUNK_DATA;
      break;
    case CHUNK_DATA:
      memset(reader->chunk, 0, 4);
      reader->part = reader->chunk;
      reader->part_bytes = 4;
      reader->state = CHUNK_SUM;
      break;
    case END:
      png_error(png, "not enough image data");
  }
}

static void read_bytes(png_structp png, png_bytep bytes, size_t count) {
  cpng_reader *reader = png_get_io_ptr(png);
  while (count > 0) {
    if (reader->part_bytes == 0) {
      next_part(reader, png);
      continue;
    }
    size_t step = count < reader->part_bytes ? count : reader->part_bytes;
    memcpy(bytes, reader->part, step);
    reader->part += step;
    reader->part_bytes -= step;
    bytes += step;
    count -= step;
  }
}

static uint8_t *put_chunk(
    uint8_t *out, const char *type, const uint8_t *bytes, size_t count) {
  put_u32(out, (uint32_t)count);
  memcpy(out + 4, type, 4);
  if (count > 0) memcpy(out + 8, bytes, count);
  memset(out + 8 + count, 0, 4);
  return out + 12 + count;
}

static void make_head(cpng_reader *reader, const cpng_picture *picture) {
  static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  uint8_t header[13];
  put_u32(header, picture->width);
  put_u32(header + 4, picture->height);
  header[8] = picture->bit_depth;
  header[9] = picture->color_type;
  header[10] = 0;
  header[11] = 0;
  header[12] = picture->is_interlaced ? 1 : 0;

  uint8_t *out = reader->head;
  memcpy(out, signature, sizeof signature);
  out = put_chunk(out + sizeof signature, "IHDR", header, sizeof header);
  if (picture->palette_bytes > 0) {
    size_t count = picture->palette_bytes < 768 ? picture->palette_bytes : 768;
    out = put_chunk(out, "PLTE", picture->palette, count);
  }
  if (picture->transparency_bytes > 0) {
    size_t count = picture->transparency_bytes < 256 ? picture->transparency_bytes : 256;
    out = put_chunk(out, "tRNS", picture->transparency, count);
  }
  reader->part = reader->head;
  reader->part_bytes = (size_t)(out - reader->head);
  reader->state = HEAD;
}

static void note_row(png_structp png, png_row_infop info, png_bytep row) {
  (void)info;
  (void)row;
  cpng_reader *reader = png_get_user_transform_ptr(png);
  reader->has_row = 1;
}

int cpng_reader_create(
    const cpng_picture *picture, cpng_read read, void *context, cpng_reader **result) {
  cpng_reader *reader = *result = calloc(1, sizeof *reader);
  if (reader == NULL) return CPNG_NO_MEMORY;
  reader->read = read;
  reader->context = context;
  make_head(reader, picture);

  reader->png =
      png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, keep_message, ignore_warning);
  if (reader->png != NULL) reader->info = png_create_info_struct(reader->png);
  if (reader->info == NULL) return reader->status = CPNG_NO_MEMORY;

  if (setjmp(png_jmpbuf(reader->png))) return reader->status;
  png_structp png = reader->png;
  png_set_read_fn(png, reader, read_bytes);
  // The caller has checked the sums of the real chunks; ours are zero.
  png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
#if defined(PNG_SET_OPTION_SUPPORTED) && defined(PNG_IGNORE_ADLER32)
  png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
#endif
  png_set_read_user_transform_fn(png, note_row);
  png_set_user_transform_info(png, reader, 0, 0);
  // The caller has limits of its own, these are what the format can say; the chunk limits are for
  // chunks that `make_head` never writes.
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_chunk_cache_max(png, 4);
  png_set_chunk_malloc_max(png, 1 << 20);
  png_read_info(png, reader->info);
  png_set_expand(png);
  int is_wide = picture->keeps_16 && picture->bit_depth == 16;
  if (is_wide) {
    const uint16_t one = 1;
    if (*(const uint8_t *)&one == 1) png_set_swap(png);
  } else {
    png_set_scale_16(png);
  }
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, is_wide ? 0xffff : 0xff, PNG_FILLER_AFTER);
  reader->passes = png_set_interlace_handling(png);
  png_read_update_info(png, reader->info);
  if (png_get_rowbytes(png, reader->info) != (size_t)picture->width * (is_wide ? 8 : 4))
    png_error(png, "unexpected row size");
  return CPNG_OK;
}

int cpng_reader_passes(const cpng_reader *reader) { return reader->passes; }

int cpng_reader_next_row(cpng_reader *reader, uint8_t *row) {
  if (reader->status != CPNG_OK) return reader->status;
  reader->has_row = 0;
  // With the last row, libpng reads the rest of the stream, which has no pixels.
  if (setjmp(png_jmpbuf(reader->png)))
    return reader->has_row && reader->status == CPNG_DAMAGED ? CPNG_OK : reader->status;
  png_read_row(reader->png, row, NULL);
  return CPNG_OK;
}

const char *cpng_reader_message(const cpng_reader *reader) { return reader->message; }

void cpng_reader_destroy(cpng_reader *reader) {
  if (reader == NULL) return;
  png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader);
}
