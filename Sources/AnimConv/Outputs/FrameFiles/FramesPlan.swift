internal import AnimTiming
internal import Atlases
internal import Messages
internal import OutputFiles
internal import Raster
internal import Reading
internal import SystemPackage
internal import Writing

/// The files of a folder or archive of frames.
struct FramesPlan: Sendable {
  /// One picture, at every scale.
  struct File: Sendable, Hashable {
    /// The path in the folder of the picture at the smallest scale.
    let name: String
    /// The index of the file with the same pixels that this one links to; nil for a file with its
    /// own data.
    let original: Int?
  }

  let options: FrameFilesOptions
  let isArchive: Bool
  /// The size of every picture, at the smallest scale.
  let size: PixelSize
  /// The number of pixels that replace one pixel of the smallest picture, for each picture of a
  /// frame.
  let scales: [Int]
  /// The format of pictures.
  let format: FrameFilesOptions.PictureFormat
  /// Bits per sample, 8 or 16.
  let depth: Int
  /// Whether the video's own samples are encoded as JPEGs without a conversion.
  let takesSamples: Bool
  /// Encodes each picture.
  let encoder: FramePictureEncoder
  /// Picture files, in the order of their first frame.
  let files: [File]
  /// The file of each output frame.
  let fileOfFrame: [Int32]
  /// The lists of times to write, in this order, after all pictures.
  let lists: [FrameFilesOptions.ListFormat]
  /// The records to write after the lists.
  let records: [FrameFilesOptions.ListFormat]
  /// The rows of the records, without the values that depend on the written pictures.
  private var record: FrameRecord
  /// The identity that a later run must share to continue this one; nil if that is not allowed.
  private(set) var resumption: FrameResumption?
  /// A player's additional files; nil without a player.
  let asset: (any PlayerAssetFiles)?
  /// The frames with their times, as in every list.
  let list: FrameList
  /// The folder or the archive.
  let outputs: [Conversion.Plan.Output]
  /// The shaping of each frame, for each scale.
  let shapings: [ShapingPlan]
  /// The memory for pictures that are compressed in parallel, at each scale.
  let compressedAtOnce: Int

  /// - Parameter memory: the memory limit of the whole conversion.
  /// - Throws: ``FrameFilesError``, ``PlayerAssetError``.
  init(
    _ frames: PlayedFrames, options: FrameFilesOptions, isArchive: Bool, player: PlayerAsset? = nil,
    origin: FrameOrigin, memory: Int, output: AnimationOutput
  ) throws {
    try Self.check(frames, options, isArchive: isArchive)
    self.options = options
    self.isArchive = isArchive
    size = frames.shaping.output
    scales = options.scales ?? [1]
    compressedAtOnce = min(512 << 20, memory / 2) / scales.count
    format = options.format ?? .png
    depth = try SampleDepth.decided(options, frames)
    shapings = try scales.map { try frames.shaping(scale: $0) }
    let samples = frames.source.video?.samples
    takesSamples = samples != nil
    encoder = FramePictureEncoder(options, depth: depth, samples: samples)
    let wanted = options.lists ?? FrameFilesOptions.defaultLists
    lists =
      isArchive
      ? [.ugoira]
      : FrameFilesOptions.ListFormat.allCases.filter { wanted.contains($0) && !$0.isRecord }
    records = FrameFilesOptions.ListFormat.allCases.filter { wanted.contains($0) && $0.isRecord }
    record = origin.record(of: frames, isWanted: !records.isEmpty)
    let title = Self.title(options, isArchive: isArchive, player: player, output)
    let names = try FrameNames(
      frames, options, title: title, isArchive: isArchive, player: player, origin)
    let analysis = options.mergesDuplicates ? frames.analysis.frames : nil
    let linksRepeats = (options.repeats ?? .link) == .link && !isArchive
    // A list of single frames needs a file for each frame in any case.
    let keepsFiles = linksRepeats || player == .animatedImage
    var files: [File] = []
    var stems: [String] = []
    var fileOfFrame: [Int32] = []
    files.reserveCapacity(frames.count)
    fileOfFrame.reserveCapacity(frames.count)
    var known: [Int: Int] = [:]
    var equal: [Int: Int] = [:]
    for frame in 0..<frames.count {
      let source = frames.sourceIndex(frame)
      let original = analysis?[source: source].original
      if let original, let file = equal[original] {
        fileOfFrame.append(Int32(file))
        continue
      }
      if let file = known[source], !keepsFiles {
        fileOfFrame.append(Int32(file))
        continue
      }
      fileOfFrame.append(Int32(files.count))
      if let original { equal[original] = files.count }
      stems.append(try names.name(ofFile: files.count, frame: frame))
      files.append(
        File(
          name: FramePath(stems[files.count], options: options).path(scale: 1),
          original: known[source]))
      if known[source] == nil { known[source] = files.count - 1 }
    }
    if isArchive, files.count >= ZipFileWriter.maxFiles {
      throw FrameFilesError.archiveTooLarge("\(files.count) frames")
    }
    // Only the numbers differ.
    if options.pattern != nil, let (one, other) = FrameNames.firstClash(stems) {
      func frame(_ file: Int) -> Int { fileOfFrame.firstIndex(of: Int32(file)) ?? file }
      throw FrameFilesError.sameName(files[other].name, frame(one), frame(other))
    }
    self.files = files
    self.fileOfFrame = fileOfFrame
    list = FrameList(
      format: .timing,
      entries: fileOfFrame.indices.map { frame in
        .init(
          file: files[Int(fileOfFrame[frame])].name, delay: frames.delay(frame),
          source: frames.listedSource(frame))
      }, plays: frames.plays)
    if lists.contains(.android) {
      for file in files
      where !AnimationDrawable.isResourceName(FrameFilesOptions.ListFormat.resource(file.name)) {
        throw FrameFilesError.resourceName(file.name)
      }
    }
    outputs = [
      Conversion.Plan.Output(
        output: output, content: Self.content(options, isArchive: isArchive),
        size: frames.shaping.output,
        format: isArchive
          ? "ugoira zip" : (depth == 16 ? "16-bit " : "") + (options.format ?? .png).title)
    ]
    resumption = nil
    asset = try player.map { player in
      try Self.asset(
        player, title: title, digits: names.digits, options: options, frames: frames,
        drawables: fileOfFrame.map { stems[Int($0)] })
    }
    if options.resumes {
      resumption = try FrameResumption(of: origin, choices: choices(frames, origin))
    }
  }

