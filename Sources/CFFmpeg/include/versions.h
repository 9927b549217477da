// What FFmpeg's releases do differently, from 5.1 to 9.0, under one name each. The only place that
// asks which release it is built for (FFmpeg's doc/APIchanges says since when).
#ifndef ANIMCONV_CFFMPEG_VERSIONS_H
#define ANIMCONV_CFFMPEG_VERSIONS_H

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
// as the demuxer subtracts it; before, the caller has to. What is written is read back, so that a
// release that does otherwise is noticed.
#if LIBAVFORMAT_VERSION_MAJOR >= 61
static const int CFFMPEG_MATROSKA_ADDS_DELAY = 1;
#else
static const int CFFMPEG_MATROSKA_ADDS_DELAY = 0;
#endif

// The display matrix of a stream, nine numbers; null without one. In the codec parameters since
// libavcodec 60.30 (FFmpeg 6.1); the old function went with libavformat 62 (FFmpeg 8).
static inline const int32_t *cffmpeg_display_matrix(const AVStream *stream) {
#if LIBAVCODEC_VERSION_MAJOR >= 61
  const AVPacketSideData *side =
      av_packet_side_data_get(stream->codecpar->coded_side_data,
                              stream->codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
  return side && side->size >= 9 * sizeof(int32_t) ? (const int32_t *)side->data : 0;
#else
  size_t size = 0;
  const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  return size >= 9 * sizeof(int32_t) ? (const int32_t *)data : 0;
#endif
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

// Both sides have the same matrix (`SWS_CS_...`); the target uses all values.
static inline int cffmpeg_scaler_set_colors(void *scaler, int matrix, int isFullRange) {
  const int *table = sws_getCoefficients(matrix);
  return sws_setColorspaceDetails((struct SwsContext *)scaler, table, isFullRange, table, 1, 0,
                                  1 << 16, 1 << 16);
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
