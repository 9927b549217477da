internal import AnimTiming
internal import Atlases
internal import Messages
internal import Raster
internal import Stages
internal import TextFormats

/// Imagesets as frames: `Contents.json` names the image for a scale.
extension FrameFinder {
  private static let contentsName = "Contents.json"

  /// The only frame of a folder that is itself an imageset; nil otherwise.
  mutating func imageSetAtRoot() throws -> FrameSequence? {
    guard selection == .all, files.names.contains(Self.contentsName),
      let contents = try contents("")
    else { return nil }
    var sequence = FrameSequence(frames: [], plays: nil, isImageSet: true)
    try add(contents, folder: "", to: &sequence)
    return sequence
  }

  /// The frames of a folder of imagesets, one each, in natural order.
  mutating func imageSetFrames() throws -> FrameSequence {
    let sets = files.imageSets.filter { selection == .all || selection.contains($0) }
    var sequence = FrameSequence(frames: [], plays: nil, isImageSet: true)
    let names = sets.map { String($0.dropLast(".imageset".count)) }
    var previous: Int?
    for index in try order.arrange(names) {
      if index == previous, let last = sequence.frames.last {
        sequence.frames.append(last)
        continue
      }
      previous = index
      guard let contents = try contents(sets[index] + "/") else {
        throw FrameFolderError.list(
          name: "\(sets[index])/\(Self.contentsName)", reason: "not the contents of an imageset")
      }
      try add(contents, folder: sets[index] + "/", to: &sequence)
    }
    return sequence
  }

  /// The sheet of the whole input: of the imageset that the folder itself is, or of the only
  /// imageset in it. Nil if it is not a sheet.
  ///
  /// Numbered imagesets are one frame each, whatever their shape.
  ///
  /// - Throws: ``FrameFolderError/sheets(_:)`` if there are several and all are sheets.
  mutating func imageSetSheet() throws -> (file: FrameFile, warnings: [ReadingWarning])? {
    if files.names.contains(Self.contentsName), let contents = try contents("") {
      return try sheet(contents, folder: "")
    }
    let isNumbered = files.imageSets.allSatisfy {
      FrameName(String($0.dropLast(".imageset".count))).number != nil
    }
    guard !files.imageSets.isEmpty, !isNumbered || options.sheet.isRequested else { return nil }
    var found: (file: FrameFile, warnings: [ReadingWarning])?
    for set in NaturalOrder.sorted(files.imageSets) {
      guard let contents = try contents(set + "/"),
        let sheet = try sheet(contents, folder: set + "/")
      else { return nil }
      found = sheet
    }
    guard files.imageSets.count == 1 else {
      throw FrameFolderError.sheets(NaturalOrder.sorted(files.imageSets))
    }
    return found
  }

  /// The image of an imageset for the requested scale, if it must be cut.
  private mutating func sheet(
    _ contents: ImageSetContents, folder path: String
  ) throws -> (file: FrameFile, warnings: [ReadingWarning])? {
    let file = FrameFile.named(path + (try image(of: contents).file))
    let size = try requirePicture(of: file, frame: 0).size
    let isColumn = size.height > size.width && size.height.isMultiple(of: size.width)
    guard options.sheet.isRequested || isColumn else { return nil }
    var warnings: [ReadingWarning] = []
    try checkScales(contents, folder: path, frame: 0, &warnings)
    return (file, warnings)
  }

  /// - Parameter folder: ends in a slash unless it is empty.
  private func contents(_ folder: String) throws -> ImageSetContents? {
    let source = try files.open(named: folder + Self.contentsName)
    let bytes = try files.description(source, limits: options.limits)
    do {
      guard case .imageSet(let contents) = try AtlasReader.read(bytes, limits: options.limits)
      else { return nil }
      return contents
    } catch AtlasError.unknownFormat {
      // The contents of a catalog itself: they name only the author.
      return nil
    }
  }

  private mutating func add(
    _ contents: ImageSetContents, folder path: String, to sequence: inout FrameSequence
  ) throws {
    let file = FrameFile.named(path + (try image(of: contents).file))
    let size = try requirePicture(of: file, frame: sequence.frames.count).size
    if path.isEmpty, size.height > 2 * size.width, options.sheet.use != .never {
      sequence.notes.append(
        "the picture of \(size) is one frame; \(.count, "N") or "
          + "\(.cell, "WxH", swift: "PixelSize(width: W, height: H)") cuts a column of "
          + "frames")
    }
    try checkScales(contents, folder: path, frame: sequence.frames.count, &sequence.warnings)
    sequence.frames.append(FolderFrame(file: file, delay: .missing))
  }

  /// The image for the requested scale, otherwise for 1x, otherwise the largest.
  private func image(of contents: ImageSetContents) throws -> ImageSetContents.Image {
    let image =
      if let scale = folder.inputScale { contents.image(scale: scale) } else {
        contents.image(scale: ExactDecimal(1)) ?? contents.largest
      }
    guard let image else {
      throw FrameFolderError.noScale(
        "\(folder.inputScale ?? ExactDecimal(1))",
        available: contents.images.compactMap { $0.scale?.description })
    }
    return image
  }

  /// Reports every image whose size differs from the first one at its scale.
  private mutating func checkScales(
    _ contents: ImageSetContents, folder path: String, frame: Int,
    _ warnings: inout [ReadingWarning]
  ) throws {
    var reference: (scale: Int64, size: PixelSize)?
    for image in contents.images {
      guard let scale = image.scale?.integer, (1...100).contains(scale) else { continue }
      let file = FrameFile.named(path + image.file)
      let size: PixelSize
      do { size = try requirePicture(of: file).size } catch let error as any StageFailure {
        warnings.append(
          ReadingWarning(
            kind: .nonconforming, frame: frame,
            detail: "the picture for \(scale)x cannot be read: \(error.reason)"))
        continue
      }
      guard let (base, expected) = reference else {
        reference = (scale, size)
        continue
      }
      if size.width * Int(base) != expected.width * Int(scale)
        || size.height * Int(base) != expected.height * Int(scale)
      {
        warnings.append(
          ReadingWarning(
            kind: .nonconforming, frame: frame,
            detail: "\(quoted(image.file)) is \(size) as the picture for \(scale)x, which does not "
              + "match the \(expected) for \(base)x"))
      }
    }
  }
}
