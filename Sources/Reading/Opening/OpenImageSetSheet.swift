/// Opens a folder of images that is an imageset, or a catalog with one, whose image is a sheet of
/// frames; nil otherwise.
///
/// The image is cut according to ``ReadingOptions/Sheet``. Without them, a column of two or more
/// squares counts as frames of SpritedAnimationView, which counts them the same way (`floor(height
/// / width)`).
///
/// - Throws: ``FrameFolderError/sheets(_:)`` if several imagesets are sheets; ``ReadingError`` and
///   ``AtlasError``.
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
