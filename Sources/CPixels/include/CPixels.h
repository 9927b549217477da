#ifndef ANIMCONV_CPIXELS_H
#define ANIMCONV_CPIXELS_H

#include <stddef.h>
#include <stdint.h>

/// What makes red, green and blue of luma and chroma: whole numbers that `swscale` calculates with.
typedef struct {
  /// Black, in 512ths of a sample's step.
  int32_t black;
  /// Factors of luma, of Cr in red, of Cr in green, of Cb in green and of Cb in blue; 8,192 is one.
  int32_t luma, red_cr, green_cr, green_cb, blue_cb;
} animconv_ycbcr_matrix;

/// Doubles a row of chroma: sample `2i` of the result comes from the four samples from `i - 2`, sample
/// `2i + 1` from those from `i - 1`.
///
/// @param chroma of which all `count` samples may be read.
/// @param even weights of samples with an even place, of which 16,384 is one.
/// @param odd the same for odd places.
/// @param wide room for `2 * count` samples, of which 128 is one step; the first and the last four,
///   which need samples beyond the ends, are left as they are.
void animconv_widen_chroma(const uint8_t *chroma, size_t count, const int16_t even[4],
                           const int16_t odd[4], int16_t *wide);

/// Makes a row of RGBA, red in the low bits, of luma, and of four rows of chroma with weights of which 4,096 is one.
void animconv_rgba_of_ycbcr(const uint8_t *luma, const int16_t *const cb[4],
                            const int16_t *const cr[4], const int16_t weights[4],
                            const animconv_ycbcr_matrix *matrix, size_t width, uint32_t *rgba);

// 4:2:0 whose luma and chroma are corrected against the picture that players show.

/// How many blocks of 2 by 2 pixels away the source still matters for a sample.
#define ANIMCONV_SHARP_REACH 3
/// The most blocks of a tile.
#define ANIMCONV_SHARP_TILE_COLUMNS 128
#define ANIMCONV_SHARP_TILE_ROWS 32

/// A matrix from RGB to YCbCr, and the numbers that samples are stored as.
typedef struct {
  /// The shares of red and of blue in luma.
  float red, blue;
  /// The luma of black, the steps of luma from black to white, and those of chroma between its ends.
  float black, luma, chroma;
  /// The least luma and the greatest; black is 0 and white is 1. Both may lie outside, where decoders
  /// clamp colours.
  float darkest, brightest;
  /// The share by which Cb lies further from grey where blue is at an end of its range.
  float headroom;
} animconv_sharp_matrix;

/// Opaque pixels, red in the low bits, in rows without padding, and the places of all their samples.
typedef struct {
  const uint32_t *pixels;
  size_t width, height;
  uint8_t *luma, *cb, *cr;
  size_t luma_stride, chroma_stride;
} animconv_sharp_picture;

typedef struct animconv_sharp_work animconv_sharp_work;

/// Bytes of the memory that a tile needs.
size_t animconv_sharp_work_size(void);

/// Makes the samples of a tile of blocks. They depend on the picture alone, not on the tile.
///
/// @param left, top the first block.
/// @param columns, rows at most the most blocks of a tile; all of them lie in the picture.
/// @param work of `animconv_sharp_work_size` bytes, with anything in it.
void animconv_sharp_tile(const animconv_sharp_picture *source, const animconv_sharp_matrix *matrix,
                         size_t left, size_t top, size_t columns, size_t rows,
                         animconv_sharp_work *work);

/// The sum of the squares of the differences of two rows of bytes.
uint64_t animconv_squared_differences(const uint8_t *a, const uint8_t *b, size_t count);

/// Luma of opaque pixels: full range, ITU-R BT.709.
void animconv_luma_of_rgba(const uint8_t *rgba, size_t count, uint8_t *luma);

/// Sums over the four samples below one another in each column of two planes: of the first plane, of
/// the second, of the squares of both and of the products, one list of `count` after another.
///
/// @param a, b samples of the first of four rows.
/// @param stride from row to row of both.
void animconv_column_sums(const uint8_t *a, const uint8_t *b, size_t stride, size_t count,
                          int32_t *sums);

// SSIMULACRA 2.1. Lines of floats have room for whole vectors of eight, and eight zeros before the
// first number and behind the last vector.

/// Linear light of a row of sRGB pixels.
///
/// @param table of all 256 values.
/// @param linear red; green and blue follow at `stride`.
void animconv_linear_of_rgba(const uint8_t *rgba, size_t count, const float table[256],
                             float *linear, size_t stride);

/// XYB of a row of linear light, moved and scaled to about 0 to 1, with B less Y in the place of B.
///
/// @param xyb X; Y and B follow at `xyb_stride`. Zeros follow the last number.
void animconv_xyb_of_linear(const float *linear, size_t stride, size_t count, float *xyb,
                            size_t xyb_stride);

/// The means of two by two numbers.
///
/// @param count of means.
void animconv_halve_rows(const float *above, const float *below, size_t count, float *half);

/// Blurs, along a row, two lines, the sum of their squares and the square of their difference.
///
/// @param work room for two lines at `stride`.
/// @param lines four lines at `stride`.
void animconv_blur_row(const float *a, const float *b, size_t count, float *work, float *lines,
                       size_t stride);

/// Blurs what `animconv_blur_row` has made from row to row, and adds the errors of one row.
///
/// @param a, b the row of both pictures.
/// @param rows from four rows above to four rows below it.
/// @param sums of lost structure, ringing and blurring, each the errors and their fourth powers.
void animconv_add_errors(const float *a, const float *b, const float *const rows[9], size_t stride,
                         size_t count, double sums[6]);

#endif
