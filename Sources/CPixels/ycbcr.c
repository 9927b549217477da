#include "CPixels.h"
#include "vectors.h"

LOOP void animconv_widen_chroma_loop(const uint8_t *chroma, size_t count, const int16_t even[4],
                                     const int16_t odd[4], int16_t *restrict wide) {
  const int e0 = even[0], e1 = even[1], e2 = even[2], e3 = even[3];
  const int o0 = odd[0], o1 = odd[1], o2 = odd[2], o3 = odd[3];
  for (size_t i = 2; i + 2 < count; i++) {
    const int a = chroma[i - 2], b = chroma[i - 1], c = chroma[i], d = chroma[i + 1],
              e = chroma[i + 2];
    const int first = (a * e0 + b * e1 + c * e2 + d * e3) >> 7;
    const int second = (b * o0 + c * o1 + d * o2 + e * o3) >> 7;
    wide[2 * i] = (int16_t)(first > INT16_MAX ? INT16_MAX : first);
    wide[2 * i + 1] = (int16_t)(second > INT16_MAX ? INT16_MAX : second);
  }
}

VECTOR_LOOP(void, animconv_widen_chroma,
            (const uint8_t *chroma, size_t count, const int16_t even[4], const int16_t odd[4],
             int16_t *wide),
            (chroma, count, even, odd, wide))

// The sum wraps where swscale's does.
LOOP uint32_t color(int luma, int chroma) {
  const int sum = (int)((unsigned)luma + (unsigned)chroma);
  const int bounded = sum < 0 ? 0 : sum > 0x3FFFFFFF ? 0x3FFFFFFF : sum;
  return (uint32_t)bounded >> 22;
}

LOOP void animconv_rgba_of_ycbcr_loop(const uint8_t *luma, const int16_t *const cb[4],
                                      const int16_t *const cr[4], const int16_t weights[4],
                                      const animconv_ycbcr_matrix *matrix, size_t width,
                                      uint32_t *restrict rgba) {
  const int16_t *b0 = cb[0], *b1 = cb[1], *b2 = cb[2], *b3 = cb[3];
  const int16_t *r0 = cr[0], *r1 = cr[1], *r2 = cr[2], *r3 = cr[3];
  const int w0 = weights[0], w1 = weights[1], w2 = weights[2], w3 = weights[3];
  const int middle = (1 << 9) - (128 << 19);
  const animconv_ycbcr_matrix m = *matrix;
  for (size_t x = 0; x < width; x++) {
    const int y = (((int)luma[x] << 9) - m.black) * m.luma + (1 << 21);
    const int u = (middle + b0[x] * w0 + b1[x] * w1 + b2[x] * w2 + b3[x] * w3) >> 10;
    const int v = (middle + r0[x] * w0 + r1[x] * w1 + r2[x] * w2 + r3[x] * w3) >> 10;
    const uint32_t red = color(y, v * m.red_cr);
    const uint32_t green = color(y, v * m.green_cr + u * m.green_cb);
    const uint32_t blue = color(y, u * m.blue_cb);
    rgba[x] = red | green << 8 | blue << 16 | 0xFF000000u;
  }
}

VECTOR_LOOP(void, animconv_rgba_of_ycbcr,
            (const uint8_t *luma, const int16_t *const cb[4], const int16_t *const cr[4],
             const int16_t weights[4], const animconv_ycbcr_matrix *matrix, size_t width,
             uint32_t *rgba),
            (luma, cb, cr, weights, matrix, width, rgba))
