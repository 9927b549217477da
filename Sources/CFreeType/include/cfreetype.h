// Characters of font files drawn by FreeType, which is opened when it is first needed and not when the
// program starts: few outputs have text on them.
#ifndef ANIMCONV_CFREETYPE_H
#define ANIMCONV_CFREETYPE_H

#include <stdint.h>

// Opens the library. Returns null when it is open, else why it cannot be opened, a text that stays
// valid. The answer never changes. Any thread may call. Everything below needs it open.
const char *cfreetype_open(void);

// The file name that the library is opened by.
const char *cfreetype_file_name(void);

// A character as a font draws it.
typedef struct {
  // How much of each pixel it covers, 0 to 255, row after row from the top. Valid until the next
  // character is drawn.
  const uint8_t *coverage;
  // Pixels of a row, rows, and bytes from one row to the next.
  int width, height, stride;
  // From the pen to the first column, and from the base line up to the first row, in pixels.
  int left, top;
  // How far the pen moves, in pixels, rounded.
  int advance;
} cfreetype_glyph;

// The first font of a file, at so many pixels from line to line of its design; null for what is no
// font that can be scaled. One thread may use it at a time. Wraps `FT_New_Face` and
// `FT_Set_Pixel_Sizes`.
void *cfreetype_font(const char *path, unsigned pixels);

// Draws a character without hinting, which would differ from release to release. Returns 0, or
// nonzero when the font does not have it, it cannot be drawn, or a side is longer than `most` pixels:
// a file of a kilobyte may ask for gigabytes. Wraps `FT_Load_Glyph`.
int cfreetype_draw(void *font, uint32_t character, int most, cfreetype_glyph *glyph);

void cfreetype_font_free(void *font);

#endif
