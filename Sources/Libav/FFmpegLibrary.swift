internal import CFFmpeg

/// One of FFmpeg's libraries. Each is opened when it is first needed, because most conversions need
/// none, and loading takes longer than a small conversion.
///
/// Code that makes an FFmpeg object opens the library first, so that a missing library is an error.
/// Other functions open it on demand, and may rely on an existing object of the library.
package enum FFmpegLibrary: Int32, CaseIterable, Sendable {
  case avutil, swscale, swresample, avcodec, avformat

  /// Opens the library and its dependencies. Fast after the first call.
  ///
  /// - Throws: ``LibavError`` with ``LibavError/missing`` if it is not installed, or only in other
  ///   major releases.
  package func open() throws(LibavError) {
    if let reason = cffmpeg_open(rawValue) {
      throw LibavError(
        operation: "open \(fileName)", missing: MissingLibrary(self, String(cString: reason)))
    }
    LogTap.install()
  }

  /// The file name of the library, such as `libavcodec.so.59`.
  package var fileName: String { String(cString: cffmpeg_file_name(rawValue)) }

  /// The name without a release, such as `libavcodec`.
  package var name: String { "lib\(self)" }

  /// The major release that is opened: of the newest FFmpeg whose libraries are all installed, or,
  /// without one, the release that animconv was built with.
  var major: UInt32 { cffmpeg_major(rawValue) }
}
