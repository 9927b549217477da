// The functions of libjxl that are called, once it is open.
#ifndef ANIMCONV_JXL_OPENED_H
#define ANIMCONV_JXL_OPENED_H

#include "jxl_layout.h"

#define CJXL_FUNCTIONS(X)                                                                     \
  X(JxlDecoderVersion) X(JxlDecoderCreate) X(JxlDecoderDestroy) X(JxlDecoderRewind)           \
  X(JxlDecoderSkipFrames) X(JxlDecoderSubscribeEvents) X(JxlDecoderSetUnpremultiplyAlpha)     \
  X(JxlDecoderSetCoalescing) X(JxlDecoderProcessInput) X(JxlDecoderSetInput)                  \
  X(JxlDecoderReleaseInput) X(JxlDecoderCloseInput) X(JxlDecoderGetBasicInfo)                 \
  X(JxlDecoderGetFrameHeader) X(JxlDecoderGetColorAsEncodedProfile)                           \
  X(JxlDecoderGetICCProfileSize) X(JxlDecoderGetColorAsICCProfile)                            \
  X(JxlDecoderSetPreferredColorProfile) X(JxlDecoderSetImageOutBuffer)                        \
  X(JxlDecoderFlushImage)                                                                     \
  X(JxlColorEncodingSetToSRGB) X(JxlEncoderCreate) X(JxlEncoderDestroy)                       \
  X(JxlEncoderInitBasicInfo) X(JxlEncoderSetBasicInfo) X(JxlEncoderSetColorEncoding)          \
  X(JxlEncoderFrameSettingsCreate) X(JxlEncoderFrameSettingsSetOption)                        \
  X(JxlEncoderSetFrameLossless) X(JxlEncoderSetFrameDistance) X(JxlEncoderInitFrameHeader)    \
  X(JxlEncoderSetFrameHeader) X(JxlEncoderInitBlendInfo) X(JxlEncoderSetExtraChannelBlendInfo) \
  X(JxlEncoderAddImageFrame) X(JxlEncoderCloseInput) X(JxlEncoderProcessOutput)

// 0.9 took an unused argument away from the three that tell of colours: each has both types.
typedef struct {
  uint32_t (*JxlDecoderVersion)(void);
  void *(*JxlDecoderCreate)(const void *memory);
  void (*JxlDecoderDestroy)(void *);
  void (*JxlDecoderRewind)(void *);
  void (*JxlDecoderSkipFrames)(void *, size_t);
  int (*JxlDecoderSubscribeEvents)(void *, int);
  int (*JxlDecoderSetUnpremultiplyAlpha)(void *, int);
  int (*JxlDecoderSetCoalescing)(void *, int);
  int (*JxlDecoderProcessInput)(void *);
  int (*JxlDecoderSetInput)(void *, const uint8_t *, size_t);
  size_t (*JxlDecoderReleaseInput)(void *);
  void (*JxlDecoderCloseInput)(void *);
  int (*JxlDecoderGetBasicInfo)(const void *, layout_basic_info *);
  int (*JxlDecoderGetFrameHeader)(const void *, layout_frame_header *);
  void (*JxlDecoderGetColorAsEncodedProfile)(void);
  void (*JxlDecoderGetICCProfileSize)(void);
  void (*JxlDecoderGetColorAsICCProfile)(void);
  int (*JxlDecoderSetPreferredColorProfile)(void *, const layout_color_encoding *);
  int (*JxlDecoderSetImageOutBuffer)(void *, const layout_pixel_format *, void *, size_t);
  int (*JxlDecoderFlushImage)(void *);
  void (*JxlColorEncodingSetToSRGB)(layout_color_encoding *, int is_gray);
  void *(*JxlEncoderCreate)(const void *memory);
  void (*JxlEncoderDestroy)(void *);
  void (*JxlEncoderInitBasicInfo)(layout_basic_info *);
  int (*JxlEncoderSetBasicInfo)(void *, const layout_basic_info *);
  int (*JxlEncoderSetColorEncoding)(void *, const layout_color_encoding *);
  void *(*JxlEncoderFrameSettingsCreate)(void *, const void *);
  int (*JxlEncoderFrameSettingsSetOption)(void *, int, int64_t);
  int (*JxlEncoderSetFrameLossless)(void *, int);
  int (*JxlEncoderSetFrameDistance)(void *, float);
  void (*JxlEncoderInitFrameHeader)(layout_frame_header *);
  int (*JxlEncoderSetFrameHeader)(void *, const layout_frame_header *);
  void (*JxlEncoderInitBlendInfo)(layout_blend_info *);
  int (*JxlEncoderSetExtraChannelBlendInfo)(void *, size_t, const layout_blend_info *);
  int (*JxlEncoderAddImageFrame)(const void *, const layout_pixel_format *, const void *, size_t);
  void (*JxlEncoderCloseInput)(void *);
  int (*JxlEncoderProcessOutput)(void *, uint8_t **, size_t *);
} cjxl_functions;

// Around calls that may write to standard error.
void cjxl_begin_work(void);
void cjxl_end_work(void);

extern cjxl_functions cjxl_library __attribute__((visibility("hidden")));

#endif
