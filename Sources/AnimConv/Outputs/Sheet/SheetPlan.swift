internal import AnimTiming
internal import Atlases
internal import Messages
internal import OutputFiles
internal import Raster
internal import SystemPackage
internal import TextFormats
internal import Writing

/// The pages, cells and data of a sheet.
struct SheetPlan: Sendable {
  /// The sheet of one scale.
  struct Sheet: Sendable {
    /// The scale relative to the smallest sheet.
    let scale: Int
    /// The shaping of each frame.
    let shaping: ShapingPlan
    /// The place and duration of each frame, and the names of the pages.
    let atlas: Atlas
    /// ``atlas`` with frames of one shared size.
    let placed: Atlas
    /// The prefix of the data files' names.
    let baseName: String
    let cells: SheetCells
    /// Whether cells arrive in an order other than their layout, so that pages have to wait.
    let isScattered: Bool
  }

  let options: SheetWritingOptions
  /// The text in the cells; nil for none.
  let labels: LabelText?
  /// The text above the cells; nil for none.
  let head: SheetHead?
  /// Why labels are not drawn as expected; nil otherwise.
  let noteOfLabels: ConversionMessage?
  /// How cells are arranged.
  let layout: SheetWritingOptions.Layout
  /// One for each scale, in the order of the request.
  let sheets: [Sheet]
  /// The number of different cells.
  let cells: Int
  /// The cells that several animations show.
  let sharedCells: [SharedCells]
  /// The player's extra files; nil without a player.
  let asset: (any PlayerAssetFiles)?
  /// Code that plays the sheet; nil if the data is enough for programs.
  let code: String?
  /// The pages of all scales first, the data files last.
  private(set) var outputs: [Conversion.Plan.Output] = []
  /// The pixel style of the smallest sheet's pages.
  let presentation: SheetPresentation
  /// The data formats written next to the pages.
  let data: [AtlasDataFormat]
  /// The source's tags and animations that the frames of the sheet cannot express.
  let lostAnimations: [String]
  /// The number of joined inputs; 0 for a single one.
  let joinedCount: Int
  /// Why animations of different sizes have frames of one size; nil if they do not.
  let noteOfSizes: ConversionMessage?

  /// - Parameters:
  ///   - path: the path of the sheet.
  ///   - facts: the text that may be above the cells.
  ///   - player: the player with these ``options``; nil for engines in general.
  /// - Throws: ``SheetError``, ``ShapingError``, ``AtlasWritingError``.
  init(
    _ frames: PlayedFrames, path: FilePath, options given: SheetWritingOptions,
    facts: InputFacts? = nil, player: PlayerAsset? = nil
  ) throws {
    let options = given.decided
    let stem = try Self.check(frames, path: path, given)
    self.options = given
    labels = Self.labels(frames, given)
    head = given.hasHead ? try facts?.head(given.labelFont, cell: frames.shaping.output) : nil
    noteOfLabels = try Self.labelFace(frames, given)?.note ?? head?.note
    layout = options.layout
    data = options.data
    let shapings = try options.scales.map { try frames.shaping(scale: $0) }
    let canvases = OwnCanvases(frames, shapings, options)
    (joinedCount, noteOfSizes) = (frames.source.joined.count, canvases.note)
    let (cellOfFrame, crops) = Self.cells(
      frames, canvases, shapings: shapings, options: options,
      sharesRepeats: player == .flipBook)
    cells = crops.count
    let book =
      player == .flipBook
      ? try FlipBookAsset(
        name: stem, fileExtension: path.extension ?? "png", frameSize: frames.shaping.output,
        frames: crops.count,
        slots: cellOfFrame.map(Int.init), plays: frames.plays) : nil
    asset = book
    let (named, lost) = frames.named
    lostAnimations = lost
    sharedCells = SharedCells.all(named, cellOfFrame)
    let geometry =
      try book.map { SheetGeometry($0.layout) }
      ?? SheetGeometry(
        (0..<crops.count).lazy.map { crops[$0].size },
        starts: Self.starts(of: named, cellOfFrame), head: head?.height ?? 0, options: options)
    let pictures = given.pictures
    let strip = player == nil ? StripCheck(name: stem) : nil
    try strip?.check(geometry, options)
    guard geometry.pages.count <= SheetWritingOptions.maxPages else {
      throw SheetError.tooManyPages(allowed: SheetWritingOptions.maxPages)
    }
    let fileExtension = path.extension ?? pictures.format.fileExtension
    sheets = try zip(options.scales, shapings).map { scale, shaping in
      let suffix = scale == 1 ? "" : "@\(scale)x"
      var scaled = geometry.scaled(by: scale)
      if options.powerOfTwo { scaled = scaled.withPowersOfTwo() }
      try pictures.check(scaled.pages)
      let cells = SheetCells(
        cellOfFrame: cellOfFrame, crops: crops.scaled(by: scale), geometry: scaled,
        turn: options.data.first?.capabilities.rotation == .counterclockwise
          ? .counterclockwise : .clockwise,
        extrude: options.extrude * scale)
      let placed = Self.atlas(
        frames, cells: cells, size: shaping.output, scale: scale, name: stem,
        pages: scaled.pages.indices.map { page in
          let number = scaled.pages.count > 1 ? "-\(page)" : ""
          return "\(stem)\(number)\(suffix).\(fileExtension)"
        }, named: named)
      let sheet = Sheet(
        scale: scale, shaping: shaping, atlas: canvases.cut(placed, scale: scale), placed: placed,
        baseName: stem + suffix, cells: cells, isScattered: options.layout == .packed)
      let features = AtlasFeatures(sheet.atlas)
      for format in options.data {
        try features.check(format)
        try format.checkTicks(of: sheet.atlas)
        if frames.source.joined.count > 1, format.capabilities.animations == .none {
          throw AtlasWritingError.cannotSay(.severalAnimations, format: format)
        }
      }
      return sheet
    }
    presentation = Self.presentation(frames, sheets, data: options.data)
    let isStrip = strip != nil && crops.count == frames.count
    code = try book?.code ?? Self.code(sheets[0], data: options.data, isStrip: isStrip)
    outputs = plannedOutputs(beside: path)
  }

