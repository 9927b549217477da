internal import CFFmpeg
internal import CLibrary

/// The AV1 encoder SVT-AV1, which libavcodec brings along, and its release.
package enum SVTAV1 {
  /// The first number of its release; nil where it is not loaded or does not say.
  ///
  /// Wraps `svt_av1_get_version`, looked up among what is loaded, since libavcodec does not pass it
  /// on.
  package static let majorVersion: Int? = {
    guard let symbol = dlsym(dlopen(nil, RTLD_LAZY), "svt_av1_get_version") else { return nil }
    typealias Call = @convention(c) () -> UnsafePointer<CChar>?
    guard let text = unsafeBitCast(symbol, to: Call.self)() else { return nil }
    return Int(String(cString: text).drop { !$0.isNumber }.prefix { $0.isNumber })
  }()

  /// Whether each thread has pictures of its own, as since release 2; taken for granted where the
  /// release is unknown and libavcodec is not older than those of that time.
  package static var hasPicturesForEachThread: Bool {
    majorVersion.map { $0 >= 2 } ?? (avcodec_version() >> 16 >= 61)
  }

  /// As many threads as are worth their memory, which is that of one more encoder for three.
  package static var mostThreads: Int { hasPicturesForEachThread ? 4 : .max }
}
