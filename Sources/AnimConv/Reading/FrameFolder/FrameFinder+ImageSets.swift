internal import AnimTiming

/// Imagesets as frames: `Contents.json` decides which file is the picture for a scale.
extension FrameFinder {
  private static let contentsName = "Contents.json"

  /// The one frame of a folder that is an imageset itself; nil when it is none.
  mutating func imageSetAtRoot() throws -> FrameSequence? {
    guard selection == .all, files.names.contains(Self.contentsName),
      let contents = try contents("")
    else { return nil }
    var sequence = FrameSequence(frames: [], plays: nil)
    try add(contents, folder: "", to: &sequence)
    return sequence
  }

  /// The frames of a folder of imagesets, one each, in natural order.
  mutating func imageSetFrames() throws -> FrameSequence {
    let sets = files.imageSets.filter { selection == .all || selection.contains($0) }
    var sequence = FrameSequence(frames: [], plays: nil)
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

  /// - Parameter folder: ends in a slash unless it is empty.
  private func contents(_ folder: String) throws -> ImageSetContents? {
    let source = try files.open(named: folder + Self.contentsName)
    let bytes = try files.description(source, limits: options.limits)
    do {
      guard case .imageSet(let contents) = try AtlasReader.read(bytes, limits: options.limits)
      else { return nil }
      return contents
    } catch AtlasError.unknownFormat {
      // A catalogue's own contents: nothing but who wrote it.
      return nil
    }
  }

  private mutating func add(
    _ contents: ImageSetContents, folder path: String, to sequence: inout FrameSequence
  ) throws {
    let image =
      if let scale = folder.inputScale { contents.image(scale: scale) } else {
        contents.image(scale: ExactDecimal(1)) ?? contents.largest
      }
    guard let image else {
      throw FrameFolderError.noScale(
        "\(folder.inputScale ?? ExactDecimal(1))",
        available: contents.images.compactMap { $0.scale?.description })
    }
    let file = FrameFile.named(path + image.file)
    _ = try requirePicture(of: file, frame: sequence.frames.count)
    try checkScales(contents, folder: path, frame: sequence.frames.count, &sequence.warnings)
    sequence.frames.append(FolderFrame(file: file, delay: .missing))
  }

  /// Reports every picture whose size is not that of the first in its scale.
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
              + "fit the \(expected) for \(base)x"))
      }
    }
  }
}