  /// Refuses requests that fail regardless of the frames.
  ///
  /// - Returns: the common part of the file names.
  private static func check(
    _ frames: PlayedFrames, path: FilePath, _ given: SheetWritingOptions
  ) throws -> String {
    let options = given.decided
    try options.check()
    try given.pictures.check(options)
    if given.pictures.format == .jpeg, frames.shaping.outputHasAlpha {
      throw SheetError.conflict(
        "\(.alpha, case: "\(frames.shaping.alpha)")", "JPEG")
    }
    try options.png.checkLibraries()
    guard let file = path.lastComponent, let stem = path.stem, file.kind == .regular else {
      throw OutputError.notAFileName
    }
    if !options.data.isEmpty, FilePath.Component(file.string) != file {
      throw SheetError.nameIsNoText
    }
    return stem
  }

  private static func labels(
    _ frames: PlayedFrames, _ options: SheetWritingOptions
  ) -> LabelText? {
    LabelText(
      options, frames.timeline.timebase, end: frames.timeline.total,
      lastFrame: frames.source.frames.count - 1)
  }

  /// The font for labels of the smallest sheet; nil without labels.
  ///
  /// - Throws: ``SheetError``.
  private static func labelFace(
    _ frames: PlayedFrames, _ options: SheetWritingOptions
  ) throws -> LabelFace? {
    guard let labels = labels(frames, options) else { return nil }
    let size = frames.shaping.output
    guard let face = try LabelFace(options.labelFont, on: size, longest: labels.longest) else {
      throw SheetError.noRoomForLabels(size)
    }
    return face
  }

  /// Frames are examined to find borders and identical frames; the first frame decides whether
  /// pixels stay sharp.
  ///
  /// - Throws: as the initializer does.
  static func analysisRequest(
    _ frames: PlayedFrames, path: FilePath, options given: SheetWritingOptions
  ) throws -> AnalysisRequest {
    let options = given.decided
    _ = try check(frames, path: path, given)
    _ = try labelFace(frames, given)
    let shapings = try options.scales.map { try frames.shaping(scale: $0) }
    var wanted = AnalysisRequest()
    if trims(shapings, options) || options.mergesDuplicates {
      (wanted.shapings, wanted.scales) = (shapings, options.scales)
    }
    let smallest = zip(options.scales, shapings).min { $0.0 < $1.0 }?.1
    wanted.pixelArt =
      options.data.contains(where: \.coversAllScales) && frames.options.filter == nil
      && smallest?.filter == nil
    return wanted
  }

  private static func trims(_ shapings: [ShapingPlan], _ options: DecidedSheetOptions) -> Bool {
    options.trims && shapings.contains(where: \.outputHasAlpha)
  }

