// Every function of FFmpeg that animconv calls, under its own name: it looks the real one up in its
// library when it is first called. The compiler compares each with its declaration in FFmpeg's
// headers. None is seen outside the program, so FFmpeg's libraries never call these.
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "CFFmpeg.h"

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

// A caller that has not seen to it that the library is there is a mistake of animconv's own.
static _Noreturn void missing(const char *name) {
  fprintf(stderr, "animconv: %s was called, but FFmpeg's library is not there\n", name);
  abort();
}

#define FORWARD(library, result, name, parameters, arguments)                           \
  __attribute__((visibility("hidden"))) result name parameters {                        \
    static _Atomic(__typeof__(&name)) found;                                            \
    __typeof__(&name) real = atomic_load_explicit(&found, memory_order_acquire);        \
    if (!real) {                                                                        \
      real = (__typeof__(&name))cffmpeg_symbol(CFFMPEG_##library, #name);               \
      if (!real) missing(#name);                                                        \
      atomic_store_explicit(&found, real, memory_order_release);                        \
    }                                                                                   \
    return real arguments;                                                              \
  }

// What a caller hands over to be written became constant with libavformat 61 (FFmpeg 7).
#if LIBAVFORMAT_VERSION_MAJOR >= 61
#define WRITTEN const uint8_t
#else
#define WRITTEN uint8_t
#endif

// What a resampler only reads became constant with libswresample 5 (FFmpeg 7): layouts, and with
// them the pointers to samples.
#if LIBSWRESAMPLE_VERSION_MAJOR >= 5
#define CHANNEL_LAYOUT const AVChannelLayout
#define SAMPLES uint8_t *const *
#define READ_SAMPLES const uint8_t *const *
#else
#define CHANNEL_LAYOUT AVChannelLayout
#define SAMPLES uint8_t **
#define READ_SAMPLES const uint8_t **
#endif

// libavutil
FORWARD(AVUTIL, int, av_channel_layout_copy,
        (AVChannelLayout *dst, const AVChannelLayout *src), (dst, src))
FORWARD(AVUTIL, void, av_channel_layout_default,
        (AVChannelLayout *ch_layout, int nb_channels), (ch_layout, nb_channels))
FORWARD(AVUTIL, const char *, av_color_primaries_name,
        (enum AVColorPrimaries primaries), (primaries))
FORWARD(AVUTIL, const char *, av_color_range_name, (enum AVColorRange range), (range))
FORWARD(AVUTIL, const char *, av_color_space_name, (enum AVColorSpace space), (space))
FORWARD(AVUTIL, const char *, av_color_transfer_name,
        (enum AVColorTransferCharacteristic transfer), (transfer))
FORWARD(AVUTIL, int, av_compare_ts,
        (int64_t ts_a, AVRational tb_a, int64_t ts_b, AVRational tb_b), (ts_a, tb_a, ts_b, tb_b))
FORWARD(AVUTIL, void, av_dict_free, (AVDictionary **m), (m))
FORWARD(AVUTIL, AVDictionaryEntry *, av_dict_get,
        (const AVDictionary *m, const char *key, const AVDictionaryEntry *prev, int flags),
        (m, key, prev, flags))
FORWARD(AVUTIL, int, av_dict_set,
        (AVDictionary **pm, const char *key, const char *value, int flags), (pm, key, value, flags))
FORWARD(AVUTIL, AVFrame *, av_frame_alloc, (void), ())
FORWARD(AVUTIL, int, av_frame_apply_cropping, (AVFrame *frame, int flags), (frame, flags))
FORWARD(AVUTIL, void, av_frame_free, (AVFrame **frame), (frame))
FORWARD(AVUTIL, int, av_frame_get_buffer, (AVFrame *frame, int align), (frame, align))
FORWARD(AVUTIL, int, av_frame_ref, (AVFrame *dst, const AVFrame *src), (dst, src))
FORWARD(AVUTIL, AVFrameSideData *, av_frame_get_side_data,
        (const AVFrame *frame, enum AVFrameSideDataType type), (frame, type))
FORWARD(AVUTIL, int, av_frame_is_writable, (AVFrame *frame), (frame))
FORWARD(AVUTIL, void, av_free, (void *ptr), (ptr))
FORWARD(AVUTIL, void, av_freep, (void *ptr), (ptr))
FORWARD(AVUTIL, int, av_get_bytes_per_sample,
        (enum AVSampleFormat sample_fmt), (sample_fmt))
FORWARD(AVUTIL, enum AVPixelFormat, av_get_pix_fmt, (const char *name), (name))
FORWARD(AVUTIL, const char *, av_get_pix_fmt_name, (enum AVPixelFormat pix_fmt), (pix_fmt))
FORWARD(AVUTIL, int, av_log_format_line2,
        (void *ptr, int level, const char *fmt, va_list vl, char *line, int line_size,
         int *print_prefix), (ptr, level, fmt, vl, line, line_size, print_prefix))
FORWARD(AVUTIL, void, av_log_set_callback,
        (void (*callback)(void *, int, const char *, va_list)), (callback))
FORWARD(AVUTIL, void *, av_malloc, (size_t size), (size))
FORWARD(AVUTIL, const AVPixFmtDescriptor *, av_pix_fmt_desc_get,
        (enum AVPixelFormat pix_fmt), (pix_fmt))
FORWARD(AVUTIL, int, av_reduce,
        (int *dst_num, int *dst_den, int64_t num, int64_t den, int64_t max),
        (dst_num, dst_den, num, den, max))
FORWARD(AVUTIL, int64_t, av_rescale_q, (int64_t a, AVRational bq, AVRational cq), (a, bq, cq))
FORWARD(AVUTIL, int, av_sample_fmt_is_planar,
        (enum AVSampleFormat sample_fmt), (sample_fmt))
FORWARD(AVUTIL, int, av_strerror,
        (int errnum, char *errbuf, size_t errbuf_size), (errnum, errbuf, errbuf_size))
FORWARD(AVUTIL, const char *, av_version_info, (void), ())
FORWARD(AVUTIL, unsigned, avutil_version, (void), ())

// libswscale
FORWARD(SWSCALE, void, sws_freeContext, (struct SwsContext *swsContext), (swsContext))
FORWARD(SWSCALE, struct SwsContext *, sws_getCachedContext,
        (struct SwsContext *context, int srcW, int srcH, enum AVPixelFormat srcFormat, int dstW,
         int dstH, enum AVPixelFormat dstFormat, int flags, SwsFilter *srcFilter,
         SwsFilter *dstFilter, const double *param),
        (context, srcW, srcH, srcFormat, dstW, dstH, dstFormat, flags, srcFilter, dstFilter, param))
FORWARD(SWSCALE, const int *, sws_getCoefficients, (int colorspace), (colorspace))
FORWARD(SWSCALE, int, sws_scale,
        (struct SwsContext *c, const uint8_t *const srcSlice[], const int srcStride[],
         int srcSliceY, int srcSliceH, uint8_t *const dst[], const int dstStride[]),
        (c, srcSlice, srcStride, srcSliceY, srcSliceH, dst, dstStride))
FORWARD(SWSCALE, int, sws_setColorspaceDetails,
        (struct SwsContext *c, const int inv_table[4], int srcRange, const int table[4],
         int dstRange, int brightness, int contrast, int saturation),
        (c, inv_table, srcRange, table, dstRange, brightness, contrast, saturation))
FORWARD(SWSCALE, unsigned, swscale_version, (void), ())

// libswresample
FORWARD(SWRESAMPLE, int, swr_alloc_set_opts2,
        (struct SwrContext **ps, CHANNEL_LAYOUT *out_ch_layout,
         enum AVSampleFormat out_sample_fmt, int out_sample_rate,
         CHANNEL_LAYOUT *in_ch_layout, enum AVSampleFormat in_sample_fmt,
         int in_sample_rate, int log_offset, void *log_ctx),
        (ps, out_ch_layout, out_sample_fmt, out_sample_rate, in_ch_layout, in_sample_fmt,
         in_sample_rate, log_offset, log_ctx))
FORWARD(SWRESAMPLE, int, swr_convert,
        (struct SwrContext *s, SAMPLES out, int out_count, READ_SAMPLES in, int in_count),
        (s, out, out_count, in, in_count))
FORWARD(SWRESAMPLE, void, swr_free, (struct SwrContext **s), (s))
FORWARD(SWRESAMPLE, int, swr_init, (struct SwrContext *s), (s))
FORWARD(SWRESAMPLE, unsigned, swresample_version, (void), ())

// libavcodec
FORWARD(AVCODEC, int, av_new_packet, (AVPacket *pkt, int size), (pkt, size))
FORWARD(AVCODEC, AVPacket *, av_packet_alloc, (void), ())
FORWARD(AVCODEC, void, av_packet_free, (AVPacket **pkt), (pkt))
FORWARD(AVCODEC, uint8_t *, av_packet_get_side_data,
        (const AVPacket *pkt, enum AVPacketSideDataType type, size_t *size), (pkt, type, size))
FORWARD(AVCODEC, uint8_t *, av_packet_new_side_data,
        (AVPacket *pkt, enum AVPacketSideDataType type, size_t size), (pkt, type, size))
FORWARD(AVCODEC, void, av_packet_rescale_ts,
        (AVPacket *pkt, AVRational tb_src, AVRational tb_dst), (pkt, tb_src, tb_dst))
FORWARD(AVCODEC, void, av_packet_move_ref, (AVPacket *dst, AVPacket *src), (dst, src))
FORWARD(AVCODEC, void, av_packet_unref, (AVPacket *pkt), (pkt))
FORWARD(AVCODEC, AVCodecContext *, avcodec_alloc_context3, (const AVCodec *codec), (codec))
FORWARD(AVCODEC, const AVCodec *, avcodec_find_decoder, (enum AVCodecID id), (id))
FORWARD(AVCODEC, const AVCodec *, avcodec_find_decoder_by_name, (const char *name), (name))
FORWARD(AVCODEC, const AVCodec *, avcodec_find_encoder_by_name, (const char *name), (name))
FORWARD(AVCODEC, void, avcodec_flush_buffers, (AVCodecContext *avctx), (avctx))
FORWARD(AVCODEC, void, avcodec_free_context, (AVCodecContext **avctx), (avctx))
FORWARD(AVCODEC, const char *, avcodec_get_name, (enum AVCodecID id), (id))
FORWARD(AVCODEC, int, avcodec_open2,
        (AVCodecContext *avctx, const AVCodec *codec, AVDictionary **options),
        (avctx, codec, options))
FORWARD(AVCODEC, AVCodecParameters *, avcodec_parameters_alloc, (void), ())
FORWARD(AVCODEC, void, avcodec_parameters_free, (AVCodecParameters **parameters), (parameters))
FORWARD(AVCODEC, int, avcodec_parameters_copy,
        (AVCodecParameters *dst, const AVCodecParameters *src), (dst, src))
FORWARD(AVCODEC, int, avcodec_parameters_from_context,
        (AVCodecParameters *par, const AVCodecContext *codec), (par, codec))
FORWARD(AVCODEC, int, avcodec_parameters_to_context,
        (AVCodecContext *codec, const AVCodecParameters *par), (codec, par))
FORWARD(AVCODEC, int, avcodec_receive_frame,
        (AVCodecContext *avctx, AVFrame *frame), (avctx, frame))
FORWARD(AVCODEC, int, avcodec_receive_packet,
        (AVCodecContext *avctx, AVPacket *avpkt), (avctx, avpkt))
FORWARD(AVCODEC, int, avcodec_send_frame,
        (AVCodecContext *avctx, const AVFrame *frame), (avctx, frame))
FORWARD(AVCODEC, int, avcodec_send_packet,
        (AVCodecContext *avctx, const AVPacket *avpkt), (avctx, avpkt))
FORWARD(AVCODEC, unsigned, avcodec_version, (void), ())

// libavformat
FORWARD(AVFORMAT, int, av_find_best_stream,
        (AVFormatContext *ic, enum AVMediaType type, int wanted_stream_nb, int related_stream,
         const AVCodec **decoder_ret, int flags),
        (ic, type, wanted_stream_nb, related_stream, decoder_ret, flags))
FORWARD(AVFORMAT, const AVInputFormat *, av_find_input_format,
        (const char *short_name), (short_name))
FORWARD(AVFORMAT, const AVOutputFormat *, av_guess_format,
        (const char *short_name, const char *filename, const char *mime_type),
        (short_name, filename, mime_type))
FORWARD(AVFORMAT, AVRational, av_guess_sample_aspect_ratio,
        (AVFormatContext *format, AVStream *stream, AVFrame *frame), (format, stream, frame))
FORWARD(AVFORMAT, int, av_read_frame, (AVFormatContext *s, AVPacket *pkt), (s, pkt))
FORWARD(AVFORMAT, int, av_seek_frame,
        (AVFormatContext *s, int stream_index, int64_t timestamp, int flags),
        (s, stream_index, timestamp, flags))
FORWARD(AVFORMAT, int, av_write_frame, (AVFormatContext *s, AVPacket *pkt), (s, pkt))
FORWARD(AVFORMAT, int, av_write_trailer, (AVFormatContext *s), (s))
FORWARD(AVFORMAT, AVFormatContext *, avformat_alloc_context, (void), ())
FORWARD(AVFORMAT, int, avformat_alloc_output_context2,
        (AVFormatContext **ctx, const AVOutputFormat *oformat, const char *format_name,
         const char *filename), (ctx, oformat, format_name, filename))
FORWARD(AVFORMAT, void, avformat_close_input, (AVFormatContext **s), (s))
FORWARD(AVFORMAT, int, avformat_find_stream_info,
        (AVFormatContext *ic, AVDictionary **options), (ic, options))
FORWARD(AVFORMAT, void, avformat_free_context, (AVFormatContext *s), (s))
FORWARD(AVFORMAT, int, avformat_index_get_entries_count, (const AVStream *st), (st))
FORWARD(AVFORMAT, const AVIndexEntry *, avformat_index_get_entry, (AVStream *st, int idx),
        (st, idx))
FORWARD(AVFORMAT, AVStream *, avformat_new_stream, (AVFormatContext *s, const AVCodec *c), (s, c))
FORWARD(AVFORMAT, int, avformat_open_input,
        (AVFormatContext **ps, const char *url, const AVInputFormat *fmt, AVDictionary **options),
        (ps, url, fmt, options))
FORWARD(AVFORMAT, unsigned, avformat_version, (void), ())
FORWARD(AVFORMAT, int, avformat_write_header,
        (AVFormatContext *s, AVDictionary **options), (s, options))
FORWARD(AVFORMAT, AVIOContext *, avio_alloc_context,
        (unsigned char *buffer, int buffer_size, int write_flag, void *opaque,
         int (*read_packet)(void *, uint8_t *, int), int (*write_packet)(void *, WRITTEN *, int),
         int64_t (*seek)(void *, int64_t, int)),
        (buffer, buffer_size, write_flag, opaque, read_packet, write_packet, seek))
FORWARD(AVFORMAT, int, avio_closep, (AVIOContext **s), (s))
FORWARD(AVFORMAT, void, avio_context_free, (AVIOContext **s), (s))
FORWARD(AVFORMAT, void, avio_flush, (AVIOContext *s), (s))
FORWARD(AVFORMAT, int, avio_open, (AVIOContext **s, const char *url, int flags), (s, url, flags))
