/// animconv in C: the frames of an animation with exact times, and conversions.
///
/// This interface is experimental: functions and structures may change with every release. Compare
/// `animconv_abi()` with `ANIMCONV_ABI` before anything else.
///
/// Texts are UTF-8 and end with NUL. Pointers must not be null unless a function says so. Errors have
/// the numbers of the command's exit codes; a function that failed leaves its details in
/// `animconv_last_error()`.
///
/// **Threads.** Every function may be called from any thread. Calls for one animation run one after
/// another. Nothing calls back.
///
/// **Forks.** The library's threads do not exist in a child of `fork`. Once the parent has opened or
/// converted something, every function of its children fails with `ANIMCONV_UNAVAILABLE` instead of
/// waiting for ever. Start such children with `exec`, or with `spawn` in Python.

#ifndef ANIMCONV_H
#define ANIMCONV_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of this interface. It grows by one with every change that old callers would notice.
#define ANIMCONV_ABI 1

/// Results of functions. Those above 0 are the exit codes of the command.
enum {
  /// Not finished yet; only from `animconv_wait`.
  ANIMCONV_RUNNING = -1,
  /// No error.
  ANIMCONV_OK = 0,
  /// The output does not meet a platform's requirements.
  ANIMCONV_CONSTRAINT = 3,
  /// The request contradicts itself or does not apply to this input.
  ANIMCONV_USAGE = 64,
  /// The input is damaged, unsupported or over a limit.
  ANIMCONV_DAMAGED = 65,
  /// The input does not exist.
  ANIMCONV_MISSING = 66,
  /// A library is not installed, or this is a forked child.
  ANIMCONV_UNAVAILABLE = 69,
  /// A mistake of animconv itself.
  ANIMCONV_INTERNAL = 70,
  /// The output exists or cannot be created.
  ANIMCONV_CANNOT_CREATE = 73,
  /// The system could not read or write.
  ANIMCONV_INPUT_OUTPUT = 74,
  /// A preset or a setting is invalid.
  ANIMCONV_CONFIGURATION = 78,
  /// Cancelled by `animconv_cancel`.
  ANIMCONV_CANCELLED = 130
};

/// The layout of pixels in the caller's memory: 8 bits a channel, sRGB, rows from the top.
enum {
  /// Red, green, blue, straight alpha.
  ANIMCONV_RGBA = 0,
  /// Blue, green, red, straight alpha.
  ANIMCONV_BGRA = 1,
  /// Red, green, blue, alpha; colours are multiplied by alpha.
  ANIMCONV_RGBA_PREMULTIPLIED = 2,
  /// Blue, green, red, alpha; colours are multiplied by alpha.
  ANIMCONV_BGRA_PREMULTIPLIED = 3
};

/// Transparency, as far as headers tell.
enum {
  /// Every pixel is opaque.
  ANIMCONV_ALPHA_ABSENT = 0,
  /// Only decoding can decide.
  ANIMCONV_ALPHA_POSSIBLE = 1,
  /// Some pixel is not opaque.
  ANIMCONV_ALPHA_PRESENT = 2
};

/// Exactly `numerator / denominator` seconds, reduced; the denominator is above 0.
struct animconv_time {
  int64_t numerator;
  int64_t denominator;
};

/// Facts about an animation.
struct animconv_info {
  /// Set this to `sizeof(struct animconv_info)`; only so many bytes are written.
  size_t size;
  /// Pixels of every frame.
  uint32_t width;
  uint32_t height;
  /// The number of frames, at least 1.
  int64_t frame_count;
  /// How often the animation plays; 0 for ever.
  int64_t play_count;
  /// The duration of one play.
  struct animconv_time duration;
  /// One of `ANIMCONV_ALPHA_…`.
  int32_t alpha;
  /// Damage that was tolerated so far; `animconv_describe` lists it.
  int32_t warning_count;
};

/// What a conversion is doing.
struct animconv_progress {
  /// 0 reads headers, 1 examines frames, 2 converts frames, 3 completes the output.
  int32_t phase;
  /// Which output of a preset with several, from 0.
  int32_t output;
  /// Frames that are done in this phase.
  int64_t frames_done;
  /// Frames of this phase; 0 if that is not known yet.
  int64_t frames_total;
};

/// An open animation.
typedef struct animconv_animation animconv_animation;
/// A conversion that runs or has ended.
typedef struct animconv_conversion animconv_conversion;

/// The `ANIMCONV_ABI` that the library was built with.
int32_t animconv_abi(void);

/// The version of animconv, such as `1.0.0`. Always valid.
const char *animconv_version(void);

