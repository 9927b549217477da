#include "CPixels.h"
#include "vectors.h"

LOOP uint64_t animconv_squared_differences_loop(const uint8_t *a, const uint8_t *b, size_t count) {
  uint64_t total = 0;
  // So many squares that their sum has 32 bits.
  for (size_t start = 0; start < count; start += 1 << 15) {
    const size_t end = count - start < 1 << 15 ? count : start + (1 << 15);
    uint32_t sum = 0;
    for (size_t i = start; i < end; i++) {
      const int difference = a[i] - b[i];
      sum += (uint32_t)(difference * difference);
    }
    total += sum;
  }
  return total;
}

VECTOR_LOOP(uint64_t, animconv_squared_differences,
            (const uint8_t *a, const uint8_t *b, size_t count), (a, b, count))

LOOP void animconv_luma_of_rgba_loop(const uint8_t *rgba, size_t count, uint8_t *restrict luma) {
  // 0.2126, 0.7152 and 0.0722 in 65,536ths, which add up to one.
  for (size_t i = 0; i < count; i++) {
    const uint32_t sum =
        rgba[4 * i] * 13933u + rgba[4 * i + 1] * 46871u + rgba[4 * i + 2] * 4732u;
    luma[i] = (uint8_t)((sum + 32768) >> 16);
  }
}

VECTOR_LOOP(void, animconv_luma_of_rgba, (const uint8_t *rgba, size_t count, uint8_t *luma),
            (rgba, count, luma))

LOOP void animconv_column_sums_loop(const uint8_t *a, const uint8_t *b, size_t stride,
                                    size_t count, int32_t *restrict sums) {
  int32_t *restrict first = sums, *restrict second = sums + count;
  int32_t *restrict squares = sums + 2 * count, *restrict products = sums + 3 * count;
  for (size_t x = 0; x < count; x++) {
    const int a0 = a[x], a1 = a[x + stride], a2 = a[x + 2 * stride], a3 = a[x + 3 * stride];
    const int b0 = b[x], b1 = b[x + stride], b2 = b[x + 2 * stride], b3 = b[x + 3 * stride];
    first[x] = a0 + a1 + a2 + a3;
    second[x] = b0 + b1 + b2 + b3;
    squares[x] = a0 * a0 + a1 * a1 + a2 * a2 + a3 * a3 + b0 * b0 + b1 * b1 + b2 * b2 + b3 * b3;
    products[x] = a0 * b0 + a1 * b1 + a2 * b2 + a3 * b3;
  }
}

VECTOR_LOOP(void, animconv_column_sums,
            (const uint8_t *a, const uint8_t *b, size_t stride, size_t count, int32_t *sums),
            (a, b, stride, count, sums))
