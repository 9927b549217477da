internal import Messages
internal import Stages

/// Concatenated still images of one format in one file, as `ffmpeg -f image2pipe` writes them.
final class StreamedPictures: FrameFiles {
  /// `1.png`, `2.png` and so on: the position of each image in the stream.
  let names: [String]
  let imageSets: [String] = []
  private(set) var warnings: [ReadingWarning] = []
  private let source: ByteSource
  /// The start of each image, and the end of the last one.
  private let bounds: [Int64]

  /// Finds the images without decoding pixels.
  ///
  /// - Returns: nil if the file is a single image or an animation, whatever follows it.
  /// - Throws: ``ReadingError``.
  /// - Complexity: reads the file once and keeps 8 bytes and a name for each picture.
  init?(_ format: InputFormat, in source: ByteSource, options: ReadingOptions) throws {
    let reader = ByteReader(source)
    guard let end = format.end, let first = try end(reader, 0),
      try Self.starts(format, in: source, at: first),
      try Self.isStill(ByteSource(source, from: 0, to: first), options)
    else { return nil }
    var bounds: [Int64] = [0, first]
    while try Self.starts(format, in: source, at: bounds[bounds.count - 1]) {
      try options.limits.check(.frames, bounds.count, options.limits.maxFrames)
      guard let next = try end(reader, bounds[bounds.count - 1]) else { break }
      bounds.append(next)
    }
    self.source = source
    self.bounds = bounds
    names = (1..<bounds.count).map { "\($0).\(format.kind.name)" }
    try warn(format, isStrict: options.isStrict)
  }

  func open(_ index: Int) throws -> ByteSource {
    ByteSource(source, from: bounds[index], to: bounds[index + 1])
  }

  private func warn(_ format: InputFormat, isStrict: Bool) throws {
    let end = bounds[names.count]
    var list = WarningList(isStrict: isStrict)
    if try Self.starts(format, in: source, at: end) {
      try list.report(
        ReadingWarning(
          kind: .truncated, frame: names.count, byteOffset: end,
          detail: "the file ends inside picture \(names.count + 1), which is left out"))
    } else if let warning = try source.trailingWarning(from: end, "last picture") {
      try list.report(warning)
    }
    warnings = list.warnings
  }

  private static func starts(
    _ format: InputFormat, in source: ByteSource, at offset: Int64
  ) throws -> Bool {
    let rest = ByteSource(source, from: offset, to: source.byteCount)
    return try InputFormat(of: rest)?.kind == format.kind
  }

  /// Whether an image has one frame and refers to no further images.
  private static func isStill(_ source: ByteSource, _ options: ReadingOptions) throws -> Bool {
    guard let still = try StillPicture.survey(source, options: options), still.frameCount == 1
    else { return false }
    guard still.coding is JPEGHeader else { return true }
    // CIPA DC-007, 5.1: the segment of the Multi-Picture Format.
    let head = try source.prefix(options.limits.maxMetadataBytes)
    return !JPEGSegments(head).contains {
      $0.marker == 0xE2 && head[$0.content].starts(with: "MPF\0".utf8)
    }
  }
}

/// Opens concatenated images of one format as the frames of a folder; nil for anything else.
///
/// - Throws: a ``StageFailure``.
func openPictureStream(
  _ format: InputFormat?, _ source: ByteSource, options: ReadingOptions
) throws -> FrameFolderSource? {
  guard let format, let files = try StreamedPictures(format, in: source, options: options) else {
    return nil
  }
  return try FrameFolderSource(
    files, kind: .frameFolder, byteCount: source.byteCount, warnings: files.warnings,
    notes: ["the file holds \(files.names.count) pictures one after another"], options: options)
}
