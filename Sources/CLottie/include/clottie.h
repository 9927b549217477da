// Lottie animations through rlottie. The library is opened when it is first needed and not when the
// program starts, because few conversions use it.
#ifndef ANIMCONV_CLOTTIE_H
#define ANIMCONV_CLOTTIE_H

#include <stddef.h>
#include <stdint.h>

// Opens the library. Returns null if it is open, otherwise the reason, a text that stays valid. The
// result never changes. Any thread may call this. All functions below need the open library.
const char *clottie_open(void);

// The file name by which the library is opened, or would be.
const char *clottie_file_name(void);

// Loads an animation from its JSON, which ends with a zero byte. It must name no other file. Returns
// null if rlottie rejects it.
void *clottie_animation(const char *json);
void clottie_release(void *animation);

// Draws a frame, counted from the first one that is shown, as large as fits and in the middle.
// Pixels are premultiplied, with alpha in the highest bits of each, then red, green and blue. One
// thread at a time may draw an animation.
void clottie_draw(void *animation, size_t frame, uint32_t *pixels, size_t width, size_t height);

#endif