  /// All choices that affect the folder, besides the input.
  private func choices(_ frames: PlayedFrames, _ origin: FrameOrigin) -> String {
    let indices = (0..<frames.count).map { String(frames.sourceIndex($0)) }
    let parts = [
      AnimConvVersion.current, origin.reading, String(describing: options),
      String(describing: shapings), "\(depth)", "\(fileOfFrame)", indices.joined(separator: ","),
      files.map(\.name).joined(separator: "/"),
    ]
    let times = FrameFilesOptions.ListFormat.timing.bytes(list)
    return ContentDigest.text(of: Array(parts.joined(separator: "\n").utf8) + times)
  }

  /// Records the source in the head of the record.
  mutating func note(_ identity: FrameRecord.Identity) { record.identity = identity }

  private static func check(
    _ frames: PlayedFrames, _ options: FrameFilesOptions, isArchive: Bool
  ) throws {
    try options.check(isArchive: isArchive)
    if !options.writesPictures { throw FrameFilesError.noPictures }
    try options.png.checkLibraries()
    if let format = options.format, !format.keepsAlpha, frames.shaping.outputHasAlpha {
      throw FrameFilesError.conflict(
        "\(.alpha, case: "\(frames.shaping.alpha)")", ConversionMessage(format.title))
    }
  }

  private static func content(
    _ options: FrameFilesOptions, isArchive: Bool
  ) -> Conversion.Plan.Output.Content {
    if isArchive { return .archive }
    return options.pattern == nil ? .folder : .pictures
  }

  /// The beginning of names; a sprite of GameMaker has the name of its folder.
  private static func title(
    _ options: FrameFilesOptions, isArchive: Bool, player: PlayerAsset? = nil,
    _ output: AnimationOutput? = nil
  ) -> String {
    if let name = options.name { return name }
    if player == .gameMaker, case .file(let path)? = output {
      return path.lastComponent?.string ?? "sprite"
    }
    return isArchive ? "" : "frame"
  }

  /// The facts about frames that are needed to find equal ones.
  ///
  /// - Throws: as the initializer does.
  static func analysisRequest(
    _ frames: PlayedFrames, options: FrameFilesOptions, isArchive: Bool, player: PlayerAsset?
  ) throws -> AnalysisRequest {
    var wanted = AnalysisRequest()
    wanted.samples = !isArchive && takesSamples(frames, options)
    guard options.mergesDuplicates else { return wanted }
    try check(frames, options, isArchive: isArchive)
    if options.pattern == nil {
      _ = try FrameNames(
        frames, options, title: title(options, isArchive: isArchive), isArchive: isArchive,
        player: player, FrameOrigin())
    }
    wanted.scales = options.scales ?? [1]
    wanted.shapings = try wanted.scales.map { try frames.shaping(scale: $0) }
    return wanted
  }