/// The error of the latest function of this thread that failed, as a JSON object: `code`, `stage`,
/// `reason` and, if known, `file`, `frame` and `remedy`. `{}` if none failed. Valid until the next
/// function of this thread fails.
///
/// - code: receives the number of the error, or 0; may be null.
const char *animconv_last_error(int32_t *code);

// MARK: Animations

/// Opens a file or a folder of any kind that animconv reads. Reads its headers and decodes nothing.
///
/// - settings: a JSON object of settings about reading, as in presets: `{"delays": "verbatim"}`; may
///   be null.
/// - Returns: null after an error.
animconv_animation *animconv_open_path(const char *path, const char *settings);

/// Opens a whole file in memory, which is copied.
///
/// - name: only for messages; may be null.
animconv_animation *animconv_open_bytes(
    const void *bytes, size_t count, const char *name, const char *settings);

/// Opens a file from its start, or the rest of a stream, by a descriptor that stays the caller's.
/// Waits for the end of a stream.
animconv_animation *animconv_open_descriptor(
    int32_t descriptor, const char *name, const char *settings);

/// Facts about an animation.
int32_t animconv_get_info(animconv_animation *animation, struct animconv_info *info);

/// Start times of frames `first` to `first + count - 1`. Frame `frame_count` stands for the end of the
/// last one, so the duration of a frame is the difference between two neighbours.
///
/// - times: room for `count` times.
int32_t animconv_get_times(
    animconv_animation *animation, int64_t first, int64_t count, struct animconv_time *times);

/// The index of the frame that is shown at a time after the start, counting all plays. Before 0 it is
/// the first frame, after the last play the last one.
///
/// - Returns: -1 after an error: a denominator that is not above 0.
int64_t animconv_frame_at(animconv_animation *animation, int64_t numerator, int64_t denominator);

/// Decodes a frame and copies it into the caller's memory.
///
/// Frames in order cost one decoding each; large ones of WebP and PNG are decoded ahead on other
/// threads. Any other frame is decoded from the nearest frame before it that can be decoded alone or
/// was stored on the way; up to 10 MiB are stored.
///
/// - layout: `ANIMCONV_RGBA` and so on.
/// - pixels: receives the rows; bytes between them are not written.
/// - capacity: bytes there, at least `stride * (height - 1) + 4 * width`.
/// - stride: bytes from one row to the next, at least `4 * width`; 0 for exactly that.
int32_t animconv_copy_frame(
    animconv_animation *animation, int64_t index, int32_t layout, void *pixels, size_t capacity,
    size_t stride);

/// The rest of what is known, as a JSON object: `kind`, such as `gif`, `warnings` and `notes`, both
/// lists of sentences. Valid until the next call for this animation, or until it is closed.
///
/// - Returns: null after an error.
const char *animconv_describe(animconv_animation *animation);

/// Frees an animation. Null is ignored. No other call for it may be running.
void animconv_close(animconv_animation *animation);

// MARK: Conversions

/// Starts a conversion.
///
/// - request: a JSON object as a worker takes it: `input` and `output` are paths, `settings` is an
///   object as in presets, `preset` a name or a path, and `overwrite` true to replace an output:
///   `{"input": "in.gif", "output": "out.mp4", "settings": {"crf": 18}}`.
/// - Returns: null after an error in the request; other errors come from `animconv_wait`.
animconv_conversion *animconv_convert(const char *request);

/// Waits for the end of a conversion. May be called again and again, also after the end.
///
/// - milliseconds: how long; below 0 without a limit, 0 only looks.
/// - progress: receives what the conversion is doing; may be null.
/// - Returns: `ANIMCONV_RUNNING` if the time has passed, 0 after a success, otherwise the error.
int32_t animconv_wait(
    animconv_conversion *conversion, int64_t milliseconds, struct animconv_progress *progress);

/// What a conversion did, as a JSON object: `outputs`, a list of objects with `path` and `bytes`,
/// `frames`, `seconds` (the exact duration as a text such as `19/10`), `warnings` and `notes`. Valid
/// until the conversion is freed.
///
/// - Returns: null unless the conversion has succeeded.
const char *animconv_report(animconv_conversion *conversion);

/// Asks a conversion to end without an output. It then ends with `ANIMCONV_CANCELLED`, or with success
/// if it is too late.
void animconv_cancel(animconv_conversion *conversion);

/// Cancels a conversion if it runs, waits for its end and frees it. Null is ignored.
void animconv_free(animconv_conversion *conversion);

#ifdef __cplusplus
}
#endif

#endif
