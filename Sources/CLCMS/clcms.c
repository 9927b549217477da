#include "clcms.h"

#include <copening.h>
#include <dlfcn.h>
#include <lcms2.h>
#include <pthread.h>
#include <stdio.h>

// The name has not changed since Little CMS 2.0.
#define FILE_NAME COPENING_FILE("lcms2", "2")

// Every function that is called; the compiler takes their types from the library's header.
#define FUNCTIONS(X)                                                                         \
  X(cmsBuildGamma) X(cmsBuildParametricToneCurve) X(cmsCloseProfile)                         \
  X(cmsCreateExtendedTransform) X(cmsCreateRGBProfile) X(cmsCreate_sRGBProfile)              \
  X(cmsDeleteTransform) X(cmsDoTransform) X(cmsFreeToneCurve) X(cmsGetColorSpace)            \
  X(cmsOpenProfileFromMem)

#define MEMBER(name) __typeof__(&name) name;
static struct { FUNCTIONS(MEMBER) } lcms;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[256];

static void open_library(void) {
  void *handle = copening_open(FILE_NAME, failure, sizeof failure);
  if (!handle) return;
#define FIND(name)                                                                            \
  lcms.name = (__typeof__(&name))dlsym(handle, #name);                                        \
  if (!lcms.name) {                                                                           \
    snprintf(failure, sizeof failure, "%s has no %s", FILE_NAME, #name);                      \
    return;                                                                                   \
  }
  FUNCTIONS(FIND)
}

const char *clcms_open(void) {
  pthread_once(&once, open_library);
  return failure[0] ? failure : NULL;
}

const char *clcms_file_name(void) { return FILE_NAME; }

void *clcms_profile(const uint8_t *bytes, size_t count) {
  if (count > UINT32_MAX) return NULL;
  return lcms.cmsOpenProfileFromMem(bytes, (cmsUInt32Number)count);
}

void *clcms_rgb_profile(const double c[8], int curve, double exponent) {
  // IEC 61966-2-1: a power with an offset, and a line near black.
  static const cmsFloat64Number standard[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  cmsToneCurve *tone = curve == CLCMS_CURVE_SRGB
                           ? lcms.cmsBuildParametricToneCurve(NULL, 4, standard)
                           : lcms.cmsBuildGamma(NULL, exponent);
  if (!tone) return NULL;
  cmsCIExyY white = {c[0], c[1], 1};
  cmsCIExyYTRIPLE primaries = {{c[2], c[3], 1}, {c[4], c[5], 1}, {c[6], c[7], 1}};
  cmsToneCurve *tones[3] = {tone, tone, tone};
  cmsHPROFILE profile = lcms.cmsCreateRGBProfile(&white, &primaries, tones);
  lcms.cmsFreeToneCurve(tone);
  return profile;
}

int clcms_profile_colors(void *profile) {
  switch (lcms.cmsGetColorSpace(profile)) {
    case cmsSigGrayData: return CLCMS_GRAY;
    case cmsSigRgbData: return CLCMS_RGB;
    case cmsSigCmykData: return CLCMS_CMYK;
    default: return CLCMS_OTHER;
  }
}

void clcms_profile_free(void *profile) { lcms.cmsCloseProfile(profile); }

static void *make_transform(
    void *profile, cmsUInt32Number from, cmsUInt32Number to, int is_exact) {
  cmsHPROFILE standard = lcms.cmsCreate_sRGBProfile();
  if (!standard) return NULL;
  cmsHPROFILE profiles[2] = {profile, standard};
  cmsBool moves_black[2] = {0, 0};
  // The first chooses the table. Black of version 4 would be moved if the second were perceptual,
  // too.
  cmsUInt32Number intents[2] = {INTENT_PERCEPTUAL, INTENT_RELATIVE_COLORIMETRIC};
  cmsFloat64Number adaptation[2] = {1, 1};
  // Without a cache of the last pixel, threads share nothing that changes. Of gray, there are 256 to
  // convert, and what Little CMS does for speed makes dark ones up to 10 of 255 wrong.
  cmsUInt32Number flags = cmsFLAGS_NOCACHE | (is_exact ? cmsFLAGS_NOOPTIMIZE : 0);
  cmsHTRANSFORM transform = lcms.cmsCreateExtendedTransform(
      NULL, 2, profiles, moves_black, intents, adaptation, NULL, 0, from, to, flags);
  lcms.cmsCloseProfile(standard);
  return transform;
}

void *clcms_transform(void *profile) {
  switch (clcms_profile_colors(profile)) {
    case CLCMS_GRAY: return make_transform(profile, TYPE_GRAY_8, TYPE_RGBA_8, 1);
    case CLCMS_RGB: return make_transform(profile, TYPE_RGBA_8, TYPE_RGBA_8, 0);
    case CLCMS_CMYK: return make_transform(profile, TYPE_CMYK_8_REV, TYPE_RGBA_8, 0);
    default: return NULL;
  }
}

void *clcms_wide_transform(void *profile) {
  switch (clcms_profile_colors(profile)) {
    case CLCMS_GRAY: return make_transform(profile, TYPE_GRAY_16, TYPE_RGBA_16, 1);
    case CLCMS_RGB: return make_transform(profile, TYPE_RGBA_16, TYPE_RGBA_16, 1);
    default: return NULL;
  }
}

void clcms_transform_apply(void *transform, const void *from, void *to, size_t pixels) {
  lcms.cmsDoTransform(transform, from, to, (cmsUInt32Number)pixels);
}

void clcms_transform_free(void *transform) { lcms.cmsDeleteTransform(transform); }
