// JPEG XL through libjxl, 0.7 or newer. The library is opened when it is first needed and not when
// the program starts, because few conversions use it.
#ifndef ANIMCONV_CJXL_H
#define ANIMCONV_CJXL_H

#include <stddef.h>
#include <stdint.h>

// Opens the library. Returns null if it is open, otherwise the reason, a text that stays valid. The
// result never changes. Any thread may call this. All functions below need the open library.
const char *cjxl_open(void);

// The file name by which the library was opened; before that, the oldest supported name.
const char *cjxl_file_name(void);

// Its version: 7000 is 0.7.0.
uint32_t cjxl_version(void);

// From now on, suppresses libjxl's messages about damaged files on standard error, which name lines
// of its source. While libjxl works, text that any thread writes to C's `stderr` is lost;
// descriptor 2 stays unchanged. For commands, not for libraries.
void cjxl_be_quiet(void);

// The facts in the header (ISO/IEC 18181-1, image metadata), after applying the orientation.
typedef struct {
  uint32_t width, height, bits, exponent_bits, orientation;
  uint32_t color_channels, alpha_bits, animated, keeps_profile;
  // Ticks per second, as a fraction; plays, 0 for endless.
  uint32_t tick_numerator, tick_denominator, plays;
} cjxl_info;

// How a layer is blended with the contents of a slot.
enum { CJXL_REPLACE = 0, CJXL_BLEND = 2 };

// A stored layer. A layer of 0 ticks is part of the next frame.
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

// A decoder; null if memory is missing. Used by one thread at a time. With `pixels`, it reports
// whole frames and their pixels, upright and with straight alpha; otherwise layers, without
// decoding them.
void *cjxl_decoder(int pixels);
void cjxl_decoder_free(void *decoder);

// Passes the next bytes, which must stay valid until cjxl takes them back. Unused bytes must be
// passed again. Returns 0 if libjxl refuses them.
int cjxl_input(void *decoder, const uint8_t *bytes, size_t count);
// Takes the bytes back; returns the number of unused ones.
size_t cjxl_take_back(void *decoder);
// Marks the end of the file.
void cjxl_end_input(void *decoder);

// Continues; returns one of the values above.
int cjxl_go_on(void *decoder);

// Valid after CJXL_HAS_INFO and CJXL_HAS_LAYER; 0 on failure.
int cjxl_get_info(void *decoder, cjxl_info *info);
int cjxl_get_layer(void *decoder, cjxl_layer *layer);

// After CJXL_HAS_COLORS: requests sRGB if the codec may choose, and returns the colours of decoded
// pixels in the numbers of ITU-T H.273; returns 0 if only a profile describes them.
int cjxl_colors(void *decoder, int *primaries, int *transfer);
// After CJXL_HAS_COLORS: the ICC profile of the pixels. Returns only its size if `bytes` is null,
// and 0 without a profile.
size_t cjxl_profile(void *decoder, uint8_t *bytes, size_t count);

// After CJXL_NEEDS_BUFFER: sets the memory for rows of RGBA of 8 or 16 bits a sample in the machine's
// order, which must stay valid until the picture is complete. 0 on failure.
int cjxl_set_output(void *decoder, void *rgba, size_t count, int bits);

// After CJXL_NEEDS_INPUT at the end of a file: draws what has arrived of the picture. 0 if nothing can
// be drawn.
int cjxl_flush(void *decoder);

// Starts again, for a decoder of pixels; input must be passed from the first byte on.
void cjxl_rewind(void *decoder);
// Skips the given number of frames.
void cjxl_skip(void *decoder, size_t frames);

// A file to write. `bits` of a sample are 8 or 16.
typedef struct {
  uint32_t width, height, bits;
  int32_t has_alpha, is_animated, is_lossless;
  uint32_t tick_numerator, tick_denominator, plays;
} cjxl_file;

// How a frame is encoded. `distance` is libjxl's, for lossy files; `predictor` and `group_size` are
// those of its modular mode, -1 to let libjxl choose; `decoding_speed` is 0 to 4.
typedef struct {
  cjxl_layer layer;
  // RGBA with alpha, else RGB; samples of 16 bits are in the machine's order.
  const void *pixels;
  float distance;
  int32_t effort, predictor, group_size, decoding_speed;
} cjxl_frame;

// The bytes of the header alone (without a frame), or of one frame, to append to the header. They are
// those of the codestream, also where 16 bits need a box around it. The caller frees `bytes`. Returns 0 on failure.
int cjxl_encode(const cjxl_file *file, const cjxl_frame *frame, uint8_t **bytes, size_t *count);

#endif
