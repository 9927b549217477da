#include <string.h>

#include "CPixels.h"
#include "vectors.h"

// The same bytes on every processor: products are not merged into sums.
#pragma STDC FP_CONTRACT OFF

// How often chroma is corrected, and how far: more than the error, because neighbours share it.
#define ROUNDS 2
#define GAIN 1.5f

// A sample depends on the source as many blocks away as there are rounds, and one more.
#define REACH ANIMCONV_SHARP_REACH
#define MOST_COLUMNS (ANIMCONV_SHARP_TILE_COLUMNS + 2 * REACH)
#define MOST_ROWS (ANIMCONV_SHARP_TILE_ROWS + 2 * REACH)
// Room for a neighbour on both sides.
#define STRIDE (MOST_COLUMNS + 16)

_Static_assert(REACH == ROUNDS + 1, "the reach follows from the rounds");

// Luma and colours are from 0 to 1, chroma from -0.5 to 0.5. The even and the odd pixels of a row are
// apart, so that pixels and blocks have the same place.
struct animconv_sharp_work {
  float cb[MOST_ROWS][STRIDE], cr[MOST_ROWS][STRIDE];
  float cb_change[MOST_ROWS][STRIDE], cr_change[MOST_ROWS][STRIDE];
  float luma[2 * MOST_ROWS][2][STRIDE];
  float light[2 * MOST_ROWS][2][STRIDE];
  uint8_t red[2 * MOST_ROWS][2][STRIDE];
  uint8_t green[2 * MOST_ROWS][2][STRIDE];
  uint8_t blue[2 * MOST_ROWS][2][STRIDE];
  float cb_mix[STRIDE], cr_mix[STRIDE];
  uint32_t pixels[2 * STRIDE];
};

size_t animconv_sharp_work_size(void) { return sizeof(animconv_sharp_work); }

LOOP float bounded(float value, float low, float high) {
  const float raised = value < low ? low : value;
  return raised > high ? high : raised;
}

// The sRGB curve and its slope, within 0.002.
LOOP float linear(float v) {
  return v * (v * (v * 0.305306011f + 0.682171111f) + 0.012522878f);
}

LOOP float slope(float v) { return v * (v * 0.915918033f + 1.364342222f) + 0.012522878f; }

typedef struct {
  float kr, kg, kb;
  // From chroma to colours.
  float red_cr, blue_cb, green_cb, green_cr;
  // From what is left of red and blue without luma to chroma.
  float cr_red, cb_blue;
} factors;

LOOP factors factors_of(const animconv_sharp_matrix *matrix) {
  factors f;
  f.kr = matrix->red;
  f.kb = matrix->blue;
  f.kg = 1 - f.kr - f.kb;
  f.red_cr = 2 * (1 - f.kr);
  f.blue_cb = 2 * (1 - f.kb);
  f.green_cb = f.blue_cb * f.kb / f.kg;
  f.green_cr = f.red_cr * f.kr / f.kg;
  f.cr_red = 1 / f.red_cr;
  f.cb_blue = 1 / f.blue_cb;
  return f;
}

LOOP float light_of(float r, float g, float b) {
  return 0.2126f * linear(r) + 0.7152f * linear(g) + 0.0722f * linear(b);
}

// Luma with which a pixel is as bright as its source, one step of Newton's method.
LOOP float corrected(float luma, float light, float r, float g, float b,
                     const animconv_sharp_matrix *matrix) {
  const float rise = 0.2126f * slope(r) + 0.7152f * slope(g) + 0.0722f * slope(b) + 0.02f;
  return bounded(luma + (light - light_of(r, g, b)) / rise, matrix->darkest, matrix->brightest);
}

// Chroma of a row of pixels, as far as rows are concerned; columns follow.
LOOP void mix_rows(const float *restrict near, const float *restrict far, float *restrict mix,
                   size_t count) {
  for (size_t i = 0; i < count; i++) mix[i] = 0.75f * near[i] + 0.25f * far[i];
  mix[-1] = mix[0];
  mix[count] = mix[count - 1];
}

// Every second pixel of a row: adds the missing chroma to the changes, and corrects luma.
LOOP void correct(const float *cb, const float *cr, ptrdiff_t side, float *restrict luma,
                  const float *restrict light, const uint8_t *restrict red,
                  const uint8_t *restrict green, const uint8_t *restrict blue,
                  float *restrict cb_change, float *restrict cr_change, size_t count, factors f,
                  const animconv_sharp_matrix *matrix) {
  const animconv_sharp_matrix m = *matrix;
  for (size_t i = 0; i < count; i++) {
    const float u = 0.75f * cb[i] + 0.25f * cb[(ptrdiff_t)i + side];
    const float v = 0.75f * cr[i] + 0.25f * cr[(ptrdiff_t)i + side];
    const float r = bounded(luma[i] + f.red_cr * v, 0, 1);
    const float g = bounded(luma[i] - f.green_cb * u - f.green_cr * v, 0, 1);
    const float b = bounded(luma[i] + f.blue_cb * u, 0, 1);
    const float red_error = (float)red[i] * (1 / 255.0f) - r;
    const float green_error = (float)green[i] * (1 / 255.0f) - g;
    const float blue_error = (float)blue[i] * (1 / 255.0f) - b;
    const float error = f.kr * red_error + f.kg * green_error + f.kb * blue_error;
    cb_change[i] += (blue_error - error) * f.cb_blue;
    cr_change[i] += (red_error - error) * f.cr_red;
    luma[i] = corrected(luma[i], light[i], r, g, b, &m);
  }
}

