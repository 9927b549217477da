// Shows frames of a GIF in random order with giflib, which can only go on: going back means opening
// the file again. Composes as simply as a program around giflib does: disposal 1, transparent index.
#include <gif_lib.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static uint64_t state;
static uint64_t next_random(void) {
  uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static GifFileType *gif;
static uint32_t *canvas;
static GifPixelType line[65536];
static long position;

static void rewind_file(const char *name) {
  int error = 0;
  if (gif) DGifCloseFile(gif, &error);
  gif = DGifOpenFileName(name, &error);
  if (!gif) exit(1);
  if (!canvas) canvas = malloc((size_t)gif->SWidth * gif->SHeight * 4);
  memset(canvas, 0, (size_t)gif->SWidth * gif->SHeight * 4);
  position = 0;
}

/// Draws the next frame; 0 at the end.
static int draw(void) {
  GraphicsControlBlock control = {0, 0, 0, NO_TRANSPARENT_COLOR};
  GifRecordType type;
  while (DGifGetRecordType(gif, &type) == GIF_OK && type != TERMINATE_RECORD_TYPE) {
    if (type == EXTENSION_RECORD_TYPE) {
      int code;
      GifByteType *data;
      if (DGifGetExtension(gif, &code, &data) != GIF_OK) return 0;
      while (data) {
        if (code == GRAPHICS_EXT_FUNC_CODE) DGifExtensionToGCB(data[0], data + 1, &control);
        if (DGifGetExtensionNext(gif, &data) != GIF_OK) return 0;
      }
    } else if (type == IMAGE_DESC_RECORD_TYPE) {
      if (DGifGetImageDesc(gif) != GIF_OK) return 0;
      GifImageDesc d = gif->Image;
      ColorMapObject *map = d.ColorMap ? d.ColorMap : gif->SColorMap;
      uint32_t table[256] = {0};
      for (int i = 0; map && i < map->ColorCount; i++)
        table[i] = map->Colors[i].Red | map->Colors[i].Green << 8 | map->Colors[i].Blue << 16 |
                   0xff000000u;
      for (int y = 0; y < d.Height; y++) {
        if (DGifGetLine(gif, line, d.Width) != GIF_OK) break;
        uint32_t *row = canvas + (size_t)(d.Top + y) * gif->SWidth + d.Left;
        for (int x = 0; x < d.Width; x++)
          if (line[x] != control.TransparentColor) row[x] = table[line[x]];
      }
      position++;
      return 1;
    }
  }
  return 0;
}

int main(int argc, char **argv) {
  if (argc != 4) return 64;
  long frames = atol(argv[2]), accesses = atol(argv[3]);
  double *costs = malloc(accesses * sizeof *costs);
  state = 1;
  rewind_file(argv[1]);
  for (long a = 0; a < accesses; a++) {
    long index = next_random() % frames;
    double start = now();
    if (index < position) rewind_file(argv[1]);
    while (position <= index && draw()) {
    }
    costs[a] = now() - start;
  }
  qsort(costs, accesses, sizeof *costs, compare);
  printf("giflib\t%ld frames\tmedian %.2f ms\tworst %.2f ms\n", accesses, costs[accesses / 2],
         costs[accesses - 1]);
  return 0;
}
