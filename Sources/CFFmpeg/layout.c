// The places of fields in each release, as numbers, and whether a library agrees with them.
#include "layout.h"

#include <dlfcn.h>
#include <string.h>

#include "CFFmpeg.h"

#define ABSENT CFFMPEG_ABSENT
#define FIVE(five, six, seven, eight, nine) five
#define SIX(five, six, seven, eight, nine) six
#define SEVEN(five, six, seven, eight, nine) seven
#define EIGHT(five, six, seven, eight, nine) eight
#define NINE(five, six, seven, eight, nine) nine

// What the headers of this build say.
#if LIBAVUTIL_VERSION_MAJOR < 59
#define UNTIL_6_HERE(structure, name) offsetof(structure, name)
#else
#define UNTIL_6_HERE(structure, name) ABSENT
#endif
#if LIBAVCODEC_VERSION_MAJOR >= 61
#define SINCE_7_HERE(structure, name) offsetof(structure, name)
#else
#define SINCE_7_HERE(structure, name) ABSENT
#endif

#ifndef __LP64__
// The numbers are not for this system.
#elif LIBAVCODEC_VERSION_MAJOR == 59
#define COLUMN FIVE
#elif LIBAVCODEC_VERSION_MAJOR == 60
#define COLUMN SIX
#elif LIBAVCODEC_VERSION_MAJOR == 61
#define COLUMN SEVEN
#elif LIBAVCODEC_VERSION_MAJOR == 62
#define COLUMN EIGHT
#elif LIBAVCODEC_VERSION_MAJOR == 63
#define COLUMN NINE
#endif

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

#ifdef COLUMN
#define SAME(structure, name, here, column) \
  _Static_assert(here == column, #structure "." #name " is elsewhere in these headers");
#define FIELD(structure, name, ...) \
  SAME(structure, name, offsetof(structure, name), COLUMN(__VA_ARGS__))
#define FIELD_UNTIL_6(structure, name, ...) \
  SAME(structure, name, UNTIL_6_HERE(structure, name), COLUMN(__VA_ARGS__))
#define FIELD_SINCE_7(structure, name, ...) \
  SAME(structure, name, SINCE_7_HERE(structure, name), COLUMN(__VA_ARGS__))
#include "fields.h"
#undef FIELD
#undef FIELD_UNTIL_6
#undef FIELD_SINCE_7
#endif

const struct cffmpeg_release cffmpeg_releases[] = {
#ifdef __LP64__
#define FIELD_UNTIL_6 FIELD
#define FIELD_SINCE_7 FIELD
#define FIELD(structure, name, ...) .structure##_##name = NINE(__VA_ARGS__),
  {{61, 10, 7, 63, 63}, {
#include "fields.h"
  }},
#undef FIELD
#define FIELD(structure, name, ...) .structure##_##name = EIGHT(__VA_ARGS__),
  {{60, 9, 6, 62, 62}, {
#include "fields.h"
  }},
#undef FIELD
#define FIELD(structure, name, ...) .structure##_##name = SEVEN(__VA_ARGS__),
  {{59, 8, 5, 61, 61}, {
#include "fields.h"
  }},
#undef FIELD
#define FIELD(structure, name, ...) .structure##_##name = SIX(__VA_ARGS__),
  {{58, 7, 4, 60, 60}, {
#include "fields.h"
  }},
#undef FIELD
#define FIELD(structure, name, ...) .structure##_##name = FIVE(__VA_ARGS__),
  {{57, 6, 4, 59, 59}, {
#include "fields.h"
  }},
#undef FIELD
#undef FIELD_UNTIL_6
#undef FIELD_SINCE_7
#endif
#ifndef COLUMN
  // A release without a column: animconv works with the one that it is built for.
  {{LIBAVUTIL_VERSION_MAJOR, LIBSWSCALE_VERSION_MAJOR, LIBSWRESAMPLE_VERSION_MAJOR,
    LIBAVCODEC_VERSION_MAJOR, LIBAVFORMAT_VERSION_MAJOR}, {
#define FIELD(structure, name, ...) .structure##_##name = offsetof(structure, name),
#define FIELD_UNTIL_6(structure, name, ...) .structure##_##name = UNTIL_6_HERE(structure, name),
#define FIELD_SINCE_7(structure, name, ...) .structure##_##name = SINCE_7_HERE(structure, name),
#include "fields.h"
#undef FIELD
#undef FIELD_UNTIL_6
#undef FIELD_SINCE_7
  }},
#endif
};

const size_t cffmpeg_release_count = sizeof cffmpeg_releases / sizeof *cffmpeg_releases;

#define FUNCTION(name) __typeof__(&name) name##_ = (__typeof__(&name))dlsym(handle, #name)
#define AT(type, object, place) (*(type *)((char *)(object) + (place)))

// New frames have values that are not zero.
static const char *misplaced_in_frame(void *handle, const struct cffmpeg_layout *layout) {
  FUNCTION(av_frame_alloc);
  FUNCTION(av_frame_free);
  if (!av_frame_alloc_ || !av_frame_free_) return "av_frame_alloc";
  AVFrame *frame = av_frame_alloc_();
  if (!frame) return NULL;
  const char *found = NULL;
  if (AT(int, frame, layout->AVFrame_format) != -1) found = "AVFrame.format";
  else if (AT(int64_t, frame, layout->AVFrame_pts) != AV_NOPTS_VALUE) found = "AVFrame.pts";
  else if (AT(int64_t, frame, layout->AVFrame_best_effort_timestamp) != AV_NOPTS_VALUE)
    found = "AVFrame.best_effort_timestamp";
  else if (AT(int, frame, layout->AVFrame_color_primaries) != AVCOL_PRI_UNSPECIFIED
           || AT(int, frame, layout->AVFrame_color_trc) != AVCOL_TRC_UNSPECIFIED
           || AT(int, frame, layout->AVFrame_colorspace) != AVCOL_SPC_UNSPECIFIED)
    found = "AVFrame.colorspace";
  else if (AT(int, frame, layout->AVFrame_sample_aspect_ratio + 4) != 1)
    found = "AVFrame.sample_aspect_ratio";
  av_frame_free_(&frame);
  return found;
}

// Codecs tell where the fields are that options set.
static const char *misplaced_in_codec(void *handle, const struct cffmpeg_layout *layout) {
  FUNCTION(avcodec_get_class);
  if (!avcodec_get_class_) return "avcodec_get_class";
  const struct {
    const char *option, *field;
    uint16_t place;
  } known[] = {
    {"b", "bit_rate", layout->AVCodecContext_bit_rate},
    {"flags", "flags", layout->AVCodecContext_flags},
    {"threads", "thread_count", layout->AVCodecContext_thread_count},
    {"ar", "sample_rate", layout->AVCodecContext_sample_rate},
    {"g", "gop_size", layout->AVCodecContext_gop_size},
    {"bf", "max_b_frames", layout->AVCodecContext_max_b_frames},
    {"qmin", "qmin", layout->AVCodecContext_qmin},
    {"qmax", "qmax", layout->AVCodecContext_qmax},
    {"skip_frame", "skip_frame", layout->AVCodecContext_skip_frame},
    {"max_pixels", "max_pixels", layout->AVCodecContext_max_pixels},
    {"global_quality", "global_quality", layout->AVCodecContext_global_quality},
    {"pkt_timebase", "pkt_timebase", layout->AVCodecContext_pkt_timebase},
    {"color_range", "color_range", layout->AVCodecContext_color_range},
    {"color_primaries", "color_primaries", layout->AVCodecContext_color_primaries},
    {"color_trc", "color_trc", layout->AVCodecContext_color_trc},
    {"colorspace", "colorspace", layout->AVCodecContext_colorspace},
    {"chroma_sample_location", "chroma_sample_location",
     layout->AVCodecContext_chroma_sample_location},
  };
  const AVClass *class = avcodec_get_class_();
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const AVOption *option = class->option;
    while (option && option->name
           // Names of values have no place.
           && (!option->offset || strcmp(option->name, known[i].option)))
      option++;
    if (option && option->name && option->offset != known[i].place) return known[i].field;
  }
  return NULL;
}