// Every second pixel of a row: the luma that fits the final chroma.
LOOP void finish(const float *cb, const float *cr, ptrdiff_t side, float *restrict luma,
                 const float *restrict light, size_t count, factors f,
                 const animconv_sharp_matrix *matrix) {
  const animconv_sharp_matrix m = *matrix;
  for (size_t i = 0; i < count; i++) {
    const float u = 0.75f * cb[i] + 0.25f * cb[(ptrdiff_t)i + side];
    const float v = 0.75f * cr[i] + 0.25f * cr[(ptrdiff_t)i + side];
    float y = luma[i];
    for (int step = 0; step < 2; step++) {
      const float r = bounded(y + f.red_cr * v, 0, 1);
      const float g = bounded(y - f.green_cb * u - f.green_cr * v, 0, 1);
      const float b = bounded(y + f.blue_cb * u, 0, 1);
      y = corrected(y, light[i], r, g, b, &m);
    }
    luma[i] = y * m.luma + (m.black + 0.5f);
  }
}

// Every second pixel of a row.
LOOP void take(const uint32_t *restrict pixels, uint8_t *restrict red, uint8_t *restrict green,
               uint8_t *restrict blue, float *restrict luma, float *restrict light, size_t count,
               factors f) {
  for (size_t i = 0; i < count; i++) {
    const uint32_t pixel = pixels[2 * i];
    red[i] = (uint8_t)pixel;
    green[i] = (uint8_t)(pixel >> 8);
    blue[i] = (uint8_t)(pixel >> 16);
    const float r = (float)(int)(pixel & 255) * (1 / 255.0f);
    const float g = (float)(int)(pixel >> 8 & 255) * (1 / 255.0f);
    const float b = (float)(int)(pixel >> 16 & 255) * (1 / 255.0f);
    luma[i] = f.kr * r + f.kg * g + f.kb * b;
    light[i] = light_of(r, g, b);
  }
}

// The chroma of the mean colours of blocks.
LOOP void begin(animconv_sharp_work *work, size_t row, size_t count, factors f, float headroom) {
  float *restrict cb = work->cb[row] + 8, *restrict cr = work->cr[row] + 8;
  for (size_t i = 0; i < count; i++) {
    int red = 0, blue = 0;
    float luma = 0;
    for (int half = 0; half < 2; half++) {
      for (int side = 0; side < 2; side++) {
        red += work->red[2 * row + half][side][8 + i];
        blue += work->blue[2 * row + half][side][8 + i];
        luma += work->luma[2 * row + half][side][8 + i];
      }
    }
    const float scale = blue == 0 || blue == 1020 ? 1 + headroom : 1;
    const float most = 0.5f * (1 + headroom);
    const float u = ((float)blue * (1 / 1020.0f) - 0.25f * luma) * f.cb_blue * scale;
    cb[i] = bounded(u, -most, most);
    cr[i] = ((float)red * (1 / 1020.0f) - 0.25f * luma) * f.cr_red;
  }
}

LOOP void mix(animconv_sharp_work *work, size_t row, int half, size_t rows, size_t count) {
  const size_t far = half == 0 ? (row > 0 ? row - 1 : 0) : (row + 1 < rows ? row + 1 : row);
  mix_rows(work->cb[row] + 8, work->cb[far] + 8, work->cb_mix + 8, count);
  mix_rows(work->cr[row] + 8, work->cr[far] + 8, work->cr_mix + 8, count);
}