  /// The data files of one scale; some formats serve all scales.
  func data(of sheet: Sheet) -> [AtlasDataFormat] {
    let smallest = sheets.map(\.scale).min()
    return sheet.scale == smallest ? data : data.filter { !$0.coversAllScales }
  }

  /// The data files of one scale, in the order of ``data(of:)``.
  ///
  /// - Throws: ``AtlasWritingError``.
  func dataFiles(of sheet: Sheet) throws -> [(name: String, bytes: [UInt8])] {
    try AtlasWriter.files(
      for: sheet.atlas, formats: data(of: sheet), baseName: sheet.baseName,
      presentation: presentation)
  }

  /// Pixels stay sharp if that was requested, if frames were enlarged by whole factors, or if an
  /// unscaled first frame is pixel art.
  private static func presentation(
    _ frames: PlayedFrames, _ sheets: [Sheet], data: [AtlasDataFormat]
  ) -> SheetPresentation {
    var presentation = SheetPresentation()
    guard data.contains(where: \.coversAllScales),
      let smallest = sheets.min(by: { $0.scale < $1.scale })
    else { return presentation }
    if smallest.shaping.drawn != nil {
      presentation.isPixelated = false
    } else if let filter = frames.options.filter ?? smallest.shaping.filter {
      presentation.isPixelated = filter == .nearest
    } else {
      presentation.isPixelated = frames.analysis.isPixelArt ?? false
    }
    let pages = smallest.atlas.pages
    presentation.twins = sheets.compactMap { twin in
      let scale = twin.scale / smallest.scale
      // Rounding to powers of two changes the proportions, which would move all places.
      guard twin.scale > smallest.scale, twin.scale.isMultiple(of: smallest.scale),
        pages.count == 1, twin.atlas.pages.count == 1,
        twin.atlas.pages[0].size == pages[0].size?.scaled(by: scale)
      else { return nil }
      return SheetPresentation.Twin(image: twin.atlas.pages[0].image ?? "", scale: scale)
    }
    return presentation
  }

  /// Code that loads the data and plays it; for PixiJS, it has the speed.
  ///
  /// With several pages, each PixiJS file has a part of the animation, and the program joins them.
  private static func code(
    _ sheet: Sheet, data: [AtlasDataFormat], isStrip: Bool
  ) throws -> String? {
    let strip = isStrip ? StripCode.text(sheet.atlas) : nil
    let others = try AtlasWriter.filesByFormat(
      data, baseName: sheet.baseName, pageCount: sheet.atlas.pages.count
    ).compactMap { format, names in
      try LoadingCode.text(
        SheetDescription(
          sheet.atlas, format: format, baseName: sheet.baseName, stem: "", fileNames: names))
    }
    let texts = [strip].compactMap(\.self) + others
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }

  /// The cell of each output frame, and the part of the frame that each cell shows at the smallest
  /// scale.
  private static func cells(
    _ frames: PlayedFrames, _ canvases: OwnCanvases, shapings: [ShapingPlan],
    options: DecidedSheetOptions,
    sharesRepeats: Bool
  ) -> (cellOfFrame: [Int32], crops: CellCrops) {
    let whole = PixelRect(frames.shaping.output)
    let trims = trims(shapings, options)
    if sharesRepeats, !trims, !options.mergesDuplicates {
      return shared(frames.count, whole) { frames.sourceIndex($0) }
    }
    let ownSizes = canvases.differ && options.layout == .packed
    if !trims, !options.mergesDuplicates, ownSizes {
      return (
        (0..<Int32(frames.count)).map { $0 }, .different((0..<frames.count).map { canvases[$0] })
      )
    }
    guard trims || options.mergesDuplicates else {
      return (
        (0..<Int32(frames.count)).map { $0 }, CellCrops.alike(whole, count: frames.count)
      )
    }
    guard let analysis = frames.analysis.frames else {
      preconditionFailure("the frames were not looked at")
    }
    var cellOfFrame: [Int32] = []
    var crops: [PixelRect] = []
    // Data formats and engines do not support empty cells.
    func someOf(_ bounds: PixelRect, _ own: PixelRect) -> PixelRect {
      bounds.isEmpty ? PixelRect(x: own.x, y: own.y, width: 1, height: 1) : bounds
    }
    var known: [Int: [PixelRect: Int32]] = [:]
    for frame in 0..<frames.count {
      let look = analysis[source: frames.sourceIndex(frame)]
      let own = ownSizes ? canvases[frame] : whole
      let crop = !trims ? own : ownSizes ? someOf(look.bounds, own) : look.bounds
      if options.mergesDuplicates, let cell = known[look.original]?[crop] {
        cellOfFrame.append(cell)
        continue
      }
      let cell = Int32(crops.count)
      known[look.original, default: [:]][crop] = cell
      cellOfFrame.append(cell)
      crops.append(crop)
    }
    if !trims, ownSizes { return (cellOfFrame, .different(crops)) }
    guard trims else { return (cellOfFrame, .alike(whole, count: crops.count)) }
    if options.layout == .packed {
      return (cellOfFrame, .different(crops.map { someOf($0, whole) }))
    }
    let nothing = someOf(.empty, whole)
    let all = crops.reduce(PixelRect.empty) { $0.union($1) }
    return (cellOfFrame, .alike(all.isEmpty ? nothing : all, count: crops.count))
  }

