// Decodes every frame of a GIF with FFmpeg's demuxer and decoder on one thread; the decoder composes
// BGRA pictures itself.
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <stdio.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
  av_log_set_level(AV_LOG_ERROR);
  for (int a = 1; a < argc; a++) {
    double start = now();
    AVFormatContext *format = NULL;
    if (avformat_open_input(&format, argv[a], NULL, NULL) < 0) return 1;
    if (avformat_find_stream_info(format, NULL) < 0) return 1;
    AVStream *stream = format->streams[0];
    const AVCodec *codec = avcodec_find_decoder(stream->codecpar->codec_id);
    AVCodecContext *context = avcodec_alloc_context3(codec);
    avcodec_parameters_to_context(context, stream->codecpar);
    context->thread_count = 1;
    if (avcodec_open2(context, codec, NULL) < 0) return 1;
    AVPacket *packet = av_packet_alloc();
    AVFrame *frame = av_frame_alloc();
    long frames = 0, pixels = 0;
    unsigned long checksum = 0;
    int ended = 0;
    while (!ended) {
      if (av_read_frame(format, packet) < 0) {
        ended = 1;
        avcodec_send_packet(context, NULL);
      } else {
        avcodec_send_packet(context, packet);
        av_packet_unref(packet);
      }
      while (avcodec_receive_frame(context, frame) == 0) {
        frames++;
        pixels += (long)frame->width * frame->height;
        checksum += frame->data[0][frame->linesize[0] * (frame->height / 2) + 2];
        av_frame_unref(frame);
      }
    }
    double seconds = now() - start;
    printf("ffmpeg\t%ld\t%ld\t%f\t%f\t%lu\n", frames, pixels, seconds, seconds * 1e9 / pixels,
           checksum);
    av_frame_free(&frame);
    av_packet_free(&packet);
    avcodec_free_context(&context);
    avformat_close_input(&format);
  }
  return 0;
}
