#include <stdlib.h>
#include <string.h>

#include "cjxl.h"
#include "jxl_opened.h"

static const int layer_events = CJXL_HAS_INFO | CJXL_HAS_COLORS | CJXL_HAS_LAYER;
static const int pixel_events =
    CJXL_HAS_INFO | CJXL_HAS_COLORS | CJXL_HAS_LAYER | CJXL_HAS_PICTURE;

void *cjxl_decoder(int pixels) {
  void *decoder = cjxl_library.JxlDecoderCreate(NULL);
  if (!decoder) return NULL;
  int status =
      cjxl_library.JxlDecoderSubscribeEvents(decoder, pixels ? pixel_events : layer_events);
  status |= cjxl_library.JxlDecoderSetCoalescing(decoder, pixels);
  if (pixels) status |= cjxl_library.JxlDecoderSetUnpremultiplyAlpha(decoder, 1);
  if (!status) return decoder;
  cjxl_library.JxlDecoderDestroy(decoder);
  return NULL;
}

void cjxl_decoder_free(void *decoder) {
  if (decoder) cjxl_library.JxlDecoderDestroy(decoder);
}

int cjxl_input(void *decoder, const uint8_t *bytes, size_t count) {
  return !cjxl_library.JxlDecoderSetInput(decoder, bytes, count);
}

size_t cjxl_take_back(void *decoder) { return cjxl_library.JxlDecoderReleaseInput(decoder); }

void cjxl_end_input(void *decoder) { cjxl_library.JxlDecoderCloseInput(decoder); }

int cjxl_go_on(void *decoder) {
  cjxl_begin_work();
  int status = cjxl_library.JxlDecoderProcessInput(decoder);
  cjxl_end_work();
  return status;
}

int cjxl_get_info(void *decoder, cjxl_info *info) {
  layout_basic_info found;
  memset(&found, 0, sizeof found);
  if (cjxl_library.JxlDecoderGetBasicInfo(decoder, &found)) return 0;
  *info = (cjxl_info){
      .width = found.xsize,
      .height = found.ysize,
      .bits = found.bits_per_sample,
      .exponent_bits = found.exponent_bits_per_sample,
      .orientation = (uint32_t)found.orientation,
      .color_channels = found.num_color_channels,
      .alpha_bits = found.alpha_bits,
      .animated = found.have_animation != 0,
      .keeps_profile = found.uses_original_profile != 0,
      .tick_numerator = found.animation.tps_numerator,
      .tick_denominator = found.animation.tps_denominator,
      .plays = found.animation.num_loops,
  };
  return 1;
}

int cjxl_get_layer(void *decoder, cjxl_layer *layer) {
  layout_frame_header found;
  memset(&found, 0, sizeof found);
  if (cjxl_library.JxlDecoderGetFrameHeader(decoder, &found)) return 0;
  *layer = (cjxl_layer){
      .ticks = found.duration,
      .is_last = found.is_last != 0,
      .is_cropped = found.layer_info.have_crop != 0,
      .x = found.layer_info.crop_x0,
      .y = found.layer_info.crop_y0,
      .width = found.layer_info.xsize,
      .height = found.layer_info.ysize,
      .blend = (uint32_t)found.layer_info.blend_info.blendmode,
      .source = found.layer_info.blend_info.source,
      .save = found.layer_info.save_as_reference,
  };
  return 1;
}

// The types until 0.8, and those since.
typedef int (*encoded_08)(const void *, const layout_pixel_format *, int, layout_color_encoding *);
typedef int (*encoded_09)(const void *, int, layout_color_encoding *);
typedef int (*size_08)(const void *, const layout_pixel_format *, int, size_t *);
typedef int (*size_09)(const void *, int, size_t *);
typedef int (*profile_08)(const void *, const layout_pixel_format *, int, uint8_t *, size_t);
typedef int (*profile_09)(const void *, int, uint8_t *, size_t);

static const layout_pixel_format rgba = {4, LAYOUT_TYPE_UINT8, 0, 0};

static int has_format(void) { return cjxl_library.JxlDecoderVersion() < 9000; }

