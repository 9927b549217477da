// The parts of libjxl's records that are used here, laid out as 0.7 to 0.11 have them.
//
// Its headers are not needed for building: the library is opened by name, and the program works without
// it. A test compares the layout with the headers where those are installed.
#ifndef ANIMCONV_JXL_LAYOUT_H
#define ANIMCONV_JXL_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  int have_container;
  uint32_t xsize, ysize, bits_per_sample, exponent_bits_per_sample;
  float intensity_target, min_nits;
  int relative_to_max_display;
  float linear_below;
  int uses_original_profile, have_preview, have_animation, orientation;
  uint32_t num_color_channels, num_extra_channels, alpha_bits, alpha_exponent_bits;
  int alpha_premultiplied;
  uint32_t preview[2];
  struct {
    uint32_t tps_numerator, tps_denominator, num_loops;
    int have_timecodes;
  } animation;
  uint32_t intrinsic[2];
  uint8_t padding[100];
} layout_basic_info;

typedef struct {
  int blendmode;
  uint32_t source, alpha;
  int clamp;
} layout_blend_info;

typedef struct {
  uint32_t duration, timecode, name_length;
  int is_last;
  struct {
    int have_crop;
    int32_t crop_x0, crop_y0;
    uint32_t xsize, ysize;
    layout_blend_info blend_info;
    uint32_t save_as_reference;
  } layer_info;
} layout_frame_header;

typedef struct {
  uint32_t num_channels;
  int data_type, endianness;
  size_t align;
} layout_pixel_format;

typedef struct {
  int color_space, white_point;
  double white_point_xy[2];
  int primaries;
  double primaries_xy[6];
  int transfer_function;
  double gamma;
  int rendering_intent;
} layout_color_encoding;

enum {
  LAYOUT_TYPE_UINT8 = 2,
  LAYOUT_TYPE_UINT16 = 3,
  LAYOUT_COLOR_SPACE_RGB = 0,
  LAYOUT_COLOR_SPACE_GRAY = 1,
  LAYOUT_WHITE_POINT_D65 = 1,
  LAYOUT_PRIMARIES_P3 = 11,
  LAYOUT_TRANSFER_FUNCTION_PQ = 16,
  LAYOUT_TRANSFER_FUNCTION_HLG = 18,
  LAYOUT_COLOR_PROFILE_TARGET_ORIGINAL = 0,
  LAYOUT_COLOR_PROFILE_TARGET_DATA = 1,
  LAYOUT_ENC_FRAME_SETTING_EFFORT = 0,
  LAYOUT_ENC_FRAME_SETTING_DECODING_SPEED = 1,
  LAYOUT_ENC_FRAME_SETTING_PATCHES = 8,
  LAYOUT_ENC_FRAME_SETTING_MODULAR_GROUP_SIZE = 26,
  LAYOUT_ENC_FRAME_SETTING_MODULAR_PREDICTOR = 27,
  LAYOUT_ENC_NEED_MORE_OUTPUT = 2,
};

#endif
