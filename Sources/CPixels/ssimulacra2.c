#include <string.h>

#include "CPixels.h"
#include "vectors.h"

// The same figures everywhere: no sum is made of a product before the product is rounded.
#pragma STDC FP_CONTRACT OFF

// Vectors are only handed to functions that are inlined, whatever the processor has.
#pragma clang diagnostic ignored "-Wpsabi"

#define LANES 8
typedef float lanes __attribute__((vector_size(4 * LANES)));
typedef int32_t masks __attribute__((vector_size(4 * LANES)));

LOOP lanes load(const float *from) {
  lanes values;
  memcpy(&values, from, sizeof values);
  return values;
}

LOOP void store(float *to, lanes values) { memcpy(to, &values, sizeof values); }

LOOP lanes where(masks mask, lanes values) { return (lanes)(mask & (masks)values); }

LOOP lanes magnitude(lanes values) {
  return (lanes)((masks)values & 0x7FFFFFFF);
}

void animconv_linear_of_rgba(const uint8_t *rgba, size_t count, const float table[256],
                             float *linear, size_t stride) {
  float *red = linear, *green = linear + stride, *blue = linear + 2 * stride;
  for (size_t x = 0; x < count; x++) {
    red[x] = table[rgba[4 * x]];
    green[x] = table[rgba[4 * x + 1]];
    blue[x] = table[rgba[4 * x + 2]];
  }
}

// The cube root of numbers from 0.0037 to 1.1, as their product with the square of the inverse root:
// a third of the exponent as a first guess, which is at most 3.5 % off, a step of the fourth order
// and one of the second leave an error of 1e-7.
LOOP lanes cube_root(lanes x) {
  const lanes exponents = __builtin_convertvector((masks)x, lanes) * (1.0f / 3);
  lanes root = (lanes)(0x54A21D2A - __builtin_convertvector(exponents, masks));
  lanes error = 1 - x * root * root * root;
  root += root * error * (1.0f / 3 + error * (2.0f / 9 + error * (14.0f / 81)));
  error = 1 - x * root * root * root;
  root += root * error * (1.0f / 3);
  return x * root * root;
}

LOOP void animconv_xyb_of_linear_loop(const float *linear, size_t stride, size_t count, float *xyb,
                                      size_t xyb_stride) {
  const float bias = 0.0037930732552754493f, bias_root = 0.15595420054924862f;
  for (size_t i = 0; i < count; i += LANES) {
    const lanes r = load(linear + i), g = load(linear + stride + i),
                b = load(linear + 2 * stride + i);
    const lanes l = cube_root(0.30f * r + 0.622f * g + 0.078f * b + bias) - bias_root;
    const lanes m = cube_root(0.23f * r + 0.692f * g + 0.078f * b + bias) - bias_root;
    const lanes s = cube_root(0.24342268924547819f * r + 0.20476744424496821f * g +
                              0.55180986650955360f * b + bias) -
                    bias_root;
    const lanes y = (l + m) * 0.5f;
    store(xyb + i, (l - m) * 7 + 0.42f);
    store(xyb + xyb_stride + i, y + 0.01f);
    store(xyb + 2 * xyb_stride + i, s - y + 0.55f);
  }
  // Outside of the picture all is zero.
  for (size_t x = count; x % LANES != 0; x++) {
    xyb[x] = xyb[xyb_stride + x] = xyb[2 * xyb_stride + x] = 0;
  }
}

VECTOR_LOOP(void, animconv_xyb_of_linear,
            (const float *linear, size_t stride, size_t count, float *xyb, size_t xyb_stride),
            (linear, stride, count, xyb, xyb_stride))

LOOP void animconv_halve_rows_loop(const float *above, const float *below, size_t count,
                                   float *half) {
  for (size_t x = 0; x < count; x++) {
    half[x] = (above[2 * x] + above[2 * x + 1] + below[2 * x] + below[2 * x + 1]) * 0.25f;
  }
}