  /// One cell for each key.
  private static func shared(
    _ count: Int, _ crop: PixelRect, by key: (Int) -> Int
  ) -> (cellOfFrame: [Int32], crops: CellCrops) {
    var known: [Int: Int32] = [:]
    let cellOfFrame = (0..<count).map { frame in
      let next = Int32(known.count)
      let key = key(frame)
      defer { if known[key] == nil { known[key] = next } }
      return known[key] ?? next
    }
    return (cellOfFrame, CellCrops.alike(crop, count: known.count))
  }

  private static func atlas(
    _ frames: PlayedFrames, cells: SheetCells, size: PixelSize, scale: Int, name: String,
    pages: [String], named: NamedAnimations
  ) -> Atlas {
    var atlas = Atlas(format: .aseprite, tags: named.tags, animations: named.animations)
    atlas.pages = zip(pages, cells.geometry.pages).map { name, size in
      AtlasPage(image: name, size: size, scale: ExactDecimal(Int64(scale)))
    }
    let digits = max(4, String(frames.count - 1).count)
    atlas.frames = (0..<frames.count).map { frame in
      let cell = Int(cells.cellOfFrame[frame])
      let placement = cells.geometry.placements[cell]
      let crop = cells.crops[cell]
      return AtlasFrame(
        name: "\(name)_" + zeroPadded(frame, digits),
        page: placement.page, rect: placement.rect,
        rotation: placement.isTurned ? cells.turn : .none,
        offset: PixelOffset(x: crop.x, y: crop.y), sourceSize: size, delay: frames.delay(frame))
    }
    atlas.plays = frames.plays
    return atlas
  }

  /// The cells at which tags begin; none if tags share frames.
  private static func starts(of named: NamedAnimations, _ cellOfFrame: [Int32]) -> [Int] {
    let tags = named.tags.sorted { $0.from < $1.from }
    guard zip(tags, tags.dropFirst()).allSatisfy({ $0.to < $1.from }) else { return [] }
    var starts: [Int] = []
    var next = Int32(0)
    var ahead = tags[...]
    for (frame, cell) in cellOfFrame.enumerated() {
      if let tag = ahead.first, frame >= tag.from, cell == next {
        starts.append(Int(cell))
        ahead = ahead.drop { $0.from <= frame }
      }
      next = max(next, cell + 1)
    }
    return starts
  }

  private func plannedOutputs(beside path: FilePath) -> [Conversion.Plan.Output] {
    let folder = path.removingLastComponent()
    let pages = sheets.flatMap { sheet in
      sheet.atlas.pages.map {
        Conversion.Plan.Output(
          output: .file(folder.appending($0.image ?? "")), content: .page, size: $0.size,
          format: options.pictures.format.title)
      }
    }
    let format = data.count == 1 ? data[0].title : "data"
    let descriptions = sheets.flatMap { sheet in
      AtlasWriter.fileNames(
        formats: data(of: sheet), baseName: sheet.baseName, pageCount: sheet.atlas.pages.count
      ).map {
        Conversion.Plan.Output(
          output: .file(folder.appending($0)), content: .data, size: nil, format: format)
      }
    }
    let texts = (asset?.files ?? []).map {
      Conversion.Plan.Output(
        output: .file(folder.appending($0.name)), content: .data, size: nil,
        format: "for \(asset?.player.title ?? "")")
    }
    return pages + descriptions + texts
  }
}
