internal import CFFmpeg

/// The AV1 encoder SVT-AV1, part of the libavcodec installation, and its release.
package enum SVTAV1 {
  /// The first number of its release, on which its memory depends.
  ///
  /// If the release is not reported: 1 if libavcodec is from the time of release 1, otherwise 2,
  /// which needs the most memory.
  package static let release: Int = statedRelease ?? (FFmpegLibrary.avcodec.major >= 61 ? 2 : 1)

  /// The first number of its release as it reports it; nil if it is not loaded.
  ///
  /// Wraps `svt_av1_get_version`, looked up among the libraries that libavcodec loads, because
  /// libavcodec does not export it.
  package static var statedRelease: Int? {
    let library = FFmpegLibrary.avcodec.rawValue
    guard let symbol = cffmpeg_symbol(library, "svt_av1_get_version") else { return nil }
    typealias Call = @convention(c) () -> UnsafePointer<CChar>?
    guard let text = unsafeBitCast(symbol, to: Call.self)() else { return nil }
    return Int(String(cString: text).drop { !$0.isNumber }.prefix { $0.isNumber })
  }

  /// The largest number of threads that is worth its memory: since release 2, each thread has its
  /// own pictures.
  package static var mostThreads: Int { release >= 2 ? 4 : .max }
}
