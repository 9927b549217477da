package import Messages

/// Why an input cannot be read.
package enum ReadingError: Error, Sendable, Hashable {
  /// The file does not exist.
  case notFound
  /// Opening or reading failed with this `errno`.
  case system(operation: String, errno: Int32)
  /// The path is not a file but something else, such as `a device`.
  case notRegularFile(String)
  /// A folder of frames contains a symbolic link.
  case symbolicLink
  /// The first bytes belong to no format that animconv recognizes.
  case unknownKind
  /// The file is empty.
  case empty
  /// The file breaks a rule of its format so that nothing can be shown.
  case malformed(detail: String, frame: Int?, byteOffset: Int64?)
  /// The file ends before anything can be shown.
  case truncated(detail: String, frame: Int?, byteOffset: Int64?)
  /// The file has another format, which is only recognized; `title` is its name with an article.
  case otherFormat(title: String, remedy: ConversionMessage)
  /// The file cannot be decoded without a key.
  case encrypted(detail: String, remedy: ConversionMessage)
  /// The file is valid, but needs a feature that animconv does not support.
  case unsupported(detail: String, remedy: ConversionMessage?)
  /// A library that the input needs is not installed.
  case libraryMissing(detail: String, remedy: String)
  /// Options that do not apply to an input of this kind.
  case unsuitedOptions(detail: String, remedy: ConversionMessage)
  /// The input has no frames.
  case noFrames
  /// The input exceeds a limit of ``ReadingLimits``.
  case limitExceeded(limit: Limit, value: Int, allowed: Int)
  /// Damage, which ``ReadingOptions/isStrict`` does not tolerate.
  case damaged(ReadingWarning)

  /// Which limit.
  package enum Limit: String, Sendable, Hashable {
    case pixels, side, frames, totalPixels, metadataChunk, metadata, inputBytes, spooledBytes
  }
}

extension ReadingError: StageFailure {
  package var stage: ConversionStage { .reading }

  package var frame: Int? {
    switch self {
    case .malformed(_, let frame, _), .truncated(_, let frame, _): frame
    case .damaged(let warning): warning.frame
    default: nil
    }
  }

  package var kind: FailureKind { code.kind }

  package var code: FailureCode {
    switch self {
    case .notFound: .notFound
    case .system(_, let errno): FailureCode(errno: errno)
    case .notRegularFile, .symbolicLink: .unsupportedFeature(reason.description)
    case .unknownKind: .unknownFormat(looksLike: nil)
    case .otherFormat(let title, _): .unknownFormat(looksLike: title)
    case .empty, .noFrames: .empty
    case .malformed(_, _, let offset): .damaged(byteOffset: offset)
    case .truncated(_, _, let offset): .truncated(byteOffset: offset)
    case .encrypted: .encrypted
    case .unsupported(let detail, _): .unsupportedFeature(detail)
    case .libraryMissing: .libraryMissing(nil)
    case .unsuitedOptions: .invalidRequest
    case .limitExceeded(let limit, let value, let allowed):
      .overLimit(limit: limit.setting.text, value: value, allowed: allowed)
    case .damaged(let warning):
      warning.kind == .truncated
        ? .truncated(byteOffset: warning.byteOffset) : .damaged(byteOffset: warning.byteOffset)
    }
  }

  package var reason: ConversionMessage {
    switch self {
    case .notFound: "no such file"
    case .system(let operation, let errno): "\(operation) failed: \(describe(errno: errno))"
    case .notRegularFile(let nature): "it is \(nature), not a file"
    case .symbolicLink: "a symbolic link, which is not followed inside an input"
    case .unknownKind: "not a format that animconv reads"
    case .empty: "the file is empty"
    case .malformed(let detail, _, let offset), .truncated(let detail, _, let offset):
      "\(detail)\(offset.map { " (at byte \($0))" } ?? "")"
    case .otherFormat(let title, _): "\(title) is not supported"
    case .unsupported(let detail, _), .libraryMissing(let detail, _),
      .encrypted(let detail, _), .unsuitedOptions(let detail, _):
      ConversionMessage(detail)
    case .noFrames: "it has no frames"
    case .limitExceeded(let limit, let value, let allowed):
      "\(limit.title) is \(value), over the limit of \(allowed)"
    case .damaged(let warning): ConversionMessage(warning.detail)
    }
  }

  package var remedy: ConversionMessage? {
    switch self {
    case .limitExceeded(let limit, _, _): "raise \(limit.setting) if you trust the file"
    case .unsupported(_, let remedy): remedy
    case .libraryMissing(_, let remedy): ConversionMessage(remedy)
    case .unsuitedOptions(_, let remedy), .otherFormat(_, let remedy), .encrypted(_, let remedy):
      remedy
    case .damaged: "leave out \(.strict) to keep what can be read"
    case .unknownKind:
      "animconv reads \(InputKind.readable.map(\.name).joined(separator: ", "))"
    case .notFound: "check the path"
    case .symbolicLink: "put the file itself there, or a hard link"
    default: nil
    }
  }
}

extension ReadingError.Limit {
  var title: String {
    switch self {
    case .pixels: "the canvas area in pixels"
    case .side: "a side of the canvas in pixels"
    case .frames: "the number of frames"
    case .totalPixels: "canvas pixels times frames"
    case .metadataChunk: "one piece of metadata in bytes"
    case .metadata: "all metadata in bytes"
    case .inputBytes: "the size of the file in bytes"
    case .spooledBytes: "the size of the piped input in bytes"
    }
  }

  /// The setting that raises the limit.
  var setting: SettingName {
    switch self {
    case .pixels: .maxPixels
    case .side: .maxSide
    case .frames: .maxFrames
    case .totalPixels: .maxTotalPixels
    case .metadataChunk: .maxMetadataChunk
    case .metadata: .maxMetadata
    case .inputBytes: .maxInputBytes
    case .spooledBytes: .maxSpooledBytes
    }
  }
}