  /// Whether the only consumer of a video's frames is an encoder for JPEGs with shared chroma.
  private static func takesSamples(_ frames: PlayedFrames, _ options: FrameFilesOptions) -> Bool {
    options.format == .jpeg
      && !JPEGPicture.hasFullChroma(at: options.quality ?? JPEGPicture.defaultQuality)
      && frames.source.kind == .video && frames.shaping.isIdentity
      && !frames.hasAlpha && options.scales ?? [1] == [1] && !options.mergesDuplicates
  }

  private static func asset(
    _ player: PlayerAsset, title: String, digits: Int, options: FrameFilesOptions,
    frames: PlayedFrames, drawables: [String]
  ) throws -> any PlayerAssetFiles {
    let rate = frames.timing.schedule.frameRate
    switch player {
    case .tripleBuffer:
      return try TripleBufferAsset(
        frameCount: frames.count, rate: rate ?? TripleBufferAsset.rate, plays: frames.plays)
    case .animationView:
      guard let rate else { throw PlayerAssetError.noFrames(player: player) }
      return try AnimationViewAsset(
        prefix: title, start: options.start ?? 0, frameCount: frames.count, pad: digits,
        fileExtension: (options.format ?? .png).fileExtension, rate: rate, plays: frames.plays)
    case .androidDrawable:
      return try AndroidDrawableAsset(
        name: title, drawables: drawables, timeline: frames.timeline, plays: frames.plays)
    case .gameMaker:
      return try GameMakerSpriteAsset(
        name: title, size: frames.shaping.output, timeline: frames.timeline, plays: frames.plays)
    case .animatedImage:
      // Slots are equal even if a list rounds their boundaries.
      let slots = try rate.map {
        try AnimationTimeline(
          durations: repeatElement(1, count: frames.count), timebase: $0.timebase)
      }
      return try AnimatedImageAsset(
        name: title, timeline: slots ?? frames.timeline, plays: frames.plays,
        files: options.repeats == .list ? .eachFrame : .eachSlot)
    case .flipBook, .spritedAnimationView:
      preconditionFailure("\(player.title) takes sheets")
    }
  }

  /// The path in the folder of a file's picture at a scale.
  func path(of file: Int, scale: Int) -> String {
    FramePath(stemOf: files[file].name, options: options).path(scale: scale)
  }

  /// The unit in which times are stored, see ``VideoContainer/storedTimebase(for:)``.
  static func storedTimebase(
    for timebase: Timebase, options: FrameFilesOptions, isArchive: Bool, player: PlayerAsset?
  ) -> Timebase {
    let lists = options.lists ?? FrameFilesOptions.defaultLists
    if isArchive || lists.contains(where: \.countsMilliseconds) || player == .androidDrawable {
      return .milliseconds
    }
    guard lists.contains(where: \.countsMicroseconds) else { return timebase }
    let isWhole = (1_000_000 * Int128(timebase.numerator))
      .isMultiple(of: Int128(timebase.denominator))
    return isWhole ? timebase : Timebase(1, 1_000_000)
  }
}

/// The texts of a folder.
extension FramesPlan {
  /// Every file except pictures, by its path in the folder, in the order of writing: the lists, the
  /// records, then a player's files, then the contents of imagesets.
  ///
  /// - Parameter pictures: the written pictures, those of the smallest scale first.
  func texts(_ pictures: [FolderRecord.Entry]) -> [(name: String, bytes: [UInt8])] {
    var texts = lists.map { (name: $0.fileName, bytes: $0.bytes(list)) }
    if !records.isEmpty {
      let record = completed(pictures)
      texts += records.map { (name: $0.fileName, bytes: record.bytes($0)) }
    }
    texts += asset?.files ?? []
    guard options.usesImageSets else { return texts }
    for file in files {
      let path = FramePath(stemOf: file.name, options: options)
      texts.append(
        (name: "\(path.folder ?? "")/Contents.json", bytes: path.contents(scales: scales)))
    }
    return texts
  }

  private func completed(_ pictures: [FolderRecord.Entry]) -> FrameRecord {
    var record = record
    for frame in record.rows.indices { complete(&record.rows[frame], frame, pictures) }
    return record
  }

  private func complete(
    _ row: inout FrameRecord.Row, _ frame: Int, _ pictures: [FolderRecord.Entry]
  ) {
    let file = Int(fileOfFrame[frame])
    row.file = files[file].name
    row.byteCount = pictures[file].byteCount
    row.digest = pictures[file].digest
  }

  /// The first of the JSON lines.
  var firstLine: String { record.firstLine }

  /// The JSON lines of frames whose pictures are complete.
  func lines(of range: Range<Int>, _ pictures: [FolderRecord.Entry]) -> String {
    range.reduce(into: "") { text, frame in
      var row = record.rows[frame]
      complete(&row, frame, pictures)
      text += FrameRecord.line(row, frame)
    }
  }
}
