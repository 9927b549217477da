// What FFmpeg's releases do by other functions and other fields.
#include "CFFmpeg.h"

#define AT(type, object, place) (*(type *)((char *)(object) + (place)))

// Side data of streams are in the codec parameters since libavcodec 60.30 (FFmpeg 6.1); the functions
// for streams went with libavformat 62 (FFmpeg 8). No headers have both.
typedef uint8_t *get_of_stream(const AVStream *, enum AVPacketSideDataType, size_t *);
typedef uint8_t *new_of_stream(AVStream *, enum AVPacketSideDataType, size_t);
typedef const AVPacketSideData *get_of_list(const AVPacketSideData *, int,
                                            enum AVPacketSideDataType);
typedef AVPacketSideData *new_of_list(AVPacketSideData **, int *, enum AVPacketSideDataType, size_t,
                                      int);

static void *parameters_of(const AVStream *stream) {
  return AT(void *, stream, cffmpeg_places()->AVStream_codecpar);
}

const uint8_t *cffmpeg_side_data(const AVStream *stream, enum AVPacketSideDataType type,
                                 size_t leastSize) {
  const struct cffmpeg_layout *places = cffmpeg_places();
  if (places->AVCodecParameters_coded_side_data == CFFMPEG_ABSENT) {
    get_of_stream *get = (get_of_stream *)cffmpeg_symbol(CFFMPEG_AVFORMAT, "av_stream_get_side_data");
    size_t size = 0;
    const uint8_t *data = get ? get(stream, type, &size) : 0;
    return size >= leastSize ? data : 0;
  }
  get_of_list *get = (get_of_list *)cffmpeg_symbol(CFFMPEG_AVCODEC, "av_packet_side_data_get");
  if (!get) return 0;
  void *parameters = parameters_of(stream);
  const AVPacketSideData *side =
      get(AT(AVPacketSideData *, parameters, places->AVCodecParameters_coded_side_data),
          AT(int, parameters, places->AVCodecParameters_nb_coded_side_data), type);
  return side && side->size >= leastSize ? side->data : 0;
}

uint8_t *cffmpeg_add_side_data(AVStream *stream, enum AVPacketSideDataType type, size_t size) {
  const struct cffmpeg_layout *places = cffmpeg_places();
  if (places->AVCodecParameters_coded_side_data == CFFMPEG_ABSENT) {
    new_of_stream *add = (new_of_stream *)cffmpeg_symbol(CFFMPEG_AVFORMAT, "av_stream_new_side_data");
    return add ? add(stream, type, size) : 0;
  }
  new_of_list *add = (new_of_list *)cffmpeg_symbol(CFFMPEG_AVCODEC, "av_packet_side_data_new");
  if (!add) return 0;
  void *parameters = parameters_of(stream);
  AVPacketSideData *side =
      add(&AT(AVPacketSideData *, parameters, places->AVCodecParameters_coded_side_data),
          &AT(int, parameters, places->AVCodecParameters_nb_coded_side_data), type, size, 0);
  return side ? side->data : 0;
}

// Fields of their own until libavutil 58 (FFmpeg 6), flags since libavutil 58.7 (FFmpeg 6.1).
enum { INTERLACED = 1 << 3, TOP_FIELD_FIRST = 1 << 4 };

static int has(const AVFrame *frame, uint16_t field, int flag) {
  if (field != CFFMPEG_ABSENT) return AT(int, frame, field) != 0;
  return (AT(int, frame, cffmpeg_places()->AVFrame_flags) & flag) != 0;
}

int cffmpeg_is_interlaced(const AVFrame *frame) {
  return has(frame, cffmpeg_places()->AVFrame_interlaced_frame, INTERLACED);
}

int cffmpeg_is_top_field_first(const AVFrame *frame) {
  return has(frame, cffmpeg_places()->AVFrame_top_field_first, TOP_FIELD_FIRST);
}
