#include "cheif.h"

#include <copening.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// libheif's record of a failure, which it returns by value. Its headers are not needed for building.
typedef struct {
  int code, subcode;
  const char *message;
} layout_error;

enum {
  LAYOUT_COMPRESSION_HEVC = 1,
  LAYOUT_COLORSPACE_RGB = 1,
  LAYOUT_CHROMA_INTERLEAVED_RGBA = 11,
  LAYOUT_CHROMA_INTERLEAVED_RRGGBBAA_LE = 15,
  LAYOUT_CHANNEL_INTERLEAVED = 10,
};

#define CHEIF_FUNCTIONS(X)                                                                    \
  X(const char *, heif_get_version, (void))                                                   \
  X(int, heif_have_decoder_for_format, (int))                                                 \
  X(void *, heif_context_alloc, (void))                                                       \
  X(void, heif_context_free, (void *))                                                        \
  X(void, heif_context_set_maximum_image_size_limit, (void *, int))                           \
  X(layout_error, heif_context_read_from_memory_without_copy,                                 \
    (void *, const void *, size_t, const void *))                                             \
  X(layout_error, heif_context_get_primary_image_handle, (void *, void **))                   \
  X(void, heif_image_handle_release, (const void *))                                          \
  X(layout_error, heif_decode_image, (const void *, void **, int, int, const void *))         \
  X(int, heif_image_get_width, (const void *, int))                                           \
  X(int, heif_image_get_height, (const void *, int))                                          \
  X(int, heif_image_get_bits_per_pixel_range, (const void *, int))                            \
  X(const uint8_t *, heif_image_get_plane_readonly, (const void *, int, int *))               \
  X(void, heif_image_release, (const void *))

#define MEMBER(result, name, arguments) result(*name) arguments;
static struct {
  CHEIF_FUNCTIONS(MEMBER)
  // Since 1.13; older releases have their decoders built in.
  layout_error (*heif_init)(void *);
  // Since 1.13.
  int (*heif_image_get_decoding_warnings)(void *, int, layout_error *, int);
} library;

static const char file[] = COPENING_FILE("heif", "1");
static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[256];

static void open_library(void) {
  void *handle = copening_open(file, failure, sizeof failure);
  if (!handle) return;
#define FIND(result, name, arguments)                                                         \
  library.name = (__typeof__(library.name))dlsym(handle, #name);                              \
  if (!library.name) {                                                                        \
    snprintf(failure, sizeof failure, "%s has no %s", file, #name);                           \
    return;                                                                                   \
  }
  CHEIF_FUNCTIONS(FIND)
  library.heif_init = (__typeof__(library.heif_init))dlsym(handle, "heif_init");
  library.heif_image_get_decoding_warnings = (__typeof__(
      library.heif_image_get_decoding_warnings))dlsym(handle, "heif_image_get_decoding_warnings");
  if (library.heif_init) library.heif_init(NULL);
}

const char *cheif_open(void) {
  pthread_once(&once, open_library);
  return failure[0] ? failure : NULL;
}

const char *cheif_file_name(void) { return file; }

const char *cheif_version(void) { return library.heif_get_version(); }

int cheif_decodes_hevc(void) {
  return library.heif_have_decoder_for_format(LAYOUT_COMPRESSION_HEVC) != 0;
}

// Decodes the primary picture; null on failure.
static void *decoded(void *context, const uint8_t *bytes, size_t count, int is_wide,
                     layout_error *error) {
  *error = library.heif_context_read_from_memory_without_copy(context, bytes, count, NULL);
  if (error->code) return NULL;
  void *handle = NULL;
  *error = library.heif_context_get_primary_image_handle(context, &handle);
  if (error->code) return NULL;
  void *picture = NULL;
  *error = library.heif_decode_image(
      handle, &picture, LAYOUT_COLORSPACE_RGB,
      is_wide ? LAYOUT_CHROMA_INTERLEAVED_RRGGBBAA_LE : LAYOUT_CHROMA_INTERLEAVED_RGBA, NULL);
  library.heif_image_handle_release(handle);
  return error->code ? NULL : picture;
}

void *cheif_decode(const uint8_t *bytes, size_t count, uint32_t side, int is_wide, cheif_rows *rows,
                   char *reason, size_t capacity) {
  void *context = library.heif_context_alloc();
  if (!context) {
    snprintf(reason, capacity, "memory is missing");
    return NULL;
  }
  library.heif_context_set_maximum_image_size_limit(context, (int)side);
  layout_error error;
  void *picture = decoded(context, bytes, count, is_wide, &error);
  if (!picture) {
    snprintf(reason, capacity, "%s", error.message ? error.message : "libheif gives no reason");
  }
  library.heif_context_free(context);
  if (!picture) return NULL;
  int stride = 0;
  const int channel = LAYOUT_CHANNEL_INTERLEAVED;
  rows->rows = library.heif_image_get_plane_readonly(picture, channel, &stride);
  rows->stride = (size_t)stride;
  rows->width = (uint32_t)library.heif_image_get_width(picture, channel);
  rows->height = (uint32_t)library.heif_image_get_height(picture, channel);
  rows->bits = (uint32_t)library.heif_image_get_bits_per_pixel_range(picture, channel);
  rows->faults = library.heif_image_get_decoding_warnings
                     ? (uint32_t)library.heif_image_get_decoding_warnings(picture, 0, NULL, 0)
                     : 0;
  if (rows->rows && stride > 0) return picture;
  library.heif_image_release(picture);
  snprintf(reason, capacity, "libheif returns no pixels");
  return NULL;
}

void cheif_release(void *picture) { library.heif_image_release(picture); }
