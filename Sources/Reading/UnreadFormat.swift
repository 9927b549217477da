internal import Messages
internal import Stages

/// Formats of video that animconv knows and does not read.
///
/// Browsers play neither any more, and both keep their times in ways of their own: Ogg in the
/// granules of each codec, a program stream in some of its packets only. `ffmpeg` copies both to
/// Matroska without loss.
enum UnreadFormat: CaseIterable {
  case ogg, programStream

  var title: String {
    switch self {
    case .ogg: "Ogg"
    case .programStream: "an MPEG program stream"
    }
  }

  private var mark: [UInt8] {
    switch self {
    case .ogg: Array("OggS".utf8)
    case .programStream: [0, 0, 1, 0xBA]
    }
  }

  init?(signature: some Collection<UInt8>) {
    guard let found = Self.allCases.first(where: { signature.starts(with: $0.mark) }) else {
      return nil
    }
    self = found
  }

  /// What to tell the user.
  var refusal: ReadingError {
    .unsupported(
      detail: "\(title) is not supported",
      remedy: "copy the video to Matroska first: ffmpeg -fflags +genpts -i IN -c copy -an OUT.mkv")
  }
}
