/// Opens a folder of pictures that is an imageset, or a catalog with one, whose picture is a sheet
/// of frames; nil when it is none.
///
/// The picture is cut as ``SheetOptions`` ask for. Without them a column of two squares or more is
/// taken for the frames of SpritedAnimationView, which counts them in the same way
/// (`floor(height / width)`).
///
/// - Throws: ``FrameFolderError/sheets(_:)`` when several imagesets are sheets;
///   ``ReadingError`` and ``AtlasError``.
func openImageSetSheet(
  _ files: any FrameFiles, options: ReadingOptions
) throws -> SheetSource? {
  guard options.sheet.use != .never else { return nil }
  var finder = FrameFinder(files, selection: .all, options: options)
  guard let set = try finder.imageSetSheet() else { return nil }
  let source = try set.file.open(in: files)
  let rows = try naming(set.file.name) { try openPicture(source, options: options) }
  var sheet = GridSheet(options: options, open: openPicture)
  sheet.byteCount = source.byteCount
  sheet.file = source.fileStatus
  sheet.isImageSet = true
  sheet.warnings = set.warnings
  return options.sheet.isRequested
    ? try sheet.open(rows, name: lastPart(set.file.name), path: nil)
    : try sheet.openColumn(rows)
}
