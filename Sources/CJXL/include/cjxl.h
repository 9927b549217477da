// JPEG XL through libjxl, 0.7 or newer, which is opened when it is first needed and not when the program
// starts: few conversions read or write it.
#ifndef ANIMCONV_CJXL_H
#define ANIMCONV_CJXL_H

#include <stddef.h>
#include <stdint.h>

// Opens the library. Returns null when it is open, else why it cannot be opened, a text that stays
// valid. The answer never changes. Any thread may call. Everything below needs it open.
const char *cjxl_open(void);

// The file name that the library was opened by; the oldest one that would do while it is not open.
const char *cjxl_file_name(void);

// Its version: 7000 is 0.7.0.
uint32_t cjxl_version(void);

// From now on, keeps what libjxl says of damaged files away from standard error, where it writes the lines
// of its source that failed. While it works, nothing that any thread of the process writes through C's
// `stderr` arrives; descriptor 2 stays as it is. For commands, not for libraries.
void cjxl_be_quiet(void);

// What the header says (ISO/IEC 18181-1, image metadata), orientation done.
typedef struct {
  uint32_t width, height, bits, exponent_bits, orientation;
  uint32_t color_channels, alpha_bits, animated, keeps_profile;
  // Ticks in a second, as a fraction; plays, 0 for ever.
  uint32_t tick_numerator, tick_denominator, plays;
} cjxl_info;

// How a layer is laid on what a slot holds.
enum { CJXL_REPLACE = 0, CJXL_BLEND = 2 };

// A layer as it is stored. One of 0 ticks is part of the frame that follows.
typedef struct {
  uint32_t ticks;
  int32_t is_last, is_cropped, x, y;
  uint32_t width, height, blend, source, save;
} cjxl_layer;

enum {
  CJXL_DONE = 0,
  CJXL_FAILED = 1,
  CJXL_NEEDS_INPUT = 2,
  CJXL_NEEDS_BUFFER = 5,
  CJXL_HAS_INFO = 0x40,
  CJXL_HAS_COLORS = 0x100,
  CJXL_HAS_LAYER = 0x400,
  CJXL_HAS_PICTURE = 0x1000,
};

// A decoder; null without memory. One thread may use it at a time. With `pixels`, it tells whole frames
// and their pixels, upright and with straight alpha; else layers without decoding them.
void *cjxl_decoder(int pixels);
void cjxl_decoder_free(void *decoder);

// The bytes that follow those that were taken; they stay valid until they are taken back, and what was
// not used of them comes again. Returns 0 when they are refused.
int cjxl_input(void *decoder, const uint8_t *bytes, size_t count);
// Takes the bytes back; returns how many were not used.
size_t cjxl_take_back(void *decoder);
// Says that no bytes follow.
void cjxl_end_input(void *decoder);

// Goes on; returns one of the values above.
int cjxl_go_on(void *decoder);

// After CJXL_HAS_INFO and CJXL_HAS_LAYER; 0 on failure.
int cjxl_get_info(void *decoder, cjxl_info *info);
int cjxl_get_layer(void *decoder, cjxl_layer *layer);

// After CJXL_HAS_COLORS: asks for sRGB where the codec may choose, and tells what pixels come as in the
// numbers of ITU-T H.273; returns 0 where only a profile tells.
int cjxl_colors(void *decoder, int *primaries, int *transfer);
// After CJXL_HAS_COLORS: the ICC profile of the pixels; the count alone where `bytes` is null, 0 without
// one.
size_t cjxl_profile(void *decoder, uint8_t *bytes, size_t count);

// After CJXL_NEEDS_BUFFER: where 8-bit RGBA rows go, which stay valid until the picture is there. 0 on
// failure.
int cjxl_set_output(void *decoder, uint8_t *rgba, size_t count);

// Begins again, for a decoder of pixels; input is to be given from the first byte on.
void cjxl_rewind(void *decoder);
// Leaves out so many frames.
void cjxl_skip(void *decoder, size_t frames);

// A file that is written.
typedef struct {
  uint32_t width, height;
  int32_t has_alpha, is_animated, is_lossless;
  uint32_t tick_numerator, tick_denominator, plays;
} cjxl_file;

// How a frame is coded. `distance` is libjxl's, for files with loss; `predictor` and `group_size` are
// those of its modular mode, -1 for its own choice.
typedef struct {
  cjxl_layer layer;
  // RGBA with alpha, else RGB.
  const uint8_t *pixels;
  float distance;
  int32_t effort, predictor, group_size;
} cjxl_frame;

// The bytes of the header alone (without a frame), or those of one frame, to be appended to the header.
// The caller frees `bytes`. Returns 0 on failure.
int cjxl_encode(const cjxl_file *file, const cjxl_frame *frame, uint8_t **bytes, size_t *count);

#endif
