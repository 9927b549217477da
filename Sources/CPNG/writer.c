#include "cpng.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

struct cpng_writer {
  png_structp png;
  png_infop info;
  cpng_write write;
  void *context;
  int status;
  char message[160];
  png_color palette[256];
};

static void keep_message(png_structp png, png_const_charp message) {
  cpng_writer *writer = png_get_error_ptr(png);
  if (writer->status == CPNG_OK) writer->status = CPNG_DAMAGED;
  strncpy(writer->message, message, sizeof writer->message - 1);
  png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
  cpng_writer *writer = png_get_io_ptr(png);
  if (writer->write(writer->context, bytes, count) != 0) {
    writer->status = CPNG_CALLBACK_FAILED;
    png_error(png, "writing failed");
  }
}

static void flush_nothing(png_structp png) { (void)png; }

// The colour that tRNS of a picture without a palette names, two bytes a sample.
static png_color_16 transparent_color(const cpng_picture *picture) {
  png_color_16 color;
  memset(&color, 0, sizeof color);
  const uint8_t *bytes = picture->transparency;
  if (picture->color_type == CPNG_GRAY && picture->transparency_bytes >= 2) {
    color.gray = (png_uint_16)(bytes[0] << 8 | bytes[1]);
  } else if (picture->color_type == CPNG_RGB && picture->transparency_bytes >= 6) {
    color.red = (png_uint_16)(bytes[0] << 8 | bytes[1]);
    color.green = (png_uint_16)(bytes[2] << 8 | bytes[3]);
    color.blue = (png_uint_16)(bytes[4] << 8 | bytes[5]);
  }
  return color;
}

int cpng_writer_create(
    const cpng_picture *picture, const cpng_writing *writing, cpng_write write, void *context,
    cpng_writer **result) {
  cpng_writer *writer = *result = calloc(1, sizeof *writer);
  if (writer == NULL) return CPNG_NO_MEMORY;
  writer->write = write;
  writer->context = context;
  writer->png =
      png_create_write_struct(PNG_LIBPNG_VER_STRING, writer, keep_message, ignore_warning);
  if (writer->png != NULL) writer->info = png_create_info_struct(writer->png);
  if (writer->info == NULL) return writer->status = CPNG_NO_MEMORY;

  if (setjmp(png_jmpbuf(writer->png))) return writer->status;
  png_structp png = writer->png;
  png_set_write_fn(png, writer, write_bytes, flush_nothing);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  // Larger IDAT chunks than the default of 8 KiB: fewer calls, a little smaller file.
  png_set_compression_buffer_size(png, 65536);
  png_set_compression_level(png, writing->level);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, writing->filters);
  png_set_IHDR(
      png, writer->info, picture->width, picture->height, picture->bit_depth, picture->color_type,
      PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
  if (writing->writes_srgb) png_set_sRGB(png, writer->info, PNG_sRGB_INTENT_PERCEPTUAL);
  if (picture->color_type == CPNG_PALETTE) {
    size_t count = picture->palette_bytes / 3 < 256 ? picture->palette_bytes / 3 : 256;
    for (size_t i = 0; i < count; i++) {
      writer->palette[i].red = picture->palette[3 * i];
      writer->palette[i].green = picture->palette[3 * i + 1];
      writer->palette[i].blue = picture->palette[3 * i + 2];
    }
    png_set_PLTE(png, writer->info, writer->palette, (int)count);
    if (picture->transparency_bytes > 0)
      png_set_tRNS(
          png, writer->info, picture->transparency, (int)picture->transparency_bytes, NULL);
  } else if (picture->transparency_bytes > 0) {
    png_color_16 color = transparent_color(picture);
    png_set_tRNS(png, writer->info, NULL, 0, &color);
  }
  png_write_info(png, writer->info);
  return CPNG_OK;
}

int cpng_writer_write_row(cpng_writer *writer, const uint8_t *row) {
  if (writer->status != CPNG_OK) return writer->status;
  if (setjmp(png_jmpbuf(writer->png))) return writer->status;
  png_write_row(writer->png, row);
  return CPNG_OK;
}

int cpng_writer_finish(cpng_writer *writer) {
  if (writer->status != CPNG_OK) return writer->status;
  if (setjmp(png_jmpbuf(writer->png))) return writer->status;
  png_write_end(writer->png, NULL);
  return CPNG_OK;
}

int cpng_writer_finish_with(cpng_writer *writer, const uint8_t *stream, size_t count) {
  if (writer->status != CPNG_OK) return writer->status;
  if (setjmp(png_jmpbuf(writer->png))) return writer->status;
  // A chunk holds less than 2^31 bytes.
  const size_t most = 1 << 30;
  for (size_t start = 0; start < count; start += most) {
    size_t length = count - start < most ? count - start : most;
    png_write_chunk(writer->png, (png_const_bytep) "IDAT", stream + start, length);
  }
  png_write_chunk(writer->png, (png_const_bytep) "IEND", NULL, 0);
  return CPNG_OK;
}

const char *cpng_writer_message(const cpng_writer *writer) { return writer->message; }

void cpng_writer_destroy(cpng_writer *writer) {
  if (writer == NULL) return;
  png_destroy_write_struct(&writer->png, &writer->info);
  free(writer);
}
