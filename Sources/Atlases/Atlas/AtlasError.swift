package import Messages
package import Raster
package import Stages
internal import SystemPackage
internal import TextFormats

/// Why a sheet's description, or an image that it names, cannot be used.
package enum AtlasError: Error, Sendable, Hashable {
  /// The bytes are not valid text of the detected language.
  case syntax(language: String, detail: String, byteOffset: Int)
  /// A limit on JSON, XML or text is exceeded.
  case limitExceeded(limit: Limit, value: Int, allowed: Int)
  /// The format is not supported.
  case unknownFormat
  /// A rule of the whole format is broken.
  case malformed(format: AtlasFormat, detail: String)
  /// One named entry breaks a rule of the format.
  case malformedEntry(format: AtlasFormat, entry: String, detail: String)
  /// The format allows it, but animconv does not support it.
  case unsupported(format: AtlasFormat, detail: String)
  /// A frame is outside its page.
  case frameOutsidePage(frame: Int, name: String, rect: PixelRect, page: PixelSize)
  /// There is no tag or animation with this name.
  case unknownTag(name: String, known: [String])
  /// Several tags of different files in the sheet end with this name.
  case ambiguousTag(name: String, known: [String])
  /// The data names an image that is or could be outside its folder.
  case imageRefused(name: String, reason: ImageRefusal)
  /// The image does not exist next to the data.
  case imageNotFound(name: String)
  /// The image could not be opened.
  case system(operation: String, name: String, errno: Int32)
  /// Neither options nor the image's shape or name determine the cells of a sheet.
  case gridUnknown(sheet: PixelSize)
  /// The sheet cannot be cut as requested.
  case grid(sheet: PixelSize, detail: String)

  /// Which limit.
  package enum Limit: String, Sendable, Hashable {
    case bytes, depth, values
  }

  /// Why an image's name is refused.
  package enum ImageRefusal: String, Sendable, Hashable {
    case empty, absolute, outsideFolder, address, controlCharacter, symbolicLink, notRegularFile
  }
}

extension AtlasError {
  /// The problem with a description's text.
  init(_ error: TextError) {
    self =
      switch error {
      case .syntax(let language, let detail, let offset):
        .syntax(language: language, detail: detail, byteOffset: offset)
      case .malformed(_, let detail): .malformed(format: .cocos2d, detail: detail)
      case .limitExceeded(.bytes, let value, let allowed):
        .limitExceeded(limit: .bytes, value: value, allowed: allowed)
      case .limitExceeded(.depth, let value, let allowed):
        .limitExceeded(limit: .depth, value: value, allowed: allowed)
      case .limitExceeded(.values, let value, let allowed):
        .limitExceeded(limit: .values, value: value, allowed: allowed)
      }
  }
}

extension AtlasError.Limit {
  fileprivate var ofText: TextError.Limit {
    switch self {
    case .bytes: .bytes
    case .depth: .depth
    case .values: .values
    }
  }
}

extension AtlasError: StageFailure {
  package var stage: ConversionStage { .reading }

  package var frame: Int? {
    if case .frameOutsidePage(let frame, _, _, _) = self { frame } else { nil }
  }

  package var kind: FailureKind { code.kind }

  package var code: FailureCode {
    switch self {
    case .unknownTag, .ambiguousTag, .gridUnknown, .grid: .invalidRequest
    case .imageNotFound: .notFound
    case .system(_, _, let errno): FailureCode(errno: errno)
    case .unknownFormat: .unknownFormat(looksLike: nil)
    case .unsupported, .imageRefused: .unsupportedFeature(reason.description)
    case .limitExceeded(let limit, let value, let allowed):
      .overLimit(limit: limit.rawValue, value: value, allowed: allowed)
    case .syntax(_, _, let offset): .damaged(byteOffset: Int64(offset))
    case .malformed, .malformedEntry, .frameOutsidePage: .damaged(byteOffset: nil)
    }
  }

  package var reason: ConversionMessage {
    switch self {
    case .syntax(let language, let detail, let offset):
      "\(TextError.syntax(language: language, detail: detail, byteOffset: offset))"
    case .limitExceeded(let limit, let value, let allowed):
      "\(TextError.limitExceeded(limit: limit.ofText, value: value, allowed: allowed))"
    case .unknownFormat: "not a description of frames that animconv reads"
    case .malformed(let format, let detail): "not valid \(format.title): \(detail)"
    case .malformedEntry(let format, let entry, let detail):
      "\(format.title), entry \(quoted(entry)): \(detail)"
    case .unsupported(let format, let detail):
      "\(format.title) with \(detail) is not supported"
    case .frameOutsidePage(_, let name, let rect, let page):
      "frame \(quoted(name)) at \(rect) lies outside its picture of \(page)"
    case .unknownTag(let name, _): "there is no tag or animation named \(quoted(name))"
    case .ambiguousTag(let name, let known):
      "there are \(known.count) tags named \(quoted(name)), of several files"
    case .imageRefused(let name, let reason):
      "the picture \(quoted(name)) is refused: \(reason.title)"
    case .imageNotFound(let name):
      "the picture \(quoted(name)) is not in the same folder as the data"
    case .system(let operation, let name, let errno):
      "\(operation) \(quoted(name)) failed: \(describe(errno: errno))"
    case .gridUnknown(let sheet):
      "the cells of this sheet of \(sheet) are not specified"
    case .grid(let sheet, let detail): "a sheet of \(sheet) cannot be cut this way: \(detail)"
    }
  }

  package var remedy: ConversionMessage? {
    switch self {
    case .unknownTag(_, let known) where known.isEmpty: "the data has none"
    case .unknownTag(_, let known), .ambiguousTag(_, let known):
      "expected one of \(known.prefix(20).map(quoted).joined(separator: ", "))"
    case .imageRefused, .imageNotFound:
      "put the picture in the same folder as the data, or name it with \(.image)"
    case .gridUnknown:
      "give \(.cell, "96x66", swift: "PixelSize(width: 96, height: 66)") or "
        + "\(.grid, "10x5", swift: "PixelSize(width: 10, height: 5)")"
    case .grid:
      "check \(.cell), \(.grid), \(.count), \(.spacing) and "
        + "\(.margin)"
    default: nil
    }
  }
}

extension AtlasError.ImageRefusal {
  fileprivate var title: String {
    switch self {
    case .empty: "the name is empty"
    case .absolute: "the path is absolute"
    case .outsideFolder: "the path leads out of the folder of the data"
    case .address: "it is a URL, not a file name"
    case .controlCharacter: "the name contains a control character"
    case .symbolicLink: "the path goes through a symbolic link"
    case .notRegularFile: "it is not a regular file"
    }
  }
}