VECTOR_LOOP(void, animconv_halve_rows,
            (const float *above, const float *below, size_t count, float *half),
            (above, below, count, half))

// The middle and the four neighbours to each side: the impulse response of libjxl's recursive filter
// for a standard deviation of 1.5.
static const float taps[5] = {0.264621109f, 0.212928593f, 0.109335370f, 0.036011115f,
                              0.009414367f};

LOOP lanes blur(const float *line) {
  lanes sum = load(line) * taps[0];
  for (int i = 1; i <= 4; i++) sum += (load(line - i) + load(line + i)) * taps[i];
  return sum;
}

LOOP void animconv_blur_row_loop(const float *a, const float *b, size_t count, float *work,
                                 float *lines, size_t stride) {
  float *squares = work, *differences = work + stride;
  for (size_t i = 0; i < count + 16; i += LANES) {
    const lanes p = load(a + i - 8), q = load(b + i - 8);
    store(squares + i - 8, p * p + q * q);
    store(differences + i - 8, (p - q) * (p - q));
  }
  for (size_t i = 0; i < count; i += LANES) {
    store(lines + i, blur(a + i));
    store(lines + stride + i, blur(b + i));
    store(lines + 2 * stride + i, blur(squares + i));
    store(lines + 3 * stride + i, blur(differences + i));
  }
}

VECTOR_LOOP(void, animconv_blur_row,
            (const float *a, const float *b, size_t count, float *work, float *lines,
             size_t stride),
            (a, b, count, work, lines, stride))

LOOP lanes blur_rows(const float *const rows[9], size_t offset) {
  lanes sum = load(rows[4] + offset) * taps[0];
  for (int i = 1; i <= 4; i++) {
    sum += (load(rows[4 - i] + offset) + load(rows[4 + i] + offset)) * taps[i];
  }
  return sum;
}

LOOP void add(lanes values, lanes sums[2]) {
  const lanes squares = values * values;
  sums[0] += values;
  sums[1] += squares * squares;
}

LOOP double total(lanes values) {
  double sum = 0;
  for (int i = 0; i < LANES; i++) sum += values[i];
  return sum;
}

LOOP void animconv_add_errors_loop(const float *a, const float *b, const float *const rows[9],
                                   size_t stride, size_t count, double sums[6]) {
  const masks places = {0, 1, 2, 3, 4, 5, 6, 7};
  lanes all[3][2] = {0};
  for (size_t i = 0; i < count; i += LANES) {
    const masks inside = places < (int32_t)(count - i < LANES ? count - i : LANES);
    const lanes mean_a = blur_rows(rows, i), mean_b = blur_rows(rows, stride + i);
    const lanes squares = blur_rows(rows, 2 * stride + i);
    const lanes differences = blur_rows(rows, 3 * stride + i);
    // 1 - (1 - g) (2 covariance + C) / (both variances + C), without the difference of what is
    // nearly equal: exactly 0 for equal pictures.
    const lanes mean_difference = mean_a - mean_b;
    const lanes g = mean_difference * mean_difference;
    const lanes e =
        (differences - g) / (squares - mean_a * mean_a - mean_b * mean_b + 0.0009f);
    const lanes d = e + g - g * e;
    add(where(inside & (d > 0), d), all[0]);
    const lanes edge_a = magnitude(load(a + i) - mean_a), edge_b = magnitude(load(b + i) - mean_b);
    const lanes r = (edge_b - edge_a) / (1 + edge_a);
    add(where(inside & (r > 0), r), all[1]);
    add(where(inside & (r < 0), -r), all[2]);
  }
  for (int map = 0; map < 3; map++) {
    sums[2 * map] += total(all[map][0]);
    sums[2 * map + 1] += total(all[map][1]);
  }
}

VECTOR_LOOP(void, animconv_add_errors,
            (const float *a, const float *b, const float *const rows[9], size_t stride,
             size_t count, double sums[6]),
            (a, b, rows, stride, count, sums))
