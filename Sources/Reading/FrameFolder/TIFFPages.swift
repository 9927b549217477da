internal import Messages
internal import Stages

/// The pages of a TIFF, each as a separate file.
final class TIFFPages: FrameFiles {
  /// `1.tif`, `2.tif` and so on.
  let names: [String]
  let imageSets: [String] = []
  private let source: ByteSource
  private let pages: [TIFFDirectory]
  /// A note for users about the samples; nil if there is none.
  let note: ConversionMessage?

  /// - Returns: nil for a TIFF of one page.
  /// - Throws: ``ReadingError``.
  init?(_ source: ByteSource, options: ReadingOptions) throws {
    pages = try TIFFDirectory.pages(ByteReader(source), limit: options.limits.maxFrames)
    if pages.count == 1 { return nil }
    self.source = source
    let isFloat = try pages.contains {
      try TIFFLayout($0, ByteReader(source)).samples == .float
    }
    note = isFloat ? "\(TIFFDirectory.noteOfFloat)" : nil
    names = pages.indices.map { "\($0 + 1).tif" }
  }

  func open(_ index: Int) throws -> ByteSource {
    ByteSource(
      bytes: try pages[index].alone(
        ByteReader(source), limit: StillPicture.maxFileBytes, marksDamage: true
      ).bytes)
  }
}

/// Opens the pages of a TIFF as frames; nil for a TIFF of one page and for anything else.
///
/// - Parameter kind: the kind from the first bytes.
/// - Throws: a ``StageFailure``.
func openPages(
  _ kind: InputKind?, _ source: ByteSource, options: ReadingOptions
) throws -> FrameFolderSource? {
  guard kind == .tiff, let pages = try TIFFPages(source, options: options) else { return nil }
  return try FrameFolderSource(
    pages, kind: .tiff, byteCount: source.byteCount,
    notes: ["each of the \(pages.names.count) pages is a frame"] + [pages.note].compactMap(\.self),
    options: options)
}
