// What FFmpeg's releases do differently, from 5.1 to 9.0, under one name each (FFmpeg's doc/APIchanges
// says since when).
#ifndef ANIMCONV_CFFMPEG_VERSIONS_H
#define ANIMCONV_CFFMPEG_VERSIONS_H

#include <stddef.h>

#include "libraries.h"

// The libraries of FFmpeg 5.1, the oldest release that animconv works with.
#define CFFMPEG_LEAST_AVUTIL AV_VERSION_INT(57, 28, 100)
#define CFFMPEG_LEAST_AVCODEC AV_VERSION_INT(59, 37, 100)
#define CFFMPEG_LEAST_AVFORMAT AV_VERSION_INT(59, 27, 100)
#define CFFMPEG_LEAST_SWRESAMPLE AV_VERSION_INT(4, 7, 100)
#define CFFMPEG_LEAST_SWSCALE AV_VERSION_INT(6, 7, 100)

#if LIBAVUTIL_VERSION_INT < CFFMPEG_LEAST_AVUTIL || LIBAVCODEC_VERSION_INT < CFFMPEG_LEAST_AVCODEC \
    || LIBAVFORMAT_VERSION_INT < CFFMPEG_LEAST_AVFORMAT \
    || LIBSWSCALE_VERSION_INT < CFFMPEG_LEAST_SWSCALE \
    || LIBSWRESAMPLE_VERSION_INT < CFFMPEG_LEAST_SWRESAMPLE
#error "animconv needs FFmpeg 5.1 or newer; install newer libavformat, libavcodec, libavutil, libswresample and libswscale with their headers"
#endif

static const unsigned CFFMPEG_LEAST_AVUTIL_VERSION = CFFMPEG_LEAST_AVUTIL;
static const unsigned CFFMPEG_LEAST_AVCODEC_VERSION = CFFMPEG_LEAST_AVCODEC;
static const unsigned CFFMPEG_LEAST_AVFORMAT_VERSION = CFFMPEG_LEAST_AVFORMAT;
static const unsigned CFFMPEG_LEAST_SWRESAMPLE_VERSION = CFFMPEG_LEAST_SWRESAMPLE;
static const unsigned CFFMPEG_LEAST_SWSCALE_VERSION = CFFMPEG_LEAST_SWSCALE;

// Whether the muxer of Matroska adds what an Opus decoder drops at its start to the times of packets,
// as the demuxer subtracts it (since libavformat 61, FFmpeg 7); before, the caller has to. What is
// written is read back, so that a release that does otherwise is noticed.
static inline int cffmpeg_matroska_adds_delay(void) {
  return cffmpeg_major(CFFMPEG_AVFORMAT) >= 61;
}

// What a stream carries beside its packets, null without it.
const uint8_t *cffmpeg_side_data(const AVStream *stream, enum AVPacketSideDataType type,
                                 size_t leastSize);

// Room for what a stream carries beside its packets, to be written before the container's header;
// null when there is no memory.
uint8_t *cffmpeg_add_side_data(AVStream *stream, enum AVPacketSideDataType type, size_t size);

// Whether a picture is of two fields, and which was first.
int cffmpeg_is_interlaced(const AVFrame *frame);
int cffmpeg_is_top_field_first(const AVFrame *frame);

// The display matrix of a stream, nine numbers; null without one.
static inline const int32_t *cffmpeg_display_matrix(const AVStream *stream) {
  return (const int32_t *)cffmpeg_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX,
                                            9 * sizeof(int32_t));
}

// The highest luminance that a description of light names, in cd/m2: of the brightest pixel, else of
// the display on which the video was graded (CTA-861.3, SMPTE ST 2086). 0 when it names none.
static inline double cffmpeg_peak(const AVContentLightMetadata *light,
                                  const AVMasteringDisplayMetadata *display) {
  if (light && light->MaxCLL > 0) return light->MaxCLL;
  if (display && display->has_luminance && display->max_luminance.den > 0)
    return av_q2d(display->max_luminance);
  return 0;
}

static inline double cffmpeg_stream_peak(const AVStream *stream) {
  return cffmpeg_peak(
      (const AVContentLightMetadata *)cffmpeg_side_data(
          stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, sizeof(AVContentLightMetadata)),
      (const AVMasteringDisplayMetadata *)cffmpeg_side_data(
          stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, sizeof(AVMasteringDisplayMetadata)));
}

static inline double cffmpeg_frame_peak(const AVFrame *frame) {
  const AVFrameSideData *light = av_frame_get_side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL);
  const AVFrameSideData *display =
      av_frame_get_side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA);
  return cffmpeg_peak(light ? (const AVContentLightMetadata *)light->data : 0,
                      display ? (const AVMasteringDisplayMetadata *)display->data : 0);
}

// What a stream says of Dolby Vision; null when it says nothing.
static inline const AVDOVIDecoderConfigurationRecord *cffmpeg_dolby_vision(const AVStream *stream) {
  return (const AVDOVIDecoderConfigurationRecord *)cffmpeg_side_data(
      stream, AV_PKT_DATA_DOVI_CONF,
      offsetof(AVDOVIDecoderConfigurationRecord, dv_bl_signal_compatibility_id) + sizeof(uint8_t));
}

// Macros until libswscale 8, an enumeration since libswscale 9 (FFmpeg 8).
static const int CFFMPEG_SWS_BICUBIC = SWS_BICUBIC;
static const int CFFMPEG_SWS_ACCURATE_RND = SWS_ACCURATE_RND;
static const int CFFMPEG_SWS_FULL_CHR_H_INT = SWS_FULL_CHR_H_INT;
static const int CFFMPEG_SWS_FULL_CHR_H_INP = SWS_FULL_CHR_H_INP;
static const int CFFMPEG_SWS_BITEXACT = SWS_BITEXACT;

// A scaler as a pointer to nothing known: libswscale's structure was opaque until FFmpeg 7.1, and
// Swift takes pointers to known and to unknown structures for different types.
static inline void *cffmpeg_scaler(void *known, int width, int height, enum AVPixelFormat format,
                                   int toWidth, int toHeight, enum AVPixelFormat toFormat,
                                   int flags) {
  return sws_getCachedContext((struct SwsContext *)known, width, height, format, toWidth, toHeight,
                              toFormat, flags, 0, 0, 0);
}

// Both sides have the same matrix (`SWS_CS_...`).
static inline int cffmpeg_scaler_set_colors(void *scaler, int matrix, int isFullRange,
                                            int targetIsFullRange) {
  const int *table = sws_getCoefficients(matrix);
  return sws_setColorspaceDetails((struct SwsContext *)scaler, table, isFullRange, table,
                                  targetIsFullRange, 0, 1 << 16, 1 << 16);
}

static inline int cffmpeg_scaler_scale(void *scaler, const uint8_t *const source[],
                                       const int sourceStrides[], int rows,
                                       uint8_t *const target[], const int targetStrides[]) {
  return sws_scale((struct SwsContext *)scaler, source, sourceStrides, 0, rows, target,
                   targetStrides);
}

static inline void cffmpeg_scaler_free(void *scaler) {
  sws_freeContext((struct SwsContext *)scaler);
}

#endif
