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
    let releases = "FFmpeg \(FFmpegLibrary.releasesText)"
    let install =
      "install FFmpeg's libraries (Debian, Ubuntu: apt install ffmpeg; elsewhere: \(releases))"
    if otherMajor > 0 {
      reason =
        "this animconv works with \(releases), and \(library.name) \(otherMajor) belongs to "
        + "another release"
      remedy = "build animconv on this system, or \(install)"
    } else {
      reason = "FFmpeg's \(fileName) cannot be opened (\(systemReason))"
      remedy = install
    }
  }
}

extension FFmpegLibrary {
  /// The major releases of FFmpeg that can be opened, oldest first.
  package static var releases: [Int] {
    // FFmpeg 4 has libavcodec 58, and each later major release has the next number.
    avcodec.majors.map { $0 - 54 }.sorted()
  }

  /// The same in words, such as `5 to 9`.
  static var releasesText: String {
    let all = releases
    guard let (first, last) = all.first.flatMap({ first in all.last.map { (first, $0) } }),
      all.count > 2, last - first == all.count - 1
    else { return all.map(String.init).joined(separator: ", ") }
    return "\(first) to \(last)"
  }

  /// The major releases of the library that can be opened, newest first. Two releases of FFmpeg may
  /// have the same.
  package var majors: [Int] {
    let all = (0..<cffmpeg_release_count).map { Int(cffmpeg_release_major($0, rawValue)) }
    return Set(all).sorted(by: >)
  }
}
