// Decodes every frame of a GIF with giflib and composes it onto an RGBA canvas, as simply as a
// program around giflib does: disposal 1 and 2, transparent index.
#include <gif_lib.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
  for (int a = 1; a < argc; a++) {
    double start = now();
    int error = 0;
    GifFileType *gif = DGifOpenFileName(argv[a], &error);
    if (!gif) return 1;
    long width = gif->SWidth, height = gif->SHeight, frames = 0;
    uint32_t *canvas = calloc((size_t)width * height, 4);
    GifPixelType *line = malloc(65536);
    GraphicsControlBlock control = {0, 0, 0, NO_TRANSPARENT_COLOR};
    unsigned long checksum = 0;
    GifRecordType type;
    while (DGifGetRecordType(gif, &type) == GIF_OK && type != TERMINATE_RECORD_TYPE) {
      if (type == EXTENSION_RECORD_TYPE) {
        int code;
        GifByteType *data;
        if (DGifGetExtension(gif, &code, &data) != GIF_OK) return 1;
        while (data) {
          if (code == GRAPHICS_EXT_FUNC_CODE)
            DGifExtensionToGCB(data[0], data + 1, &control);
          if (DGifGetExtensionNext(gif, &data) != GIF_OK) return 1;
        }
      } else if (type == IMAGE_DESC_RECORD_TYPE) {
        if (DGifGetImageDesc(gif) != GIF_OK) return 1;
        GifImageDesc d = gif->Image;
        ColorMapObject *map = d.ColorMap ? d.ColorMap : gif->SColorMap;
        uint32_t table[256] = {0};
        for (int i = 0; map && i < map->ColorCount; i++)
          table[i] = map->Colors[i].Red | map->Colors[i].Green << 8 | map->Colors[i].Blue << 16 |
                     0xff000000u;
        for (int y = 0; y < d.Height; y++) {
          if (DGifGetLine(gif, line, d.Width) != GIF_OK) break;
          uint32_t *row = canvas + (size_t)(d.Top + y) * width + d.Left;
          if (control.TransparentColor == NO_TRANSPARENT_COLOR)
            for (int x = 0; x < d.Width; x++) row[x] = table[line[x]];
          else
            for (int x = 0; x < d.Width; x++)
              if (line[x] != control.TransparentColor) row[x] = table[line[x]];
        }
        checksum += (canvas[(size_t)width * height / 2] & 255);
        frames++;
      }
    }
    double seconds = now() - start;
    printf("giflib\t%ld\t%ld\t%f\t%f\t%lu\n", frames, frames * width * height, seconds,
           seconds * 1e9 / ((double)frames * width * height), checksum);
    free(line);
    free(canvas);
    DGifCloseFile(gif, &error);
  }
  return 0;
}