static int encoded(void *decoder, int target, layout_color_encoding *colors) {
  return has_format()
             ? ((encoded_08)cjxl_library.JxlDecoderGetColorAsEncodedProfile)(decoder, &rgba, target,
                                                                             colors)
             : ((encoded_09)cjxl_library.JxlDecoderGetColorAsEncodedProfile)(decoder, target, colors);
}

// Asks for sRGB, which the codec gives where it keeps no colours of the file's own.
static void prefer_srgb(void *decoder) {
  layout_color_encoding wanted;
  memset(&wanted, 0, sizeof wanted);
  layout_basic_info info;
  memset(&info, 0, sizeof info);
  int is_gray = !cjxl_library.JxlDecoderGetBasicInfo(decoder, &info) && info.num_color_channels == 1;
  cjxl_library.JxlColorEncodingSetToSRGB(&wanted, is_gray);
  cjxl_library.JxlDecoderSetPreferredColorProfile(decoder, &wanted);
}

static int is_high_range(int transfer) {
  return transfer == LAYOUT_TRANSFER_FUNCTION_PQ || transfer == LAYOUT_TRANSFER_FUNCTION_HLG;
}

int cjxl_colors(void *decoder, int *primaries, int *transfer) {
  layout_color_encoding found;
  memset(&found, 0, sizeof found);
  int is_told = !encoded(decoder, LAYOUT_COLOR_PROFILE_TARGET_ORIGINAL, &found);
  if (!is_told || !is_high_range(found.transfer_function)) prefer_srgb(decoder);
  memset(&found, 0, sizeof found);
  if (encoded(decoder, LAYOUT_COLOR_PROFILE_TARGET_DATA, &found)) return 0;
  int is_gray = found.color_space == LAYOUT_COLOR_SPACE_GRAY;
  if ((!is_gray && found.color_space != LAYOUT_COLOR_SPACE_RGB) ||
      found.white_point != LAYOUT_WHITE_POINT_D65)
    return 0;
  // The numbers of ITU-T H.273, but for the primaries of P3.
  *primaries = is_gray ? 1 : found.primaries == LAYOUT_PRIMARIES_P3 ? 12 : found.primaries;
  *transfer = found.transfer_function;
  int is_numbered = *primaries == 1 || *primaries == 9 || *primaries == 12;
  return is_numbered && *transfer > 0 && *transfer < 256 && *transfer != 2;
}

size_t cjxl_profile(void *decoder, uint8_t *bytes, size_t count) {
  const int target = LAYOUT_COLOR_PROFILE_TARGET_DATA;
  size_t found = 0;
  int status =
      has_format()
          ? ((size_08)cjxl_library.JxlDecoderGetICCProfileSize)(decoder, &rgba, target, &found)
          : ((size_09)cjxl_library.JxlDecoderGetICCProfileSize)(decoder, target, &found);
  if (status) return 0;
  if (!bytes) return found;
  if (count < found) return 0;
  status = has_format() ? ((profile_08)cjxl_library.JxlDecoderGetColorAsICCProfile)(
                              decoder, &rgba, target, bytes, found)
                        : ((profile_09)cjxl_library.JxlDecoderGetColorAsICCProfile)(decoder, target,
                                                                                    bytes, found);
  return status ? 0 : found;
}

int cjxl_set_output(void *decoder, void *bytes, size_t count, int bits) {
  layout_pixel_format format = rgba;
  if (bits == 16) format.data_type = LAYOUT_TYPE_UINT16;
  return !cjxl_library.JxlDecoderSetImageOutBuffer(decoder, &format, bytes, count);
}

int cjxl_flush(void *decoder) {
  cjxl_begin_work();
  int status = cjxl_library.JxlDecoderFlushImage(decoder);
  cjxl_end_work();
  return !status;
}

void cjxl_rewind(void *decoder) {
  cjxl_library.JxlDecoderRewind(decoder);
  // 0.7 forgets what was subscribed to, and every release which colours were asked for.
  cjxl_library.JxlDecoderSubscribeEvents(decoder, pixel_events);
}

void cjxl_skip(void *decoder, size_t frames) { cjxl_library.JxlDecoderSkipFrames(decoder, frames); }
