// The parts of FFmpeg's C interface that animconv uses, and its macros as constants, because Swift
// imports neither macros with casts nor macros with compound literals.
#ifndef ANIMCONV_CFFMPEG_H
#define ANIMCONV_CFFMPEG_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/dict.h>
#include <libavutil/display.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/error.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/mathematics.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

#include "libraries.h"
#include "versions.h"

static const int CFFMPEG_ERROR_EOF = AVERROR_EOF;
static const int CFFMPEG_ERROR_EAGAIN = AVERROR(EAGAIN);
static const int CFFMPEG_ERROR_EINVAL = AVERROR(EINVAL);
static const int CFFMPEG_ERROR_ENOMEM = AVERROR(ENOMEM);
static const int CFFMPEG_ERROR_ENOSPC = AVERROR(ENOSPC);
static const int CFFMPEG_ERROR_EIO = AVERROR(EIO);
static const int CFFMPEG_ERROR_EXIT = AVERROR_EXIT;
static const int CFFMPEG_ERROR_INVALIDDATA = AVERROR_INVALIDDATA;
static const int CFFMPEG_ERROR_ENCODER_NOT_FOUND = AVERROR_ENCODER_NOT_FOUND;
static const int CFFMPEG_ERROR_DECODER_NOT_FOUND = AVERROR_DECODER_NOT_FOUND;
static const int64_t CFFMPEG_NOPTS_VALUE = AV_NOPTS_VALUE;
static const int64_t CFFMPEG_TIME_BASE = AV_TIME_BASE;

// The releases that the headers belong to, to be compared with what the loaded libraries answer.
static const unsigned CFFMPEG_AVCODEC_VERSION = LIBAVCODEC_VERSION_INT;
static const unsigned CFFMPEG_AVFORMAT_VERSION = LIBAVFORMAT_VERSION_INT;
static const unsigned CFFMPEG_AVUTIL_VERSION = LIBAVUTIL_VERSION_INT;
static const unsigned CFFMPEG_SWRESAMPLE_VERSION = LIBSWRESAMPLE_VERSION_INT;
static const unsigned CFFMPEG_SWSCALE_VERSION = LIBSWSCALE_VERSION_INT;

#endif