// A new stream has an index, parameters and times that nobody knows.
static const char *misplaced_in_container(void *handle, const struct cffmpeg_layout *layout) {
  FUNCTION(avformat_alloc_context);
  FUNCTION(avformat_new_stream);
  FUNCTION(avformat_free_context);
  if (!avformat_alloc_context_ || !avformat_new_stream_ || !avformat_free_context_)
    return "avformat_new_stream";
  AVFormatContext *context = avformat_alloc_context_();
  if (!context) return NULL;
  const char *found = NULL;
  AVStream *stream = NULL;
  if (avformat_new_stream_(context, NULL) && avformat_new_stream_(context, NULL)) {
    if (AT(unsigned, context, layout->AVFormatContext_nb_streams) != 2)
      found = "AVFormatContext.nb_streams";
    else stream = AT(AVStream **, context, layout->AVFormatContext_streams)[1];
  }
  if (stream) {
    if (AT(int, stream, layout->AVStream_index) != 1) found = "AVStream.index";
    else if (!AT(void *, stream, layout->AVStream_codecpar)) found = "AVStream.codecpar";
    else if (AT(int64_t, stream, layout->AVStream_start_time) != AV_NOPTS_VALUE)
      found = "AVStream.start_time";
    else if (AT(int64_t, stream, layout->AVStream_duration) != AV_NOPTS_VALUE)
      found = "AVStream.duration";
    else {
      void *parameters = AT(void *, stream, layout->AVStream_codecpar);
      if (AT(int, parameters, layout->AVCodecParameters_codec_type) != AVMEDIA_TYPE_UNKNOWN)
        found = "AVCodecParameters.codec_type";
      else if (AT(int, parameters, layout->AVCodecParameters_format) != -1)
        found = "AVCodecParameters.format";
      else if (AT(int, parameters, layout->AVCodecParameters_color_primaries)
                   != AVCOL_PRI_UNSPECIFIED
               || AT(int, parameters, layout->AVCodecParameters_color_trc)
                      != AVCOL_TRC_UNSPECIFIED
               || AT(int, parameters, layout->AVCodecParameters_color_space)
                      != AVCOL_SPC_UNSPECIFIED)
        found = "AVCodecParameters.color_space";
    }
  }
  avformat_free_context_(context);
  return found;
}

const char *cffmpeg_misplaced(int library, void *handle, const struct cffmpeg_layout *layout) {
  switch (library) {
    case CFFMPEG_AVUTIL: return misplaced_in_frame(handle, layout);
    case CFFMPEG_AVCODEC: return misplaced_in_codec(handle, layout);
    case CFFMPEG_AVFORMAT: return misplaced_in_container(handle, layout);
    default: return NULL;
  }
}
