#include <stdlib.h>
#include <string.h>

#include "cjxl.h"
#include "jxl_opened.h"

// Bytes as the encoder hands them out.
typedef struct {
  uint8_t *bytes;
  size_t count, capacity;
} output;

// Takes all that is ready; 0 on failure.
static int drain(void *encoder, output *out) {
  for (;;) {
    if (out->capacity - out->count < 1 << 14) {
      size_t capacity = out->capacity ? out->capacity * 2 : 1 << 16;
      uint8_t *grown = realloc(out->bytes, capacity);
      if (!grown) return 0;
      out->bytes = grown;
      out->capacity = capacity;
    }
    uint8_t *next = out->bytes + out->count;
    size_t room = out->capacity - out->count;
    int status = cjxl_library.JxlEncoderProcessOutput(encoder, &next, &room);
    out->count = (size_t)(next - out->bytes);
    if (status != LAYOUT_ENC_NEED_MORE_OUTPUT) return status == 0;
  }
}

static int begin(void *encoder, const cjxl_file *file) {
  layout_basic_info info;
  cjxl_library.JxlEncoderInitBasicInfo(&info);
  info.xsize = file->width;
  info.ysize = file->height;
  info.bits_per_sample = file->bits;
  info.uses_original_profile = file->is_lossless;
  info.num_color_channels = 3;
  if (file->has_alpha) {
    info.num_extra_channels = 1;
    info.alpha_bits = file->bits;
  }
  info.have_animation = file->is_animated;
  if (file->is_animated) {
    info.animation.tps_numerator = file->tick_numerator;
    info.animation.tps_denominator = file->tick_denominator;
    info.animation.num_loops = file->plays;
  }
  layout_color_encoding colors;
  memset(&colors, 0, sizeof colors);
  cjxl_library.JxlColorEncodingSetToSRGB(&colors, 0);
  return !cjxl_library.JxlEncoderSetBasicInfo(encoder, &info) &&
         !cjxl_library.JxlEncoderSetColorEncoding(encoder, &colors);
}

