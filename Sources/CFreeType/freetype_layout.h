// The parts of FreeType's records that are read here, laid out as FreeType 2 has them.
//
// FreeType's own header lies where a compiler looks only when it is told to, and SwiftPM tells it only
// together with linking the library, which is to be opened when it is needed. The layout has been the
// same since 2.0; a test compares it with the header where that is installed.
#ifndef ANIMCONV_FREETYPE_LAYOUT_H
#define ANIMCONV_FREETYPE_LAYOUT_H

typedef struct {
  void *data;
  void (*finalizer)(void *);
} layout_generic;

typedef struct {
  unsigned int rows, width;
  int pitch;
  unsigned char *buffer;
  unsigned short num_grays;
  unsigned char pixel_mode, palette_mode;
  void *palette;
} layout_bitmap;

typedef struct {
  void *library, *face, *next;
  unsigned int glyph_index;
  layout_generic generic;
  long metrics[8];
  long linear_advance[2];
  struct {
    long x, y;
  } advance;
  int format;
  layout_bitmap bitmap;
  int bitmap_left, bitmap_top;
} layout_glyph_slot;

typedef struct {
  long num_faces, face_index, face_flags, style_flags, num_glyphs;
  char *family_name, *style_name;
  int num_fixed_sizes;
  void *available_sizes;
  int num_charmaps;
  void *charmaps;
  layout_generic generic;
  long bbox[4];
  unsigned short units_per_em;
  short ascender, descender, height, max_advance_width, max_advance_height;
  short underline_position, underline_thickness;
  layout_glyph_slot *glyph;
} layout_face;

enum {
  LAYOUT_FACE_FLAG_SCALABLE = 1,
  LAYOUT_LOAD_NO_HINTING = 2,
  LAYOUT_LOAD_RENDER = 4,
  LAYOUT_LOAD_NO_BITMAP = 8,
  LAYOUT_PIXEL_MODE_GRAY = 2,
};

#endif