LOOP void animconv_sharp_tile_loop(const animconv_sharp_picture *source,
                                   const animconv_sharp_matrix *matrix, size_t left, size_t top,
                                   size_t columns, size_t rows, animconv_sharp_work *work) {
  const factors f = factors_of(matrix);
  const size_t all_columns = (source->width + 1) / 2, all_rows = (source->height + 1) / 2;
  const size_t first = left > REACH ? left - REACH : 0, start = top > REACH ? top - REACH : 0;
  const size_t last = left + columns + REACH < all_columns ? left + columns + REACH : all_columns;
  const size_t end = top + rows + REACH < all_rows ? top + rows + REACH : all_rows;
  const size_t across = last - first, down = end - start;

  for (size_t y = 0; y < 2 * down; y++) {
    const size_t line = 2 * start + y < source->height ? 2 * start + y : source->height - 1;
    const size_t there = source->width - 2 * first;
    const size_t count = 2 * across < there ? 2 * across : there;
    memcpy(work->pixels, source->pixels + line * source->width + 2 * first, count * 4);
    // The last column of an odd width is repeated.
    if (count < 2 * across) work->pixels[count] = work->pixels[count - 1];
    for (int side = 0; side < 2; side++) {
      take(work->pixels + side, work->red[y][side] + 8, work->green[y][side] + 8,
           work->blue[y][side] + 8, work->luma[y][side] + 8, work->light[y][side] + 8, across, f);
    }
  }
  for (size_t row = 0; row < down; row++) begin(work, row, across, f, matrix->headroom);

  const float most_cb = 0.5f * (1 + matrix->headroom);
  for (int round = 0; round < ROUNDS; round++) {
    for (size_t row = 0; row < down; row++) {
      float *cb_change = work->cb_change[row] + 8, *cr_change = work->cr_change[row] + 8;
      memset(cb_change, 0, across * sizeof(float));
      memset(cr_change, 0, across * sizeof(float));
      for (int half = 0; half < 2; half++) {
        const size_t y = 2 * row + (size_t)half;
        mix(work, row, half, down, across);
        for (int side = 0; side < 2; side++) {
          correct(work->cb_mix + 8, work->cr_mix + 8, side == 0 ? -1 : 1, work->luma[y][side] + 8,
                  work->light[y][side] + 8, work->red[y][side] + 8, work->green[y][side] + 8,
                  work->blue[y][side] + 8, cb_change, cr_change, across, f, matrix);
        }
      }
    }
    for (size_t row = 0; row < down; row++) {
      float *restrict cb = work->cb[row] + 8, *restrict cr = work->cr[row] + 8;
      const float *cb_change = work->cb_change[row] + 8, *cr_change = work->cr_change[row] + 8;
      for (size_t i = 0; i < across; i++) {
        cb[i] = bounded(cb[i] + GAIN / 4 * cb_change[i], -most_cb, most_cb);
        cr[i] = bounded(cr[i] + GAIN / 4 * cr_change[i], -0.5f, 0.5f);
      }
    }
  }

  // Chroma is rounded before luma is made to fit it.
  for (size_t row = 0; row < down; row++) {
    float *restrict cb = work->cb[row] + 8, *restrict cr = work->cr[row] + 8;
    for (size_t i = 0; i < across; i++) {
      cb[i] = (float)(int)bounded(cb[i] * matrix->chroma + 128.5f, 0, 255);
      cr[i] = (float)(int)bounded(cr[i] * matrix->chroma + 128.5f, 0, 255);
    }
    const size_t place = start + row;
    if (place >= top && place < top + rows) {
      uint8_t *restrict to_cb = source->cb + place * source->chroma_stride + left;
      uint8_t *restrict to_cr = source->cr + place * source->chroma_stride + left;
      for (size_t i = 0; i < columns; i++) {
        to_cb[i] = (uint8_t)(int)cb[left - first + i];
        to_cr[i] = (uint8_t)(int)cr[left - first + i];
      }
    }
    for (size_t i = 0; i < across; i++) {
      cb[i] = (cb[i] - 128) * (1 / matrix->chroma);
      cr[i] = (cr[i] - 128) * (1 / matrix->chroma);
    }
  }
  for (size_t row = top - start; row < top - start + rows; row++) {
    for (int half = 0; half < 2; half++) {
      const size_t y = 2 * row + (size_t)half, line = 2 * start + y;
      if (line >= source->height) break;
      mix(work, row, half, down, across);
      for (int side = 0; side < 2; side++) {
        finish(work->cb_mix + 8, work->cr_mix + 8, side == 0 ? -1 : 1, work->luma[y][side] + 8,
               work->light[y][side] + 8, across, f, matrix);
      }
      const float *even = work->luma[y][0] + 8 + (left - first);
      const float *odd = work->luma[y][1] + 8 + (left - first);
      uint8_t *restrict luma = source->luma + line * source->luma_stride + 2 * left;
      const size_t whole = 2 * (left + columns) > source->width ? columns - 1 : columns;
      for (size_t i = 0; i < whole; i++) {
        luma[2 * i] = (uint8_t)(int)even[i];
        luma[2 * i + 1] = (uint8_t)(int)odd[i];
      }
      if (whole < columns) luma[2 * whole] = (uint8_t)(int)even[whole];
    }
  }
}

VECTOR_LOOP(void, animconv_sharp_tile,
            (const animconv_sharp_picture *source, const animconv_sharp_matrix *matrix, size_t left,
             size_t top, size_t columns, size_t rows, animconv_sharp_work *work),
            (source, matrix, left, top, columns, rows, work))
