internal import Atlases
internal import Messages
internal import Stages
internal import SystemPackage

/// Opens an input that is a sheet or a sheet's description; nil otherwise.
///
/// - Parameter kind: the kind from the first bytes.
/// - Throws: ``ReadingError`` and ``AtlasError``.
func openSheet(
  _ source: ByteSource, _ kind: InputKind?, of input: AnimationInput, options: ReadingOptions
) throws -> (any FrameSource)? {
  let path: FilePath? = if case .path(let path) = input { path } else { nil }
  let name = path?.lastComponent?.string ?? (path == nil ? input.name : "")
  switch kind {
  case let picture? where picture.isPicture:
    if kind == .png, options.sheet.use == .automatic, !options.sheet.isRequested, let path,
      let sheet = try openMetadata(beside: path, options: options)
    {
      return sheet
    }
    // A GIF is an animation or an image; it is cut only on request.
    let isNamed = kind != .gif && options.sheet.use == .automatic && GridSheet.isNamed(name)
    guard options.sheet.isRequested || isNamed else { return nil }
    let picture: any PictureRows
    do {
      picture = try openPicture(source, options: options)
    } catch ReadingError.unsupported where !options.sheet.isRequested {
      return nil
    }
    var sheet = GridSheet(options: options, open: openPicture)
    sheet.byteCount = source.byteCount
    guard options.sheet.isRequested else { return try sheet.openIfNamed(picture, name: name) }
    return try sheet.open(picture, name: name, path: path)
  case nil:
    return try openAtlas(source, name: name, path: path, options: options)
  default:
    guard options.sheet.isRequested else { return nil }
    throw ReadingError.unsuitedOptions(
      detail: kind == .video ? "a video is not a sheet" : "an animation is not a sheet",
      remedy: "leave out the options for sheets")
  }
}

/// The rows of a still image in any format for sheets.
///
/// - Throws: ``ReadingError``; unsupported for an animation and for other kinds.
package func openPicture(_ source: ByteSource, options: ReadingOptions) throws -> any PictureRows {
  if source.byteCount == 0 { throw ReadingError.empty }
  let format = try InputFormat(of: source)
  if format?.kind == .png { return try PNGRows(source, options: options) }
  guard let format, format.kind != .video,
    let frames = try format.frames(source, options: options)
  else {
    throw ReadingError.unsupported(
      detail: "the picture of a sheet is not one of a still picture",
      remedy: "convert it to PNG")
  }
  guard frames.info.frames.count == 1 else {
    let detail = "an animation is not a sheet"
    throw options.sheet.isRequested
      ? ReadingError.unsuitedOptions(
        detail: detail, remedy: "leave out the options for sheets")
      : ReadingError.unsupported(detail: detail, remedy: nil)
  }
  return FrameRows(frames)
}

/// Opens a sheet's description; nil if the text is something else.
private func openAtlas(
  _ source: ByteSource, name: String, path: FilePath?, options: ReadingOptions
) throws -> (any FrameSource)? {
  let prefix = try source.prefix(4096)
  guard AtlasReader.isText(prefix: prefix), AtlasReader.mayDescribeSheet(prefix: prefix),
    !FrameRecordReader.isRecord(prefix: prefix)
  else {
    return nil
  }
  let bytes = try source.allBytes(limit: options.limits.maxMetadataBytes)
  let pictures = AtlasPictures(
    folder: path?.removingLastComponent(), name: name, options: options, open: openPicture)
  guard let atlas = try readAtlas(bytes, pictures) else { return nil }
  if path == nil, atlas.pages.contains(where: { $0.bytes == nil }), options.sheet.image == nil {
    throw AtlasPictures.noFolder
  }
  return try AtlasSheet(pictures: pictures).open(atlas, byteCount: source.byteCount)
}

/// A sheet's description; nil for other descriptions.
private func readAtlas(_ bytes: [UInt8], _ pictures: AtlasPictures) throws -> Atlas? {
  if let sheets = Atlas.sheetNames(ofAnimations: bytes) {
    return try AtlasSheet.atlas(ofAnimations: bytes, sheets: sheets, pictures)
  }
  let around = AtlasSurroundings(
    title: pictures.name.prefix { $0 != "." }.description,
    pictureSize: { try pictures.size(of: $0) })
  do {
    guard
      case .atlas(let atlas) = try AtlasReader.read(
        bytes, limits: pictures.options.limits, around: around)
    else { return nil }
    return atlas
  } catch AtlasError.unknownFormat {
    return nil
  }
}

/// Opens the animation of a Minecraft texture with a `NAME.png.mcmeta` next to it; nil without one.
private func openMetadata(
  beside picture: FilePath, options: ReadingOptions
) throws -> (any FrameSource)? {
  guard let name = picture.lastComponent?.string else { return nil }
  let pictures = AtlasPictures(
    folder: picture.removingLastComponent(), name: name + ".mcmeta", options: options,
    open: openPicture)
  let source: ByteSource
  do { source = try pictures.contained(pictures.name) } catch is AtlasError { return nil }
  let bytes = try source.allBytes(limit: options.limits.maxMetadataBytes)
  guard AtlasReader.describesMinecraftAnimation(bytes), let atlas = try readAtlas(bytes, pictures)
  else { return nil }
  return try AtlasSheet(pictures: pictures).open(atlas, byteCount: source.byteCount)
}

extension ByteSource {
  /// The whole text.
  ///
  /// - Throws: ``ReadingError/limitExceeded(limit:value:allowed:)`` for more than `limit` bytes.
  package func allBytes(limit: Int) throws -> [UInt8] {
    guard byteCount <= limit else {
      throw ReadingError.limitExceeded(
        limit: .metadata, value: Int(clamping: byteCount), allowed: limit)
    }
    return try prefix(Int(byteCount))
  }

  /// The first `count` bytes, or all if there are fewer.
  package func prefix(_ count: Int) throws -> [UInt8] {
    let wanted = Int(min(Int64(count), byteCount))
    return try [UInt8](unsafeUninitializedCapacity: wanted) { space, filled in
      filled = try read(at: 0, into: UnsafeMutableRawBufferPointer(space))
    }
  }
}
