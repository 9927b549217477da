#include "cfreetype.h"

#include <copening.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "freetype_layout.h"

// The name has not changed since FreeType 2.0.
#define FILE_NAME COPENING_FILE("freetype", "6")

// Every function that is called. The library, faces and errors are what its header says.
static struct {
  int (*FT_Init_FreeType)(void **library);
  int (*FT_Done_FreeType)(void *library);
  int (*FT_New_Face)(void *library, const char *path, long index, layout_face **face);
  int (*FT_Done_Face)(layout_face *face);
  int (*FT_Set_Pixel_Sizes)(layout_face *face, unsigned width, unsigned height);
  unsigned (*FT_Get_Char_Index)(layout_face *face, unsigned long character);
  int (*FT_Load_Glyph)(layout_face *face, unsigned index, int32_t flags);
} freetype;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[256];

static void open_library(void) {
  void *handle = copening_open(FILE_NAME, failure, sizeof failure);
  if (!handle) return;
#define FIND(name)                                                                            \
  freetype.name = (__typeof__(freetype.name))dlsym(handle, #name);                            \
  if (!freetype.name) {                                                                       \
    snprintf(failure, sizeof failure, "%s has no %s", FILE_NAME, #name);                      \
    return;                                                                                   \
  }
  FIND(FT_Init_FreeType)
  FIND(FT_Done_FreeType)
  FIND(FT_New_Face)
  FIND(FT_Done_Face)
  FIND(FT_Set_Pixel_Sizes)
  FIND(FT_Get_Char_Index)
  FIND(FT_Load_Glyph)
}

const char *cfreetype_open(void) {
  pthread_once(&once, open_library);
  return failure[0] ? failure : NULL;
}

const char *cfreetype_file_name(void) { return FILE_NAME; }

// Each font has a library of its own, so that threads share nothing.
typedef struct {
  void *library;
  layout_face *face;
} font;

void *cfreetype_font(const char *path, unsigned pixels) {
  font *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  if (freetype.FT_Init_FreeType(&made->library)) {
    free(made);
    return NULL;
  }
  if (freetype.FT_New_Face(made->library, path, 0, &made->face)) made->face = NULL;
  if (!made->face || !(made->face->face_flags & LAYOUT_FACE_FLAG_SCALABLE) ||
      freetype.FT_Set_Pixel_Sizes(made->face, 0, pixels)) {
    cfreetype_font_free(made);
    return NULL;
  }
  return made;
}

int cfreetype_draw(void *pointer, uint32_t character, int most, cfreetype_glyph *glyph) {
  layout_face *face = ((font *)pointer)->face;
  unsigned index = freetype.FT_Get_Char_Index(face, character);
  if (!index) return -1;
  int flags = LAYOUT_LOAD_NO_HINTING | LAYOUT_LOAD_NO_BITMAP;
  if (freetype.FT_Load_Glyph(face, index, flags)) return -1;
  // Width and height in 64ths of a pixel.
  const long *metrics = face->glyph->metrics;
  if (metrics[0] > 64L * most || metrics[1] > 64L * most) return -1;
  if (freetype.FT_Load_Glyph(face, index, flags | LAYOUT_LOAD_RENDER)) return -1;
  layout_glyph_slot *slot = face->glyph;
  if (slot->bitmap.rows &&
      (slot->bitmap.pixel_mode != LAYOUT_PIXEL_MODE_GRAY || slot->bitmap.pitch < 0))
    return -1;
  int is_empty = !slot->bitmap.buffer || !slot->bitmap.width;
  glyph->coverage = slot->bitmap.buffer;
  glyph->width = is_empty ? 0 : (int)slot->bitmap.width;
  glyph->height = is_empty ? 0 : (int)slot->bitmap.rows;
  glyph->stride = slot->bitmap.pitch;
  glyph->left = slot->bitmap_left;
  glyph->top = slot->bitmap_top;
  glyph->advance = (int)((slot->advance.x + 32) >> 6);
  return 0;
}

void cfreetype_font_free(void *pointer) {
  font *made = pointer;
  if (made->face) freetype.FT_Done_Face(made->face);
  freetype.FT_Done_FreeType(made->library);
  free(made);
}
