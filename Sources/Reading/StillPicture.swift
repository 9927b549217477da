internal import Raster
internal import Stages

/// One picture in a file of its own, known by its first bytes and surveyed by its header.
///
/// A further format is a case, a signature, a header and a line in ``StillPictureReader``.
/// Shared by all files of a folder that are alike, which are mostly all of them.
final class StillPicture: Sendable, Equatable {
  enum Format: Sendable, Hashable {
    case png
    /// GIF or WebP, whose survey is quick.
    case composed(SourceKind)
    case jpeg(JPEGHeader)
  }

  let format: Format
  /// The size of the upright picture.
  let size: PixelSize
  /// Whether a pixel can be other than opaque.
  let hasTransparency: Bool
  /// How many frames it has; pictures with several are no stills.
  let frameCount: Int
  /// The most bytes that decoding takes besides the picture: formats that are not decoded row by
  /// row are in memory as a whole, and so is what their decoders make of them.
  let decodingBytes: Int

  /// What extensions such files have, in lower case.
  static let fileExtensions: Set<String> = [
    "png", "apng", "jpg", "jpeg", "jpe", "jfif", "gif", "webp",
  ]

  /// Surveys a file; reads its header only, but all of a GIF or WebP.
  ///
  /// - Returns: nil when it is no picture.
  /// - Throws: ``ReadingError``, also beyond the limits.
  init?(_ source: ByteSource, options: ReadingOptions) throws {
    let reader = ByteReader(source)
    let head = try source.prefix(12)
    switch SourceKind(signature: head) {
    case .png:
      let header = try PNGStillHeader(reader)
      format = .png
      (size, hasTransparency) = (header.size, header.hasTransparency)
      frameCount = header.frameCount
      decodingBytes = 0
    case let kind? where kind == .gif || kind == .webp:
      guard let painter = try openPainter(kind, source, options: options) else { return nil }
      let info = painter.info
      format = .composed(kind)
      decodingBytes = painter.decodingBytes
      (size, hasTransparency) = (info.size, info.alpha != .absent)
      frameCount = info.frames.count
    default:
      guard JPEGHeader.starts(head) else { return nil }
      let header = try JPEGHeader(reader)
      format = .jpeg(header)
      (size, hasTransparency, frameCount) = (header.size, false, 1)
      // Coefficients and samples of each component, and the file twice when it has four.
      let components = header.ink == nil ? 3 : 4
      decodingBytes =
        (components - 2) * Int(clamping: source.byteCount) + components * 3 * header.size.area
    }
    try options.limits.check(canvas: size)
  }

  /// What the file says beside its picture.
  ///
  /// - Complexity: surveys a whole PNG; of a JPEG, takes as much memory as metadata may have.
  func metadata(in source: ByteSource, options: ReadingOptions) throws -> SourceMetadata {
    switch format {
    case .png: try PNGPainter(source, options: options).info.metadata
    case .composed(let kind):
      try openPainter(kind, source, options: options)?.info.metadata ?? SourceMetadata()
    case .jpeg:
      SourceMetadata(inJPEG: try source.prefix(options.limits.maxMetadataBytes))
    }
  }

  static func == (left: StillPicture, right: StillPicture) -> Bool {
    left.format == right.format && left.size == right.size
      && left.hasTransparency == right.hasTransparency && left.frameCount == right.frameCount
      && left.decodingBytes == right.decodingBytes
  }
}
