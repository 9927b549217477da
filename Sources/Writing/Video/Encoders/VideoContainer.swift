public import AnimTiming

/// Video containers.
public enum VideoContainer: String, Sendable, Hashable, CaseIterable {
  /// MPEG-4 Part 14.
  case mp4
  /// Matroska for the web.
  case webm
  /// QuickTime.
  case mov

  /// The supported codecs; the first is the default.
  public var codecs: [VideoCodec] {
    switch self {
    case .mp4: [.h264, .hevc, .av1]
    case .webm: [.vp9, .av1, .vp8]
    case .mov: [.prores, .h264, .hevc]
    }
  }

  /// The default codec.
  ///
  /// - Parameter keepsLight: whether it must store high dynamic range.
  package func defaultCodec(keepsLight: Bool) -> VideoCodec {
    keepsLight ? codecs.first(where: \.keepsLight) ?? codecs[0] : codecs[0]
  }

  /// The unit in which this container stores the boundaries of a timeline with the unit `timebase`:
  /// WebM supports only whole milliseconds, the others any unit with at most 2,147,483,647 ticks
  /// per second.
  ///
  /// - Returns: `timebase` itself if it can be stored exactly; otherwise the nearest possible unit,
  ///   to which the caller rounds each boundary, never each duration.
  public func storedTimebase(for timebase: Timebase) -> Timebase {
    switch self {
    case .webm: .milliseconds
    case .mp4, .mov:
      timebase.denominator <= Int64(Int32.max) && timebase.numerator <= Int64(Int32.max)
        ? timebase : Timebase(1, 1_000_000_000)
    }
  }

  /// Ticks per second in which MP4 and MOV store `timeline`; WebM has no choice.
  ///
  /// A whole multiple of the exact unit, and at least 10,000: with units such as 1/10 s, Chromium
  /// 156 seeks past the requested frame to the one after the next key frame. The number is smaller
  /// only if a frame of more than 59 hours would exceed a sample's duration, see ``longestSample``.
  func timescale(for timeline: AnimationTimeline) -> Int64 {
    let timebase = timeline.timebase
    guard self != .webm else { return timebase.denominator }
    let longest = timeline.durations.max() ?? 1
    let wanted = (Self.finestNeeded + timebase.denominator - 1) / timebase.denominator
    let most = Self.longestSample / (longest * timebase.numerator)
    return timebase.denominator * max(1, min(wanted, most))
  }

  private static let finestNeeded: Int64 = 10_000

  /// The longest sample in ticks in MP4 and MOV (ISO/IEC 14496-12, 8.6.1.2): signed in FFmpeg,
  /// whose muxer and demuxer treat the largest number as an error.
  static let longestSample = Int64(Int32.max) - 1

  /// FFmpeg's names of the muxer and the demuxer.
  var muxerName: String { rawValue }
  var demuxerName: String {
    switch self {
    case .mp4, .mov: "mov"
    case .webm: "matroska"
    }
  }

  /// File extensions, in lower case and without the dot; the first is used for new files.
  package var fileExtensions: [String] {
    switch self {
    case .mp4: ["mp4", "m4v"]
    case .webm: ["webm"]
    case .mov: ["mov"]
    }
  }

  /// Its name in messages.
  package var title: String {
    switch self {
    case .mp4: "MP4"
    case .webm: "WebM"
    case .mov: "MOV"
    }
  }
}
