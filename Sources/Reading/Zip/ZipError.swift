internal import Messages
internal import Stages
internal import TextFormats

/// Why a zip archive, or one file of it, cannot be read.
enum ZipError: Error, Sendable, Hashable {
  /// There is no end of the central directory.
  case notAnArchive
  /// The archive ends before a position that it refers to, or a signature is missing.
  case damaged(detail: String)
  /// The format allows it, but animconv does not support it.
  case unsupported(detail: String)
  /// Two files share bytes, as in bombs that repeat one file many times.
  case overlapping(entry: String)
  /// Two files have the same name.
  case repeatedName(entry: String)
  /// A file's header and the central directory contradict each other.
  case contradiction(entry: String)
  /// A file's bytes are damaged.
  case damagedEntry(entry: String, detail: String)
  /// More than ``ZipLimits`` allows.
  case limitExceeded(what: String, value: Int, allowed: Int)
}

extension ZipError: StageFailure {
  var stage: ConversionStage { .reading }
  var kind: FailureKind { .damagedInput }

  var code: FailureCode {
    switch self {
    case .notAnArchive: .unknownFormat(looksLike: nil)
    case .unsupported: .unsupportedFeature(reason.description)
    case .limitExceeded(let what, let value, let allowed):
      .overLimit(limit: what, value: value, allowed: allowed)
    default: .damaged(byteOffset: nil)
    }
  }

  var frame: Int? { nil }

  var reason: ConversionMessage {
    switch self {
    case .notAnArchive: "not a zip archive"
    case .damaged(let detail): "the zip archive is damaged: \(detail)"
    case .unsupported(let detail): "a zip archive with \(detail) is not supported"
    case .overlapping(let entry): "\(quoted(entry)) shares bytes with another file in the archive"
    case .repeatedName(let entry): "\(quoted(entry)) is in the archive twice"
    case .contradiction(let entry):
      "the header of \(quoted(entry)) and the directory of the archive disagree"
    case .damagedEntry(let entry, let detail):
      "\(quoted(entry)) in the archive is damaged: \(detail)"
    case .limitExceeded(let what, let value, let allowed):
      "\(what) is \(value), over the limit of \(allowed)"
    }
  }

  var remedy: ConversionMessage? {
    if case .unsupported = self { "unpack it and give the folder" } else { nil }
  }
}
