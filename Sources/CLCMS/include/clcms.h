// Colours of pictures made sRGB by Little CMS, which is opened when it is first needed and not when
// the program starts: few pictures need it.
#ifndef ANIMCONV_CLCMS_H
#define ANIMCONV_CLCMS_H

#include <stddef.h>
#include <stdint.h>

// Opens the library. Returns null when it is open, else why it cannot be opened, a text that stays
// valid. The answer never changes. Any thread may call. Everything below needs it open.
const char *clcms_open(void);

// The file name that the library is opened by.
const char *clcms_file_name(void);

// What a profile's colours are made of.
enum {
  CLCMS_GRAY,
  CLCMS_RGB,
  CLCMS_CMYK,
  CLCMS_OTHER,
};

// How a curve gets from samples to light.
enum {
  // The curve of sRGB.
  CLCMS_CURVE_SRGB,
  // A power; its exponent goes along.
  CLCMS_CURVE_POWER,
};

// An ICC profile, copied; null for what Little CMS does not understand. Wraps
// `cmsOpenProfileFromMem`.
void *clcms_profile(const uint8_t *bytes, size_t count);

// A profile of RGB by x and y of white, red, green and blue; null when no colours have those. Wraps
// `cmsCreateRGBProfile`.
void *clcms_rgb_profile(const double chromaticities[8], int curve, double exponent);

// One of CLCMS_GRAY and so on. Wraps `cmsGetColorSpace`.
int clcms_profile_colors(void *profile);

void clcms_profile_free(void *profile);

// The way from a profile's colours to sRGB, eight bits a sample; null when the profile lacks what is
// needed for it. The perceptual table is taken where there are several, as browsers do, and black is
// not moved. Wraps `cmsCreateExtendedTransform`.
//
// CLCMS_GRAY: one byte a pixel to RGBA, whose alpha is left. CLCMS_RGB: RGBA to RGBA, whose alpha is
// left. CLCMS_CMYK: four bytes a pixel, 255 for no ink, to RGBA, whose alpha is left.
void *clcms_transform(void *profile);

// The same of 16 bits a sample in the order of the machine, without CLCMS_CMYK.
void *clcms_wide_transform(void *profile);

// Converts pixels. `from` and `to` may be the same for CLCMS_RGB. Several threads may use one
// transform at once. Wraps `cmsDoTransform`.
void clcms_transform_apply(void *transform, const void *from, void *to, size_t pixels);

void clcms_transform_free(void *transform);

#endif
