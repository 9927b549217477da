internal import AnimTiming
internal import SystemPackage

/// The files of a folder or archive of frames.
public struct FramesPlan: Sendable {
  /// One file.
  public struct File: Sendable, Hashable {
    public let name: String
    /// Index of the file with the same pixels of which this one is a hard link; nil for one that is
    /// written.
    public let original: Int?
  }

  public let options: FrameFilesOptions
  public let isArchive: Bool
  /// The size of every picture.
  public let size: PixelSize
  /// Picture files, in the order of their first frame.
  public let files: [File]
  /// The file of each output frame.
  public let fileOfFrame: [Int32]
  /// The lists that are written, in this order, after all pictures.
  public let lists: [FrameListFormat]
  /// The frames with their times, as every list has them.
  let list: FrameList

  /// - Throws: ``FrameFilesError``; ``ReadingError`` when frames have to be looked at.
  init(_ frames: PlayedFrames, options: FrameFilesOptions, isArchive: Bool) throws {
    if frames.shaping.alpha == .pair {
      throw FrameFilesError.conflict("--alpha pair", "frames in files")
    }
    self.options = options
    self.isArchive = isArchive
    size = frames.shaping.output
    lists = isArchive ? [.ugoira] : FrameListFormat.allCases.filter(options.lists.contains)
    let names = try FrameFileNames(
      prefix: options.name ?? (isArchive ? "" : "frame"), pad: options.pad ?? (isArchive ? 6 : nil),
      start: options.start, count: frames.count)

    let looks =
      options.mergesDuplicates
      ? try frames.looks(shapings: [frames.shaping], scales: [1]) : nil
    let linksRepeats = options.repeats == .link && !isArchive
    var files: [File] = []
    var fileOfFrame: [Int32] = []
    var known: [Int: Int] = [:]
    var equal: [[FrameDigest]: Int] = [:]
    for frame in 0..<frames.count {
      let source = frames.sourceIndex(frame)
      let digest = looks?[source: source].digest
      if let digest, let file = equal[digest] {
        fileOfFrame.append(Int32(file))
        continue
      }
      if let file = known[source], !linksRepeats {
        fileOfFrame.append(Int32(file))
        continue
      }
      fileOfFrame.append(Int32(files.count))
      if let digest { equal[digest] = files.count }
      files.append(File(name: names[files.count], original: known[source]))
      if known[source] == nil { known[source] = files.count - 1 }
    }
    if isArchive, files.count >= ZipFileWriter.maxFiles {
      throw FrameFilesError.archiveTooLarge("\(files.count) frames")
    }
    self.files = files
    self.fileOfFrame = fileOfFrame
    list = FrameList(
      format: .timing,
      entries: fileOfFrame.indices.map { frame in
        .init(file: files[Int(fileOfFrame[frame])].name, delay: frames.delay(frame))
      }, plays: frames.plays)
  }

  /// The unit in which times are stored, see ``VideoContainer/storedTimebase(for:)``.
  static func storedTimebase(
    for timebase: Timebase, options: FrameFilesOptions, isArchive: Bool
  ) -> Timebase {
    if isArchive || options.lists.contains(.ugoira) { return .milliseconds }
    guard options.lists.contains(.ffconcat) else { return timebase }
    let isWhole = (1_000_000 * timebase.numerator).isMultiple(of: timebase.denominator)
    return isWhole ? timebase : Timebase(1, 1_000_000)
  }

  /// The folder or the archive.
  func outputs(_ output: Output) -> [PlannedOutput] {
    [
      PlannedOutput(
        output: output, content: isArchive ? .archive : .folder, size: size,
        format: isArchive ? "ugoira zip" : "PNG")
    ]
  }
}