static int add(void *encoder, const cjxl_file *file, const cjxl_frame *frame) {
  void *settings = cjxl_library.JxlEncoderFrameSettingsCreate(encoder, NULL);
  if (!settings) return 0;
  int status = 0;
#define SET(name, value)                                                                      \
  status |= cjxl_library.JxlEncoderFrameSettingsSetOption(settings,                           \
                                                          LAYOUT_ENC_FRAME_SETTING_##name, value)
  SET(EFFORT, frame->effort);
  // They would take a slot that frames here use.
  SET(PATCHES, 0);
  if (file->is_lossless) {
    status |= cjxl_library.JxlEncoderSetFrameLossless(settings, 1);
    if (frame->predictor >= 0) SET(MODULAR_PREDICTOR, frame->predictor);
    if (frame->group_size >= 0) SET(MODULAR_GROUP_SIZE, frame->group_size);
    if (frame->decoding_speed > 0) SET(DECODING_SPEED, frame->decoding_speed);
  } else {
    status |= cjxl_library.JxlEncoderSetFrameDistance(settings, frame->distance);
  }
  layout_frame_header header;
  cjxl_library.JxlEncoderInitFrameHeader(&header);
  const cjxl_layer *layer = &frame->layer;
  header.duration = file->is_animated ? layer->ticks : 0;
  header.layer_info.have_crop = layer->is_cropped;
  header.layer_info.crop_x0 = layer->x;
  header.layer_info.crop_y0 = layer->y;
  header.layer_info.xsize = layer->width;
  header.layer_info.ysize = layer->height;
  header.layer_info.save_as_reference = layer->save;
  layout_blend_info blend;
  cjxl_library.JxlEncoderInitBlendInfo(&blend);
  blend.blendmode = (int)layer->blend;
  blend.source = layer->source;
  header.layer_info.blend_info = blend;
  status |= cjxl_library.JxlEncoderSetFrameHeader(settings, &header);
  // Its own default refers to slot 0.
  if (file->has_alpha) status |= cjxl_library.JxlEncoderSetExtraChannelBlendInfo(settings, 0, &blend);
  if (status) return 0;
  uint32_t channels = file->has_alpha ? 4 : 3;
  layout_pixel_format format = {channels, LAYOUT_TYPE_UINT8, 0, 0};
  size_t bytes = (size_t)layer->width * layer->height * channels;
  if (file->bits == 16) {
    format.data_type = LAYOUT_TYPE_UINT16;
    bytes *= 2;
  }
  return !cjxl_library.JxlEncoderAddImageFrame(settings, &format, frame->pixels, bytes);
}

// A pixel that stands before every frame, so that what follows is the frame alone.
static int add_first(void *encoder, const cjxl_file *file, output *out) {
  static const uint8_t clear[8];
  cjxl_frame frame = {
      .layer = {.ticks = 1, .is_cropped = 1, .width = 1, .height = 1},
      .pixels = clear, .distance = 1, .effort = 3, .predictor = -1, .group_size = -1,
  };
  return add(encoder, file, &frame) && drain(encoder, out);
}

static size_t big_endian(const uint8_t *bytes, int count) {
  size_t number = 0;
  for (int i = 0; i < count; i++) number = number << 8 | bytes[i];
  return number;
}

// The codestream in what libjxl has written: for samples of 16 bits, level 10 of the format, it puts
// parts of it into boxes (ISO/IEC 18181-2). `to` may be NULL, or the bytes themselves. Returns the
// number of bytes.
static size_t unbox(const output *out, uint8_t *to) {
  static const uint8_t signature[] = {0, 0, 0, 12, 'J', 'X', 'L', ' '};
  size_t length = sizeof signature;
  if (out->count < length || memcmp(out->bytes, signature, length)) return out->count;
  size_t found = 0;
  for (size_t at = 0; at + 8 <= out->count;) {
    const uint8_t *box = out->bytes + at;
    size_t size = big_endian(box, 4), head = 8;
    if (size == 1 && at + 16 <= out->count) {
      size = big_endian(box + 8, 8);
      head = 16;
    }
    if (size == 0 || size > out->count - at) size = out->count - at;
    if (size < head) break;
    int is_part = !memcmp(box + 4, "jxlp", 4);
    if (is_part || !memcmp(box + 4, "jxlc", 4)) {
      // A part begins with its number.
      if (is_part) head += 4;
      if (size < head) break;
      size_t count = size - head;
      if (to) memmove(to + found, box + head, count);
      found += count;
    }
    at += size;
  }
  return found;
}

static int encode(void *encoder, const cjxl_file *file, const cjxl_frame *frame, output *out) {
  if (!begin(encoder, file) || !add_first(encoder, file, out)) return 0;
  size_t before = unbox(out, NULL);
  if (!frame) {
    // The same pixel once more tells how long the header in front of the first is.
    if (!add_first(encoder, file, out)) return 0;
    size_t pixel = unbox(out, out->bytes) - before;
    if (pixel > before) return 0;
    out->count = before - pixel;
    return 1;
  }
  if (!add(encoder, file, frame)) return 0;
  if (frame->layer.is_last) cjxl_library.JxlEncoderCloseInput(encoder);
  if (!drain(encoder, out)) return 0;
  out->count = unbox(out, out->bytes);
  memmove(out->bytes, out->bytes + before, out->count - before);
  out->count -= before;
  return 1;
}

int cjxl_encode(const cjxl_file *file, const cjxl_frame *frame, uint8_t **bytes, size_t *count) {
  void *encoder = cjxl_library.JxlEncoderCreate(NULL);
  if (!encoder) return 0;
  output out = {0};
  cjxl_begin_work();
  int is_done = encode(encoder, file, frame, &out);
  cjxl_end_work();
  cjxl_library.JxlEncoderDestroy(encoder);
  if (!is_done) {
    free(out.bytes);
    return 0;
  }
  *bytes = out.bytes;
  *count = out.count;
  return 1;
}
