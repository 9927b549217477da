internal import Messages
internal import Stages

/// Texts that name media elsewhere. They are refused, because reading one opens files and addresses
/// that the user did not name.
enum Playlist: CaseIterable {
  case hls, dash, pls, sdp

  var title: String {
    switch self {
    case .hls: "an HLS playlist"
    case .dash: "a DASH manifest"
    case .pls: "a PLS playlist"
    case .sdp: "an SDP description"
    }
  }

  private var mark: String {
    switch self {
    case .hls: "#EXTM3U"
    case .dash: "<MPD"
    case .pls: "[playlist]"
    case .sdp: "v=0\n"
    }
  }

  /// Recognizes a text by its start; nil for anything else.
  ///
  /// - Parameter prefix: the first bytes; an XML declaration and comments may precede a manifest's
  ///   root, which must be in these bytes.
  init?(prefix: some Collection<UInt8>) {
    let text = String(decoding: prefix.prefix(4096), as: UTF8.self)
      .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    let found = Self.allCases.first { format in
      text.hasPrefix(format.mark)
        || format == .dash && text.hasPrefix("<?xml") && text.contains(format.mark)
    }
    guard let found else { return nil }
    self = found
  }

  /// The error for the user.
  var refusal: ReadingError {
    .unsupported(
      detail: "\(title), which points to media elsewhere, is not followed",
      remedy: "give the media file itself")
  }
}
