public import AnimTiming

/// The files that hold a video.
public enum VideoContainer: String, Sendable, Hashable, CaseIterable {
  case mp4, webm, mov

  /// The codecs that go into it; the first is the default.
  public var codecs: [VideoCodec] {
    switch self {
    case .mp4: [.h264, .hevc, .av1]
    case .webm: [.vp9, .av1, .vp8]
    case .mov: [.prores, .h264, .hevc]
    }
  }

  /// The unit in which this container stores the boundaries of a timeline whose own unit is
  /// `timebase`: WebM knows whole milliseconds only, the others take every unit of which a second
  /// has at most 2,147,483,647 ticks.
  ///
  /// - Returns: `timebase` itself when it can be stored exactly; else the nearest unit that can,
  ///   to which the caller rounds each boundary, never each duration.
  public func storedTimebase(for timebase: Timebase) -> Timebase {
    switch self {
    case .webm: .milliseconds
    case .mp4, .mov:
      timebase.denominator <= Int64(Int32.max) && timebase.numerator <= Int64(Int32.max)
        ? timebase : Timebase(1, 1_000_000_000)
    }
  }

  /// FFmpeg's names of the muxer and the demuxer.
  var muxerName: String { rawValue }
  var demuxerName: String {
    switch self {
    case .mp4, .mov: "mov"
    case .webm: "matroska"
    }
  }

  /// How people write it.
  var title: String {
    switch self {
    case .mp4: "MP4"
    case .webm: "WebM"
    case .mov: "MOV"
    }
  }
}
