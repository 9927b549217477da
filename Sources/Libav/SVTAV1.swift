internal import CFFmpeg

/// The AV1 encoder SVT-AV1, which libavcodec brings along, and its release.
package enum SVTAV1 {
  /// The first number of its release, by which the memory that it takes differs.
  ///
  /// Where it does not say, 1 with a libavcodec of its first release's time, else 2, which takes the
  /// most.
  package static let release: Int = statedRelease ?? (FFmpegLibrary.avcodec.major >= 61 ? 2 : 1)

  /// The first number of its release as it says itself; nil where it is not loaded.
  ///
  /// Wraps `svt_av1_get_version`, looked up in what libavcodec brings along, since it does not pass
  /// it on.
  package static var statedRelease: Int? {
    let library = FFmpegLibrary.avcodec.rawValue
    guard let symbol = cffmpeg_symbol(library, "svt_av1_get_version") else { return nil }
    typealias Call = @convention(c) () -> UnsafePointer<CChar>?
    guard let text = unsafeBitCast(symbol, to: Call.self)() else { return nil }
    return Int(String(cString: text).drop { !$0.isNumber }.prefix { $0.isNumber })
  }

  /// As many threads as are worth their memory: since release 2, each has pictures of its own.
  package static var mostThreads: Int { release >= 2 ? 4 : .max }
}
