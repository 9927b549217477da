internal import Raster
internal import Stages

/// An image file, recognized by its first bytes and surveyed by its header.
///
/// A new format is usually a ``CodedFormat``; the others have their own decoders. Shared by all
/// files of a folder with the same properties, which are mostly all of them.
final class StillPicture: Sendable, Equatable {
  enum Format: Sendable, Hashable {
    case png
    /// GIF or WebP, whose survey is quick.
    case composed(SourceKind)
    case jpeg(JPEGHeader)
    case avif
    case jxl
    case coded(CodedHeader)
  }

  let format: Format
  /// The size of the upright picture.
  let size: PixelSize
  /// Whether a pixel may be transparent.
  let hasTransparency: Bool
  /// Bits of a sample, at least 8.
  let sampleDepth: Int
  /// The number of frames; files with several are not still images.
  let frameCount: Int
  /// The largest number of bytes for decoding in addition to the image: formats that are not
  /// decoded row by row are in memory as a whole, together with their decoder's output.
  let decodingBytes: Int

  /// Surveys a file by its header, or by its whole content for GIF and WebP.
  ///
  /// - Returns: nil if it is not an image.
  /// - Throws: ``ReadingError``, also beyond the limits.
  init?(_ source: ByteSource, options: ReadingOptions) throws {
    let reader = ByteReader(source)
    let head = try source.prefix(SourceKind.signatureLength)
    switch SourceKind(signature: head) {
    case .png:
      let header = try PNGStillHeader(reader)
      format = .png
      (size, hasTransparency) = (header.size, header.hasTransparency)
      frameCount = header.frameCount
      sampleDepth = header.sampleDepth
      decodingBytes = 0
    case let kind? where kind == .gif || kind == .webp:
      guard let painter = try openPainter(kind, source, options: options) else { return nil }
      let info = painter.info
      format = .composed(kind)
      decodingBytes = painter.decodingBytes
      (size, hasTransparency) = (info.size, info.alpha != .absent)
      frameCount = info.frames.count
      sampleDepth = 8
    case .jxl:
      guard let frames = try openFrames(.jxl, source, options: options) else { return nil }
      format = .jxl
      decodingBytes = frames.decodingBytes
      (size, hasTransparency) = (frames.info.size, frames.info.alpha != .absent)
      frameCount = frames.info.frames.count
      sampleDepth = frames.info.sampleDepth
    case .jpeg:
      let header = try JPEGHeader(reader)
      format = .jpeg(header)
      (size, hasTransparency, frameCount) = (header.size, false, 1)
      sampleDepth = 8
      // Coefficients and samples of each component, and the file twice for four components.
      let components = header.ink == nil ? 3 : 4
      decodingBytes =
        (components - 2) * Int(clamping: source.byteCount) + components * 3 * header.size.area
    case .avif:
      let survey = try AVIFSurveyor.survey(source, options: options)
      format = .avif
      size = survey.orientation.upright(survey.visible.size)
      (hasTransparency, frameCount) = (survey.alpha != nil, survey.colors.count)
      sampleDepth = survey.colors.sampleDepth
      // Colours and alpha of up to 16 bits, with edges, and tables of two decoders.
      decodingBytes = 2 * ((survey.size.width + 128) * (survey.size.height + 128) * 6 + 8 << 20)
    default:
      guard let coded = CodedFormat(signature: head) else { return nil }
      let header = try coded.header(reader)
      format = .coded(header)
      (size, hasTransparency) = (header.size, header.alpha != .absent)
      frameCount = header.pageCount
      sampleDepth = header.sampleDepth
      // The file, samples of up to 32 bits, and the rotated image.
      decodingBytes = Int(clamping: source.byteCount) + 20 * header.size.area
    }
    try options.limits.check(canvas: size)
  }

  /// The file's metadata.
  ///
  /// - Complexity: surveys a whole PNG; of a JPEG, takes as much memory as metadata may have.
  func metadata(in source: ByteSource, options: ReadingOptions) throws -> SourceMetadata {
    switch format {
    case .png: try PNGPainter(source, options: options).info.metadata
    case .composed(let kind):
      try openPainter(kind, source, options: options)?.info.metadata ?? SourceMetadata()
    case .jxl:
      try openFrames(.jxl, source, options: options)?.info.metadata ?? SourceMetadata()
    case .avif:
      try AVIFSurveyor.survey(source, options: options).info(byteCount: source.byteCount).metadata
    case .jpeg:
      SourceMetadata(inJPEG: try source.prefix(options.limits.maxMetadataBytes))
    case .coded(let header): SourceMetadata(header)
    }
  }

  /// Whether it is an editor's document rather than a plain image.
  var isDocument: Bool {
    if case .coded(let header) = format { header.kind == .psd } else { false }
  }

  /// The bytes after the image in its file; nil if there are none, or if the end is unknown.
  func trailing(in source: ByteSource) throws -> ReadingWarning? {
    switch format {
    case .jpeg:
      try PictureEnd.find(.jpeg, in: ByteReader(source), from: 0)
        .flatMap { try source.trailingWarning(from: $0, "JPEG") }
    case .coded(let header):
      try header.end.flatMap { try source.trailingWarning(from: $0, header.kind.pictureTitle) }
    case .png, .composed, .avif, .jxl: nil
    }
  }

  static func == (left: StillPicture, right: StillPicture) -> Bool {
    left.format == right.format && left.size == right.size
      && left.hasTransparency == right.hasTransparency && left.frameCount == right.frameCount
      && left.decodingBytes == right.decodingBytes && left.sampleDepth == right.sampleDepth
  }
}
