internal import CFFmpeg

/// Why one of FFmpeg's libraries cannot be used, and what to install.
package struct MissingLibrary: Sendable, Hashable {
  /// The file name, such as `libavcodec.so.59`.
  package let fileName: String
  /// The reason, without a full stop.
  package let reason: String
  /// What to do.
  package let remedy: String

  /// - Parameter reason: the system's message.
  init(_ library: FFmpegLibrary, _ reason: String) {
    self.init(
      library, systemReason: reason, otherMajor: Int(cffmpeg_other_major(library.rawValue)))
  }

  /// - Parameter otherMajor: another installed major release; 0 if there is none.
  init(_ library: FFmpegLibrary, systemReason: String, otherMajor: Int) {
    fileName = library.fileName
    let packages = FFmpegLibrary.allCases.filter { $0 == .swscale || $0 == .avformat }
      .map { "\($0.name)\($0.major)" }.joined(separator: " ")
    let install =
      "install FFmpeg's libraries (Debian, Ubuntu: apt install \(packages); elsewhere:"
      + " FFmpeg \(FFmpegLibrary.builtRelease))"
    if otherMajor > 0 {
      reason =
        "this animconv was built for \(library.name) \(library.major), but \(library.name) "
        + "\(otherMajor) is installed"
      remedy = "build animconv on this system, or \(install)"
    } else {
      reason = "FFmpeg's \(fileName) cannot be opened (\(systemReason))"
      remedy = install
    }
  }
}

extension FFmpegLibrary {
  /// The releases of FFmpeg whose libraries animconv was built for.
  static var builtRelease: String {
    // FFmpeg 4 has libavcodec 58, and each later major release has the next number.
    "\(Int(avcodec.major) - 54)"
  }
}
